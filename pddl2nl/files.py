"""Files that a user names, read up to a size: a device or a pipe may have no end."""

from __future__ import annotations

import errno
from pathlib import Path

MAX_BYTES = 100_000_000
"""More is not read of a file; the largest problems of the planning competitions have a tenth."""


def read_bytes(path: str | Path) -> bytes:
    """The content of a file, a pipe or a device.

    Raises:
        OSError: it cannot be read, or is larger than `MAX_BYTES`.
        ValueError: this is not the path of a file.
    """
    content = bytearray()
    with Path(path).open("rb") as file:
        while part := file.read(1 << 20):
            content += part
            if len(content) > MAX_BYTES:
                why = f"it is larger than {MAX_BYTES:,} bytes"
                raise OSError(errno.EFBIG, why, str(path))
    return bytes(content)


def data_folder(name: str, package: Path = Path(__file__).parent) -> Path:
    """A folder or file of the project's `data` that a package needs."""
    # Built into a wheel, it lies inside the package; in a checkout, beside it.
    installed = package / "data" / name
    return installed if installed.exists() else package.parent / "data" / name


def read_text(path: str | Path, encoding: str = "utf-8") -> str:
    r"""The text of a file, a pipe or a device, with `\n` at the ends of lines.

    Raises:
        OSError: it cannot be read, or is larger than `MAX_BYTES`.
        ValueError: this is not the path of a file, or the text has another encoding
            (`UnicodeDecodeError`).
    """
    text = read_bytes(path).decode(encoding)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
