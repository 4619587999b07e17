"""A chat-completions server that answers every request alike after a fixed time, for benchmarks.

    cd scripts; python -m harness.server --latency 0.2

Prints its address, and serves until its standard input is closed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys

from aiohttp import web

ANSWER = "Think: I do not know yet where everything is.\nInstruction: look around"
BACKLOG = 1024


def chat_server(latency: float) -> web.Server:
    """A server whose every answer takes `latency` seconds."""
    message = {"role": "assistant", "content": ANSWER, "refusal": None}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    usage = {"prompt_tokens": 1500, "completion_tokens": 16, "total_tokens": 1516}
    content = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1700000000,
        "model": "m",
        "choices": [choice],
        "usage": usage,
    }
    body = json.dumps(content).encode()

    async def answer(request: web.BaseRequest) -> web.Response:
        await request.read()
        await asyncio.sleep(latency)
        return web.Response(body=body, content_type="application/json")

    return web.Server(answer, access_log=None)


async def serve(latency: float) -> None:
    """Serve on a free port of 127.0.0.1 until standard input is closed."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(chat_server(latency), "127.0.0.1", 0, backlog=BACKLOG)
    port = server.sockets[0].getsockname()[1]
    print(f"http://127.0.0.1:{port}/v1", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=0.2, help="seconds an answer takes")
    asyncio.run(serve(parser.parse_args().latency))
