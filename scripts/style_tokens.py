"""Tokens of a task's texts: PDDL, and English in both styles and from templates.

Usage: python scripts/style_tokens.py [--model SPEC] FOLDER [FOLDER ...]

Each FOLDER holds NAME/domain.pddl and NAME/instances/. Counted are the domain and the problem of
the three smallest tasks of each domain, as they stand in a prompt, by the encoding of SPEC (gpt-4o
by default) where it is at hand, and about otherwise. Prints a table in Markdown: for every folder
the sums for its domains (a domain counts with its mean, so that none outweighs the rest) relative
to the style paper, and the medians of the ratios of single tasks.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import mean, median

from pddl2nl.llm import estimate_tokens
from pddl2nl.model import Problem
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer
from simulator import present_english, present_pddl

TASKS = 3
LARGEST = 300_000
FORMS = ("paper", "brief", "template", "pddl")


def counted(problem: Problem, model: str) -> dict[str, int]:
    """The tokens of a task in each form."""
    own, template = (verbalizer(name).lexicon(problem.domain) for name in ("auto", "template"))
    shown = (
        present_english(problem, own),
        present_english(problem, own, style="brief"),
        present_english(problem, template),
        present_pddl(problem),
    )
    texts = (f"{each.domain_text}\n\n{each.problem_text}" for each in shown)
    return {form: estimate_tokens(text, model) for form, text in zip(FORMS, texts, strict=True)}


def smallest(domain: Path) -> list[Path]:
    """The smallest tasks beside a domain file."""
    sizes = {each: each.stat().st_size for each in (domain.parent / "instances").glob("*.pddl")}
    small = sorted(sizes, key=lambda each: (sizes[each], each.name))[:TASKS]
    return [each for each in small if sizes[each] <= LARGEST]


def row(source: Path, model: str) -> str:
    """A line of the table."""
    found = [
        [counted(read_problem(each, read_domain(path)), model) for each in files]
        for path in sorted(source.glob("*/domain.pddl"))
        if (files := smallest(path))
    ]
    sums = {form: sum(mean(task[form] for task in tasks) for tasks in found) for form in FORMS}
    ratios = " : ".join(f"{sums[form] / sums['paper']:.2f}" for form in FORMS)
    tasks = [task for several in found for task in several]
    medians = (median(task["brief"] / task[peer] for task in tasks) for peer in ("pddl", "paper"))
    cells = " | ".join(f"{each:.2f}" for each in medians)
    return f"| {source.name} | {len(found)} domains, {len(tasks)} tasks | {ratios} | {cells} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", metavar="FOLDER", type=Path, nargs="+")
    parser.add_argument("--model", metavar="SPEC", default="gpt-4o")
    options = parser.parse_args()
    print("| tasks | | paper : brief : template : PDDL | brief / PDDL | brief / paper |")
    print("|---|---|---|---|---|")
    for folder in options.folders:
        print(row(folder, options.model))


if __name__ == "__main__":
    main()
