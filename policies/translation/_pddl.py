"""Actions written as PDDL: found by a regular expression (seed paper, section 5, "PDDL")."""

from __future__ import annotations

import re

from pddl2nl.model import GroundAction
from policies.translation._reading import Chosen, LookAround, Reading, Unread, remark

_ACTION = re.compile(r"\(\s*([^\s()]+)((?:\s+[^\s()]+)*)\s*\)")


class PddlTranslator:
    """Reads `(stack b1 b2)` wherever it stands in a sentence."""

    async def read(self, sentence: str) -> Reading:
        said = remark(sentence)
        found = _ACTION.search(sentence)
        # "(look around)" looks like an action, and "once you are done, (stack a b)" is one.
        if isinstance(said, LookAround) or found is None:
            return said or Unread(sentence)
        return Chosen(GroundAction(found[1].lower(), tuple(found[2].lower().split())))
