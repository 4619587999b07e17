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
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def supported() -> list[str]:
    """The versions of Python that pyproject.toml names, oldest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    said = (re.fullmatch(r".*Python :: (3\.\d+)", each) for each in project["classifiers"])
    return [match[1] for match in said if match]


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
    """Whether the wheel's tests pass on a version; None if it, or a package, cannot be had."""
    python = interpreter(version)
    if python is None:
        print(f"SKIPPED Python {version}: not found on the path, and not among pyenv's", flush=True)
        return None
    print(f"== The wheel on Python {_full_version(python)} ({python})", flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="autoplan-") as folder:
        own = Path(folder) / "environment" / "bin" / "python"
        if not _installed(python, own):
            print(f"SKIPPED Python {version}: its packages cannot be had here", flush=True)
            return None
        passed = _passes(own)
    told = "pass" if passed else "FAIL"
    print(f"The wheel's tests {told} on Python {version} ({time.monotonic() - begun:.0f} seconds)")
    return passed


def _installed(python: Path, own: Path) -> bool:
    """An environment with the pinned packages; only modules that are used are compiled."""
    options = ["--quiet", "--disable-pip-version-check", "--no-compile", "--require-hashes"]
    requirements = str(ROOT / "requirements" / "run.txt")
    calls = (
        [str(python), "-m", "venv", str(own.parent.parent)],
        [str(own), "-m", "pip", "install", *options, "-r", requirements],
    )
    return all(subprocess.run(call, check=False).returncode == 0 for call in calls)


def _passes(own: Path) -> bool:
    call = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/test_packaging.py"]
    env = {**os.environ, "AUTOPLAN_WHEEL_PYTHON": str(own)}
    return subprocess.run(call, cwd=ROOT, env=env, check=False).returncode == 0


def main() -> int:
    """Tests each version that is asked for, and says what came of it."""
    mine = f"3.{sys.version_info.minor}"
    wanted = sys.argv[1:] or [each for each in supported() if each != mine]
    results = [tested(version) for version in wanted]
    return int(False in results)


if __name__ == "__main__":
    sys.exit(main())
