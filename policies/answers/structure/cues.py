"""The words by which an answer says what its parts are for."""

from __future__ import annotations

import re

from pddl2nl.english.vocabulary import is_base_verb

_EXPLAINS = re.compile(
    r"\b(?:explan|explain|reason|rationale|because|why|verif|check|analy[sz]|justif|key steps"
    r"|break ?down|walk ?through|works|details|let'?s see how|in the example|for example)",
    re.IGNORECASE,
)
_DESCRIBES = re.compile(
    r"\b(?:initial|starting|goal|pre-?conditions?|prerequisites?|effects?|requirements?|constraints?"
    r"|restrictions?|available actions|actions? (?:available|definitions?)|rules|results?|state"
    r"|notes?)\b",
    re.IGNORECASE,
)
_PROPOSES = re.compile(r"\b(?:plan|steps|solution|sequence|summary|follow)", re.IGNORECASE)
_NAMES_LIST = re.compile(
    r"\b(?:plan|steps|solution|sequence|summary|instead|alternativ)", re.IGNORECASE
)
_TURNS_AWAY = re.compile(
    r"\b(?:correct|mistake|wait|again|actually|explan|because|however|but)", re.IGNORECASE
)
_ANOTHER = re.compile(
    r"\b(?:attempt|option(?:al)?|try|trial|approach|revis\w*|updat\w*|improv\w*|version|another"
    r"|better|optimi[sz]\w*|new"
    r"|over|example|problem|task|statement|result|output|in short|short(?:er|ened)?|clean|list)\b",
    re.IGNORECASE,
)
_RESTARTS = re.compile(
    r"\b(?:redo|start(?:ing)? (?:over|again|afresh)|from (?:the beginning|scratch)"
    r"|(?:let me|let's|i'll|i will|i should|i need to)"
    r" (?:try|restart|redo|revise|rethink|correct|fix)"
    r"|(?:revised|corrected|new|better|fixed|final|clean) (?:plan|version|sequence|attempt)"
    r"|scrap (?:that|this))\b",
    re.IGNORECASE,
)
_OFFERED = re.compile(
    r"\b(?:final|complete|full|resulting)\s+(?:action\s+)?(?:plan|sequence|steps|answer|solution)",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:modif|adjust|alter|chang|assum|relax|hypothe|if (?:we|it|you|the)\b.*(?:allow|accept|add"
    r"|includ)|suppos)",
    re.IGNORECASE,
)
_FIRST_WORD = re.compile(r"[a-z]{2,}")
_TELLING = frozenset(
    "analyze consider current define describe end given identify let list note phase recall "
    "remaining restate review see show start starting state step summarize target "
    "understand".split()
)
"""First words of titles that present something, although they may look like orders."""
_EFFECTS = re.compile(r"^\W*(?:resulting\s+)?effects?\b[^.:]{0,30}:", re.IGNORECASE)
_OPENING = re.compile(r"^\W*(?:\d+\W+)?(?:[^:.]{0,40}:|(?:\S+\s+){0,2}\S*)")


def is_aside(title: str) -> bool:
    """Whether what stands below a title explains or describes, and proposes nothing."""
    if _EXPLAINS.search(title):
        return True
    if _DESCRIBES.search(title) is None or _PROPOSES.search(title) is not None:
        return False
    return not _orders(title)


def _orders(title: str) -> bool:
    """Whether a title names something to do: `Bring the crate to its goal`."""
    found = _FIRST_WORD.search(title.lower())
    word = found.group() if found else ""
    if word in _TELLING or _DESCRIBES.fullmatch(word):
        return False
    return word.endswith("ing") or is_base_verb(word)


def opens_aside(line: str) -> bool:
    """Whether a line's own first words say that it explains or describes."""
    found = _OPENING.match(line)
    return found is not None and is_aside(found.group())


def in_brackets(line: str) -> bool:
    """Whether a line stands in brackets as a whole: `(Now the truck is free.)`."""
    return line.startswith("(") and line.rstrip(".").endswith(")")


def names_list(text: str) -> bool:
    """Whether words between two steps speak of a list that may begin there."""
    return _NAMES_LIST.search(text) is not None


def turns_away(text: str) -> bool:
    """Whether words between two steps may take back the steps before them."""
    return _TURNS_AWAY.search(text) is not None


def is_offered(title: str) -> bool:
    """Whether a title puts a plan forward as the outcome, for the problem as it was asked."""
    return _OFFERED.search(title) is not None and not changes_task(title)


def changes_task(title: str) -> bool:
    """Whether a title says that what follows holds for another problem than the one asked."""
    return _CHANGED.search(title) is not None


def joins(title: str) -> bool:
    """Whether a title may stand between two parts of one plan: `Bringing the second crate:`."""
    ends = (changes_task, is_offered, names_list, turns_away, _ANOTHER.search)
    return not any(each(title) for each in ends)


def states_effects(line: str) -> bool:
    """Whether a line introduces the effects of the step above it."""
    return _EFFECTS.match(line) is not None


def restarts(line: str) -> bool:
    """Whether a line takes back the plan before it and announces another."""
    return _RESTARTS.search(line) is not None
