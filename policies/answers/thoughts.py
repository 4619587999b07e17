"""The blocks in which a model thinks before it answers: `<think> … </think>`."""

from __future__ import annotations

import re

_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning|scratchpad)>", re.IGNORECASE)


def without_thoughts(answer: str) -> str:
    """An answer without these blocks; the whole of it where nothing else is left."""
    if "<" not in answer:
        return answer
    kept: list[str] = []
    begin, opened = 0, None
    for tag in _TAG.finditer(answer):
        if not tag[1]:
            opened = tag.start() if opened is None else opened
        else:
            # An end without a beginning ends what the whole answer has begun with.
            kept = [] if opened is None else [*kept, answer[begin:opened]]
            begin, opened = tag.end(), None
    rest = "".join([*kept, answer[begin:]])
    return rest if rest.strip() else answer
