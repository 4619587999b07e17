"""Odd options, results, templates of prompts, and YAML of graphs and task networks."""

from __future__ import annotations

import contextlib
import io
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from autoplan import cli as autoplan_cli
from scripts.odd_inputs.case import Case, spoilt, written

OPTIONS = (
    *("--instances", "--seed", "--temperature", "--max-tokens", "--time-limit", "--memory-limit"),
    *("--max-cost", "--max-connections", "--timeout", "--style", "--examples", "--input"),
    *("--verbalizer", "--translator", "--thoughts", "--prompts", "--prices", "--validator"),
    *("--mechanism", "--domain", "--model", "--obfuscate", "--log-level", "--base-url"),
)
ODD_VALUES = (
    *("", "-1", "0", "1", "1e400", "nan", "9" * 30, "x", "köln", "/", ".", "/dev/null", "a/b"),
)


def options_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Options with values that they should not have."""
    out = str(place / "out")
    order = ["eval", "--mechanism", "random", "--domain", "ferry", "--instances", "1", "--out", out]
    for _ in range(choose.randint(1, 2)):
        order += [choose.choice(OPTIONS), choose.choice(ODD_VALUES)]
    command = choose.choice(("eval", "eval", "prompt", "generate", "domains", "validate"))
    if command == "prompt":
        order = ["prompt", "--mechanism", "act", "--domain", "ferry", "--instance"]
        order += [choose.choice(ODD_VALUES), choose.choice(("--style", "--input")), "brief"]
    elif command == "generate":
        name = choose.choice(("blocksworld", "movie", "ferry", "nowhere"))
        order = ["generate", name, "--seed", choose.choice(ODD_VALUES)]
        order += ["-n", choose.choice(ODD_VALUES)]
    elif command == "domains":
        order = ["domains", choose.choice(ODD_VALUES) or "ferry"]
    elif command == "validate":
        order = ["validate", *(choose.choice(("/", "no", "/dev/null", ".")) for _ in range(3))]
    yield Case(autoplan_cli.main, order, about=" ".join(order))


def results_cases(place: Path, choose: random.Random) -> Iterator[Case]:
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
    yield Case(autoplan_cli.main, read, kept, kind)
    yield Case(autoplan_cli.main, [*order, "--out", str(out)], (), kind)


TEMPLATES = ("act", "basic", "task", "_example", "_words", "ready", "try_again")
RUN = "os.system('touch {ran}')"
ODD_TEMPLATES = (
    *("{{ 1/0 }}", "{{ nowhere.at.all }}", "{{", "{% if %}", "{% for %}", "{% endfor %}", "{{ 1 }"),
    *("{% extends 'act.j2' %}", "{% include 'act.j2' %}{% include 'task.j2' %}"),
    *("{% include '../../../../etc/passwd' %}", "{% include '/etc/passwd' %}"),
    *("{% include 'nowhere.j2' %}", "{% import 'act.j2' as act %}{{ act }}"),
    "{% for i in range(1000000000) %}{% endfor %}",
    "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
    "{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}",
    "{{ 'x' * 1000000000000 }}",
    "{{ '%1000000000000d' % 1 }}",
    "{{ 7 ** 7 ** 8 }}",
    "{{ '\ud800' }}",
    *("\ud800", "\x00", "\x1b]0;title\x07\x1b[2J", "\ufeff", "{{ '\\ud800' }}"),
    "{{ '{0.__class__.__init__.__globals__}'.format(self) }}",
    "{{ cycler.__init__.__globals__ }}",
    "{{ cycler.__init__.__globals__." + RUN + " }}",
    "{{ joiner.__init__.__globals__." + RUN + " }}",
    "{{ namespace.__init__.__globals__." + RUN + " }}",
    "{{ self.__init__.__globals__.__builtins__.__import__('os').system('touch {ran}') }}",
    "{{ lipsum.__globals__['os'].popen('touch {ran}').read() }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{% set x = ().__class__.__base__.__subclasses__() %}{{ x|length }}",
    "{{ ()|attr('__class__')|attr('__base__')|attr('__subclasses__')() }}",
    "{{ [].append(1) }}",
    "{{ range(99999)|list|length }}",
    "{{ 'abc'|format(1, 2) }}",
    "{{ undefined_name|abs }}",
    "{% raw %}",
    "{{ (" + "(" * 3000,
    "{{ " + "not " * 5000 + "1 }}",
    "{% if 1 %}" * 400,
    "{{ loop.index }}",
    "{% do 1 %}",
    "{% break %}",
)


def templates_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Templates of prompts, given with `--prompts`, that break, go on for ever or run code."""
    name, ran = choose.choice(TEMPLATES), place / "ran"
    text = choose.choice(ODD_TEMPLATES).replace("{ran}", str(ran))
    if choose.random() < 0.2:
        text = spoilt(text, choose)
    if choose.random() < 0.3:
        text = f"Some words first.\n{text}\nSome words last."
    file = written(place / "prompts" / f"{name}.j2", text)
    arguments = ["prompt", "--mechanism", choose.choice(("act", "basic")), "--domain", "ferry"]
    arguments += ["--instance", "1", "--prompts", str(file.parent)]
    about = f"{name}.j2: {text[:80]!r}"
    yield Case(autoplan_cli.main, arguments, (file,), about, absent=ran)


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
GOOD_GRAPH = dict(
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
ODD_YAML = (
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


def yaml_cases(place: Path, choose: random.Random) -> Iterator[Case]:
    """Graphs of prompts and task networks whose YAML explodes, runs code or is out of shape."""
    ran, values = place / "ran", dict(GOOD_GRAPH)
    for name in choose.sample(list(GOOD_GRAPH), choose.randint(1, 2)):
        values[name] = choose.choice(ODD_YAML).replace("{ran}", str(ran))
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
    odd = {name: text[:60] for name, text in values.items() if text != GOOD_GRAPH[name]}
    yield Case(autoplan_cli.main, arguments, (file,), str(odd), absent=ran)


GROUPS = {
    "options": options_cases,
    "results": results_cases,
    "templates": templates_cases,
    "yaml": yaml_cases,
}
