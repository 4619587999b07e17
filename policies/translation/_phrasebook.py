"""All that reading the steps of a domain takes, made from its lexicon once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pddl2nl.compose import phrases, squash
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Domain
from policies.translation._roles import RoleTable, role_table
from policies.translation._scenery import scenery
from policies.translation._sentences import BREAKS, BREAKS_BUT_COMMAS
from policies.translation._statics import Statics, fluents, nouns, statics
from policies.translation._verbs import INSTRUMENTAL, inflections
from policies.translation._wording import (
    PREPOSITIONS,
    SLOT,
    Phrase,
    in_phrase_order,
    tokens,
    without_phrases,
)
from policies.translation._wordings import BE, LIGHT, Wording, Wordings

Table = Mapping[str, tuple[Wording, ...]]


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The wordings of a domain's actions.

    Attributes:
        ranks: wordings by their words with `_` for names, best rank first.
        foreign: by action, the words of others that begin like it, and not its own.
        reordered: those of the first two ranks by their words in phrase order.
        roles: how the first rank names each parameter.
        scenery: things that are no objects, and may be mentioned or not.
        unfurnished: the wordings of the first two ranks that mention such, without them.
        mentioned: by action, which of them its snippet mentions.
        verbs: the words that the first two ranks begin with.
        openers: the words that any wording begins with.
        forms: the inflected forms of those verbs, each with its base form.
        facts: the predicates' words with `_` for names, with and without "is".
        states: the words that name what changes, and have no part in naming actions.
        nouns: words that may stand beside a name without meaning anything more.
        breaks: finds the signs between clauses.
        calls: finds actions written as `(stack b a)` or `Stack(b, a)`.
        statics: by action, what its precondition asks of the initial state for good.
    """

    domain: Domain
    ranks: tuple[Table, ...]
    foreign: Mapping[str, frozenset[str]]
    reordered: Table
    roles: RoleTable
    scenery: frozenset[Phrase]
    unfurnished: Table
    mentioned: Mapping[str, frozenset[Phrase]]
    verbs: frozenset[str]
    openers: frozenset[str]
    forms: Mapping[str, str]
    facts: frozenset[str]
    states: frozenset[str]
    nouns: frozenset[str]
    breaks: re.Pattern[str]
    calls: re.Pattern[str]
    statics: Mapping[str, Statics]

    def called(self, name: str) -> str:
        """The words of an action's name, however `PickUp` or `pick-up` was written."""
        for item in self.domain.actions:
            if squash(item.name) == squash(name):
                return " ".join(tokens(item.name))
        return name


def phrasebook(domain: Domain, lexicon: Lexicon | None) -> Phrasebook:
    """All wordings for a domain.

    Args:
        domain: the domain.
        lexicon: the snippets that the prompt was made of; None where the prompt was PDDL.
    """
    spoken = phrases(domain, lexicon) if lexicon is not None else None
    kinds = nouns(domain)
    wordings = Wordings(domain, spoken, kinds)
    tables = tuple(_table(rank) for rank in wordings.ranks())
    *sure, loose = ({words[0] for words in map(str.split, rank)} for rank in tables)
    verbs = set().union(*sure) - {SLOT}
    around = scenery(domain, spoken, kinds)
    return Phrasebook(
        domain=domain,
        ranks=tables,
        foreign=_foreign(tables[0]),
        reordered=_table(_reordered(tables[:2])),
        roles=role_table(tables[0], kinds),
        scenery=around,
        unfurnished=_table(_unfurnished(tables[:2], around)),
        mentioned=_mentioned(tables[0], around),
        verbs=frozenset(verbs),
        openers=frozenset(verbs | loose | INSTRUMENTAL),
        forms=inflections(verbs | LIGHT),
        facts=frozenset(wordings.facts(domain.predicates)),
        states=_states(domain, wordings, tables[:2]),
        nouns=kinds,
        breaks=BREAKS_BUT_COMMAS if any("," in key for key in tables[0]) else BREAKS,
        calls=_calls(domain),
        statics=statics(domain),
    )


def _table(entries: Iterable[tuple[str, Wording]]) -> Table:
    table: dict[str, dict[Wording, None]] = defaultdict(dict)
    for key, wording in entries:
        table[key][wording] = None
    return {key: tuple(wordings) for key, wordings in table.items()}


def _foreign(table: Table) -> Mapping[str, frozenset[str]]:
    words: dict[str, set[str]] = defaultdict(set)
    alike: dict[str, set[str]] = defaultdict(set)
    for key, wordings in table.items():
        for wording in wordings:
            words[wording.action].update(key.split())
            alike[key.split()[0]].add(wording.action)
    return {
        action: frozenset(
            word
            for others in alike.values()
            if action in others
            for other in others
            for word in words[other] - own
        )
        for action, own in words.items()
    }


def _states(domain: Domain, wordings: Wordings, tables: Iterable[Table]) -> frozenset[str]:
    changed = fluents(domain)
    changing = [item for item in domain.predicates if item.name in changed]
    stating = {word for fact in wordings.facts(changing) for word in fact.split()}
    acting = {word for table in tables for key in table for word in key.split()}
    types = {word for item in domain.types for word in tokens(item.name)}
    return frozenset(stating - acting - types - PREPOSITIONS - BE)


def _reordered(tables: Iterable[Table]) -> Iterator[tuple[str, Wording]]:
    for table in tables:
        for key, wordings in table.items():
            ordered = in_phrase_order(key.split())
            if ordered is not None:
                words, places = ordered
                for wording in wordings:
                    slots = tuple(wording.slots[place] for place in places)
                    yield " ".join(words), Wording(wording.action, slots)


def _unfurnished(
    tables: Iterable[Table], around: frozenset[Phrase]
) -> Iterator[tuple[str, Wording]]:
    for table in tables:
        for key, wordings in table.items():
            less, found = without_phrases(key.split(), around)
            if found:
                yield from ((" ".join(less), wording) for wording in wordings)


def _mentioned(table: Table, around: frozenset[Phrase]) -> Mapping[str, frozenset[Phrase]]:
    mentioned: dict[str, frozenset[Phrase]] = defaultdict(frozenset)
    for key, wordings in table.items():
        _, found = without_phrases(key.split(), around)
        for wording in wordings:
            mentioned[wording.action] |= found
    return dict(mentioned)


def _calls(domain: Domain) -> re.Pattern[str]:
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
