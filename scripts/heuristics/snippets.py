"""The heuristics that write snippets: the `rules` verbalizer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pddl2nl.english.nouns import indefinite
from pddl2nl.english.vocabulary import is_a, is_base_verb, verb_lemma
from pddl2nl.verbalizers.rules import predicates
from pddl2nl.verbalizers.rules import words as w

from .switch import of

_RULES = "pddl2nl.verbalizers.rules"

PATTERNS = of(
    f"{_RULES}.predicates",
    ("_ability", "`can-fly`: it can, or can be flown", None),
    ("_attribute", "`color`: the second argument is a value of the first", None),
    ("_doing", "`moving`, `holding`: it moves, it is being held", None),
    ("_doing_said", "`is-moving`: it is moving", None),
    ("_has_named", "`has-key`: the words name the second argument", None),
    ("_having", "`has-wharf`: it has a wharf", None),
    ("_kind", "`truck`: a noun that never changes is a kind", None),
    ("_link", "`road`: a way from the first to the second", None),
    ("_named", "`is-depot`: it is a depot", None),
    ("_part_of", "`store-of`: it is a store of", None),
    ("_part_state", "`engine-on`: the state of a part", None),
    ("_placed", "`on`, `in-city`: one thing is at another", None),
    ("_related", "`connected`: a state with its preposition", None),
    ("_someone_at", "`at-robot`: what is no argument is somewhere", None),
    ("_somewhere", "`on-table`: it is at what is no argument", None),
    ("_state", "`clear`: it is clear", None),
    ("_state_of_all", "`hand-empty`: the hand is empty", None),
    ("_verb", "`requires`: the first does it to the second", None),
)
"""The patterns of predicates."""

ROLES = of(
    f"{_RULES}.actions",
    ("_say_named_phrases", "prepositional phrases in an action's name", True),
    ("_say_moves", "from where and to where the effects move something", None),
    ("_say_named_roles", "parameters called `?from` or `?over`", None),
    ("_say_places", "where somebody is and stays; which way it goes", None),
    ("_say_actors", "a robot acts, a device is what it is done with", None),
    ("_say_values", "values that are replaced: fuel going from A to B", None),
)
"""The roles of actions' parameters."""


def _affecting(draft: Any, action: Any) -> list[str]:
    return list(draft.things) if len(draft.things) == 1 else []


def _held_with(draft: Any, holder: str) -> None:
    draft.say("with", holder)


def _first_stays(group: Sequence[Any], *, taken: bool) -> Sequence[Any]:
    return group if taken else group[1:]


def _only_one(stays: Any) -> Any:
    found = list(stays)
    return found[0] if len(found) == 1 else None


def _nothing_by_use(domain: Any, kinds: Any) -> Any:
    return {
        (each.name, len(each.parameters)): (frozenset[str](),) * len(each.parameters)
        for each in domain.predicates
    }


SMALL = (
    *of(
        f"{_RULES}.predicates",
        (
            "_clause",
            "`not-` denies, `is-` opens a clause",
            lambda head: predicates._first("", head),
        ),
        (
            "with_article",
            "substances and plurals take no article",
            lambda w: indefinite(" ".join(w)),
        ),
        ("be", "a subject in the plural has `are`", "is"),
        ("_acts", "persons, vehicles and machines act by themselves", False),
        ("_walks", "persons and robots move by themselves", False),
        ("_is_value", "numbers and amounts are values", False),
        ("_VALUES", "nouns of values"),
        ("_is_doer", "the robot, the lift: known without introduction", False),
        ("_may_be", "a robot is no color, by its type", True),
        ("_may_hold", "whether a place is at a thing is not told", False),
        ("_WHERE", "prepositions of a place that is no argument"),
        ("_BETWEEN_TWO", "prepositions between two arguments"),
        ("_PART_STATES", "states that parts have"),
        ("_ORDERS", "verbs that authors write either way round"),
        ("_shares_noun", "a value's type is named like the predicate", False),
    ),
    *of(
        f"{_RULES}.actions",
        ("_say_theme", "what the verb is about", True),
        ("_TOWARDS", "a move into the truck, onto the table", {p: p for p in w.LOCATIVES}),
        ("_ORDER", "the order of prepositional phrases"),
        ("_OBJECT_IS_GOAL", "one enters and boards what one comes to"),
        ("_OBJECT_IS_SOURCE", "one leaves and exits what one comes from"),
        ("_PATHS", "parameters called `?over`, `?via`"),
        ("_is_particle", "`pick up` is one verb, by the dictionary", False),
        ("_related", "what effects relate is no tool", frozenset()),
        ("_done_to", "`serve` makes `served` true of what is served", frozenset()),
        ("_is_sound", "verb and effects must agree", True),
        ("_moves", "a verb of motion moves what the effects move", True),
        ("_those_that_move", "of several themes the one that moves", lambda _, found: found),
        ("_unspoken_object", "an object that the effects speak of alone", None),
        ("_what_it_holds", "`load-truck` loads what comes into the truck", None),
        ("_affected", "what the effects change is the theme", _affecting),
        ("_is_scene", "where somebody stays is the scene, not the goal", False),
        ("_is_containing", "one comes into vehicles and containers", False),
        ("_say_holder", "a person who holds it acts, a hand is a tool", _held_with),
        ("_is_person", "persons, animals and robots act", False),
    ),
    *of(
        f"{_RULES}.moves",
        ("HOLDING", "verbs of holding"),
        ("_only", "of two places the closer one is said", _only_one),
        ("_stay_of_one", "`at-robot ?place`: somebody is there", None),
        ("_stay_of_two", "`at ?x ?y`: the one is there", None),
        ("_held", "of two things the one that can holds the other", None),
        ("_verb_of", "`carry` and `carries` hold as `carrying` does", w.gerund_verb),
        ("can_hold", "somebody, a vehicle or a device holds", True),
        ("is_tool", "devices and hands are tools", False),
        ("is_somebody", "nouns of somebody or of a machine", False),
        ("ends_of_move", "a plain action says the ends of its one move", {}),
        ("ways_of_move", "what must hold of both ends is a way", frozenset()),
        ("value_changes", "a fact replaced by one with another value", ()),
    ),
    *of(
        f"{_RULES}.variables",
        ("_FROM", "names of where a move begins"),
        ("_TO", "names of where a move ends"),
        ("_AFFIXES", "`?carsrc` is a source", ()),
        ("role_of", "a parameter's name tells its role", None),
    ),
    *of(
        f"{_RULES}.facts",
        (
            "Thing.is_called",
            "the last words of a noun name it",
            lambda t, w: " ".join(w) in t.nouns,
        ),
        ("_is_kind", "static nouns of one argument stand for types", False),
        ("_added_alone", "a value is replaced, not added to others", ()),
        ("_asked", "`(truck ?t)` in a precondition names a kind", frozenset()),
        ("_nouns_by_use", "arguments are called as actions use them", _nothing_by_use),
        ("variable_noun", "`?new-card2` is a new card", lambda name: name.removeprefix("?")),
    ),
    *of(
        f"{_RULES}.plain",
        ("_SIGNS", "a name of signs is spelled"),
        ("_are_telling", "parameters of one type keep their own names", False),
        ("_ONE_LETTER", "names of one letter tell nothing"),
    ),
    *of(
        f"{_RULES}.words",
        ("LOCATIVES", "prepositions that say where something is"),
        ("COMPLEX", "`on_board`, `next-to`: prepositions of several words"),
        ("_RARE", "an adverb that is rarely a noun is none", 0),
        ("WAYS", "left, up, north are ways"),
        ("OWN_MOTION", "verbs whose subject is what moves"),
        ("_NO_STATES", "adjectives that only stand before a noun"),
        ("MUTUAL", "states that are the same from either side"),
        ("_BY_ADJECTIVE", "prepositions that adjectives govern"),
        ("_VERBS_GOVERN", "prepositions that verbs govern"),
        ("is_participle", "participles that are rather that than nouns", False),
        ("_looks_past", "nouns such as `set` are no participles", True),
        ("is_state", "adjectives by how often they are met", lambda form: is_a(form, "adj")),
        ("is_noun", "nouns by how often they are met", lambda form: is_a(form, "noun")),
        ("base_verb", "verbs by how often they are met", is_base_verb),
        ("is_verb_of_two", "verbs with a particle, by the dictionary", True),
        ("third_person_verb", "`stacks` is a plural", lambda form: verb_lemma(form, "VBZ")),
        ("takes_object", "transitive verbs, by the dictionary", True),
        ("takes_none", "intransitive verbs, by the dictionary", True),
        ("is_own_doing", "a passenger has boarded, and is served", False),
        ("is_motion", "verbs of motion, by the dictionary", False),
        ("is_a_way", "`left-of` is no left", False),
        ("_MACHINES", "nouns of machines that act"),
    ),
    *of(
        "pddl2nl.verbalizers.rules",
        ("_with_nouns", "clauses that read alike get their nouns", lambda clause, _: clause),
        ("_with_noun_behind_verb", "`color` a kind: color object A", lambda phrase, _: phrase),
        ("_losers", "of two alike the one that denies is plain", _first_stays),
    ),
)
"""The lists of words and small decisions behind them."""
