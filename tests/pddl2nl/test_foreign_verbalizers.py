"""Verbalizers of other packages: where they are no good, one line says which and why."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, ClassVar

import pytest

import domains
from pddl2nl import cli
from pddl2nl.lexicon import Lexicon
from pddl2nl.llm import PermanentModelError, ScriptedModel
from pddl2nl.model import Domain
from pddl2nl.reader import read_domain
from pddl2nl.verbalizers import (
    ENTRY_POINTS,
    TemplateVerbalizer,
    asking,
    asks_model,
    registry,
    verbalizer,
)

FERRY = domains.folder("ferry")
FILES = (str(FERRY / "domain.pddl"), str(FERRY / "instances" / "instance-1.pddl"))


class Short(TemplateVerbalizer):
    def lexicon(self, domain: Domain) -> Lexicon:
        made = super().lexicon(domain)
        return replace(made, source="short", actions={"sail": made.actions["sail"]})


class Breaking(TemplateVerbalizer):
    def lexicon(self, domain: Domain) -> Lexicon:
        raise RuntimeError("out of telegram forms")


class Unmade(TemplateVerbalizer):
    def __init__(self) -> None:
        raise RuntimeError("out of paper")


class Telegraph:
    asks_model: ClassVar[bool] = True
    fingerprint = "stop"

    def __init__(self, model: Any, **settings: Any) -> None:
        self.model = model.name

    async def write(self, domain: Domain) -> Lexicon:
        if self.model == "scripted":
            raise PermanentModelError("no such address")
        return {}["sail"]  # type: ignore[no-any-return]


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {
        each.__name__.lower(): EntryPoint(
            each.__name__.lower(), f"{__name__}:{each.__name__}", ENTRY_POINTS
        )
        for each in (Short, Breaking, Unmade, Telegraph)
    }
    monkeypatch.setattr(registry, "offered", {ENTRY_POINTS: points}.__getitem__)


@pytest.mark.parametrize("command", [("convert", "--verbalizer"), ("check", "--lexicon")])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("short", "short: no snippet for the action 'board', 'debark'"),
        ("breaking", "the verbalizer breaking broke: RuntimeError: out of telegram forms"),
        ("unmade", "the verbalizer unmade broke: RuntimeError: out of paper"),
    ],
)
def test_a_verbalizer_that_is_no_good_is_one_line(
    command: tuple[str, str], name: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([command[0], *FILES, command[1], name]) == 2
    assert capsys.readouterr() == ("", f"{told}\n")


async def test_what_asks_a_model_is_told_by_name_and_the_models_errors_are_left_alone() -> None:
    made = asking("telegraph")
    assert made is not None
    domain = read_domain(Path(FILES[0]))
    broken = made(ScriptedModel([], name="other"), seed=1)
    assert asks_model(broken)
    assert (broken.model, broken.fingerprint) == ("other", "stop")
    with pytest.raises(Exception, match=r"^the verbalizer telegraph broke: KeyError: 'sail'$"):
        await broken.write(domain)
    unheard = verbalizer("telegraph", model=ScriptedModel([], name="scripted"))
    assert asks_model(unheard)
    with pytest.raises(PermanentModelError):
        await unheard.write(domain)
