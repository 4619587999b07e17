"""Task networks in the papers' JSON: read, written, and every fault told with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domains.agents import WRITTEN_NETWORKS
from policies.agents.procedural import NetworkError, human_network, load_network, parse_network
from policies.agents.procedural.network import network_faults

GOOD = """{
  "method1": {
    "task": "process user request",
    "subtasks": {"subtask10": "write", "subtask2": "plan", "subtask1": "read"},
    "effect": "answer.txt holds the answer",
    "effect_files": {"file1": "answer.txt", "file2": "files/request.txt"}
  },
  "method2": {"task": "plan", "effect": "notes hold a plan", "effect_files": ["files/notes.txt"]}
}"""
EFFECT = '"effect": "notes hold'


def with_(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def test_the_papers_json_is_read() -> None:
    network = parse_network(GOOD)
    top = network.task("process user request")
    assert top.subtasks == ("read", "plan", "write")
    assert top.effect_files == ("answer.txt", "request.txt")
    assert network.task("plan").effect_files == ("notes.txt",)


def test_a_network_is_written_as_it_is_read() -> None:
    network = parse_network(GOOD)
    assert parse_network(json.dumps(network.as_data())) == network


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind, each in WRITTEN_NETWORKS.items() for name in each.benchmarks],
)
def test_the_bundled_networks_can_be_followed(kind: str, name: str) -> None:
    network = human_network(name, kind)
    named = {name for each in network.tasks.values() for name in each.subtasks}
    assert named <= set(network.tasks)


def test_tabs_and_characters_beyond_sixteen_bits_are_json_too() -> None:
    text = GOOD.replace("  ", "\t").replace("notes hold a plan", "\\ud83d\\ude00 \\/ \\u00e9")
    assert parse_network(text).task("plan").effect == "😀 / é"


FAULTS = [
    ("{", "net.json:1:2: is no JSON"),
    ("[]", 'net.json:1:1: a task network is an object {"method1"'),
    ('{"m": 3}', "net.json:1:7: a method is an object with task, effect and effect_files"),
    (with_('"task": "plan", ', ""), "net.json:8:14: a method has no task"),
    (with_('"effect": "notes hold a plan", ', ""), "8:14: the task 'plan' has no effect"),
    (with_('"notes hold a plan"', '" "'), "8:41: effect must be a text that is not empty"),
    (with_('"notes hold a plan"', "7"), "8:41: effect must be a text that is not empty"),
    (
        with_(', "effect_files": ["files/notes.txt"]', ""),
        "8:14: the task 'plan' has no effect_files: the verifier sees nothing else",
    ),
    (
        with_("files/notes.txt", "note.txt"),
        "there is no file 'note.txt'; did you mean 'notes.txt'?",
    ),
    (with_('["files/notes.txt"]', '"notes.txt"'), "effect_files must be an object with numbered"),
    (
        with_('"subtask10"', '"last"'),
        "4:18: the keys of subtasks end in numbers, and 'last' in none",
    ),
    (with_('"subtasks"', '"subtask"'), "4:5: a method has no 'subtask'; did you mean 'subtasks'?"),
    (with_('"task": "plan"', '"task": "process user request"'), "has a method already, in line 2"),
    (with_('"method2"', '"method1"'), "8:3: the network has 'method1' twice"),
    (with_('"process user request"', '"x"'), "has no top task: one must be called 'process user"),
    (
        with_(EFFECT, f'"subtasks": ["process user request"], {EFFECT}'),
        "a task is among its own subtasks: 'process user request' → 'plan' → 'process",
    ),
    (with_(EFFECT, f'"check": "yes", {EFFECT}'), "8:40: a check is 'answer' or 'module:function'"),
    ("[" * 5_000, "is no JSON"),
]


@pytest.mark.parametrize(("text", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_fault_is_told_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(NetworkError) as caught:
        parse_network(text, "net.json")
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_all_faults_are_told_to_a_model() -> None:
    text = with_('"answer.txt"', '"reply.txt"').replace("notes hold a plan", "")
    faults = network_faults(text)
    assert [fault.partition(":")[0] for fault in faults] == ["line 6", "line 8"]
    assert network_faults(GOOD) == []


def test_a_model_may_not_name_a_check() -> None:
    text = with_(EFFECT, f'"check": "os:system", {EFFECT}')
    assert parse_network(text).task("plan").check == "os:system"
    assert "names no checks" in network_faults(text, checks=False)[0]


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match=r"none\.json: cannot be read: No such file"):
        load_network(tmp_path / "none.json")
    (tmp_path / "latin.json").write_bytes(b"{\xff}")
    with pytest.raises(NetworkError, match="is not UTF-8 text"):
        load_network(tmp_path / "latin.json")
