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
@pytest.mark.parametrize("observe", ["event", "state"])
def test_gymnasiums_own_checks_find_nothing(actions: str, observe: str) -> None:
    environment = made("blocksworld", actions=actions, observe=observe, instance=1)
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
        ({"instance": 99}, "ferry has no instance 99; there are 21"),
        ({"instance": "instance-l"}, "ferry has no instance 'instance-l'; did you mean"),
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
