"""What every client of the benchmark plays, and how it is measured. Needs the standard library."""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

TURNS = 10
PROMPT = "You control a ferry that carries cars between locations, one at a time. " * 60
OBSERVATION = "I can see that car_0 is at location_1 and that the ferry is empty. " * 6


@dataclass(frozen=True, slots=True)
class Load:
    """Episodes of ten turns at one server, and how many of them at the same time."""

    url: str
    episodes: int
    connections: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What a client took: seconds of the clock, of the processor, and MB at the peak."""

    client: str
    seconds: float
    processor_seconds: float
    peak_megabytes: float


Play = Callable[[Load], None]
Prepare = Callable[[Load], Play]
"""Does what is not measured, imports above all, and gives what is."""


def measure(clients: Mapping[str, Prepare]) -> None:
    """Let the client that the command line names play, and print its figures as JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("client", choices=clients)
    parser.add_argument("url")
    parser.add_argument("episodes", type=int)
    parser.add_argument("connections", type=int)
    options = parser.parse_args()
    load = Load(options.url, options.episodes, options.connections)
    play = clients[options.client](load)
    clock, processor = time.perf_counter(), time.process_time()
    play(load)
    figures = Figures(
        client=options.client,
        seconds=time.perf_counter() - clock,
        processor_seconds=time.process_time() - processor,
        peak_megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )
    print(json.dumps(asdict(figures)))
