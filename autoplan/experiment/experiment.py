"""What the user asks for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from autoplan.experiment.example_choice import CHOSEN, ExampleChoice
from pddl2nl.compose import PAPER, StyleName
from policies.symbolic import PAPER_LIMITS, Limits
from simulator import ALL_FEEDBACK, Feedback, InputForm


@dataclass(frozen=True, slots=True)
class Experiment:
    """An evaluation as the user asks for it; see `autoplan eval --help`.

    `model_arguments` are names and the JSON of their values. Where `sampled`, the seeds number
    samples of the model in the words of the first. `thinking` is the tokens of thinking that a
    forecast counts for an answer.
    """

    mechanisms: tuple[str, ...]
    domains: tuple[str, ...]
    instances: int | None = None
    forms: tuple[InputForm, ...] = ("nl",)
    seeds: tuple[int, ...] = (1,)
    sampled: bool = False
    model: str = "reader"
    base_url: str | None = None
    api_key_env: str | None = None
    model_arguments: tuple[tuple[str, str], ...] = ()
    temperature: float = 0.0
    max_tokens: int | None = None
    style: StyleName = PAPER
    examples: int = 1
    example: ExampleChoice = CHOSEN
    verbalizer: str = "auto"
    planbench: str | None = None
    verbalizer_model: str | None = None
    translator: Literal["match", "llm", "sentence"] = "match"
    translator_model: str | None = None
    thoughts: Literal["rule", "state", "llm"] = "rule"
    thoughts_model: str | None = None
    obfuscate: str | None = None
    feedback: Feedback = ALL_FEEDBACK
    patience: int | None = None
    attempts: int = 1
    prompts: Path | None = None
    validator: str | None = None
    max_connections: int | None = None
    batch: bool = False
    dask: str | None = None
    timeout: float | None = None
    limits: Limits = PAPER_LIMITS
    prices: Path | None = None
    thinking: int = 0
    max_cost: float | None = None
    out: Path | None = None
    log_level: str = "info"
    instance: str | None = None
