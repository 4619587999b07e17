"""Questions made for the instances of domains, in balance and with their proofs."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from autoplan.experiment.benchmarks import Benchmark
from autoplan.questions.kinds import Undecided, ask
from autoplan.questions.question import FORMS, KINDS, Form, Kind, Question
from autoplan.questions.scenes import SceneSource, in_turn
from autoplan.questions.wording import Wording
from pddl2nl.english import join
from policies.symbolic import SymbolicPlanner

MAX_SCENES = 12
"""The number of states in which a question of a kind is looked for, before it is left out."""


@dataclass(slots=True)
class Tally:
    """What came of making questions.

    Attributes:
        undecided: the claims that nothing proved or disproved.
        missing: how many questions could not be made, by domain, kind and form.
    """

    undecided: Undecided = field(default_factory=Undecided)
    missing: Counter[tuple[str, Kind, Form]] = field(default_factory=Counter)


async def questions(
    benchmark: Benchmark,
    wording: Wording,
    planner: SymbolicPlanner,
    tally: Tally,
    *,
    kinds: Sequence[Kind] = KINDS,
    forms: Sequence[Form] = FORMS,
    number: int = 1,
    instances: int | None = None,
    seed: int = 1,
    advance: Callable[[], object] = lambda: None,
) -> AsyncIterator[Question]:
    """Questions about a domain, the same for the same seed.

    Args:
        benchmark: the domain and its instances.
        wording: how they are put.
        planner: where planners run.
        tally: counts what could not be made.
        kinds: what is asked.
        forms: the forms of answers.
        number: how many questions of each kind and form.
        instances: the number of instances that they are about, None for all.
        seed: of all choices.
        advance: called for every question that is made, or cannot be.
    """
    tasks = [(path.stem, each) for path, each in benchmark.problems.items()][:instances]
    sources = [SceneSource(name, problem, planner, seed) for name, problem in tasks]
    for kind in kinds:
        for form in forms:
            # The right answers take turns, in an order of their own for each domain and kind.
            first = random.Random(f"{seed}/{benchmark.name}/{kind}/{form}").randrange(4)
            for turn in range(number):
                advance()
                dice = random.Random(f"{seed}/{benchmark.name}/{kind}/{form}/{turn}")
                start = turn + dice.randrange(MAX_SCENES) * number
                async for scene in in_turn(sources, range(start, start + MAX_SCENES)):
                    asked = await ask(kind, form, scene, dice, first + turn, tally.undecided)
                    if asked is not None:
                        name = f"{benchmark.name}-{kind}-{form}-{seed}-{turn + 1}"
                        yield wording.question(name, benchmark.name, scene, asked)
                        break
                else:
                    tally.missing[benchmark.name, kind, form] += 1


def missing_lines(missing: Mapping[tuple[str, Kind, Form], int]) -> list[str]:
    """A line for each domain in which some questions could not be made as often as wanted."""
    domains: dict[str, list[str]] = defaultdict(list)
    for (domain, kind, form), number in missing.items():
        domains[domain].append(f"{kind} {form} ({number})")
    return [f"{domain}: no state for {join(found)}" for domain, found in domains.items()]
