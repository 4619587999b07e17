"""Base forms of verbs, from the table that is distilled from WordNet."""

from __future__ import annotations

import pytest

from pddl2nl.english.vocabulary import base_form


@pytest.mark.parametrize(
    ("word", "verb"),
    [
        ("drive", "drive"),
        ("drove", "drive"),
        ("stopping", "stop"),
        ("carries", "carry"),
        ("flown", "fly"),
        ("lying", "lie"),
        ("put", "put"),
        ("truck_0", None),
        ("the", None),
        ("", None),
    ],
)
def test_a_form_has_its_verb(word: str, verb: str | None) -> None:
    assert base_form(word) == verb
