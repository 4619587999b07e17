"""Contenders: what is compared in a report. Each is a mechanism, an input form and a model."""

from __future__ import annotations

from collections import Counter
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
        "modulo": "LLM-Modulo",
        "chathtn": "ChatHTN",
        "procllm": "ProcLLM",
        "multistep": "Multi-step",
        "agentkit": "AgentKit",
        "random": "Random",
        "brfs": "BrFS",
        "lmcut": "LM-cut",
        "ff": "FF",
        "lama": "LAMA",
        "lama-first": "LAMA-first",
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

    A name begins with the mechanism; the input form, the model and the run follow where they
    differ: `ReAct, template`.
    """
    known = sorted(set(contenders), key=_rank)
    asking = [one for one in known if one.asks_model]
    shown = [name for name in ("input", "model") if len({getattr(one, name) for one in asking}) > 1]
    parts = {
        one: (title(one.mechanism), *(getattr(one, name) for name in shown if one.asks_model))
        for one in known
    }
    for name in ("run", "input"):
        times = Counter(parts.values())
        parts = {
            one: (*words, getattr(one, name)) if times[words] > 1 else words
            for one, words in parts.items()
        }
    return {one: ", ".join(words) for one, words in parts.items()}


def _rank(one: Contender) -> tuple[int, str, str, str, str]:
    """Mechanisms in the order of the command line's help, then the others by name."""
    known = mechanism_names()
    place = known.index(one.mechanism) if one.mechanism in known else len(known)
    return place, one.mechanism, one.model, one.input, one.run
