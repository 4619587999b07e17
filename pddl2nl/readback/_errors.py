from __future__ import annotations


class UnreadableText(ValueError):
    """A sentence that the controlled English does not have, or one with two meanings."""
