"""Graphs of prompts and task networks whose YAML explodes, runs code or is out of shape."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from autoplan import cli as autoplan_cli
from scripts.odd_inputs.case import Case, spoilt, written

GRAPH = """system: {system}
act: {act}
given: {given}
database: {database}
entries: {entries}
headings: {headings}
nodes:
  - name: {name}
    prompt: {prompt}
    parse: {parse}
    after: {after}
    when: {when}
    store: {store}
"""
GOOD = dict(
    system="$db.task.instructions$",
    act="next",
    given="[task.instructions, task.problem, history]",
    database="{plan: []}",
    entries="[task.problem, history]",
    headings="{history: What has happened so far}",
    name="next",
    prompt="Which step comes next?",
    parse="text",
    after="[]",
    when="{}",
    store="plan",
)
BOMB = "[&a [x, x], " + ", ".join(
    f"&{new} [{', '.join(['*' + old] * 9)}]"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
ODD = (
    *("!!set {a, b}", "!!omap [a: 1]", "!!binary aGk=", "!!timestamp 2001-01-01", "2001-01-01"),
    *("!!python/object/apply:os.system ['touch {ran}']", "!!python/name:os.system", "!own x"),
    *("&a [*a]", "&a {b: *a}", "{<<: &a {<<: {b: 1}}}", "*nowhere", "&a", f"{BOMB}]"),
    *("[" * 3000, "{a: " * 900, "- " * 900, "[[[[]]]]", "{? [a, b] : c}", "{? {a: b} : c}"),
    *("null", "~", "", "yes", "no", "1e999", ".inf", ".nan", "0x" + "f" * 5000, "9" * 5000),
    *("190:20:30", "0o17", "'", '"', '"\\ud800"', '"\\0"', "\x00", "\t", "\x85", "\ufeff"),
    *("%YAML 9", "---", "...", "--- 1\n--- 2", "{a: 1, a: 2}", "|", ">-", "@", "`", "a" * 50_000),
    *("$db.nowhere$", "$db.plan", "$db." + "a." * 5000 + "$", "$" * 5000, "\x1b[2J"),
    *("[a, b, c]", "{a: {b: {c: d}}}", "next", "[next]", "[next, next]", "-1", "1", "1.5", "true"),
)


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    ran, values = place / "ran", dict(GOOD)
    for name in choose.sample(list(GOOD), choose.randint(1, 2)):
        values[name] = choose.choice(ODD).replace("{ran}", str(ran))
    text = GRAPH.format(**values)
    if choose.random() < 0.2:
        text = spoilt(text, choose)
    file = written(place / "agent.yaml", text)
    out = ["--out", str(place / "out")]
    played = ["eval", "--mechanism", f"agentkit:graph={file}", "--domain", "ferry"]
    agents = ["agents", "--benchmark", "blocks", "--agent", "procllm", "--tn", str(file)]
    arguments = choose.choice(
        (
            ["graph", "check", str(file)],
            ["graph", "show", str(file), "--format", choose.choice(("text", "mermaid", "svg"))],
            [*played, "--instances", "1", *out],
            agents,
        )
    )
    odd = {name: text[:60] for name, text in values.items() if text != GOOD[name]}
    yield Case(autoplan_cli.main, arguments, (file,), str(odd), absent=ran)
