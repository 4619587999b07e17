"""The shop over HTTP on this machine, under the addresses that WebShop's own server has."""

from __future__ import annotations

import threading
from ast import literal_eval
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, quote, unquote

from jinja2 import Environment, PackageLoader, StrictUndefined

from domains.agents.webshop.products import Order, Product, ProductSearch, purchase_reward

_PAGE = 10
"""The number of results on a page."""

PARTS = ("Description", "Features", "Reviews")
"""The pages of an item beside its own."""


class Redirect(Exception):
    """What is asked for is at another address."""


class ShopPages:
    """The pages of a shop as functions of their addresses.

    A session named `fixed_7` has order 7; others have one that depends on their name.

    Args:
        stock: the products.
        wanted: the orders.
    """

    def __init__(self, stock: Sequence[Product], wanted: Sequence[Order]) -> None:
        self._items = {each.asin: each for each in stock}
        self._search = ProductSearch(stock)
        self._orders = tuple(wanted)
        loader = PackageLoader("domains.agents.webshop", "pages")
        self._templates = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)

    def page(self, path: str, form: Mapping[str, str]) -> str:
        """The HTML at an address, which is quoted, for a form with these fields.

        Raises:
            LookupError: there is no such page.
            Redirect: the page is elsewhere; the argument says where.
        """
        match [unquote(part) for part in path.strip("/").split("/")]:
            case [""]:
                raise Redirect("/abc")
            case [session]:
                return self._start(session, form)
            case ["search_results", session, keywords, page]:
                return self._results(session, _listed(keywords), int(page))
            case ["item_page", session, asin, keywords, page, options]:
                return self._item(session, asin, keywords, page, _mapped(options))
            case ["item_sub_page", session, asin, keywords, page, part, options]:
                return self._part(session, asin, keywords, page, part, options)
            case ["done", session, asin, options]:
                return self._done(session, asin, _mapped(options))
        raise LookupError(path)

    def _order(self, session: str) -> Order:
        _, _, number = session.partition("fixed_")
        place = int(number) if number.isdigit() else sum(map(ord, session)) % len(self._orders)
        return self._orders[place]

    def _written(self, name: str, session: str, **values: Any) -> str:
        given = {"instruction": self._order(session).instruction, "home": f"/{quote(session)}"}
        return self._templates.get_template(name).render({**given, **values})

    def _start(self, session: str, form: Mapping[str, str]) -> str:
        if "search_query" in form:
            words = form["search_query"].lower().split()
            raise Redirect(_address("search_results", session, words, 1))
        return self._written("start.html", session)

    def _results(self, session: str, words: Sequence[str], page: int) -> str:
        found = self._search.ranked(words)
        shown = found[(page - 1) * _PAGE : page * _PAGE]
        link = partial(_address, "search_results", session, words)
        return self._written(
            "results.html",
            session,
            page=page,
            total=len(found),
            before=link(page - 1) if page > 1 else "",
            after=link(page + 1) if page * _PAGE < len(found) else "",
            items=[
                (each, _address("item_page", session, each.asin, words, page, {})) for each in shown
            ],
        )

    def _item(
        self, session: str, asin: str, keywords: str, page: str, chosen: Mapping[str, str]
    ) -> str:
        item = self._items[asin]
        place = (session, asin, keywords, page)
        return self._written(
            "item.html",
            session,
            item=item,
            results=_address("search_results", session, keywords, page),
            options=[
                (name, [(v, _address("item_page", *place, {**chosen, name: v})) for v in values])
                for name, values in item.options.items()
            ],
            parts=[(part, _address("item_sub_page", *place, part, chosen)) for part in PARTS],
            done=_address("done", session, asin, chosen),
        )

    def _part(
        self, session: str, asin: str, keywords: str, page: str, part: str, options: str
    ) -> str:
        item = self._items[asin]
        lines = {
            "Description": (item.description,),
            "Features": item.features,
            "Reviews": (f"Customers give it {item.rating} of 5 stars.",),
        }[part]
        back = _address("item_page", session, asin, keywords, page, options)
        return self._written("part.html", session, lines=lines, back=back)

    def _done(self, session: str, asin: str, chosen: Mapping[str, str]) -> str:
        reward = purchase_reward(self._items[asin], chosen, self._order(session))
        return self._written("done.html", session, asin=asin, reward=reward)


@contextmanager
def served_shop(stock: Sequence[Product], wanted: Sequence[Order]) -> Iterator[str]:
    """Serve a shop on 127.0.0.1; gives its address, as `http://127.0.0.1:PORT`."""
    handler = type("Handler", (_Handler,), {"pages": ShopPages(stock, wanted)})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    pages: ShopPages

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        fields = parse_qs(self.rfile.read(length).decode())
        self._answer({name: values[0] for name, values in fields.items()})

    def _answer(self, form: Mapping[str, str]) -> None:
        try:
            status, body, headers = 200, self.pages.page(self.path, form), {}
        except Redirect as elsewhere:
            status, body, headers = 302, "", {"location": str(elsewhere)}
        except (LookupError, ValueError, SyntaxError):
            status, body, headers = 404, "There is no such page.", {}
        sent = body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)


def _address(*parts: object) -> str:
    """An address whose parts are quoted, lists and mappings as Python writes them."""
    return "".join(f"/{quote(str(part), safe='')}" for part in parts)


def _listed(text: str) -> list[str]:
    """The words of a query: a list as Python writes it, or words with blanks between them."""
    return [str(word) for word in literal_eval(text)] if text.startswith("[") else text.split()


def _mapped(text: str) -> dict[str, str]:
    chosen = literal_eval(text)
    if not isinstance(chosen, dict):
        raise ValueError(text)  # noqa: TRY004 - an address, not a program's fault
    return {str(name): str(value) for name, value in chosen.items()}
