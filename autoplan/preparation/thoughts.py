"""The thoughts of a domain's example, where they are not the rules': made before the episodes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from autoplan.experiment.experiment import Experiment
from autoplan.preparation.prepared_domain import RULE, Verbalization, present
from autoplan.preparation.snippets import kept_file
from autoplan.preparation.task_selection import TaskSelection
from pddl2nl.console import emit
from pddl2nl.errors import InputError
from pddl2nl.llm import CacheError, PermanentModelError, RejectedRequestError, TransientModelError
from policies import Example, mechanism
from policies.few_shot import state_thoughts, thoughts
from policies.mechanism import ENGLISH_FORMS
from policies.thought_writer import ThoughtWriter, UnusableThoughtsError
from simulator import InputForm, wording
from simulator.world import World

FOLDER = "thoughts"
"""Where a results folder keeps the thoughts that a model wrote, as `DOMAIN-seedS.json`."""

STATE = "state"
"""What wrote thoughts that tell the state."""


def wants_thoughts(experiment: Experiment) -> bool:
    """Whether a mechanism has thoughts in its example."""
    thinks = (mechanism(name).traits.thinks for name in experiment.play.mechanisms)
    return (
        experiment.text.examples > 0
        and not ENGLISH_FORMS.isdisjoint(map(wording, experiment.play.forms))
        and any(thinks)
    )


def example_state_thoughts(
    selection: TaskSelection, form: InputForm, verbalization: Verbalization
) -> tuple[str, tuple[str, ...]]:
    """Thoughts that tell the state before each step, and what wrote them."""
    example = _example(selection, form, verbalization)
    if example is None:
        return STATE, ()
    return STATE, tuple(state_thoughts(example.world, example.presentation, example.plan))


async def example_thoughts(
    selection: TaskSelection,
    form: InputForm,
    verbalization: Verbalization,
    writer: ThoughtWriter,
    seed: int,
    folder: Path,
    warn: Callable[[str], None],
) -> tuple[str, tuple[str, ...]]:
    """What wrote the thoughts for the example of a domain, and these; none without an example.

    They are kept in the results folder, and taken from there the next time, so that all episodes
    of a seed see the same. Where the model's cannot be used, those of the rules are kept.

    Args:
        prepared: the domain.
        form: the input form of the example.
        verbalization: what was written of the domain.
        writer: writes the thoughts.
        seed: for which seed it does.
        folder: the results folder.
        warn: gets a message on a domain whose thoughts are those of the rules.

    Raises:
        InputError: the model cannot be asked, or what is kept is damaged or of another example.
    """
    example = _example(selection, form, verbalization)
    if example is None:
        return RULE, ()
    name = selection.name if form == "nl" else f"{selection.name}-{form}"
    kept = kept_file(folder / FOLDER, name, seed)
    if kept.is_file():
        return _load(kept, example)
    try:
        source, written = f"llm:{writer.model.name}", await writer.thoughts(example)
    except (PermanentModelError, TransientModelError, CacheError) as error:
        raise InputError(f"stopped: {error} (the same command continues)") from error
    except (UnusableThoughtsError, RejectedRequestError) as fault:
        warn(f"{selection.name}: the model's thoughts cannot be used ({fault}); the rules' are")
        own = thoughts(example.world, example.presentation, example.plan)
        source, written = RULE, tuple(own)
    data = {"source": source, "plan": [str(step) for step in example.plan], "thoughts": written}
    kept.parent.mkdir(parents=True, exist_ok=True)
    emit(json.dumps(data, indent=2, ensure_ascii=False), kept)
    return source, written


def _example(
    selection: TaskSelection, form: InputForm, verbalization: Verbalization
) -> Example | None:
    if selection.example is None:
        return None
    problem, plan = selection.example
    return Example(World(problem), present(problem, form, verbalization), plan)


def _load(path: Path, example: Example) -> tuple[str, tuple[str, ...]]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        source, plan = str(data["source"]), list(data["plan"])
        kept = tuple(map(str, data["thoughts"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError("holds no thoughts that could be read", source=str(path)) from error
    if plan != [str(step) for step in example.plan] or len(kept) != len(plan) + 1:
        raise InputError(
            "holds the thoughts of another example; delete it to have new ones written",
            source=str(path),
        )
    return source, kept
