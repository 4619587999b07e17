"""A run as the user asks for it: what is played, by which model, in which texts, and where to.

Each field is declared once: the options of `autoplan eval` and other commands, and what a results
folder keeps, are made of these classes (`pddl2nl.options`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
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
        "a bundled domain, a folder with domain.pddl and instances/, or "
        "frontier[:SEED]: newly generated tasks of eight domains with up to 2,000 "
        "objects (frontier-miconic: of Miconic only)",
        "--domain",
        metavar="D",
        nargs="+",
        required=True,
    )
    instances: int | None = count(
        "only the first N instances of each domain (default: all but the example)"
    )
    forms: tuple[InputForm, ...] = option(
        ("nl",),
        "input form: nl (default), template, pddl, valm23 (the domain description in --planbench "
        "FILE), or tools (English as in nl; act and react call actions as functions)",
        "--input",
        metavar="FORM",
        nargs="+",
        choices=get_args(InputForm),
    )
    seed: tuple[int, ...] = option(
        (1,),
        "seeds (default: 1); planners run with the first only",
        metavar="S",
        nargs="+",
        type=whole,
    )
    samples: int | None = count(
        "K answers per task to the same prompt; requires a --temperature above 0; "
        "the table shows pass@1, pass@K and the majority plan (other values of K: "
        "`autoplan table`)",
        "K",
        kept=True,
        attribute="sampled",
    )
    rules: Rules = part(Rules())
    translator: TranslatorChoice = option(
        "auto",
        "who translates answers that cannot be read (T-LLM): auto (default) = the planning model, "
        "unless it is offline; llm = the model of --translator-model (default: the planning "
        "model); sentence = the same model as for llm, but it translates every line of every "
        "answer separately, as in the paper; none = nobody",
        metavar="auto|llm|sentence|none",
        choices=get_args(TranslatorChoice),
        kept=True,
    )
    translator_model: str | None = text(
        "SPEC", "model for translations (default: the planning model)"
    )
    validator: str | None = text(
        "own|val|up|all|NAME",
        "validators in addition to the simulator: val, up (unified-planning), a "
        "plug-in's name, or all; own = the simulator only (default: val, if VAL is "
        "found)",
    )
    instance: tuple[str, ...] = option(
        (),
        "only these instances of each domain: name, number (from 1) or file",
        metavar="I",
        nargs="+",
    )

    def __post_init__(self) -> None:
        _name_function(self, "translator_model")
        if self.translator == "none" and self.translator_model is not None:
            raise InputError("--translator none and --translator-model cannot be combined")
        if self.sampled and len(self.seed) > 1:
            raise InputError("--samples and several seeds cannot be combined")

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
        "reader (default, offline), random (offline: a random action of the task), openai/NAME, "
        "compat/NAME with --base-url, or a plug-in's model",
        default="reader",
    )
    base_url: str | None = text("URL", "URL of the model's server, ending in /v1", kept=True)
    api_key_env: str | None = text(
        "NAME",
        "environment variable that contains the API key (default: OPENAI_API_KEY for openai/, "
        "none for compat/)",
    )
    reasoning_effort: str | None = text(
        "LEVEL",
        "reasoning effort of the model, such as low or high, if the model supports it",
    )
    model_arg: tuple[tuple[str, str], ...] = option(
        (),
        "further parameter of requests to the model: top_p=0.9, or "
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
        "maximum number of concurrent calls to a server (default: adapts to the server, at most "
        "256)"
    )
    batch: bool = switch(
        "use OpenAI's Batch API for the planning model: half the price, answers within a day; for "
        "basic and cot"
    )
    timeout: float | None = measure(
        "SECONDS",
        "time limit of one attempt of a call (default: 600), and of a search of the offline model "
        "(default: 60)",
    )
    max_cost: float | None = measure(
        "USD",
        "stop before the total cost of the results folder, including earlier runs, exceeds this; "
        "to continue, set a higher limit",
    )
    prices: Path | None = path("price list to use instead of data/prices.json")

    def __post_init__(self) -> None:
        _name_function(self, "model")
        if len(dict(self.model_arguments)) < len(self.model_arguments):
            raise InputError("--model-arg: a name occurs twice")

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
        "structure of the English: paper (default) = as in the paper; brief = the "
        "same content in 0.5 to 0.7 times the tokens",
        choices=STYLES,
        kept=True,
    )
    names: Naming = option("new", NAMES_HELP, choices=NAMINGS, kept=True)
    examples: int = option(
        1,
        "number of few-shot examples: 1 (default) or 0 (the prompt then describes the format)",
        metavar="N",
        type=int,
        choices=(0, 1),
        kept=True,
    )
    example: Path | None = path(
        "task of the few-shot example (default: the instance whose plan length is closest to "
        "five); its plan is read from plans/ beside it, or searched for",
        kept=True,
    )
    example_map: Path | None = path(
        'JSON file with the example of each domain: {"ferry": "ferry/instance-37.pddl"}'
    )
    obfuscate: str | None = option(None, **OBFUSCATE, kept=True)
    verbalizer: str = text(
        "NAME|FILE",
        "source of the snippets of form nl: auto (default: domain.lexicon.json beside domain.pddl "
        "if it exists, else the library if it contains the domain, else the rules), library, "
        "rules, llm (one request per domain, several if it is long), llm:single (one request per "
        "snippet, as in the paper), or a lexicon file, whose name may contain {domain} and {seed}",
        default="auto",
        kept=True,
    )
    planbench: str | None = text(
        "FILE",
        "PlanBench's configuration of the domain (YAML), for --input valm23; its name may contain "
        "{domain}",
        kept=True,
    )
    verbalizer_model: str | None = text(
        "SPEC", "model for --verbalizer llm (default: the planning model)"
    )
    thoughts: Literal["rule", "state", "llm"] = option(
        "rule",
        "thoughts in the few-shot example of cot and react: rule (default) = "
        "what a step makes possible, by rules; state = the state before each step; llm = "
        "written by a model",
        metavar="rule|state|llm",
        choices=("rule", "state", "llm"),
        kept=True,
    )
    thoughts_model: str | None = text(
        "SPEC", "model for --thoughts llm (default: the planning model)"
    )
    prompts: Path | None = path(
        "folder of your own prompt templates (docs/templates.md)",
        metavar="DIR",
        kept=True,
    )

    def __post_init__(self) -> None:
        _name_function(self, "verbalizer_model", "thoughts_model")
        if self.example is not None and self.example_map is not None:
            raise InputError("--example and --example-map cannot be combined")
        named = "--example" if self.example else "--example-map" if self.example_map else None
        if named and self.examples == 0:
            raise InputError(f"{named} and --examples 0 cannot be combined")

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
        "run on a Dask cluster: the address of its scheduler, local (processes on this machine) "
        "or slurm (Slurm jobs)",
    )
    dry_run: bool = switch("estimate calls, tokens and dollars; send and write nothing")
    thinking: int = count(
        "with --dry-run: add N reasoning tokens per answer (default: none)", default=0
    )
    log_level: str = option(
        "info", "level of log.jsonl in the results folder (default: info)", choices=LOG_LEVELS
    )
    out: Path | None = path(
        "results folder (default: in results/, with a name made from the settings)",
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
        for item in fields(self):
            given, wanted = getattr(self, item.name), type(item.default)
            if not isinstance(given, wanted):
                found = type(given).__name__
                raise InputError(f"Experiment: {item.name} takes {wanted.__name__}, not {found}")
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
        model={"help": "the model", **of_model},
        base_url="",
        api_key_env="environment variable that contains the API key",
        timeout={"metavar": "S", "help": "time limit of a call, in seconds"},
        max_cost="stop before the cost exceeds this",
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
