"""Chat models: the values they exchange, the clients that call them, and a cache of answers."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pddl2nl.llm.dialects import MAX_NAME_LENGTH
from pddl2nl.llm.function_model import FunctionModel, FunctionSpec, ModelFunction, answered
from pddl2nl.llm.providers import (
    Connection,
    ModelProvider,
    ModelTraits,
    Secret,
    answers_file,
    cache_folder,
    check_model,
    checked_base_url,
    model_traits,
    open_cached_model,
    open_model,
)
from pddl2nl.llm.values import (
    CacheError,
    ChatModel,
    Completion,
    FaultReason,
    Message,
    ModelError,
    PermanentModelError,
    RejectedRequestError,
    Request,
    Role,
    ScriptedModel,
    Tool,
    ToolCall,
    TransientModelError,
    Usage,
    as_data,
    checked_usage,
    estimate_tokens,
    estimate_usage,
    with_calls,
)
from pddl2nl.llm.wire import (
    encodable,
    message_as_json,
    numbered_id,
    plain_name,
    read_tool_calls,
    request_as_json,
    tool_as_json,
    tool_call_as_json,
    tools_text,
)

if TYPE_CHECKING:
    from pddl2nl.llm.cached_model import CachedModel, request_key
    from pddl2nl.llm.openai_model import OpenAIModel
    from pddl2nl.llm.pace import Backoff, Gate, Pace, Retry

__all__ = [
    "MAX_NAME_LENGTH",
    "Backoff",
    "CacheError",
    "CachedModel",
    "ChatModel",
    "Completion",
    "Connection",
    "FaultReason",
    "FunctionModel",
    "FunctionSpec",
    "Gate",
    "Message",
    "ModelError",
    "ModelFunction",
    "ModelProvider",
    "ModelTraits",
    "OpenAIModel",
    "Pace",
    "PermanentModelError",
    "RejectedRequestError",
    "Request",
    "Retry",
    "Role",
    "ScriptedModel",
    "Secret",
    "Tool",
    "ToolCall",
    "TransientModelError",
    "Usage",
    "answered",
    "answers_file",
    "as_data",
    "cache_folder",
    "check_model",
    "checked_base_url",
    "checked_usage",
    "encodable",
    "estimate_tokens",
    "estimate_usage",
    "message_as_json",
    "model_traits",
    "numbered_id",
    "open_cached_model",
    "open_model",
    "plain_name",
    "read_tool_calls",
    "request_as_json",
    "request_key",
    "tool_as_json",
    "tool_call_as_json",
    "tools_text",
    "with_calls",
]

# Their libraries take up to a second to import, and most commands call no model.
_ON_DEMAND = {
    "Backoff": "pddl2nl.llm.pace",
    "CachedModel": "pddl2nl.llm.cached_model",
    "OpenAIModel": "pddl2nl.llm.openai_model",
    "Gate": "pddl2nl.llm.pace",
    "Pace": "pddl2nl.llm.pace",
    "Retry": "pddl2nl.llm.pace",
    "request_key": "pddl2nl.llm.cached_model",
}


def __getattr__(name: str) -> object:
    if name not in _ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ON_DEMAND[name]), name)
