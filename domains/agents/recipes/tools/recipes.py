"""Looks up which ingredients a dish has, and which dishes have an ingredient."""

from __future__ import annotations

import json
from pathlib import Path

_DISHES: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("recipes.json").read_text(encoding="utf-8")
)


def get_ingredients_from_dish(dish: str) -> list[str]:
    """The ingredients of a dish; an empty list where no such dish is known."""
    wanted = dish.strip().casefold()
    return next((list(_DISHES[name]) for name in _DISHES if name.casefold() == wanted), [])


def get_dishes_from_ingredient(ingredient: str) -> list[str]:
    """The dishes that have an ingredient, sorted; an empty list where none has it."""
    wanted = ingredient.strip().casefold()
    return sorted(
        name
        for name, ingredients in _DISHES.items()
        if wanted in (known.casefold() for known in ingredients)
    )
