"""The dependency parser: real stanza objects, built from parses that were written by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pddl2nl.english import clauses, negate

stanza = pytest.importorskip("stanza", reason="the optional parser (extra `parser`) is missing")

# Word, lemma, part of speech, head (1-based, 0 for the root), relation.
Parse = tuple[tuple[str, str, str, int, str], ...]
IS_ON: Parse = (
    ("Alex", "Alex", "PROPN", 4, "nsubj"),
    ("is", "be", "AUX", 4, "cop"),
    ("on", "on", "ADP", 4, "case"),
    ("Alex", "Alex", "PROPN", 0, "root"),
)
HAS_BEEN_SEEN: Parse = (
    ("Alex", "Alex", "PROPN", 4, "nsubj:pass"),
    ("has", "have", "AUX", 4, "aux"),
    ("been", "be", "AUX", 4, "aux:pass"),
    ("seen", "see", "VERB", 0, "root"),
)
NEEDS: Parse = (
    ("Alex", "Alex", "PROPN", 2, "nsubj"),
    ("needs", "need", "VERB", 0, "root"),
    ("Alex", "Alex", "PROPN", 2, "obj"),
)


def document(parse: Parse) -> object:
    names = ("text", "lemma", "upos", "head", "deprel")
    words = [
        {"id": place, **dict(zip(names, word, strict=True))} for place, word in enumerate(parse, 1)
    ]
    return stanza.Document([words])


@pytest.fixture(autouse=True)
def _fresh_pipeline() -> Iterator[None]:
    clauses.stanza_pipeline.cache_clear()
    yield
    clauses.stanza_pipeline.cache_clear()


@pytest.mark.parametrize(("parse", "place"), [(IS_ON, 1), (HAS_BEEN_SEEN, 1), (NEEDS, 1)])
def test_the_head_is_the_word_that_carries_the_tense(parse: Parse, place: int) -> None:
    assert clauses.head_of(document(parse).sentences[0]) == place  # type: ignore[attr-defined]


def test_every_object_is_the_same_name_to_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[list[str]]] = []

    def pipeline(sentences: list[list[str]]) -> object:
        asked.append(sentences)
        return document(IS_ON)

    monkeypatch.setattr(clauses, "stanza_pipeline", lambda: pipeline)
    assert clauses.parsed_head(("{?x}", "is", "on", "{?y}"), (True, False, False, True)) == 1
    assert asked == [[["Alex", "is", "on", "Alex"]]]


def test_a_parse_of_other_words_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "stanza_pipeline", lambda: lambda _: document(NEEDS))
    assert clauses.parsed_head(("a", "b", "c", "d"), (False,) * 4) is None


def test_without_the_english_model_nothing_is_downloaded_and_negation_still_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("STANZA_RESOURCES_DIR", str(tmp_path))
    monkeypatch.setattr("stanza.pipeline.core.DEFAULT_MODEL_DIR", str(tmp_path), raising=False)
    assert clauses.stanza_pipeline() is None
    assert negate("A is on B") == "A is not on B"
