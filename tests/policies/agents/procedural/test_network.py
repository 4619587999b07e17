"""The walk through task networks: Algorithm 1 of the ProcLLM paper."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from policies.agents.procedural import Agenda, NetworkTask, TaskNetwork

TOP = "process user request"


def network(**subtasks: tuple[str, ...]) -> TaskNetwork:
    """A network of these decompositions; `top` stands for the top task."""
    named = {TOP if name == "top" else name: each for name, each in subtasks.items()}
    return TaskNetwork(
        {name: NetworkTask(name, f"{name} done", subtasks=each) for name, each in named.items()}
    )


def walked(tasks: TaskNetwork) -> list[str]:
    """The tasks in the order in which they are worked at, if each is verified at once."""
    agenda, order = Agenda.start(tasks), list[str]()
    while (task := agenda.task) is not None:
        order.append(task.name)
        agenda = agenda.passed()
        assert len(order) < 1000
    assert list(agenda.verified) == order
    return order


def test_a_task_stays_behind_its_subtasks() -> None:
    assert walked(network(top=("a", "b"), a=("c", "d"), b=())) == ["c", "d", "a", "b", TOP]


def test_a_network_without_subtasks_is_one_task() -> None:
    assert walked(network(top=())) == [TOP]


def test_a_task_that_was_verified_is_not_done_again() -> None:
    assert walked(network(top=("a", "b", "a"), a=("c",), b=("c",))) == ["c", "a", "b", TOP]


def test_a_subtask_without_a_node_is_primitive_and_its_own_effect() -> None:
    task = Agenda.start(network(top=("look at the notes",))).task
    assert task is not None
    assert (task.name, task.effect, task.subtasks) == ("look at the notes", "look at the notes", ())
    assert "notes.txt" in task.effect_files


def test_the_current_task_stays_until_it_is_verified() -> None:
    agenda = Agenda.start(network(top=("a",)))
    assert agenda.pending == ("a", TOP)
    assert agenda.passed().pending == (TOP,)
    assert agenda.passed().passed().task is None


@st.composite
def networks(draw: st.DrawFn) -> TaskNetwork:
    """Networks without circles: a task has subtasks among those after it."""
    names = [TOP, *(f"t{number}" for number in range(1, draw(st.integers(1, 12))))]
    nodes = {}
    for number, name in enumerate(names):
        if number and draw(st.booleans()):
            continue  # a primitive task without a node
        after = names[number + 1 :]
        chosen = draw(st.lists(st.sampled_from(after), max_size=4)) if after else []
        nodes[name] = NetworkTask(name, f"{name} done", subtasks=tuple(chosen))
    return TaskNetwork(nodes)


def reachable(tasks: TaskNetwork) -> set[str]:
    found, waiting = set[str](), [TOP]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += tasks.task(name).subtasks
    return found


def expected(tasks: TaskNetwork, name: str, done: list[str]) -> list[str]:
    """The same walk told by recursion: a task's subtasks in their order, then the task."""
    if name not in done:
        for each in tasks.task(name).subtasks:
            expected(tasks, each, done)
        done.append(name)
    return done


@given(networks())
def test_every_task_in_reach_is_verified_once_and_after_its_subtasks(tasks: TaskNetwork) -> None:
    order = walked(tasks)
    assert sorted(order) == sorted(reachable(tasks))
    assert order[-1] == TOP
    place = {name: number for number, name in enumerate(order)}
    for name in order:
        assert all(place[each] < place[name] for each in tasks.task(name).subtasks)


@given(networks())
def test_subtasks_are_done_in_their_order_down_to_the_leaves(tasks: TaskNetwork) -> None:
    assert walked(tasks) == expected(tasks, TOP, [])


@given(networks())
def test_the_agenda_is_never_longer_than_the_network_is_large(tasks: TaskNetwork) -> None:
    agenda = Agenda.start(tasks)
    edges = 1 + sum(len(each.subtasks) for each in tasks.tasks.values())
    while agenda.task is not None:
        assert len(agenda.pending) <= edges
        agenda = agenda.passed()
