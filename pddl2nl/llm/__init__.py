"""Chat models: the values they exchange, the clients that call them, and a cache of answers."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pddl2nl.llm._errors import (
    CacheError,
    FaultReason,
    ModelError,
    PermanentModelError,
    RejectedRequestError,
    TransientModelError,
)
from pddl2nl.llm._open import model_traits, open_model
from pddl2nl.llm._provider import Connection, ModelProvider, ModelTraits
from pddl2nl.llm._tokens import checked_usage, estimate_tokens, estimate_usage
from pddl2nl.llm._user_cache import answers_file, cache_folder, open_cached_model
from pddl2nl.llm._values import (
    Backoff,
    ChatModel,
    Completion,
    Message,
    Request,
    Role,
    Tool,
    ToolCall,
    Usage,
    as_data,
    with_calls,
)
from pddl2nl.llm._wire import (
    LONGEST_NAME,
    message_as_json,
    numbered_id,
    plain_name,
    read_tool_calls,
    request_as_json,
    tool_as_json,
    tool_call_as_json,
    tools_told,
)
from pddl2nl.llm.scripted import ScriptedModel

if TYPE_CHECKING:
    from pddl2nl.llm._cached_model import CachedModel, request_key
    from pddl2nl.llm._openai_model import OpenAIModel
    from pddl2nl.llm._pace import Pace

__all__ = [
    "LONGEST_NAME",
    "Backoff",
    "CacheError",
    "CachedModel",
    "ChatModel",
    "Completion",
    "Connection",
    "FaultReason",
    "Message",
    "ModelError",
    "ModelProvider",
    "ModelTraits",
    "OpenAIModel",
    "Pace",
    "PermanentModelError",
    "RejectedRequestError",
    "Request",
    "Role",
    "ScriptedModel",
    "Tool",
    "ToolCall",
    "TransientModelError",
    "Usage",
    "answers_file",
    "as_data",
    "cache_folder",
    "checked_usage",
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
    "tools_told",
    "with_calls",
]

# Their libraries take up to a second to import, and most commands call no model.
_ON_DEMAND = {
    "CachedModel": "pddl2nl.llm._cached_model",
    "OpenAIModel": "pddl2nl.llm._openai_model",
    "Pace": "pddl2nl.llm._pace",
    "request_key": "pddl2nl.llm._cached_model",
}


def __getattr__(name: str) -> object:
    if name not in _ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ON_DEMAND[name]), name)
