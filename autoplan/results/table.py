"""Results as a table: one line for each domain, mechanism, input form and model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table

from autoplan.results.store import CONDUCT, paid, rows

if TYPE_CHECKING:
    import pandas as pd

_GROUP = ["domain", "mechanism", "input", "model"]


def load(folder: str | Path) -> pd.DataFrame:
    """The episodes of a results folder, one row each.

    Args:
        folder: a folder that `autoplan eval` has written.

    Returns:
        A frame with the columns `domain, instance, mechanism, input, model, seed, solved,
        solved_strict, untranslated, finish, steps, refused, plan_length, reference_length, calls,
        input_tokens, cached_tokens, output_tokens, reasoning_tokens, tokens_estimated, seconds,
        error, disagreement, unanswered, snippets, thoughts, example, looks, looks_after_mistake,
        false_finishes, mistakes, goal_step, attempts, flawless, length_factor`.

        - `solved_strict`: solved with every answer in the format that was asked for;
          `untranslated`: how many steps could not be read.
        - `disagreement`: which witnesses contradict each other on the episode's plan;
          `unanswered`: what became of answers that are none (`cut off 1`).
        - `snippets`: what wrote the snippets of the text, `pddl2nl` for a model (as in the paper),
          `library`, `rules`, `tpl` for template English, `valm23` for a person's description, else
          what their file says; `thoughts`: what wrote those of the example, `rule` or `llm:MODEL`;
          `example`: which task that is.
        - `looks`: how often the player looked around, `looks_after_mistake` right after a mistake;
          `false_finishes`: how often it wrongly said that the goal is reached; `mistakes`: its
          steps that were wrong in any way; `flawless`: solved without one.
        - `goal_step`: after how many steps the goal was reached first; `attempts`: how many whole
          plans were written; `length_factor`: the length of the plan of a solved task, as a
          multiple of the reference plan's.

        What there is nothing of, and what results of earlier versions do not tell, is missing.

    Raises:
        InputError: the folder holds no results.
    """
    import pandas as pd

    columns, found = rows(Path(folder))
    frame = pd.DataFrame(found, columns=columns)
    flags = {"solved": bool, "solved_strict": bool, "tokens_estimated": bool}
    counts = dict.fromkeys(("reference_length", *CONDUCT), "Int64")
    frame = frame.astype({**flags, **counts})
    length = frame["plan_length"].where(frame["solved"] & frame["reference_length"].gt(0))
    return frame.assign(
        flawless=frame["solved"] & frame["mistakes"].eq(0),
        length_factor=length.astype("Float64") / frame["reference_length"],
    )


def summary(folder: Path) -> Table:
    """The results of a folder as a table for the terminal."""
    frame = load(folder)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in _GROUP:
        table.add_column(name, no_wrap=True)
    numbers = (
        "solved",
        *(("strict",) if _loose(frame) else ()),
        "steps",
        "refused",
        "calls",
        "input tokens",
        "output tokens",
        "seconds",
    )
    contradicted = frame["disagreement"].notna()
    lost = frame["unanswered"].notna()
    last = (
        "errors",
        *(("unanswered",) if lost.any() else ()),
        *(("disagreements",) if contradicted.any() else ()),
    )
    for name in (*numbers, *last):
        table.add_column(name, justify="right", no_wrap=True)
    for group, played in frame.groupby(_GROUP):
        about = "~" if played["tokens_estimated"].any() else ""
        table.add_row(
            *map(str, group),
            f"{played['solved'].sum()}/{len(played)}",
            *([f"{played['solved_strict'].sum()}/{len(played)}"] if _loose(frame) else []),
            f"{played['steps'].mean():.1f}",
            f"{played['refused'].mean():.1f}",
            f"{played['calls'].sum()}",
            f"{about}{played['input_tokens'].sum()}",
            f"{about}{played['output_tokens'].sum()}",
            f"{played['seconds'].sum():.1f}",
            f"{played['error'].notna().sum()}",
            *([f"{lost[played.index].sum()}"] if lost.any() else []),
            *([f"{contradicted[played.index].sum()}"] if contradicted.any() else []),
        )
    return table


def _loose(frame: pd.DataFrame) -> bool:
    """Whether an answer solved its task although it did not keep to the format asked for."""
    return bool((frame["solved"] & ~frame["solved_strict"]).any())


def bill(folder: Path) -> str | None:
    """What calls have cost in one line, None where none was paid for."""
    calls, usd, unpriced = paid(folder)
    if not calls:
        return None
    rest = ", and calls whose price is not known" if unpriced else ""
    return f"paid: ${usd:.4f} for {calls} calls{rest}"


def legend(folder: Path) -> str:
    """What the columns of the summary are."""
    frame = load(folder)
    strict = "strict: solved with every line as asked for; " if _loose(frame) else ""
    lost = frame["unanswered"].notna().any()
    unanswered = "; unanswered: episodes with an answer cut off, refused or empty" if lost else ""
    return strict + _LEGEND + unanswered + _told_in(frame)


def _told_in(frame: pd.DataFrame) -> str:
    """What wrote the snippets of the form `nl`."""
    origins = sorted(set(frame[frame["input"] == "nl"]["snippets"].dropna()))
    return f"; nl in snippets of: {', '.join(origins)}" if origins else ""


_LEGEND = "steps and refused: mean an episode; calls, tokens, seconds: sums; ~ an approximate count"
