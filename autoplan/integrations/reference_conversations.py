"""Whole conversations about tasks, with the answers of a player who follows the reference plan.

They are played, not written: each mechanism sends the prompts that it sends in an evaluation, and
the simulator answers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace

from autoplan.experiment.experiment import Experiment
from autoplan.experiment.matrix import EpisodeKey, left_out
from autoplan.forecast.cost_estimate import reference_answers
from autoplan.models.ledger import Ledger
from autoplan.play.episodes import opened_episode
from autoplan.play.prepared_run import PreparedRun
from autoplan.preparation.kept_plans import kept_plan
from autoplan.preparation.prepared_domain import PreparedDomain, PreparedDomains
from autoplan.preparation.reference_plans import Plan
from pddl2nl.llm import Message, ScriptedModel
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from policies import mechanism


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


async def reference_conversations(experiment: Experiment) -> AsyncIterator[ReferenceConversation]:
    """The conversations of an experiment, by domain, mechanism, input form and instance.

    The reference plan is the one that is kept with an instance; without one it is looked for, as
    in an evaluation. A task whose plan is not known is left out, with a warning.

    Raises:
        InputError: the experiment names something that does not exist or does not fit.
    """
    run = PreparedRun.open(experiment, asking=False)
    for line in left_out(experiment.play.mechanisms, experiment.play.forms):
        run.progress.warn(line)
    async with run.prepared() as ready:
        keys = run.keys(ready)
        planned = await _planned(keys, ready)
        for key in keys:
            found = await _played(key, planned[key.domain, key.instance], run)
            if found is None:
                run.progress.warn(
                    f"{key.domain} {key.instance}: left out, as its plan is not known"
                )
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
    key: EpisodeKey, prepared: PreparedDomain, run: PreparedRun
) -> ReferenceConversation | None:
    """The conversation of an episode, None where it does not reach the goal."""
    await prepared.find_reference(key)
    plan = prepared.reference(key)
    if not plan:
        return None
    answers = list(reference_answers(key, prepared))
    model = ScriptedModel(answers)
    players = replace(run.players, model=model)
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
        style=run.experiment.text.style,
        example=prepared.example_name(key),
        snippets=prepared.snippets(key),
        domain_pddl=domain_to_pddl(problem.domain),
        problem_pddl=problem_to_pddl(problem),
    )
