"""Verbalizers by name: ours, those of other packages, and lexicon files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, cast

from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import load_lexicon
from pddl2nl.llm import ChatModel
from pddl2nl.model import Domain
from pddl2nl.verbalizers.foreign import ForeignAskingVerbalizer, ForeignVerbalizer, blaming
from pddl2nl.verbalizers.protocol import AskingVerbalizer, Verbalizer

ENTRY_POINTS = "pddl2nl.verbalizers"
"""The entry-point group in which a package can offer a verbalizer: its class."""

LLM = "llm"
"""The name of our verbalizer that asks a model."""

AUTO = "auto"
"""The name of the verbalizer that is used where none is asked for."""

BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        AUTO: "pddl2nl.verbalizers.library:AutoVerbalizer",
        "library": "pddl2nl.verbalizers.library:LibraryVerbalizer",
        "rules": "pddl2nl.verbalizers.rules:RulesVerbalizer",
        "template": "pddl2nl.verbalizers.template:TemplateVerbalizer",
        LLM: "pddl2nl.verbalizers.llm:LlmVerbalizer",
    }
)


class FileVerbalizer:
    """Takes the snippets from a lexicon file, in any of the formats that `load_lexicon` reads."""

    asks_model: ClassVar[bool] = False

    def __init__(self, path: Path) -> None:
        self.path = path

    def lexicon(self, domain: Domain) -> Lexicon:
        """The snippets of the file, checked against the domain.

        Raises:
            LexiconError: the file cannot be read or does not fit the domain.
        """
        return load_lexicon(self.path, domain)


def verbalizer(spec: str | Path, *, model: ChatModel | None = None) -> Verbalizer:
    """The verbalizer of a name (`auto`, `rules`, `llm`, a package's own) or of a lexicon file.

    Args:
        spec: the name, or the path of the file.
        model: what writes the snippets, for verbalizers that ask one. `asking` gives their class,
            which has further settings.

    Raises:
        InputError: there is neither a verbalizer nor a file of that name, or it lacks a model.
    """
    name = str(spec)
    if name not in BUILT_IN and _looks_like_a_path(name):
        return FileVerbalizer(Path(name))
    made = _class(name)
    if made.asks_model and model is None:
        raise InputError(f"the verbalizer '{name}' needs a model that writes the snippets")
    return _maker(name, made)(*([model] if made.asks_model else []))


def asking(spec: str | Path) -> Callable[..., AskingVerbalizer] | None:
    """What makes a verbalizer that has a model write the snippets, None for any other.

    It is called as `AskingVerbalizer`.

    Raises:
        InputError: there is neither a verbalizer nor a file of that name.
    """
    name = str(spec)
    if name not in BUILT_IN and _looks_like_a_path(name):
        return None
    made = _class(name)
    return cast("Callable[..., AskingVerbalizer]", _maker(name, made)) if made.asks_model else None


def _maker(name: str, made: Any) -> Callable[..., Verbalizer]:
    """What makes the verbalizers of a class."""
    if name in BUILT_IN:
        return cast("Callable[..., Verbalizer]", made)
    return partial(_foreign, name, made)


def _foreign(name: str, made: Any, *arguments: Any, **settings: Any) -> Verbalizer:
    with blaming(name):
        inner = made(*arguments, **settings)
    return (ForeignAskingVerbalizer if made.asks_model else ForeignVerbalizer)(name, inner)


def _class(name: str) -> Any:
    place = BUILT_IN.get(name) or _offered(name)
    module, _, attribute = place.partition(":")
    try:
        made = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise InputError(f"the verbalizer {name} cannot be loaded: {error}") from error
    if not isinstance(getattr(made, "asks_model", None), bool):
        raise InputError(
            f"the verbalizer {name} is broken: {place} does not declare whether it asks a model "
            "(asks_model)"
        )
    return made


def _offered(name: str) -> str:
    """Where another package's verbalizer is."""
    from importlib.metadata import entry_points  # 20 ms that only foreign verbalizers cost

    offered = {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}
    if name not in offered:
        known = ", ".join(sorted({*BUILT_IN, *offered}))
        raise InputError(
            f"unknown verbalizer '{name}'; known are {known}, and lexicon files (.json, .yaml)"
        )
    return offered[name]


def _looks_like_a_path(name: str) -> bool:
    return Path(name).suffix.lower() in (".json", ".yaml", ".yml") or Path(name).is_file()
