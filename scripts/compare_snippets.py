"""How close the `rules` snippets come to those of GPT-4o, beside how far GPT-4o's runs agree.

For every domain below a folder (`NAME/domain.pddl` with `domain_description_seed*.json` beside it,
as AutoPlanBench publishes them) it prints one row of a Markdown table: the share of the rule-made
snippets that GPT-4o wrote word for word in at least one run, and chrF against all runs; then the
same for one GPT-4o run against its others.

    python scripts/compare_snippets.py FOLDER
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from sacrebleu.metrics.chrf import CHRF

from pddl2nl.lexicon import Lexicon, predicate_key
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.model import Domain
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import RulesVerbalizer


@dataclass(frozen=True, slots=True)
class Agreement:
    """How snippets agree with reference snippets.

    Args:
        exact: the share that one of the references has word for word, 0 to 1.
        chrf: character n-gram F-score against the references, 0 to 100.
    """

    exact: float
    chrf: float


def snippets(lexicon: Lexicon, domain: Domain) -> list[str]:
    """A lexicon's snippets in the order of the domain, without that of equality."""
    predicates = [lexicon.predicates[predicate_key(domain, item)] for item in domain.predicates]
    return predicates + [lexicon.actions[item.name] for item in domain.actions]


def agreement(said: Sequence[str], references: Sequence[Sequence[str]]) -> Agreement:
    """How the snippets of one lexicon agree with those of others."""
    exact = mean(any(text == other[i] for other in references) for i, text in enumerate(said))
    return Agreement(exact, CHRF().corpus_score(said, references).score)


def row(folder: Path) -> tuple[str, int, Agreement, Agreement]:
    """A domain's name, number of snippets, and the agreement of the rules and of one GPT-4o run."""
    domain = read_domain(folder / "domain.pddl")
    files = sorted(folder.glob("domain_description_seed*.json"))
    runs = [snippets(load_lexicon(path, domain), domain) for path in files]
    rules = snippets(RulesVerbalizer().lexicon(domain), domain)
    return folder.name, len(rules), agreement(rules, runs), agreement(runs[0], runs[1:])


def table(rows: Sequence[tuple[str, int, Agreement, Agreement]]) -> str:
    """The rows as a Markdown table with a last line for all domains."""
    lines = [
        "| domain | snippets | rules exact | rules chrF | GPT-4o exact | GPT-4o chrF |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    lines += [_line(*cells) for cells in rows]
    total = sum(cells[1] for cells in rows)
    lines.append(_line("**all**", total, *(_averaged(rows, place) for place in (2, 3))))
    return "\n".join(lines)


def _averaged(rows: Sequence[tuple[str, int, Agreement, Agreement]], place: int) -> Agreement:
    """The average over domains, each weighted by its number of snippets."""
    total = sum(cells[1] for cells in rows)
    pairs = [(cells[1], cells[2] if place == 2 else cells[3]) for cells in rows]
    return Agreement(
        sum(count * one.exact for count, one in pairs) / total,
        sum(count * one.chrf for count, one in pairs) / total,
    )


def _line(name: str, count: int, rules: Agreement, peer: Agreement) -> str:
    return (
        f"| {name} | {count} | {rules.exact:.0%} | {rules.chrf:.1f} "
        f"| {peer.exact:.0%} | {peer.chrf:.1f} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, help="folder with one folder for each domain")
    arguments = parser.parse_args()
    folders = sorted(
        path.parent for path in arguments.folder.glob("*/domain_description_seed1.json")
    )
    print(table([row(folder) for folder in folders]))


if __name__ == "__main__":
    main()
