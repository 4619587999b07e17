"""What each rule of the `rules` verbalizer is worth: a table for docs/snippets.md.

Usage: python scripts/rules_worth.py [--all] [SHARED]

Switches off one rule after the other and counts the snippets that are sure with it and plain
without it: in the 31 IPC families that the rules were written with, and in what they were not: 28
other families (readings 2 in tests/data/readings) and the 40 domains in tests/data/domains. Beside
these: how many of them independent readers marked as clumsy and as misleading when they first read
them; where the reading led to a change, the snippet may now be plain, and is not counted.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from heuristics import Heuristic, switched_off
from heuristics.snippets import PATTERNS, ROLES, SMALL

from pddl2nl.model import Domain
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers.rules import RulesVerbalizer

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
SHARED = DATA.parent.parent.parent / "shared"
READINGS = ("2-rules-ipc-unseen", "3-rules-unseen-1", "4-rules-unseen-2")
Snippets = dict[tuple[str, str], str]
"""Sure snippets by domain and item, `("ferry", "action sail")`."""


def sure(domains: dict[str, Domain]) -> Snippets:
    """The sure snippets of some domains."""
    found: Snippets = {}
    for name, domain in domains.items():
        lexicon = RulesVerbalizer().lexicon(domain)
        for kind, item in lexicon.of_origin("sure"):
            snippets = lexicon.predicates if kind == "predicate" else lexicon.actions
            found[name, f"{kind} {item}"] = snippets[item]
    return found


def marked() -> dict[str, set[tuple[str, str]]]:
    """The snippets that readers marked: `misleading` and `clumsy`, by domain and item."""
    found: dict[str, set[tuple[str, str]]] = {"clumsy": set(), "misleading": set()}
    for name in READINGS:
        reading = json.loads((DATA / "readings" / f"{name}.json").read_text(encoding="utf-8"))
        for domain, verdict in reading["domains"].items():
            for mark, items in found.items():
                items.update((domain, item) for item in verdict.get(mark, {}))
    return found


def name_of(rule: Heuristic) -> str:
    """A rule's name in the table: `predicates: ability`."""
    module, _, name = rule.place.partition(":")
    return f"{module.removeprefix('rules.')}: {name.strip('_')}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("shared", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--all", action="store_true", help="the small heuristics as well")
    options = parser.parse_args()
    shared: Path = options.shared
    chosen = (*PATTERNS, *ROLES, *(SMALL if options.all else ()))
    worked = json.loads((DATA / "readings" / "1-rules-ipc-worked-with.json").read_text("utf-8"))
    paths = sorted(shared.glob("ipc/*/domain.pddl"))
    known = {p.parent.name: read_domain(p) for p in paths if p.parent.name in worked["domains"]}
    others = [p for p in paths if p.parent.name not in known]
    others += sorted(DATA.glob("domains/*/*/domain.pddl"))
    unseen = {path.parent.name: read_domain(path) for path in others}
    before, before_unseen, marks = sure(known), sure(unseen), marked()
    print("| rule | worked with | unseen | of these clumsy | misleading |")
    print("|---|---:|---:|---:|---:|")
    for rule in chosen:
        with switched_off(rule):
            lost = before.keys() - sure(known).keys()
            lost_unseen = before_unseen.keys() - sure(unseen).keys()
        counts = [len(lost), len(lost_unseen)]
        counts += [len(lost_unseen & marks[mark]) for mark in ("clumsy", "misleading")]
        print(f"| {name_of(rule)} | {' | '.join(map(str, counts))} |", flush=True)
    totals = [len(before), len(before_unseen)]
    totals += [len(before_unseen.keys() & marks[mark]) for mark in ("clumsy", "misleading")]
    print(f"| all sure snippets | {' | '.join(map(str, totals))} |")


if __name__ == "__main__":
    main()
