"""AgentKit: thought processes as dynamic graphs of prompts (AgentKit paper)."""

from policies.agents.agentkit.database import Database
from policies.agents.agentkit.graph import Graph
from policies.agents.agentkit.node import Ask, Condition, Node, compose
from policies.agents.agentkit.trace import (
    AfterQueryError,
    Attempt,
    GraphChangeError,
    GraphError,
    NodeFailedError,
    NodeTrace,
    PassTrace,
)
from policies.agents.agentkit.traversal import NodeContext

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
