"""How long the fresh tasks of `--domain frontier` take to make, and the prompt of each's largest.

Usage: python scripts/bench_frontier.py [--seed S]

Prints Markdown: for each domain the largest task by the size of its file, and the seconds from that
file to its text in each input form, with plain names and with a random string for every name.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from itertools import product
from pathlib import Path

from autoplan.experiment.benchmarks import made, names_of
from pddl2nl.obfuscation import renaming
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from simulator import present_english, present_pddl

FORMS = ("nl", "template", "pddl")
NAMES = (None, "random")


def timed(place: Path, file: Path, form: str, names: str | None) -> tuple[float, int]:
    """The seconds from a task's file to its text in an input form, and the text's length."""
    begun = time.perf_counter()
    domain = read_domain(place / "domain.pddl")
    problem = read_problem(file, domain)
    if names is not None:
        changed = renaming(domain, names, [problem])
        domain, problem = changed.domain(domain), changed.problem(problem)
    if form == "pddl":
        text = present_pddl(problem).problem_text
    else:
        lexicon = verbalizer("auto" if form == "nl" else "template").lexicon(domain)
        text = present_english(problem, lexicon, form).problem_text
    return time.perf_counter() - begun, len(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=99)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["AUTOPLAN_CACHE"] = cache
        begun = time.perf_counter()
        found = [made(spec) for spec in names_of(f"frontier:{options.seed}")]
        places = [place for each in found if each is not None for _, place in [each]]
        print(f"All tasks made in {time.perf_counter() - begun:.1f} s.\n")
        columns = [f"{form}, {names or 'plain'}" for form, names in product(FORMS, NAMES)]
        print(f"| domain | objects | facts | {' | '.join(columns)} |")
        print(f"| --- | ---: | ---: |{' ---: |' * len(columns)}")
        for place in places:
            file = max((place / "instances").iterdir(), key=lambda path: path.stat().st_size)
            problem = read_problem(file, read_domain(place / "domain.pddl"))
            runs = (timed(place, file, *how) for how in product(FORMS, NAMES))
            cells = " | ".join(f"{seconds:.2f} s, {size // 1000}k" for seconds, size in runs)
            print(f"| {place.name} | {len(problem.all_objects)} | {len(problem.init)} | {cells} |")


if __name__ == "__main__":
    main()
