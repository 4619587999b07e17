"""The tutorial and the how-tos: each command is run, in this process, and prints what is shown."""

from __future__ import annotations

import asyncio
import re
import runpy
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from aiohttp import web

from autoplan import cli as autoplan_cli
from autoplan.integrations.chat_server import chat_server
from pddl2nl import cli as pddl2nl_cli
from policies.reader import ReaderModel
from scripts import cli_page
from tests.commands import done
from tests.conftest import REPOSITORY
from tests.test_readme import comparable, shown

ADDRESS = "http://127.0.0.1:8000/v1"
"""The server of the pages; `autoplan serve-model` itself is tested beside its code."""
PAGES = [REPOSITORY / "README.md", *sorted(REPOSITORY.glob("docs/*.md"))]
IN_BACKGROUND = "autoplan serve-model reader &"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like a checkout, in which commands may write."""
    for name in ("data", "docs", "domains", "scripts"):
        (tmp_path / name).symlink_to(REPOSITORY / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("AUTOPLAN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "none"))
    for name in ("OPENAI_API_KEY", "MY_KEY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of the offline model behind a server of its own."""
    loop = asyncio.new_event_loop()
    runner = web.AppRunner(chat_server({"reader": ReaderModel()}))

    async def start() -> str:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return f"http://127.0.0.1:{runner.addresses[0][1]}/v1"

    address = loop.run_until_complete(start())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield address
    asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.mark.parametrize(
    ("page", "least"),
    [
        ("tutorial", 10),
        ("own-server", 5),
        ("reproducing", 3),
        ("templates", 2),
        ("prompts", 2),
        ("questions", 1),
    ],
)
def test_a_command_prints_what_is_shown(
    page: str, least: int, place: Path, server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = [each for each in shown(f"docs/{page}.md") if each.command != IN_BACKGROUND]
    assert len(commands) >= least
    for each in commands:
        said = _run(each.command.replace(ADDRESS, server), capsys).splitlines()
        assert any(map(str.strip, each.output)), each.command
        assert [*comparable(said)] == [*comparable(each.output)], each.command


def test_the_page_on_the_command_line_is_made_of_the_parsers() -> None:
    assert (REPOSITORY / "docs" / "cli.md").read_text(encoding="utf-8") == cli_page.page()


def test_commands_that_are_shown_without_output_can_be_read() -> None:
    """They need a key, a server or hours; their options exist, at least."""
    parsers = {
        "autoplan": autoplan_cli.build_parser(),
        "pddl2nl": pddl2nl_cli.build_parser(),
    }
    commands = [words for page in PAGES for words in _unrun(page)]
    assert len(commands) > 10
    for name, *arguments in commands:
        parsers[name].parse_args(arguments)


def _unrun(page: Path) -> Iterator[list[str]]:
    """The words of commands of ours that stand on a page without the sign of a shell."""
    text = re.sub(r"\\\n *", "", page.read_text(encoding="utf-8"))
    for line in re.findall(r"^    (?:[A-Z_]+=\S+ )*((?:autoplan|pddl2nl) .*)", text, re.MULTILINE):
        command, *_ = line.split("   ")  # a remark may follow
        yield shlex.split(command)


def _run(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a line of a shell prints: our command in this process, what it is piped into in bash."""
    command, _, rest = line.partition(" | ")
    together = command.endswith(" 2>&1")
    words = [
        str(path)
        for word in shlex.split(command.removesuffix(" 2>&1"))
        for path in (sorted(Path().glob(word)) if "*" in word else [word])
    ]
    main = _main(words)
    if main is None:
        return _piped(line, "")
    ended = done(capsys, main[0], *main[1])
    if not rest:
        return ended.stdout or ended.stderr
    return _piped(rest, ended.stdout + (ended.stderr if together else ""))


def _main(words: Sequence[str]) -> tuple[Callable[[Sequence[str]], int], Sequence[str]] | None:
    """The function that a command calls, and its arguments; None if it is none of ours."""
    ours = {"autoplan": autoplan_cli.main, "pddl2nl": pddl2nl_cli.main}
    if words[0] in ours:
        return ours[words[0]], words[1:]
    if words[0] == "python":
        return partial(_script, words[1]), words[2:]
    return None


def _script(path: str, arguments: Sequence[str]) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [path, *arguments])
        runpy.run_path(path, run_name="__main__")
    return 0


def _piped(line: str, text: str) -> str:
    ended = subprocess.run(
        ["bash", "-c", line], input=text, capture_output=True, text=True, check=False
    )
    return ended.stdout
