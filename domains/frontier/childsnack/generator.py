"""Childsnack problems: every child has to be served."""

from __future__ import annotations

import random
from dataclasses import dataclass

from domains.parameters import ParameterSet, parameter
from domains.problem_text import fact, numbered_names, problem_text, shuffled_names, typed

KITCHEN = "kitchen"


@dataclass(frozen=True, slots=True)
class Parameters(ParameterSet):
    """What a Childsnack problem is made of."""

    children: int = parameter(3, "children", least=1)
    allergic: int = parameter(1, "children who are allergic to gluten", least=0)
    tables: int = parameter(2, "places where children wait", least=1)
    trays: int = parameter(1, "trays", least=1)
    spare: int = parameter(1, "sandwiches that could be made beyond one a child", least=0)


def generate(rng: random.Random, parameters: Parameters) -> str:
    """A problem with bread and content for one sandwich a child, without gluten for the allergic.

    It has a plan: the sandwiches without gluten are made first, then the others; each is put on a
    tray in the kitchen and taken to its child.

    Raises:
        ValueError: more children are allergic than there are.
    """
    count = parameters
    if count.allergic > count.children:
        raise ValueError(f"childsnack needs a child for each of the {count.allergic} allergic ones")
    children = shuffled_names(rng, count.children, "child")
    allergic = set(rng.sample(children, count.allergic))
    tables = numbered_names(count.tables, "table")
    trays = numbered_names(count.trays, "tray")
    breads, contents = (shuffled_names(rng, count.children, stem) for stem in ("bread", "content"))
    sandwiches = numbered_names(count.children + count.spare, "sandwich")
    objects = [
        typed(numbered_names(count.children, "child"), "child"),
        typed(numbered_names(count.children, "bread"), "bread-portion"),
        typed(numbered_names(count.children, "content"), "content-portion"),
        typed(sandwiches, "sandwich"),
        typed(trays, "tray"),
        typed(tables, "place"),
    ]
    init = [fact("at", tray, KITCHEN) for tray in trays]
    init += [fact("at_kitchen_bread", bread) for bread in sorted(breads)]
    init += [fact("at_kitchen_content", content) for content in sorted(contents)]
    init += [fact("no_gluten_bread", bread) for bread in breads[: count.allergic]]
    init += [fact("no_gluten_content", content) for content in contents[: count.allergic]]
    init += [fact("notexist", sandwich) for sandwich in sandwiches]
    for child in children:
        kind = "allergic_gluten" if child in allergic else "not_allergic_gluten"
        init += [fact(kind, child), fact("waiting", child, rng.choice(tables))]
    goal = [fact("served", child) for child in sorted(children)]
    label = count.label("childsnack", "capt")
    return problem_text(label, "child-snack", objects, init, goal)
