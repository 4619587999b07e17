"""Prompts as data: a prompt set is a folder of Jinja2 templates."""

from __future__ import annotations

from pathlib import Path

from pddl2nl.prompts import Templates

DEFAULT_FOLDER = Path(__file__).parent / "default"


class PromptSet(Templates):
    """The prompts that players are given."""

    def __init__(self, folder: Path | None = None, own: Path | None = None) -> None:
        """
        Args:
            folder: a folder of templates. A template that it lacks is taken from the default set.
            own: another that comes between these two.

        Raises:
            InputError: there is no such folder.
        """
        super().__init__(folder, own or DEFAULT_FOLDER, last=DEFAULT_FOLDER)
        self.folder = folder

    def with_own(self, folder: Path | None) -> PromptSet:
        """The same with the templates of a mechanism, which are found where a user's are not."""
        return self if folder is None else PromptSet(self.folder, folder)
