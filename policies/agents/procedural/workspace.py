"""The files in which an agent works, what it may do with them, and how they stand in prompts.

See the ProcLLM paper, section 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

from pddl2nl.errors import did_you_mean

Rights: TypeAlias = Literal["r", "r/w"]
"""What an agent may do with a file: read it, or also write and append to it."""

SPECIFICATION = "problem_specification.txt"
REQUEST = "request.txt"
TOOLS_SPECIFICATION = "tools_specification.txt"
NOTES = "notes.txt"
INSTRUCTIONS = "instructions.txt"
SOLVER = "solver.py"
OUTPUT = "output.txt"
ANSWER = "answer.txt"
TOOLS_FOLDER = "tools/"
FILE_NAMES = (
    *(SPECIFICATION, REQUEST, TOOLS_SPECIFICATION, NOTES, INSTRUCTIONS, SOLVER, OUTPUT, ANSWER),
)
"""The files that a workspace may have, besides those of tools."""

_PREFIX = re.compile(r"^(?:\./|/?files/)*")


class FileAccessError(Exception):
    """An agent wants a file that there is not, or may not do with it what it wants."""


@dataclass(frozen=True, slots=True)
class WorkFile:
    """A file of a workspace.

    Args:
        name: what it is called.
        rights: what the agent may do with it.
        text: what stands in it.
    """

    name: str
    rights: Rights = "r"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Workspace:
    """Files by name, in the order in which they are listed."""

    files: Mapping[str, WorkFile]

    @staticmethod
    def of(files: Iterable[WorkFile]) -> Workspace:
        """A workspace with these files."""
        return Workspace(MappingProxyType({each.name: each for each in files}))

    def __contains__(self, name: str) -> bool:
        return name in self.files

    def text(self, name: str) -> str:
        """What stands in a file; nothing where there is none of that name."""
        return self.files[name].text if name in self.files else ""

    def texts(self) -> dict[str, str]:
        """What stands in each file, by name."""
        return {name: each.text for name, each in self.files.items()}

    def listed(self, rights: Rights) -> tuple[WorkFile, ...]:
        """The files with these rights."""
        return tuple(each for each in self.files.values() if each.rights == rights)

    def with_text(self, name: str, text: str) -> Workspace:
        """The workspace with another text in a file, whatever the agent may do with it."""
        changed = replace(self.files[name], text=text)
        return Workspace(MappingProxyType({**self.files, name: changed}))

    # --- what the agent does

    def read(self, named: str) -> str:
        """What the agent reads.

        Raises:
            FileAccessError: there is no such file.
        """
        return self._found(named).text

    def written(self, named: str, text: str) -> Workspace:
        """The workspace after the agent has overwritten a file.

        Raises:
            FileAccessError: there is no such file, or it may not be written.
        """
        return self.with_text(self._writable(named).name, text)

    def appended(self, named: str, text: str) -> Workspace:
        """The workspace after the agent has appended to a file, beginning on a line of its own.

        Raises:
            FileAccessError: there is no such file, or it may not be written.
        """
        file = self._writable(named)
        joint = "\n" if file.text and not file.text.endswith("\n") else ""
        return self.with_text(file.name, f"{file.text}{joint}{text}")

    def _found(self, named: str) -> WorkFile:
        name = plain_name(named)
        if name not in self.files:
            near = did_you_mean(name, self.files) or f"; there are {', '.join(self.files)}"
            raise FileAccessError(f"File access denied: there is no file '{named[:200]}'{near}")
        return self.files[name]

    def _writable(self, named: str) -> WorkFile:
        file = self._found(named)
        if file.rights != "r/w":
            allowed = ", ".join(each.name for each in self.listed("r/w"))
            raise FileAccessError(
                f"File access denied: {file.name} can be read only; you can write {allowed}"
            )
        return file


def plain_name(named: str) -> str:
    """A file's name without the folder in which the papers' agents see it: `files/notes.txt`."""
    return _PREFIX.sub("", named.strip())


MAX_SHOWN = 100_000
"""The maximum number of characters of a file or an output in a prompt."""

_MARKS = re.compile(r"^(?=\*\*\*|## )", re.MULTILINE)


def shown(text: str) -> str:
    """A text as part of a prompt: cut to a length, and with no line that could pass for a mark.

    The marks around files and outputs begin with `***` or `## `; a line in a file that begins so is
    moved by one blank, so that no file can pretend to end and to be followed by something else.
    """
    more = len(text) - MAX_SHOWN
    kept = text if more <= 0 else f"{text[:MAX_SHOWN]}\n[{more} more characters are not shown]"
    return _MARKS.sub(" ", kept)


def numbered(text: str) -> str:
    """The lines of a text with their numbers."""
    return "\n".join(f"{number}: {line}" for number, line in enumerate(text.splitlines(), 1))
