"""The style `brief`: the same, losslessly, in fewer words.

An action is one block, with its phrase once. Facts of one kind share a sentence, objects that are
numbered in a row are listed by the first and the last, what all objects of a kind share is stated
of "every" one, and a noun is not repeated by a name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pddl2nl.compose.facts import members, rows, sentences
from pddl2nl.compose.formulas import (
    IF_BEFORE,
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
    kind_nouns,
    kind_words,
    squash,
)
from pddl2nl.english import denies, join, type_noun
from pddl2nl.english.vocabulary import is_word
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
ACTIONS = "My actions, with what each needs and changes:"
NEEDS, NEEDS_AND_ENDS, UNLESS = "Needs", "Needs, then no longer", "Not if"
THEN, ENDS = "Then", "No longer"
GOAL, OBJECTS, NOW = "Goal:", "Objects:", "Now:"
CLOSED = "Nothing else is true"
BY_RULES = ", except by the rules"
ALSO = "also of kind"
_QUOTED_NOUN = re.compile(r'^the (?:relation|fact|condition) (?=")')
_LABEL = re.compile(r" \(([^\W_]+(?: [^\W_]+)*)\)")
_TUPLE_NOUN = re.compile(r"the (?:ordered )?(?:pair|triple|tuple) $")


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


def shortened(spoken: Phrases) -> Phrases:
    """Snippets in fewer words: `"links" holds for (A, B)`, and actions with each noun once.

    An action's phrase keeps a label such as `(rfrom)` only where it consists of words, or where
    another action would have the same phrase without it.
    """
    plain = {key: _without_labels(each) for key, each in spoken.actions.items()}
    count = Counter(each.frame for each in plain.values())
    actions = {
        key: plain[key] if count[plain[key].frame] == 1 else each
        for key, each in spoken.actions.items()
    }
    predicates = {key: _shortened(each) for key, each in spoken.predicates.items()}
    return replace(spoken, predicates=predicates, actions=actions)


def _without_labels(template: Template) -> Template:
    """A snippet without the labels behind its slots that are numbers or abbreviations."""
    first, *others = template.texts
    texts = (
        text[found.end() :] if (found := _LABEL.match(text)) and not _tells(found[1]) else text
        for text in others
    )
    return replace(template, texts=(first, *texts))


def _tells(label: str) -> bool:
    return all(len(word) > 2 and is_word(word) for word in label.split())


def _shortened(template: Template) -> Template:
    """A snippet without the nouns that quotation marks and tuples make needless."""
    first, *between = _QUOTED_NOUN.sub("", template.texts[0]), *template.texts[1:-1]
    last = template.texts[-1] if template.slots else ""
    if between and all(text == " " for text in between):
        first, between, last = f"{_TUPLE_NOUN.sub('', first)}(", [", " for _ in between], f"){last}"
    return replace(template, texts=(first, *between, last) if template.slots else (first,))


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
    premise = (
        f"{IF_BEFORE}{say(change.condition, spoken, names)}" if change.condition != TRUE else ""
    )
    label = ", ".join(filter(None, (THEN if gains else ENDS, every, premise)))
    further = f"; {ENDS.lower()}: {losses}" if gains and losses else ""
    yield from _line(label, f"{gains or losses}{further}")


# --- problems -------------------------------------------------------------------------------------


def compose_problem(problem: Problem, spoken: Phrases, names: ObjectNames) -> ProblemText:
    """A problem's description: objects, what holds now and that this is all, and the goal."""
    state = say_state(problem.init, problem, spoken, names)
    closed = f"\n{CLOSED}{BY_RULES if problem.domain.axioms else ''}."
    return ProblemText(
        goal=_block_of(GOAL, _goal(problem, spoken, names)),
        objects=tuple(_objects(problem, names)),
        state=state + (closed if problem.init else ""),
        goal_last=True,
    )


def say_state(facts: Iterable[Atom], problem: Problem, spoken: Phrases, names: ObjectNames) -> str:
    """The facts of a state, in as few lines as lists and "every" allow."""
    lines = list(sentences(facts, problem, spoken, names.english, members(problem)))
    return _block_of(NOW, lines) or f"{NOW} nothing is so."


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
        *sentences(plain, problem, spoken, names.english, {}),
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
    by_kind: dict[str, list[str]] = {}
    shown = True
    for item in own:
        kind, name = most_specific(problem.domain, item.types), names.english[item.name]
        by_kind.setdefault(kind_words((kind,)), []).append(name)
        shown = shown and (kind == ROOT_TYPE or kind_of_name(name) == squash(kind_words((kind,))))
    if shown:
        yield f"{OBJECTS} {join(rows([names.english[item.name] for item in own]))}."
    else:
        lines = [f"{kind}: {join(rows(several))}" for kind, several in by_kind.items()]
        yield _block_of(OBJECTS, lines)
    further: dict[tuple[str, ...], list[str]] = {}
    for item in own:
        first = most_specific(problem.domain, item.types)
        for kind in item.types:
            if kind != first:
                further.setdefault((kind,), []).append(names.english[item.name])
    for kinds, several in further.items():
        verb = "is" if len(several) == 1 else "are"
        yield f"{join(rows(several))} {verb} {ALSO} {kind_words(kinds)}."


def kind_of_name(name: str) -> str:
    """The squashed noun of the kind that an object is named after: `slow_elevator_0`."""
    return squash(name.rpartition("_")[0])
