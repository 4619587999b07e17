"""How a task was put into words, as an answer from elsewhere says it."""

from __future__ import annotations

from autoplan.preparation.texts import encoded_names
from pddl2nl.compose import PAPER, STYLES, Style, StyleName
from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import Domain, Problem
from pddl2nl.naming import ObjectNames
from pddl2nl.verbalizers import AutoVerbalizer, TemplateVerbalizer

FORMS = ("nl", "template", "pddl")
"""The forms of prompts whose answers can be graded."""

_NAMED = 5
"""The maximum number of objects that a message names."""


def checked_form(name: str | None) -> str:
    """The form of the prompt that was answered; `nl` where it is not given.

    Raises:
        InputError: there is no such form.
    """
    if (name or "nl") not in FORMS:
        raise InputError(f"'form' must be nl, template or pddl, not '{name}'")
    return name or "nl"


def own_lexicon(domain: Domain, form: str) -> Lexicon:
    """The snippets of a prompt in English whose lexicon is not given."""
    return (TemplateVerbalizer() if form == "template" else AutoVerbalizer()).lexicon(domain)


def given_names(names: object) -> tuple[tuple[str, str], ...] | None:
    """What the objects were called in the prompt, where that is given: names with objects.

    Raises:
        InputError: it is something else than text by text.
    """
    if names is None:
        return None
    if not isinstance(names, dict) or not all(isinstance(each, str) for each in names.values()):
        raise InputError("'names' must be an object: the prompt's name of each object -> its PDDL")
    return tuple(sorted((str(name), str(item)) for name, item in names.items()))


def prompt_style(name: object) -> StyleName:
    """The style of the prompt that was answered; `paper` where it is not given.

    Raises:
        InputError: there is no such style.
    """
    found = next((style for style in STYLES if style == (name or PAPER)), None)
    if found is None:
        raise InputError(f"'style' must be {' or '.join(STYLES)}, not '{name}'")
    return found


def prompt_names(
    task: Problem, composed: Style, lexicon: Lexicon, given: tuple[tuple[str, str], ...] | None
) -> ObjectNames:
    """The names of a task's objects in its prompt.

    Args:
        given: the pairs of `given_names`; None for those of the lexicon, or of the style.

    Raises:
        InputError: they do not name every object once.
    """
    if given is not None:
        english = {item: name for name, item in given}
        objects = {item.name for item in task.all_objects}
        faults = [
            *(
                [f"missing: {', '.join(sorted(missing)[:_NAMED])}"]
                if (missing := objects - english.keys())
                else []
            ),
            *(
                [f"no object: {', '.join(sorted(extra)[:_NAMED])}"]
                if (extra := english.keys() - objects)
                else []
            ),
            *(["an object is named twice"] if len(english) < len(given) else []),
        ]
        if faults:
            raise InputError(
                "'names' must map names in the prompt to every object of the problem exactly once; "
                + "; ".join(faults)
            )
        return ObjectNames.of(english)
    encoding = lexicon.notes.get("encoded_objects")
    if isinstance(encoding, dict):
        return encoded_names(task, {str(key): str(name) for key, name in encoding.items()})
    return composed.names(task)
