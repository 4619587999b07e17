"""How long the report of many episodes takes to write, and to open in a browser.

    python scripts/bench_report.py RESULTS [--episodes 5000] [--page FILE]

RESULTS is a folder that `autoplan eval` has written. Its episodes are multiplied until there are
enough, each copy with other numbers of objects, so that no two prompts are alike and compression
has no easier work than with real tasks. Chromium and its driver have to be on the PATH.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from autoplan.report.page import write_report
from pddl2nl.llm.prices import PriceList

FILE = "results.sqlite"
FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
READY = "return document.documentElement.dataset.ready === 'yes'"
OPENED = """
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const ready = performance.getEntriesByName("report-ready")[0];
  return [paint.startTime / 1000, ready.startTime / 1000];
"""
_NUMBER = re.compile(r"(?<=_)\d+\b")


def multiply(source: Path, target: Path, episodes: int) -> None:
    """Copy a results folder with its episodes multiplied to a number of them."""
    shutil.copy(source / FILE, target / FILE)
    with closing(sqlite3.connect(target / FILE)) as connection, connection:
        tables = {
            name: connection.execute(f"SELECT * FROM {name}").fetchall()
            for name in ("scenes", "expenses", "episodes")
        }
        for name in tables:
            connection.execute(f"DELETE FROM {name}")
        copies = -(-episodes // len(tables["episodes"]))
        for number in range(copies):
            other = _renumbering(number)
            for name, rows in tables.items():
                for domain, instance, *rest in rows:
                    texts = [_NUMBER.sub(other, v) if isinstance(v, str) else v for v in rest]
                    changed = (domain, f"{instance}-{number}", *texts)
                    marks = ", ".join("?" for _ in changed)
                    connection.execute(f"INSERT INTO {name} VALUES ({marks})", changed)
        excess = copies * len(tables["episodes"]) - episodes
        last = "SELECT rowid FROM episodes ORDER BY rowid DESC LIMIT ?"
        connection.execute(f"DELETE FROM episodes WHERE rowid IN ({last})", (excess,))


def _renumbering(seed: int) -> Callable[[re.Match[str]], str]:
    numbers = list(range(100))
    random.Random(seed).shuffle(numbers)
    return lambda found: str(numbers[int(found[0]) % 100])


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """A fresh Chromium without a window."""
    options = Options()
    with tempfile.TemporaryDirectory() as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        with webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver"))) as it:
            yield it


def open_page(page: Path) -> tuple[float, float, float, float]:
    """Seconds: first paint, all ready, opening an episode, a search inside all conversations."""
    with browser() as chromium:
        chromium.get(page.as_uri())
        _wait(chromium, READY)
        painted, ready = chromium.execute_script(OPENED)
        begun = time.perf_counter()
        chromium.execute_script("document.querySelector('#list tbody a').click()")
        _wait(chromium, "return document.querySelectorAll('#episode .turn').length > 0")
        shown = time.perf_counter() - begun
        chromium.execute_script("location.hash = '#/episodes?q=no+such+words&inside=1'")
        begun = time.perf_counter()
        _wait(chromium, "return document.querySelector('#found').textContent.startsWith('0 ')")
        return painted, ready, shown, time.perf_counter() - begun


def _wait(chromium: webdriver.Chrome, condition: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not chromium.execute_script(condition):
        if time.monotonic() > end:
            raise TimeoutError(condition)
        time.sleep(0.01)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Time the report.")
    parser.add_argument("results", type=Path)
    parser.add_argument("--episodes", type=int, default=5000)
    parser.add_argument("--runs", type=int, default=5, help="how often the page is opened")
    parser.add_argument("--page", type=Path, help="keep the page under this name")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        multiply(options.results, place, options.episodes)
        page = (options.page or place / "report.html").resolve()
        begun = time.perf_counter()
        write_report([place], page, PriceList.load())
        written = time.perf_counter() - begun
        runs = [open_page(page) for _ in range(options.runs)]
        size = page.stat().st_size / 1e6
    print(f"{options.episodes} episodes, a page of {size:.1f} MB, written in {written:.1f} s")
    names = ("first paint", "all ready", "an episode opened", "all conversations searched")
    for name, seconds in zip(names, zip(*runs, strict=True), strict=True):
        median, slowest = statistics.median(seconds), max(seconds)
        print(f"{name:28}{median:6.2f} s (median of {options.runs}), {slowest:.2f} s (slowest)")


if __name__ == "__main__":
    main()
