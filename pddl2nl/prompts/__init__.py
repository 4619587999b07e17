"""Prompts as data: conversations and messages to fill, each a Jinja2 template in a folder."""

from __future__ import annotations

import hashlib
import re
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from jinja2 import ChoiceLoader, TemplateNotFound, TemplateSyntaxError, UndefinedError

from pddl2nl.english import join
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.llm import Message, Role
from pddl2nl.prompts._sandbox import Folder, TemplateSandbox

DEFAULT_FOLDER = Path(__file__).parent
"""Our own prompt set, of what is asked for snippets."""

MAX_FAULT = 300
"""Characters of what went wrong; a template may put much into a name."""
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
            raise InputError("contains no prompts (files *.j2)", source=str(own))
        self.purpose = purpose
        sets = dict.fromkeys(each for each in (own, ours, last) if each is not None)
        self._folders = tuple(each / purpose for each in sets)
        self._sandbox = TemplateSandbox(ChoiceLoader([Folder(each, purpose) for each in sets]))

    @property
    def fingerprint(self) -> str:
        """A short text that changes whenever one of the prompts in use does."""
        digest = hashlib.sha256()
        for name, path in sorted(self._files().items()):
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()[:12]

    @property
    def names(self) -> frozenset[str]:
        """The names of all templates, without `.j2`."""
        return frozenset(path.stem for path in self._files().values())

    def _files(self) -> dict[str, Path]:
        """The file of each template in use, by its file's name."""
        found: dict[str, Path] = {}
        for each in self._folders:
            for path in filter(Path.is_file, each.glob("*.j2")):
                found.setdefault(path.name, path)
        return found

    def text(self, name: str, /, **values: Any) -> str:
        """Fill a template.

        Args:
            name: the template's file name without `.j2`.
            values: what its placeholders stand for.

        Raises:
            PromptError: the template is missing or malformed, uses a value that it is not given,
                or does what no template may.
        """
        try:
            return self._sandbox.filled(f"{name}.j2", values).strip()
        except TemplateNotFound as error:
            missing = str(error.name).removesuffix(".j2")
            near = did_you_mean(missing, self.names)
            message = f"there is no template {_cut(str(error.name))}{near}"
            raise PromptError(message, source=self._place(name)) from error
        except UnicodeDecodeError as error:
            raise PromptError("the prompt is not UTF-8 text", source=self._place(name)) from error
        # A template can raise whatever Python raises.
        except Exception as error:
            message = f"cannot render the prompt: {_fault(error)}{_known(error, values)}"
            inner, line = self._where(error)
            raise PromptError(message, source=self._place(inner or name), line=line) from error

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

    def _where(self, error: Exception) -> tuple[str | None, int | None]:
        """The template in which something went wrong, without `.j2`, and its line, where known."""
        steps = traceback.walk_tb(error.__traceback__)
        places = [(frame.f_code.co_filename, line) for frame, line in steps]
        if isinstance(error, TemplateSyntaxError):
            places.append((error.filename or "", error.lineno))
        for file, line in reversed(places):
            for folder in self._folders:
                if Path(file).is_relative_to(folder):
                    return str(Path(file).relative_to(folder).with_suffix("")), line
        return None, None

    def _place(self, name: str) -> str:
        return str(Path(self.purpose) / f"{name}.j2")


def _fault(error: Exception) -> str:
    """What went wrong in a template, in one line."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply, or includes or calls itself without end"
    return _cut(" ".join(str(error).split())) or type(error).__name__


def _cut(text: str) -> str:
    """A text short enough for a line."""
    return text if len(text) <= MAX_FAULT else f"{text[: MAX_FAULT - 3]}..."


def _known(error: Exception, values: Mapping[str, Any]) -> str:
    """What a template that uses a value it is not given may use instead."""
    unknown = isinstance(error, UndefinedError) and str(error.message).endswith(" is undefined")
    return f"; the template receives {join(sorted(values)) or 'no values'}" if unknown else ""
