"""Runs code that a language model wrote, inside bubblewrap and nowhere else (docs/sandbox.md)."""

from simulator.agents.sandbox.bubblewrap import CodeRun, SandboxLimits, SandboxUnavailable
from simulator.agents.sandbox.sandbox import Sandbox

__all__ = ["CodeRun", "Sandbox", "SandboxLimits", "SandboxUnavailable"]
