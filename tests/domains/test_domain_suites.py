"""The bundled instances: rebuilt from their seed, distinct, open, solvable, of short plans."""

from __future__ import annotations

import contextlib
import importlib.util
import random
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import domains
from domains.suite import SIZE, Choice, Suite, candidate, generator, read_record, texts

ROOT = Path(domains.__file__).parent.parent
NAMES = domains.names()


def load_script() -> ModuleType:
    path = ROOT / "scripts" / "generate_instances.py"
    spec = importlib.util.spec_from_file_location("generate_instances", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = load_script()


def recorded(name: str) -> Suite:
    suite = read_record(domains.folder(name))
    assert suite is not None
    return suite


def committed(name: str) -> list[bytes]:
    return [path.read_bytes() for path in domains.instances(domains.folder(name))]


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_seed_rebuilds_the_committed_files_byte_for_byte(name: str) -> None:
    rebuilt = texts(generator(name), recorded(name))
    assert [text.encode() for text in rebuilt] == committed(name)


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_gives_other_candidates(name: str) -> None:
    source = generator(name)
    last = SIZE - 1
    assert candidate(source, 1, last, 0) == candidate(source, 1, last, 0)
    assert candidate(source, 1, last, 0) != candidate(source, 2, last, 0)
    assert candidate(source, 1, last, 0) != candidate(source, 1, last, 1)


@pytest.mark.parametrize("name", NAMES)
def test_the_instances_differ_in_more_than_their_names(name: str) -> None:
    assert len({script.facts(text.decode()) for text in committed(name)}) == SIZE


@pytest.mark.parametrize("name", NAMES)
def test_no_goal_holds_at_the_start(name: str) -> None:
    for text in committed(name):
        init, goal = script.facts(text.decode())
        assert goal - init


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_plans_have_the_lengths_that_the_schedule_wants(name: str) -> None:
    schedule = generator(name).schedule
    assert len(schedule) == SIZE
    for entry, choice in zip(schedule, recorded(name).choices, strict=True):
        assert len(choice.plan) in entry.plan_lengths
        assert 3 <= len(choice.plan) <= 20


@pytest.mark.parametrize(
    ("name", "length"), [("blocksworld", 6), ("ferry", 4), ("logistics", 5), ("visitall", 5)]
)
def test_the_first_instance_is_as_near_to_a_plan_of_five_as_the_domain_lets_it(
    name: str, length: int
) -> None:
    assert len(recorded(name).choices[0].plan) == length


@pytest.mark.parametrize("name", NAMES)
def test_every_instance_is_solved_by_its_recorded_plan(name: str) -> None:
    from unified_planning.engines import SequentialPlanValidator
    from unified_planning.io import PDDLReader

    reader = PDDLReader()
    folder = domains.folder(name)
    domain = domains.domain_file(folder)
    for path, choice in zip(domains.instances(folder), recorded(name).choices, strict=True):
        task = reader.parse_problem(str(domain), str(path))
        plan = reader.parse_plan_string(task, "\n".join(choice.plan))
        assert SequentialPlanValidator().validate(task, plan), path


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", [1, SIZE])
def test_the_planner_finds_no_shorter_plan(name: str, number: int) -> None:
    folder = domains.folder(name)
    path = domains.instances(folder)[number - 1]
    plan = script.optimal_plan(domains.domain_file(folder), path)
    assert len(plan) == len(recorded(name).choices[number - 1].plan)


# --- the generators -------------------------------------------------------------------------------

PARAMETERS: Mapping[str, Mapping[str, st.SearchStrategy[int]]] = {
    "blocksworld": {"blocks": st.integers(2, 9)},
    "ferry": {
        "locations": st.integers(2, 6),
        "cars": st.integers(3, 6),
        "moved": st.integers(1, 3),
    },
    "logistics": {
        "cities": st.integers(1, 3),
        "size": st.integers(2, 3),
        "packages": st.integers(1, 4),
        "airplanes": st.integers(1, 2),
    },
    "visitall": {
        "columns": st.integers(2, 5),
        "rows": st.integers(3, 5),
        "holes": st.integers(0, 3),
        "goals": st.integers(1, 2),
    },
}


@pytest.mark.parametrize("name", PARAMETERS)
@given(data=st.data())
def test_a_generator_depends_on_its_arguments_only_and_leaves_the_goal_open(
    name: str, data: st.DataObject
) -> None:
    parameters = data.draw(st.fixed_dictionaries(dict(PARAMETERS[name])))
    seed = data.draw(st.integers(0, 10**6))
    generate = generator(name).generate
    text = generate(random.Random(seed), **parameters)
    assert text == generate(random.Random(seed), **parameters)
    init, goal = script.facts(text)
    assert goal - init


@given(seed=st.integers(0, 10**6), holes=st.integers(0, 10))
def test_every_place_of_a_visitall_grid_can_be_reached(seed: int, holes: int) -> None:
    text = generator("visitall").generate(
        random.Random(seed), columns=4, rows=3, holes=holes, goals=1
    )
    init, _ = script.facts(text)
    links = [fact[1:-1].split()[1:] for fact in init if fact.startswith("(connected")]
    (start,) = (fact[1:-1].split()[1] for fact in init if fact.startswith("(at-robot"))
    reached = {start}
    for _ in links:
        reached |= {end for begin, end in links if begin in reached}
    assert len(reached) == 12 - holes


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("blocksworld", {"blocks": 1}),
        ("ferry", {"locations": 1, "cars": 2, "moved": 1}),
        ("ferry", {"locations": 2, "cars": 2, "moved": 0}),
        ("ferry", {"locations": 2, "cars": 2, "moved": 3}),
        ("logistics", {"cities": 1, "size": 1, "packages": 1, "airplanes": 1}),
        ("logistics", {"cities": 2, "size": 1, "packages": 0, "airplanes": 1}),
        ("visitall", {"columns": 2, "rows": 2, "holes": 0, "goals": 4}),
        ("visitall", {"columns": 2, "rows": 2, "holes": -1, "goals": 1}),
    ],
)
def test_parameters_that_admit_no_open_problem_are_refused(
    name: str, parameters: dict[str, int]
) -> None:
    with pytest.raises(ValueError, match="needs"):
        generator(name).generate(random.Random(0), **parameters)


# --- the script -----------------------------------------------------------------------------------

RunScript = Callable[..., int]


@pytest.fixture
def run_script(monkeypatch: pytest.MonkeyPatch) -> RunScript:
    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["generate_instances.py", *arguments])
        status: int = script.main()
        return status

    return run


def test_the_script_writes_the_recorded_suite_without_a_planner(
    run_script: RunScript, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delattr(script, "optimal_plan")
    assert (
        run_script(
            "blocksworld", "--seed", str(recorded("blocksworld").seed), "--out", str(tmp_path)
        )
        == 0
    )
    written = [(tmp_path / f"instance-{n}.pddl").read_bytes() for n in range(1, SIZE + 1)]
    assert written == committed("blocksworld")


def test_choosing_takes_the_first_candidate_whose_plan_fits() -> None:
    source = generator("visitall")
    domain = domains.domain_file(domains.folder("visitall"))
    suite = recorded("visitall")
    assert script.first_fit(source, suite.seed, 0, domain, set()) == suite.choices[0]


def test_choosing_passes_over_a_candidate_that_is_taken() -> None:
    source = generator("visitall")
    domain = domains.domain_file(domains.folder("visitall"))
    first = recorded("visitall").choices[0]
    taken = {script.facts(candidate(source, recorded("visitall").seed, 0, first.attempt))}
    choice: Choice = script.first_fit(source, recorded("visitall").seed, 0, domain, taken)
    assert choice.attempt > first.attempt


def test_checking_refuses_two_instances_that_say_the_same(tmp_path: Path) -> None:
    paths = list(domains.instances(domains.folder("ferry")))
    with pytest.raises(script.Unfit, match="only 20 distinct instances"):
        script.check(generator("ferry"), [*paths[:-1], paths[0]])


def test_checking_refuses_a_plan_length_that_the_schedule_does_not_want() -> None:
    paths = list(reversed(domains.instances(domains.folder("ferry"))))
    with pytest.raises(script.Unfit, match="an optimal plan of 17 actions"):
        script.check(generator("ferry"), paths)


def test_planning_leaves_the_files_in_the_working_directory_alone(tmp_path: Path) -> None:
    # Fast Downward's translator writes a file of this name, and removes it afterwards.
    (tmp_path / "output.sas").write_text("mine")
    folder = domains.folder("ferry")
    with contextlib.chdir(tmp_path):
        script.optimal_plan(domains.domain_file(folder), domains.instances(folder)[0])
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
