"""A file that names the few-shot example of each domain, as in the paper's dataset."""

from __future__ import annotations

import json
from pathlib import Path

import domains
from pddl2nl.errors import InputError
from pddl2nl.files import read_text


def mapped_example(path: Path, name: str) -> Path:
    """The example that a map names for a domain.

    Args:
        path: the map, a JSON object from names of domains to `FOLDER/FILE`.
        name: the domain's.

    Raises:
        InputError: it names none, or one that is not there.
    """
    try:
        entries = json.loads(read_text(path, "utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read as JSON: {reason}", source=str(path)) from error
    entry = entries.get(name) if isinstance(entries, dict) else None
    if not isinstance(entry, str):
        raise InputError(f"names no example for {name}", source=str(path))
    folder, file = (path.parent / entry).parent, Path(entry).name
    places = (folder / inner / file for inner in (*domains.INSTANCE_FOLDERS, "."))
    found = next(filter(Path.is_file, places), None)
    if found is None:
        raise InputError(f"names {entry} for {name}, which is not there", source=str(path))
    return found
