"""The five tests of the ChatHTN paper (seed paper 003, section 6): what gaps the model can fill."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pddl2nl.llm import ChatModel
from pddl2nl.model import Domain, Problem
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies import Player, PromptSet, Sampling
from policies.agents.chathtn import Found, Seeker, SeekLimits
from policies.agents.chathtn.query import TaskQuery, UnusedAnswer
from policies.answers import AnswerReader, Interpreter, domain_words
from simulator import Episode, InputForm, present_english, present_pddl
from simulator.world import World

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
    refused: tuple[UnusedAnswer, ...] = field(default=())


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
    domain: Domain = replace(problem.domain, methods=left)
    return replace(problem, domain=domain)


async def study(
    tests: Sequence[Case],
    model: ChatModel,
    *,
    form: InputForm = "nl",
    attempts: int = 5,
    limits: SeekLimits | None = None,
    sampling: Sampling = Sampling(temperature=1.0),
    seed: int = 1,
    done: Callable[[StudyOutcome], None] = lambda _: None,
) -> list[StudyOutcome]:
    """Carry tests out, all at the same time.

    Args:
        tests: the tests.
        model: who is asked.
        form: in English (`nl`) or in PDDL.
        attempts: how often a problem is tried (five in the paper).
        limits: how far a search may go.
        sampling: of the model (its temperature is one in the paper, its default).
        seed: sent to the model.
        done: is called with every outcome as soon as it is there.

    Raises:
        PermanentModelError: no call of the model can succeed.
    """

    async def one(case: Case) -> StudyOutcome:
        found = limits or SeekLimits()
        outcome = await _tried(case, model, form, attempts, found, sampling, seed)
        done(outcome)
        return outcome

    return list(await asyncio.gather(*map(one, tests)))


async def _tried(
    case: Case,
    model: ChatModel,
    form: InputForm,
    attempts: int,
    limits: SeekLimits,
    sampling: Sampling,
    seed: int,
) -> StudyOutcome:
    episode, player = _seated(case.problem, model, form, sampling, seed)
    queries: list[int] = []
    refused: list[UnusedAnswer] = []
    found = None
    for attempt in range(attempts):
        query = TaskQuery(player, episode, case.problem, attempt)
        seeker = Seeker(episode.world, case.problem.domain, query.ask, limits)
        found = await seeker.seek(case.problem.network)
        queries.append(seeker.queries)
        refused += query.unused
        if found is not None or not seeker.queries:
            break  # without a question, another attempt would end as this one
    return StudyOutcome(case, found, tuple(queries), tuple(refused))


def _seated(
    problem: Problem, model: ChatModel, form: InputForm, sampling: Sampling, seed: int
) -> tuple[Episode, Player]:
    lexicon = None if form == "pddl" else verbalizer("auto").lexicon(problem.domain)
    shown = present_pddl(problem) if lexicon is None else present_english(problem, lexicon, form)
    reader = AnswerReader(problem, domain_words(problem.domain, lexicon), shown.names)
    player = Player(
        model,
        Interpreter(reader),
        PromptSet(),
        seed=seed,
        sampling=sampling,
        dice=random.Random(seed),
    )
    return Episode(World(problem), shown), player


PUBLISHED: Mapping[str, tuple[str, str]] = {
    "transport": ("(0)", "X (4)"),
    "household": ("(0)", "X (3)"),
    "rescue": ("(0)", "X (4)"),
}
"""The paper's queries for its own domains of that kind (Table 2): full domain, unsolvable."""
