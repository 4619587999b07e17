"""How a step stands in an answer: alone, or after a thought."""

from __future__ import annotations

from policies.few_shot import INSTRUCTION, THINK


def in_format(step: str, thought: str, thinking: bool) -> str:
    """A step as the conversation asks for it."""
    return f"{THINK} {thought}\n{INSTRUCTION} {step}" if thinking else step
