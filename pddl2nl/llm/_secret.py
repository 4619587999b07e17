"""A key that can be used and cannot be printed."""

from __future__ import annotations

from pddl2nl.errors import InputError

MASK = "[key removed]"

SHORTEST_MASKED = 8
"""Shorter keys are placeholders for local servers (`none`, `EMPTY`), and may well be words."""


class Secret:
    """An API key whose text appears in no `repr`, `str` or traceback.

    Args:
        key: the key; blanks around it are dropped.

    Raises:
        InputError: the key holds characters that cannot be sent in an HTTP header.
    """

    __slots__ = ("_key",)

    def __init__(self, key: str) -> None:
        self._key = key.strip()
        if not (self._key and self._key.isascii() and self._key.isprintable()):
            raise InputError("the API key is empty or holds characters that no key can hold")

    def __repr__(self) -> str:
        return f"Secret({MASK!r})"

    def reveal(self) -> str:
        """The key itself, for the one place that sends it."""
        return self._key

    def remove_from(self, text: str) -> str:
        """The text with every occurrence of the key masked."""
        if len(self._key) < SHORTEST_MASKED:
            return text
        return text.replace(self._key, MASK)
