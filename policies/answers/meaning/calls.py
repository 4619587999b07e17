"""Steps written as calls: `(stack b a)`, `stack(b, a)`, `STACK :: b / a`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pddl2nl.compose import squash
from pddl2nl.model import GroundAction
from pddl2nl.naming import ObjectNames
from policies.answers.meaning.facts import Facts
from policies.answers.meaning.frames import DomainWords
from policies.answers.meaning.names import NameFinder, unknown_name
from policies.answers.meaning.words import SLOT, tokens
from policies.answers.reading import Doubt

_TUPLE = re.compile(r"\(\s*(?P<name>\w[\w-]*)(?P<args>(?:[\s,]+[^()\s,]+)*)\s*\)", re.IGNORECASE)
_FUNCTION = re.compile(r"(?<![\w-])(?P<name>\w[\w-]*)\s?\((?P<args>[^()]*)\)", re.IGNORECASE)
_KEYWORD = re.compile(r"\b([a-z]\w*)\s*=\s*")
_LONGEST_NAME = 12
_TWO = 2


def is_call(text: str) -> bool:
    """Whether something in a text is written as a call."""
    return "(" in text and bool(_TUPLE.search(text) or _FUNCTION.search(text))


class CallReader:
    """Reads calls: an action's whole name, and behind it all its objects."""

    def __init__(
        self, words: DomainWords, facts: Facts, finder: NameFinder, names: ObjectNames
    ) -> None:
        self._words = words
        self._facts = facts
        self._finder = finder
        self._names = names

    def whole(self, text: str) -> GroundAction | Doubt | None:
        """The action that a text calls which is one call and nothing else."""
        found = _TUPLE.fullmatch(text) or _FUNCTION.fullmatch(text)
        return self._called(found) if found else None

    def tuples(self, text: str) -> tuple[tuple[GroundAction | Doubt, ...], str]:
        """The tuples of PDDL in a text, wherever they stand, and the text without them."""
        found = map(self._called, _TUPLE.finditer(text))
        return tuple(step for step in found if step is not None), _TUPLE.sub(" ", text)

    def spoken(self, text: str) -> str:
        """A text with `(stack b a)` and `stack(b, a)` as clauses of their own."""

        def clause(found: re.Match[str]) -> str:
            if self._called(found) is None:
                return found.group()
            inner = _KEYWORD.sub(r" \1 ", found["args"].replace(",", " "))
            action = self._words.action_called(found["name"].lower())
            return f" ; {' '.join(tokens(action or ''))} {inner} ; "

        if "(" in text:
            return _FUNCTION.sub(clause, _TUPLE.sub(clause, text)).strip(" ;")
        return text

    def listed(self, text: str) -> GroundAction | None:
        """The action of a text that is its whole name and then all its objects.

        Signs may stand anywhere: `LOAD AIRPLANE: p1 / a1 @ x`. The objects stand in the order of
        the parameters or in that of the prompt's own words. Where a sign sets the name off, other
        words may stand between them if their kinds leave no other order. None where that is not
        one action and only one.
        """
        name, rest, set_off = self._named(tokens(text))
        if name is None:
            return None
        words, objects = self._finder.mark(rest)
        items = [each.item for each in objects if each.item is not None]
        arity = len(self._words.schemas[name].parameters)
        if not arity or len(items) != arity or len(objects) != arity:
            return None
        if set(words) == {SLOT}:
            found = {each for each in self._in_order(name, items) if self._facts.fits(each)}
            return found.pop() if len(found) == 1 else None
        ways = list(self._fitting(name, items)) if set_off else []
        return GroundAction(name, ways[0]) if len(ways) == 1 else None

    def _named(self, words: Sequence[str]) -> tuple[str | None, list[str], bool]:
        """The action whose whole name words begin with, the longest; what is behind it.

        Returns:
            The action's name, the words behind it without signs, and whether a sign follows it.
        """
        places = [place for place, word in enumerate(words) if _is_word(word)]
        said = [words[place] for place in places]
        for length in range(min(_LONGEST_NAME, len(said)), 0, -1):
            name = self._words.called.get(squash("".join(said[:length])))
            if name is not None:
                behind = words[places[length - 1] + 1 :][:1]
                return name, said[length:], behind != [] and not _is_word(behind[0])
        return None, [], False

    def _in_order(self, name: str, items: Sequence[str]) -> Iterator[GroundAction]:
        """The objects as parameters in the orders in which a call may give them."""
        yield GroundAction(name, tuple(items))
        spoken = self._words.spoken
        slots = spoken.actions[name].slots if spoken is not None else ()
        if sorted(slots) == list(range(len(items))):
            values = dict(zip(slots, items, strict=True))
            yield GroundAction(name, tuple(values[place] for place in range(len(items))))

    def _fitting(self, name: str, items: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """At most two of the ways to give the parameters objects of their kinds."""
        ranges = self._facts.ranges(name)

        def fill(given: tuple[str, ...], rest: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
            if not rest:
                yield given
            for place, item in enumerate(rest):
                if item in ranges[len(given)] and item not in rest[:place]:
                    yield from fill((*given, item), (*rest[:place], *rest[place + 1 :]))

        found = fill((), tuple(items))
        yield from (way for _, way in zip(range(_TWO), found, strict=False))

    def _called(self, found: re.Match[str]) -> GroundAction | Doubt | None:
        """The action that a call names; None where it calls none."""
        name = self._words.action_called(found["name"].lower())
        if name is None:
            return None
        args = [word for word in re.split(r"[\s,]+", found["args"].strip()) if word]
        items = [self._item(word) for word in args]
        if any(item is None for item in items):
            attempt = GroundAction(
                name,
                tuple(
                    item or unknown_name(word.lower(), self._names)
                    for word, item in zip(args, items, strict=True)
                ),
            )
            missing = next(word for word, item in zip(args, items, strict=True) if item is None)
            return Doubt(f"there is no object called {missing}", attempt=attempt)
        action = GroundAction(name, tuple(item for item in items if item is not None))
        if len(args) != len(self._words.schemas[name].parameters):
            return Doubt(f"{name} takes another number of objects", attempt=action)
        return action

    def _item(self, word: str) -> str | None:
        """The object of a name: the very one, or else the only one that is typeset otherwise."""
        if (item := self._names.pddl.get(word.lower())) is not None:
            return item
        _, objects = self._finder.mark(tokens(_KEYWORD.sub(" ", word)))
        return objects[0].item if len(objects) == 1 else None


def _is_word(token: str) -> bool:
    return token[0].isalnum() or token == SLOT
