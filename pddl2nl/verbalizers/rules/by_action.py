"""Clauses for predicates that are named like an action: what may be done, and what has been done.

`(stack ?x ?y)` that nothing changes, in the precondition of `stack`, permits it: {?x} may be
stacked on {?y}. `(planted ?p ?q)`, which `plant` adds, is what has been done: {?p} is planted in
{?q}. The action's own phrase has the roles of the arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pddl2nl.english.vocabulary import MODALS, inflect_verb
from pddl2nl.lexicon import fill, placeholders
from pddl2nl.model import ActionSchema, Atom, Predicate
from pddl2nl.verbalizers.rules import words as w
from pddl2nl.verbalizers.rules.actions import PhraseDraft, sure_verb_phrase
from pddl2nl.verbalizers.rules.facts import NamingFacts, atoms, certain


def clause_by_action(predicate: Predicate, known: NamingFacts) -> str | None:
    """The clause that an action's phrase gives to a predicate named like it, None for others."""
    permits = is_permission(predicate, known)
    for action, atom in _namesakes(predicate, known, permits=permits):
        draft = sure_verb_phrase(action, known)
        if draft is not None:
            slots = {
                term: f"{{{parameter.name}}}"
                for term, parameter in zip(atom.args, predicate.parameters, strict=True)
            }
            clause = _permitted(draft, slots) if permits else _done(draft, slots)
            if clause is not None:
                return clause
    return None


def is_permission(predicate: Predicate, known: NamingFacts) -> bool:
    """Whether a predicate that nothing changes is a condition of an action of the same name."""
    static = predicate.name not in known.changed and bool(predicate.parameters)
    return static and any(True for _ in _namesakes(predicate, known, permits=True))


def is_modal(predicate: Predicate, known: NamingFacts) -> bool:
    """Whether the name has a word such as `may` that says itself that it is a permission."""
    return w.words_of(predicate.name, known.words)[0] in MODALS | {"allowed"}


def _namesakes(
    predicate: Predicate, known: NamingFacts, *, permits: bool
) -> Iterator[tuple[ActionSchema, Atom]]:
    """The actions that a predicate is named like, with the atom in which they have it."""
    words = w.words_of(predicate.name, known.words)
    if permits and is_modal(predicate, known):
        words = words[1:]
    for action in known.domain.actions:
        name = w.words_of(action.name, known.words)
        if permits:
            group: Iterable[Atom] = atoms(action.precondition)
            verb = words[:-1] if len(words) == 2 and words[1] in ("with", "by") else words
            alike = verb == name[: len(verb)] and bool(verb) and w.can_be_verb(verb[0])
        else:
            group = certain(action)[0]
            alike = len(words) == 1 and w.participle_verb(words[0]) == name[0]
        for atom in group:
            if alike and atom.predicate == predicate.name and _are_parameters(atom, action):
                yield action, atom


def _are_parameters(atom: Atom, action: ActionSchema) -> bool:
    names = {item.name for item in action.parameters}
    return set(atom.args) <= names and len(set(atom.args)) == len(atom.args)


def _permitted(draft: PhraseDraft, slots: Mapping[str, str]) -> str | None:
    """`{?x} may be stacked on {?y}`, `{?r} may enter {?room}`, `I may go from {?a} to {?b}`."""
    if draft.subject is None and draft.theme in slots:
        start, spoken = f"{{{draft.theme}}} may be {_participle(draft)}", {draft.theme}
    elif draft.subject in slots or draft.subject is None:
        who = "I" if draft.subject is None else f"{{{draft.subject}}}"
        start, spoken = f"{who} may {draft.name.verb} {draft.object_phrase}", {draft.subject}
    else:
        return None
    return _with_ending(start, spoken, draft, slots)


def _done(draft: PhraseDraft, slots: Mapping[str, str]) -> str | None:
    """`{?p} is planted in {?q}`."""
    if len(slots) < 2 or (draft.subject is not None and draft.theme == draft.subject):
        return None
    if draft.theme not in slots:
        return None
    return _with_ending(f"{{{draft.theme}}} is {_participle(draft)}", {draft.theme}, draft, slots)


def _participle(draft: PhraseDraft) -> str:
    verb, *particle = draft.name.verb.split()
    if particle == ["in"] and any(role == "into" for role, _ in draft.roles):
        particle = []
    return " ".join([inflect_verb(verb, "VBN"), *particle])


def _with_ending(
    start: str, spoken: set[str | None], draft: PhraseDraft, slots: Mapping[str, str]
) -> str | None:
    """The clause, None where it leaves out an argument or has one that is not the predicate's."""
    text = " ".join(" ".join([start, *draft.ending(slots, labelled=False)]).split())
    if set(placeholders(text)) != set(slots):
        return None
    return fill(text, slots)
