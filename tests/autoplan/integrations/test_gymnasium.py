"""Tasks as environments: what agents see, and what Gymnasium itself demands."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import domains
from autoplan import gym
from pddl2nl.errors import InputError

Environment = gymnasium.Env[str, Any]


def made(name: str, **settings: Any) -> Environment:
    return gymnasium.make(gym.environment_name(name), **settings)


def planned(name: str, instance: int) -> list[str]:
    """The plan that is kept with an instance, each step as `(name args)`."""
    plan = domains.kept_plan(domains.instances(domains.folder(name))[instance - 1])
    assert plan is not None
    return list(plan)


def numbers(environment: Environment, plan: list[str]) -> list[int]:
    actions = environment.unwrapped._task.actions  # type: ignore[attr-defined]
    places = {str(action): number for number, action in enumerate(actions)}
    return [places[step] for step in plan]


@pytest.mark.parametrize("actions", ["discrete", "text"])
@pytest.mark.parametrize("observe", ["event", "state", "facts"])
@pytest.mark.parametrize(("form", "instance"), [("nl", 1), ("template", None), ("pddl", 1)])
def test_gymnasiums_own_checks_find_nothing(
    actions: str, observe: str, form: str, instance: int | None
) -> None:
    environment = made(
        "blocksworld", actions=actions, observe=observe, form=form, instance=instance
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(environment.unwrapped)


@pytest.mark.parametrize("name", domains.names())
def test_a_plan_is_rewarded_once_at_its_end(name: str) -> None:
    environment = made(name, instance=2)
    _, info = environment.reset(seed=1)
    plan = numbers(environment, planned(name, 2))
    rewards = []
    for number in plan:
        assert info["action_mask"][number]
        _, reward, terminated, truncated, info = environment.step(number)
        rewards.append(reward)
        assert not truncated
        assert not info["refused"]
    assert rewards == [0.0] * (len(plan) - 1) + [1.0]
    assert terminated


def test_exactly_the_masked_actions_are_refused() -> None:
    environment = made("ferry", instance=3, step_limit=1)
    for number in range(int(environment.action_space.n)):  # type: ignore[attr-defined]
        _, info = environment.reset()
        possible = bool(info["action_mask"][number])
        text, _, _, truncated, told = environment.step(number)
        assert told["refused"] is not possible
        assert text.startswith("I cannot" if told["refused"] else "I ")
        assert truncated


def test_an_action_that_is_refused_costs_a_step_and_changes_nothing() -> None:
    environment = made("ferry", instance=1, step_limit=2, render_mode="ansi")
    _, info = environment.reset()
    before = environment.render()
    refused = int(info["action_mask"].argmin())
    *_, truncated, _ = environment.step(refused)
    assert environment.render() == before
    assert not truncated
    *_, truncated, _ = environment.step(refused)
    assert truncated


def test_sentences_are_read_as_a_models_answers_are() -> None:
    environment = made("ferry", instance=1, actions="text", observe="state")
    text, info = environment.reset()
    assert "My goal is" in text
    assert "action_mask" not in info
    text, *_ = environment.step("Let's sail the ferry from object_1 to object_3!")
    assert text.startswith("I sail the ferry from location object_1 to location object_3.")
    assert "the ferry is at object_3" in text
    *_, info = environment.step("What a lovely day")
    assert info["refused"]


@pytest.mark.parametrize("form", ["nl", "template", "pddl"])
def test_looking_around_and_being_finished_are_understood_as_in_act(form: str) -> None:
    environment = made("ferry", instance=1, actions="text", form=form, render_mode="ansi")
    environment.reset()
    text, _, terminated, _, info = environment.step("look around")
    assert (text, terminated, info["refused"]) == (environment.render(), False, False)
    text, _, terminated, _, info = environment.step("I am finished")
    assert "because" in text
    assert (terminated, info["refused"]) == (False, True)
    for _ in range(6):
        *_, truncated, _ = environment.step("look around")
    assert truncated


@pytest.mark.parametrize("instance", [2, 7])
def test_facts_are_the_state_in_numbers(instance: int) -> None:
    environment = made("ferry", observe="facts", render_mode="ansi")
    vector, info = environment.reset(options={"instance": f"instance-{instance}"})
    for number in [*numbers(environment, planned("ferry", instance))]:
        state = environment.render()
        assert state is not None
        names = info["facts"]
        assert not vector[len(names) :].any()
        for name, holds in zip(names, vector, strict=False):
            assert (f"{name}," in state or f"{name}." in state or f"{name} and" in state) == holds
        vector, _, terminated, *_ = environment.step(number)
    assert terminated
    assert environment.observation_space.contains(vector)


def test_facts_that_axioms_derive_have_a_place(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(
        "(define (domain lamps) (:requirements :adl :derived-predicates)"
        " (:predicates (on ?l) (lit))"
        " (:derived (lit) (exists (?l) (on ?l)))"
        " (:action press :parameters (?l) :precondition (not (on ?l)) :effect (on ?l)))"
    )
    (tmp_path / "p01.pddl").write_text(
        "(define (problem p) (:domain lamps) (:objects a b) (:init) (:goal (and (on a) (lit))))"
    )
    environment = gymnasium.make(gym.TASK, domain=str(tmp_path), observe="facts", form="pddl")
    vector, info = environment.reset()
    assert dict(zip(info["facts"], vector, strict=True)) == {"(lit)": 0, "(on a)": 0, "(on b)": 0}
    vector, *_ = environment.step(1)
    assert dict(zip(info["facts"], vector, strict=True)) == {"(lit)": 1, "(on a)": 0, "(on b)": 1}


def test_masks_are_those_that_maskable_policies_ask_for() -> None:
    environment = made("ferry", instance=3, observe="facts")
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"reset\(\) before action_masks"):
        environment.unwrapped.action_masks()  # type: ignore[attr-defined]
    _, info = environment.reset()
    masks = environment.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool
    assert masks.tolist() == [bool(each) for each in info["action_mask"]]
    with pytest.raises(InputError, match="use actions='discrete'"):
        made("ferry", actions="text").unwrapped.action_masks()  # type: ignore[attr-defined]


def test_a_sentence_that_is_not_read_is_answered_with_the_reason() -> None:
    environment = made("ferry", instance=1, actions="text")
    environment.reset()
    text, reward, *_, info = environment.step("paint object_1 green")
    assert text.startswith('I do not understand "paint object_1 green": ')
    assert (reward, info["refused"]) == (0.0, True)


def test_a_seed_decides_which_instances_come() -> None:
    def drawn(seed: int) -> list[str]:
        environment = made("visitall")
        first = environment.reset(seed=seed)[1]["instance"]
        return [first, *(environment.reset()[1]["instance"] for _ in range(5))]

    assert drawn(1) == drawn(1)
    assert len({tuple(drawn(seed)) for seed in range(5)}) > 1
    environment = made("visitall")
    assert environment.reset(options={"instance": "instance-7"})[1]["instance"] == "instance-7"


def test_several_environments_run_as_one() -> None:
    name = gym.environment_name("grid")
    together = gymnasium.make_vec(name, 3, vectorization_mode="sync", instance=1)
    texts, info = together.reset(seed=1)
    assert len(texts) == 3
    masks = info["action_mask"]
    _, rewards, *_ = together.step(masks.argmax(axis=1))
    assert rewards.tolist() == [0.0] * 3


def test_a_folder_of_ones_own_is_an_environment() -> None:
    folder = domains.folder("movie")
    environment = gymnasium.make(gym.TASK, domain=str(folder), form="pddl", instance="instance-2")
    text, _ = environment.reset()
    assert text.startswith("(define (domain")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"actions": "both"}, "actions must be one of 'discrete', 'text', not 'both'"),
        ({"instance": 99}, "ferry has no instance 99; it has instance-1, instance-2"),
        (
            {"instance": "instance-l"},
            "no instance 'instance-l'; did you mean 'instance-9'? It has ",
        ),
        ({"form": "prose"}, "form must be one of 'nl', 'template', 'pddl', not 'prose'"),
        ({"domain": "fery"}, "did you mean 'ferry'"),
    ],
)
def test_a_wrong_setting_is_one_line(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as caught:
        made("ferry", **settings)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_many_actions_to_number_are_told_in_text(tmp_path: Path) -> None:
    names = " ".join(f"o{number}" for number in range(40))
    (tmp_path / "domain.pddl").write_text(
        "(define (domain wide) (:predicates (done)) (:action try"
        " :parameters (?a ?b ?c) :precondition (and) :effect (done)))"
    )
    (tmp_path / "p01.pddl").write_text(
        f"(define (problem p) (:domain wide) (:objects {names}) (:init) (:goal (done)))"
    )
    with pytest.raises(InputError, match="use actions='text'"):
        gymnasium.make(gym.TASK, domain=str(tmp_path))
    environment = gymnasium.make(gym.TASK, domain=str(tmp_path), actions="text")
    environment.reset()
    assert environment.step("(try object_1 object_2 object_3)")[1:3] == (1.0, True)
