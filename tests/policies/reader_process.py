"""A process of its own for the offline reader: conversations come in as lines, answers go out."""

from __future__ import annotations

import asyncio
import json
import sys

from pddl2nl.llm import Message, Request
from policies.reader import ReaderModel
from policies.symbolic import SymbolicPlanner


def main() -> None:
    """Answer until the input ends: {"messages": […]}, or {"open": PATH} to try the watch."""
    with SymbolicPlanner(1) as planner, asyncio.Runner() as runner:
        model = ReaderModel(planner)
        for line in sys.stdin:
            asked = json.loads(line)
            if "fresh" in asked:
                model = ReaderModel(planner)
            if "open" in asked:
                text = open(asked["open"]).read()  # noqa: SIM115 (the watch is what is tried)
            else:
                messages = tuple(Message(**each) for each in asked["messages"])
                text = runner.run(model.complete(Request(messages))).text
            print(json.dumps(text), flush=True)


if __name__ == "__main__":
    main()
