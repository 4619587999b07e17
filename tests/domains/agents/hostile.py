"""Answers that no task expects: any text, any JSON, and what breaks readers of JSON."""

from __future__ import annotations

import json

from hypothesis import strategies as st

BREAKERS = (
    "",
    " \n\t",
    "null",
    "NaN",
    "-Infinity",
    "9" * 10_000,
    "[" + "9" * 10_000 + "]",
    "1e999999",
    "[" * 100_000,
    "[" * 100_000 + "]" * 100_000,
    '{"a":' * 100_000,
    '{"a":' * 5_000 + "1" + "}" * 5_000,
    '"\\ud800"',
    "\ud800",
    "\x00",
    "\ufeff[]",
    '{"a": 1, "a": 2}',
    "```json\n[]\n```",
)


def answers(*words: str) -> st.SearchStrategy[str]:
    """Texts, and JSON values among whose keys and texts are some words of a task."""
    word = st.one_of(st.sampled_from(words), st.text(max_size=20))
    scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), word)
    values = st.recursive(
        scalars,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(word, inner, max_size=4)
        ),
        max_leaves=12,
    )
    return st.one_of(st.text(), st.sampled_from(BREAKERS), values.map(json.dumps))
