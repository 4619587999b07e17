"""The `llm:single` verbalizer, through the real SDK, against a server that plays the model."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from autoplan import cli as autoplan_cli
from pddl2nl import cli
from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon, snippet_problems
from pddl2nl.lexicon_files import dump_lexicon, load_lexicon
from pddl2nl.llm import (
    Backoff,
    Completion,
    OpenAIModel,
    PermanentModelError,
    Request,
    ScriptedModel,
)
from pddl2nl.model import EQUALITY, Domain
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import RulesVerbalizer, verbalizer
from pddl2nl.verbalizers.llm_single import SingleLlmVerbalizer
from tests import commands
from tests.chat_server import Behaviour, ChatServer, completion, error, reply
from tests.commands import Done, Run
from tests.conftest import REPOSITORY
from tests.pddl2nl.asked_model import Model, Play, models

YARD = """
(define (domain yard)
  (:requirements :adl :typing)
  (:types truck depot crate)
  (:constants hub - depot)
  (:predicates (parked ?t - truck ?d - depot) (abrd ?c - crate ?t - truck) (frosty)
               (frozen ?c - crate))
  (:action haul
    :parameters (?to - depot ?t - truck)
    :precondition (and (not (parked ?t ?to)) (parked ?t hub)
                       (or (frosty) (exists (?c - crate) (abrd ?c ?t))))
    :effect (and (parked ?t ?to) (not (parked ?t hub))
                 (forall (?c - crate) (when (and (abrd ?c ?t) (frosty)) (frozen ?c)))))
  (:action thaw
    :parameters (?c - crate)
    :precondition (frozen ?c)
    :effect (not (frozen ?c))))
"""
GOOD = {
    "(parked ?t ?d)": "{?t} is parked at {?d}",
    "(abrd ?c ?t)": "{?c} is aboard {?t}",
    "(frosty)": "it is frosty",
    "(frozen ?c)": "{?c} is frozen",
    "haul": "haul crates with truck {?t} to depot {?to}",
    "thaw": "thaw crate {?c}",
}
Answers = Mapping[str, str | Behaviour | list[str | Behaviour]]


@pytest.fixture
def yard(tmp_path: Path) -> Domain:
    return read_domain(_file(tmp_path / "domain.pddl", YARD))


def _file(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def question(request: Mapping[str, Any]) -> str:
    """What a request asks about: a predicate in parentheses or an action's name."""
    asked = [each["content"] for each in request["messages"] if each["role"] == "user"]
    if asked[-1].startswith("Your last answer"):
        asked.pop()
    found = re.match(r"action: (\S+)", asked[-1])
    declared = str(asked[-1]).splitlines()[0]
    return found[1] if found else re.sub(r" - [\w-]+", "", declared)


def is_revision(request: Mapping[str, Any]) -> bool:
    return str(request["messages"][-1]["content"]).startswith("Your last answer")


def answering(answers: Answers) -> Callable[[dict[str, Any]], str | Behaviour]:
    """Good answers, but for the ones given; of a list the second answers the revision."""

    def answer(request: dict[str, Any]) -> str | Behaviour:
        given = {**GOOD, **answers}[question(request)]
        return given[is_revision(request)] if isinstance(given, list) else given

    return answer


def revisions(model: Model) -> dict[str, str]:
    """What an item was sent back with, by what it was about."""
    return {
        question(each): each["messages"][-1]["content"]
        for each in model.requests()
        if is_revision(each)
    }


@pytest.fixture
def play() -> Iterator[Play]:
    """Starts a server with these answers, and a verbalizer that asks it."""
    with models(SingleLlmVerbalizer) as ask:
        yield lambda answers=None, **settings: ask(
            ChatServer(answer=answering(answers or {})), **settings
        )


def test_good_answers_become_the_snippets(play: Play, yard: Domain) -> None:
    model = play()
    lexicon = model.verbalizer.lexicon(yard)
    assert lexicon.source == "llm:single:compat/m"
    assert lexicon.predicates["parked"] == "{?t} is parked at {?d}"
    assert EQUALITY in lexicon.predicates
    assert lexicon.actions == {"haul": GOOD["haul"], "thaw": GOOD["thaw"]}
    assert snippet_problems(lexicon, yard) == []
    assert model.warnings == []
    assert len(model.requests()) == 6


def test_requests_are_bounded_repeatable_and_show_examples_as_turns(
    play: Play, yard: Domain
) -> None:
    model = play(seed=3)
    model.verbalizer.lexicon(yard)
    for request in model.requests():
        assert request["temperature"] == 0
        assert request["seed"] == 3
        assert 200 in (request.get("max_tokens"), request.get("max_completion_tokens"))
        roles = [each["role"] for each in request["messages"]]
        examples = 7 if question(request).startswith("(") else 4
        assert roles == ["system", *["user", "assistant"] * examples, "user"]


def test_the_examples_keep_the_rules_that_answers_must_keep(play: Play, yard: Domain) -> None:
    model = play()
    model.verbalizer.lexicon(yard)
    orders = set()
    for request in (model.requests()[0], model.requests()[-1]):
        turns = request["messages"][1:-1]
        for asked, answered in zip(turns[::2], turns[1::2], strict=True):
            listed = re.search(r"parameters: (.*)", asked["content"])
            wanted = re.findall(r"\?\w+", listed[1] if listed else asked["content"])
            used = re.findall(r"\{(\?\w+)\}", answered["content"])
            assert sorted(wanted) == sorted(used)
            orders.add(wanted == used)
    assert orders == {True, False}


def test_predicates_come_first_and_actions_are_told_in_their_words(
    play: Play, yard: Domain
) -> None:
    model = play()
    model.verbalizer.lexicon(yard)
    asked = [question(each) for each in model.requests()]
    assert all(each.startswith("(") for each in asked[:4])
    haul = next(each for each in model.requests() if question(each) == "haul")
    text = haul["messages"][-1]["content"]
    assert "parameters: ?to, ?t" in text
    assert "?to is a depot, ?t is a truck" in text
    assert "?t is not parked at ?to" in text
    assert "either it is frosty or some crate is aboard ?t" in text
    assert "?t is no longer parked at depot_hub" in text
    assert "for every crate A, if A is aboard ?t and it is frosty" in text


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("{?x} is parked at {?d}", "?t missing; ?x unknown"),
        ("{?t} is parked at {depot ?d}", "curly brackets must enclose one variable each"),
        ("?t is parked at {?d}", "the variable ?t stands without curly brackets"),
        ("{?t} is parked at {?d}.", "must not end with '.'"),
        ("{?t} is parked at {?d},", "must not end with ','"),
        ("{?t} is parked at Depot {?d}", "must be in lower case"),
        ("parked {?t} at {?d}", "with a subject and a finite verb"),
        ("{?t} never stands at {?d}", "with a subject and a finite verb that 'not' can deny"),
        ("{?t} are parked at {?d}", "does not agree with its subject; it must be 'is'"),
        ("{?t} has been parked at {?d}", "'no longer' cannot stand beside its verb"),
        ("{?t} is not equal to {?d}", "the word 'not' is the reason"),
        ("{?t} is at {?d} and parked", "the word 'and' is the reason"),
        ("{?t} is parked\nat {?d}", "must be one line"),
        ("{?t} is the same as {?d}", "reads the same as the predicate '='"),
    ],
)
def test_a_faulty_answer_is_sent_back_once_with_the_fault_named(
    play: Play, yard: Domain, answer: str, fault: str
) -> None:
    model = play({"(parked ?t ?d)": [answer, "{?t} stands at {?d}"]})
    lexicon = model.verbalizer.lexicon(yard)
    assert lexicon.predicates["parked"] == "{?t} stands at {?d}"
    assert fault in revisions(model)["(parked ?t ?d)"]
    revision = next(each for each in model.requests() if is_revision(each))
    assert revision["messages"][-2] == {"role": "assistant", "content": answer}
    assert lexicon.notes["revised"] == {"predicates": ["parked"], "actions": []}
    assert model.warnings == []


def test_what_nothing_makes_false_may_be_in_the_perfect(play: Play, yard: Domain) -> None:
    model = play({"(abrd ?c ?t)": "{?c} has been loaded onto {?t}"})
    assert model.verbalizer.lexicon(yard).predicates["abrd"] == "{?c} has been loaded onto {?t}"
    assert revisions(model) == {}


def test_every_fault_is_named_at_once(play: Play, yard: Domain) -> None:
    model = play({"(parked ?t ?d)": ["{?x} is at Depot {?d}.", "{?t} stands at {?d}"]})
    model.verbalizer.lexicon(yard)
    complaint = revisions(model)["(parked ?t ?d)"]
    for fault in ("must be in lower case", "full stop", "?t missing; ?x unknown"):
        assert fault in complaint


def test_quotation_marks_are_left_out_with_a_word_about_it(play: Play, yard: Domain) -> None:
    model = play({"(frozen ?c)": '"{?c} is frozen"'})
    assert model.verbalizer.lexicon(yard).predicates["frozen"] == "{?c} is frozen"
    assert revisions(model) == {}
    assert model.warnings == [
        "predicate frozen: quotation marks around the answer are left out: '{?c} is frozen'"
    ]


def test_what_reads_badly_twice_is_kept_and_told(play: Play, yard: Domain) -> None:
    model = play({"(frozen ?c)": "frozen {?c}", "thaw": "{?c} is thawed"})
    lexicon = model.verbalizer.lexicon(yard)
    assert lexicon.predicates["frozen"] == "frozen {?c}"
    assert lexicon.provenance["predicates"]["frozen"] == "model"
    assert "plain sentence" in revisions(model)["(frozen ?c)"]
    assert "a verb in its base form" in revisions(model)["thaw"]
    assert [each.split(":")[0] for each in model.warnings] == ["predicate frozen", "action thaw"]


def test_types_and_an_action_are_shown_where_the_name_does_not_tell(
    play: Play, yard: Domain
) -> None:
    model = play()
    model.verbalizer.lexicon(yard)
    asked = {question(each): each["messages"][-1]["content"] for each in model.requests()}
    assert asked["(frozen ?c)"] == "(frozen ?c - crate)"
    assert asked["(abrd ?c ?t)"].startswith("(abrd ?c - crate ?t - truck)\nIt occurs in this")
    assert "(:action haul" in asked["(abrd ?c ?t)"]


def test_a_preposition_that_lacks_a_side_comes_with_an_action_and_its_variables() -> None:
    ferry = read_domain(REPOSITORY / "domains" / "ferry" / "domain.pddl")
    model = ScriptedModel(["no"] * 20)
    SingleLlmVerbalizer(model, at_once=1, warn=lambda _: None).lexicon(ferry)
    asked = {each.messages[-1].content.splitlines()[0]: each.messages for each in model.requests}
    on = asked["(on ?c)"][-1].content
    assert "(:action debark" in on
    assert on.endswith("There, ?c is ?car.")
    assert asked["(at ?c ?l)"][-1].content == "(at ?c ?l)"


def test_an_answer_that_was_cut_off_is_sent_back(play: Play, yard: Domain) -> None:
    short = completion(GOOD["thaw"], finish_reason="length")
    model = play({"thaw": [reply(short), "thaw out crate {?c}"]})
    assert model.verbalizer.lexicon(yard).actions["thaw"] == "thaw out crate {?c}"
    assert "too long and was cut off" in revisions(model)["thaw"]


def test_what_fails_twice_falls_back_to_the_rules_alone(play: Play, yard: Domain) -> None:
    model = play({"(parked ?t ?d)": "no", "thaw": ["Thaw!", "thaw the crate"]})
    lexicon = model.verbalizer.lexicon(yard)
    ruled = RulesVerbalizer().lexicon(yard)
    assert lexicon.predicates["parked"] == ruled.predicates["parked"]
    assert lexicon.actions["thaw"] == ruled.actions["thaw"]
    assert lexicon.actions["haul"] == GOOD["haul"]
    assert lexicon.notes["revised"] == {"predicates": [], "actions": []}
    assert len(model.requests()) == 8
    assert [each.split(":")[0] for each in model.warnings] == ["predicate parked", "action thaw"]
    assert "?c missing" in model.warnings[1]


def test_of_two_snippets_that_read_the_same_the_later_is_sent_back(
    play: Play, yard: Domain
) -> None:
    model = play({"(abrd ?c ?t)": ["{?c} is parked at {?t}", "{?c} is aboard {?t}"]})
    lexicon = model.verbalizer.lexicon(yard)
    assert lexicon.predicates["parked"] == "{?t} is parked at {?d}"
    assert lexicon.predicates["abrd"] == "{?c} is aboard {?t}"
    assert list(revisions(model)) == ["(abrd ?c ?t)"]
    assert "reads the same as the predicate 'parked'" in revisions(model)["(abrd ?c ?t)"]


def test_a_rule_snippet_gives_way_to_a_model_snippet_that_reads_the_same(
    play: Play, yard: Domain
) -> None:
    ruled = RulesVerbalizer().lexicon(yard).predicates["abrd"]
    stolen = ruled.replace("?t", "?d").replace("?c", "?t")
    model = play({"(abrd ?c ?t)": "no", "(parked ?t ?d)": stolen})
    lexicon = model.verbalizer.lexicon(yard)
    assert lexicon.predicates["parked"] == stolen
    assert lexicon.predicates["abrd"] != ruled
    assert snippet_problems(lexicon, yard) == []


@pytest.mark.parametrize("word", ["no", "{?c} {?d} {?t} {?to}", "same", ""])
def test_a_model_that_only_ever_fails_leaves_a_sound_lexicon(
    play: Play, yard: Domain, word: str
) -> None:
    model = play(dict.fromkeys(GOOD, word))
    lexicon = model.verbalizer.lexicon(yard)
    assert snippet_problems(lexicon, yard) == []
    assert len(lexicon.predicates) == 5


@pytest.mark.parametrize("failure", [error(500, "down"), error(400, "filtered")])
def test_an_item_that_the_server_fails_on_falls_back_unasked_again(
    play: Play, yard: Domain, failure: Behaviour
) -> None:
    model = play({"(frozen ?c)": failure})
    lexicon = model.verbalizer.lexicon(yard)
    assert lexicon.predicates["frozen"] == RulesVerbalizer().lexicon(yard).predicates["frozen"]
    assert lexicon.predicates["abrd"] == GOOD["(abrd ?c ?t)"]
    assert revisions(model) == {}
    assert len(model.warnings) == 1
    assert "HTTP" in model.warnings[0]
    fell_back = lexicon.notes["fell_back"]
    assert isinstance(fell_back, dict)
    assert list(fell_back["predicates"]) == ["frozen"]


def test_a_model_that_cannot_be_asked_at_all_stops_the_domain(play: Play, yard: Domain) -> None:
    model = play(dict.fromkeys(GOOD, error(401, "wrong key")))
    with pytest.raises(PermanentModelError, match="rejects the API key"):
        model.verbalizer.lexicon(yard)


@pytest.mark.parametrize("status", [400, 500])
def test_a_server_that_answers_nothing_at_all_stops_the_domain(status: int, yard: Domain) -> None:
    with ChatServer(answer=lambda _: error(status, "no")) as server:
        model = OpenAIModel(
            "m", base_url=server.base_url, api_key="k", max_retries=1, backoff=Backoff(0.001, 0.001)
        )
        with pytest.raises(PermanentModelError, match=r"no answer at all: m: .*no"):
            SingleLlmVerbalizer(model).lexicon(yard)
        assert len(server.received) <= 2 * len(yard.predicates), "the actions are not asked about"


def test_notes_survive_the_file(play: Play, yard: Domain, tmp_path: Path) -> None:
    model = play({"thaw": ["x", "thaw out crate {?c}"], "(frosty)": "It"}, seed=5)
    lexicon = model.verbalizer.lexicon(yard)
    loaded = load_lexicon(_file(tmp_path / "words.json", dump_lexicon(lexicon)), yard)
    assert loaded == lexicon
    assert loaded.notes["model"] == "compat/m"
    assert loaded.notes["seed"] == 5
    assert loaded.notes["revised"] == {"predicates": [], "actions": ["thaw"]}
    assert loaded.notes["prompts"] == model.verbalizer.fingerprint
    fell_back = loaded.notes["fell_back"]
    assert isinstance(fell_back, dict)
    assert "lower case" in fell_back["predicates"]["frosty"]


def test_prompts_can_be_swapped_one_by_one(play: Play, yard: Domain, tmp_path: Path) -> None:
    folder = tmp_path / "set" / "verbalize"
    folder.mkdir(parents=True)
    own = "=== system ===\nSay it.\n=== user ===\n{{ predicate }}"
    _file(folder / "predicates.j2", own)
    model = play(prompts=tmp_path / "set")
    model.verbalizer.lexicon(yard)
    assert model.requests()[0]["messages"][0]["content"] == "Say it."
    assert len(model.requests()[0]["messages"]) == 2
    assert len(model.requests()[-1]["messages"]) == 10
    assert model.verbalizer.fingerprint != play().verbalizer.fingerprint


@pytest.mark.parametrize(
    "text",
    [
        "{{ predicate }}",
        "Hello.\n=== user ===\n{{ predicate }}",
        "=== user ===\n{{ predicate }}\n=== assistant ===\nyes",
        "=== user ===\n{{ nothing }}",
        "{% if %}",
    ],
)
def test_a_malformed_prompt_is_bad_input(
    play: Play, yard: Domain, tmp_path: Path, text: str
) -> None:
    folder = tmp_path / "set" / "verbalize"
    folder.mkdir(parents=True)
    _file(folder / "predicates.j2", text)
    with pytest.raises(InputError, match=r"predicates\.j2"):
        play(prompts=tmp_path / "set").verbalizer.lexicon(yard)


def test_requests_under_way_stay_within_the_limit(yard: Domain) -> None:
    class Counting(ScriptedModel):
        now = most = 0

        async def complete(self, request: Request) -> Completion:
            self.now += 1
            self.most = max(self.most, self.now)
            await asyncio.sleep(0)
            self.now -= 1
            return await super().complete(request)

    model = Counting(["no"] * 12)
    SingleLlmVerbalizer(model, at_once=3, warn=lambda _: None).lexicon(yard)
    assert model.most == 3


def test_the_registry_makes_it_from_a_model_and_asks_for_one() -> None:
    assert isinstance(verbalizer("llm:single", model=ScriptedModel([])), SingleLlmVerbalizer)
    with pytest.raises(InputError, match="needs a model"):
        verbalizer("llm:single")


# --- the command lines ----------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process, in the repository, with a cache of its own."""
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(REPOSITORY)

    def command(main: Callable[[Sequence[str]], int], *arguments: str | Path) -> Done:
        return commands.done(capsys, main, *arguments)

    return command


def convert(run: Run, tmp_path: Path, server: ChatServer, *more: str | Path) -> Done:
    domain = _file(tmp_path / "domain.pddl", YARD)
    model = ("--verbalizer", "llm:single", "--model", "compat/m", "--base-url", server.base_url)
    return run(cli.main, "convert", domain, *model, *more)


def test_convert_asks_a_model_once_and_tells_what_fell_back(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "words.json"
    answers = answering({"(frosty)": "Brr.", "(frozen ?c)": error(400, "filtered")})
    with ChatServer(answer=answers) as server:
        done = convert(run, tmp_path, server, "--seed", "2", "--lexicon-out", out)
        assert done.returncode == 0, done.stderr
        asked = len(server.received)
        again = convert(run, tmp_path, server, "--seed", "2")
        # The answers were kept; only the request that was rejected is made again.
        assert len(server.received) == asked + 1
    assert again.stdout == done.stdout
    assert "truck A is parked" not in done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 2
    assert all(": warning: predicate fro" in line for line in lines)
    assert "haul crates with a truck A to a depot B" in done.stdout
    content = json.loads(out.read_text("utf-8"))
    assert content["source"] == "llm:single:compat/m"
    assert content["notes"]["seed"] == 2
    assert sorted(content["notes"]["fell_back"]["predicates"]) == ["frosty", "frozen"]


def test_convert_stops_with_one_line_where_the_model_cannot_be_asked(
    run: Run, tmp_path: Path
) -> None:
    with ChatServer(answer=lambda request: error(401, "who are you")) as server:
        done = convert(run, tmp_path, server)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "rejects the API key" in done.stderr


def test_convert_sends_the_key_that_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-mine-0123456789")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openais-0123456789")
    with ChatServer(answer=answering({})) as server:
        assert convert(run, tmp_path, server, "--api-key-env", "MY_KEY").returncode == 0
        keys = {each.headers["authorization"] for each in server.received}
    assert keys == {"Bearer sk-mine-0123456789"}


def test_convert_says_what_it_waits_for(run: Run, tmp_path: Path) -> None:
    faults = [error(500, "oops"), error(500, "oops")]

    def fails_twice(request: dict[str, Any]) -> str | Behaviour:
        return faults.pop() if faults and question(request) == "haul" else answering({})(request)

    with ChatServer(answer=fails_twice) as server:
        done = convert(run, tmp_path, server)
    assert done.returncode == 0, done.stderr
    waits = [line for line in done.stderr.splitlines() if line.startswith("waiting: ")]
    (line,) = waits
    assert line.startswith(
        "waiting: attempt 2: compat/m: the server failed (HTTP 500): oops (tried"
    )


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--verbalizer", "llm:single"), "needs --model"),
        (("--model", "compat/m"), "--model needs --verbalizer llm"),
        (("--seed", "1"), "--seed needs --verbalizer llm"),
        (
            ("--verbalizer", "llm:single", "--model", "compat/m", "--prompts", "."),
            "no folder 'verbalize'",
        ),
    ],
)
def test_convert_refuses_half_an_order(
    run: Run, tmp_path: Path, options: tuple[str, ...], complaint: str
) -> None:
    done = run(cli.main, "convert", _file(tmp_path / "domain.pddl", YARD), *options)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


def ferry_answers(request: dict[str, Any]) -> str:
    lexicon: Lexicon = RulesVerbalizer().lexicon(
        read_domain(REPOSITORY / "domains" / "ferry" / "domain.pddl")
    )
    key = question(request)
    if key.startswith("("):
        return lexicon.predicates[key.strip("()").split()[0]]
    return {"sail": "sail the ferry from {?from} over to {?to}"}.get(key) or lexicon.actions[key]


def test_an_evaluation_keeps_its_lexicon_and_takes_it_up_again(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "results"
    with ChatServer(answer=ferry_answers) as server:
        order = ("eval", "--mechanism", "random", "--domain", "ferry", "--instances", "1")
        model = ("--verbalizer", "llm:single", "--verbalizer-model", "compat/m")
        where = ("--base-url", server.base_url, "--out", out)
        first = run(autoplan_cli.main, *order, *model, *where)
        assert first.returncode == 0, first.stderr
        kept = out / "lexicons" / "ferry-seed1.json"
        content = json.loads(kept.read_text("utf-8"))
        assert content["actions"]["sail"] == "sail the ferry from {?from} over to {?to}"
        assert content["notes"]["model"] == "compat/m"
        asked = len(server.received)
        kept.write_text(kept.read_text("utf-8").replace("over to", "across to"), "utf-8")
        second = run(autoplan_cli.main, *order, *model, *where, "--seed", "1", "2")
        assert second.returncode == 0, second.stderr
        assert len(server.received) == asked
    assert "across to" in kept.read_text("utf-8")


def test_an_evaluation_by_the_reader_asks_for_a_model_that_can_write(
    run: Run, tmp_path: Path
) -> None:
    order = ("eval", "--mechanism", "react", "--domain", "ferry", "--verbalizer", "llm:single")
    done = run(autoplan_cli.main, *order, "--out", tmp_path / "results")
    assert done.returncode == 2
    assert "--verbalizer-model" in done.stderr
