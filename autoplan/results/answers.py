"""Graded answers to questions, as a results folder keeps them: one line of JSON for each."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from pddl2nl.errors import InputError
from pddl2nl.llm import Usage

FILE = "answers.jsonl"


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    """An answer to a question, graded.

    Args:
        id: the question.
        asked: a digest of the prompt.
        kind: what was asked (see `autoplan.questions.question.Kind`).
        form: `bool`, `choice` or `open`.
        domain: the question's domain.
        instance: the instance that it is about.
        model: the name that the model is filed under.
        response: what it answered.
        right: whether that is right; None where it is unread.
        why: why it is unread; empty for others.
        usage: the tokens of the call.
        usd: what it cost, 0 for one from our own cache, None where the price is not known.
    """

    id: str
    asked: str
    kind: str
    form: str
    domain: str
    instance: str
    model: str
    response: str
    right: bool | None
    why: str
    usage: Usage
    usd: float | None


def answers(folder: Path) -> list[GradedAnswer]:
    """The answers that a folder holds; none where it has no file of them.

    A last line that was not written to its end is left out.

    Raises:
        InputError: another line cannot be read.
    """
    path = folder / FILE
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", source=str(path)) from error
    found = []
    lines = text.split("\n")[:-1]
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
            found.append(GradedAnswer(**{**row, "usage": Usage(**row["usage"])}))
        except (ValueError, TypeError, KeyError) as error:
            raise InputError("not a graded answer", source=str(path), line=number) from error
    return found


def opened(folder: Path) -> IO[str]:
    """A folder's file of answers, ready for more lines.

    Raises:
        InputError: the folder cannot be written.
    """
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            kept = path.read_bytes()
            path.open("rb+").truncate(kept.rfind(b"\n") + 1)
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(path)) from error


def keep(file: IO[str], found: Iterable[GradedAnswer]) -> None:
    """Add lines, so that they are there even if the process ends now."""
    for each in found:
        file.write(json.dumps(asdict(each), ensure_ascii=False) + "\n")
    file.flush()
