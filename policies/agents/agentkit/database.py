"""The database of a graph: nested entries that prompts name as `$db.path.to.entry$`."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pddl2nl.errors import InputError, did_you_mean

_REFERENCE = re.compile(r"\$db\.([\w-]+(?:\.[\w-]+)*)\$")
_BEGUN = re.compile(r"\$db\b")


class Database:
    """Nested entries; it lasts from pass to pass.

    A path such as `plan.steps.0` names an entry inside mappings and lists.
    """

    def __init__(self, entries: Mapping[str, Any] | None = None) -> None:
        """Args: entries: what it holds at first; copied."""
        self._entries: dict[str, Any] = copy.deepcopy(dict(entries or {}))

    def __contains__(self, path: str) -> bool:
        try:
            self.get(path)
        except InputError:
            return False
        return True

    def get(self, path: str) -> Any:
        """The entry at a path.

        Raises:
            InputError: there is none.
        """
        found: Any = self._entries
        for part in path.split("."):
            if isinstance(found, Mapping) and part in found:
                found = found[part]
            elif isinstance(found, list) and _is_index(part, found):
                found = found[int(part)]
            else:
                near = did_you_mean(path, self._paths())
                raise InputError(f"the database has no entry '{path}'{near}")
        return found

    def store(self, path: str, value: Any) -> None:
        """Put a value at a path; mappings on the way are made where there are none.

        Raises:
            InputError: something on the way holds no entries.
        """
        *way, last = path.split(".")
        place: Any = self._entries
        for part in way:
            if isinstance(place, list) and _is_index(part, place):
                place = place[int(part)]
            elif isinstance(place, dict):
                place = place.setdefault(part, {})
            else:
                raise InputError(f"nothing can be stored at '{path}': '{part}' has no place")
        if isinstance(place, list) and _is_index(last, place):
            place[int(last)] = value
        elif isinstance(place, dict):
            place[last] = value
        else:
            raise InputError(f"nothing can be stored at '{path}': what is above holds no entries")

    def append(self, path: str, value: Any) -> None:
        """Add a value to the list at a path, which is made where there is none.

        Raises:
            InputError: there is something else than a list.
        """
        before = self.get(path) if path in self else []
        if not isinstance(before, list):
            raise InputError(f"the entry '{path}' is no list, so nothing can be added to it")
        self.store(path, [*before, value])

    def fill(self, text: str) -> str:
        """A text with the entries that it names in their places; these are not filled in turn.

        Raises:
            InputError: there is no such entry.
        """
        return _REFERENCE.sub(lambda found: as_text(self.get(found.group(1))), text)

    def as_data(self) -> dict[str, Any]:
        """A copy of everything that it holds."""
        return copy.deepcopy(self._entries)

    def restore(self, entries: dict[str, Any]) -> None:
        """Have it hold what `as_data` has given before, and nothing else."""
        self._entries = entries

    def save(self, file: Path) -> None:
        """Write it to a JSON file."""
        text = json.dumps(self._entries, ensure_ascii=False, indent=2)
        file.write_text(text, encoding="utf-8")

    @classmethod
    def load(cls, file: Path) -> Database:
        """Read what `save` has written.

        Raises:
            InputError: it is no JSON object.
        """
        try:
            entries = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise InputError(f"holds no database: {error}", source=str(file)) from error
        if not isinstance(entries, dict):
            raise InputError("holds no database: expected a JSON object", source=str(file))
        return cls(entries)

    def _paths(self) -> Iterator[str]:
        """All paths, as far as mappings go."""
        waiting: list[tuple[str, Any]] = list(self._entries.items())
        for path, value in waiting:
            yield path
            if isinstance(value, Mapping):
                waiting += [(f"{path}.{name}", inner) for name, inner in value.items()]


def references(text: str) -> tuple[str, ...]:
    """The paths that a text names as `$db.path$`, each once.

    Raises:
        InputError: something begins like a reference and is none.
    """
    whole = {found.start() for found in _REFERENCE.finditer(text)}
    for begun in _BEGUN.finditer(text):
        if begun.start() not in whole:
            quoted = text[begun.start() : begun.start() + 30].split("\n")[0]
            raise InputError(f"'{quoted}' is no reference; one looks like $db.path.to.entry$")
    return tuple(dict.fromkeys(_REFERENCE.findall(text)))


def as_text(value: Any) -> str:
    """A value as text: sentences as they are, one line per item of a list, all else as JSON."""
    match value:
        case str():
            return value
        case bool():
            return "yes" if value else "no"
        case None | []:
            return "none"
        case {} if not value:
            return "none"
        case [*items] if all(isinstance(item, str | int | float) for item in items):
            return "\n".join(f"- {as_text(item)}" for item in items)
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def _is_index(text: str, items: list[Any]) -> bool:
    """Whether a text is the number of an item, from 0; Python reads no number of 5,000 digits."""
    return text.isdecimal() and len(text) <= 18 and int(text) < len(items)
