"""Results as a frame: one row an episode."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from autoplan.results.store import CONDUCT, database, rows
from pddl2nl.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

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
    """The episodes of a results folder, one row each.

    - `solved`: whether the goal was reached, missing where it is unknown; `unread`: whether that is
      since the answer could not be read;
      `solved_strict`: solved with every answer in the format that was asked for;
      `untranslated`: how many steps name no action beyond doubt; `refused`: how many actions were
      tried and could not be carried out (docs/scoring.md).
    - `disagreement`: which witnesses contradict each other on the episode's plan;
      `no_verdict`: which gave no verdict, and why;
      `unanswered`: what became of answers that are none (`cut off 1`).
    - `snippets`: what wrote the snippets of the text, `pddl2nl` for a model (as in the paper),
      `library`, `rules`, `tpl` for template English, `valm23` for a person's description, else
      what their file says; `thoughts`: what wrote those of the example, `rule`, `state` or
      `llm:MODEL`;
      `example`: which task that is.
    - `looks`: how often the player looked around, `looks_after_mistake` right after a mistake;
      `false_finishes`: how often it wrongly stated that the goal is reached; `mistakes`: its
      steps that were wrong in any way; `flawless`: solved without one.
    - `goal_step`: after how many steps the goal was reached first; `attempts`: how many whole
      plans were written; `length_factor`: the length of the plan of a solved task, as a
      multiple of the reference plan's.

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
        flawless, length_factor`.

    Raises:
        InputError: the folder holds no results, or those of another version.
    """
    import pandas as pd

    columns, found = rows(Path(folder))
    frame = pd.DataFrame(found, columns=columns)
    try:
        frame = frame.astype(_TYPES)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"is damaged: {error}", source=str(database(Path(folder)))) from error
    length = frame["plan_length"].where(frame["solved"] & frame["reference_length"].gt(0))
    return frame.assign(
        unread=frame["finish"].eq("unread"),
        flawless=frame["solved"] & frame["mistakes"].where(frame["solved"].notna()).eq(0),
        length_factor=length.astype("Float64") / frame["reference_length"],
    )
