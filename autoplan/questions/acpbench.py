"""ACPBench's files of questions: read, graded by their answers, and compared with what is proved.

Questions of yes or no and of choice are graded by the published answer alone, since their files
hold no PDDL. Open ones have it: what an answer names and the published answer does not list is
decided by proof (Kokel et al., ACPBench, AAAI 2025; ACPBench Hard, 2025).
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

from autoplan.grade.rows import RowTexts, row_task
from autoplan.questions.grading import QuestionGrade, grade
from autoplan.questions.question import (
    Form,
    Kind,
    Question,
    action_named,
    fact_named,
    named,
    proof_as_json,
)
from autoplan.questions.reading import UnreadError, Words, read
from pddl2nl.errors import InputError
from pddl2nl.files import read_text
from pddl2nl.model import Atom, GroundAction, fluents
from policies.mechanism import PromptSet
from policies.symbolic import SymbolicPlanner
from policies.truth import Proof, Truth, states_along
from simulator.outcome import Applied
from simulator.world import World

_GROUPS: Mapping[str, Kind] = {
    "applicable_actions": "app",
    "progression": "prog",
    "reachable_atom": "reach",
    "reachable_action": "areach",
    "validation": "val",
    "action_justification": "just",
    "landmarks": "land",
    "goal_closer": "nexta",
}
_FORMS: Mapping[str, Form] = {"bool": "bool", "mc": "choice", "mcq": "choice", "gen": "open"}
_GROUP = re.compile(rf"({'|'.join(_GROUPS)})_({'|'.join(_FORMS)})")
_PLAN = re.compile(r'"(\([^"]*\))"')
_STEP = re.compile(r"\([^()]+\)")


Parts: TypeAlias = tuple[int, tuple[str, ...]]
"""Consecutive steps of a plan: the place of the first one, and their names."""


@dataclass(frozen=True, slots=True)
class Given:
    """A published question.

    Args:
        question: the question as it is asked.
        gold: the published answer, as it stands in the file.
    """

    question: Question
    gold: Any


def read_acpbench(folder: Path, prompts: PromptSet) -> list[Given]:
    """The questions in the JSON files of a folder.

    Raises:
        InputError: there are none, or a file holds something else.
    """
    found: dict[str, Given] = {}
    for path in sorted(folder.glob("*.json")):
        try:
            rows = json.loads(read_text(path))
        except (OSError, ValueError, RecursionError) as error:
            raise InputError(f"cannot be read as JSON: {error}", source=str(path)) from error
        for row in rows if isinstance(rows, list) else ():
            group = _GROUP.fullmatch(str(row.get("group"))) if isinstance(row, dict) else None
            if group is None:
                raise InputError(
                    "contains something other than ACPBench's questions", source=str(path)
                )
            try:
                given = _given(row, _GROUPS[group[1]], _FORMS[group[2]], prompts)
            except (KeyError, TypeError, ValueError) as error:
                what = f"question {row.get('id')} is not as ACPBench's are: {error!r}"
                raise InputError(what, source=str(path)) from error
            found.setdefault(given.question.id, given)
    if not found:
        raise InputError("contains no questions of ACPBench (JSON files)", source=str(folder))
    return list(found.values())


def _given(row: Mapping[str, Any], kind: Kind, form: Form, prompts: PromptSet) -> Given:
    gold = row["answer"]
    texts = None
    if form == "open":
        texts = RowTexts(row["PDDL_domain"], row["PDDL_problem"], input="pddl")
    prompt = prompts.conversation(
        "question_given", kind=kind, form=form, context=row["context"], question=row["question"]
    )
    answer = {"bool": gold == "yes", "choice": gold}.get(form, gold)
    if kind == "val" and form == "open":
        answer = int(gold)
    domain = re.search(r"\(\s*domain\s+([^\s()]+)", row.get("PDDL_domain", ""))
    question = Question(
        id=f"{kind}-{form}-{row['id']}",
        kind=kind,
        form=form,
        domain=domain[1].lower() if domain else "acpbench",
        instance=str(row["id"]),
        prompt=prompt,
        answer=answer,
        texts=texts,
        plan=_steps(row["question"]) if form == "open" and kind in ("val", "just") else (),
        options=tuple(row["choices"]["text"]) if form == "choice" else (),
    )
    return Given(question, gold)


def _steps(text: str) -> tuple[str, ...]:
    """The steps of the sequence in a question."""
    sequence = _PLAN.search(text)
    return tuple(_STEP.findall(sequence[1].lower())) if sequence else ()


class GoldJudge:
    """Grades answers, and decides what published answers leave open."""

    def __init__(self, given: Iterable[Given], planner: SymbolicPlanner) -> None:
        self._gold = {each.question.id: each.gold for each in given}
        self._planner = planner
        self._truths: dict[str, Truth] = {}

    async def verdict(self, question: Question, answer: str) -> QuestionGrade:
        """What an answer is worth; what nothing decides is unread, since it cannot be graded.

        Raises:
            InputError: the question's task cannot be used.
        """
        if question.form != "open" or question.kind in ("val", "app", "prog"):
            return grade(question, answer)
        truth = self.truth(question)
        _, _, names, _ = row_task(_texts(question))
        try:
            found: Any = read(question, Words(truth.world.problem, None, "paper", names), answer)
        except UnreadError as error:
            return QuestionGrade(None, why=str(error))
        right = await self._right(question, truth, found)
        return QuestionGrade(
            right, found, "" if right is not None else "nothing proves or disproves it"
        )

    async def _right(self, question: Question, truth: Truth, found: Sequence[Any]) -> bool | None:
        gold = self._gold[question.id]
        if question.kind == "just":
            return shortened(truth.world, question.steps, found)
        accepted = gold if isinstance(gold, list) else gold["yes"]
        if not found:
            return not accepted
        verdicts = [await self._claim(question.kind, gold, truth, each) for each in found]
        return None if None in verdicts else all(verdicts)

    async def _claim(self, kind: Kind, gold: Any, truth: Truth, item: Any) -> bool | None:
        """Whether something named is right, by the published answer or else by proof."""
        listed = {"yes": gold, "no": []} if isinstance(gold, list) else gold
        for answer, right in (("yes", True), ("no", False)):
            if named(item) in map(_named, listed[answer]):
                return right
        proof = await claim(kind, truth, item)
        return None if proof is None else proof.holds

    def truth(self, question: Question) -> Truth:
        """What decides claims about a question's task."""
        if question.id not in self._truths:
            self._truths.clear()
            world, *_ = row_task(_texts(question))
            self._truths[question.id] = Truth(world, self._planner)
        return self._truths[question.id]


def _texts(question: Question) -> RowTexts:
    assert question.texts is not None
    return question.texts


def _named(text: str) -> str:
    return f"({' '.join(text.strip('() ').lower().split())})"


async def claim(kind: Kind, truth: Truth, item: Atom | GroundAction) -> Proof | None:
    """Whether naming an item is a right answer to an open question of a kind."""
    match kind, item:
        case "land", Atom():
            return await truth.landmark(item)
        case "nexta", GroundAction():
            return await truth.best(item)
        case "reach", Atom():
            return _negated(await truth.reachable((item,)))
        case "areach", GroundAction():
            return _negated(await truth.ever_applicable(item))
    raise ValueError(f"{item} is not an answer to a question of the kind {kind}")


def _negated(proof: Proof | None) -> Proof | None:
    if proof is None:
        return None
    return Proof(not proof.holds, proof.by, proof.plan, proof.states, proof.costs)


def shortened(world: World, plan: Sequence[GroundAction], found: Sequence[GroundAction]) -> bool:
    """Whether a plan is another without one step or two consecutive ones, and reaches the goal."""
    cut = len(plan) - len(found)
    if cut not in (1, 2):
        return False
    shorter = {(*plan[:n], *plan[n + cut :]) for n in range(len(plan) - cut + 1)}
    states = states_along(world, found)
    done = len(states) == len(found) + 1 and world.goal_reached(states[-1])
    return tuple(found) in shorter and done


# --- published answers compared with what is proved


@dataclass(frozen=True, slots=True)
class Difference:
    """A published answer that is disproved.

    Args:
        id: the question.
        kind: what is asked.
        claim: what the published answer says.
        proof: what is proved instead.
    """

    id: str
    kind: Kind
    claim: str
    proof: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(slots=True)
class Checked:
    """What became of checking one question.

    Attributes:
        accepted: the claims by which an answer counts as right.
        denied: the claims by which an answer counts as wrong.
        undecided: how many claims nothing decides.
        wrong_accepted: those of the first sort that are disproved.
        wrong_denied: those of the second sort that are disproved.
    """

    accepted: int = 0
    denied: int = 0
    undecided: int = 0
    wrong_accepted: list[Difference] = field(default_factory=list)
    wrong_denied: list[Difference] = field(default_factory=list)


async def check(
    given: Sequence[Given], judge: GoldJudge
) -> AsyncIterator[tuple[Question, Checked]]:
    """Compare the published answers to open questions with what is proved, one after another."""
    for each in given:
        if each.question.form == "open":
            yield each.question, await _checked(each, judge)


async def _checked(each: Given, judge: GoldJudge) -> Checked:
    question, gold = each.question, each.gold
    truth, checked = judge.truth(question), Checked()
    if question.kind in ("app", "prog", "val", "just"):
        checked.accepted = 1
        own = _simulated(question, truth.world)
        if not _agrees(question, gold, own):
            shown = [[*part] for _, part in own] if isinstance(own, dict) else own
            proof = {"by": "simulation", "answer": shown}
            checked.wrong_accepted.append(
                Difference(question.id, question.kind, f"the answer is {gold}", proof)
            )
        return checked
    listed: dict[str, Any] = {"yes": gold, "no": []} if isinstance(gold, list) else gold
    make: Any = fact_named if question.kind in ("reach", "land") else action_named
    for answer, right in (("yes", True), ("no", False)):
        for item in map(make, listed[answer]):
            await _compare(checked, question, truth, item, right=right)
    if not listed["yes"]:
        await _compare_none(checked, question, truth)
    if "opt" in listed:
        plan = await truth.shortest()
        checked.accepted += 1
        checked.undecided += plan is None
        if plan is not None and len(plan) != int(listed["opt"]):
            proof = proof_as_json(Proof(False, "costs", plan, costs=(len(plan), None)))
            text = f"a shortest plan has {listed['opt']} steps"
            checked.wrong_accepted.append(Difference(question.id, question.kind, text, proof))
    return checked


async def _compare(
    checked: Checked, question: Question, truth: Truth, item: Any, *, right: bool
) -> None:
    proof = await claim(question.kind, truth, item)
    checked.accepted += right
    checked.denied += not right
    checked.undecided += proof is None
    if proof is not None and proof.holds != right:
        text = f"{named(item)} is {'right' if right else 'wrong'}"
        found = checked.wrong_accepted if right else checked.wrong_denied
        found.append(Difference(question.id, question.kind, text, proof_as_json(proof)))


async def _compare_none(checked: Checked, question: Question, truth: Truth) -> None:
    """Look for a right answer where the published one is that there is none."""
    checked.accepted += 1
    open_claims = False
    for item in await _candidates(question.kind, truth):
        proof = await claim(question.kind, truth, item)
        open_claims |= proof is None
        if proof is not None and proof.holds:
            text = f"there is no right answer; {named(item)} is one"
            checked.wrong_accepted.append(
                Difference(question.id, question.kind, text, proof_as_json(proof))
            )
            return
    checked.undecided += open_claims


async def _candidates(kind: Kind, truth: Truth) -> list[Atom | GroundAction]:
    """What may be a right answer to an open question."""
    problem, world = truth.world.problem, truth.world
    if kind == "land":
        plan = await truth.plan()
        states = states_along(world, plan or ())
        facts = {fact for state in states for fact in state.facts} - world.initial.facts
        goal = world.ground(problem.goal).holding
        return sorted(facts - goal, key=str)
    if kind == "reach":
        changing = fluents(problem.domain)
        rows = ((e.name, e.parameters) for e in problem.domain.predicates if e.name in changing)
        return [Atom(*each) for each in _ground(world, rows)]
    rows = ((each.name, each.parameters) for each in problem.domain.actions)
    return [GroundAction(*each) for each in _ground(world, rows)]


def _ground(
    world: World, rows: Iterable[tuple[str, Sequence[Any]]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, parameters in rows:
        for args in product(*map(world.range_of, parameters)):
            yield name, args


def _simulated(question: Question, world: World) -> Any:
    """The answer by the simulator, in a form that can be compared with a published one."""
    applicable = world.applicable(world.initial)
    match question.kind:
        case "app":
            return sorted(map(named, applicable))
        case "prog":
            # The action stands in the question in words alone; any one may be meant.
            return sorted({_change(world, action) for action in applicable})
        case "val":
            return len(states_along(world, question.steps)) - 1
        case _:
            return _shorter(question, world)


def _shorter(question: Question, world: World) -> dict[Parts, tuple[str, ...]]:
    """What can be left out of the steps of a question, each with the steps that remain."""
    plan = tuple(map(named, question.steps))
    return {
        (n, plan[n : n + cut]): (*plan[:n], *plan[n + cut :])
        for cut in (1, 2)
        for n in range(len(plan) - cut + 1)
        if shortened(world, question.steps, (*question.steps[:n], *question.steps[n + cut :]))
    }


def _change(world: World, action: GroundAction) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The facts that become true, and false, by an action in the initial state."""
    outcome = world.step(world.initial, action)
    assert isinstance(outcome, Applied)
    before, after = world.initial.facts, outcome.state.facts
    return _sorted(map(named, after - before)), _sorted(map(named, before - after))


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names))


def _agrees(question: Question, gold: Any, own: Any) -> bool:
    """Whether a published answer is what the simulator finds."""
    match question.kind:
        case "app":
            return bool(sorted(map(_named, gold)) == own)
        case "prog":
            return (_sorted(map(_named, gold["pos"])), _sorted(map(_named, gold["neg"]))) in own
        case "val":
            return bool(int(gold) == own)
        case _:
            # An answer is the steps that remain; the last part of each tells equal steps apart.
            listed = {tuple(map(_named, each[:-1])) for each in gold}
            left = {rest for (_, part), rest in own.items() if part in listed}
            return left == set(own.values()) and listed <= {part for _, part in own}
