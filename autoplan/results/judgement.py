"""What the validators say of an episode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from simulator.validation import Verdict, conclusion, disagreement

EPISODE = "episode"
"""Whose word it is that an episode has or has not ended in the goal."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the validators say of an episode.

    Args:
        verdicts: the verdicts of all validators on each of its plans.
    """

    verdicts: Mapping[str, tuple[Verdict, ...]]

    @property
    def disagreement(self) -> str | None:
        """Who says what of which plan, None where nobody contradicts anybody."""
        found = ((plan, disagreement(verdicts)) for plan, verdicts in self.verdicts.items())
        return "; ".join(f"{plan}: {who}" for plan, who in found if who) or None

    @property
    def no_verdict(self) -> str | None:
        """Which validators gave no verdict, and why; None where all did."""
        return "; ".join(dict.fromkeys(f"{v.witness}: {v.reason}" for v in self.silent)) or None

    @property
    def silent(self) -> Iterator[Verdict]:
        """Where a validator gave no verdict."""
        return (each for group in self.verdicts.values() for each in group if each.valid is None)

    def as_data(self) -> list[dict[str, Any]]:
        """The verdicts for the transcript; a validator's words are kept where it did not judge."""
        return [
            {
                "plan": plan,
                "witness": verdict.witness,
                "valid": verdict.valid,
                "says": conclusion(verdict),
                "output": verdict.output if verdict.valid is None else None,
            }
            for plan, verdicts in self.verdicts.items()
            for verdict in verdicts
        ]
