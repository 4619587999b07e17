"""The command line of bubblewrap for one run: what the code sees, and what it may use.

Everything that is not named here does not exist inside: no home, no other processes, no network.
All file systems are read-only but the working folder, which is kept in memory and bounded.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pddl2nl.errors import InputError
from simulator.agents.sandbox import launcher
from simulator.agents.sandbox.system_calls import compiled_filter


class SandboxUnavailable(InputError):
    """Code cannot be run on this machine; the message says why, and how to change that."""


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """What one run may use.

    Args:
        seconds: wall-clock time, and processor time of each process.
        memory: bytes of address space of each process, and bytes of all processes together.
        processes: processes and threads at the same time.
        output: bytes of standard output, and as many of standard error.
        file_size: bytes of one file.
        folder_size: bytes of all files in the working folder; they are kept in memory.
        folder_entries: files and folders in the working folder.
    """

    seconds: float = 30.0
    memory: int = 1 << 30
    processes: int = 32
    output: int = 100_000
    file_size: int = 10 << 20
    folder_size: int = 64 << 20
    folder_entries: int = 10_000


@dataclass(frozen=True, slots=True)
class CodeRun:
    """How a run ended.

    Args:
        status: the exit status, -n if signal n ended it; None if it was stopped.
        output: the beginning of its standard output; what is no UTF-8 is replaced.
        errors: the beginning of its standard error.
        stopped: the limit that ended it, as a sentence without a full stop; empty if it ended by
            itself.
    """

    status: int | None
    output: str
    errors: str
    stopped: str = ""


FOLDER = "/sandbox"
"""The working folder inside, where the given files lie, too."""

_ENVIRONMENT = {
    "HOME": FOLDER,
    "TMPDIR": FOLDER,
    "USER": "player",
    "PATH": "/python/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONUTF8": "1",
    # What was printed before a limit struck is not lost, and a set has one order in all runs.
    "PYTHONUNBUFFERED": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    # Threads of numerical libraries would count as processes, and reserve memory each.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
}
_USER = "1000"
_NOBODY = "65534"
"""The user inside, and the one outside that stands for it where we are root: the kernel lets root
have any number of processes, and write kernel settings, even without its capabilities."""

_OPEN_FILES = 64
"""A pipe or socket holds memory that no limit counts, so a process has few of them."""


@contextmanager
def invocation(
    program: str, limits: SandboxLimits, script: str, files: Mapping[str, str], status: int
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """The command that starts a script in a sandbox, and the descriptors that it inherits.

    Args:
        program: the path of `bwrap`.
        limits: what it may use.
        script: the path of the script among `files`.
        files: relative path -> text, read-only for the script.
        status: a descriptor for reports of bubblewrap and the launcher, as lines of JSON.

    Raises:
        OSError: a descriptor cannot be had, or libseccomp is not there.
    """
    with ExitStack() as closed_after:
        opened: list[int] = [status]

        def kept(descriptor: int) -> str:
            closed_after.callback(os.close, descriptor)
            opened.append(descriptor)
            return str(descriptor)

        def in_memory(data: bytes) -> str:
            descriptor = os.memfd_create("sandbox")
            name = kept(descriptor)
            with os.fdopen(os.dup(descriptor), "wb") as out:
                out.write(data)
            os.lseek(descriptor, 0, os.SEEK_SET)
            return name

        texts = {path: in_memory(text.encode(errors="replace")) for path, text in files.items()}
        inner = (
            *(program, "--unshare-user", "--unshare-all", "--disable-userns", "--as-pid-1"),
            *("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"),
            *("--uid", _USER, "--gid", _USER, "--hostname", "sandbox"),
            *("--seccomp", in_memory(compiled_filter()), "--json-status-fd", str(status)),
            *_system(),
            *_python(in_memory),
            *_devices(),
            *("--proc", "/proc", "--remount-ro", "/proc"),
            *_working_folder(limits, texts),
            *("--remount-ro", "/", "--chdir", FOLDER),
            *(word for item in _ENVIRONMENT.items() for word in ("--setenv", *item)),
            *("--", *_launched(limits, script, kept(os.dup(status)))),
        )
        command = (*_as_nobody(program), *inner) if _is_root() else inner
        yield command, tuple(opened)


def _is_root() -> bool:
    return os.geteuid() == 0


def _as_nobody(program: str) -> tuple[str, ...]:
    """What starts bubblewrap as an ordinary user, who sees our interpreter in root's home."""
    setpriv = shutil.which("setpriv") or "setpriv"
    return (
        *(program, "--die-with-parent", "--cap-drop", "ALL"),
        *("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"),
        *_system(),
        *_mounted(Path(program), Path(setpriv)),
        *_interpreter(),
        *_bound(_packages()),
        *("--bind", "/proc", "/proc", "--dev", "/dev", "--dir", "/tmp"),
        *("--", setpriv, "--reuid", _NOBODY, "--regid", _NOBODY, "--clear-groups", "--"),
    )


@cache
def _system() -> tuple[str, ...]:
    """Programs and libraries of the system."""
    options = ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        path = Path("/", name)
        if path.is_symlink():
            options += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            options += ["--ro-bind", str(path), str(path)]
    options += ["--dir", "/etc"]
    for name in ("/etc/ld.so.cache", "/etc/alternatives"):
        options += ["--ro-bind-try", name, name]
    return tuple(options)


@cache
def _interpreter() -> tuple[str, ...]:
    """The interpreter and its library, where they do not belong to the system."""
    base = Path(sys.base_prefix)
    return _mounted(_base_python(), *(base / name for name in ("lib", "lib64")))


def _base_python() -> Path:
    """The interpreter itself, outside of any virtual environment."""
    return Path(sys.base_prefix, "bin", f"python{_python_version()}")


def _python_version() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


@cache
def _packages() -> Mapping[str, Path]:
    """The folders of this environment's installed packages, by their names inside."""
    names = {"site-packages", "dist-packages"}
    found = (Path(entry).absolute() for entry in sys.path if Path(entry).name in names)
    folders = dict.fromkeys(folder for folder in found if folder.is_dir())
    return {f"/packages/{number}": folder for number, folder in enumerate(folders)}


def _python(in_memory: Callable[[bytes], str]) -> tuple[str, ...]:
    """A virtual environment of the installed packages, without what they run at the start."""
    home = "/python"
    settings = f"home = {_base_python().parent}\ninclude-system-site-packages = false\n"
    folders = "".join(f"{folder}\n" for folder in _packages())
    packages = f"{home}/lib/python{_python_version()}/site-packages/sandbox.pth"
    return (
        *_interpreter(),
        *_bound({name: Path(name) for name in _packages()} if _is_root() else _packages()),
        *_parents(Path(packages), Path(home, "bin/python")),
        *("--symlink", str(_base_python()), f"{home}/bin/python"),
        *("--file", in_memory(settings.encode()), f"{home}/pyvenv.cfg"),
        *("--file", in_memory(folders.encode()), packages),
    )


def _mounted(*paths: Path) -> tuple[str, ...]:
    """Options that show paths read-only where they are, if the system's folders do not."""
    shown = [path for path in paths if path.exists() and not path.is_relative_to("/usr")]
    return _bound({str(path): path for path in shown})


def _bound(sources: Mapping[str, Path]) -> tuple[str, ...]:
    """Options that show paths read-only under other names."""
    binds = (("--ro-bind", str(source), name) for name, source in sources.items())
    return (*_parents(*map(Path, sources)), *(word for bind in binds for word in bind))


def _parents(*paths: Path) -> tuple[str, ...]:
    """Options that make the folders above some paths, for everybody to pass."""
    above = dict.fromkeys(
        folder for path in paths for folder in reversed(path.parents) if folder != Path("/")
    )
    return tuple(word for folder in above for word in ("--dir", str(folder)))


def _devices() -> tuple[str, ...]:
    """Devices without a state, and no terminal; shared memory lies in the working folder."""
    nodes = (f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom"))
    links = {"fd": "/proc/self/fd", "shm": FOLDER}
    links |= {name: f"/proc/self/fd/{n}" for n, name in enumerate(("stdin", "stdout", "stderr"))}
    return (
        *("--dir", "/dev"),
        *(word for node in nodes for word in ("--dev-bind", node, node)),
        *(word for name, to in links.items() for word in ("--symlink", to, f"/dev/{name}")),
    )


def _working_folder(limits: SandboxLimits, descriptors: Mapping[str, str]) -> tuple[str, ...]:
    files = (
        ("--perms", "0444", "--ro-bind-data", descriptor, f"{FOLDER}/{path}")
        for path, descriptor in descriptors.items()
    )
    # A folder that is no mount could be renamed, with the files that are mounted in it.
    folders = {f"{FOLDER}/{path.partition('/')[0]}": None for path in descriptors if "/" in path}
    return (
        *("--size", str(limits.folder_size), "--perms", "0700", "--tmpfs", FOLDER),
        *(word for name in folders for word in ("--perms", "0755", "--tmpfs", name)),
        *(word for options in files for word in options),
        *(word for name in folders for word in ("--remount-ro", name)),
        *(() if Path(sys.base_prefix).is_relative_to("/tmp") else ("--symlink", FOLDER, "/tmp")),
    )


def _launched(limits: SandboxLimits, script: str, reports: str) -> Sequence[str]:
    """The launcher, with the descriptor for its report, its limits and the script to start."""
    seconds = max(1, math.ceil(limits.seconds))
    settings = {
        # At the first limit a signal says why; the second one cannot be ignored.
        "RLIMIT_CPU": (seconds, seconds + 1),
        "RLIMIT_AS": (limits.memory,) * 2,
        "RLIMIT_FSIZE": (limits.file_size,) * 2,
        "RLIMIT_NOFILE": (_OPEN_FILES,) * 2,
        "RLIMIT_CORE": (0, 0),
        "RLIMIT_MSGQUEUE": (0, 0),
        "RLIMIT_SIGPENDING": (256, 256),
        "RLIMIT_NPROC": (limits.processes + 1,) * 2,  # One is the launcher's.
    }
    return (
        *(str(_base_python()), "-I", "-S", "-c", _launcher(), reports),
        *(f"{name}={soft}:{hard}" for name, (soft, hard) in settings.items()),
        *("--", "/python/bin/python", f"{FOLDER}/{script}"),
    )


@cache
def _launcher() -> str:
    return Path(launcher.__file__).read_text(encoding="utf-8")
