"""Random tasks under realistic names: nothing crashes, and what the rules write loses nothing."""

from __future__ import annotations

import re
from functools import cache

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pddl2nl import convert
from pddl2nl.check import check
from pddl2nl.compose import phrases
from pddl2nl.english.nouns import split_name
from pddl2nl.errors import PddlError
from pddl2nl.model import Problem
from pddl2nl.naming import name_objects
from pddl2nl.reader import parse_domain, parse_problem, read_domain
from pddl2nl.verbalizers import RulesVerbalizer
from pddl2nl.writer import domain_to_pddl, problem_to_pddl
from policies.answers import AnswerReader, domain_words
from tests.conftest import REPOSITORY
from tests.pddl_strategies import domains, problems

FEW = """
    at in on of to not is has can next free clear pick up down move load never lies data server
    robot location level count level1 p1 t old new from dest nurse patient drug col card sock shoe
    directions goods waiting served holding connected empty above start end 2 x
"""


@cache
def vocabulary() -> tuple[str, ...]:
    """The words of names in real domains, as far as they are at hand, and some traps."""
    found = set(FEW.split())
    for path in REPOSITORY.parent.glob("shared/*/*/domain.pddl"):
        domain = read_domain(path)
        items = (*domain.predicates[:40], *domain.actions[:40], *domain.types)
        found.update(word for item in items for word in split_name(item.name))
    return tuple(sorted(word for word in found if re.fullmatch(r"[a-z0-9]+", word) and word != "a"))


def names(count: int) -> st.SearchStrategy[list[str]]:
    """Different names, made of one to three words."""
    words = st.lists(st.sampled_from(vocabulary()), min_size=1, max_size=3)
    name = st.builds(lambda parts, sign: sign.join(parts), words, st.sampled_from(["-", "_", ""]))
    sound = name.filter(lambda each: each[0].isalpha() and each not in _KEYWORDS)
    return st.lists(sound, min_size=count, max_size=count, unique=True)


_KEYWORDS = {"and", "or", "not", "forall", "exists", "when", "imply", "either", "object", "number"}
_KINDS = (
    ("truck", "place", "stop-or-hub"),
    ("near", "done", "derived", "p"),
    ("go", "stop"),
    ("k", "l", "m"),
)


@st.composite
def tasks(draw: st.DrawFn) -> Problem:
    """A random task; a predicate, an action, a type and an object may share a name."""
    domain = draw(domains())
    problem = draw(problems(domain))
    new = {
        old: each for kind in _KINDS for old, each in zip(kind, draw(names(len(kind))), strict=True)
    }
    taken = {*new.values(), *(item.name for item in problem.objects)}
    assume(len({squashed(new[kind]) for kind in _KINDS[0]}) == 3)
    assume(len(taken) == len({*new.values()}) + len(problem.objects))

    def renamed(text: str) -> str:
        return re.sub(r"(?<![\w?:-])[a-z][\w-]*", lambda found: new.get(found[0], found[0]), text)

    try:
        other = parse_domain(renamed(domain_to_pddl(domain)))
        return parse_problem(renamed(problem_to_pddl(problem)), other)
    except PddlError:
        assume(False)
        raise


def squashed(name: str) -> str:
    """A type's name as far as texts can tell it from another's."""
    return "".join(split_name(name)).removesuffix("s")


@settings(max_examples=15, deadline=None)
@given(problem=tasks(), data=st.data())
def test_random_tasks_under_real_names_are_told_and_read_back(
    problem: Problem, data: st.DataObject
) -> None:
    domain = problem.domain
    lexicon = RulesVerbalizer().lexicon(domain)
    assert convert(domain, [problem], lexicon).text
    findings = check(domain, [problem], lexicon)
    assert not findings, "\n".join(map(str, findings))
    objects = name_objects(problem)
    reader = AnswerReader(problem, domain_words(domain, lexicon), objects)
    schema = data.draw(st.sampled_from(domain.actions))
    args = [data.draw(st.sampled_from(sorted(objects.pddl))) for _ in schema.parameters]
    said = phrases(domain, lexicon).action(schema.name, args)
    for step in reader.read(f"1. {said}").plan:
        assert step is None or step.name == schema.name
