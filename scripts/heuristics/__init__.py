"""All heuristics of snippets, sentences and of the reading of answers, and how each is put out.

Three scripts share this table: `rules_worth.py` and `score_answers.py --rules` say what a rule is
worth, `mutate_rules.py` which test fails without it.
"""

from __future__ import annotations

from . import answers, english, snippets
from .switch import Heuristic, switched_off

__all__ = ["GROUPS", "Heuristic", "answers", "english", "snippets", "switched_off"]

GROUPS: dict[str, tuple[Heuristic, ...]] = {
    "snippets": (*snippets.PATTERNS, *snippets.ROLES, *snippets.SMALL),
    "english": (*english.ENGLISH, *english.COMPOSE),
    "answers": (*answers.RULES, *answers.SMALL),
}
"""The heuristics by what they are for."""
