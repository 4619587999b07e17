"""One odd call, and the rules that it must keep."""

from __future__ import annotations

import contextlib
import io
import math
import random
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import autoplan

MAX_SECONDS = 20.0
"""Processor time of an odd input: each is small, so what takes longer would go on and on."""
MAX_SECONDS_IN_ALL = 120.0
"""Waiting included; generous, since the machine may be busy with other things."""
SECONDS_BETWEEN_LOOKS = 0.2
MAX_LINE = 2000
_ODD_MONEY = re.compile(r"\$(-\d\S*|nan|inf)")

COUNTS = ["input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens"]


ODD_TEXT = (
    *("", " ", "\x00", "\ufeff", "\ud800", "(", ")", "()", "((", "?", ":", ";", "\n", "é", "名"),
    *("(and)", "(not)", "(forall)", "(when)", "(either)", "- -", "(= ?x ?y)", "9" * 400, "-1e999"),
    *("(" * 3000, ")" * 3000, "(not " * 900, "a" * 20_000, "(:init)", "(:goal (and))", "\\", '"'),
)


@dataclass(frozen=True)
class Case:
    """One call of a command line, or what stands for one.

    Args:
        main: the command line.
        arguments: its arguments.
        kept: files that must stay as they are.
        about: what is odd, for the report of a fault.
        solved: a results folder in which every episode must be solved where the call succeeds.
        counted: a results folder in which no number may be negative or infinite.
        absent: a file that only code from the input could write.
        mute: whether its messages go nowhere.
    """

    main: Callable[[list[str]], int]
    arguments: list[str]
    kept: tuple[Path, ...] = ()
    about: str = ""
    solved: str = ""
    counted: str = ""
    absent: Path | None = None
    mute: bool = False


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


def spoilt(text: str, choose: random.Random) -> str:
    """A text with a few odd changes."""
    for _ in range(choose.randint(1, 3)):
        at, other = (choose.randrange(len(text) + 1) for _ in range(2))
        start, end = sorted((at, other))
        odd = choose.choice(ODD_TEXT)
        text = choose.choice(
            (
                text[:at] + odd + text[at:],
                text[:start] + text[min(end, start + 40) :],
                text[:at],
                text.replace(choose.choice(text.split() or [" "]), odd, 1),
                text[:at] + text[start:end][:200] + text[at:],
                text.upper(),
            )
        )
        if not text:
            return text
    return text


class _TooLong(BaseException):
    """A case is still running after its time; no handler of errors takes it for one."""


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    """Break into what goes on for too long; the main thread's timers belong to what is tested."""
    ended, main = threading.Event(), threading.main_thread()
    busy, begun = time.process_time() + MAX_SECONDS, time.monotonic()

    def watch() -> None:
        while not ended.wait(SECONDS_BETWEEN_LOOKS):
            if time.process_time() > busy or time.monotonic() > begun + MAX_SECONDS_IN_ALL:
                signal.pthread_kill(main.ident or 0, signal.SIGUSR1)
                return

    def stop(number: int, frame: FrameType | None) -> None:
        raise _TooLong(f"it is busy for {MAX_SECONDS:.0f} s, or waits for {MAX_SECONDS_IN_ALL:.0f}")

    before = signal.signal(signal.SIGUSR1, stop)
    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()
        signal.signal(signal.SIGUSR1, before)


def faults(case: Case) -> Iterator[str]:
    """The rules that a case breaks."""
    before = {path: path.read_bytes() for path in case.kept}
    out, err = io.StringIO(), io.StringIO()
    status: int | str | None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            with _limited():
                status = case.main(case.arguments)
        except SystemExit as left:
            status = left.code
        except BaseException as escaped:
            yield f"{type(escaped).__name__} escaped: {str(escaped)[:300]}"
            return
    text = err.getvalue()
    if status not in (0, 1, 2, None):
        yield f"the status is {status}"
    if "internal error" in text or "Traceback" in text:
        yield f"it prints: {text.strip()[-300:]}"
    if status == 2 and not text.strip() and not case.mute:
        yield "it is refused without a word"
    if status == 2 and len(max(text.splitlines(), key=len, default="")) > MAX_LINE:
        yield f"it is refused in a line of more than {MAX_LINE:,} characters"
    if money := _ODD_MONEY.search(out.getvalue() + text):
        yield f"it prints a sum of money as {money[0]}"
    yield from _left_behind(case, before, succeeded=status == 0)


def _left_behind(case: Case, before: Mapping[Path, bytes], *, succeeded: bool) -> Iterator[str]:
    """The rules that files and results break."""
    for path, content in before.items():
        if path.read_bytes() != content:
            yield f"{path.name} is no longer what it was"
    if case.absent is not None and case.absent.exists():
        yield "it ran code from the input"
    if case.solved and succeeded and not autoplan.load(case.solved)["solved"].fillna(False).all():
        yield "it is not solved"
    if case.counted and succeeded:
        counts = autoplan.load(case.counted)[COUNTS].to_numpy(float)
        if not all(0 <= each < math.inf for each in counts.ravel()):
            yield f"its counts are {counts.tolist()}"
