"""The few-shot example: one solved task of the same domain, shown as the mechanism shows its tasks.

Observations come from the simulator. Thoughts are written by rule (below), or by a model beforehand
as in the paper (section 4 and appendix E; see `policies.thought_writer`). A rule takes them
from the plan's causal links: such a thought says what the step works towards, what holds now that
matters for it, and what the step makes possible; the last one says why nothing is left. No sentence
occurs twice. Or it describes the state, as a player does that keeps account of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, repeat

from pddl2nl.llm import Message
from pddl2nl.model import (
    TRUE,
    ActionSchema,
    Atom,
    Condition,
    GroundAction,
    Not,
    conjuncts,
    substitute,
)
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
        *before, purpose = writer.sentences(number)
        fresh = [each for each in before if each not in used]
        if fresh or purpose not in used:
            fresh.append(purpose)
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
    """What comes of a step; what is so may be a fact, or that a fact does not hold.

    Args:
        goals: what it makes so for good of what the goal asks.
        enabled: a later step's number by each change of which it is the first to make use; the
            best reason for the step comes first.
        needed: what the step itself makes use of.
        results: the useful changes that it makes under a condition, by each part of the condition;
            all of them by `TRUE`. What a later step only takes back is of no use.
        serves: the part of the goal that the step works towards, by itself or through later ones.
    """

    goals: tuple[Condition, ...]
    enabled: Mapping[Condition, int]
    needed: tuple[Condition, ...]
    results: Mapping[Condition, tuple[Condition, ...]]
    serves: Condition | None


def _links(world: World, states: Sequence[State], plan: Sequence[GroundAction]) -> list[_Link]:
    """What comes of every step, found from the last step backwards."""
    changes = [_changes(*pair) for pair in pairwise(states)]
    needs: dict[int, tuple[Condition, ...]] = {}
    found: dict[int, _Link] = {}
    for number in reversed(range(len(plan))):
        lasting = tuple(
            part
            for part in conjuncts(world.problem.goal)
            if part in changes[number]
            and all(_holds(part, state) for state in states[number + 1 :])
        )
        uses = sorted(_uses(number, changes, needs, states))
        enabled = {change: user for *_, user, place in uses for change in [needs[user][place]]}
        useful = (needs[user][place] for back, _, user, place in uses if not back)
        results = _results(world, plan[number], states[number], (*lasting, *useful))
        needs[number] = (*_needed(world, plan[number]), *results)
        aims = [*lasting, *(_served(change, found[user]) for change, user in enabled.items())]
        serves = next((each for each in aims if each is not None), None)
        found[number] = _Link(lasting, enabled, needs[number], results, serves)
    return [found[number] for number in range(len(plan))]


def _served(change: Condition, user: _Link) -> Condition | None:
    """The part of the goal that a change serves by the later step that makes use of it.

    Of several parts that this step reaches, it is one that depends on the change.
    """
    depending = user.results.get(change, ())
    return next((each for each in user.goals if each in depending), user.serves)


def _changes(before: State, after: State) -> frozenset[Condition]:
    """What becomes so: the facts that are gained, and that others no longer hold."""
    return after.facts - before.facts | frozenset(map(Not, before.facts - after.facts))


def _holds(literal: Condition, state: State) -> bool:
    held = literal.part if isinstance(literal, Not) else literal
    return (held in state.facts) != isinstance(literal, Not)


def _needed(world: World, action: GroundAction) -> tuple[Condition, ...]:
    """What an action asks for."""
    schema, binding = _bound(world, action)
    return tuple(substitute(part, binding) for part in conjuncts(schema.precondition))


def _bound(world: World, action: GroundAction) -> tuple[ActionSchema, dict[str, str]]:
    """An action's schema, and the objects that its parameters stand for."""
    schema = next(item for item in world.problem.domain.actions if item.name == action.name)
    names = (item.name for item in schema.parameters)
    return schema, dict(zip(names, action.args, strict=True))


def _results(
    world: World, action: GroundAction, state: State, useful: Sequence[Condition]
) -> dict[Condition, tuple[Condition, ...]]:
    """The `results` of an action's link, given its useful changes."""
    schema, binding = _bound(world, action)
    always = {
        substitute(each.atom if each.adds else Not(each.atom), binding)
        for each in schema.effects
        if each.condition == TRUE and not each.parameters
    }
    found: dict[Condition, tuple[Condition, ...]] = {
        TRUE: tuple(change for change in useful if change not in always)
    }
    for effect in sorted(world.change(action).conditional, key=lambda each: str(each.fact)):
        change = effect.fact if effect.adds else Not(effect.fact)
        if change in found[TRUE] and effect.condition(state.facts):
            parts: list[Condition] = [*effect.condition.holding]
            parts += map(Not, effect.condition.failing)
            for part in sorted(parts, key=str):
                found[part] = (*found.get(part, ()), change)
    return found


def _uses(
    number: int,
    changes: Sequence[frozenset[Condition]],
    needs: Mapping[int, Sequence[Condition]],
    states: Sequence[State],
) -> Iterator[tuple[bool, bool, int, int]]:
    """The first later use of each change of a step, as that step and the place in its needs.

    Before these stands whether the later step only takes this one back, and whether the change has
    been so before: what sorts first is the best reason for the step.
    """
    undone = frozenset(map(opposite, changes[number]))
    for change in changes[number]:
        user = _first_user(change, number, needs, states)
        if user is not None:
            before = any(_holds(change, state) for state in states[:number])
            yield changes[user] <= undone, before, user, needs[user].index(change)


def _first_user(
    change: Condition,
    number: int,
    needs: Mapping[int, Sequence[Condition]],
    states: Sequence[State],
) -> int | None:
    """The first later step that makes use of a change while it still holds."""
    for later in range(number + 1, len(states) - 1):
        if not _holds(change, states[later]):
            return None
        if change in needs[later]:
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
        self._changes = [_changes(*pair) for pair in pairwise(states)]

    def sentences(self, number: int) -> Iterator[str]:
        """The sentences of the thought before a step."""
        link = self._links[number]
        before = self._links[number - 1].serves if number else None
        if link.serves is not None and link.serves != before:
            yield self._aim(number, link.serves)
        elif number == 0:
            missing = self._world.unmet_goal(self._states[0])
            some = ": " if len(missing) <= _MAX_CLAUSES else "; for example, "
            unmet = self._clauses(map(opposite, missing[:_MAX_CLAUSES]))
            yield f"The goal is not reached yet{some}{unmet}."
        if number:
            # What the step before has made true for this one.
            gained = self._changes[number - 1]
            if ready := [part for part in link.needed if part in gained][:_MAX_CLAUSES]:
                yield f"Now {self._clauses(ready)}."
        yield self._purpose(number, link)

    def _aim(self, number: int, goal: Condition) -> str:
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

    def _instead(self, number: int, goal: Condition) -> Atom | None:
        """What holds now of the goal's first object, in the place of what is asked for."""
        if not isinstance(goal, Atom) or not goal.args:
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
        results = self._results(user, made)
        effect = f" to the effect that {self._clauses(results)}" if results else ""
        return f"If you {step}, {self._clauses(made)}, {then}{effect}."

    def _results(self, user: int, made: Iterable[Condition]) -> Sequence[Condition]:
        """What a later step does under a condition: because of a change, or else at all."""
        results = self._links[user].results
        found = [each for part in made for each in results.get(part, ())]
        return list(dict.fromkeys(found or results.get(TRUE, ())))[:_MAX_CLAUSES]
