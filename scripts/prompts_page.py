"""Writes docs/prompts.md: ten prompts of each mechanism in each style.

Usage: python scripts/prompts_page.py > docs/prompts.md

What prompts share is printed once: the instructions of a mechanism and style with [DOMAIN] in the
place of the domain, and below each domain its text, its examples and its task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from autoplan.benchmark import benchmark
from autoplan.experiment import EpisodeKey
from autoplan.first_prompt import asked_first
from autoplan.prepare import Prepared, prepare
from autoplan.runner import Stage
from pddl2nl.compose import STYLES, StyleName
from pddl2nl.llm import cache_folder
from pddl2nl.verbalizers import verbalizer
from policies import PromptSet
from policies.symbolic import ReferencePlans, SymbolicPlanner

DOMAINS = (
    "blocksworld",
    "depot",
    "ferry",
    "floortile",
    "goldminer",
    "grid",
    "grippers",
    "logistics",
    "satellite",
    "visitall",
)
MECHANISMS = ("basic", "cot", "act", "react")
_DOMAIN = "[DOMAIN]"
_HEAD = """# Prompts

Ten prompts of each mechanism in each style, made by `python scripts/prompts_page.py`. A whole one,
exactly as it is sent, is printed by

    autoplan prompt --mechanism react --domain ferry --instance 3 --style brief

A prompt is a system message, the few-shot example as a conversation, and the task. The system
message is the mechanism's instructions with the domain in the place of `[DOMAIN]`. Without an
example (`--examples 0`, or a folder with one instance) the instructions tell
the format in words."""


def page(names: Sequence[str] = DOMAINS) -> str:
    """The page, or its head and the sections of some domains."""
    return "\n".join(asyncio.run(_page(names))) + "\n"


async def _page(names: Sequence[str]) -> list[str]:
    lines = [_HEAD, "", "## Instructions"]
    with SymbolicPlanner() as planner:
        references = ReferencePlans(planner, cache_folder() / "reference-plans")
        ready = {name: await _prepared(name, references) for name in names}
    first = next(iter(ready.values()))
    for style in STYLES:
        for mechanism in MECHANISMS:
            lines += await _instructions(first, mechanism, style)
    for each in ready.values():
        lines += ["", f"## {each.name}"]
        for style in STYLES:
            lines += await _told(each, style)
    return lines


async def _prepared(name: str, references: ReferencePlans) -> Prepared:
    return await prepare(benchmark(name), references, most=1, warn=print)


async def _instructions(ready: Prepared, mechanism: str, style: StyleName) -> list[str]:
    """The system message with and without an example."""
    lines = []
    for examples, title in ((True, f"{mechanism}, {style}"), (False, "the same, zero-shot")):
        system, domain, *_ = await _messages(ready, mechanism, style, example=examples)
        said = system.replace(domain, _DOMAIN)
        lines += ["", f"### {title}" if examples else f"{title}:".capitalize(), *_quoted(said)]
    return lines


async def _told(ready: Prepared, style: StyleName) -> list[str]:
    """A domain and its task in a style, and the example of each mechanism."""
    lines = ["", f"### {ready.name}, {style}"]
    for number, mechanism in enumerate(MECHANISMS):
        _, domain, example, task = await _messages(ready, mechanism, style, example=True)
        if number == 0:
            lines += ["", "The domain:", *_quoted(domain)]
            lines += ["", "The task:", *_quoted(task)]
        lines += ["", f"The example of {mechanism}:", *_quoted(example)]
    return lines


async def _messages(
    ready: Prepared, mechanism: str, style: StyleName, *, example: bool
) -> tuple[str, str, str, str]:
    """A prompt's system message, the domain in it, its example and its task."""
    shown = ready if example else Prepared(ready.name, ready.domain, ready.tasks, None)
    stage = Stage(shown, {"nl": verbalizer("auto").lexicon(ready.domain)}, (), style)
    key = EpisodeKey(ready.name, next(iter(ready.tasks)), mechanism, "nl", "none", 1)
    system, *between, task = await asked_first(key, stage, PromptSet())
    told = "\n\n".join(f"=== {each.role} ===\n{each.content}" for each in between[:-2])
    return system.content, stage.presentation(key).domain_text, told, task.content


def _quoted(text: str) -> Iterator[str]:
    yield from ("", "```text", *text.splitlines(), "```")


if __name__ == "__main__":
    print(page(), end="")
