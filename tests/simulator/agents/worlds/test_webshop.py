"""A shop's pages over real HTTP, and pages laid out as WebShop's own."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from http.server import ThreadingHTTPServer
from threading import Event, Thread

import pytest

pytest.importorskip("bs4", reason="the extra agents is not installed")

from domains.agents.webshop import Order, orders, products, served_shop
from domains.agents.webshop.server import ShopPages
from pddl2nl.errors import InputError
from simulator.agents.worlds.webshop import ShopPage, UnusableElement, WebShop, read_page
from tests import effort
from tests.local_server import Handler, LocalServer, Reply

STOCK = products(120)
ORDERS = orders(STOCK, 20)
ORDER: Order = ORDERS[3]
PRODUCT = next(each for each in STOCK if each.asin == ORDER.asin)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served_shop(STOCK, ORDERS) as address:
        yield address


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


@pytest.mark.parametrize(
    ("length", "why"),
    [
        (1, "this is no page of WebShop to start from: it has no search field"),
        (3, "the shop gave no page: IncompleteRead"),
        (6_000_000, "more than 500,000 bytes are no page of a shop"),
    ],
)
def test_what_is_no_shop_is_one_line(length: int, why: str) -> None:
    class Other(Handler):
        def do_GET(self) -> None:
            self.send(Reply(b"x", missing=length - 1))

    with LocalServer(Other) as server, pytest.raises(InputError, match=why):
        WebShop(server.base_url, 3).open()


@pytest.mark.parametrize("begun", [b"", b"HTTP/1.0 200 OK\r\nX: ", b"HTTP/1.0 200 OK\r\n\r\n"])
def test_a_page_that_comes_byte_by_byte_or_never_is_given_up(begun: bytes) -> None:
    over = Event()

    def drip(listening: socket.socket) -> None:
        connection = listening.accept()[0]
        with connection, suppress(OSError):
            connection.sendall(begun)
            while not over.wait(0.05):
                connection.sendall(b"x" if begun else b"")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=drip, args=(listening,))
        thread.start()
        began = time.monotonic()
        port = listening.getsockname()[1]
        with pytest.raises(InputError, match=r"gave no page: there was none within 0\.5 seconds$"):
            WebShop(f"http://127.0.0.1:{port}", 3, timeout=0.5).open()
        assert time.monotonic() - began < 15
        over.set()
        thread.join()


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
    with pytest.raises(InputError, match=r"no such order: 999.*404") as past:
        WebShop(address, 999).open()
    assert past.value.source == f"{address}/fixed_999"


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server finds no page whose address holds a slash, and drops calls for descriptions."""
    page = ShopPages.page

    def sometimes(self: ShopPages, path: str, form: Mapping[str, str]) -> str:
        if "%2F" in path:
            raise LookupError(path)
        if "/Description/" in path:
            raise ConnectionError(path)
        return page(self, path, form)

    monkeypatch.setattr(ShopPages, "page", sometimes)
    monkeypatch.setattr(ThreadingHTTPServer, "handle_error", lambda *_: None)


@pytest.mark.usefixtures("faulty")
def test_an_error_of_the_shop_leaves_the_page_with_its_address(shop: WebShop, address: str) -> None:
    begun = shop.open()
    page = shop.search(begun, "black/white")
    failed = f"{address}/search_results/fixed_3/%5B%27black%2Fwhite%27%5D/1"
    assert page.notice == f"The shop gave no page: 404 Not Found ({failed})"
    assert (page.text, page.targets) == (begun.text, begun.targets)
    item = _item(shop, page)
    assert item.notice == ""
    broken = shop.click(item, "Description")
    assert broken.notice.startswith("The shop gave no page: Remote end closed connection")
    assert shop.click(broken, "Buy Now").reward is not None


def test_options_named_as_other_things_can_all_be_chosen() -> None:
    values = ("Buy Now", "Prev", "Description", "small", "two  blanks", "[small]")
    options = {"size": values, "fit size": ("small", "wide")}
    stock = [replace(each, options=options) if each == PRODUCT else each for each in STOCK]
    with served_shop(stock, ORDERS) as address:
        shop = WebShop(address, 3)
        item = _item(shop, shop.open())
        for name in ("size: Buy Now", "size: Description", "size: Prev", "size: [small]"):
            chosen = shop.click(item, name)
            assert f"[[{name}]]" in chosen.text
            assert chosen.text.count("[[") == 1
        assert "[[two blanks]]" in shop.click(item, "Two  Blanks").text
        both = shop.click(shop.click(item, "wide"), "size: small")
        assert "[fit size: small]" in both.text
        assert "[[size: small]]" in both.text
        assert "[[wide]]" in both.text
        assert PRODUCT.description in shop.click(item, "Description").text
        assert "Page 1" in shop.click(item, "< Prev").text
        assert shop.click(both, "[Buy Now]").reward is not None


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


LARGE = 400_000


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 90 + "x<i></i>" * (LARGE // 8),
        "<label>x</label>" * (LARGE // 16),
        f'<p id="reward">{"1" * LARGE}x</p>',
        f'<p id="instruction-text">x{" " * LARGE}x</p>',
    ],
    ids=["texts in many elements", "labels", "digits", "blanks"],
)
def test_a_large_page_is_read_in_linear_time(page: str) -> None:
    assert effort.within(8, lambda: read_page(page, "http://shop:3000/"))


def test_a_page_of_nested_elements_is_refused() -> None:
    with pytest.raises(ValueError, match="nested more than 100 deep"):
        read_page("<div>x" * 1_000, "http://shop:3000/")


@pytest.mark.parametrize("options", ["-" * 60_000 + "1", "1+" * 30_000 + "1j"])
def test_options_that_python_cannot_parse_are_none(options: str) -> None:
    assert read_page(_ITEM, f"http://shop:3000/item_page/{options}").targets


def _item(shop: WebShop, page: ShopPage) -> ShopPage:
    """The page of the product that the order was made from."""
    page = shop.search(page, PRODUCT.title)
    while PRODUCT.asin not in page.targets:
        page = shop.click(page, "Next >")
    return shop.click(page, PRODUCT.asin)
