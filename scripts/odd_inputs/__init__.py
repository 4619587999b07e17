"""Odd inputs and situations: each must end with a status and a line, and never with a traceback.

    python -m scripts.odd_inputs [--seed S] [--cases N] [--only GROUP [--draw N]]
                                  [--workers N]

Draws N cases (1,500 by default) from the groups, the same number from each, runs each
through the command lines in a folder of its own, and prints every case that breaks a rule:

- the status is 0, 1 or 2, within 20 seconds of processor time;
- nothing escapes, and no "internal error" is reported;
- bad input (status 2) is one line that says what it is about; notes may stand before it;
- a file that was read is as it was, and no code from an input runs;
- no count and no sum of money is negative or infinite.

In `situations` (full disks, closed streams, Ctrl-C and the like, each in its own process), 130 and
141 are fine as well. Ends with the number of cases and of faults, and with status 1
if there are any. `--only GROUP --draw N` repeats one draw.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

from scripts.odd_inputs import files, processes, servers, settings
from scripts.odd_inputs.case import Case, faults

MAX_SHOWN = 400
"""How many characters of a call stand in a report."""

Group = Callable[[Path, random.Random], Iterator[Case]]
"""Draws a few cases, given an empty folder and the dice."""

GROUPS: Mapping[str, Group] = dict(
    sorted({**files.GROUPS, **processes.GROUPS, **servers.GROUPS, **settings.GROUPS}.items())
)


def draw(seed: int, group: str, number: int) -> tuple[int, list[str]]:
    """Run one draw of a group: how many cases it has, and the rules that they break."""
    place, home, ran, found = Path(tempfile.mkdtemp()), Path.cwd(), 0, list[str]()
    os.chdir(place)
    try:
        for case in GROUPS[group](place, random.Random(f"{seed}/{group}/{number}")):
            ran += 1
            call = f"{' '.join(case.arguments)[:MAX_SHOWN]} ({case.about[:MAX_SHOWN]})"
            found += [f"{group} {number}: {fault}\n    {call}" for fault in faults(case)]
    finally:
        os.chdir(home)
        shutil.rmtree(place, ignore_errors=True)
    return ran, found


def run(seed: int, group: str, cases: int) -> tuple[int, list[str]]:
    """Run a group until it has had a number of cases: how many they are, and all faults."""
    ran, found = 0, list[str]()
    for number in count():
        if ran >= cases:
            break
        more, faulty = draw(seed, group, number)
        ran += more
        found += faulty
    return ran, found
