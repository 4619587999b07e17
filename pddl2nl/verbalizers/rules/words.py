"""What the words of a name can be, each in a role that its dictionary entry bears."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pddl2nl.english.nouns import ABBREVIATIONS, indefinite, is_mass, pieces, split_name
from pddl2nl.english.vocabulary import (
    MODALS,
    PREPOSITIONS,
    is_a,
    is_plural,
    is_word,
    known_word,
    lemmas,
    stems,
    verb_lemma,
    word_set,
)
from pddl2nl.model import ActionSchema, Domain, Predicate

Words = tuple[str, ...]


_SUFFIXES = ("less", "free", "proof")


def own_words(domain: Domain) -> frozenset[str]:
    """The words that a domain uses by themselves: for types, variables and parts of names."""
    declared: tuple[Predicate | ActionSchema, ...] = (*domain.predicates, *domain.actions)
    variables = {item.name.strip("?0123456789") for each in declared for item in each.parameters}
    parts = {
        piece for each in declared if len(pieces(each.name)) > 1 for piece in pieces(each.name)
    }
    types = {piece for kind in domain.types for piece in pieces(kind.name)}
    return frozenset(word for word in variables | parts | types if len(word) > 2 and word.isalpha())


def words_of(name: str, own: frozenset[str] = frozenset()) -> Words:
    """The words of a name, abbreviations written out."""
    written = (
        part if part == "obj" else ABBREVIATIONS.get(part, part) for part in parts_of(name, own)
    )
    return tuple(" ".join(written).split()) or (name,)


@cache
def parts_of(name: str, own: frozenset[str] = frozenset()) -> Words:
    """The words of a name; what is no word may fall apart into those of its domain: `dockedat`."""
    found: list[str] = []
    for piece in pieces(name):
        parts = _parted(piece, own)
        whole = piece.endswith(_SUFFIXES)  # `roofless` is no roof that is less
        found += parts if whole or len(parts) > 1 else split_name(piece)
    return tuple(found)


@cache
def _parted(word: str, own: frozenset[str]) -> Words:
    """The fewest words that a run-together word is made of, one of them a joint or the domain's."""
    if word in own or is_word(word) or not _SHORTEST_COMPOUND <= len(word) <= _LONGEST_COMPOUND:
        return (word,)
    usual = _JOINTS | own
    found = []
    for end in range(1, len(word) - 1):
        head, rest = word[:end], _parted(word[end:], own)
        parts = (head, *rest)
        sound = all(part in usual or _is_met(part) for part in parts)
        sound = sound and (len(head) > 3 or head in usual)  # `robby` is not robbed
        sound = sound and (parts[-1] not in _SUFFIXES or parts[-2] in _JOINTS)
        if sound and not usual.isdisjoint(parts):
            found.append(parts)
    return min(found, key=len, default=(word,))


def _is_met(part: str) -> bool:
    """Whether WordNet has met a word of three letters or more in running text."""
    forms = {form for each in lemmas(part).values() for form in each} if len(part) > 2 else ()
    return any(known.noun or known.verb or known.adjective for known in map(known_word, forms))


_SHORTEST_COMPOUND, _LONGEST_COMPOUND = 4, 30
_JOINTS = word_set("you at in on of to by for from with into onto has have no is are") | MODALS


def with_article(words: Words) -> str:
    """A noun phrase with the indefinite article where it takes one."""
    phrase = " ".join(words)
    return phrase if is_mass(phrase) or is_plural(words[-1]) else indefinite(phrase)


LOCATIVES = word_set("aboard at in on inside")
"""Prepositions that say where something is."""

ENCLOSED = word_set(
    """
    apartment bedroom cabin cave cell city country field forest garage garden hall kitchen region
    room town warehouse
    """
)
"""Places of which English has things in rather than at them."""

COMPLEX = {
    "on board": "on board",
    "on top": "on top of",
    "in front": "in front of",
    "next to": "next to",
}
"""Prepositions of several words, by how a name may begin them."""

_RARE = 10
"""The minimum number of uses as a noun that makes an adverb such as `now` a noun."""
WAYS = word_set(
    """
    up down left right top bottom front back north south east west forward backward
    """
)
OWN_MOTION = word_set(
    """
    board climb come crawl cross debark depart disembark embark enter exit go hike hop jump leave
    run step swim travel walk
    """
)
"""Verbs whose subject is what moves, whether they can take an object or not."""
_NO_STATES = word_set(
    "colour current final first initial last main maximum minimum next previous second third"
)
"""Adjectives that only stand before a noun."""
_GOVERNED = {
    "to": """adjacent allergic assigned attached bound close connected coupled delivered equal
    fastened glued identical joined linked mapped nailed pinned tethered tied tuned welded""",
    "with": "aligned coated compatible covered equipped familiar glazed paired stocked",
    "from": "detached different disconnected distinct separated visible",
    "in": """buried clamped contained enrolled hidden included incorporated installed packed planted
    registered seated stored trapped wrapped""",
    "into": "inserted plugged",
    "on": "hung mounted stacked",
    "for": "available certified eligible licensed needed ready required suitable",
    "at": "docked located moored parked situated stationed",
}
MUTUAL = word_set(
    "adjacent close connected coupled different distinct equal identical joined linked"
)
"""States that are the same seen from either side."""
_BY_ADJECTIVE = {word: prep for prep, words in _GOVERNED.items() for word in words.split()}
_VERBS_GOVERN = {"point": "at", "look": "at", "belong": "to", "depend": "on", "connect": "to"}


def governed(adjective: str) -> str | None:
    """The preposition that an adjective or participle governs: `connected` gives `to`."""
    return _BY_ADJECTIVE.get(adjective)


def governed_at(adjective: str, noun: str) -> str | None:
    """The same before a noun: a picture is hung on a wall, and in a room."""
    found = governed(adjective)
    return located("at", noun) if found == "on" and noun.rpartition(" ")[2] in ENCLOSED else found


def governed_by_verb(lemma: str) -> str:
    """The preposition before a verb's object, with a blank after it; empty for most."""
    return f"{_VERBS_GOVERN[lemma]} " if lemma in _VERBS_GOVERN else ""


def participle_verb(form: str) -> str | None:
    """The verb of a past participle; in its regular form also of one that no dictionary has."""
    if lemma := verb_lemma(form, "VBN"):
        return lemma
    if form.startswith("un") and (inner := verb_lemma(form[2:], "VBN")):
        return f"un{inner}"
    unknown = form.endswith("ed") and len(form) > 5 and not lemmas(form)
    return next(stems(form), None) if unknown else None


def is_participle(form: str) -> bool:
    """Whether a word is a past participle and rather that than a noun."""
    lemma = participle_verb(form)
    return lemma is not None and (form != lemma or not is_a(form, "noun")) and _looks_past(form)


def _looks_past(form: str) -> bool:
    return form.endswith(("ed", "en", "wn", "lt", "pt", "ght", "id", "ne")) or not is_a(
        form, "noun"
    )


def is_state(form: str) -> bool:
    """Whether `is` can stand before a word: `clear`, `empty`, `on`, `locked`, but not `patient`."""
    if form in ("on", "off", "up", "down", "open", "closed"):
        return True
    if form in PREPOSITIONS or form in _NO_STATES or verb_lemma(form, "VBG"):
        return False
    if is_participle(form):
        return True
    entry = known_word(form)
    if form.endswith(("able", "ible")) and len(form) > 6 and not entry.noun:
        return True
    if entry.adjective or entry.noun or entry.verb:
        return entry.adjective > 0.7 * entry.noun and entry.adjective > 0.3 * entry.verb
    return is_a(form, "adj") and not is_a(form, "noun")


def is_noun(form: str) -> bool:
    """Whether a word is a noun more than anything else."""
    if form.endswith(("er", "or")) and not lemmas(form):
        return any(base_verb(stem) for stem in (form[:-2], form[:-3], form[:-1]) if len(stem) > 2)
    if form in PREPOSITIONS or not names_thing(form):
        return False
    entry = known_word(lemmas(form).get("noun", (form,))[0])
    if is_a(form, "adv") and entry.noun < _RARE:
        return False
    return entry.noun * 2 >= max(entry.verb, entry.adjective)


def names_thing(form: str) -> bool:
    """Whether a word has any sense as a noun."""
    return is_a(form, "noun") or known_word(form).noun > 0


def names_value(words: Sequence[str]) -> bool:
    """Whether a noun phrase is not the rest of one: `current` of `current scene`."""
    return words[-1] not in _NO_STATES


def may_be_short(form: str) -> bool:
    """Whether a word of up to three letters may rather be an abbreviation: `mat`, not `map`."""
    return len(form) < 4 and known_word(form).noun < _RARE


def is_noun_phrase(words: Sequence[str]) -> bool:
    """Whether words are a noun behind nouns, adjectives and participles.

    A noun in the plural that may be a verb, as in `holds honey`, opens none.
    """
    if not words or not is_noun(words[-1]):
        return False
    if any(is_plural(word) and verb_lemma(word, "VBZ") for word in words[:-1]):
        return False
    return all(is_a(w, "noun") or is_a(w, "adj") or is_participle(w) for w in words[:-1])


def base_verb(form: str) -> bool:
    """Whether a word is a verb in its base form, and as such not a rarity."""
    if form.startswith("un") and not known_word(form).frames and len(form) > 4:
        return base_verb(form[2:])
    entry = known_word(form)
    return (
        form in lemmas(form).get("verb", ())
        and entry.verb * 20 >= entry.noun
        and bool(entry.frames)
    )


COMPARED = frozenset(
    "air blood bone brand care crystal deep dirt duty fault half heat ice jet knee leather paper"
    " pitch razor rock rust sky snow spray steam stone sun waist".split()
)
"""Words that say how in a compound: `bone-dry`, `ice-cold`, `air-dry`."""


def can_be_verb(form: str) -> bool:
    """Whether a word has any sense as a verb in its base form, as the first of an action's."""
    inner = form[2:] if form.startswith("un") and not is_word(form) else form
    return inner in lemmas(inner).get("verb", ()) or bool(known_word(inner).frames)


def verb_of(form: str) -> str | None:
    """The verb of which a word is a base form, None where it is none."""
    return form if form in lemmas(form).get("verb", ()) else None


_ALSO_DONE_TO = frozenset("roll slide turn".split())
"""Verbs that take an object as well, which WordNet has behind their first senses."""


def takes_object(lemma: str) -> bool:
    """Whether something can be done to an object with a verb."""
    if lemma in _ALSO_DONE_TO:
        return True
    if lemma.startswith("un") and not known_word(lemma).frames:
        return takes_object(lemma[2:])
    frames = known_word(lemma).frames
    return "t" in frames or not frames


def takes_none(lemma: str) -> bool:
    """Whether a verb can do without an object."""
    return "i" in known_word(lemma).frames


def third_person_verb(form: str) -> str | None:
    """The verb of a form such as `requires`, None where it rather is a noun in the plural."""
    lemma = verb_lemma(form, "VBZ")
    if lemma is None or form == lemma:
        return None
    entry = known_word(lemma)
    return lemma if not is_plural(form) or entry.verb * 2 >= entry.noun else None


def gerund_verb(form: str) -> str | None:
    """The verb of a form such as `holding`."""
    return verb_lemma(form, "VBG")


def is_quality(form: str) -> bool:
    """Whether a word such as `burning` or `sterile` is an adjective no less than a noun."""
    entry = known_word(form)
    known = entry.adjective > 1 if gerund_verb(form) else is_a(form, "adj")
    return known and entry.adjective >= entry.noun


def is_own_doing(participle: str, *, by_person: bool) -> bool:
    """Whether a participle says what its bearer has done by moving: `boarded`, not `served`."""
    lemma = verb_lemma(participle, "VBN")
    if lemma is None or governed(participle) or "m" not in known_word(lemma).frames:
        return False
    return takes_none(lemma) and (
        "t" not in known_word(lemma).frames or (by_person and lemma in OWN_MOTION)
    )


def is_motion(lemma: str) -> bool:
    """Whether a verb says that something goes somewhere."""
    return "m" in known_word(lemma).frames


def located(preposition: str, noun: str) -> str:
    """`in` for `at` a place that encloses what is there."""
    return "in" if preposition == "at" and noun.rpartition(" ")[2] in ENCLOSED else preposition


def is_machine(noun: str) -> bool:
    """Whether a noun names a machine that acts, or a part that grips for whoever acts."""
    return noun in _MACHINES


_MACHINES = word_set("agent arm crane elevator gripper hand hoist lift robby robot")
