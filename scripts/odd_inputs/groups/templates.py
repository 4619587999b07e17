"""Templates of prompts, given with `--prompts`, that break, go on for ever or run code."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from autoplan import cli as autoplan_cli
from scripts.odd_inputs.case import Case, spoilt, written

NAMES = ("act", "basic", "task", "_example", "_words", "ready", "try_again")
RUN = "os.system('touch {ran}')"
ODD = (
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


def cases(place: Path, choose: random.Random) -> Iterator[Case]:
    name, ran = choose.choice(NAMES), place / "ran"
    text = choose.choice(ODD).replace("{ran}", str(ran))
    if choose.random() < 0.2:
        text = spoilt(text, choose)
    if choose.random() < 0.3:
        text = f"Some words first.\n{text}\nSome words last."
    file = written(place / "prompts" / f"{name}.j2", text)
    arguments = ["prompt", "--mechanism", choose.choice(("act", "basic")), "--domain", "ferry"]
    arguments += ["--instance", "1", "--prompts", str(file.parent)]
    about = f"{name}.j2: {text[:80]!r}"
    yield Case(autoplan_cli.main, arguments, (file,), about, absent=ran)
