"""Connections to a chat-completions server: one set for each event loop, closed when it ends."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec

import httpx2
import openai

from pddl2nl.llm.dialects import parse_retry_after
from pddl2nl.llm.providers import Secret
from pddl2nl.llm.wire import with_plain_letters

CONNECT_SECONDS = 15.0
CONNECTIONS = 100


def http_client(connections: int = CONNECTIONS) -> httpx2.AsyncClient:
    """A client on aiohttp where that is installed and the SDK has one, which takes less processor
    time a call.

    It limits the time to connect only: a limit on each read would let a server that sends a byte
    now and then go on for ever, so the caller limits the whole attempt.

    Args:
        connections: the most connections at the same time; all are kept for the next request.
    """
    timeout = httpx2.Timeout(None, connect=CONNECT_SECONDS)
    limits = httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)
    kind: Callable[..., httpx2.AsyncClient] = openai.DefaultAsyncHttpx2Client
    # Before release 3 of the SDK, its client on aiohttp is one of httpx.
    if find_spec("aiohttp") and issubclass(openai.DefaultAioHttpClient, httpx2.AsyncClient):
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


MAX_ANSWER = 64 << 20
"""Bytes of an answer."""


class Connections:
    """Opens the connections that an event loop needs, at most `most`; they belong to one loop."""

    def __init__(self, base_url: str, secret: Secret, most: int) -> None:
        self._base_url = base_url
        self._secret = secret
        self._most = most
        # Servers, and the generators whose end closes the connections to them.
        self._open: dict[
            asyncio.AbstractEventLoop, tuple[_Server, AsyncGenerator[_Server, None]]
        ] = {}

    def __len__(self) -> int:
        """How many event loops have connections open."""
        return len(self._open)

    async def post(self, content: bytes) -> Received:
        """Send a request for a chat completion, given as JSON.

        Returns:
            the server's answer, of whatever status.

        Raises:
            transport_errors: there is none.
        """
        loop = asyncio.get_running_loop()
        if loop not in self._open:
            lifetime = self._lifetime()
            # Nothing is awaited before the yield, so two coroutines can't both come by here.
            self._open[loop] = await anext(lifetime), lifetime
        server, _ = self._open[loop]
        return await server.post(content)

    async def aclose(self) -> None:
        """Close the running event loop's connections; `asyncio.run` does so by itself."""
        known = self._open.get(asyncio.get_running_loop())
        if known is not None:
            await known[1].aclose()

    async def _lifetime(self) -> AsyncGenerator[_Server, None]:
        """Yields the server, and closes its connections when the event loop ends.

        An asynchronous generator since `asyncio.run` closes those that are open before it closes
        the loop: callers need not hold a model in an `async with`.
        """
        http = http_client(self._most)
        try:
            yield self._server(http)
        finally:
            self._open.pop(asyncio.get_running_loop(), None)
            await http.aclose()

    def _server(self, http: httpx2.AsyncClient) -> _Server:
        """The server with the headers that the SDK sends: the key, and what its variables say."""
        sdk = openai.AsyncOpenAI(
            api_key=self._secret.reveal(), base_url=self._base_url, http_client=http
        )
        headers = {**sdk.auth_headers, **sdk.default_headers}
        sent = {name: value for name, value in headers.items() if isinstance(value, str)}
        first = http.build_request("POST", f"{self._base_url}/chat/completions", headers=sent)
        del first.headers["content-length"]
        return _Server(http, first.url, first.headers, self._secret)


@dataclass(frozen=True, slots=True)
class Received:
    """What came back over HTTP, without the key should the server repeat it."""

    status: int
    body: str
    headers: Mapping[str, str] = field(repr=False)

    @property
    def retry_after(self) -> float | None:
        """The seconds that the server asks to wait; who succeeds need not know."""
        return parse_retry_after(self.headers)


@dataclass(frozen=True, slots=True)
class _Server:
    """Where requests go, and the headers that are the same for all of them.

    The SDK would work out address and headers anew for each, which takes longer than all else.
    """

    http: httpx2.AsyncClient
    url: httpx2.URL
    headers: httpx2.Headers = field(repr=False)
    secret: Secret

    async def post(self, content: bytes) -> Received:
        request = httpx2.Request(
            "POST",
            self.url,
            headers=self.headers,
            cookies=self.http.cookies,
            stream=httpx2.ByteStream(content),  # given as content, it would be looked into
        )
        request.headers["Content-Length"] = str(len(content))
        request.headers.encoding = self.headers.encoding  # else it would be guessed anew
        request.read()
        response = await self.http.send(request, stream=True)
        try:
            text = with_plain_letters((await _content(response)).decode("utf-8", "replace"))
            return Received(response.status_code, self.secret.remove_from(text), response.headers)
        finally:
            await response.aclose()


async def _content(response: httpx2.Response) -> bytes:
    """The whole content of an answer, decompressed.

    Raises:
        DecodingError: it is too large; a few compressed bytes can stand for very many.
    """
    parts, size = [], 0
    # Without what decompresses, nothing and one part at a time, a call takes 4 % less.
    compressed = "content-encoding" in response.headers
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    async for part in response.aiter_bytes() if compressed else response.stream:
        parts.append(part)
        size += len(part)
        if size > MAX_ANSWER:
            raise httpx2.DecodingError(f"the answer has more than {MAX_ANSWER:,} bytes")
    return b"".join(parts)
