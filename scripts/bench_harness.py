"""What the harness costs beside the model's own time: wall clock, processor and memory, and peers'.

    python scripts/bench_harness.py [--scenario a b64 b256] [--client NAME ...]
                                    [--inspect-python PATH]

A chat-completions server in a process of its own answers every request after a fixed time. Each
client plays the same number of episodes of ten turns against it, in a process of its own. Needs the
development dependencies; for Inspect AI, the Python of an environment with `inspect-ai` in it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from harness.load import TURNS, Figures

SCRIPTS = Path(__file__).resolve().parent
INSPECT = "Inspect AI"
PROGRAMS: Mapping[str, str] = {
    "aiohttp": "harness.bare",
    "sdk on aiohttp": "harness.bare",
    "sdk on httpx": "harness.bare",
    "our client": "harness.ours",
    "autoplan eval": "harness.ours",
    INSPECT: "harness.inspect_client",
}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A server's time for an answer, in seconds, and how much is asked of it at once."""

    latency: float
    episodes: int
    connections: int

    @property
    def ideal(self) -> float:
        """The seconds that it takes if the client costs nothing."""
        return self.episodes * TURNS * self.latency / self.connections

    def __str__(self) -> str:
        return (
            f"{self.latency * 1000:.0f} ms an answer, {self.episodes} episodes of {TURNS} turns, "
            f"{self.connections} connections, ideal {self.ideal:.1f} s"
        )


SCENARIOS: Mapping[str, Scenario] = {
    "a": Scenario(1.0, 128, 64),
    "b64": Scenario(0.2, 500, 64),
    "b256": Scenario(0.2, 500, 256),
}


@contextmanager
def served(latency: float) -> Iterator[str]:
    """The address of a server that runs as long as the block."""
    command = [sys.executable, "-m", "harness.server", "--latency", str(latency)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=SCRIPTS
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.stdin.close()


def played(client: str, scenario: Scenario, python: str) -> Figures:
    """The figures of a client in a scenario."""
    with served(scenario.latency) as url:
        size = [str(scenario.episodes), str(scenario.connections)]
        result = subprocess.run(
            [python, "-m", PROGRAMS[client], client, url, *size],
            cwd=SCRIPTS,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env={**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"},
        )
    return Figures(**json.loads(result.stdout.splitlines()[-1]))


def row(figures: Figures, scenario: Scenario) -> str:
    """A line of the table."""
    calls = scenario.episodes * TURNS
    milliseconds = figures.processor_seconds / calls * 1000
    return (
        f"| {figures.client} | {figures.seconds:.1f} | {figures.seconds / scenario.ideal:.2f} "
        f"| {milliseconds:.2f} | {figures.peak_megabytes:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenario", nargs="+", choices=SCENARIOS, default=list(SCENARIOS))
    parser.add_argument("--client", nargs="+", choices=PROGRAMS, default=list(PROGRAMS))
    parser.add_argument("--inspect-python", metavar="PATH", help="a Python with inspect-ai")
    options = parser.parse_args()
    pythons = {client: sys.executable for client in PROGRAMS} | {INSPECT: options.inspect_python}
    for name in options.scenario:
        scenario = SCENARIOS[name]
        print(f"\n({name}) {scenario}\n")
        print("| client | seconds | of ideal | ms of processor a call | MB at the peak |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for client in options.client:
            if pythons[client]:
                print(row(played(client, scenario, pythons[client]), scenario), flush=True)


if __name__ == "__main__":
    main()
