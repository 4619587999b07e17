"""What a prompt names: objects by their names, and actions as patterns of words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Any, TypeAlias

from pddl2nl.compose import PAPER, Phrases, Style, StyleName, ability, in_style, kind_nouns
from pddl2nl.compose.phrases import Template
from pddl2nl.english import noun_phrase, type_noun
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import (
    ROOT_TYPE,
    ActionSchema,
    Atom,
    Domain,
    atoms_of,
    kind_predicates,
    kinds_asked_for,
    static_conditions,
)
from pddl2nl.naming import ObjectNames
from policies.answers.amounts import CostWords
from policies.answers.text import AnswerTokens, base_form, is_word, squash, tokens, words_of
from policies.answers.words import ARTICLES, BE, FUNCTION_WORDS, PREPOSITIONS, SAME_PLACE

# --- objects by their names

Words: TypeAlias = tuple[str, ...]
_AMBIGUOUS = frozenset({"a", "an", "i"})


@dataclass(frozen=True)
class ObjectFinder:
    """Finds objects by their names, however these are typeset.

    Attributes:
        known: an object's PDDL name by the words of each of its names, without their signs; None
            where these are the words of several names, as of `p_q` and `p-q`.
        spelled: the same by its name in the prompt.
        nouns: words that all names share, which a step may leave out or add: `block`, `object`.
        names: what the objects are called in the prompt.
    """

    known: Mapping[Words, str | None]
    spelled: Mapping[str, str]
    nouns: frozenset[str]
    names: ObjectNames

    @classmethod
    def of(cls, names: ObjectNames) -> ObjectFinder:
        """A finder for the names of a prompt."""
        full: dict[Words, str | None] = {}
        for name, item in names.pddl.items():
            key = words_of(name)
            full[key] = None if key in full else item
        nouns = _shared(list(full))
        short: dict[Words, str | None] = {}
        for key, each in full.items():
            bare = tuple(word for word in key if word not in nouns)
            if bare != key and bare and not all(word.isdigit() for word in bare):
                short[bare] = each
            if key and key[-1].isdigit():
                short["".join(key),] = each
        spelled = {" ".join(name.lower().split()): item for name, item in names.pddl.items()}
        return cls({**short, **full}, spelled, nouns, names)

    def without_signs(self, text: str) -> str:
        """A text in which names such as `truck no. 1` have no signs that end a sentence."""
        if self._signs is None:
            return text
        return self._signs.sub(lambda found: " ".join(words_of(found[0])), text)

    @cached_property
    def _signs(self) -> re.Pattern[str] | None:
        names = [name for name in self.names.pddl if re.search(r"[^\w\s'-]", name)]
        if not names:
            return None
        longest = sorted(names, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, longest)), re.IGNORECASE)

    @cached_property
    def stems(self) -> Mapping[str, tuple[Words, ...]]:
        """The words before the last one in names, by the first: `truck` of `truck_0`."""
        found: dict[str, set[Words]] = defaultdict(set)
        for words in self.known:
            if len(words) > 1:
                found[words[0]].add(words[:-1])
        return {word: tuple(sorted(each)) for word, each in found.items()}

    @cached_property
    def lengths(self) -> Mapping[str, tuple[int, ...]]:
        """For the first word of names how many words these have, the longest first."""
        found: dict[str, set[int]] = defaultdict(set)
        for words in filter(None, self.known):
            found[words[0]].add(len(words))
        return {word: tuple(sorted(each, reverse=True)) for word, each in found.items()}

    def at(self, words: Words, start: int) -> list[tuple[int, str]]:
        """The objects whose names begin at a place, with the place behind them.

        Those spelled as in the prompt come first, then longer ones before shorter ones.
        """
        lengths = self.lengths.get(words[start]) if start < len(words) else None
        if lengths is None or (isinstance(words, AnswerTokens) and words.glue[start]):
            return []  # no name begins in the middle of another
        named = [
            (start + length, words[start : start + length])
            for length in lengths
            if start + length <= len(words) and words[start : start + length] in self.known
        ]
        if len(named) == 1 and (item := self.known[named[0][1]]) is not None:
            return [(named[0][0], item)]
        found, others = [], []
        for end, key in named:
            spelled = self.spelled.get(spelling(words, start, end) or "")
            if spelled is not None:
                found.append((end, spelled))
            elif (item := self.known[key]) is not None:
                others.append((end, item))
        return found + others

    def unknown(self, words: Words, start: int) -> tuple[int, str] | None:
        """A name of the make of the prompt's that no object has: `truck_9`."""
        stems = self.stems.get(words[start]) if start < len(words) else None
        if stems is None or (isinstance(words, AnswerTokens) and words.glue[start]):
            return None
        for stem in stems:
            end = start + len(stem)
            last = words[end] if end < len(words) else "?"
            single = last.isdigit() or (len(last) == 1 and is_word(last))
            if words[start:end] == stem and single and last not in _AMBIGUOUS:
                return end + 1, unknown_name("_".join((*stem, last)), self.names)
        return None

    def mentioned(self, words: Words) -> tuple[str, ...]:
        """The objects that a text names, an `a` before a word being the article."""
        found: list[str] = []
        start = 0
        while start < len(words):
            named = self.at(words, start) if words[start] in self.lengths else ()
            start += 1
            if named and not self._is_article(words, start - 1, named[0][0]):
                start, item = named[0]
                found.append(item)
        return tuple(found)

    def _is_article(self, words: Words, start: int, end: int) -> bool:
        if end - start > 1 or words[start] not in _AMBIGUOUS:
            return False
        following = words[end : end + 1]
        is_plain = following != () and is_word(following[0]) and following[0] not in FUNCTION_WORDS
        return is_plain and not self.at(words, end)


def spelling(words: Words, start: int, end: int) -> str | None:
    """Some words with the signs that join them; None where these are not known."""
    if not isinstance(words, AnswerTokens):
        return None
    glue = words.glue
    return words[start] + "".join((glue[n] or " ") + words[n] for n in range(start + 1, end))


def _shared(names: list[Words]) -> frozenset[str]:
    """The word with which all names of several words begin, or end, if they do."""
    if len(names) < 1 or min(map(len, names), default=0) < 2:
        return frozenset()
    ends = (names[0][place] for place in (0, -1) if len({name[place] for name in names}) == 1)
    return frozenset(word for word in ends if not word.isdigit())


def unknown_name(name: str, names: ObjectNames) -> str:
    """A name that no object of the prompt has, for the simulator to refuse.

    A name that only the PDDL uses is unknown to the player: in quotation marks, it is nobody's.
    """
    return f'"{name}"' if name in names.english else name


# --- actions by their snippets

_QUOTED = re.compile(r"\"|'[^']+'")
KIND, DROPPED = 1, 100
"""What it costs to leave out a noun for a kind of object, and a word of the snippet's own."""


@dataclass(frozen=True, slots=True)
class SnippetWord:
    """A word of a pattern.

    Attributes:
        text: the word.
        cost: what it costs to leave it out: 0 for signs, `KIND` for kinds of objects, `DROPPED`
            for what a preposition may do without (`top of` in `on top of`); None where it must be
            there.
        glue: the sign that joins it to the word before it, which tells `p-q` from `p_q`.
    """

    text: str
    cost: int | None = None
    glue: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for an object: a parameter of the action, as an index."""

    place: int


Parts: TypeAlias = tuple[SnippetWord | Slot, ...]


@dataclass(frozen=True)
class Pattern:
    """A snippet of an action as words and slots."""

    action: str
    parts: Parts

    @property
    def opening(self) -> int:
        """The number of words before its first object."""
        return self.first_slot if self.slots else len(self.parts)

    @property
    def first_slot(self) -> int:
        return next(n for n, part in enumerate(self.parts) if isinstance(part, Slot))

    @cached_property
    def slots(self) -> tuple[int, ...]:
        return tuple(part.place for part in self.parts if isinstance(part, Slot))

    @property
    def verb(self) -> str:
        """The first word that must stand before its first object; empty for none."""
        for part in self.parts:
            if isinstance(part, Slot) or part.cost is None:
                return "" if isinstance(part, Slot) else part.text
        return ""

    @cached_property
    def shorter(self) -> Pattern | None:
        """It without its last object, and what stands before that; None if it has no other.

        A verb may not be missing: "let A" is not short for "let A carry B".
        """
        slots = [number for number, part in enumerate(self.parts) if isinstance(part, Slot)]
        end = slots[-2] + 1 if len(slots) > 1 else len(self.parts)
        rest = (part for part in self.parts[end:] if isinstance(part, SnippetWord))
        needed = {part.text for part in rest if part.cost is None}
        short = len(slots) > 1 and needed <= PREPOSITIONS
        return Pattern(self.action, self.parts[:end]) if short else None

    def lacks_words_of(self, other: Pattern) -> bool:
        """Whether it is another action's pattern with words left out, kinds of objects aside."""
        rest = iter(other._frame)
        return self.action != other.action and all(part in rest for part in self._frame)

    @cached_property
    def _frame(self) -> tuple[str, ...]:
        """Its words in order, without the nouns for kinds; slots as empty texts."""
        return tuple(
            "" if isinstance(part, Slot) else part.text
            for part in self.parts
            if isinstance(part, Slot) or part.cost != KIND
        )

    @cached_property
    def needed(self) -> frozenset[str]:
        """The words without which nothing is read as it."""
        words = (part for part in self.parts if isinstance(part, SnippetWord))
        return frozenset(each.text for each in words if each.cost is None) - SAME_PLACE.keys()


@dataclass(frozen=True)
class DomainWords:
    """A domain in the words of a prompt.

    Attributes:
        domain: the domain.
        style: its words; None where the prompt was PDDL.
        patterns: the snippets of its actions, ready to be matched.
        kinds: the words for kinds of objects, and of the parameters of actions.
        variants: the patterns whose last object is a place that a fact has, that leave out an
            actor, or that have their particle or their ends elsewhere (see `_in_fixed_places`,
            `_without_actor`, `_with_particle_moved`, `_with_way_turned`).
        shared: what the readers of several tasks have in common (see `AnswerReader`).
    """

    domain: Domain
    style: Style | None
    patterns: tuple[Pattern, ...]
    kinds: frozenset[str]
    variants: tuple[Pattern, ...] = ()
    shared: dict[Hashable, Any] = field(default_factory=dict, compare=False)

    @cached_property
    def spoken(self) -> Phrases | None:
        """Its snippets; None where the prompt was PDDL."""
        return self.style.phrases if self.style else None

    @cached_property
    def nouns(self) -> frozenset[str]:
        """The words for kinds as a prompt has them: `location`, where the type is called `loc`."""
        types = map(type_noun, (ROOT_TYPE, *(each.name for each in self.domain.types)))
        named = map(words_of, (*types, *map(noun_phrase, kind_predicates(self.domain))))
        parts = (part for pattern in self.patterns for part in pattern.parts)
        shown = (part for part in parts if isinstance(part, SnippetWord) and part.cost == KIND)
        return _union(named) | {part.text for part in shown}

    @cached_property
    def facts(self) -> frozenset[str]:
        """The words of its predicates."""
        if self.spoken is None:
            return _union(words_of(item.name) for item in self.domain.predicates)
        return _union(words_of(each.frame) for each in self.spoken.predicates.values())

    @cached_property
    def cost_words(self) -> CostWords:
        """The words of numeric functions and of actions.

        A function that has only words of actions has no name of its own.
        """
        shown = self.spoken.functions if self.spoken else {}
        named = {item.name: words_of(item.name) for item in self.domain.functions}
        texts = {name: words_of(template.frame) for name, template in shown.items()}
        names = [frozenset(words) - FUNCTION_WORDS for words in (*named.values(), *texts.values())]
        return CostWords(tuple(each for each in names if each - self.content), self.content)

    def ability(self, action: str) -> str:
        """An action's phrase with letters for objects, as the prompt describes it."""
        assert self.style is not None
        schema = next(item for item in self.style.domain.actions if item.name == action)
        template = self.style.phrases.actions[action]
        return ability(schema, template, kind_nouns(self.style.domain)).text

    @cached_property
    def schemas(self) -> Mapping[str, ActionSchema]:
        return {item.name: item for item in self.domain.actions}

    @cached_property
    def by_opening(self) -> Mapping[str, tuple[Pattern, ...]]:
        """The patterns by their first words; those that begin with an object by an empty text."""
        found: dict[str, list[Pattern]] = defaultdict(list)
        for pattern in (*self.patterns, *self.variants):
            head = pattern.parts[0] if pattern.parts else Slot(0)
            found[head.text if isinstance(head, SnippetWord) else ""].append(pattern)
        return {word: tuple(each) for word, each in found.items()}

    def may_open(self, word: str) -> bool:
        """Whether a step may begin with a word: a verb in any form, a name, or a bracket."""
        found = self._opening.get(word)
        if found is None:
            found = self._opening[word] = (
                "" in self.by_opening
                or word in self.by_opening
                or word in self.name_openings
                or word == "("
                or (word.isalpha() and base_form(word) in self.by_opening)
            )
        return found

    @cached_property
    def _opening(self) -> dict[str, bool]:
        """What `may_open` has found out of words."""
        return {}

    @cached_property
    def called(self) -> Mapping[str, str]:
        """The actions by their names without signs; names that differ in signs alone are absent."""
        names = {name: squash(words_of(name)) for name in self.schemas}
        times = Counter(names.values())
        return {short: name for name, short in names.items() if short and times[short] == 1}

    @cached_property
    def name_openings(self) -> frozenset[str]:
        """All beginnings of the actions' names without signs."""
        names = {squash(words_of(name)) for name in self.schemas}
        return frozenset(name[:end] for name in names for end in range(1, len(name) + 1))

    @cached_property
    def verb_of(self) -> Mapping[str, str]:
        """The word with which each action's snippet opens, where it opens with one."""
        return {each.action: each.verb for each in self.patterns if each.verb}

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The words with which the snippets open."""
        return frozenset(self.verb_of.values())

    @cached_property
    def content(self) -> frozenset[str]:
        """The words of actions but those that any sentence may have."""
        snippets = {
            p.text for each in self.patterns for p in each.parts if isinstance(p, SnippetWord)
        }
        names = {word for name in self.schemas for word in words_of(name)}
        return frozenset(snippets | names) - FUNCTION_WORDS - self.kinds

    @cached_property
    def heads(self) -> Mapping[str, tuple[Words, ...]]:
        """The verbs of each action with their particles: in its name and its snippet, and those
        that its snippet has without an actor."""
        found: dict[str, list[Words]] = {name: [] for name in self.schemas}
        for name in self.schemas:
            words = words_of(name)
            if words[:1] and words[0] not in self.kinds:
                found[name].append(_head(words))
        actorless = (each for each in self.variants if each.verb not in self.verbs)
        for pattern in (*self.patterns, *actorless):
            texts = [part.text if isinstance(part, SnippetWord) else "" for part in pattern.parts]
            found[pattern.action].append(_head(texts))
        return {name: tuple(each) for name, each in found.items()}

    @cached_property
    def told_by(self) -> Mapping[str, frozenset[str]]:
        """The words that tell each action from others: verbs in their base form, and its kinds."""
        found: dict[str, set[str]] = {name: set() for name in self.schemas}
        for pattern in self.patterns:
            found[pattern.action] |= {p.text for p in pattern.parts if isinstance(p, SnippetWord)}
        return {
            name: frozenset(
                base_form(word) or word
                for word in (texts or set(words_of(name))) | _kind_words(self.schemas[name])
                if word not in FUNCTION_WORDS
            )
            for name, texts in found.items()
        }

    @cached_property
    def static(self) -> Mapping[str, tuple[Atom, ...]]:
        """The conditions of each action that nothing ever changes."""
        return {item.name: static_conditions(self.domain, item) for item in self.domain.actions}

    @cached_property
    def kinds_asked(self) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """By action, the predicates that say of what kind a parameter is, and its place."""
        return {item.name: (*kinds_asked_for(self.domain, item),) for item in self.domain.actions}

    @cached_property
    def facts_of(self) -> Mapping[str, frozenset[str]]:
        """The words of the facts that an action needs or changes, by action."""
        shown = self.spoken.predicates if self.spoken else {}
        texts = {name: words_of(template.frame) for (name, _), template in shown.items()}
        return {
            item.name: _union(
                texts.get(name, words_of(name))
                for name in {
                    *(atom.predicate for atom in atoms_of(item.precondition)),
                    *(effect.atom.predicate for effect in item.effects),
                }
            )
            for item in self.domain.actions
        }

    def spoken_order(self, action: str) -> tuple[int, ...]:
        """The parameters of an action in the order in which the prompt has them."""
        places = tuple(range(len(self.schemas[action].parameters)))
        if self.spoken is None:
            return places
        slots = tuple(dict.fromkeys(self.spoken.actions[action].slots))
        return slots if sorted(slots) == list(places) else places


def domain_words(domain: Domain, lexicon: Lexicon | None, style: StyleName = PAPER) -> DomainWords:
    """A domain in the words of a lexicon.

    Args:
        domain: the domain.
        lexicon: the snippets of the prompt; None where the prompt was PDDL.
        style: the style of the prompt.
    """
    kinds = _kinds(domain)
    if lexicon is None:
        return DomainWords(domain, None, (), kinds)
    shown = in_style(style, domain, lexicon)
    nouns = kind_nouns(shown.domain)
    templates = shown.phrases.actions
    patterns = tuple(_pattern(item, templates[item.name], nouns) for item in domain.actions)
    fixed = (*_in_fixed_places(domain, shown.phrases, patterns), *_without_actor(patterns))
    moved = tuple(_with_particle_moved((*patterns, *fixed)))
    turned = tuple(filter(None, map(_with_way_turned, (*patterns, *fixed))))
    return DomainWords(domain, shown, patterns, kinds, (*fixed, *moved, *turned))


_SEPARABLE = frozenset("up down on off in out over away back apart aside".split())


def _with_particle_moved(patterns: Iterable[Pattern]) -> Iterator[Pattern]:
    """Orders with the particle on the other side of their object: "put A down" for "put down A".

    What stands before a further object is a preposition.
    """
    for each in patterns:
        slot = each.first_slot if each.slots else 0
        nouns = takewhile(_is_kind, reversed(each.parts[:slot]))
        before = slot - sum(1 for _ in nouns)
        for place, to in ((1, slot), (before - 1, slot), (slot + 1, before)):
            particle = each.parts[place] if 0 < place < len(each.parts) else Slot(0)
            if not isinstance(particle, SnippetWord) or particle.text not in _SEPARABLE:
                continue
            rest = (*each.parts[:place], *each.parts[place + 1 :])
            if before and not _opens_object(rest[slot + (place > slot) :]):
                moved = SnippetWord(particle.text)
                yield Pattern(each.action, (*rest[:to], moved, *rest[to:]))


def _opens_object(parts: Parts) -> bool:
    """Whether parts begin with an object, before a word that could be its preposition."""
    return any(isinstance(part, Slot) for part in parts[:1]) or any(map(_is_kind, parts[:1]))


_ENDS = frozenset({"to", "into", "onto"})


def _with_way_turned(pattern: Pattern) -> Pattern | None:
    """An order with its two ends the other way round: "sail to B from A"."""
    words = [part.text if isinstance(part, SnippetWord) else "" for part in pattern.parts]
    ends = [place for place, word in enumerate(words) if word in _ENDS]
    if len(ends) != 1 or words.count("from") != 1:
        return None
    first, second = sorted((words.index("from"), ends[0]))
    slots = [n for n, word in enumerate(words) if not word and n > first]
    if len(slots) < 2 or slots[0] > second:
        return None
    one, other = pattern.parts[first:second], pattern.parts[second : slots[1] + 1]
    if not all(map(_is_kind, (*one[1:-1], *other[1:-1]))) or second != slots[0] + 1:
        return None
    return replace(
        pattern,
        parts=(*pattern.parts[:first], *other, *one, *pattern.parts[slots[1] + 1 :]),
    )


def _is_kind(part: SnippetWord | Slot) -> bool:
    return isinstance(part, SnippetWord) and part.cost == KIND and part.text not in _SEPARABLE


def _without_actor(patterns: Iterable[Pattern]) -> Iterator[Pattern]:
    """Orders without whom they are for: "walk from A" for "let the smith walk from A".

    The verb is the word that the action's name has.
    """
    for each in patterns:
        opening = [part for part in each.parts[: each.opening] if isinstance(part, SnippetWord)]
        name = words_of(each.action)
        place = next((n for n, part in enumerate(opening) if n > 1 and part.text in name), 0)
        if place and opening[0].text == "let":
            verb, actor = SnippetWord(opening[place].text), replace(opening[1], cost=DROPPED)
            yield Pattern(each.action, (verb, actor, *each.parts[place + 1 :]))


def _in_fixed_places(
    domain: Domain, spoken: Phrases, patterns: Sequence[Pattern]
) -> Iterator[Pattern]:
    """The actions' words with a place that a fact has instead of their second object.

    "stack A on the table" is the one action that makes "A is on the table" true, and "unstack A
    from the table" the one that ends it: no object is left open.
    """
    for (name, arity), template in spoken.predicates.items():
        words = tokens(template.texts[-1])
        place = [word for word in words if word not in BE | ARTICLES | PREPOSITIONS]
        joint = next((word for word in words if word not in BE), "")
        if arity != 1 or not place or joint not in PREPOSITIONS:
            continue
        for adds in (True, False):
            changes = [
                (item, effect.atom.args)
                for item in domain.actions
                for effect in item.effects
                if effect.atom.predicate == name and effect.adds == adds
            ]
            if len(changes) == 1 and (only := changes[0][0]).parameters[1:] == ():
                for pattern in patterns:
                    first = _joint(pattern)
                    fits = first in SAME_PLACE.get(joint, (joint,)) if adds else first in _LEAVING
                    if fits and pattern.action != only.name:
                        yield _with_place(only.name, pattern, place)


_LEAVING = frozenset({"from", "off", "out"})


def _joint(pattern: Pattern) -> str:
    """The preposition between the two objects of a snippet; empty where it has not two."""
    parts = pattern.parts[pattern.first_slot + 1 :] if len(pattern.slots) == 2 else ()
    return next((part.text for part in parts if isinstance(part, SnippetWord)), "")


def _with_place(action: str, pattern: Pattern, place: Sequence[str]) -> Pattern:
    """A pattern of two objects with words in the place of the second."""
    first = pattern.first_slot
    between = (
        part
        for part in pattern.parts[first + 1 :]
        if isinstance(part, SnippetWord) and part.cost != KIND
    )
    words = (SnippetWord(word) for word in place)
    return Pattern(action, (*pattern.parts[:first], Slot(0), *between, *words))


def _pattern(schema: ActionSchema, template: Template, nouns: frozenset[str]) -> Pattern:
    parts: list[SnippetWord | Slot] = []
    for number, text in enumerate(template.texts):
        words = tokens(text)
        last = number == len(template.slots)
        run = [
            (word, glue)
            for place, (word, glue) in enumerate(zip(words, words.glue, strict=True))
            if glue or word not in ARTICLES or _is_letter(word, words[place + 1 :], last=last)
        ]
        quoted = _QUOTED.search(text) is not None  # a name in quotation marks stands whole
        parts += _run(run, nouns, opens=number == 0, closes=last, whole=quoted)
        if not last:
            parts.append(Slot(template.slots[number]))
    return Pattern(schema.name, tuple(parts))


def _is_letter(word: str, behind: Words, *, last: bool) -> bool:
    """Whether an `a` is no article, as in "gene a for _": no noun or object stands behind it."""
    return word == "a" and (behind[0] in PREPOSITIONS if behind else last)


def _run(
    run: Sequence[tuple[str, str]],
    nouns: frozenset[str],
    *,
    opens: bool,
    closes: bool,
    whole: bool,
) -> Iterator[SnippetWord]:
    """The words between two objects, each with what it costs to leave it out.

    Of these the first preposition stays, and every word with a meaning of its own. The verb stays
    with its particle, and may do without its noun (`the ferry` in `sail the ferry from`). What
    follows the last object may be missing as a whole.
    """
    kind = 0 if closes else _kind_length([word for word, _ in run], nouns, 1 if opens else 0)
    seen = False
    for number, (word, glue) in enumerate(run):
        cost: int | None = None
        if not is_word(word):
            cost = 0
        elif number >= len(run) - kind:
            cost = KIND
        elif closes and not opens:
            cost = DROPPED
        elif opens:
            cost = None if whole or closes or not number or word in PREPOSITIONS else DROPPED
        elif word in PREPOSITIONS:
            cost, seen = (DROPPED if seen else None), True
        yield SnippetWord(word, cost, glue)


def _kind_length(run: list[str], nouns: frozenset[str], start: int) -> int:
    """The number of words at the end of a run that are a noun for a kind of object.

    A word before an object is such a noun, even if the domain has no type or predicate of that
    name: `block` in `unstack block _`.
    """
    words = [word for word in run if is_word(word)][start:]
    found = (n for n in range(len(words), 0, -1) if squash(words[-n:]) in nouns)
    named = words != [] and words[-1] not in PREPOSITIONS and words[-1] not in FUNCTION_WORDS
    return next(found, int(named))


def _kinds(domain: Domain) -> frozenset[str]:
    """The words of types, of predicates such as `truck`, and of parameters' names."""
    names = [ROOT_TYPE, *(each.name for each in domain.types), *kind_predicates(domain)]
    phrases = [*map(type_noun, names), *map(noun_phrase, names), *names]
    variables = (each.name for item in domain.actions for each in item.parameters)
    # A type may be called `can`; a parameter called `can` is no reason to skip the word.
    named = _union(map(words_of, phrases)) - PREPOSITIONS - ARTICLES - BE - {"and", "or", "not"}
    roles = {word for word in _union(map(words_of, variables)) if len(word) > 1} - FUNCTION_WORDS
    return frozenset(word for word in named | roles if not word.isdigit())


def _union(found: Iterable[Words]) -> frozenset[str]:
    return frozenset(word for words in found for word in words)


def _head(words: Sequence[str]) -> Words:
    """The first word with a meaning of its own, and the prepositions right behind it."""
    place = next((n for n, word in enumerate(words) if word and word not in FUNCTION_WORDS), 0)
    behind = takewhile(PREPOSITIONS.__contains__, words[place + 1 :])
    return base_form(words[place]) or words[place], *behind


def _kind_words(schema: ActionSchema) -> set[str]:
    return {word for item in schema.parameters for kind in item.types for word in words_of(kind)}
