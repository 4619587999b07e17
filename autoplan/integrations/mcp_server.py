"""Planning tasks as tools of the Model Context Protocol, over stdio or streamable HTTP.

Whoever plays sees what a language model sees in an evaluation: the task in words, and what each
action did. A client's PDDL comes as text, never as a path.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Sequence
from typing import Any

import anyio
import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    CallToolResult,
    ErrorData,
    GetPromptResult,
    InputRequiredResult,
    JSONRPCError,
    JSONRPCNotification,
    ToolAnnotations,
)
from pydantic import ValidationError

from autoplan.integrations.mcp_tasks import TaskShelf
from autoplan.integrations.mcp_tools import SECONDS, PlanningTools
from pddl2nl.errors import InputError
from simulator.queries import OutOfTimeError

LARGEST_REQUEST = 1 << 20
"""Bytes of a request over HTTP."""
SESSIONS = 100
"""How many clients may have a session over HTTP at the same time."""
_NO_ID = "the 'id' of a request is a text or a whole number"

_INSTRUCTIONS = """Planning tasks to be solved in words. Call start_task with a domain of \
list_domains, read its texts, then call act with one action at a time, in the words of the texts, \
until it says that the task is solved. look describes the current state and costs a step. \
start_task, validate_plan, score_answer and solve take a domain of list_domains, or a domain and a \
problem of your own as texts of PDDL; convert_pddl says such texts in English."""

_READS = {"read_only_hint": True, "destructive_hint": False, "idempotent_hint": True}
_CHANGES = {"read_only_hint": False, "destructive_hint": False, "idempotent_hint": False}
_ENDS = {"read_only_hint": False, "destructive_hint": True, "idempotent_hint": True}
"""What a tool does to a task: each step counts, and a task that is ended is gone."""


class PlanningServer(MCPServer[Any]):
    """The protocol's server; it reports what goes wrong in one line."""

    def __init__(self, tools: PlanningTools, version: str) -> None:
        super().__init__(
            "autoplan", version=version, instructions=_INSTRUCTIONS, log_level="WARNING"
        )
        for tool, title, hints in (
            (tools.list_domains, "List the planning domains", _READS),
            (tools.start_task, "Start a planning task", _CHANGES),
            (tools.get_texts, "Read a task again", _READS),
            (tools.act, "Try an action", _CHANGES),
            (tools.look, "Look at the current state", _CHANGES),
            (tools.end_task, "End a task", _ENDS),
            (tools.validate_plan, "Validate a plan", _READS),
            (tools.convert_pddl, "Describe PDDL in English", _READS),
            (tools.score_answer, "Score an answer", _READS),
            (tools.solve, "Search for a plan", _READS),
        ):
            known = ToolAnnotations(title=title, open_world_hint=False, **hints)
            about = inspect.getdoc(tool)
            self.add_tool(tool, title=title, description=about, annotations=known)

    async def run_stdio_async(self) -> None:
        """Serve over stdin and stdout; the library leaves malformed messages unanswered."""
        understood, messages = anyio.create_memory_object_stream[SessionMessage | Exception]()
        async with stdio_server() as (read, write), anyio.create_task_group() as group:

            async def refuse_malformed() -> None:
                async with understood:
                    async for message in read:
                        if isinstance(message, Exception):
                            await write.send(SessionMessage(refusal(message)))
                        elif _lacks_id(message.message):
                            await write.send(SessionMessage(_error(None, INVALID_REQUEST, _NO_ID)))
                        else:
                            await understood.send(message)

            group.start_soon(refuse_malformed)
            server = self._lowlevel_server
            await server.run(messages, write, server.create_initialization_options())
            group.cancel_scope.cancel()

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool.

        Raises:
            ToolError: it cannot do what is asked.
        """
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            line = _fault_line(error.__cause__)
            if line is None:
                raise
            raise ToolError(line) from error.__cause__

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Any = None
    ) -> GetPromptResult:
        """Refuse a prompt: there are none, and the library would log a traceback.

        Raises:
            MCPError: always.
        """
        raise MCPError(INVALID_PARAMS, f"unknown prompt {name[:100]!r}: this server has none")


def refusal(fault: Exception) -> JSONRPCError:
    """The answer to what is no message of the protocol."""
    found = fault.errors(include_url=False) if isinstance(fault, ValidationError) else []
    # It was tried as each kind of message, and what lacks a part is the message itself.
    wholes = [each["input"] for each in found if each["type"] in ("json_invalid", "missing")]
    sent = wholes[0] if wholes else None
    try:
        sent = json.loads(sent) if isinstance(sent, str) else sent
    except (ValueError, RecursionError):
        return _error(None, PARSE_ERROR, "not valid JSON")
    if not isinstance(sent, dict):
        return _error(None, INVALID_REQUEST, "a message is one JSON object")
    given_id = sent.get("id")
    whose = given_id if isinstance(given_id, int | str) and not isinstance(given_id, bool) else None
    if not is_encodable(sent):
        whose = whose if is_encodable(whose) else None
        return _error(whose, INVALID_REQUEST, "half of a surrogate pair is no text")
    if sent.get("jsonrpc") != "2.0":
        return _error(whose, INVALID_REQUEST, "'jsonrpc' must be \"2.0\"")
    if whose is None or not isinstance(sent.get("method"), str):
        return _error(whose, INVALID_REQUEST, "a request has an 'id' and a 'method'")
    return _error(whose, INVALID_PARAMS, "'params' must be an object")


def _lacks_id(message: object) -> bool:
    """Whether a request was taken for a notification, since its id is none."""
    if not isinstance(message, JSONRPCNotification):
        return False
    return not str(message.method).startswith("notifications/")


def _error(whose: int | str | None, code: int, message: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=whose, error=ErrorData(code=code, message=message))


def is_encodable(value: object) -> bool:
    """Whether a value of JSON can be written as UTF-8."""
    return all(not 0xD800 <= ord(each) < 0xE000 for each in json.dumps(value, ensure_ascii=False))


def planning_server(
    version: str, seconds: float = SECONDS, folders: Sequence[str] = ()
) -> PlanningServer:
    """A server with all tools.

    Args:
        folders: domains that are offered beside the bundled ones.

    Raises:
        InputError: a folder holds no tasks, or has the name of another domain.
    """
    return PlanningServer(PlanningTools(TaskShelf(), seconds, folders), version)


def http_server(server: PlanningServer) -> uvicorn.Server:
    """The server over streamable HTTP at `/mcp`, for clients of this machine alone."""
    app = server.streamable_http_app(
        host="127.0.0.1", max_request_body_size=LARGEST_REQUEST, max_sessions=SESSIONS
    )
    # Colours would be printed as the escapes that they are.
    settings = uvicorn.Config(
        app, log_level="warning", use_colors=False, timeout_graceful_shutdown=1
    )
    return uvicorn.Server(settings)


def _fault_line(cause: BaseException | None) -> str | None:
    """A fault in one line, None for one of ours."""
    match cause:
        case InputError():
            return str(cause)
        case OutOfTimeError() | TimeoutError():
            return "this took too long and was stopped; ask for something smaller"
        case ValidationError():
            fault = cause.errors(include_url=False, include_context=False, include_input=False)[0]
            place = ".".join(map(str, fault["loc"]))
            return f"{place}: {fault['msg']}" if place else str(fault["msg"])
        case _:
            return None
