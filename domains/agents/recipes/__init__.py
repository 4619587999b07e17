"""Recipe Generator: find a dish that can be made of given ingredients (seed paper 000)."""

from domains.agents.recipes.benchmark import assess, dishes, generate

__all__ = ["assess", "dishes", "generate"]
