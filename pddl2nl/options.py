"""Options of a command line that are declared once: as the fields of frozen values.

A field made by `option` holds its flag, help and default, so that the commands that have the option
and the values that they make are derived from it. A field made by `part` is such a value itself.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

MAX_COUNT = 10_000_000
"""What is counted is also held in memory, or waited for."""


def place(text: str) -> Path:
    """A path; an empty one, as of a variable that is not set, would be the working directory."""
    if not text:
        raise argparse.ArgumentTypeError("expected a path, not ''")
    return Path(text)


def positive(text: str) -> int:
    if not re.fullmatch(r"\d{1,10}", text) or not 0 < int(text) <= MAX_COUNT:
        wanted = f"a whole number from 1 to {MAX_COUNT}"
        raise argparse.ArgumentTypeError(f"expected {wanted}, not '{text[:40]}'")
    return int(text)


def amount(text: str) -> float:
    number = _finite(text)
    if number <= 0:
        raise argparse.ArgumentTypeError(f"expected a number above 0, not '{text[:40]}'")
    return number


def temperature(text: str) -> float:
    number = _finite(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"expected a number from 0 on, not '{text[:40]}'")
    return number


def _finite(text: str) -> float:
    """The number that a text is; a negative one where it is none."""
    with contextlib.suppress(ValueError):
        if math.isfinite(number := float(text)):
            return number
    return -1.0


def whole(text: str) -> int:
    """A whole number that fits 64 bits, as servers and databases take them."""
    if not re.fullmatch(r"[+-]?\d{1,19}", text) or not -(2**63) < int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"expected a whole number of 64 bits, not '{text[:40]}'")
    return int(text)


def size(text: str) -> int:
    """A number of bytes: `8G`, `500M`, `1.5GiB`; a unit is 1024 times the one before."""
    found = re.fullmatch(r"(\d{1,15}(?:\.\d{1,15})?)([KMGT])(?:i?B)?", text, re.IGNORECASE)
    number = int(float(found[1]) * 1024 ** ("KMGT".index(found[2].upper()) + 1)) if found else 0
    if number == 0:
        raise argparse.ArgumentTypeError(f"expected a size such as 8G or 500M, not '{text[:40]}'")
    return number


def size_text(number: float) -> str:
    """A number of bytes in the largest unit that it reaches, as `size` reads it: `8G`."""
    power = max(n for n in range(5) if not n or number >= 1024**n)
    return f"{number / 1024**power:.6g}{'BKMGT'[power]}"


if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value", bound="DataclassInstance")

_OPTION, _PART = "option", "part"


@dataclass(frozen=True, slots=True)
class Option:
    """How the value of a field is asked for, and whether it belongs to the results.

    Args:
        flags: in place of the one made of the field's name.
        arguments: those of `add_argument`; a `help` that is a function is called when it is shown.
        read: makes the field's value of what argparse has parsed; by default, several values become
            a tuple without repetitions.
        kept: whether a results folder keeps it, as all its episodes have it in common.
        attribute: what is kept of it, if not the field: another attribute of its part.
    """

    flags: tuple[str, ...]
    arguments: Mapping[str, Any]
    read: Callable[[Any], object] | None
    kept: bool
    attribute: str | None

    def value(self, parsed: Any) -> object:
        """The field's value, made of what argparse has parsed."""
        if self.read is not None:
            return self.read(parsed)
        if self.arguments.get("nargs") != "+":
            return parsed
        return tuple(dict.fromkeys(parsed if isinstance(parsed, list) else [parsed]))


def option(
    default: object,
    help: str | Callable[[], str],
    *flags: str,
    read: Callable[[Any], object] | None = None,
    kept: bool = False,
    attribute: str | None = None,
    **arguments: object,
) -> Any:
    """A field of a frozen dataclass that is an option; parameters as for `Option`."""
    given = Option(flags, {"help": help, **arguments}, read, kept, attribute)
    return field(default=default, metadata={_OPTION: given})


def count(help: str, metavar: str = "N", *, default: int | None = None, **more: Any) -> Any:
    """An option that is a number from 1 on."""
    return option(default, help, metavar=metavar, type=positive, **more)


def measure(metavar: str, help: str, *, default: float | None = None, **more: Any) -> Any:
    """An option that is an amount above 0, in the unit that stands for it in the help."""
    return option(default, help, metavar=metavar, type=amount, **more)


def path(help: str, *flags: str, metavar: str = "FILE", **more: Any) -> Any:
    """An option that is a file, or another place."""
    return option(None, help, *flags, metavar=metavar, type=place, **more)


def text(metavar: str, help: str, *, default: str | None = None, **more: Any) -> Any:
    """An option that is a text, called by what stands for it in the help."""
    return option(default, help, metavar=metavar, **more)


def switch(help: str, **more: Any) -> Any:
    """An option without a value."""
    return option(False, help, action="store_true", **more)


def part(default: object) -> Any:
    """A field whose value consists of options."""
    return field(default=default, metadata={_PART: True})


def declared(
    owner: DataclassInstance | type[DataclassInstance],
) -> Iterator[tuple[Any, str, Option]]:
    """The options of a value or class: which of its parts each is of, its name, and itself."""
    for each in fields(owner):
        if _PART in each.metadata:
            inner: Any = each.default if isinstance(owner, type) else getattr(owner, each.name)
            yield from declared(inner)
        elif _OPTION in each.metadata:
            yield owner, each.name, each.metadata[_OPTION]


def add_options(
    group: argparse._ActionsContainer,
    owner: type[DataclassInstance],
    **named: str | Mapping[str, object],
) -> None:
    """Add options of a class to a command; those that are not given are not in its namespace.

    Args:
        group: where to.
        owner: the class.
        named: the fields, all where none is named; each with a help of the command's own (empty for
            that of the field), or with several arguments of `add_argument` in place of the field's.
    """
    known = {name: given for _, name, given in declared(owner)}
    for name, own in (named or dict.fromkeys(known, "")).items():
        changes = own if isinstance(own, Mapping) else {"help": own} if own else {}
        arguments = {"default": argparse.SUPPRESS, **known[name].arguments, **changes}
        if callable(arguments["help"]):
            arguments["help"] = arguments["help"]()
        flags = known[name].flags or (f"--{name.replace('_', '-')}",)
        group.add_argument(*flags, dest=name, **arguments)


def read_options(base: Value, options: argparse.Namespace) -> Value:
    """A value with the options that were given.

    Args:
        base: the value of those that were not.
        options: what argparse has parsed.

    Raises:
        InputError: they cannot be combined.
    """
    parsed = vars(options)
    given = {name: each.value(parsed[name]) for _, name, each in declared(base) if name in parsed}
    return changed(base, **given)


def changed(base: Value, **values: object) -> Value:
    """A value with other values of fields, of its parts among them.

    Raises:
        TypeError: it has no such field.
        InputError: the values cannot be combined.
    """
    made: dict[str, Any] = {}
    for each in fields(base):
        if _PART in each.metadata:
            inner = getattr(base, each.name)
            own = {name: values.pop(name) for name in _names(inner) & values.keys()}
            if own:
                made[each.name] = changed(inner, **own)
    return replace(base, **made, **values)


def _names(value: DataclassInstance) -> set[str]:
    """The fields of a value and of its parts."""
    inner = (_names(getattr(value, each.name)) for each in fields(value) if _PART in each.metadata)
    return {each.name for each in fields(value)}.union(*inner)
