"""Tasks as tools, called by the real client of the protocol's SDK."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

import httpx2 as httpx
from mcp import Client, MCPError, StdioServerParameters

import domains
from autoplan.cli import main
from autoplan.integrations import mcp_server, mcp_tasks
from autoplan.integrations.mcp_server import http_server, planning_server
from autoplan.integrations.mcp_tasks import TaskShelf, TaskSource, sentences_of
from autoplan.integrations.playable import PlayableTask, playable_tasks
from pddl2nl.errors import InputError
from pddl2nl.model import GroundAction
from simulator.plans import parse_plan
from tests import hard_task
from tests.conftest import REPOSITORY

FERRY = domains.folder("ferry")
DOMAIN = (FERRY / "domain.pddl").read_text("utf-8")
FIRST = (FERRY / "instances" / "instance-1.pddl").read_text("utf-8")
STDIO = StdioServerParameters(
    command=sys.executable, args=["-m", "autoplan", "mcp"], env={"PYTHONPATH": str(REPOSITORY)}
)
GARDEN = REPOSITORY / "docs" / "examples" / "garden"
WORDS = json.loads((GARDEN / "garden.json").read_text("utf-8"))
OWN = {
    "domain_pddl": (GARDEN / "domain.pddl").read_text("utf-8"),
    "problem_pddl": (GARDEN / "instances" / "p1.pddl").read_text("utf-8"),
}
"""A task of one's own; `WORDS` are snippets for its domain."""


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """A server on a real socket of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = http_server(planning_server("1", seconds=120))
        serving = asyncio.create_task(server.serve([listening]))
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        server.should_exit = True
        await serving


async def asked(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers where nothing is wrong."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    assert isinstance(answer.structured_content, dict)
    return answer.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool says is wrong: one line."""
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error, answer.content
    (said,) = answer.content
    assert said.type == "text"
    assert "\n" not in said.text
    return said.text


def ferry() -> PlayableTask:
    return playable_tasks("ferry", 1)["instance-1"]


def planned() -> tuple[GroundAction, ...]:
    plan = domains.kept_plan(FERRY / "instances" / "instance-1.pddl")
    assert plan is not None
    return parse_plan("\n".join(plan))


async def play(client: Client, task: str) -> list[dict[str, Any]]:
    """Carry out the plan that is kept, in turn as sentences and in PDDL."""
    say = ferry().presentation.narrator.action
    orders = [say(step) if number % 2 else str(step) for number, step in enumerate(planned())]
    return [await asked(client, "act", task=task, action=order) for order in orders]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_task_is_played_over_http_to_its_goal(address: str, mode: str) -> None:
    async with Client(address, mode=mode) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == {
            *("list_domains", "start_task", "get_texts", "act", "look", "end_task"),
            *("validate_plan", "convert_pddl", "score_answer", "solve"),
        }
        begun = await asked(client, "start_task", domain="ferry")
        texts = ferry().presentation
        assert begun["problem_text"] == texts.problem_text
        assert begun == await asked(client, "get_texts", task=begun["task"])
        seen = await asked(client, "look", task=begun["task"])
        assert seen["observation"].startswith("Currently, ")
        played = await play(client, begun["task"])
        assert [each["solved"] for each in played] == [False] * (len(played) - 1) + [True]
        assert played[-1]["finish"] == "goal"
        assert played[-1]["steps_left"] == begun["step_limit"] - len(played) - 1
        over = await refused(client, "act", task=begun["task"], action="sail")
        assert over.startswith("the task is over, since it is solved")


async def test_a_session_does_not_see_the_tasks_of_another(address: str) -> None:
    async with (
        Client(address, mode="legacy") as one,
        Client(address, mode="legacy") as other,
        Client(address) as sessionless,
    ):
        task = (await asked(one, "start_task", domain="ferry"))["task"]
        own = (await asked(other, "start_task", domain="ferry"))["task"]
        assert task != own
        for stranger in (other, sessionless):
            for tool, more in (("act", {"action": "x"}), ("look", {}), ("end_task", {})):
                told = await refused(stranger, tool, task=task, **more)
                assert told.startswith("there is no such task")
        await asked(one, "get_texts", task=task)
        await asked(one, "end_task", task=task)
        assert "no such task" in await refused(one, "look", task=task)


async def test_a_request_that_is_too_large_is_not_read(address: str) -> None:
    async with httpx.AsyncClient(trust_env=False) as client:
        answer = await client.post(address, content=b" " * (mcp_server.LARGEST_REQUEST + 1))
    assert answer.status_code == 413


async def test_other_sites_cannot_reach_it_through_a_browser(address: str) -> None:
    async with httpx.AsyncClient(trust_env=False) as client:
        answer = await client.post(address, headers={"Origin": "https://example.org"}, json={})
        assert answer.status_code == 403
        assert (await client.post(address, headers={"Host": "a.org"}, json={})).status_code == 421


async def test_texts_are_converted_validated_and_scored() -> None:
    given = {"domain_pddl": DOMAIN, "problem_pddl": FIRST}
    named = {"domain": "ferry", "instance": "instance-1"}
    shown = ferry().presentation
    steps = [str(step) for step in planned()]
    async with Client(planning_server("1", seconds=120)) as client:
        told = await asked(client, "convert_pddl", **given)
        assert told == {"domain_text": shown.domain_text, "problem_text": shown.problem_text}
        assert (await asked(client, "convert_pddl", domain_pddl=DOMAIN))["problem_text"] is None
        for source in (given, named):
            found = await asked(client, "validate_plan", plan="\n".join(steps), **source)
            assert (found["valid"], found["failed_step"]) == (True, None)
        found = await asked(client, "validate_plan", plan="\n".join(steps[1:]), **named)
        assert not found["valid"]
        assert found["failed_step"] > 0
        assert found["reason"].startswith("I cannot ")
        found = await asked(client, "validate_plan", plan="\n".join(steps[:-1]), **named)
        assert found["failed_step"] is None
        answer = "\n".join([*map(shown.narrator.action, planned()), "[PLAN END]"])
        scored = await asked(client, "score_answer", response=answer, **given)
        assert (scored["solved"], scored["solved_strict"], scored["plan"]) == (True, True, steps)
        scored = await asked(client, "score_answer", response="I give up.", **named)
        assert not scored["solved"]
        said = await refused(client, "convert_pddl", domain_pddl="(define (domain d) (:action))")
        assert said.startswith("domain_pddl:1:")


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("score_answer", {"response": "x" * 100_000}),
        ("score_answer", {"response": "(sail a b)\n" * 8_000}),
        ("validate_plan", {"plan": f"(sail {'a ' * 90_000})"}),
        ("validate_plan", {"plan": f"({'a' * 190_000})"}),
    ],
)
async def test_a_long_text_does_not_come_back(tool: str, text: dict[str, str]) -> None:
    async with Client(planning_server("1", seconds=120)) as client:
        found = await asked(client, tool, domain="ferry", **text)
    assert len(json.dumps(found)) < 10_000


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("start_task", {"domain": "fery"}, "this server has no domain 'fery'; did you mean"),
        ("start_task", {"domain": str(FERRY)}, "this server has no domain '/"),
        ("start_task", {"domain": "../ferry"}, "this server has no domain '../ferry'"),
        ("start_task", {"domain": "frontier-miconic:7"}, "this server has no domain"),
        ("start_task", {"domain": "ferry", "instance": 99}, "ferry has no instance 99"),
        ("start_task", {"domain": "ferry", "instance": "../domain"}, "has no instance"),
        ("start_task", {"domain": "ferry", "form": "prose"}, "form: "),
        ("start_task", {}, "name either a listed domain"),
        ("start_task", {"domain_pddl": DOMAIN}, "name either a listed domain"),
        (
            "start_task",
            {"domain_pddl": DOMAIN, "problem_pddl": "(define (problem p) (:domain ferry))"},
            "problem_pddl:1:",
        ),
        (
            "start_task",
            {"domain_pddl": DOMAIN, "problem_pddl": FIRST, "lexicon": {"a": 1}},
            "lexicon: the lexicon has no 'predicates'",
        ),
        ("convert_pddl", {**OWN, "lexicon": "words.json"}, "lexicon: Input should be a valid dict"),
        ("convert_pddl", {**OWN, "lexicon": {"a": "b" * 200_000}}, "lexicon: it may have 200,000"),
        (
            "start_task",
            {**OWN, "lexicon": WORDS, "form": "pddl"},
            "the form pddl takes no verbalizer and no lexicon",
        ),
        (
            "solve",
            {"domain": "ferry", "lexicon": WORDS},
            "lexicon goes with domain_pddl, not with a domain of the server",
        ),
        ("solve", {"domain": "ferry", "seconds": 61}, "seconds: Input should be less than or"),
        ("solve", {"domain": "ferry", "seconds": 0}, "seconds: Input should be greater than 0"),
        ("solve", {"problem_pddl": "x" * 200_001}, "problem_pddl: String should have at most"),
        ("act", {"task": "1", "action": "x" * 2_001}, "action: String should have at most 2000"),
        ("act", {"task": "1" * 101, "action": "x"}, "task: String should have at most 100"),
        ("act", {"task": "instance-1", "action": "x"}, "there is no such task"),
        ("convert_pddl", {"domain_pddl": "(" * 200_001}, "domain_pddl: String should have at most"),
        ("score_answer", {"response": "x" * 100_001}, "response: String should have at most"),
        ("score_answer", {"response": "x", "domain_pddl": DOMAIN}, "name either a listed domain"),
        (
            "score_answer",
            {"response": "x", "domain": "ferry", "domain_pddl": DOMAIN},
            "name either a listed domain and an instance, or both domain_pddl and problem_pddl",
        ),
        ("validate_plan", {"plan": "", "domain": "ferry", "problem_pddl": FIRST}, "name either"),
        ("fly", {}, "Unknown tool: fly"),
    ],
)
async def test_what_is_wrong_is_told_in_one_line(
    tool: str, arguments: dict[str, Any], said: str
) -> None:
    async with Client(planning_server("1", seconds=120)) as client:
        assert said in await refused(client, tool, **arguments)


async def test_a_call_that_takes_too_long_is_stopped_and_the_next_one_works() -> None:
    async with Client(planning_server("1", seconds=0.01)) as client:
        told = await refused(client, "validate_plan", plan="", domain="ferry")
        assert told == "this took too long and was stopped; ask for something smaller"
        assert len((await asked(client, "list_domains"))["result"]) == len(domains.names())


def test_tasks_are_limited_in_number_and_idle_ones_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    limits = {"TASKS_OF_A_SESSION": 2, "TASKS_ALTOGETHER": 3, "IDLE_SECONDS": 60}
    for name, value in {**limits, "time": SimpleNamespace(monotonic=lambda: now)}.items():
        monkeypatch.setattr(mcp_tasks, name, value)
    shelf, task = TaskShelf(), ferry()
    names = [shelf.add("a", task), shelf.add("a", task)]
    assert len(set(names)) == 2
    assert min(map(len, names)) > 20
    with pytest.raises(InputError, match="2 tasks are under way; end one"):
        shelf.add("a", task)
    shelf.add("b", task)
    with pytest.raises(InputError, match="the server has too many tasks"):
        shelf.add("c", task)
    sessionless = TaskShelf()
    assert len({sessionless.add(None, task) for _ in range(3)}) == 3
    now = 50.0
    shelf.get("a", names[0])
    now = 100.0
    assert shelf.get("a", names[0]).episode.steps == 0
    with pytest.raises(InputError, match="idle for too long"):
        shelf.get("a", names[1])
    shelf.add("c", task)


async def test_a_client_starts_the_command_and_plays_over_stdio() -> None:
    async with Client(STDIO) as client:
        begun = await asked(client, "start_task", domain="ferry", instance="instance-1")
        played = await play(client, begun["task"])
    assert played[-1]["solved"]


async def test_a_task_of_the_clients_own_is_solved_and_played_in_its_words_over_stdio() -> None:
    async with Client(STDIO) as client:
        found = await asked(client, "solve", **OWN, lexicon=WORDS, seconds=30)
        assert (found["solvability"], found["reason"]) == ("solvable", None)
        assert found["plan_pddl"][0].startswith("(")
        assert len(found["plan"]) == len(found["plan_pddl"])
        checked = await asked(client, "validate_plan", plan="\n".join(found["plan_pddl"]), **OWN)
        assert checked["valid"]
        begun = await asked(client, "start_task", **OWN, lexicon=WORDS)
        assert "the gardener is at" in begun["problem_text"]
        steps = [
            await asked(client, "act", task=begun["task"], action=sentence)
            for sentence in found["plan"]
        ]
        assert [each["solved"] for each in steps] == [False] * (len(steps) - 1) + [True]
        told = await asked(client, "convert_pddl", **OWN, lexicon=WORDS)
        assert told["problem_text"] == begun["problem_text"]
        answer = "\n".join([*found["plan"], "[PLAN END]"])
        assert (await asked(client, "score_answer", response=answer, **OWN, lexicon=WORDS))[
            "solved"
        ]


async def test_what_a_search_ends_with_is_told() -> None:
    async with Client(planning_server("1", seconds=120)) as client:
        known = await asked(client, "solve", domain="ferry", instance=1)
        assert known["solvability"] == "solvable"
        narrator = ferry().presentation.narrator
        steps = parse_plan("\n".join(known["plan_pddl"]))
        assert known["plan"] == [*map(narrator.action, steps)]
        dry = {**OWN, "problem_pddl": OWN["problem_pddl"].replace("(tap shed)", "")}
        none = await asked(client, "solve", **dry)
        assert (none["solvability"], none["plan"], none["plan_pddl"]) == ("unsolvable", None, None)
        assert none["reason"] == "the search has proved that there is no plan"
        crowd = {"domain_pddl": hard_task.DOMAIN, "problem_pddl": hard_task.problem_text(39)}
        unknown = await asked(client, "solve", **crowd, seconds=1.5)
        assert (unknown["solvability"], unknown["plan"]) == ("unknown", None)
        assert unknown["reason"] == "no plan was found in 1.5 seconds"


async def test_a_task_of_the_clients_own_that_takes_too_long_is_refused() -> None:
    async with Client(planning_server("1", seconds=0.01)) as client:
        for tool in ("start_task", "solve"):
            told = await refused(client, tool, **OWN)
            assert told == "this took too long and was stopped; ask for something smaller"


def test_a_plan_that_does_not_solve_its_task_is_not_told() -> None:
    source = TaskSource(domain="ferry")
    assert sentences_of(source, planned()[:-1]) is None
    assert sentences_of(source, planned()) is not None


async def test_tools_have_titles_hints_and_descriptions_without_indentation() -> None:
    async with Client(STDIO) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    hints = {}
    for name, tool in tools.items():
        assert tool.title
        assert tool.description
        assert all(line == line.strip() for line in tool.description.splitlines())
        assert tool.annotations is not None
        assert (tool.annotations.title, tool.annotations.open_world_hint) == (tool.title, False)
        given = tool.annotations
        hints[name] = (given.read_only_hint, given.destructive_hint, given.idempotent_hint)
    assert len({tool.title for tool in tools.values()}) == len(tools)
    changing = {name: hints.pop(name) for name in ("start_task", "act", "look", "end_task")}
    assert set(hints.values()) == {(True, False, True)}
    assert changing.pop("end_task") == (False, True, True)
    assert set(changing.values()) == {(False, False, False)}


async def test_a_folder_that_the_server_offers_has_its_lexicon(tmp_path: Path) -> None:
    shutil.copytree(GARDEN, tmp_path / "garden")
    (tmp_path / "garden" / "domain.lexicon.json").write_text(json.dumps(WORDS), "utf-8")
    server = planning_server("1", seconds=120, folders=[str(tmp_path / "garden")])
    async with Client(server) as client:
        listed = (await asked(client, "list_domains"))["result"]
        about = "Actions: walk, fill, water."
        assert listed[-1] == {"name": "garden", "summary": about, "instances": 3}
        begun = await asked(client, "start_task", domain="garden", instance="p2")
        assert "the gardener is at" in begun["problem_text"]
        assert (await asked(client, "solve", domain="garden"))["solvability"] == "solvable"
        assert "no domain '" in await refused(client, "solve", domain=str(tmp_path / "garden"))


def test_a_folder_that_cannot_be_offered_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(FERRY, tmp_path / "ferry")
    shutil.copytree(GARDEN, tmp_path / "garden")
    (tmp_path / "garden" / "domain.lexicon.json").write_text("{}", "utf-8")
    assert main(["mcp", "--domain", str(tmp_path / "ferry")]) == 2
    assert main(["mcp", "--domain", str(tmp_path / "garden")]) == 2
    assert main(["mcp", "--domain", "ferry"]) == 2
    assert main(["mcp", "--domain", str(tmp_path / "none")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4
    assert lines[0] == f"{tmp_path}/ferry: has the name of a bundled domain; rename the folder"
    assert lines[1].startswith(f"{tmp_path}/garden/domain.lexicon.json: the lexicon has no ")
    assert lines[2] == "ferry: is not a folder; the bundled domains are offered anyway"
    assert lines[3].startswith(f"{tmp_path}/none: neither a bundled domain")


def test_a_port_that_cannot_be_used_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "--http", "70000"]) == 2
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["mcp", "--http", str(port)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == "--http must be a number from 0 to 65535, not 70000"
    assert second == f"cannot listen on 127.0.0.1:{port}: it is in use"


async def test_a_prompt_is_refused_without_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async with Client(planning_server("1", seconds=120)) as client:
        with pytest.raises(MCPError, match=r"unknown prompt 'x\\x1b': this server has none"):
            await client.get_prompt("x\x1b")
    assert not caplog.records


MALFORMED: tuple[tuple[str, int | str | None, int], ...] = (
    (r'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": "\ud800"}}', 1, -32600),
    (r'{"jsonrpc": "2.0", "id": "\ud800", "method": "ping"}', None, -32600),
    ('{"jsonrpc": "1.0", "id": "a", "method": "ping"}', "a", -32600),
    ('{"id": 2, "method": "ping"}', 2, -32600),
    ('{"jsonrpc": "2.0", "id": 3}', 3, -32600),
    ('{"jsonrpc": "2.0", "id": 4, "method": 5}', 4, -32600),
    ('{"jsonrpc": "2.0", "id": 6, "method": "ping", "params": []}', 6, -32602),
    ('{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', None, -32600),
    ('{"jsonrpc": "2.0", "id": null, "method": "ping"}', None, -32600),
    ('{"jsonrpc": "2.0", "id": [1], "method": "ping"}', None, -32600),
    ("[]", None, -32600),
    ("{}", None, -32600),
    ("7", None, -32600),
    ("nonsense", None, -32700),
    ("[" * 100_000, None, -32700),
)
"""What is sent, the identifier and the code of the error that comes back."""


async def test_malformed_messages_are_answered_over_stdio_and_nothing_is_lost() -> None:
    """One process gets them all: each is answered, and so is the message after it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "autoplan", "mcp"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=REPOSITORY,
    )
    ping = '{"jsonrpc": "2.0", "id": "last", "method": "ping"}'
    assert process.stdin is not None
    assert process.stdout is not None
    for sent, whose, code in MALFORMED:
        process.stdin.write(f"{sent}\n{ping}\n".encode())
        lines = [await asyncio.wait_for(process.stdout.readline(), 60) for _ in range(2)]
        answers = [json.loads(line) for line in lines]
        assert [each["id"] for each in answers] == [whose, "last"], sent[:80]
        assert answers[0]["error"]["code"] == code, sent[:80]
    await asyncio.wait_for(process.communicate(b""), 60)
    assert process.returncode == 0
