"""What a domain's schemas tell about its words: which nouns its arguments have, what changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pddl2nl.english.collocations import is_place
from pddl2nl.english.nouns import noun_phrase, type_noun
from pddl2nl.english.vocabulary import PREPOSITIONS, is_a, is_word, verb_lemma, word_set
from pddl2nl.english.words import split_name
from pddl2nl.model import (
    ROOT_TYPE,
    ActionSchema,
    And,
    Atom,
    Condition,
    Domain,
    Exists,
    ForAll,
    Imply,
    Not,
    Or,
    Parameter,
    Predicate,
    conjuncts,
    supertypes,
)

OBJECT = "object"


@dataclass(frozen=True, slots=True)
class Facts:
    """What can be known about a domain without a problem.

    Args:
        added: the names of the predicates that some action makes true.
        deleted: the names of the predicates that some action makes false.
        kinds: the unary predicates that stand for types: a noun, and never changed.
        nouns: for each predicate (name, arity) the nouns each argument is known by.
        places: the nouns of arguments that something is at.
        agents: the predicates whose first argument is the first parameter of every action that
            adds them.
        marks: the unary predicates that wander: each action ends as many facts as it begins.
    """

    domain: Domain
    added: frozenset[str]
    deleted: frozenset[str]
    kinds: frozenset[str]
    nouns: Mapping[tuple[str, int], tuple[frozenset[str], ...]]
    places: frozenset[str]
    agents: frozenset[str]
    marks: frozenset[str]

    def is_static(self, predicate: str) -> bool:
        """Whether no action changes a predicate."""
        return predicate not in self.added and predicate not in self.deleted

    def is_place_noun(self, noun: str) -> bool:
        """Whether a noun names a place, by itself or by its use in this domain."""
        return noun in self.places or is_place(noun)


def facts(domain: Domain) -> Facts:
    """Everything the rules want to know about a domain."""
    effects = [(effect.atom.predicate, effect.adds) for a in domain.actions for effect in a.effects]
    added = frozenset(name for name, adds in effects if adds)
    deleted = frozenset(name for name, adds in effects if not adds)
    derived = frozenset(axiom.predicate for axiom in domain.axioms)
    kinds = frozenset(
        item.name
        for item in domain.predicates
        if len(item.parameters) == 1
        and item.name not in added | deleted | derived
        and _is_kind_name(item.name)
        and ROOT_TYPE in item.parameters[0].types
    )
    nouns = _argument_nouns(domain, kinds)
    return Facts(
        domain=domain,
        added=added,
        deleted=deleted,
        kinds=kinds,
        nouns=nouns,
        places=_places(domain, nouns),
        agents=frozenset(_agent_first(domain)),
        marks=frozenset(item.name for item in domain.predicates if _is_mark(item, domain)),
    )


def _is_kind_name(name: str) -> bool:
    words = split_name(name)
    last = words[-1] if words else ""
    if not words or words[0] in PREPOSITIONS or words[0] in ("is", "has", "have", "can", "not"):
        return False
    if last in PREPOSITIONS or verb_lemma(last, "VBN") or verb_lemma(last, "VBG"):
        return False
    if is_a(last, "adj") and (last.endswith(_ADJECTIVE_ENDINGS) or last in _NEVER_KINDS):
        return False
    return is_a(last, "noun") or not is_word(last)


_ADJECTIVE_ENDINGS = ("able", "ible", "ful", "less", "ous", "al")
_NEVER_KINDS = word_set("clear clean free full light open present ready empty dry flat")


def atoms(condition: Condition) -> Iterator[Atom]:
    """The positive atoms that a condition asks for at its top level."""
    return (part for part in conjuncts(condition) if isinstance(part, Atom))


def denied(domain: Domain) -> frozenset[str]:
    """The predicates that some condition of the domain asks not to hold."""
    found: set[str] = set()
    for action in domain.actions:
        pending: list[Condition] = [action.precondition]
        pending += [effect.condition for effect in action.effects]
        while pending:
            part = pending.pop()
            if isinstance(part, Not) and isinstance(part.part, Atom):
                found.add(part.part.predicate)
            pending.extend(_inside(part))
    return frozenset(found)


def _inside(condition: Condition) -> tuple[Condition, ...]:
    """The conditions of which a condition is made."""
    match condition:
        case And(parts) | Or(parts):
            return parts
        case Not(part) | ForAll(_, part) | Exists(_, part):
            return (part,)
        case Imply(premise, conclusion):
            return (Not(premise), conclusion)
        case _:
            return ()


def parameter_noun(parameter: Parameter, action: ActionSchema, kinds: frozenset[str]) -> str:
    """What a parameter of an action is called: its type, its kind predicate, or `object`."""
    if ROOT_TYPE not in parameter.types:
        return type_noun(*parameter.types)
    for atom in atoms(action.precondition):
        if atom.predicate in kinds and atom.args == (parameter.name,):
            return kind_noun(atom.predicate)
    return OBJECT


def kind_noun(name: str) -> str:
    """The noun of a unary predicate that stands for a type."""
    noun = noun_phrase(name)
    return OBJECT if noun == "obj" else noun


def _argument_nouns(
    domain: Domain, kinds: frozenset[str]
) -> dict[tuple[str, int], tuple[frozenset[str], ...]]:
    """The nouns of every predicate's arguments, by declaration and by use in the actions."""
    found: dict[tuple[str, int], list[set[str]]] = {
        (item.name, len(item.parameters)): [_declared_nouns(p) for p in item.parameters]
        for item in domain.predicates
    }
    for action in domain.actions:
        nouns = {p.name: parameter_noun(p, action, kinds) for p in action.parameters}
        used = [*atoms(action.precondition), *(effect.atom for effect in action.effects)]
        for atom in used:
            slots = found.get((atom.predicate, len(atom.args)), [])
            for slot, term in zip(slots, atom.args, strict=False):
                if nouns.get(term, OBJECT) != OBJECT and OBJECT in slot:
                    slot.add(nouns[term])
    return {
        key: tuple(frozenset(slot - {OBJECT}) for slot in slots) for key, slots in found.items()
    }


def _declared_nouns(parameter: Parameter) -> set[str]:
    return {type_noun(name) for name in parameter.types}


def _places(
    domain: Domain, nouns: Mapping[tuple[str, int], tuple[frozenset[str], ...]]
) -> frozenset[str]:
    """The nouns of whatever stands second in a predicate with `at` in its name."""
    found: set[str] = set()
    for item in domain.predicates:
        if len(item.parameters) == 2 and "at" in split_name(item.name):
            found |= nouns[item.name, 2][1]
    return frozenset(found)


def _is_mark(predicate: Predicate, domain: Domain) -> bool:
    """Whether a unary fact only wanders: every action that ends one begins another."""
    if len(predicate.parameters) != 1:
        return False
    for action in domain.actions:
        effects = [e for e in action.effects if e.atom.predicate == predicate.name]
        if sum(effect.adds for effect in effects) * 2 != len(effects):
            return False
    return True


def _agent_first(domain: Domain) -> Iterable[str]:
    firsts: dict[str, list[bool]] = {}
    for action in domain.actions:
        first = action.parameters[0].name if action.parameters else ""
        for effect in action.effects:
            if effect.adds and effect.atom.args:
                firsts.setdefault(effect.atom.predicate, []).append(effect.atom.args[0] == first)
    return (name for name, flags in firsts.items() if all(flags))


# --- a predicate as the rules see it --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a predicate.

    Args:
        slot: its placeholder, `{?x}`.
        noun: what it is called, `object` where nothing is known.
        nouns: every noun it could be matched with: types and what these are kinds of, and the
            variable's own name.
        place: whether something can be at it.
    """

    slot: str
    noun: str
    nouns: frozenset[str]
    place: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """A predicate with everything known about it."""

    name: str
    words: tuple[str, ...]
    args: tuple[Argument, ...]
    added: bool
    deleted: bool
    agent_first: bool
    kind: bool

    @property
    def static(self) -> bool:
        """Whether no action changes it."""
        return not (self.added or self.deleted)


def signature(predicate: Predicate, known: Facts) -> Signature:
    """A predicate with what the domain tells about it."""
    above = supertypes(known.domain)
    nouns = known.nouns[predicate.name, len(predicate.parameters)]
    return Signature(
        name=predicate.name,
        words=tuple(noun_phrase(predicate.name).split()),
        args=tuple(
            _argument(parameter, nouns[place], above, known)
            for place, parameter in enumerate(predicate.parameters)
        ),
        added=predicate.name in known.added,
        deleted=predicate.name in known.deleted,
        agent_first=predicate.name in known.agents,
        kind=predicate.name in known.kinds,
    )


def _argument(
    parameter: Parameter,
    nouns: frozenset[str],
    above: Mapping[str, frozenset[str]],
    known: Facts,
) -> Argument:
    variable = noun_phrase(parameter.name.removeprefix("?").rstrip("0123456789"))
    wider = {noun_phrase(up) for kind in parameter.types for up in above.get(kind, frozenset())}
    every = nouns | wider | ({variable} if len(variable) > 2 else set())
    noun = next(iter(nouns)) if len(nouns) == 1 else OBJECT
    return Argument(
        slot=f"{{{parameter.name}}}",
        noun=noun,
        nouns=frozenset(every),
        place=any(known.is_place_noun(item) for item in (nouns or {variable})),
    )
