"""The style `brief`: the same, losslessly, in fewer words.

An action is one block, with its phrase once. Facts of one kind share a sentence, objects that are
numbered in a row are listed by the first and the last, and a noun is not repeated by a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pddl2nl.compose.formulas import (
    JOINT,
    OPENING,
    Change,
    changes,
    listed,
    say,
    scope,
    split_literals,
    with_letters,
)
from pddl2nl.compose.paper import RULES, hierarchy, rule, say_constants
from pddl2nl.compose.phrases import (
    Ability,
    ActionText,
    DomainText,
    Phrases,
    ProblemText,
    Section,
    Template,
    Words,
    ability,
    in_order,
    kind_nouns,
    kind_words,
    squash,
)
from pddl2nl.english import denies, join, type_noun
from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    And,
    Atom,
    Condition,
    Domain,
    Not,
    Problem,
    simplified,
)
from pddl2nl.naming import ObjectNames, most_specific, name_constants

KINDS = "Kinds of objects:"
ACTIONS = "My actions, with what each needs, what is true then, and what no longer is:"
NEEDS, NEEDS_AND_ENDS, UNLESS = "Needs", "Needs, then no longer", "Not if"
THEN, ENDS = "Then", "No longer"
GOAL, OBJECTS, NOW = "Goal:", "Objects:", "Now:"
ALSO = "also of kind"
_NUMBERED = re.compile(r"(.+)_(0|[1-9]\d*)")
_SHORTEST_ROW = 3
_PLURALS = {
    " is a ": " are each a ",
    " is an ": " are each an ",
    " is ": " are ",
    " has ": " have ",
}
"""What a verb becomes behind several subjects; the first that fits counts."""


def compose_domain(domain: Domain, spoken: Phrases) -> DomainText:
    """A domain's description: kinds, then a block for every action, then rules."""
    constants = name_constants(domain)
    nouns = kind_nouns(domain)
    blocks = (
        line
        for schema in domain.actions
        for line in _block(
            schema, ability(schema, spoken.actions[schema.name], nouns), spoken, constants.english
        )
    )
    rules = (line for axiom in domain.axioms for line in rule(axiom, spoken, constants.english))
    return DomainText(
        (
            Section("kinds", "", (*_kinds(domain), *say_constants(domain, constants))),
            Section("actions", ACTIONS, tuple(blocks)),
            Section("rules", RULES, tuple(rules)),
        )
    )


def compose_actions(domain: Domain, spoken: Phrases) -> tuple[ActionText, ...]:
    """Each action by itself."""
    constants, nouns = name_constants(domain).english, kind_nouns(domain)
    return tuple(
        ActionText(schema, phrase, tuple(_needs(schema, phrase, spoken, constants)))
        for schema in domain.actions
        for phrase in [ability(schema, spoken.actions[schema.name], nouns)]
    )


def _kinds(domain: Domain) -> Iterator[str]:
    declared = [item for item in domain.types if item.name != ROOT_TYPE]
    if declared:
        yield f"{KINDS} {join([type_noun(item.name) for item in declared])}."
        yield from hierarchy(domain)


def _block(
    schema: ActionSchema, phrase: Ability, spoken: Phrases, constants: Words
) -> Iterator[str]:
    """An action: its phrase, what it needs, what it changes."""
    yield f"- {phrase.text}"
    yield from _needs(schema, phrase, spoken, constants)
    words = {**constants, **phrase.letters}
    for change in changes(schema):
        yield from _change(change, _spent(schema), spoken, words)
    if not schema.effects:
        yield f"{THEN}: nothing changes."


def _needs(
    schema: ActionSchema, phrase: Ability, spoken: Phrases, constants: Words
) -> Iterator[str]:
    """What an action asks for, and what of that is gone afterwards."""
    words = {**constants, **phrase.letters}
    positive, negative, compound = split_literals(simplified(schema.precondition))
    spent = _spent(schema)
    kinds = [spoken.of_kind(words[item.name], item.types) for item in phrase.without_type]
    kept = [spoken.clause(atom, words) for atom in positive if atom not in spent]
    # "A is not B" says that two things are not the same.
    apart = [Not(each) for each in negative if each.predicate == EQUALITY and spoken.plain_identity]
    yield from _line(NEEDS, listed((*kinds, *kept, *(say(part, spoken, words) for part in apart))))
    yield from (f"{NEEDS}: {say(part, spoken, words)}." for part in compound)
    yield from _line(NEEDS_AND_ENDS, listed(spoken.clause(atom, words) for atom in spent))
    forbidden = (spoken.clause(atom, words) for atom in negative if Not(atom) not in apart)
    yield from _line(UNLESS, listed(forbidden, "or"))


def _spent(schema: ActionSchema) -> list[Atom]:
    """What an action asks for and always deletes."""
    positive, _, _ = split_literals(simplified(schema.precondition))
    deleted = {atom for each in changes(schema) if each.always for atom in each.deleted}
    return [atom for atom in positive if atom in deleted]


def _line(label: str, text: str) -> Iterator[str]:
    if text:
        yield f"{label}: {text}."


def _change(change: Change, spent: Sequence[Atom], spoken: Phrases, words: Words) -> Iterator[str]:
    """What a change adds and ends, except for what was needed and is `spent`."""
    names = with_letters(words, change.parameters)
    gains = listed(spoken.clause(atom, names) for atom in change.added)
    ended = (atom for atom in change.deleted if not (change.always and atom in spent))
    losses = listed(spoken.clause(atom, names) for atom in ended)
    if change.always:
        yield from _line(THEN, gains)
        yield from _line(ENDS, losses)
        return
    every = scope(change.parameters, names)
    premise = f"if {say(change.condition, spoken, names)}" if change.condition != TRUE else ""
    label = ", ".join(filter(None, (THEN if gains else ENDS, every, premise)))
    further = f"; {ENDS.lower()}: {losses}" if gains and losses else ""
    yield from _line(label, f"{gains or losses}{further}")


# --- problems -------------------------------------------------------------------------------------


def compose_problem(problem: Problem, spoken: Phrases, names: ObjectNames) -> ProblemText:
    """A problem's description: goal, objects, and what holds now."""
    return ProblemText(
        goal=_block_of(GOAL, _goal(problem, spoken, names)),
        objects=tuple(_objects(problem, names)),
        state=say_state(problem.init, problem, spoken, names),
    )


def say_state(facts: Iterable[Atom], problem: Problem, spoken: Phrases, names: ObjectNames) -> str:
    """The facts of a state, a line for all facts of one kind that share all objects but one."""
    return (
        _block_of(NOW, list(_fact_clauses(facts, problem, spoken, names)))
        or f"{NOW} nothing is so."
    )


def _block_of(heading: str, lines: Sequence[str]) -> str:
    if len(lines) == 1:
        return f"{heading} {lines[0]}."
    return "\n".join((heading, *(f"{line}." for line in lines))) if lines else ""


def _goal(problem: Problem, spoken: Phrases, names: ObjectNames) -> list[str]:
    positive, negative, compound = split_literals(simplified(problem.goal))
    plain = [atom for atom in positive if not _is_marked(spoken.clause(atom, names.english))]
    others: list[Condition] = [
        *(atom for atom in positive if atom not in plain),
        *map(Not, negative),
        *compound,
    ]
    if not (plain or others):
        others = [And()]
    return [
        *_fact_clauses(plain, problem, spoken, names),
        *(say(part, spoken, names.english) for part in others),
    ]


def _is_marked(clause: str) -> bool:
    """Whether a clause would be read as something else where formulas stand beside it."""
    return denies(clause) or bool(OPENING.match(clause))


def _objects(problem: Problem, names: ObjectNames) -> Iterator[str]:
    """The objects by their names, which show their kinds; further kinds follow below."""
    constants = {item.name for item in problem.domain.constants}
    own = [item for item in problem.objects if item.name not in constants]
    if not own:
        yield f"{OBJECTS} none{' but those of every task' if constants else ''}."
        return
    yield f"{OBJECTS} {join(_rows(_sorted([names.english[item.name] for item in own])))}."
    further: dict[tuple[str, ...], list[str]] = {}
    for item in own:
        first = most_specific(problem.domain, item.types)
        for kind in item.types:
            if kind != first:
                further.setdefault((kind,), []).append(names.english[item.name])
    for kinds, members in further.items():
        verb = "is" if len(members) == 1 else "are"
        yield f"{join(_rows(_sorted(members)))} {verb} {ALSO} {kind_words(kinds)}."


def _sorted(names: Sequence[str]) -> list[str]:
    """Names by what comes before their numbers, in the order of the problem, then by number."""
    rank: dict[str, int] = {}
    for name in names:
        rank.setdefault(_series(name), len(rank))
    return sorted(names, key=lambda name: (rank[_series(name)], len(name), name))


def _series(name: str) -> str:
    found = _NUMBERED.fullmatch(name)
    return found[1] if found else name


def _rows(names: Sequence[str]) -> list[str]:
    """Names, three or more that are numbered in a row by the first and the last of them."""
    rows: list[list[str]] = []
    for name in names:
        if rows and _follows(rows[-1][-1], name):
            rows[-1].append(name)
        else:
            rows.append([name])
    return [
        part
        for row in rows
        for part in ([f"{row[0]} to {row[-1]}"] if len(row) >= _SHORTEST_ROW else row)
    ]


def _follows(one: str, other: str) -> bool:
    before, after = _NUMBERED.fullmatch(one), _NUMBERED.fullmatch(other)
    if before is None or after is None:
        return False
    return before[1] == after[1] and int(before[2]) + 1 == int(after[2])


def _fact_clauses(
    facts: Iterable[Atom], problem: Problem, spoken: Phrases, names: ObjectNames
) -> Iterator[str]:
    """Facts as clauses, those of one predicate together."""
    families: dict[tuple[str, int], list[Atom]] = {}
    for atom in in_order(facts, problem):
        families.setdefault((atom.predicate, len(atom.args)), []).append(atom)
    for item in problem.domain.predicates:
        family = families.pop((item.name, len(item.parameters)), [])
        yield from _family(family, spoken, names.english)
    for family in families.values():
        yield from _family(family, spoken, names.english)


def _family(facts: Sequence[Atom], spoken: Phrases, words: Words) -> Iterator[str]:
    """The facts of one predicate, those that differ in one object alone in one clause."""
    if not facts:
        return
    template = spoken.predicates[facts[0].predicate, len(facts[0].args)]
    ways = [(_shared(facts, slot), slot) for slot in _joinable(template)]
    groups, slot = min(ways, key=lambda way: (len(way[0]), -way[1]), default=({}, -1))
    if not ways:
        for atom in facts:
            clause = template.fill([words[term] for term in atom.args])
            yield f"({clause})" if JOINT.search(clause) else clause
        return
    for members in groups.values():
        fillings = [words[term] for term in members[0].args]
        fillings[slot] = join([words[atom.args[slot]] for atom in members])
        plural = len(members) > 1 and template.slots[0] == slot and not template.texts[0]
        yield (_in_plural(template) if plural else template).fill(fillings)


def _shared(facts: Sequence[Atom], slot: int) -> dict[tuple[str, ...], list[Atom]]:
    groups: dict[tuple[str, ...], list[Atom]] = {}
    for atom in facts:
        groups.setdefault((*atom.args[:slot], "", *atom.args[slot + 1 :]), []).append(atom)
    return groups


def _joinable(template: Template) -> Iterator[int]:
    """The slots in which several objects can stand: once each, and with a verb that can agree."""
    if JOINT.search(template.frame):
        return
    for slot in dict.fromkeys(template.slots):
        subject = template.slots[0] == slot and not template.texts[0]
        agrees = any(template.texts[1].startswith(verb) for verb in _PLURALS)
        if template.slots.count(slot) == 1 and (agrees or not subject) and _apart(template, slot):
            yield slot


def _apart(template: Template, slot: int) -> bool:
    """Whether words stand between a slot and the next: not so in "the ordered pair A B"."""
    place = template.slots.index(slot)
    around = template.texts[max(place, 1) : min(place + 2, len(template.slots))]
    return all(text.strip() for text in around)


def _in_plural(template: Template) -> Template:
    """A snippet whose subject is several: `_ are clear`."""
    text = template.texts[1]
    verb = next(each for each in _PLURALS if text.startswith(each))
    texts = (template.texts[0], _PLURALS[verb] + text.removeprefix(verb), *template.texts[2:])
    return Template(texts, template.slots)


def in_singular(text: str) -> str:
    """What follows a single subject, of a text that follows several."""
    for one, several in _PLURALS.items():
        if text.startswith(several):
            return one + text.removeprefix(several)
    return text


def kind_of_name(name: str) -> str:
    """The squashed noun of the kind that an object is named after: `slow_elevator_0`."""
    return squash(name.rpartition("_")[0])
