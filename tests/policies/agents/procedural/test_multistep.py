"""The multi-step agent: other models write and mend its script (multi-step paper, section 5)."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.agents.sandbox import CodeRun, SandboxUnavailable
from tests.policies.agents.procedural.working import PASSED, Runner, act, in_turn, turns, worked

TOOLS = {"tools/adding.py": "def add(a, b): return a + b", "tools/data.csv": "1,2"}
INSTRUCT = act(
    "Write", "instructions.txt", "Print the sum of 4 and 38 with tools.adding.add(a, b)."
)
SCRIPT = "from tools.adding import add\nprint(add(4, 38))\n"
CODED = f"Here it is:\n```python\n{SCRIPT}```\nIt uses ```add```."


async def test_the_coding_model_sees_the_instructions_alone() -> None:
    coder, runner = in_turn(CODED), Runner()
    agent = in_turn(INSTRUCT, act("Code"), act("Execute"), act("Read", "output.txt"))
    run = await worked(
        agent, in_turn(PASSED), kind="multistep", tools=TOOLS, coder=coder, runner=runner, horizon=4
    )
    ((message,),) = coder.asked
    assert "Print the sum of 4 and 38" in message.content
    assert "Add the numbers of the request" not in message.content
    assert runner.given == [("solver.py", {"solver.py": SCRIPT, **TOOLS})]
    assert run.work.workspace.text("output.txt") == "42\n"


async def test_a_coding_model_may_ask_for_more_information() -> None:
    coder = in_turn("***NOT ENOUGH INFORMATION***\nWhich module has add?")
    agent = in_turn(INSTRUCT, act("Code"), act("Execute"))
    run = await worked(agent, in_turn(PASSED), kind="multistep", coder=coder, horizon=4)
    assert "has written nothing:" in turns(agent)[2]
    assert "Which module has add?" in turns(agent)[2]
    assert "solver.py is empty: use Code first." in turns(agent)[3]
    assert not run.work.workspace.text("solver.py")


async def test_repair_sees_script_and_error_and_circles_are_noticed() -> None:
    mended = "```python\nprint(42)\n```"
    models = in_turn(CODED, mended, CODED)
    runner = Runner([CodeRun(1, "", "ModuleNotFoundError: No module named 'tools.adding'")])
    agent = in_turn(INSTRUCT, act("Code"), act("Execute"), act("Repair"), act("Repair"))
    await worked(agent, in_turn(PASSED), kind="multistep", coder=models, runner=runner, horizon=6)
    shown = models.asked[1][0].content
    assert "2: print(add(4, 38))" in shown
    assert "ModuleNotFoundError" in shown
    assert "Updated solver.py:\nprint(42)" in turns(agent)[4]
    assert "repairing goes in circles" not in turns(agent)[4]
    assert "repairing goes in circles" in turns(agent)[5]


async def test_commands_out_of_turn_come_back_as_messages() -> None:
    agent = in_turn(
        act("Code"), act("Repair"), act("Write", "solver.py", "x"), act("Append", "notes.txt")
    )
    await worked(agent, in_turn(PASSED), kind="multistep", horizon=5)
    _, code, repair, write, append = turns(agent)
    assert "instructions.txt is empty" in code
    assert "nothing to repair" in repair
    assert "solver.py can be read only" in write
    assert "There is no action 'Append'" in append


async def test_the_source_of_tools_can_be_read_but_not_their_data() -> None:
    agent = in_turn(act("Read", "tools/adding.py"), act("Read", "tools/data.csv"))
    await worked(agent, in_turn(PASSED), kind="multistep", tools=TOOLS, horizon=3)
    assert "1: def add(a, b)" in turns(agent)[1]
    assert "there is no file 'tools/data.csv'" in turns(agent)[2]


class NoSandbox(Runner):
    async def run(self, script: str, files: Mapping[str, str]) -> CodeRun:
        raise SandboxUnavailable("bubblewrap is not installed: apt-get install bubblewrap")


async def test_without_a_sandbox_code_is_refused_and_the_work_goes_on() -> None:
    agent = in_turn(
        INSTRUCT, act("Code"), act("Execute"), act("Write", "answer.txt", "42"), act("Verify")
    )
    run = await worked(
        agent, in_turn(PASSED), kind="multistep", coder=in_turn(CODED), runner=NoSandbox()
    )
    assert run.solved
    assert "The code was not executed: bubblewrap is not installed" in turns(agent)[3]
