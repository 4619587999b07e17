"""A run is declared once: its options, its values and what folders keep are made of its fields."""

from __future__ import annotations

import argparse
import hashlib
from dataclasses import dataclass
from pathlib import Path

import pytest

from autoplan.experiment.experiment import (
    Experiment,
    ModelOptions,
    PlayOptions,
    RunOptions,
    TextOptions,
    kept_settings,
)
from pddl2nl.errors import InputError
from pddl2nl.options import add_options, changed, option, part, positive, read_options
from policies import Rules, Sampling
from simulator import Feedback

HERE = ("--mechanism", "act", "--domain", "ferry")


def read(*words: str) -> Experiment:
    parser = argparse.ArgumentParser()
    add_options(parser, Experiment)
    return read_options(Experiment(), parser.parse_args([*HERE, *words]))


def test_what_is_not_given_is_as_the_fields_say() -> None:
    assert read() == Experiment(PlayOptions(("act",), ("ferry",)))


def test_options_are_read_into_the_parts_that_declare_them() -> None:
    found = read("--patience", "3", "--temperature", "0.5", "--seed", "2", "2", "1", "-o", "x")
    assert found.play.rules == Rules(patience=3)
    assert found.model.sampling == Sampling(0.5)
    assert (found.play.seeds, found.run.out) == ((2, 1), Path("x"))
    assert read("--feedback", "state").play.rules.feedback == Feedback(False, False, False, True)


def test_feedback_is_given_from_python_as_on_the_command_line() -> None:
    wanted = Feedback(False, True, False, True)
    assert Rules(feedback=("negative", "state")).feedback == wanted  # type: ignore[arg-type]
    assert changed(read(), feedback=["negative", "state"]).play.rules.feedback == wanted
    assert Rules(feedback="state").feedback == Feedback(False, False, False, True)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="feedback 'stat' does not exist; it is some of positive"):
        Rules(feedback=("stat",))  # type: ignore[arg-type]


def test_options_that_do_not_go_together_are_refused_however_the_value_is_made() -> None:
    with pytest.raises(InputError, match="--example and --example-map"):
        read("--example", "a", "--example-map", "b")
    with pytest.raises(InputError, match="--example and --example-map"):
        TextOptions(example=Path("a"), example_map=Path("b"))
    with pytest.raises(InputError, match="needs a --temperature above 0"):
        changed(Experiment(), samples=2)
    with pytest.raises(InputError, match="stands alone"):
        read("--feedback", "none", "state")


def test_a_part_in_the_place_of_another_is_refused() -> None:
    with pytest.raises(InputError, match="text takes TextOptions, not RunOptions"):
        Experiment(PlayOptions(), ModelOptions(), RunOptions())  # type: ignore[arg-type]


def test_a_field_that_there_is_not_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        changed(Experiment(), patiance=3)


def test_a_setting_that_earlier_versions_had_not_is_kept_where_it_is_set() -> None:
    assert kept_settings(read("--reference", "kept"), {})["reference"] == "kept"
    assert kept_settings(read("--names", "keep"), {})["names"] == "keep"
    assert "names" not in kept_settings(read(), {})


def test_a_folder_has_the_settings_and_the_name_that_earlier_versions_gave_it() -> None:
    """Written down before; a folder of another name would not be continued."""
    settings = kept_settings(read("--patience", "3"), {"translator": "none", "prompts": "p"})
    assert settings == {
        **{"verbalizer": "auto", "thoughts": "rule", "obfuscate": "None", "prompts": "p"},
        **{"translator": "none", "temperature": "0.0", "max_tokens": "None", "base_url": "None"},
        **{"style": "paper", "examples": "1", "example": "None", "planbench": "None"},
        **{"feedback": "positive negative unfinished", "patience": "3", "attempts": "1"},
        **{"sampled": "False", "model_arguments": "()"},
    }
    text = repr(sorted(settings.items()))
    assert hashlib.sha256(text.encode()).hexdigest()[:8] == "aa292c2a"


def test_a_new_option_is_one_field() -> None:
    @dataclass(frozen=True)
    class Inner:
        depth: int | None = option(None, "how deep", metavar="N", type=positive)

    @dataclass(frozen=True)
    class Outer:
        inner: Inner = part(Inner())
        fast: bool = option(False, lambda: "quickly", action="store_true")

    parser = argparse.ArgumentParser()
    add_options(parser, Outer, fast="", depth={"default": 7, "help": "other words"})
    assert "quickly" in parser.format_help()
    assert "other words" in parser.format_help()
    assert read_options(Outer(), parser.parse_args(["--fast"])) == Outer(Inner(7), True)
    with pytest.raises(KeyError):
        add_options(parser, Outer, dept="")
