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
from pathlib import Path
from statistics import mean

from sacrebleu.metrics.chrf import CHRF

from pddl2nl.lexicon import Lexicon, predicate_key
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.model import Domain
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import RulesVerbalizer


def snippets(lexicon: Lexicon, domain: Domain) -> list[str]:
    """A lexicon's snippets in the order of the domain, without that of equality."""
    predicates = [lexicon.predicates[predicate_key(domain, item)] for item in domain.predicates]
    return predicates + [lexicon.actions[item.name] for item in domain.actions]


def agreement(snippets: Sequence[str], references: Sequence[Sequence[str]]) -> tuple[float, float]:
    """The share of snippets that a reference has word for word, and chrF against all of them."""
    exact = mean(any(text == other[i] for other in references) for i, text in enumerate(snippets))
    return exact, float(CHRF().corpus_score(snippets, references).score)


def row(folder: Path) -> tuple[str, int, list[float]]:
    """A domain's name, number of snippets, and the agreement of the rules and of one GPT-4o run."""
    domain = read_domain(folder / "domain.pddl")
    files = sorted(folder.glob("domain_description_seed*.json"))
    runs = [snippets(load_lexicon(path, domain), domain) for path in files]
    rules = snippets(RulesVerbalizer().lexicon(domain), domain)
    return folder.name, len(rules), [*agreement(rules, runs), *agreement(runs[0], runs[1:])]


def main() -> None:
    """Print the table; its last line averages over domains, weighted by their snippets."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder with one folder for each domain")
    files = sorted(parser.parse_args().folder.glob("*/domain_description_seed1.json"))
    rows = [row(path.parent) for path in files]
    total = sum(count for _, count, _ in rows)
    averages = [sum(row[1] * row[2][place] for row in rows) / total for place in range(4)]
    print("| domain | snippets | rules exact | rules chrF | GPT-4o exact | GPT-4o chrF |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, count, (exact, chrf, peer_exact, peer_chrf) in [*rows, ("**all**", total, averages)]:
        print(
            f"| {name} | {count} | {exact:.0%} | {chrf:.1f} | {peer_exact:.0%} | {peer_chrf:.1f} |"
        )


if __name__ == "__main__":
    main()
