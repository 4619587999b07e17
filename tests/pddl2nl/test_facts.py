"""Facts in few sentences: what is read back is what there is, and "every" means all of a kind."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pddl2nl.check import check
from pddl2nl.compose import BRIEF, in_style
from pddl2nl.compose.facts import members, rows
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Atom, Problem
from pddl2nl.readback import UnreadableText, read_task
from pddl2nl.reader import parse_domain, parse_problem

YARD = """
(define (domain yard)
  (:types truck van - vehicle place goods)
  (:constants hub - place)
  (:predicates (unused ?p - place) (bare ?p - place) (may ?v - vehicle ?p - place)
    (clean ?v - vehicle)
    (vain ?v - vehicle) (tired ?v - vehicle) (seen ?v - vehicle) (stored ?g - goods ?p - place)
    (near ?p ?q - place) (links ?p ?q - place) (road ?p ?q - place) (pass ?p ?q - place)
    (gap ?p ?q - place) (big ?v - vehicle) (at ?v - vehicle ?p - place))
  (:action go :parameters (?v - vehicle ?p ?q - place ?g - goods)
    :precondition (and (at ?v ?p) (may ?v ?q) (near ?p ?q) (links ?p ?q) (road ?p ?q) (pass ?p ?q)
      (gap ?p ?q) (vain ?v) (not (tired ?v)) (seen ?v) (stored ?g ?p) (at ?v hub))
    :effect (and (at ?v ?q) (clean ?v) (when (big ?v) (not (at ?v ?p))))))
"""
LOT = """
(define (problem p) (:domain yard)
  (:objects truck_0 truck_1 truck_2 van_0 van_1 - vehicle
            place_0 place_1 place_2 - place goods_0 goods_1 - goods)
  (:init) (:goal (clean van_0)))
""".replace("truck_2 van_0 van_1 - vehicle", "truck_2 - truck van_0 van_1 - van")
WORDS = Lexicon(
    "yard",
    "by hand",
    {
        "clean": "{?v} is clean",
        "vain": "{?v} admires itself",
        "tired": "{?v} is not awake",
        "seen": "{?v} has seen every place",
        "big": "the vehicle {?v} is big",
        "at": "the vehicle {?v} is in the place {?p}",
        "stored": "the goods {?g} is in the place {?p}",
        "may": "{?v} may enter {?p}",
        "near": "{?p} is near {?q}",
        "links": 'the relation "links" holds for the ordered pair {?p} {?q}',
        "road": "a road leads from {?p} to {?q}",
        "pass": "{?p} to {?q} is a pass",
        "gap": "there is a gap between {?p} and {?q}",
        "unused": "{?p} is on its own",
        "bare": "{?p} is still a field",
    },
    {"go": "drive vehicle {?v} from place {?p} to place {?q} with goods {?g}"},
)
DOMAIN = parse_domain(YARD)
EMPTY = parse_problem(LOT, DOMAIN)
KINDS = {
    "vehicle": {"truck_0", "truck_1", "truck_2", "van_0", "van_1"},
    "truck": {"truck_0", "truck_1", "truck_2"},
    "van": {"van_0", "van_1"},
    "place": {"place_0", "place_1", "place_2", "place_hub"},
}
PDDL = {"place_hub": "hub"}
MEMBERS = {**KINDS, "goods": {"goods_0", "goods_1"}}


def everything(name: str) -> list[Atom]:
    """All facts of a predicate."""
    declared = next(item for item in DOMAIN.predicates if item.name == name)
    kinds = (sorted(MEMBERS[item.types[0]]) for item in declared.parameters)
    return [Atom(name, tuple(PDDL.get(each, each) for each in args)) for args in product(*kinds)]


@st.composite
def states(draw: st.DrawFn) -> frozenset[Atom]:
    """Facts of some predicates: a random part, all, or all but one or but those with themselves."""
    found: set[Atom] = set()
    for name in draw(
        st.sets(st.sampled_from(sorted(item.name for item in DOMAIN.predicates)), min_size=1)
    ):
        whole = everything(name)
        match draw(st.sampled_from(["all", "but one", "others", "block", "some"])):
            case "all":
                found.update(whole)
            case "but one":
                found.update(set(whole) - {draw(st.sampled_from(whole))})
            case "others":
                found.update(atom for atom in whole if len(set(atom.args)) == len(atom.args))
            case "block":
                objects = draw(st.sets(st.sampled_from(sorted({t for a in whole for t in a.args}))))
                found.update(atom for atom in whole if objects.intersection(atom.args))
            case _:
                found.update(draw(st.sets(st.sampled_from(whole))))
    return frozenset(found)


def lot(facts: frozenset[Atom]) -> Problem:
    return replace(EMPTY, init=tuple(sorted(facts, key=str)))


def lines(facts: frozenset[Atom]) -> list[str]:
    styled = in_style(BRIEF, DOMAIN, WORDS)
    return styled.problem_text(lot(facts), styled.names(EMPTY)).state.splitlines()


@settings(deadline=None, max_examples=150)
@given(facts=states())
def test_any_facts_are_read_back_as_they_are(facts: frozenset[Atom]) -> None:
    assert check(DOMAIN, [lot(facts)], WORDS, BRIEF) == []


def meant(words: str) -> set[str]:
    """The objects of a subject or of what stands last, read independently of `readback`."""
    if found := re.fullmatch(r"every (\w+)", words):
        return KINDS[found[1]]
    rows = re.findall(r"(\w+)_(\d) to \w+_(\d)", words)
    between = {f"{kind}_{n}" for kind, i, j in rows for n in range(int(i), int(j) + 1)}
    return between | set(re.findall(r"\w+_\w+", words))


@settings(deadline=None, max_examples=150)
@given(facts=states())
@example(facts=frozenset(everything("near")))
@example(facts=frozenset(everything("may")) - {Atom("may", ("van_1", "place_0"))})
def test_a_sentence_states_facts_alone(facts: frozenset[Atom]) -> None:
    stated: list[Atom] = []
    for line in "\n".join(lines(facts)).replace("Now:", "").split("\n"):
        found = re.fullmatch(r" ?(.+?) (?:is |are )?(clean|may|near)(?: enter)?(?: (.+))?\.", line)
        for one, other in product(meant(found[1]), meant(found[3] or "x_0")) if found else ():
            stated.append(Atom(found[2], (one, other) if found[3] else (one,)))
        if found and "every other place" in (found[3] or ""):
            pairs = product(meant(found[1]), KINDS["place"])
            stated += [Atom("near", pair) for pair in pairs if pair[0] != pair[1]]
    named = {
        replace(each, args=tuple("place_hub" if t == "hub" else t for t in each.args))
        for each in facts
    }
    assert set(stated) == {each for each in named if each.predicate in ("clean", "may", "near")}
    assert len(stated) == len(set(stated))


PLACES = frozenset({"place_0", "place_1", "place_2", "hub"})
NEAR = ("place_0", "place_1")


@pytest.mark.parametrize(
    ("facts", "stated"),
    [
        (everything("clean"), "every vehicle is clean."),
        (everything("may"), "every vehicle may enter every place."),
        ([Atom("near", pair) for pair in permutations(sorted(PLACES), 2)],
         "every place is near every other place."),
        (
            [Atom("near", (one, each)) for one in NEAR for each in PLACES - {one}],
            "place_0 is near every other place.|place_1 is near every other place.",
        ),
        (everything("vain"), "every vehicle admires itself."),
        ([Atom("stored", (f"goods_{n}", "hub")) for n in (0, 1)],
         "goods_0 and goods_1 are in place_hub."),
        ([Atom("unused", ("place_0",)), Atom("unused", ("place_1",))],
         "place_0 is on its own.|place_1 is on its own."),
        ([Atom("bare", ("place_0",)), Atom("bare", ("place_1",))],
         "place_0 is still a field.|place_1 is still a field."),
        ([Atom("at", (each, "hub")) for each in ("truck_0", "van_0")],
         "truck_0 and van_0 are in place_hub."),
        ([Atom("clean", (f"truck_{n}",)) for n in range(2)], "truck_0 and truck_1 are clean."),
        ([Atom("may", ("van_0", f"place_{n}")) for n in range(3)],
         "van_0 may enter place_0 to place_2."),
        ([Atom("road", ("hub", f"place_{n}")) for n in range(3)],
         "a road leads from place_hub to every other place."),
        ([Atom("pass", ("place_0", "place_2"))], "(place_0 to place_2 is a pass)."),
        ([Atom("pass", ("hub", "place_0")), Atom("pass", ("hub", "place_1"))],
         "place_hub to place_0 is a pass.|place_hub to place_1 is a pass."),
        ([Atom("gap", ("place_0", "place_2"))], "(there is a gap between place_0 and place_2)."),
        ([Atom("links", ("place_0", each)) for each in PLACES] + [Atom("links", ("hub", "hub"))],
         '"links" holds for (place_hub, place_hub) and (place_0, every place).'),
        ([Atom("links", ("place_0", "hub")), Atom("links", ("hub", "place_0"))],
         '"links" holds for (place_hub, place_0) and (place_0, place_hub).'),
    ],
)  # fmt: skip
def test_facts_in_few_sentences(facts: list[Atom], stated: str) -> None:
    text = "\n".join(lines(frozenset(facts)))
    assert text.replace("Now: ", "Now:\n").split("\n") == [
        "Now:",
        *stated.split("|"),
        "Nothing else is true.",
    ]


def test_what_changes_comes_first_and_what_nothing_mentions_last() -> None:
    facts = (Atom("unused", ("hub",)), Atom("may", ("van_0", "hub")), Atom("at", ("van_0", "hub")))
    assert [line.split()[-1] for line in lines(frozenset(facts))[1:]] == [
        "place_hub.", "place_hub.", "own.", "true."
    ]  # fmt: skip
    assert "in" in lines(frozenset(facts))[1]


def test_every_what_is_asked_where_the_kind_is_unknown() -> None:
    styled = in_style(BRIEF, DOMAIN, WORDS)
    text = styled.problem_text(lot(frozenset(everything("clean"))), styled.names(EMPTY)).text
    with pytest.raises(UnreadableText, match="every what"):
        read_task(styled.domain_text.text, text.replace("every vehicle", "every boat"))


@pytest.mark.parametrize(
    "alike", [Atom("may", ("van_0", "hub")), Atom("unused", ("hub", "place_0"))], ids=str
)
def test_a_noun_stays_where_it_tells_two_predicates_apart(alike: Atom) -> None:
    domain = parse_domain(YARD.replace("(unused ?p - place)", "(unused ?v ?p - place)"))
    plain = {alike.predicate: "{?v} is in {?p}"}
    words = {**WORDS.predicates, "unused": "{?v} is off {?p}", **plain}
    lexicon = replace(WORDS, predicates=words)
    problem = replace(lot(frozenset({Atom("stored", ("goods_0", "hub")), alike})), domain=domain)
    styled = in_style(BRIEF, domain, lexicon)
    text = styled.problem_text(problem, styled.names(problem)).text
    assert "the goods goods_0 is in the place place_hub." in text.splitlines()
    assert check(domain, [problem], lexicon, BRIEF) == []


@pytest.mark.parametrize("kind", ["other-van", "goods", "water"])
def test_every_stands_before_no_noun_that_makes_it_unclear(kind: str) -> None:
    domain = parse_domain(YARD.replace("truck van - vehicle", f"truck {kind} - vehicle van"))
    lot = parse_problem(LOT.replace("- van", f"- {kind}"), domain)
    assert not set(members(lot)) & {kind, "other van"}
    assert "truck" in members(lot)


def test_rows_are_by_number() -> None:
    assert rows(["box_10", "box_9", "tray_0", "box_2", "box_11", "tray_1"]) == [
        "box_2",
        "box_9 to box_11",
        "tray_0",
        "tray_1",
    ]
