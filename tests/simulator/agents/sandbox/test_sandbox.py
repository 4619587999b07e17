"""Code in the sandbox does what it may, stays within its limits, and ends when it has to."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pddl2nl.errors import InputError
from simulator.agents.sandbox import (
    CodeRun,
    Sandbox,
    SandboxLimits,
    SandboxUnavailable,
    launcher,
    supervision,
)
from simulator.agents.sandbox.supervision import SandboxProcesses, Supervision
from tests.conftest import REPOSITORY
from tests.simulator.agents.sandbox.conftest import processes_with

inside = pytest.mark.usefixtures("bubblewrap")


async def run(script: str, limits: SandboxLimits | None = None, **files: str) -> CodeRun:
    return await Sandbox(limits).run("solver.py", {"solver.py": script, **files})


@inside
async def test_script_prints_and_reads_its_files() -> None:
    script = """
import sys
from tools.distances import between
print(open("request.txt").read(), between("A", "B"), file=sys.stdout)
print("doubtful", file=sys.stderr)
"""
    files = {
        "code/solver.py": script,
        "code/tools/distances.py": "def between(a, b): return f'{a}-{b}'",
        "request.txt": "From Å to B.",
    }
    done = await Sandbox().run("code/solver.py", files)
    assert done == CodeRun(0, "From Å to B. A-B\n", "doubtful\n")


@inside
async def test_working_folder_is_writable_and_thrown_away() -> None:
    script = """
import os, tempfile
print(sorted(os.listdir()))
open("notes", "w").write("n"); os.mkdir("d"); open("/tmp/t", "w"); tempfile.TemporaryFile()
print(sorted(os.listdir()))
"""
    for _ in range(2):
        done = await run(script)
        assert done == CodeRun(0, "['solver.py']\n['d', 'notes', 'solver.py', 't']\n", "")


@inside
@pytest.mark.parametrize(
    ("script", "status"),
    [
        ("raise SystemExit(3)", 3),
        ("import os; os._exit(7)", 7),
        ("import os; os._exit(137)", 137),
        ("import os; os._exit(152)", 152),  # 128 + SIGXCPU
        ("import os; os.abort()", -signal.SIGABRT),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)", -signal.SIGXCPU),
    ],
)
async def test_statuses_differ_from_signals(script: str, status: int) -> None:
    assert await run(script) == CodeRun(status, "", "")


@inside
async def test_processor_time_of_a_process_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = Supervision.stop

    def unless_it_is_the_clock(self: Supervision, reason: str) -> None:
        if not reason.startswith("it ran longer"):
            stop(self, reason)

    monkeypatch.setattr(Supervision, "stop", unless_it_is_the_clock)
    done = await run("while True: pass", SandboxLimits(seconds=1.0))
    assert (done.status, done.stopped) == (None, "it used more than 1 seconds of processor time")


@inside
async def test_traceback_names_the_line() -> None:
    done = await run("x = 1\nprint(x)\nx / 0\n")
    assert (done.status, done.output) == (1, "1\n")
    assert 'File "/sandbox/solver.py", line 3, in <module>' in done.errors
    assert done.errors.endswith("ZeroDivisionError: division by zero\n")


@inside
async def test_packages_can_be_imported() -> None:
    done = await run("import pandas\nprint(pandas.DataFrame({'a': [1, 2]}).a.sum())")
    assert done == CodeRun(0, "3\n", "")


@inside
@pytest.mark.skipif(find_spec("z3") is None, reason="the extra agents is not installed")
async def test_constraints_can_be_solved() -> None:
    script = """
from z3 import Int, Solver
x = Int("x")
solver = Solver()
solver.add(x > 2, x < 4)
print(solver.check(), solver.model())
"""
    assert await run(script) == CodeRun(0, "sat [x = 3]\n", "")


@inside
async def test_processes_work_together() -> None:
    script = """
from multiprocessing import Pool
if __name__ == "__main__":
    with Pool(2) as pool:
        print(pool.map(abs, [-1, -2]))
"""
    assert await run(script) == CodeRun(0, "[1, 2]\n", "")


@inside
async def test_output_that_is_no_text_is_replaced() -> None:
    done = await run(r"import os; os.write(1, b'a\xff\x00b')")
    assert done == CodeRun(0, "a�\0b", "")


@inside
async def test_beginning_of_an_output_is_kept_and_its_end_need_not_be_waited_for() -> None:
    limits = SandboxLimits(seconds=20, output=1000)
    begun = time.monotonic()
    done = await run("while True: print('x' * 99)", limits)
    assert done.output == ("x" * 99 + "\n") * 10
    assert (done.status, done.stopped) == (
        None,
        "it wrote more than 1,000 bytes to standard output",
    )
    assert time.monotonic() - begun < 19


@inside
async def test_output_before_the_time_limit_is_kept() -> None:
    done = await run("print('begun')\nwhile True: pass", SandboxLimits(seconds=0.5))
    assert done == CodeRun(None, "begun\n", "", "it ran longer than 0.5 seconds")


@inside
async def test_processor_time_of_threads_adds_up() -> None:
    script = """
import hashlib, threading
data = bytes(10_000_000)
def work():
    while True: hashlib.sha256(data)
for _ in range(3): threading.Thread(target=work).start()
"""
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("needs two processors")
    done = await run(script, SandboxLimits(seconds=1.0))
    assert done.status is None
    assert done.stopped.startswith(("it used more than 1 second", "it ran longer than 1 second"))


@inside
async def test_shared_memory_counts_once() -> None:
    script = """
import os, time
kept = bytearray(os.urandom(1)) * 80_000_000
for _ in range(4):
    if not os.fork():
        time.sleep(0.4)
        os._exit(0)
for _ in range(4): os.wait()
"""
    assert await run(script, SandboxLimits(memory=200 << 20)) == CodeRun(0, "", "")


@inside
async def test_other_tasks_go_on_while_memory_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    counting, others = threading.Event(), threading.Event()

    def slowly(pid: int) -> int:
        counting.set()
        assert others.wait(20), "the event loop stands still"
        return 0

    async def other() -> None:
        while not counting.is_set():
            await asyncio.sleep(0.01)
        others.set()

    monkeypatch.setattr(supervision, "_proportional", slowly)
    monkeypatch.setattr(SandboxProcesses, "resident", lambda self: 1 << 40)
    task = asyncio.create_task(other())
    done = await run("import time; time.sleep(0.5)", SandboxLimits(seconds=20))
    task.cancel()
    assert done == CodeRun(0, "", "")
    assert counting.is_set()


@inside
async def test_memory_that_takes_too_long_to_count_ends_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = threading.Event()
    monkeypatch.setattr(supervision, "_proportional", lambda pid: over.wait(20))
    monkeypatch.setattr(SandboxProcesses, "resident", lambda self: 1 << 40)
    monkeypatch.setattr(supervision, "SECONDS_TO_COUNT", 0.2)
    done = await run("import time; time.sleep(60)", SandboxLimits(seconds=20))
    over.set()
    assert done.stopped == "its memory could not be counted within 0.2 seconds"


@inside
async def test_other_tasks_go_on_meanwhile() -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    await run("while True: print('x' * 9999)", SandboxLimits(seconds=0.3, output=1 << 40))
    ticking.cancel()
    assert ticks > 5


@inside
@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.3])
async def test_cancelling_ends_all_processes(seconds: float, mark: str) -> None:
    program = f"import time; time.sleep(60)  # {mark}"
    script = f"import subprocess, sys\nsubprocess.run([sys.executable, '-S', '-c', {program!r}])"
    task = asyncio.create_task(run(script))
    await asyncio.sleep(seconds)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    assert task.cancelled()
    assert not processes_with(mark)


@inside
def test_processes_die_with_ours(mark: str) -> None:
    program = f"import time; print(1, flush=True); time.sleep(60)  # {mark}"
    script = (
        "import asyncio\nfrom simulator.agents.sandbox import Sandbox\n"
        f"asyncio.run(Sandbox().run('a.py', {{'a.py': {program!r}}}))"
    )
    ours = subprocess.Popen(
        [sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": str(REPOSITORY)}
    )
    deadline = time.monotonic() + 20
    while len(processes_with(mark)) < 1 and time.monotonic() < deadline:
        time.sleep(0.02)
    ours.send_signal(signal.SIGKILL)
    ours.wait()
    while processes_with(mark) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not processes_with(mark)


@inside
@settings(max_examples=8)
@given(st.text(), st.text())
def test_any_text_is_a_script(script: str, other: str) -> None:
    done = asyncio.run(run(script, SandboxLimits(seconds=5), **{"other.txt": other}))
    assert done.status is not None or done.stopped


@inside
@settings(max_examples=8)
@given(
    st.dictionaries(
        st.text(
            st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=50
        ).filter(lambda name: name not in {".", "..", "solver.py"}),
        st.text(st.characters(codec="utf-8")),
        max_size=5,
    )
)
def test_files_arrive_as_they_are(files: dict[str, str]) -> None:
    script = """
import json, os
print(json.dumps({f: open(f, newline="").read() for f in os.listdir()}))
"""
    done = asyncio.run(Sandbox().run("solver.py", {"solver.py": script, **files}))
    assert json.loads(done.output) == {"solver.py": script, **files}


@inside
@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../up.txt",
        "a/../../up.txt",
        "a//b",
        "./a",
        "",
        ".",
        "a/",
        "a\0b",
        "é" * 128,
        "\ud800",
    ],
)
async def test_path_out_of_the_folder_is_refused(path: str) -> None:
    with pytest.raises(InputError, match="no path inside the working folder"):
        await Sandbox().run("a.py", {"a.py": "", path: ""})


@inside
async def test_more_files_than_can_be_opened_are_refused() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (60, most[1]))
    try:
        with pytest.raises(SandboxUnavailable, match=r"be started: .*Too many open files"):
            await Sandbox().run("a.py", {"a.py": "", **{str(n): "" for n in range(99)}})
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, most)
    assert (await run("")).status == 0


@inside
async def test_script_has_to_be_one_of_the_files() -> None:
    with pytest.raises(InputError, match=r"the script 'b\.py' is not among the files"):
        await Sandbox().run("b.py", {"a.py": ""})
    with pytest.raises(InputError, match="'a/b' is a file in a file"):
        await Sandbox().run("a", {"a": "", "a/b": ""})


@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox needs Linux")
def test_launcher_leaves_no_descriptor_open() -> None:
    shows = "import os; os.write(1, ' '.join(os.listdir('/proc/self/fd')).encode())"
    # Open ones with lower and with higher numbers than that of the reports are closed.
    (first, second), (reports, report), (third, last) = os.pipe(), os.pipe(), os.pipe()
    python = (sys.executable, "-I", "-S")
    done = subprocess.run(
        (*python, launcher.__file__, str(report), "RLIMIT_CORE=0:0", "--", *python, "-c", shows),
        pass_fds=(report, first, second, third, last),
        capture_output=True,
        check=True,
    )
    assert set(done.stdout.decode().split()) == {"0", "1", "2", "3"}  # 3 is the listed folder.
    report_of_end = json.loads(os.read(reports, 99))
    assert report_of_end["status"] == 0
    assert 0 < report_of_end["seconds"] < 10
    for each in (reports, report, first, second, third, last):
        os.close(each)


async def test_without_bubblewrap_code_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    said = Sandbox.unavailable()
    assert said == (
        "code that a model wrote runs only inside bubblewrap, which is not installed: "
        "apt install bubblewrap"
    )
    with pytest.raises(SandboxUnavailable) as refused:
        await run("open('/tmp/planted', 'w')")
    assert str(refused.value) == said


@pytest.mark.skipif(sys.platform != "linux", reason="bubblewrap needs Linux")
async def test_where_bubblewrap_fails_code_is_refused_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(SandboxUnavailable) as refused:
        await run("print(1)")
    said = str(refused.value)
    assert "does not work here: bwrap: No permissions to create new namespace; see" in said
    assert "\n" not in said
