"""The examples in the docstrings run, and print what they say."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize(
    "name", ["pddl2nl", "pddl2nl.conversion", "pddl2nl.check", "pddl2nl.lexicon"]
)
def test_every_example_prints_what_it_says(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
