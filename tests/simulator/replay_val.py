"""A stand-in for VAL's `Validate` that replays one recorded run.

Run it as `Validate -v DOMAIN PROBLEM PLAN` with the run, a JSON object, in the file that
`VAL_RECORDED_RUN` names. It insists on being given the recorded plan.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path


def main() -> int:
    """Print what VAL printed, and end as VAL ended."""
    run = json.loads(Path(os.environ["VAL_RECORDED_RUN"]).read_text(encoding="utf-8"))
    *flags, _, _, plan = sys.argv[1:]
    given = Path(plan).read_text(encoding="utf-8").splitlines()
    if flags != run["flags"] or given != run["plan"]:
        sys.exit("this is not the recorded run")
    sys.stdout.write(run["stdout"])
    sys.stderr.write(run["stderr"])
    sys.stdout.flush()
    if run["exit"] < 0:
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), -run["exit"])
    return int(run["exit"])


if __name__ == "__main__":
    sys.exit(main())
