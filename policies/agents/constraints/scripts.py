"""Scripts that a model writes, runs and mends until one answers (multi-step paper, figure 5).

A repair may undo the one before (section 4.1, "Repair looping"; figure A.2), so a script or a fault
that comes back is noticed.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pddl2nl.llm import Message
from policies.agents.procedural.actions import CodeRunner, script_of
from policies.agents.procedural.workspace import shown
from policies.answers.text import without_thoughts
from policies.mechanism import PromptSet
from policies.planning import MAX_CONVERSATIONS, is_stuck
from simulator.agents.sandbox import CodeRun

Ask: TypeAlias = Callable[[Sequence[Message]], Awaitable[str]]
"""Puts a conversation to a model; `policies.agents.procedural.asking.Questions.ask` is one."""
ScriptsEnded: TypeAlias = Literal["answered", "no-solution", "repair-loop", "repairs-used-up"]
"""How the work on scripts ends: with an answer, with the solver's word that there is none, in a
loop, or because the repairs were used up."""

SCRIPT = "solver.py"
NO_SOLUTION = "NO SOLUTION"
"""What a script prints whose solver finds no solution."""
REPAIRS = 8
"""How often a script may be mended or written anew."""

_NUMBERS = re.compile(r"0x[0-9a-f]+|\d+", re.IGNORECASE)
MAX_COMPARED = 20_000
"""Characters of a script that is compared without comments and blanks; longer ones as they are."""
_MAX_SHOWN = 4_000
"""The maximum number of characters of an output in a prompt; of errors, the end is kept."""


@dataclass(frozen=True, slots=True)
class ScriptAttempt:
    """A script, and what came of it.

    Args:
        number: from 1.
        conversation: in which conversation it was written, from 1.
        script: the script; empty where the answer has none.
        output: what it printed.
        fault: what went wrong, in a line; empty where it has printed an answer or `NO_SOLUTION`.
        report: what went wrong, in full, for the model.
        same_script: the scripts before that are the same except for comments and blanks.
        same_fault: those with the same fault, if the last one before this had another.
    """

    number: int
    conversation: int
    script: str
    output: str = ""
    fault: str = ""
    report: str = ""
    same_script: tuple[int, ...] = ()
    same_fault: tuple[int, ...] = ()

    @property
    def repeated(self) -> bool:
        """Whether it goes back to what has failed before."""
        return bool(self.same_script or self.same_fault)


async def written_scripts(
    question: str,
    ask: Ask,
    runner: CodeRunner,
    files: Mapping[str, str],
    prompts: PromptSet,
    *,
    repairs: int = REPAIRS,
) -> tuple[tuple[ScriptAttempt, ...], ScriptsEnded]:
    """Have a script written and run, and mended as long as it fails; `files` lie beside it.

    Each repair sees the task, the last script and what came of it, not all those before: the loop
    would else be bounded by the length of the conversation alone.

    Raises:
        SandboxUnavailable: code cannot be run on this machine.
    """
    attempts: list[ScriptAttempt] = []
    asked = [Message("user", question)]
    messages, conversation = asked, 1
    while True:
        script = script_of(without_thoughts(await ask(messages))).strip()
        found = await runner.run(SCRIPT, {**files, SCRIPT: script}) if script else None
        attempts.append(_attempt(attempts, conversation, script, found))
        last = attempts[-1]
        if not last.fault:
            solved = last.output.strip() != NO_SOLUTION
            return tuple(attempts), "answered" if solved else "no-solution"
        if len(attempts) > repairs:
            return tuple(attempts), "repairs-used-up"
        own = [each.repeated for each in attempts if each.conversation == conversation]
        if not is_stuck(own):
            report = shown(last.report)
            repair = prompts.text("constraints_repair", attempt=last, attempts=attempts, run=report)
            fenced = f"```python\n{last.script}\n```" if last.script else "-"
            messages = [*asked, Message("assistant", fenced), Message("user", repair)]
        elif conversation < MAX_CONVERSATIONS:
            faults = dict.fromkeys(each.fault for each in attempts)
            afresh = prompts.text("constraints_afresh", faults=list(faults))
            messages, conversation = [Message("user", f"{question}\n\n{afresh}")], conversation + 1
        else:
            return tuple(attempts), "repair-loop"


def _attempt(
    before: Sequence[ScriptAttempt], conversation: int, script: str, run: CodeRun | None
) -> ScriptAttempt:
    fault, report = _fault(run)
    plain = _normalized(script)
    same_script = tuple(each.number for each in before if _normalized(each.script) == plain)
    back = fault and before and not _alike(before[-1].fault, fault)
    same_fault = tuple(each.number for each in before if back and _alike(each.fault, fault))
    return ScriptAttempt(
        number=len(before) + 1,
        conversation=conversation,
        script=script,
        output=run.output if run else "",
        fault=fault,
        report=report,
        same_script=same_script,
        same_fault=same_fault,
    )


def _normalized(script: str) -> str:
    """A script without comments and blanks, where it can be parsed."""
    if len(script) > MAX_COMPARED:
        return script
    try:
        return ast.unparse(ast.parse(script))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return script


def _alike(fault: str, other: str) -> bool:
    """Whether two faults are one except for line numbers and addresses."""
    return _NUMBERS.sub("#", fault) == _NUMBERS.sub("#", other)


def _fault(run: CodeRun | None) -> tuple[str, str]:
    """What is wrong with a run: in one line, and as a report; both empty where nothing is."""
    if run is None:
        line = "There is no script in the answer."
        return line, line
    errors, output = run.errors[-_MAX_SHOWN:].strip(), run.output[:_MAX_SHOWN].strip()
    if run.stopped:
        line = f"It was stopped: {run.stopped}."
        return line, "\n".join(filter(None, (line, errors)))
    if run.status != 0:
        line = errors.splitlines()[-1] if errors else f"It ended with exit status {run.status}."
        return line, errors or line
    if run.output.strip() == NO_SOLUTION or _is_object(run.output):
        return "", ""
    line = "It ended without an error, but its output is not one JSON object."
    return line, f"{line} The output is:\n{output}" if output else f"{line} It is empty."


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
