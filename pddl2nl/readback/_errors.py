from __future__ import annotations

UNREAD = "I cannot read the task: "
"""How an answer, and its note, begin that an offline model gives to such a text; a reason follows.
"""


class UnreadableText(ValueError):
    """A sentence that the controlled English does not have, or one with two meanings."""
