"""What a results folder holds besides its rows: settings, scenes, expenses, transcripts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from autoplan.experiment.matrix import EpisodeKey
from autoplan.models.ledger import Call, Expense
from autoplan.results.judgement import EPISODE
from autoplan.results.record import TaskInWords
from autoplan.results.store import ANY_SEED, database, reading
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Message, Tool, ToolCall, Usage

ScenePlace: TypeAlias = tuple[str, str, str, int]
"""Where a scene belongs: domain, instance, input form, and the seed or `ANY_SEED`."""

_KEY = "domain, instance, mechanism, input, model, seed"


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step of an episode, as its transcript records it.

    Args:
        text: the player's words.
        action: the PDDL action that they were taken for, None where they are none.
        refused: whether the action was refused.
        mistake: what was wrong with the step (`simulator.outcome.Mistake`), None where it was fine.
        observation: what the player was answered.
        added: the facts that became true, in the words of the input form.
        deleted: the facts that became false.
    """

    text: str
    action: str | None
    refused: bool
    mistake: str | None
    observation: str
    added: tuple[str, ...]
    deleted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything that happened in an episode: the model's calls, and the steps."""

    calls: tuple[Call, ...]
    steps: tuple[RecordedStep, ...]
    attachments: Mapping[str, Any] = field(default_factory=dict)
    """What a mechanism has kept besides: ChatHTN's hierarchy, the rounds of LLM-Modulo."""
    begun: tuple[int, ...] = ()
    """For each whole plan how many steps there were before it, where there are several."""
    validators: tuple[str, ...] = ()
    """Who has judged its plans besides the episode itself; nobody where it broke off."""


def settings(folder: Path) -> dict[str, str]:
    """What all episodes of a results folder have in common, such as `temperature`.

    Raises:
        InputError: the folder holds no results, or a damaged file.
    """
    with reading(folder) as connection:
        return dict(connection.execute("SELECT name, value FROM settings ORDER BY rowid"))


def is_sampled(folder: Path) -> bool:
    """Whether the seeds of a results folder number samples.

    Raises:
        InputError: the folder holds no results, or a damaged file.
    """
    return settings(folder).get("sampled") == str(True)


def files(folder: Path) -> dict[tuple[str, str], str]:
    """Fingerprints of the PDDL files that were played, by domain and name.

    Raises:
        InputError: the folder holds no results, or a damaged file.
    """
    with reading(folder) as connection:
        rows = connection.execute("SELECT domain, name, digest FROM files")
        return {(domain, name): digest for domain, name, digest in rows}


def check_same_tasks(folders: Iterable[Path]) -> None:
    """See that what has one name in several results folders is one and the same task.

    Raises:
        InputError: two folders hold different files under one name.
    """
    known: dict[tuple[str, str], str] = {}
    for folder in folders:
        for (domain, name), digest in files(folder).items():
            if known.setdefault((domain, name), digest) != digest:
                raise InputError(
                    f"was not played with the same {domain} as the other folders (what differs: "
                    f"{name}), so that their results cannot be compared",
                    source=str(folder),
                )


def scenes(folder: Path) -> dict[ScenePlace, TaskInWords]:
    """The tasks of a results folder in words.

    Raises:
        InputError: the folder holds no results, or a damaged file.
    """
    with reading(folder) as connection:
        query = "SELECT domain, instance, input, seed, initial, goal, reference FROM scenes"
        found = connection.execute(query).fetchall()
    return {
        (domain, instance, form, seed): TaskInWords(
            initial=_texts(initial, folder),
            goal=_texts(goal, folder),
            reference=None if reference is None else _texts(reference, folder),
        )
        for domain, instance, form, seed, initial, goal, reference in found
    }


def _texts(content: str, folder: Path) -> tuple[str, ...]:
    """A list of texts, as it is kept."""
    try:
        found = json.loads(content)
        if all(isinstance(each, str) for each in found):
            return tuple(found)
    except (ValueError, TypeError, RecursionError):
        pass
    raise InputError("is damaged: the words of a task are broken", source=str(database(folder)))


def scene_of_episode(
    scenes: Mapping[ScenePlace, TaskInWords], key: EpisodeKey, folder: Path
) -> TaskInWords:
    """The task of an episode, in its own words.

    Raises:
        InputError: it is not there, although the episode is.
    """
    place = (key.domain, key.instance, key.input)
    found = scenes.get((*place, key.seed)) or scenes.get((*place, ANY_SEED))
    if found is None:
        raise InputError(
            f"is damaged: the task {' '.join(place)} is missing", source=str(database(folder))
        )
    return found


def expenses(folder: Path) -> list[tuple[EpisodeKey, Expense]]:
    """The tokens of every episode by role, model and kind of call.

    Raises:
        InputError: the folder holds no results, or a damaged file.
    """
    query = (
        f"SELECT {_KEY}, role, asked, reused, batched, calls, input_tokens, cached_tokens, "
        "output_tokens, reasoning_tokens, tokens_estimated FROM expenses"
    )
    with reading(folder) as connection:
        return [(EpisodeKey(*row[:6]), _expense(row[6:])) for row in connection.execute(query)]


def prices(folder: Path) -> tuple[dict[str, str], str]:
    """What models cost in the last run of a results folder: JSON by model, and of which days.

    Raises:
        InputError: the folder holds no results, or a damaged file.
    """
    with reading(folder) as connection:
        query = "SELECT model, price, dated FROM prices ORDER BY model"
        rows = connection.execute(query).fetchall()
    return {model: price for model, price, _ in rows}, ", ".join(sorted({row[2] for row in rows}))


def transcripts(folder: Path) -> Iterator[tuple[EpisodeKey, str, Transcript]]:
    """All episodes: the key, how it ended, and the transcript; one at a time in memory.

    Those that are alike come one after the other.

    Raises:
        InputError: the folder holds no results, or a damaged file.
    """
    query = (
        f"SELECT {_KEY}, finish, transcript FROM episodes "
        "ORDER BY domain, mechanism, input, model, instance, seed"
    )
    with reading(folder) as connection:
        for *key, finish, text in connection.execute(query):
            yield EpisodeKey(*key), finish, _read(EpisodeKey(*key), text, folder)


def _read(key: EpisodeKey, text: str, folder: Path) -> Transcript:
    try:
        return _transcript(json.loads(text))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        episode = f"{key.domain} {key.instance} {key.mechanism} {key.input} seed {key.seed}"
        raise InputError(
            f"the transcript of {episode} is damaged", source=str(database(folder))
        ) from error


def _expense(row: tuple[Any, ...]) -> Expense:
    role, asked, reused, batched, calls = row[:5]
    read, cached, written, reasoning, estimated = row[5:]
    usage = Usage(read, cached, written, reasoning, bool(estimated))
    return Expense(role, asked, bool(reused), bool(batched), calls, usage)


def _transcript(data: Mapping[str, Any]) -> Transcript:
    return Transcript(
        calls=tuple(map(_call, data["calls"])),
        steps=tuple(map(recorded_step, data["steps"])),
        attachments=data.get("attachments", {}),
        begun=tuple(data.get("begun", ())),
        validators=tuple(
            dict.fromkeys(
                each["witness"] for each in data.get("verdicts", ()) if each["witness"] != EPISODE
            )
        ),
    )


def recorded_step(data: Mapping[str, Any]) -> RecordedStep:
    """A step from its data in a transcript (see `step_as_data`)."""
    return RecordedStep(
        text=data["said"],
        action=data["action"],
        refused=data["refused"],
        mistake=data["mistake"],
        observation=data["observation"],
        added=tuple(data["added"]),
        deleted=tuple(data["deleted"]),
    )


def _call(data: Mapping[str, Any]) -> Call:
    answer = data["answer"]
    return Call(
        role=data["role"],
        model=data["model"],
        kept=data["kept"],
        sent=tuple(Message(**{**message, **_calls(message)}) for message in data["sent"]),
        completion=Completion(
            **{
                **answer,
                **_calls(answer),
                "usage": Usage(**answer["usage"]),
                "notes": tuple(answer["notes"]),
            }
        ),
        tools=tuple(Tool(**tool) for tool in data.get("tools", ())),
    )


def _calls(data: Mapping[str, Any]) -> dict[str, tuple[ToolCall, ...]]:
    return {"tool_calls": tuple(ToolCall(**call) for call in data.get("tool_calls", ()))}
