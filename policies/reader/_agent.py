"""The reader as an agent that works in files: it reads, takes notes, solves, answers, verifies.

It keeps to the protocol of the prompts and knows nothing but what they show: what it has read, and
what it has found out, stands in its notes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from pddl2nl.errors import InputError
from pddl2nl.readback import UnreadableText
from policies.reader._agent_problems import AgentProblem, Solve, agent_problem
from policies.reader._agent_prompts import (
    AgentPrompt,
    AgentTurn,
    EffectQuestion,
    NetworkWish,
    ScriptWish,
)

_SPECIFICATION, _REQUEST = "problem_specification.txt", "request.txt"
_TOOLS = "tools_specification.txt"
_SOURCES = {_SPECIFICATION: "specification", _REQUEST: "request", _TOOLS: "tool"}
"""The files worth notes, each with the word by which tasks speak of it."""
_NOTES, _SOLVER, _INSTRUCTIONS = "notes.txt", "solver.py", "instructions.txt"
_ANSWER, _SOLUTION = "answer.txt", "solution"

_NOTED = re.compile(r"^\[([\w.]+)\]\n(.*?)\n?^\[end of \1\]$", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"^\d+: ?", re.MULTILINE)
_PRINTED = re.compile(r"^stdout:\n(.*?)(?=^stderr:|\Z)", re.MULTILINE | re.DOTALL)
_FENCED = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_TAKES_NOTES = re.compile(
    r"^(?:take notes|note|read|understand|study|write notes)\b", re.IGNORECASE
)
_WANTS_SOLUTION = re.compile(
    r"\b(?:steps|moves|plan|sequence|grouping|groups?|strategy|solution|solves?|chosen|candidates?"
    r"|dish|assigned|assignment)\b",
    re.IGNORECASE,
)


class FileWorker:
    """Answers the prompts of agents that work in files."""

    def __init__(self, solve: Solve) -> None:
        """Args: solve: reads and solves planning tasks."""
        self._solve = solve

    async def answer(self, prompt: AgentPrompt) -> str:
        """The answer to a prompt, in its protocol."""
        match prompt:
            case AgentTurn():
                return _said(*await self._action(prompt))
            case EffectQuestion():
                fault = await self._unmet(prompt)
                told = fault or "All conditions are met by the files."
                return f"ANALYSIS:\n{told}\nPASS: {'FALSE' if fault else 'TRUE'}"
            case ScriptWish():
                script = _FENCED.search(prompt.instructions)
                if script is None:
                    return "***NOT ENOUGH INFORMATION***\nThe instructions hold no script."
                return f"```python\n{script[1]}```"
            case NetworkWish():
                return json.dumps(_network(prompt.files), indent=2)

    # --- a turn

    async def _action(self, turn: AgentTurn) -> tuple[str, str, str, str]:
        """A thought, and the action with its arguments."""
        noted, last = _sections(turn.notes), turn.commands[-1] if turn.commands else ""
        known = [name for name in _SOURCES if name in turn.files]
        read = last.removeprefix("Read ")
        if read in known and read not in noted:
            text = _NUMBER.sub("", turn.output)
            return self._note(turn, read, text, f"What {read} says belongs into my notes.")
        copying = bool(_TAKES_NOTES.match(turn.task))
        about = f"{turn.task} {turn.effect}".lower()
        named = [name for name in known if _SOURCES[name] in about]
        for name in (named or known) if copying else known:
            if name not in noted:
                return f"I have no notes on {name} yet.", "Read", name, ""
        if copying:
            return "My notes say all that this task asks for.", "Verify", "", ""
        return await self._solving(turn, noted, last)

    async def _solving(
        self, turn: AgentTurn, noted: dict[str, str], last: str
    ) -> tuple[str, str, str, str]:
        """The action once all files are in the notes."""
        if _SOLUTION not in noted:
            return await self._looking(turn, noted, last)
        solution = noted[_SOLUTION]
        answers = _ANSWER in turn.effect or "answer" in turn.task
        if answers and last != f"Write {_ANSWER}":
            return "My notes hold the solution; it is the answer.", "Write", _ANSWER, solution
        return "All that this task asks for stands in the files.", "Verify", "", ""

    async def _looking(
        self, turn: AgentTurn, noted: dict[str, str], last: str
    ) -> tuple[str, str, str, str]:
        """The action that leads to a solution in the notes."""
        try:
            problem = self._problem(noted)
            found = None if problem is None else await problem.answer()
        except (UnreadableText, InputError, ValueError) as error:
            return self._note(turn, _SOLUTION, f"I cannot read the task: {error}", "No solution.")
        if found is not None:
            return self._note(turn, _SOLUTION, found, "This solves the request.")
        if problem is None or not problem.script:
            return self._note(turn, _SOLUTION, "I found no solution.", "No solution.")
        printed = _PRINTED.search(turn.output)
        if printed and last in (f"Write {_SOLVER}", "Execute"):
            return self._note(turn, _SOLUTION, printed[1].strip(), "The script has found it.")
        return _programming(turn, problem.script, last)

    def _note(self, turn: AgentTurn, name: str, text: str, why: str) -> tuple[str, str, str, str]:
        """Put something into the notes, by whatever action there is."""
        entry = f"[{name}]\n{text}\n[end of {name}]\n"
        if "Append" in turn.actions:
            return why, "Append", _NOTES, entry
        before = f"{turn.notes}\n" if turn.notes else ""
        return why, "Write", _NOTES, before + entry

    def _problem(self, texts: dict[str, str]) -> AgentProblem | None:
        return agent_problem(
            texts.get(_SPECIFICATION, ""),
            texts.get(_REQUEST, ""),
            texts.get(_TOOLS, ""),
            self._solve,
        )

    # --- a verification

    async def _unmet(self, question: EffectQuestion) -> str:
        """Which condition of an effect is not met, as a sentence; empty for none."""
        files = dict(question.files)
        noted = _sections(files.get(_NOTES, ""))
        if _ANSWER in files:
            return await self._answer_fault({**noted, **files}, files[_ANSWER])
        if _NOTES in files and _WANTS_SOLUTION.search(question.effect):
            if _SOLUTION not in noted:
                return "The notes hold no solution."
            return await self._answer_fault({**noted, **files}, noted[_SOLUTION])
        if _NOTES in files:
            return _uncopied(files)
        empty = [name for name, text in files.items() if not text.strip()]
        return f"{empty[0]} is empty." if empty else ""

    async def _answer_fault(self, texts: dict[str, str], answer: str) -> str:
        if not answer.strip():
            return "There is no answer."
        try:
            problem = self._problem(texts)
            if problem is None:
                return "The files do not tell what a right answer is."
            return await problem.fault(answer)
        except (UnreadableText, InputError, ValueError) as error:
            return f"The task cannot be read: {error}"


def _programming(turn: AgentTurn, script: str, last: str) -> tuple[str, str, str, str]:
    """The action that brings a script to run."""
    if turn.files.get(_SOLVER) == "r/w":
        return "The tools have to be asked by a script.", "Write", _SOLVER, script
    if "Code" not in turn.actions:
        return "Nothing here runs a script.", "Verify", "", ""
    if last == f"Write {_INSTRUCTIONS}":
        return "The coding model can write the script now.", "Code", "", ""
    if last == "Code":
        return "The script is there.", "Execute", "", ""
    wish = f"Write exactly this script, which uses the tools as they are:\n```python\n{script}```"
    return "The coding model has to be told the script.", "Write", _INSTRUCTIONS, wish


def _uncopied(files: dict[str, str]) -> str:
    """What a file says that the notes do not; empty where they say all of it."""
    lines = {line.strip() for line in files[_NOTES].splitlines()}
    sources = {name: text for name, text in files.items() if name in _SOURCES}
    if not sources and not files[_NOTES].strip():
        return "The notes are empty."
    for name, text in sources.items():
        for line in filter(None, map(str.strip, text.splitlines())):
            if line not in lines:
                return f"The notes lack what {name} says: {line[:80]}"
    return ""


def _sections(notes: str) -> dict[str, str]:
    """What the notes hold, by name; of several entries of one name, the last."""
    return dict(_NOTED.findall(notes))


def _said(thought: str, name: str, first: str, second: str) -> str:
    action = {"name": name, "action_arg1": first, "action_arg2": second}
    seen = "I see my notes, my last command and its output."
    return json.dumps({"observation": seen, "thought": thought, "action": action}, indent=2)


def _network(files: Iterable[str]) -> dict[str, Any]:
    """A task network for any problem with such files."""
    known = [name for name in _SOURCES if name in files]
    tasks = {
        name: f"take notes on the {name.removesuffix('.txt').replace('_', ' ')}" for name in known
    }
    top = {
        "task": "process user request",
        "subtasks": _keyed("subtask", [*tasks.values(), "solve the request"]),
        "effect": "answer.txt contains a solution to the request in the format that the problem "
        "specification asks for",
        "effect_files": _keyed("file", [_ANSWER, _REQUEST, _SPECIFICATION]),
    }
    notes = [
        {
            "task": task,
            "effect": f"the notes contain what {name} says",
            "effect_files": _keyed("file", [name, _NOTES]),
        }
        for name, task in tasks.items()
    ]
    solving = {
        "task": "solve the request",
        "effect": "the notes contain a solution to the request",
        "effect_files": _keyed("file", [_NOTES, _REQUEST, _SPECIFICATION]),
    }
    return _keyed("method", [top, *notes, solving])


def _keyed(key: str, values: Iterable[Any]) -> dict[str, Any]:
    return {f"{key}{number}": value for number, value in enumerate(values, 1)}
