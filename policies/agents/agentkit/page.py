"""The passes of an agent as a page: what each node was asked, answered, took and changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from policies.agents.agentkit.database import as_text


def passes_page(title: str, passes: Iterable[Mapping[str, Any]]) -> str:
    """One HTML page that asks for nothing from elsewhere.

    Args:
        title: its heading.
        passes: the passes in order, each as `PassTrace.as_data` gives it.
    """
    environment = Environment(
        loader=PackageLoader("policies.agents.agentkit", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["as_text"] = as_text
    shown = [{**each, "rows": list(map(_row, each["nodes"]))} for each in passes]
    return environment.get_template("page.html.j2").render(title=title, passes=shown)


def _row(node: Mapping[str, Any]) -> dict[str, Any]:
    """A node with its tokens summed up."""
    usages = [attempt["usage"] for attempt in node["attempts"]]
    return {
        **node,
        "input_tokens": sum(usage["input_tokens"] for usage in usages),
        "output_tokens": sum(usage["output_tokens"] for usage in usages),
    }
