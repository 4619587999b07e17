"""The domain in English: abilities, restrictions, effects, kinds (seed paper, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pddl2nl.compose.formulas import is_literal, listed, say, split_literals, with_letters
from pddl2nl.compose.phrases import (
    Ability,
    Phrases,
    Words,
    ability,
    kind_nouns,
    kind_words,
    letter_number,
    phrases,
)
from pddl2nl.english import indefinite, join, no_longer, plural, type_noun
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import (
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    Atom,
    Axiom,
    Condition,
    Domain,
    Effect,
    Parameter,
    conjuncts,
    simplified,
)
from pddl2nl.naming import NAME, ObjectNames, name_constants

ABILITIES = "I can carry out these actions:"
RESTRICTIONS = "My actions have these restrictions:"
EFFECTS = "My actions change the situation in these ways:"
RULES = "These rules always hold:"
COSTS = "My actions have these costs:"
KINDS = "Objects are of the following kinds:"


@dataclass(frozen=True, slots=True)
class DomainText:
    """A domain in English, part by part; every line is a sentence (or, of `abilities`, a phrase).

    Args:
        abilities: a verb phrase for every action, in the domain's order.
        restrictions: what must hold, and what must not, before each action.
        effects: what becomes true, and what stops being true, after each action.
        rules: how derived predicates follow from others; empty in most domains.
        kinds: the types and their hierarchy; empty in an untyped domain.
        constants: the objects that exist in every task of the domain.
        costs: what each action costs; empty unless `with_costs` adds it.
    """

    abilities: tuple[str, ...]
    restrictions: tuple[str, ...]
    effects: tuple[str, ...]
    rules: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    constants: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole description, as it stands in a prompt."""
        sections = (
            (ABILITIES, self.abilities),
            (RESTRICTIONS, self.restrictions),
            (EFFECTS, self.effects),
            (RULES, self.rules),
            (COSTS, self.costs),
        )
        blocks = ["\n".join((heading, *lines)) for heading, lines in sections if lines]
        if self.kinds or self.constants:
            blocks.append("\n".join((*self.kinds, *self.constants)))
        return "\n\n".join(blocks)


def compose_domain(domain: Domain, lexicon: Lexicon) -> DomainText:
    """Compose a domain's description from its snippets. Costs are left out, as in the paper."""
    spoken = phrases(domain, lexicon)
    constants = name_constants(domain)
    nouns = kind_nouns(domain)
    abilities = [ability(item, spoken.actions[item.name], nouns) for item in domain.actions]
    pairs = list(zip(domain.actions, abilities, strict=True))
    return DomainText(
        abilities=tuple(item.text for item in abilities),
        restrictions=tuple(
            line
            for schema, phrase in pairs
            for line in _restrictions(schema, phrase, spoken, constants.english)
        ),
        effects=tuple(
            line
            for schema, phrase in pairs
            for line in _effects(schema, phrase, spoken, constants.english)
        ),
        rules=tuple(_rule(axiom, spoken, constants.english) for axiom in domain.axioms),
        kinds=tuple(_kinds(domain)),
        constants=tuple(_constants(domain, constants)),
    )


def _restrictions(
    schema: ActionSchema, phrase: Ability, spoken: Phrases, constants: Words
) -> Iterator[str]:
    words = {**constants, **phrase.letters}
    positive, negative, compound = split_literals(simplified(schema.precondition))
    kinds = [f"{words[item.name]} is of kind {kind_words(item.types)}" for item in phrase.unsaid]
    required = kinds + [spoken.clause(atom, words) for atom in positive]
    if required:
        yield f"I can only {phrase.text} if {listed(required)}."
    if negative:
        forbidden = [spoken.clause(atom, words) for atom in negative]
        yield f"I cannot {phrase.text} if {listed(forbidden, 'or')}."
    for condition in compound:
        yield f"I can only {phrase.text} when {say(condition, spoken, words)}."
    if not (required or negative or compound):
        yield f"I can always {phrase.text}."


def _effects(
    schema: ActionSchema, phrase: Ability, spoken: Phrases, constants: Words
) -> Iterator[str]:
    words = {**constants, **phrase.letters}
    for parameters, given, effects in _grouped(schema.effects):
        condition = simplified(given)
        names = with_letters(words, parameters)
        added = [effect.atom for effect in effects if effect.adds]
        # A fact that is deleted and added at once is true afterwards, so its deletion goes unsaid.
        deleted = [
            effect.atom for effect in effects if not effect.adds and effect.atom not in added
        ]
        gains = listed(spoken.clause(atom, names) for atom in added)
        losses = listed(no_longer(spoken.clause(atom, names)) for atom in deleted)
        if condition == TRUE:
            scope = _scope(parameters, names)
            if added:
                yield _sentence(f"{scope}once I {phrase.text}, {gains}")
            if deleted:
                yield _sentence(f"{scope}after I {phrase.text}, {losses}")
        else:
            premise = f"if {_premise(condition, spoken, names)} when I {phrase.text}, then"
            scope = _scope(parameters, names)
            if added:
                yield _sentence(f"{scope}{premise} {gains}")
            if deleted:
                yield _sentence(f"{scope}{premise} afterwards {losses}")
    if not schema.effects:
        yield f"Nothing changes when I {phrase.text}."


def _grouped(
    effects: Iterable[Effect],
) -> Iterator[tuple[tuple[Parameter, ...], Condition, list[Effect]]]:
    groups: dict[tuple[tuple[Parameter, ...], Condition], list[Effect]] = {}
    for effect in effects:
        groups.setdefault((effect.parameters, effect.condition), []).append(effect)
    for (parameters, condition), members in groups.items():
        yield parameters, condition, members


def _premise(condition: Condition, spoken: Phrases, names: Words) -> str:
    """What a conditional effect asks for: clauses in a list, or one formula in parentheses."""
    parts = conjuncts(condition)
    if parts and all(map(is_literal, parts)):
        return join([say(part, spoken, names) for part in parts], "and")
    return f"({say(condition, spoken, names)})"


def _scope(parameters: tuple[Parameter, ...], names: Words) -> str:
    if not parameters:
        return ""
    kinds = (f"every {kind_words(item.types)} {names[item.name]}" for item in parameters)
    return f"for {' and '.join(kinds)}, "


def _sentence(text: str) -> str:
    """A clause as a sentence; an object's name at its beginning stays as it is."""
    return text + "." if NAME.match(text) else text[0].upper() + text[1:] + "."


def _rule(axiom: Axiom, spoken: Phrases, constants: Words) -> str:
    letters = {item.name: letter_number(rank) for rank, item in enumerate(axiom.parameters)}
    words = {**constants, **letters}
    head = spoken.clause(Atom(axiom.predicate, tuple(letters)), words)
    scope = _scope(axiom.parameters, words)
    return _sentence(f"{scope}{head} whenever {say(simplified(axiom.condition), spoken, words)}")


def _kinds(domain: Domain) -> Iterator[str]:
    if not domain.typed:
        return
    declared = [item for item in domain.types if item.name != ROOT_TYPE]
    yield f"{KINDS} {join([type_noun(item.name) for item in declared], 'and')}."
    children: dict[str, list[str]] = {}
    for item in declared:
        for parent in item.parents:
            if parent != ROOT_TYPE:
                children.setdefault(parent, []).append(f"every {type_noun(item.name)}")
    for parent, members in children.items():
        yield _sentence(f"{join(members, 'and')} is {indefinite(type_noun(parent))}")


def _constants(domain: Domain, names: ObjectNames) -> Iterator[str]:
    by_types: dict[tuple[str, ...], list[str]] = {}
    for item in domain.constants:
        by_types.setdefault(item.types, []).append(names.english[item.name])
    for types, members in by_types.items():
        verb = "is" if len(members) == 1 else "are"
        noun = constants_are(types, len(members))
        yield _sentence(f"in every task, {join(members, 'and')} {verb} {noun}")


def constants_are(types: tuple[str, ...], number: int) -> str:
    """What some constants are: `a truck`, `trucks`, or of `either` type."""
    several = len(types) > 1
    noun = ROOT_TYPE if several else kind_words(types)
    said = indefinite(noun) if number == 1 else plural(noun)
    return f"{said} of kind {kind_words(types)}" if several else said
