"""Asking a model to break a task down (ChatHTN paper, section 4, `ChatGPTQuery`): two prompts.

The first asks for subtasks, the second to say them as the actions (or tasks) that there are. The
words are those of any other prompt here: the domain, and a problem whose goal is the task's effect
and whose initial state is the current one. So a model that plans can answer, the offline one too.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from pddl2nl.compose import ability, in_style, kind_nouns, say
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import Message
from pddl2nl.model import (
    TRUE,
    ActionSchema,
    CompoundTask,
    Domain,
    GroundAction,
    Problem,
    Subtask,
    substitute,
)
from pddl2nl.verbalizers.rules import RulesVerbalizer
from policies.answers import AnswerReader, Finished, LookAround, ReadStep, domain_words
from policies.mechanism import Player
from simulator import Episode, Presentation, present_english, present_pddl
from simulator.outcome import State

Answers: TypeAlias = Literal["any", "primitive"]
"""What an answer may consist of: actions and larger tasks, or actions alone."""


@dataclass(frozen=True, slots=True)
class UnusedAnswer:
    """An answer that could not be used.

    Args:
        task: what was asked about.
        unread: its steps that name no action and no task, in its own words; empty for none.
    """

    task: Subtask
    unread: tuple[str, ...]


@dataclass
class TaskQuery:
    """Asks the model of a player about the tasks of an episode.

    Args:
        player: whose model is asked, with which prompts.
        episode: whose words are used.
        problem: its problem, with its tasks.
        attempt: which of several tries this is; each has answers of its own.
        answers: whether an answer may contain larger tasks (`any`), or actions alone
            (`primitive`, as in the paper).

    Attributes:
        unused: the answers that could not be used.
    """

    player: Player
    episode: Episode
    problem: Problem
    attempt: int = 0
    answers: Answers = "any"
    unused: list[UnusedAnswer] = field(default_factory=list)

    def __post_init__(self) -> None:
        problem = self.problem
        self._wide = with_tasks_as_actions(problem.domain)
        lexicon = self.episode.presentation.lexicon
        self._lexicon = None if lexicon is None else with_tasks(lexicon, self._wide)
        wide_problem = replace(problem, domain=self._wide)
        self._narrator = self._shown(wide_problem).narrator
        read = wide_problem if self.answers == "any" else replace(problem, domain=_plain(problem))
        words = domain_words(read.domain, self._lexicon, self.episode.style)
        self._reader = AnswerReader(read, words, self.episode.presentation.names)

    async def ask(
        self, state: State, task: CompoundTask, subtask: Subtask
    ) -> tuple[Subtask, ...] | None:
        """The model's decomposition of a task, None where its answer cannot be used.

        What names no action and no task is reported to the model once.
        """
        messages = self._breakdown(state, task, subtask)
        answer = await self.player.ask(messages, draw=self.attempt)
        wish = self.player.prompts.text("htn_mapping", tasks=bool(self._larger(task)))
        messages += [Message("assistant", answer.text or "-"), Message("user", wish)]
        steps = await self._mapped(messages)
        unread = _unread(steps)
        if unread:
            report = self.player.prompts.text("htn_unknown", unread=unread)
            messages += [Message("assistant", "\n".join(unread)), Message("user", report)]
            steps = await self._mapped(messages)
            unread = _unread(steps)
        if unread:
            self.unused.append(UnusedAnswer(subtask, unread))
            return None
        return tuple(
            Subtask(each.action.name, each.action.args) for each in steps if each.action is not None
        )

    async def _mapped(self, messages: list[Message]) -> tuple[ReadStep, ...]:
        answer = await self.player.ask(messages, draw=self.attempt)
        steps = self._reader.read(answer.text).steps
        return tuple(step for step in steps if not isinstance(step.meaning, LookAround | Finished))

    def _breakdown(self, state: State, task: CompoundTask, subtask: Subtask) -> list[Message]:
        binding = dict(zip((each.name for each in task.parameters), subtask.args, strict=True))
        effect = substitute(task.effect, binding)
        asked = replace(
            self.problem,
            domain=_plain(self.problem),
            init=tuple(sorted(state.fluents | state.static, key=str)),
            goal=effect,
            network=(),
        )
        shown = self._shown(asked)
        instructions = self.player.prompts.text(
            "htn_breakdown",
            domain_text=shown.domain_text,
            tasks=[self._texts[each.name] for each in self._larger(task)],
            pddl=self._lexicon is None,
        )
        needed = substitute(task.precondition, binding)
        question = self.player.prompts.text(
            "htn_task",
            needed="" if needed == TRUE else self._narrator.condition(needed),
            task=self._narrator.action(GroundAction(subtask.name, subtask.args)),
            problem_text=shown.problem_text,
            pddl=self._lexicon is None,
        )
        return [Message("system", instructions), Message("user", question)]

    def _larger(self, task: CompoundTask) -> list[CompoundTask]:
        """The tasks that an answer about a task may contain."""
        tasks = self.problem.domain.tasks if self.answers == "any" else ()
        return [each for each in tasks if each.name != task.name]

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Each task with letters for its objects: what is done, what it needs, what then holds."""
        tasks = self.problem.domain.tasks
        if self._lexicon is None:
            heads = ((each.name, *(item.name for item in each.parameters)) for each in tasks)
            return {head[0]: f"({' '.join(head)})" for head in heads}
        style = in_style(self.episode.style, self._wide, self._lexicon)
        schemas = {each.name: each for each in style.domain.actions}
        nouns, phrases = kind_nouns(style.domain), style.phrases
        found = {}
        for each in tasks:
            shown = ability(schemas[each.name], phrases.actions[each.name], nouns)
            needed = ""
            if each.precondition != TRUE:
                needed = f"only if {say(each.precondition, phrases, shown.letters)}; "
            effect = say(each.effect, phrases, shown.letters)
            found[each.name] = f"{shown.text}: {needed}then {effect}"
        return found

    def _shown(self, problem: Problem) -> Presentation:
        costs, form = self.player.rules.costs, self.episode.form
        if self._lexicon is None:
            return present_pddl(problem, costs=costs)
        return present_english(problem, self._lexicon, form, self.episode.style, costs=costs)


def _plain(problem: Problem) -> Domain:
    """A problem's domain with its actions alone."""
    return replace(problem.domain, tasks=(), methods=())


def with_tasks_as_actions(domain: Domain) -> Domain:
    """A domain with its compound tasks as actions without effects, which have snippets."""
    tasks = (ActionSchema(each.name, each.parameters) for each in domain.tasks)
    return replace(domain, actions=(*domain.actions, *tasks), tasks=(), methods=())


def with_tasks(lexicon: Lexicon, wide: Domain) -> Lexicon:
    """A lexicon with snippets for tasks that it has none for, by rule."""
    missing = [each.name for each in wide.actions if each.name not in lexicon.actions]
    if not missing:
        return lexicon
    ruled = RulesVerbalizer().lexicon(wide)
    own = {name: ruled.actions[name] for name in missing}
    return replace(lexicon, actions={**lexicon.actions, **own})


def _unread(steps: tuple[ReadStep, ...]) -> tuple[str, ...]:
    return tuple(step.text for step in steps if step.action is None)
