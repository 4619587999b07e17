"""The offline models: the reader, which understands, searches and answers, and the hopeless player.

The hopeless player reads the task and keeps to the format, and chooses without a thought.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeAlias, TypeVar

from pddl2nl.compose.phrases import sentence
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.llm import (
    Completion,
    Connection,
    ModelTraits,
    RejectedRequestError,
    Request,
    Tool,
    ToolCall,
    estimate_usage,
    numbered_id,
)
from pddl2nl.model import GroundAction, Problem
from pddl2nl.readback import UNREAD, UnreadableText
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from policies.answer_forms import AnswerForm, NextStep, filler
from policies.few_shot import FINISHED, INSTRUCTION, NO_PLAN, PLAN_END, THINK
from policies.functions import FINISHED_CALL
from policies.reader._agent import FileWorker
from policies.reader._conversation import (
    Answer,
    Conversation,
    SolvedTask,
    Understood,
    understand,
    understand_task,
)
from policies.symbolic import NoPlan, PlanFound, SymbolicPlanner, cheapest_plan
from simulator.episode import NEUTRAL_TEXT
from simulator.outcome import Applied, State
from simulator.world import World


def in_format(step: str, thought: str, thinking: bool) -> str:
    """A step as the conversation asks for it."""
    return f"{THINK} {thought}\n{INSTRUCTION} {step}" if thinking else step


def call_of(action: GroundAction, task: Understood, tools: Sequence[Tool]) -> ToolCall | None:
    """The call that stands for an action, None where no function is described as it is.

    A function's description begins with the action's phrase, and that of a parameter ends with the
    letter that it has in this phrase.
    """
    phrase = task.phrases.get(action.name)
    opening = f"{sentence(phrase)}." if phrase else ""
    tool = next((each for each in tools if opening and each.description.startswith(opening)), None)
    schema = next(each for each in task.problem.domain.actions if each.name == action.name)
    if tool is None:
        return None
    values = dict(zip((each.name for each in schema.parameters), action.args, strict=True))
    given = {
        name: values.get(f"?{described.get('description', '').rpartition(' ')[2].lower()}")
        for name, described in json.loads(tool.parameters)["properties"].items()
    }
    return ToolCall(tool.name, json.dumps(given, ensure_ascii=False))


_Key = TypeVar("_Key")
_Found = TypeVar("_Found")
Answered: TypeAlias = tuple[str, Sequence[ToolCall]]
"""An answer's text, and the calls in it."""
COUNTED_AS = "gpt-4o"
"""The model whose encoding counts the reader's tokens, where it is at hand: the paper's, so
that they can stand beside its Tables 6 and 7, and beside dry runs."""


class OfflineModel(ABC):
    """A model that answers a conversation from its messages alone."""

    name: str

    async def complete(self, request: Request) -> Completion:
        """Answer in the format of the example, or call a function where that is offered.

        The calls have ids of their own; the usage is estimated.

        Raises:
            RejectedRequestError: a search for a plan has used up its time or memory, which says
                nothing about the task.
        """
        messages, tools = request.messages, request.tools
        notes: tuple[str, ...] = ()
        try:
            text, calls = await self.answer(request)
        except (UnreadableText, InputError, ValueError) as error:
            text, calls = f"{UNREAD}{error}", ()
            notes = (text,)
        before = sum(len(each.tool_calls) for each in messages)
        numbered = tuple(
            replace(each, id=numbered_id(before + rank)) for rank, each in enumerate(calls)
        )
        usage = estimate_usage(messages, text, COUNTED_AS, tools=tools, tool_calls=numbered)
        reason = "tool_calls" if numbered else "stop"
        return Completion(
            text, usage, reason, cached=False, model=self.name, notes=notes, tool_calls=numbered
        )

    @abstractmethod
    async def answer(self, request: Request) -> Answered:
        """A text, and calls of functions.

        Raises:
            UnreadableText, InputError, ValueError: the messages hold no task that can be read.
        """


_REMEMBERED = 64
_MAX_LISTED = 3
"""The maximum number of steps of its plan in an answer that is a list."""
SEARCH_SECONDS = 60.0
"""How long the reader looks for a plan where `--timeout` says nothing."""
CHEAPEST_SECONDS = 8.0
"""How long it looks for a cheapest plan, where a task has costs, before any plan will do."""


class ReaderModel(OfflineModel):
    """Answers a conversation by reading its task and planning.

    Every answer follows from the messages alone: what is remembered between calls only saves time.
    """

    name = "reader"

    def __init__(
        self, planner: SymbolicPlanner | None = None, seconds: float = SEARCH_SECONDS
    ) -> None:
        """
        Args:
            planner: where searches run; by default a pool of the reader's own.
            seconds: how long a search may take.
        """
        self._planner = planner or SymbolicPlanner()
        self._seconds = seconds
        self._solved: dict[tuple[str, str], asyncio.Future[SolvedTask]] = {}
        self._plans: dict[tuple[str, str], asyncio.Future[PlanFound | NoPlan]] = {}
        self._worker = FileWorker(self._understood, self._searched)

    async def answer(self, request: Request) -> Answered:
        """The next step or plan; the sampling settings change nothing."""
        text = await self._worker.answer(request.messages)
        if text is not None:
            return text, ()
        conversation = understand(request.messages)
        if request.tools:
            return await self._called(conversation, request.tools)
        return await self._answer(conversation), ()

    async def _called(self, conversation: Conversation, tools: Sequence[Tool]) -> Answered:
        """The next step as a call, and the thought beside it; in text where no function fits."""
        solved = await self._understood(conversation.instructions, conversation.task)

        def call(action: GroundAction) -> ToolCall | None:
            return call_of(action, solved.task, tools)

        done, state = _replay(solved, conversation.answers, lambda action: str(call(action)))
        rest = await self._rest(solved, done, state)
        step = call(rest[0]) if rest else None
        if rest == () and any(each.name == FINISHED_CALL for each in tools):
            step = ToolCall(FINISHED_CALL, "{}")
        if step is None or rest is None:
            return await self._answer(conversation), ()
        thought = f"{THINK} {_thought(len(rest))}" if conversation.thinking else ""
        return thought, (step,)

    async def _answer(self, conversation: Conversation) -> str:
        def put(step: str, left: int) -> str:
            return in_format(step, _thought(left), conversation.thinking)

        solved = await self._understood(conversation.instructions, conversation.task)
        if conversation.whole_plan:
            plan = solved.plan
            if solved.reason == "unsolvable" and NO_PLAN in conversation.instructions:
                return NO_PLAN
            if plan is None:
                return f"I found no plan ({solved.reason}).\n{PLAN_END}"
            steps = (
                put(solved.task.say(step), len(plan) - number) for number, step in enumerate(plan)
            )
            return "\n".join([*steps, PLAN_END])
        done, state = _replay(solved, conversation.answers, solved.task.say)
        rest = await self._rest(solved, done, state)
        if conversation.form is not None and not isinstance(conversation.form, NextStep):
            return _about(conversation.form, solved, rest)
        if rest is None:
            return f"I found no plan ({solved.reason})."
        if not rest:
            return put(FINISHED, 0)
        return put(solved.task.say(rest[0]), len(rest))

    async def _understood(self, instructions: str, task: str) -> SolvedTask:
        key = (instructions, task)
        return await _once(self._solved, key, lambda: self._solve(instructions, task))

    async def _solve(self, instructions: str, text: str) -> SolvedTask:
        task = understand_task(instructions, text)
        world = World(task.problem)
        match await self._plan(task.problem):
            case PlanFound(plan):
                return SolvedTask(task, world, plan)
            case NoPlan(reason, _):
                return SolvedTask(task, world, None, reason)

    async def _plan(self, problem: Problem) -> PlanFound | NoPlan:
        """A plan for a task, looked for once however many instructions it comes with."""
        key = (domain_to_pddl(problem.domain), problem_to_pddl(problem))
        return await _once(self._plans, key, lambda: self._searched_afresh(problem))

    async def _searched_afresh(self, problem: Problem) -> PlanFound | NoPlan:
        if problem.has_metric:
            seconds = min(CHEAPEST_SECONDS, self._seconds)
            cheapest = await cheapest_plan(self._planner, problem, seconds)
            if cheapest.solvability != "unknown":
                return cheapest
        found = await self._planner.solve(problem, "ff", seconds=self._seconds)
        match found:
            case NoPlan("time-limit"):
                raise RejectedRequestError(
                    f"the offline model found no plan within {self._seconds:g} s (see --timeout)"
                )
            case NoPlan("memory-limit"):
                raise RejectedRequestError("the offline model's search ran out of memory")
        return found

    async def _searched(self, problem: Problem) -> tuple[GroundAction, ...] | None:
        found = await self._plan(problem)
        return found.plan if isinstance(found, PlanFound) else None

    async def _rest(
        self, solved: SolvedTask, done: Sequence[GroundAction], state: State
    ) -> Sequence[GroundAction] | None:
        """The steps that are left: those of the plan, or of a new one after a detour."""
        if solved.world.goal_reached(state):
            return ()
        plan = solved.plan
        if plan is None:
            # Without a plan nothing was done: another search would end as the first one did.
            return None
        if plan[: len(done)] == tuple(done):
            return plan[len(done) :]
        found = await self._searched_afresh(solved.task_from(state))
        return found.plan if isinstance(found, PlanFound) else None


def _about(form: AnswerForm, solved: SolvedTask, rest: Sequence[GroundAction] | None) -> str:
    """An answer to a question about the task: its form, and what is left of the plan."""
    if rest is None:
        return filler(form, f"I found no plan ({solved.reason}).")
    steps = [solved.task.say(step) for step in rest[:_MAX_LISTED]]
    text = f"My plan has {counted(len(rest), 'more step')}." if rest else "The goal is reached."
    return filler(form, text, [f"{step}; done when this step is done" for step in steps])


async def _once(
    known: dict[_Key, asyncio.Future[_Found]],
    key: _Key,
    find: Callable[[], Coroutine[Any, Any, _Found]],
) -> _Found:
    """What is known under a key, or is found now; the oldest is forgotten."""
    if key not in known:
        while len(known) >= _REMEMBERED:
            known.pop(next(iter(known)))
        known[key] = asyncio.ensure_future(find())
    return await known[key]


class ReaderProvider:
    """`reader`: the offline planning model (entry point `pddl2nl.models`)."""

    traits: ClassVar[ModelTraits] = ModelTraits(tools=True, writes_text=False, seeded=False)

    def open(self, name: str, connection: Connection) -> ReaderModel:
        """The reader; of a connection it needs only the time that a call may take.

        Raises:
            InputError: something follows `reader/`.
        """
        if name:
            raise InputError(f"the reader has no variants, so `reader/{name}` should be `reader`")
        return ReaderModel(seconds=connection.timeout or SEARCH_SECONDS)


def _replay(
    solved: SolvedTask, answers: Sequence[Answer], say: Callable[[GroundAction], str]
) -> tuple[list[GroundAction], State]:
    """What the reader's own answers did, as far as it can tell from its model of the task.

    An answer was carried out where what follows it reports so, or is silent on purpose. One that
    is followed by anything else, such as a wish to check it, changed nothing.

    Args:
        say: an action as it stands in an answer.
    """
    state = solved.world.initial
    done: list[GroundAction] = []
    for answer in answers:
        step = answer.text.split(INSTRUCTION)[-1].strip()
        for action in solved.world.applicable(state):
            if say(action) == step:
                outcome = solved.world.step(state, action)
                if isinstance(outcome, Applied) and _reported(answer, solved.task.applied(action)):
                    state, done = outcome.state, [*done, action]
                break
    return done, state


def _reported(answer: Answer, applied: str) -> bool:
    """Whether what was seen after an answer reports its action, or no feedback was wanted."""
    if applied in answer.seen or answer.seen.startswith(NEUTRAL_TEXT):
        return True
    sentences = re.split(r"(?<=\.)\s+", answer.seen)
    return any(_leaves_out_nouns(each.split(), applied.split()) for each in sentences)


def _leaves_out_nouns(shorter: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a report has the words of another but for some within: `room_0` for `room room_0`."""
    rest = iter(words)
    ends = shorter[:2] == words[:2] and shorter[-1:] == words[-1:]
    return ends and all(word in rest for word in shorter)


def _thought(left: int) -> str:
    if not left:
        return "Your goal is reached."
    return f"My plan has {counted(left, 'more step')}; this is the next one."


_THOUGHT = "I choose at random."
PLAN_LENGTH = 10
"""How many steps a whole plan has."""


class RandomModel(OfflineModel):
    """Answers each conversation with actions of its task at random, possible now or not.

    The same conversation and seed get the same answer.
    """

    name = "random"

    async def answer(self, request: Request) -> Answered:
        """Steps, or calls of functions; temperature and length change nothing."""
        dice = random.Random(f"{request.seed} {[each.content for each in request.messages]}")
        conversation = understand(request.messages)
        task = understand_task(conversation.instructions, conversation.task)
        actions = World(task.problem).possible()
        count = PLAN_LENGTH if conversation.whole_plan else 1
        chosen = dice.choices(actions, k=count) if actions else ()
        called = [call for each in chosen if (call := call_of(each, task, request.tools))]
        if called:
            return (f"{THINK} {_THOUGHT}" if conversation.thinking else ""), called
        steps = [in_format(task.say(each), _THOUGHT, conversation.thinking) for each in chosen]
        return "\n".join([*steps, *([PLAN_END] if conversation.whole_plan else [])]), ()


class RandomProvider:
    """`random`: the hopeless player (entry point `pddl2nl.models`)."""

    traits: ClassVar[ModelTraits] = ModelTraits(tools=True, writes_text=False)

    def open(self, name: str, connection: Connection) -> RandomModel:
        """The model; it needs no connection.

        Raises:
            InputError: something was to be random beside the actions.
        """
        if name:
            raise InputError(f"the model random takes no argument, but was given '{name}'")
        return RandomModel()
