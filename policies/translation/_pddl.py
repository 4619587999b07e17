"""Actions written as PDDL: found by a regular expression (seed paper, section 5, "PDDL")."""

from __future__ import annotations

import re

from pddl2nl.model import GroundAction
from policies.translation._reading import Chosen, Reading, Unread, remark

_ACTION = re.compile(r"\(\s*([a-z][\w-]*)((?:\s+[\w-]+)*)\s*\)", re.IGNORECASE)


class PddlTranslator:
    """Reads `(stack b1 b2)` wherever it stands in a sentence."""

    async def read(self, sentence: str) -> Reading:
        said = remark(sentence)
        if said is not None:
            return said
        found = _ACTION.search(sentence)
        if found is None:
            return Unread(sentence)
        return Chosen(GroundAction(found[1].lower(), tuple(found[2].lower().split())))
