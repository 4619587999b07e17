"""docs/templates.md is true to the templates, and a template fits the input form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader, meta

from pddl2nl.llm import ScriptedModel
from pddl2nl.prompts import DEFAULT_FOLDER as VERBALIZING
from pddl2nl.prompts import PromptError
from policies import Player, PromptSet, mechanism
from policies.mechanism import DEFAULT_PROMPTS, opening
from simulator import InputForm, Presentation
from tests import yard
from tests.conftest import REPOSITORY
from tests.interpreting import interpreter

PAGE = (REPOSITORY / "docs" / "templates.md").read_text(encoding="utf-8")
FOLDERS = {"": DEFAULT_PROMPTS, "verbalize/": VERBALIZING / "verbalize"}


def rows(*heads: str) -> Iterator[list[list[str]]]:
    """The rows of the page's tables with such a head: for each cell, what stands in it as code."""
    tables = re.findall(r"^\| (.*) \|\n\|[- |]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    for head, body in tables:
        if tuple(head.split(" | ")) == heads:
            for row in body.splitlines():
                yield [re.findall(r"`([^`]+)`", cell) for cell in row[1:-1].split("|")]


def used(name: str) -> tuple[set[str], set[str]]:
    """The values that a template uses, its parts included, and the parts."""
    purpose, _, plain = name.rpartition("/")
    folder = FOLDERS[f"{purpose}/" if purpose else ""]
    environment = Environment(loader=FileSystemLoader(folder))
    tree = environment.parse((folder / f"{plain}.j2").read_text("utf-8"))
    parts = {str(each).removesuffix(".j2") for each in meta.find_referenced_templates(tree)}
    values = meta.find_undeclared_variables(tree).union(*(used(part)[0] for part in parts))
    return values, parts


NAMES = [
    prefix + path.stem for prefix, folder in FOLDERS.items() for path in sorted(folder.glob("*.j2"))
]
TEMPLATES = [each for each in NAMES if not each.startswith("_")]


def test_the_page_tells_of_every_template_once() -> None:
    told = [name for names, *_ in rows("templates", "purpose", "values") for name in names]
    assert sorted(told) == sorted(TEMPLATES)


def test_the_page_tells_what_templates_are_given() -> None:
    for names, _, values in rows("templates", "purpose", "values"):
        assert set().union(*(used(name)[0] for name in names)) == set(values), names


def test_the_page_tells_what_each_value_is() -> None:
    given = {
        (name, value)
        for names, _, values in rows("templates", "purpose", "values")
        for name in names
        for value in used(name)[0].intersection(values)
    }
    told = [
        (name, value)
        for values, places, _ in rows("value", "in", "meaning")
        for value in values
        for name in places or [name for name, each in given if each == value]
    ]
    assert sorted(told) == sorted(given)


def test_the_page_tells_which_template_includes_a_part() -> None:
    told = {part: set(names) for (part,), _, names in rows("part", "contents", "included by")}
    parts = set(NAMES) - set(TEMPLATES)
    assert told == {part: {name for name in NAMES if part in used(name)[1]} for part in parts}


class Recorder(PromptSet):
    """Ends an episode with the first template that is filled, and keeps what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.filled: list[tuple[str, set[str]]] = []

    def text(self, name: str, /, **values: Any) -> str:
        self.filled.append((name, set(values)))
        raise EndedError


class EndedError(Exception):
    """The first template is known."""


def shown(form: InputForm) -> Presentation:
    return yard.pddl() if form == "pddl" else yard.english(form=form)


async def test_the_page_tells_the_instructions_of_each_mechanism_and_form() -> None:
    heads = ("mechanism", "`nl`, `template`, `valm23`", "`pddl`", "`tools`")
    given = {
        name: set(values)
        for names, _, values in rows("templates", "purpose", "values")
        for name in names
    }
    told = list(rows(*heads))
    assert len(told) == 6
    for (name,), english, pddl, tools in told:
        factory = mechanism(name)
        assert bool(pddl) == ("pddl" in factory.traits.forms)
        assert bool(tools) == ("tools" in factory.traits.forms)
        for form in factory.traits.forms:
            (template,) = {"pddl": pddl, "tools": tools}.get(form, english)
            recorder = Recorder()
            player = Player(ScriptedModel([]), interpreter(yard.problem(), None), recorder)
            with pytest.raises(EndedError):
                await factory(player).run(yard.episode(shown(form)))
            assert recorder.filled == [(template, given[template])]


def own(folder: Path, **templates: str) -> Player:
    """A player with a user's templates."""
    for name, text in templates.items():
        (folder / f"{name}.j2").write_text(text)
    return Player(ScriptedModel([]), interpreter(yard.problem(), None), PromptSet(folder))


def test_a_package_gets_the_instructions_of_the_form(tmp_path: Path) -> None:
    player = own(tmp_path, plan="Plan!", plan_pddl="(plan)")
    for name, english, pddl in (("plan", "Plan!", "(plan)"), ("plan_pddl", "(plan)", "(plan)")):
        for shape, said in ((yard.english(), english), (yard.pddl(), pddl)):
            assert opening(player, yard.episode(shape), name, [])[0].content == said
    system, *_ = opening(player, yard.episode(shown("pddl")), "act", [])
    assert "in PDDL" in system.content
    assert "capital letter" not in system.content


@pytest.mark.parametrize(("form", "name"), [("pddl", "plan"), ("tools", "plan"), ("pddl", "react")])
def test_english_instructions_are_not_sent_with_pddl_or_functions(
    form: InputForm, name: str, tmp_path: Path
) -> None:
    player = own(tmp_path, plan="Plan!")
    with pytest.raises(PromptError) as refused:
        opening(player, yard.episode(shown(form)), name, [])
    line = (
        "plan_pddl.j2: there is no such template, which the input form pddl needs; "
        'if plan.j2 suits this form, too, create it with the content {% include "plan.j2" %}'
    )
    assert f"`{line}`" in " ".join(PAGE.split())
    assert str(refused.value) == line.replace("pddl", form).replace("plan", name)


def test_a_value_that_there_is_not_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    player = own(tmp_path, act="{{ domain }}")
    with pytest.raises(PromptError) as refused:
        opening(player, yard.episode(), "act", [])
    assert f"`{refused.value}`" in " ".join(PAGE.split())


def test_a_template_that_there_is_not_is_told_with_one_like_it(tmp_path: Path) -> None:
    player = own(tmp_path, act='{% include "_word.j2" %}')
    with pytest.raises(PromptError, match=r"no template _word\.j2; did you mean '_words'\?"):
        opening(player, yard.episode(), "act", [])


def test_the_template_of_the_page_is_that_of_the_examples() -> None:
    (template,) = re.findall(r"```jinja\n(.*?)```", PAGE, re.DOTALL)
    assert template == (REPOSITORY / "docs/examples/prompts/act.j2").read_text("utf-8")
