"""The snippets of the rules, for what the model could not say."""

from __future__ import annotations

from collections.abc import Collection

from pddl2nl.lexicon import frame
from pddl2nl.model import ActionSchema, Domain, Predicate
from pddl2nl.verbalizers.rules import SnippetWording, clauses, phrases
from pddl2nl.verbalizers.rules.facts import facts


class RuleSnippets:
    """Rule snippets of single items that fit in between the snippets of a model."""

    def __init__(self, domain: Domain) -> None:
        self._facts = facts(domain)

    def wording(self, item: Predicate | ActionSchema, taken: Collection[str]) -> SnippetWording:
        """The best wording of a predicate or action that has none of the frames in `taken`."""
        if isinstance(item, Predicate):
            found = clauses(item, self._facts)
        else:
            found = phrases(item, self._facts)
        return next(one for one in found if frame(one.snippet) not in taken)
