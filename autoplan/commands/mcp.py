"""`autoplan mcp`."""

from __future__ import annotations

import argparse
import errno
import logging
import socket
import sys
from collections.abc import Sequence
from importlib.metadata import version

from autoplan.installation import advice, is_installed
from pddl2nl.errors import InputError

ABOUT = """Serve planning tasks, validation and conversion as tools of the Model Context Protocol.

examples:
  autoplan mcp
        over standard input and output, for clients: {"command": "autoplan", "args": ["mcp"]}
  autoplan mcp --http 8000
        for clients on this machine, at http://127.0.0.1:8000/mcp
  autoplan mcp --domain my-domain/
        adds your own folder, with its lexicon
"""
_HOST = "127.0.0.1"


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--http",
        metavar="PORT",
        type=int,
        help="serve streamable HTTP on this port of 127.0.0.1, 0 for any free port (default: "
        "stdio)",
    )
    command.add_argument(
        "--domain",
        metavar="FOLDER",
        nargs="+",
        default=(),
        help="additional domains: folders with domain.pddl, instances/ and, optionally, "
        "domain.lexicon.json",
    )


def run(options: argparse.Namespace) -> int:
    if not is_installed("mcp"):
        raise InputError(f"autoplan mcp needs the package mcp; {advice('mcp')}")
    # The library would set up a log in colours, which are printed as the escapes that they are.
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    if options.http is None:
        from autoplan.integrations.mcp_server import planning_server

        planning_server(version("autoplan"), folders=options.domain).run("stdio")
    else:
        _serve_http(options.http, options.domain)
    return 0


def _serve_http(port: int, folders: Sequence[str]) -> None:
    """Serve until the process is interrupted."""
    with _listening(port) as listening:
        import asyncio

        from autoplan.integrations.mcp_server import http_server, planning_server

        server = http_server(planning_server(version("autoplan"), folders=folders))
        address = f"http://{_HOST}:{listening.getsockname()[1]}/mcp"
        print(f"serving MCP on {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
        asyncio.run(server.serve([listening]))


def _listening(port: int) -> socket.socket:
    """A socket of this machine alone."""
    if not 0 <= port < 1 << 16:
        raise InputError(f"--http must be a number from 0 to 65535, not {port}")
    try:
        return socket.create_server((_HOST, port))
    except OSError as error:
        why = "it is in use" if error.errno == errno.EADDRINUSE else error.strerror or str(error)
        raise InputError(f"cannot listen on {_HOST}:{port}: {why}") from error
