"""Unit Movement: units move one step each, until a place is surrounded (seed paper 000)."""

from domains.agents.unit_movement.generator import draw, generate
from domains.agents.unit_movement.scenario import SIDES, UnitScenario, assess

__all__ = ["SIDES", "UnitScenario", "assess", "draw", "generate"]
