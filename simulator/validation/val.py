"""VAL's `Validate` as a witness: run it, and read what it prints.

Its exit status is no verdict. It ends with 0 on plans that it could not read, and dies on a wrong
number of arguments in a typed domain. So steps that are no actions of the problem never
reach it, and a verdict is read from its words alone, or not given. Where there are types, it knows
`object` only as far as it is declared; so its copy of the task calls that type otherwise.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from pddl2nl.errors import PddlError
from pddl2nl.model import ROOT_TYPE, Atom, Condition, GroundAction, Not, Problem, Type
from pddl2nl.renaming import Renaming
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from simulator.outcome import Unsatisfied
from simulator.validation.verdict import Verdict, malformed, no_verdict
from simulator.world import World

NAME = "val"
TIME_LIMIT = 60.0
_PROGRAM = "Validate"
_PLAN_SIZE = re.compile(r"^Plan size: (\d+)$", re.MULTILINE)
_HAPPENING = re.compile(r"^Checking next happening \(time (\d+)\)$", re.MULTILINE)
_ADVICE = re.compile(r"\(Set \(([^()]+)\) to (true|false)\)")
_EXECUTED = "Plan executed successfully - checking goal"
_FAILED = "Plan failed because of unsatisfied precondition in:"


def readable(problem: Problem) -> Problem:
    """The same problem, with an ordinary type in the place of `object` where there are types."""
    declared = problem.domain.types
    if not declared:
        return problem
    name = "any-object"
    while name in {each.name for each in declared}:
        name += "-"
    renamed = Renaming(types={ROOT_TYPE: name}).problem(problem)
    types = (*renamed.domain.types, Type(name))
    return replace(renamed, domain=replace(renamed.domain, types=types))


def find_val(environment: Mapping[str, str] = os.environ) -> Path | None:
    """VAL's program: in or at `$VAL`, which is a folder or the program, else on the `PATH`."""
    given = environment.get("VAL")
    if given:
        path = Path(given)
        path = path / _PROGRAM if path.is_dir() else path
        return path if path.is_file() else None
    found = shutil.which(_PROGRAM, path=environment.get("PATH"))
    return Path(found) if found else None


@dataclass(frozen=True, slots=True)
class ValValidator:
    """Judges plans by running VAL on them.

    Args:
        program: the path of `Validate`.
        time_limit: seconds after which VAL is stopped and has given no verdict.
    """

    program: Path
    time_limit: float = TIME_LIMIT

    @property
    def name(self) -> str:
        """The witness's name."""
        return NAME

    def validate(self, problem: Problem, plan: Sequence[GroundAction]) -> Verdict:
        """Judge a plan; a crash, silence or words that are not known are no verdict."""
        try:
            verdict = malformed(NAME, World(problem), plan)
        except PddlError as error:
            return no_verdict(NAME, error.message)
        if verdict is not None:
            return verdict
        with TemporaryDirectory(prefix="val-") as folder:
            return self._run(Path(folder), problem, plan)

    def _run(self, folder: Path, problem: Problem, plan: Sequence[GroundAction]) -> Verdict:
        copy = readable(problem)
        texts = {
            "domain.pddl": domain_to_pddl(copy.domain),
            "problem.pddl": problem_to_pddl(copy),
            "plan.txt": "".join(f"{step}\n" for step in plan),
        }
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        try:
            done = subprocess.run(
                [str(self.program.absolute()), "-v", *texts],
                cwd=folder,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=self.time_limit,
                check=False,
            )
        except subprocess.TimeoutExpired as stopped:
            partial = stopped.stdout or b""
            text = partial if isinstance(partial, str) else partial.decode("utf-8", "replace")
            return no_verdict(NAME, f"VAL was stopped after {self.time_limit:g} seconds", text)
        except OSError as error:
            return no_verdict(NAME, f"VAL cannot be run: {error}")
        return read_output(done.stdout, done.stderr, done.returncode, len(plan))


def read_output(stdout: str, stderr: str, status: int, steps: int) -> Verdict:
    """The verdict in what `Validate -v` printed about a plan.

    Args:
        stdout: its standard output.
        stderr: its standard error.
        status: its exit status; negative for the signal that ended it.
        steps: how many steps the plan has, to tell whether VAL read all of them.
    """
    output = stdout + stderr
    if status < 0:
        return no_verdict(NAME, f"VAL was ended by signal {-status}", output)
    if not output.strip():
        return no_verdict(NAME, "VAL printed nothing", output)
    size = _PLAN_SIZE.search(stdout)
    if size is None:
        return no_verdict(NAME, "VAL could not read the plan", output)
    if int(size[1]) != steps:
        return no_verdict(NAME, f"VAL read {size[1]} of the plan's {steps} steps", output)
    return _judgement(stdout, output)


def _judgement(stdout: str, output: str) -> Verdict:
    lines = stdout.splitlines()
    happenings = [int(time) for time in _HAPPENING.findall(stdout)]
    if _FAILED in lines and happenings and "Failed plans:" in lines:
        return Verdict(
            NAME,
            False,
            failed_step=happenings[-1] - 1,
            faults=tuple(map(Unsatisfied, _advice(stdout))),
            output=output,
        )
    if _EXECUTED in lines and "Plan valid" in lines and "Successful plans:" in lines:
        return Verdict(NAME, True, output=output)
    if _EXECUTED in lines and "Goal not satisfied" in lines and "Plan invalid" in lines:
        return Verdict(NAME, False, unmet_goal=_advice(stdout), output=output)
    return no_verdict(NAME, "VAL's words are not known", output)


def _advice(stdout: str) -> tuple[Condition, ...]:
    """The literals that VAL advises to make true, where it wants all of them.

    Advice with alternatives says less than that any one literal is needed, and is left in the
    output.
    """
    advice = stdout.partition("Plan Repair Advice:")[2]
    if re.search(r"\bone of\b", advice):
        return ()
    found: list[Condition] = []
    for words, wanted in _ADVICE.findall(advice):
        predicate, *args = words.split()
        atom = Atom(predicate, tuple(args))
        found.append(atom if wanted == "true" else Not(atom))
    return tuple(found)
