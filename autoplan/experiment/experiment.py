"""A run as the user asks for it: what is played, by which model, in which texts, and where to.

Each field is declared once: the options of `autoplan eval` and other commands, and what a results
folder keeps, are made of these classes (`pddl2nl.options`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import domains
from pddl2nl.compose import NAMES_HELP, NAMINGS, PAPER, STYLES, Naming, StyleName
from pddl2nl.console import OBFUSCATE
from pddl2nl.errors import InputError
from pddl2nl.files import read_text
from pddl2nl.llm import FunctionSpec, model_traits
from pddl2nl.options import (
    add_options,
    count,
    declared,
    measure,
    option,
    part,
    path,
    switch,
    text,
    whole,
)
from policies import Rules, Sampling, mechanism_models, mechanism_names
from simulator import InputForm


def mapped_example(path: Path, name: str) -> Path:
    """The example that a map names for a domain.

    The map of the paper's dataset names the tasks that its examples were made of, which are not
    among the adapted ones; and none for domains whose tasks have plans found by search (`-bfs`).
    Each of its folders keeps the example itself as its instance 0.

    Args:
        path: the map, a JSON object from names of domains to `FOLDER/FILE`.

    Raises:
        InputError: it names none, or one that is not there.
    """
    try:
        entries = json.loads(read_text(path, "utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read as JSON: {reason}", source=str(path)) from error
    entry = entries.get(name) if isinstance(entries, dict) else None
    kept = domains.shown_example(path.parent / name)
    if not isinstance(entry, str):
        if kept is None:
            raise InputError(f"names no example for {name}", source=str(path))
        return kept
    folder, file = (path.parent / entry).parent, Path(entry).name
    places = (folder / inner / file for inner in (*domains.INSTANCE_FOLDERS, "."))
    found = next(filter(Path.is_file, places), kept)
    if found is None:
        raise InputError(f"names {entry} for {name}, which is not there", source=str(path))
    return found


TranslatorChoice: TypeAlias = Literal["auto", "llm", "sentence", "none"]
LOG_LEVELS = ("debug", "info", "warning", "error")
_RESERVED = {
    **dict.fromkeys(("model", "messages", "stream", "n"), "belongs to the request"),
    "temperature": "is --temperature",
    "max_tokens": "is --max-tokens",
    "max_completion_tokens": "is --max-tokens",
    "seed": "is --seed",
}
"""What --model-arg may not set, and why."""


def _model_argument(text: str) -> tuple[str, str]:
    """`KEY=VALUE` as a name and the JSON of a value; what is no JSON is text."""
    name, sign, value = text.partition("=")
    if not sign or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"expected KEY=VALUE, not '{text}'")
    if name in _RESERVED:
        raise argparse.ArgumentTypeError(f"'{name}' {_RESERVED[name]}")
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        read = value
    return name, json.dumps(read, sort_keys=True)


def _name_function(options: object, *names: str) -> None:
    """Where a model is a function, put its specification in its place."""
    for name in names:
        if not isinstance(given := getattr(options, name), str | None):
            object.__setattr__(options, name, FunctionSpec(given))


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The matrix of episodes, their rules, and who translates and judges."""

    mechanisms: tuple[str, ...] = option(
        (),
        lambda: (
            f"how actions are chosen: {', '.join(mechanism_names())}, or up:ENGINE for an "
            "engine of unified-planning"
        ),
        "--mechanism",
        metavar="M",
        nargs="+",
        required=True,
    )
    domains: tuple[str, ...] = option(
        (),
        "a bundled domain, a folder with domain.pddl and instances/, or frontier[:SEED]: fresh "
        "tasks of eight domains, up to hundreds of objects (or one, as frontier-miconic)",
        "--domain",
        metavar="D",
        nargs="+",
        required=True,
    )
    instances: int | None = count(
        "play the first N instances of each domain (default: all but the example)"
    )
    forms: tuple[InputForm, ...] = option(
        ("nl",),
        "the form of the task: nl (default), template, pddl, valm23, the description of the domain "
        "in --planbench FILE, or tools, the English of nl with actions as functions that act and "
        "react call",
        "--input",
        metavar="FORM",
        nargs="+",
        choices=get_args(InputForm),
    )
    seed: tuple[int, ...] = option(
        (1,),
        "seeds (default: 1); planners play with the first alone",
        metavar="S",
        nargs="+",
        type=whole,
    )
    samples: int | None = count(
        "draw K answers for each task, in the same words; needs a --temperature above 0, and "
        "prints pass@1, pass@K and the majority (`autoplan table` has others)",
        "K",
        kept=True,
        attribute="sampled",
    )
    rules: Rules = part(Rules())
    translator: TranslatorChoice = option(
        "auto",
        "who translates an answer that cannot be read: auto (default), the planning model, or "
        "nobody if that is offline; llm, a model, which sees the whole answer once; none; or "
        "sentence, as in the paper: a model translates every line by itself, read or not",
        metavar="auto|llm|sentence|none",
        choices=get_args(TranslatorChoice),
        kept=True,
    )
    translator_model: str | None = text(
        "SPEC", "the model that translates (default: the planning model)"
    )
    validator: str | None = text(
        "own|val|up|all|NAME",
        "who judges the plans beside the simulator: val, up (unified-planning), the name of "
        "another package's, all, or own for nobody (default: VAL where it is found)",
    )
    instance: tuple[str, ...] = option(
        (),
        "play these instances of each domain: by name, number (from 1), or file",
        metavar="I",
        nargs="+",
    )

    def __post_init__(self) -> None:
        _name_function(self, "translator_model")
        if self.translator == "none" and self.translator_model is not None:
            raise InputError("--translator none and --translator-model do not go together")
        if self.sampled and len(self.seed) > 1:
            raise InputError("--samples and several seeds do not go together")

    @property
    def sampled(self) -> bool:
        """Whether seeds number samples of the model in the words of the first."""
        return self.samples is not None

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds; samples are numbered from the first one on."""
        if self.samples is None:
            return self.seed
        return tuple(range(self.seed[0], self.seed[0] + self.samples))

    @property
    def models_of_mechanisms(self) -> tuple[str, ...]:
        """The models that files of the mechanisms name, each once."""
        found = (spec for name in self.mechanisms for spec in mechanism_models(name))
        return tuple(dict.fromkeys(found))

    @property
    def by_line(self) -> bool:
        """Whether a model translates each line by itself."""
        return self.translator == "sentence"


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """The planning model, its server, and what its calls may take.

    Args:
        model: its specification, or from Python a function (`pddl2nl.llm.ModelFunction`), as for
            the other models of an experiment.
    """

    model: str = text(
        "SPEC",
        "reader (default, offline), random (offline: any of the task's actions), openai/NAME, "
        "compat/NAME with --base-url, or another package's",
        default="reader",
    )
    base_url: str | None = text("URL", "the model's server, up to /v1", kept=True)
    api_key_env: str | None = text(
        "NAME",
        "the environment variable with the server's key (default: OPENAI_API_KEY for openai/, none "
        "for compat/)",
    )
    reasoning_effort: str | None = text(
        "LEVEL", "how much the planning model thinks, such as low or high, where it lets one choose"
    )
    model_arg: tuple[tuple[str, str], ...] = option(
        (),
        "what else stands in requests to the planning model: top_p=0.9, or "
        "'chat_template_kwargs={\"enable_thinking\": false}'; may be repeated",
        metavar="KEY=VALUE",
        type=_model_argument,
        action="append",
        read=tuple,
        kept=True,
        attribute="model_arguments",
    )
    sampling: Sampling = part(Sampling())
    max_connections: int | None = count(
        "calls under way to a server at the same time (default: as many as it keeps up with, 256 "
        "at most)"
    )
    batch: bool = switch(
        "ask the planning model through OpenAI's Batch API: half the price, within a day; for "
        "basic and cot"
    )
    timeout: float | None = measure(
        "SECONDS",
        "how long one attempt of a call may take (default: 600), and a search of the offline model "
        "(default: 60)",
    )
    max_cost: float | None = measure(
        "USD",
        "stop before more than this is spent, earlier runs included; a higher limit continues",
    )
    prices: Path | None = path("a list of prices in place of data/prices.json")

    def __post_init__(self) -> None:
        _name_function(self, "model")
        if len(dict(self.model_arguments)) < len(self.model_arguments):
            raise InputError("--model-arg: a name stands twice")

    @property
    def model_arguments(self) -> tuple[tuple[str, str], ...]:
        """What else stands in requests to the planning model: names, and values as JSON."""
        effort = self.reasoning_effort
        own = () if effort is None else (("reasoning_effort", json.dumps(effort)),)
        return tuple(sorted((*self.model_arg, *own)))


@dataclass(frozen=True, slots=True)
class TextOptions:
    """The texts that a model receives, and what writes them."""

    style: StyleName = option(
        PAPER,
        "how the English is composed: paper (default), the seed paper's structure, or brief, the "
        "same in about 0.6 times the tokens",
        choices=STYLES,
        kept=True,
    )
    names: Naming = option("new", NAMES_HELP, choices=NAMINGS, kept=True)
    examples: int = option(
        1,
        "few-shot examples: 1 (default), or 0 for prompts that tell the format in words",
        metavar="N",
        type=int,
        choices=(0, 1),
        kept=True,
    )
    example: Path | None = path(
        "the task of the example, from any folder (default: the instance whose plan is closest to "
        "five steps); its plan lies in plans/ beside, or is looked for",
        kept=True,
    )
    example_map: Path | None = path(
        'a JSON file that names one for each domain: {"ferry": "ferry/instance-37.pddl"}'
    )
    obfuscate: str | None = option(None, **OBFUSCATE, kept=True)
    verbalizer: str = text(
        "NAME|FILE",
        "what writes the snippets of the form nl: auto (default: domain.lexicon.json beside "
        "domain.pddl, else the library, else the rules), library, rules, llm (a domain in one "
        "request), llm:single (one request per snippet, as in the paper), or a lexicon file, whose "
        "name may have {domain} and {seed} in it",
        default="auto",
        kept=True,
    )
    planbench: str | None = text(
        "FILE",
        "PlanBench's configuration of the domain (YAML), for --input valm23; its name may have "
        "{domain} in it",
        kept=True,
    )
    verbalizer_model: str | None = text(
        "SPEC", "the model of --verbalizer llm (default: the planning model)"
    )
    thoughts: Literal["rule", "state", "llm"] = option(
        "rule",
        "the thoughts of the example of CoT and ReAct: what each step is for, by rule (default), "
        "the state before it, or what a model writes",
        metavar="rule|state|llm",
        choices=("rule", "state", "llm"),
        kept=True,
    )
    thoughts_model: str | None = text(
        "SPEC", "the model of --thoughts llm (default: the planning model)"
    )
    prompts: Path | None = path(
        "a folder of templates to use in place of ours (docs/templates.md)",
        metavar="DIR",
        kept=True,
    )

    def __post_init__(self) -> None:
        _name_function(self, "verbalizer_model", "thoughts_model")
        if self.example is not None and self.example_map is not None:
            raise InputError("--example and --example-map do not go together")
        named = "--example" if self.example else "--example-map" if self.example_map else None
        if named and self.examples == 0:
            raise InputError(f"{named} and --examples 0 do not go together")

    def example_of(self, name: str) -> Path | None:
        """The file of the example of a domain, None to have it chosen.

        Raises:
            InputError: none is named for the domain, or what is named is not there.
        """
        if self.example_map is None:
            return self.example
        return mapped_example(self.example_map, name)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Where and how a run goes, whatever is played.

    `thinking` is the tokens of thinking that a forecast counts for an answer.
    """

    dask: str | None = text(
        "ADDRESS|local|slurm",
        "play on a Dask cluster: the one with this scheduler, processes of this machine, or jobs "
        "of Slurm",
    )
    dry_run: bool = switch(
        "ask nothing and write nothing: tell the calls, tokens and dollars it would take"
    )
    thinking: int = count(
        "with --dry-run: count N tokens of thinking for each answer (default: none)", default=0
    )
    log_level: str = option(
        "info", "what the results folder's log.jsonl tells (default: info)", choices=LOG_LEVELS
    )
    out: Path | None = path(
        "the results folder (default: results/ and a name made of the settings)",
        *("-o", "--out"),
        metavar="DIR",
    )


@dataclass(frozen=True, slots=True)
class Experiment:
    """A run; `autoplan eval --help` has the options of its parts."""

    play: PlayOptions = part(PlayOptions())
    model: ModelOptions = part(ModelOptions())
    text: TextOptions = part(TextOptions())
    run: RunOptions = part(RunOptions())

    def __post_init__(self) -> None:
        if self.play.sampled and self.model.sampling.temperature == 0:
            raise InputError(
                "--samples needs a --temperature above 0: without chance all are alike"
            )

    @property
    def translating_model(self) -> str | None:
        """The model that translates answers, None for nobody.

        By default it is the planning model, unless that is offline.
        """
        choice, named = self.play.translator, self.play.translator_model
        if choice == "none":
            return None
        if choice == "auto" and not model_traits(self.model.model).remote:
            return named
        return named or self.model.model

    @property
    def models(self) -> tuple[str, ...]:
        """The models that are named, whatever they are asked as."""
        named = (self.play.translator_model, self.text.verbalizer_model, self.text.thoughts_model)
        return (self.model.model, *filter(None, named), *self.play.models_of_mechanisms)


def add_model(command: argparse._ActionsContainer, **of_model: object) -> None:
    """The options of a command that asks one model.

    Args:
        of_model: arguments of `--model` in place of what it declares.
    """
    add_options(
        command,
        ModelOptions,
        model={"help": "who is asked", **of_model},
        base_url="",
        api_key_env="the variable with its key",
        timeout={"metavar": "S", "help": "seconds that a call may take"},
        max_cost="stop before more is spent",
    )


_LATER = frozenset({"reference", "allow_unsolvable", "costs", "names"})
"""Settings that earlier versions had not: at their defaults they are left out, so that folders of
those versions can be continued."""


def kept_settings(experiment: Experiment, opened: Mapping[str, object]) -> dict[str, str]:
    """The settings of an experiment as text.

    Args:
        opened: by name, what is known only once files and models are open, such as a fingerprint.
    """
    kept = (
        (owner, each.attribute or name)
        for owner, name, each in declared(experiment)
        if each.kept
        and (name not in _LATER or getattr(owner, name) != getattr(type(owner)(), name))
    )
    found = {name: getattr(owner, name) for owner, name in kept}
    return {name: str(value) for name, value in {**found, **opened}.items()}
