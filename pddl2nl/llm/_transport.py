"""The HTTP transport under the SDK: the fastest that is installed."""

from __future__ import annotations

import ssl
from functools import cache
from importlib.util import find_spec

import httpx2
import openai

CONNECT_SECONDS = 15.0
CONNECTIONS = 100


def http_client(connections: int = CONNECTIONS) -> httpx2.AsyncClient:
    """A client on aiohttp where that is installed, which takes less processor time a call.

    It limits the time to connect only: a limit on each read would let a server that sends a byte
    now and then go on for ever, so the caller limits the whole attempt.

    Args:
        connections: the most connections at the same time; all are kept for the next request.
    """
    timeout = httpx2.Timeout(None, connect=CONNECT_SECONDS)
    limits = httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)
    kind = openai.DefaultAsyncHttpxClient
    if find_spec("aiohttp") is not None:
        kind = openai.DefaultAioHttpClient
    return kind(
        timeout=timeout,
        limits=limits,
        verify=_trusted(),
        event_hooks={"response": [_stay_with_server]},
    )


class RedirectedError(Exception):
    """A server sends its client to another one. Its text says where to, and what to do."""


async def _stay_with_server(response: httpx2.Response) -> None:
    """Follow no redirection to another server, and read nothing of one within the same.

    Another server would get the conversation.

    Raises:
        RedirectedError: there is one.
    """
    if not response.has_redirect_location:
        return
    here = response.request.url
    try:
        there = here.join(response.headers["location"])
    except httpx2.InvalidURL:
        return  # the client says so itself
    if there.is_relative_url or there.origin != here.origin:
        raise RedirectedError(
            f"the server redirects to {there.scheme}://{there.netloc.decode('ascii')}, which gets "
            "neither key nor conversation; if that is meant, give it as --base-url"
        )
    # The client would read what comes with a redirection, however much that is.
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    await response.stream.aclose()
    response.stream = httpx2.ByteStream(b"")


@cache
def _trusted() -> ssl.SSLContext:
    """Whose certificates are believed: read once, since that takes longer than many a call."""
    return httpx2.create_ssl_context()


def transport_errors() -> tuple[type[Exception], ...]:
    """The exceptions that the SDK lets through from below it."""
    if find_spec("aiohttp") is None:
        return (httpx2.HTTPError, OSError)
    import aiohttp

    return (httpx2.HTTPError, OSError, aiohttp.ClientError)
