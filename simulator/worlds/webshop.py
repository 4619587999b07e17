"""A shop's pages in words: WebShop's text server, or any other under the same addresses.

A session begins at `/fixed_N` for the order N. From there on the client does what a browser does:
it sends the forms, follows the links and options of the page that it is on. So it needs to know
nothing else of the server's addresses, which are `/search_results/SESSION/KEYWORDS/PAGE`,
`/item_page/SESSION/ASIN/KEYWORDS/PAGE/OPTIONS`, `/item_sub_page/.../PART/OPTIONS` and
`/done/SESSION/ASIN/OPTIONS` (Yao et al. 2022). Needs the extra `webshop`.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.parse import quote, unquote, urlencode, urljoin, urlsplit
from urllib.request import urlopen

from pddl2nl.errors import InputError

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag
    from bs4.element import NavigableString

_UNSEEN = frozenset(("style", "script", "head", "title"))
_SCORE = "Your score (min 0.0, max 1.0)"


@dataclass(frozen=True, slots=True)
class ShopPage:
    """A page.

    Args:
        address: where it is.
        text: what is to be read there, a line each; `[button]`, `[option]`, `[[chosen option]]`.
        instruction: what the customer wants, empty where the page does not say it.
        can_search: whether it has a field to search from.
        targets: what can be clicked, by the words on it.
        reward: what a purchase was worth, from 0 to 1; None before it.
    """

    address: str
    text: str
    instruction: str
    can_search: bool
    targets: Mapping[str, Target]
    reward: float | None

    def target(self, words: str) -> Target | None:
        """What can be clicked under some words, whatever their brackets and capitals."""
        asked = _plain(words)
        return next((each for name, each in self.targets.items() if _plain(name) == asked), None)


@dataclass(frozen=True, slots=True)
class Target:
    """Where a click leads.

    Args:
        address: to which page.
        sends: whether a form is sent.
    """

    address: str
    sends: bool


class UnusableElement(ValueError):
    """What should be clicked or searched is not on the page."""


class WebShop:
    """One order at a shop's server.

    Args:
        address: the server's: `http://127.0.0.1:3000`.
        order: which of its orders, counted from 0.
        timeout: seconds that a page may take.
    """

    def __init__(self, address: str, order: int, *, timeout: float = 60.0) -> None:
        self._home = f"{address.rstrip('/')}/fixed_{order}"
        self._timeout = timeout

    def open(self) -> ShopPage:
        """The page to start from.

        Raises:
            InputError: the server cannot be reached, or has no such order.
        """
        return self._fetched(self._home, None)

    def search(self, page: ShopPage, words: str) -> ShopPage:
        """Search from a page.

        Raises:
            UnusableElement: the page has no search field, or no words are given.
            InputError: the server cannot be reached.
        """
        if not page.can_search:
            raise UnusableElement("this page has no search field; click 'Back to Search' first")
        if not words.strip():
            raise UnusableElement("a search needs words")
        return self._fetched(self._home, {"search_query": words})

    def click(self, page: ShopPage, target: str) -> ShopPage:
        """Click a button, a product's number or an option of a page.

        Raises:
            UnusableElement: there is no such thing on the page.
            InputError: the server cannot be reached.
        """
        if (found := page.target(target)) is not None:
            return self._fetched(found.address, {} if found.sends else None)
        there = ", ".join(page.targets) or "nothing"
        raise UnusableElement(f"'{target}' cannot be clicked on this page; there is: {there}")

    def _fetched(self, address: str, form: Mapping[str, str] | None) -> ShopPage:
        sent = None if form is None else urlencode(form).encode()
        try:
            with urlopen(address, sent, self._timeout) as answer:
                return read_page(answer.read().decode("utf-8", "replace"), answer.url)
        except (URLError, OSError, ValueError) as error:
            raise InputError(f"the shop gave no page: {error}", source=address) from error


def read_page(html: str, address: str) -> ShopPage:
    """What a page says and offers.

    Args:
        html: the page.
        address: where it was found.
    """
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(html, "html.parser")
    lines = list(_lines(soup, _chosen(address)))
    instruction = soup.find(id="instruction-text")
    said = instruction.get_text(" ", strip=True) if instruction else ""
    reward = soup.find(id="reward")
    number = re.search(r"[\d.]+(?:e-?\d+)?\s*$", reward.get_text() if reward else "")
    return ShopPage(
        address,
        "\n".join(lines),
        re.sub(r"^Instruction:\s*|\s*Current Query:.*$", "", said),
        soup.find("input", {"name": "search_query"}) is not None,
        dict(_targets(soup, address)),
        float(number[0]) if reward and number and _SCORE in reward.get_text() else None,
    )


def _targets(soup: BeautifulSoup, address: str) -> Iterator[tuple[str, Target]]:
    for form in soup.find_all("form"):
        button = form.find("button")
        if button is not None and form.find("input") is None:
            yield _said(button), Target(_link(address, form, "action"), True)
    for link in soup.select("a.product-link"):
        yield _said(link), Target(_link(address, link, "href"), False)
    for option in soup.select('input[type="radio"]'):
        yield str(option.get("value", "")), Target(_link(address, option, "data-url"), False)


def _lines(soup: BeautifulSoup, chosen: frozenset[str]) -> Iterator[str]:
    """What is to be read, in the page's order."""
    from bs4.element import PreformattedString

    for piece in soup.find_all(string=True):
        words = " ".join(piece.split())
        if not words or isinstance(piece, PreformattedString) or _hidden(piece):
            continue
        parent = piece.parent
        if parent is None or (parent.name == "button" and words == "Search"):
            continue
        if parent.name == "label":
            yield f"[[{words}]]" if words in chosen else f"[{words}]"
        elif parent.name == "button" or "product-link" in (parent.get("class") or ()):
            yield f"[{words}]"
        else:
            yield words
    if soup.find("input", {"name": "search_query"}) is not None:
        yield "[Search: a field for words]"


def _hidden(piece: NavigableString) -> bool:
    return any(
        each.name in _UNSEEN
        or each.has_attr("hidden")
        or "display:none" in str(each.get("style", "")).replace(" ", "")
        for each in piece.parents
    )


def _chosen(address: str) -> frozenset[str]:
    """The options that an item's address says are chosen."""
    last = unquote(urlsplit(address).path.rpartition("/")[2])
    try:
        options = literal_eval(last)
    except (ValueError, SyntaxError):
        return frozenset()
    return frozenset(map(str, options.values())) if isinstance(options, dict) else frozenset()


def _link(address: str, element: Tag, name: str) -> str:
    """Where an element leads; a server may leave blanks in its addresses."""
    return urljoin(address, quote(str(element.get(name, "")), safe="/:?&=%[]{}'\",+()"))


def _said(element: Tag) -> str:
    return " ".join(element.get_text().split())


def _plain(words: str) -> str:
    """Words as they are compared: without brackets, arrows and capitals."""
    return " ".join(re.sub(r"[\[\]<>]", " ", words).lower().split())
