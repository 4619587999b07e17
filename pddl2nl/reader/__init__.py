"""Reading PDDL: classical domains and problems, with a place for every complaint.

It reads STRIPS and ADL (types, equality, quantifiers, conditional effects), derived predicates
and action costs, as liberally as planners do, and refuses the rest of PDDL by name.
"""

from __future__ import annotations

from pddl2nl.reader.domain import parse_domain
from pddl2nl.reader.files import read_domain, read_problem
from pddl2nl.reader.formulas import DEEPEST_NESTING
from pddl2nl.reader.problem import parse_problem

__all__ = ["DEEPEST_NESTING", "parse_domain", "parse_problem", "read_domain", "read_problem"]
