"""Agents: in files, with task networks, in graphs of prompts, by constraints (docs/agents.md).

The mechanisms of the core stand one folder above; nothing there needs this one, except for the
registry, which names these mechanisms.
"""
