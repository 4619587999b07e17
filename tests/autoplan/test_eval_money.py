"""What an evaluation costs: told before, counted as it goes, and not exceeded."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import autoplan
from autoplan import cli
from autoplan.experiment.experiment import Experiment, PlayOptions, RunOptions
from autoplan.forecast.dry_run import forecast
from autoplan.models.paid_models import Payment
from autoplan.play.evaluate import evaluate
from autoplan.report.material import gather
from autoplan.results.store import FILE, Store
from autoplan.results.summary import bill
from pddl2nl.llm import Backoff, Usage
from pddl2nl.llm.batch import Timing
from pddl2nl.llm.prices import PriceList
from simulator import InputForm
from tests.autoplan.served_reader import Player
from tests.batch_server import BatchServer
from tests.chat_server import ChatServer, completion, reply
from tests.conftest import REPOSITORY
from tests.local_server import Reply

pytestmark = pytest.mark.usefixtures("key")

ORDER = ("eval", "--domain", "ferry", "--instances", "3", "--model", "openai/m-1")
USAGE = {
    "prompt_tokens": 1000,
    "completion_tokens": 100,
    "prompt_tokens_details": {"cached_tokens": 400},
    "completion_tokens_details": {"reasoning_tokens": 60},
}
DOLLARS_A_CALL = 0.6 + 0.2 + 0.8


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    path = tmp_path / "prices.json"
    price = {"input": 1000, "cached_input": 500, "output": 8000}
    path.write_text(json.dumps({"dated": "2031-01-01", "models": {"openai/m-1": price}}))
    return path


@pytest.fixture
def server(player: Player) -> ChatServer:
    def answer(request: dict[str, object]) -> object:
        said = player.answer(request)
        assert isinstance(said, str)
        return reply(completion(said, usage=USAGE))

    return ChatServer(answer=answer)  # type: ignore[arg-type]


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / FILE) as connection:
        return connection.execute(query).fetchall()


def test_tokens_are_kept_by_role_and_paid_for_once(
    server: ChatServer, prices: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, again = tmp_path / "out", tmp_path / "again"
    with server:
        where = ["--base-url", server.base_url, "--prices", str(prices)]
        assert cli.main([*ORDER, "--mechanism", "act", *where, "--out", str(out)]) == 0
        assert cli.main([*ORDER, "--mechanism", "act", *where, "--out", str(again)]) == 0
        calls = len(server.received)
    bills = [line for line in capsys.readouterr().out.splitlines() if line.startswith("paid: ")]
    assert bills == [f"paid: ${calls * DOLLARS_A_CALL:.4f} for {calls} calls"]
    every = "SELECT role, asked, reused, sum(calls), sum(input_tokens), sum(cached_tokens), "
    every += "sum(output_tokens), sum(reasoning_tokens) FROM expenses GROUP BY role, asked, reused"
    tokens = (calls, 1000 * calls, 400 * calls, 100 * calls, 60 * calls)
    assert rows(out, every) == [("planner", "openai/m-1", 0, *tokens)]
    assert rows(again, every) == [("planner", "openai/m-1", 1, *tokens)]
    paid = "SELECT count(*), sum(usd) FROM payments"
    assert rows(out, paid) == [(calls, pytest.approx(calls * DOLLARS_A_CALL))]
    assert rows(again, paid) == [(0, None)]


def test_a_report_knows_at_which_prices_its_folder_was_played(
    server: ChatServer, prices: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    with server:
        order = [*ORDER, "--mechanism", "act", "--base-url", server.base_url, "--out", str(out)]
        assert cli.main([*order, "--prices", str(prices)]) == 0
        assert cli.main(order) == 0  # our own list has no price of this model to put in its place
        calls = len(server.received)
    material = gather({"out": out})
    assert material.episodes["usd"].sum() == pytest.approx(calls * DOLLARS_A_CALL)
    assert material.dated == "2031-01-01"
    assert cli.main(["report", str(out)]) == 0
    assert "At the list prices of 2031-01-01, all" in (out / "report.html").read_text("utf-8")
    dearer = json.loads(prices.read_text())
    dearer["models"]["openai/m-1"] = {"input": 2000, "cached_input": 1000, "output": 16000}
    prices.write_text(json.dumps(dearer))
    found = gather({"out": out}, PriceList.load(prices))
    assert found.episodes["usd"].sum() == pytest.approx(2 * calls * DOLLARS_A_CALL)


def test_a_bill_tells_calls_without_a_known_price_apart(tmp_path: Path) -> None:
    with Store.open(tmp_path / "out", {}) as store:
        usage = Usage(1, 0, 1)
        store.pay(
            [Payment("openai/m-1", "planner", False, usage, usd) for usd in (0.5, None, None)]
        )
    told = "paid: $0.5000 for 1 call and 2 calls whose price is not known"
    assert bill(tmp_path / "out") == told


def test_a_limit_stops_the_run_and_a_higher_one_continues(
    server: ChatServer, prices: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    limit = 10 * DOLLARS_A_CALL
    with server:
        order = [*ORDER, "--mechanism", "act", "--base-url", server.base_url]
        order += ["--prices", str(prices), "--out", str(out), "--max-connections", "2"]
        order += ["--max-tokens", "100"]
        assert cli.main([*order, "--max-cost", f"{limit}"]) == 2
        stop = capsys.readouterr().err.splitlines()[-1]
        assert re.fullmatch(
            rf"stopped: the limit of \${limit:.2f} is reached: \$[\d.]+ are spent, and the "
            r"next call may cost up to \$[\d.]+ "
            r"\(to continue, repeat the command\)",
            stop,
        )
        first = len(server.received)
        spent = rows(out, "SELECT sum(usd) FROM payments")[0][0]
        assert spent == pytest.approx(first * DOLLARS_A_CALL)
        assert 0 < first <= 10
        # The limit counts what earlier runs have spent.
        assert cli.main([*order, "--max-cost", f"{limit}"]) == 2
        assert len(server.received) == first
        assert cli.main([*order, "--max-cost", "1000"]) == 0
        frame = autoplan.load(out)
        assert len(server.received) == frame["calls"].sum(), "no call is paid for twice"
    assert len(frame) == 3
    assert frame["solved"].all()


def test_a_limit_without_a_price_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = [*ORDER, "--mechanism", "act", "--base-url", "http://127.0.0.1:9/v1"]
    assert cli.main([*order, "--max-cost", "5", "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert "prices.json: has no price for openai/m-1, so --max-cost cannot be enforced" in told
    assert len(told.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_dry_run_foretells_the_calls_and_asks_nothing(
    server: ChatServer,
    prices: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    order = [*ORDER, "--mechanism", "basic", "cot", "act", "react", "random"]
    order += ["--prices", str(prices), "--seed", "1", "2"]
    with monkeypatch.context() as without:
        without.delenv("OPENAI_API_KEY")
        assert cli.main([*order, "--dry-run"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    foretold = {line[1]: int(line[4]) for line in lines if line[:1] == ["ferry"]}
    assert not (tmp_path / "results").exists()
    with server:
        assert cli.main([*order, "--base-url", server.base_url, "--out", "out"]) == 0
    frame = autoplan.load("out").query("mechanism != 'random'")
    # The reader's plans are those of the planner that the reference plans are of.
    assert foretold == frame.groupby("mechanism")["calls"].sum().to_dict()


def test_the_page_has_the_cost_that_its_command_foretells(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (REPOSITORY / "docs" / "harness.md").read_text(encoding="utf-8")
    command, shown = re.findall(
        r"^    \$ autoplan (eval .*?--dry-run)$(.*?)^(?=\S)", page, re.MULTILINE | re.DOTALL
    )[0]
    assert cli.main(command.replace("\\", " ").split()) == 0
    stated, foretold = (
        [word for word in text.split() if set(word) != {"─"}]
        for text in (shown, capsys.readouterr().out)
    )
    assert foretold == stated


@pytest.mark.parametrize("form", ["nl", "template", "pddl"])
def test_a_dry_run_counts_every_round_in_which_a_plan_may_fail(form: InputForm) -> None:
    order = Experiment(PlayOptions(("modulo", "modulo:rounds=3"), ("ferry", "beluga"), 2, (form,)))
    found = asyncio.run(forecast(order))
    calls = {(each.domain, each.mechanism): each.calls for each in found.estimates}
    assert len(calls) == 4
    for (_, name), foretold in calls.items():
        assert foretold == (2, 20 if name == "modulo" else 6)


def test_a_dry_run_counts_the_tokens_that_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    order = Experiment(
        PlayOptions(("basic", "act"), ("ferry",), 3), run=RunOptions(out=Path("out"))
    )
    found = asyncio.run(forecast(order))
    asyncio.run(evaluate(order))
    frame = autoplan.load("out").groupby("mechanism")[["input_tokens", "output_tokens"]].sum()
    for each in found.estimates:
        least = (each.usage[0].input_tokens, each.usage[0].output_tokens)
        # The reader may have another plan of the same length.
        assert least == pytest.approx(tuple(frame.loc[each.mechanism]), rel=0.1)
        assert each.usage[1].input_tokens >= each.usage[0].input_tokens
        assert 0 < each.usage[0].cached_tokens < each.usage[0].input_tokens


def test_a_dry_run_counts_thinking_where_it_is_told_how_much_there_is(
    prices: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = [*ORDER, "--mechanism", "basic", "--prices", str(prices), "--dry-run"]
    assert cli.main(order) == 0
    plain = capsys.readouterr().out
    assert "the model's own reasoning costs extra" in plain
    assert cli.main([*order, "--thinking", "5000"]) == 0
    told = capsys.readouterr().out
    price = PriceList.load(prices).price("openai/m-1")
    assert price is not None
    dollars = 3 * 5000 * price.output / 1_000_000
    assert f"15000 of the output tokens are thinking, ${dollars:.2f}" in told
    tokens = [[int(each) for each in re.findall(r"\d{3,}", text)] for text in (plain, told)]
    assert {low + 15000 for low in tokens[0]} & set(tokens[1])


def test_a_report_tells_what_was_thought_and_what_others_solved_of_such_tasks(
    player: Player, prices: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 2000,
        "completion_tokens_details": {"reasoning_tokens": 1234},
    }

    def answer(request: dict[str, Any]) -> Reply:
        said = player.answer(request)
        return reply(completion(str(said), usage=usage))

    out, page = tmp_path / "out", tmp_path / "page.html"
    with ChatServer(answer=answer) as server:
        what = ("--domain", "frontier-spanner", "--instances", "1", "--mechanism", "basic")
        who = ("--model", "openai/m-1", "--base-url", server.base_url)
        assert cli.main(["eval", *what, *who, "--out", str(out)]) == 0
    order = ["report", str(out), "-o", str(page)]
    assert cli.main([*order, "--prices", str(prices)]) == 0
    told = page.read_text()
    assert "Thinking tokens" in told
    assert "1,234" in told
    assert "LAMA 204, GPT-5 205 (152)" in told
    assert list(autoplan.load(out)["reasoning_tokens"]) == [1234]


def test_a_batch_answers_whole_plans_at_half_the_price(
    player: Player,
    prices: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        Timing.__init__, "__defaults__", (2.0, 0.1, 0.1, 1.0, Backoff(), 30.0, Backoff())
    )
    halved = json.loads(prices.read_text())
    halved["models"]["openai/m-1"]["batch"] = 0.5
    prices.write_text(json.dumps(halved))

    def answer(line: dict[str, object]) -> dict[str, object]:
        said = player.answer(line["body"])  # type: ignore[arg-type]
        assert isinstance(said, str)
        return completion(said, usage=USAGE)

    order = [*ORDER, "--mechanism", "basic", "cot", "--batch", "--prices", str(prices)]
    order += ["--max-cost", "1000", "--out", str(tmp_path / "out")]
    with BatchServer(answer=answer) as server:
        assert cli.main([*order, "--base-url", server.base_url]) == 0
        assert sum(server.paid.values()) == 6
        assert len(server.batches) == 1
    told = capsys.readouterr()
    assert "batch 1: 6 of 6 requests answered" in told.err
    assert f"paid: ${6 * DOLLARS_A_CALL / 2:.4f} for 6 calls" in told.out
    assert autoplan.load(tmp_path / "out")["solved"].all()


def test_a_batch_for_a_dead_server_is_given_up_and_said_to_be_waiting(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = Backoff(0.01, 0.3, 1.5)
    timing = (0.2, 0.1, 0.1, 1.0, Backoff(), 30.0, soon)
    monkeypatch.setattr(Timing.__init__, "__defaults__", timing)
    order = [*ORDER, "--mechanism", "basic", "--batch", "--base-url", "http://127.0.0.1:9/v1"]
    assert cli.main([*order, "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert "waiting: attempt 2: openai/m-1: the connection failed" in said
    assert "3 episodes ended with an error; the same command retries them" in said


@pytest.mark.parametrize("name", ["act", "modulo", "chathtn", "procllm", "ff"])
def test_mechanisms_that_ask_more_than_once_or_never_are_not_batched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    order = [*ORDER, "--mechanism", "basic", name, "--batch", "--out", str(tmp_path / "out")]
    for more in ([], ["--dry-run"]):
        assert cli.main([*order, *more]) == 2
        assert capsys.readouterr().err == (
            f"--batch: the mechanism '{name}' does not ask exactly one question, and a batch may "
            "take a day; only basic and cot do\n"
        )
    assert not (tmp_path / "out").exists()


def test_no_call_earns_money_and_a_limit_holds_whatever_a_server_counts(
    player: Player, prices: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usage = {**USAGE, "prompt_tokens_details": {"cached_tokens": 10**9}}

    def answer(request: dict[str, Any]) -> Reply:
        return reply(completion(str(player.answer(request)), usage=usage))

    out = tmp_path / "out"
    with ChatServer(answer=answer) as server:
        order = [*ORDER, "--mechanism", "act", "--base-url", server.base_url, "--out", str(out)]
        assert cli.main([*order, "--prices", str(prices), "--max-cost", "10"]) == 2
        calls = len(server.received)
    assert "the limit of $10.00 is reached" in capsys.readouterr().err
    # Each call of 1,000 cached tokens and 100 of output costs $0.5 and $0.8.
    assert rows(out, "SELECT sum(usd), min(usd) FROM payments") == [
        (pytest.approx(1.3 * calls), pytest.approx(1.3))
    ]
    assert rows(out, "SELECT DISTINCT tokens_estimated FROM payments") == [(1,)]


@pytest.mark.parametrize(
    ("command", "option", "value"),
    [
        (command, option, value)
        for command in ("htn-study", "agents", "constraints", "crafter", "webshop")
        for option, value in (("--max-cost", "nan"), ("--max-cost", "-1"), ("--timeout", "inf"))
    ],
)
def test_a_limit_that_no_sum_can_reach_is_refused(
    command: str, option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([command, f"{option}={value}"])
    assert ended.value.code == 2
    told = f"argument {option}: expected a number above 0, not '{value}'"
    assert told in capsys.readouterr().err


def test_a_price_without_end_is_one_line(
    prices: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prices.write_text('{"models": {"openai/m-1": {"input": Infinity, "output": 1}}}')
    order = [*ORDER, "--mechanism", "act", "--prices", str(prices), "--max-cost", "5"]
    assert cli.main([*order, "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == (
        f"{prices}: the price of openai/m-1: input must be a number from 0 to 1000000000, "
        "not Infinity\n"
    )
