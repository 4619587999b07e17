"""What is installed and what is not: planners, validators, parsers, keys (not their values)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from autoplan.extras import EXTRAS, advice, is_installed
from simulator.validation import find_val


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked for.

    Args:
        name: what it is.
        state: what was found, in a few words.
        good: whether it is there; what is optional may be absent.
        needed: whether nothing works without it.
    """

    name: str
    state: str
    good: bool
    needed: bool = False


def examine() -> list[Finding]:
    """Look for everything that the toolkit can use."""
    return [
        Finding("autoplan", version("autoplan"), True, needed=True),
        Finding("Python", ".".join(map(str, sys.version_info[:3])), True, needed=True),
        *(_package(name, needed=True) for name in ("unified-planning", "up-fast-downward")),
        _package("openai", needed=True),
        _package("aiohttp", "optional: less time per call of a model"),
        *_extras(),
        _parser_model(),
        _val(),
        *_keys(),
    ]


def _package(name: str, purpose: str = "", *, needed: bool = False) -> Finding:
    try:
        return Finding(name, version(name), True, needed)
    except PackageNotFoundError:
        return Finding(
            name, f"not installed {f'({purpose})' if purpose else ''}".strip(), False, needed
        )


def _extras() -> Iterator[Finding]:
    for name, (modules, purpose) in EXTRAS.items():
        there = is_installed(name)
        state = (
            ", ".join(modules) if there else f"not installed (optional: {purpose}; {advice(name)})"
        )
        yield Finding(f"extra {name}", state, there)


def _parser_model() -> Finding:
    """Whether stanza has a model of English; it comes by a download of its own."""
    if not is_installed("parser"):
        return Finding("stanza's model", "of no use without the extra parser", False)
    from stanza.resources.common import DEFAULT_MODEL_DIR

    folder = Path(DEFAULT_MODEL_DIR) / "en"
    if folder.is_dir():
        return Finding("stanza's model", str(folder), True)
    how = "python -c \"import stanza; stanza.download('en')\""
    return Finding("stanza's model", f"not there; get it with: {how}", False)


def _val() -> Finding:
    program = find_val(os.environ)
    if program is not None:
        return Finding("VAL", str(program), True)
    advice = "not found (optional: set VAL to its folder, or put Validate on the PATH)"
    return Finding("VAL", advice, False)


def _keys() -> Iterator[Finding]:
    for name in ("OPENAI_API_KEY",):
        there = bool(os.environ.get(name, "").strip())
        yield Finding(
            name, "set" if there else "not set (optional: for --model openai/NAME)", there
        )
