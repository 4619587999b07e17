"""A template of somebody else's reaches nothing, and makes and takes no more than it may."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from autoplan.preparation.texts import encoded_names
from pddl2nl.prompts import PromptError, Templates, _sandbox
from pddl2nl.readback import filled
from pddl2nl.reader import parse_domain, parse_problem
from tests.conftest import REPOSITORY

UNSAFE, CALL, FILTER = "is unsafe", "may not call", "No filter named"
OVER, DEEP, BITS = "(makes|takes) more than", "without end", "more than 4,096 bits"
SAME_HASH = sys.hash_info.modulus
"""Its multiples have one hash, so that a mapping of many of them takes quadratic time."""


def text(folder: Path, template: str, /, **values: Any) -> str:
    (folder / "own.j2").write_text(template, encoding="utf-8")
    return Templates(folder, folder).text("own", **values)


def grown(change: str) -> str:
    """A value that every pass of a loop doubles."""
    head = "{% set n = namespace(a='a', b='a') %}{% for i in range(99) %}"
    return f"{head}{{% set n.a = {change} %}}{{% endfor %}}"


def twice(inner: str) -> str:
    head = "{% for x in range(99999) %}{% for y in range(99999) %}"
    return f"{head}{inner}{{% endfor %}}{{% endfor %}}"


@pytest.mark.parametrize(
    ("template", "fault"),
    [
        ("{{ cycler.__init__.__globals__.os.popen('id').read() }}", UNSAFE),
        ("{{ ''.__class__.__mro__[1].__subclasses__() }}", UNSAFE),
        ("{{ self.__init__.__globals__ }}", UNSAFE),
        ("{{ ''|attr('__class__') }}", FILTER),
        ("{{ '{0.__class__}'.format(1) }}", CALL),
        ("{{ given.append(3) }}", UNSAFE),
        ("{{ folder.rmdir() }}", CALL),
        ("{{ 5() }}", CALL),
    ],
)
def test_a_template_reaches_nothing(template: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    with pytest.raises(PromptError, match=rf"^own\.j2:2: .*{fault}"):
        text(tmp_path, f"\n{template}", given=[1], folder=tmp_path / "kept")
    assert (tmp_path / "kept").is_dir()


@pytest.mark.parametrize(
    ("template", "fault"),
    [
        ("{{ 1 / 0 }}", "division by zero"),
        ("{{ 1 + 'a' }}", "unsupported operand"),
        ("{% for x in 5 %}{% endfor %}", "not iterable"),
        ("{% for x in range(1000000000) %}{% endfor %}", "Range too big"),
        ("{% include 'own.j2' %}", DEEP),
        ("{% include 'own.j2' %}{% include 'own.j2' %}", DEEP),
        ("{% extends 'own.j2' %}", DEEP),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", DEEP),
        ("{% block a %}{{ self.a() }}{% endblock %}", DEEP),
        ("{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}", DEEP),
        (twice(""), OVER),
        (twice("{% if 'x' in range(100000) %}{% endif %}"), OVER),
        (f"{{% set x %}}{twice('')}{{% endset %}}", OVER),
        (f"{{% filter upper %}}{twice('')}{{% endfilter %}}", OVER),
        (
            "{% for x in [[range(99999)] * 9] * 9 recursive %}"
            "{{ loop(x) if x is iterable }}{% endfor %}",
            OVER,
        ),
        (
            "{% macro m(n) %}{% if n %}{% set a = m(n - 1) ~ m(n - 1) %}{% endif %}{% endmacro %}"
            "{{ m(99) }}",
            OVER,
        ),
        ("{% set s = range(9999)|list %}{{ range(99999)|select('in', s)|list|length }}", OVER),
        (twice("some text"), OVER),
        (
            "{% set s = range(5000)|list %}"
            "{% for x in s %}{% for y in s %}{% endfor %}{% endfor %}",
            OVER,
        ),
        ("{{ 'a' * 10000000000 }}", OVER),
        ("{{ 10000000000 * 'a' }}", OVER),
        ("{{ [['a'] * 1000] * 100000 }}", OVER),
        ("{{ 10 ** (10 ** 10) }}", BITS),
        ("{% set n = 'f'|int(0, 16) ** 999 %}{{ n ** 999 }}", BITS),
        ("{{ ('f' * 3000000)|int(0, 16) // ('e' * 1500000)|int(0, 16) }}", BITS),
        ("{{ ('a' * 3000000).rpartition('ab' ~ 'a' * 1000000)|length }}", OVER),
        ("{{ ('a' * 3000000).rsplit(sep='ab' ~ 'a' * 1000000)|length }}", OVER),
        ("{{ ('a' * 2000000).strip('b' * 2000000 ~ 'a') }}", OVER),
        ("{{ ('a' * 2000000)|trim('b' * 2000000 ~ 'a') }}", OVER),
        (f"{{{{ dict(range(0, {SAME_HASH * 99_999}, {SAME_HASH})|groupby('real')) }}}}", OVER),
        ("{{ 2.0 ** 100000 }}", "out of range"),
        (grown("n.a ~ n.a"), OVER),
        (grown("n.a + n.a"), OVER),
        (grown("n.a * 2"), OVER),
        (grown("[n.a, n.a]"), OVER),
        (grown("{'a': n.a, 'b': n.a}"), OVER),
        ("{% set n = namespace() %}{% set n.a = n %}{{ n }}", OVER),
        ("{{ '%09999999999d' % 1 }}", "may not use %"),
        ("{{ '%09999999999d'|format(1) }}", FILTER),
        ("{{ 'a'.center(9999999999) }}", CALL),
        ("{{ [1]|batch(10000000000, 'x')|list }}", FILTER),
        ("{{ 5|round(10000000000) }}", FILTER),
        ("{{ 'a'|indent(10000000000, first=True) }}", OVER),
        ("{{ ('a' * 9999)|replace('a', 'b' * 9999) }}", OVER),
        ("{{ ('a' * 9999)|replace('', 'b' * 9999) }}", OVER),
        ("{{ range(99999)|join('b' * 9999) }}", OVER),
        ("{{ range(99999)|map('replace', '1', 'b' * 9999)|list|length }}", OVER),
        ("{{ [{'a': 'x' * 999999}.items()] * 1000000 }}", OVER),
    ],
)
def test_a_template_makes_and_takes_a_bounded_amount(
    template: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault == OVER:  # other faults are found at once, however busy the machine is
        monkeypatch.setattr(_sandbox, "MAX_SECONDS", 0.2)
    # A machine that stands still for the whole time is still in the empty line before.
    line = "[12]" if fault == OVER else "2"
    with pytest.raises(PromptError, match=rf"^own\.j2:{line}: .*({fault})"):
        text(tmp_path, f"\n{template}")


@pytest.mark.parametrize(
    "template",
    ["{{ " + "(" * 9000 + "1" + ")" * 9000 + " }}", "{{ " + "+".join("1" * 50_000) + " }}"],
)
def test_a_template_without_end_is_one_line(template: str, tmp_path: Path) -> None:
    with pytest.raises(PromptError, match=r"^own\.j2: .*nested too deeply"):
        text(tmp_path, template)


def test_the_place_is_that_in_the_included_file(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "part.j2").write_text("\n\n{{ 1 / 0 }}")
    with pytest.raises(PromptError, match=r"^parts/part\.j2:3: .*division by zero"):
        text(tmp_path, "{% include 'parts/part.j2' %}")


@pytest.mark.parametrize(
    "template",
    ["{{ {}['a' * 1000000] }}", "{% include 'a' * 1000000 %}", "{% include 'a' * 200 ~ '.j2' %}"],
)
def test_a_fault_with_a_long_name_is_a_short_line(template: str, tmp_path: Path) -> None:
    with pytest.raises(PromptError) as fault:
        text(tmp_path, template)
    assert len(str(fault.value)) < 400


@pytest.mark.parametrize("name", ["../secret.txt", "/etc/passwd", "link.j2"])
def test_a_template_reads_no_file_outside_its_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("the key")
    folder = tmp_path / "prompts"
    folder.mkdir()
    (folder / "link.j2").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(PromptError, match=r"there is no template|leads out of the folder"):
        text(folder, f"{{% include '{name}' %}}")


def test_a_template_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(PromptError, match="larger than 200,000 bytes"):
        text(tmp_path, "a" * 200_001)


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{% filter upper|replace('A', 'b') %}abc{% endfilter %}", "bBC"),
        (
            "{% macro m(a) %}{{ a }}{{ caller() if caller is defined }}{% endmacro %}"
            "{% call m('q') %}c{{ 1 }}{% endcall %}{{ m(1) }}",
            "qc11",
        ),
        (
            "{% for k, v in {'a': 1, 'b': 2}.items() %}{{ loop.index }}/{{ loop.length }} "
            "{{ k }}={{ v }}{{ ', ' if not loop.last }}{% endfor %}",
            "1/2 a=1, 2/2 b=2",
        ),
        (
            "{% for x in [1, [2, [3]]] recursive %}"
            "{% if x is iterable %}({{ loop(x) }}){% else %}{{ x }}{% endif %}{% endfor %}",
            "1(2(3))",
        ),
        (
            "{% set n = namespace(a=0) %}{% for i in range(5) if i != 2 %}"
            "{% set n.a = n.a + i %}{% endfor %}{{ n.a }} {{ no is defined }} {{ no|default(1) }}",
            "8 False 1",
        ),
        (
            "{% set a, b = 1, 2 %}{{ a ~ b }}{{ given[0:1]|join }}{{ 2 ** 5 }}{{ 'ab' * 2 }}",
            "121032abab",
        ),
        ("{{ given }} {{ 7 % 3 }} {{ 'a b'.split()|last|upper }}", "[10, 20] 1 B"),
        ("{{ 'a\nb'|indent(2) }}", "a\n  b"),
        ("{{ 30000000 * 30000000 }} {{ 0.5 * 1000000000.0 }}", "900000000000000 500000000.0"),
        ("{{ ' ab '.strip() }}{{ '(a)'|trim('()') }}{{ 'a-b-c'.rsplit('-', 1)|join }}", "abaa-bc"),
        ("{{ dict({'a': 1}, b=2) }} {{ dict([('a', 1)]) }}", "{'a': 1, 'b': 2} {'a': 1}"),
    ],
)
def test_what_prompts_need_works(template: str, said: str, tmp_path: Path) -> None:
    assert text(tmp_path, template, given=[10, 20]) == said


def test_the_page_names_the_filters() -> None:
    page = (REPOSITORY / "docs" / "templates.md").read_text(encoding="utf-8")
    (named,) = re.findall(r"^- It may use the filters (.*?)\.$", page, re.MULTILINE | re.DOTALL)
    assert re.findall(r"`(\w+)`", named) == list(_sandbox.FILTERS)


def test_braces_in_a_text_are_no_format() -> None:
    text = "{0:>99999999999} is on {}, at {0.__class__}"
    assert filled(text, ["pan_1"]) == text.replace("{}", "pan_1")
    problem = parse_problem(
        "(define (problem p) (:domain d) (:objects a1) (:init) (:goal (p)))",
        parse_domain("(define (domain d) (:predicates (p)))"),
    )
    names = encoded_names(problem, {"a": "{:>99999999999} {}"})
    assert names.english["a1"] == "{:>99999999999} 1"
