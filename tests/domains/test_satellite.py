"""Satellite: what an instrument needs, and which numbers make no problem."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.isomorphism import facts
from domains.satellite.generator import Parameters, generate


@given(
    satellites=st.integers(1, 3),
    more=st.integers(0, 2),
    modes=st.integers(1, 3),
    seed=st.integers(0, 10**6),
)
def test_every_satellite_has_an_instrument_and_every_mode_too(
    satellites: int, more: int, modes: int, seed: int
) -> None:
    parameters = Parameters(satellites=satellites, instruments=satellites + more, modes=modes)
    init, _ = facts(generate(random.Random(seed), parameters))
    words = [line.split() for line in init]
    assert len({items[2] for items in words if items[0] == "on_board"}) == satellites
    assert len({items[2] for items in words if items[0] == "supports"}) == modes


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        (Parameters(satellites=3, instruments=2), "an instrument on"),
        (Parameters(satellites=1, turned=2), "at most one turn of"),
        (Parameters(directions=2, modes=2, images=5), "one image of every direction"),
    ],
)
def test_numbers_that_do_not_fit_one_another_are_refused(
    parameters: Parameters, reason: str
) -> None:
    with pytest.raises(ValueError, match=f"satellite needs .*{reason}"):
        generate(random.Random(0), parameters)
