"""Steps whose snippets only quote a name: the whole name counts, and what is said with it."""

from __future__ import annotations

import pytest

from pddl2nl.model import GroundAction
from pddl2nl.naming import name_objects
from pddl2nl.reader import parse_domain, parse_problem
from pddl2nl.verbalizers import RulesVerbalizer
from policies.answers import AnswerReader, domain_words

DECK = """
(define (domain deck) (:types card)
  (:predicates (zz ?a ?b - card))
  (:action turn-deck :parameters (?c ?d - card) :effect (zz ?c ?d))
  (:action turn-deck-a :parameters (?c ?d - card) :effect (zz ?d ?c))
  (:action zap-all :parameters () :effect (and)))
"""
TASK = """
(define (problem p) (:domain deck) (:objects x y - card) (:init) (:goal (zz x y)))
"""


def read(text: str) -> tuple[GroundAction | None, ...]:
    domain = parse_domain(DECK)
    problem = parse_problem(TASK, domain)
    lexicon = RulesVerbalizer().lexicon(domain)
    return (
        AnswerReader(problem, domain_words(domain, lexicon), name_objects(problem)).read(text).plan
    )


X_Y = ("x", "y")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '1. do "turn deck" with the card card_0 and the card card_1',
            GroundAction("turn-deck", X_Y),
        ),
        (
            '1. do "turn deck a" with the card card_0 and the card card_1',
            GroundAction("turn-deck-a", X_Y),
        ),
        ("- Do turn deck a with card card_0 and card card_1.", GroundAction("turn-deck-a", X_Y)),
        ("- **I do turn deck with card_0 and card_1**", GroundAction("turn-deck", X_Y)),
        ('1. do "zap all"', GroundAction("zap-all")),
        ('1. do "turn deck" with the card card_0', None),
        ('1. do "turn deck" with the card card_0 and the card card_7', None),
    ],
)
def test_a_quoted_name_is_read_as_a_whole(text: str, expected: GroundAction | None) -> None:
    assert read(text) == (expected,)
