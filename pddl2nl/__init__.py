"""PDDL to natural, lossless English, and back.

Examples:
    >>> import domains, pddl2nl
    >>> folder = domains.folder("ferry")
    >>> files = folder / "domain.pddl", folder / "instances" / "instance-1.pddl"
    >>> domain, [problem] = pddl2nl.load(*files)
    >>> english = pddl2nl.convert(domain, [problem])
    >>> print(english.domain_text.lines("abilities")[0])
    sail the ferry from a location A to a location B
    >>> pddl2nl.check(domain, [problem], english.lexicon)
    []
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from pddl2nl.check import Finding, check
from pddl2nl.conversion import Conversion, ConvertedProblem, convert
from pddl2nl.errors import InputError, LexiconError, PddlError
from pddl2nl.interop import from_unified_planning, to_unified_planning
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import dump_lexicon, load_lexicon
from pddl2nl.model import Domain, Problem
from pddl2nl.reader import read_domain, read_problem
from pddl2nl.verbalizers import verbalizer

__all__ = [
    "Conversion",
    "ConvertedProblem",
    "Domain",
    "Finding",
    "InputError",
    "Lexicon",
    "LexiconError",
    "PddlError",
    "Problem",
    "check",
    "convert",
    "dump_lexicon",
    "from_unified_planning",
    "load",
    "load_lexicon",
    "to_unified_planning",
    "verbalizer",
]


def load(
    domain_file: str | PathLike[str], *problem_files: str | PathLike[str]
) -> tuple[Domain, tuple[Problem, ...]]:
    """Read a domain and problems of it.

    Args:
        domain_file: the domain's file.
        problem_files: files of its problems.

    Returns:
        The domain and the problems as immutable values.

    Raises:
        PddlError: a file is missing, no PDDL, or uses what is not supported; its text is one line
            with file, line and column.

    Examples:
        >>> import domains
        >>> domain, problems = load(domains.folder("visitall") / "domain.pddl")
        >>> [action.name for action in domain.actions], problems
        (['move'], ())
    """
    domain = read_domain(Path(domain_file))
    return domain, tuple(read_problem(Path(path), domain) for path in problem_files)
