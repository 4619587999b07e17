"""Prompts as data: conversations and messages to fill, each a Jinja2 template in a folder."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    UndefinedError,
)

from pddl2nl.english import join
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.llm import Message, Role

DEFAULT_FOLDER = Path(__file__).parent

_TURN = re.compile(r"^=== (system|user|assistant) ===$", re.MULTILINE)


class PromptError(InputError):
    """A prompt cannot be made; so it goes for every episode."""


class Templates:
    """Jinja2 templates from a folder, and from another where that one lacks them."""

    def __init__(
        self, own: Path | None, ours: Path, purpose: str = "", *, last: Path | None = None
    ) -> None:
        """
        Args:
            own: a user's prompt set, None for ours alone.
            ours: the prompt set that has every template.
            purpose: the folder inside a prompt set that holds the templates.
            last: where `ours` lacks a template; None where it has every one.

        Raises:
            InputError: there is no such folder.
        """
        if own is not None and not own.is_dir():
            raise InputError("there is no such folder of prompts", source=str(own))
        if own is not None and next(own.rglob("*.j2"), None) is None:
            raise InputError("holds no prompts (files *.j2)", source=str(own))
        self.purpose = purpose
        sets = dict.fromkeys(each for each in (own, ours, last) if each is not None)
        self._folders = tuple(each / purpose for each in sets)
        self._environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(each) for each in self._folders]),
            undefined=StrictUndefined,
            autoescape=False,
        )

    @property
    def fingerprint(self) -> str:
        """A short text that changes whenever one of the prompts in use does."""
        used: dict[str, Path] = {}
        for each in self._folders:
            for path in each.glob("*.j2"):
                used.setdefault(path.name, path)
        digest = hashlib.sha256()
        for name, path in sorted(used.items()):
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()[:12]

    @property
    def names(self) -> frozenset[str]:
        """The names of all templates, without `.j2`."""
        return frozenset(path.stem for each in self._folders for path in each.glob("*.j2"))

    def text(self, name: str, /, **values: Any) -> str:
        """Fill a template.

        Args:
            name: the template's file name without `.j2`.
            values: what its placeholders stand for.

        Raises:
            PromptError: the template is missing or malformed, or uses a value it is not given.
        """
        try:
            return self._environment.get_template(f"{name}.j2").render(**values).strip()
        except TemplateNotFound as error:
            missing = str(error.name).removesuffix(".j2")
            message = f"there is no template {error.name}{did_you_mean(missing, self.names)}"
            raise PromptError(message, source=self._place(name)) from error
        except TemplateError as error:
            message = f"the prompt cannot be made: {error.message}{_known(error, values)}"
            line = getattr(error, "lineno", None)
            raise PromptError(message, source=self._place(name), line=line) from error
        except UnicodeDecodeError as error:
            raise PromptError("the prompt is not UTF-8 text", source=self._place(name)) from error

    def conversation(self, name: str, /, **values: Any) -> tuple[Message, ...]:
        """Fill a template that holds a whole conversation.

        Each message stands below a line that names its role: `=== system ===`, `=== user ===` or
        `=== assistant ===`. The last message is the user's.

        Raises:
            PromptError: as `text`, or the template is no such conversation.
        """
        before, *parts = _TURN.split(self.text(name, **values))
        turns = tuple(
            Message(cast("Role", role), content.strip())
            for role, content in zip(parts[::2], parts[1::2], strict=True)
        )
        if before or not turns or turns[-1].role != "user":
            raise PromptError(
                "the prompt must begin with a line such as '=== system ===' and end with the "
                "message of '=== user ==='",
                source=self._place(name),
            )
        return turns

    def _place(self, name: str) -> str:
        return str(Path(self.purpose) / f"{name}.j2")


def _known(error: TemplateError, values: Mapping[str, Any]) -> str:
    """What a template that uses a value it is not given may use instead."""
    unknown = isinstance(error, UndefinedError) and str(error.message).endswith(" is undefined")
    return f"; it is given {join(sorted(values)) or 'no values'}" if unknown else ""


class Prompts(Templates):
    """The prompts of one purpose: the templates in `PURPOSE/` of a prompt set."""

    def __init__(self, purpose: str, folder: Path | None = None) -> None:
        """
        Args:
            purpose: the name of the folder that holds the templates, such as `verbalize`.
            folder: a prompt set. A template that its folder `purpose` lacks is taken from ours.

        Raises:
            InputError: there is no such folder.
        """
        super().__init__(folder, DEFAULT_FOLDER, purpose)
