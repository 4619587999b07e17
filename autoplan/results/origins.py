"""What wrote the snippets of an episode, under the names of the paper's tables."""

from __future__ import annotations

from pddl2nl.lexicon import Lexicon
from pddl2nl.verbalizers.rules.plain import TEMPLATE

PDDL2NL = "pddl2nl"
"""A language model, from the PDDL alone, as the paper proposes."""
BY_HAND = "valm23"
"""People, and the description of the domain as well (Valmeekam et al. 2023)."""
OBFUSCATED = "obfuscated"
"""Whatever it was, the predicates and actions were called `predicate1`, `action1`, …"""

_ORIGINS = {
    "llm": PDDL2NL,
    "autoplanbench": PDDL2NL,
    "library": "library",
    "planbench": "planbench",
    TEMPLATE: "tpl",
}
"""The origins of snippets by the beginning of a lexicon's source; others are called as it is."""


def origin_of(lexicon: Lexicon) -> str:
    """What wrote the snippets of a lexicon, under the names of the paper's tables.

    `pddl2nl` is for snippets by a model alone, as in the paper.
    """
    kind = lexicon.source.partition(":")[0]
    return _ORIGINS.get(kind, lexicon.source)
