"""The reader as an agent that works in files: it reads, takes notes, solves, answers, verifies.

It keeps to the protocol of the prompts and knows only what they show: what it has read, and
what it has found out, stands in its notes. Like a language model, it knows the prompts (turns,
verification, code, networks) by their marks alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pddl2nl.errors import InputError
from pddl2nl.llm import Message
from pddl2nl.readback import UnreadableText
from policies.reader._agent_problems import (
    CHECK,
    CLEARED,
    COMPARISON,
    SOLUTION,
    AgentProblem,
    Search,
    Solve,
    agent_problem,
)

_ACTION = re.compile(r"^\d+\. (\w+): ", re.MULTILINE)
_FILE = re.compile(r"^([\w./-]+) \((r|r/w)\): ", re.MULTILINE)
_CONTENTS = re.compile(
    r"^## Contents of (\S+):\n\*\*\*FILE START\*\*\*\n(.*?)\n?^\*\*\*FILE END\*\*\*$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class _Turn:
    """One turn of an agent, as the prompt shows it.

    `files` has the rights to each file by its name, `output` is that of the last of the `commands`.
    """

    actions: tuple[str, ...]
    files: Mapping[str, str]
    notes: str
    commands: tuple[str, ...]
    output: str
    task: str
    effect: str


def _turn(rules: str, text: str) -> _Turn:
    output = text.partition("***LAST COMMAND OUTPUT***\n")[2]
    output, _, end = output.partition("***LAST COMMAND OUTPUT END***")
    commands = _between(text, "LAST COMMAND").splitlines()
    return _Turn(
        actions=tuple(_ACTION.findall(rules)),
        files=dict(_FILE.findall(rules)),
        notes=_between(text, "NOTES"),
        commands=tuple(each for each in commands if each.strip()),
        output=output.removesuffix("\n"),
        task=_behind(end, "Task: "),
        effect=_behind(end, "Effect: "),
    )


def _between(text: str, mark: str) -> str:
    """What stands between the marks of a part."""
    after = text.partition(f"***{mark} START***\n")[2]
    return after.partition(f"***{mark} END***")[0].removesuffix("\n")


def _behind(text: str, mark: str) -> str:
    line = next((each for each in text.splitlines() if each.startswith(mark)), mark)
    return line[len(mark) :].strip()


_SPECIFICATION, _REQUEST = "problem_specification.txt", "request.txt"
_TOOLS = "tools_specification.txt"
_SOURCES = {_SPECIFICATION: "problem specification", _REQUEST: "request", _TOOLS: "tool"}
"""The files worth notes, each with the word by which tasks speak of it."""
_NOTES, _SOLVER, _INSTRUCTIONS = "notes.txt", "solver.py", "instructions.txt"
_OUTPUT, _ANSWER = "output.txt", "answer.txt"

_NOTED = re.compile(r"^\[([\w.]+)\]\n(.*?)\n?^\[end of \1\]$", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"^\d+: ?", re.MULTILINE)
_FENCED = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_TAKES_NOTES = re.compile(
    r"^(?:take notes|note|read|understand|study|write notes)\b", re.IGNORECASE
)
_WANTS_SOLUTION = re.compile(
    r"\b(?:steps?|moves?|plan|groups?|grouping|names a dish|solution|solves?|sequence|strategy"
    r"|chosen|recipe is|candidates?|condition of the goal)\b",
    re.IGNORECASE,
)
_ASPECTS = {
    CLEARED: re.compile(r"no block is on another|unstack all", re.IGNORECASE),
    COMPARISON: re.compile(r"condition of the goal", re.IGNORECASE),
    CHECK: re.compile(r"for every step of the plan", re.IGNORECASE),
}


class FileWorker:
    """Answers the prompts of agents that work in files."""

    def __init__(self, solve: Solve, search: Search) -> None:
        self._solve = solve
        self._search = search

    async def answer(self, messages: Sequence[Message]) -> str | None:
        """The answer to a prompt, in its protocol; None where it is not one for an agent."""
        text = messages[-1].content if messages else ""
        if "***LAST COMMAND OUTPUT***" in text:
            rules = "\n".join(each.content for each in messages[:-1])
            return _as_json(*await self._action(_turn(rules, text)))
        if "***EFFECT START***" in text:
            # A file that there is not has no text.
            fault = await self._unmet(_between(text, "EFFECT"), dict(_CONTENTS.findall(text)))
            analysis = fault or "All conditions are met by the files."
            return f"ANALYSIS:\n{analysis}\nPASS: {'FALSE' if fault else 'TRUE'}"
        if "***INSTRUCTIONS START***" in text:
            script = _FENCED.search(_between(text, "INSTRUCTIONS"))
            if script is None:
                return "***NOT ENOUGH INFORMATION***\nThe instructions hold no script."
            return f"```python\n{script[1]}```"
        if "***TASK SPEC START***" in messages[0].content:
            return json.dumps(_network(dict(_FILE.findall(messages[0].content))), indent=2)
        return None

    # --- a turn

    async def _action(self, turn: _Turn) -> tuple[str, str, str, str]:
        """A thought, and the action with its arguments."""
        noted, last = _sections(turn.notes), turn.commands[-1] if turn.commands else ""
        known = [name for name in _SOURCES if name in turn.files]
        read = last.removeprefix("Read ")
        if read in known and read not in noted:
            text = _NUMBER.sub("", turn.output)
            return self._note(turn, read, text, f"What {read} says belongs into my notes.")
        copying = bool(_TAKES_NOTES.match(turn.task))
        wanted = f"{turn.task} {turn.effect}".lower().replace("_", " ")
        named = [name for name in known if _SOURCES[name] in wanted]
        for name in (named or known) if copying else known:
            if name not in noted:
                return f"I have no notes on {name} yet.", "Read", name, ""
        if copying:
            return "My notes say all that this task asks for.", "Verify", "", ""
        return await self._solving(turn, noted, last)

    async def _solving(
        self, turn: _Turn, noted: dict[str, str], last: str
    ) -> tuple[str, str, str, str]:
        """The action once all files are in the notes."""
        answers = _ANSWER in turn.effect or "answer" in turn.task
        aspect = SOLUTION if answers else _aspect(turn.effect)
        try:
            problem = self._problem(noted)
            if problem is None:
                return "I know no tasks of this kind.", "Verify", "", ""
            if aspect not in noted:
                found = await problem.notes(aspect, noted)
                if found is None:
                    return self._by_script(turn, problem.script, last)
                return self._note(turn, aspect, found, "That is what the notes lack.")
            final = problem.final(noted[SOLUTION]) if answers else ""
        except (UnreadableText, InputError, ValueError) as error:
            return f"I cannot solve this task: {error}", "Verify", "", ""
        if answers and last != f"Write {_ANSWER}":
            return "My notes hold the solution; it is the answer.", "Write", _ANSWER, final
        return "All that this task asks for stands in the files.", "Verify", "", ""

    def _by_script(self, turn: _Turn, script: str, last: str) -> tuple[str, str, str, str]:
        """The action that leads to what only a script can find out."""
        if not script:
            return "There is no solution that I could find.", "Verify", "", ""
        if last == f"Read {_OUTPUT}":
            printed = _NUMBER.sub("", turn.output)
            return self._note(turn, SOLUTION, printed, "The script has found this.")
        ran = {f"Write {_SOLVER}", "Execute"}
        if last in ran and _OUTPUT in turn.effect and _NOTES not in turn.effect:
            return "The script has run.", "Verify", "", ""
        if ran.intersection(turn.commands):
            return "The script has run; I need what it has printed.", "Read", _OUTPUT, ""
        return _programming(turn, script, last)

    def _note(self, turn: _Turn, name: str, text: str, why: str) -> tuple[str, str, str, str]:
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
            self._search,
        )

    # --- a verification

    async def _unmet(self, effect: str, files: dict[str, str]) -> str:
        """Which condition of an effect is not met, as a sentence; empty for none."""
        noted = _sections(files.get(_NOTES, ""))
        texts = {**noted, **files}
        if _ANSWER in files:
            return await self._fault(SOLUTION, files[_ANSWER], texts)
        if _NOTES in files and _WANTS_SOLUTION.search(effect):
            aspect = _aspect(effect)
            if aspect not in noted:
                return f"The notes have no {aspect}."
            return await self._fault(aspect, noted[aspect], texts)
        if _NOTES in files:
            return _uncopied(files)
        if _OUTPUT in files and _REQUEST in files:
            return await self._fault(SOLUTION, files[_OUTPUT], texts)
        empty = [name for name, text in files.items() if not text.strip()]
        return f"{empty[0]} is empty." if empty else ""

    async def _fault(self, aspect: str, text: str, texts: dict[str, str]) -> str:
        if not text.strip() and aspect == SOLUTION:
            return "There is no solution."
        try:
            problem = self._problem(texts)
            if problem is None:
                return "The files do not tell what would be right."
            return await problem.fault(aspect, text, texts)
        except (UnreadableText, InputError, ValueError) as error:
            return f"The task cannot be read: {error}"


def _aspect(effect: str) -> str:
    """What the notes have to say so that an effect is achieved."""
    return next((name for name, words in _ASPECTS.items() if words.search(effect)), SOLUTION)


def _programming(turn: _Turn, script: str, last: str) -> tuple[str, str, str, str]:
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


def _as_json(thought: str, name: str, first: str, second: str) -> str:
    action = {"name": name, "action_arg1": first, "action_arg2": second}
    seen = "I see my notes, my last command and its output."
    return json.dumps({"observation": seen, "thought": thought, "action": action}, indent=2)


def _network(files: Collection[str]) -> dict[str, Any]:
    """A task network for any problem with such files."""
    known = [name for name in _SOURCES if name in files]
    tasks = {
        name: f"take notes on the {name.removesuffix('.txt').replace('_', ' ')}" for name in known
    }
    solving = "solve the request"
    top = _method(
        "answer.txt contains a solution to the request in the format that the problem "
        "specification asks for",
        [_ANSWER, _NOTES, _REQUEST, _SPECIFICATION],
        task="process user request",
        subtasks=_keyed("subtask", [*tasks.values(), solving]),
    )
    notes = [
        _method(f"the notes contain what {name} says", [name, _NOTES], task=task)
        for name, task in tasks.items()
    ]
    solution = "the notes contain a solution to the request"
    last = _method(solution, [_NOTES, _REQUEST, _SPECIFICATION], task=solving)
    return _keyed("method", [top, *notes, last])


def _method(effect: str, files: Iterable[str], **head: Any) -> dict[str, Any]:
    return {**head, "effect": effect, "effect_files": _keyed("file", files)}


def _keyed(key: str, values: Iterable[Any]) -> dict[str, Any]:
    return {f"{key}{number}": value for number, value in enumerate(values, 1)}
