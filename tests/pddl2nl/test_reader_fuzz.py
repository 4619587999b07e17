"""Broken files get a value or a one-line error, and nothing else."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
DOMAIN = b"""(define (domain d) (:requirements :adl) (:types t u - t) (:constants k - t)
(:predicates (p ?x - t) (q ?x ?y)) (:functions (total-cost) - number (road ?x) - number)
(:derived (q ?x ?y) (and (p ?x) (p ?y)))
(:action a :parameters (?x - t ?y - (either t u))
 :precondition (and (or (p ?x) (not (= ?x k))) (forall (?z - u) (imply (p ?z) (p ?y))))
 :effect (and (not (p ?x)) (when (p ?y) (forall (?z - t) (p ?z)))
              (increase (total-cost) (road ?x)))))"""
PROBLEM = b"""(define (problem one) (:domain d) (:objects o - t n - u)
(:init (p o) (not (p n)) (= (road o) 5) (= (total-cost) 0))
(:goal (and (p n) (exists (?x - t) (p ?x)))) (:metric minimize (total-cost)))"""


@pytest.fixture(scope="module")
def fuzz_reader() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "fuzz_reader", REPOSITORY / "scripts" / "fuzz_reader.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_damaged_files_are_read_or_refused(fuzz_reader: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "small"
    (folder / "instances").mkdir(parents=True)
    (folder / "domain.pddl").write_bytes(DOMAIN)
    (folder / "instances" / "one.pddl").write_bytes(PROBLEM)
    bases = fuzz_reader.bases_in(tmp_path)
    assert len(bases) == 2
    cases = [*fuzz_reader.fuzz(bases, tmp_path, cases=300, seed=3, seconds=float("inf"))]
    assert [each for each in cases if each.fault] == []
    assert sum(each.read for each in cases) > 10
    assert sum(not each.read for each in cases) > 100


def test_the_fuzzer_tells_when_the_reader_fails(
    fuzz_reader: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Path) -> None:
        raise TypeError(f"no such thing as {path.name}")

    monkeypatch.setattr(fuzz_reader, "read_domain", broken)
    base = fuzz_reader.Base(DOMAIN, None)
    (case,) = fuzz_reader.fuzz([base], tmp_path, cases=1, seed=0, seconds=float("inf"))
    assert case.fault == "TypeError: no such thing as case.pddl"
