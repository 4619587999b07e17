"""Answers whose steps are lines that begin "do", so that their layout alone can be tested."""

from __future__ import annotations

from policies.answers.meaning.doubt import Likeness
from policies.answers.structure.looks import Look
from policies.answers.structure.proposal import proposed


class Words:
    """`do X` is a step, `do X because ...` an explained one, `do` alone a broken one.

    `does X` tells of a step; `try X` is an order, `some X` a phrase that cannot be read.
    """

    def look(self, line: str) -> Look:
        words = _words(line)
        if words[:1] == ["does"]:
            return Look.TOLD
        if words[:1] != ["do"]:
            return Look.OTHER
        if len(words) == 1:
            return Look.BROKEN
        return Look.STEP if len(words) == 2 else Look.EXPLAINED

    def meaning(self, line: str) -> str:
        return _words(line)[-1]

    def repeats(self, line: str) -> bool:
        return "".join(_words(line)[:1]) == "repeat"

    def likeness(self, line: str) -> Likeness:
        return {"try": Likeness.ORDER, "some": Likeness.PHRASE}.get(
            "".join(_words(line)[:1]), Likeness.PROSE
        )


def _words(line: str) -> list[str]:
    words = line.lower().strip(" *#-.,:`0123456789()").split()
    return words[2:] if words[:1] == ["step"] else words


def lines(answer: str) -> list[str]:
    return [line.text for line in proposed(answer, Words())]


def plan(answer: str) -> list[str]:
    return [_words(line)[-1] for line in lines(answer)]
