"""The step in the words of the prompt that is most like a text which is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pddl2nl.english.vocabulary import base_form
from pddl2nl.model import ActionSchema
from policies.answers.matching import StepMatcher
from policies.answers.objects import ObjectFinder
from policies.answers.phrases import DomainWords, SnippetWord
from policies.answers.text import is_word, tokens, words_of
from policies.answers.words import FUNCTION_WORDS


def nearest(text: str, words: DomainWords, matcher: StepMatcher, finder: ObjectFinder) -> str:
    """A form that would be read: with the text's objects if they fit, else with letters.

    The action is the one that shares most of its words with the text, then the one whose objects
    fit; empty where none shares any.
    """
    spoken = tokens(text)

    def order(schema: ActionSchema) -> Sequence[int]:
        return words.spoken_order(schema.name)

    stems = {base_form(word) or word for word in spoken if is_word(word)}
    named = tuple(dict.fromkeys(finder.mentioned(spoken)))
    scored = [
        (len(stems & _words(schema, words)), args is not None, -rank, schema, args)
        for rank, schema in enumerate(words.domain.actions)
        for args in [next(_fitting(named, matcher.ranges[schema.name], order(schema)), None)]
    ]
    shared, fits, _, schema, args = max(scored, default=(0, False, 0, None, None))
    if schema is None or not (shared or (fits and named)):
        return ""
    if words.spoken is None:
        terms = args or tuple(parameter.name for parameter in schema.parameters)
        return f"({' '.join((schema.name, *terms))})"
    if args is None:
        return words.abilities.get(schema.name, "")
    return words.spoken.action(schema.name, [finder.names.english[item] for item in args])


def _words(schema: ActionSchema, words: DomainWords) -> frozenset[str]:
    """The words of an action that tell it from others, verbs in their base form."""
    parts = (part for each in words.patterns if each.action == schema.name for part in each.parts)
    found = {part.text for part in parts if isinstance(part, SnippetWord)} or set(
        words_of(schema.name)
    )
    return frozenset(base_form(word) or word for word in found if word not in FUNCTION_WORDS)


def _fitting(
    named: Sequence[str], ranges: Sequence[frozenset[str]], order: Sequence[int]
) -> Iterator[tuple[str, ...]]:
    """The ways to give an action these objects by their kinds, as far as possible in order.

    Args:
        named: the objects.
        ranges: for each parameter the objects of its kind.
        order: the parameters in the order in which the prompt names them.
    """
    if len(named) != len(ranges):
        return

    def fill(given: dict[int, str]) -> Iterator[tuple[str, ...]]:
        if len(given) == len(ranges):
            yield tuple(given[place] for place in range(len(ranges)))
            return
        place = order[len(given)]
        for item in named:
            if item not in given.values() and item in ranges[place]:
                yield from fill({**given, place: item})

    yield from fill({})
