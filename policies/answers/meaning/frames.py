"""What the actions of a domain are called: the verb phrases of the prompt, ready to be compared."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, product

from pddl2nl.compose import PAPER, Phrases, Style, StyleName, ability, in_style, kind_nouns, squash
from pddl2nl.compose.phrases import Template, TerseTemplate
from pddl2nl.domain_facts import kind_predicates, static_conditions
from pddl2nl.english import noun_phrase
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import (
    ROOT_TYPE,
    ActionSchema,
    Atom,
    Domain,
    conjuncts,
)
from policies.answers.meaning.phrases import AGENT, VerbPhrase, take_apart
from policies.answers.meaning.words import (
    ANY,
    DETERMINERS,
    GOALS,
    MOVING,
    PLACING,
    REMOVING,
    SLOT,
    relation_at,
    tokens,
)


@dataclass(frozen=True, slots=True)
class Frame:
    """One way to say an action.

    Attributes:
        action: its name.
        phrase: the words.
        slots: the parameter that each place in the words stands for.
        formal: whether the words are the action's PDDL name, its parameters in order.
    """

    action: str
    phrase: VerbPhrase
    slots: tuple[int, ...]
    formal: bool


@dataclass(frozen=True, slots=True)
class Wording:
    """An action, and which parameter each object of a sentence stands for."""

    action: str
    slots: tuple[int, ...]


@dataclass(frozen=True)
class DomainWords:
    """A domain in the words of a prompt.

    Attributes:
        domain: the domain.
        spoken: its snippets, None where the prompt was PDDL.
        kinds: the words for kinds of objects.
        frames: all ways to say its actions.
        nouns: the squashed nouns of kinds of objects, as the prompt has them.
        described: by action, its phrase in the description with `_` for its letters, which names
            kinds that the snippet leaves out.
    """

    domain: Domain
    spoken: Phrases | None
    kinds: frozenset[str]
    frames: tuple[Frame, ...]
    nouns: frozenset[str] = frozenset()
    described: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def schemas(self) -> Mapping[str, ActionSchema]:
        """The actions by name."""
        return {item.name: item for item in self.domain.actions}

    @cached_property
    def verbs(self) -> Mapping[str, tuple[Frame, ...]]:
        """The frames by their verbs."""
        found: dict[str, list[Frame]] = defaultdict(list)
        for frame in self.frames:
            found[frame.phrase.verb].append(frame)
        return {verb: tuple(frames) for verb, frames in found.items()}

    @cached_property
    def known_forms(self) -> dict[str, str | None]:
        """What has been found out of words: the verbs they are forms of that may be meant."""
        return {}

    @cached_property
    def exact(self) -> Mapping[str, tuple[Wording, ...]]:
        """The snippets with `_` for every object and without articles."""
        found: dict[str, list[Wording]] = defaultdict(list)
        if self.spoken is not None:
            for name, template in self.spoken.actions.items():
                for frame in self._frames_as_said(name, template):
                    key = " ".join(plain_words(tokens(frame)))
                    found[key].append(Wording(name, template.slots))
        return {key: tuple(wordings) for key, wordings in found.items()}

    @cached_property
    def said(self) -> frozenset[str]:
        """All words of the snippets but objects."""
        return frozenset(word for key in self.exact for word in key.split())

    def _frames_as_said(self, name: str, template: Template) -> Iterator[str]:
        """The ways to write an action down that are the prompt's own."""
        yield from _frames_as_said(template, self.nouns)
        described = self.described.get(name)
        if described is not None and described.count("_") == len(template.slots):
            yield described

    @cached_property
    def literal(self) -> tuple[Literal, ...]:
        """The phrases of the actions, the longest first.

        "turn deck a" is not "turn deck" with an article.
        """
        actions = self.spoken.actions.items() if self.spoken is not None else ()
        found = (
            Literal.of(name, template.slots, frame, self.kinds)
            for name, template in actions
            for frame in self._frames_as_said(name, template)
        )
        return tuple(sorted(found, key=lambda each: -each.named))

    @cached_property
    def quoted(self) -> Mapping[str, frozenset[str]]:
        """The actions whose snippets only quote a name, by that name's words."""
        found: dict[str, set[str]] = defaultdict(set)
        for name, template in self.spoken.actions.items() if self.spoken else ():
            if said := QUOTED.match(template.frame):
                found[said[1]].add(name)
        return {words: frozenset(names) for words, names in found.items()}

    @cached_property
    def quoting(self) -> re.Pattern[str]:
        """Finds a quoted name behind "do", be it without its quotation marks."""
        names = "|".join(sorted(map(re.escape, self.quoted), key=len, reverse=True)) or "(?!)"
        return re.compile(rf'\bd(?:o|oes|id|oing|one) "?({names})"?(?= with| from|$)')

    @cached_property
    def openers(self) -> frozenset[str]:
        """The words with which snippets begin."""
        return frozenset(key.split()[0] for key in self.exact if key)

    @cached_property
    def called(self) -> Mapping[str, str]:
        """The actions' names by what is left of them without blanks and hyphens.

        Names that are the same without them are not among these.
        """
        times = Counter(map(squash, self.schemas))
        return {squash(name): name for name in self.schemas if times[squash(name)] == 1}

    def action_called(self, said: str) -> str | None:
        """The action that goes by a name, its blanks and hyphens aside where that is clear."""
        return said if said in self.schemas else self.called.get(squash(said))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The words of all frames that are no objects, verbs or prepositions."""
        return frozenset(word for frame in self.frames for word in frame.phrase.words)

    @cached_property
    def scenes(self) -> Mapping[str, frozenset[str]]:
        """For every action the words of the facts that it changes: `table` for picking up."""
        return {item.name: frozenset(self._scene(item)) for item in self.domain.actions}

    @cached_property
    def scenery(self) -> frozenset[str]:
        """The words of all facts that some action changes."""
        return frozenset(word for words in self.scenes.values() for word in words)

    @cached_property
    def families(self) -> Mapping[str, frozenset[str]]:
        """For every action whether it places, removes or moves something, as its words say."""
        return {
            item.name: frozenset(
                family
                for frame in self.frames
                if frame.action == item.name
                for family in (family_of(frame.phrase),)
                if family
            )
            for item in self.domain.actions
        }

    @cached_property
    def statics(self) -> Mapping[str, tuple[Atom, ...]]:
        """For every action the atoms of its precondition that nothing ever changes."""
        return {item.name: static_conditions(self.domain, item) for item in self.domain.actions}

    @cached_property
    def changing(self) -> Mapping[str, tuple[Atom, ...]]:
        """For every action the atoms of its precondition whose predicates some action changes."""
        derived = {axiom.predicate for axiom in self.domain.axioms}
        return {
            item.name: tuple(
                part
                for part in conjuncts(item.precondition)
                if isinstance(part, Atom)
                and part not in self.statics[item.name]
                and part.predicate not in derived
            )
            for item in self.domain.actions
        }

    @cached_property
    def facts(self) -> frozenset[str]:
        """The words of all predicates, with and without "is"."""
        found = set()
        for item in self.domain.predicates:
            found.add(" ".join((*tokens(item.name), *(SLOT for _ in item.parameters))))
            if self.spoken is not None:
                frame = self.spoken.predicates[item.name, len(item.parameters)].frame
                words = plain_words(tokens(frame.replace('"', "")))
                found.add(" ".join(words))
                found.add(" ".join(word for word in words if word not in ("is", "are")))
        return frozenset(found)

    def _scene(self, item: ActionSchema) -> Iterator[str]:
        if self.spoken is None:
            return
        for effect in item.effects:
            atom = effect.atom
            template = self.spoken.predicates.get((atom.predicate, len(atom.args)))
            if template is not None:
                yield from take_apart([SLOT, *tokens(template.frame)], self.kinds).words


@dataclass(frozen=True, slots=True)
class Literal:
    """The phrase of an action, word by word.

    A quoted name, or a word such as "spray painter", may be an object's name as well, so that
    objects cannot always be looked for first.

    Attributes:
        action: the action.
        slots: the parameters in the order in which they are said.
        words: the words, `_` for an object; those in brackets are labels.
        named: so many of the words behind the first must be there: those of a quoted name, or all.
        kinds: the words of kinds of objects.
    """

    action: str
    slots: tuple[int, ...]
    words: tuple[str, ...]
    named: int
    kinds: frozenset[str]

    @classmethod
    def of(cls, action: str, slots: tuple[int, ...], frame: str, kinds: frozenset[str]) -> Literal:
        """The phrase of a snippet, given with `_` for its objects."""
        found = QUOTED.match(frame)
        if found is None:
            words = tuple(plain_words(_PIECE.findall(frame)))
            return cls(action, slots, words, len(words), kinds)
        name = found[1].split()
        rest = plain_words(_PIECE.findall(frame[found.end() :]))
        return cls(action, slots, ("do", *name, *rest), len(name), kinds)

    def objects(self, text: str) -> list[str] | None:
        """The names in the places of the objects, None where a text is not this phrase.

        Every word of the name must be there; articles may stand or be missing anywhere, commas,
        kinds of objects and labels may be missing.
        """
        said = _PIECE.findall(text)
        found: list[str] = []
        place = 0
        for rank, word in enumerate(self.words):
            while said[place : place + 1] != [word] and set(said[place : place + 1]) & DETERMINERS:
                place += 1
            if place >= len(said):
                return None if self._is_needed(rank) else found
            if word == SLOT:
                found.append(said[place])
            elif said[place] != word:
                if self._is_needed(rank):
                    return None
                continue
            place += 1
        return found if set(said[place:]) <= DETERMINERS else None

    def _is_needed(self, rank: int) -> bool:
        word = self.words[rank]
        return rank <= self.named or not (word in self.kinds or word.startswith("("))


_PIECE = re.compile(r"\([^()]*\)|[^\s,()]+")


def plain_words(words: Iterable[str]) -> list[str]:
    """Words without articles and fillers."""
    return [word for word in words if word not in DETERMINERS]


def family_of(phrase: VerbPhrase) -> str:
    """Whether a verb phrase places, removes or moves something; empty if it does none of these.

    What it says of where from and where to decides, before the verb.
    """
    relations = {relation for place in phrase.places for relation in place.relations}
    if "from" in relations:
        return "move" if relations & GOALS - {"at"} else "remove"
    if phrase.verb in PLACING:
        return "place"
    if phrase.verb in REMOVING:
        return "remove"
    if phrase.verb in MOVING and relations & GOALS:
        return "move" if "to" in relations else "place"
    return "place" if relations & {"on", "in"} else ""


def kind_words(domain: Domain) -> frozenset[str]:
    """The words of types, and of predicates such as `truck` that say of what kind an object is."""
    kinds = [name for name in kind_predicates(domain) if len(tokens(name)) == 1]
    names = [ROOT_TYPE, *(each.name for each in domain.types), *kinds]
    return frozenset(
        word
        for name in names
        for word in (*tokens(name), *tokens(noun_phrase(name)))
        if word.isalpha() and not relation_at([word], 0)[0]
    )


def _frames_as_said(template: Template, nouns: frozenset[str]) -> Iterator[str]:
    """A snippet's frame; if it is terse, with every noun that a name may repeat or not."""
    yield template.frame
    if not isinstance(template, TerseTemplate):
        return
    choices = [_with_and_without_noun(text, nouns) for text in template.texts[:-1]]
    for texts in islice(product(*choices), _MOST_WORDINGS):
        yield "_".join((*texts, template.texts[-1]))


def _with_and_without_noun(text: str, nouns: frozenset[str]) -> tuple[str, ...]:
    """A text before an object with the noun that ends it, if one does, and without."""
    words = text.split()
    for start in range(1, len(words)):
        if squash(" ".join(words[start:])) in nouns:
            return (f"{text[: text.rindex(words[start])]}", text)
    return (text,)


def domain_words(domain: Domain, lexicon: Lexicon | None, style: StyleName = PAPER) -> DomainWords:
    """A domain in the words of a lexicon.

    Args:
        domain: the domain.
        lexicon: the snippets that the prompt was made of; None where the prompt was PDDL.
        style: the style of the prompt.
    """
    told = in_style(style, domain, lexicon) if lexicon is not None else None
    spoken, kinds = told.phrases if told else None, kind_words(domain)
    nouns = kind_nouns(told.domain) if told else frozenset[str]()
    frames = tuple(_frames(domain, spoken, kinds))
    return DomainWords(domain, spoken, kinds, frames, nouns, _described(told, nouns))


def _described(told: Style | None, nouns: frozenset[str]) -> Mapping[str, str]:
    """The phrase of every action in a description, with `_` for its letters."""
    if told is None:
        return {}
    phrases = ((item, told.phrases.actions[item.name]) for item in told.domain.actions)
    return {
        item.name: _LETTER.sub("_", ability(item, phrase, nouns).text) for item, phrase in phrases
    }


def _frames(domain: Domain, spoken: Phrases | None, kinds: frozenset[str]) -> Iterator[Frame]:
    for item in domain.actions:
        places = tuple(range(len(item.parameters)))
        ends: dict[int, str] = {}
        if spoken is not None:
            template = spoken.actions[item.name]
            words, slots = _from_verb(tokens(template.frame), template.slots, kinds)
            if words:
                said = take_apart(words, kinds)
                ends = dict(_ends(said, slots)) if said.verb == QUOTING else {}
                yield Frame(item.name, said, slots, formal=False)
        name = [word for word in tokens(item.name) if word != SLOT]
        if not name:
            continue  # a name of signs alone
        if any(character.isdigit() for character in item.name):
            yield _called(item, places)
        phrase = take_apart([*name, *(SLOT for _ in places)], frozenset())
        names = [parameter.name for parameter in item.parameters]
        directed = (
            replace(each, relations=("", ends[place]) if place in ends else _direction(name))
            for place, (each, name) in enumerate(zip(phrase.places, names, strict=True))
        )
        yield Frame(item.name, replace(phrase, places=tuple(directed)), places, formal=True)


_LETTER = re.compile(r"\b[A-HJ-Z]\d*\b")
_MOST_WORDINGS = 256
QUOTED = re.compile(r'\bdo(?:es|ing)? "([^"]+)"')
QUOTING = "do"
"""Opens the phrase of an action whose name is only quoted: what is not said has no role in it."""


def _ends(phrase: VerbPhrase, slots: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The parameters that a snippet says behind `from` and `to`, and which of them."""
    for slot, place in zip(slots, phrase.places, strict=False):
        for end in {"from", "to"} & set(place.relations):
            yield slot, end


def _called(item: ActionSchema, places: tuple[int, ...]) -> Frame:
    """An action by its whole PDDL name, which is one word: `apply_cnot_l2_l1`."""
    phrase = take_apart([item.name, *(SLOT for _ in places)], frozenset())
    any_relation = (replace(each, relations=("", ANY)) for each in phrase.places)
    return Frame(item.name, replace(phrase, places=tuple(any_relation)), places, formal=True)


def _direction(parameter: str) -> tuple[str, ...]:
    """The prepositions before an argument of a PDDL name, as its parameter's own name tells."""
    for part in tokens(parameter):
        if part in ("from", "src", "source", "start", "old", "current", "curpos", "curr"):
            return ("", "from")
        if part in ("to", "dest", "dst", "destination", "target", "next", "new", "nextpos"):
            return ("", "to")
    return ("", ANY)


def _from_verb(
    words: list[str], slots: tuple[int, ...], kinds: frozenset[str]
) -> tuple[list[str], tuple[int, ...]]:
    """A snippet's words from its verb on: `let card _ leave at _` as `leave at _ with card _`."""
    if words[:1] == [SLOT]:
        return [], slots
    start = words.index(SLOT) if SLOT in words else len(words)
    if words[:1] == ["let"] and set(words[1:start]) <= kinds | DETERMINERS and words[start + 1 :]:
        subject = words[1 : start + 1]
        return [words[start + 1], AGENT, *subject, *words[start + 2 :]], slots
    return words, slots
