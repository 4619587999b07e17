"""Whole plans in the styles that models write in: read as they are written, or reported."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pddl2nl.english.vocabulary import inflect_verb
from pddl2nl.model import GroundAction
from policies.answers import AnswerReading
from tests.policies.answers.spoken import FOLDERS, LEXICONS, Words, fitting, words

_NAME = re.compile(r"\b[a-z]+(?:[_-][a-z]+)*_\d+\b")


def _inflected(step: str, tag: str) -> str:
    verb, _, rest = step.partition(" ")
    return f"{inflect_verb(verb, tag)} {rest}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _turned_round(step: str) -> str:
    """The step with its prepositional phrases in reverse, where their prepositions differ."""
    head, *phrases = re.split(r" (?=(?:at|by|from|in|into|on|onto|to|using|with)\b)", step)
    different = len({phrase.split()[0] for phrase in phrases}) == len(phrases)
    return " ".join((head, *phrases[::-1])) if different else step


WORDINGS: dict[str, Callable[[str], str]] = {
    "as in the prompt": str,
    "capital": _capital,
    "upper case": str.upper,
    "articles": lambda step: re.sub(r"\b(?=[a-z]+ [a-z]+_\d)", "the ", step),
    "bold names": lambda step: _NAME.sub(r"**\g<0>**", step),
    "code names": lambda step: _NAME.sub(r"`\g<0>`", step),
    "names with a blank": lambda step: re.sub(r"_(\d)", r" \1", step),
    "names with a Unicode hyphen": lambda step: step.replace("_", "\u2011"),
    "onto": lambda step: step.replace(" onto ", " on top of ").replace(" on ", " onto ", 1),
    "turned round": _turned_round,
    "quoted": lambda step: f"“{step}”",
    "remark": lambda step: f"{step} (this is possible now)",
    "reason": lambda step: f"{step}, because it is needed for the goal",
    "purpose": lambda step: f"{step} so that we can go on",
    "praise": lambda step: f"{_capital(step)}. This is allowed.",
    "I will": lambda step: f"I will {step}",
    "third person": lambda step: f"The robot {_inflected(step, 'VBZ')}",
    "past": lambda step: f"I {_inflected(step, 'VBD')}",
    "gerund": lambda step: _inflected(step, "VBG"),
}

Layout = Callable[[Sequence[str]], str]


def _numbered(form: str, gap: str = "\n") -> Layout:
    return lambda steps: gap.join(form.format(n, step) for n, step in enumerate(steps, 1))


def _each(form: str, gap: str = "\n") -> Layout:
    return lambda steps: gap.join(form.format(step) for step in steps)


def _items(steps: Sequence[str]) -> str:
    return _numbered("{}. {}")(steps)


def _in_pairs(joint: str) -> Layout:
    def lay(steps: Sequence[str]) -> str:
        pairs = [steps[start : start + 2] for start in range(0, len(steps), 2)]
        return _numbered("{}. {}")([joint.join(pair) for pair in pairs])

    return lay


def _told(steps: Sequence[str]) -> str:
    words = ["First, ", *["Then, ", "Next, ", "After that, "] * len(steps)]
    return ". ".join(word + step for word, step in zip(words, steps, strict=False)) + "."


def _corrected(steps: Sequence[str]) -> str:
    return f"{_items(steps[::-1])}\n\nWait, that is wrong. The corrected plan:\n\n{_items(steps)}"


def _abandoned(steps: Sequence[str]) -> str:
    return f"{_items(steps[:1])}\n\nThis fails. Let me start again.\n\nPlan:\n{_items(steps)}"


def _abandoned_for_a_reason(steps: Sequence[str]) -> str:
    why = "Wait, this fails because of the order. Let me start over:"
    return f"{_items(steps[:1])}\n\n{why}\n\n{_items(steps)}"


def _followed_by_another_problem(steps: Sequence[str]) -> str:
    return "\n".join((*steps, "[PLAN END]", "", "[STATEMENT]", "It is so.", "[PLAN]", steps[-1]))


LAYOUTS: dict[str, Layout] = {
    "lines": _each("{}"),
    "numbers": _numbered("{}. {}"),
    "brackets": _numbered("{}) {}"),
    "bold": _numbered("**{}. {}**"),
    "details": _numbered(
        "{}. **{}**\n   - Preconditions: all hold\n   - Effects: it is done", "\n\n"
    ),
    "Step n": _numbered("Step {}: {}"),
    "Step n above": _numbered("Step {}:\n{}", "\n\n"),
    "headings": _numbered("### Step {}: {}\nThis helps a lot.", "\n\n"),
    "results": _numbered("{}. Action: {}\n   Result: fine"),
    "bullets": _each("- {}"),
    "next": _each("Next: {}"),
    "code": lambda steps: "Here it is:\n```\n" + "\n".join(steps) + "\n```\nIt works.",
    "table": _numbered("| {} | {} | fine |"),
    "JSON list": json.dumps,
    "JSON object": lambda steps: f"```json\n{json.dumps({'plan': list(steps)}, indent=2)}\n```",
    "arrows": _each("{}", " → "),
    "ASCII arrows": _each("{}", " -> "),
    "semicolons": _each("{}", "; "),
    "one line": _numbered("{}. {}.", " "),
    "a tale": _told,
    "pairs with and": _in_pairs(" and then "),
    "pairs with full stop": _in_pairs(". Then "),
    "twice": lambda steps: f"{_items(steps)}\n\nSummary of the plan:\n\n{_each('- {}')(steps)}",
    "corrected": _corrected,
    "abandoned": _abandoned,
    "abandoned for a reason": _abandoned_for_a_reason,
    "another problem": _followed_by_another_problem,
}


def drawn_plan(spoken: Words, choose: random.Random, most: int = 6) -> list[GroundAction]:
    """Some different actions of a task whose words name one action each."""
    schemas = [item for item in spoken.problem.domain.actions if not spoken.ambiguous(item.name)]
    actions = (
        fitting(choose.choice(schemas), spoken.problem, choose) for _ in range(10 * most) if schemas
    )
    return list(islice(dict.fromkeys(action for action in actions if action), most))


def is_faithful(reading: AnswerReading, plan: Sequence[GroundAction]) -> bool:
    """Whether a plan was read as it was written, but for steps that are reported as unread."""
    if list(reading.plan) == list(plan):
        return True
    rest = iter(plan)
    return bool(reading.untranslated) and all(
        step in rest for step in reading.plan if step is not None
    )


@settings(max_examples=200, deadline=None)
@given(
    name=st.sampled_from(sorted(FOLDERS)),
    layout=st.sampled_from(sorted(LAYOUTS)),
    wording=st.sampled_from(sorted(WORDINGS)),
    data=st.data(),
)
def test_a_plan_is_read_as_it_is_written_or_reported(
    name: str, layout: str, wording: str, data: st.DataObject
) -> None:
    spoken = words(name, data.draw(st.sampled_from(LEXICONS[name])))
    plan = drawn_plan(spoken, data.draw(st.randoms(use_true_random=False)))
    if len(plan) < 2:
        return
    answer = LAYOUTS[layout]([WORDINGS[wording](spoken.say(action)) for action in plan])
    reading = spoken.answers.read(answer)
    assert is_faithful(reading, plan), (answer, reading)


@settings(max_examples=200, deadline=None)
@given(
    name=st.sampled_from(sorted(FOLDERS)), wording=st.sampled_from(sorted(WORDINGS)), data=st.data()
)
def test_objects_in_each_others_places_are_never_put_right(
    name: str, wording: str, data: st.DataObject
) -> None:
    spoken = words(name, data.draw(st.sampled_from(LEXICONS[name])))
    plan = drawn_plan(spoken, data.draw(st.randoms(use_true_random=False)), most=1)
    if not plan or len(set(plan[0].args)) < 2:
        return
    one, other = data.draw(st.permutations(sorted(set(plan[0].args))))[:2]
    turned = {one: other, other: one}
    wrong = GroundAction(plan[0].name, tuple(turned.get(item, item) for item in plan[0].args))
    said = WORDINGS[wording](spoken.say(wrong))
    assert spoken.answers.read(f"1. {said}").plan in ((wrong,), (None,)), said


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", sorted(name for name in FOLDERS if name.startswith("bundled/")))
def test_plans_in_the_words_of_the_prompt_are_read_in_every_layout(name: str, layout: str) -> None:
    spoken = words(name, "library")
    plan = drawn_plan(spoken, random.Random(layout))
    said = [spoken.say(action) for action in plan]
    reading = spoken.answers.read(LAYOUTS[layout](said))
    assert (reading.plan, reading.untranslated) == (tuple(plan), ())


# --- prose ----------------------------------------------------------------------------------------

Around = Callable[[Sequence[str], Sequence[str]], str]


def _beside(form: str) -> Around:
    return lambda steps, facts: "\n".join(
        form.format(n, step, facts[n % len(facts)]) for n, step in enumerate(steps, 1)
    )


def _before(form: str, fact: str = "- {}") -> Around:
    return lambda steps, facts: form.format(_each(fact)(facts)) + "\n\n" + _items(steps)


AROUND: dict[str, Around] = {
    "initial state": _before("**Initial state:**\n{}\n\n**Plan:**"),
    "initial state in prose": _before("This is the initial state.\n{}", "{}."),
    "numbered facts": lambda steps, facts: f"We know:\n{_items(facts)}\n\nPlan:\n{_items(steps)}",
    "facts in brackets": _beside("{0}. {1}\n   (Now {2}.)"),
    "facts below": _beside("{0}. {1}\n   - State: {2}"),
    "preconditions and effects": _beside(
        "**Step {0}: {1}**\n- Preconditions: {2}\n- Effects: {2}\n"
    ),
    "facts between": _beside("{1}\nNow {2}."),
    "step again below": _beside("{0}. **{1}**\n   - This means: {2}.\n   - So we {1}."),
    "explanation": lambda steps, facts: (
        f"{_items(steps)}\n\n**Explanation:**\n{_each('- Here we {}, as we must.')(steps)}"
    ),
    "summary": lambda steps, facts: f"{_items(steps)}\n\nThis plan reaches the goal: {facts[0]}.",
    "goal as an item": lambda steps, facts: (
        f"{_items(steps)}\n{len(steps) + 1}. The goal is reached: {facts[0]}."
    ),
    "check as an item": lambda steps, facts: (
        f"{_items(steps)}\n{len(steps) + 1}. Check that {facts[0]}."
    ),
    "example": lambda steps, facts: (
        f"In the example, the plan was:\n{_items(steps[::-1][:2])}\n\n"
        f"The plan for this problem:\n\n{_items(steps)}"
    ),
    "strategy": lambda steps, facts: (
        "My strategy:\n1. First get everything ready.\n2. Then finish.\n\nPlan:\n"
        + _each("{}")(steps)
    ),
    "thinking": lambda steps, facts: (
        f"Let me think. {_capital(facts[0])}. To change that we have to {steps[-1]} at some time."
        f"\n\n{_items(steps)}"
    ),
}


@settings(max_examples=150, deadline=None)
@given(
    name=st.sampled_from(sorted(FOLDERS)),
    around=st.sampled_from(sorted(AROUND)),
    data=st.data(),
)
def test_what_is_said_around_a_plan_is_no_part_of_it(
    name: str, around: str, data: st.DataObject
) -> None:
    # The library says facts with verbs of actions ("what grinding makes of it"): reported.
    sources = [source for source in LEXICONS[name] if source != "library"]
    spoken = words(name, data.draw(st.sampled_from(sources)))
    plan = drawn_plan(spoken, data.draw(st.randoms(use_true_random=False)))
    said = [spoken.say(action) for action in plan]
    bare = spoken.answers.read(_items(said))
    if len(plan) < 3 or list(bare.plan) != plan:
        return
    facts = [spoken.clause(fact) for fact in spoken.problem.init[:5]]
    answer = AROUND[around](said, facts)
    assert spoken.answers.read(answer).plan == bare.plan, answer
