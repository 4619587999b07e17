"""Everything that chooses actions: language-model mechanisms, random choice, symbolic planners."""

from policies.conduct import Rules, Sampling
from policies.few_shot import Example
from policies.mechanism import (
    Mechanism,
    Player,
    PromptSet,
    Traits,
    mechanism,
    mechanism_files,
    mechanism_models,
    mechanism_names,
    opening,
)

__all__ = [
    "Example",
    "Mechanism",
    "Player",
    "PromptSet",
    "Rules",
    "Sampling",
    "Traits",
    "mechanism",
    "mechanism_files",
    "mechanism_models",
    "mechanism_names",
    "opening",
]
