"""The style `paper`: the paper's structure (section 3), sentence by sentence.

What can be done, what it asks for, what it changes; then goal, objects and initial state. Only the
kinds of objects stand before the actions that speak of them, and not behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from pddl2nl.compose.formulas import (
    CASE,
    IF_BEFORE,
    SO,
    Change,
    as_clauses,
    bracketed,
    changes,
    is_literal,
    listed,
    say,
    scope,
    split_literals,
    with_letters,
)
from pddl2nl.compose.phrases import (
    OTHER,
    Ability,
    ActionText,
    DomainText,
    Phrases,
    ProblemText,
    Section,
    Words,
    ability,
    in_order,
    kind_nouns,
    kind_words,
    letter_number,
    sentence,
)
from pddl2nl.english import counted, indefinite, join, no_longer, plural, type_noun, un_no_longer
from pddl2nl.english.negation import NO_LONGER_THE_CASE
from pddl2nl.model import (
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    And,
    Atom,
    Axiom,
    Condition,
    Domain,
    Object,
    Or,
    Parameter,
    Problem,
    conjuncts,
    objects_by_type,
    simplified,
)
from pddl2nl.naming import ObjectNames, name_constants

KINDS = "Objects are of the following kinds:"
ABILITIES = "I can carry out these actions:"
RESTRICTIONS = "My actions have these restrictions:"
EFFECTS = "My actions change the situation in these ways:"
RULES = "These rules always hold:"
CASES = "one of these cases holds:"
GOAL = "My goal is to reach a situation in which"
AVOID = "I must not end in a situation in which"
DEMAND = "In the end, it must hold that"
CURRENTLY = "Currently,"
LEFT_OVER = "of none of these kinds"
THIS = "do this"
"""Stands for the verb phrase of an action that was named just before."""


def compose_domain(domain: Domain, spoken: Phrases) -> DomainText:
    """Compose a domain's description from its snippets. Costs are left out, as in the paper."""
    constants = name_constants(domain)
    nouns = kind_nouns(domain)
    spoken = as_clauses(spoken)
    words = constants.english
    pairs = [(item, ability(item, spoken.actions[item.name], nouns)) for item in domain.actions]
    restrictions = (_restrictions(*pair, spoken, words) for pair in pairs)
    effects = (_effects(*pair, spoken, words) for pair in pairs)
    rules = (rule(axiom, spoken, words) for axiom in domain.axioms)
    return DomainText(
        (
            Section("kinds", "", (*_kinds(domain), *say_constants(domain, constants))),
            Section("abilities", ABILITIES, tuple(phrase.text for _, phrase in pairs)),
            Section("restrictions", RESTRICTIONS, tuple(chain.from_iterable(restrictions))),
            Section("effects", EFFECTS, tuple(chain.from_iterable(effects))),
            Section("rules", RULES, tuple(chain.from_iterable(rules))),
        )
    )


def compose_actions(domain: Domain, spoken: Phrases) -> tuple[ActionText, ...]:
    """Each action by itself."""
    constants, nouns = name_constants(domain).english, kind_nouns(domain)
    spoken = as_clauses(spoken)
    return tuple(
        ActionText(schema, phrase, tuple(_restrictions(schema, this, spoken, constants)))
        for schema in domain.actions
        for phrase in [ability(schema, spoken.actions[schema.name], nouns)]
        for this in [replace(phrase, text=THIS)]
    )


def _restrictions(
    schema: ActionSchema, phrase: Ability, spoken: Phrases, constants: Words
) -> Iterator[str]:
    words = {**constants, **phrase.letters}
    positive, negative, compound = split_literals(simplified(schema.precondition))
    kinds = [spoken.of_kind(words[item.name], item.types) for item in phrase.without_type]
    required = kinds + [spoken.clause(atom, words) for atom in positive]
    if required:
        yield f"I can only {phrase.text} if {listed(required)}."
    if negative:
        forbidden = [spoken.clause(atom, words) for atom in negative]
        yield f"I cannot {phrase.text} if {listed(forbidden, 'or')}."
    for condition in compound:
        yield f"I can only {phrase.text} {_on(say(condition, spoken, words))}."
    if not (required or negative or compound):
        yield f"I can always {phrase.text}."


def _on(formula: str) -> str:
    """A formula behind `when`."""
    if formula.startswith("if "):
        return f"when this holds: {formula}"
    return f"when{',' if formula.startswith('for every ') else ''} {formula}"


def _effects(
    schema: ActionSchema, phrase: Ability, spoken: Phrases, constants: Words
) -> Iterator[str]:
    words = {**constants, **phrase.letters}
    for change in changes(schema):
        if not change.always:
            yield _conditional(change, phrase, spoken, words)
            continue
        if change.added:
            gains = listed(spoken.clause(atom, words) for atom in change.added)
            yield f"Once I {phrase.text}, {gains}."
        if change.deleted:
            losses = listed(_lost(spoken.clause(atom, words)) for atom in change.deleted)
            yield f"After I {phrase.text}, {losses}."
    if not schema.effects:
        yield f"Nothing changes when I {phrase.text}."


def _conditional(change: Change, phrase: Ability, spoken: Phrases, words: Words) -> str:
    """A `forall` or `when` as one sentence, the action first and what is so before it next."""
    names = with_letters(words, change.parameters)
    results = listed(
        [_gained(spoken.clause(atom, names)) for atom in change.added]
        + [_lost(spoken.clause(atom, names)) for atom in change.deleted]
    )
    every = scope(change.parameters, names)
    if change.condition == TRUE:
        return f"When I {phrase.text}, then afterwards, {every}, {results}."
    premise = f"{IF_BEFORE}{say(change.condition, spoken, names)}, then afterwards {results}."
    return f"When I {phrase.text}, {every}{': ' if every else ''}{premise}"


def _gained(clause: str) -> str:
    """A clause that has become true, in words that cannot mean that one has ceased to be."""
    return f"{SO} {bracketed(clause)}" if un_no_longer(clause) is not None else clause


def _lost(clause: str) -> str:
    if clause.startswith(CASE):
        return NO_LONGER_THE_CASE + clause.removeprefix(CASE)
    return no_longer(clause)


def as_named(axiom: Axiom, spoken: Phrases) -> tuple[Parameter, ...]:
    """The parameters of a derived predicate in the order in which its snippet names them."""
    slots = spoken.predicates[axiom.predicate, len(axiom.parameters)].slots
    return tuple(axiom.parameters[slot] for slot in dict.fromkeys(slots))


def rule(axiom: Axiom, spoken: Phrases, constants: Words) -> Iterator[str]:
    """A derived predicate in one sentence, or in a sentence and its numbered cases."""
    parameters = as_named(axiom, spoken)
    words = {**constants, **{each.name: letter_number(n) for n, each in enumerate(parameters)}}
    derived = Atom(axiom.predicate, tuple(item.name for item in axiom.parameters))
    head = bracketed(spoken.clause(derived, words))
    every = scope(parameters, words)
    begin = sentence(f"{every}{', ' if every else ''}{head} whenever")
    common, cases = _cases(simplified(axiom.condition))
    if not cases:
        yield f"{begin} {say(axiom.condition, spoken, words)}."
        return
    shared = f" {say(And(common), spoken, words)} and" if common else ""
    yield f"{begin}{shared} {CASES}"
    yield from (
        f"({number}) {say(case, spoken, words)}." for number, case in enumerate(cases, start=1)
    )


def _cases(condition: Condition) -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
    """What a condition asks for in any case, and its cases; no cases where it is simple."""
    parts = conjuncts(condition)
    common = tuple(part for part in parts if is_literal(part))
    match [part for part in parts if not is_literal(part)]:
        case [Or(cases)] if not all(map(is_literal, cases)) and cases[1:]:
            return common, cases
    return (), ()


def _kinds(domain: Domain) -> Iterator[str]:
    if not domain.typed:
        return
    declared = [item for item in domain.types if item.name != ROOT_TYPE]
    yield f"{KINDS} {join([type_noun(item.name) for item in declared], 'and')}."
    yield from hierarchy(domain)


def hierarchy(domain: Domain) -> Iterator[str]:
    """Which kinds are kinds of others: `Every truck and every airplane is a vehicle.`"""
    children: dict[str, list[str]] = {}
    for item in domain.types:
        for parent in item.parents:
            if ROOT_TYPE not in (item.name, parent):
                children.setdefault(parent, []).append(f"every {type_noun(item.name)}")
    for parent, members in children.items():
        yield f"{sentence(join(members, 'and'))} is {indefinite(type_noun(parent))}."


def say_constants(domain: Domain, names: ObjectNames) -> Iterator[str]:
    """The objects that there are in every task."""
    for types, members in _by_types(domain.constants, names).items():
        verb = "is" if len(members) == 1 else "are"
        noun = constants_are(types, len(members))
        yield f"In every task, {join(members, 'and')} {verb} {noun}."


def _by_types(objects: Iterable[Object], names: ObjectNames) -> dict[tuple[str, ...], list[str]]:
    """The names of objects by their types."""
    found: dict[tuple[str, ...], list[str]] = {}
    for item in objects:
        found.setdefault(item.types, []).append(names.english[item.name])
    return found


def constants_are(types: tuple[str, ...], number: int) -> str:
    """What some constants are: `a truck`, `trucks`, or of `either` type."""
    several = len(types) > 1
    noun = ROOT_TYPE if several else kind_words(types)
    things = indefinite(noun) if number == 1 else plural(noun)
    return f"{things} of kind {kind_words(types)}" if several else things


# --- problems -------------------------------------------------------------------------------------


def compose_problem(problem: Problem, spoken: Phrases, names: ObjectNames) -> ProblemText:
    """Compose a problem's description from its domain's snippets and its objects' names."""
    return ProblemText(
        goal=say_goal(problem.goal, as_clauses(spoken), names),
        objects=tuple(say_objects(problem, names)),
        state=say_state(problem.init, problem, spoken, names),
    )


def say_goal(goal: Condition, spoken: Phrases, names: ObjectNames) -> str:
    """The goal as one sentence, or a few where it forbids things or is more than a conjunction."""
    positive, negative, compound = split_literals(simplified(goal))
    sentences = []
    wanted, *further = (And(positive), *compound) if positive else (compound or (And(),))
    if positive or compound or not negative:
        sentences.append(f"{GOAL} {say(wanted, spoken, names.english)}.")
    if negative:
        unwanted = listed((spoken.clause(atom, names.english) for atom in negative), "or")
        sentences.append(f"{AVOID} {unwanted}.")
    sentences += [f"{DEMAND} {say(part, spoken, names.english)}." for part in further]
    return " ".join(sentences)


def say_objects(problem: Problem, names: ObjectNames) -> Iterator[str]:
    """The problem's own objects, counted by type: `There are 2 trucks: truck_0 and truck_1.`

    They are `2 other trucks` if there are constants or objects of a subtype that are trucks, too.
    """
    constants = {item.name for item in problem.domain.constants}
    by_types = _by_types((each for each in problem.objects if each.name not in constants), names)
    of_type = objects_by_type(problem)
    for types, members in by_types.items():
        verb = "is" if len(members) == 1 else "are"
        left_over = types == (ROOT_TYPE,) and problem.domain.typed
        other = not left_over and len(types) == 1 and len(of_type[types[0]]) > len(members)
        noun = objects_of(types, len(members), OTHER if other else "")
        noun += f" {LEFT_OVER}" if left_over else ""
        yield f"There {verb} {noun}: {join(members, 'and')}."
    if not by_types:
        yield "There are no other objects." if constants else "There are no objects."


def objects_of(types: tuple[str, ...], number: int, other: str = "") -> str:
    """A number of objects of one type, or of `either` type: `2 trucks`."""
    if len(types) == 1:
        return counted(number, f"{other}{kind_words(types)}")
    return f"{counted(number, 'object')} of kind {kind_words(types)}"


def say_state(facts: Iterable[Atom], problem: Problem, spoken: Phrases, names: ObjectNames) -> str:
    """The facts of a state as one sentence, object by object in the problem's order."""
    ordered = in_order(facts, problem)
    if not ordered:
        return f"{CURRENTLY} nothing is the case."
    return f"{CURRENTLY} {listed(spoken.clause(atom, names.english) for atom in ordered)}."
