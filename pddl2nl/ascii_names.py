"""Names in ASCII: planners and VAL read a PDDL file as they please where it has other letters."""

from __future__ import annotations

import re

_OTHER = re.compile(r"[^\x00-\x7f]|_(?=u[0-9a-f]+_)")
_ENCODED = re.compile(r"_u([0-9a-f]+)_")


def to_ascii(text: str) -> str:
    """A text with a name in ASCII for each other letter: `köln` becomes `k_uf6_ln`.

    Nothing else becomes the same, since an underscore that would look like it is encoded as well.
    """
    return _OTHER.sub(lambda found: f"_u{ord(found[0]):x}_", text)


def from_ascii(text: str) -> str:
    """The text of which `to_ascii` made another one."""
    return _ENCODED.sub(lambda found: chr(int(found[1], 16)), text)
