"""Conditions as clauses, so that every reading of the English is the one reading of the PDDL.

Clauses are listed as people do ("a, b and c"). What could blur such a list is marked: a clause that
contains a joint itself ("the sum of A and B is C") stands in parentheses, and a compound formula
inside another one does too and opens with its own words ("either …", "both …", "for every …").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pddl2nl.compose.phrases import Phrases, Words, kind_words, letter_number
from pddl2nl.english import denies, indefinite, join, negate, unnegate
from pddl2nl.model import (
    And,
    Atom,
    Condition,
    Exists,
    ForAll,
    Imply,
    Not,
    Or,
    Parameter,
    conjuncts,
)

JOINT = re.compile(r"[,;:()]| (?:and|or|if|then|when|such that|it holds that) ")
"""What separates the clauses of a sentence, and so may not stand bare inside one of them."""
OPENING = re.compile(
    r"(?:either|both|if|for every|at least one of these|all of these|it is not the case that"
    r"|it is true that|nothing is asked for|the impossible happens)\b"
)
"""How a compound formula begins."""


def bracketed(clause: str) -> str:
    """A clause, in parentheses where it contains something that would read as a joint."""
    return f"({clause})" if JOINT.search(clause) else clause


def listed(clauses: Iterable[str], joint: str = "and") -> str:
    """Clauses as one list, none of which can run into the next."""
    return join([bracketed(clause) for clause in clauses], joint)


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
    something itself ("{?x} is not equal to {?y}"), the formula says which of the two is meant.
    """
    match condition:
        case Atom():
            return _atom(phrases.clause(condition, words))
        case Not(Atom() as atom):
            return _denied(phrases.clause(atom, words))
        case Not(Exists((parameter,), part)):
            names = with_letters(words, (parameter,))
            kind = f"{_kind(parameter)}{names[parameter.name]}"
            return f"there is no {kind} such that {_inner(part, phrases, names)}"
        case Not(part):
            return f"it is not the case that {_inner(part, phrases, words)}"
        case And() | Or():
            return _several(condition, phrases, words)
        case Imply(premise, conclusion):
            before, after = _inner(premise, phrases, words), _inner(conclusion, phrases, words)
            return f"if {before}, then {after}"
        case ForAll(parameters, part):
            names = with_letters(words, parameters)
            kinds = " and ".join(f"every {_kind(item)}{names[item.name]}" for item in parameters)
            return f"for {kinds} it holds that {_inner(part, phrases, names)}"
        case Exists(parameters, part):
            names = with_letters(words, parameters)
            kinds = " and ".join(
                indefinite(f"{_kind(item)}{names[item.name]}") for item in parameters
            )
            return f"there is {kinds} such that {_inner(part, phrases, names)}"


def with_letters(words: Words, parameters: Sequence[Parameter]) -> Words:
    """The names in use, and fresh letters for the variables of a quantifier."""
    used = set(words.values())
    fresh = (letter for letter in map(letter_number, range(len(used) + 1000)) if letter not in used)
    # A variable hidden by one of the same name keeps its letter: no letter means two things.
    hidden = {
        f"hidden {words[item.name]}": words[item.name] for item in parameters if item.name in words
    }
    return {**words, **hidden, **{item.name: next(fresh) for item in parameters}}


def _atom(clause: str) -> str:
    said = _bare(clause)
    return f"it is true that {said}" if denies(clause) else said


def _denied(clause: str) -> str:
    negated = negate(clause)
    if denies(clause) or not denies(negated) or unnegate(negated) != clause:
        return f"it is not the case that {_bare(clause)}"
    return _bare(negated)


def _bare(clause: str) -> str:
    return f"({clause})" if JOINT.search(clause) or OPENING.match(clause) else clause


def _inner(part: Condition, phrases: Phrases, words: Words) -> str:
    text = say(part, phrases, words)
    return text if is_literal(part) else f"({text})"


def _several(condition: And | Or, phrases: Phrases, words: Words) -> str:
    if isinstance(condition, And):
        none, two, more, joint = "nothing is asked for", "both", "all of these:", "and"
    else:
        none, two, more, joint = "the impossible happens", "either", "at least one of these:", "or"
    items = [_inner(part, phrases, words) for part in condition.parts]
    if len(items) < 2:
        return say(condition.parts[0], phrases, words) if items else none
    return f"{two if len(items) == 2 else more} {join(items, joint)}"


def _kind(parameter: Parameter) -> str:
    return kind_words(parameter.types) + " "
