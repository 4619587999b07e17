"""How players fare as tasks grow (seed paper, "Scaling experiments")."""

from __future__ import annotations

import pandas as pd

FEWEST_SIZES = 4
"""A domain whose tasks come in fewer sizes says nothing about scaling."""

_LIMITS = ("time limit", "memory limit")


def scaled_domains(episodes: pd.DataFrame) -> list[str]:
    """The domains whose tasks come in enough sizes, counted in objects."""
    sizes = episodes.groupby("domain")["objects"].nunique()
    return [str(domain) for domain in sizes.index[sizes >= FEWEST_SIZES]]


def by_size(episodes: pd.DataFrame) -> pd.DataFrame:
    """The share of episodes solved at each size.

    Returns:
        One row for each `domain`, `player` and number of `objects`: `played`, `solved`, `share`.
    """
    sizes = episodes.groupby(["domain", "player", "objects"], observed=True)["solved"]
    table = sizes.agg(played="size", solved="sum").reset_index()
    return table.assign(share=table["solved"] / table["played"])


def limits(episodes: pd.DataFrame) -> pd.DataFrame:
    """Where symbolic planners give up.

    Returns:
        One row for each `domain` and `player` that ran out of time or memory there: `objects`, the
        size of the smallest such task.
    """
    stopped = episodes[episodes["cause"].isin(_LIMITS)]
    smallest = stopped.groupby(["domain", "player"], observed=True)["objects"].min()
    return smallest.reset_index()
