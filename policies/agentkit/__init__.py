"""AgentKit: thought processes as dynamic graphs of prompts (seed paper 002)."""

from policies.agentkit.database import Database
from policies.agentkit.errors import (
    AfterQueryError,
    GraphChangeError,
    GraphError,
    NodeFailedError,
)
from policies.agentkit.graph import Graph
from policies.agentkit.node import Ask, Condition, Node, NodeContext, compose
from policies.agentkit.trace import Attempt, NodeTrace, PassTrace

__all__ = [
    "AfterQueryError",
    "Ask",
    "Attempt",
    "Condition",
    "Database",
    "Graph",
    "GraphChangeError",
    "GraphError",
    "Node",
    "NodeContext",
    "NodeFailedError",
    "NodeTrace",
    "PassTrace",
    "compose",
]
