"""Which test fails without a heuristic: a table for docs/rules.md.

Usage: python scripts/mutate_rules.py [--list] [--only NAME ...] [--group GROUP ...]

Switches off one heuristic after the other (`scripts/heuristics`) and runs the tests concerned up to
the first that fails. The tests are collected once and run in a fork, so that nothing is left over
from one heuristic to the next. Tests of any domain (Hypothesis), of golden texts and of the shared
material don't count: what a rule is for, a small example must show.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from heuristics import GROUPS, Heuristic, switched_off

ROOT = Path(__file__).resolve().parent.parent
_PDDL2NL, _ANSWERS = "tests/pddl2nl", "tests/policies/answers"
TESTS = {
    "snippets": (f"{_PDDL2NL}/test_rules.py", f"{_PDDL2NL}/test_rule_words.py"),
    "english": (
        f"{_PDDL2NL}/test_english_words.py",
        f"{_PDDL2NL}/test_english_verbs.py",
        f"{_PDDL2NL}/test_english_small.py",
        f"{_PDDL2NL}/test_english_negation.py",
        f"{_PDDL2NL}/test_compose.py",
        f"{_PDDL2NL}/test_styles.py",
        f"{_PDDL2NL}/test_lossless.py",
        f"{_PDDL2NL}/test_rules.py",
    ),
    "answers": (
        f"{_ANSWERS}/test_answers_structure.py",
        f"{_ANSWERS}/test_answers_cues.py",
        f"{_ANSWERS}/test_answers_words.py",
        f"{_ANSWERS}/test_answers_sentences.py",
        f"{_ANSWERS}/test_answers_doubtful.py",
        f"{_ANSWERS}/test_answers_quoted.py",
    ),
}
"""The modules whose tests must fail, by the group of the heuristic."""
GOLDEN = "test_the_whole_text_of_a_domain_and_a_problem"
"""Compares texts with files, which would fail for nearly every heuristic."""
LONGEST = 300
"""So many seconds may the tests run; a heuristic without which they do not end is needed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the tests say without a heuristic.

    Attributes:
        test: the first test that fails, without its parameters; empty where none does.
        error: the type of its error; not an `AssertionError` where the code broke down.
        seconds: how long they ran.
    """

    test: str
    error: str
    seconds: float


class Mutations:
    """A plugin of pytest that runs the collected tests once for every heuristic."""

    def __init__(self, heuristics: Sequence[Heuristic]) -> None:
        self.outcomes: dict[str, Outcome] = {}
        self.fault = ""
        self._heuristics = heuristics
        self._failed: tuple[str, str] | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if _is_small(item)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sound = self._forked(session.items, nullcontext())
        if sound.test:
            self.fault = f"{sound.test} fails although nothing is switched off"
            return True
        for number, each in enumerate(self._heuristics, start=1):
            outcome = self._forked(session.items, switched_off(each))
            self.outcomes[each.place] = outcome
            said = outcome.test.rpartition("/")[2] or "SURVIVED"
            progress = f"{number}/{len(self._heuristics)} {each.place}: {said} {outcome.error}"
            print(f"{progress} ({outcome.seconds:.1f} s)", file=sys.stderr, flush=True)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Iterator[None]:
        report: Any = yield
        if report.failed and self._failed is None:
            error = call.excinfo.typename if call.excinfo else ""
            self._failed = (report.nodeid.partition("[")[0], error)
        return report

    def _forked(self, items: Sequence[pytest.Item], off: AbstractContextManager[None]) -> Outcome:
        began = time.perf_counter()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            signal.alarm(LONGEST)
            with os.fdopen(writing, "w") as pipe, off:
                json.dump(self._first_failure(items), pipe)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            said = pipe.read()
        os.waitpid(child, 0)
        # Nothing is said by a process that was stopped, or broke down as a whole.
        test, error = json.loads(said) if said else ("it does not end", "")
        return Outcome(test, error, time.perf_counter() - began)

    def _first_failure(self, items: Sequence[pytest.Item]) -> tuple[str, str]:
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return self._failed
        return "", ""


def _is_small(item: pytest.Item) -> bool:
    test = getattr(item, "obj", None)
    outside = {"shared", "snippets"} & set(getattr(item, "fixturenames", ()))
    any_domain = getattr(test, "is_hypothesis_test", False)
    return not any_domain and not outside and not item.name.startswith(GOLDEN)


def outcomes(group: str, heuristics: Sequence[Heuristic]) -> dict[str, Outcome]:
    """What the tests of a group say without each heuristic."""
    plugin = Mutations(heuristics)
    options = ["-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:xdist"]
    options += ["-o", "addopts=--import-mode=importlib", "--rootdir", str(ROOT)]
    modules = [str(path) for name in TESTS[group] if (path := ROOT / name).exists()]
    pytest.main([*options, *modules], plugins=[plugin])
    if plugin.fault or len(plugin.outcomes) < len(heuristics):
        sys.exit(plugin.fault or "the tests could not be collected")
    return plugin.outcomes


def table(group: str, heuristics: Sequence[Heuristic], found: dict[str, Outcome]) -> Iterator[str]:
    """One row for each heuristic."""
    yield f"## {group.capitalize()}\n"
    yield "| rule | what it does | test that fails without it |"
    yield "|---|---|---|"
    for each in heuristics:
        _, _, test = found[each.place].test.rpartition("::")
        yield f"| `{each.place}` | {each.says} | {test or '**none**'} |"


def main() -> None:
    """Print the tables; exit status 1 where no test fails without some heuristic."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="list the heuristics and run nothing")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only those with this in them")
    parser.add_argument("--group", nargs="+", choices=[*GROUPS], default=[*GROUPS])
    options = parser.parse_args()
    chosen = {
        group: [
            each
            for each in GROUPS[group]
            if not options.only or any(name in each.place for name in options.only)
        ]
        for group in options.group
    }
    if options.list:
        print("\n".join(f"{e.place}: {e.says}" for each in chosen.values() for e in each))
        return
    survivors, began = [], time.perf_counter()
    for group, heuristics in chosen.items():
        if heuristics:
            found = outcomes(group, heuristics)
            survivors += [place for place, each in found.items() if not each.test]
            print("\n".join(table(group, heuristics, found)) + "\n")
    count = sum(map(len, chosen.values()))
    print(f"{count} heuristics, {len(survivors)} without a test.")
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    main()
