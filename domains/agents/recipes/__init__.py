"""Recipe Generator: find a dish that can be made of given ingredients (ProcLLM paper, section 5).

Its tasks are solvable by construction.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Mapping
from functools import cache, partial

from domains.agents.task import AgenticTask, AnswerFault, Assessment, quoted, text_of

_TOOLS = ("__init__.py", "recipes.py", "recipes.json")
_LABEL = "dish:"


def generate(rng: random.Random, *, further: int = 6) -> AgenticTask:
    """A task of the Recipe Generator: the ingredients of one dish, and further ones.

    Args:
        further: how many ingredients are given besides those of the dish.

    Raises:
        ValueError: there are not that many further ingredients.
    """
    menu = dishes()
    dish = rng.choice(sorted(menu))
    others = sorted({name for names in menu.values() for name in names}.difference(menu[dish]))
    if not 0 <= further <= len(others):
        raise ValueError(
            f"recipes needs from 0 to {len(others)} further ingredients, not {further}"
        )
    given = [*menu[dish], *rng.sample(others, further)]
    rng.shuffle(given)
    return AgenticTask(
        name=f"recipes-m{further}",
        specification=text_of("recipes", "specification.txt"),
        request=_request(given),
        check=partial(assess, tuple(given)),
        tools_specification=text_of("recipes", "tools_specification.txt"),
        tools={f"tools/{name}": text_of("recipes", f"tools/{name}") for name in _TOOLS},
    )


@cache
def dishes() -> Mapping[str, tuple[str, ...]]:
    """The ingredients of all dishes, by the name of the dish."""
    known = json.loads(text_of("recipes", "tools/recipes.json"))
    return {name: tuple(ingredients) for name, ingredients in known.items()}


def assess(given: Collection[str], answer: str) -> Assessment:
    """Whether the answer names a dish that needs none but the given ingredients.

    Upper and lower case count as the same, and the name may stand after "Dish:".
    """
    try:
        missing = [name for name in dishes()[_named(answer)] if name not in given]
    except AnswerFault as fault:
        return Assessment(False, str(fault))
    if missing:
        return Assessment(False, f"The dish needs what is not given: {', '.join(missing)}.")
    return Assessment(True)


def _named(answer: str) -> str:
    """The dish that an answer names, as the database spells it."""
    text = answer.strip()
    if text.casefold().startswith(_LABEL):
        text = text[len(_LABEL) :].strip()
    if not text:
        raise AnswerFault("The answer is empty; it should be the name of a dish.")
    wanted = text.casefold()
    found = next((dish for dish in dishes() if dish.casefold() == wanted), None)
    if found is None and "\n" in text:
        raise AnswerFault("The answer has several lines; it should be the name of one dish.")
    if found is None:
        raise AnswerFault(f"The database has no dish {quoted(text)}.")
    return found


def _request(given: Collection[str]) -> str:
    lines = ["Which dish can I cook with these ingredients?", "", *(f"- {name}" for name in given)]
    return "\n".join(lines) + "\n"
