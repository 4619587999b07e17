"""`autoplan serve-model`."""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Mapping

from pddl2nl.errors import InputError
from pddl2nl.llm import ChatModel, model_traits, open_model

ABOUT = """Serve offline models through a chat-completions API.

examples:
  autoplan serve-model reader
        the offline model on http://127.0.0.1:8000/v1, for any client of chat completions
  autoplan serve-model reader random --port 8123
        two models, selected by name
  autoplan eval --mechanism react --domain ferry --model compat/reader \\
        --base-url http://127.0.0.1:8000/v1
        an evaluation through this server
"""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "models", metavar="SPEC", nargs="+", help="reader, random, or a plug-in's local model"
    )
    command.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on (default: 127.0.0.1, this machine only)",
    )
    command.add_argument(
        "--port",
        metavar="N",
        type=int,
        default=8000,
        help="port (default: 8000; 0 for any free port)",
    )


def run(options: argparse.Namespace) -> int:
    models = {spec: _opened(spec) for spec in options.models}
    if not 0 <= options.port < 1 << 16:
        raise InputError(f"--port must be a number from 0 to 65535, not {options.port}")
    try:
        _serve(models, options.host, options.port)
    except UnicodeError as error:
        raise InputError(f"--host {options.host!r} is not a host name") from error
    except OSError as error:
        why = "it is in use" if error.errno == errno.EADDRINUSE else error.strerror or str(error)
        raise InputError(f"cannot listen on {options.host}:{options.port}: {why}") from error
    return 0


def _opened(spec: str) -> ChatModel:
    if model_traits(spec).remote:
        raise InputError(f"{spec} has a server already; reader and random can be served")
    return open_model(spec)


def _serve(models: Mapping[str, ChatModel], host: str, port: int) -> None:
    """Serve until the process is interrupted."""
    import asyncio

    from aiohttp import web

    from autoplan.integrations.chat_server import chat_runner, chat_server, own_names

    async def serve() -> None:
        runner = chat_runner(chat_server(models, own_names(host)))
        await runner.setup()
        try:
            site = web.TCPSite(runner, host, port)
            await site.start()
            place, taken = runner.addresses[0][:2]
            names = " and ".join(models)
            print(f"serving {names} on http://{place}:{taken}/v1 (Ctrl-C ends it)", file=sys.stderr)
            await asyncio.Event().wait()
        finally:
            await runner.cleanup()

    asyncio.run(serve())
