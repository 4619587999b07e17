"""A read answer that is changed a little is read the same, as the change has it, or not at all."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoplan.grade.score import Scorer
from pddl2nl.english.vocabulary import base_form
from pddl2nl.model import GroundAction
from policies.answers import AnswerReading
from scripts.score_answers import ROOT, sets
from tests.policies.answers.plans import LAYOUTS, drawn_plan
from tests.policies.answers.spoken import FOLDERS, words

Plan: TypeAlias = tuple[GroundAction | None, ...]
Lines: TypeAlias = list[str]
Change: TypeAlias = Callable[[Lines, int, random.Random], Lines]

_NAME = re.compile(r"(?:the )?\b(?:\w+_\d+|\w+ block|object \w)\b")
_PREPOSITION = re.compile(r"\b(?:from|on|onto|into|in|at|to|with)\b")
_ADDED = (
    "Then put it back on the table.",
    "After that, the robot takes the last one over to the other side.",
    "Good luck!",
    "Let me know if you have questions.",
    "This plan reaches the goal.",
    "Repeat the last step once more.",
    "Once this is done, move everything back.",
    "Note that nothing else is needed.",
    "Finally, take it to where it belongs.",
)
_COMMENTS = (
    " (so that it is free)",
    " because it is in the way",
    " – this clears the way",
    " to make room",
    " (then put it down)",
    ", then put it aside",
    " and do it again",
    " instead of the other",
)
_VERBS = (
    "grab",
    "set",
    "shift",
    "bring",
    "haul",
    "place",
    "remove",
    "send",
    "lay",
    "raise",
    "start",
)
_WRAPPED = ("**{}**", "`{}`", "- {}", "> {}", "({})", '"{}"')
_ORDERED = ("The robot should {}", "Have someone {}", "Do not {}", "You could {}", "If needed, {}")
_FREE = ("Bring {} along", "Now {} goes to its place", "Then {} gets moved", "take {} away")


@dataclass(frozen=True)
class Answer:
    """An answer that is read.

    Attributes:
        text: the answer.
        plan: its plan.
        read: reads answers to the same task.
        snippets: the words of the prompt's actions; a verb that stands there is no paraphrase.
    """

    text: str
    plan: Plan
    read: Callable[[str], AnswerReading]
    snippets: frozenset[str] = frozenset()


def _bare(line: str) -> str:
    return line.strip().rstrip(".")


def _append(lines: Lines, place: int, choose: random.Random) -> Lines:
    return [*lines, choose.choice(_ADDED)]


def _insert(lines: Lines, place: int, choose: random.Random) -> Lines:
    return [*lines[: place + 1], choose.choice(_ADDED), *lines[place + 1 :]]


def _edit(change: Callable[[str, random.Random], str]) -> Change:
    """A change of one line."""
    return lambda lines, place, choose: [
        *lines[:place],
        change(lines[place], choose),
        *lines[place + 1 :],
    ]


def _unmarked(lines: Lines, place: int, choose: random.Random) -> Lines:
    return [re.sub(r"^\s*(?:\d+[.)]|[-*])\s*", "", line) for line in lines]


def _twice(lines: Lines, place: int, choose: random.Random) -> Lines:
    return [*lines, "", "Summary:", *lines]


def _ordered(line: str, choose: random.Random) -> str:
    return choose.choice(_ORDERED).format(line[:1].lower() + line[1:])


def _freely(line: str, choose: random.Random) -> str:
    found = _NAME.search(line)
    return choose.choice(_FREE).format(found[0] if found else "it")


CHANGES: dict[str, Change] = {
    "append a line": _append,
    "insert a line": _insert,
    "wrap": _edit(lambda line, choose: choose.choice(_WRAPPED).format(line)),
    "comment": _edit(lambda line, choose: _bare(line) + choose.choice(_COMMENTS)),
    "it": _edit(lambda line, choose: _NAME.sub("it", line, count=1)),
    "drop an object": _edit(lambda line, choose: _NAME.sub("", line, count=1)),
    "another subject": _edit(_ordered),
    "free wording": _edit(_freely),
    "drop the marks": _unmarked,
    "state twice": _twice,
}


def _synonym(answer: Answer, lines: Lines, place: int, choose: random.Random) -> Lines:
    """A line's first verb replaced by another that no snippet has."""
    other = choose.choice([verb for verb in _VERBS if verb not in answer.snippets])
    found = re.findall(r"[A-Za-z]{3,}", lines[place])
    verb = next((each for each in found if base_form(each.lower()) == each.lower()), "")
    line = lines[place].replace(verb, other, 1) if verb else lines[place]
    return [*lines[:place], line, *lines[place + 1 :]]


def _preposition(answer: Answer, lines: Lines, place: int, choose: random.Random) -> Lines:
    """A preposition replaced by another that no snippet has."""
    others = sorted({"under", "beside", "off", "behind", "near", "toward"} - answer.snippets)
    line = _PREPOSITION.sub(choose.choice(others), lines[place], count=1)
    return [*lines[:place], line, *lines[place + 1 :]]


def _joined(answer: Answer, lines: Lines, place: int, choose: random.Random) -> Lines:
    """A step joined with the next where no line stands between them."""
    steps = {step.line - 1 for step in answer.read(answer.text).proposed}
    if not {place, place + 1} <= steps:
        return lines
    both = choose.choice((" and ", ", then ", "; ")).join(map(_bare, lines[place : place + 2]))
    return [*lines[:place], both, *lines[place + 2 :]]


OF_ANSWERS = {"synonym": _synonym, "another preposition": _preposition, "join": _joined}


def _moved(answer: Answer, order: Sequence[int]) -> tuple[str, Plan]:
    """The lines of an answer in another order, and the plan that this makes."""
    lines, steps = answer.text.splitlines(), answer.read(answer.text).proposed
    plan = tuple(step.action for place in order for step in steps if step.line == place + 1)
    return "\n".join(lines[place] for place in order), plan


def check_paraphrase(answer: Answer, kind: str, choose: random.Random) -> None:
    """Fail unless a changed answer is read the same, a step of it as one that fails, or not."""
    lines = answer.text.splitlines()
    place = choose.choice([number for number, line in enumerate(lines) if line.strip()])
    if kind in CHANGES:
        changed = CHANGES[kind](lines, place, choose)
    else:
        changed = OF_ANSWERS[kind](answer, lines, place, choose)
    reading = answer.read("\n".join(changed))
    assert reading.unread or _is_same(reading.plan, answer.plan), "\n".join(changed)


def _is_same(plan: Plan, wanted: Plan) -> bool:
    return len(plan) == len(wanted) and all(
        step in (None, other) for step, other in zip(plan, wanted, strict=True)
    )


def check_order(answer: Answer, choose: random.Random) -> None:
    """Fail unless an answer with two lines exchanged, or one repeated, is read so, or unread."""
    order = list(range(len(answer.text.splitlines())))
    one, other = choose.choice(order), choose.choice(order)
    if choose.random() < 0.5:
        order[one], order[other] = order[other], order[one]
    else:
        order.insert(one, one)
    text, plan = _moved(answer, order)
    reading = answer.read(text)
    assert reading.unread or reading.plan in (plan, answer.plan), text


def _own(name: str, layout: str, choose: random.Random) -> Answer | None:
    """A plan in the words of our own prompt; None where the layout is not read."""
    spoken = words(name, "library")
    plan = tuple(drawn_plan(spoken, choose))
    text = LAYOUTS[layout]([spoken.say(action) for action in plan])
    snippets = frozenset(re.findall(r"[a-z]+", " ".join(spoken.lexicon.actions.values()).lower()))
    return Answer(text, plan, spoken.answers.read, snippets) if plan else None


def _vocabulary(entry: dict[str, Any]) -> frozenset[str]:
    """The words of the files that the prompt was made of."""
    files = (entry[key] for key in ("domain", "lexicon", "config") if entry.get(key))
    texts = (Path(each).read_text(encoding="utf-8") for each in files)
    return frozenset(word for text in texts for word in re.findall(r"[a-z]+", text.lower()))


SCORER = Scorer()


@cache
def labelled() -> tuple[dict[str, Any], ...]:
    """The labelled answers at hand; those kept for measuring are not among them."""
    return tuple(
        entry
        for name, found in sets().items()
        for entry in found
        if "unseen" not in name and entry.get("mechanism") not in ("act", "react")
    )


def _real(entry: dict[str, Any]) -> Answer | None:
    """A labelled answer; None where it is unread."""

    def read(text: str) -> AnswerReading:
        return SCORER.grade({**entry, "response": text}, ROOT).reading

    reading = read(entry["response"])
    if reading.unread or not reading.plan:
        return None
    return Answer(entry["response"], reading.plan, read, _vocabulary(entry))


KINDS = st.sampled_from([*CHANGES, *OF_ANSWERS])
RANDOM = st.randoms(use_true_random=False)


@settings(max_examples=120)
@given(
    name=st.sampled_from(sorted(name for name in FOLDERS if name.startswith("bundled/"))),
    layout=st.sampled_from(sorted(LAYOUTS.keys() - {"another problem"})),
    kind=KINDS,
    choose=RANDOM,
)
def test_a_changed_plan_of_ours_is_read_the_same_or_unread(
    name: str, layout: str, kind: str, choose: random.Random
) -> None:
    if answer := _own(name, layout, choose):
        check_paraphrase(answer, kind, choose)


@settings(max_examples=80)
@given(
    name=st.sampled_from(sorted(name for name in FOLDERS if name.startswith("bundled/"))),
    layout=st.sampled_from(["lines", "numbers", "bullets", "bold", "headings", "introduced"]),
    choose=RANDOM,
)
def test_exchanged_and_repeated_lines_are_read_so_or_unread(
    name: str, layout: str, choose: random.Random
) -> None:
    if answer := _own(name, layout, choose):
        check_order(answer, choose)


@pytest.mark.long
@settings(max_examples=160)
@given(kind=KINDS, choose=RANDOM)
def test_a_changed_answer_of_a_real_model_is_read_the_same_or_unread(
    kind: str, choose: random.Random
) -> None:
    if answer := _real(choose.choice(labelled())):
        check_paraphrase(answer, kind, choose)
