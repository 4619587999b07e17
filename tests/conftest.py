"""What tests share: fixed draws, signals that processes hear, where the outside material lies."""

from __future__ import annotations

import gc
import os
import re
import signal
from pathlib import Path

import pytest
from hypothesis import settings

# One commit is tested on the same examples every time; `make fuzz` draws fresh ones, and more.
settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=30)
settings.register_profile("fresh", deadline=None, print_blob=True)
settings.load_profile("fixed")

HOW_TO_KEEP_A_FIND = """\
Keep each find: write the values of its "Failing test case" above the test as
    @example(name=value, …)
run the test to see it fail, mend the fault, and see it pass. A test that draws from `data` takes no
@example: write a test of its own with these values, or put the line @reproduce_failure(…) above it
until the fault is mended."""

_IGNORED = "AUTOPLAN_TESTS_IGNORED_SIGNALS"
_IGNORED_BY_PYTHON = {"SIGPIPE", "SIGXFSZ", "SIGXFZ"}
"""`subprocess` gives these back to the processes that it starts."""


def _let_processes_hear_signals() -> None:
    """Give processes that tests start the usual reaction to signals that we should ignore.

    `nohup` ignores SIGHUP, and a script ignores SIGINT for its jobs in the background. What is
    ignored stays ignored in every process started from here, and a test that ends one by such a
    signal would wait for ever; a handler, however, is not inherited by another program.
    """
    inherited = set(os.environ.get(_IGNORED, "").split())
    ignored = {
        each.name
        for each in signal.Signals
        if each.name in inherited or signal.getsignal(each) == signal.SIG_IGN
    } - _IGNORED_BY_PYTHON
    for name in ignored:
        signal.signal(signal.Signals[name], lambda *_: None)
    # The workers of pytest-xdist are such processes, and have to go on as well.
    os.environ[_IGNORED] = " ".join(sorted(ignored))


REPOSITORY = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="no processes, sockets or property tests")


def pytest_configure() -> None:
    """In pytest and its workers alone: programs of the tests import this module as well."""
    _let_processes_hear_signals()
    # Tables follow it, and what starts the tests, pytest-xdist too, may have set it.
    os.environ.pop("COLUMNS", None)


OUTSIDE = re.compile(
    r"subprocess|socket|selenium|Popen|Server\b|serve\(|cli\.main|sandbox|Planner\b|run_path"
    r"|evaluate\(|validat|\bshared\b|golden|z3|stanza|REPOSITORY|\.planner\(|effort\.within"
    r"|pytestmark = .*mark\.long"
)
"""What stands in a module whose tests start processes, open sockets, play, or read whole pages."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--quick`, modules whose tests need something outside their own process stay unread."""
    if not config.getoption("--quick") or not collection_path.match("test_*.py"):
        return None
    return OUTSIDE.search(collection_path.read_text(encoding="utf-8")) is not None or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Modules that take long come first, so that no worker is left with one of them at the end.

    With `--quick`, property tests and others that take long are left out.
    """
    if config.getoption("--quick"):
        items[:] = [
            item
            for item in items
            if item.get_closest_marker("long") is None
            and not getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        ]
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """After finds among fresh draws, how to keep them."""
    if config.getoption("--hypothesis-profile") == "fresh" and terminalreporter.stats.get("failed"):
        terminalreporter.write_line(HOW_TO_KEEP_A_FIND)


def pytest_collectstart() -> None:
    """What is imported and collected stays; by default it is looked through again and again."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From here on only what tests make is looked through."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real domains and recorded answers; tests that need it skip without it."""
    folder = Path(os.environ.get("AUTOPLAN_SHARED", REPOSITORY.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"the shared material is not at {folder} (set AUTOPLAN_SHARED)")
    return folder
