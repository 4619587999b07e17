"""unified-planning's SequentialPlanValidator as a witness."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pddl2nl.errors import InputError
from pddl2nl.interop import plan_to_unified_planning, to_unified_planning
from pddl2nl.model import GroundAction, Problem
from simulator.validation.verdict import Verdict, judged, no_verdict
from simulator.world import World

if TYPE_CHECKING:
    from unified_planning.engines.results import ValidationResult
    from unified_planning.model import Problem as UpProblem

NAME = "unified-planning"


class UnifiedPlanningValidator:
    """Judges plans by unified-planning's semantics, which knows no derived predicates.

    The problem translated last is kept, since translating takes longer than judging.
    """

    name = NAME

    def __init__(self) -> None:
        self._translated: tuple[Problem, World, UpProblem] | None = None

    def validate(self, problem: Problem, plan: Sequence[GroundAction]) -> Verdict:
        """Judge a plan; no verdict where the library is absent or lacks a feature."""
        if find_spec("unified_planning") is None:
            return no_verdict(NAME, "unified-planning is not installed")
        from unified_planning.exceptions import UPException

        try:
            world, translated = self._translate(problem)
        except (InputError, UPException) as error:
            return no_verdict(NAME, f"the problem cannot be translated: {error}")
        try:
            return judged(NAME, world, plan, lambda steps: _verdict(_run(translated, steps)))
        except UPException as error:
            return no_verdict(NAME, f"the validator gave up: {error}")

    def _translate(self, problem: Problem) -> tuple[World, UpProblem]:
        if self._translated is None or self._translated[0] is not problem:
            self._translated = (problem, World(problem), to_unified_planning(problem))
        return self._translated[1:]


def _run(problem: UpProblem, plan: Sequence[GroundAction]) -> ValidationResult:
    from unified_planning.engines import SequentialPlanValidator

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of each feature that it does not know
        validator = SequentialPlanValidator()
        validator.skip_checks = True
        return validator.validate(problem, plan_to_unified_planning(plan, problem))


def _verdict(result: ValidationResult) -> Verdict:
    from unified_planning.engines.results import FailedValidationReason, ValidationResultStatus

    output = "\n".join(message.message for message in result.log_messages or ())
    if result.status == ValidationResultStatus.VALID:
        return Verdict(NAME, True, output=output)
    if result.status != ValidationResultStatus.INVALID:
        return no_verdict(NAME, f"the status is {result.status.name}", output)
    failed = result.reason == FailedValidationReason.INAPPLICABLE_ACTION and result.trace
    return Verdict(
        NAME, False, failed_step=len(result.trace) - 1 if failed else None, output=output
    )
