"""Conditions as clauses, so that every reading of the English is the one reading of the PDDL.

Clauses are listed as people do ("a, b and c"). What could blur such a list is marked: a clause that
contains a joint itself ("the sum of A and B is C") stands in parentheses, and so does a compound
formula among others, which opens with its own words besides ("either …", "both …", "no …").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pddl2nl.compose.phrases import Phrases, Words, kind_words, letter_number
from pddl2nl.english import denies, indefinite, is_clause, join, negate, unnegate
from pddl2nl.model import (
    EQUALITY,
    TRUE,
    ActionSchema,
    And,
    Atom,
    Condition,
    Effect,
    Exists,
    ForAll,
    Imply,
    Not,
    Or,
    Parameter,
    conjuncts,
    mapped,
    simplified,
)

IF_BEFORE = "if beforehand "
"""What opens the condition of an effect: it is about the situation before the action."""
ABOUT_SUBJECT = ("every ", "no ", "some ")
"""How one clause about a subject opens."""
JOINT = re.compile(r"[,;:()]| (?:and|or|if|then|when|whenever|such that|other than) ")
"""What separates the clauses of a sentence, and so may not stand bare inside one of them."""
_MEMBER = r"(?:[\w-]+|every [^,()]+)"
TUPLE = re.compile(rf"\({_MEMBER}(?:, {_MEMBER})+\)")
"""Names, letters or slots side by side: `(A, B)`, which separates nothing around it."""
OPENING = re.compile(
    r"(?:either|both|if|for every|every|no|some|all of these|it is not the case that"
    r"|it is no longer the case that|it is true that|nothing is asked for|the impossible happens)\b"
)
"""How a compound formula begins."""
_DUTIES = frozenset({"may", "might", "must", "shall", "should"})
NOT_SO, SO = "it is not the case that", "it is true that"
CASE = "it is the case that "
"""How a snippet without a finite verb is put where a clause is needed: `holding A`."""


def has_joint(clause: str) -> bool:
    """Whether a clause contains something that would read as the end of it."""
    return bool(JOINT.search(TUPLE.sub("", clause)))


def bracketed(clause: str) -> str:
    """A clause, in parentheses where it contains something that would read as a joint."""
    return f"({clause})" if has_joint(clause) else clause


def _is_of_duty(clause: str) -> bool:
    """Whether "no" before a clause would forbid: "no nurse must rest" for "need not rest"."""
    return not _DUTIES.isdisjoint(clause.split())


def listed(clauses: Iterable[str], joint: str = "and") -> str:
    """Clauses as one list, none of which can run into the next."""
    items = list(clauses)
    if len(items) < 2:
        return "".join(map(bracketed, items))
    return join([_closed(clause) for clause in items], joint)


def _closed(clause: str) -> str:
    """A clause of a list: in parentheses where its end would be unclear."""
    return f"({clause})" if has_joint(clause) or OPENING.match(clause) else clause


def as_clauses(spoken: Phrases) -> Phrases:
    """Snippets that can each follow `if`, those without a finite verb behind words of our own.

    So the paper puts all of them (figure 14: "if it is the case that A is being held").
    """
    predicates = {
        key: each
        if is_clause(each.frame)
        else replace(each, texts=(CASE + each.texts[0], *each.texts[1:]))
        for key, each in spoken.predicates.items()
    }
    return replace(spoken, predicates=predicates)


def is_literal(condition: Condition) -> bool:
    """Whether a condition is an atom or a negated one."""
    return isinstance(condition, Atom) or (
        isinstance(condition, Not) and isinstance(condition.part, Atom)
    )


def split_literals(
    condition: Condition,
) -> tuple[tuple[Atom, ...], tuple[Atom, ...], tuple[Condition, ...]]:
    """The conjuncts of a condition: positive atoms, negated atoms, and everything else."""
    parts = conjuncts(condition)
    positive = tuple(part for part in parts if isinstance(part, Atom))
    negative = tuple(
        part.part for part in parts if isinstance(part, Not) and isinstance(part.part, Atom)
    )
    return positive, negative, tuple(part for part in parts if not is_literal(part))


def say(condition: Condition, phrases: Phrases, words: Words) -> str:
    """A condition as one formula in English; `words` names every free variable and object.

    A bare clause that denies something always stands for a negated atom. Where a snippet denies
    something itself ("{?x} is never seen"), the formula says which of the two is meant. No letter
    stands for two variables.
    """
    ready, names = _apart(simplified(condition), words)
    return _Formulas(phrases, names).say(ready)


def fresh_letters(used: Iterable[str]) -> Iterator[str]:
    """Letters that are not in use."""
    taken = set(used)
    numbers = range(len(taken) + 10_000)
    return (letter for letter in map(letter_number, numbers) if letter not in taken)


def with_letters(words: Words, parameters: Sequence[Parameter]) -> Words:
    """The names in use, and fresh letters for the variables of a quantifier."""
    fresh = fresh_letters(words.values())
    # A variable hidden by one of the same name keeps its letter: no letter means two things.
    hidden = {
        f"hidden {words[item.name]}": words[item.name] for item in parameters if item.name in words
    }
    return {**words, **hidden, **{item.name: next(fresh) for item in parameters}}


def scope(parameters: tuple[Parameter, ...], names: Words) -> str:
    """The variables of a `forall`: `for every truck B and every place C`; empty for none."""
    kinds = (f"every {kind_words(item.types)} {names[item.name]}" for item in parameters)
    return f"for {' and '.join(kinds)}" if parameters else ""


def _apart(condition: Condition, words: Words) -> tuple[Condition, Words]:
    """A condition with a variable of its own for every quantifier, and a letter for each."""
    names, letters = dict(words), fresh_letters(words.values())

    def renamed(part: Condition, own: Mapping[str, str]) -> Condition:
        match part:
            case Atom(predicate, args):
                return Atom(predicate, tuple(own.get(term, term) for term in args))
            case ForAll(parameters, body) | Exists(parameters, body):
                bound = {item.name: next(letters) for item in parameters}
                names.update({f"?{letter}": letter for letter in bound.values()})
                fresh = tuple(Parameter(f"?{bound[item.name]}", item.types) for item in parameters)
                inner = {**own, **{name: f"?{letter}" for name, letter in bound.items()}}
                return type(part)(fresh, renamed(body, inner))
            case _:
                return mapped(part, lambda each: renamed(each, own))

    return renamed(condition, {}), names


@dataclass(frozen=True, slots=True)
class _Formulas:
    """Says formulas in which no variable is bound twice."""

    phrases: Phrases
    names: Words

    def say(self, condition: Condition) -> str:
        match condition:
            case Atom():
                return _affirmed(self._clause(condition))
            case Not(Atom(predicate, (one, other))) if predicate == EQUALITY and self._plain:
                return f"{self.names[one]} is not {self.names[other]}"
            case Not(Atom() as atom):
                return _denied(self._clause(atom))
            case Not(Exists(parameters, part)):
                return self._none(parameters, part)
            case Not(part):
                return f"{NOT_SO} {self._item(part)}"
            case And(parts):
                return self._all(parts)
            case Or(parts):
                return self._any(parts)
            case Imply(premise, conclusion):
                before = self.say(premise)
                before = self._item(premise) if ", then " in before else before
                return f"if {before}, then {self.say(conclusion)}"
            case ForAll(parameters, part):
                return self._every(parameters, part)
            case Exists(parameters, part):
                return self._some(parameters, part)

    @property
    def _plain(self) -> bool:
        return self.phrases.plain_identity

    def _clause(self, atom: Atom) -> str:
        return self.phrases.clause(atom, self.names)

    def _all(self, parts: Sequence[Condition]) -> str:
        if not parts:
            return "nothing is asked for"
        return join([self._item(part) for part in parts]) if parts[1:] else self.say(parts[0])

    def _any(self, parts: Sequence[Condition]) -> str:
        if not parts:
            return "the impossible happens"
        items = [self._item(part) for part in parts]
        return f"either {join(items, 'or')}" if parts[1:] else self.say(parts[0])

    def _item(self, part: Condition) -> str:
        """A formula among others: bare if it is one clause, else in parentheses."""
        text = self.say(part)
        if is_literal(part):
            return f"({text})" if text.startswith((NOT_SO, SO)) else text
        if text.startswith(ABOUT_SUBJECT):
            return text
        if isinstance(part, And) and part.parts[1:]:
            return f"({'both' if len(part.parts) == 2 else 'all of these:'} {text})"
        return f"({text})"

    def _every(self, parameters: Sequence[Parameter], part: Condition) -> str:
        verb = self._rest(parameters, part)
        if verb is not None and not (isinstance(part, Not) and _is_of_duty(verb)):
            return f"{'no' if isinstance(part, Not) else 'every'} {verb}"
        kinds = " and ".join(f"every {self._named(item)}" for item in parameters)
        if isinstance(part, Imply):
            limits = self._limits(parameters, part.premise)
            return f"for {kinds}{limits}, {self.say(part.conclusion)}"
        return f"for {kinds}, {self.say(part)}"

    def _none(self, parameters: Sequence[Parameter], part: Condition) -> str:
        verb = self._rest(parameters, part) if isinstance(part, Atom) else None
        if verb is not None and not _is_of_duty(verb):
            return f"no {verb}"
        if len(parameters) > 1:
            return f"{NOT_SO} ({self._some(parameters, part)})"
        others, rest = self._others(parameters, conjuncts(part))
        text = self._all(rest)
        return f"there is no {self._named(parameters[0])}{others} such that {text}"

    def _some(self, parameters: Sequence[Parameter], part: Condition) -> str:
        verb = self._rest(parameters, part)
        if verb is not None and isinstance(part, Not):
            subject, denied = f"{self.names[parameters[0].name]} ", self.say(part)
            kind = kind_words(parameters[0].types)
            verb = f"{kind} {denied[len(subject) :]}" if denied.startswith(subject) else None
        if verb is not None:
            return f"some {verb}"
        kinds = " and ".join(indefinite(self._named(item)) for item in parameters)
        others, rest = self._others(parameters, conjuncts(part))
        return f"there is {kinds}{others} such that {self._all(rest)}"

    def _rest(self, parameters: Sequence[Parameter], part: Condition) -> str | None:
        """A variable's kind and its predicate, if it is the subject of a single clause."""
        atom = part.part if isinstance(part, Not) else part
        if not isinstance(atom, Atom) or len(parameters) > 1 or len(parameters[0].types) > 1:
            return None
        clause, subject = self._clause(atom), f"{self.names[parameters[0].name]} "
        rest = clause.removeprefix(subject)
        occurs_once = atom.args.count(parameters[0].name) == 1
        clear = not denies(clause) and not has_joint(clause)  # behind "every" and "no" as well
        if not occurs_once or not clause.startswith(subject) or not clear:
            return None
        if re.search(rf"\b{subject.strip()}\b", rest):
            return None
        return f"{kind_words(parameters[0].types)} {rest}"

    def _limits(self, parameters: Sequence[Parameter], premise: Condition) -> str:
        """Which of the objects of a kind are meant: ` other than A such that …`."""
        others, rest = self._others(parameters, conjuncts(premise))
        if not rest:
            return others
        condition = And(tuple(rest))
        text = self._item(rest[0]) if len(rest) == 1 else self._all(rest)
        several = rest[1:] and ", " in text
        return f"{others} such that {self._item(condition) if several else text}"

    def _others(
        self, parameters: Sequence[Parameter], parts: Sequence[Condition]
    ) -> tuple[str, Sequence[Condition]]:
        """What a variable must differ from, in words, and the conditions that are left."""
        if len(parameters) > 1 or not self._plain:
            return "", parts
        excluded = {part: self._excluded(parameters[0].name, part) for part in parts}
        names = [name for name in excluded.values() if name]
        rest = [part for part in parts if not excluded[part]]
        if not names or not rest:
            return "", parts
        return f" other than {join(names, 'or')}", rest

    def _excluded(self, variable: str, part: Condition) -> str | None:
        match part:
            case Not(Atom("=", args)) if variable in args and set(args) != {variable}:
                return self.names[args[1] if args[0] == variable else args[0]]
        return None

    def _named(self, item: Parameter) -> str:
        return f"{kind_words(item.types)} {self.names[item.name]}"


def _affirmed(clause: str) -> str:
    marked = denies(clause) or OPENING.match(clause)
    return f"{SO} {bracketed(clause)}" if marked else bracketed(clause)


def _denied(clause: str) -> str:
    if clause.startswith(CASE):
        return f"{NOT_SO} {bracketed(clause.removeprefix(CASE))}"
    if OPENING.match(clause):
        return f"{NOT_SO} ({_affirmed(clause)})"
    negated = negate(clause)
    if denies(clause) or not denies(negated) or unnegate(negated) != clause:
        return f"{NOT_SO} {bracketed(clause)}"
    return bracketed(negated)


@dataclass(frozen=True, slots=True)
class Change:
    """The effects of one `forall` and `when`.

    Args:
        parameters: the variables that it speaks of besides the action's.
        condition: what must hold before.
        added: what becomes true.
        deleted: what stops being true; without what is added as well, here or in any case, since
            that is true after.
    """

    parameters: tuple[Parameter, ...]
    condition: Condition
    added: tuple[Atom, ...]
    deleted: tuple[Atom, ...]

    @property
    def always(self) -> bool:
        """Whether it depends on nothing and speaks of no other objects."""
        return not self.parameters and self.condition == TRUE


def changes(schema: ActionSchema) -> tuple[Change, ...]:
    """An action's effects, those that depend on nothing first."""
    groups: dict[tuple[tuple[Parameter, ...], Condition], list[Effect]] = {}
    for effect in schema.effects:
        groups.setdefault((effect.parameters, simplified(effect.condition)), []).append(effect)
    gained = {each.atom for each in groups.get(((), TRUE), ()) if each.adds}
    found = []
    for (parameters, condition), members in groups.items():
        own = {each.name for each in parameters}
        added = tuple(effect.atom for effect in members if effect.adds)
        kept = {*added, *(atom for atom in gained if own.isdisjoint(atom.args))}
        lost = tuple(each.atom for each in members if not each.adds and each.atom not in kept)
        if added or lost:
            found.append(Change(parameters, condition, added, lost))
    return tuple(sorted(found, key=lambda change: not change.always))
