"""Graphs in YAML: what they say is what is evaluated, and faults are told with their place."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.errors import InputError
from policies.agents.agentkit import PassTrace
from policies.agents.agentkit.graph_file import GraphFile, read_graph
from policies.agents.agentkit.mechanism import BUNDLED, read_acting_graph
from policies.agents.agentkit.show import MAX_DRAWN, as_mermaid, as_svg
from tests.policies.agents.agentkit.graphs import Telling

CAR = """\
system: You drive to $db.city$.
given: [view]
database:
  city: Ulm
  hints: []
entries: [view]
headings: {view: What you see}
nodes:
  - name: road
    prompt: Is the road free?
    parse: yes/no
    store: road.free
  - name: slow
    when: {road: no}
    prompt: What is in the way?
    parse: list
    append: hints
  - name: speed
    needs: [road, slow]
    repeat every: 2
    prompt: How fast?
    parse: choice
    choices: [walking pace, as before]
  - name: drive
    after: [slow, speed]
    unless: {speed: walking pace, $db.road.free$: no}
    prompt: Which way? You know $db.hints$.
    parse: json
    keys:
      way: left or right
      sure: "yes or no: whether you are sure"
    store: {last.way: way}
"""
UNSETTLED = """\
    after: [slow, speed]
    unless: {speed: walking pace, $db.road.free$: no}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "car.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def driven(found: GraphFile, *answers: str) -> tuple[PassTrace, Telling, dict[str, object]]:
    telling = Telling(*answers)
    database = found.database({"view": "a wet road"})
    trace = asyncio.run(found.graph.evaluate(telling, database))
    return trace, telling, database.as_data()


def test_a_file_says_what_is_asked_parsed_and_stored(tmp_path: Path) -> None:
    found = read_graph(written(tmp_path, CAR))
    answers = "yes", "as before", '{"way": "left", "sure": "yes"}'
    trace, telling, entries = driven(found, *answers)
    assert trace.outputs == {
        "road": True,
        "speed": "as before",
        "drive": {"way": "left", "sure": "yes"},
    }
    assert entries["road"] == {"free": True}
    assert entries["last"] == {"way": "left"}
    assert trace.nodes[1].skipped == "only when road is no"
    system, user = telling.asked[1]
    assert system.content == "You drive to Ulm."
    assert user.content == (
        "## What you see\na wet road\n\n## road\nyes\n\n## Question\nHow fast?\n"
        "Answer with one of these and nothing else: walking pace, as before."
    )


def test_conditions_send_a_pass_another_way(tmp_path: Path) -> None:
    found = read_graph(written(tmp_path, CAR))
    trace, _, entries = driven(found, "no", "- a cow\n- its calf", "as before")
    assert trace.outputs["slow"] == ["a cow", "its calf"]
    assert entries["hints"] == ["a cow", "its calf"]
    assert "drive" not in trace.outputs  # the road is not free


def test_an_answer_out_of_form_is_asked_for_again(tmp_path: Path) -> None:
    found = read_graph(written(tmp_path, CAR))
    _, telling, _ = driven(found, "perhaps", "yes", "as before", "{}", '{"way": 1, "sure": "no"}')
    assert "cannot be used: it is neither yes nor no." in telling.asked[1][-1].content
    assert 'the JSON object lacks "way" and "sure"' in telling.asked[4][-1].content


def test_the_bundled_graph_can_play(tmp_path: Path) -> None:
    assert read_acting_graph(BUNDLED).act == "act"


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        (CAR, "", "car.yaml: holds no graph: the file is empty"),
        (CAR, "- a", "car.yaml:1:1: a graph is a mapping"),
        (CAR, "nodes: []", "car.yaml:1:8: `nodes` is empty; a graph needs a node"),
        (CAR, "system: x", "car.yaml:1:1: a graph needs `nodes`, a list"),
        (CAR, "nodes: {a: b}", "car.yaml:1:8: `nodes` is a list, each item behind a hyphen"),
        ("nodes:", "nods:", "car.yaml:8:1: a graph has no `nods`; did you mean 'nodes'?"),
        ("    prompt: How fast?\n", "", "car.yaml:18:5: a node needs `prompt`"),
        ("prompt: How fast?", "promt: x", "21:5: a node has no `promt`; did you mean 'prompt'?"),
        ("prompt: How fast?", "prompt: [a]", "car.yaml:21:13: expected a text"),
        ("prompt: How fast?", "prompt: Is $db.x fast?", "21:13: '$db.x fast?' is no reference"),
        ("prompt: How fast?", "prompt: $db.citi$?", "'speed' needs the database entry 'citi'"),
        ("name: speed", "name: road", "car.yaml:18:5: there are two nodes called 'road'"),
        ("name: speed", "name: the speed", "car.yaml:18:11: 'the speed' is no name"),
        ("name: speed", "name: " + "n" * 101, "is no name; use at most 100 letters, digits, _ and"),
        (
            "needs: [road, slow]",
            "needs: [rode, slow]",
            "car.yaml:18:5: node 'speed' waits for 'rode', which there is not; did you mean 'road'",
        ),
        ("needs: [road, slow]", "needs: [drive]", "nodes wait for each other: "),
        ("needs: [road, slow]", "needs: {road: 1}", "19:12: this is a list, each item behind"),
        ("parse: list", "parse: lists", "16:12: there is no parser 'lists'; did you mean 'list'?"),
        ("parse: list", "parse: xml", "known are json, yes/no, list, choice"),
        ("parse: list", "choices: [a, b]", "16:14: `choices` goes with `parse: choice`"),
        ("    choices: [walking pace, as before]\n", "", "18:5: `parse: choice` needs `choices`"),
        ("[walking pace, as before]", "[slow]", "`choices` are at least two words or phrases"),
        ("repeat every: 2", "repeat every: 0", "20:19: expected a whole number from 1 to 1000000"),
        ("repeat every: 2", "repeat every: often", "20:19: expected a whole number from 1 to"),
        ("repeat every: 2", "repeat every: " + "9" * 23, "20:19: expected a whole number from 1"),
        ("repeat every: 2", "attempts: " + "9" * 23, "20:15: expected a whole number from 1 to"),
        ("repeat every: 2", "attempts: " + "9" * 5000, "20:15: cannot be read: a number has"),
        ("store: road.free", "store: road free", "12:12: 'road free' is no path; one looks like"),
        ("store: road.free", "store: pass", "12:12: `pass` is the number of the pass"),
        ("store: road.free", "store: {a: b}", "`store` by keys goes with `parse: json` and `keys`"),
        ("{last.way: way}", "{last.way: wey}", "there is no key 'wey'; did you mean 'way'?"),
        ("when: {road: no}", "when: {rode: no}", "'slow' waits for 'rode', which there is not"),
        ("when: {road: no}", "when: {$db.x: no}", "'$db.x' is no reference"),
        ("when: {road: no}", "when: {$dbx: no}", "14:18: '$dbx' is no reference; one looks"),
        ("when: {road: no}", "when: {$dby $db.hints$: no}", "'$dby $db.hints$' is no reference"),
        ("when: {road: no}", "when: road", "car.yaml:14:11: `when` is a mapping"),
        ("when: {road: no}", "when: {road: a, road: b}", "car.yaml:14:21: `road` stands twice"),
        ("system: You", "act: go\nsystem: You", "car.yaml:1:6: `act` names 'go', which is no node"),
        ("given: [view]", "given: []", "'road' needs the database entry 'view'"),
        (
            "  hints: []",
            "  hint: []",
            "'drive' needs the database entry 'hints', which there is not",
        ),
        (
            UNSETTLED,
            "",
            "'drive' uses 'hints', which node 'slow' stores, but the order of",
        ),
        ("system: You", "system: 'You", "not valid YAML"),
        ("database:", "database: !!python/object:os.system", "car.yaml:"),
        ("  hints: []", "  hints: &a [*a]", "car.yaml:4:3: cannot be read: found unconstructable"),
        ("  hints: []", "  hints: [2020-02-31]", "cannot be read: this is no timestamp"),
        ("  hints: []", "  hints: !!timestamp x", "cannot be read: this is no timestamp"),
        ("  hints: []", "  hints: !!int ''", "car.yaml:4:3: cannot be read: this is no int"),
        ("  hints: []", "  hints: !!bool x", "cannot be read: this is no bool"),
        ("  hints: []", f"  hints: 1{':1' * 200_000}", "a number has at most 1,000 characters"),
        ("  hints: []", f"  hints: 1{':1' * 400}.5", "cannot be read: this is no float"),
        ("prompt: How fast?", r'prompt: "\U00110000"', "not valid YAML: chr()"),
        ("prompt: How fast?", r'prompt: "\ud800"', "21:13: not valid YAML: half of a surrogate"),
        ("  hints: []", "  hints: " + "[" * 900, "is nested too deeply"),
        ("  hints: []", "  hints: !!set {a, b}", "car.yaml:4:3: cannot be kept: a set is no value"),
        ("  hints: []", "  hints: !!binary aGk=", "cannot be kept: a bytes is no value of JSON"),
        (
            "database:\n  city: Ulm\n  hints: []",
            "database: !!set {city, hints}",
            "car.yaml:3:11: cannot be kept: a set is no value of JSON",
        ),
        ("prompt: How fast?", "prompt: $db.hints.²$?", "the database entry 'hints.²'"),
        ("prompt: How fast?", f"prompt: $db.hints.{'9' * 5000}$?", "needs the database entry"),
    ],
)
def test_a_fault_is_told_with_its_place(
    tmp_path: Path, before: str, after: str, fault: str
) -> None:
    assert before in CAR
    with pytest.raises(InputError) as refused:
        read_graph(written(tmp_path, CAR.replace(before, after)))
    assert fault in str(refused.value)
    assert "\n" not in str(refused.value)
    assert str(refused.value).startswith(str(tmp_path / "car.yaml"))


@given(
    st.integers(0, len(CAR)), st.integers(0, 20), st.sampled_from(["", "{", "- ", "x", "\t", "&"])
)
def test_a_damaged_file_is_read_or_refused_in_one_line(begin: int, length: int, put: str) -> None:
    with TemporaryDirectory() as folder:
        path = written(Path(folder), CAR[:begin] + put + CAR[begin + length :])
        try:
            read_graph(path)
        except InputError as refused:
            assert "\n" not in str(refused)  # noqa: PT017


def test_what_a_file_asks_for_has_to_be_given(tmp_path: Path) -> None:
    found = read_graph(written(tmp_path, CAR))
    with pytest.raises(InputError, match="nobody gives it the entry 'view'; did you mean 'vew'"):
        found.database({"vew": "-"})


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none.yaml: cannot be read: No such file"):
        read_graph(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes("nodes: ü".encode("latin-1"))
    with pytest.raises(InputError, match=r"latin.yaml: is not UTF-8 text"):
        read_graph(tmp_path / "latin.yaml")


def test_a_graph_without_a_node_that_acts_plays_no_task(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="names no node that acts"):
        read_acting_graph(written(tmp_path, CAR))


LAUGHS = "\n".join(
    ["  a0: &a0 [ha, ha]", *(f"  a{n}: &a{n} [{f'*a{n - 1}, ' * 9}]" for n in range(1, 30))]
)
MERGED = "\n".join(
    ["  a0: &a0 {k: v}", *(f"  a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}" for n in range(1, 40))]
)


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        (LAUGHS, "10:7: .* with its aliases"),
        (MERGED, "21:18: .* with its aliases"),
        ("  a: &a [*a]", "4:3: cannot be"),
        ("  a: &a {b: *a}", "4:3: cannot be"),
    ],
)
def test_aliases_that_grow_without_bound_are_refused(
    entries: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=rf"car\.yaml:{why}"):
        read_graph(written(tmp_path, CAR.replace("  city: Ulm", f"{entries}\n  city: Ulm")))


@pytest.mark.parametrize(
    "part",
    [
        "choices: [*b, {}]",
        "keys: {{{}}}",
        "needs: [*b, {}]",
        "entries: [*b, {}]",
    ],
)
def test_aliases_outside_of_the_database_are_bounded_as_well(part: str, tmp_path: Path) -> None:
    many = ", ".join(f"k{n}: *b" if "keys" in part else "*b" for n in range(100))
    parse = "json" if "keys" in part else "choice"
    node = f"- name: a\n    prompt: x\n    parse: {parse}\n    {part.format(many)}"
    path = written(tmp_path, f"system: &b {'x' * 20_000}\nnodes:\n  {node}\n")
    with pytest.raises(InputError, match=r"car\.yaml:6:\d+: .* with its aliases"):
        read_graph(path)


def test_a_large_graph_is_not_drawn(tmp_path: Path) -> None:
    nodes = "".join(f"  - {{name: n{n}, prompt: x}}\n" for n in range(MAX_DRAWN + 1))
    graph = read_graph(written(tmp_path, f"nodes:\n{nodes}")).graph
    assert as_mermaid(graph).count("\n") == MAX_DRAWN + 1
    with pytest.raises(InputError, match="a drawing has at most 1,000 nodes and edges"):
        as_svg(graph)


def test_an_alias_is_as_good_as_what_it_stands_for(tmp_path: Path) -> None:
    aliased = CAR.replace("  city: Ulm", "  city: &name Ulm\n  home: [*name, *name]")
    entries = read_graph(written(tmp_path, aliased)).entries
    assert (entries["city"], entries["home"]) == ("Ulm", ["Ulm", "Ulm"])


def test_no_label_of_a_mermaid_chart_holds_markup(tmp_path: Path) -> None:
    value = '\'"]; click n0 "javascript:x"<img src=x onerror=y>`#quot;$$x$$\''
    found = read_graph(written(tmp_path, CAR.replace("{road: no}", f"{{road: {value}}}")))
    (label,) = (line for line in as_mermaid(found.graph).splitlines() if "slow<br>" in line)
    inside = label.removeprefix('    n1{{"slow<br>').removesuffix('"}}')
    assert not set(inside) & set("\"'<>[]{}()`&:")
    assert "$$" not in inside
    said = re.sub(r"#(\d+);", lambda sign: chr(int(sign[1])), inside)
    assert said == f"when road is {value[1:-1]}"
