"""Lexicon files of three kinds are read, and a bad one is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pddl2nl.errors import LexiconError
from pddl2nl.lexicon import Lexicon, all_of, snippet_problems
from pddl2nl.lexicon_files import dump_lexicon, load_lexicon
from pddl2nl.model import ActionSchema, Domain, Parameter, Predicate
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import RulesVerbalizer, verbalizer

X, Y = Parameter("?x"), Parameter("?y")
DOMAIN = Domain(
    "blocks",
    predicates=(Predicate("on", (X, Y)), Predicate("clear", (X,))),
    actions=(ActionSchema("stack", (X, Y)),),
)
CONTENT = {
    "domain": "blocks",
    "source": "hand",
    "predicates": {"on": "{?x} is on {?y}", "clear": "{?x} is clear"},
    "actions": {"stack": "stack {?x} on {?y}"},
}


def written(folder: Path, content: object, name: str = "lexicon.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
    return path


def refusal(path: Path) -> str:
    with pytest.raises(LexiconError) as caught:
        load_lexicon(path, DOMAIN)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_lexicon_survives_writing_and_reading(tmp_path: Path) -> None:
    predicates, actions = CONTENT["predicates"], CONTENT["actions"]
    provenance = all_of("model", predicates, actions)
    lexicon = Lexicon("blocks", "hand", predicates, actions, {"by": "me"}, provenance)  # type: ignore[arg-type]
    text = dump_lexicon(lexicon)
    assert load_lexicon(written(tmp_path, text), DOMAIN) == lexicon
    assert dump_lexicon(load_lexicon(written(tmp_path, text), DOMAIN)) == text


def test_autoplanbench_files_are_read(shared: Path) -> None:
    for path in sorted(shared.glob("apb/*/domain_description_seed*.json")):
        domain = read_domain(path.parent / "domain.pddl")
        lexicon = load_lexicon(path, domain)
        faults = [
            line for line in snippet_problems(lexicon, domain) if "reads the same" not in line
        ]
        assert faults == []
        assert "!=" not in lexicon.predicates


def test_planbench_files_are_read(shared: Path) -> None:
    domain = read_domain(shared / "apb" / "logistics" / "domain.pddl")
    lexicon = load_lexicon(shared / "replay" / "configs" / "logistics.yaml", domain)
    assert lexicon.actions["load-truck"] == "load {?obj} into {?truck} at {?loc}"
    assert lexicon.predicates["in-city"] == "{?obj} is in the city {?city}"
    assert lexicon.predicates["truck"] == "{?truck} is a truck"
    assert lexicon.notes["encoded_objects"]


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "No such file" in refusal(tmp_path / "none.json")


def test_bad_json_is_refused_with_its_place(tmp_path: Path) -> None:
    path = written(tmp_path, '{\n  "domain": }')
    assert refusal(path).startswith(f"{path}:2:13: not valid JSON")


def test_bad_yaml_is_refused_with_its_place(tmp_path: Path) -> None:
    path = written(tmp_path, "actions:\n  {a: b", "config.yaml")
    assert refusal(path).startswith(f"{path}:")


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("a.json", f'{{"predicates": {"9" * 5000}}}', "Exceeds the limit"),
        ("a.yaml", "predicates: 2020-02-31", "a.yaml:1:13: not valid YAML: this is no timestamp"),
        ("a.yaml", "predicates: !!int ''", "a.yaml:1:13: not valid YAML: this is no int"),
        ("a.yaml", f"a: 1{':1' * 400_000}", "a number has at most 1,000 characters"),
        ("a.yaml", r'a: "\U00110000"', "not valid YAML: chr()"),
    ],
)
def test_a_value_that_python_cannot_read_is_refused(
    name: str, text: str, fault: str, tmp_path: Path
) -> None:
    assert fault in refusal(written(tmp_path, text, name))


def test_a_missing_part_is_named(tmp_path: Path) -> None:
    content = {key: value for key, value in CONTENT.items() if key != "actions"}
    assert "has no 'actions'" in refusal(written(tmp_path, content))


def test_something_else_than_an_object_is_refused(tmp_path: Path) -> None:
    assert "must be an object" in refusal(written(tmp_path, [1, 2]))


def test_a_snippet_that_is_no_text_is_named(tmp_path: Path) -> None:
    content = {**CONTENT, "actions": {"stack": 3}}
    assert "'stack'" in refusal(written(tmp_path, content))


def test_missing_snippets_are_named(tmp_path: Path) -> None:
    content = {**CONTENT, "predicates": {"on": "{?x} is on {?y}"}}
    assert "no snippet for the predicate 'clear'" in refusal(written(tmp_path, content))


def test_a_lexicon_for_other_names_gets_one_short_line(tmp_path: Path) -> None:
    content = {"domain": "ferry", "predicates": {"at": "{?x} is at {?y}"}, "actions": {"go": "go"}}
    message = refusal(written(tmp_path, {**CONTENT, **content}))
    assert "has no snippet for any predicate or action of the domain" in message
    assert "--obfuscate" in message
    assert len(message) < 400


def test_a_lexicon_of_another_domain_is_said_to_be_one(tmp_path: Path) -> None:
    content = {**CONTENT, "domain": "ferry", "predicates": {"on": "{?x} is on {?y}"}}
    assert "(it was written for 'ferry'; this is '" in refusal(written(tmp_path, content))
    content["domain"] = CONTENT["domain"]
    assert "written for" not in refusal(written(tmp_path, content))


def test_a_snippet_with_wrong_variables_is_named_with_its_place(tmp_path: Path) -> None:
    content = {**CONTENT, "actions": {"stack": "stack {?x} on {?z}"}}
    path = written(tmp_path, content)
    message = refusal(path)
    assert message.startswith(f"{path}:9:3: snippet of the action 'stack'")
    assert "?y missing" in message
    assert "?z unknown" in message


def test_a_snippet_of_another_domain_is_refused(tmp_path: Path) -> None:
    predicates = {**CONTENT["predicates"], "flying": "{?x} is flying"}  # type: ignore[dict-item]
    message = refusal(written(tmp_path, {**CONTENT, "predicates": predicates}))
    assert "the domain has no predicate 'flying'" in message


def test_rule_made_lexicons_survive_writing_and_reading(shared: Path, tmp_path: Path) -> None:
    for path in sorted(shared.glob("apb/*/domain.pddl")):
        domain = read_domain(path)
        lexicon = RulesVerbalizer().lexicon(domain)
        assert load_lexicon(written(tmp_path, dump_lexicon(lexicon)), domain) == lexicon


def test_all_faulty_snippets_are_named_at_once(tmp_path: Path) -> None:
    content = {**CONTENT, "predicates": {"clear": "{?z} is clear"}, "actions": {}}
    message = refusal(written(tmp_path, content))
    assert "no snippet for the predicate 'on'; snippet of the predicate 'clear': " in message
    assert message.endswith("; no snippet for the action 'stack'")


def test_a_file_need_not_state_its_source(tmp_path: Path) -> None:
    content = {key: value for key, value in CONTENT.items() if key != "source"}
    path = written(tmp_path, content)
    assert load_lexicon(path, DOMAIN).source == "file"
    assert verbalizer(path).lexicon(DOMAIN).source == f"{path.name} (file)"
    assert "has no 'domain'" in refusal(written(tmp_path, {**content, "domain": None}))


def test_words_of_a_file_are_recorded_as_that_files(tmp_path: Path) -> None:
    text = dump_lexicon(RulesVerbalizer().lexicon(DOMAIN))
    edited = written(tmp_path, text.replace('"stack {', '"pile {'))
    source = verbalizer(edited).lexicon(DOMAIN).source
    assert source == f"{edited.name} (rules)"
    again = written(tmp_path, dump_lexicon(verbalizer(edited).lexicon(DOMAIN)))
    assert verbalizer(again).lexicon(DOMAIN).source == source


def test_a_plain_snippet_that_was_edited_is_no_longer_plain(tmp_path: Path) -> None:
    plain = {"on": 'the relation "on" holds for {?x} and {?y}', "clear": "{?x} is clear"}
    origins = {"predicates": {"on": "plain", "clear": "plain"}, "actions": {"stack": "model"}}
    content = {**CONTENT, "predicates": plain, "provenance": origins}
    lexicon = load_lexicon(written(tmp_path, content), DOMAIN)
    assert lexicon.provenance["predicates"] == {"on": "plain", "clear": "written"}
    assert lexicon.provenance["actions"] == {"stack": "model"}


def test_a_snippet_of_the_rules_that_was_edited_is_a_persons(tmp_path: Path) -> None:
    ruled = verbalizer("rules").lexicon(DOMAIN)
    assert "sure" in {*ruled.provenance["predicates"].values()}
    assert load_lexicon(written(tmp_path, dump_lexicon(ruled)), DOMAIN) == ruled
    content = json.loads(dump_lexicon(ruled))
    content["predicates"]["clear"] = "nothing is on {?x}"
    found = load_lexicon(written(tmp_path, content), DOMAIN).provenance
    assert found["predicates"] == {**ruled.provenance["predicates"], "clear": "written"}
    assert found["actions"] == ruled.provenance["actions"]


def test_aliases_that_grow_without_bound_are_refused(tmp_path: Path) -> None:
    steps = [f"a{n}: &a{n} [{f'*a{n - 1}, ' * 9}]" for n in range(1, 30)]
    path = written(tmp_path, "\n".join(["a0: &a0 [ha, ha]", *steps]), "config.yaml")
    with pytest.raises(LexiconError, match="with its aliases"):
        load_lexicon(path, DOMAIN)
