"""Sentences matched with the snippets they were made of: the exact inverse, and a little more."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pddl2nl.compose import Phrases, kind_nouns, phrases, squash
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import GroundAction, Problem, objects_by_type
from pddl2nl.naming import NAME, ObjectNames
from policies.translation._phrasebook import phrasebook
from policies.translation._reading import (
    Chosen,
    Reading,
    Unread,
    plain,
    remark,
    without_lead_in,
)
from policies.translation._steps import StepReader

_SKIPPED = frozenset({"a", "an", "the"})
_LONGEST_NOUN = 4


@dataclass(frozen=True, slots=True)
class _Pattern:
    action: str
    slots: tuple[int, ...]
    arity: int


class TemplateTranslator:
    """Reads sentences in the words of a lexicon, whatever their case, articles and numbering.

    Other words count where a `StepReader` finds that they can only mean one action.

    A sentence is read only if it leaves no choice: one action, each object named.
    """

    def __init__(self, problem: Problem, lexicon: Lexicon, names: ObjectNames) -> None:
        """
        Args:
            problem: the task that is being played.
            lexicon: the snippets that the player was shown.
            names: what the objects are called in the player's texts.
        """
        self._names = names
        self._nouns = kind_nouns(problem.domain)
        self._members = {kind: set(items) for kind, items in objects_by_type(problem).items()}
        self._schemas = {item.name: item for item in problem.domain.actions}
        spoken = phrases(problem.domain, lexicon)
        # A hand-written snippet may hold a word that looks like an object's name.
        frames = " ".join(item.frame for item in spoken.actions.values()).lower()
        self._words_like_names = frozenset(NAME.findall(frames)) - set(names.pddl)
        self._exact = self._index(spoken, bare=False)
        self._bare = self._index(spoken, bare=True)
        self._spaced = _spaced(names)
        self._steps = StepReader(problem, phrasebook(problem.domain, lexicon), names)

    async def read(self, sentence: str) -> Reading:
        reading = self.match(sentence)
        return reading if isinstance(reading, Chosen) else remark(sentence) or reading

    def match(self, sentence: str) -> Chosen | Unread:
        """The action that a sentence names, if it is one and only one."""
        for version in without_lead_in(plain(sentence).lower()):
            action = self._one_action(version)
            if action is not None:
                return Chosen(action)
        return self._loosely(sentence)

    def _loosely(self, sentence: str) -> Chosen | Unread:
        """A sentence in other words than the snippets', if it says one step and nothing else."""
        reading = self._steps.read(sentence)
        if reading is None or not reading.whole or len(reading.steps) != 1:
            return Unread(sentence)
        step = reading.steps[0]
        return Unread(sentence) if step is None else Chosen(step)

    def _one_action(self, text: str) -> GroundAction | None:
        words, objects = self._words(self._spaced_to_names(text))
        for index, frame in (
            (self._exact, " ".join(words)),
            (self._bare, " ".join(self._without_nouns(words))),
        ):
            actions = list(self._candidates(index.get(frame, ()), objects))
            if len(actions) == 1:
                return actions[0]
            fitting = [action for action in actions if self._fits(action)]
            if len(fitting) == 1:
                return fitting[0]
        return None

    def _index(self, spoken: Phrases, bare: bool) -> Mapping[str, Sequence[_Pattern]]:
        index: dict[str, list[_Pattern]] = defaultdict(list)
        for name, template in spoken.actions.items():
            words, _ = self._words(template.frame.lower())
            kept = self._without_nouns(words) if bare else words
            arity = len(self._schemas[name].parameters)
            index[" ".join(kept)].append(_Pattern(name, template.slots, arity))
        return index

    def _words(self, text: str) -> tuple[list[str], list[str]]:
        """A text's words with `_` for every object and without articles, and the objects."""
        words, objects = [], []
        for word in re.findall(r"[^\s,;()]+|[,;()]", text):
            core = word.strip(".:!?'")
            if core == "_" or self._is_name(core):
                objects.append(core)
                words.append("_")
            elif core and core not in _SKIPPED and core not in ",;()":
                words.append(core)
        return words, objects

    def _is_name(self, word: str) -> bool:
        if word in self._names.pddl:
            return True
        return NAME.fullmatch(word) is not None and word not in self._words_like_names

    def _without_nouns(self, words: Sequence[str]) -> list[str]:
        """Words without the nouns that stand directly before an object: `truck _` becomes `_`."""
        kept: list[str] = []
        for word in words:
            if word == "_":
                del kept[len(kept) - self._noun_length(kept) :]
            kept.append(word)
        return kept

    def _noun_length(self, words: Sequence[str]) -> int:
        for length in range(min(_LONGEST_NOUN, len(words)), 0, -1):
            if squash(" ".join(words[-length:])) in self._nouns:
                return length
        return 0

    def _candidates(
        self, patterns: Sequence[_Pattern], objects: Sequence[str]
    ) -> Iterator[GroundAction]:
        for pattern in patterns:
            values: dict[int, str] = {}
            agree = all(
                values.setdefault(slot, item) == item
                for slot, item in zip(pattern.slots, objects, strict=True)
            )
            if agree and len(values) == pattern.arity:
                args = tuple(self._object(values[place]) for place in range(pattern.arity))
                yield GroundAction(pattern.action, args)

    def _object(self, name: str) -> str:
        """The object of a name; an unknown name stays, so that the simulator can reject it."""
        if name in self._names.pddl:
            return self._names.pddl[name]
        # A name that only the PDDL uses is unknown to the player: quoted, it is nobody's name.
        return f'"{name}"' if name in self._names.english else name

    def _fits(self, action: GroundAction) -> bool:
        return all(
            any(item in self._members[kind] for kind in parameter.types)
            for parameter, item in zip(
                self._schemas[action.name].parameters, action.args, strict=True
            )
        )

    def _spaced_to_names(self, text: str) -> str:
        return self._spaced.sub(lambda found: re.sub(r"[\s-]+", "_", found.group()), text)


def _spaced(names: ObjectNames) -> re.Pattern[str]:
    """Finds the objects' names written with blanks or hyphens: `truck 0`, `truck-0`."""
    spelled = sorted((re.escape(name) for name in names.pddl if "_" in name), key=len, reverse=True)
    choices = "|".join(name.replace("_", r"[\s_-]") for name in spelled)
    return re.compile(rf"\b(?:{choices})\b" if choices else r"(?!)")
