"""`autoplan validate`: what every validator says of a plan, in English and in PDDL."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from autoplan.play.judge import asked, other_validators, why_no_val
from pddl2nl.english import counted, join
from pddl2nl.model import GroundAction
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from pddl2nl.writer import number_to_pddl
from simulator import Narrator, present_english, present_pddl
from simulator.effects import UndefinedCostError
from simulator.outcome import Refused
from simulator.plans import read_plan
from simulator.validation import (
    OwnValidator,
    Validator,
    Verdict,
    conclusion,
    disagreement,
)
from simulator.validation import val as val_witness
from simulator.world import World

_INDENT = "    "
_WORDS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Validation:
    """A plan, its verdicts, and by name the voices in which reasons are put.

    Args:
        cost: what a valid plan costs, or that this is undefined; None where the task has no metric.
    """

    plan: tuple[GroundAction, ...]
    verdicts: tuple[Verdict, ...]
    voices: tuple[tuple[str, Narrator], ...]
    english: Mapping[str, str] = field(default_factory=dict)
    cost: str | None = None

    @property
    def disagreement(self) -> str | None:
        """Who says what, None where nobody contradicts anybody."""
        return disagreement(self.verdicts)

    @property
    def valid(self) -> bool | None:
        """What the validators agree on, None where they do not or where none gave a verdict."""
        given = {each.valid for each in self.verdicts if each.valid is not None}
        return given.pop() if given and self.disagreement is None else None


def validate(domain: Path, problem: Path, plan: Path, lexicon: str = "auto") -> Validation:
    """Have a plan judged by the World, by unified-planning, and by VAL where it is found.

    Args:
        plan: a file with one ground action a line.
        lexicon: whose snippets the English reasons are made of: a verbalizer's name or a file.

    Raises:
        InputError: a file cannot be read, or the lexicon does not fit the domain.
    """
    declared = read_domain(domain)
    task = read_problem(problem, declared)
    steps = read_plan(plan)
    english = present_english(task, verbalizer(lexicon).lexicon(declared))
    voices = (("English", english.narrator), ("PDDL", present_pddl(task).narrator))
    validators: tuple[Validator, ...] = (OwnValidator(), *other_validators("all"))
    verdicts = tuple(asked(each, task, steps) for each in validators)
    validation = Validation(steps, verdicts, voices, english.names.english)
    if not (validation.valid and task.has_metric):
        return validation
    try:
        cost = number_to_pddl(World(task).plan_cost(steps))
    except UndefinedCostError as error:
        cost = f"undefined because {error.reason}"
    return replace(validation, cost=cost)


def report(validation: Validation) -> str:
    """The verdicts, a paragraph for each validator, and what they come to."""
    width = max(len(verdict.witness) for verdict in validation.verdicts) + 2
    lines = [f"the plan has {counted(len(validation.plan), 'step')}", ""]
    for verdict in validation.verdicts:
        lines.append(f"{verdict.witness:{width}}{conclusion(verdict)}")
        lines += (_INDENT + line for line in _details(validation, verdict))
    if not any(verdict.witness == val_witness.NAME for verdict in validation.verdicts):
        lines.append(f"{val_witness.NAME:{width}}not asked: {why_no_val()}")
    agreed = {True: "valid", False: "invalid", None: "none"}[validation.valid]
    summary = "none, the validators disagree" if validation.disagreement else agreed
    costs = [] if validation.cost is None else [f"cost: {validation.cost}"]
    return "\n".join([*lines, "", f"verdict: {summary}", *costs])


def _details(validation: Validation, verdict: Verdict) -> Iterator[str]:
    """Where the plan fails and why, or the output of a validator that has given no verdict."""
    if verdict.valid:
        return
    if verdict.valid is None:
        yield from _own_words(verdict)
        return
    step = None if verdict.failed_step is None else validation.plan[verdict.failed_step]
    if step is not None:
        yield f"{'step':9}{step}"
        called = ((name, validation.english.get(name, name)) for name in dict.fromkeys(step.args))
        new = [f"{name} is {word}" for name, word in called if word != name]
        yield from [f"{'names':9}{join(new)}"] if new else ()
    reasons = [(name, _reason(voice, step, verdict)) for name, voice in validation.voices]
    stated = [(name, reason) for name, reason in reasons if reason]
    yield from (f"{name:9}{reason}" for name, reason in stated)
    if not stated:
        yield from _own_words(verdict)


def _own_words(verdict: Verdict) -> Iterator[str]:
    """The end of what a validator printed, where its verdicts are explained."""
    lines = verdict.output.splitlines()[-_WORDS_SHOWN:]
    return (f"{'' if row else 'output':9}{line}" for row, line in enumerate(lines))


def _reason(voice: Narrator, step: GroundAction | None, verdict: Verdict) -> str:
    """Why a plan is invalid; nothing where the validator says so in its own words alone."""
    if step is not None and verdict.faults:
        return voice.refused(Refused(step, verdict.faults))
    if step is None and verdict.unmet_goal:
        return voice.unfinished(verdict.unmet_goal)
    return ""


ABOUT = """Validate a plan with autoplan's simulator, unified-planning and, if it is found, VAL.

examples:
  autoplan validate domain.pddl problem.pddl plan.txt
        whether the plan is valid; if not, the step at which it fails, and why
  autoplan validate domain.pddl problem.pddl plan.txt --verbalizer lexicon.json
        the reasons in your own snippets
  VAL=~/VAL/bin autoplan validate domain.pddl problem.pddl plan.txt
        with your own build of VAL

Exit status: 0 valid, 1 invalid, no verdict or a disagreement, 2 bad input.
"""


def add(command: argparse.ArgumentParser) -> None:
    for name, contents in (
        ("domain", "the domain file"),
        ("problem", "the problem file"),
        ("plan", "the plan file: one ground action per line, such as (move a b)"),
    ):
        command.add_argument(name, metavar=name.upper(), type=Path, help=contents)
    command.add_argument(
        *("--verbalizer", "--lexicon"),
        metavar="NAME|FILE",
        default="auto",
        help="source of the snippets: auto (default), library, rules, template, or a lexicon file",
    )


def run(options: argparse.Namespace) -> int:
    found = validate(options.domain, options.problem, options.plan, options.verbalizer)
    print(report(found))
    if found.disagreement:
        print(f"the validators disagree: {found.disagreement}", file=sys.stderr)
    return 0 if found.valid else 1
