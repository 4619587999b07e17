"""A pass over a graph: order, what runs together, changes and their end, asking again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pddl2nl.llm import Completion, Message
from policies.agents.agentkit import (
    Condition,
    Database,
    Graph,
    GraphChangeError,
    GraphError,
    Node,
    NodeContext,
    NodeFailedError,
    PassTrace,
    traversal,
)
from policies.agents.agentkit.node import Ask
from tests.policies.agents.agentkit.graphs import (
    Digesting,
    Telling,
    changing_graphs,
    completion,
    graphs,
    keeping,
    refusing,
)


def evaluated(
    graph: Graph, ask: Ask | None = None, database: Database | None = None, **settings: int
) -> PassTrace:
    database = Database() if database is None else database
    return asyncio.run(graph.evaluate(ask or Digesting(), database, **settings))


# --- order


@given(graphs())
def test_every_node_is_done_once_and_after_all_that_it_waits_for(graph: Graph) -> None:
    trace = evaluated(graph)
    order = [node.name for node in trace.nodes]
    assert sorted(order) == sorted(node.name for node in graph.nodes)
    for node in graph.nodes:
        assert all(order.index(name) < order.index(node.name) for name in node.waits_for)


@given(graphs())
def test_a_node_is_asked_with_the_outputs_that_it_needs_and_no_others(graph: Graph) -> None:
    trace = evaluated(graph)
    for told in trace.nodes:
        for message in told.messages:
            heads = [line[3:] for line in message.content.splitlines() if line[:3] == "## "]
            needed = [name for name in graph.node(told.name).needs if name in trace.outputs]
            assert heads == [*needed, "Question"]
            assert all(trace.outputs[name] in message.content for name in needed)


@given(graphs(), st.integers(), st.integers(1, 3))
def test_what_runs_together_gives_what_one_after_the_other_gives(
    graph: Graph, seed: int, at_once: int
) -> None:
    one, several, all_ = Database(), Database(), Database()
    for _ in range(3):
        slowly = evaluated(graph, Digesting(), one, at_once=1)
        some = evaluated(graph, Digesting(seed), several, at_once=at_once)
        together = evaluated(graph, Digesting(seed + 1), all_)
        assert slowly.outputs == some.outputs == together.outputs
        assert sent(slowly) == sent(some) == sent(together)
    assert one.as_data() == several.as_data() == all_.as_data()


def sent(trace: PassTrace) -> dict[str, tuple[Message, ...]]:
    return {node.name: node.messages for node in trace.nodes}


def test_nodes_that_are_ready_are_asked_at_the_same_time() -> None:
    asked, most = 0, []

    async def ask(messages: list[Message]) -> Completion:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        most.append(asked)
        asked -= 1
        return completion(messages, "yes")

    wide = Graph(tuple(Node(f"n{number}", "?") for number in range(5)))
    evaluated(wide, ask)
    assert max(most) == 5
    most.clear()
    evaluated(wide, ask, at_once=2)
    assert max(most) == 2


def test_the_prompt_holds_entries_then_outputs_then_the_question() -> None:
    graph = Graph(
        (
            Node("road", "How is the road?"),
            Node(
                *("car", "Where is $db.goal.city$?", ("road",)),
                entries=("rules", "goal"),
                headings={"rules": "The rules", "road": "The road"},
                system="You drive to $db.goal.city$.",
            ),
        )
    )
    entries = Database({"rules": ["keep left"], "goal": {"city": "Ulm"}})
    trace = evaluated(graph, Telling("wet $db.rules$"), entries)
    system, user = trace.nodes[-1].messages
    assert (system.role, system.content) == ("system", "You drive to Ulm.")
    assert user.content.split("\n\n") == [
        "## The rules\n- keep left",
        '## goal\n{\n  "city": "Ulm"\n}',
        "## The road\nwet $db.rules$",  # what a model writes is never filled in
        "## Question\nWhere is Ulm?",
    ]


# --- conditions


@pytest.mark.parametrize(
    ("answer", "condition", "runs"),
    [
        ("Yes", Condition("gate", "", (True,)), True),
        ("no", Condition("gate", "", (True,)), False),
        ("no", Condition("gate", "", ("yes", "no")), True),
        ("no", Condition("gate", "", (False,), unless=True), False),
        ("yes", Condition("gate", "plan.ok", ("yes",)), False),
        ("yes", Condition("gate", "plan.ok", ("yes",), unless=True), True),
        ("yes", Condition(None, "speed", (50,)), True),
        ("yes", Condition(None, "speed", ("50",), unless=True), False),
    ],
)
def test_a_condition_lets_a_node_run_or_leaves_it_out(
    answer: str, condition: Condition, runs: bool
) -> None:
    then = Node("then", "What then?", conditions=(condition,))
    last = Node("last", "And now?", needs=("then",))
    trace = evaluated(
        Graph((Node("gate", "Is it?"), then, last)), Telling(answer), Database({"speed": 50})
    )
    assert ("then" in trace.outputs) is runs
    assert "last" in trace.outputs  # what needs a node that is left out is asked without it


def test_a_node_is_left_out_of_passes_that_are_not_its_turn() -> None:
    graph = Graph((Node("feed", "What was wrong?", every=3), Node("act", "What next?")))
    database = Database()
    fed = ["feed" in evaluated(graph, Telling("-"), database).outputs for _ in range(7)]
    assert fed == [True, False, False, True, False, False, True]
    assert database.get("pass") == 7


# --- changes


def changer(change: Callable[[NodeContext], None]) -> Callable[[str, NodeContext], str]:
    def after_query(answer: str, context: NodeContext) -> str:
        change(context)
        return answer

    return after_query


CHANGES: dict[str, Callable[[NodeContext, str], None]] = {
    "remove node": lambda context, name: context.remove_node(name),
    "add node": lambda context, name: context.add_node(
        Node("extra", "What else?", needs=(context.name,)), before=[name]
    ),
    "add edge": lambda context, name: context.add_edge(context.name, name),
    "remove edge": lambda context, name: context.remove_edge(context.name, name),
}


@given(changing_graphs(), st.sampled_from(sorted(CHANGES)), st.integers())
def test_changes_end_with_their_pass_and_do_not_depend_on_what_runs_together(
    found: tuple[Graph, str, str], change: str, seed: int
) -> None:
    graph, source, target = found
    changing = graph.changed(
        source, after_query=changer(lambda context: CHANGES[change](context, target))
    )
    nodes = changing.nodes
    slowly = evaluated(changing, Digesting(), at_once=1)
    together = evaluated(changing, Digesting(seed))
    assert sent(slowly) == sent(together)
    extra = {"extra"} if change == "add node" else set()
    gone = {target} if change == "remove node" else set()
    names = {node.name for node in together.nodes}
    assert names == ({node.name for node in nodes} | extra) - gone
    assert changing.nodes == nodes
    after = evaluated(graph, Digesting())
    assert sent(after) == sent(evaluated(Graph(graph.nodes), Digesting()))


def test_a_node_may_grow_a_chain_that_ends() -> None:
    def grow(answer: str, context: NodeContext) -> str:
        number = int(context.name[1:])
        if number < 4:
            node = Node(f"n{number + 1}", "And then?", (context.name,), after_query=grow)
            context.add_node(node, before=["end"])
        return answer

    graph = Graph((Node("n0", "What?", after_query=grow), Node("end", "So?", needs=("n0",))))
    trace = evaluated(graph)
    assert [node.name for node in trace.nodes] == ["n0", "n1", "n2", "n3", "n4", "end"]
    assert [node.temporary for node in trace.nodes] == [False, *[True] * 4, False]
    assert trace.nodes[0].changes == ("added node n1, before end",)


def test_a_chain_that_keeps_growing_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traversal, "MAX_ADDED", 20)

    def grow(answer: str, context: NodeContext) -> str:
        number = int(context.name[1:])
        context.add_node(Node(f"n{number + 1}", "?", after_query=grow))
        return answer

    with pytest.raises(GraphChangeError, match="and 20 have been added"):
        evaluated(Graph((Node("n0", "?", after_query=grow),)), Telling("x"))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda it: it.remove_node("a"), "node 'b' removes node 'a', which is evaluated already"),
        (lambda it: it.remove_node("b"), "node 'b' removes node 'b', which is evaluated already"),
        (
            lambda it: it.add_edge("c", "a"),
            "node 'b' adds an edge from 'c' to 'a', and 'a' is evaluated already",
        ),
        (
            lambda it: it.add_edge("d", "c"),
            "node 'b' adds an edge from 'd' to 'c', and 'd' waits for 'c'",
        ),
        (lambda it: it.add_edge("c", "c"), "from 'c' to 'c', and 'c' waits for 'c'"),
        (
            lambda it: it.remove_edge("a", "c"),
            "node 'b' removes the edge from 'a' to 'c', and 'a' is evaluated already",
        ),
        (
            lambda it: it.remove_edge("a", "b"),
            "node 'b' removes the edge from 'a' to 'b', and 'a' is evaluated already",
        ),
        (lambda it: it.remove_edge("b", "d"), "an edge from 'b' to 'd', which there is not"),
        (lambda it: it.remove_node("x"), "node 'b' changes the graph at node 'x', which there is"),
        (
            lambda it: it.add_node(Node("c", "?")),
            "node 'b' adds a node 'c', which there is already",
        ),
        (lambda it: it.add_node(Node("e", "?", needs=("x",))), "at node 'x', which there is not"),
        (
            lambda it: it.add_node(Node("e", "?", needs=("d",)), before=["c"]),
            "node 'b' adds an edge from 'e' to 'c', and 'e' waits for 'c'",
        ),
    ],
)
def test_a_change_that_would_touch_what_is_evaluated_is_refused_by_name(
    change: Callable[[NodeContext], None], fault: str
) -> None:
    graph = Graph(
        (
            Node("a", "?"),
            Node("b", "?", needs=("a",), after_query=changer(change)),
            Node("c", "?", needs=("a", "b")),
            Node("d", "?", needs=("c",)),
        )
    )
    with pytest.raises(GraphChangeError) as refused:
        evaluated(graph)
    assert fault in str(refused.value)


def test_a_node_that_is_being_asked_counts_as_evaluated() -> None:
    def late(answer: str, context: NodeContext) -> str:
        context.remove_node("other")
        return answer

    graph = Graph((Node("one", "?", after_query=late), Node("other", "?")))
    with pytest.raises(GraphChangeError, match="'one' removes node 'other'"):
        evaluated(graph, Telling("x"))


# --- answers that cannot be used


@given(st.integers(1, 5), st.integers(0, 6))
def test_a_node_is_asked_again_with_the_reason_and_not_for_ever(attempts: int, faults: int) -> None:
    node = Node("n", "Why?", after_query=refusing(faults), attempts=attempts)
    telling, database = Telling("because"), Database()
    if faults < attempts:
        trace = evaluated(Graph((node,)), telling, database)
        assert [each.fault is None for each in trace.nodes[0].attempts] == [
            *[False] * faults,
            True,
        ]
    else:
        with pytest.raises(NodeFailedError) as failed:
            evaluated(Graph((node,)), telling, database)
        assert failed.value.node == "n"
        assert failed.value.answers == ("because",) * attempts
        assert "Why?" in failed.value.prompt
        assert failed.value.trace is not None
        assert "draft" not in database  # an answer that is not used leaves nothing behind
    assert len(telling.asked) == min(faults + 1, attempts)
    for before, after in zip(telling.asked, telling.asked[1:], strict=False):
        assert after[: len(before)] == before
        answer, reason = after[len(before) :]
        assert (answer.role, answer.content) == ("assistant", "because")
        assert "it is too short." in reason.content


def test_what_an_unusable_answer_changed_about_the_graph_is_undone() -> None:
    refuse = refusing(1)

    def after_query(answer: str, context: NodeContext) -> str:
        context.remove_node("last")
        return refuse(answer, context)

    def once(answer: str, context: NodeContext) -> str:
        return after_query(answer, context) if answer == "bad" else answer

    graph = Graph((Node("n", "?", after_query=once), Node("last", "?", needs=("n",))))
    trace = evaluated(graph, Telling("bad", "good"))
    assert [node.name for node in trace.nodes] == ["n", "last"]


def test_a_failing_node_ends_the_others() -> None:
    ended = []

    async def ask(messages: list[Message]) -> Completion:
        if "slow" in messages[-1].content:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                ended.append(True)
                raise
        raise OSError("the line is dead")

    with pytest.raises(OSError, match="the line is dead"):
        evaluated(Graph((Node("a", "slow?"), Node("b", "?"))), ask)
    assert ended == [True]


# --- what is wrong before anything is sent


@pytest.mark.parametrize(
    ("nodes", "fault"),
    [
        ((Node("a", "?"), Node("a", "!")), "there are two nodes called 'a'"),
        (
            (Node("gate", "?"), Node("b", "?", needs=("gat",))),
            "node 'b' waits for 'gat', which there is not; did you mean 'gate'?",
        ),
        (
            (Node("a", "?", needs=("c",)), Node("b", "?", ("a",)), Node("c", "?", ("b",))),
            "nodes wait for each other: ",
        ),
        ((Node("a", "?", needs=("a",)),), "nodes wait for each other: a -> a"),
    ],
)
def test_what_is_no_graph_is_refused(nodes: tuple[Node, ...], fault: str) -> None:
    with pytest.raises(GraphError) as refused:
        Graph(nodes)
    assert fault in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("nodes", "fault"),
    [
        (
            (Node("a", "Is $db.plan.step$ done?"),),
            "node 'a' needs the database entry 'plan.step', which there is not",
        ),
        ((Node("a", "Is $db.goals$ done?"),), "needs the database entry 'goals'"),
        ((Node("a", "?", system="It is $db.x$."),), "needs the database entry 'x'"),
        ((Node("a", "?", entries=("x",)),), "needs the database entry 'x'"),
        ((Node("a", "$db.plan is it?"),), "'$db.plan is it?' is no reference"),
        (
            (
                Node("gate", "?"),
                Node("p", "?", stores=("plan",), conditions=(Condition("gate", "", ("yes",)),)),
                Node("a", "$db.plan.step$?", after=("p",)),
            ),
            "which there is not; a node that stores it may be left out",
        ),
        (
            (Node("p", "?", stores=("goal",)), Node("a", "$db.goal.city$?")),
            "node 'a' uses 'goal.city', which node 'p' stores, but the order of the",
        ),
        (
            (Node("p", "?", stores=("goal",)), Node("a", "?", stores=("goal.city",))),
            "but the order of the two nodes is open",
        ),
    ],
)
def test_entries_that_are_missing_or_left_to_chance_are_told_before_anything_is_sent(
    nodes: tuple[Node, ...], fault: str
) -> None:
    telling = Telling("x")
    with pytest.raises(GraphError) as refused:
        evaluated(Graph(nodes), telling, Database({"goal": {"city": "Ulm"}}))
    assert fault in str(refused.value)
    assert telling.asked == []


def test_an_entry_that_a_node_before_stores_need_not_be_there_at_first() -> None:
    first = Node("first", "?", after_query=keeping, stores=("kept",))
    second = Node("second", "Is it $db.kept.first$?", after=("first",))
    trace = evaluated(Graph((second, first)), Telling("red"))
    assert "Is it red?" in trace.nodes[-1].messages[-1].content


def test_a_graph_is_changed_by_making_another() -> None:
    graph = Graph((Node("a", "?"), Node("b", "?", needs=("a",))))
    wider = graph.with_node(Node("c", "?", needs=("a",)), before=["b"])
    assert wider.node("b").needs == ("a", "c")
    assert [node.name for node in wider.without_node("a").nodes] == ["b", "c"]
    assert wider.without_node("c") == graph
    assert graph.changed("a", attempts=5).node("a") == replace(graph.node("a"), attempts=5)
