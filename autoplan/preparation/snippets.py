"""The snippets of a domain's episodes: written once, before the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from autoplan.preparation.task_selection import TaskSelection
from pddl2nl.console import emit
from pddl2nl.english import counted
from pddl2nl.errors import InputError
from pddl2nl.lexicon import Lexicon
from pddl2nl.lexicon_files import dump_lexicon, load_lexicon
from pddl2nl.llm import CacheError, PermanentModelError
from pddl2nl.model import EQUALITY, Domain
from pddl2nl.verbalizers import TemplateVerbalizer, Verbalizer, asks_model, verbalizer
from simulator import InputForm, wording

DESCRIPTION = "domain_intro"
"""The note in which a lexicon has a person's description of its domain."""
FOLDER = "lexicons"
"""Where a results folder keeps the snippets that a model wrote, as `DOMAIN-seedS.json`."""


def kept_file(folder: Path, name: str, seed: int) -> Path:
    """Where what a model wrote of a domain for a seed is kept."""
    return folder / f"{name}-seed{seed}.json"


@dataclass(frozen=True, slots=True)
class LexiconFiles:
    """Lexicon files named by a pattern with `{domain}`, `{seed}` or both.

    Args:
        pattern: such as `data/{domain}/domain_description_seed{seed}.json`.
        seed: for which seed they are.
    """

    asks_model: ClassVar[bool] = False

    pattern: str
    seed: int

    @staticmethod
    def is_pattern(name: str) -> bool:
        """Whether a name stands for several files."""
        return "{domain}" in name or "{seed}" in name

    def of(self, name: str) -> Verbalizer:
        """The file of a domain.

        Args:
            name: under which results of the domain are filed.
        """
        path = self.pattern.replace("{domain}", name).replace("{seed}", str(self.seed))
        return verbalizer(Path(path))

    def lexicon(self, domain: Domain) -> Lexicon:
        """As `of`, with the name that the domain has in its file."""
        return self.of(domain.name).lexicon(domain)


def difference(written: Sequence[Lexicon]) -> str:
    """How many snippets differ between the lexicons that a model wrote for several seeds."""
    predicates = written[0].predicates.keys() - {EQUALITY}
    versions = [{each.predicates[name] for each in written} for name in predicates]
    versions += [{each.actions[name] for each in written} for name in written[0].actions]
    differ = sum(len(each) > 1 for each in versions)
    snippets = counted(len(versions), "snippet")
    return f"{differ} of {snippets} differ between the {len(written)} seeds"


async def lexicons(
    selection: TaskSelection,
    forms: Sequence[InputForm],
    writer: Verbalizer,
    seed: int,
    folder: Path,
    planbench: str | None = None,
) -> dict[InputForm, Lexicon]:
    """The snippets of each input form that has any.

    Those of a model are kept in the results folder, and taken from there the next time, so that
    all episodes of a seed use the same words.

    Args:
        prepared: the domain.
        forms: the input forms that will be played.
        writer: writes the snippets of the form `nl`.
        seed: for which seed it does.
        folder: the results folder.
        planbench: the file of the form `valm23`.

    Raises:
        InputError: the model cannot be asked, or a kept lexicon does not fit the domain.
    """
    made: dict[InputForm, Lexicon] = {}
    if "template" in forms:
        made["template"] = TemplateVerbalizer().lexicon(selection.domain)
    if "nl" in map(wording, forms):
        kept = kept_file(folder / FOLDER, selection.name, seed)
        named = writer.of(selection.name) if isinstance(writer, LexiconFiles) else writer
        made["nl"] = await _natural(named, selection.domain, kept)
    if "valm23" in forms:
        made["valm23"] = described_by_hand(planbench, selection.name, selection.domain)
    return made


def described_by_hand(planbench: str | None, name: str, domain: Domain) -> Lexicon:
    """The snippets of a PlanBench configuration, which has a description of the domain as well.

    Raises:
        InputError: no file is named, or it is none or does not fit the domain.
    """
    if planbench is None:
        raise InputError("--input valm23 needs --planbench FILE")
    path = planbench.replace("{domain}", name)
    lexicon = verbalizer(Path(path)).lexicon(domain)
    if not isinstance(lexicon.notes.get(DESCRIPTION), str):
        raise InputError(f"has no '{DESCRIPTION}', so it is not PlanBench's", source=path)
    return lexicon


async def _natural(writer: Verbalizer, domain: Domain, kept: Path) -> Lexicon:
    if not asks_model(writer):
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
