"""Results as a frame: one row an episode."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from autoplan.results.store import CONDUCT, rows

if TYPE_CHECKING:
    import pandas as pd


def load(folder: str | Path) -> pd.DataFrame:
    """The episodes of a results folder, one row each.

    - `solved_strict`: solved with every answer in the format that was asked for;
      `untranslated`: how many steps name no action beyond doubt; `refused`: how many actions were
      tried and could not be carried out (docs/scoring.md).
    - `disagreement`: which witnesses contradict each other on the episode's plan;
      `unanswered`: what became of answers that are none (`cut off 1`).
    - `snippets`: what wrote the snippets of the text, `pddl2nl` for a model (as in the paper),
      `library`, `rules`, `tpl` for template English, `valm23` for a person's description, else
      what their file says; `thoughts`: what wrote those of the example, `rule`, `state` or
      `llm:MODEL`;
      `example`: which task that is.
    - `looks`: how often the player looked around, `looks_after_mistake` right after a mistake;
      `false_finishes`: how often it wrongly said that the goal is reached; `mistakes`: its
      steps that were wrong in any way; `flawless`: solved without one.
    - `goal_step`: after how many steps the goal was reached first; `attempts`: how many whole
      plans were written; `length_factor`: the length of the plan of a solved task, as a
      multiple of the reference plan's.

    What there is nothing of, and what results of earlier versions do not tell, is missing: `NA`,
    `NaN` or None, which `isna()` finds.

    Args:
        folder: a folder that `autoplan eval` has written.

    Returns:
        A frame with the columns `domain, instance, mechanism, input, model, seed, solved,
        solved_strict, untranslated, finish, steps, refused, plan_length, reference_length, calls,
        input_tokens, cached_tokens, output_tokens, reasoning_tokens, tokens_estimated, seconds,
        error, disagreement, unanswered, snippets, thoughts, example, looks, looks_after_mistake,
        false_finishes, mistakes, goal_step, attempts, flawless, length_factor`.

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
