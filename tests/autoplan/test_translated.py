"""Answers that are unread are translated by a model on a server: the real SDK over HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import autoplan
import domains
from autoplan import cli
from autoplan.results.reading import settings
from pddl2nl.llm import Backoff, OpenAIModel
from pddl2nl.naming import name_objects
from pddl2nl.reader import read_domain, read_problem
from tests.autoplan.running import refused
from tests.autoplan.served_reader import Player
from tests.chat_server import Behaviour, ChatServer, error

pytestmark = pytest.mark.usefixtures("key")

FERRY = domains.folder("ferry")
SMALL = ("eval", "--domain", "ferry", "--instances", "2")
UNREADABLE = "1. Ahoy, object_1 and object_3!\n2. Ahoy, object_2 and object_3!"
SOLVING = (
    "1: (sail object_1 object_3)\n1: (board object_2 object_3)\n"
    "2: (sail object_3 object_0)\n2: (debark object_2 object_0)"
)
READ = "sail the ferry from location object_1 to location object_3\n[PLAN END]"


def asks_to_translate(request: dict[str, Any]) -> bool:
    return str(request["messages"][0]["content"]).startswith("You translate ")


_NAMES = {"sail": "sail", "unload": "debark", "load": "board"}
_CRIES = {"ahoy": "sail", "ho": "debark", "heave": "board"}


def muddled(text: str) -> str:
    """An answer whose steps keep their objects, and have cries for words."""
    steps = (line for line in text.splitlines() if re.search(r"_\d", line))
    lines = [f"{n}. {_cry(line)}, {_objects(line)}!" for n, line in enumerate(steps, 1)]
    return "\n".join(lines) or text


def _cry(line: str) -> str:
    return next(cry for cry, name in _CRIES.items() if name == _action(line)).title()


def _action(line: str) -> str:
    return next(name for verb, name in _NAMES.items() if verb in line)


def _objects(line: str) -> str:
    return " ".join(re.findall(r"[a-z]+_\d+", line))


class Sailor:
    """Plans as the offline model does, muddles the words, and knows what the cries mean."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._said: dict[str, str] = {}

    def answer(self, request: dict[str, Any]) -> str | Behaviour:
        if asks_to_translate(request):
            said = request["messages"][-1]["content"].rpartition("The answer:\n")[2]
            lines = [re.split(r"\W+", line.lower(), maxsplit=3) for line in said.splitlines()]
            return "\n".join(
                f"{number}: ({_CRIES[cry]} {_objects(rest)})" for number, _, cry, rest in lines
            )
        # The offline model remembers by its own words what it has done.
        messages = [
            {**each, "content": self._said.get(each["content"], each["content"])}
            for each in request["messages"]
        ]
        told = self._player.answer({"messages": messages})
        assert isinstance(told, str)
        self._said[muddled(told)] = told
        return muddled(told)


# --- eval -----------------------------------------------------------------------------------------


def test_by_default_the_planning_model_translates_its_unread_answers(
    player: Player, tmp_path: Path
) -> None:
    with ChatServer(answer=Sailor(player).answer) as server:
        where = ("--model", "compat/m", "--base-url", server.base_url, "--mechanism", "basic")
        plain, helped = tmp_path / "plain", tmp_path / "helped"
        assert cli.main([*SMALL, *where, "--out", str(plain), "--translator", "none"]) == 0
        asked = len(server.received)
        assert not any(asks_to_translate(each.body) for each in server.received)
        assert cli.main([*SMALL, *where, "--out", str(helped)]) == 0
        # The plans come from the cache; each is translated by one call.
        new = [each.body for each in server.received[asked:]]
    assert len(new) == 2
    assert all(map(asks_to_translate, new))
    assert all(each["temperature"] == 0 for each in new)
    assert "goal" not in set(autoplan.load(plain)["finish"])
    frame = autoplan.load(helped)
    assert set(frame["finish"]) == {"goal"}
    assert not frame["solved_strict"].any()
    assert set(frame["calls"]) == {2}
    assert settings(plain)["translator"] == "none"
    assert settings(helped)["translator"] == "llm"


def test_another_model_can_translate_turn_by_turn(player: Player, tmp_path: Path) -> None:
    with ChatServer(answer=Sailor(player).answer) as server:
        where = ("--model", "compat/m", "--base-url", server.base_url, "--mechanism", "act")
        order = [*SMALL, *where, "--out", str(tmp_path / "out")]
        assert cli.main([*order, "--translator-model", "compat/t"]) == 0
        translations = [each.body for each in server.received if asks_to_translate(each.body)]
    assert {each["model"] for each in translations} == {"t"}
    assert len({each["messages"][0]["content"] for each in translations}) == 1
    told = [each["messages"][-1]["content"] for each in translations]
    assert any("What was observed: I sail the ferry" in each for each in told)
    assert set(autoplan.load(tmp_path / "out")["finish"]) == {"goal"}
    assert settings(tmp_path / "out")["translator"] == "compat/t"


def test_nobody_translates_where_the_planning_model_is_offline(tmp_path: Path) -> None:
    order = [*SMALL, "--mechanism", "basic", "--out", str(tmp_path / "out")]
    assert cli.main(order) == 0
    assert settings(tmp_path / "out")["translator"] == "none"
    assert set(autoplan.load(tmp_path / "out")["calls"]) == {1}


def test_answers_that_are_read_cost_no_translation(player: Player, tmp_path: Path) -> None:
    with ChatServer(answer=player.answer) as server:
        where = ("--model", "compat/m", "--base-url", server.base_url)
        order = [*SMALL, *where, "--mechanism", "basic", "--out", str(tmp_path / "out")]
        assert cli.main(order) == 0
        assert len(server.received) == 2


def test_the_papers_way_sends_every_line(player: Player, tmp_path: Path) -> None:
    def answer(request: dict[str, Any]) -> str | Behaviour:
        if not asks_to_translate(request):
            return player.answer(request)
        said = request["messages"][-1]["content"]
        return f"({_action(said)} {_objects(said)})"

    with ChatServer(answer=answer) as server:
        where = ("--model", "compat/m", "--base-url", server.base_url, "--translator", "sentence")
        order = [*SMALL, *where, "--mechanism", "basic", "--out", str(tmp_path / "out")]
        assert cli.main(order) == 0
        lines = [each.body for each in server.received if asks_to_translate(each.body)]
    frame = autoplan.load(tmp_path / "out")
    assert set(frame["finish"]) == {"goal"}
    assert len(lines) == len({each["messages"][-1]["content"] for each in lines})
    assert frame["calls"].sum() == 2 + frame["plan_length"].sum()
    assert settings(tmp_path / "out")["translator"] == "sentence"


def test_nobody_and_a_model_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    order = [*SMALL, "--mechanism", "act", "--translator", "none", "--translator-model", "compat/t"]
    expected = "--translator none and --translator-model cannot be combined"
    assert refused(capsys, *order).strip() == expected


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ((), "translations of answers by compat/m: at most {turns} calls"),
        (("--translator", "none"), None),
        (
            ("--translator-model", "compat/t"),
            "translations of answers by compat/t: at most {turns} calls",
        ),
        (("--translator", "sentence"), "single lines by compat/m: at most {lines} calls"),
        (("--input", "pddl"), None),
    ],
)
def test_a_dry_run_counts_translations(
    options: tuple[str, ...], line: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--model", "compat/m", "--base-url", "http://127.0.0.1:9/v1")
    assert cli.main([*SMALL, *where, "--mechanism", "basic", "act", *options, "--dry-run"]) == 0
    out = capsys.readouterr().out
    if line is None:
        assert "translations" not in out
        return
    # Two whole plans, one call each; and as many turns as `act` may take.
    steps = int(re.search(r"act +nl +2 +\d+ to (\d+)", out)[1])  # type: ignore[index]
    assert line.format(turns=steps + 2, lines=steps + steps // 2) in out


# --- score ----------------------------------------------------------------------------------------


def answers_file(folder: Path, *responses: str, **more: str) -> str:
    task = {
        "domain": str(FERRY / "domain.pddl"),
        "problem": str(FERRY / "instances" / "instance-1.pddl"),
        **more,
    }
    path = folder / "answers.jsonl"
    path.write_text("".join(json.dumps({**task, "response": each}) + "\n" for each in responses))
    return str(path)


def scored(server: ChatServer, file: str, *more: str) -> int:
    where = ("--translator-model", "compat/t", "--base-url", server.base_url)
    return cli.main(["score", file, *where, *more])


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_score_has_a_model_translate_what_is_unread_in_one_call_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = answers_file(tmp_path, UNREADABLE, READ, f"Now then:\n{UNREADABLE}")
    with ChatServer(answer=lambda request: SOLVING) as server:
        assert scored(server, file) == 0
        assert len(server.received) == 2
        found = lines_of(capsys)
        assert [each["solved"] for each in found] == [True, False, True]
        assert found[0]["plan"] == [line[3:] for line in SOLVING.splitlines()]
        assert found[0]["solved_strict"] is False
        # What is known is not asked for again.
        assert scored(server, file) == 0
        assert len(server.received) == 2
    assert lines_of(capsys) == found


def test_score_and_eval_translate_alike(
    player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sailor = Sailor(player)
    with ChatServer(answer=sailor.answer) as server:
        where = ("--model", "compat/t", "--base-url", server.base_url, "--mechanism", "basic")
        assert cli.main([*SMALL[:3], "--instances", "1", *where, "--out", str(tmp_path / "o")]) == 0
        played, translation = (each.body["messages"] for each in server.received)
        capsys.readouterr()
        response = sailor.answer({"messages": played})
        assert isinstance(response, str)
        instance = autoplan.load(tmp_path / "o")["instance"].iloc[0]
        problem = str(FERRY / "instances" / f"{instance}.pddl")
        file = answers_file(tmp_path, response, problem=problem)
        assert scored(server, file) == 0
        # The request is the same, so that the answer comes from the cache.
        assert len(server.received) == 2
    assert lines_of(capsys)[0]["solved"] is True
    assert translation[0]["role"] == "system"


def test_score_asks_nobody_by_default_and_nobody_about_pddl(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer(answer=lambda request: SOLVING) as server:
        assert cli.main(["score", answers_file(tmp_path, UNREADABLE)]) == 0
        assert cli.main(["score", answers_file(tmp_path, UNREADABLE), "--translator", "none"]) == 0
        assert scored(server, answers_file(tmp_path, "(ahoy l0 l1)", form="pddl")) == 0
        assert not server.received
    assert not any(each["solved"] for each in lines_of(capsys))


def test_score_translates_line_by_line_as_the_paper_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tuples = iter(line[3:] for line in SOLVING.splitlines())
    with ChatServer(answer=lambda request: next(tuples)) as server:
        said = "ahoy\nheave\nahoy again\nho"
        assert scored(server, answers_file(tmp_path, said), "--translator", "sentence") == 0
        assert [each.body["messages"][-1]["content"] for each in server.received] == [
            "ahoy",
            "heave",
            "ahoy again",
            "ho",
        ]
    assert lines_of(capsys)[0]["solved"] is True


def failing_at_the_second(page: Behaviour) -> Callable[[dict[str, Any]], str | Behaviour]:
    def answer(request: dict[str, Any]) -> str | Behaviour:
        return page if "too much" in request["messages"][-1]["content"] else SOLVING

    return answer


def test_an_answer_that_the_server_rejects_stays_unread(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = error(400, "This prompt is too long", code="context_length_exceeded")
    file = answers_file(tmp_path, UNREADABLE, f"{UNREADABLE}\nobject_4 is too much", UNREADABLE)
    with ChatServer(answer=failing_at_the_second(page)) as server:
        assert scored(server, file) == 0
    found = lines_of(capsys)
    assert [each["solved"] is True for each in found] == [True, False, True]
    assert "This prompt is too long" in found[1]["first_error"]


def test_an_answer_whose_call_fails_now_is_left_out_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    defaults = OpenAIModel.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "max_retries", 0)
    page = error(503, "too many sailors")
    file = answers_file(tmp_path, UNREADABLE, f"{UNREADABLE}\nobject_4 is too much", UNREADABLE)
    with ChatServer(answer=failing_at_the_second(page)) as server:
        assert scored(server, file) == 2
    told = capsys.readouterr()
    assert [json.loads(line)["solved"] for line in told.out.splitlines()] == [True, True]
    (complaint,) = (line for line in told.err.splitlines() if ":2: " in line)
    assert complaint.startswith(f"{file}:2: not translated: ")
    assert "too many sailors" in complaint


def test_scoring_says_what_it_waits_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    defaults = OpenAIModel.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "backoff", Backoff(first=0.01, longest=0.05))
    with ChatServer([error(500, "overloaded")] * 2, answer=lambda request: SOLVING) as server:
        assert scored(server, answers_file(tmp_path, UNREADABLE)) == 0
    assert "waiting: attempt 2: compat/t: the server failed" in capsys.readouterr().err


def test_a_wrong_key_stops_scoring_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "graded.jsonl"
    with ChatServer(answer=lambda request: error(401, "Incorrect key")) as server:
        file = answers_file(tmp_path, READ, UNREADABLE, f"{UNREADABLE}\n", f"{UNREADABLE} ")
        assert scored(server, file, "-o", str(target)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    (stopped,) = told.err.splitlines()
    assert stopped.startswith("stopped: ")
    assert "401" in stopped
    assert not target.exists()


def test_scoring_keeps_to_a_limit_of_money(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prices = tmp_path / "prices.json"
    prices.write_text('{"dated": "2026-01-01", "models": {"compat/t": {"input": 1, "output": 1}}}')
    file = answers_file(tmp_path, UNREADABLE)
    with ChatServer(answer=lambda request: SOLVING) as server:
        assert scored(server, file, "--prices", str(prices), "--max-cost", "0.00001") == 2
        assert not server.received
        assert "the limit of $0.00 is reached" in capsys.readouterr().err
        assert scored(server, file, "--prices", str(prices), "--max-cost", "1") == 0
    assert capsys.readouterr().err == "translations: 1 call, $0.0000\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--translator", "llm"], "--translator llm needs --translator-model SPEC"),
        (["--translator", "sentence"], "--translator sentence needs --translator-model SPEC"),
        (
            ["--translator", "none", "--translator-model", "compat/t"],
            "--translator none and --translator-model cannot be combined",
        ),
        (["--base-url", "http://127.0.0.1:9/v1"], "--base-url: no model is named; name one with"),
        (["--translator-model", "oracle"], "unknown model 'oracle'"),
        (["--translator-model", "compat/t"], "the model compat/t needs the base URL"),
        (["--max-cost", "0"], "autoplan score: argument --max-cost: expected a number above 0"),
    ],
)
def test_options_that_do_not_go_together_are_one_line(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, "score", answers_file(tmp_path, READ), *options).startswith(message)


# --- recorded answers -----------------------------------------------------------------------------


def test_free_answers_translated_as_meant_are_graded_as_meant(
    shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Right and wrong plans: a translation of what is meant is graded as what is meant."""
    entries = [
        json.loads(line)
        for line in (shared / "loose" / "loose.jsonl").read_text("utf-8").splitlines()
    ]
    meant: dict[str, str] = {}
    for entry in entries:
        home = domains.folder(entry["domain"])
        problem = home / "instances" / f"{entry['instance']}.pddl"
        entry |= {"domain": str(home / "domain.pddl"), "problem": str(problem)}
        names = name_objects(read_problem(problem, read_domain(home / "domain.pddl"))).english
        steps = (step.strip("()").split() for step in entry["plan"])
        meant[entry["response"].split()[-1]] = "\n".join(
            f"1: ({name} {' '.join(names[item] for item in args)})" for name, *args in steps
        )
    file = tmp_path / "loose.jsonl"
    file.write_text("".join(json.dumps(entry) + "\n" for entry in entries))

    def answer(request: dict[str, Any]) -> str:
        return meant[request["messages"][-1]["content"].split()[-1]]

    with ChatServer(answer=answer) as server:
        assert scored(server, str(file)) == 0
        translated = {each.body["messages"][-1]["content"].split()[-1] for each in server.received}
    found = lines_of(capsys)
    assert len(translated) >= 6
    for entry, each in zip(entries, found, strict=True):
        if entry["response"].split()[-1] in translated:
            assert each["plan"] == entry["plan"]
            assert each["solved"] == entry["solved"]
