"""Which few-shot example is shown, and the folders of the paper's dataset as they are."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import autoplan
import domains
from autoplan import cli
from autoplan.experiment.experiment import mapped_example
from autoplan.results.reading import transcripts
from tests.commands import done

FERRY = domains.folder("ferry")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(cache))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(*options: str | Path, mechanism: str = "act") -> int:
    order = ["eval", "--mechanism", mechanism, "--instances", "1", "--out", "out"]
    return cli.main([*order, *map(str, options)])


def refused(capsys: pytest.CaptureFixture[str], *options: str | Path) -> str:
    assert play(*options) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1), err
    assert not Path("out").exists()
    return err


def test_the_example_that_was_asked_for_is_shown_told_and_not_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wanted = FERRY / "instances" / "instance-1.pddl"
    assert play("--domain", "ferry", "--example", wanted) == 0
    frame = autoplan.load("out")
    assert list(frame["instance"]) == ["instance-2"]
    assert list(frame["example"]) == ["instance-1"]
    assert frame["solved"].all()
    assert cli.main(["eval", "--mechanism", "act", "--domain", "ferry", "--out", "out"]) == 2
    assert "example is instance-1.pddl:" in capsys.readouterr().err


ACT = ("eval", "--mechanism", "act", "--validator", "own")


def test_instances_can_be_named_and_the_example_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    order = (*ACT, "--domain", "ferry", "visitall")
    ended = done(capsys, cli.main, *order, "--instance", "instance-4", "2", "--out", "out")
    assert ended.returncode == 0
    found = autoplan.load("out")[["domain", "instance"]]
    assert set(map(tuple, found.to_numpy())) == {
        (domain, name) for domain in ("ferry", "visitall") for name in ("instance-4", "instance-2")
    }
    examples = dict(zip(found["domain"], autoplan.load("out")["example"], strict=True))
    [line] = [each for each in ended.stderr.splitlines() if each.startswith("few-shot")]
    listed = ", ".join(f"{examples[name]} of {name}" for name in ("ferry", "visitall"))
    assert line == f"few-shot examples: {listed}"
    [line] = [
        each
        for each in done(
            capsys, cli.main, *ACT, "--domain", "ferry", "--out", "o"
        ).stderr.splitlines()
        if each.startswith("few-shot")
    ]
    assert line == f"few-shot example: {examples['ferry']} of ferry"


@pytest.mark.parametrize(
    ("named", "line"),
    [
        (
            "instance-77",
            "ferry has no instance 'instance-77'; did you mean 'instance-7'? It has",
        ),
        ("instance-3", "instance-3 is the few-shot example of ferry, and not played itself"),
    ],
)
def test_an_instance_that_cannot_be_played_is_refused(
    named: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = done(capsys, cli.main, *ACT, "--domain", "ferry", "--instance", named, "--out", "out")
    assert ended.returncode == 2
    assert ended.stderr.startswith(line)


def test_an_example_from_elsewhere_leaves_all_tasks_to_be_played() -> None:
    elsewhere, played = Path("other/instances"), Path("four/instances")
    for folder in (elsewhere, played):
        folder.mkdir(parents=True)
    shutil.copy(FERRY / "domain.pddl", "four")
    for number in range(1, 5):
        shutil.copy(FERRY / "instances" / f"instance-{number}.pddl", played)
    shutil.copy(FERRY / "instances" / "instance-5.pddl", elsewhere / "one.pddl")
    call = ("--domain", "four", "--example", elsewhere / "one.pddl")
    assert cli.main(["eval", "--mechanism", "basic", "brfs", *map(str, call), "--out", "out"]) == 0
    frame = autoplan.load("out")
    stated = frame.groupby("mechanism")["example"].unique()
    assert list(stated["basic"]) == ["other/instances/one.pddl"]
    assert frame[frame["mechanism"] == "brfs"]["example"].isna().all()
    assert frame["instance"].nunique() == 4


def test_the_prompt_shows_the_example_that_was_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = []
    for number in (1, 3):
        wanted = FERRY / "instances" / f"instance-{number}.pddl"
        call = ["prompt", "--mechanism", "basic", "--domain", "ferry", "--instance", "instance-2"]
        assert cli.main([*call, "--example", str(wanted)]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] != shown[1]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--example", "gone.pddl"), "gone.pddl: is no file"),
        (("--example", "grid.pddl"), "grid.pddl:"),
        (("--example", "grid.pddl", "--examples", "0"), "cannot be combined"),
        (("--example", "grid.pddl", "--example-map", "map.json"), "cannot be combined"),
        (("--example-map", "map.json"), "names no example for ferry"),
        (("--example-map", "gone.json"), "gone.json: is no file"),
        (("--example-map", "grid.pddl"), "cannot be read as JSON"),
        (("--example-map", "lost.json"), "names ferry/p.pddl for ferry, which is not there"),
        (("--example", "grid.pddl", "--domain", "ferry", "grid"), "names one task"),
    ],
)
def test_an_example_that_cannot_be_is_refused(
    options: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(domains.folder("grid") / "instances" / "instance-1.pddl", "grid.pddl")
    Path("map.json").write_text('{"grid": "grid/instance-1.pddl"}')
    Path("lost.json").write_text('{"ferry": "ferry/p.pddl"}')
    assert complaint in refused(capsys, "--domain", "ferry", *options)


# --- the dataset of the paper ---------------------------------------------------------------------


def laid_out(folder: Path) -> Iterator[Path]:
    """Two domains in the layout of the paper's dataset, by its file names."""
    for name in ("ferry", "ferry_scaled"):
        place = folder / name
        (place / "adapted_instances").mkdir(parents=True)
        (place / "adapted_gold_plans").mkdir()
        shutil.copy(FERRY / "domain.pddl", place)
        for number in range(4):
            source, task = f"instance-{number or 4}", f"instance-{number}"
            copy = place / "adapted_instances" / f"{task}.pddl"
            shutil.copy(FERRY / "instances" / f"{source}.pddl", copy)
            plan = (FERRY / "plans" / f"{source}.plan").read_text()
            (place / "adapted_gold_plans" / f"{task}_gold_plan.txt").write_text(plan)
        (place / "orig_problems").mkdir()
        (place / "orig_problems" / "p01.pddl").write_text("(define (problem other))")
        (place / "configs").mkdir()
        (place / "configs" / "act.json").write_text("{}")
        (place / "few_shot_examples_act.json").write_text("[]")
        for seed in (1, 2):
            verb = {1: "sail", 2: "steer"}[seed]
            (place / f"domain_description_seed{seed}.json").write_text(described(verb))
        yield place
    mapping = {"ferry": "ferry/p01.pddl", "ferry_scaled": "ferry/instance-1.pddl"}
    (folder / "few_shot_mappings.json").write_text(json.dumps(mapping))


def described(verb: str) -> str:
    predicates = {
        "not-eq": "{?x} is not equal to {?y}",
        "car": "{?c} is a car",
        "location": "{?l} is a location",
        "at-ferry": "the ferry is at {?l}",
        "at": "{?c} is at {?l}",
        "empty-ferry": "the ferry is empty",
        "on": "{?c} is on the ferry",
        "=": "{?x1} is equal to {?x2}",
        "!=": "{?x1} is not equal to {?x2}",
    }
    actions = {
        "sail": f"{verb} from location {{?from}} to location {{?to}}",
        "board": "board car {?car} at location {?loc}",
        "debark": "debark car {?car} at location {?loc}",
    }
    return json.dumps({"predicate_nl_templates": predicates, "action_nl_templates": actions})


def test_the_folders_of_the_papers_dataset_play_as_they_are() -> None:
    folders = list(laid_out(Path("dataset")))
    call = ("--verbalizer", "dataset/{domain}/domain_description_seed{seed}.json")
    call += ("--example-map", "dataset/few_shot_mappings.json", "--seed", "1", "2")
    order = ["eval", "--mechanism", "basic", "cot", *call, "--out", "out", "--domain"]
    assert cli.main([*order, *map(str, folders)]) == 0
    frame = autoplan.load("out")
    assert frame["solved"].all()
    assert set(frame["snippets"]) == {"pddl2nl"}
    played = frame.groupby("domain")["instance"].unique()
    assert sorted(played["ferry"]) == ["instance-1", "instance-2", "instance-3"]
    assert sorted(played["ferry_scaled"]) == ["instance-1", "instance-2", "instance-3"]
    stated = dict(frame.groupby("domain")["example"].first())
    assert stated["ferry"] == "instance-0"
    assert stated["ferry_scaled"].endswith("ferry/adapted_instances/instance-1.pddl")
    said = autoplan_steps("out")
    assert "sail" in said[1]
    assert "steer" in said[2]
    assert "sail" not in said[2]


@pytest.mark.parametrize("examples", ["0", "1"])
def test_a_folder_of_the_dataset_shows_its_instance_0_and_never_plays_it(examples: str) -> None:
    (folder, _) = laid_out(Path("dataset"))
    order = ["eval", "--mechanism", "basic", "--examples", examples, "--out", "out", "--domain"]
    assert cli.main([*order, str(folder)]) == 0
    frame = autoplan.load("out")
    assert sorted(frame["instance"]) == ["instance-1", "instance-2", "instance-3"]
    assert list(frame["example"].dropna().unique()) == ["instance-0"] * (examples == "1")


def test_a_copy_of_such_a_folder_in_our_layout_is_known_by_its_plan() -> None:
    (folder, _) = laid_out(Path("dataset"))
    (folder / "adapted_instances").rename(folder / "instances")
    (folder / "adapted_gold_plans").rename(folder / "plans")
    assert domains.shown_example(folder) == folder / "instances" / "instance-0.pddl"
    order = ["eval", "--mechanism", "basic", "--out", "out", "--domain"]
    assert cli.main([*order, str(folder)]) == 0
    assert set(autoplan.load("out")["example"]) == {"instance-0"}
    (folder / "plans" / "instance-0_gold_plan.txt").unlink()
    assert domains.shown_example(folder) is None


def test_table_2_is_played_on_such_folders(capsys: pytest.CaptureFixture[str]) -> None:
    (folder, _) = laid_out(Path("dataset"))
    plan = folder / "adapted_gold_plans" / "instance-1_gold_plan.txt"
    first, *rest = plan.read_text().splitlines()
    sail, here, there = first.strip("()").split()  # a way back and forth: no shortest plan
    assert sail == "sail"
    plan.write_text("\n".join([first, f"(sail {there} {here})", first, *rest]))
    order = [
        "paper",
        "--model",
        "reader",
        "--suites",
        "dataset",
        "--instances",
        "1",
        "--out",
        "out",
    ]
    assert cli.main(order) == 0
    shown = capsys.readouterr()
    assert "the dataset's, instance 0" in shown.err
    row = next(line.split() for line in shown.out.splitlines() if line.startswith(" ferry "))
    assert row[-2:] == ["1/1", "(20)"]
    frame = autoplan.load("out/released")
    assert set(frame["domain"]) == {"ferry"}, "the scaled set is of another table"
    assert set(frame[frame["input"] == "nl"]["snippets"].dropna()) == {"pddl2nl"}
    assert set(frame["example"].dropna()) == {"instance-0"}
    assert frame[frame["mechanism"] == "random"]["seed"].nunique() == 10
    assert set(frame["reference_length"]) == {len(rest) + 3}
    assert cli.main([*order[:-1], "two", "--domain", "grid"]) == 2
    assert "dataset: contains no folder of the dataset for grid" in capsys.readouterr().err


def test_the_datasets_map_names_an_example_for_each_of_its_folders(
    shared: Path, tmp_path: Path
) -> None:
    dataset = shared / "apb_dataset"
    listing = (dataset / "LISTING.txt").read_text().splitlines()
    for name in listing:
        if name.startswith("data/") and name.endswith(".pddl"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).touch()
    folder_map = tmp_path / "data" / "few_shot_mappings.json"
    shutil.copy(dataset / "data" / "few_shot_mappings.json", folder_map)
    folders = {line.split("/")[1] for line in listing if re.fullmatch("data/.*/domain.pddl", line)}
    found = {name: mapped_example(folder_map, name) for name in folders}
    assert len(found) == 77
    assert all(path.parent.name == "adapted_instances" for path in found.values())
    # One of the map's targets is among the adapted tasks.
    others = {name for name, path in found.items() if path.name != "instance-0.pddl"}
    assert others == {"mystery98"}


@pytest.mark.parametrize("name", ["blocksworld", "ferry", "logistics_planbench"])
def test_the_datasets_own_folders_show_their_instance_0(shared: Path, name: str) -> None:
    data = shared / "apb_dataset" / "data"
    words = str(data / "{domain}" / "domain_description_seed{seed}.json")
    given = ["--domain", str(data / name), "--verbalizer", words, "--instances", "2"]
    mapped = [*given, "--example-map", str(data / "few_shot_mappings.json")]
    assert cli.main(["eval", "--mechanism", "basic", *mapped, "--out", "out"]) == 0
    frame = autoplan.load("out")
    assert len(frame) == 2
    assert "instance-0" not in set(frame["instance"])
    assert set(frame["example"]) == {"instance-0"}
    assert not frame["error"].any()


def autoplan_steps(folder: str) -> dict[int, str]:
    """What was said in the episodes of each seed."""
    said: dict[int, str] = {}
    for key, _, transcript in transcripts(Path(folder)):
        lines = " ".join(step.text for step in transcript.steps)
        said[key.seed] = said.get(key.seed, "") + lines
    return said


def test_a_pattern_whose_file_is_missing_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    (folder, _) = laid_out(Path("dataset"))
    call = ("--verbalizer", "dataset/{domain}/domain_description_seed{seed}.json")
    err = refused(capsys, "--domain", folder, *call, "--seed", "1", "3")
    assert "dataset/ferry/domain_description_seed3.json" in err
