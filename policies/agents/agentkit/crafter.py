"""The agent that plays Crafter (AgentKit paper, section 3): its graph, and what it remembers.

The graph is `graphs/crafter.yaml`. What it cannot say stands here: an action has to be one of the
game's, a skill is kept in a library, answers that settle an open question go into the knowledge
base, and each decision is remembered for those to come.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias

from policies.agents.agentkit.graph import Graph
from policies.agents.agentkit.graph_file import read_graph
from policies.agents.agentkit.node import AfterQuery, Ask
from policies.agents.agentkit.trace import AfterQueryError, PassTrace
from policies.agents.agentkit.traversal import NodeContext
from simulator.agents.worlds.crafter import ACTIONS, CrafterWorld, Moment, view_text

CRAFTER_GRAPH = Path(__file__).parent / "graphs" / "crafter.yaml"
RECENT = 25
"""The number of decisions that a pass looks back on (section 3.1)."""
FEEDBACK_EVERY = 3
"""The number of decisions under a skill after which there is advice for it (section 3.2)."""
MAX_REPEATS = 50
"""An action is repeated no more often than this in one decision."""
Manual: TypeAlias = Literal["paper", "full"]
Learning: TypeAlias = Literal["early", "late"]
"""Whether new knowledge is asked for in every pass, before the planner, or after it."""
_PART = re.compile(r"<(paper|full)>(.*?)</\1>", re.DOTALL)
_NOTHING = "Nothing yet."


@dataclass(frozen=True, slots=True)
class Decision:
    """What is remembered of a pass: the three summaries of the paper (section 3).

    Args:
        step: the game's step at which it was made.
        skill: the skill that it was made under.
        seen: the summary of what was seen.
        plan: the summary of the plan.
        action: what was done: `move_west, 3 times`.
        result: the next pass's verdict on it; empty before that.
    """

    step: int
    skill: str
    seen: str
    plan: str
    action: str
    result: str = ""

    def __str__(self) -> str:
        came = f" Result: {self.result}" if self.result else ""
        return f"Step {self.step}: {self.seen} Plan: {self.plan} Action: {self.action}.{came}"


class CrafterAgent:
    """Evaluates the graph before each action, and takes the action in the game.

    Args:
        ask: what puts messages to a model.
        world: the game.
        graph: a YAML file with the graph; it has nodes `learn`, `unknown_now`, `skill_now`, `act`,
            and the three summaries `summary_observation`, `summary_plan` and `summary_action`.
        manual: which version of the entry `manual` the agent reads: `paper`, which says no more
            than the paper's (appendix D.1), or `full`. A part `<full>…</full>` of it stands in the
            full one alone.
        learning: `early` as in the file, or `late` as in appendix F.1 (`learning_late`).
        models: gives what asks the model of a node that names one.

    Raises:
        InputError: the file holds no such graph.

    Attributes:
        decisions: the decisions so far.
        taken: how often each action was taken under each skill (AgentKit paper, figure 4).
    """

    def __init__(
        self,
        ask: Ask,
        world: CrafterWorld,
        graph: Path = CRAFTER_GRAPH,
        *,
        manual: Manual = "paper",
        learning: Learning = "early",
        models: Callable[[str], Ask] | None = None,
    ) -> None:
        found = read_graph(graph)
        self.world = world
        order = learning_late if learning == "late" else with_after_queries
        self._evaluate = partial(order(found.graph).evaluate, ask, models=models)
        self._feedbacks: dict[str, str] = {}
        self.decisions: list[Decision] = []
        self.taken: dict[str, Counter[str]] = {}
        self._seen = view_text(world.view())
        self.database = found.database(self._entries("none", _NOTHING, _NOTHING))
        if "manual" in self.database:
            parts = str(self.database.get("manual"))
            own = _PART.sub(lambda part: part[2] if part[1] == manual else "", parts)
            self.database.store("manual", own)

    async def step(self) -> tuple[Moment, PassTrace]:
        """Make one decision and carry it out.

        Returns:
            What it came to in the game, and the trace of the pass.

        Raises:
            NodeFailedError: none of a node's answers could be used.
            ValueError: the game is over.
        """
        skill = str(self.database.get("skill"))
        trace = await self._evaluate(self.database)
        outputs = trace.outputs
        if self.decisions and (summary := outputs.get("summary_action")) is not None:
            good = summary["success"] == "yes"
            result = "it succeeded." if good else f"it failed: {summary['cause']}"
            self.decisions[-1] = replace(self.decisions[-1], result=result)
        if "feedback" in outputs:
            self._feedbacks[skill] = outputs["feedback"]
        skill = str(self.database.get("skill"))
        chosen: Mapping[str, Any] = outputs["act"]
        before = self.world.run.steps
        moment = self.world.act(chosen["action"], chosen["repeats"])
        self.taken.setdefault(skill, Counter())[moment.action] += moment.repeats
        times = "once" if moment.repeats == 1 else f"{moment.repeats} times"
        action = f"{moment.action}, {times}"
        seen, plan = outputs["summary_observation"], outputs["summary_plan"]
        self.decisions.append(Decision(before, skill, seen, plan, action))
        last, self._seen = self._seen, view_text(moment.view)
        for path, value in self._entries(skill, last, action).items():
            self.database.store(path, value)
        return moment, trace

    def _entries(self, skill: str, last: str, action: str) -> dict[str, Any]:
        """What the graph is given beside what it stores itself."""
        under = [each for each in self.decisions if each.skill == skill]
        return {
            "observation": self._seen,
            "last.observation": last,
            "last.action": action,
            "begun": bool(self.decisions),
            "remaining": ", ".join(self.world.remaining) or "none",
            "history": _listed(self.decisions[-RECENT:]),
            "skill_history": _listed(under),
            "feedbacks": dict(self._feedbacks),
            "feedback_due": bool(under) and len(under) % FEEDBACK_EVERY == 0,
        }


def with_after_queries(graph: Graph) -> Graph:
    """The graph with those answers read that need more than a form.

    Raises:
        GraphError: a node is missing.
    """
    for name, (reads, stores) in _AFTER.items():
        graph = graph.reading(name, reads, stores=stores)
    return graph


def learning_late(graph: Graph) -> Graph:
    """The same, asked for new knowledge where the paper does (appendix F.1): after the top sub-goal
    has been analysed, and only where the gate lets the sub-goals be written anew.

    Raises:
        GraphError: a node is missing.
    """
    own = with_after_queries(graph)
    learn, skipped = own.node("learn"), own.node("unknown_now").conditions
    moved = replace(learn, after=("analysis",), conditions=(*learn.conditions, *skipped))
    found = own.without_node("learn").with_node(moved)
    for name in ("unknown_now", "evaluate"):
        found = found.changed(name, after=(*found.node(name).after, "learn"))
    return found


def _learn(found: Any, context: NodeContext) -> dict[str, str]:
    """Move what is settled for good from the unknown list to the knowledge base (section 3.3)."""
    unknown = dict(context.database.get("unknown"))
    settled = _stated(found, ("general", "missing", "certain"), "discovery")
    context.store("knowledge", {**context.database.get("knowledge"), **settled})
    context.store("unknown", {name: unknown[name] for name in unknown if name not in settled})
    return settled


def _unknown(found: Any, context: NodeContext) -> dict[str, str]:
    """Keep the open questions that a game can settle."""
    known = context.database.get("knowledge")
    asked = _stated(found, ("missing", "novel", "general", "relevant"), "info")
    open_ = {name: text for name, text in asked.items() if name not in known}
    context.store("unknown", open_)
    return open_


def _skill(found: Any, context: NodeContext) -> str:
    """Choose a skill of the library, or add one to it."""
    name = re.sub(r"\W", "", str(found["name"]))
    if not name:
        raise AfterQueryError('The value of "name" holds no letters.')
    skills = context.database.get("skills")
    if name not in skills:
        kept = {key: str(found[key]) for key in ("description", "parameters", "guide")}
        context.store("skills", {**skills, name: kept})
    if name != context.database.get("skill"):
        context.store("feedback", context.database.get("feedbacks").get(name, "none"))
    context.store("skill", name)
    return name


def _act(found: Any, context: NodeContext) -> dict[str, Any]:
    """See that the action is one of the game's, and is taken a sensible number of times."""
    action = re.sub(r"[\s-]+", "_", str(found["action"]).strip().lower())
    if action not in ACTIONS:
        raise AfterQueryError(
            f"There is no action '{found['action']}'. The actions are: {', '.join(ACTIONS)}."
        )
    number = re.fullmatch(r"(\d{1,9})(\.0)?", str(found["repeats"]).strip())
    if number is None or int(number[1]) < 1:
        raise AfterQueryError(
            f"'{found['repeats']}' is no number of repeats; write a whole number from 1 on."
        )
    repeats = 1 if found["hazard"] == "yes" else min(int(number[1]), MAX_REPEATS)
    return {"action": action, "repeats": repeats}


_AFTER: Mapping[str, tuple[AfterQuery, tuple[str, ...]]] = {
    "learn": (_learn, ("knowledge", "unknown")),
    "unknown_now": (_unknown, ("unknown",)),
    "skill_now": (_skill, ("skill", "skills", "feedback")),
    "act": (_act, ()),
}


def _stated(found: Any, questions: Sequence[str], key: str) -> dict[str, str]:
    """What stands under a key, other than a word for nothing, in the items that say yes to all
    questions; by the names of the items.

    Raises:
        AfterQueryError: this is no object of objects, or a key that is needed is missing.
    """
    if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
        raise AfterQueryError("It has to be an object with an object under each key, or {}.")
    stated = {}
    for name, item in found.items():
        if missing := [each for each in questions if each not in item]:
            raise AfterQueryError(f"""'{name}' lacks "{'", "'.join(missing)}".""")
        answers = (item[each] for each in questions)
        if all(each is True or str(each).strip().lower().startswith("yes") for each in answers):
            if key not in item:
                raise AfterQueryError(f"""'{name}' lacks "{key}".""")
            if str(item[key]).strip().strip(".").lower() not in ("", "na", "n/a", "none"):
                stated[name] = str(item[key])
    return stated


def _listed(decisions: Sequence[Decision]) -> str:
    return "\n".join(map(str, decisions)) or _NOTHING
