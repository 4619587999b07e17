"""What is written of a domain before its first episode: snippets, thoughts of the example, and the
names of objects in other people's prompts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from autoplan.experiment.experiment import Experiment
from autoplan.preparation.tasks import TaskSelection
from pddl2nl.compose import PAPER, StyleName
from pddl2nl.console import emit
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import dump_lexicon, load_lexicon
from pddl2nl.llm import CacheError, PermanentModelError, RejectedRequestError, TransientModelError
from pddl2nl.model import EQUALITY, Domain, Problem
from pddl2nl.naming import ObjectNames
from pddl2nl.verbalizers import TemplateVerbalizer, Verbalizer, asks_model, verbalizer
from policies import Example, mechanism
from policies.mechanism import ENGLISH_FORMS
from policies.thought_writer import ThoughtWriter, UnusableThoughtsError
from policies.thoughts import state_thoughts, thoughts
from simulator import (
    InputForm,
    Presentation,
    present_by_hand,
    present_english,
    present_pddl,
    wording,
)
from simulator.world import World

_NUMBER = re.compile(r"\d+")


def encoded_names(problem: Problem, encoding: Mapping[str, str]) -> ObjectNames:
    """Names for a problem's objects.

    Args:
        problem: the problem.
        encoding: a name by object (`{"a": "red block"}`), or a pattern by the letters that objects
            begin with, whose `{}` take their numbers (`{"l": "location_{}_{}"}` for `l0-1`), or by
            the object with `{}` for its numbers (`{"depot{}": "depot {}"}`).

    Returns:
        The names; an object that the encoding does not cover keeps its own.
    """
    return ObjectNames.of(
        {item.name: _encoded(item.name, encoding) or item.name for item in problem.all_objects}
    )


def names_by_hand(problem: Problem, lexicon: Lexicon) -> ObjectNames | None:
    """The names that a PlanBench configuration has for a problem's objects.

    None if it has none for some of them, as for the tasks of the paper's dataset, whose objects
    are called otherwise.
    """
    encoding = lexicon.notes.get("encoded_objects")
    if not isinstance(encoding, dict):
        return None
    table = {str(key): str(name) for key, name in encoding.items()}
    if any(_encoded(item.name, table) is None for item in problem.all_objects):
        return None
    return encoded_names(problem, table)


def _encoded(name: str, encoding: Mapping[str, str]) -> str | None:
    if name in encoding:
        return encoding[name].lower()
    numbers = _NUMBER.findall(name)
    letters = name[: len(name) - len(name.lstrip("abcdefghijklmnopqrstuvwxyz_-"))]
    pattern = encoding.get(_NUMBER.sub("{}", name)) or encoding.get(letters, "")
    if numbers and pattern.count("{}") == len(numbers):
        in_order = iter(numbers)
        return re.sub(r"\{\}", lambda _: next(in_order), pattern).lower()
    return None


DESCRIPTION = "domain_intro"
"""The note in which a lexicon has a person's description of its domain."""
SNIPPETS_FOLDER = "lexicons"
"""Where a results folder keeps the snippets that a model wrote, as `DOMAIN-seedS.json`."""


def kept_file(folder: Path, name: str, seed: int) -> Path:
    """Where what a model wrote of a domain for a seed is kept."""
    return folder / f"{name}-seed{seed}.json"


@dataclass(frozen=True, slots=True)
class LexiconFiles:
    """Lexicon files named by a pattern with `{domain}`, `{seed}` or both.

    Args:
        pattern: such as `data/{domain}/domain_description_seed{seed}.json`.
        seed: for which seed they are.
    """

    asks_model: ClassVar[bool] = False

    pattern: str
    seed: int

    @staticmethod
    def is_pattern(name: str) -> bool:
        """Whether a name stands for several files."""
        return "{domain}" in name or "{seed}" in name

    def of(self, name: str) -> Verbalizer:
        """The file of a domain.

        Args:
            name: under which results of the domain are filed.
        """
        path = self.pattern.replace("{domain}", name).replace("{seed}", str(self.seed))
        return verbalizer(Path(path))

    def lexicon(self, domain: Domain) -> Lexicon:
        """As `of`, with the name that the domain has in its file."""
        return self.of(domain.name).lexicon(domain)


def difference(written: Sequence[Lexicon]) -> str:
    """How many snippets differ between the lexicons that a model wrote for several seeds."""
    predicates = written[0].predicates.keys() - {EQUALITY}
    versions = [{each.predicates[name] for each in written} for name in predicates]
    versions += [{each.actions[name] for each in written} for name in written[0].actions]
    differ = sum(len(each) > 1 for each in versions)
    snippets = counted(len(versions), "snippet")
    return f"{differ} of {snippets} differ between the {len(written)} seeds"


async def lexicons(
    selection: TaskSelection,
    forms: Sequence[InputForm],
    writer: Verbalizer,
    seed: int,
    folder: Path,
    planbench: str | None = None,
) -> dict[InputForm, Lexicon]:
    """The snippets of each input form that has any.

    Those of a model are kept in the results folder, and taken from there the next time, so that
    all episodes of a seed use the same words.

    Args:
        prepared: the domain.
        forms: the input forms that will be played.
        writer: writes the snippets of the form `nl`.
        seed: for which seed it does.
        folder: the results folder.
        planbench: the file of the form `valm23`.

    Raises:
        InputError: the model cannot be asked, or a kept lexicon does not fit the domain.
    """
    made: dict[InputForm, Lexicon] = {}
    if "template" in forms:
        made["template"] = TemplateVerbalizer().lexicon(selection.domain)
    if "nl" in map(wording, forms):
        kept = kept_file(folder / SNIPPETS_FOLDER, selection.name, seed)
        named = writer.of(selection.name) if isinstance(writer, LexiconFiles) else writer
        made["nl"] = await _natural(named, selection.domain, kept)
    if "valm23" in forms:
        made["valm23"] = described_by_hand(planbench, selection.name, selection.domain)
    return made


def described_by_hand(planbench: str | None, name: str, domain: Domain) -> Lexicon:
    """The snippets of a PlanBench configuration, which has a description of the domain as well.

    Raises:
        InputError: no file is named, or it is none or does not fit the domain.
    """
    if planbench is None:
        raise InputError("--input valm23 needs --planbench FILE")
    path = planbench.replace("{domain}", name)
    lexicon = verbalizer(Path(path)).lexicon(domain)
    if not isinstance(lexicon.notes.get(DESCRIPTION), str):
        raise InputError(f"has no '{DESCRIPTION}', so it is not PlanBench's", source=path)
    return lexicon


async def _natural(writer: Verbalizer, domain: Domain, kept: Path) -> Lexicon:
    if not asks_model(writer):
        return writer.lexicon(domain)
    if kept.is_file():
        return load_lexicon(kept, domain)
    try:
        lexicon = await writer.write(domain)
    except (PermanentModelError, CacheError) as error:
        raise InputError(f"stopped: {error} (the same command continues)") from error
    kept.parent.mkdir(parents=True, exist_ok=True)
    emit(dump_lexicon(lexicon), kept)
    return lexicon


RULE = "rule"
"""What wrote thoughts, where no model did and they tell what a step is for."""


@dataclass(frozen=True, slots=True)
class Verbalization:
    """What was written of a domain before its first episode.

    Args:
        lexicons: the snippets by input form, but for PDDL; `tools` has those of `nl`.
        thoughts: those of the example, likewise, and what wrote them (`rule`, `state`, or
            the model as `llm:MODEL`); where there are none, the rules write them.
        style: how English texts are composed.
    """

    lexicons: Mapping[InputForm, Lexicon] = field(default_factory=dict)
    thoughts: Mapping[InputForm, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    style: StyleName = PAPER


def present(problem: Problem, form: InputForm, verbalization: Verbalization) -> Presentation:
    """A task in an input form."""
    if form == "pddl":
        return present_pddl(problem)
    lexicon = verbalization.lexicons[wording(form)]
    if form == "valm23":
        description = str(lexicon.notes[DESCRIPTION]).strip()
        return present_by_hand(problem, lexicon, description, names_by_hand(problem, lexicon))
    return present_english(problem, lexicon, form, verbalization.style)


THOUGHTS_FOLDER = "thoughts"
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
    kept = kept_file(folder / THOUGHTS_FOLDER, name, seed)
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
