"""A line of an answer taken apart into clauses, and each clause into a verb and its objects.

`Have robot_0 grab ball_0 in room_1 and take it to room_2` is two clauses; in the second one, `it`
is the ball and the robot stays the one who acts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pddl2nl.compose import squash
from pddl2nl.english.vocabulary import BE_FORMS, MODALS
from policies.answers.meaning.matching import Said
from policies.answers.meaning.names import Named, NameFinder
from policies.answers.meaning.phrases import AGENT, take_apart
from policies.answers.meaning.words import DETERMINERS, SLOT, relation_at, tokens

_AUXILIARIES = (
    BE_FORMS | MODALS | frozenset("be been being to get gets got will has have had".split())
)
_CAUSING = frozenset("have let make get ask tell instruct command direct order allow cause".split())
_PERFORMING = frozenset("perform execute apply use do run carry call invoke".split())
NO_AGENT = frozenset(
    "this these those it its they there here thus therefore hence however but so since because "
    "all both each every either neither which what why how where who whose".split()
)
"""Words that begin a sentence about another sentence, or about the state."""
_ARTICLES = frozenset("a an the its their my your our his her another each every".split())
_NOUN = "\0"
AGENTS = frozenset("robot agent arm hand player person character driver worker you i we".split())
"""Words for who acts in a domain that has no object for them."""
_PASSIVE = frozenset("get gets got getting".split())
_STAYING = re.compile(
    r"^(?:(?:while|still|now|then)\s+)*(?:standing|staying|being|waiting|remaining|staying)\s+(?:still\s+)?"
    r"(?=at |in |on |with )"
)
_LONGEST_SUBJECT = 6
_LONGEST_NAME = 12
_DIGIT = re.compile(r"\d")
_REASON = re.compile(
    r"[\s,]+(?P<word>because|since|so(?! that is)|so that|which|where|while|given|thus|therefore|as"
    r"|leaving|making|in order|to make|whose|ensuring|allowing|freeing|thereby|when|once|until)\b"
)
_LEAD_IN = re.compile(
    r"^(?:and|so|ok(?:ay)?|sure|now|next|then|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally"
    r"|fourth(?:ly)?|fifth(?:ly)?|lastly|(?:right |directly |and )?after(?:wards?| that| this| it)"
    r"|subsequently|also|again|likewise|right away|at once|from (?:there|here)(?: on)?(?=,)"
    r"|still|begin by|start by"
    r"|once (?:that is|this is|you are) done|please|at last|in the end|to (?:start|begin)(?: with)?"
    r"|(?:start|begin|proceed|continue|go on|go ahead)(?:s|ed|ing)? (?:with|by|to|and)"
    r"|(?:the|my|your|our) (?:next|first|second|third|last|final|one) (?:step|action|move)"
    r"(?: now)? (?:is|will be|should be|would be)(?: to)?"
    r"|(?:i|you|we)'ll|i|you|we|let'?s|let (?:me|us)|can now|can|should|must|could|would"
    r"|need to|have to|has to|will|now|just|simply|would like (?:you )?to|want (?:you )?to"
    r"|it is time to|time to|to)\b[\s,:]*"
    r"|^(?:while|once|when|after|before|as soon as|having|with)\b[^,;]*,\s*"
)


@dataclass(frozen=True, slots=True)
class StepClause:
    """A clause with a verb.

    Attributes:
        said: what is to be compared with the snippets.
        told: whether it tells of an action ("the truck drives"), instead of ordering it.
    """

    said: Said
    told: bool


def without_lead_in(text: str) -> Iterator[str]:
    """A clause as it is, then with less and less of a "Now, you should" in front of it."""
    previous = ""
    while text and text != previous:
        yield text
        previous, text = text, _LEAD_IN.sub("", text)


def is_lead_in(text: str) -> bool:
    """Whether a text is a "First" or a "Then, you should" and nothing else."""
    return _LEAD_IN.fullmatch(text) is not None


def without_reason(clause: str, own: Container[str] = ()) -> str:
    """A clause without the words that say what it is good for.

    Args:
        clause: the clause.
        own: the words of the prompt's own steps: "continue where A is first" gives no reason.
    """
    for found in _REASON.finditer(clause):
        if found["word"].split()[0] not in own:
            return clause[: found.start()].rstrip(" ,")
    return clause.rstrip(" ,")


def _is_passive(subject: Sequence[str]) -> bool:
    """Whether a subject, with the words behind it, is what the verb is done to."""
    return not (BE_FORMS | _PASSIVE | {"be", "being"}).isdisjoint(subject)


class ClauseParser:
    """Finds the verb of a clause, who acts, and the objects with what stands before each."""

    def __init__(
        self,
        finder: NameFinder,
        marked: Callable[[str], tuple[list[str], list[Named]]],
        kinds: frozenset[str],
        things: frozenset[str],
        called: Mapping[str, str],
        verb: Callable[[str], str | None],
    ) -> None:
        """
        Args:
            finder: finds the objects among words.
            marked: finds them in a text.
            kinds: the words for kinds of objects.
            things: the words for things that the prompt speaks of and that are no objects.
            called: the actions by what is left of their names without blanks and hyphens.
            verb: the verb that a word is a form of, if it may mean an action.
        """
        self._finder = finder
        self._marked = marked
        self._kinds = kinds | finder.nouns
        self._things = things
        self._called = called
        self._numbered_names = any(map(_DIGIT.search, called))
        self._verb = verb

    def parse(self, text: str) -> StepClause | None:
        """A clause with a verb that may mean an action; None where there is none."""
        text = _STAYING.sub("", text)
        named, length = self._action_at(text)
        words, objects = self._finder.mark(tokens(text)[length:]) if length else self._marked(text)
        words = [*named, *words]
        if words[:1] and (words[0] in NO_AGENT or "not" in words[1:3]):
            return None
        # Behind an article there is no verb: "the lift".
        marked = [
            f"{word}{_NOUN}" if place and words[place - 1] in _ARTICLES and word != SLOT else word
            for place, word in enumerate(words)
            if word not in DETERMINERS
        ]
        return self._clause(marked, objects)

    def _action_at(self, text: str) -> tuple[list[str], int]:
        """The action whose name a clause begins with, if there are objects' names in that name.

        `apply_cnot_l2_l1 p4 p5` names p4 and p5, and not l2 and l1.
        """
        if not self._numbered_names:
            return [], 0
        words = tokens(text)
        for length in range(min(_LONGEST_NAME, len(words)), 1, -1):
            action = self._called.get(squash("".join(words[:length])))
            if action is not None and self._finder.mark(words[:length])[1]:
                return [action], length
        return [], 0

    def _clause(self, words: list[str], objects: list[Named]) -> StepClause | None:
        fronted, rest = self._fronted(words)
        count = fronted.count(SLOT)
        moved = [*objects[count:], *objects[:count]]
        found = self._from_subject(rest, moved[: len(objects) - count])
        if found is None:
            return None
        verb_words, named, told = found
        # What stood in front is said last: "In room_0, grab the ball".
        parts = [word.removesuffix(_NOUN) for word in (*verb_words, *fronted)]
        phrase = take_apart(parts, self._kinds)
        return StepClause(Said(phrase, (*named, *objects[:count])), told)

    def _fronted(self, words: list[str]) -> tuple[list[str], list[str]]:
        """A phrase in front of the clause, `in room_0 ,` or `with hoist_0`, and the rest."""
        if not words or not relation_at(words, 0)[0]:
            return [], words
        for place, word in enumerate(words[1:], start=1):
            ended = word == "," or (word in _CAUSING or self._verb(word) is not None)
            if ended and words[place - 1] == SLOT:
                return words[:place], words[place + (word == ",") :]
        return [], words

    def _from_subject(
        self, words: list[str], objects: list[Named]
    ) -> tuple[list[str], list[Named], bool] | None:
        """The words from the verb on, the subject put where an object may stand."""
        place = self._verb_place(words)
        if place is None:
            return None
        if words[place] in _PERFORMING and not self._is_own(words[place]):
            inner = self._performed(words, place)
            if inner is not None:
                return inner, objects, False
        subject, verb = words[:place], self._verb(words[place])
        assert verb is not None
        rest = words[place + 1 :]
        caused = bool(subject) and subject[0] in _CAUSING
        used = subject[:1] in (["use"], ["using"], ["with"])
        told = bool(subject) and not caused and not used
        if not any(word not in _AUXILIARIES for word in subject):
            told = bool(subject) or words[place] not in (verb, f"{verb}ing")
            return [verb, *rest], objects, told
        if told and "to" in subject:
            return None
        if SLOT not in subject:
            agent = {word.removesuffix(_NOUN) for word in subject} - _AUXILIARIES - _CAUSING
            strangers = agent - self._kinds - self._things - AGENTS
            known = not told or not strangers
            # Who is to do it stands where an object may: "have bob raise the curtain".
            acted = sorted(agent if _is_passive(subject) else strangers if caused else ())
            return ([verb, *acted, *rest], objects, told) if known else None
        nouns = [word for word in subject if word.removesuffix(_NOUN) in self._kinds]
        if _is_passive(subject) and not used:
            named = [word for word in subject if word not in _AUXILIARIES | _PASSIVE]
            return [verb, *named, *rest], objects, told
        if subject.count(SLOT) > 1:
            return None
        return [verb, AGENT, *nouns, SLOT, *rest], objects, told

    def _performed(self, words: Sequence[str], place: int) -> list[str] | None:
        """`perform the action stack on b1` as `stack b1`; None where no action is performed."""
        for start in range(place + 1, min(place + 4, len(words))):
            if words[start] == SLOT:
                return None  # "perform scene_0 by raising the curtain" performs scene_0
            if self._is_own(words[start]):
                rest = [word for word in words[start + 1 :] if word not in ("action", '"')]
                if rest[:1] in (["on"], ["with"], ["to"], ["for"]):
                    rest = rest[1:]
                return [self._verb(words[start]) or words[start], *rest]
        return None

    def _verb_place(self, words: Sequence[str]) -> int | None:
        """Where the verb stands: first, or behind nothing but a subject."""
        for place, word in enumerate(words[: _LONGEST_SUBJECT + 2]):
            if place and words[place - 1] in ("of", "from", "at"):
                continue
            if word in _CAUSING and place == 0 and self._causes(words):
                continue
            following = words[place + 1 : place + 2]
            if (
                word in _PASSIVE
                and following
                and self._verb(following[0]) not in (None, *following)
            ):
                continue
            verb = self._verb(word)
            if verb is not None and word not in self._kinds - {verb}:
                return place
            if word in _AUXILIARIES or word == SLOT or word in ("use", "using", "with"):
                continue
            if not word.removesuffix(_NOUN).isalpha() or word in (
                "not",
                "no",
                "that",
                "if",
                "because",
                "and",
                "or",
            ):
                return None
        return None

    def _causes(self, words: Sequence[str]) -> bool:
        """Whether words begin with "have X do": a subject and a verb follow."""
        near = {word.removesuffix(_NOUN) for word in words[1:4]}
        named = SLOT in near or not near.isdisjoint(self._kinds | self._things | AGENTS)
        return named and any(self._verb(word) is not None for word in words[2:_LONGEST_SUBJECT])

    def _is_own(self, word: str) -> bool:
        return self._verb(word) is not None and word not in _PERFORMING
