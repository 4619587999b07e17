"""Odd inputs and situations: each must end with a status and a line, and never with a traceback.

Usage: python scripts/odd_inputs.py [--seed S] [--cases N] [--only GROUP]

Draws N cases (450 by default) from the groups below, runs each through the command lines in this
process, in a folder of its own, and prints every case that breaks a rule:

- the status is 0, 1 or 2;
- nothing escapes, and no "internal error" is reported;
- bad input (status 2) is one line that says what it is about; notes may stand before it;
- a file that was read is as it was.

Groups: pddl (broken files), names (any identifier as type, predicate, object and action), lexicons,
answers (for score), orders (options), results (damaged databases), situations (full disks, closed
streams, Ctrl-C and the like, in a process of its own; there, 130 and 141 are fine as well). Ends
with the number of cases and of those that broke a rule, and with status 1 if there are any.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import autoplan
import domains
from autoplan import cli as autoplan_cli
from pddl2nl import cli as pddl2nl_cli

BUNDLED = ("blocksworld", "ferry", "floortile", "grid", "logistics", "satellite", "visitall")
NAMES = (
    *("i", "a", "is", "not", "and", "or", "the", "object", "x_0", "truck_0", "no", "every", "it"),
    *("when", "goal", "now", "either", "if", "a1", "0", "1a", "-", "_", "q-", "köln", "größe", "λ"),
    *("ß", "ﬁx", "名前", "é", "x" * 400, "a-b-c-d-e", "p_q", "p-q", "pq", "has", "at", "in", "of"),
    *("define", "forall", "number", "total-cost", "either-or", "you", "think", "plan-end", "=x"),
)
ODD_TEXT = (
    *("", " ", "\x00", "\ufeff", "\ud800", "(", ")", "()", "((", "?", ":", ";", "\n", "é", "名"),
    *("(and)", "(not)", "(forall)", "(when)", "(either)", "- -", "(= ?x ?y)", "9" * 400, "-1e999"),
    *("(" * 3000, ")" * 3000, "(not " * 900, "a" * 20_000, "(:init)", "(:goal (and))", "\\", '"'),
)


@dataclass
class Case:
    """One call of a command line.

    Args:
        group: what it tries.
        main: the command line.
        order: its arguments.
        kept: files that must be as they are.
        about: what it is about, for the reader of a fault.
        solved: a results folder in which every episode must be solved where the call succeeds.
        mute: whether nobody can hear its messages.
    """

    group: str
    main: Callable[[list[str]], int]
    order: list[str]
    kept: tuple[Path, ...] = ()
    about: str = ""
    solved: str = ""
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


# --- the groups -----------------------------------------------------------------------------------


def pddl(place: Path, choose: random.Random) -> Iterator[Case]:
    """Broken domain and problem files."""
    folder = domains.folder(choose.choice(BUNDLED))
    texts = {
        "domain.pddl": (folder / "domain.pddl").read_text("utf-8"),
        "problem.pddl": (folder / "instances" / "instance-2.pddl").read_text("utf-8"),
    }
    broken = choose.choice(list(texts))
    texts[broken] = spoilt(texts[broken], choose)
    files = tuple(written(place / name, text) for name, text in texts.items())
    more = choose.choice(
        (["--style", "brief"], ["--format", "json"], ["--format", "messages"], ["--costs"], [])
    )
    command = ["check"] if choose.random() < 0.3 else ["convert", *more]
    yield Case("pddl", pddl2nl_cli.main, [*command, *map(str, files)], files, broken)


DOMAIN = """(define (domain {d}) (:requirements :typing) (:types {t} place)
 (:predicates (at ?x - {t} ?y - place) ({p} ?x - {t}) ({q} ?x - {t}) (road ?y ?z - place))
 (:action {a} :parameters (?x - {t} ?y ?z - place)
  :precondition (and (at ?x ?y) (road ?y ?z))
  :effect (and (at ?x ?z) (not (at ?x ?y)) ({p} ?x)))
 (:action {b} :parameters (?x - {t}) :precondition ({p} ?x) :effect ({q} ?x)))"""
PROBLEM = """(define (problem one) (:domain {d}) (:objects {o} - {t} here there - place)
 (:init (at {o} here) (road here there)) (:goal (and (at {o} there) ({q} {o}))))"""


def names(place: Path, choose: random.Random) -> Iterator[Case]:
    """Any identifier in any part; where the files can be read, the task must be solved."""
    plain = dict(d="yard", t="truck", p="clean", q="full", a="go", b="fill", o="lorry")
    alike = choose.sample(("p_q", "p-q", "pq"), 3)
    drawn = alike if choose.random() < 0.2 else NAMES
    words = {key: choose.choice(drawn) if choose.random() < 0.5 else plain[key] for key in plain}
    folder = place / "own"
    domain = written(folder / "domain.pddl", DOMAIN.format(**words))
    problem = written(folder / "instances" / "p.pddl", PROBLEM.format(**words))
    kept = (domain, problem)
    about = " ".join(f"{key}={value[:20]}" for key, value in words.items())
    yield Case("names", pddl2nl_cli.main, ["check", str(domain), str(problem)], kept, about)
    order = ["eval", "--mechanism", "act", "--domain", str(folder), "--out", str(place / "out")]
    order += ["--style", choose.choice(("paper", "brief"))]
    order += ["--input", choose.choice(("nl", "nl", "template", "pddl"))]
    yield Case("names", autoplan_cli.main, order, kept, about, str(place / "out"))


def lexicons(place: Path, choose: random.Random) -> Iterator[Case]:
    """Broken lexicon files."""
    folder = domains.folder("ferry")
    domain, good = folder / "domain.pddl", place / "good.json"
    with contextlib.redirect_stdout(io.StringIO()):
        pddl2nl_cli.main(["convert", str(domain), "--lexicon-out", str(good)])
    bad = written(place / "bad.json", spoilt(good.read_text("utf-8"), choose))
    problem = folder / "instances" / "instance-1.pddl"
    order = ["check", str(domain), str(problem), "--lexicon", str(bad)]
    if choose.random() < 0.5:
        order = ["convert", str(domain), "--verbalizer", str(bad)]
    yield Case("lexicons", pddl2nl_cli.main, order, (bad,))


def answers(place: Path, choose: random.Random) -> Iterator[Case]:
    """Odd answers, and odd lines around them."""
    folder = domains.folder("blocksworld")
    plan = "1. pick up block object_1 from the table\n2. put it down\n" * choose.randint(1, 40)
    entry: dict[str, object] = {
        "domain": str(folder / "domain.pddl"),
        "problem": str(folder / "instances" / "instance-1.pddl"),
        "response": spoilt(plan, choose),
    }
    if choose.random() < 0.4:
        name = choose.choice(("form", "style", "names", "lexicon", "config", "domain", "response"))
        entry[name] = choose.choice((None, 1, [], {}, "nl", "pddl", "brief", "/", "\x00", True))
    line = json.dumps(entry)
    if choose.random() < 0.3:
        line = spoilt(line, choose)
    file = written(place / "responses.jsonl", line + "\n")
    yield Case("answers", autoplan_cli.main, ["score", str(file)], (file,))


OPTIONS = (
    *("--instances", "--seed", "--temperature", "--max-tokens", "--time-limit", "--memory-limit"),
    *("--max-cost", "--max-connections", "--timeout", "--style", "--examples", "--input"),
    *("--verbalizer", "--translator", "--thoughts", "--prompts", "--prices", "--validator"),
    *("--mechanism", "--domain", "--model", "--obfuscate", "--log-level", "--base-url"),
)
VALUES = ("", "-1", "0", "1", "1e400", "nan", "9" * 30, "x", "köln", "/", ".", "/dev/null", "a/b")


def orders(place: Path, choose: random.Random) -> Iterator[Case]:
    """Options with values that they should not have."""
    out = str(place / "out")
    order = ["eval", "--mechanism", "random", "--domain", "ferry", "--instances", "1", "--out", out]
    for _ in range(choose.randint(1, 2)):
        order += [choose.choice(OPTIONS), choose.choice(VALUES)]
    command = choose.choice(("eval", "eval", "prompt", "generate", "domains", "validate"))
    if command == "prompt":
        order = ["prompt", "--mechanism", "act", "--domain", "ferry", "--instance"]
        order += [choose.choice(VALUES), choose.choice(("--style", "--input")), "brief"]
    elif command == "generate":
        name = choose.choice(("blocksworld", "movie", "ferry", "nowhere"))
        order = ["generate", name, "--seed", choose.choice(VALUES), "-n", choose.choice(VALUES)]
    elif command == "domains":
        order = ["domains", choose.choice(VALUES) or "ferry"]
    elif command == "validate":
        order = ["validate", *(choose.choice(("/", "no", "/dev/null", ".")) for _ in range(3))]
    yield Case("orders", autoplan_cli.main, order, about=" ".join(order))


def results(place: Path, choose: random.Random) -> Iterator[Case]:
    """Damaged results."""
    out = place / "out"
    order = ["eval", "--mechanism", "random", "--domain", "ferry", "--instances", "2"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        autoplan_cli.main([*order, "--out", str(out)])
    file = out / "results.sqlite"
    whole = file.read_bytes()
    kind = choose.choice(("cut", "noise", "foreign", "text", "transcript", "folder"))
    if kind == "cut":
        file.write_bytes(whole[: choose.randrange(len(whole))])
    elif kind == "noise":
        at = choose.randrange(len(whole) - 200)
        file.write_bytes(whole[:at] + choose.randbytes(200) + whole[at + 200 :])
    elif kind == "text":
        file.write_text("this is no database")
    elif kind == "folder":
        file.unlink()
        file.mkdir()
    else:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            if kind == "transcript":
                odd = choose.choice(("", "{", "[]", "null", '{"steps": 1, "calls": []}'))
                connection.execute("UPDATE episodes SET transcript = ?", (odd,))
            else:
                connection.execute(f"DROP TABLE {choose.choice(('episodes', 'settings', 'files'))}")
            connection.commit()
    kept = (file,) if file.is_file() else ()
    read = choose.choice((["table", str(out)], ["report", str(out)], ["compare", *[str(out)] * 2]))
    yield Case("results", autoplan_cli.main, read, kept, kind)
    yield Case("results", autoplan_cli.main, [*order, "--out", str(out)], (), kind)


COMMANDS = (
    "pddl2nl convert {ferry}/domain.pddl {ferry}/instances/instance-1.pddl",
    "pddl2nl convert {ferry}/domain.pddl --format json -o text.json",
    "pddl2nl check {ferry}/domain.pddl --lexicon-out lexicon.json",
    "pddl2nl lexicons",
    "autoplan domains",
    "autoplan doctor",
    "autoplan generate ferry --seed 1 -n 3 --out made",
    "autoplan prompt --mechanism act --domain ferry --instance 2",
    "autoplan eval --mechanism random ff act --domain ferry --instances 2 --out out",
    "autoplan eval --mechanism basic --domain ferry --instances 1 --dry-run",
    "autoplan graph show --format mermaid",
    "autoplan table out",
    "autoplan report out",
    "autoplan score -",
)
SITUATIONS = {
    "output to a full disk": "{} > /dev/full",
    "messages to a full disk": "{} 2> /dev/full",
    "no output": "{} >&-",
    "no input": "{} <&-",
    "no messages": "{} 2>&-",
    "no streams": "{} <&- >&- 2>&-",
    "a reader that leaves": "set -o pipefail; {} | head -c 10",
    "ASCII": "LC_ALL=C PYTHONUTF8=0 PYTHONIOENCODING=ascii {}",
    # Python would leave halves of compiled modules behind.
    "small files": "export PYTHONDONTWRITEBYTECODE=1; ulimit -f 8; {}",
    "few files": "ulimit -n 24; {}",
    "no home": "unset AUTOPLAN_CACHE XDG_CACHE_HOME; HOME=/proc/none {}",
    "no place for temporary files": "TMPDIR=/proc/none {}",
    "a narrow terminal": "COLUMNS=20 {}",
    "a folder that is gone": "mkdir gone; cd gone; rmdir ../gone; {}",
    "Ctrl-C": "timeout --preserve-status -s INT {pause} {}",
}


def situations(place: Path, choose: random.Random) -> Iterator[Case]:
    """Commands where something around them is out of order."""
    about, way = choose.choice(list(SITUATIONS.items()))
    command = choose.choice(COMMANDS).format(ferry=domains.folder("ferry"))
    called = way.replace("{pause}", f"{choose.uniform(0, 3):.2f}")
    called = called.replace("{}", f"{sys.executable} -m {command}")

    def run(order: list[str]) -> int:
        root = Path(__file__).resolve().parents[1]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        done = subprocess.run(
            ["bash", "-c", *order], capture_output=True, env=environment, check=False, timeout=120
        )
        sys.stderr.write(done.stderr.decode("utf-8", "replace"))
        return 0 if done.returncode in (130, 141) else done.returncode

    yield Case("situations", run, [called], about=about, mute="2>" in way)


GROUPS: dict[str, Callable[[Path, random.Random], Iterator[Case]]] = {
    each.__name__: each for each in (pddl, names, lexicons, answers, orders, results, situations)
}


# --- running --------------------------------------------------------------------------------------


def faults(case: Case) -> Iterator[str]:
    """The rules that a case breaks."""
    before = {path: path.read_bytes() for path in case.kept}
    out, err = io.StringIO(), io.StringIO()
    status: int | str | None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = case.main(case.order)
        except SystemExit as left:
            status = left.code  # type: ignore[assignment]
        except BaseException as escaped:
            yield f"{type(escaped).__name__} escaped: {escaped}"
            return
    said = err.getvalue()
    if status not in (0, 1, 2, None):
        yield f"the status is {status}"
    if "internal error" in said or "Traceback" in said:
        yield f"it says: {said.strip()[-300:]}"
    if status == 2 and not said.strip() and not case.mute:
        yield "it is refused without a word"
    if status == 2 and len(max(said.splitlines(), key=len, default="")) > 2000:
        yield "it is refused in a line of more than 2,000 characters"
    for path, content in before.items():
        if path.read_bytes() != content:
            yield f"{path.name} is no longer what it was"
    if case.solved and status == 0 and not autoplan.load(case.solved)["solved"].all():
        yield "it is not solved"


def run(seed: int, cases: int, only: str | None = None) -> tuple[Counter[str], list[str]]:
    """Run cases: how many of each group, and what is wrong."""
    ran, found, number = Counter[str](), list[str](), 0
    home = Path.cwd()
    try:
        while ran.total() < cases:
            choose = random.Random(f"{seed}/{number}")
            group = only or list(GROUPS)[number % len(GROUPS)]
            place = Path(tempfile.mkdtemp())
            os.chdir(place)
            for case in GROUPS[group](place, choose):
                ran[group] += 1
                told = f"{' '.join(case.order)} ({case.about})"
                found += [f"{group} {number}: {fault}\n    {told}" for fault in faults(case)]
            os.chdir(home)
            shutil.rmtree(place, ignore_errors=True)
            number += 1
    finally:
        os.chdir(home)
    return ran, found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=450)
    parser.add_argument("--only", choices=sorted(GROUPS))
    options = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["AUTOPLAN_CACHE"] = cache
        ran, found = run(options.seed, options.cases, options.only)
    for fault in found:
        print(fault)
    counts = ", ".join(f"{group} {count}" for group, count in ran.items())
    seconds = time.monotonic() - begun
    print(f"{ran.total()} cases ({counts}) in {seconds:.0f} s: {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
