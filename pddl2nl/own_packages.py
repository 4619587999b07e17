"""Whether our packages are those that are imported: some of their names are nobody's own.

`simulator`, `policies` and `domains` may lie in the way as a file of the user's, or another
distribution may bring one and write over ours, which installers allow.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path

NAMES = ("pddl2nl", "simulator", "policies", "autoplan", "domains")


def foreign_package() -> str | None:
    """What is in the way of one of our packages, in a line; None where nothing is."""
    home = Path(__file__).resolve().parent.parent
    written = _as_installed()
    for name in NAMES:
        spec = find_spec(name)
        origin = Path(spec.origin).resolve() if spec and spec.origin else None
        if origin is None:
            return f"the package '{name}' is missing: install autoplan again"
        known = written.get(f"{name}/__init__.py")
        if origin.parent != home / name or known not in (None, _digest(origin)):
            return (
                f"{origin} stands where autoplan's own package '{name}' should be: "
                "install autoplan in an environment of its own, or call it from another folder"
            )
    return None


def _as_installed() -> dict[str, str]:
    """The digests of our files as an installer has noted them; empty in a checkout."""
    try:
        noted = files("autoplan") or ()
    except PackageNotFoundError:
        return {}
    return {str(each): each.hash.value for each in noted if each.hash}


def _digest(path: Path) -> str:
    digest = hashlib.sha256(path.read_bytes()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
