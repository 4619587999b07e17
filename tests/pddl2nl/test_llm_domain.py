"""The `llm` verbalizer: a domain in one request, against a server that plays the model."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import domains
from autoplan import cli as autoplan_cli
from pddl2nl import cli
from pddl2nl.check import check
from pddl2nl.compose import STYLES
from pddl2nl.errors import InputError
from pddl2nl.lexicon import snippet_problems
from pddl2nl.llm import PermanentModelError, ScriptedModel
from pddl2nl.model import EQUALITY, Domain
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import RulesVerbalizer, asking, llm_notes, verbalizer
from pddl2nl.verbalizers.llm import LlmVerbalizer
from pddl2nl.verbalizers.llm_notes import DomainNotes, parts
from pddl2nl.verbalizers.registry import expected_requests
from tests.chat_server import Behaviour, ChatServer, Hang, completion, error, reply
from tests.commands import done
from tests.pddl2nl.asked_model import Model, Play, models

ORCHARD = """
(define (domain orchard)
  (:requirements :strips :typing :negative-preconditions)
  (:types picker basket - entity tree entity)
  (:predicates (beside ?e - entity ?t - tree) (pick-ok ?p - picker ?t - tree) (ripe ?t - tree)
               (held ?b - basket ?p - picker) (counted ?b - basket) (row ?one ?other - tree))
  (:action walk
    :parameters (?who - picker ?here ?there - tree)
    :precondition (and (beside ?who ?here) (row ?here ?there))
    :effect (and (not (beside ?who ?here)) (beside ?who ?there)))
  (:action pick
    :parameters (?who - picker ?what - tree ?in - basket)
    :precondition (and (beside ?who ?what) (pick-ok ?who ?what) (held ?in ?who) (ripe ?what))
    :effect (and (not (ripe ?what)) (counted ?in))))
"""
GOOD: Mapping[str, Mapping[str, str]] = {
    "predicates": {
        "beside": "{?e} is beside {?t}",
        "pick-ok": "{?p} may pick {?t}",
        "ripe": "the fruit of {?t} is ripe",
        "held": "{?b} is carried by {?p}",
        "counted": "{?b} has been counted",
        "row": "{?other} comes after {?one} in the row",
    },
    "actions": {
        "walk": "let picker {?who} walk from tree {?here} to tree {?there}",
        "pick": "let picker {?who} pick tree {?what} into basket {?in}",
    },
}


def answer(**changes: str | None) -> str:
    """The good answer with other snippets, or without those that are None."""
    sections: dict[str, dict[str, str]] = {}
    for section, entries in GOOD.items():
        merged = {**entries, **{name: changes[name] for name in entries if name in changes}}
        sections[section] = {name: text for name, text in merged.items() if text is not None}
    return json.dumps(sections)


@pytest.fixture
def orchard(tmp_path: Path) -> Domain:
    path = tmp_path / "domain.pddl"
    path.write_text(ORCHARD, encoding="utf-8")
    return read_domain(path)


@pytest.fixture
def play() -> Iterator[Play]:
    """Starts a server that gives these answers one after the other, and what asks it."""
    with models(LlmVerbalizer) as ask:

        def start(*answers: str | Behaviour, **settings: Any) -> Model:
            replies = [
                reply(completion(each)) if isinstance(each, str) else each for each in answers
            ]
            server = ChatServer(replies, answer=lambda _: error(500, "no answer left"))
            return ask(server, **settings)

        yield start


def test_a_good_answer_is_the_lexicon_after_one_request(play: Play, orchard: Domain) -> None:
    model = play(answer(), seed=4)
    lexicon = model.verbalizer.lexicon(orchard)
    (request,) = model.requests()
    assert (request["seed"], request["temperature"]) == (4, 0)
    assert lexicon.source == "llm:compat/m"
    assert dict(lexicon.predicates) == {
        **GOOD["predicates"],
        EQUALITY: lexicon.predicates[EQUALITY],
    }
    assert dict(lexicon.actions) == GOOD["actions"]
    assert set(lexicon.provenance["predicates"].values()) == {"model"}
    assert lexicon.notes["revised"] == {"predicates": [], "actions": []}
    assert model.warnings == check(orchard, [], lexicon) == []


def test_who_acts_may_be_the_speaker_and_the_text_reads_back(play: Play, orchard: Domain) -> None:
    model = play(answer(ripe="I know {?t}", beside="I can reach {?e} from {?t}"))
    lexicon = model.verbalizer.lexicon(orchard)
    assert lexicon.predicates["beside"] == "I can reach {?e} from {?t}"
    for style in STYLES:
        assert check(orchard, [], lexicon, style) == []


def test_a_verb_that_no_dictionary_has_is_taken(play: Play, orchard: Domain) -> None:
    model = play(answer(pick="depick {?what} with {?in} by {?who}"))
    assert model.verbalizer.lexicon(orchard).actions["pick"].startswith("depick")
    assert len(model.server.received) == 1


def test_a_request_shows_uses_roles_and_permissions(play: Play, orchard: Domain) -> None:
    model = play(answer())
    model.verbalizer.lexicon(orchard)
    (asked,) = model.last_messages()
    for line in (
        "beside: (beside ?e - entity ?t - tree) (can end; in walk, ?e is ?who and ?t is ?here)",
        "pick-ok: (pick-ok ?p - picker ?t - tree) (static; permission to pick; in pick, ?p is ?who",
        "counted: (counted ?b - basket) (never ends; in pick, ?b is ?in)",
        "(:action walk\n",
        "(beside ?who ?there)",
        "(:types",
    ):
        assert line in asked


@pytest.mark.parametrize(
    "odd",
    [
        "Here it is:\n```json\n{}\n```\nDo you want anything else?",
        'I shall write {{?e}} in brackets, as in {{"predicates": {{"ripe": "?"}}}}.\n{}',
        "<think>\n{{?t}}</think>{}",
    ],
)
def test_what_stands_around_the_json_is_tolerated(play: Play, orchard: Domain, odd: str) -> None:
    model = play(odd.format(answer()))
    lexicon = model.verbalizer.lexicon(orchard)
    assert dict(lexicon.actions) == GOOD["actions"]
    assert lexicon.predicates["ripe"] == GOOD["predicates"]["ripe"]


def test_names_may_be_written_as_pddl_writes_them(play: Play, orchard: Domain) -> None:
    model = play(
        answer().replace('"beside"', '"(BESIDE ?e ?t)"').replace("the fruit", "the\nfruit")
    )
    assert model.verbalizer.lexicon(orchard).predicates["beside"] == "{?e} is beside {?t}"
    assert len(model.server.received) == 1


def test_all_faults_go_back_in_one_request(play: Play, orchard: Domain) -> None:
    faulty = answer(
        ripe="{?t} is not unripe",
        held="{?b} is beside {?p}",
        walk="walk from {?here}",
        counted=None,
        **{"pick-ok": "{?p} is to pick {?t}"},
    )
    model = play(faulty, answer(beside="never asked for"))
    lexicon = model.verbalizer.lexicon(orchard)
    assert len(model.server.received) == 2
    messages = model.server.received[1].body["messages"]
    assert messages[-2] == {"role": "assistant", "content": faulty}
    complaint = messages[-1]["content"]
    for fault in (
        "predicate ripe (variables: ?t): the word 'not' is the reason",
        "predicate held (variables: ?b, ?p): it reads the same as the predicate 'beside'",
        "predicate counted (variables: ?b): the answer lacks it",
        "predicate pick-ok (variables: ?p, ?t): it must say that the action 'pick' may be done",
        "action walk (variables: ?who, ?here, ?there): wrong variables: ?who, ?there missing",
    ):
        assert fault in complaint
    assert "beside (" not in complaint
    assert lexicon.predicates["beside"] == "{?e} is beside {?t}"
    assert lexicon.notes["revised"] == {
        "predicates": ["pick-ok", "ripe", "held", "counted"],
        "actions": ["walk"],
    }
    assert model.warnings == []


def test_what_fails_twice_falls_back_and_the_rest_stays(play: Play, orchard: Domain) -> None:
    model = play(answer(ripe="Ripe!", pick="the picking"), answer(ripe="Ripe!", pick=None))
    lexicon = model.verbalizer.lexicon(orchard)
    ruled = RulesVerbalizer().lexicon(orchard)
    assert lexicon.predicates["ripe"] == ruled.predicates["ripe"]
    assert lexicon.actions["pick"] == ruled.actions["pick"]
    assert lexicon.actions["walk"] == GOOD["actions"]["walk"]
    assert snippet_problems(lexicon, orchard) == []
    assert [each.split(":")[0] for each in model.warnings] == ["predicate ripe", "action pick"]
    assert "the answer lacks it" in model.warnings[1]


@pytest.mark.parametrize("worse", ["I cannot help with that.", "", "[]", '{"predicates": [1]}'])
def test_an_answer_without_snippets_goes_back_as_a_whole(
    play: Play, orchard: Domain, worse: str
) -> None:
    model = play(worse, answer())
    assert dict(model.verbalizer.lexicon(orchard).actions) == GOOD["actions"]
    assert model.last_messages()[1].count("the answer lacks it") == 8


def test_an_answer_that_was_cut_off_says_so(play: Play, orchard: Domain) -> None:
    model = play(reply(completion(answer()[:90], finish_reason="length")), answer())
    assert model.verbalizer.lexicon(orchard).predicates["ripe"] == GOOD["predicates"]["ripe"]
    assert "the answer was cut off before it" in model.last_messages()[1]


def test_snippets_that_differ_by_tense_alone_go_back(play: Play, orchard: Domain) -> None:
    model = play(answer(counted="{?b} has been ripe", ripe="{?t} is ripe"), answer())
    lexicon = model.verbalizer.lexicon(orchard)
    assert "it differs from the predicate 'ripe' by tense or" in model.last_messages()[1]
    assert lexicon.notes["revised"] == {"predicates": ["counted"], "actions": []}


def test_a_long_domain_takes_a_few_requests_that_show_what_is_written(
    play: Play, orchard: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(llm_notes, "MAX_ITEMS", 4)
    first, second = parts(orchard)
    assert [each.name for each in first.predicates] == ["beside", "row"]
    assert [each.name for each in second.predicates] == ["pick-ok", "ripe", "held", "counted"]
    model = play(answer(row="{?one} {?other}"), answer(), answer())
    lexicon = model.verbalizer.lexicon(orchard)
    assert snippet_problems(lexicon, orchard) == []
    assert len(model.server.received) == 3
    asked = model.last_messages()
    assert "(:action pick" not in asked[0]
    assert "(:action walk" not in asked[2]
    assert "(beside ?e - entity ?t - tree): {?e} is beside {?t}" in asked[2]
    assert lexicon.notes["revised"] == {"predicates": ["row"], "actions": []}


def test_every_predicate_is_asked_for_once_however_long_the_domain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(llm_notes, "MAX_CHARACTERS", 1500)
    monkeypatch.setattr(llm_notes, "MAX_ITEMS", 5)
    for name in ("depot", "floortile", "satellite", "movie"):
        domain = read_domain(domains.folder(name) / "domain.pddl")
        found = list(parts(domain))
        assert len(found) > 1
        asked = [each for part in found for each in part.predicates]
        assert sorted(asked, key=repr) == sorted(domain.predicates, key=repr)
        assert [each for part in found for each in part.actions] == list(domain.actions)


def test_a_part_that_is_rejected_falls_back_and_the_rest_is_kept(
    play: Play, orchard: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(llm_notes, "MAX_ITEMS", 4)
    model = play(answer(), error(400, "filtered"))
    lexicon = model.verbalizer.lexicon(orchard)
    assert lexicon.actions["walk"] == GOOD["actions"]["walk"]
    assert lexicon.actions["pick"] == RulesVerbalizer().lexicon(orchard).actions["pick"]
    assert len(model.warnings) == 5


@pytest.mark.parametrize("failure", [error(401, "wrong key"), error(400, "no"), error(500, "no")])
def test_a_model_that_does_not_answer_at_all_stops_the_domain(
    play: Play, orchard: Domain, failure: Behaviour
) -> None:
    model = play(failure, failure)
    with pytest.raises(PermanentModelError, match=r"no answer at all|rejects the API key"):
        model.verbalizer.lexicon(orchard)


def test_the_prompts_example_is_what_the_program_would_ask_and_take(tmp_path: Path) -> None:
    ferry = ScriptedModel(["{}", "{}"])
    LlmVerbalizer(ferry, warn=lambda _: None).lexicon(
        read_domain(domains.folder("ferry") / "domain.pddl")
    )
    _, asked, answered, *_ = ferry.requests[0].messages
    text = asked.content
    kinds = re.search(r"\(:types.*?\)", text, re.DOTALL)
    declared = re.findall(r"^\S+: (\(.*?\)) \(", text, re.MULTILINE)
    assert kinds is not None
    path = tmp_path / "stage.pddl"
    path.write_text(
        f"(define (domain stage) (:requirements :adl :typing) {kinds[0]} "
        f"(:predicates {' '.join(declared)})\n{text[text.index('(:action') :]})",
        encoding="utf-8",
    )
    stage = read_domain(path)
    writer = LlmVerbalizer(model := ScriptedModel([answered.content]))
    lexicon = writer.lexicon(stage)
    assert len(model.requests) == 1
    assert check(stage, [], lexicon) == []
    assert model.requests[0].messages[-1].content == text


def permissions(
    tmp_path: Path, predicate: str, precondition: str, effect: str = "(in ?x ?y)"
) -> dict[str, str]:
    """The actions that predicates permit, beside an action `load` that needs them."""
    path = tmp_path / "loading.pddl"
    path.write_text(
        f"(define (domain loading) (:requirements :adl) (:predicates {predicate} (in ?x ?y)) "
        f"(:action load :parameters (?x ?y) :precondition {precondition} :effect {effect}))",
        encoding="utf-8",
    )
    items = DomainNotes(read_domain(path)).predicates.values()
    return {item.key: item.permits for item in items if item.permits}


@pytest.mark.parametrize(
    ("name", "permits"),
    [
        ("load-ok", True),
        ("can-load", True),
        ("loads", True),
        ("load", True),
        ("allowed-to-load", True),
        ("loadable-weight", False),
        ("heavier", False),
        ("load-dock", False),
    ],
)
def test_a_permission_is_a_static_condition_called_like_its_action(
    name: str, permits: bool, tmp_path: Path
) -> None:
    found = permissions(tmp_path, f"({name} ?x ?y)", f"({name} ?x ?y)")
    assert found == ({name: "load"} if permits else {})


def test_what_changes_or_is_a_kind_or_is_not_needed_permits_nothing(tmp_path: Path) -> None:
    can = "(can-load ?x ?y)"
    assert permissions(tmp_path, can, can) == {"can-load": "load"}
    assert permissions(tmp_path, can, can, f"(and (in ?x ?y) (not {can}))") == {}
    assert permissions(tmp_path, can, "(in ?x ?y)") == {}
    assert permissions(tmp_path, can, f"(not {can})") == {}
    assert permissions(tmp_path, "(load ?x)", "(load ?x)") == {}


def test_a_dry_run_counts_what_is_then_sent(play: Play, orchard: Domain) -> None:
    expected = expected_requests("llm", "compat/m", orchard)
    assert expected is not None
    model = play(answer())
    model.verbalizer.lexicon(orchard)
    sent = sum(len(each["content"]) for each in model.server.received[0].body["messages"])
    assert [each.input_tokens for each in expected] == [pytest.approx(sent / 4, rel=0.05)]
    assert [each.output_tokens for each in expected] == [pytest.approx(len(answer()) / 4, rel=0.5)]
    single = expected_requests("llm:single", "compat/m", orchard)
    assert single is not None
    assert len(single) == 8
    assert expected_requests("rules", "compat/m", orchard) is None


def test_the_registry_has_both_ways() -> None:
    model = ScriptedModel([])
    assert isinstance(verbalizer("llm", model=model), LlmVerbalizer)
    assert asking("llm") is not asking("llm:single")
    with pytest.raises(InputError, match="--model names the model"):
        verbalizer("llm:gpt-4o", model=model)


# --- the command lines ----------------------------------------------------------------------------


def test_convert_writes_once_and_states_the_cost_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "domain.pddl").write_text(ORCHARD, encoding="utf-8")
    domain, kept = tmp_path / "domain.pddl", tmp_path / "orchard.json"
    order = ["convert", domain, "--verbalizer", "llm", "--model"]
    forecast = done(capsys, cli.main, *order, "openai/gpt-4o", "--dry-run")
    assert re.fullmatch(
        r"orchard: 1 request to openai/gpt-4o, ~\d{4} input and ~\d{3} output tokens, about "
        r"\$0\.0\d{3}; corrections come on top, at most one per request; nothing was sent\n",
        forecast.stdout,
    )
    with ChatServer(answer=lambda _: answer()) as server:
        where = ("--base-url", server.base_url, "--timeout", "30", "--lexicon-out", kept)
        first = done(capsys, cli.main, *order, "compat/m", *where)
        assert (first.returncode, first.stderr) == (0, "")
        assert len(server.received) == 1
    again = done(capsys, cli.main, "convert", domain, "--verbalizer", kept)
    assert again.stdout == first.stdout
    assert "a picker A may pick" not in again.stdout
    assert "A may pick B" in again.stdout


def test_a_call_that_takes_longer_than_the_timeout_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    (tmp_path / "domain.pddl").write_text(ORCHARD, encoding="utf-8")
    with ChatServer([Hang()], answer=lambda _: answer()) as server:
        order = ["convert", tmp_path / "domain.pddl", "--verbalizer", "llm", "--model", "compat/m"]
        found = done(capsys, cli.main, *order, "--base-url", server.base_url, "--timeout", "0.5")
        asked = len(server.received)
    assert (found.returncode, asked) == (0, 2)
    assert "A may pick B" in found.stdout


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--timeout", "5"), "--timeout needs --verbalizer llm"),
        (("--dry-run",), "--dry-run needs --verbalizer llm"),
        (("--verbalizer", "llm", "--dry-run"), "needs --model SPEC"),
        (("--verbalizer", "llm", "--model", "no/m", "--dry-run"), "unknown model 'no/m'"),
        (("--verbalizer", "llm", "--model", "openai/m", "--timeout", "0"), "a number above 0"),
    ],
)
def test_convert_refuses_what_does_not_go_together(
    options: tuple[str, ...],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "domain.pddl").write_text(ORCHARD, encoding="utf-8")
    found = done(capsys, cli.main, "convert", tmp_path / "domain.pddl", *options)
    assert found.returncode == 2
    assert complaint in found.stderr
    assert len(found.stderr.splitlines()) == 1


def test_an_evaluation_asks_once_for_each_domain_and_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    ferry = RulesVerbalizer().lexicon(read_domain(domains.folder("ferry") / "domain.pddl"))
    written = json.dumps({"predicates": ferry.predicates, "actions": ferry.actions}, default=dict)
    order = ["eval", "--mechanism", "random", "--domain", "ferry", "--instances", "1"]
    model = ["--verbalizer", "llm", "--verbalizer-model", "compat/m", "--out", tmp_path / "out"]
    with ChatServer(answer=lambda _: written) as server:
        where = ["--base-url", server.base_url]
        forecast = done(capsys, autoplan_cli.main, *order, *model, *where, "--dry-run")
        assert "snippets by compat/m: about 1 call" in forecast.stdout
        assert server.received == []
        assert done(capsys, autoplan_cli.main, *order, *model, *where).returncode == 0
    asked = len(server.received)
    assert asked <= 2
    assert (tmp_path / "out" / "lexicons" / "ferry-seed1.json").is_file()
