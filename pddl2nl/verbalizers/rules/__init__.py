"""The `rules` verbalizer: English where a name reads as English as a whole, else the plain name.

A snippet is `sure` where every word of the name has its place in it and every argument a role that
the schema bears out. Otherwise it is `plain`: the name in quotation marks, the arguments labelled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import ClassVar

from pddl2nl.compose.phrases import kind_nouns, named_after, squash, value_of
from pddl2nl.english.negation import denies, gist
from pddl2nl.lexicon import EQUALITY_SNIPPET, Lexicon, Origin, frame, predicate_key
from pddl2nl.model import EQUALITY, TOTAL_COST, ActionSchema, Domain, Predicate
from pddl2nl.verbalizers.rules.actions import plain_verb_phrase, sure_verb_phrase
from pddl2nl.verbalizers.rules.facts import (
    OBJECT,
    NamingFacts,
    Thing,
    atoms,
    facts,
    things_of_predicate,
)
from pddl2nl.verbalizers.rules.plain import plain_clause
from pddl2nl.verbalizers.rules.predicates import sure_clause
from pddl2nl.verbalizers.rules.words import can_be_verb, words_of

RULES = "rules"
"""The source of a lexicon that the rules have written."""


@dataclass(frozen=True, slots=True)
class SnippetWording:
    """A way to say a predicate or an action."""

    snippet: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class RulesVerbalizer:
    """Reads names as English, and schemas for the roles that their parameters have."""

    asks_model: ClassVar[bool] = False

    def lexicon(self, domain: Domain) -> Lexicon:
        """One snippet for every predicate and action; no two of a kind read the same."""
        known = facts(domain)
        predicates = settled(
            {predicate_key(domain, p): _Choice(clauses(p, known)) for p in domain.predicates},
            reserved=frozenset({EQUALITY_SNIPPET}),
        )
        actions = settled({item.name: _Choice(phrases(item, known)) for item in domain.actions})
        named = [item for item in domain.functions if item.name != TOTAL_COST]
        said = {name: wording.snippet for name, wording in actions.items()}
        functions = settled({item.name: _Choice(nouns(item, domain, said)) for item in named})
        return Lexicon(
            domain=domain.name,
            source=RULES,
            predicates={
                **{name: wording.snippet for name, wording in predicates.items()},
                EQUALITY: EQUALITY_SNIPPET,
            },
            actions=said,
            provenance={
                "predicates": {name: wording.origin for name, wording in predicates.items()},
                "actions": {name: wording.origin for name, wording in actions.items()},
            },
            functions={name: wording.snippet for name, wording in functions.items()},
        )


def clauses(predicate: Predicate, known: NamingFacts) -> Iterator[SnippetWording]:
    """The ways to say a predicate, the best first; there is always one more."""
    things = things_of_predicate(predicate, known)
    sure = None if is_permission(predicate, known) else sure_clause(predicate, known)
    if sure is not None:
        yield SnippetWording(sure, "sure")
        if (fuller := _with_nouns(sure, things)) != sure:
            yield SnippetWording(fuller, "sure")
    yield from _plain(plain_clause(predicate.name, things))


def phrases(action: ActionSchema, known: NamingFacts) -> Iterator[SnippetWording]:
    """The ways to say an action, the best first; there is always one more."""
    sure = sure_verb_phrase(action, known)
    if sure is not None:
        yield SnippetWording(_with_noun_behind_verb(sure, known.domain), "sure")
    yield from _plain(plain_verb_phrase(action, known))


def is_permission(predicate: Predicate, known: NamingFacts) -> bool:
    """Whether a predicate that nothing changes is a condition of an action of the same name.

    `(open ?d)` that `open` requires says what may be opened, and not what is open.
    """
    if predicate.name in known.changed:
        return False
    words = words_of(predicate.name, known.words)
    return any(
        words == words_of(action.name, known.words)[: len(words)]
        for action in known.domain.actions
        if can_be_verb(words[0])
        and any(atom.predicate == predicate.name for atom in atoms(action.precondition))
    )


def nouns(
    function: Predicate, domain: Domain, actions: Mapping[str, str]
) -> Iterator[SnippetWording]:
    """The ways to name a numeric function, the best first; there is always one more."""
    yield SnippetWording(named_after(function, domain, actions), "sure")
    yield from _plain(value_of(f'"{function.name}"', function))


def _plain(plain: str) -> Iterator[SnippetWording]:
    yield SnippetWording(plain, "plain")
    before, quote, after = plain.rpartition('"')
    for number in count(2):
        yield SnippetWording(f"{before} ({number}){quote}{after}", "plain")


def _with_nouns(clause: str, things: Sequence[Thing]) -> str:
    """A clause with the nouns of its arguments: `the car {?x} is clear`."""
    for thing in things:
        if thing.noun != OBJECT and f"{thing.noun} {thing.slot}" not in clause:
            clause = clause.replace(thing.slot, f"the {thing.noun} {thing.slot}", 1)
    return clause


def _with_noun_behind_verb(phrase: str, domain: Domain) -> str:
    """`color object {?x}` where colors are a kind, so that the verb is not taken for its noun."""
    before, brace, after = phrase.partition("{")
    taken = brace and squash(before) in kind_nouns(domain)
    return f"{before}{OBJECT} {brace}{after}" if taken else phrase


@dataclass
class _Choice:
    """The wordings of one predicate or action, and the first of them that is still free."""

    wordings: Iterator[SnippetWording]
    taken: SnippetWording = field(init=False)

    def __post_init__(self) -> None:
        self.turn()

    def turn(self) -> None:
        """Take the next wording; there is always one."""
        self.taken = next(self.wordings)


def settled(
    choices: Mapping[str, _Choice],
    *,
    reserved: frozenset[str] = frozenset(),
) -> dict[str, SnippetWording]:
    """The first wordings no two of which read alike, tense and denial aside.

    Args:
        choices: the wordings of each predicate or action.
        reserved: clauses that none may read like.
    """
    taken = {gist(frame(snippet)) for snippet in reserved}
    while True:
        groups: dict[tuple[str, ...], list[_Choice]] = {}
        for choice in choices.values():
            groups.setdefault(gist(frame(choice.taken.snippet)), []).append(choice)
        clashing = [
            choice for key, group in groups.items() for choice in _losers(group, taken=key in taken)
        ]
        if not clashing:
            return {name: choice.taken for name, choice in choices.items()}
        for choice in clashing:
            choice.turn()


def _losers(group: Sequence[_Choice], *, taken: bool) -> Sequence[_Choice]:
    """Those of one gist that need another wording.

    One that denies nothing may stay; of plain wordings, which are only numbered, the first does.
    """
    if taken or len(group) < 2:
        return group if taken else ()
    if all(choice.taken.origin == "plain" for choice in group):
        return group[1:]
    affirming = [choice for choice in group if not denies(choice.taken.snippet)]
    return [choice for choice in group if len(affirming) != 1 or choice not in affirming]
