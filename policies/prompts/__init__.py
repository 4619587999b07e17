"""Prompts as data: a prompt set is a folder of Jinja2 templates."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, TemplateError

from pddl2nl.errors import InputError

DEFAULT_FOLDER = Path(__file__).parent / "default"


class PromptSet:
    """The prompts of an experiment."""

    def __init__(self, folder: Path | None = None) -> None:
        """
        Args:
            folder: a folder of templates. A template that it lacks is taken from the default set.

        Raises:
            InputError: there is no such folder.
        """
        if folder is not None and not folder.is_dir():
            raise InputError("there is no such folder of prompts", source=str(folder))
        folders = [folder, DEFAULT_FOLDER] if folder is not None else [DEFAULT_FOLDER]
        self._folders = folders
        self._environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(each) for each in folders]),
            undefined=StrictUndefined,
            autoescape=False,
        )

    @property
    def fingerprint(self) -> str:
        """A short text that changes whenever a prompt does."""
        digest = hashlib.sha256()
        for folder in self._folders:
            for path in sorted(folder.glob("*.j2")):
                digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()[:12]

    def render(self, name: str, **values: Any) -> str:
        """Fill a template.

        Args:
            name: the template's file name without `.j2`.
            values: what its placeholders stand for.

        Raises:
            InputError: the template is missing or malformed, or uses a value it is not given.
        """
        try:
            return self._environment.get_template(f"{name}.j2").render(**values).strip()
        except TemplateError as error:
            raise InputError(
                f"the prompt cannot be made: {error.message}", source=f"{name}.j2"
            ) from error
