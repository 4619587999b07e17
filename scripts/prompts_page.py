"""The page of all prompts: ten domains, each mechanism in each style, as they are sent.

Usage: python scripts/prompts_page.py > docs/all-prompts.md

`make docs` writes the page into the site. `autoplan prompt` prints a single prompt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

from autoplan import cli
from pddl2nl.compose import STYLES

DOMAINS = (
    *("blocksworld", "depot", "ferry", "floortile", "goldminer"),
    *("grid", "grippers", "logistics", "satellite", "visitall"),
)
MECHANISMS = ("basic", "cot", "act", "react")


def page(names: Sequence[str] = DOMAINS) -> Iterator[str]:
    """The lines of the page."""
    yield "# All prompts\n\nA task in each of ten domains, printed by `autoplan prompt`."
    for name in names:
        yield f"\n## {name}"
        for style in STYLES:
            for mechanism in MECHANISMS:
                yield f"\n### {name}, {mechanism}, {style}\n\n```text"
                yield prompt("--domain", name, "--mechanism", mechanism, "--style", style)
                yield "```"


def prompt(*options: str) -> str:
    """What `autoplan prompt` prints for the first task that is not the example."""
    for instance in ("1", "2"):
        with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
            failed = cli.main(["prompt", *options, "--instance", instance])
        if not failed:
            return out.getvalue().rstrip()
    raise SystemExit(err.getvalue())


if __name__ == "__main__":
    print(*page(), sep="\n")
