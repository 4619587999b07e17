"""The README, the tutorial and the how-tos: each command is run, in the order of its page.

Where a page shows an output, that is what the command prints. Commands that would play for minutes
play a task or two.
"""

from __future__ import annotations

import asyncio
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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


SHORTER = {
    r"^(autoplan (?:eval|paper)\b(?!.*--(?:instances|dry-run)).*)": r"\1 --instances 1",
    r"--(episodes|attempts|instances) \d+": r"--\1 1",
    r"--seeds 1-\d+": "--seeds 1 --benchmark recipes",
    r"--seed 1 2 3\b[ \d]*": "--seed 1 ",
    r"--time-limit \d+": "--time-limit 2",
    r"--max-cost 100": "--max-cost 100 --domain ferry --seed 1",
    r"^(autoplan constraints --(?:way|tasks).*)": r"\1 --limit 1",
    r"^(autoplan htn-study )": r"\1--domain rescue --tests full-domain ",
    r"(--domain frontier):7": r"\1-spanner:7",
}
"""Commands that would play for minutes or hours, and what stands for them."""
EVIDENCE = sorted(REPOSITORY.glob("docs/evidence/*.md"))
ELSEWHERE = ("--address http", "--record")
"""What cannot be run here: it needs WebShop's own server, or writes into the repository."""
NAMES = ("reader", "NAME", "llama", "gpt-4o-2024-08-06")
"""The models that pages ask; the offline one answers for all."""
OTHERS = ("extending", "cli", "integrations")
"""Pages of which test_extending.py, the parsers, and test_integrations_page.py run the commands."""


def _bare(page: Path) -> Iterator[str]:
    """The commands of ours that stand on a page without the sign of a shell."""
    text = re.sub(r"\\\n *", "", page.read_text(encoding="utf-8"))
    for line in re.findall(
        r"^    (?:[A-Z_]+=\S+ )*((?:autoplan|pddl2nl|python) .*)", text, re.MULTILINE
    ):
        command, *_ = line.split("   ")  # a remark may follow
        if page.stem not in OTHERS and command != IN_BACKGROUND:
            yield command.partition("  #")[0].strip()


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
    with served("reader") as address:
        yield address


@pytest.fixture(scope="module")
def any_model() -> Iterator[str]:
    """The address of a server that has the offline model under all names of the pages."""
    with served(*NAMES) as address:
        yield address


@contextmanager
def served(*names: str) -> Iterator[str]:
    loop = asyncio.new_event_loop()
    runner = web.AppRunner(chat_server(dict.fromkeys(names, ReaderModel())))

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


@pytest.mark.parametrize(
    "page", [page for page in PAGES if [*_bare(page)]], ids=lambda page: page.stem
)
def test_the_other_commands_run_in_the_order_of_the_page(
    page: Path,
    place: Path,
    any_model: str,
    shared: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", any_model)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    _provide(place, shared)
    for line in _bare(page):
        if any(each in line for each in ELSEWHERE):
            continue
        command = line.replace(ADDRESS, any_model)
        for long, short in SHORTER.items():
            command = re.sub(long, short, command)
        main = _main(shlex.split(command))
        assert main is not None, line
        ended = done(capsys, main[0], *main[1])
        assert ended.returncode == 0, (command, ended.stderr)


def test_the_commands_of_the_evidence_can_be_read() -> None:
    """They take hours, or other people's files; scripts/claims.py runs most of them."""
    parsers = {
        "autoplan": autoplan_cli.build_parser(),
        "pddl2nl": pddl2nl_cli.build_parser(),
    }
    commands = [shlex.split(line) for page in EVIDENCE for line in _bare(page)]
    assert len(commands) > 30
    for name, *arguments in commands:
        if name in parsers:
            parsers[name].parse_args(arguments)
        elif arguments[0] != "-c":
            assert (REPOSITORY / arguments[0]).is_file()


def _provide(place: Path, shared: Path) -> None:
    """What pages presuppose: files of one's own and of others, by the names that pages use."""
    (place / "DATASET").symlink_to(shared / "apb_dataset")
    (place / "travelplanner").symlink_to(shared / "travelplanner")
    shutil.copytree(REPOSITORY / "docs" / "examples" / "garden", place / "folder")
    shutil.copy(place / "folder" / "domain.pddl", place)
    shutil.copy(place / "folder" / "instances" / "p1.pddl", place / "problem.pddl")
    shutil.copy(REPOSITORY / "docs" / "examples" / "agent.yaml", place)
    (place / "essay.txt").write_text("Ferries carry cars.")
    (place / "review.yaml").write_text(
        "given: [text]\nnodes: [{name: verdict, prompt: 'Is this good? $db.text$'}]\n"
    )
    for name, played in {"gpt-4o": "act react", "reader": "act react", "planners": "ff"}.items():
        order = ("eval", "--domain", "visitall", "--instances", "1", "--out", f"results/{name}")
        assert autoplan_cli.main([*order, "--mechanism", *played.split()]) == 0


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
