"""The library: lexicons written by hand for known domains, found by their signatures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

from pddl2nl.errors import InputError
from pddl2nl.files import data_folder
from pddl2nl.lexicon import Lexicon, all_of, predicate_key
from pddl2nl.lexicon_files import in_words_of, snippets_in
from pddl2nl.model import Domain, Heads, Signature, signature
from pddl2nl.verbalizers.rules import RulesVerbalizer


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A lexicon of the library.

    Args:
        path: its file.
        name: what it is called: the file's name without its ending.
        domain: the name of the domain that it was written for.
        signature: the predicates and actions that it has snippets for.
    """

    path: Path
    name: str
    domain: str
    signature: Signature


@dataclass(frozen=True, slots=True)
class LibraryVerbalizer:
    """Takes the snippets of a domain that the library knows.

    A domain is known by the names and arities of its predicates and actions, whatever it and its
    files are called, and whatever its types and variables are.
    """

    asks_model: ClassVar[bool] = False

    def lexicon(self, domain: Domain) -> Lexicon:
        """The snippets of the domain.

        Raises:
            InputError: the library does not know the domain.
        """
        entry = find(domain)
        if entry is None:
            raise InputError(
                f"the library has no lexicon for the domain '{domain.name}' (`pddl2nl lexicons` "
                "lists what it has); --verbalizer rules writes one for any domain"
            )
        _, *snippets = snippets_in(entry.path)
        predicates, actions = in_words_of(domain, *snippets)
        keys = [predicate_key(domain, item) for item in domain.predicates]
        names = [item.name for item in domain.doable]
        return Lexicon(
            domain=domain.name,
            source=f"library:{entry.name}",
            predicates={key: snippet for key, snippet in predicates.items() if key in keys},
            actions={name: snippet for name, snippet in actions.items() if name in names},
            provenance=all_of("written", keys, names),
        )


@dataclass(frozen=True, slots=True)
class AutoVerbalizer:
    """The library where it knows the domain, the rules for all others."""

    asks_model: ClassVar[bool] = False

    def lexicon(self, domain: Domain) -> Lexicon:
        """One snippet for every predicate and action of the domain."""
        known = find(domain) is not None
        return (LibraryVerbalizer() if known else RulesVerbalizer()).lexicon(domain)


def find(domain: Domain) -> LibraryEntry | None:
    """The lexicon that has a snippet for each predicate and action of a domain, None if none has.

    One that has all of them and others besides serves too, where at most a fifth is beside: so a
    variant that leaves an action out is still known.
    """
    wanted = signature(domain)
    fitting = [entry for entry in entries() if _serves(entry.signature, wanted)]
    return min(fitting, key=lambda entry: sum(map(len, entry.signature)), default=None)


def _serves(known: Signature, wanted: Signature) -> bool:
    if not all(few <= many for few, many in zip(wanted, known, strict=True)):
        return False
    return sum(map(len, wanted)) >= _SHARE * sum(map(len, known))


_SHARE = 0.8


@cache
def entries() -> tuple[LibraryEntry, ...]:
    """The lexicons of the library, by name."""
    return tuple(_entries())


def _entries() -> Iterator[LibraryEntry]:
    for path in sorted(data_folder("lexicons").glob("*.json")):
        domain, predicates, actions = snippets_in(path)
        yield LibraryEntry(path, path.stem, domain, (_heads(predicates), _heads(actions)))


def _heads(snippets: Iterable[str]) -> Heads:
    """Names and arities, from keys such as `at ?obj ?place`."""
    split = (head.split() for head in snippets)
    return frozenset((name, len(variables)) for name, *variables in split)
