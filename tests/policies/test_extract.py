"""Where in an answer the plan is, told apart by layout alone: steps are lines that begin "do"."""

from __future__ import annotations

import pytest

from policies.translation.extract import Look, proposed


def judge(line: str) -> Look:
    """`do X` is a step, `do X because ...` an explained one, `do` alone a broken one."""
    words = line.lower().strip(" *#-.:`0123456789)").split()
    if words[:1] == ["step"]:
        words = words[2:]
    if words[:1] != ["do"]:
        return Look.OTHER
    if len(words) == 1:
        return Look.BROKEN
    return Look.STEP if len(words) == 2 else Look.EXPLAINED


def plan(answer: str) -> list[str]:
    return [line.strip(" *#-.:`0123456789)").split()[-1] for line in proposed(answer, judge)]


@pytest.mark.parametrize(
    "answer",
    [
        "do a\ndo b\ndo c",
        "1. do a\n2. do b\n3. do c",
        "1) do a\n\n2) do b\n\n3) do c",
        "- do a\n- do b\n- do c",
        "**do a**\n\n**do b**\n\n**do c**",
        "### Step 1: do a\nIt helps.\n### Step 2: do b\nSo does this.\n### Step 3: do c",
        "```\ndo a\ndo b\ndo c\n```",
        "Here is the plan:\n\ndo a\ndo b\ndo c\n\nThis plan will do everything.",
        "[PLAN]\ndo a\ndo b\ndo c\n[PLAN END]\n\n[STATEMENT]\nAs initial ...\n[PLAN]\ndo x\ndo y",
        "do a\ndo b\ndo c\n[PLAN END]\n\n[STATEMENT]\nIt is so.\n\n[PLAN]\ndo x\n[PLAN END]",
        "do a\nNow it is better.\ndo b\nAnd better.\ndo c",
    ],
)
def test_steps_are_found_in_every_layout(answer: str) -> None:
    assert plan(answer) == ["a", "b", "c"]


def test_a_plan_stated_twice_is_one_plan() -> None:
    explained = "1. **do a**\n   - Reason: do x\n2. **do b**\n   - Reason: do y"
    assert plan(f"{explained}\n\n**Summary of the plan:**\n\n1. do a\n2. do b") == ["a", "b"]
    assert plan(f"1. do a\n2. do b\n\n**Explanation:**\n\n{explained}") == ["a", "b"]


def test_of_two_different_plans_the_last_complete_one_counts() -> None:
    assert plan("1. do a\n2. do b\n\nWait, that is wrong.\n\n1. do c\n2. do d") == ["c", "d"]
    assert plan("1. do a\n2. do b\n3. do c\n\nIn short:\n\n1. do c") == ["a", "b", "c"]


def test_what_stands_below_a_step_is_no_step() -> None:
    answer = "1. **do a**\n   - do x\n   - Effects:\n     - do y\n2. **do b**\n   - do z"
    assert plan(answer) == ["a", "b"]


def test_below_headings_that_are_no_steps_the_steps_are_the_sub_bullets() -> None:
    answer = "1. Free the first one\n   - do a\n   - do b\n2. Free the second\n   - do c"
    assert plan(answer) == ["a", "b", "c"]


def test_preconditions_and_initial_conditions_are_no_plan() -> None:
    answer = "**Initial conditions:**\n\n- do x\n- do y\n\n**Plan:**\n\n- do a\n- do b"
    assert plan(answer) == ["a", "b"]


def test_a_final_plan_replaces_a_longer_attempt() -> None:
    attempt = "\n".join(f"{number}. do x{number}" for number in range(1, 9))
    assert plan(f"{attempt}\n\n**Final plan:**\n\n1. do a\n2. do b") == ["a", "b"]


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I cannot tell.",
        "1. do a\n2. do b\n\n**Conclusion:** It is not possible to achieve the goal.",
        "It is impossible to reach the goal.\n\n**Plan with modified conditions:**\n1. do a",
    ],
)
def test_an_answer_that_finds_no_plan_proposes_none(answer: str) -> None:
    assert plan(answer) == []


def test_a_plan_that_works_is_not_given_up_for_a_word_about_shorter_ones() -> None:
    answer = "1. do a\n2. do b\n\nIt is not possible to achieve the goal in fewer steps."
    assert plan(answer) == ["a", "b"]


def test_broken_steps_are_kept() -> None:
    assert proposed("do a\ndo", judge) == ("do a", "do")
    assert proposed("do\ndo a", judge) == ("do", "do a")
    assert proposed("1. do a\n2. do\n3. do b", judge) == ("1. do a", "2. do", "3. do b")
    assert proposed("1. do", judge) == ("1. do",)
    assert proposed("do", judge) == ("do",)
