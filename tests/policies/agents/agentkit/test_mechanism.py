"""The mechanism `agentkit`: passes and steps, what is learned, faults, and the offline model."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pddl2nl.errors import InputError
from pddl2nl.llm import ChatModel, Message, Request, ScriptedModel
from policies import Player, PromptSet, Rules, mechanism, mechanism_files
from policies.agents.agentkit import NodeFailedError
from policies.agents.agentkit.mechanism import BUNDLED
from policies.answer_forms import QUESTION, AnswerForm, Choice, ItemList, JsonValue, Prose, YesNo
from policies.reader import ReaderModel
from simulator import Episode, Presentation
from simulator.world import World
from tests import yard
from tests.interpreting import interpreter

DRIVE = "drive truck_0 from place_0 to place_1"
LOAD = "use hoist_0 at place_1 to load crate_0 into truck_0"
BACK = "drive truck_0 from place_1 to place_0"


def play(
    model: ChatModel,
    name: str = "agentkit",
    presentation: Presentation | None = None,
    patience: int | None = None,
) -> Episode:
    shown = presentation or yard.english()
    task = yard.problem()
    player = Player(
        model, interpreter(task, shown.lexicon), PromptSet(), rules=Rules(patience=patience)
    )
    episode = Episode(World(task), shown, step_limit=6)
    asyncio.run(mechanism(name)(player).run(episode))
    return episode


def questions(model: ScriptedModel) -> list[str]:
    return [request.messages[-1].content for request in model.requests]


def test_a_pass_a_step_until_the_goal_is_reached() -> None:
    model = ScriptedModel(
        [
            *("The truck is at place_0.", "- fetch the crate; done when crate_0 is in truck_0"),
            DRIVE,
            *("The truck is at place_1.", "Nothing is reached yet.", "no"),
            LOAD,
            *("The crate is loaded.", "It is in the truck.", "yes", "- drive back; done when so"),
            BACK,
        ]
    )
    episode = play(model)
    assert episode.solved
    assert episode.plan == yard.PLAN
    asked = questions(model)
    assert len(asked) == 12
    assert all(yard.english().domain_text in each.messages[0].content for each in model.requests)
    assert all(
        f"## My task, and the situation at the beginning\n{yard.english().problem_text}" in text
        for text in asked
    )
    assert "Nothing yet." in asked[0]
    assert f"You: {DRIVE}\nI: I {DRIVE}." in asked[3]
    assert "- fetch the crate" in asked[6]  # the plan was kept
    assert "- drive back" in asked[11]  # and then written anew
    passes = episode.attachments["passes"]
    assert isinstance(passes, list)
    assert [[node["name"] for node in each["nodes"] if not node["skipped"]] for each in passes] == [
        ["observe", "subgoals", "act"],
        ["observe", "reflect", "gate", "act"],
        ["observe", "reflect", "gate", "subgoals", "act"],
    ]


def test_a_refused_step_teaches_something_that_later_questions_hold() -> None:
    lesson = "The truck has to be where the crate is."
    model = ScriptedModel(
        [
            *("It is far away.", "- load; done when loaded", LOAD),
            *("It is far away.", lesson, "A mistake.", "no", DRIVE),
            *("It is near.", "Better.", "no", LOAD),
            *("It is loaded.", "Good.", "no", BACK),
        ]
    )
    episode = play(model)
    assert episode.solved
    assert episode.refused == 1
    asked = questions(model)
    assert 'I said: "I cannot ' in asked[4]
    assert all(f"taught us:\n- {lesson}" in asked[number] for number in (5, 7, 11))


def test_a_step_that_is_not_understood_is_told_and_can_end_by_patience() -> None:
    answers = ["It is.", "- go", "fly home", *["It is.", "Hm.", "So.", "no", "fly home"] * 5]
    episode = play(ScriptedModel(answers), patience=2)
    assert (episode.finish, episode.steps) == ("patience", 2)


def test_a_node_that_fails_ends_the_episode_and_leaves_its_prompt_and_answers() -> None:
    model = ScriptedModel(["It is.", *["no idea"] * 3])
    shown = yard.english()
    player = Player(model, interpreter(yard.problem(), shown.lexicon), PromptSet())
    episode = Episode(World(yard.problem()), shown)
    with pytest.raises(NodeFailedError, match="node 'subgoals' gave no usable answer in 3 answers"):
        asyncio.run(mechanism("agentkit")(player).run(episode))
    failed = episode.attachments["failed node"]
    assert isinstance(failed, dict)
    assert failed["node"] == "subgoals"
    assert failed["answers"] == ("no idea",) * 3
    assert "Which sub-goals lead" in failed["prompt"]
    passes = episode.attachments["passes"]
    assert isinstance(passes, list)
    assert [node["name"] for node in passes[0]["nodes"]][-1] == "subgoals"


GRAPH = """\
system: $db.task.instructions$
act: go
given: [task.instructions, history]
nodes:
  - {name: go, prompt: 'So far: $db.history$ What now?'}
"""


def test_a_graph_of_ones_own_plays(tmp_path: Path) -> None:
    path = tmp_path / "short.yaml"
    path.write_text(GRAPH, encoding="utf-8")
    model = ScriptedModel([DRIVE, LOAD, BACK])
    assert play(model, f"agentkit:graph={path}").solved
    assert questions(model)[0] == (
        f"{QUESTION}\nSo far: Nothing yet. What now?\nAnswer with the step alone, on one line."
    )
    assert mechanism_files(f"agentkit:graph={path}") == {"graph": path}
    assert mechanism_files("agentkit") == {"graph": BUNDLED}
    assert mechanism_files("act") == {}


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("act: go\n", "", "names no node that acts"),
        ("history]", "map]", "short.yaml:5:5: node 'go' needs the database entry 'history'"),
        ("[task", "[map, task", "nobody gives it the entry 'map'"),
        ("name: go, ", "name: go, parse: list, ", "answers with a step and is not parsed"),
    ],
)
def test_a_graph_that_cannot_play_is_refused_before_anything_is_played(
    tmp_path: Path, before: str, after: str, fault: str
) -> None:
    path = tmp_path / "short.yaml"
    path.write_text(GRAPH.replace(before, after), encoding="utf-8")
    with pytest.raises(InputError) as refused:
        mechanism(f"agentkit:graph={path}")
    assert fault in str(refused.value)
    with pytest.raises(InputError, match=r"none.yaml: cannot be read"):
        mechanism("agentkit:graph=none.yaml")


# --- the offline model


@pytest.mark.parametrize("presentation", [yard.english(), yard.pddl()], ids=["nl", "pddl"])
def test_the_offline_model_plays_it(presentation: Presentation) -> None:
    episode = play(ReaderModel(), presentation=presentation)
    assert episode.solved
    assert episode.refused == 0
    assert len(episode.plan) == 3


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        (YesNo(), "no"),
        (ItemList(), f"- {LOAD}; done when this step is done\n- {BACK}; done when this step is"),
        (JsonValue((("left", "how much"), ("lost", "yes or no"))), '{"left": "My plan has 2 more'),
        (Choice(("on", "off")), "on"),
        (Prose(), "My plan has 2 more steps."),
    ],
)
def test_the_offline_model_keeps_to_the_form_of_a_question(form: AnswerForm, answer: str) -> None:
    text = (
        f"## My task\n{yard.english().problem_text}\n\n## Before\nYou: {DRIVE}\nI: I {DRIVE}.\n\n"
        f"{QUESTION}\nHow is it?\n{form.wish}"
    )
    messages = (Message("system", yard.english().domain_text), Message("user", text))
    said = asyncio.run(ReaderModel().complete(Request(messages))).text
    assert said.startswith(answer)
    form.read(said)
