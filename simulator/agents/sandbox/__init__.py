"""Runs code that a language model wrote, inside bubblewrap and nowhere else (docs/sandbox.md)."""

from simulator.agents.sandbox.sandbox import Sandbox
from simulator.agents.sandbox.values import CodeRun, SandboxLimits, SandboxUnavailable

__all__ = ["CodeRun", "Sandbox", "SandboxLimits", "SandboxUnavailable"]
