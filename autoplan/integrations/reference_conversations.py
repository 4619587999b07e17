"""Whole conversations about tasks, with the answers of a player who follows the reference plan.

They are played, not written: each mechanism sends the prompts that it sends in an evaluation, and
the simulator answers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path

from autoplan.experiment.benchmarks import benchmarks
from autoplan.experiment.experiment import Experiment
from autoplan.experiment.matrix import EpisodeKey, check_playable, left_out
from autoplan.forecast.cost_estimate import reference_answers
from autoplan.play.episodes import Players, opened_episode
from autoplan.play.evaluate import all_keys
from autoplan.play.players import named_verbalizers
from autoplan.preparation.kept_plans import kept_plan
from autoplan.preparation.prepare import Writers, prepare_domains
from autoplan.preparation.prepared_domain import PreparedDomain, PreparedDomains
from autoplan.preparation.reference_plans import Plan
from autoplan.progress import Progress
from autoplan.results.record import Ledger
from pddl2nl.llm import Message, ScriptedModel
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from policies import PromptSet, mechanism
from policies.symbolic import SymbolicPlanner


@dataclass(frozen=True, slots=True)
class ReferenceConversation:
    """A task, and how a player solves it who follows the reference plan.

    Args:
        key: the task, mechanism and input form.
        messages: the conversation; the last one is the answer that reaches the goal.
        prompt_messages: how many of them are sent before the first answer: instructions, example
            and task. The answers after these are the reference.
        plan: the reference plan in PDDL.
        style: how the English is composed.
        example: which instance the few-shot example is, None for none.
        snippets: what wrote the snippets of the text, None for PDDL.
        domain_pddl: the domain.
        problem_pddl: the problem.
    """

    key: EpisodeKey
    messages: tuple[Message, ...]
    prompt_messages: int
    plan: tuple[str, ...]
    style: str
    example: str | None
    snippets: str | None
    domain_pddl: str
    problem_pddl: str


async def reference_conversations(
    experiment: Experiment, progress: Progress
) -> AsyncIterator[ReferenceConversation]:
    """The conversations of an experiment, by domain, mechanism, input form and instance.

    The reference plan is the one that is kept with an instance; without one it is looked for, as
    in an evaluation. A task whose plan is not known is left out, with a warning.

    Raises:
        InputError: the experiment names something that does not exist or does not fit.
    """
    check_playable(experiment.mechanisms, experiment.forms)
    for line in left_out(experiment.mechanisms, experiment.forms):
        progress.warn(line)
    sources, prompts = benchmarks(experiment.domains), PromptSet(experiment.prompts)
    with SymbolicPlanner() as planner:
        writers = Writers(named_verbalizers(experiment), {}, Path())
        ready = await prepare_domains(experiment, sources, writers, planner, progress)
        keys = all_keys(experiment, ready)
        planned = await _planned(keys, ready)
        for key in keys:
            found = await _played(key, planned[key.domain, key.instance], prompts, experiment)
            if found is None:
                progress.warn(f"{key.domain} {key.instance}: left out, as its plan is not known")
            else:
                yield found


async def _planned(keys: Iterable[EpisodeKey], ready: PreparedDomains) -> PreparedDomains:
    """The same with the plans that are kept, or that are found where none is."""
    found: dict[tuple[str, str], PreparedDomain] = {}
    for key in keys:
        place = key.domain, key.instance
        if place in found:
            continue
        prepared = ready[place]
        task = prepared.task(key)
        plan: Plan | None = kept_plan(task.path, task.original)
        if plan is None:
            await prepared.find_reference(key)
            plan = prepared.reference(key)
        selection, words, _ = prepared.excerpt({key.instance})
        found[place] = PreparedDomain(selection, words, {key.instance: plan})
    return found


async def _played(
    key: EpisodeKey, prepared: PreparedDomain, prompts: PromptSet, experiment: Experiment
) -> ReferenceConversation | None:
    """The conversation of an episode, None where it does not reach the goal."""
    await prepared.find_reference(key)
    plan = prepared.reference(key)
    if not plan:
        return None
    answers = list(reference_answers(key, prepared))
    model = ScriptedModel(answers)
    players = Players(model, None, prompts, 0.0, None)
    episode, player = opened_episode(key, prepared, players, Ledger())
    await mechanism(key.mechanism)(player).run(episode)
    if not episode.solved:
        return None
    last = answers[len(model.requests) - 1]
    problem = prepared.task(key).problem
    return ReferenceConversation(
        key=key,
        messages=(*model.requests[-1].messages, last),
        prompt_messages=len(model.requests[0].messages),
        plan=tuple(map(str, plan)),
        style=experiment.style,
        example=prepared.example_name(key),
        snippets=prepared.snippets(key),
        domain_pddl=domain_to_pddl(problem.domain),
        problem_pddl=problem_to_pddl(problem),
    )
