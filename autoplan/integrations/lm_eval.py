"""Questions as a task of the LM evaluation harness: a folder for `lm_eval --include_path`.

The harness calls the functions below with the rows of a file of questions (`doc_to_text` and
`process_results` in its guide on new tasks).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from autoplan.questions.grading import grade
from autoplan.questions.question import Question
from pddl2nl.console import emit

NAME = "autoplan_questions"
_CALLS = """\
from autoplan.integrations.lm_eval import process_results, prompt

__all__ = ["process_results", "prompt"]
"""


def write_task(lines: Iterable[str], folder: Path) -> None:
    """Write a task: its questions, its configuration, and the module that the latter names.

    Args:
        lines: the questions, one JSON object each.
        folder: where they are written; it is made if it is not there.

    Raises:
        InputError: it cannot be written.
    """
    questions = folder.resolve() / "questions.jsonl"
    configuration = {
        "task": NAME,
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {"test": str(questions)}},
        "test_split": "test",
        "output_type": "generate_until",
        "doc_to_target": "{{completion}}",
        "generation_kwargs": {"until": [], "do_sample": False, "max_gen_toks": 4096},
        "metric_list": [
            {"metric": name, "aggregation": "mean", "higher_is_better": name == "right"}
            for name in ("right", "unread")
        ],
        "metadata": {"version": 1.0},
    }
    functions = (
        "doc_to_text: !function autoplan_calls.prompt\n"
        "process_results: !function autoplan_calls.process_results\n"
    )
    folder.mkdir(parents=True, exist_ok=True)
    emit("".join(lines).removesuffix("\n"), questions)
    emit(yaml.safe_dump(configuration, sort_keys=False) + functions, folder / f"{NAME}.yaml")
    emit(_CALLS, folder / "autoplan_calls.py")


def prompt(row: Mapping[str, Any]) -> str:
    """The text that asks a question: its messages one below the other."""
    return "\n\n".join(each["content"] for each in row["prompt"])


def process_results(row: Mapping[str, Any], results: Sequence[str]) -> dict[str, float]:
    """What an answer is worth: whether it is right, and whether it could not be read."""
    verdict = grade(Question.of(row), results[0])
    return {"right": float(verdict.right is True), "unread": float(verdict.right is None)}
