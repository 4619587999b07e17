"""Writes docs/prompts.md: ten prompts of each mechanism in each style.

Usage: python scripts/prompts_page.py > docs/prompts.md

What prompts share is printed once: the instructions of a mechanism and style with [DOMAIN] in the
place of the domain, and below each domain its text, its examples and its task.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from autoplan.experiment.benchmarks import benchmark
from autoplan.experiment.matrix import EpisodeKey
from autoplan.play.first_prompt import asked_first
from autoplan.preparation.prepared_domain import PreparedDomain, Verbalization
from autoplan.preparation.reference_plans import References
from autoplan.preparation.task_selection import TaskSelection, select_tasks
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

The prompts for one task in each of ten domains, for every mechanism in each style, part by part,
made by `python scripts/prompts_page.py`. A whole one, exactly as it is sent, is printed by

    autoplan prompt --mechanism react --domain ferry --instance 1 --style brief

A prompt is a system message, the few-shot example as a conversation, and the task. The system
message is the mechanism's instructions with the domain in the place of `[DOMAIN]`. Without an
example (`--examples 0`, or a folder with one instance) the instructions tell
the format in words. The [templates](templates.md) can be replaced."""


def page(names: Sequence[str] = DOMAINS) -> str:
    """The page, or its head and the sections of some domains."""
    return "\n".join(asyncio.run(_page(names))) + "\n"


async def _page(names: Sequence[str]) -> list[str]:
    with SymbolicPlanner() as planner:
        plans = ReferencePlans(planner, cache_folder() / "reference-plans")
        references = References(plans, print)
        told = [
            _Domain(await select_tasks(benchmark(name), plans, most=1, warn=print), references)
            for name in names
        ]
        lines = [_HEAD, "", "## Instructions"]
        for style in STYLES:
            for mechanism in MECHANISMS:
                lines += await told[0].instructions(mechanism, style)
        for each in told:
            lines += ["", f"## {each.ready.name}"]
            for style in STYLES:
                lines += await each.section(style)
    return lines


@dataclass(frozen=True)
class _Domain:
    """A domain and its first task."""

    ready: TaskSelection
    references: References

    async def instructions(self, mechanism: str, style: StyleName) -> list[str]:
        """The system message with and without an example."""
        lines = []
        for examples, title in ((True, f"### {mechanism}, {style}"), (False, "Zero-shot:")):
            system, domain, *_ = await self._messages(mechanism, style, example=examples)
            lines += ["", title, *_quoted(system.replace(domain, _DOMAIN))]
        return lines

    async def section(self, style: StyleName) -> list[str]:
        """The domain and its task in a style, and the example of each mechanism."""
        told = [await self._messages(name, style, example=True) for name in MECHANISMS]
        lines = ["", f"### {self.ready.name}, {style}", "", "The domain:", *_quoted(told[0][1])]
        tasks = [task for *_, task in told]
        for task in dict.fromkeys(tasks):
            who = [name for name, own in zip(MECHANISMS, tasks, strict=True) if own == task]
            lines += ["", f"The task ({', '.join(who)}):", *_quoted(task)]
        for mechanism, (_, _, example, _) in zip(MECHANISMS, told, strict=True):
            lines += ["", f"The example of {mechanism}:", *_quoted(example)]
        return lines

    async def _messages(
        self, mechanism: str, style: StyleName, *, example: bool
    ) -> tuple[str, str, str, str]:
        """A prompt's system message, the domain in it, its example and its task."""
        shown = self.ready if example else replace(self.ready, example=None)
        lexicon = verbalizer("auto").lexicon(shown.domain)
        told = Verbalization({"nl": lexicon}, style=style)
        prepared = PreparedDomain(shown, {1: told}, self.references)
        key = EpisodeKey(shown.name, next(iter(shown.tasks)), mechanism, "nl", "none", 1)
        await prepared.find_reference(key)
        system, *between, task = (await asked_first(key, prepared, PromptSet())).messages
        told = "\n\n".join(f"=== {each.role} ===\n{each.content}" for each in between[:-2])
        return system.content, prepared.presentation(key).domain_text, told, task.content


def _quoted(text: str) -> Iterator[str]:
    yield from ("", "```text", *text.splitlines(), "```")


if __name__ == "__main__":
    print(page(), end="")
