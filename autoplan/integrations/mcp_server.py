"""Planning tasks as tools of the Model Context Protocol, over stdio or streamable HTTP.

Whoever plays sees what a language model sees in an evaluation: the task in words, and what each
action did. PDDL comes as text, never as a path.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, ParamSpec, TypeVar

import anyio
import anyio.to_process
import anyio.to_thread
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
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import Field, ValidationError

import domains
from autoplan.experiment.benchmarks import card
from autoplan.integrations.mcp_tools import (
    OpenTask,
    TaskShelf,
    TaskSource,
    english,
    grade,
    task_of,
    verdict,
)
from autoplan.integrations.playable import PlayableTask
from pddl2nl.errors import InputError
from policies.mechanism import take_step
from simulator import Observation
from simulator.queries import OutOfTimeError, within

LARGEST_REQUEST = 1 << 20
"""Bytes of a request over HTTP."""
MAX_PDDL_LENGTH = 200_000
MAX_ANSWER_LENGTH = 100_000
MAX_ACTION_LENGTH = 2_000
"""Characters of each text that a client gives."""
SECONDS = 10.0
"""How long one call may work."""
SESSIONS = 100
"""How many clients may have a session over HTTP at the same time."""
_PLACES = 2
"""How many calls about texts are worked on at the same time, each in a process of its own."""
_SESSION = "mcp-session-id"
_NO_ID = "the 'id' of a request is a text or a whole number"

_INSTRUCTIONS = """Planning tasks to be solved in words. Call start_task with a domain of \
list_domains, read its texts, then call act with one action at a time, in the words of the texts, \
until it says that the task is solved. look describes the current state and costs a step. \
validate_plan, convert_pddl and score_answer need no task."""

Id = Annotated[str, Field(max_length=100, description="the id that start_task gave")]
Pddl = Annotated[str, Field(max_length=MAX_PDDL_LENGTH)]
InForm = Annotated[
    Literal["nl", "template", "pddl"],
    Field(description="the texts are English (nl), template English or PDDL"),
]
InStyle = Annotated[Literal["paper", "brief"], Field(description="how English is composed")]
Named = Annotated[str, Field(max_length=100, description="a bundled domain (see list_domains)")]
Instance = Annotated[
    int | Annotated[str, Field(max_length=100)],
    Field(description="the number (from 1) or the name of an instance"),
]
_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True)  # the library takes slots for default values
class ListedDomain:
    """A bundled domain, what it is about, and how many instances it has."""

    name: str
    summary: str
    instances: int


@dataclass(frozen=True)  # the library takes slots for default values
class TextsOfTask:
    """A task as a player reads it first; `task` is its id for the other tools."""

    task: str
    instance: str
    step_limit: int
    domain_text: str
    problem_text: str


@dataclass(frozen=True)  # the library takes slots for default values
class Played:
    """What came of a step; `finish` says why the task is over, null while it goes on."""

    observation: str
    refused: bool
    solved: bool
    finish: str | None
    steps_left: int


class PlanningTools:
    """The tools, each a method whose docstring a client reads.

    Args:
        shelf: keeps the tasks under way.
        seconds: how long one call may work.
    """

    def __init__(self, shelf: TaskShelf, seconds: float = SECONDS) -> None:
        self._shelf, self._seconds = shelf, seconds
        self._places = anyio.CapacityLimiter(_PLACES)

    async def list_domains(self) -> list[ListedDomain]:
        """List the bundled planning domains."""
        return await anyio.to_thread.run_sync(_listed)

    async def start_task(
        self,
        ctx: Context,
        domain: Named,
        instance: Instance = 1,
        form: InForm = "nl",
        style: InStyle = "paper",
    ) -> TextsOfTask:
        """Begin a task of a bundled domain: its id and its texts."""
        source = TaskSource(domain=domain, instance=instance)
        task = await self._in_time(task_of, source, form, style)
        return _texts(self._shelf.add(_owner(ctx), task), task)

    async def get_texts(self, ctx: Context, task: Id) -> TextsOfTask:
        """The texts of a task once more, as at its beginning."""
        return _texts(task, self._shelf.get(_owner(ctx), task).task)

    async def act(
        self,
        ctx: Context,
        task: Id,
        action: Annotated[str, Field(max_length=MAX_ACTION_LENGTH)],
    ) -> Played:
        """Try one action, as a sentence in the words of the task, or in PDDL: what it did, or why
        it is refused. A refused action costs a step and changes nothing."""
        return await self._in_time(_acted, self._shelf.get(_owner(ctx), task), action)

    async def look(self, ctx: Context, task: Id) -> Played:
        """Describe the current state of a task in words. It costs a step."""
        return await self._in_time(_looked, self._shelf.get(_owner(ctx), task))

    async def end_task(self, ctx: Context, task: Id) -> str:
        """Forget a task that is not played on."""
        self._shelf.end(_owner(ctx), task)
        return "The task is forgotten."

    async def validate_plan(
        self,
        plan: Annotated[Pddl, Field(description="one ground action a line, as (move a b)")],
        domain: Named | None = None,
        instance: Instance = 1,
        domain_pddl: Pddl | None = None,
        problem_pddl: Pddl | None = None,
    ) -> dict[str, Any]:
        """Whether a plan in PDDL solves a task, a bundled one (domain, instance) or a given one
        (domain_pddl, problem_pddl); if not, at which step it fails, and why."""
        source = TaskSource(domain, instance, domain_pddl, problem_pddl)
        return await self._apart(verdict, source, plan)

    async def convert_pddl(
        self,
        domain_pddl: Pddl,
        problem_pddl: Pddl | None = None,
        style: InStyle = "paper",
    ) -> dict[str, Any]:
        """Say a PDDL domain, and a problem of it, in English that loses nothing."""
        return await self._apart(english, domain_pddl, problem_pddl, style)

    async def score_answer(
        self,
        response: Annotated[str, Field(max_length=MAX_ANSWER_LENGTH)],
        domain: Named | None = None,
        instance: Instance = 1,
        domain_pddl: Pddl | None = None,
        problem_pddl: Pddl | None = None,
        form: InForm = "nl",
        style: InStyle = "paper",
    ) -> dict[str, Any]:
        """Read the plan in a whole answer to a task, bundled or given, and grade it. The words
        are those of start_task or convert_pddl in this form and style."""
        source = TaskSource(domain, instance, domain_pddl, problem_pddl)
        return await self._apart(grade, source, response, form, style)

    async def _in_time(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Do something with a bundled task; what may take for ever asks for the time."""

        def timed() -> _T:
            with within(self._seconds):
                return work(*args, **kwargs)

        return await anyio.to_thread.run_sync(timed)

    async def _apart(self, work: Callable[..., dict[str, Any]], *args: object) -> dict[str, Any]:
        """Do something with a client's text in a process that is ended when its time is up."""
        async with self._places:
            with anyio.fail_after(self._seconds):
                return await anyio.to_process.run_sync(work, *args, cancellable=True)


class PlanningServer(MCPServer[Any]):
    """The protocol's server; it reports what goes wrong in one line."""

    def __init__(self, tools: PlanningTools, version: str) -> None:
        super().__init__(
            "autoplan", version=version, instructions=_INSTRUCTIONS, log_level="WARNING"
        )
        for reading in (
            tools.list_domains,
            tools.get_texts,
            tools.validate_plan,
            tools.convert_pddl,
            tools.score_answer,
        ):
            self.add_tool(reading, annotations=ToolAnnotations(read_only_hint=True))
        for changing in (tools.start_task, tools.act, tools.look, tools.end_task):
            self.add_tool(changing, annotations=ToolAnnotations(open_world_hint=False))

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
    """The answer to what is no message of the protocol.

    Args:
        fault: why it was not read.
    """
    found = fault.errors(include_url=False) if isinstance(fault, ValidationError) else []
    # It was tried as each kind of message, and what lacks a part is the message itself.
    wholes = [each["input"] for each in found if each["type"] in ("json_invalid", "missing")]
    sent = wholes[0] if wholes else None
    try:
        sent = json.loads(sent) if isinstance(sent, str) else sent
    except (ValueError, RecursionError):
        return _error(None, PARSE_ERROR, "this is no JSON")
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


def planning_server(version: str, seconds: float = SECONDS) -> PlanningServer:
    """A server with all tools.

    Args:
        version: sent to clients.
        seconds: how long one call may work.
    """
    return PlanningServer(PlanningTools(TaskShelf(), seconds), version)


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


def _owner(ctx: Context) -> str | None:
    """Whose tasks a request may see.

    Over stdio there is one client. Over HTTP a session has an id that the library has given it
    and that every request bears; the protocol of 2026 has no sessions, so a task's id is its key.
    """
    headers = ctx.headers
    if headers is None:
        return "stdio"
    if ctx.protocol_version not in HANDSHAKE_PROTOCOL_VERSIONS:
        return None
    return f"session {headers.get(_SESSION)}"


def _listed() -> list[ListedDomain]:
    cards = map(card, domains.names())
    return [ListedDomain(each.name, each.summary, len(each.instances)) for each in cards]


def _texts(name: str, task: PlayableTask) -> TextsOfTask:
    shown = task.presentation
    return TextsOfTask(name, task.name, task.step_limit, shown.domain_text, shown.problem_text)


def _acted(opened: OpenTask, step: str) -> Played:
    with opened.turn:
        _refuse_finished(opened)
        return _played(opened, take_step(opened.episode, opened.task.step_of(step)))


def _looked(opened: OpenTask) -> Played:
    with opened.turn:
        _refuse_finished(opened)
        return _played(opened, opened.episode.look())


def _refuse_finished(opened: OpenTask) -> None:
    episode = opened.episode
    if episode.finished:
        why = "it is solved" if episode.solved else "its steps are used up"
        raise InputError(f"the task is over, since {why}; begin another one with start_task")


def _played(opened: OpenTask, seen: Observation) -> Played:
    episode = opened.episode
    left = opened.task.step_limit - episode.steps
    return Played(seen.text, seen.mistake is not None, bool(episode.solved), episode.finish, left)


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
