"""The few-shot example: one solved task of the same domain, shown as the mechanism shows its tasks.

Observations come from the simulator. Thoughts are written by rule (below), or by a model beforehand
as in the paper (section 4 and appendix E; see `policies.thought_writer`). A rule takes them
from the plan's causal links: such a thought says what the step works towards, what holds now that
matters for it, and what the step makes possible; the last one says why nothing is left. No sentence
occurs twice. Or it describes the state, as a player does that keeps account of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

from pddl2nl.llm import Message
from pddl2nl.model import Atom, GroundAction, conjuncts
from simulator import EnglishNarrator, Episode, Presentation
from simulator.outcome import Applied, State
from simulator.presentation import opposite
from simulator.world import World

PLAN_END = "[PLAN END]"
NO_PLAN = "[NO PLAN]"
"""The whole of an answer that claims that a task has no plan, where that is allowed."""
THINK = "Think:"
INSTRUCTION = "Instruction:"
FINISHED = "You are finished."


@dataclass(frozen=True)
class Example:
    """A task with a plan that solves it, in the input form of the tasks to be played.

    Args:
        thoughts: one before each step and one at the end; those of the rules where none are given.
    """

    world: World
    presentation: Presentation
    plan: tuple[GroundAction, ...]
    thoughts: tuple[str, ...] = ()

    @cached_property
    def ideas(self) -> Sequence[str]:
        """The thoughts, whoever wrote them; worked out once, since all episodes show the same."""
        return self.thoughts or thoughts(self.world, self.presentation, self.plan)

    @cached_property
    def observations(self) -> Sequence[str]:
        """What is observed of each step."""
        episode = Episode(self.world, self.presentation)
        return [episode.submit(action).text for action in self.plan]


def plan_example(example: Example, *, thinking: bool) -> list[Message]:
    """The task and its whole plan, a line a step (Basic), or a thought and a step (CoT)."""
    steps = [example.presentation.narrator.action(action) for action in example.plan]
    if thinking:
        steps = list(map(_thought_and, example.ideas[: len(steps)], steps))
    answer = "\n".join([*steps, PLAN_END])
    return [Message("user", example.presentation.problem_text), Message("assistant", answer)]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of an example that is played step by step.

    Args:
        message: what the player gets before it: the task, or what it observed last.
        thought: what it thinks.
        action: what it does; None where it says that it is finished.
    """

    message: str
    thought: str
    action: GroundAction | None


def dialogue_example(example: Example, *, thinking: bool) -> list[Message]:
    """The task played step by step with the simulator's observations (Act, ReAct)."""
    say = example.presentation.narrator.action
    messages: list[Message] = []
    for turn in played(example, thinking=thinking):
        step = FINISHED if turn.action is None else say(turn.action)
        answer = _thought_and(turn.thought, step) if thinking else step
        messages += [Message("user", turn.message), Message("assistant", answer)]
    return messages


def played(example: Example, *, thinking: bool) -> Iterator[Turn]:
    """The turns of an example that is played step by step; thoughts are empty without thinking."""
    messages = (example.presentation.problem_text, *example.observations)
    ideas = example.ideas if thinking else repeat("")
    return map(Turn, messages, ideas, (*example.plan, None))


def _thought_and(thought: str, step: str) -> str:
    return f"{THINK} {thought}\n{INSTRUCTION} {step}"


_MAX_CLAUSES = 2


def thoughts(world: World, presentation: Presentation, plan: Sequence[GroundAction]) -> list[str]:
    """A thought before each step, and a last one.

    Raises:
        ValueError: the plan has a step that cannot be carried out.
        TypeError: the task is not presented in English.
    """
    narrator = _english(presentation)
    writer = _Writer(world, narrator, _states(world, plan), plan)
    used: set[str] = set()
    written = []
    for number, step in enumerate(plan):
        fresh = [each for each in writer.sentences(number) if each not in used]
        left = len(plan) - number
        fallback = f"With {left} steps to go, the next one is to {narrator.action(step)}."
        used.update(fresh)
        written.append(" ".join(fresh or [fallback]))
    return list(map(_addressed, [*written, _last(world, narrator)]))


def state_thoughts(
    world: World, presentation: Presentation, plan: Sequence[GroundAction]
) -> list[str]:
    """The state before each step, and that the last one is a goal state.

    Raises:
        ValueError: the plan has a step that cannot be carried out.
        TypeError: the task is not presented in English.
    """
    narrator = _english(presentation)
    described = [narrator.state(state.facts) for state in _states(world, plan)[:-1]]
    return list(map(_addressed, [*described, _last(world, narrator)]))


_YOU = {"I am": "you are", "I was": "you were", "I": "you", "my": "your", "me": "you"}
_FIRST_PERSON = re.compile(r"(^|[.!?] )?\b(I am|I was|I|[Mm]y|me)\b(?![-_])")


def _addressed(thought: str) -> str:
    """A thought of the model, to which the "I" of snippets is the user: "I am at A", "my robot"."""

    def replaced(found: re.Match[str]) -> str:
        word = _YOU[found[2].replace("My", "my")]
        return (found[1] or "") + (word.capitalize() if found[1] is not None else word)

    return _FIRST_PERSON.sub(replaced, thought)


def _english(presentation: Presentation) -> EnglishNarrator:
    if not isinstance(presentation.narrator, EnglishNarrator):
        raise TypeError("thoughts are written in English, so the task has to be as well")
    return presentation.narrator


def _states(world: World, plan: Sequence[GroundAction]) -> list[State]:
    states = [world.initial]
    for action in plan:
        outcome = world.step(states[-1], action)
        if not isinstance(outcome, Applied):
            raise ValueError(f"the example's plan breaks off at {action}")  # noqa: TRY004
        states.append(outcome.state)
    return states


def _last(world: World, narrator: EnglishNarrator) -> str:
    parts = conjuncts(world.problem.goal)
    if not parts:
        return "The goal asks for nothing, so nothing is left to do."
    reached = narrator.clauses(parts[:_MAX_CLAUSES])
    rest = "the rest of the goal is reached, too" if parts[_MAX_CLAUSES:] else "that is the goal"
    return f"Now {reached}, and {rest}, so nothing is left to do."


# --- what a step is good for ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Link:
    """What comes of a step.

    Args:
        goals: the facts of the goal that it makes true for good.
        enabled: a later step's number by each new fact that it is the first to ask for.
        needed: the facts that the step itself asks for.
        serves: the fact of the goal that the step works towards, by itself or through later ones.
    """

    goals: tuple[Atom, ...]
    enabled: Mapping[Atom, int]
    needed: tuple[Atom, ...]
    serves: Atom | None


def _links(world: World, states: Sequence[State], plan: Sequence[GroundAction]) -> list[_Link]:
    """What comes of every step, found from the last step backwards."""
    goal = [part for part in conjuncts(world.problem.goal) if isinstance(part, Atom)]
    needs = [_needed(world, action) for action in plan]
    found: dict[int, _Link] = {}
    for number in reversed(range(len(plan))):
        gained = states[number + 1].facts - states[number].facts
        kept = gained.intersection(*(state.facts for state in states[number + 1 :]))
        lasting = [atom for atom in goal if atom in kept]
        enabled = {
            atom: user
            for atom in gained
            for user in [_first_user(atom, number, needs, states)]
            if user is not None
        }
        serves = lasting[0] if lasting else None
        for user in sorted(enabled.values()):
            serves = serves or found[user].serves
        # A later step's needs in their order, so that the same task has the same thoughts.
        ordered = sorted(enabled.items(), key=lambda item: (item[1], needs[item[1]].index(item[0])))
        found[number] = _Link(tuple(lasting), dict(ordered), needs[number], serves)
    return [found[number] for number in range(len(plan))]


def _needed(world: World, action: GroundAction) -> tuple[Atom, ...]:
    """The facts that an action asks for."""
    schema = next(item for item in world.problem.domain.actions if item.name == action.name)
    binding = {item.name: value for item, value in zip(schema.parameters, action.args, strict=True)}
    return tuple(
        Atom(part.predicate, tuple(binding.get(term, term) for term in part.args))
        for part in conjuncts(schema.precondition)
        if isinstance(part, Atom)
    )


def _first_user(
    atom: Atom, number: int, needs: Sequence[Sequence[Atom]], states: Sequence[State]
) -> int | None:
    """The first later step that asks for a fact while it still holds."""
    for later in range(number + 1, len(needs)):
        if atom not in states[later].facts:
            return None
        if atom in needs[later]:
            return later
    return None


# --- in words -------------------------------------------------------------------------------------


class _Writer:
    """Writes the thoughts before the steps of a plan."""

    def __init__(
        self,
        world: World,
        narrator: EnglishNarrator,
        states: Sequence[State],
        plan: Sequence[GroundAction],
    ) -> None:
        self._world = world
        self._say, self._clauses = narrator.action, narrator.clauses
        self._states = states
        self._plan = plan
        self._links = _links(world, states, plan)

    def sentences(self, number: int) -> Iterator[str]:
        """The sentences of the thought before a step."""
        link = self._links[number]
        before = self._links[number - 1].serves if number else None
        if link.serves is not None and link.serves != before:
            yield self._aim(number, link.serves)
        elif number == 0:
            missing = self._world.unmet_goal(self._states[0])[:_MAX_CLAUSES]
            yield f"The goal is not reached yet: {self._clauses(map(opposite, missing))}."
        if number:
            # What the step before has made true for this one.
            gained = self._states[number].facts - self._states[number - 1].facts
            if ready := [atom for atom in link.needed if atom in gained][:_MAX_CLAUSES]:
                yield f"Now {self._clauses(ready)}."
        yield self._purpose(number, link)

    def _aim(self, number: int, goal: Atom) -> str:
        earlier = {link.serves for link in self._links[:number]}
        if goal in earlier:
            opening = "The goal still asks that"
        elif len(conjuncts(self._world.problem.goal)) == 1:
            opening = "The goal is that"
        else:
            opening = f"{'Another' if earlier - {None} else 'One'} part of the goal is that"
        instead = self._instead(number, goal)
        now = f"; now {self._clauses([instead])}" if instead is not None else ""
        return f"{opening} {self._clauses([goal])}{now}."

    def _instead(self, number: int, goal: Atom) -> Atom | None:
        """What holds now of the goal's first object, in the place of what is asked for."""
        if not goal.args:
            return None
        rivals = [
            atom
            for atom in sorted(self._states[number].facts, key=str)
            if atom.args[:1] == goal.args[:1] and atom not in self._states[-1].facts
        ]
        same = [atom for atom in rivals if atom.predicate == goal.predicate]
        return next(iter(same or rivals), None)

    def _purpose(self, number: int, link: _Link) -> str:
        step = self._say(self._plan[number])
        if link.goals:
            return f"If you {step}, {self._clauses(link.goals[:_MAX_CLAUSES])}, as the goal asks."
        if not link.enabled:
            return f"The next step is to {step}."
        user = next(iter(link.enabled.values()))
        made = [atom for atom, each in link.enabled.items() if each == user][:_MAX_CLAUSES]
        when = "then" if user == number + 1 else "later"
        then = f"so that you can {when} {self._say(self._plan[user])}"
        return f"If you {step}, {self._clauses(made)}, {then}."
