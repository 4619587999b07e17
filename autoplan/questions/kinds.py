"""The eight kinds of questions: what is claimed, likely claims of both sorts, and their proofs.

Each kind is a class with the same few methods, and makes all three forms: a claim that is true or
false; one true claim among false ones; and everything for which a claim is true. Claims that are
false are near misses: one object, one step or one condition away from what is true.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest
from math import prod
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

from autoplan.questions.question import (
    LETTERS,
    Facts,
    Form,
    Item,
    Kind,
    Steps,
    UnwordedQuestion,
    named,
)
from autoplan.questions.scenes import Scene
from pddl2nl.model import Atom, GroundAction, Parameter, conjuncts
from policies.truth import Proof, states_along
from simulator.applicable import TooManyActionsError
from simulator.outcome import Refused, Unsatisfied

MAX_TRIED = 24
"""The number of claims that are tried for one that is true, or false."""
MAX_LISTED = 12
"""The maximum number of actions to be listed in an answer."""
MAX_FACTS, MAX_ACTIONS = 400, 1_500
"""The numbers of facts and of actions up to which all are decided."""
MAX_STEPS = 16
"""The maximum number of steps of a plan that is shown."""


Everything: TypeAlias = tuple[object, Proof] | None
"""The answer to an open question with a proof; None where it is unknown, or too long."""


@dataclass(slots=True)
class Undecided:
    """How many claims were left out since nothing proves or disproves them."""

    number: int = 0
    tried: int = 0

    def noted(self, proof: Proof | None) -> Proof | None:
        """A proof, once it is counted whether there is one."""
        self.tried += 1
        self.number += proof is None
        return proof


@dataclass(frozen=True)
class Focus:
    """What all claims of one question have in common.

    Attributes:
        scene: the state.
        dice: all choices of the question.
        form: the form of the question.
        after: the action whose outcome is asked for.
        plan: the steps that the question states.
        size: how many facts, or steps, each claim is about.
    """

    scene: Scene
    dice: random.Random
    form: Form
    after: GroundAction | None = None
    plan: tuple[GroundAction, ...] = ()
    size: int = 1


class KindOfQuestion(Protocol):
    """One of the eight kinds."""

    async def focus(self, scene: Scene, dice: random.Random, form: Form) -> Focus | None:
        """What a question is about, None where there is nothing to ask of that kind."""
        ...

    def likely(self, focus: Focus, holds: bool) -> Iterator[Item]:
        """Claims that are likely to be true, or near misses."""
        ...

    async def proof(self, focus: Focus, item: Item) -> Proof | None:
        """The proof or disproof of a claim."""
        ...

    async def everything(self, focus: Focus, undecided: Undecided) -> Everything:
        """The answer to the open question."""
        ...


async def ask(
    kind: Kind, form: Form, scene: Scene, dice: random.Random, turn: int, undecided: Undecided
) -> UnwordedQuestion | None:
    """A question of a kind about a state, None where none is found.

    Args:
        kind: what is asked.
        form: the form of the answer.
        scene: the state.
        dice: all choices.
        turn: by this number, the right answers take turns: yes and no, and the letters.
        undecided: counts claims that nothing decides.
    """
    maker = QUESTIONS[kind]
    focus = await maker.focus(scene, dice, form)
    if focus is None:
        return None
    asked = UnwordedQuestion(
        kind, form, None, Proof(True, "simulation"), after=focus.after, plan=focus.plan
    )
    if form == "open":
        found = await maker.everything(focus, undecided)
        return None if found is None else replace(asked, answer=found[0], proof=found[1])
    if form == "bool":
        wanted = turn % 2 == 0
        async for item, proof in _decided(maker, focus, wanted, undecided):
            return replace(asked, item=item, answer=wanted, proof=proof)
        return None
    return await _choice(maker, asked, focus, turn, undecided)


async def _choice(
    maker: KindOfQuestion, asked: UnwordedQuestion, focus: Focus, turn: int, undecided: Undecided
) -> UnwordedQuestion | None:
    """A question with one right option, in the place whose turn it is."""
    right = [each async for each in _decided(maker, focus, True, undecided, most=1)]
    wrong = [each async for each in _decided(maker, focus, False, undecided, most=3)]
    if not right or len(wrong) < 3:
        return None
    place = turn % len(LETTERS)
    options = [item for item, _ in wrong]
    options.insert(place, right[0][0])
    return replace(asked, options=tuple(options), answer=LETTERS[place], proof=right[0][1])


async def _decided(
    maker: KindOfQuestion, focus: Focus, holds: bool, undecided: Undecided, most: int = 1
) -> AsyncIterator[tuple[Item, Proof]]:
    """Claims that are proved to be true, or false, each once."""
    found = 0
    for item in islice(dict.fromkeys(islice(maker.likely(focus, holds), 4 * MAX_TRIED)), MAX_TRIED):
        proof = undecided.noted(await maker.proof(focus, item))
        if proof is not None and proof.holds == holds:
            found += 1
            yield item, proof
        if found == most:
            return


def _shuffled(items: Iterable[Item], dice: random.Random) -> list[Item]:
    found = list(items)
    dice.shuffle(found)
    return found


def _alternating(*sources: Iterator[Item]) -> Iterator[Item]:
    """Items of several sources in turn."""
    return (each for row in zip_longest(*sources) for each in row if each is not None)


class _Plain:
    """A kind whose questions are about a state alone."""

    async def focus(self, scene: Scene, dice: random.Random, form: Form) -> Focus | None:
        return Focus(scene, dice, form)


class Applicability(_Plain):
    """Can an action be carried out?"""

    def likely(self, focus: Focus, holds: bool) -> Iterator[Item]:
        scene, dice = focus.scene, focus.dice
        now = [*scene.applicable]
        dice.shuffle(now)
        if holds:
            yield from now
            return
        yield from _alternating(self._soon(focus, now), _one_condition_short(focus, now))

    def _soon(self, focus: Focus, now: Sequence[GroundAction]) -> Iterator[Item]:
        """Actions that can be carried out one step later."""
        for action in now:
            state = focus.scene.after(action)
            later = focus.scene.world.applicable(state) if state else ()
            fresh = [each for each in later if each not in focus.scene.applicable]
            if fresh:
                yield focus.dice.choice(fresh)

    async def proof(self, focus: Focus, item: Item) -> Proof | None:
        assert isinstance(item, GroundAction)
        return Proof(focus.scene.after(item) is not None, "simulation")

    async def everything(self, focus: Focus, undecided: Undecided) -> Everything:
        found = focus.scene.applicable
        if not 0 < len(found) <= MAX_LISTED:
            return None
        return [named(each) for each in found], Proof(True, "simulation")


def _one_condition_short(focus: Focus, now: Sequence[GroundAction]) -> Iterator[Item]:
    """Actions like those that can be carried out, with one object that does not fit."""
    scene = focus.scene
    for action in now:
        for each in scene.like(action, focus.dice):
            outcome = scene.world.step(scene.state, each)
            if isinstance(outcome, Refused) and [*map(type, outcome.faults)] == [Unsatisfied]:
                yield each
                break


class Progression(_Plain):
    """What holds after an action?"""

    async def focus(self, scene: Scene, dice: random.Random, form: Form) -> Focus | None:
        if not scene.applicable:
            return None
        return Focus(scene, dice, form, after=dice.choice(scene.applicable))

    def likely(self, focus: Focus, holds: bool) -> Iterator[Item]:
        before, after = focus.scene.state.facts, self._after(focus)
        assert focus.after is not None
        changes = [fact for fact in sorted_facts(after ^ before) if (fact in after) == holds]
        changed = _shuffled(((fact,) for fact in changes), focus.dice)
        about = {*focus.after.args}
        kept_facts = sorted_facts(before & after)
        near = [fact for fact in kept_facts if about & {*fact.args}] or kept_facts
        if not holds:
            like = (islice(focus.scene.like_fact(fact, focus.dice), 2) for fact in near)
            near = [each for found in like for each in found if each not in after | before]
        kept = _shuffled(((fact,) for fact in near), focus.dice)
        sources = [iter(changed), iter(kept)]
        focus.dice.shuffle(sources)
        yield from _alternating(*sources)

    async def proof(self, focus: Focus, item: Item) -> Proof | None:
        return Proof({*_facts(item)} <= self._after(focus), "simulation")

    async def everything(self, focus: Focus, undecided: Undecided) -> Everything:
        before, after = focus.scene.state.facts, self._after(focus)
        gained, lost = sorted_facts(after - before), sorted_facts(before - after)
        if not 0 < len(gained) + len(lost) <= MAX_LISTED:
            return None
        answer = {"pos": [*map(named, gained)], "neg": [*map(named, lost)]}
        return answer, Proof(True, "simulation")

    def _after(self, focus: Focus) -> frozenset[Atom]:
        assert focus.after is not None
        state = focus.scene.after(focus.after)
        assert state is not None
        return state.facts


class Reachability(_Plain):
    """Can facts hold at some point?"""

    async def focus(self, scene: Scene, dice: random.Random, form: Form) -> Focus | None:
        return Focus(scene, dice, form, size=dice.choice((1, 2)))

    def likely(self, focus: Focus, holds: bool) -> Iterator[Item]:
        scene, dice = focus.scene, focus.dice
        explored = scene.truth.explored
        states = _sampled(list(explored), dice, MAX_TRIED)
        for number in states:
            facts = sorted_facts(explored.space.states[number].facts)
            new = [fact for fact in facts if fact not in scene.state.facts]
            if not new:
                continue
            fact = dice.choice(new)
            if focus.size == 1:
                others = islice(scene.like_fact(fact, dice), 2)
                yield from [(fact,)] if holds else ((other,) for other in others)
            elif holds:
                yield from _pairs(fact, facts, dice)
            else:
                for other in islice(scene.like_fact(fact, dice), 2):
                    yield tuple(sorted_facts((fact, other)))

    async def proof(self, focus: Focus, item: Item) -> Proof | None:
        return await focus.scene.truth.reachable(_facts(item))

    async def everything(self, focus: Focus, undecided: Undecided) -> Everything:
        world = focus.scene.world
        try:
            facts = world.changing(world.possible(MAX_ACTIONS), MAX_FACTS)
        except (TooManyActionsError, ValueError):
            return None
        ranges = (each.parameters for each in focus.scene.changing)
        claims = [(fact,) for fact in facts]
        return await _all_but(self, focus, claims, _number(focus.scene, ranges), undecided)


def _pairs(fact: Atom, facts: Sequence[Atom], dice: random.Random) -> Iterator[Facts]:
    """A fact with another one of the same state, of the same predicate where there is one."""
    others = [each for each in facts if each != fact]
    same = [each for each in others if each.predicate == fact.predicate]
    if others:
        yield tuple(sorted_facts((fact, dice.choice(same or others))))


class ActionReachability(_Plain):
    """Can an action be carried out at some point?"""

    def likely(self, focus: Focus, holds: bool) -> Iterator[Item]:
        scene, dice = focus.scene, focus.dice
        known = list(scene.truth.explored.actions)
        dice.shuffle(known)
        if holds:
            later = [each for each in known if each not in scene.applicable]
            yield from later or known
            return
        possible = scene.world.precondition
        like = [each for action in known for each in islice(scene.like(action, dice), 3)]
        dynamic = [each for each in like if possible(each).possible]
        static = [each for each in like if not possible(each).possible]
        yield from chain(_sampled(dynamic, dice, MAX_TRIED), _sampled(static, dice, MAX_TRIED))

    async def proof(self, focus: Focus, item: Item) -> Proof | None:
        assert isinstance(item, GroundAction)
        return await focus.scene.truth.ever_applicable(item)

    async def everything(self, focus: Focus, undecided: Undecided) -> Everything:
        try:
            claims = focus.scene.world.possible(MAX_ACTIONS)
        except TooManyActionsError:
            return None
        ranges = (each.parameters for each in focus.scene.problem.domain.actions)
        return await _all_but(self, focus, claims, _number(focus.scene, ranges), undecided)


def _number(scene: Scene, ranges: Iterable[Sequence[Parameter]]) -> int:
    """How many ways there are to put objects of the right types in the places of parameters."""
    sizes = ([len(scene.world.range_of(each)) for each in row] for row in ranges)
    return sum(prod(row) for row in sizes)


async def _all_but(
    kind: KindOfQuestion, focus: Focus, claims: Sequence[Item], number: int, undecided: Undecided
) -> Everything:
    """All but the claims that are true, if each is decided.

    Args:
        claims: those that may be true.
        number: how many there are, with those that cannot be true.
    """
    true: list[str] = []
    shown = Proof(False, "no action")
    for each in claims:
        proof = undecided.noted(await kind.proof(focus, each))
        if proof is None:
            return None
        if proof.holds:
            true.append(named(each if isinstance(each, GroundAction) else _facts(each)[0]))
        else:
            shown = proof
    return {"not": true, "none": len(true) == number}, shown


class PlanValidity:
    """Do steps lead to the goal, and which is the first that cannot be carried out?

    A claim is the number of the first such step, or that there is none; in questions of yes or no
    the claim is that the steps lead to the goal.
    """

    async def focus(self, scene: Scene, dice: random.Random, form: Form) -> Focus | None:
        plan = await scene.truth.plan()
        if plan is None or not 3 <= len(plan) <= MAX_STEPS:
            return None
        steps = plan if dice.random() < _INTACT[form] else _damaged(scene, plan, dice)
        return Focus(scene, dice, form, plan=steps)

    def likely(self, focus: Focus, holds: bool) -> Iterator[Item]:
        if focus.form == "bool":
            yield ()
            return
        first = _first_failing(focus.scene, focus.plan)
        right: Steps = () if first is None else (first,)
        others = [(number,) for number in range(1, len(focus.plan) + 1) if (number,) != right]
        near = sorted(
            others, key=lambda each: abs(each[0] - (first or focus.dice.choice(others)[0]))
        )
        yield from (
            [right] if holds else [*([()] if right else []), *_shuffled(near[:4], focus.dice)]
        )

    async def proof(self, focus: Focus, item: Item) -> Proof | None:
        first = _first_failing(focus.scene, focus.plan)
        if focus.form == "bool":
            return Proof(_is_plan(focus.scene, focus.plan), "simulation")
        return Proof(item == (() if first is None else (first,)), "simulation")

    async def everything(self, focus: Focus, undecided: Undecided) -> Everything:
        first = _first_failing(focus.scene, focus.plan)
        return first or 0, Proof(True, "simulation")


_INTACT: Mapping[Form, float] = MappingProxyType({"bool": 0.5, "choice": 0.25, "open": 0.2})
"""How often the steps are shown without a fault."""


def _damaged(
    scene: Scene, plan: tuple[GroundAction, ...], dice: random.Random
) -> tuple[GroundAction, ...]:
    """A plan with one step that is missing, moved, or has another object."""
    place = dice.randrange(len(plan))
    before, step, after = plan[:place], plan[place], plan[place + 1 :]
    match dice.choice(("missing", "moved", "other")):
        case "moved" if after:
            return (*before, after[0], step, *after[1:])
        case "other":
            other = next(scene.like(step, dice), None)
            return (*before, *((other,) if other else ()), *after)
        case _:
            return (*before, *after)


class Justification:
    """Which steps of a plan can be left out?"""

    async def focus(self, scene: Scene, dice: random.Random, form: Form) -> Focus | None:
        plan = await scene.truth.plan()
        if plan is None or len(plan) > MAX_STEPS:
            return None
        padded = _padded(scene, _padded(scene, plan, dice), dice)
        return Focus(scene, dice, form, plan=padded, size=dice.choice((1, 2)))

    def likely(self, focus: Focus, holds: bool) -> Iterator[Item]:
        numbers = range(1, len(focus.plan) - focus.size + 2)
        yield from _shuffled(((*range(n, n + focus.size),) for n in numbers), focus.dice)

    async def proof(self, focus: Focus, item: Item) -> Proof | None:
        rest = [step for number, step in enumerate(focus.plan, start=1) if number not in item]  # type: ignore[operator]
        return Proof(_is_plan(focus.scene, rest), "simulation")

    async def everything(self, focus: Focus, undecided: Undecided) -> Everything:
        numbers = range(1, len(focus.plan) + 1)
        claims = [*((n,) for n in numbers), *((n, n + 1) for n in numbers[:-1])]
        found = [
            [*each]
            for each in claims
            if (proof := await self.proof(focus, each)) is not None and proof.holds
        ]
        return (found, Proof(True, "simulation")) if found else None


def _padded(
    scene: Scene, plan: tuple[GroundAction, ...], dice: random.Random
) -> tuple[GroundAction, ...]:
    """A plan with one or two further steps somewhere, which still leads to the goal."""
    for _ in range(MAX_TRIED):
        place = dice.randrange(len(plan) + 1)
        state = states_along(scene.world, plan)[place]
        more: list[GroundAction] = []
        for _ in range(dice.choice((1, 2))):
            actions = scene.world.applicable(state)
            if not actions:
                break
            more.append(dice.choice(actions))
            state = states_along(scene.world, (*plan[:place], *more))[-1]
        longer = (*plan[:place], *more, *plan[place:])
        if more and _is_plan(scene, longer):
            return longer
    return plan


class Landmark:
    """Must a fact hold at some point on every way to the goal?"""

    async def focus(self, scene: Scene, dice: random.Random, form: Form) -> Focus | None:
        return Focus(scene, dice, form) if await scene.truth.plan() else None

    def likely(self, focus: Focus, holds: bool) -> Iterator[Item]:
        scene, dice = focus.scene, focus.dice
        explored = scene.truth.explored
        along = _nontrivial(scene, scene.truth.known_plans)
        if holds:
            yield from _shuffled(((fact,) for fact in along), dice)
            return
        numbers = _sampled(list(explored), dice, MAX_TRIED)
        seen = {fact for number in numbers for fact in explored.space.states[number].facts}
        others = [each for each in sorted_facts(seen) if _is_nontrivial(scene, each)]
        sources = [((fact,) for fact in _shuffled_facts(group, dice)) for group in (along, others)]
        yield from _alternating(*sources)

    async def proof(self, focus: Focus, item: Item) -> Proof | None:
        return await focus.scene.truth.landmark(_facts(item)[0])

    async def everything(self, focus: Focus, undecided: Undecided) -> Everything:
        # What some plan does without is no landmark.
        plan = await focus.scene.truth.plan()
        found: list[str] = []
        shown = Proof(True, "plan", plan or ())
        for fact in _nontrivial(focus.scene, [plan or ()]):
            proof = undecided.noted(await self.proof(focus, (fact,)))
            if proof is None:
                return None
            if proof.holds:
                found.append(named(fact))
                shown = proof
        return ({"yes": found}, shown) if plan else None


def _nontrivial(scene: Scene, plans: Iterable[Sequence[GroundAction]]) -> list[Atom]:
    """The facts along plans that neither hold at the beginning nor are parts of the goal."""
    states = chain.from_iterable(states_along(scene.world, plan) for plan in plans)
    facts = {fact for state in states for fact in state.facts}
    return [fact for fact in sorted_facts(facts) if _is_nontrivial(scene, fact)]


def _is_nontrivial(scene: Scene, fact: Atom) -> bool:
    return fact not in scene.state.facts and fact not in conjuncts(scene.problem.goal)


class NextAction(_Plain):
    """Does a shortest plan begin with an action?"""

    def likely(self, focus: Focus, holds: bool) -> Iterator[Item]:
        yield from _shuffled(focus.scene.applicable, focus.dice)
        if not holds and focus.form == "choice":
            yield from Applicability().likely(focus, False)

    async def proof(self, focus: Focus, item: Item) -> Proof | None:
        assert isinstance(item, GroundAction)
        return await focus.scene.truth.best(item)

    async def everything(self, focus: Focus, undecided: Undecided) -> Everything:
        if len(focus.scene.applicable) > MAX_LISTED:
            return None
        best: list[str] = []
        shown = None
        for each in focus.scene.applicable:
            proof = undecided.noted(await self.proof(focus, each))
            if proof is None:
                return None
            if proof.holds:
                best.append(named(each))
                shown = proof
        return None if shown is None else ({"yes": best}, shown)


QUESTIONS: Mapping[Kind, KindOfQuestion] = MappingProxyType(
    {
        "app": Applicability(),
        "prog": Progression(),
        "reach": Reachability(),
        "areach": ActionReachability(),
        "val": PlanValidity(),
        "just": Justification(),
        "land": Landmark(),
        "nexta": NextAction(),
    }
)


def _first_failing(scene: Scene, plan: Sequence[GroundAction]) -> int | None:
    """The number of the first step that cannot be carried out, None where all can."""
    done = len(states_along(scene.world, plan)) - 1
    return None if done == len(plan) else done + 1


def _is_plan(scene: Scene, plan: Sequence[GroundAction]) -> bool:
    states = states_along(scene.world, plan)
    return len(states) == len(plan) + 1 and scene.world.goal_reached(states[-1])


def sorted_facts(facts: Iterable[Atom]) -> list[Atom]:
    """Facts in an order that does not depend on the run."""
    return sorted(facts, key=lambda fact: (fact.predicate, fact.args))


def _shuffled_facts(facts: Iterable[Atom], dice: random.Random) -> list[Atom]:
    found = list(facts)
    dice.shuffle(found)
    return found


def _sampled(items: Sequence[Any], dice: random.Random, most: int) -> list[Any]:
    return dice.sample(items, min(most, len(items)))


def _facts(item: Item) -> Facts:
    return tuple(each for each in item if isinstance(each, Atom)) if isinstance(item, tuple) else ()
