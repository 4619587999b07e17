"""Every wording in which a domain's actions can be said, made from its lexicon once.

Three ranks: the lexicon's own frame; the same frame with other prepositions, moved particles, the
place that the action's own conditions name; and frames with another verb whose effect on the object
is the same. A wording of a lower rank never displaces one of a higher rank.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pddl2nl.compose import Phrases, kind_nouns, phrases, squash
from pddl2nl.compose.phrases import Template
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import ActionSchema, And, Atom, Condition, Domain, conjuncts
from policies.translation._wording import SLOT, essential, related, tokens, without_nouns

PLACING = ("place", "put", "set", "lay")
REMOVING = ("remove", "take", "lift")
_PARTICLES = frozenset({"up", "down", "off", "on", "out", "in", "away"})
_BE = frozenset({"is", "are", "be"})
_PLACES = frozenset({"on", "in", "at"})


@dataclass(frozen=True, slots=True)
class Wording:
    """An action and which parameter each name in the wording stands for."""

    action: str
    slots: tuple[int, ...]


Table = Mapping[str, tuple[Wording, ...]]


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The wordings of a domain's actions.

    Attributes:
        ranks: wordings by their words with `_` for names, best rank first.
        verbs: the word sequences that a step can begin with.
        nouns: words that may stand beside a name without meaning anything more.
    """

    domain: Domain
    ranks: tuple[Table, ...]
    verbs: frozenset[str]
    nouns: frozenset[str]
    calls: re.Pattern[str]

    def called(self, name: str) -> str:
        """The words of an action's name, however `PickUp` or `pick-up` was written."""
        for item in self.domain.actions:
            if squash(item.name) == squash(name):
                return " ".join(tokens(item.name))
        return name


@dataclass(frozen=True, slots=True)
class _Said:
    words: tuple[str, ...]
    slots: tuple[int, ...]


def phrasebook(domain: Domain, lexicon: Lexicon | None) -> Phrasebook:
    """All wordings for a domain.

    Args:
        domain: the domain.
        lexicon: the snippets that the prompt was made of; None where the prompt was PDDL.
    """
    spoken = phrases(domain, lexicon) if lexicon is not None else None
    nouns = kind_nouns(domain)
    book = _Book(domain, spoken, nouns)
    ranks = [book.frames(), book.variants(), book.substitutes()]
    tables = tuple(_table(rank) for rank in ranks)
    verbs = {words[0] for rank in tables[:2] for words in map(str.split, rank)}
    return Phrasebook(domain, tables, frozenset(verbs - {SLOT}), nouns, _calls(domain, verbs))


def _table(entries: Iterable[tuple[str, Wording]]) -> Table:
    table: dict[str, dict[Wording, None]] = defaultdict(dict)
    for key, wording in entries:
        table[key][wording] = None
    return {key: tuple(wordings) for key, wordings in table.items()}


def _calls(domain: Domain, verbs: Iterable[str]) -> re.Pattern[str]:
    """Finds `(stack b a)` and `Stack(b, a)`."""
    spelled = {
        r"[\s_-]?".join(map(re.escape, re.split(r"[_-]", item.name))) for item in domain.actions
    }
    names = "|".join(sorted(spelled, key=len, reverse=True))
    return re.compile(
        rf"\(\s*(?P<a>{names})(?P<x>(?:[\s,]+[^()\s,]+)*)\s*\)"
        rf"|(?<![\w-])(?P<b>{names})\s*\((?P<y>[^()]*)\)",
        re.IGNORECASE,
    )


class _Book:
    def __init__(self, domain: Domain, spoken: Phrases | None, nouns: frozenset[str]) -> None:
        self._domain = domain
        self._spoken = spoken
        self._nouns = nouns
        self._said = (
            {item.name: self._frame(spoken.actions[item.name]) for item in domain.actions}
            if spoken
            else {}
        )

    def _frame(self, template: Template) -> _Said:
        words = related(without_nouns(essential(tokens(template.frame)), self._nouns))
        return _Said(tuple(words), template.slots)

    def frames(self) -> Iterator[tuple[str, Wording]]:
        for item in self._domain.actions:
            places = tuple(range(len(item.parameters)))
            call = (*tokens(item.name), *(SLOT for _ in places))
            yield " ".join(call), Wording(item.name, places)
        for name, said in self._said.items():
            yield " ".join(said.words), Wording(name, said.slots)

    def variants(self) -> Iterator[tuple[str, Wording]]:
        for item in self._domain.actions:
            named = _named(item, self._said.get(item.name))
            yield " ".join(named.words), Wording(item.name, named.slots)
            for said in {named, self._said.get(item.name, named)}:
                for version in _moved(said):
                    yield " ".join(version.words), Wording(item.name, version.slots)
                    for place in self._places(item, said):
                        yield " ".join((*version.words, *place)), Wording(item.name, version.slots)
                    yield from _unsaid(item.name, version)

    def substitutes(self) -> Iterator[tuple[str, Wording]]:
        """`put down _ on _` for stacking: the verb of a kindred action, the place of this one."""
        for item in self._domain.actions:
            said = self._said.get(item.name)
            if said is None or not said.slots:
                continue
            for words in _reworded(said.words):
                yield " ".join(words), Wording(item.name, said.slots)
            for circumstance, others, adds in self._circumstances(item, said):
                kindred = [
                    self._said[other.name]
                    for other in self._domain.actions
                    if other is not item and _kindred(item, other, self._said, said.slots[0])
                ]
                verbs = {_verb(other) for other in kindred} - {()}
                verbs |= {(verb,) for verb in (PLACING if adds else REMOVING)}
                for verb in verbs:
                    simple = _Said((*verb, SLOT, *circumstance), (said.slots[0], *others))
                    if len(simple.slots) == len(item.parameters):
                        for version in _moved(simple):
                            yield " ".join(version.words), Wording(item.name, version.slots)

    def _places(self, item: ActionSchema, said: _Said) -> Iterator[tuple[str, ...]]:
        for circumstance, others, _ in self._circumstances(item, said):
            if not others:
                yield circumstance
                if circumstance[0] == "from":
                    yield ("on", *circumstance[1:])

    def _circumstances(
        self, item: ActionSchema, said: _Said
    ) -> Iterator[tuple[tuple[str, ...], tuple[int, ...], bool]]:
        """Where the first object comes from or gets to: `on table`, `on _`, `from _`."""
        if self._spoken is None or not said.slots:
            return
        index = {parameter.name: place for place, parameter in enumerate(item.parameters)}
        for effect in item.effects:
            if effect.parameters or not isinstance(effect.condition, And):
                continue
            template = self._spoken.predicates.get((effect.atom.predicate, len(effect.atom.args)))
            if template is None or any(arg not in index for arg in effect.atom.args):
                continue
            clause = self._frame(template)
            slots = tuple(index[effect.atom.args[place]] for place in clause.slots)
            words = clause.words
            if slots[:1] != said.slots[:1] or words[:1] != (SLOT,) or len(words) < 4:
                continue
            if words[1] in _BE and words[2] in _PLACES:
                relation = words[2] if effect.adds else "from"
                yield (relation, *words[3:]), slots[1:], effect.adds


def _reworded(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Moving said as `move`; being put on a thing that holds things said as being put into it."""
    verb = words[: words.index(SLOT)] if SLOT in words else words
    if "from" in words and "to" in words:
        yield ("move", *words[len(verb) :])
    for one, other in (("in", "on"), ("on", "in")):
        if one in words[len(verb) :]:
            rest = (other if word == one else word for word in words[len(verb) :])
            yield (*verb, *rest)


def _named(item: ActionSchema, said: _Said | None) -> _Said:
    """The frame with the action's PDDL name for a verb: `unload truck _ from _ at _`."""
    if said is None or SLOT not in said.words:
        places = tuple(range(len(item.parameters)))
        return _Said((*tokens(item.name), *(SLOT for _ in places)), places)
    rest = said.words[said.words.index(SLOT) :]
    return _Said((*tokens(item.name), *rest), said.slots)


def _verb(said: _Said) -> tuple[str, ...]:
    return said.words[: said.words.index(SLOT)] if SLOT in said.words else said.words


def _moved(said: _Said) -> Iterator[_Said]:
    """The frame, and with its particle behind the object: `put _ down`."""
    yield said
    verb = _verb(said)
    if len(verb) == 2 and verb[1] in _PARTICLES and SLOT in said.words:
        rest = said.words[len(verb) + 1 :]
        yield _Said((verb[0], SLOT, verb[1], *rest), said.slots)


def _unsaid(name: str, said: _Said) -> Iterator[tuple[str, Wording]]:
    """The frame without its last phrase; what that named must then follow from static facts."""
    once = said.slots.count(said.slots[-1]) == 1 if said.slots else False
    if len(said.slots) > 2 and once and said.words[-1] == SLOT and said.words[-2] != SLOT:
        yield " ".join(said.words[:-2]), Wording(name, said.slots[:-1])


def _kindred(
    item: ActionSchema, other: ActionSchema, said: Mapping[str, _Said], first: int
) -> bool:
    """Whether two actions change the object they are done to in the same way."""
    there = said[other.name].slots
    if not there:
        return False
    return bool(_changes(item, first) & _changes(other, there[0]))


def _changes(item: ActionSchema, place: int) -> set[tuple[str, bool]]:
    variable = item.parameters[place].name
    return {
        (effect.atom.predicate, effect.adds)
        for effect in item.effects
        if effect.atom.args == (variable,)
    }


def static_atoms(domain: Domain, item: ActionSchema) -> tuple[Atom, ...]:
    """The atoms of an action's precondition that no action of the domain changes."""
    changed = {effect.atom.predicate for each in domain.actions for effect in each.effects}
    changed |= {axiom.predicate for axiom in domain.axioms}
    return tuple(part for part in _atoms(item.precondition) if part.predicate not in changed)


def _atoms(condition: Condition) -> Sequence[Atom]:
    return [part for part in conjuncts(condition) if isinstance(part, Atom)]
