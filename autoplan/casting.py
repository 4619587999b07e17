"""From an order to those who take part: the models by role, and what writes the snippets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from autoplan.experiment import Settings
from autoplan.lexicons import LexiconFiles
from autoplan.models import Models
from autoplan.order import Order
from autoplan.runner import Cast
from pddl2nl.errors import InputError
from pddl2nl.llm import ChatModel
from pddl2nl.verbalizers import LLM, Verbalizer, verbalizer
from pddl2nl.verbalizers.llm import LlmVerbalizer
from policies import PromptSet, mechanism
from policies.thought_writer import ThoughtWriter
from simulator import InputForm

SNIPPETS_AT_ONCE = 16
THOUGHTFUL: frozenset[InputForm] = frozenset({"nl", "valm23"})
"""The forms in which a model may have written the thoughts of the example."""


def cast(order: Order, models: Models, prompts: PromptSet) -> Cast:
    """Open the models that play, translate and verify.

    Raises:
        InputError: a model cannot be opened, or nothing in the order asks it.
    """
    factories = [mechanism(name) for name in order.mechanisms]
    asks = any(factory.asks_model for factory in factories)
    return Cast(
        model=_planner(order, models) if asks else None,
        translator=_translator(order, models) if asks else None,
        verifier=_verifier(order, models),
        prompts=prompts,
        temperature=order.temperature,
        max_tokens=order.max_tokens,
        sentence_alone=order.translator == "sentence",
        feedback=order.feedback,
        patience=order.patience,
        attempts=order.attempts,
    )


def writers(order: Order, models: Models, warn: Callable[[str], None]) -> Mapping[int, Verbalizer]:
    """What writes the snippets, by seed: a model writes anew for each seed (seed paper, section 5).

    By default the planning model is also the 2NL-LLM.

    Raises:
        InputError: there is no such verbalizer, or its model cannot write.
    """
    if order.verbalizer != LLM:
        if order.verbalizer_model is not None:
            raise InputError("--verbalizer-model needs --verbalizer llm")
        return named_verbalizers(order)
    spec = order.verbalizer_model or order.model
    if spec == "reader":
        raise InputError(
            "the reader cannot write snippets: --verbalizer llm needs --model or --verbalizer-model"
        )
    model = models.open(spec, "verbalizer")
    return {
        seed: LlmVerbalizer(
            model,
            seed=seed,
            prompts=order.prompts,
            at_once=order.max_connections or SNIPPETS_AT_ONCE,
            warn=warn,
        )
        for seed in seeds_told_apart(order)
    }


def named_verbalizers(order: Order) -> Mapping[int, Verbalizer]:
    """The verbalizers that are named, by seed; a file may be named by domain and seed.

    Raises:
        InputError: there is none of that name.
    """
    if not LexiconFiles.is_pattern(order.verbalizer):
        return dict.fromkeys(order.seeds, verbalizer(order.verbalizer))
    seeds = order.seeds[:1] if order.sampled else order.seeds
    return {seed: LexiconFiles(order.verbalizer, seed) for seed in seeds}


def seeds_told_apart(order: Order) -> tuple[int, ...]:
    """The seeds for which a model writes: the first alone for samples, or if nobody reads it."""
    asks = any(mechanism(name).asks_model for name in order.mechanisms)
    return order.seeds if asks and not order.sampled else order.seeds[:1]


def wants_thoughts(order: Order) -> bool:
    """Whether a mechanism has thoughts in its example."""
    thinks = (getattr(mechanism(name), "thinks", False) for name in order.mechanisms)
    return order.examples > 0 and not THOUGHTFUL.isdisjoint(order.forms) and any(thinks)


def thinkers(order: Order, models: Models, prompts: PromptSet) -> Mapping[int, ThoughtWriter]:
    """What writes the thoughts of the examples, by seed; none for the rules.

    By default it is the planning model.

    Raises:
        InputError: the model cannot write them.
    """
    if order.thoughts != LLM:  # the rules write both of their kinds
        if order.thoughts_model is not None:
            raise InputError("--thoughts-model needs --thoughts llm")
        return {}
    spec = order.thoughts_model or order.model
    if spec == "reader":
        raise InputError(
            "the reader cannot write thoughts: --thoughts llm needs --model or --thoughts-model"
        )
    model = models.open(spec, "thoughts")
    return {seed: ThoughtWriter(model, prompts, seed=seed) for seed in seeds_told_apart(order)}


def settings(
    order: Order,
    prompts: PromptSet,
    words: Mapping[int, Verbalizer],
    thoughts: Mapping[int, ThoughtWriter],
) -> Settings:
    """What a results folder remembers of an order, which is the same for all seeds."""
    thinker = next(iter(thoughts.values()), None)
    return Settings(
        verbalizer=_origin(order.verbalizer, next(iter(words.values()))),
        thoughts=f"llm:{thinker.model.name}" if thinker else order.thoughts,
        obfuscate=order.obfuscate,
        prompts=prompts.fingerprint,
        translator=_translation(order),
        verifier=order.verifier_model,
        temperature=order.temperature,
        max_tokens=order.max_tokens,
        base_url=order.base_url,
        style=order.style,
        examples=order.examples,
        feedback=str(order.feedback),
        patience=order.patience,
        attempts=order.attempts,
        sampled=order.sampled,
        model_arguments=order.model_arguments,
        planbench=_of_file(order.planbench) if order.planbench else None,
        example=_fingerprinted(asked) if (asked := _example_file(order)) else None,
    )


def results_folder(order: Order, agreed: Settings) -> Path:
    """Where results go: as ordered, or `results/` and a name made of model and settings."""
    if order.out is not None:
        return order.out
    text = repr(sorted(agreed.as_data().items()))
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return Path("results") / f"{order.model.replace('/', '-')}-{digest}"


def _planner(order: Order, models: Models) -> ChatModel:
    if order.batch:
        return models.open_batched(order.model, "planner")
    return models.open(order.model, "planner")


def _translator(order: Order, models: Models) -> ChatModel | None:
    if order.translator_model is not None:
        return models.open(order.translator_model, "translator")
    return models.open(order.model, "translator") if order.translator != "match" else None


def _translation(order: Order) -> str:
    """Who translates what is left unread, and whether it sees the sentence alone."""
    if order.translator_model is None:
        return order.translator
    alone = " (sentence)" if order.translator == "sentence" else ""
    return order.translator_model + alone


def _verifier(order: Order, models: Models) -> ChatModel | None:
    if order.verifier_model is None:
        return None
    if not any(getattr(mechanism(name), "asks_verifier", False) for name in order.mechanisms):
        raise InputError(f"--verifier-model: no verifier is asked by {', '.join(order.mechanisms)}")
    return models.open(order.verifier_model, "verifier")


def _origin(named: str, words: Verbalizer) -> str:
    """What the snippets come from, told so exactly that other snippets are told otherwise."""
    if isinstance(words, LlmVerbalizer):
        return f"llm:{words.model}:{words.fingerprint}"
    return _of_file(named)


def _of_file(named: str) -> str:
    """A file with its fingerprint; anything else as it is called."""
    return _fingerprinted(Path(named)) if Path(named).is_file() else named


def _example_file(order: Order) -> Path | None:
    """The file by which an example is asked for, None where it is chosen.

    Raises:
        InputError: there is no such file.
    """
    path = order.example.file or order.example.by_domain
    if path is not None and not path.is_file():
        raise InputError("is no file", source=str(path))
    return path


def _fingerprinted(path: Path) -> str:
    """A file by its name and what it holds."""
    return f"{path.name}:{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
