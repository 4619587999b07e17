"""`autoplan htn-study`: the five tests of the ChatHTN paper (ChatHTN paper, section 6): what gaps
the model can fill.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import get_args

import domains
from autoplan.agents.commands._world_options import carried_out
from autoplan.experiment.experiment import ModelOptions, add_model
from autoplan.installation import published
from autoplan.integrations.playable import Form, playable_task
from autoplan.models.paid_models import opened_models
from autoplan.terminal import print_rows
from pddl2nl import console
from pddl2nl.errors import InputError
from pddl2nl.llm import ChatModel
from pddl2nl.model import Problem
from pddl2nl.options import add_options, amount, positive, read_options
from pddl2nl.reader import read_domain, read_problem
from policies import Player, PromptSet, Sampling
from policies.agents.chathtn import Found, Seeker, SeekLimits
from policies.agents.chathtn.query import Answers, TaskQuery, UnusedAnswer
from policies.agents.chathtn.search import as_data, as_html, as_text
from policies.answers import Interpreter
from simulator import Episode

FULL, UNSOLVABLE, NO_MODEL = "full domain", "unsolvable", "no model"
KINDS = ("full-domain", "unsolvable", "no-methods", "method-removed", "no-model")
UNSOLVABLE_FILE = "unsolvable.hddl"
INSTANCE = "instances/instance-1.hddl"
"""The prototypical problem of a domain: every task of it is needed."""


@dataclass(frozen=True, slots=True)
class Case:
    """A test: a problem, with what is left of its domain's methods.

    Args:
        group: `full domain`, `unsolvable`, `no model`, or the task from which methods are removed.
        removed: the method that is removed, empty for all of the group's.
        problem: the problem, in a domain without them.
    """

    group: str
    removed: str
    problem: Problem

    @property
    def kind(self) -> str:
        """Which of the paper's five tests it is."""
        if self.group in (FULL, UNSOLVABLE, NO_MODEL):
            return self.group.replace(" ", "-")
        return "method-removed" if self.removed else "no-methods"


@dataclass(frozen=True, slots=True)
class StudyOutcome:
    """What came of a test.

    Args:
        case: the test.
        found: the plan and its hierarchy, None where none was found.
        queries: how often the model was asked, for each attempt.
        refused: the answers that could not be used.
    """

    case: Case
    found: Found | None
    queries: tuple[int, ...]
    refused: tuple[UnusedAnswer, ...] = ()


def cases(folder: Path) -> Iterator[Case]:
    """The tests of a domain: `domain.hddl`, its first instance, and an unsolvable variant.

    Raises:
        PddlError: a file is missing or no HDDL.
    """
    domain = read_domain(folder / "domain.hddl")
    problem = read_problem(folder / INSTANCE, domain)
    yield Case(FULL, "", problem)
    yield Case(UNSOLVABLE, "", read_problem(folder / UNSOLVABLE_FILE, domain))
    for task in domain.tasks:
        own = [each.name for each in domain.methods if each.task.name == task.name]
        yield Case(task.name, "", _without(problem, own))
        for name in own if own[1:] else ():
            yield Case(task.name, name, _without(problem, [name]))
    yield Case(NO_MODEL, "", _without(problem, [each.name for each in domain.methods]))


def _without(problem: Problem, names: Sequence[str]) -> Problem:
    left = tuple(each for each in problem.domain.methods if each.name not in names)
    return replace(problem, domain=replace(problem.domain, methods=left))


async def study(
    tests: Sequence[Case],
    model: ChatModel,
    *,
    form: Form = "nl",
    attempts: int = 5,
    limits: SeekLimits | None = None,
    answers: Answers = "any",
    sampling: Sampling = Sampling(temperature=1.0),
    done: Callable[[StudyOutcome], None] = lambda _: None,
) -> list[StudyOutcome]:
    """Carry tests out, all at the same time; `done` is called with every outcome.

    Five attempts at a problem and the temperature one are the paper's.

    Raises:
        PermanentModelError: no call of the model can succeed.
    """

    async def one(case: Case) -> StudyOutcome:
        task = playable_task(case.problem, form=form)
        episode, reader = Episode(task.world, task.presentation), Interpreter(task.reader)
        player = Player(
            model, reader, PromptSet(), seed=1, sampling=sampling, dice=random.Random(1)
        )
        queries: list[int] = []
        refused: list[UnusedAnswer] = []
        found = None
        for attempt in range(attempts):
            query = TaskQuery(player, episode, case.problem, attempt, answers)
            seeker = Seeker(episode.world, case.problem.domain, query.ask, limits or SeekLimits())
            found = await seeker.seek(case.problem.network)
            queries.append(seeker.queries)
            refused += query.unused
            if found is not None or not seeker.queries:
                break  # without a question, another attempt would end as this one
        outcome = StudyOutcome(case, found, tuple(queries), tuple(refused))
        done(outcome)
        return outcome

    return list(await asyncio.gather(*map(one, tests)))


ABOUT = """Remove methods from HTN domains, and measure whether ChatHTN still finds plans.

examples:
  autoplan htn-study
        the three bundled domains, with the offline model
  autoplan htn-study --domain rescue --model openai/gpt-4o-2024-08-06 -o study/
        one of them with a language model; hierarchies and outcomes are kept in study/
  autoplan htn-study --domain my-domain/ --input pddl
        a folder with domain.hddl, instances/instance-1.hddl and unsolvable.hddl
"""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--domain",
        metavar="D",
        nargs="+",
        default=list(domains.htn_names()),
        help=f"{', '.join(domains.htn_names())}, or folders (default: all three)",
    )
    command.add_argument(
        "--tests",
        choices=KINDS,
        nargs="+",
        default=KINDS,
        help="tests to run (default: all): full-domain; unsolvable = a condition is unsatisfiable; "
        "method-removed = each method removed in turn; no-methods = all methods of one task "
        "removed; no-model = all methods of the domain removed (a language model still answers)",
    )
    add_model(command)
    command.add_argument("--input", choices=("nl", "pddl"), default="nl", help="default: nl")
    command.add_argument(
        "--answers",
        choices=get_args(Answers),
        default="any",
        help="subtasks that the model may answer with: any (default), or only primitive ones, as "
        "in the ChatHTN paper",
    )
    command.add_argument(
        "--attempts", metavar="N", type=positive, default=5, help="attempts per test (default: 5)"
    )
    command.add_argument(
        "--max-queries",
        metavar="N",
        type=positive,
        default=20,
        help="maximum number of queries per attempt (default: 20)",
    )
    command.add_argument(
        "--max-depth",
        metavar="N",
        type=positive,
        default=100,
        help="maximum number of nested decompositions (default: 100)",
    )
    command.add_argument(
        "--time-limit",
        metavar="S",
        type=amount,
        default=1800.0,
        help="time limit per attempt, in seconds (default: 1800)",
    )
    add_options(command, ModelOptions, temperature="default: 1")
    command.add_argument("-o", "--out", metavar="DIR", type=Path, help="folder for the outcomes")


def run(options: argparse.Namespace) -> int:
    tests = {
        name: tuple(each for each in cases(_folder(name)) if each.kind in options.tests)
        for name in options.domain
    }
    asked = read_options(ModelOptions(sampling=Sampling(temperature=1.0)), options)
    model = opened_models(asked).planner()

    async def studied() -> dict[str, list[StudyOutcome]]:
        return {
            name: await study(
                each,
                model,
                form=options.input,
                attempts=options.attempts,
                limits=SeekLimits(options.max_queries, options.max_depth, options.time_limit),
                answers=options.answers,
                sampling=asked.sampling,
                done=partial(_tell, name),
            )
            for name, each in tests.items()
        }

    found = carried_out(studied())
    for name, outcomes in found.items():
        print_rows((name, "removed", "solved", "queries", "published"), _rows(name, outcomes))
    if options.out is not None:
        _keep(options.out, found)
    return 0


def _folder(name: str) -> Path:
    if name in domains.htn_names():
        return domains.htn_folder(name)
    if not Path(name).is_dir():
        known = ", ".join(domains.htn_names())
        raise InputError(f"is not a folder; bundled are {known}", source=name)
    return Path(name)


def _tell(name: str, outcome: StudyOutcome) -> None:
    what = " ".join(filter(None, (outcome.case.group, outcome.case.removed)))
    solved = "a plan" if outcome.found else "no plan"
    print(f"{name}, {what}: {solved}, {sum(outcome.queries)} queries", file=sys.stderr)


def _rows(name: str, outcomes: list[StudyOutcome]) -> Iterator[Sequence[str]]:
    for each in outcomes:
        kind = each.case.kind
        solved = "yes" if each.found is not None else "X"
        queries = f"({','.join(map(str, each.queries))})"
        removed = each.case.removed or ("" if kind in KINDS[:2] else "all methods")
        cell = _published(name, each.case.group)
        yield each.case.group, removed, solved, queries, cell


def _published(name: str, group: str) -> str:
    """The paper's cell of a domain of that kind (table 2); its tasks and methods are others."""
    for row in published("chathtn"):
        if (row["domain"], row["task"]) == (name, group):
            return f"{'' if row['solved'] == 'yes' else 'X '}({row['queries'].replace(';', ',')})"
    return ""


def _keep(folder: Path, found: dict[str, list[StudyOutcome]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, outcomes in found.items():
        for each in outcomes:
            title = "-".join(filter(None, (name, each.case.group, each.case.removed)))
            stem = title.replace(" ", "-")
            tree = each.found.hierarchy if each.found else ()
            if tree:
                console.emit(as_text(tree), folder / f"{stem}.txt")
                console.emit(json.dumps(as_data(tree), indent=1), folder / f"{stem}.json")
                head = (
                    f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
                )
                page = f"{head}<h1>{title}</h1>{as_html(tree)}</html>"
                console.emit(page, folder / f"{stem}.html")
            rows.append(
                {
                    "domain": name,
                    "group": each.case.group,
                    "removed": each.case.removed,
                    "solved": each.found is not None,
                    "plan": [str(step) for step in each.found.plan] if each.found else None,
                    "queries": each.queries,
                    "refused": [[str(one.task), list(one.unread)] for one in each.refused],
                }
            )
    console.emit(json.dumps(rows, indent=1), folder / "study.json")
