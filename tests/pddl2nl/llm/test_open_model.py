"""From specification to model: what is known, what is missing, what extensions add."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from pddl2nl.errors import InputError
from pddl2nl.llm import (
    CachedModel,
    ChatModel,
    Connection,
    Message,
    ModelTraits,
    OpenAIModel,
    PermanentModelError,
    Request,
    ScriptedModel,
    open_model,
)
from tests.chat_server import ChatServer, error


class Echo:
    """What an installed extension provides."""

    traits = ModelTraits()

    def open(self, name: str, connection: Connection) -> ChatModel:
        return ScriptedModel([f"echo of {name!r}"], name="echo")


class Dice(Echo):
    traits = ModelTraits(named=True)


@pytest.fixture
def extensions(monkeypatch: pytest.MonkeyPatch) -> None:
    group = "pddl2nl.models"
    points = EntryPoints(
        [
            EntryPoint("echo", f"{__name__}:Echo", group),
            EntryPoint("dice", f"{__name__}:Dice", group),
            EntryPoint("broken", "no_such_module_anywhere:make", group),
            EntryPoint("constant", f"{__name__}:__name__", group),
        ]
    )
    monkeypatch.setattr(
        "pddl2nl.llm.providers.offered",
        lambda group: {each.name: each for each in points.select(group=group)},
    )


def text_of(model: ChatModel) -> str:
    return asyncio.run(model.complete(Request((Message("user", "hi"),)))).text


def test_openai_without_a_key_names_the_variable() -> None:
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        open_model("openai/gpt-4o")
    with pytest.raises(InputError, match="MY_KEY"):
        open_model("openai/gpt-4o", api_key_env="MY_KEY")


def test_openai_with_a_key_calls_openai(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0123456789")
    model = open_model("openai/gpt-4o-2024-08-06")
    assert isinstance(model, OpenAIModel)
    assert (model.name, model.base_url) == ("openai/gpt-4o-2024-08-06", "https://api.openai.com/v1")
    assert "planted" not in repr(model)


def test_openai_at_another_address_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatServer() as server:
        assert text_of(open_model("openai/gpt-4o", base_url=server.base_url)) == "hello"
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        assert text_of(open_model("openai/gpt-4o")) == "hello"


def test_a_compatible_server_gets_the_name_after_the_first_slash() -> None:
    with ChatServer() as server:
        model = open_model("compat/org/llama", base_url=server.base_url + "/")
        assert (model.name, text_of(model)) == ("compat/org/llama", "hello")
        assert server.received[0].body["model"] == "org/llama"
        assert server.received[0].path == "/v1/chat/completions"


def test_a_key_from_a_named_variable_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sk-mine-123456")
    with ChatServer() as server:
        text_of(open_model("compat/m", base_url=server.base_url, api_key_env="MY_KEY"))
        assert server.received[0].headers["authorization"] == "Bearer sk-mine-123456"


def test_openais_key_is_sent_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0123456789")
    with ChatServer() as server:
        text_of(open_model("compat/m", base_url=server.base_url))
        assert "planted" not in str(server.received[0].headers)
    with pytest.raises(InputError, match="variable MY_KEY contains no key"):
        open_model("compat/m", base_url=server.base_url, api_key_env="MY_KEY")


def test_arguments_stand_in_the_body_and_are_never_left_out() -> None:
    def answer(request: dict[str, object]) -> Any:
        refused = "effort" in request
        return error(400, "unknown parameter: 'effort'") if refused else "hello"

    wanted: dict[str, object] = {"top_p": 0.5, "chat_template_kwargs": {"enable_thinking": False}}
    with ChatServer(answer=answer) as server:
        text_of(open_model("compat/m", base_url=server.base_url, arguments=wanted))
        body = server.received[0].body
        assert {name: body[name] for name in wanted} == wanted
        with pytest.raises(PermanentModelError, match="effort"):
            text_of(open_model("compat/m", base_url=server.base_url, arguments={"effort": "low"}))


def test_answers_are_kept_apart_by_arguments(tmp_path: Path) -> None:
    with ChatServer() as server:
        for arguments in ({}, {"top_p": 0.5}, {"top_p": 0.6}, {"top_p": 0.5}, {}):
            model = open_model(
                "compat/m",
                base_url=server.base_url,
                cache=tmp_path / "answers.sqlite",
                arguments=arguments,
            )
            text_of(model)
        assert len(server.received) == 3


def test_a_compatible_server_needs_an_address() -> None:
    with pytest.raises(InputError, match="base URL"):
        open_model("compat/llama")


@pytest.mark.parametrize("spec", ["openai/", "openai", "compat", "compat/"])
def test_a_specification_without_a_name_is_refused(spec: str) -> None:
    with pytest.raises(InputError, match="lacks a name"):
        open_model(spec, base_url="http://127.0.0.1:1/v1")


@pytest.mark.usefixtures("extensions")
def test_an_extension_may_need_a_name() -> None:
    with pytest.raises(InputError, match=r"^the model dice lacks a name: write dice/NAME$"):
        open_model("dice")
    assert text_of(open_model("dice/6")) == "echo of '6'"


@pytest.mark.usefixtures("extensions")
def test_an_extension_is_found_and_gets_the_rest_of_the_name() -> None:
    assert text_of(open_model("echo")) == "echo of ''"
    assert text_of(open_model("echo/a/b")) == "echo of 'a/b'"


@pytest.mark.usefixtures("extensions")
@pytest.mark.parametrize("spec", ["", "gpt-4o", "azure/gpt-4o"])
def test_an_unknown_specification_lists_what_is_known(spec: str) -> None:
    with pytest.raises(InputError) as caught:
        open_model(spec)
    known = "openai/NAME, compat/NAME with a base URL, broken, constant, dice/NAME, echo"
    assert str(caught.value) == f"unknown model {spec!r}; known are {known}"


@pytest.mark.usefixtures("extensions")
@pytest.mark.parametrize("spec", ["broken", "constant"])
def test_a_broken_extension_is_an_input_error(spec: str) -> None:
    with pytest.raises(InputError, match=f"the model {spec} "):
        open_model(spec)


@pytest.mark.usefixtures("extensions")
def test_an_extension_takes_no_address() -> None:
    with pytest.raises(InputError, match="takes no base URL"):
        open_model("echo", base_url="http://127.0.0.1:1/v1")


def test_a_cache_is_put_before_the_model(tmp_path: Path) -> None:
    with ChatServer() as server:
        model = open_model("compat/m", base_url=server.base_url, cache=tmp_path / "a.sqlite")
        assert isinstance(model, CachedModel)
        assert [text_of(model), text_of(model)] == ["hello", "hello"]
        assert len(server.received) == 1


def test_importing_the_package_loads_no_client_library() -> None:
    code = (
        "import sys, pddl2nl.llm; heavy = {'openai', 'tenacity', 'sqlite3', 'aiohttp'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
