"""What code in the sandbox tries fails without harm, and the next run works."""

from __future__ import annotations

import asyncio
import json
import os
import platform
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from simulator.agents.sandbox import CodeRun, Sandbox, SandboxLimits
from tests.conftest import REPOSITORY
from tests.simulator.agents.sandbox.attacks import LOUD, QUIET, RUNNER
from tests.simulator.agents.sandbox.conftest import processes_with

pytestmark = pytest.mark.usefixtures("bubblewrap")

SECRET = "sk-planted-secret-0123456789"
NUMBERED = re.compile(r"libc\.syscall|fromhex")
LIMITS = SandboxLimits(
    seconds=10.0,
    memory=300 << 20,
    processes=8,
    file_size=1 << 20,
    folder_size=4 << 20,
    folder_entries=2000,
)


def run(
    script: str, files: dict[str, str] | None = None, limits: SandboxLimits = LIMITS
) -> CodeRun:
    return asyncio.run(Sandbox(limits).run("script.py", {"script.py": script, **(files or {})}))


def works() -> bool:
    """Whether the next run is an ordinary one."""
    return run("print('works')") == CodeRun(0, "works\n", "")


@pytest.fixture(scope="module")
def bystander() -> Iterator[psutil.Process]:
    """A process outside, of the user that runs the code."""
    as_user = {"user": 65534} if os.geteuid() == 0 else {}
    process = subprocess.Popen(
        ["/bin/sleep", "600"],
        env={"SECRET": SECRET},
        cwd="/",
        **as_user,  # type: ignore[arg-type]
    )
    yield psutil.Process(process.pid)
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def host(
    tmp_path_factory: pytest.TempPathFactory, bystander: psutil.Process
) -> Iterator[dict[str, str | int]]:
    """What there is outside: files, servers, processes."""
    folder = tmp_path_factory.mktemp("host")
    secret = folder / "secret.txt"
    secret.write_text(SECRET)
    for each in (folder, secret):
        each.chmod(0o777)
    abstract = f"autoplan-{os.getpid()}"
    inet = socket.create_server(("127.0.0.1", 0))
    named, nameless = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
    named.bind(str(folder / "socket"))
    nameless.bind(f"\0{abstract}")
    home = Path.home()
    base = Path(sys.base_prefix)
    with inet, named, nameless:
        for each in (named, nameless):
            each.listen()
        yield {
            "home": str(home),
            "in home": base.relative_to(home).parts[0] if base.is_relative_to(home) else "",
            "project": str(REPOSITORY),
            "file": str(secret),
            "port": inet.getsockname()[1],
            "socket": str(folder / "socket"),
            "abstract": abstract,
            "bystander": bystander.pid,
            "secret": SECRET,
        }


@pytest.fixture(scope="module")
def quiet(host: dict[str, str | int]) -> dict[str, str]:
    """What came of each quiet attack, tried one after another in one run."""
    files = {
        "host.json": json.dumps(host),
        "tools/maps/near.py": "",
        "attacks.json": json.dumps({name: attack.code for name, attack in QUIET.items()}),
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", SECRET)
        done = run(RUNNER, files, SandboxLimits(seconds=30, processes=8))
    assert done.status == 0, done
    assert works()
    said: dict[str, str] = json.loads(done.output)
    return said


@pytest.mark.parametrize("name", QUIET)
def test_attack_is_refused(name: str, quiet: dict[str, str]) -> None:
    if NUMBERED.search(QUIET[name].code) and platform.machine() != "x86_64":
        pytest.skip("the numbers of its system calls are those of x86-64")
    assert re.match(QUIET[name].refusal, quiet[name]), quiet[name]


def test_nothing_outside_is_touched(
    quiet: dict[str, str], host: dict[str, str | int], bystander: psutil.Process
) -> None:
    assert Path(str(host["file"])).read_text() == SECRET
    assert bystander.status() != psutil.STATUS_ZOMBIE
    places = (Path("/"), Path("/usr/local/bin"), Path("/etc"), Path.home(), REPOSITORY)
    assert not any((place / "planted").exists() for place in places)


@pytest.mark.parametrize("name", LOUD)
def test_excess_is_stopped(name: str, mark: str) -> None:
    code, end = LOUD[name]
    named = f"import ctypes\nctypes.CDLL(None).prctl(15, b'{mark[:15]}')\n{code}"
    # A busy machine needs its time to reach any limit but that of time.
    seconds = 10.0 if end and end != "longer than" else 0.3
    done = run(named, limits=replace(LIMITS, seconds=seconds))
    assert end in done.stopped + done.errors, done
    assert done.status != 0
    assert len(done.output) <= LIMITS.output
    assert len(done.errors) <= LIMITS.output
    assert not [
        each.pid for each in psutil.process_iter(["name"]) if each.info["name"] == mark[:15]
    ]
    assert works()


def test_leftover_processes_die_with_the_run(mark: str) -> None:
    program = f"import time; time.sleep(600)  # {mark}"
    script = f"""
import os, subprocess, sys
for n in range(3):
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.closerange(0, 64)
            os.execv(sys.executable, [sys.executable, "-S", "-c", {program!r}])
        os._exit(0)
print("left")
"""
    begun = run(script)
    assert (begun.status, begun.output) == (0, "left\n")
    assert not processes_with(mark)
    assert works()


async def test_another_run_cannot_be_seen() -> None:
    writes = (
        "import os, time\nopen('mine.txt', 'w').write('mine')\n"
        "os.environ['X'] = 'mine'\ntime.sleep(0.4)\nprint(sorted(os.listdir('.')))"
    )
    looks = """
import glob, os, time
time.sleep(0.2)
found = [f for pattern in ("/sandbox/*", "/tmp/*", "/dev/shm/*", "/proc/[0-9]*/cwd/*")
         for f in glob.glob(pattern)]
print(sorted({os.path.basename(f) for f in found}))
"""
    first, second = await asyncio.gather(
        Sandbox(LIMITS).run("a.py", {"a.py": writes}),
        Sandbox(LIMITS).run("b.py", {"b.py": looks}),
    )
    assert first.output == "['a.py', 'mine.txt']\n"
    assert second.output == "['b.py']\n"
    assert (await Sandbox(LIMITS).run("b.py", {"b.py": looks})).output == "['b.py']\n"
