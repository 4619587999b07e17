"""The matrix of an experiment: who plays what how often."""

from __future__ import annotations

from autoplan.play.prepared_run import matrix

INSTANCES = {"ferry": ("one", "two"), "grid": ("one",)}


def test_every_mechanism_plays_as_often_as_it_may_play_differently() -> None:
    keys = list(
        matrix(INSTANCES, ("act", "random", "ff"), ("nl", "pddl"), "reader", seeds=(3, 1, 2))
    )
    assert len(keys) == len(set(keys))
    played = {
        name: {
            (key.domain, key.instance, key.input, key.model, key.seed)
            for key in keys
            if key.mechanism == name
        }
        for name in ("act", "random", "ff")
    }
    tasks = {("ferry", "one"), ("ferry", "two"), ("grid", "one")}
    assert played["act"] == {
        (*task, form, "reader", seed)
        for task in tasks
        for form in ("nl", "pddl")
        for seed in (1, 2, 3)
    }
    assert played["random"] == {(*task, "nl", "none", seed) for task in tasks for seed in (1, 2, 3)}
    assert played["ff"] == {(*task, "nl", "none", 3) for task in tasks}
