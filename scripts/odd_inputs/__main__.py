from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

import scripts.odd_inputs
from scripts.odd_inputs import GROUPS, draw, run


def main() -> int:
    """Run what the options ask for; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=scripts.odd_inputs.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=1500)
    parser.add_argument("--only", choices=GROUPS, action="append", default=[])
    parser.add_argument(
        "--workers", type=int, default=2 * (os.cpu_count() or 1), help="groups at a time"
    )
    parser.add_argument("--draw", type=int, help="one draw of the group, to repeat a fault")
    options = parser.parse_args()
    if options.draw is not None and len(options.only) != 1:
        parser.error("--draw goes with one --only GROUP")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["AUTOPLAN_CACHE"] = cache
        if options.draw is not None:
            ran = {options.only[0]: draw(options.seed, options.only[0], options.draw)}
            print(*ran[options.only[0]][1], sep="\n")
        else:
            ran = dict(run_groups(options))
    counts = ", ".join(f"{group} {cases}" for group, (cases, _) in sorted(ran.items()))
    cases, faults = (
        sum(each) for each in zip(*((n, len(f)) for n, f in ran.values()), strict=True)
    )
    print(f"{cases} cases ({counts}) in {time.monotonic() - begun:.0f} s: {faults} faults")
    return 1 if faults else 0


def run_groups(options: argparse.Namespace) -> Iterator[tuple[str, tuple[int, list[str]]]]:
    """Run the groups side by side, and print their faults as each ends."""
    names = options.only or list(GROUPS)
    share = -(-options.cases // len(names))
    # Started afresh, so that nothing of one process is in another.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.workers, mp_context=fresh) as pool:
        waiting = {pool.submit(run, options.seed, name, share): name for name in names}
        for done in as_completed(waiting):
            ran, found = done.result()
            print(
                f"{waiting[done]}: {ran} cases, {len(found)} faults", *found, sep="\n", flush=True
            )
            yield waiting[done], (ran, found)


if __name__ == "__main__":
    sys.exit(main())
