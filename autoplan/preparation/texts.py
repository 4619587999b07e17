"""What is written of a domain before its first episode: snippets, thoughts of the example, and the
names of objects in other people's prompts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar, TypeAlias

from autoplan.experiment.experiment import Experiment, TextOptions
from autoplan.preparation.tasks import TaskSelection
from pddl2nl.check import check
from pddl2nl.compose import PAPER, Naming, StyleName
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
from policies.few_shot import state_thoughts, thoughts
from policies.mechanism import ENGLISH_FORMS
from policies.thought_writer import ThoughtWriter, UnusableThoughtsError
from simulator import (
    InputForm,
    Presentation,
    present_by_hand,
    present_english,
    present_pddl,
    wording,
)
from simulator.world import World

RULE, STATE = "rule", "state"
"""What wrote thoughts that no model did: what a step is for, or the state before it."""
Thoughts: TypeAlias = tuple[str, tuple[str, ...]]
"""What wrote thoughts (`rule`, `state`, or the model as `llm:MODEL`), and these."""

_SNIPPETS, _THOUGHTS = "lexicons", "thoughts"
"""Where a results folder keeps what a model wrote, as `DOMAIN-seedS.json`."""
_DESCRIPTION = "domain_intro"
"""The note in which a lexicon has a person's description of its domain."""
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Writers:
    """What writes the words of a domain.

    Args:
        snippets: writes the snippets of the form `nl`, by seed.
        thoughts: writes the thoughts of the few-shot example, by seed; none for the rules.
    """

    snippets: Mapping[int, Verbalizer]
    thoughts: Mapping[int, ThoughtWriter] = field(default_factory=dict)
    folder: Path = Path()

    def alike(self) -> dict[int, int]:
        """For every seed the first that has the same writers."""
        first: dict[tuple[int, int], int] = {}
        return {
            seed: first.setdefault((id(snippets), id(self.thoughts.get(seed))), seed)
            for seed, snippets in self.snippets.items()
        }


@dataclass(frozen=True, slots=True)
class Verbalization:
    """What was written of a domain before its first episode.

    Args:
        lexicons: the snippets by input form, but for PDDL; `tools` has those of `nl`.
        thoughts: those of the example, likewise; where there are none, the rules write them.
    """

    lexicons: Mapping[InputForm, Lexicon] = field(default_factory=dict)
    thoughts: Mapping[InputForm, Thoughts] = field(default_factory=dict)
    style: StyleName = PAPER
    costs: bool = False
    naming: Naming = "new"


def present(problem: Problem, form: InputForm, verbalization: Verbalization) -> Presentation:
    """A task in an input form."""
    costs = verbalization.costs
    if form == "pddl":
        return present_pddl(problem, costs=costs)
    lexicon = verbalization.lexicons[wording(form)]
    if form == "valm23":
        description = str(lexicon.notes[_DESCRIPTION]).strip()
        names = _names_by_hand(problem, lexicon)
        return present_by_hand(problem, lexicon, description, names, costs=costs)
    style, naming = verbalization.style, verbalization.naming
    return present_english(problem, lexicon, form, style, naming, costs=costs)


async def verbalized(
    selection: TaskSelection,
    experiment: Experiment,
    writers: Writers,
    seed: int,
    warn: Callable[[str], None],
) -> Verbalization:
    """What is written of a domain for a seed.

    What a model writes is kept in the results folder, and taken from there the next time, so that
    all episodes of a seed use the same words.

    Args:
        warn: gets a message on a domain whose thoughts are those of the rules.

    Raises:
        InputError: a model cannot be asked, or what is kept is damaged or does not fit.
    """
    lexicons = await _lexicons(selection, experiment, writers, seed)
    text, costs = experiment.text, experiment.play.rules.costs
    made = Verbalization(lexicons, style=text.style, costs=costs, naming=text.names)
    forms = [each for each in map(wording, experiment.play.forms) if each in ENGLISH_FORMS]
    by_state, writer = text.thoughts == STATE, writers.thoughts.get(seed)
    if selection.example is None or not wants_thoughts(experiment):
        return made
    problem, plan = selection.example
    found: dict[InputForm, Thoughts] = {}
    for form in dict.fromkeys(forms) if by_state or writer else ():
        shown = Example(World(problem), present(problem, form, made), plan)
        if writer is None:
            found[form] = STATE, tuple(state_thoughts(shown.world, shown.presentation, plan))
        else:
            name = selection.name if form == "nl" else f"{selection.name}-{form}"
            kept = _kept_file(writers.folder / _THOUGHTS, name, seed)
            found[form] = await _thoughts(shown, writer, kept, selection.name, warn)
    return replace(made, thoughts=found)


def wants_thoughts(experiment: Experiment) -> bool:
    """Whether a mechanism has thoughts in its example."""
    thinks = (mechanism(name).traits.thinks for name in experiment.play.mechanisms)
    return (
        experiment.text.examples > 0
        and not ENGLISH_FORMS.isdisjoint(map(wording, experiment.play.forms))
        and any(thinks)
    )


def _kept_file(folder: Path, name: str, seed: int) -> Path:
    return folder / f"{name}-seed{seed}.json"


def _keep(content: str, kept: Path) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    emit(content, kept)


# --- snippets -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LexiconFiles:
    """Lexicon files named by a pattern with `{domain}`, `{seed}` or both.

    Args:
        pattern: such as `data/{domain}/domain_description_seed{seed}.json`.
    """

    asks_model: ClassVar[bool] = False

    pattern: str
    seed: int

    @staticmethod
    def is_pattern(name: str) -> bool:
        """Whether a name stands for several files."""
        return "{domain}" in name or "{seed}" in name

    def of(self, name: str) -> Verbalizer:
        """The file of a domain whose results are filed under a name."""
        path = self.pattern.replace("{domain}", name).replace("{seed}", str(self.seed))
        return verbalizer(Path(path))

    def lexicon(self, domain: Domain) -> Lexicon:
        """As `of`, with the name that the domain has in its file."""
        return self.of(domain.name).lexicon(domain)


def lost(domain: Domain, lexicon: Lexicon, text: TextOptions) -> str | None:
    """What the English of a domain loses or leaves ambiguous, None where that is nothing."""
    found = check(domain, (), lexicon, text.style, text.names)
    if not found:
        return None
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    return f"the snippets lose something or are ambiguous (`pddl2nl check`): {found[0]}{more}"


def difference(written: Sequence[Lexicon]) -> str:
    """How many snippets differ between the lexicons that a model wrote for several seeds."""
    predicates = written[0].predicates.keys() - {EQUALITY}
    versions = [{each.predicates[name] for each in written} for name in predicates]
    versions += [{each.actions[name] for each in written} for name in written[0].actions]
    differ = sum(len(each) > 1 for each in versions)
    snippets = counted(len(versions), "snippet")
    return f"{differ} of {snippets} differ between the {len(written)} seeds"


def described_by_hand(planbench: str | None, name: str, domain: Domain) -> Lexicon:
    """The snippets of a PlanBench configuration, which has a description of the domain as well.

    Raises:
        InputError: no file is named, or it is none or does not fit the domain.
    """
    if planbench is None:
        raise InputError("--input valm23 needs --planbench FILE")
    path = planbench.replace("{domain}", name)
    lexicon = verbalizer(Path(path)).lexicon(domain)
    if not isinstance(lexicon.notes.get(_DESCRIPTION), str):
        raise InputError(f"has no '{_DESCRIPTION}', so it is not PlanBench's", source=path)
    return lexicon


async def _lexicons(
    selection: TaskSelection, experiment: Experiment, writers: Writers, seed: int
) -> dict[InputForm, Lexicon]:
    """The snippets of each input form that has any."""
    name, domain, forms = selection.name, selection.domain, experiment.play.forms
    made: dict[InputForm, Lexicon] = {}
    if "template" in forms:
        made["template"] = TemplateVerbalizer().lexicon(domain)
    if "nl" in map(wording, forms):
        writer = writers.snippets[seed]
        named = writer.of(name) if isinstance(writer, LexiconFiles) else writer
        kept = _kept_file(writers.folder / _SNIPPETS, name, seed)
        if not asks_model(named):
            made["nl"] = named.lexicon(domain)
        elif kept.is_file():
            made["nl"] = load_lexicon(kept, domain)
        else:
            try:
                made["nl"] = await named.write(domain)
            except (PermanentModelError, CacheError) as error:
                raise InputError(f"stopped: {error} (to continue, repeat the command)") from error
            _keep(dump_lexicon(made["nl"]), kept)
    if "valm23" in forms:
        made["valm23"] = described_by_hand(experiment.text.planbench, name, domain)
    return made


# --- thoughts -------------------------------------------------------------------------------------


async def _thoughts(
    example: Example, writer: ThoughtWriter, kept: Path, name: str, warn: Callable[[str], None]
) -> Thoughts:
    """A model's thoughts for an example; where they cannot be used, those of the rules."""
    if kept.is_file():
        return _load(kept, example)
    try:
        source, written = f"llm:{writer.model.name}", await writer.thoughts(example)
    except (PermanentModelError, TransientModelError, CacheError) as error:
        raise InputError(f"stopped: {error} (to continue, repeat the command)") from error
    except (UnusableThoughtsError, RejectedRequestError) as fault:
        warn(f"{name}: the model's thoughts cannot be used ({fault}); the rules' are")
        own = thoughts(example.world, example.presentation, example.plan)
        source, written = RULE, tuple(own)
    data = {"source": source, "plan": [str(step) for step in example.plan], "thoughts": written}
    _keep(json.dumps(data, indent=2, ensure_ascii=False), kept)
    return source, written


def _load(path: Path, example: Example) -> Thoughts:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        source, plan = str(data["source"]), list(data["plan"])
        kept = tuple(map(str, data["thoughts"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError("contains no thoughts that could be read", source=str(path)) from error
    if plan != [str(step) for step in example.plan] or len(kept) != len(plan) + 1:
        raise InputError(
            "contains the thoughts of another example; delete it to have new ones written",
            source=str(path),
        )
    return source, kept


# --- names of objects in PlanBench's prompts ------------------------------------------------------


def encoded_names(problem: Problem, encoding: Mapping[str, str]) -> ObjectNames:
    """Names for a problem's objects.

    Args:
        encoding: a name by object (`{"a": "red block"}`), or a pattern by the letters that objects
            begin with, whose `{}` take their numbers (`{"l": "location_{}_{}"}` for `l0-1`), or by
            the object with `{}` for its numbers (`{"depot{}": "depot {}"}`).

    Returns:
        The names; an object that the encoding does not cover keeps its own.
    """
    return ObjectNames.of(
        {item.name: _encoded(item.name, encoding) or item.name for item in problem.all_objects}
    )


def _names_by_hand(problem: Problem, lexicon: Lexicon) -> ObjectNames | None:
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
