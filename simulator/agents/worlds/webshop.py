"""A shop's pages in words: WebShop's text server, or any other under the same addresses.

A session begins at `/fixed_N` for the order N. From there on the client does what a browser does:
it sends the forms, follows the links and options of the page that it is on. So it needs to know
nothing else of the server's addresses, which are `/search_results/SESSION/KEYWORDS/PAGE`,
`/item_page/SESSION/ASIN/KEYWORDS/PAGE/OPTIONS`, `/item_sub_page/.../PART/OPTIONS` and
`/done/SESSION/ASIN/OPTIONS` (Yao et al. 2022). Needs the extra `agents`.
"""

from __future__ import annotations

import re
import time
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from http.client import HTTPException, IncompleteRead
from threading import Thread
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.parse import quote, unquote, urlencode, urljoin, urlsplit
from urllib.request import urlopen

from pddl2nl.errors import InputError

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_UNSEEN = frozenset(("style", "script", "head", "title"))
_MAX_PAGE = 500_000
"""Bytes of a page; 500,000 take seconds to parse."""
_MAX_DEPTH = 100
"""How deep its elements may be nested."""
# Neither begins again within what it has tried, so both take time in proportion to the text.
_NUMBER = re.compile(r"(?<![\d.])[\d.]+(?:e-?\d+)?$")
_FRAME = re.compile(r"^Instruction:\s*|(?<!\s)\s*Current Query:.*$")
_SCORE = "Your score (min 0.0, max 1.0)"


@dataclass(frozen=True, slots=True)
class ShopPage:
    """A page.

    Args:
        address: where it is.
        text: what is to be read there, a line each; `[button]`, `[option]`, `[[chosen option]]`.
        instruction: what the customer wants, empty where the page does not say it.
        can_search: whether it has a field to search from.
        targets: what can be clicked, by the words on it; an option whose words stand on something
            else, too, is called by its group: `size: small`.
        reward: what a purchase was worth, from 0 to 1; None before it.
        notice: why the last action has led to no other page; empty where it has.
    """

    address: str
    text: str
    instruction: str
    can_search: bool
    targets: Mapping[str, Target]
    reward: float | None
    notice: str = ""

    def target(self, words: str) -> Target | None:
        """What can be clicked under some words, whatever their brackets and capitals."""
        exact = self.targets.get(_blanks_collapsed(words))
        asked = _plain(words)
        alike = (each for name, each in self.targets.items() if _plain(name) == asked)
        return exact or next(alike, None)


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
        self._order = order
        self._home = f"{address.rstrip('/')}/fixed_{order}"
        self._timeout = timeout

    def open(self) -> ShopPage:
        """The page to start from.

        Raises:
            InputError: the server cannot be reached, is no shop, or has no such order.
        """
        try:
            page = self._fetched(self._home, None)
        except HTTPError as error:
            why = f"no such order: {self._order} (the shop answered {error.code} {error.reason})"
            raise InputError(why, source=error.url) from error
        except (HTTPException, OSError, ValueError) as error:
            raise InputError(f"the shop gave no page: {error}", source=self._home) from error
        if not page.can_search:
            why = "this is no page of WebShop to start from: it has no search field"
            raise InputError(why, source=self._home)
        return page

    def search(self, page: ShopPage, words: str) -> ShopPage:
        """Search from a page; where the shop gives no other, it is this page with a notice.

        Raises:
            UnusableElement: the page has no search field, or no words are given.
            InputError: the server cannot be reached.
        """
        if not page.can_search:
            raise UnusableElement("this page has no search field; click 'Back to Search' first")
        if not words.strip():
            raise UnusableElement("a search needs words")
        return self._followed(page, self._home, {"search_query": words})

    def click(self, page: ShopPage, target: str) -> ShopPage:
        """Click a button, a product's number or an option of a page.

        Where the shop gives no other page, it is this one with a notice.

        Raises:
            UnusableElement: there is no such thing on the page.
            InputError: the server cannot be reached.
        """
        if (found := page.target(target)) is not None:
            return self._followed(page, found.address, {} if found.sends else None)
        there = ", ".join(page.targets) or "nothing"
        raise UnusableElement(f"'{target}' cannot be clicked on this page; there is: {there}")

    def _followed(self, page: ShopPage, address: str, form: Mapping[str, str] | None) -> ShopPage:
        """The page at an address; the one before where the shop answers, but not with a page."""
        try:
            return self._fetched(address, form)
        except HTTPError as error:
            fault, failed = f"{error.code} {error.reason}", error.url
        except URLError as error:
            raise InputError(f"the shop gave no page: {error.reason}", source=address) from error
        except (HTTPException, OSError, ValueError) as error:
            fault, failed = str(error) or type(error).__name__, address
        return replace(page, notice=f"The shop gave no page: {fault} ({failed})")

    def _fetched(self, address: str, form: Mapping[str, str] | None) -> ShopPage:
        sent = None if form is None else urlencode(form).encode()
        work = partial(_received, address, sent, self._timeout)
        return read_page(*_within(self._timeout, work))


def _received(address: str, sent: bytes | None, seconds: float) -> tuple[str, str]:
    """A page's HTML and its address."""
    end = time.monotonic() + seconds
    with urlopen(address, sent, seconds) as answer:
        content = bytearray()
        size = answer.length or 0
        while size <= _MAX_PAGE and (part := answer.read1()):
            if time.monotonic() >= end:
                raise TimeoutError  # what has come is not the whole page
            content += part
            size = len(content) + (answer.length or 0)
        if size > _MAX_PAGE:
            raise ValueError(f"more than {_MAX_PAGE:,} bytes are no page of a shop")
        if answer.length:
            raise IncompleteRead(bytes(content), answer.length)
        return content.decode("utf-8", "replace"), answer.url


def _within(seconds: float, work: Callable[[], tuple[str, str]]) -> tuple[str, str]:
    """Do something for a time; a limit on each read lets a server that drips bytes go on.

    Raises:
        TimeoutError: it took longer; its thread ends later, and nobody waits for it.
    """
    done = Future[tuple[str, str]]()

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    try:
        return done.result(seconds)
    except TimeoutError as error:
        raise TimeoutError(f"there was none within {seconds:g} seconds") from error


@dataclass(frozen=True, slots=True)
class _Element:
    """What can be clicked.

    Args:
        tag: where it is on the page.
        words: what stands on it.
        group: what an option is one of, such as `size`; empty for buttons and links.
        target: where it leads.
    """

    tag: Tag
    words: str
    group: str
    target: Target


def read_page(html: str, address: str) -> ShopPage:
    """What a page, found at an address, says and offers.

    Raises:
        ValueError: its elements are nested too deep.
    """
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(html, "html.parser")
    _check_depth(soup)
    named = _named(list(_elements(soup, address)))
    chosen = _chosen(address)
    labels = {
        id(each.tag): f"[[{name}]]" if chosen.get(each.group) == each.words else f"[{name}]"
        for name, each in named
    }
    instruction = soup.find(id="instruction-text")
    wanted = instruction.get_text(" ", strip=True) if instruction else ""
    reward = soup.find(id="reward")
    number = _NUMBER.search(reward.get_text().rstrip() if reward else "")
    return ShopPage(
        address,
        "\n".join(_lines(soup, labels)),
        _FRAME.sub("", wanted),
        soup.find("input", {"name": "search_query"}) is not None,
        {name: each.target for name, each in named},
        float(number[0]) if reward and number and _SCORE in reward.get_text() else None,
    )


def _check_depth(soup: BeautifulSoup) -> None:
    depths = {id(soup): 0}
    for tag in soup.find_all(True):
        depths[id(tag)] = depth = depths[id(tag.parent)] + 1
        if depth > _MAX_DEPTH:
            raise ValueError(f"its elements are nested more than {_MAX_DEPTH} deep")


def _elements(soup: BeautifulSoup, address: str) -> Iterator[_Element]:
    for form in soup.find_all("form"):
        button = form.find("button")
        if button is not None and form.find("input") is None:
            yield _Element(button, _text(button), "", Target(_link(address, form, "action"), True))
    for link in soup.select("a.product-link"):
        yield _Element(link, _text(link), "", Target(_link(address, link, "href"), False))
    for option in soup.select('input[type="radio"]'):
        words, group = (_blanks_collapsed(str(option.get(key, ""))) for key in ("value", "name"))
        yield _Element(option, words, group, Target(_link(address, option, "data-url"), False))


def _named(elements: Sequence[_Element]) -> list[tuple[str, _Element]]:
    """Elements by their words; an option by its group, too, where other elements have its words."""
    often = Counter(_plain(each.words) for each in elements)
    return [
        (f"{each.group}: {each.words}" if shared and each.group else each.words, each)
        for each in elements
        for shared in (often[_plain(each.words)] > 1,)
    ]


def _lines(soup: BeautifulSoup, labels: Mapping[int, str]) -> Iterator[str]:
    """What is to be read, in the page's order; options as their labels."""
    from bs4.element import PreformattedString, Tag

    unseen, label = set[int](), ""
    for piece in soup.descendants:
        parent = piece.parent
        if isinstance(piece, Tag):
            if id(parent) in unseen or _hides(piece):
                unseen.add(id(piece))
            if piece.name == "input":
                label = labels.get(id(piece), label)
            continue
        words = _blanks_collapsed(str(piece))
        if not words or isinstance(piece, PreformattedString) or id(parent) in unseen:
            continue
        assert parent is not None
        if parent.name == "button" and words == "Search":
            continue
        if parent.name == "label":
            yield label or f"[{words}]"
        elif parent.name == "button" or "product-link" in (parent.get("class") or ()):
            yield f"[{words}]"
        else:
            yield words
    if soup.find("input", {"name": "search_query"}) is not None:
        yield "[Search: a field for words]"


def _hides(tag: Tag) -> bool:
    return (
        tag.name in _UNSEEN
        or tag.has_attr("hidden")
        or "display:none" in str(tag.get("style", "")).replace(" ", "")
    )


def _chosen(address: str) -> dict[str, str]:
    """The options that an item's address says are chosen, by their groups."""
    last = unquote(urlsplit(address).path.rpartition("/")[2])
    try:
        options = literal_eval(last)
    except (ValueError, SyntaxError, MemoryError, RecursionError):  # the last two: nested too deep
        return {}
    chosen = options.items() if isinstance(options, dict) else ()
    return {_blanks_collapsed(str(name)): _blanks_collapsed(str(value)) for name, value in chosen}


def _link(address: str, element: Tag, name: str) -> str:
    """Where an element leads; a server may leave blanks in its addresses."""
    return urljoin(address, quote(str(element.get(name, "")), safe="/:?&=%[]{}'\",+()"))


def _text(element: Tag) -> str:
    return _blanks_collapsed(element.get_text())


def _blanks_collapsed(text: str) -> str:
    return " ".join(text.split())


def _plain(words: str) -> str:
    """Words as they are compared: without brackets, arrows and capitals."""
    return _blanks_collapsed(re.sub(r"[\[\]<>]", " ", words).lower())
