"""Reading PDDL: classical domains and problems, with a place for every complaint.

It reads STRIPS and ADL (types, equality, quantifiers, conditional effects), derived predicates
and action costs, as liberally as planners do, and refuses the rest of PDDL by name.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from pddl2nl.errors import PddlError, Remark
from pddl2nl.files import read_bytes
from pddl2nl.model import Domain, Problem
from pddl2nl.reader.domain import parse_domain
from pddl2nl.reader.formulas import DEEPEST_NESTING
from pddl2nl.reader.problem import parse_problem

__all__ = ["DEEPEST_NESTING", "parse_domain", "parse_problem", "read_domain", "read_problem"]


_COMMENT = re.compile(rb";[^\r\n]*")
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_domain(path: str | Path) -> Domain:
    """Read a domain from a file.

    Raises:
        PddlError: the file cannot be read, or `parse_domain` refuses it.
    """
    text, remarks = _read(Path(path))
    domain = parse_domain(text, str(path))
    return replace(domain, remarks=remarks + domain.remarks, file=Path(path))


def read_problem(path: str | Path, domain: Domain) -> Problem:
    """Read a problem of a domain from a file.

    Raises:
        PddlError: the file cannot be read, or `parse_problem` refuses it.
    """
    text, remarks = _read(Path(path))
    problem = parse_problem(text, domain, str(path))
    return replace(problem, remarks=remarks + problem.remarks) if remarks else problem


def _read(path: Path) -> tuple[str, tuple[Remark, ...]]:
    try:
        content = read_bytes(path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        if isinstance(error, IsADirectoryError) and (path / "domain.pddl").is_file():
            reason = f"it is a folder; give {path / 'domain.pddl'} or a problem in it"
        raise PddlError(f"cannot read this file: {reason}", source=str(path)) from error
    except ValueError as error:
        raise PddlError(f"not the path of a file: {error}", source=repr(str(path))) from error
    wide = content.startswith(_UTF_16_MARKS)
    try:
        return content.decode("utf-16" if wide else "utf-8-sig"), ()
    except UnicodeDecodeError as error:
        if not wide:
            return _latin_1(path, content, error.start)
        message = "this file begins as UTF-16 but is not; save it as UTF-8"
        raise PddlError(message, source=str(path), line=1, column=1) from error


def _latin_1(path: Path, content: bytes, start: int) -> tuple[str, tuple[Remark, ...]]:
    """The text of a file that is not UTF-8, provided that this shows in comments only."""
    text = content.decode("latin-1")
    line, column = _line_and_column(text, start)
    if not _COMMENT.sub(b"", content).isascii():
        for match in re.finditer(rb";[^\r\n]*|([\x80-\xff])", content):
            if match[1] is not None:
                line, column = _line_and_column(text, match.start())
                break
        message = "this is not UTF-8; expected PDDL in ASCII or UTF-8"
        raise PddlError(message, source=str(path), line=line, column=column)
    remark = Remark("a comment that is not UTF-8, read as Latin-1", str(path), line, column)
    return text, (remark,)


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    before = re.split(r"\r\n|\r|\n", text[:offset])
    return len(before), len(before[-1]) + 1
