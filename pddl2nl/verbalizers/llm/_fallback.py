"""The snippets of the rules, for what the model could not say."""

from __future__ import annotations

from collections.abc import Collection

from pddl2nl.lexicon import frame, predicate_key
from pddl2nl.model import ActionSchema, Domain, Predicate
from pddl2nl.verbalizers.actions import verb_phrases
from pddl2nl.verbalizers.predicates import clauses
from pddl2nl.verbalizers.rules import RulesVerbalizer, Wording
from pddl2nl.verbalizers.schema import facts, signature


class RuleSnippets:
    """Rule snippets of single items that fit in between the snippets of a model."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._facts = facts(domain)
        self._lexicon = RulesVerbalizer().lexicon(domain)

    def snippet(self, item: Predicate | ActionSchema, taken: Collection[str]) -> str:
        """The best rule snippet of a predicate or action that has none of the frames in `taken`."""
        if isinstance(item, Predicate):
            best = self._lexicon.predicates[predicate_key(self._domain, item)]
            candidates = clauses(signature(item, self._facts))
        else:
            best = self._lexicon.actions[item.name]
            candidates = verb_phrases(item, self._facts)
        if frame(best) not in taken:
            return best
        wording = Wording(item, candidates, words=1)
        while frame(wording.snippet) in taken:
            wording.turn()
        return wording.snippet
