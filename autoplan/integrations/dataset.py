"""Whole conversations about tasks, with answers that follow the reference plans, as a dataset:
splits, files and a card, as Hugging Face's `datasets` reads them.

The conversations are played, not written: each mechanism sends the prompts that it sends in an
evaluation, and the simulator answers. One and the same call gives the same bytes: the only dice are
those of the seed, and no file tells when or where it was made.
"""

from __future__ import annotations

import json
import math
import random
import shutil
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined

import domains
from autoplan.experiment.experiment import Experiment
from autoplan.forecast.cost_estimate import reference_answers
from autoplan.grade.rows import RowTexts
from autoplan.installation import advice, is_installed
from autoplan.integrations.isomorphism import certificate
from autoplan.models.paid_models import Ledger
from autoplan.play.chat_episode import ChatEpisode, OutsideModel
from autoplan.play.episodes import opened_episode
from autoplan.play.prepared_run import PreparedRun, left_out
from autoplan.preparation.prepared_domain import PreparedDomain, PreparedDomains
from autoplan.preparation.tasks import Plan, kept_plan
from autoplan.results.record import EpisodeKey
from pddl2nl.errors import InputError
from pddl2nl.options import option, whole
from pddl2nl.reader import parse_domain, parse_problem
from policies.symbolic import PlanFound

Format = Literal["jsonl", "parquet"]
Row: TypeAlias = dict[str, Any]
SPLITS = ("train", "validation", "test")
_HELD_OUT = 10
"""The test and the validation part each have one in ten domains (or instances), at least one."""
_SIZES = (
    *((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K")),
    (math.inf, "100K<n<1M"),
)
"""Ranges of numbers of rows, in the words of Hugging Face's cards."""
COLUMNS: Mapping[str, str] = {
    "id": "domain, instance, mechanism and input form",
    "messages": "the conversation: a list of `role` and `content`; the last is an answer",
    "prompt": "the messages before the reference answers: the input of a model",
    "completion": "the reference answers and the observations between them. Train on `prompt` and "
    "`completion`: `messages` also contains the answers of the few-shot example",
    "prompt_messages": "the number of messages in `prompt`; the assistant's messages after these "
    "are the reference answers, those before belong to the few-shot example",
    "domain": "the planning domain",
    "instance": "the instance of the domain",
    "mechanism": "`basic`, `cot`, `act` or `react`",
    "example": "the instance of the few-shot example; null if there is none",
    "snippets": "the source of the English snippets; null for PDDL",
    "plan": "the reference plan: a list of ground actions in PDDL",
    "plan_length": "its number of actions",
    "reference_cost": "with `--costs`: its cost by the task's metric, or its length if the task "
    "has no metric; otherwise null",
    "domain_pddl": "the domain in PDDL",
    "problem_pddl": "the problem in PDDL, for grading other answers",
    "input": "the form of the task: `nl`, `template` or `pddl`",
    "style": "the style of the English: `paper` or `brief`",
    "lexicon": "the English snippets, as the JSON text of a lexicon file; null for PDDL",
    "names": "a JSON object from each object's name in the English to its PDDL name; null for PDDL",
}
"""What each column holds."""


async def reference_conversations(experiment: Experiment) -> list[Row]:
    """The conversations of an experiment, by domain, mechanism, input form and instance.

    The reference plan is the one that is kept with an instance; without one it is looked for, as
    in an evaluation. A task whose plan is not known is left out, with a warning.

    Raises:
        InputError: the experiment names something that does not exist or does not fit.
    """
    run = PreparedRun.open(experiment, asking=False)
    for line in left_out(experiment.play.mechanisms, experiment.play.forms):
        run.progress.warn(line)
    made: list[Row] = []
    lacking: dict[str, None] = {}
    async with run.prepared() as ready:
        keys = run.keys(ready)
        planned = await _planned(keys, ready, by_cost=run.experiment.play.rules.costs)
        for key in keys:
            prepared = planned[key.domain, key.instance]
            found = await _played(key, prepared, run)
            if found is not None:
                made.append(found)
                continue
            unsolvable = ready[key.domain, key.instance].solvability(key) == "unsolvable"
            why = "it is proved unsolvable" if unsolvable else "no plan for it is known"
            if prepared.reference(key):
                why = f"the answers of {key.mechanism} ({key.input}) with its plan do not solve it"
            lacking[f"{key.domain} {key.instance}: left out, as {why}"] = None
    for line in lacking:
        run.progress.warn(line)
    return made


async def _planned(
    keys: Iterable[EpisodeKey], ready: PreparedDomains, *, by_cost: bool
) -> PreparedDomains:
    """The same with the plans that are kept, or that are found where none is.

    Args:
        by_cost: whether the reference plan is looked for in any case, and the cheaper one taken.
    """
    found: dict[tuple[str, str], PreparedDomain] = {}
    for key in keys:
        place = key.domain, key.instance
        if place in found:
            continue
        prepared = ready[place]
        task = prepared.task(key)
        plan: Plan | None = kept_plan(task.path, task.original)
        if plan is None or by_cost:
            await prepared.find_reference(key)
            plan = prepared.cheapest(key, plan, prepared.reference(key))
        known = {} if plan is None else {key.instance: PlanFound(plan)}
        found[place] = prepared.excerpt({key.instance}, known)
    return found


async def _played(key: EpisodeKey, prepared: PreparedDomain, run: PreparedRun) -> Row | None:
    """The conversation of an episode, None where it does not reach the goal."""
    await prepared.find_reference(key)
    plan = prepared.reference(key)
    if not plan:
        return None
    players = replace(run.players, model=OutsideModel())
    chat = ChatEpisode(key.mechanism, *opened_episode(key, prepared, players, Ledger()))
    prompt = chat.messages
    for answer in reference_answers(key, prepared):
        if not chat.done:
            chat.submit(answer.content)
    if not chat.verdict.solved:
        return None
    by_cost = run.experiment.play.rules.costs
    texts = RowTexts.shown(prepared.task(key).problem, prepared.presentation(key))
    return {
        "id": f"{key.domain}/{key.instance}/{key.mechanism}/{key.input}",
        "messages": chat.messages,
        "prompt": prompt,
        "completion": chat.messages[len(prompt) :],
        "prompt_messages": len(prompt),
        "domain": key.domain,
        "instance": key.instance,
        "mechanism": key.mechanism,
        "example": prepared.example_name(key),
        "snippets": prepared.snippets(key),
        "plan": list(map(str, plan)),
        "plan_length": len(plan),
        "reference_cost": prepared.costs(key, None).reference if by_cost else None,
        **texts._replace(style=run.experiment.text.style)._asdict(),
    }


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """How a dataset is laid out.

    Args:
        formats: the files' formats; `load_dataset` of the folder takes the first.
        split_by: what is never in two splits: a domain, or an instance.
        split_seed: decides what is in which split.
    """

    formats: tuple[Format, ...] = option(
        ("jsonl",),
        "file formats (default: jsonl); parquet requires the extra parquet",
        "--format",
        nargs="+",
        choices=get_args(Format),
    )
    split_by: Literal["domain", "instance"] = option(
        "domain",
        "unit that is never divided between splits: domain (default) or instance",
        choices=("domain", "instance"),
    )
    split_seed: int = option(
        1, "seed of the splits (default: 1)", "--seed", metavar="S", type=whole
    )


def write_dataset(every: Sequence[Row], layout: DatasetPlan, folder: Path) -> dict[str, int]:
    """Write a dataset into a new folder, which appears when all is written.

    Returns:
        The number of rows of each split that has any.

    Raises:
        InputError: the folder holds something, a library is missing, or there are no rows.
    """
    if "parquet" in layout.formats and not is_installed("parquet"):
        raise InputError(f"--format parquet needs pyarrow; {advice('parquet')}")
    check_free(folder)
    if not every:
        raise InputError("there is nothing to export: no task has a plan")
    splits = split(every, layout)
    draft = folder.with_name(f".{folder.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        (draft / "data").mkdir(parents=True)
        for name, rows in splits.items():
            for kind in layout.formats:
                _WRITERS[kind](draft / "data" / f"{name}.{kind}", rows)
        (draft / "README.md").write_text(card(splits, layout), encoding="utf-8")
        if folder.exists():
            folder.rmdir()
        draft.rename(folder)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", source=str(folder)) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return {name: len(rows) for name, rows in splits.items()}


def check_free(folder: Path) -> None:
    """See that a folder is not there yet, or empty, so that nothing is mixed or lost.

    Raises:
        InputError: it holds something, or is no folder.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError("is not empty; name a new folder", source=str(folder))


def split(every: Sequence[Row], layout: DatasetPlan) -> dict[str, list[Row]]:
    """The rows of each split that has any, in the order in which they come.

    Rows stay together if they are of one domain (or one instance), and if their tasks cannot be
    distinguished but by the names of their objects; so do domains that differ in name alone.
    """
    families = _families(every, layout)
    places = assigned(list(dict.fromkeys(families)), layout.split_seed)
    found: dict[str, list[Row]] = {name: [] for name in SPLITS}
    for family, each in zip(families, every, strict=True):
        found[places[family]].append(each)
    return {name: rows for name, rows in found.items() if rows}


def _families(every: Sequence[Row], layout: DatasetPlan) -> list[int]:
    """For each row the number of the first row that it has to stay with."""
    import networkx  # takes 0.2 s to load

    by_domain = layout.split_by == "domain"
    domain = cache(parse_domain)
    # Without `--costs`, rows do not show them, and tasks that differ there alone look the same.
    costs = any(row["reference_cost"] is not None for row in every)

    @cache
    def task(text: str, problem: str) -> str:
        return certificate(parse_problem(problem, domain(text)), costs=costs)

    graph = networkx.Graph()
    for number, row in enumerate(every):
        text = row["domain_pddl"]
        unit = row["domain"], "" if by_domain else row["instance"]
        graph.add_edges_from([(number, unit), (number, task(text, row["problem_pddl"]))])
        if by_domain:
            graph.add_edge(number, replace(domain(text), name=""))
    leaders: dict[int, int] = {}
    for family in networkx.connected_components(graph):
        members = [each for each in family if isinstance(each, int)]
        leaders |= dict.fromkeys(members, min(members))
    return [leaders[number] for number in range(len(every))]


def assigned(units: Sequence[Hashable], seed: int) -> dict[Hashable, str]:
    """A split for each unit: one in ten for validation and one for the test, at least one each.

    The test comes first where there are few: two units are training and test.
    """
    drawn = list(units)
    random.Random(seed).shuffle(drawn)
    held = max(1, round(len(drawn) / _HELD_OUT))
    test = drawn[:held] if len(drawn) > 1 else []
    validation = drawn[held : 2 * held] if len(drawn) > 2 else []
    return {
        unit: "test" if unit in test else "validation" if unit in validation else "train"
        for unit in units
    }


def card(splits: Mapping[str, Sequence[Row]], layout: DatasetPlan) -> str:
    """The card of a dataset: YAML for machines, Markdown for people."""
    every = [each for rows in splits.values() for each in rows]
    bundled = {*domains.names(), *domains.scaled_names()}
    names = sorted({each["domain"] for each in every})
    facts = {
        "pretty_name": "Planning tasks in words",
        "language": ["en"],
        # What is not bundled has a licence of its own, which is not known here.
        **({"license": "apache-2.0"} if bundled.issuperset(names) else {}),
        "task_categories": ["text-generation"],
        "tags": ["planning", "pddl", "chat"],
        "size_categories": [next(name for bound, name in _SIZES if len(every) < bound)],
        # The files of one format: the library takes all files of a folder for the same.
        "configs": [
            {
                "config_name": "default",
                "data_files": [
                    {"split": name, "path": f"data/{name}.{layout.formats[0]}"} for name in splits
                ],
            }
        ],
    }
    template = Environment(
        loader=PackageLoader("autoplan.integrations"),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    ).get_template("dataset_card.md.j2")
    return template.render(
        facts=yaml.safe_dump(facts, sort_keys=False).strip(),
        layout=layout,
        columns=COLUMNS,
        splits={
            name: (len(rows), sorted({each["domain"] for each in rows}))
            for name, rows in splits.items()
        },
        mechanisms=list(dict.fromkeys(each["mechanism"] for each in every)),
        forms=list(dict.fromkeys(each["input"] for each in every)),
        style=every[0]["style"],
    )


def _write_jsonl(path: Path, rows: Sequence[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _write_parquet(path: Path, rows: Sequence[Row]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    text = pa.string()
    messages = pa.list_(pa.struct([("role", text), ("content", text)]))
    kinds = {
        "messages": messages,
        "prompt": messages,
        "completion": messages,
        "prompt_messages": pa.int64(),
        "plan": pa.list_(text),
        "plan_length": pa.int64(),
        "reference_cost": pa.float64(),
    }
    schema = pa.schema([(name, kinds.get(name, text)) for name in COLUMNS])
    parquet.write_table(pa.Table.from_pylist(list(rows), schema=schema), path)


_WRITERS = {"jsonl": _write_jsonl, "parquet": _write_parquet}
