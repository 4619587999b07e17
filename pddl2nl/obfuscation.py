"""A task under other names: whether a player understands it, or knows it by its words.

The paper's control (section 5, "Comparison to PDDL and Tpl") replaces the names of predicates
and actions, and nothing else: types, objects and variables keep theirs, and so does the domain,
whose name no English text mentions. The paper has no costs; here, functions get other names, too.
With random strings, every name is another one (Corrêa et al. 2025, "The 2025 Planning Performance
of Frontier LLMs").
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from itertools import count, permutations
from typing import Any

from pddl2nl.english.nouns import split_name
from pddl2nl.errors import InputError
from pddl2nl.model import (
    ROOT_TYPE,
    TOTAL_COST,
    ActionSchema,
    Atom,
    Axiom,
    Condition,
    Domain,
    Fluent,
    GroundAction,
    Object,
    Parameter,
    Predicate,
    Problem,
    Type,
    atoms_of,
    is_variable,
)


@dataclass(frozen=True, slots=True)
class Renaming:
    """New names for what a task speaks of; whatever is not among them keeps its name.

    Args:
        predicates: the new name of each predicate, different ones for different predicates.
        actions: the new name of each action, different ones for different actions.
        types: the new name of each type, different ones for different types.
        terms: the new name of each object, constant and variable (with its question mark),
            different ones for different terms.
        domains: the new name of the domain, by its old one.
        functions: the new name of each numeric function, different ones for different functions.
    """

    predicates: Mapping[str, str] = field(default_factory=dict)
    actions: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    domains: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)

    @property
    def inverse(self) -> Renaming:
        """The renaming that takes everything back to its old name."""
        tables = {each.name: getattr(self, each.name) for each in fields(self)}
        return Renaming(
            **{name: {new: old for old, new in each.items()} for name, each in tables.items()}
        )

    def domain(self, domain: Domain) -> Domain:
        """A domain under the new names."""
        functions = (
            replace(
                each,
                name=self.functions.get(each.name, each.name),
                parameters=self._renamed(each.parameters),
            )
            for each in domain.functions
        )
        renamed: Domain = replace(self._renamed(domain), functions=tuple(functions))
        # A lexicon beside its file has the old names.
        return renamed if renamed == domain else replace(renamed, file=None)

    def problem(self, problem: Problem) -> Problem:
        """A problem, and the domain that it belongs to, under the new names."""
        renamed: Problem = replace(self._renamed(problem), domain=self.domain(problem.domain))
        return renamed

    def action(self, action: GroundAction) -> GroundAction:
        """A step of a plan under the new names."""
        renamed: GroundAction = self._renamed(action)
        return renamed

    def condition(self, condition: Condition) -> Condition:
        """A condition under the new names."""
        renamed: Condition = self._renamed(condition)
        return renamed

    def _renamed(self, value: Any) -> Any:
        if isinstance(value, Atom):  # most of a problem
            terms = tuple([self.terms.get(term, term) for term in value.args])
            return Atom(self.predicates.get(value.predicate, value.predicate), terms)
        if isinstance(value, tuple):
            return tuple(map(self._renamed, value))
        changed = {}
        kind: Any = type(value)
        for name, table in _fields(kind):
            old = getattr(value, name)
            changed[name] = _looked_up(old, getattr(self, table)) if table else self._renamed(old)
        if isinstance(value, Problem):
            changed["costs"] = {self._renamed(key): cost for key, cost in value.costs.items()}
        return replace(value, **changed) if changed else value


@cache
def _fields(kind: type) -> tuple[tuple[str, str], ...]:
    """The fields of a class that may hold names, each with the table of its own, or ""."""
    if not is_dataclass(kind):
        return ()
    tables = _TABLES.get(kind, {})
    return tuple(
        (each.name, tables.get(each.name, "")) for each in fields(kind) if each.name not in _KEPT
    )


def _looked_up(old: str | tuple[str, ...], new: Mapping[str, str]) -> str | tuple[str, ...]:
    return new.get(old, old) if isinstance(old, str) else tuple(new.get(each, each) for each in old)


_TABLES: Mapping[type, Mapping[str, str]] = {
    Domain: {"name": "domains"},
    Type: {"name": "types", "parents": "types"},
    Parameter: {"name": "terms", "types": "types"},
    Object: {"name": "terms", "types": "types"},
    Predicate: {"name": "predicates"},
    Fluent: {"function": "functions", "args": "terms"},
    ActionSchema: {"name": "actions"},
    Axiom: {"predicate": "predicates"},
    GroundAction: {"name": "actions", "args": "terms"},
}
"""Which names the fields of values hold, by the fields of `Renaming`."""
_KEPT = frozenset({"costs", "domain", "functions", "tasks", "methods", "network", "remarks"})
"""Fields that keep their names, or have them replaced elsewhere."""

_SPEC = re.compile(r"names|(?P<kind>words|random)(?::(?P<seed>\d{1,18}))?")
_LENGTH = 6
_STEM = 4
"""Words that share this many letters at their beginning may be of one family."""

# Moods, manners and music: nothing that moves, carries, opens, connects or can be counted.
_QUALITIES = tuple(
    """
    bashful boisterous candid charming chivalrous clumsy courteous cranky curious dapper dreamy
    drowsy eloquent fickle flippant frivolous gleeful gloomy grumpy gullible haughty humble
    impish jaunty jealous jolly jovial lazy lenient melodic merry mischievous modest moody
    nostalgic pensive pious placid plucky pompous prudent quaint quirky sarcastic serene shrewd
    sincere sleepy smug snobbish solemn spiteful sullen tactful ticklish tuneful vain wary
    whimsical wistful witty zany zealous
    """.split()
)
_ATTITUDES = tuple(
    """
    admires adores applauds befriends bewilders chastises cherishes congratulates
    despises detests distrusts emulates enchants envies flatters forgives greets
    idolises loathes misquotes mocks outwits pities praises provokes resents ridicules soothes
    teases
    """.split()
)
_PASTIMES = tuple(
    """
    astonish baffle caricature chide coax compliment console curtsy daydream embarrass fidget
    flabbergast frown gossip grimace haggle harmonise hiccup hum hypnotise improvise jest joke
    meditate mumble nap parody philosophise ponder pout procrastinate recite rehearse rhyme
    shrug sigh sing smirk sneeze snore sulk vex waltz whistle wink yawn yodel
    """.split()
)
_VIRTUES = tuple(
    """
    candour chivalry civility courage decorum dignity eloquence empathy gallantry grace gratitude
    humility irony mercy modesty patience piety prudence serenity sincerity sympathy tact wit zeal
    """.split()
)


def is_scheme(spec: str) -> bool:
    """Whether there is such an obfuscation: `names`, `words`, `random`, `words:SEED` and so on."""
    return _SPEC.fullmatch(spec) is not None


def renaming(domain: Domain, spec: str | None, problems: Iterable[Problem] = ()) -> Renaming:
    """New names for the predicates and actions of a domain, or for everything.

    Args:
        domain: the domain.
        spec: `names` to count them, as the paper does; `words` for unrelated words, `words:SEED`
            for others; `random` or `random:SEED` for random strings instead of all names; None to
            keep all names.
        problems: whose objects have new names, too, if everything has.

    Raises:
        InputError: there is no such scheme.
    """
    if spec is None:
        return Renaming()
    match = _SPEC.fullmatch(spec)
    if match is None:
        known = "names, words, words:SEED, random and random:SEED"
        raise InputError(f"unknown obfuscation '{spec}'; known are {known}")
    if spec == "names":
        return numbered(domain)
    seed = int(match["seed"] or 1)
    if match["kind"] == "words":
        return in_words(domain, seed)
    return at_random(domain, problems, seed)


def numbered(domain: Domain) -> Renaming:
    """`predicate1`, …, `predicateN` and `action1`, …, `actionM`, in the order of the domain, and
    functions likewise.
    """
    return Renaming(
        {name: f"predicate{number}" for number, name in enumerate(_predicate_names(domain), 1)},
        {schema.name: f"action{number}" for number, schema in enumerate(domain.actions, 1)},
        functions={
            each.name: f"function{number}" for number, each in enumerate(_functions(domain), 1)
        },
    )


def in_words(domain: Domain, seed: int = 1) -> Renaming:
    """Words that have nothing to do with the domain: no two alike, none of a family with its own.

    What has at most one argument becomes a quality (`grumpy`), what has more an attitude
    (`envies`), an action a pastime (`yodel`), a function a virtue (`patience`), so that sentences
    stay sentences. The choice depends on the seed and the domain's name.
    """
    rng = random.Random(f"{domain.name}/{seed}")
    own = {word[:_STEM] for name in _all_names(domain) for word in split_name(name)}
    qualities, attitudes, pastimes, virtues = (
        _words([each for each in words if each[:_STEM] not in own], rng)
        for words in (_QUALITIES, _ATTITUDES, _PASTIMES, _VIRTUES)
    )
    arity = {each.name: len(each.parameters) for each in reversed(domain.predicates)}
    return Renaming(
        {
            name: next(qualities if arity[name] < 2 else attitudes)
            for name in _predicate_names(domain)
        },
        {schema.name: next(pastimes) for schema in domain.actions},
        functions={each.name: next(virtues) for each in _functions(domain)},
    )


def at_random(domain: Domain, problems: Iterable[Problem], seed: int = 1) -> Renaming:
    """Random strings for every name but the root type `object`.

    They depend on the seed and the domain's name.
    """
    strings = _strings(random.Random(f"{domain.name}/{seed}"))
    variables = filter(is_variable, _terms(domain))
    objects = (each.name for problem in problems for each in problem.objects)
    constants = (each.name for each in domain.constants)

    def drawn(names: Iterable[str]) -> dict[str, str]:
        return {name: next(strings) for name in dict.fromkeys(names)}

    return Renaming(
        predicates=drawn(_predicate_names(domain)),
        actions=drawn(schema.name for schema in domain.actions),
        types=drawn(each.name for each in domain.types if each.name != ROOT_TYPE),
        terms={
            **{name: f"?{string}" for name, string in drawn(variables).items()},
            **drawn((*constants, *objects)),
        },
        domains=drawn([domain.name]),
        functions=drawn(each.name for each in _functions(domain)),
    )


def _strings(rng: random.Random) -> Iterator[str]:
    """Different strings that are no words: consonants alone."""
    seen: set[str] = set()
    while True:
        string = "".join(rng.choices("bcdfghjklmnpqrtvwxz", k=_LENGTH))
        if string not in seen:
            seen.add(string)
            yield string


def _predicate_names(domain: Domain) -> tuple[str, ...]:
    """Each name once: predicates that share theirs go on sharing it."""
    return tuple(dict.fromkeys(each.name for each in domain.predicates))


def _functions(domain: Domain) -> tuple[Predicate, ...]:
    """The functions but for the total cost, whose name is PDDL's."""
    return tuple(each for each in domain.functions if each.name != TOTAL_COST)


def _all_names(domain: Domain) -> Iterator[str]:
    yield domain.name
    yield from (each.name for each in domain.types)
    yield from (each.name for each in domain.constants)
    for predicate in (*domain.predicates, *domain.functions):
        yield from (predicate.name, *_bare(predicate.parameters))
    for schema in domain.actions:
        yield from (schema.name, *_bare(schema.parameters))


def _terms(domain: Domain) -> Iterator[str]:
    """All variables of a domain, and the constants where they are used."""
    declared = [each.parameters for each in (*domain.predicates, *domain.functions)]
    conditions = [axiom.condition for axiom in domain.axioms]
    declared += [axiom.parameters for axiom in domain.axioms]
    for schema in domain.actions:
        declared.append(schema.parameters)
        conditions.append(schema.precondition)
        for effect in schema.effects:
            declared.append(effect.parameters)
            conditions += (effect.condition, effect.atom)
    yield from (each.name for parameters in declared for each in parameters)
    yield from (
        term for condition in conditions for atom in atoms_of(condition) for term in atom.args
    )


def _bare(parameters: Iterable[Parameter]) -> Iterator[str]:
    return (each.name.removeprefix("?") for each in parameters)


def _words(words: Sequence[str], rng: random.Random) -> Iterator[str]:
    """The words in random order, then pairs of them, which no domain exhausts."""
    shuffled = rng.sample(words, len(words))
    yield from shuffled
    for number in count(2):
        yield from ("-".join(group) for group in permutations(shuffled, number))
