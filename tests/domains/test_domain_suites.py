"""The bundled instances: rebuilt from their seed, distinct, open, solved by the plans kept."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import domains
from domains.isomorphism import fingerprint
from domains.suite import (
    PLAN_LENGTHS,
    SCALED_SIZE,
    SIZE,
    Generator,
    Suite,
    generator,
    read_record,
    scaled_generator,
    texts,
)
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.model import GroundAction, Problem
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from simulator.validation import OwnValidator, UnifiedPlanningValidator, ValValidator, find_val
from simulator.world import World

NAMES = domains.names()
RULES = Path(__file__).parent.parent / "data" / "rules"
SCALED_NAMES = [name.removesuffix("-scaled") for name in domains.scaled_names()]


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundled set: its generator, its folder, and the number of its first instance."""

    source: Generator[Any]
    folder: Path
    first: int

    @property
    def domain_file(self) -> Path:
        return domains.folder(self.source.name.removesuffix("-scaled")) / "domain.pddl"

    @property
    def paths(self) -> tuple[Path, ...]:
        return domains.instances(self.folder)

    @property
    def suite(self) -> Suite:
        record = read_record(self.folder)
        assert record is not None
        return record

    def problems(self) -> list[tuple[Problem, tuple[GroundAction, ...]]]:
        """Every instance with the plan kept for it."""
        domain = read_domain(self.domain_file)
        return [(read_problem(path, domain), kept_plan(path)) for path in self.paths]


BUNDLES = {name: Bundle(generator(name), domains.folder(name), 1) for name in NAMES}
SCALED = {
    f"{name}-scaled": Bundle(scaled_generator(name), domains.folder(name) / "scaled", SIZE + 1)
    for name in SCALED_NAMES
}
EVERYTHING = [pytest.param(bundle, id=name) for name, bundle in (BUNDLES | SCALED).items()]
SMALL = [pytest.param(bundle, id=name) for name, bundle in BUNDLES.items()]


def kept_plan(path: Path) -> tuple[GroundAction, ...]:
    steps = domains.kept_plan(path)
    assert steps is not None
    assert all(re.fullmatch(r"\([^()]+\)", step) for step in steps)
    words = (step[1:-1].split() for step in steps)
    return tuple(GroundAction(name, tuple(args)) for name, *args in words)


@pytest.mark.parametrize("bundle", EVERYTHING)
def test_the_recorded_seed_rebuilds_the_committed_files_byte_for_byte(bundle: Bundle) -> None:
    rebuilt = texts(bundle.source, bundle.suite)
    assert [text.encode() for text in rebuilt] == [path.read_bytes() for path in bundle.paths]


@pytest.mark.parametrize("bundle", EVERYTHING)
def test_the_set_is_complete_and_numbered(bundle: Bundle) -> None:
    size = SIZE if bundle.first == 1 else SCALED_SIZE
    numbers = range(bundle.first, bundle.first + size)
    assert len(bundle.source.schedule) == size
    assert [path.name for path in bundle.paths] == [f"instance-{n}.pddl" for n in numbers]
    kept = {path.name for path in (bundle.folder / "plans").iterdir()}
    assert kept == {f"instance-{n}.plan" for n in numbers}


@pytest.mark.parametrize("bundle", EVERYTHING)
def test_the_instances_differ_in_more_than_names(bundle: Bundle) -> None:
    prints = [fingerprint(path.read_text()) for path in bundle.paths]
    assert len(set(prints)) == len(prints)


@pytest.mark.parametrize("bundle", EVERYTHING)
def test_no_goal_holds_at_the_start(bundle: Bundle) -> None:
    for problem, _ in bundle.problems():
        world = World(problem)
        assert not world.goal_reached(world.initial)


@pytest.mark.parametrize("bundle", EVERYTHING)
def test_the_kept_plans_solve_the_instances_as_two_witnesses_say(bundle: Bundle) -> None:
    own, val = OwnValidator(), find_val()
    other = ValValidator(val) if val else UnifiedPlanningValidator()
    # Unified-planning takes seconds for a large plan, and the witnesses agree elsewhere.
    most = math.inf if val else max(PLAN_LENGTHS)
    for problem, plan in bundle.problems():
        assert own.validate(problem, plan).valid
        assert len(plan) > most or other.validate(problem, plan).valid


@pytest.mark.parametrize("bundle", EVERYTHING)
def test_the_kept_plans_have_the_lengths_that_the_schedule_wants(bundle: Bundle) -> None:
    for entry, path in zip(bundle.source.schedule, bundle.paths, strict=True):
        assert len(kept_plan(path)) in entry.plan_lengths


@pytest.mark.parametrize("bundle", SMALL)
def test_plans_have_between_3_and_20_actions_and_many_lengths(bundle: Bundle) -> None:
    lengths = [len(kept_plan(path)) for path in bundle.paths]
    assert set(lengths) <= set(PLAN_LENGTHS)
    assert len(set(lengths)) >= 6


@pytest.mark.parametrize("bundle", SMALL)
def test_no_plan_is_nearer_to_five_actions_than_that_of_the_first_instance(bundle: Bundle) -> None:
    distances = [abs(len(kept_plan(path)) - 5) for path in bundle.paths]
    assert distances[0] == min(distances)


@pytest.mark.parametrize("bundle", SCALED.values(), ids=SCALED)
def test_every_object_of_a_scaled_task_has_a_part_in_its_plan(bundle: Bundle) -> None:
    for problem, plan in bundle.problems():
        used = {name for step in plan for name in step.args}
        assert used == {item.name for item in problem.objects}


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_write_what_has_been_read(name: str) -> None:
    # A person has read the file; where the rules write something else now, read it again.
    domain = read_domain(BUNDLES[name].domain_file)
    golden = load_lexicon(RULES / f"{name}.json", domain)
    assert verbalizer("rules").lexicon(domain) == golden
