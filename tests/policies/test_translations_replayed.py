"""Translations that models made are replayed: plans as they are meant, and none mended."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from scripts import translate_answers
from scripts.score_answers import OWN, SHARED
from scripts.translate_answers import (
    Answer,
    Outcome,
    Result,
    Translation,
    labelled,
    recorded,
    table,
    understand,
)
from tests.chat_server import ChatServer

RECORDED = OWN / "translations.jsonl"
SETS = (
    OWN / "free.jsonl",
    *sorted(OWN.glob("*/*.jsonl")),
    *(SHARED / "loose" / name for name in ("loose.jsonl", "natural.jsonl")),
)
MIN_AS_MEANT = 0.95


def replayed(translations: Sequence[Translation], answers: Sequence[Answer]) -> list[Result]:
    """What becomes of the answers that these translations belong to."""
    by_id = {answer["id"]: answer for answer in answers}
    return [
        asyncio.run(understand(by_id[each.id], None, [each], every=True))
        for each in translations
        if each.id in by_id
    ]


def test_recorded_translations_keep_plans_as_they_are_meant() -> None:
    by_model = defaultdict[str, list[Translation]](list)
    for each in recorded(RECORDED):
        by_model[each.by].append(each)
    if not by_model:
        pytest.skip(f"{RECORDED.name} holds no translations")
    answers = [answer for path in SETS if path.exists() for answer in labelled(path)]
    for model, translations in by_model.items():
        results = replayed(translations, answers)
        outcomes = {result.answer["id"]: result.outcome for result in results}
        assert "mended" not in outcomes.values(), (model, outcomes)
        as_meant = sum(outcome == "as meant" for outcome in outcomes.values())
        assert as_meant >= MIN_AS_MEANT * len(outcomes), (model, outcomes)


# --- the replay itself ----------------------------------------------------------------------------

RIGHT = (
    "(sail object_1 object_3)",
    "(board object_2 object_3)",
    "(sail object_3 object_0)",
    "(debark object_2 object_0)",
)


def written(folder: Path, *plans: Sequence[str]) -> Path:
    """A set of answers, one for each plan that is meant."""
    path = folder / "set.jsonl"
    path.write_text(
        "".join(
            json.dumps(
                {
                    "id": f"{number}",
                    "domain": "ferry",
                    "instance": "instance-1",
                    "response": f"{number}. Ahoy, object_1!",
                    "plan": list(plan),
                }
            )
            + "\n"
            for number, plan in enumerate(plans)
        )
    )
    return path


def lines(*actions: str) -> str:
    return "\n".join(f"1: {action}" for action in actions)


@pytest.mark.parametrize(
    ("meant", "translation", "outcome"),
    [
        (RIGHT, lines(*RIGHT), "as meant"),
        (RIGHT[1:], lines(*RIGHT[1:]), "as meant"),
        (RIGHT[1:], lines(*RIGHT), "mended"),
        (RIGHT[1:], lines(*RIGHT[2:]), "otherwise"),
        (RIGHT, lines(*RIGHT[1:]), "otherwise"),
        (RIGHT, "1: ? no", "unread"),
        (RIGHT, "Sure!", "unread"),
        (RIGHT[:0], "none", "as meant"),
    ],
)
def test_a_replayed_translation_is_compared_with_the_plan_that_is_meant(
    meant: Sequence[str], translation: str, outcome: Outcome, tmp_path: Path
) -> None:
    answers = list(labelled(written(tmp_path, meant)))
    (result,) = replayed([Translation("0", "m", "", translation)], answers)
    assert result.outcome == outcome
    assert len(result.asked) == 1


def test_what_a_model_writes_can_be_recorded_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    answers, file = written(tmp_path, RIGHT, RIGHT[1:], RIGHT), tmp_path / "recorded.jsonl"

    def run(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["translate_answers.py", str(answers), *arguments])
        translate_answers.main()
        return capsys.readouterr().out

    def answer(request: dict[str, list[dict[str, str]]]) -> str:
        said = request["messages"][-1]["content"]
        return "1: ?" if "2. Ahoy" in said else lines(*RIGHT)

    with ChatServer(answer=answer) as server:
        where = ("--model", "compat/m", "--base-url", server.base_url)
        first = run(*where, "--every", "--record", str(file))
        assert len(server.received) == 3
    assert "| 3 | 2 | 1 | 1 | 1 | 0 | 1 | 1.00 |" in first
    assert re.search(r"^1: mended; solved$", first, re.MULTILINE)
    entries = recorded(file)
    assert [each.id for each in entries] == ["0", "1", "2"]
    assert len({each.prompt for each in entries}) == 3
    again = run("--replay", str(file), "--every")
    assert again.splitlines()[1:] == first.splitlines()[1:]


def test_an_answer_that_nobody_translates_stays_unread(tmp_path: Path) -> None:
    (answer,) = labelled(written(tmp_path, RIGHT))
    result = asyncio.run(understand(answer, None))
    assert result.outcome == "unread"
    assert table([result])[-1] == "| 1 | 1 | 0 | 0 | 0 | 0 | 1 | 1.00 |"
