"""The head of a phrase by dependency parsing, where the stanza library and its English model are
at hand.

Stanza is what the seed paper used (section 4). It is optional: it brings a neural network and takes
seconds to load, so it is asked only about phrases that the rules cannot read.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from functools import cache
from typing import Any

PARSER_VARIABLE = "PDDL2NL_PARSER"
"""Environment variable: `off` keeps stanza from being loaded."""

_NAME = "Alex"


@cache
def stanza_pipeline() -> Any | None:
    """The English pipeline, or None where stanza or its English model is not installed.

    Nothing is ever downloaded.
    """
    if os.environ.get(PARSER_VARIABLE, "") == "off" or importlib.util.find_spec("stanza") is None:
        return None
    stanza = importlib.import_module("stanza")
    try:
        return stanza.Pipeline(
            "en",
            processors="tokenize,mwt,pos,lemma,depparse",
            tokenize_pretokenized=True,
            download_method=None,
            use_gpu=False,
            verbose=False,
        )
    except FileNotFoundError:
        return None  # stanza is installed, its English model is not


def parsed_head(words: tuple[str, ...], slots: tuple[bool, ...]) -> int | None:
    """The index of the finite verb of a phrase, or of its root where it has none; None if unknown.

    Args:
        words: the words of the phrase.
        slots: which of them stand for objects; the parser sees the same name for each of these.
    """
    pipeline = stanza_pipeline()
    if pipeline is None:
        return None
    shown = [_NAME if slot else word for word, slot in zip(words, slots, strict=True)]
    tree = pipeline([shown]).sentences[0]
    return head_of(tree) if len(tree.words) == len(words) else None


def head_of(sentence: Any) -> int:
    """The index of the word that carries the tense: the root's first auxiliary, else the root.

    Args:
        sentence: a parsed `stanza` sentence.
    """
    root = next(word for word in sentence.words if word.head == 0)
    finite = (
        word
        for word in sentence.words
        if word.head == root.id and word.deprel.startswith(("cop", "aux"))
    )
    return int(next(finite, root).id) - 1
