"""The snippets that a domain's episodes are told in: written once, before the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autoplan.prepare import Prepared
from pddl2nl.console import emit
from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import dump_lexicon, load_lexicon
from pddl2nl.llm import CacheError, PermanentModelError
from pddl2nl.model import Domain
from pddl2nl.verbalizers import TemplateVerbalizer, Verbalizer
from pddl2nl.verbalizers.llm import LlmVerbalizer
from simulator import InputForm

FOLDER = "lexicons"
"""Where a results folder keeps the snippets that a model wrote, as `DOMAIN.json`."""


async def lexicons(
    prepared: Prepared,
    forms: Sequence[InputForm],
    writer: Verbalizer,
    folder: Path,
) -> dict[InputForm, Lexicon]:
    """The snippets of each input form that has any.

    Those of a model are kept in the results folder, and taken from there the next time, so that
    all episodes of an experiment are told in the same words.

    Args:
        prepared: the domain.
        forms: the input forms that will be played.
        writer: writes the snippets of the form `nl`.
        folder: the results folder.

    Raises:
        InputError: the model cannot be asked, or a kept lexicon does not fit the domain.
    """
    made: dict[InputForm, Lexicon] = {}
    if "template" in forms:
        made["template"] = TemplateVerbalizer().lexicon(prepared.domain)
    if "nl" in forms:
        kept = folder / FOLDER / f"{prepared.name}.json"
        made["nl"] = await _natural(writer, prepared.domain, kept)
    return made


async def _natural(writer: Verbalizer, domain: Domain, kept: Path) -> Lexicon:
    if not isinstance(writer, LlmVerbalizer):
        return writer.lexicon(domain)
    if kept.is_file():
        return load_lexicon(kept, domain)
    try:
        lexicon = await writer.write(domain)
    except (PermanentModelError, CacheError) as error:
        raise InputError(f"stopped: {error} (the same command continues)") from error
    kept.parent.mkdir(parents=True, exist_ok=True)
    emit(dump_lexicon(lexicon), kept)
    return lexicon
