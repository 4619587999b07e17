"""The cues of layout, each by an answer whose plan is another without it."""

from __future__ import annotations

import pytest

from tests.policies.answers.layouts import lines, plan

# --- formats --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", ["think", "thinking", "reasoning"])
def test_thoughts_in_tags_are_no_steps(tag: str) -> None:
    assert plan(f"<{tag}>\ndo x\ndo y\ndo z\n</{tag}>\ndo a\ndo b") == ["a", "b"]
    assert plan(f"do x\ndo y\ndo z\n</{tag}>\ndo a\ndo b") == ["a", "b"]


def test_the_head_of_a_table_is_no_step() -> None:
    assert lines("| No | Do |\n|---|---|\n| 1 | do a |\n| 2 | do b |") == ["- do a", "- do b"]


def test_a_row_of_a_table_is_one_step_without_its_number_and_its_reason() -> None:
    head = "| Step | Verb | Object | Reason |\n|---|---|---|---|\n"
    assert plan(f"{head}| 1 | do | a | it helps |\n| 2 | do | b | so does this |") == ["a", "b"]


@pytest.mark.parametrize(
    "answer",
    [
        "\\begin{enumerate}\n\\item do a\n\\item do b\n\\end{enumerate}",
        "\\begin{enumerate}[label=\\arabic*] \\item do a \\item do b \\end{enumerate}",
    ],
)
def test_items_in_latex_are_items(answer: str) -> None:
    assert plan(answer) == ["a", "b"]


def test_numbers_without_a_full_stop_number_a_list() -> None:
    assert lines("1 do a\n2 do b\n3 do c") == ["1. do a", "2. do b", "3. do c"]
    assert lines("1 do a\n2 do b") == ["1 do a", "2 do b"]  # perhaps amounts


def test_what_json_says_beside_a_step_is_no_argument() -> None:
    step = '{"step": 1, "action": "do", "reason": "it helps", "object": "a"}'
    assert lines(step) == ["- do a"]
    assert lines('{"action": "do", "from": "a", "effects": ["b"]}') == ["- do from a"]


# --- labels and headings --------------------------------------------------------------------------


def test_labels_tell_steps_from_thoughts() -> None:
    answer = "Thought: do x\nInstruction: do a\nThought: do y\nInstruction: do b"
    assert plan(answer) == ["a", "b"]
    assert plan(answer.replace("\n", " ")) == ["a", "b"]


def test_a_new_start_among_labels_begins_a_new_plan() -> None:
    answer = "Action: do x\nAction: do y\n{}\nAction: do a\nAction: do b"
    assert plan(answer.format("Let me start over.")) == ["a", "b"]
    assert plan(answer.format("All is well.")) == ["x", "y", "a", "b"]


@pytest.mark.parametrize("title", ["**Explanation**", "Why this works:", "Let's check:"])
def test_what_explains_is_no_plan(title: str) -> None:
    assert plan(f"do a\ndo b\n\n{title}\n\ndo x\ndo y") == ["a", "b"]


@pytest.mark.parametrize("title", ["Steps from the initial state:", "Plan to reach the goal:"])
def test_a_title_that_proposes_may_speak_of_the_state(title: str) -> None:
    assert plan(f"1. do x\n2. do y\n\n{title}\n\n- do a\n- do b") == ["a", "b"]


def test_a_title_that_orders_something_may_speak_of_the_goal() -> None:
    told = "do x\ndo y\n\nBring the crate to its goal:\n- do a\n- do b"
    assert plan(told) == ["x", "y", "a", "b"]
    described = "do x\ndo y\n\nDescribe the goal:\n- do a\n- do b"
    assert plan(described) == ["x", "y"]


def test_a_phase_is_a_heading_without_any_sign_of_one() -> None:
    assert plan("Phase 1 is easy\n1. do a\n2. do b\nPhase 2 is hard\n1. do c\n2. do d") == [
        "a",
        "b",
        "c",
        "d",
    ]


def test_a_list_counts_on_behind_a_heading() -> None:
    answer = "1. do a\n2. do b\n3. do c\n\n**Check the state**\n\n{}. do x"
    assert plan(answer.format(4)) == ["a", "b", "c", "x"]
    assert plan(answer.format(1)) == ["a", "b", "c"]


def test_words_that_announce_a_list_end_the_one_before() -> None:
    assert plan("do x\ndo y\nSo the steps are these\ndo a\ndo b") == ["a", "b"]


def test_a_line_in_brackets_is_an_aside() -> None:
    assert plan("do a\n(some x)\ndo b") == ["a", "b"]


def test_effects_that_are_introduced_are_those_of_the_step_above() -> None:
    answer = "1. do c\n   do a\n   Effects of it: fine.\n   do b\n   Effects of it: fine."
    assert plan(answer) == ["a", "b"]


def test_a_bullet_below_a_numbered_step_is_a_detail() -> None:
    answer = "1. Begin:\n   1. do a\n      - do x\n   2. do b\n      - do y"
    assert plan(answer) == ["a", "b"]


def test_the_next_number_is_the_next_item_however_it_is_indented() -> None:
    assert plan("1. do a\n   2. do b\n      3. do c") == ["a", "b", "c"]


def test_hashes_make_a_heading() -> None:
    assert plan("# Plan\ndo a\ndo b\n# Checking\ndo x\ndo y") == ["a", "b"]


# --- what stands between steps --------------------------------------------------------------------


def test_beside_several_tuples_a_line_without_one_is_no_step() -> None:
    assert plan("(do a)\n(do b)\ndo x\n(do c)") == ["a", "b", "c"]
    assert plan("(do a)\ndo b\n(do c)") == ["a", "b", "c"]


def test_a_list_that_is_said_again_after_a_while_replaces_the_first() -> None:
    while_ = "It is so.\nIt is well.\nWe like it.\n"
    assert plan(f"do a\ndo b\n{while_}do b\ndo a") == ["b", "a"]
    assert plan("do a\ndo b\nIt is so.\ndo b\ndo a") == ["a", "b", "b", "a"]


def test_what_is_indented_below_a_bullet_explains_it() -> None:
    assert plan("- do a\n  do x\n- do b\n  do y") == ["a", "b"]


def test_a_plan_behind_a_tag_is_the_plan() -> None:
    assert plan("do x\ndo y\ndo z\n[PLAN]\ndo a\n[PLAN END]") == ["a"]
    assert plan("do a\n\n[STATEMENT]\nIt is so.\ndo x\ndo y") == ["a"]


def test_an_answer_that_breaks_off_in_a_step_has_that_step() -> None:
    assert plan("do a\ndo b\nput c") == ["a", "b", "c"]
    assert plan("do a\ndo b\nThat is all.") == ["a", "b"]
