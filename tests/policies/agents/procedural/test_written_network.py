"""Task networks that a model writes: checked, told what is wrong, and kept."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path

import pytest

from policies import PromptSet
from policies.agents.procedural import (
    NetworkError,
    TaskNetwork,
    kept_network,
    network_path,
    questions_to,
    write_network,
    written_network,
)
from policies.agents.procedural.network import network_faults
from tests.policies.agents.procedural.working import NETWORK, Model, in_turn, task

TEXT = json.dumps(NETWORK.as_data())
WRONG = TEXT.replace('"notes.txt"', '"memory.txt"')


async def written(model: Model, folder: Path | None = None) -> TaskNetwork:
    texts, questions = task(), questions_to(model)

    async def write() -> TaskNetwork:
        return await write_network(questions, PromptSet(), "procllm", texts)

    if folder is None:
        return await write()
    return await kept_network(network_path(folder, "sum", "procllm", texts), write)


@pytest.mark.parametrize(
    "answer", [TEXT, f"Sure:\n```json\n{TEXT}\n```", f"<think>hm</think>{TEXT}"]
)
async def test_a_model_writes_a_network_from_the_specification(answer: str) -> None:
    model = in_turn(answer)
    assert await written(model) == NETWORK
    ((message,),) = model.asked
    assert "Add the numbers of the request." in message.content
    assert "38" not in message.content  # no request
    assert "- Append: " in message.content
    assert "notes.txt (r/w): " in message.content


async def test_faults_are_told_to_the_model() -> None:
    model = in_turn(WRONG, TEXT)
    assert await written(model) == NETWORK
    again = model.asked[1]
    assert [each.role for each in again] == ["user", "assistant", "user"]
    assert "- line 1: there is no file 'memory.txt'" in again[2].content


async def test_after_three_answers_it_is_given_up() -> None:
    model = in_turn(WRONG, "[]", "I cannot.")
    with pytest.raises(NetworkError, match="the network that the model wrote:1:1: is no JSON"):
        await written(model)
    assert len(model.asked) == 3


async def test_a_network_names_no_check_of_its_own() -> None:
    cheat = TEXT.replace('"task": "take notes"', '"task": "take notes", "check": "os:getpid"')
    model = in_turn(cheat, TEXT)
    assert await written(model) == NETWORK
    assert "names no checks" in model.asked[1][2].content


async def test_other_episodes_go_on_while_a_network_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reading, others = threading.Event(), threading.Event()

    def slowly(text: str, *, checks: bool) -> list[str]:
        reading.set()
        assert others.wait(20), "the event loop stands still"
        return network_faults(text, checks=checks)

    async def other() -> None:
        while not reading.is_set():
            await asyncio.sleep(0.01)
        others.set()

    monkeypatch.setattr(written_network, "network_faults", slowly)
    network, _ = await asyncio.gather(written(in_turn(TEXT)), other())
    assert network == NETWORK


async def test_a_kept_network_is_not_written_again(tmp_path: Path) -> None:
    model = in_turn(TEXT)
    assert await written(model, tmp_path / "kept") == NETWORK
    assert await written(model, tmp_path / "kept") == NETWORK
    assert len(model.asked) == 1
    (file,) = (tmp_path / "kept").iterdir()
    assert file.name.startswith("sum-")
    assert file.suffix == ".json"
