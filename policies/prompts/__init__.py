"""Prompts as data: a prompt set is a folder of Jinja2 templates."""

from __future__ import annotations

from pathlib import Path

from pddl2nl.prompts import Templates

DEFAULT_FOLDER = Path(__file__).parent / "default"


class PromptSet(Templates):
    """The prompts that players are given."""

    def __init__(self, folder: Path | None = None) -> None:
        """
        Args:
            folder: a folder of templates. A template that it lacks is taken from the default set.

        Raises:
            InputError: there is no such folder.
        """
        super().__init__(folder, DEFAULT_FOLDER)
