"""From words to an action: a snippet of the prompt with its objects in place, or a call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from pddl2nl.model import (
    ROOT_TYPE,
    ActionSchema,
    Atom,
    GroundAction,
    Problem,
    objects_by_type,
    substitute,
    supertypes,
)
from policies.answers.phrases import (
    DROPPED,
    KIND,
    DomainWords,
    ObjectFinder,
    Parts,
    Pattern,
    Slot,
    SnippetWord,
    Words,
    spelling,
    unknown_name,
)
from policies.answers.reading import Doubt
from policies.answers.text import AnswerTokens, base_form, is_word, squash, tokens, words_of
from policies.answers.words import ARTICLES, FUNCTION_WORDS, SAME_PLACE

_SKIPPED = ARTICLES | {"back"}
"""Words that add nothing to a step: "sail back from A to B"."""


class Match(NamedTuple):
    """A step found among words.

    Attributes:
        meaning: the action; a doubt where its objects cannot be in their places.
        end: the place behind it.
        cost: how much of the snippet it leaves out.
        spoken: whether it is in the form of the prompt, as a call is in PDDL alone.
    """

    meaning: GroundAction | Doubt
    end: int
    cost: int = 0
    spoken: bool = True


class _Filled(NamedTuple):
    """A pattern with its objects: by parameter, an object or a name that no object has."""

    pattern: Pattern
    objects: tuple[tuple[int, str], ...]
    unknown: tuple[str, ...]
    end: int
    cost: int


def _rank(filled: _Filled) -> tuple[int, ...]:
    return -filled.end, len(filled.unknown), filled.cost


class StepMatcher:
    """Finds the steps of one problem."""

    def __init__(self, problem: Problem, words: DomainWords, finder: ObjectFinder) -> None:
        self._problem = problem
        self._words = words
        self._finder = finder
        # A line is looked at as a whole, and then as clauses.
        self._last: tuple[Words, int, Match | None] = ((), 0, None)

    def at(self, words: Words, start: int) -> Match | None:
        """The step that begins at a place; None where none does.

        The longest wins, then the one that leaves out least. Where several actions are left, the
        kinds of the objects decide; where they do not, it is no step.
        """
        if start >= len(words) or not self._words.may_open(words[start]):
            return None
        before, place, match = self._last
        if before is not words or place != start:
            match = self._at(words, start)
            self._last = words, start, match
        return match

    def _at(self, words: Words, start: int) -> Match | None:
        found = [each for each in self._filled(words, start) if each.end > start]
        best = min(map(_rank, found), default=())
        spoken = self._decided([each for each in found if _rank(each) == best]) if found else None
        if spoken and spoken.cost >= DROPPED and self._opens_other(words, start, spoken):
            spoken = Match(Doubt("it may be the beginning of another step"), spoken.end)
        doubt = spoken is not None and isinstance(spoken.meaning, Doubt)
        if spoken is None or spoken.end < len(words) or doubt:
            called = self._called(words, start)
            if called is not None and (spoken is None or called.end > spoken.end - doubt):
                return called
        return spoken or self._left_out(words, start)

    def _opens_other(self, words: Words, start: int, step: Match) -> bool:
        """Whether a step that leaves out words is the beginning of another action's snippet."""
        meaning = step.meaning.attempt if isinstance(step.meaning, Doubt) else step.meaning
        return any(
            self._opens(pattern, words[: step.end], start + 1)
            for pattern in self._words.by_opening.get(words[start], ())
            if meaning is not None and pattern.action != meaning.name
        )

    def _opens(self, pattern: Pattern, words: Words, place: int) -> bool:
        """Whether words are the beginning of a snippet and leave out nothing of it."""
        for part in pattern.parts[1:]:
            while place < len(words) and words[place] in ARTICLES:
                place += 1
            if place == len(words):
                return True
            if isinstance(part, Slot):
                found = next(self._objects(words, place), None)
                if found is None:
                    return False
                place = found[0]
            elif part.cost != KIND:  # `_objects` takes the nouns for kinds
                if words[place] != part.text:
                    return False
                place += 1
        return False

    def _left_out(self, words: Words, start: int) -> Match | None:
        """A step that leaves its last object out and cannot be carried out with any object.

        Where words may be several actions' without their last objects, it is none.
        """
        opened = self._words.by_opening.get(words[start], ())
        found = [
            each
            for pattern in filter(None, (each.shorter for each in opened))
            for each in self._rests(pattern, words, start + 1, 1)
            if not any(map(is_word, words[each.end :])) and not each.unknown
        ]
        if len({each.pattern.action for each in found}) != 1 or not self._fails_with_all(found[0]):
            return None
        attempt = GroundAction(found[0].pattern.action, tuple(i for _, i in found[0].objects))
        doubt = Doubt("an object is left out, and none would do", attempt=attempt)
        return Match(doubt, found[0].end)

    def _fails_with_all(self, filled: _Filled) -> bool:
        """Whether facts that never change forbid a step, whatever its missing object is."""
        schema, bound = self._words.schemas[filled.pattern.action], dict(filled.objects)
        missing = [n for n in range(len(schema.parameters)) if n not in bound]
        if len(missing) != 1:
            return False
        names = [each.name for each in schema.parameters]
        init = frozenset(self._problem.init)
        wanted = [
            substitute(atom, {names[n]: item for n, item in bound.items()})
            for atom in self._words.static[schema.name]
        ]
        return not any(
            all(substitute(atom, {names[missing[0]]: item}) in init for atom in wanted)
            for item in self.ranges[schema.name][missing[0]]
        )

    def with_more(self, words: Words, start: int, step: Match) -> Match | None:
        """A step that says all of one action and names a further object as one other action does.

        "put down A on top of B" is "stack A on top of B" where no other action has "A on top of B"
        to the end of the words, and it makes true most of what the first action does.
        """
        if not isinstance(step.meaning, GroundAction):
            return None
        own, taken = self._adds[step.meaning.name], len(step.meaning.args)
        found = [
            each
            for begin in range(start + 1, step.end)
            for pattern in self._words.patterns
            if len(pattern.slots) > taken > 0
            and 2 * len(own & self._adds[pattern.action]) > len(own)
            for each in self._rests(pattern, words, begin, pattern.first_slot)
            if each.end == len(words) and not each.unknown
        ]
        return self._decided(found) if found else None

    def breaks_off(self, words: Words, start: int) -> GroundAction | None:
        """The action of a snippet whose words end before it does, in the middle of a phrase.

        The last word is one that cannot end a phrase, such as "to", or begins an object's name.
        """
        if words and not self._cannot_end(words):
            return None
        word = words[start] if start < len(words) else "?"
        for pattern in self._words.by_opening.get(word, ()):
            objects = self._begun(pattern.parts[1:], words, start + 1)
            if objects is not None:
                return GroundAction(pattern.action, objects)
        return None

    def _cannot_end(self, words: Words) -> bool:
        begun = any(
            words[-length:] == name[:length]
            for name in self._finder.known
            for length in range(1, len(name))
        )
        return begun or words[-1] in FUNCTION_WORDS or self.is_kind(words[-1])

    def _begun(
        self, parts: Parts, words: Words, place: int, *, phrase: bool = True
    ) -> tuple[str, ...] | None:
        """The objects of parts that words begin and do not end; None where they are others.

        The noun of a kind may be missing, also where the name of an object begins with it.
        """
        while words[place : place + 1] and words[place] in ARTICLES:
            place += 1
        if not parts:
            return None
        if place == len(words):
            return () if phrase else None
        part, rest = parts[0], parts[1:]
        if isinstance(part, SnippetWord):
            same = words[place] == part.text
            found = self._begun(rest, words, place + same, phrase=phrase or same)
            if found is None and same and part.cost is not None:
                found = self._begun(rest, words, place, phrase=phrase)
            return found
        named = next(self._objects(words, place), None)
        if named is None:
            begins = any(name[: len(words) - place] == words[place:] for name in self._finder.known)
            return () if begins else None
        end, item, *_ = named
        others = self._begun(rest, words, end, phrase=False)
        return None if others is None else (item, *others)

    @cached_property
    def _adds(self) -> Mapping[str, frozenset[str]]:
        """For every action the predicates of the facts that it makes true."""
        return {
            item.name: frozenset(each.atom.predicate for each in item.effects if each.adds)
            for item in self._problem.domain.actions
        }

    # --- snippets

    def _filled(self, words: Words, start: int) -> Iterator[_Filled]:
        openings = self._words.by_opening
        for pattern in openings.get("", ()):
            yield from self._rests(pattern, words, start, 0)
        word = words[start]
        opening = word if word in openings else (base_form(word) if word.isalpha() else None)
        # At the beginning alone, so that a line of n words is not gone through n times.
        spoken = {opening, *words} if not start else None
        for pattern in openings.get(opening or "?", ()):
            if spoken is None or pattern.needed <= spoken:
                yield from self._rests(pattern, words, start + 1, 1)

    def _rests(self, pattern: Pattern, words: Words, start: int, part: int) -> Iterator[_Filled]:
        """The ways to read words as the rest of a pattern."""
        stack: list[tuple[int, int, int, tuple[tuple[int, str], ...], tuple[str, ...]]]
        stack = [(start, part, 0, (), ())]
        glue = words.glue if isinstance(words, AnswerTokens) else ()
        count = len(words)
        while stack:
            place, number, cost, objects, unknown = stack.pop()
            if number == len(pattern.parts):
                yield _Filled(pattern, objects, unknown, place, cost)
                continue
            wanted = pattern.parts[number]
            if isinstance(wanted, Slot):
                for end, item, known, more in self._objects(words, place):
                    bound = (*objects, (wanted.place, item))
                    missing = unknown if known else (*unknown, item)
                    stack.append((end, number + 1, cost + more, bound, missing))
                continue
            after = place
            while after < count and words[after] in _SKIPPED and words[after] != wanted.text:
                after += 1
            word = words[after] if after < count else ""
            if wanted.cost is not None and (word != wanted.text or wanted.cost == KIND):
                stack.append((place, number + 1, cost + wanted.cost, objects, unknown))
            cost += KIND * ("back" in words[place:after])
            if word == wanted.text:
                joined = 0 if not glue or glue[after] == wanted.glue else KIND
                stack.append((after + 1, number + 1, cost + joined, objects, unknown))
            elif word in SAME_PLACE.get(wanted.text, ()):
                stack.append((after + 1, number + 1, cost + DROPPED, objects, unknown))

    def _objects(self, words: Words, start: int) -> Iterator[tuple[int, str, bool, int]]:
        """The objects that may stand at a place, behind articles and nouns for their kinds.

        Yields:
            The place behind it, its name, whether there is an object of that name, and what the
            nouns cost that the snippet does not have.
        """
        place, cost = start, 0
        while place < len(words):
            found = self._finder.at(words, place)
            seen: set[tuple[int, str]] = set()  # `red block`, and `red` before the noun `block`
            for rank, (end, item) in enumerate(found):
                for behind, more in ((end, 0), (self._behind_kind(words, end), KIND)):
                    if (behind, item) not in seen:
                        seen.add((behind, item))
                        yield behind, item, True, cost + rank + more
            if not found and (unknown := self._finder.unknown(words, place)) is not None:
                yield unknown[0], unknown[1], False, cost
                return
            if words[place] not in ARTICLES and not self.is_kind(words[place]):
                return
            cost += 0 if words[place] in ARTICLES else KIND
            place += 1

    def _behind_kind(self, words: Words, end: int) -> int:
        """The place behind an object's kind in brackets, where it has one: `object_3 (cargo)`."""
        if words[end : end + 1] == ("(",):
            close = end + 1
            while close < len(words) and (self.is_kind(words[close]) or words[close] in ARTICLES):
                close += 1
            if close > end + 1 and words[close : close + 1] == (")",):
                return close + 1
        # A noun that all names share may stand behind a short name: `red block`.
        return end + 1 if words[end : end + 1] and words[end] in self._finder.nouns else end

    def is_kind(self, word: str) -> bool:
        return word in self._words.kinds or word in self._finder.nouns

    # --- which of several

    def _decided(self, found: list[_Filled]) -> Match | None:
        readings = {
            (each.pattern.action, tuple(sorted(each.objects)), each.unknown): each for each in found
        }
        fitting = [each for each in readings.values() if self._fits(each)]
        actions = {self._action(each): each for each in fitting or readings.values()}
        action, filled = next(iter(actions.items()))
        if action is None or (fitting and len(actions) > 1):
            return None
        fault = ""
        if filled.unknown:
            fault = f"there is no object called {filled.unknown[0]}"
        elif len(actions) > 1:
            fault = "no action takes objects of these kinds"
        elif not fitting and (other := self._with_words_missing(filled)):
            return Match(Doubt(f"it may be {other} with words missing"), filled.end, filled.cost)
        meaning = Doubt(fault, attempt=action) if fault else action
        return Match(meaning, filled.end, filled.cost)

    def _with_words_missing(self, filled: _Filled) -> str | None:
        """The action that takes these objects in this order, and has all these words and more.

        Where no word of the snippet is left out, it is one that takes a further object.
        """
        objects = dict(filled.objects)
        said = [objects[place] for place in filled.pattern.slots]
        for other in self._words.patterns:
            longer = filled._replace(
                pattern=other, objects=tuple(zip(other.slots, said, strict=False))
            )
            shortened = filled.cost > 0 or len(other.slots) > len(said)
            if shortened and filled.pattern.lacks_words_of(other) and self._fits(longer):
                return other.action
        return None

    def _action(self, filled: _Filled) -> GroundAction | None:
        schema = self._words.schemas[filled.pattern.action]
        objects: dict[int, str] = {}
        for place, item in filled.objects:
            if objects.setdefault(place, item) != item:
                return None
        if len(objects) < len(schema.parameters):
            return None
        return GroundAction(schema.name, tuple(objects[n] for n in range(len(objects))))

    def _fits(self, filled: _Filled) -> bool:
        """Whether all objects are of the kinds that the action wants."""
        ranges = self.ranges[filled.pattern.action]
        return not filled.unknown and all(item in ranges[place] for place, item in filled.objects)

    @cached_property
    def ranges(self) -> Mapping[str, tuple[frozenset[str], ...]]:
        """For every parameter of every action the objects of its kind, by types or static facts."""
        members, init = objects_by_type(self._problem), frozenset(self._problem.init)
        found: dict[str, tuple[frozenset[str], ...]] = {}
        for schema in self._problem.domain.actions:
            ranges = [
                {item for kind in parameter.types for item in members.get(kind, ())}
                for parameter in schema.parameters
            ]
            for predicate, place in self._words.kinds_asked[schema.name]:
                ranges[place] = {i for i in ranges[place] if Atom(predicate, (i,)) in init}
            found[schema.name] = tuple(map(frozenset, ranges))
        return found

    # --- calls

    def _called(self, words: Words, start: int) -> Match | None:
        """A call: `(stack b a)`, `stack(b, a)`, `STACK b a`; the name and then all its objects.

        Its objects stand in the order of the prompt's words, in PDDL in that of the parameters.
        """
        opened = words[start : start + 1] == ("(",)
        name, place = self._name(words, start + opened)
        if name is None:
            return None
        bracket = words[place : place + 1] == ("(",)
        in_brackets = opened or bracket
        args, labels, unknown, end = self._arguments(
            words, place + bracket, in_brackets=in_brackets
        )
        closed = in_brackets and words[end : end + 1] == (")",)
        if in_brackets and not closed:
            return None
        action = self._in_order(name, args, labels)
        if action is not None and not unknown:
            return Match(action, end + closed, spoken=self._words.spoken is None)
        params = len(self._words.schemas[name].parameters)
        if not closed and (unknown or len(args) != params or not args):
            return None
        if not args and params:
            return Match(Doubt(f"{name} takes objects, and none are named"), end + closed)
        reason = f"there is no object called {unknown[0]}" if unknown else None
        if reason is None and len(args) == params:
            unclear = f"the objects of {name} have another order in the PDDL than in the prompt"
            if any(labels):
                unclear = f"the words before the objects name no parameters of {name}"
            return Match(Doubt(unclear), end + closed)
        reason = reason or f"{name} takes another number of objects"
        return Match(Doubt(reason, attempt=GroundAction(name, args)), end + closed)

    def _in_order(
        self, name: str, args: tuple[str, ...], labels: tuple[str, ...]
    ) -> GroundAction | None:
        """An action with its objects in the order of its parameters, or of the prompt's words.

        Where these differ, labels and then the kinds of the objects decide; None where they do not.
        """
        parameters = [words_of(each.name) for each in self._words.schemas[name].parameters]
        if len(args) != len(parameters):
            return None
        places = tuple(range(len(args)))
        if sorted(labels) == sorted(map(squash, parameters)):
            order = [labels.index(squash(each)) for each in parameters]
            return GroundAction(name, tuple(args[place] for place in order))
        fits = [
            [n for n, label in enumerate(labels) if self._is_label(name, place, label)]
            for place in places
        ]
        if all(labels) and sorted(fits) == [[place] for place in places]:
            return GroundAction(name, tuple(args[n] for (n,) in fits))
        named = {
            tuple(args[order.index(place)] for place in places)
            for order in (places, self._words.spoken_order(name))
            if all(
                not label or self._is_label(name, place, label)
                for place, label in zip(order, labels, strict=True)
            )
        }
        fitting = [each for each in named if self._take(name, each)]
        chosen = fitting if len(fitting) == 1 else list(named)
        return GroundAction(name, chosen[0]) if len(chosen) == 1 else None

    def _is_label(self, action: str, place: int, label: str) -> bool:
        """Whether a word may stand before a parameter of an action and an equals sign."""
        names = [words_of(each.name) for each in self._words.schemas[action].parameters]
        parts = [p for each in self._words.patterns if each.action == action for p in each.parts]
        slot = next((n for n, p in enumerate(parts) if isinstance(p, Slot) and p.place == place), 0)
        before = {
            part.text for part in parts[max(slot - 3, 0) : slot] if isinstance(part, SnippetWord)
        }
        if label in names[place] or label in before:
            return True
        types = self._words.schemas[action].parameters[place].types
        if ROOT_TYPE in types:
            return self.is_kind(label) and (label,) not in names
        above = supertypes(self._problem.domain)
        kinds = {kind for each in types for kind in above[each]}
        kinds |= {name for name, higher in above.items() if not higher.isdisjoint(types)}
        return any(label in words_of(kind) for kind in kinds)

    def takes(self, step: GroundAction) -> bool:
        """Whether all objects of a step are of the kinds that its action wants."""
        return self._take(step.name, step.args)

    def _take(self, action: str, args: tuple[str, ...]) -> bool:
        return all(item in kind for item, kind in zip(args, self.ranges[action], strict=True))

    def _name(self, words: Words, start: int) -> tuple[str | None, int]:
        """The action with whose whole name words begin, the longest, and the place behind it."""
        found: str | None = None
        end, text, openings = start, "", self._words.name_openings
        for place in range(start, len(words)):
            text += words[place]
            if text not in openings:
                break
            name = self._words.called.get(text)
            exact = spelling(words, start, place + 1)
            if exact in self._words.schemas:
                name = exact
            if name is not None:
                found, end = name, place + 1
        return found, end

    def _arguments(
        self, words: Words, start: int, *, in_brackets: bool
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], int]:
        """The objects one behind another, their labels, the unknown names, and the place behind."""
        args: list[str] = []
        labels: list[str] = []
        label = ""
        unknown: list[str] = []
        place = start
        while place < len(words):
            if words[place] == "," or (
                in_brackets and words[place + 1 : place + 2] in (("=",), (":",))
            ):
                label = "" if words[place] == "," else words[place]
                place += 1 if words[place] == "," else 2
                continue
            found = next(iter(self._finder.at(words, place)), None)
            if found is None and self.is_kind(words[place]) and self._finder.at(words, place + 1):
                label = words[place]
                place += 1
                continue
            if found is not None:
                place, item = found
            elif in_brackets and is_word(words[place]) and words[place] not in FUNCTION_WORDS:
                place, item = self._finder.unknown(words, place) or self._no_object(words, place)
                unknown.append(item)
            else:
                break
            args.append(item)
            labels.append(label)
            label = ""
        return tuple(args), tuple(labels), tuple(unknown), place

    def _no_object(self, words: Words, place: int) -> tuple[int, str]:
        """The place behind a name that no object has, and the name: `port_2`."""
        signs = words.glue if isinstance(words, AnswerTokens) else ("",) * len(words)
        joined = takewhile(lambda n: bool(signs[n]), range(place + 1, len(words)))
        parts = [words[place], *(signs[n] + words[n] for n in joined)]
        return place + len(parts), unknown_name("".join(parts), self._finder.names)


# --- the nearest step


def nearest(text: str, words: DomainWords, matcher: StepMatcher, finder: ObjectFinder) -> str:
    """A form that would be read: with the text's objects if they fit, else with letters.

    If the text contains a step, this is it, the last one of several. Else the action has the first
    verb of the text that is an action's. Of several, its particle decides, then how many objects of
    the text it may take, then the number of words that it shares with the text, then whether the
    objects fit. Empty if there is none.
    """
    spoken = tokens(text)
    places = (n for n in reversed(range(len(spoken))) if is_word(spoken[n]))
    matches = (match.meaning for n in places if (match := matcher.at(spoken, n)))
    steps = (each for each in matches if isinstance(each, GroundAction))
    if stated := next((each for each in steps if matcher.takes(each)), None):
        return _spoken(stated.name, stated.args, words, finder)
    stems = tuple(base_form(word) or word for word in spoken)
    named = tuple(dict.fromkeys(finder.mentioned(spoken)))
    scored = [
        (*likeness, taken, shared, args is not None, -rank, schema, args)
        for rank, schema in enumerate(words.domain.actions)
        for taken in [len(frozenset(named) & frozenset().union(*matcher.ranges[schema.name]))]
        for shared in [len(words.told_by[schema.name] & {*stems})]
        for likeness in filter(None, (_likeness(stems, each) for each in words.heads[schema.name]))
        for order in [words.spoken_order(schema.name)]
        for fitting in [_fitting(named, matcher.ranges[schema.name], order)]
        for args in [next((a for a in fitting if _agree(spoken, schema, a, words, finder)), None)]
    ]
    if not scored:
        return ""
    *_, schema, args = max(scored, key=lambda each: each[:-2])
    if args is not None:
        return _spoken(schema.name, args, words, finder)
    if words.spoken is not None:
        return words.ability(schema.name)
    return _spoken(schema.name, [item.name for item in schema.parameters], words, finder)


def _spoken(name: str, args: Sequence[str], words: DomainWords, finder: ObjectFinder) -> str:
    """An action in the words of the prompt."""
    if words.spoken is None:
        return f"({' '.join((name, *args))})"
    return words.spoken.action(name, [finder.names.english[item] for item in args])


def _agree(
    text: Words, schema: ActionSchema, args: Sequence[str], words: DomainWords, finder: ObjectFinder
) -> bool:
    """Whether no object stands behind another preposition in a text than in the snippet's words."""
    said = _prepositions(tokens(_spoken(schema.name, args, words, finder)), finder)
    return all(said.get(item, each) == each for item, each in _prepositions(text, finder).items())


_WAYS = {"from": "from", "to": "to", "into": "to", "onto": "to"}
"""Prepositions of a way, and which of its ends they stand before."""


def _prepositions(text: Words, finder: ObjectFinder) -> dict[str, str]:
    """The objects of a text, each with the preposition before it that tells a way, if there is one.

    Only those of `_WAYS` tell two objects of a kind apart.
    """
    found: dict[str, str] = {}
    last, place = "", 0
    while place < len(text):
        if named := finder.at(text, place):
            end, item = named[0]
            if last:
                found.setdefault(item, last)
            last, place = "", end
            continue
        last = _WAYS.get(text[place], last)
        place += 1
    return found


_OPPOSITES = {"on": "off", "off": "on", "up": "down", "down": "up", "in": "out", "out": "in"}


def _likeness(stems: Words, head: Words) -> tuple[int, int] | None:
    """How early a text has the verb of a head, and how well its particle fits; None if neither."""
    verb, *particles = head
    places = (n for n, word in enumerate(stems) if word == verb)
    place = next((n for n in places if not n or stems[n - 1] not in ARTICLES), None)
    if place is None:
        return None
    behind = stems[place + 1 :]
    if particles and behind[: len(particles)] == (*particles,):
        return -place, 3
    if set(particles) <= set(behind):
        return -place, 2 if particles else 1
    return None if any(_OPPOSITES.get(each) in behind for each in particles) else (-place, 0)


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
