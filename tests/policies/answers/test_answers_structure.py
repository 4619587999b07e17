"""Where in an answer the plan is, told apart by layout alone: steps are lines that begin "do"."""

from __future__ import annotations

import pytest

from tests.policies.answers.layouts import lines, plan


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
    assert lines("do a\ndo") == ["do a", "do"]
    assert lines("do\ndo a") == ["do", "do a"]
    assert lines("1. do a\n2. do\n3. do b") == ["1. do a", "2. do", "3. do b"]
    assert lines("1. do") == ["1. do"]
    assert lines("do") == ["do"]


def test_an_example_that_is_reviewed_first_is_not_the_plan() -> None:
    example = "In the example, the plan was:\n\n1. do x\n2. do y\n3. do z\n\n"
    assert plan(f"{example}Now the plan for this problem:\n\n1. do a\n2. do b") == ["a", "b"]
    assert plan(f"**Example review**\n\n{example}**My plan**\n\ndo a\ndo b") == ["a", "b"]
    tagged = "[STATEMENT]\nIt was so.\n[PLAN]\ndo x\ndo y\n[PLAN END]\n"
    assert plan(f"{tagged}\n[STATEMENT]\nIt is so.\n[PLAN]\ndo a\n[PLAN END]") == ["x", "y"]


# --- lines that may be steps ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        "1. do a\n2. try b\n3. do c",
        "1. do a\n2. some b\n3. do c",
        "1. try a\n2. try b\n3. do c",
        "1. try a\n2. some b\n3. some c",
        "- do a\n- some b\n- do c",
        "- some a\n- do b\n- some c",
        "do a\ntry b\ndo c",
        "do a\nsome b\ndo c",
        "try a\ndo b\ntry c",
        "try a\ntry b\ntry c",
        "do a\nSo far, so good.\ntry b\nVery well.\ndo c",
        "Step 1:\ndo a\n\nStep 2:\ntry b\n\nStep 3:\ndo c",
        "1. Does a\n2. Does b\n3. Does c",
        "Does a.\nDoes b.\nDoes c.",
        "do a\ndoes b\ndo c",
    ],
)
def test_a_line_where_a_step_must_stand_is_not_dropped(answer: str) -> None:
    assert plan(answer) == ["a", "b", "c"]


@pytest.mark.parametrize(
    "answer",
    [
        "some x\ndo a\ndo b",
        "do a\ndo b\nsome x.",
        "do a\nAll is well.\nsome x\ndo b",
        "do a\nAll is well.\ndoes x\ndo b",
        "1. do a\n   - some x\n2. do b\n   - try y",
        "1. do a\n2. do b\n3. Goal: some x",
        "1. do a\n2. do b\n\ntry x",
        "Does x. It is fine.\n\n1. do a\n2. do b",
        "1. do a\n2. do b\n\nDoes x. Does y. Does z.",
    ],
)
def test_prose_around_steps_is_no_step(answer: str) -> None:
    assert plan(answer) == ["a", "b"]


# --- steps below steps ----------------------------------------------------------------------------


def test_a_step_stated_with_effects_of_its_own_is_done_wherever_it_stands() -> None:
    effects = "   - Effects: it is so.\n"
    answer = (
        f"1. **do a**\n{effects}"
        f"2. **do c**\n   - Preconditions: not yet.\n   **do b**\n{effects}   **do c**\n{effects}"
        f"3. **do d**\n   - Preconditions: see do x.\n{effects}"
    )
    assert plan(answer) == ["a", "b", "c", "d"]


def test_where_headings_are_steps_options_below_another_heading_are_none() -> None:
    answer = "1. do a\n2. do b\n3. do c\n4. What else?\n   - do x\n   - do y"
    assert plan(answer) == ["a", "b", "c"]


# --- one plan in several lists --------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        "Phase 1: begin\n- do a\n- do b\n\nPhase 2: go on\n- do c\n- do d",
        "### Phase 1: begin\n1. do a\n2. do b\n\n### Phase 2: go on\n1. do c\n2. do d",
        "Opening the way:\n1. do a\n2. do b\n\nReaching the goal:\n3. do c\n4. do d",
        "**Plan**\n\n**Begin**\n\ndo a\ndo b\n\n**Go on**\n\ndo c\ndo d",
        "**1. Begin**\n1. do a\n2. do b\n\n**2. Go on**\n1. do c\n2. do d",
        "Step 1: Begin\n1. do a\n2. do b\n\nStep 2: Go on\n1. do c\n2. do d",
        "1. Begin:\n   1. do a\n   2. do b\n2. Go on:\n   1. do c\n   2. do d",
    ],
)
def test_the_phases_of_a_plan_are_one_plan(answer: str) -> None:
    assert plan(answer) == ["a", "b", "c", "d"]


def test_a_plan_below_the_last_of_several_headings_is_found() -> None:
    heads = [f"{n}. **Think about {n}**\nIt is so." for n in range(1, 6)]
    assert plan("\n".join([*heads, "6. **Plan**", "1. do a", "2. do b"])) == ["a", "b"]


@pytest.mark.parametrize(
    "title",
    ["Attempt 2:", "**Alternative:**", "### Corrected plan", "Option B:", "A better way:", "Wait:"],
)
def test_another_attempt_is_no_phase(title: str) -> None:
    assert plan(f"First try:\n1. do a\n2. do b\n\n{title}\n1. do c\n2. do d") == ["c", "d"]


def test_optional_steps_behind_a_plan_are_no_part_of_it() -> None:
    answer = "Plan:\n1. do a\n2. do b\n3. do c\n\nOptional steps:\n4. do x"
    assert plan(answer) == ["a", "b", "c"]


# --- other ways to write a list -------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        '["do a", "do b"]',
        '{"plan": ["do a", "do b"]}',
        'So:\n```json\n{\n  "notes": ["do x"],\n  "plan": [\n    "do a",\n    "do b"\n  ]\n}\n```',
        '[{"action": "do", "args": ["a"]}, {"action": "do", "args": ["b"]}]',
        '[["do", "a"], ["do", "b"]]',
        "1. do a. 2. do b.",
        "1) do a, 2) do b",
        "Do a. It is fine. Do b. Done.",
    ],
)
def test_a_list_in_json_or_in_one_line_is_a_list(answer: str) -> None:
    assert plan(answer) == ["a", "b"]


def test_brackets_that_are_no_json_stay_text() -> None:
    assert plan('[not "json\ndo a\n{nor "this"\ndo b') == ["a", "b"]


def test_a_plan_stated_twice_without_headings_is_one_plan() -> None:
    assert plan("do a\ndo b\n\nSo the plan is this\ndo a\ndo b") == ["a", "b"]
    assert plan("do a\ndo b\ndo a\ndo b") == ["a", "b", "a", "b"]
    assert plan("do a\ndo b\nWait, that is wrong.\ndo a\ndo c") == ["a", "c"]


def test_words_between_steps_that_go_on_do_not_end_the_list() -> None:
    assert plan("do a\ndo b\nHowever, that is not all.\ndo c\ndo d") == ["a", "b", "c", "d"]
    prose = "It is so.\nIt is well.\nWe like it.\n"
    assert plan(f"do a\n{prose}do b\n{prose}do c") == ["a", "b", "c"]
    assert plan(f"do a\ndo b\n{prose}do c\ndo d") == ["a", "b", "c", "d"]


def test_a_plan_may_return_to_its_first_step() -> None:
    assert plan("do a\nFine.\ndo b\nFine.\ndo a\nFine.\ndo c") == ["a", "b", "a", "c"]
