"""The wordings of actions, made from their snippets and from what their effects do.

Three ranks: the snippet's own frame; the same frame with other prepositions, moved particles, the
place that the action's own conditions name; and frames with another verb whose effect on the object
is the same. A wording of a lower rank never displaces one of a higher rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from pddl2nl.compose import Phrases
from pddl2nl.compose.phrases import Template
from pddl2nl.model import ActionSchema, And, Domain, Predicate
from policies.translation._wording import SLOT, essential, related, tokens, without_nouns

PLACING = ("place", "put", "set", "lay")
REMOVING = ("remove", "take", "lift")
LIGHT = frozenset({*PLACING, *REMOVING, "move", "transfer", "grab", "drop"})
"""Verbs of placing, removing and moving, which any domain's steps may begin with."""
_PARTICLES = frozenset({"up", "down", "off", "on", "out", "in", "away"})
BE = frozenset({"is", "are", "be"})
_EMPTY = {
    "up": frozenset({"pick", "lift", "load", "stack", "hoist", "raise"}),
    "down": frozenset({"put", "set", "lay", "place", "drop", "lower"}),
    "off": frozenset({"drop", "unload"}),
}
"""Particles by the verbs to which they add nothing: to pick up is to pick."""
_EQUAL_VERBS = {("switch", "on"): ("turn", "on"), ("switch", "off"): ("turn", "off")}
_EQUAL_VERBS |= {other: one for one, other in _EQUAL_VERBS.items()}
_PLACES = frozenset({"on", "in", "at"})


@dataclass(frozen=True, slots=True)
class Wording:
    """An action and which parameter each name in the wording stands for."""

    action: str
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Said:
    words: tuple[str, ...]
    slots: tuple[int, ...]


class Wordings:
    """The wordings of a domain's actions by rank, each as its words and what they stand for."""

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

    def ranks(self) -> tuple[Iterator[tuple[str, Wording]], ...]:
        """The three ranks of wordings, best first."""
        return self._frames(), self._variants(), self._substitutes()

    def facts(self, predicates: Iterable[Predicate]) -> Iterator[str]:
        """The words of some predicates, with and without "is"."""
        for item in predicates:
            yield " ".join((*tokens(item.name), *(SLOT for _ in item.parameters)))
            if self._spoken is not None:
                template = self._spoken.predicates[item.name, len(item.parameters)]
                words = self._frame(template).words
                yield " ".join(words)
                yield " ".join(word for word in words if word not in BE)

    def _frames(self) -> Iterator[tuple[str, Wording]]:
        for item in self._domain.actions:
            places = tuple(range(len(item.parameters)))
            call = (*tokens(item.name), *(SLOT for _ in places))
            yield " ".join(call), Wording(item.name, places)
        for name, said in self._said.items():
            # With its nouns, which may be all that tells a truck's loading from an airplane's.
            yield " ".join(self._words(name)), Wording(name, said.slots)
            yield " ".join(said.words), Wording(name, said.slots)

    def _words(self, action: str) -> list[str]:
        assert self._spoken is not None
        return related(essential(tokens(self._spoken.actions[action].frame)))

    def _variants(self) -> Iterator[tuple[str, Wording]]:
        for item in self._domain.actions:
            named = _named(item, self._said.get(item.name))
            yield " ".join(named.words), Wording(item.name, named.slots)
            for said in {named, self._said.get(item.name, named)}:
                for version in chain(_moved(said), *map(_moved, _with_other_particle(said))):
                    yield " ".join(version.words), Wording(item.name, version.slots)
                    for place in self._places(item, said):
                        yield " ".join((*version.words, *place)), Wording(item.name, version.slots)
                    yield from _unsaid(item.name, version)

    def _substitutes(self) -> Iterator[tuple[str, Wording]]:
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
            if words[1] in BE and words[2] in _PLACES:
                relation = words[2] if effect.adds else "from"
                yield (relation, *words[3:]), slots[1:], effect.adds


def _reworded(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Moving said as `move`; being put on a thing that holds things said as being put into it."""
    verb = words[: words.index(SLOT)] if SLOT in words else words
    if verb in _EQUAL_VERBS:
        yield (*_EQUAL_VERBS[verb], *words[len(verb) :])
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


def _with_other_particle(said: _Said) -> Iterator[_Said]:
    """The frame with or without a particle that adds nothing to its verb."""
    verb = _verb(said)
    rest = said.words[len(verb) :]
    if len(verb) == 1:
        for particle, verbs in _EMPTY.items():
            if verb[0] in verbs:
                yield _Said((*verb, particle, *rest), said.slots)
    elif len(verb) == 2 and verb[0] in _EMPTY.get(verb[1], ()):
        yield _Said((verb[0], *rest), said.slots)


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
