"""The wheel's tests on the other supported versions of Python that this machine has.

Usage: python scripts/other_versions.py [VERSION ...]

Without VERSION: all that pyproject.toml names, but the one that runs this. Each is looked for on
the path (python3.12) and among pyenv's. The pinned packages go into an empty environment outside of
the repository, and tests/test_packaging.py installs the wheel beside them. What cannot be had here
is skipped, in one line; the exit status is 1 if a test fails.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def supported() -> list[str]:
    """The versions of Python that pyproject.toml names, oldest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    matches = (re.fullmatch(r".*Python :: (3\.\d+)", each) for each in project["classifiers"])
    return [match[1] for match in matches if match]


def interpreter(version: str) -> Path | None:
    """An interpreter of this version that starts; pyenv's command may be there and do nothing."""
    return next((path for path in _places(version) if _full_version(path) is not None), None)


def _places(version: str) -> Iterator[Path]:
    name = f"python{version}"
    on_the_path = (Path(folder) / name for folder in os.get_exec_path())
    yield from (path for path in on_the_path if os.access(path, os.X_OK))
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/{name}"))


def _full_version(python: Path) -> str | None:
    call = [str(python), "-c", "import platform; print(platform.python_version())"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def tested(version: str) -> bool | None:
    """Whether the wheel's tests pass on a version; None if it, or a package, cannot be had.

    Prints one line, and before it what went wrong.
    """
    python = interpreter(version)
    if python is None:
        print(f"SKIPPED Python {version}: not found on the path, and not among pyenv's", flush=True)
        return None
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="autoplan-") as folder:
        own = Path(folder) / "environment" / "bin" / "python"
        trouble = _trouble_of_setup(python, own)
        if trouble:
            print(f"{trouble}SKIPPED Python {version}: its packages cannot be had here", flush=True)
            return None
        trouble = _trouble_of_tests(own)
    verdict = (
        f"the wheel's tests {'FAIL' if trouble else 'pass'} ({time.monotonic() - begun:.0f} s)"
    )
    print(f"{trouble}Python {_full_version(python)} ({python}): {verdict}", flush=True)
    return not trouble


def _trouble_of_setup(python: Path, own: Path) -> str:
    """Sets up an environment with the pinned packages; only modules that are used are compiled."""
    options = ["--quiet", "--disable-pip-version-check", "--no-compile", "--require-hashes"]
    requirements = str(ROOT / "requirements" / "run.txt")
    return _trouble([str(python), "-m", "venv", str(own.parent.parent)]) or _trouble(
        [str(own), "-m", "pip", "install", *options, "-r", requirements]
    )


def _trouble_of_tests(own: Path) -> str:
    call = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/test_packaging.py"]
    return _trouble(call, {**os.environ, "AUTOPLAN_WHEEL_PYTHON": str(own)})


def _trouble(call: list[str], environment: dict[str, str] | None = None) -> str:
    """What a command printed if it failed, else nothing."""
    done = subprocess.run(
        call,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else f"{done.stdout}{shlex.join(call)} failed\n"


def main() -> int:
    """Tests each version that is asked for, all at the same time, and says what came of it."""
    mine = f"3.{sys.version_info.minor}"
    wanted = sys.argv[1:] or [each for each in supported() if each != mine]
    print(f"== The wheel on Python {', '.join(wanted)}", flush=True)
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(tested, wanted))
    return int(False in results)


if __name__ == "__main__":
    sys.exit(main())
