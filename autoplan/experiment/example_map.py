"""A file that names the few-shot example of each domain, as in the paper's dataset."""

from __future__ import annotations

import json
from pathlib import Path

import domains
from pddl2nl.errors import InputError
from pddl2nl.files import read_text


def mapped_example(path: Path, name: str) -> Path:
    """The example that a map names for a domain.

    The map of the paper's dataset names the tasks that its examples were made of, which are not
    among the adapted ones; and none for domains whose tasks have plans found by search (`-bfs`).
    Each of its folders keeps the example itself as its instance 0.

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
    kept = domains.shown_example(path.parent / name)
    if not isinstance(entry, str):
        if kept is None:
            raise InputError(f"names no example for {name}", source=str(path))
        return kept
    folder, file = (path.parent / entry).parent, Path(entry).name
    places = (folder / inner / file for inner in (*domains.INSTANCE_FOLDERS, "."))
    found = next(filter(Path.is_file, places), kept)
    if found is None:
        raise InputError(f"names {entry} for {name}, which is not there", source=str(path))
    return found
