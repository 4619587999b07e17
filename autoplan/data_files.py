"""Where the tables and lists in the folder `data` are: beside the packages, or inside this one."""

from __future__ import annotations

from pathlib import Path


def data_file(name: str) -> Path:
    """The path of a file of `data`.

    Args:
        name: its path in that folder.
    """
    package = Path(__file__).parent
    # Built into a wheel, the folder lies inside the package; in a checkout, beside it.
    installed = package / "data" / name
    return installed if installed.exists() else package.parent / "data" / name
