"""Verbalizers: what gives a domain its snippets. Found by name, so that others can add theirs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.llm import ChatModel
from pddl2nl.model import Domain
from pddl2nl.verbalizers.library import AutoVerbalizer, LibraryVerbalizer
from pddl2nl.verbalizers.rules import RulesVerbalizer
from pddl2nl.verbalizers.template import TemplateVerbalizer

if TYPE_CHECKING:
    from pddl2nl.verbalizers.llm import LlmVerbalizer

ENTRY_POINTS = "pddl2nl.verbalizers"
"""The entry-point group in which a package can offer a verbalizer: a callable without arguments."""


class Verbalizer(Protocol):
    """Anything that writes one snippet for each predicate and action of a domain."""

    def lexicon(self, domain: Domain) -> Lexicon:
        """The snippets of a domain."""
        ...


class FileVerbalizer:
    """Takes the snippets from a lexicon file, in any of the formats that `load_lexicon` reads."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lexicon(self, domain: Domain) -> Lexicon:
        """The snippets of the file, checked against the domain.

        Raises:
            LexiconError: the file cannot be read or does not fit the domain.
        """
        return load_lexicon(self.path, domain)


LLM = "llm"
"""The name of the verbalizer that asks a model, and so cannot be made without one."""

AUTO = "auto"
"""The name of the verbalizer that is used where none is asked for."""

BUILT_IN: dict[str, Callable[[], Verbalizer]] = {
    AUTO: AutoVerbalizer,
    "library": LibraryVerbalizer,
    "rules": RulesVerbalizer,
    "template": TemplateVerbalizer,
}


def verbalizer(spec: str | Path, *, model: ChatModel | None = None) -> Verbalizer:
    """The verbalizer of a name (`auto`, `rules`, `llm`, a package's own) or of a lexicon file.

    Args:
        spec: the name, or the path of the file.
        model: what writes the snippets of `llm`; no other verbalizer asks one. `LlmVerbalizer`
            itself has further settings.

    Raises:
        InputError: there is neither a verbalizer nor a file of that name, or `llm` has no model.
    """
    name = str(spec)
    if name == LLM:
        return _llm(model)
    if name in BUILT_IN:
        return BUILT_IN[name]()
    if _looks_like_a_path(name):
        return FileVerbalizer(Path(name))
    from importlib.metadata import entry_points  # 20 ms that only foreign verbalizers cost

    offered = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if name in offered:
        return cast("Callable[[], Verbalizer]", offered[name].load())()
    known = ", ".join(sorted({*BUILT_IN, LLM, *offered}))
    raise InputError(
        f"unknown verbalizer '{name}'; known are {known}, and lexicon files (.json, .yaml)"
    )


def _llm(model: ChatModel | None) -> Verbalizer:
    if model is None:
        raise InputError("the verbalizer 'llm' needs a model that writes the snippets")
    from pddl2nl.verbalizers.llm import LlmVerbalizer

    return LlmVerbalizer(model)


def __getattr__(name: str) -> object:
    if name != "LlmVerbalizer":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Its templates need a library that takes as long to import as all the rest.
    from pddl2nl.verbalizers.llm import LlmVerbalizer

    return LlmVerbalizer


def _looks_like_a_path(name: str) -> bool:
    return Path(name).suffix.lower() in (".json", ".yaml", ".yml") or Path(name).is_file()


__all__ = [
    "AUTO",
    "BUILT_IN",
    "ENTRY_POINTS",
    "LLM",
    "AutoVerbalizer",
    "FileVerbalizer",
    "LibraryVerbalizer",
    "LlmVerbalizer",
    "RulesVerbalizer",
    "TemplateVerbalizer",
    "Verbalizer",
    "verbalizer",
]
