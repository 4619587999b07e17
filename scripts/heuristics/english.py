"""The heuristics about words, clauses and sentences: `pddl2nl.english` and `pddl2nl.compose`."""

from __future__ import annotations

from typing import Any

from pddl2nl.compose.phrases import kind_words
from pddl2nl.english.nouns import indefinite

from .switch import NEVER, of

_ENGLISH, _COMPOSE = "pddl2nl.english", "pddl2nl.compose"


def _a_kind(_: Any, name: str, types: tuple[str, ...]) -> str:
    return f"{name} is {indefinite(kind_words(types))}"


def _not_behind(clause: Any) -> str:
    return str(clause.insert(2, "not").text)


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


ENGLISH = (
    *of(
        f"{_ENGLISH}.words",
        ("ABBREVIATIONS", "short forms are written out"),
        ("_SHORT_WORDS", "short words that a name may contain"),
        ("_LAST_WORDS", "short words that a name may end with"),
        ("_SHORTEST_COMPOUND", "a short name is one word", 0),
        ("_PHRASAL", "`pickup` is two words"),
        ("_without_plurals", "`yard slot`, not `yards lot`", lambda parts: parts),
        ("_is_adverb", "no name opens with `aboard`", False),
    ),
    *of(
        f"{_ENGLISH}.nouns",
        ("JOINING", "a type with a word that joins is hyphenated"),
        ("MASS_NOUNS", "substances take no article"),
        ("_is_many", "`goods` is a plural already", False),
        ("_of_one", "a type's noun is in the singular", lambda noun: noun),
    ),
    *of(
        f"{_ENGLISH}.verbs",
        ("stems", "regular forms of verbs", ()),
    ),
    *of(
        f"{_ENGLISH}.vocabulary",
        ("PRONOUNS", "pronouns are no nouns"),
        ("PREPOSITIONS", "prepositions"),
        ("PARTICLES", "particles of verbs"),
        ("DETERMINERS", "determiners"),
        ("BE_FORMS", "forms of be"),
        ("MODALS", "modal verbs"),
        ("FUNCTION_WORDS", "words of grammar are English"),
        ("_USUAL", "`got`, the usual one of two spellings"),
        ("_regular", "unknown verbs are inflected regularly", lambda lemma, _: lemma),
        ("_with_s", "`passes`, `carries`", lambda word: f"{word}s"),
    ),
    *of(
        f"{_ENGLISH}.wordnet",
        ("is_of_kind", "persons, places, vehicles, by the dictionary", False),
    ),
    *of(
        f"{_ENGLISH}.clauses",
        ("_SUBORDINATORS", "a clause behind `that` is not denied by `not`"),
        ("_QUANTIFIERS", "`nothing is` is not denied by `not`"),
        ("_COORDINATORS", "`clean and dry` is not denied by `not`"),
        ("_head_after_subject", "the verb stands behind its subject", None),
        ("_auxiliary_head", "`is`, `can` and `has` are verbs anywhere", None),
        ("_verb_after_noun", "the verb behind a subject of plain words", None),
        ("_opening_head", "`holding A`: the verb opens the clause", None),
        ("_participle_follows", "`has boarded` is no having", False),
        ("is_base_noun", "`has cut` is a having", False),
        ("_past_kind", "`A visited` leaves out a form of be", "past"),
        ("_plural_subject", "a base form needs a plural before it", True),
        ("_verb_only", "`soil samples contain`: no noun", False),
        ("_nounlike", "the verb stands behind a noun", True),
    ),
    *of(
        f"{_ENGLISH}.negation",
        ("_DENIAL", "words that deny"),
        ("_QUOTED", "quoted words don't deny"),
        ("_TENSES", "words of tense and denial"),
        ("_with_existence", "`there is a jig` again", lambda clause: clause.cut(2).text),
        ("_without_existence", "`there is no jig`", _not_behind),
    ),
)
COMPOSE = (
    *of(
        f"{_COMPOSE}.phrases",
        ("_DETERMINERS", "no article behind a determiner"),
        ("_without_noun", "no noun before a name that has it", lambda text, *_, **__: text),
        ("Phrases.of_kind", "`is of kind` where `is a` is a fact", _a_kind),
        ("_LONGEST_NOUN", "nouns of several words before a letter", 1),
        ("_may_name_kind", "a kind is put in where a snippet has none", False),
        ("_ends_in_plural", "`hydrogens A and B`: no article", False),
        ("_different", "`another` where two must differ", frozenset()),
        ("_adjectives_before", "the article stands before adjectives", ""),
        ("_JOINING", "what goes on with a list behind a plural"),
        ("_BEFORE_NOUNS", "words behind which a kind may be put in"),
        ("_NO_ADJECTIVES", "prepositions are no adjectives"),
        ("_is_adjective", "adjectives by how often they are met", True),
    ),
    *of(
        f"{_COMPOSE}.formulas",
        ("JOINT", "a clause with a joint in it stands in parentheses"),
        ("OPENING", "a clause that opens as a formula is marked"),
        ("_Formulas._rest", "`every lock is open`", None),
        ("_Formulas._others", "`no boat other than A`", lambda _, __, parts: ("", parts)),
        ("_is_clear", "`every` before a clause that means one thing", True),
    ),
    *of(
        f"{_COMPOSE}.texts",
        ("in_order", "facts are told object by object", lambda facts, _: list(facts)),
    ),
    *of(
        f"{_COMPOSE}.paper",
        ("_on", "`when this holds: if`", lambda formula: f"when {formula}"),
        ("_gained", "what has ceased before is marked", lambda clause: clause),
        ("_cases", "a rule with cases is a numbered list", ((), ())),
        ("sentence", "no capital for an object's name", _upper),
    ),
    *of(
        f"{_COMPOSE}.brief",
        ("_NUMBERED", "names that are numbered", NEVER),
        ("_SHORTEST_ROW", "`truck_0 to truck_4`", 1000),
        ("_PLURALS", "verbs that can agree with several subjects"),
        ("_is_short", "`A is not B` is no exception", False),
        ("_is_marked", "clauses that deny stand among the formulas", False),
        ("_joinable", "facts that differ in one object share a clause", ()),
        ("_apart", "words must stand between a list and the next name", True),
    ),
)
