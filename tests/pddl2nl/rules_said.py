"""What the rules say of a domain that is given by its body in PDDL."""

from __future__ import annotations

from pddl2nl.lexicon import snippet_problems
from pddl2nl.reader import parse_domain
from pddl2nl.verbalizers import RulesVerbalizer


def said(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """The predicate and action snippets of a domain."""
    domain = parse_domain(f"(define (domain test) (:requirements :adl) {text})", "<text>")
    lexicon = RulesVerbalizer().lexicon(domain)
    assert snippet_problems(lexicon, domain) == []
    return dict(lexicon.predicates), dict(lexicon.actions)


def clause(declaration: str, types: str = "") -> str:
    """The snippet of a single predicate."""
    name = declaration.strip("()").split()[0]
    return said(f"(:types {types}) (:predicates {declaration})")[0][name]


def phrase(types: str, predicates: str, action: str) -> str:
    """The snippet of a single action: `(:types TYPES) (:predicates …) (:action …)`."""
    body = f"(:types {types}) (:predicates {predicates}) (:action {action})"
    return next(iter(said(body)[1].values()))
