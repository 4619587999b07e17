"""ChatHTN with the answers that a language model gave to its queries."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar

import pytest

import domains
from autoplan.agents.commands.htn_study import cases, study
from pddl2nl.llm import Request
from pddl2nl.model import CompoundTask, Subtask
from pddl2nl.writer import atom_to_pddl
from policies.agents.chathtn.query import TaskQuery
from policies.agents.chathtn.search import SeekLimits
from simulator.outcome import State
from tests.policies.agents.chathtn.yards import replayed
from tests.recordings import DATA, Replay, recording

_asked_about = ContextVar[str]("asked about")


@pytest.fixture
def subjects(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question is known by its task and by what can change about the state."""
    ask = TaskQuery.ask

    async def noted(
        self: TaskQuery, state: State, task: CompoundTask, subtask: Subtask
    ) -> tuple[Subtask, ...] | None:
        facts = " ".join(sorted(map(atom_to_pddl, state.fluents)))
        _asked_about.set(f"{subtask} in {facts}")
        return await ask(self, state, task, subtask)

    monkeypatch.setattr(TaskQuery, "ask", noted)


def turn(request: Request) -> int:
    """Which answer within a query is wanted: the breakdown, its steps, the steps mended."""
    return sum(each.role == "assistant" for each in request.messages) + 1


@pytest.mark.usefixtures("subjects")
@pytest.mark.parametrize(
    ("domain", "tests", "questions"),
    [("transport", 12, 9), ("household", 13, 14), ("rescue", 14, 17)],
)
def test_every_gap_is_filled_by_what_the_model_said(
    domain: str, tests: int, questions: int
) -> None:
    recorded = recording(DATA / "agents" / "chathtn" / f"{domain}.json")
    every = cases(domains.htn_folder(recorded.about["domain"]))
    gaps = [each for each in every if each.kind in recorded.about["tests"]]
    model = Replay(recorded, lambda _: _asked_about.get(), turn)
    limits = SeekLimits(queries=recorded.about["queries"])
    found = asyncio.run(study(gaps, model, attempts=recorded.about["attempts"], limits=limits))
    assert len(found) == tests
    for each in found:
        assert each.found is not None, each.case
        assert not each.refused
        replayed(each.case.problem, each.found.hierarchy)
    assert not model.unused
    assert len({subject for subject, _ in model.asked}) == questions
