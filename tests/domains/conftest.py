"""What the tests of the benchmark share."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import domains
from policies.symbolic import SymbolicPlanner

ROOT = Path(domains.__file__).parent.parent


@pytest.fixture(scope="session")
def script() -> ModuleType:
    """scripts/generate_instances.py, which is no part of a package."""
    path = ROOT / "scripts" / "generate_instances.py"
    spec = importlib.util.spec_from_file_location("generate_instances", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their own module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def planner() -> Iterator[SymbolicPlanner]:
    with SymbolicPlanner(workers=2) as running:
        yield running
