"""Contenders: what is compared in a report. Each is a mechanism, an input form and a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from policies import mechanism_names

NO_MODEL = "none"
"""The model that mechanisms without one are filed under."""

_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "basic": "Basic",
        "cot": "CoT",
        "act": "Act",
        "react": "ReAct",
        "random": "Random",
        "brfs": "BrFS",
        "lmcut": "LM-cut",
        "ff": "FF",
    }
)


@dataclass(frozen=True, slots=True)
class Contender:
    """Who played an episode.

    Args:
        run: the results folder.
        mechanism: how actions were chosen.
        input: the input form.
        model: the planning model.
    """

    run: str
    mechanism: str
    input: str
    model: str

    @property
    def asks_model(self) -> bool:
        return self.model != NO_MODEL


def title(mechanism: str) -> str:
    """What a mechanism is called in running text; one that we do not know keeps its name."""
    return _TITLES.get(mechanism, mechanism)


def labels(contenders: Iterable[Contender]) -> dict[Contender, str]:
    """A short and different name for each contender, in the order in which they are listed.

    A name begins with the mechanism; the input form, the model and the run follow as far as they
    tell them apart: `ReAct, template`.
    """
    known = sorted(set(contenders), key=_rank)
    asking = [one for one in known if one.asks_model]
    forms = len({one.input for one in asking}) > 1
    models = len({one.model for one in asking}) > 1
    runs = len({(one.mechanism, one.input, one.model) for one in known}) < len(known)
    return {
        one: ", ".join(
            [
                title(one.mechanism),
                *([one.input] if forms and one.asks_model else []),
                *([one.model] if models and one.asks_model else []),
                *([one.run] if runs else []),
            ]
        )
        for one in known
    }


def _rank(one: Contender) -> tuple[int, str, str, str, str]:
    """Mechanisms in the order of the command line's help, then the others by name."""
    known = mechanism_names()
    place = known.index(one.mechanism) if one.mechanism in known else len(known)
    return place, one.mechanism, one.model, one.input, one.run
