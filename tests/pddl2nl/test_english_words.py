"""Names fall into words, and words have articles, plurals and forms."""

from __future__ import annotations

import subprocess
import sys

import lemminflect
import pytest

import domains
from pddl2nl.english import article, counted, indefinite, join, noun_phrase, plural, split_name
from pddl2nl.english.vocabulary import inflect_verb, lemmas, third_person, verb_lemma


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("at-curb-num", "at curb num"),
        ("have_soil_analysis", "have soil analysis"),
        ("headSnake", "head snake"),
        ("ontable", "on table"),
        ("handempty", "hand empty"),
        ("isadjacent", "is adjacent"),
        ("headsnake", "head snake"),
        ("wharfage", "wharfage"),
        ("fuelcost", "fuel cost"),
        ("pickup", "pick up"),
        ("putdown", "put down"),
        ("cut-point-1", "cut point 1"),
        ("continue-splice-1a", "continue splice 1a"),
        ("LOAD-TRUCK", "load truck"),
        ("sellable", "sellable"),
    ],
)
def test_a_name_falls_into_its_words(name: str, words: str) -> None:
    assert " ".join(split_name(name)) == words


@pytest.mark.parametrize(
    "word", ["awood", "acolour", "flevel", "locatable", "debark", "robby", "airplane", "aboardsize"]
)
def test_a_word_that_only_seems_to_be_a_compound_stays_whole(word: str) -> None:
    assert split_name(word) == (word,)


@pytest.mark.parametrize(
    ("name", "noun"),
    [("slow-elevator", "slow elevator"), ("fuellevel", "fuel level"), ("loc", "location")],
)
def test_a_type_becomes_a_noun_phrase(name: str, noun: str) -> None:
    assert noun_phrase(name) == noun


def test_the_abbreviation_of_object_is_not_the_root_type() -> None:
    assert noun_phrase("obj") == "obj"


def test_articles_follow_the_sound() -> None:
    assert [indefinite(noun) for noun in ("truck", "airplane", "hour", "user")] == [
        "a truck",
        "an airplane",
        "an hour",
        "a user",
    ]
    assert article("unused part") == "an"


def test_plurals_and_counts() -> None:
    assert plural("fuel level") == "fuel levels"
    assert plural("aircraft") == "aircraft"
    assert plural("passer by") == "passers by"
    assert counted(2, "heavy luggage") == "2 pieces of heavy luggage"
    assert counted(1, "scissors") == "1 pair of scissors"
    assert counted(1, "city") == "1 city"
    assert counted(3, "city") == "3 cities"


def test_lists_are_joined_with_one_conjunction() -> None:
    assert join([]) == ""
    assert join(["a"]) == "a"
    assert join(["a", "b"]) == "a and b"
    assert join(["a", "b", "c"], "or") == "a, b or c"


WORDS = [
    "hold",
    "lift",
    "carry",
    "visit",
    "go",
    "fly",
    "put",
    "need",
    "have",
    "be",
    "do",
    "contain",
    "paint",
    "move",
    "stack",
    "load",
    "try",
    "fix",
    "pass",
    "zoom",
    "calibrate",
    "point",
    "support",
    "communicate",
    "take",
    "drive",
    "board",
    "leave",
    "sit",
    "free",
    "connect",
]


@pytest.mark.parametrize("word", WORDS)
def test_the_word_tables_say_what_lemminflect_says(word: str) -> None:
    """The tables are read past lemminflect's code; a new release must not change their meaning."""
    ours = {category.upper(): forms for category, forms in lemmas(word).items()}
    theirs = lemminflect.getAllLemmas(word)
    assert {key: ours[key] for key in ("NOUN", "VERB", "ADJ") if key in theirs} == {
        key: theirs[key] for key in ("NOUN", "VERB", "ADJ") if key in theirs
    }
    if word != "be":
        expected = lemminflect.getAllInflections(word, upos="VERB")
        for tag in ("VBZ", "VBD", "VBG"):
            assert inflect_verb(word, tag) in expected[tag]


def test_an_unknown_verb_is_inflected_regularly() -> None:
    assert third_person("unstack") == "unstacks"
    assert inflect_verb("zork", "VBD") == "zorked"
    assert inflect_verb("frobbify", "VBN") == "frobbified"


def test_a_form_leads_back_to_its_verb() -> None:
    assert verb_lemma("held", "VBN") == "hold"
    assert verb_lemma("needs", "VBZ") == "need"
    assert verb_lemma("table", "VBN") is None


def test_words_of_the_tables_do_not_load_the_dictionary() -> None:
    """It takes longer than all the rest of a conversion."""
    ferry = str(domains.folder("ferry") / "domain.pddl")
    convert = f"from pddl2nl.cli import main; main(['convert', {ferry!r}])"
    look = "import sys; print('lemminflect' in sys.modules, file=sys.stderr)"
    call = [sys.executable, "-c", f"{convert}; {look}"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert done.stderr == "False\n"
