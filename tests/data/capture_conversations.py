"""Writes conversations.json: what a model is first sent, one conversation for each kind of prompt.

Run it from the repository's root, `python -m tests.data.capture_conversations`, whenever the
prompts or the English change.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import domains
from pddl2nl.llm import PermanentModelError, ScriptedModel
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from policies import Example, Player, PromptSet, mechanism
from policies.symbolic import PlanFound, SymbolicPlanner
from simulator import Episode, InputForm, Presentation, present_english, present_pddl
from simulator.world import World
from tests.interpreting import interpreter

CAPTURED: tuple[tuple[str, InputForm, str], ...] = (
    ("basic", "nl", "blocksworld"),
    ("basic", "template", "ferry"),
    ("basic", "pddl", "logistics"),
    ("cot", "nl", "logistics"),
    ("act", "nl", "logistics"),
    ("act", "template", "blocksworld"),
    ("act", "pddl", "ferry"),
    ("react", "nl", "visitall"),
)
EXAMPLE, TASK = "instance-1", "instance-4"


async def capture(name: str, form: InputForm, folder_name: str, planner: SymbolicPlanner) -> object:
    """One conversation up to the first answer, and which task it is about."""
    folder = domains.folder(folder_name)
    domain = read_domain(folder / "domain.pddl")
    example, task = (
        read_problem(folder / "instances" / f"{each}.pddl", domain) for each in (EXAMPLE, TASK)
    )
    source = "template" if form == "template" else "rules"

    def present(each: object) -> Presentation:
        problem = example if each is example else task
        if form == "pddl":
            return present_pddl(problem)
        return present_english(problem, verbalizer(source).lexicon(domain), form)

    found = await planner.solve(example)
    assert isinstance(found, PlanFound)
    model = ScriptedModel([""])
    shown = Example(World(example), present(example), found.plan)
    player = Player(model, interpreter(task, None), PromptSet(), shown)
    # A step-by-step mechanism asks again, and the script has one answer.
    with suppress(PermanentModelError):
        await mechanism(name)(player).run(Episode(World(task), present(task)))
    sent = model.requests[0].messages
    messages = [{"role": each.role, "content": each.content} for each in sent]
    return {
        "mechanism": name,
        "form": form,
        "domain": folder_name,
        "instance": TASK,
        "messages": messages,
    }


async def main() -> None:
    """Capture all conversations."""
    with SymbolicPlanner() as planner:
        found = [await capture(*each, planner) for each in CAPTURED]
    path = Path(__file__).with_name("conversations.json")
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(main())
