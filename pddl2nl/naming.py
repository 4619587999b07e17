"""The names that objects have in English text (the paper, section 3, "object names").

A problem's objects are named after their most specific type and counted: `truck_0`, or `object_0`
in an untyped domain. Constants keep their own word, since it carries meaning: `surface_smooth`.
Every such name contains an underscore and no other word of a prompt does, so that names differ
from words.

On request (`--names keep`) objects keep their PDDL names. A name is kept if it is one word that the
text has nowhere else. Any other gets its kind in front: `a` would read as the article, so that it
becomes `block_a`. The grammar of the English takes every word with an underscore for a name, and
every other one for a word. So texts are composed, and read back, with stand-ins of this form
(`kitchen_k0`), and the finished text has the names themselves.

Where a domain has no types, predicates of one argument that never change, such as `(truck ?t)`, can
stand for kinds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from types import MappingProxyType

from pddl2nl.english import indefinite, type_noun
from pddl2nl.english.clauses import QUANTIFIERS, SUBORDINATORS
from pddl2nl.english.vocabulary import (
    BE_FORMS,
    DETERMINERS,
    MODALS,
    PARTICLES,
    PREPOSITIONS,
    PRONOUNS,
    word_set,
)
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import (
    ROOT_TYPE,
    ActionSchema,
    And,
    Atom,
    Domain,
    Object,
    Parameter,
    Problem,
    Type,
    atoms_of,
    conjuncts,
    is_variable,
    kind_predicates,
    simplified,
    supertypes,
)

NAME = re.compile(r"\b[^\W\d_A-Z][^\W_]*(?:_[^\W_]+)+\b")
"""What an object's name looks like in text."""


@dataclass(frozen=True, slots=True)
class ObjectNames:
    """The two-way mapping between PDDL objects and the names that stand for them in text."""

    english: Mapping[str, str]
    pddl: Mapping[str, str]

    @classmethod
    def of(cls, english: Mapping[str, str]) -> ObjectNames:
        return cls(dict(english), {name: item for item, name in english.items()})

    @classmethod
    def unchanged(cls, objects: Iterable[Object]) -> ObjectNames:
        """Every object keeps its PDDL name (the PDDL input form)."""
        return cls.of({item.name: item.name for item in objects})


def type_word(kind: str) -> str:
    """A type as one word of an object's name: `slow-elevator` becomes `slow_elevator`."""
    return re.sub(r"[\W_]+", "_", type_noun(kind).lower()).strip("_") or ROOT_TYPE


def name_constants(domain: Domain) -> ObjectNames:
    """Names for the domain's constants: their own, behind their type where that is one word.

    `airplane_a1` stays as it is, `side1` becomes `side_1`, and `smooth` `surface_smooth`.
    """
    taken: dict[str, str] = {}
    for item in domain.constants:
        taken[item.name] = _unused(_constant_name(domain, item), taken.values())
    return ObjectNames.of(taken)


def _constant_name(domain: Domain, item: Object) -> str:
    kind, own = _kind(domain, item), re.sub(r"[\W_]+", "_", item.name).strip("_") or "x"
    if NAME.fullmatch(own):
        return own
    rest = own.removeprefix(kind).strip("_")
    return f"{kind}_{rest if rest and own.startswith(kind) else own}"


def with_kind(domain: Domain, item: Object, taken: Iterable[str]) -> str:
    """An object's own name behind its kind, as no other is called: `block_a`."""
    kind, own = _kind(domain, item), re.sub(r"[\W_]+", "_", item.name).strip("_") or "x"
    return _unused(f"{kind}_0" if own == kind else f"{kind}_{own}", taken)


def name_objects(problem: Problem) -> ObjectNames:
    """Names for all objects of a problem, its domain's constants included.

    Objects of one type that are already called `<type>_<number>` keep their names; otherwise they
    are numbered from 0 in the order of the problem file.
    """
    names = dict(name_constants(problem.domain).english)
    by_kind: dict[str, list[Object]] = {}
    for item in problem.objects:
        if item.name not in names:
            by_kind.setdefault(_kind(problem.domain, item), []).append(item)
    taken = set(names.values())
    for kind, items in by_kind.items():
        kept = re.compile(rf"{re.escape(kind)}_\d+")
        if all(kept.fullmatch(item.name) and item.name not in taken for item in items):
            chosen = [item.name for item in items]
        else:
            chosen = _numbered(kind, len(items), taken)
        taken.update(chosen)
        names.update(zip((item.name for item in items), chosen, strict=True))
    return ObjectNames.of({item.name: names[item.name] for item in problem.all_objects})


def most_specific(domain: Domain, types: tuple[str, ...]) -> str:
    """The type among an object's that is a kind of the most others."""
    above = supertypes(domain)
    return max(types, key=lambda kind: len(above.get(kind, ())))


def _kind(domain: Domain, item: Object) -> str:
    return type_word(most_specific(domain, item.types))


def _unused(name: str, taken: Iterable[str]) -> str:
    used = set(taken)
    candidate, number = name, 2
    while candidate in used:
        candidate, number = f"{name}_{number}", number + 1
    return candidate


def _numbered(kind: str, count: int, taken: set[str]) -> list[str]:
    free = (f"{kind}_{number}" for number in range(count + len(taken)))
    available = (name for name in free if name not in taken)
    return [next(available) for _ in range(count)]


_OTHER = re.compile(r"[^\x00-\x7f]|_(?=u[0-9a-f]+_)")
_ENCODED = re.compile(r"_u([0-9a-f]+)_")


def to_ascii(text: str) -> str:
    """A text with a name in ASCII for each other letter: `köln` becomes `k_uf6_ln`.

    Nothing else becomes the same, since an underscore that would look like it is encoded as well.
    """
    return _OTHER.sub(lambda found: f"_u{ord(found[0]):x}_", text)


def from_ascii(text: str) -> str:
    """The text of which `to_ascii` made another one."""
    return _ENCODED.sub(lambda found: chr(int(found[1], 16)), text)


# --- kinds without types --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KindsAsTypes:
    """A domain in which some predicates, by their names, became types: kinds instead of facts."""

    domain: Domain
    nouns: Mapping[str, str]

    def problem(self, problem: Problem) -> Problem:
        """A problem of the original domain, in this domain."""
        if not self.nouns:
            return problem
        kinds: dict[str, list[str]] = {}
        for atom in problem.init:
            if atom.predicate in self.nouns:
                kinds.setdefault(atom.args[0], []).append(self.nouns[atom.predicate])
        members = Counter(kind for several in kinds.values() for kind in several)
        objects = (
            # The rarest kind first: it says the most, and the object is named after it.
            Object(item.name, tuple(sorted(kinds[item.name], key=lambda kind: members[kind])))
            if item.name in kinds
            else item
            for item in problem.objects
        )
        return replace(
            problem,
            domain=self.domain,
            objects=tuple(objects),
            init=tuple(self.facts(problem.init)),
        )

    def facts(self, facts: Iterable[Atom]) -> Iterator[Atom]:
        """The facts that remain facts."""
        return (atom for atom in facts if atom.predicate not in self.nouns)


def kinds_as_types(domain: Domain, lexicon: Lexicon) -> KindsAsTypes:
    """Make types of the predicates that an untyped domain has in their place.

    A predicate is one of these if its snippet says "{?x} is a truck", if it never changes, and if
    it stands nowhere but among the conditions on an action's parameters, one for each at most.
    """
    nouns = {} if domain.typed or domain.constants else dict(_nouns(domain, lexicon))
    while nouns:
        spoilt = {name for name in nouns if not all(_plainly_used(name, domain))}
        spoilt |= set(_in_competition(domain, nouns)) | set(_misleading(domain, lexicon, nouns))
        if not spoilt:
            break
        nouns = {name: noun for name, noun in nouns.items() if name not in spoilt}
    if not nouns:
        return KindsAsTypes(domain, {})
    typed = replace(
        domain,
        types=tuple(Type(noun) for noun in nouns.values()),
        predicates=tuple(item for item in domain.predicates if item.name not in nouns),
        actions=tuple(_typed(schema, nouns) for schema in domain.actions),
    )
    return KindsAsTypes(typed, nouns)


def _nouns(domain: Domain, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """The predicates that may be kinds, and names for their types that give the same nouns."""
    overloaded = Counter(item.name for item in domain.predicates)
    candidates = set(kind_predicates(domain))
    taken: set[str] = set()
    for item in domain.predicates:
        if item.name not in candidates or overloaded[item.name] > 1:
            continue
        snippet = lexicon.predicates[item.name]
        before, _, noun = snippet.partition(" is ")
        name = noun.partition(" ")[2].replace(" ", "-")
        fits = before == f"{{{item.parameters[0].name}}}" and name not in ("", ROOT_TYPE, *taken)
        if fits and noun == indefinite(type_noun(name)):
            taken.add(name)
            yield item.name, name


def _plainly_used(name: str, domain: Domain) -> Iterator[bool]:
    """Whether each use of a predicate in a domain is a condition on a parameter of an action."""
    for schema in domain.actions:
        parameters = {item.name for item in schema.parameters}
        for part in conjuncts(simplified(schema.precondition)):
            if isinstance(part, Atom):
                yield part.predicate != name or part.args[0] in parameters
            else:
                yield all(atom.predicate != name for atom in atoms_of(part))
    conditions = [effect.condition for schema in domain.actions for effect in schema.effects]
    conditions += [axiom.condition for axiom in domain.axioms]
    yield all(atom.predicate != name for each in conditions for atom in atoms_of(each))


def _in_competition(domain: Domain, nouns: Mapping[str, str]) -> Iterator[str]:
    """The predicates that speak of a parameter for which another one says the kind already."""
    for schema in domain.actions:
        kind_of: dict[str, str] = {}
        for atom in _kind_atoms(schema, nouns):
            if kind_of.setdefault(atom.args[0], atom.predicate) != atom.predicate:
                yield atom.predicate
                return


def _misleading(domain: Domain, lexicon: Lexicon, nouns: Mapping[str, str]) -> Iterator[str]:
    """The predicates whose noun an action uses for a parameter that need not be of that kind."""
    for schema in domain.actions:
        snippet = lexicon.actions[schema.name]
        required = {(atom.predicate, atom.args[0]) for atom in _kind_atoms(schema, nouns)}
        for name, noun in nouns.items():
            for item in schema.parameters:
                called = f" {type_noun(noun)} {{{item.name}}}" in f" {snippet}"
                if called and (name, item.name) not in required:
                    yield name


def _kind_atoms(schema: ActionSchema, nouns: Mapping[str, str]) -> Iterator[Atom]:
    for part in conjuncts(simplified(schema.precondition)):
        if isinstance(part, Atom) and part.predicate in nouns and is_variable(part.args[0]):
            yield part


def _typed(schema: ActionSchema, nouns: Mapping[str, str]) -> ActionSchema:
    kinds = {atom.args[0]: nouns[atom.predicate] for atom in _kind_atoms(schema, nouns)}
    rest = tuple(
        part
        for part in conjuncts(simplified(schema.precondition))
        if not (isinstance(part, Atom) and part.predicate in nouns)
    )
    parameters = (
        Parameter(item.name, (kinds[item.name],)) if item.name in kinds else item
        for item in schema.parameters
    )
    return replace(schema, parameters=tuple(parameters), precondition=And(rest))


# --- names kept on request ----------------------------------------------------------------------

_TOKEN = re.compile(r"(?<![\w'-])\w[\w-]*")
_ONE_WORD = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
GRAMMAR = (
    PREPOSITIONS
    | PARTICLES
    | DETERMINERS
    | BE_FORMS
    | MODALS
    | PRONOUNS
    | QUANTIFIERS
    | SUBORDINATORS
    | word_set(
        """
        and or but nor not then when whenever until again else another other such same different
        has have had do does did done be been being cannot longer true false
        action answer case cost currently end finished goal happens impossible instruction kind
        least look nothing now object objects observation plan problem reach rule situation
        start state step task think thought wait
        """
    )
)
"""Words of the grammar, and those with a part in prompts and answers: no object is called so."""


@dataclass(frozen=True)
class StandIns:
    """Names with underscores in the place of others, by these."""

    table: Mapping[str, str]

    def hide(self, text: str) -> str:
        """A text with stand-ins in the place of names."""
        if not self.table:
            return text
        return _TOKEN.sub(lambda found: self.table.get(found[0], found[0]), text)

    def show(self, text: str) -> str:
        """A text with names in the place of stand-ins."""
        if not self.table:
            return text
        return NAME.sub(lambda found: self.inverse.get(found[0], found[0]), text)

    @cached_property
    def inverse(self) -> Mapping[str, str]:
        """The names by their stand-ins."""
        return {hidden: name for name, hidden in self.table.items()}

    def names(self, names: ObjectNames) -> ObjectNames:
        """The stand-ins of objects for their names."""
        if not self.table:
            return names
        return ObjectNames.of(
            {item: self.table.get(name, name) for item, name in names.english.items()}
        )


def stand_ins(names: Iterable[str]) -> StandIns:
    """Stand-ins for those of some names that the grammar would not take for names.

    A stand-in begins like its name, since a noun is left out before a name that begins with it.
    """
    found = list(names)
    table, taken = dict[str, str](), set(found)
    numbers = count()
    for name in found:
        if name not in table and not NAME.fullmatch(name) and _ONE_WORD.fullmatch(name):
            stem = re.sub(r"[\W_]+", "_", name)
            begin = stem if stem[:1].isalpha() else f"x{stem}"
            table[name] = next(
                each for number in numbers if (each := f"{begin}_k{number}") not in taken
            )
    return StandIns(table)


def words_of(text: str) -> frozenset[str]:
    """The words of a text that objects may not be called, names with underscores left aside."""
    return frozenset(_TOKEN.findall(NAME.sub(" ", text).lower()))


def keep_names(
    domain: Domain,
    objects: Iterable[Object],
    words: Collection[str],
    given: Mapping[str, str] = MappingProxyType({}),
) -> ObjectNames:
    """The PDDL names of objects, and others for those that the text cannot have.

    Args:
        domain: the domain, whose types stand before a name that is not kept.
        objects: the objects.
        words: the words that the text has besides.
        given: names that are given already, those of the constants.
    """
    listed, names = tuple(objects), dict(given)
    taken = set(given.values())
    for item in listed:
        if item.name not in names and item.name not in taken and _fits(item.name, words):
            names[item.name] = item.name
    taken.update(names.values())
    for item in listed:
        if item.name not in names:
            names[item.name] = with_kind(domain, item, taken)
            taken.add(names[item.name])
    return ObjectNames.of({item.name: names[item.name] for item in listed})


def _fits(name: str, words: Collection[str]) -> bool:
    """Whether a name is one word, and none of the text or of the grammar."""
    parts = name.split("-")
    return (
        _ONE_WORD.fullmatch(name) is not None
        and not name.replace("-", "").replace("_", "").isdigit()
        and name not in words
        and GRAMMAR.isdisjoint(parts)
    )
