"""What a results folder holds: settings, scenes, expenses, transcripts, and its rows as a frame.

Whatever is read here raises InputError where a folder contains no results, or a damaged file.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote

from autoplan.models.paid_models import Call, Expense
from autoplan.results.costs import BestCost, Task, best_costs
from autoplan.results.record import EPISODE, NO_MODEL, Costs, EpisodeKey, TaskInWords
from autoplan.results.store import (
    ANY_SEED,
    COLUMNS,
    CONDUCT,
    FILE,
    KEY,
    OF_MECHANISM,
    OF_PLANNERS,
    SNIPPETS,
    TABLES,
    check_format,
    in_words,
    limit_text,
    stored_text,
)
from pddl2nl.errors import InputError
from pddl2nl.llm import Completion, Message, Tool, ToolCall, Usage

if TYPE_CHECKING:
    import pandas as pd

ScenePlace: TypeAlias = tuple[str, str, str, int]
"""Where a scene belongs: domain, instance, input form, and the seed or `ANY_SEED`."""

SOLVABLE = "(domain, instance) NOT IN (SELECT domain, instance FROM unsolvable)"
"""In a query: the episodes of tasks that are not proved unsolvable."""

ONLY_UNSOLVABLE = "contains only episodes of unsolvable tasks, which `autoplan table` counts"
"""The fault of a folder for whatever is stated of solvable tasks."""
_KEY = ", ".join(KEY)

_NO_COSTS = Costs(None, None, reference_optimal=False)
_NEW_TABLES = ("unsolvable", "costs", "names")
"""The tables that folders of earlier versions do not have."""


def database(folder: Path) -> Path:
    """The database of a results folder.

    Raises:
        InputError: the folder contains no results.
    """
    path = folder / FILE
    if not path.is_file():
        raise InputError(f"contains no results (no {FILE} in it)", source=str(folder))
    return path


def read_only(path: Path) -> sqlite3.Connection:
    """A database to be read; in a folder that cannot be written to as well, where nobody writes."""
    alone = "" if os.access(path.parent, os.W_OK) else "&immutable=1"
    address = f"file:{quote(str(path))}?mode=ro{alone}"
    connection = sqlite3.connect(address, uri=True)
    connection.text_factory = stored_text
    return connection


@contextmanager
def reading(
    folder: Path, only: Collection[EpisodeKey] | None = None
) -> Iterator[sqlite3.Connection]:
    """The database of a results folder, to be read.

    Args:
        folder: the folder.
        only: the episodes that `episodes` shows, None for all.
    """
    path = database(folder)
    try:
        with closing(read_only(path)) as connection:
            check_format(connection, folder)
            connection.execute("PRAGMA temp_store = MEMORY")
            for name in _NEW_TABLES:
                query = "SELECT 1 FROM sqlite_master WHERE name = ?"
                if connection.execute(query, (name,)).fetchone() is None:
                    connection.execute(f"CREATE TEMP TABLE {name} ({', '.join(TABLES[name][0])})")
            if only is not None:
                _hide_others(connection, only)
            yield connection
    except sqlite3.Error as error:
        raise InputError(f"cannot be read: {error}", source=str(path)) from error
    except UnicodeDecodeError as error:
        # SQLite quotes what is broken, whether it is text or not.
        raise InputError("cannot be read: the database is damaged", source=str(path)) from error


def _hide_others(connection: sqlite3.Connection, only: Collection[EpisodeKey]) -> None:
    """Let `episodes` stand for some of them: a temporary view goes before a table of its name."""
    connection.execute(f"CREATE TEMP TABLE chosen ({_KEY}, PRIMARY KEY ({_KEY}))")
    connection.executemany("INSERT INTO chosen VALUES (?, ?, ?, ?, ?, ?)", map(astuple, only))
    connection.execute(
        f"CREATE TEMP VIEW episodes AS SELECT * FROM main.episodes JOIN chosen USING ({_KEY})"
    )


def rows(folder: Path) -> tuple[list[str], list[tuple[object, ...]]]:
    """The episodes of a results folder without their transcripts: column names, and rows.

    Those of tasks that are proved unsolvable are left out: they belong in no mean.
    """
    columns = list(COLUMNS[:-1])
    with reading(folder) as connection:
        query = f"SELECT {', '.join(columns)} FROM episodes WHERE {SOLVABLE} ORDER BY rowid"
        found = connection.execute(query).fetchall()
    return columns, found


def left_out(folder: Path) -> int:
    """How many episodes of a results folder are of tasks that are proved unsolvable."""
    with reading(folder) as connection:
        query = f"SELECT count(*) FROM episodes WHERE NOT {SOLVABLE}"
        return int(connection.execute(query).fetchone()[0])


def paid(folder: Path) -> tuple[int, float, int]:
    """What was paid for a results folder: the calls whose price is known, the dollars for them,
    and the calls whose price is not known.
    """
    query = "SELECT count(usd), coalesce(sum(usd), 0), count(*) - count(usd) FROM payments"
    with reading(folder) as connection:
        calls, usd, unpriced = connection.execute(query).fetchone()
    return calls, usd, unpriced


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step of an episode, as its transcript records it.

    Args:
        text: the player's words.
        action: the PDDL action that they were taken for, None where they are none.
        mistake: what was wrong with the step (`simulator.outcome.Mistake`), None where it was fine.
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
    held: tuple[bool, ...] = ()
    """For each conjunct of the goal whether it holds at the end; empty where that is unknown."""
    validators: tuple[str, ...] = ()
    """Who has judged its plans besides the episode itself; nobody where it broke off."""


def settings(folder: Path) -> dict[str, str]:
    """What all episodes of a results folder have in common, such as `temperature`."""
    with reading(folder) as connection:
        return dict(connection.execute("SELECT name, value FROM settings ORDER BY rowid"))


def is_sampled(folder: Path) -> bool:
    """Whether the seeds of a results folder number samples."""
    return settings(folder).get("sampled") == str(True)


def files(folder: Path) -> dict[tuple[str, str], str]:
    """Fingerprints of the PDDL files that were played, by domain and name."""
    with reading(folder) as connection:
        rows = connection.execute("SELECT domain, name, digest FROM files")
        return {(domain, name): digest for domain, name, digest in rows}


def count_others(folder: Path, keys: Collection[EpisodeKey]) -> int:
    """How many episodes a results folder holds besides some."""
    with reading(folder, keys) as connection:
        query = "SELECT (SELECT count(*) FROM main.episodes) - (SELECT count(*) FROM episodes)"
        return int(connection.execute(query).fetchone()[0])


def check_same_tasks(folders: Iterable[Path]) -> None:
    """See that what has one name in several results folders is one and the same task.

    Words and prompts may differ, since they are what one compares (`conditions`).

    Raises:
        InputError: two folders hold different files under one name.
    """
    known: dict[tuple[str, str], str] = {}
    for folder in folders:
        for (domain, name), digest in files(folder).items():
            if name.startswith(SNIPPETS) or domain.startswith(OF_MECHANISM):
                continue  # words and prompts are conditions, not the task
            if known.setdefault((domain, name), digest) != digest:
                raise InputError(
                    f"was not played with the same {domain} as the other folders (what differs: "
                    f"{name}), so that their results cannot be compared",
                    source=str(folder),
                )


def conditions(one: Path, other: Path, *, planners: bool = True) -> list[str]:
    """The settings, words and prompts in which two results folders differ, a line each.

    Args:
        planners: whether the limits of planners are among these settings.
    """
    first, second = settings(one), settings(other)
    lines = [
        f"{name}: {_setting(name, first, second)} (A), {_setting(name, second, first)} (B)"
        for name in {**first, **second}
        if first.get(name) != second.get(name) and (planners or not name.endswith(OF_PLANNERS))
    ]
    mine, theirs = files(one), files(other)
    differ = (key for key in mine.keys() & theirs.keys() if mine[key] != theirs[key])
    return lines + [f"{domain}: {in_words(name)}" for domain, name in sorted(differ)]


def _setting(name: str, known: Mapping[str, str], other: Mapping[str, str]) -> str:
    """A setting of a folder in words; what is a yes in the other folder is a no where it lacks."""
    if "True" in (known.get(name), other.get(name)):
        return "yes" if known.get(name) == "True" else "no"
    value = known.get(name, "none")
    is_limit = name in known and name.endswith(OF_PLANNERS)
    return limit_text(name, float(value)) if is_limit else value


def scenes(folder: Path) -> dict[ScenePlace, TaskInWords]:
    """The tasks of a results folder in words."""
    with reading(folder) as connection:
        query = (
            "SELECT domain, instance, input, seed, initial, goal, reference, names "
            "FROM scenes LEFT JOIN names USING (domain, instance, input, seed)"
        )
        found = connection.execute(query).fetchall()
    return {
        (domain, instance, form, seed): TaskInWords(
            initial=_listed(initial, folder),
            goal=_listed(goal, folder),
            reference=None if reference is None else _listed(reference, folder),
            names=tuple((word, name) for word, name in _listed(names or "[]", folder, pairs=True)),
        )
        for domain, instance, form, seed, initial, goal, reference, names in found
    }


def _listed(content: str, folder: Path, *, pairs: bool = False) -> tuple[Any, ...]:
    """A list of texts, or of pairs of texts, as it is kept."""
    try:
        found = json.loads(content)
        rows = [(each if pairs else [each]) for each in found]
        whole = all(len(row) == 1 + pairs and all(isinstance(x, str) for x in row) for row in rows)
    except (ValueError, TypeError, RecursionError):
        whole = False
    if not whole:
        raise InputError(
            "is damaged: the texts of a task cannot be read", source=str(database(folder))
        )
    return tuple(found)


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
    """The tokens of every episode by role, model and kind of call."""
    query = (
        f"SELECT {_KEY}, role, asked, reused, batched, calls, input_tokens, cached_tokens, "
        "output_tokens, reasoning_tokens, tokens_estimated FROM expenses"
    )
    with reading(folder) as connection:
        return [(EpisodeKey(*row[:6]), _expense(row[6:])) for row in connection.execute(query)]


def costs(folder: Path) -> dict[EpisodeKey, Costs]:
    """What the plans of each episode cost; nothing of a run without `--costs`."""
    query = f"SELECT {', '.join(TABLES['costs'][0])} FROM costs WHERE {SOLVABLE} ORDER BY rowid"
    with reading(folder) as connection:
        found = connection.execute(query).fetchall()
    return {EpisodeKey(*row[:6]): Costs(row[6], row[7], bool(row[8])) for row in found}


def prices(folder: Path) -> tuple[dict[str, str], str]:
    """What models cost in the last run of a results folder: JSON by model, and of which days."""
    with reading(folder) as connection:
        query = "SELECT model, price, dated FROM prices ORDER BY model"
        rows = connection.execute(query).fetchall()
    return {model: price for model, price, _ in rows}, ", ".join(sorted({row[2] for row in rows}))


def transcripts(folder: Path) -> Iterator[tuple[EpisodeKey, str, Transcript]]:
    """All episodes: the key, how it ended, and the transcript; one at a time in memory.

    Those that are alike come one after the other; those of unsolvable tasks are left out.
    """
    query = (
        f"SELECT {_KEY}, finish, transcript FROM episodes WHERE {SOLVABLE} "
        "ORDER BY domain, mechanism, input, model, instance, seed"
    )
    with reading(folder) as connection:
        for *key, finish, text in connection.execute(query):
            try:
                found = _transcript(json.loads(text))
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                domain, instance, mechanism, form, _, seed = key
                raise InputError(
                    f"the transcript of {domain} {instance} {mechanism} {form} seed {seed} is "
                    "damaged",
                    source=str(database(folder)),
                ) from error
            yield EpisodeKey(*key), finish, found


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
        held=tuple(data.get("held", ())),
        validators=tuple(
            dict.fromkeys(
                each["witness"] for each in data.get("verdicts", ()) if each["witness"] != EPISODE
            )
        ),
    )


def recorded_step(data: Mapping[str, Any]) -> RecordedStep:
    """A step from its data in a transcript (see `step_as_data`)."""
    same = {name: data[name] for name in ("action", "refused", "mistake", "observation")}
    added, deleted = tuple(data["added"]), tuple(data["deleted"])
    return RecordedStep(text=data["said"], **same, added=added, deleted=deleted)


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
        done=data["done"],
    )


def _calls(data: Mapping[str, Any]) -> dict[str, tuple[ToolCall, ...]]:
    return {"tool_calls": tuple(ToolCall(**call) for call in data.get("tool_calls", ()))}


_COUNTS = (
    *("untranslated", "steps", "refused", "plan_length", "calls"),
    *("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens"),
)
_TYPES = {
    **dict.fromkeys(("solved", "solved_strict"), "boolean"),
    "tokens_estimated": "bool",
    **dict.fromkeys(("reference_length", *CONDUCT), "Int64"),
    **dict.fromkeys(("seed", *_COUNTS), "int64"),
    "seconds": "float64",
}


def load(folder: str | Path) -> pd.DataFrame:
    """The episodes of a results folder, one row each; without those of unsolvable tasks.

    - `solved`: whether the goal was reached, missing where it is unknown; `unread`: whether that is
      since the answer could not be read;
      `solved_strict`: solved with every answer in the format that was asked for;
      `untranslated`: how many steps name no action beyond doubt; `refused`: how many actions were
      tried and could not be carried out (docs/scoring.md).
    - `disagreement`: which witnesses contradict each other on the episode's plan;
      `no_verdict`: which gave no verdict, and why;
      `unanswered`: what became of answers that are none (`cut off 1`).
    - `input`: the input form; `none` for who reads no text.
    - `snippets`: what wrote the snippets of the text, `pddl2nl` for a model (as in the paper),
      `library`, `rules`, `tpl` for template English, `valm23` for a person's description, else
      the name of their file, and what it says; `thoughts`: what wrote those of the example,
      `rule`, `state` or `llm:MODEL`;
      `example`: which task that is.
    - `looks`: how often the player looked around, `looks_after_mistake` right after a mistake;
      `false_finishes`: how often it wrongly stated that the goal is reached; `mistakes`: its
      steps that were wrong in any way; `flawless`: solved without one.
    - `goal_step`: after how many steps the goal was reached first; `attempts`: how many whole
      plans were tried; `length_factor`: the length of the plan of a solved task, as a
      multiple of the reference plan's.
    - `plan_cost`: what the plan of a solved task costs by the task's metric, `reference_cost` the
      reference plan; their lengths where the task has no metric. `best_cost`: the cheapest plan
      of the task that is known in this folder; `optimum_known`: whether it is proved to be the
      cheapest; `cost_ratio`: `plan_cost` as a multiple of `best_cost`. All are missing in a run
      without `--costs`.

    What there is nothing of is missing: `NA`, `NaN` or None, which `isna()` finds. Where some
    episodes are unread, a share of those solved lies between `solved.fillna(False).mean()` and
    `solved.fillna(True).mean()`.

    Args:
        folder: a folder that `autoplan eval` has written.

    Returns:
        A frame with the columns `domain, instance, mechanism, input, model, seed, solved,
        solved_strict, untranslated, finish, steps, refused, plan_length, reference_length, calls,
        input_tokens, cached_tokens, output_tokens, reasoning_tokens, tokens_estimated, seconds,
        error, disagreement, no_verdict, unanswered, snippets, thoughts, example, looks,
        looks_after_mistake, false_finishes, mistakes, goal_step, attempts, unread,
        flawless, length_factor, plan_cost, reference_cost, best_cost, optimum_known, cost_ratio`.

    Raises:
        InputError: the folder contains no results, or those of another version.
    """
    import pandas as pd

    columns, found = rows(Path(folder))
    frame = pd.DataFrame(found, columns=columns)
    try:
        frame = frame.astype(_TYPES)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"is damaged: {error}", source=str(database(Path(folder)))) from error
    length = frame["plan_length"].where(frame["solved"] & frame["reference_length"].gt(0))
    frame = frame.assign(
        unread=frame["finish"].eq("unread"),
        flawless=frame["solved"] & frame["mistakes"].where(frame["solved"].notna()).eq(0),
        length_factor=length.astype("Float64") / frame["reference_length"],
    )
    played = costs(Path(folder))
    keys = (EpisodeKey(*row) for row in frame[list(KEY)].itertuples(index=False, name=None))
    priced = [played.get(key, _NO_COSTS) for key in keys]
    frame = frame.assign(
        input=frame["input"].mask(frame["model"].eq(NO_MODEL), NO_MODEL),
        plan_cost=pd.array([each.plan for each in priced], "Float64"),
        reference_cost=pd.array([each.reference for each in priced], "Float64"),
    )
    return with_best_costs(frame, best_costs(played.items()))


def with_best_costs(frame: pd.DataFrame, best: Mapping[Task, BestCost]) -> pd.DataFrame:
    """Episodes that have costs with the cheapest plans known, and with how much dearer theirs are.

    Args:
        frame: with `plan_cost` and `reference_cost`.
    """
    import pandas as pd

    tasks = zip(frame["domain"], frame["instance"], strict=True)
    in_play = frame[["plan_cost", "reference_cost"]].notna().any(axis="columns")
    found = [best.get(task) if asked else None for task, asked in zip(tasks, in_play, strict=True)]
    known = frame.assign(
        best_cost=pd.array([each.cost if each else None for each in found], "Float64"),
        optimum_known=pd.array([each.optimal if each else None for each in found], "boolean"),
    )
    ratio = known["plan_cost"] / known["best_cost"].where(known["best_cost"] > 0)
    return known.assign(cost_ratio=ratio)
