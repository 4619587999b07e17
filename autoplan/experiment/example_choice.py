"""Which few-shot example the user asks for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import domains
from pddl2nl.errors import InputError


@dataclass(frozen=True, slots=True)
class ExampleChoice:
    """Which example the user asks for.

    Args:
        file: the example itself, None where it is not named.
        by_domain: a file that names one for each domain, None for none: a JSON object from names
            of domains to `FOLDER/FILE`, as in the paper's dataset.
    """

    file: Path | None = None
    by_domain: Path | None = None

    def of(self, name: str) -> Path | None:
        """The file of the example of a domain, None to have it chosen.

        Raises:
            InputError: none is named for the domain, or what is named is not there.
        """
        return self.file or (None if self.by_domain is None else _mapped(self.by_domain, name))


CHOSEN = ExampleChoice()


def _mapped(path: Path, name: str) -> Path:
    """The example that a map names for a domain."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"cannot be read as JSON: {error}", source=str(path)) from error
    entry = entries.get(name) if isinstance(entries, dict) else None
    if not isinstance(entry, str):
        raise InputError(f"names no example for {name}", source=str(path))
    folder, file = (path.parent / entry).parent, Path(entry).name
    places = (folder / inner / file for inner in (*domains.INSTANCE_FOLDERS, "."))
    found = next(filter(Path.is_file, places), None)
    if found is None:
        raise InputError(f"names {entry} for {name}, which is not there", source=str(path))
    return found
