"""Every command of the README and of the pages for users is run, and prints what stands there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

pytestmark = pytest.mark.long

ELSEWHERE = ("autoplan report results/benchmark",)
"""What needs the results of `make benchmark`."""
_TABLE_ROW = re.compile(r" \S+ +\S+ +\S+ +\S+ .*\d")


PAGES = (
    "README.md",
    *(f"docs/{name}.md" for name in ("converting", "playing", "judging", "own-domain")),
)


@dataclass(frozen=True)
class Shown:
    """A command on a page, and what is shown below it."""

    page: str
    command: str
    output: tuple[str, ...]


def shown(page: str) -> Iterator[Shown]:
    """The commands of a page, in order."""
    command: str | None = None
    output: list[str] = []
    for line in [*(REPOSITORY / page).read_text("utf-8").splitlines(), "The end."]:
        code = line.startswith("    ")
        if command is not None and command.endswith("\\") and code:
            command = f"{command[:-1].rstrip()} {line.strip()}"
        elif command is not None and (line.startswith("    $ ") or not (code or not line)):
            yield Shown(page, command, tuple(output))
            command = None
        elif command is not None and (code or not line):
            output.append(line[4:])
        if line.startswith("    $ "):
            command, output = line[6:], []


COMMANDS = [each for page in PAGES for each in shown(page)]


def test_the_pages_have_commands() -> None:
    assert len(COMMANDS) > 18
    assert sum(bool(each.output) for each in COMMANDS) > 15


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what a checkout has, in which the commands run one after the other."""
    folder = tmp_path_factory.mktemp("checkout") / "project"
    folder.mkdir()
    for name in ("domains", "docs", "data", "autoplan"):
        (folder / name).symlink_to(REPOSITORY / name)
    if (shared := REPOSITORY.parent / "shared").is_dir():
        (folder.parent / "shared").symlink_to(shared)
    return folder


@pytest.mark.parametrize("number", range(len(COMMANDS)))
def test_a_command_prints_what_is_shown(number: int, place: Path) -> None:
    each = COMMANDS[number]
    if each.command in ELSEWHERE:
        pytest.skip("needs the results of make benchmark")
    if "../shared" in each.command and not (place.parent / "shared").exists():
        pytest.skip("needs the folder of shared material")
    if "jq " in each.command and shutil.which("jq") is None:
        pytest.skip("needs jq")
    here = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{here}:{os.environ['PATH']}", "COLUMNS": "200"}
    environment |= {
        "AUTOPLAN_CACHE": str(place / "cache"),
        "TIKTOKEN_CACHE_DIR": str(place / "none"),
    }
    for name in [each for each in environment if each.startswith(("OPENAI_", "FORCE_COLOR"))]:
        del environment[name]
    done = subprocess.run(
        ["bash", "-c", each.command],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    said = done.stdout + (done.stderr if "error" in each.command or not done.stdout else "")
    if not each.output or not any(map(str.strip, each.output)):
        return
    assert [*comparable(said.splitlines())] == [*comparable(each.output)], done.stderr


def comparable(lines: Iterator[str] | tuple[str, ...] | list[str]) -> Iterator[str]:
    """Lines without their blanks; of a table's row without what depends on the clock.

    The rule below a table's head shows how wide the table is.
    """
    for line in lines:
        text = " ".join(line.split())
        if not text:
            continue
        if _TABLE_ROW.fullmatch(line.rstrip()):
            text = " ".join(part for part in text.split() if not re.fullmatch(r"\d+\.\d", part))
        yield re.sub(r"results/reader-\w+", "results/reader-…", text)
