"""Everything that chooses actions: language-model mechanisms, random choice, symbolic planners."""

from policies.few_shot import Example
from policies.mechanism import Mechanism, Player, mechanism, mechanism_names
from policies.prompts import PromptSet

__all__ = ["Example", "Mechanism", "Player", "PromptSet", "mechanism", "mechanism_names"]
