"""The `rules` verbalizer: snippets by plain linguistics, for any domain and without a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count

from pddl2nl.english.negation import negate
from pddl2nl.english.words import split_name
from pddl2nl.lexicon import EQUALITY_SNIPPET, Lexicon, check_snippet, frame, predicate_key
from pddl2nl.model import EQUALITY, ActionSchema, Domain, Predicate
from pddl2nl.verbalizers.actions import verb_phrases
from pddl2nl.verbalizers.predicates import clauses
from pddl2nl.verbalizers.schema import denied, facts, signature


@dataclass(frozen=True, slots=True)
class RulesVerbalizer:
    """Reads names as English and schemas for what they tell about the roles of their parameters."""

    def lexicon(self, domain: Domain) -> Lexicon:
        """One snippet for every predicate and action; no two of a kind read the same."""
        known = facts(domain)
        predicates = {
            predicate_key(domain, item): Wording(
                item, clauses(signature(item, known)), len(split_name(item.name))
            )
            for item in domain.predicates
        }
        actions = {
            item.name: Wording(item, verb_phrases(item, known), len(split_name(item.name)))
            for item in domain.actions
        }
        said = _distinct(predicates, frozenset({frame(EQUALITY_SNIPPET)}), denied(domain))
        return Lexicon(
            domain=domain.name,
            source="rules",
            predicates={**said, EQUALITY: EQUALITY_SNIPPET},
            actions=_distinct(actions, frozenset(), frozenset()),
        )


class Wording:
    """The ways to say one predicate or action, tried one after the other.

    Args:
        item: what is to be said.
        candidates: snippets, the best first.
        words: in how many words its name falls; plain names keep the plain wording.
    """

    def __init__(
        self, item: Predicate | ActionSchema, candidates: Iterable[str], words: int
    ) -> None:
        self.words = words
        self._variables = [parameter.name for parameter in item.parameters]
        self._candidates = _with_names(candidates, item.name)
        self.snippet = ""
        self.turn()

    def turn(self) -> None:
        """Go on to the next sound candidate; there is always one."""
        before = self.snippet
        for snippet in self._candidates:
            if snippet != before and check_snippet(snippet, self._variables) is None:
                self.snippet = snippet
                return


def _distinct(
    wordings: dict[str, Wording], reserved: frozenset[str], negated: frozenset[str]
) -> dict[str, str]:
    """The best snippets no two of which have the same frame.

    Of those that clash, the one with the plainest name keeps its wording, if there is just one.

    Args:
        wordings: the ways to say each predicate or action.
        reserved: frames that none may have.
        negated: the names whose negation is said as well, so that no other may read like it.
    """
    while True:
        denials = {frame(negate(wordings[name].snippet)) for name in negated & wordings.keys()}
        taken = reserved | denials
        groups: dict[str, list[Wording]] = {}
        for wording in wordings.values():
            groups.setdefault(frame(wording.snippet), []).append(wording)
        losers = [one for key, group in groups.items() for one in _losers(group, key in taken)]
        if not losers:
            return {name: wording.snippet for name, wording in wordings.items()}
        for wording in losers:
            wording.turn()


def _losers(group: list[Wording], taken: bool) -> list[Wording]:
    if taken:
        return group
    if len(group) < 2:
        return []
    plainest = min(wording.words for wording in group)
    winners = [wording for wording in group if wording.words == plainest]
    return [wording for wording in group if len(winners) > 1 or wording not in winners]


def _with_names(candidates: Iterable[str], name: str) -> Iterator[str]:
    """The candidates, then the last of them with the PDDL name, in endless supply."""
    last = ""
    for last in candidates:
        yield last
    for number in count(1):
        yield f"{last} by {name}" if number == 1 else f"{last} by {name} {number}"
