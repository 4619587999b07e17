"""Reading PDDL from text alone: for who must not open a file, such as the offline reader model."""

from __future__ import annotations

from pddl2nl.reader.domain import parse_domain
from pddl2nl.reader.problem import parse_problem

__all__ = ["parse_domain", "parse_problem"]
