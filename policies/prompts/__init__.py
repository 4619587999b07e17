"""Prompts as data: a prompt set is a folder of Jinja2 templates."""

from __future__ import annotations

from pathlib import Path

from pddl2nl.prompts import PromptError, Templates
from simulator import FORMS, InputForm

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

    def instructions(self, name: str, form: InputForm) -> str:
        """The name of the template that says the same in an input form.

        Where a step is no sentence, it is a template of its own, `act_pddl` or `act_tools` for
        `act`; else the one named.

        Raises:
            PromptError: there is none for the form.
        """
        if FORMS[form].steps == "sentence" or name.endswith(f"_{form}"):
            return name
        wanted = f"{name}_{form}"
        if wanted not in self.names:
            raise PromptError(
                f"there is no such template, which the input form {form} needs; if {name}.j2 is "
                f'good there, too, it holds {{% include "{name}.j2" %}}',
                source=f"{wanted}.j2",
            )
        return wanted
