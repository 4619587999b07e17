"""Templates that anybody may have written: Jinja2 with limits on what one reaches, makes and takes.

A template reads the values that it is given, and calls macros, loops and a few harmless methods.
Whatever it makes, loops over or shows is paid for in characters and items, in advance where an
operation multiplies, and every payment looks at the clock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined, Undefined, nodes
from jinja2.exceptions import SecurityError, TemplateRuntimeError
from jinja2.filters import do_indent, do_replace, do_trim, sync_do_join
from jinja2.loaders import split_template_path
from jinja2.nodes import EvalContext
from jinja2.runtime import BlockReference, Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment, safe_range
from jinja2.utils import Cycler, Joiner, Namespace, pass_context, pass_eval_context
from jinja2.visitor import NodeTransformer

MAX_MADE = 20_000_000
"""Characters and items that a template may make in all."""
MAX_SECONDS = 5.0
"""Seconds that a template may take."""
MAX_FILE = 200_000
"""Bytes of a template's file, which Jinja2 takes apart before the clock is looked at."""
MAX_BITS = 4096
"""Of a whole number; Python takes long to divide large ones, and shows none of 4,300 digits."""
SEARCHED_FOR_ONE = 100
"""Pairs of characters, one sought and one searched, that cost as much as making one character."""

FILTERS = (
    *("abs", "capitalize", "count", "d", "default", "dictsort", "first", "float", "groupby"),
    *("indent", "int", "items", "join", "last", "length", "list", "lower", "map", "max", "min"),
    *("reject", "rejectattr", "replace", "reverse", "safe", "select", "selectattr", "sort"),
    *("string", "title", "trim", "truncate", "unique", "upper", "wordcount"),
)
"""The filters that there are; others of Jinja2 make much of little, or are for HTML."""
_GLOBALS: Mapping[str, Callable[..., Any]] = {
    "cycler": Cycler,
    "dict": dict,
    "joiner": Joiner,
    "namespace": Namespace,
    "range": safe_range,
}
_CALLABLE = (BlockReference, Joiner, LoopContext, Macro, Undefined)
_METHODS: tuple[tuple[type, Collection[str]], ...] = (
    (
        str,
        (
            *("capitalize", "casefold", "count", "endswith", "find", "isdigit", "islower"),
            *("isupper", "lower", "lstrip", "partition", "removeprefix", "removesuffix"),
            *("rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip"),
            *("title", "upper"),
        ),
    ),
    (Mapping, ("get", "items", "keys", "values")),
    (Cycler, ("next", "reset")),
    (LoopContext, ("changed", "cycle")),
)
_PAID, _EACH_PAID = "paid", "each paid"
_READING = (nodes.Getattr, nodes.Name, nodes.NSRef, nodes.Slice)
"""Expressions that only read, or are part of one."""


class _Account(threading.local):
    """What the template that is being filled may still make, and when its time is up."""

    left = 0
    end = 0.0

    def open(self) -> None:
        """Begin with a template."""
        self.left, self.end = MAX_MADE, time.monotonic() + MAX_SECONDS

    def pay(self, amount: int) -> None:
        """Take something off.

        Raises:
            TemplateRuntimeError: nothing is left, or the time is up.
        """
        self.left -= amount
        if self.left < 0:
            raise TemplateRuntimeError(f"it makes more than {MAX_MADE:,} characters and items")
        if time.monotonic() > self.end:
            raise TemplateRuntimeError(f"it takes more than {MAX_SECONDS:g} s")

    def paid(self, value: Any, times: int = 1) -> Any:
        """A value that is paid for with all that is in it; an iterator's items as they come."""
        if isinstance(value, str):
            self.pay(times * (1 + len(value)))
            return value
        if isinstance(value, Iterator):
            return self.each_paid(value)
        pending = [value]
        while pending:
            match pending.pop():
                case Undefined():
                    self.pay(times)
                case str() | bytes() as text:
                    self.pay(times * (1 + len(text)))
                case int() as number:
                    _check_bits(number.bit_length())
                    self.pay(times)
                case Mapping() as mapping:
                    self.pay(times * (1 + len(mapping)))
                    pending += [*mapping, *mapping.values()]
                case Namespace() as names:
                    self.pay(times)
                    pending.append(names._Namespace__attrs)
                case Collection() as items:
                    self.pay(times * (1 + len(items)))
                    pending += items
                case _:
                    self.pay(times)
        return value

    def pay_search(self, text: str, sought: Iterable[Any]) -> None:
        """Take off what it may cost to look for texts in a text."""
        characters = sum(len(each) for each in sought if isinstance(each, str))
        self.pay(len(text) * characters // SEARCHED_FOR_ONE)

    def each_paid(self, values: Iterable[Any]) -> Iterator[Any]:
        """Values, each paid for when its turn comes."""
        for each in values:
            yield self.paid(each)


class TemplateSandbox(ImmutableSandboxedEnvironment):
    """Fills templates.

    Args:
        loader: where they are.
    """

    intercepted_binops = frozenset(("*", "**", "%"))

    def __init__(self, loader: BaseLoader) -> None:
        super().__init__(
            loader=loader,
            undefined=StrictUndefined,
            autoescape=False,
            optimized=False,
            # A run's prompts stay those of its fingerprint.
            auto_reload=False,
        )
        self._account = _Account()
        guarded = {
            "indent": self._indent,
            "join": self._join,
            "replace": self._replace,
            "trim": self._trim,
            _PAID: self._paid,
            _EACH_PAID: self._each_paid,
        }
        self.filters = {**{name: self.filters[name] for name in FILTERS}, **guarded}
        self.globals = dict(_GLOBALS)

    def filled(self, name: str, values: Mapping[str, Any]) -> str:
        """The text of a template.

        Raises:
            Exception: whatever goes wrong in it; its traceback leads to the template's line.
        """
        self._account.open()
        return self.get_template(name).render(values)

    # --- what Jinja2 asks

    def _generate(self, source: nodes.Template, *args: Any, **kwargs: Any) -> str:
        return super()._generate(_Paying().visit(source), *args, **kwargs)

    def is_safe_callable(self, obj: Any) -> bool:
        """Whether a template may call something."""
        if isinstance(obj, _CALLABLE) or any(obj is each for each in _GLOBALS.values()):
            return True
        owner, name = getattr(obj, "__self__", None), getattr(obj, "__name__", "")
        return any(isinstance(owner, kind) and name in names for kind, names in _METHODS)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call something."""
        if not __self.is_safe_callable(__obj):
            name = getattr(__obj, "__name__", type(__obj).__name__)
            raise SecurityError(f"a template may not call '{name}'")
        owner = getattr(__obj, "__self__", None)
        if isinstance(owner, str):
            __self._account.pay_search(owner, (*args, *kwargs.values()))
        elif __obj is dict:
            args = tuple(
                each if isinstance(each, Mapping) else __self._account.each_paid(each)
                for each in args
            )
        elif isinstance(__obj, LoopContext):
            args = tuple(map(__self._account.each_paid, args))
        return __context.call(__obj, *args, **kwargs)

    def call_filter(self, *args: Any, **kwargs: Any) -> Any:
        """Filter one item of a list."""
        self._account.pay(1)
        return super().call_filter(*args, **kwargs)

    def call_test(self, *args: Any, **kwargs: Any) -> Any:
        """Test one item of a list."""
        self._account.pay(1)
        return super().call_test(*args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Do what may make much of little."""
        if operator == "%" and isinstance(left, str):
            raise SecurityError("a template may not use % on text")
        if isinstance(left, int | float) and isinstance(right, int | float):
            if operator == "**" and isinstance(left, int) and isinstance(right, int):
                _check_bits(left.bit_length() * right)
        elif operator == "*":
            many, times = (right, left) if isinstance(left, int) else (left, right)
            self._account.paid(many, max(1, int(times)))
        return super().call_binop(context, operator, left, right)

    # --- filters

    @pass_context
    def _paid(self, _: Context, value: Any) -> Any:
        return self._account.paid(value)

    @pass_context
    def _each_paid(self, _: Context, values: Any) -> Any:
        return self._account.each_paid(values)

    def _indent(self, text: Any, width: int | str = 4, *args: Any, **kwargs: Any) -> str:
        whole = str(text)
        lines = 1 + whole.count("\n")
        self._account.pay(lines * (len(width) if isinstance(width, str) else max(0, width)))
        return do_indent(whole, width, *args, **kwargs)

    @pass_eval_context
    def _join(self, context: EvalContext, value: Any, d: Any = "", attribute: Any = None) -> str:
        items, joint = list(value), str(d)
        self._account.pay(len(items) * len(joint))
        return sync_do_join(context, items, joint, attribute)

    @pass_eval_context
    def _replace(
        self, context: EvalContext, text: Any, old: Any, new: Any, count: int | None = None
    ) -> str:
        whole, before, after = str(text), str(old), str(new)
        self._account.pay(whole.count(before) * len(after))
        return do_replace(context, whole, before, after, count)

    def _trim(self, text: Any, chars: str | None = None) -> str:
        whole = str(text)
        self._account.pay_search(whole, (chars,))
        return do_trim(whole, chars)


def _check_bits(bits: int) -> None:
    """Refuse a whole number that is too large.

    Raises:
        TemplateRuntimeError: it is.
    """
    if bits > MAX_BITS:
        raise TemplateRuntimeError(f"it makes a whole number of more than {MAX_BITS:,} bits")


class _Paying(NodeTransformer):
    """Puts a payment around every expression that makes something, is shown or looped over."""

    def generic_visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> nodes.Node:
        """A node whose expressions are paid for."""
        super().generic_visit(node, *args, **kwargs)
        if isinstance(node, nodes.For):
            node.iter = _through(_EACH_PAID, node.iter)
        elif isinstance(node, nodes.Output):
            node.nodes = [_through(_PAID, each) for each in node.nodes]
        elif isinstance(node, nodes.CallBlock):
            # It is a call for Jinja2, and its macro pays for what it shows.
            node.call = next(node.call.iter_child_nodes())  # type: ignore[assignment]
        assigned = getattr(node, "ctx", "load") != "load"
        makes = isinstance(node, nodes.Expr) and not isinstance(node, _READING)
        return _through(_PAID, node) if makes and not assigned else node


def _through(name: str, node: nodes.Node) -> nodes.Filter:
    return nodes.Filter(
        node, name, [], [], None, None, lineno=node.lineno, environment=node.environment
    )


class Folder(FileSystemLoader):
    """The templates in a folder of a prompt set.

    Args:
        prompt_set: the whole of it; links may lead anywhere in it.
        purpose: the folder inside it.
    """

    def __init__(self, prompt_set: Path, purpose: str) -> None:
        super().__init__(prompt_set / purpose)
        self._folder, self._whole = prompt_set / purpose, prompt_set.resolve()

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template, as Jinja2 asks for it.

        Raises:
            TemplateNotFound: there is none of that name.
            SecurityError: it is a link that leads out of the prompt set, or too large.
        """
        path = self._folder.joinpath(*split_template_path(template))
        if path.is_file() and not path.resolve().is_relative_to(self._whole):
            raise SecurityError(f"{template} is a link that leads out of the folder")
        if path.is_file() and path.stat().st_size > MAX_FILE:
            raise SecurityError(f"{template} is larger than {MAX_FILE:,} bytes")
        return super().get_source(environment, template)
