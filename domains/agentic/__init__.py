"""Tasks for agents that work in files: what is asked, with which tools, and what solves it.

They are not planning problems in PDDL: an agent reads a specification and a request, may call tools
from code that it writes, and leaves an answer, which a rule checks (seed papers 000 and 001).
"""

from domains.agentic.task import AgenticTask, Assessment

__all__ = ["AgenticTask", "Assessment"]
