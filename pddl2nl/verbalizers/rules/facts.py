"""What a domain shows about its words without any English: nouns, what changes, who goes where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pddl2nl.english.nouns import noun_phrase, type_noun
from pddl2nl.english.vocabulary import (
    ANIMAL,
    CONVEYANCE,
    DEVICE,
    PERSON,
    PLACE,
    is_of_kind,
    is_plural,
)
from pddl2nl.model import (
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    Atom,
    Condition,
    Domain,
    Parameter,
    Predicate,
    conjuncts,
    fluents,
    kind_predicates,
    supertypes,
)
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.words import (
    is_noun_phrase,
    is_state,
    names_thing,
    own_words,
    words_of,
)

OBJECT = "object"
_SAY_NOTHING = frozenset({OBJECT, "entity", "locatable", "obj", "thing"})


@dataclass(frozen=True, slots=True)
class Thing:
    """A parameter of a predicate or an action.

    Args:
        variable: its name, `?x`.
        noun: what it is called: its type, the kind that a precondition asks for, or `object`.
        nouns: everything that it may be called: also wider types and its variable's own name.
        place: whether its noun names a place, by itself or by its use in the domain.
    """

    variable: str
    noun: str
    nouns: frozenset[str]
    place: bool

    @property
    def slot(self) -> str:
        """Its placeholder, `{?x}`."""
        return f"{{{self.variable}}}"

    @property
    def called(self) -> str:
        """Its noun; where that tells nothing, the noun that its variable is: `?tray`."""
        own = variable_noun(self.variable)
        noun = w.is_noun_phrase(own.split()) and not is_plural(own.split()[-1])
        return own if noun and self.noun in _SAY_NOTHING and own in self.nouns else self.noun

    @property
    def label(self) -> str:
        """The placeholder behind its noun, where it has one: `truck {?t}`."""
        return self.slot if self.noun in _SAY_NOTHING else f"{self.noun} {self.slot}"

    def is_a(self, *kinds: str) -> bool:
        """Whether its noun names a thing of one of these kinds (`english.vocabulary`)."""
        nouns = self.nouns if self.noun == OBJECT else {self.noun}
        return any(is_of_kind(noun, *kinds) for noun in nouns)

    def is_called(self, words: Iterable[str]) -> bool:
        """Whether words name it, wholly or by the last words of one of its nouns."""
        phrase, joined = " ".join(words), "".join(words)
        return any(
            noun.replace(" ", "") == joined or noun.endswith(f" {phrase}") for noun in self.nouns
        )


@dataclass(frozen=True, slots=True)
class NamingFacts:
    """What can be known about a domain without a problem.

    Args:
        domain: the domain.
        changed: the names of the predicates that some action changes.
        kinds: the unary predicates that stand for types: nouns that never change.
        words: the words that it uses by themselves: for types, variables and parts of names.
        nouns: for each predicate (name, arity) the nouns that each argument has by its uses.
        places: the nouns of what other things are at.
        verbs: the verbs of its actions.
        actors: the kinds of persons, animals and robots that act by themselves.
    """

    domain: Domain
    changed: frozenset[str]
    kinds: frozenset[str]
    words: frozenset[str]
    nouns: Mapping[tuple[str, int], tuple[frozenset[str], ...]]
    places: frozenset[str]
    verbs: frozenset[str]
    actors: frozenset[str]


def facts(domain: Domain) -> NamingFacts:
    """Everything the rules want to know about a domain."""
    changing, lasting = fluents(domain), kind_predicates(domain)
    own = own_words(domain)
    kinds = frozenset(
        item.name
        for item in domain.predicates
        if item.name in lasting and _is_kind(item, own, domain)
    )
    verbs = frozenset(words_of(action.name, own)[0] for action in domain.actions)
    nouns = _nouns_by_use(domain, {name: " ".join(_kind_words(name, own)) for name in kinds})
    known = NamingFacts(
        domain=domain,
        changed=changing,
        kinds=kinds,
        words=own,
        nouns=nouns,
        places=frozenset(
            noun
            for item in domain.predicates
            if 0 < (count := len(item.parameters)) < 3
            if "at" in words_of(item.name, own)[-1 if count == 1 else 0 :]
            for noun in (*nouns[item.name, count][-1], *map(type_noun, item.parameters[-1].types))
            if noun != OBJECT
        ),
        verbs=verbs,
        actors=frozenset(),
    )
    return replace(known, actors=_acting_kinds(known))


def _acting_kinds(known: NamingFacts) -> frozenset[str]:
    """The kinds of who stands first wherever they take part, in half of all actions at least.

    Some action must change something else alone.
    """
    first, others, sure = Counter[str](), set[str](), set[str]()
    for action in known.domain.actions:
        things = list(things_of_action(action, known).values())
        first.update(thing.noun for thing in things[:1] if walks(thing))
        others |= {thing.noun for thing in things[1:]}
        changed = {effect.atom.args[0] for effect in action.effects if effect.atom.args}
        sure |= {thing.noun for thing in things[:1] if changed and thing.variable not in changed}
    half = len(known.domain.actions) / 2
    return frozenset(noun for noun, n in first.items() if n >= half and noun in sure - others)


def acting_first(things: Mapping[str, Thing], known: NamingFacts) -> str | None:
    """The first parameter, if it is of a kind that acts."""
    return next((v for v, thing in list(things.items())[:1] if thing.noun in known.actors), None)


def _is_kind(predicate: Predicate, own: frozenset[str], domain: Domain) -> bool:
    """Whether it is a noun, by the dictionary or since a variable abbreviates it: `judge ?j`."""
    if len(predicate.parameters) != 1 or ROOT_TYPE not in predicate.parameters[0].types:
        return False
    words = _kind_words(predicate.name, own)
    asked = (atom for action in domain.actions for atom in atoms(action.precondition))
    variables = {atom.args[0] for atom in asked if atom.predicate == predicate.name and atom.args}
    short = any(is_abbreviated(words, v) for v in variables | {predicate.parameters[0].name})
    stated = words != words_of(predicate.name, own) and short
    return stated or ((is_noun_phrase(words) or short) and not is_state(words[-1]))


def is_abbreviated(words: Sequence[str], variable: str) -> bool:
    """Whether a variable is called by the first letters of a word that can be a noun: `?s`,
    `screw`."""
    own = variable.strip("?0123456789")
    return len(words) == 1 and bool(own) and words[0].startswith(own) and names_thing(words[0])


def _kind_words(name: str, own: frozenset[str]) -> tuple[str, ...]:
    """The noun that a unary predicate may stand for: `is_pan` as `pan`."""
    first, *rest = words_of(name, own) or ("",)
    return tuple(rest) if first == "is" and rest else (first, *rest)


def atoms(condition: Condition) -> Iterator[Atom]:
    """The positive atoms that a condition asks for at its top level."""
    return (part for part in conjuncts(condition) if isinstance(part, Atom))


def things_of_action(action: ActionSchema, known: NamingFacts) -> dict[str, Thing]:
    """The parameters of an action by variable, in order."""
    return {
        item.name: _thing(item, _asked(item, action, known), known) for item in action.parameters
    }


def things_of_predicate(predicate: Predicate, known: NamingFacts) -> tuple[Thing, ...]:
    """The parameters of a predicate."""
    uses = known.nouns[predicate.name, len(predicate.parameters)]
    return tuple(
        _thing(item, nouns, known) for item, nouns in zip(predicate.parameters, uses, strict=True)
    )


def _thing(parameter: Parameter, uses: frozenset[str], known: NamingFacts) -> Thing:
    above = supertypes(known.domain)
    typed = ROOT_TYPE not in parameter.types
    nouns = {type_noun(*parameter.types)} if typed else set(uses)
    wider = {type_noun(up) for kind in parameter.types for up in above.get(kind, ()) if typed}
    own = variable_noun(parameter.name)
    called = nouns | (wider - {OBJECT}) | ({own} if len(own) > 2 else set())
    noun = next(iter(nouns)) if len(nouns) == 1 else OBJECT
    place = bool(nouns & known.places) or is_of_kind(noun, PLACE)
    return Thing(parameter.name, noun, frozenset(called), place)


def variable_noun(variable: str) -> str:
    """The words of a variable's name without the numbers at its end: `?new-card2`, `new card`."""
    return noun_phrase(variable.removeprefix("?").rstrip("0123456789_-"))


def _asked(parameter: Parameter, action: ActionSchema, known: NamingFacts) -> frozenset[str]:
    """The kinds that a precondition asks for by predicates such as `(truck ?t)`."""
    return frozenset(
        " ".join(_kind_words(atom.predicate, known.words))
        for atom in atoms(action.precondition)
        if atom.predicate in known.kinds and atom.args == (parameter.name,)
    )


def _nouns_by_use(
    domain: Domain, kinds: Mapping[str, str]
) -> dict[tuple[str, int], tuple[frozenset[str], ...]]:
    """The kinds of every predicate's untyped arguments, by its use in the actions."""
    found: dict[tuple[str, int], list[set[str]]] = {
        (item.name, len(item.parameters)): [set() for _ in item.parameters]
        for item in domain.predicates
    }
    for action in domain.actions:
        asked = {
            atom.args[0]: kinds[atom.predicate]
            for atom in atoms(action.precondition)
            if atom.predicate in kinds
        }
        typed = {p.name: type_noun(*p.types) for p in action.parameters if ROOT_TYPE not in p.types}
        named = {**typed, **asked}
        for atom in (*atoms(action.precondition), *(effect.atom for effect in action.effects)):
            slots = found.get((atom.predicate, len(atom.args)), [])
            for slot, term in zip(slots, atom.args, strict=False):
                slot.update({named[term]} if term in named else ())
    return {key: tuple(map(frozenset, slots)) for key, slots in found.items()}


def certain(action: ActionSchema) -> tuple[tuple[Atom, ...], tuple[Atom, ...]]:
    """The atoms that an action adds and those that it deletes, whatever the situation."""
    effects = [e for e in action.effects if e.condition == TRUE and not e.parameters]
    added = tuple(e.atom for e in effects if e.adds)
    return added, tuple(e.atom for e in effects if not e.adds and e.atom not in added)


def can_hold(thing: Thing) -> bool:
    """Whether a thing is somebody or a tool that grips."""
    return thing.is_a(PERSON, ANIMAL, CONVEYANCE, DEVICE) or any(
        is_somebody(noun.split()[-1]) for noun in thing.nouns
    )


def walks(thing: Thing) -> bool:
    """Whether a thing moves by itself where others are moved."""
    return thing.is_a(PERSON, ANIMAL) or thing.is_called(("robot",))


def acts(thing: Thing) -> bool:
    """Whether a thing may do something by itself."""
    called = " ".join(thing.nouns).split()
    return thing.is_a(PERSON, ANIMAL, CONVEYANCE) or any(w.is_machine(noun) for noun in called)


def is_tool(thing: Thing) -> bool:
    """Whether a thing is a device that contains nothing, or grips as a hand does."""
    grips = any(w.is_machine(noun.split()[-1]) for noun in thing.nouns)
    return grips or (thing.is_a(DEVICE) and not thing.is_a("c"))


def is_value(thing: Thing) -> bool:
    """Whether a thing is a number or an amount."""
    return thing.is_a("q") or any(_VALUES.intersection(noun.split()) for noun in thing.nouns)


_VALUES = frozenset({"count", "level", "num", "number", "numb", "quantity", "time", "value"})


def is_somebody(noun: str) -> bool:
    """Whether a noun names somebody or a machine that acts."""
    return w.is_machine(noun) or is_of_kind(noun, PERSON, ANIMAL, CONVEYANCE)
