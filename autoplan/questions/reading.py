"""What an answer to a question says: read as a whole, or unread.

The answer is what follows the last line that begins with `Answer:`; without such a line, it is all
of the text, thoughts in tags aside. Every part of it has to be a fact, an action, a number, a
letter, yes or no, as the question asks; one word more, and it is unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from autoplan.questions.question import LETTERS, NONE, Question
from pddl2nl.compose import StyleName
from pddl2nl.lexicon import Lexicon, predicate_key
from pddl2nl.model import ActionSchema, Atom, Domain, GroundAction, Problem
from pddl2nl.naming import ObjectNames
from policies.answers import DomainWords, Doubt, domain_words, without_thoughts
from policies.answers.matching import StepMatcher
from policies.answers.phrases import DROPPED, ObjectFinder
from policies.answers.text import AnswerTokens, ends_in_thoughts, plain, tokens
from policies.answers.words import ARTICLES

MAX_READ = 100_000
"""The maximum number of characters of an answer, thoughts aside; a longer one is unread."""

_MARK = re.compile(
    r"^[\s>#*_]*(?:final )?answer(?: is)?\s*[*_]*\s*:[*_]*", re.IGNORECASE | re.MULTILINE
)
_BULLET = re.compile(r"^\s*(?:[-*•+]\s+|\(?\d{1,3}[.):]\s+)?")
_FENCE = re.compile(r"^\s*```[\w-]*\s*$", re.MULTILINE)
_CHOICE = re.compile(rf"\(?([{LETTERS}])\)?(?:[.:)]\s.*)?\.?", re.DOTALL | re.IGNORECASE)
_NUMBER = re.compile(r"(?:step )?(\d{1,4})\.?", re.IGNORECASE)
_SECTION = re.compile(
    r"^[\s\"'{#*_-]*(?:becomes?|become) (true|false)[\s\"'*_]*:[*_]*", re.IGNORECASE | re.MULTILINE
)
_NOTHING = frozenset({"", NONE, "nothing", "there is none", "none of them", "[]", "n/a"})
_SEPARATORS = frozenset({",", ";", "and", "&", "[", "]", ".", "{", "}"})

Named: TypeAlias = GroundAction | Atom
Reading: TypeAlias = bool | str | int | tuple[Named, ...] | tuple[tuple[Named, ...], ...]


class UnreadError(Exception):
    """An answer that cannot be read as a whole; its text is why."""


@dataclass(frozen=True)
class Words:
    """The words in which a question's task was put."""

    problem: Problem
    lexicon: Lexicon | None
    style: StyleName
    names: ObjectNames

    @cached_property
    def _finder(self) -> ObjectFinder:
        return ObjectFinder.of(self.names)

    @cached_property
    def _actions(self) -> StepMatcher:
        return self._matcher(self.problem.domain, self.lexicon)

    @cached_property
    def _facts(self) -> StepMatcher:
        """Facts are found as steps are: by their snippets, as if predicates were actions."""
        domain = self.problem.domain
        predicates = tuple(ActionSchema(each.name, each.parameters) for each in domain.predicates)
        lexicon = self.lexicon
        if lexicon is not None:
            snippets = {
                each.name: lexicon.predicates[predicate_key(domain, each)]
                for each in domain.predicates
            }
            lexicon = replace(lexicon, actions=snippets)
        return self._matcher(replace(domain, actions=predicates), lexicon)

    def _matcher(self, domain: Domain, lexicon: Lexicon | None) -> StepMatcher:
        words: DomainWords = domain_words(domain, lexicon, self.style)
        return StepMatcher(replace(self.problem, domain=domain), words, self._finder)

    def actions(self, text: str) -> tuple[GroundAction, ...]:
        """The actions that a text lists.

        Raises:
            UnreadError: some part of it is no action.
        """
        return tuple(self._listed(text, self._actions))

    def facts(self, text: str) -> tuple[Atom, ...]:
        """The facts that a text lists.

        Raises:
            UnreadError: some part of it is no fact.
        """
        return tuple(Atom(each.name, each.args) for each in self._listed(text, self._facts))

    def _listed(self, text: str, matcher: StepMatcher) -> Iterator[GroundAction]:
        for line in _FENCE.sub("", text).splitlines():
            words = tokens(self._finder.without_signs(_BULLET.sub("", line, count=1)))
            place, open_to_next = 0, True
            while place < len(words):
                if words[place] in _SEPARATORS:
                    place, open_to_next = place + 1, True
                    continue
                found = _named(words, place, matcher) if open_to_next else None
                if found is None:
                    raise UnreadError(f'not in the words of the task: "{plain(line)[:80]}"')
                yield found[0]
                # What stands in brackets ends by itself; a call may have taken the comma behind it.
                place, open_to_next = found[1], words[found[1] - 1] in (")", ",")


def _named(
    words: AnswerTokens, place: int, matcher: StepMatcher
) -> tuple[GroundAction, int] | None:
    """What is named at a place, also in brackets of its own, and the place behind it."""
    place += words[place : place + 1] != () and words[place] in ARTICLES
    match = matcher.at(words, place)
    if match is None and words[place : place + 1] == ("(",):
        inner = _named(words, place + 1, matcher)
        closed = inner is not None and words[inner[1] : inner[1] + 1] == (")",)
        return (inner[0], inner[1] + 1) if inner is not None and closed else None
    if match is None or match.cost >= DROPPED:
        return None
    meaning = match.meaning.attempt if isinstance(match.meaning, Doubt) else match.meaning
    return None if meaning is None else (meaning, match.end)


def read(question: Question, words: Words | None, answer: str) -> Reading:
    """What an answer says.

    Args:
        question: what was asked.
        words: the words of its task; open questions need them.
        answer: all that was answered.

    Returns:
        Yes or no as a truth value, a letter, the number of a step; actions or facts, none for the
        answer that there are none; or for `prog` the facts that become true, and false.

    Raises:
        UnreadError: some part of the answer cannot be read.
    """
    text = final_part(answer)
    if question.form == "bool":
        return _truth(text)
    if question.form == "choice":
        return _letter(text, question.options)
    if question.kind == "val":
        found = _NUMBER.fullmatch(plain(text))
        if found is None:
            raise UnreadError(f'not the number of a step: "{plain(text)[:80]}"')
        return int(found[1])
    assert words is not None
    if question.kind == "prog":
        return _changes(text, words)
    if _is_nothing(text):
        return ()
    return words.facts(text) if question.kind in ("reach", "land") else words.actions(text)


def final_part(answer: str) -> str:
    """What follows the last `Answer:`, else the whole answer without thoughts in tags.

    Raises:
        UnreadError: it ends within its thoughts, says nothing, or is too long.
    """
    if ends_in_thoughts(answer):
        raise UnreadError("it ends within its thoughts")
    text = without_thoughts(answer)
    if len(text) > MAX_READ:
        raise UnreadError(f"it has more than {MAX_READ:,} characters")
    marks = list(_MARK.finditer(text))
    text = text[marks[-1].end() :].strip() if marks else text.strip()
    if not text:
        raise UnreadError("it says nothing")
    return text


def _truth(text: str) -> bool:
    word = plain(text).lower().rstrip(".!")
    if word not in ("yes", "no", "true", "false"):
        raise UnreadError(f'neither yes nor no: "{plain(text)[:80]}"')
    return word in ("yes", "true")


def _letter(text: str, options: Sequence[str]) -> str:
    line = plain(text)
    found = _CHOICE.fullmatch(line)
    if found is None:
        raise UnreadError(f'not the letter of an option: "{line[:80]}"')
    letter = found[1].upper()
    behind = line.partition(found[1])[2].strip(" ).:")
    if behind and options and _squashed(behind) != _squashed(options[LETTERS.index(letter)]):
        raise UnreadError(f'a letter and the text of no such option: "{line[:80]}"')
    return letter


def _squashed(text: str) -> str:
    return "".join(each for each in plain(text).lower() if each.isalnum())


def _changes(text: str, words: Words) -> tuple[tuple[Named, ...], ...]:
    marks = list(_SECTION.finditer(text))
    if sorted(mark[1].lower() for mark in marks) != ["false", "true"] or marks[0].start():
        raise UnreadError('not one part "Becomes true:" and one "Becomes false:"')
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    found = {}
    for mark, end in zip(marks, ends, strict=True):
        part = text[mark.end() : end]
        found[mark[1].lower()] = () if _is_nothing(part) else words.facts(part)
    return found["true"], found["false"]


def _is_nothing(text: str) -> bool:
    return plain(_BULLET.sub("", text.strip(), count=1)).lower().strip(" .()") in _NOTHING
