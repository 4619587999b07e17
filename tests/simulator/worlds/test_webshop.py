"""A shop's pages over real HTTP, and pages laid out as WebShop's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("bs4", reason="the extra webshop is not installed")

from domains.webshop import Order, ShopServer, orders, products
from pddl2nl.errors import InputError
from simulator.worlds.webshop import ShopPage, UnusableElement, WebShop, read_page

STOCK = products(120)
ORDERS = orders(STOCK, 20)
ORDER: Order = ORDERS[3]
PRODUCT = next(each for each in STOCK if each.asin == ORDER.asin)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with ShopServer(STOCK, ORDERS) as server:
        yield server.address


@pytest.fixture
def shop(address: str) -> WebShop:
    return WebShop(address, 3)


def test_a_whole_order_is_bought_and_paid_in_full(shop: WebShop) -> None:
    page = shop.open()
    assert page.instruction == ORDER.instruction
    assert page.can_search
    page = _item(shop, page)
    for value in ORDER.options.values():
        page = shop.click(page, value)
        assert f"[[{value}]]" in page.text
    page = shop.click(page, "Buy Now")
    assert page.reward == 1.0
    assert not page.targets


def test_what_is_not_chosen_is_not_paid(shop: WebShop) -> None:
    page = shop.click(_item(shop, shop.open()), "[buy now]")
    wanted = len(ORDER.attributes) + len(ORDER.options) + 1
    assert page.reward == pytest.approx(1 - len(ORDER.options) / wanted)


def test_an_items_pages_lead_back_with_the_options_kept(shop: WebShop) -> None:
    value = next(iter(ORDER.options.values()))
    page = shop.click(_item(shop, shop.open()), value)
    features = shop.click(page, "Features")
    assert f"The {PRODUCT.kind.noun}: {PRODUCT.attributes[0]}." in features.text
    assert f"[[{value}]]" in shop.click(features, "< Prev").text


def test_results_have_pages(shop: WebShop) -> None:
    page = shop.search(shop.open(), "black large machine washable")
    first = set(page.targets)
    second = shop.click(page, "Next >")
    assert "Page 2" in second.text
    assert "[< Prev]" in second.text
    shared = first & set(second.targets)
    assert shared <= {"Back to Search", "Next >", "< Prev"}


def test_what_is_not_on_a_page_cannot_be_clicked(shop: WebShop) -> None:
    page = shop.search(shop.open(), PRODUCT.kind.noun)
    with pytest.raises(UnusableElement, match=r"'Buy Now' cannot be clicked.*Back to Search"):
        shop.click(page, "Buy Now")
    with pytest.raises(UnusableElement, match="no search field"):
        shop.search(page, "shoes")
    with pytest.raises(UnusableElement, match="needs words"):
        shop.search(shop.open(), "  ")


def test_a_shop_that_is_not_there_is_one_clear_line(address: str) -> None:
    with pytest.raises(InputError, match="the shop gave no page"):
        WebShop("http://127.0.0.1:9", 0).open()
    with pytest.raises(InputError, match="404"):
        WebShop(address, 999).open()


# The structure of WebShop's templates: attributes and layout as that server writes them.
_ITEM = """<!DOCTYPE html><html><head><title>x</title></head><body>
<div id="instruction-text"><h4>Instruction: find me shoes, price lower than 40.00 dollars</h4>
<h4>Current Query: ['shoes']</h4></div>
<form method="post" action="/fixed_0"><button class="btn">Back to Search</button></form>
<form method="post" action="/search_results/fixed_0/['shoes']/1"><button>&lt; Prev</button></form>
<h4>size</h4>
<input type="radio" name="size" value="9"
 data-url="/item_page/fixed_0/B1/['shoes']/1/{'size': '9'}">
<label>9</label>
<input type="radio" name="size" value="10"
 data-url="/item_page/fixed_0/B1/['shoes']/1/{'size': '10'}">
<label>10</label>
<!-- an old layout --><h4 hidden>details</h4>
<form method="post" action="/done/fixed_0/B1/{'size': '9'}"><button>Buy Now</button></form>
</body></html>"""


def test_a_page_of_webshops_own_layout_is_read() -> None:
    page = read_page(
        _ITEM, "http://shop:3000/item_page/fixed_0/B1/['shoes']/1/%7B'size'%3A%20'9'%7D"
    )
    assert page.instruction == "find me shoes, price lower than 40.00 dollars"
    assert "[[9]]" in page.text
    assert "[10]" in page.text
    assert "details" not in page.text
    assert "layout" not in page.text
    assert page.targets["10"].address.startswith("http://shop:3000/item_page/fixed_0/B1/")
    assert " " not in page.targets["10"].address
    assert page.targets["Buy Now"].sends
    assert page.reward is None


def test_a_score_is_read_where_it_is_shown() -> None:
    html = '<h3 id="reward">Your score (min 0.0, max 1.0)<pre>0.6666666</pre></h3>'
    assert read_page(html, "http://shop:3000/done/x/y/{}").reward == pytest.approx(0.6666666)


def _item(shop: WebShop, page: ShopPage) -> ShopPage:
    """The page of the product that the order was made from."""
    page = shop.search(page, PRODUCT.title)
    while PRODUCT.asin not in page.targets:
        page = shop.click(page, "Next >")
    return shop.click(page, PRODUCT.asin)
