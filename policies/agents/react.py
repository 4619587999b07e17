"""End-to-end ReAct on a task with tools: one model for all parts (multi-step paper, Table 1).

Thoughts, actions, observations take turns (Yao et al. 2022), as with TravelPlanner's first agents
(Xie et al. 2024): the model gathers the information, calls the tools and makes the plan.
"""

from __future__ import annotations

import ast
import json
import re
import time
from collections.abc import Mapping

from domains.agents import AgenticTask
from pddl2nl.llm import Message
from policies.agents.constraints import RunEnded, Stage, TaskRun
from policies.agents.constraints.scripts import Ask
from policies.agents.procedural.actions import CodeRunner
from policies.agents.procedural.workspace import shown
from policies.answers.text import without_thoughts
from policies.mechanism import PromptSet

STEPS = 30
"""How many turns there are, as in TravelPlanner."""
_SCRIPT = "call.py"
_MAX_SHOWN = 20_000
_ACTION = re.compile(r"^[^\w\n]*Action[^\w\n]*?:\W*?(?=\w)", re.MULTILINE | re.IGNORECASE)
_FINISH = re.compile(r"finish\b[\s:(]*(\{.*\})[\s)]*", re.DOTALL | re.IGNORECASE)


async def run_react(
    task: AgenticTask,
    ask: Ask,
    runner: CodeRunner,
    prompts: PromptSet,
    *,
    steps: int = STEPS,
) -> TaskRun:
    """Have a model solve a task by calling its tools.

    Raises:
        SandboxUnavailable: tools cannot be run on this machine.
    """
    begun = time.perf_counter()
    functions = _functions(task.tools)
    question = prompts.text(
        "react_trip",
        specification=task.specification.strip(),
        tools_specification=task.tools_specification.strip(),
        request=task.request.strip(),
        steps=str(steps),
        call='find_flights("Rockford", "Denver", "2022-03-16")',
    )
    messages, turns, answer = [Message("user", question)], list[Stage](), ""
    while len(turns) < steps and not answer:
        text = await ask(messages)
        action = _action(without_thoughts(text))
        if finish := _FINISH.fullmatch(action):
            answer = finish[1]
            turns.append(Stage("turn", text))
        else:
            seen = await _observation(action, functions, task.tools, runner)
            turns.append(Stage("turn", text, output=seen))
            back = Message("user", f"Observation: {seen}")
            messages += [Message("assistant", shown(text) or "-"), back]
    ended: RunEnded = "answered" if answer else "horizon"
    taken = time.perf_counter() - begun
    return TaskRun(task.name, ended, task.check(answer), answer, tuple(turns), taken)


def _action(answer: str) -> str:
    """What stands behind the only `Action:` of an answer; empty where there are none or several."""
    parts = _ACTION.split(answer)
    return parts[1].strip().strip("`").strip() if len(parts) == 2 else ""


def _functions(tools: Mapping[str, str]) -> dict[str, str]:
    """The modules of the tools, by the names of their functions, which all begin with `find_`."""
    return {
        node.name: path.removesuffix(".py").replace("/", ".")
        for path, text in tools.items()
        if path.endswith(".py")
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("find_")
    }


async def _observation(
    action: str, functions: Mapping[str, str], files: Mapping[str, str], runner: CodeRunner
) -> str:
    name, call = _call(action)
    if not call:
        return "There is no action: write one line `Action:` with one call of a tool, or Finish."
    if name not in functions:
        return f"There is no tool {name}; there are {', '.join(functions)}."
    script = (
        f"import json\nfrom {functions[name]} import {name}\n"
        f"print(json.dumps({call}, ensure_ascii=False))\n"
    )
    run = await runner.run(_SCRIPT, {**files, _SCRIPT: script})
    if run.status != 0:
        lines = run.errors.strip().splitlines()
        return lines[-1] if lines else f"The tool was stopped: {run.stopped}."
    text = _lines(run.output)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}\n(The rest is cut off.)"


def _call(action: str) -> tuple[str, str]:
    """The function and the text of a call with literal arguments; both empty for anything else."""
    try:
        call = ast.parse(action, mode="eval").body
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            for value in (*call.args, *(each.value for each in call.keywords)):
                ast.literal_eval(value)
            return call.func.id, ast.unparse(call)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        pass
    return "", ""


def _lines(output: str) -> str:
    """A list that a tool returns, one element per line."""
    found = json.loads(output)
    if not isinstance(found, list):
        return output.strip()
    return "\n".join(json.dumps(each, ensure_ascii=False) for each in found) or "[]"
