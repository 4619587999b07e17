"""Commands where something around them is out of order."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import domains
from scripts.odd_inputs.case import Case

COMMANDS = (
    "pddl2nl convert {ferry}/domain.pddl {ferry}/instances/instance-1.pddl",
    "pddl2nl convert {ferry}/domain.pddl --format json -o text.json",
    "pddl2nl check {ferry}/domain.pddl --lexicon-out lexicon.json",
    "pddl2nl lexicons",
    "autoplan domains",
    "autoplan doctor",
    "autoplan generate ferry --seed 1 -n 3 --out made",
    "autoplan prompt --mechanism act --domain ferry --instance 2",
    "autoplan eval --mechanism random ff act --domain ferry --instances 2 --out out",
    "autoplan eval --mechanism basic --domain ferry --instances 1 --dry-run",
    "autoplan graph show --format mermaid",
    "autoplan table out",
    "autoplan report out",
    "autoplan score -",
)
SITUATIONS = {
    "output to a full disk": "{} > /dev/full",
    "messages to a full disk": "{} 2> /dev/full",
    "no output": "{} >&-",
    "no input": "{} <&-",
    "no messages": "{} 2>&-",
    "no streams": "{} <&- >&- 2>&-",
    "a reader that leaves": "set -o pipefail; {} | head -c 10",
    "ASCII": "LC_ALL=C PYTHONUTF8=0 PYTHONIOENCODING=ascii {}",
    # Python would leave halves of compiled modules behind.
    "small files": "export PYTHONDONTWRITEBYTECODE=1; ulimit -f 8; {}",
    "few files": "ulimit -n 24; {}",
    "no home": "unset AUTOPLAN_CACHE XDG_CACHE_HOME; HOME=/proc/none {}",
    "no place for temporary files": "TMPDIR=/proc/none {}",
    "a narrow terminal": "COLUMNS=20 {}",
    "a folder that is gone": "mkdir gone; cd gone; rmdir ../gone; {}",
    "Ctrl-C": "timeout --preserve-status -s INT {pause} {}",
}


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    about, way = choose.choice(list(SITUATIONS.items()))
    command = choose.choice(COMMANDS).format(ferry=domains.folder("ferry"))
    called = way.replace("{pause}", f"{choose.uniform(0, 3):.2f}")
    called = called.replace("{}", f"{sys.executable} -m {command}")

    def run(arguments: list[str]) -> int:
        root = Path(__file__).resolve().parents[3]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        done = subprocess.run(
            ["bash", "-c", *arguments],
            capture_output=True,
            env=environment,
            check=False,
            timeout=120,
        )
        sys.stderr.write(done.stderr.decode("utf-8", "replace"))
        return 0 if done.returncode in (130, 141) else done.returncode

    yield Case(run, [called], about=about, mute="2>" in way)
