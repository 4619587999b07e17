"""The address of a server of the chat-completions protocol."""

from __future__ import annotations

from urllib.parse import urlsplit

from pddl2nl.errors import InputError


def checked_base_url(base_url: str) -> str:
    """The address of a server, without a slash at its end.

    Raises:
        InputError: it is no http or https address, or holds a user name and password.
    """
    if "@" in base_url.partition("//")[2].partition("/")[0] or "?" in base_url:
        raise InputError(
            "the base URL must hold no password and no query; "
            "a key belongs in an environment variable"
        )
    try:
        parts = urlsplit(base_url)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # brackets that do not match, or a port out of range
        known = False
    if not known:
        raise InputError(
            f"the base URL {base_url!r} is no address of a server, "
            "which looks like http://127.0.0.1:8000/v1"
        )
    return base_url.rstrip("/")
