"""Whole answers in the layouts of real models: which of their lines are the plan."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pddl2nl.model import GroundAction
from tests import yard
from tests.interpreting import answer_reader
from tests.policies.answers.plans import LAYOUTS, drawn_plan
from tests.policies.answers.spoken import FOLDERS, words
from tests.yard import act

THERE = "Drive truck_0 from place_0 to place_1"
HOME = "Drive truck_0 from place_1 to place_0"
DRIVE, BACK = act("drive", "lorry", "quay", "shed"), act("drive", "lorry", "shed", "quay")
YARD = answer_reader(yard.problem(), yard.LEXICON)


def plan(answer: str) -> tuple[GroundAction | None, ...]:
    """The plan of an answer that is read; `{0}` drives there, `{1}` back."""
    reading = YARD.read(answer.replace("{0}", THERE).replace("{1}", HOME))
    assert not reading.unread, reading.steps
    return reading.plan


def is_unread(answer: str) -> bool:
    return YARD.read(answer.replace("{0}", THERE).replace("{1}", HOME)).unread


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", sorted(name for name in FOLDERS if name.startswith("bundled/")))
def test_a_plan_in_the_words_of_the_prompt_is_read_in_every_layout(name: str, layout: str) -> None:
    spoken = words(name, "library")
    wanted = drawn_plan(spoken, random.Random(layout))
    answer = LAYOUTS[layout]([spoken.say(action) for action in wanted])
    assert spoken.answers.read(answer).plan == tuple(wanted), answer


def test_an_unread_title_of_a_block_is_quoted_as_it_stands() -> None:
    answer = f"Here is the final plan except for one:\n\n```\n{THERE}\n```"
    assert [(step.text, step.line) for step in YARD.read(answer).steps] == [
        ("Here is the final plan except for one:", 1)
    ]


# --- lists ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        "1. {0}\n2. {1}\n\nSummary:\n1. {0}\n2. {1}",
        "1\ufe0f\u20e3 {0}\n2\ufe0f\u20e3 {1}",
        "✅ {0}\n✅ {1}",
        "I first {0}, because it is there. Here is the full plan:\n1. {0}\n2. {1}",
        "{0}\n{1}\n\n{0}\n{1}",
        "{0}\n{1}\n---\n{0}\n{1}",
        "1. {0}\n2. {1}\n\nIn summary:\n- {0}\n- {1}",
        "1. {0}\n2. Drive back, but carefully\n\n**Summary of actions:**\n1. {0}\n2. {1}",
        "### Step 1: {0}\n{0}\n### Step 2: {1}\n{1}",
        "**{0}**\n\n- {0}\n- {1}",
        "{0}:\n{0}\n{1}:\n{1}",
        "### Phase 1: Drive truck_0\n- {0}\n### Phase 2: Drive truck_0 to place_0\n- {1}",
        "1. {0}\n\n**Final plan:**\n\n1. {0}\n2. {1}",
        "First try:\n1. {1}\n2. {0}\n\n### Corrected plan\n1. {0}\n2. {1}",
        "First try:\n1. {1}\n2. {0}\n\nFixed plan:\n1. {0}\n2. {1}",
        "First attempt:\n```\n{1}\n{0}\n```\n\nCorrected plan:\n```\n{0}\n{1}\n```",
        "Draft:\n1. {1}\n2. {0}\n\n**Final plan**\n\n```pddl\n{0}\n{1}\n```",
        "Here is the complete PDDL plan:\n\n```\n{0}\n{1}\n```",
        "Here is the list of actions in PDDL format:\n{0}\n{1}",
        "Here's a plan that works:\n\n1. {0}\n2. {1}",
        "(drive truck_0 place_0 place_1) (drive truck_0 place_1 place_0)",
        "An example was:\n1. {1}\n2. {0}\n\nThe plan for this problem:\n1. {0}\n2. {1}",
        "**Initial conditions:**\n- truck_0 is parked at place_0\n\n**Plan:**\n- {0}\n- {1}",
        "**Analysis:**\n- {1}\n\n**Plan:**\n- {0}\n- {1}",
        "Phase 1: begin\n- {0}\n\nPhase 2: go on\n- {1}",
        "{0}\n{1}\n[PLAN END]\n\n[STATEMENT]\nIt is so.\n[PLAN]\n{1}\n[PLAN END]",
        "{0}\n{1}\n[PLAN END]\n\nSo [STATEMENT]\nIt is so.\n[PLAN]\n{1}\n[PLAN END]",
        "{0}\n[PLAN END]\n\nFinal plan:\n{0}\n{1}\n[PLAN END]",
        "{0}\n[PLAN END]\n\nHere is the complete plan:\n{0}\n{1}",
        "{0}\n{1} [PLAN END]\n\n{0}\n{1} [PLAN END]",
        "<answer>\n{0}\n{1}\n</answer>",
        "<step>{0}</step>\n<step>{1}</step>",
        "<plan><step>{0}</step><step>{1}</step></plan>",
        "<ol>\n<li>{0}</li>\n<li>{1}</li>\n</ol>",
        "<ol><li>{0}</li><li>{1}</li></ol>",
        "<p>My plan:</p>\n<ul>\n  <li>\n    {0}\n  </li>\n  <li>{1}</li>\n</ul>",
        "[PLAN END]\n{0}\n{1}",
        "{0}\n{1}\n[PLAN END]\n\nThe key steps are:\n1. Drive there first.\n2. {1}",
        "First, {0}\nSecond, {1}",
        "Phase 1:\n1. {0}\n\nPhase 2:\n1. {1}",
        "Stage 1\n1. {0}\n\nStage 2\n1. {1}",
        "Phase 1: Drive truck_0\n1. {0}\n\nPhase 2: Drive to place_0\n1. {1}",
        "### Part 1: Fetch the crate\n1. {0}\n\n### Part 2: Return truck_0 to place_0\n1. {1}",
        "### Part 1: Fetch the crate\n1. {0}\n\n### Part 2: Bring truck_0 back\n1. {1}",
        "### Part 1: Fetch the crate\n1. {0}\n\n### Part 2: Drive to place_0\n1. {1}",
        "My plan was wrong. Here is the corrected plan:\n{0}\n{1}",
        "You are right, crate_0 lies at place_1. The corrected plan:\n1. {0}\n2. {1}",
        "Here is a plan to reach your goal at the lowest total cost:\n{0}\n{1}",
        "Sure, here you go:\n{0}\n{1}",
        "Turn 1: {0}\nTurn 2: {1}",
        "1. {0}: (drive truck_0 place_0 place_1)\n2. {1}:\n   (drive truck_0 place_1 place_0)",
        "Output:\n1. {0}\n2. {1}\n\nNumber of steps: 2",
        "1. {0}\n2. {1}\n\nI hope this helps. Let me know if you have any questions!",
        "| # | Action | Why |\n|---|---|---|\n| 1 | {0} | it helps |\n| 2 | {1} | it helps |",
        '{"plan": ["{0}", "{1}"], "num_steps": 2}',
        "The first step is to drive truck_0 from place_0 to place_1.\n\nPlan:\n1. {0}\n2. {1}",
        "Drive to place_1 first.\n\nMy plan:\n1. {0}\n2. {1}",
        "First, I need to drive to place_1.\n\nMy plan:\n1. {0}\n2. {1}",
        "To move crate_0, we first drive truck_0 to place_1.\n\nPlan:\n1. {0}\n2. {1}",
        "I could drive truck_1 from place_0 to place_1.\n\nMy plan:\n1. {0}\n2. {1}",
        "Plan:\n1. {0}\n2. {1}\n\nExplanation:\nWe do not drive truck_1 from place_0 to place_1.",
        "Plan:\n1. {0}\n2. {1}\n\nExplanation:\nAlso {0}",
        "<explanation>\n{0}\n</explanation>\n<plan>\n{0}\n{1}\n</plan>",
        "; Drive home:\n{0}\n{1}\n; cost = 2 (unit cost)",
        "{0}\n{1}\n[PLAN END]\n\n**[STATEMENT]**\nIt is so.\n[PLAN]\n{1}\n[PLAN END]",
    ],
)
def test_one_of_several_lists_is_the_plan_where_the_answer_leaves_no_choice(answer: str) -> None:
    assert plan(answer) == (DRIVE, BACK)


@pytest.mark.parametrize(
    "answer",
    [
        "1. {0}\n2. {1}\n\n1. {1}\n2. {0}",
        "Plan A:\n1. {0}\n\nPlan B:\n1. {1}",
        "Phase 1:\n1. {0}\n\nPhase 1:\n1. {1}",
        "Phase 1\n1. {0}\n\nPhase 1\n1. {1}",
        "Option 1\n1. {0}\n\nOption 2\n1. {1}",
        "Phase 1:\n1. {0}\n\nPhase 2: again\n1. {1}",
        "Skip the last step. Here is the final plan:\n{0}\n{1}",
        "The steps below are wrong. The corrected plan:\n{0}\n{1}",
        "Only the first is needed. The final plan:\n{0}\n{1}",
        "Here you go: skip step 2.\n{0}\n{1}",
        # A call that is another step than the words beside it.
        "1. {0}: (drive truck_0 place_0 place_0)\n2. {1}",
        "1. {0}\n   (drive truck_0 place_0 place_0)\n2. {1}",
        "{0}:\n`(drive truck_0 place_0 place_0)`\n{1}",
        "| Action | Why not |\n|---|---|\n| {0} | it helps |\n| {1} | it helps |",
        # A step that the list lacks stands above or below it.
        "The first step is to drive truck_0 from place_0 to place_1.\n\nPlan:\n1. {1}",
        "Start: {0}\n\nPlan:\n1. {1}",
        "{0} first.\n\nHere are the steps:\n1. {1}",
        "Drive to place_1 first.\n\nMy plan:\n1. {1}",
        "First, I need to drive to place_1.\n\nMy plan:\n1. {1}",
        "Plan:\n1. {0}\n\nExplanation:\nAlso {1}",
        "Plan:\n1. {0}\n\nExplanation:\nAfter step 1, {1}",
        "Plan:\n1. {0}\n\nExplanation:\nAlso, use hoist_0 there.",
        '{"plan": "1. {0}\\n3. {1}"}',
        "1. {0}\n2. {1}\n\nThis fails. Let me start again.\n\nPlan:\n1. {0}",
        "```\n{0}\n```\n{1}",
        "```\n{0}\n{1}\n```\n\n{1}\n{0}",
        "Plan A:\n```\n{0}\n```\nPlan B:\n```\n{0}\n{1}\n```",
        "1. {0}\n3. {1}",
        "2. {0}\n3. {1}",
        "1. {0}\n2. {1}\n\nSummary:\n- {1}",
        "{0}\n\nSummary:\n- {0}\n- {1}",
        "{0}\n{1}\n[PLAN END]\n\n{0}\n[PLAN END]",
        "{0}\n{1}\n[PLAN END]\n\nAlternative plan:\n{0}",
        "{0}\n[PLAN END]\n\nThat does not reach the goal. Better:\n{0}\n{1}",
        "{0}\n{1}\n[PLAN END]\n\n**Option B**\n{0}",
        "{0}\n[PLAN END]\n\nNo, truck_0 is not there. So:\n{0}\n{1}\n[PLAN END]",
        "{0}\n; {1}",
        "{0}\n<del>{1}</del>\n{1}",
        "{0}\n<s>{1}</s>",
        "<think>\n{0}\n{1}\n</think>",
        "Second, {1}\nFirst, {0}",
        "{0}\n// {1}",
        "<plan1>\n{0}\n</plan1>\n<plan2>\n{0}\n{1}\n</plan2>",
        "1. {0}\n2. {1}\n\n1. {0}\n2. {1}\n3. {0}",
        "Option 1:\n1. {0}\n2. {1}\n\nOption 2:\n1. {0}\n2. {1}\n3. {0}",
        '{"plan": ["{0}", "{1}"], "alternatives": ["{0}"]}',
        '{"plan": ["{0}"], "alternatives": ["{1}"]}',
        '{"option_1": ["{0}"], "option_2": ["{1}"]}',
        '{"attempts": [{"plan": ["{0}"]}, {"plan": ["{1}"]}]}',
        '{"candidates": [["{0}", "{1}"], ["{1}", "{0}"]]}',
        '{"2": "{1}", "1": "{0}"}',
        '{"plan": ["{0}", "{1}"], "valid": false}',
        '{"notes": ["{1}"], "plan": ["{0}"]}',
        "<ol>\n<li>{0}</li>\n</ol>\n<p>Or:</p>\n<ol>\n<li>{1}</li>\n</ol>",
        "Loop:\n- {0}\n- {1}",
    ],
)
def test_lists_that_differ_or_have_gaps_are_unread(answer: str) -> None:
    assert is_unread(answer)


def test_numbers_out_of_order_are_no_missing_item() -> None:
    shuffled, gap = (YARD.read(each.replace("{0}", THERE)) for each in (SHUFFLED, GAP))
    assert [step.meaning.reason for step in shuffled.steps] == [OUT_OF_ORDER, OUT_OF_ORDER]
    assert [step.meaning.reason for step in gap.steps] == [MISSING]
    assert not any(step.meaning.nearest for step in (*shuffled.steps, *gap.steps))


SHUFFLED, GAP = "1. {0}\n3. {0}\n2. {0}", "1. {0}\n3. {0}"
MISSING = "an item of the list before it is missing"
OUT_OF_ORDER = "the numbers of the list are out of order"


def test_a_line_repeated_in_a_plan_is_a_further_step() -> None:
    assert plan("{0}\n{1}\n{0}\n{1}") == (DRIVE, BACK, DRIVE, BACK)
    assert plan("{0}\n{0}") == (DRIVE, DRIVE)


@pytest.mark.parametrize(
    "answer",
    [
        'So:\n```json\n{\n  "thoughts": ["{1}"],\n  "plan": [\n    "{0}"\n  ]\n}\n```',
        '[{"action": "drive", "args": ["truck_0", "place_0", "place_1"]}]',
        '[{"action": "drive", "truck": "truck_0", "from": "place_0", "to": "place_1"}]',
        '{"steps": [{"step": 1, "action": "{0}", "reason": "{1}", "effects": ["it helps"]}]}',
        '[["drive", "truck_0", "place_0", "place_1"]]',
        "| Step | Action | Reason |\n|---|---|---|\n| 1 | {0} | it helps |",
    ],
)
def test_what_stands_beside_a_step_in_json_or_a_table_is_no_step(answer: str) -> None:
    assert plan(answer) == (DRIVE,)


@pytest.mark.parametrize(
    "answer",
    [
        '{"1": "{0}", "2": "{1}"}',
        '{"step_1": {"action": "{0}"}, "step_2": {"action": "{1}"}}',
        '{"phase_1": ["{0}"], "phase_2": ["{1}"]}',
        '{"plan": ["{0}", "{1}"], "confidence": 0.9}',
        '{"plan": "1. {0}\\n2. {1}"}',
        '{"answer": "{0}\\n{1}\\n"}',
        '{"reasoning": "- {1}\\n- {0}", "plan": "- {0}\\n- {1}"}',
        "plan = ['{0}', '{1}']",
        "```python\nplan = [\n    ('drive', 'truck_0', 'place_0', 'place_1'),\n    '{1}',\n]\n```",
        "## Driving truck_0\n1. {0}\n2. {1}",
        "## Phase 1: Drive to place_1 and drive to place_0\n1. {0}\n2. {1}",
        "| No | Action | Cost |\n|---|---|---|\n| 1 | {0} | 2 |\n| 2 | {1} | 3 |\n| Total | | 5 |",
        "| Action | Cost | Cumulative cost |\n|---|---|---|\n| {0} | 2 | 2 |\n| {1} | 3 | 5 |",
        "### Step 1\n{0}\n\n### Step 2\n{1}",
        "Step 1\n{0}\nStep 2\n{1}",
        "a) {0}\nb) {1}",
        "[1] {0}\n[2] {1}",
        "#1 {0}\n#2 {1}",
        "Sixth, {0}.\nSeventh, {1}.",
        "### Step 1: Driving there\n{0}\n\n### Step 2: Driving back\n{1}",
        "## Phase 1: driving\n1. {0}\n## Phase 2: driving home\n2. {1}",
        "Step 1: Drive the truck\n{0}\nStep 2: Drive\n{1}",
        "First, {0}. After that, {1}.",
        "1. Leaving\n   - {0}\n2. Coming back\n   - {1}",
    ],
)
def test_steps_are_counted_in_many_ways(answer: str) -> None:
    assert plan(answer) == (DRIVE, BACK)


def test_items_that_all_have_the_number_one_are_one_list() -> None:
    assert plan("1. {0}\n1. {1}\n1. {0}") == (DRIVE, BACK, DRIVE)


def test_brackets_that_are_no_json_are_text() -> None:
    assert plan('[the "plan\n{0}\n{and "the plan"\n{1}') == (DRIVE, BACK)


# --- beside the plan ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        "Goal: crate_0 is loaded into truck_0.\n1. {0}\n2. {1}",
        "Initially, truck_0 is parked at place_0 and crate_0 lies at place_1.\n\nPlan:\n{0}\n{1}",
        "A possible plan:\n1. {0}\n2. {1}",
        "1. {0}\n   State: truck_0 at place_1\n2. {1}",
        "1. {0}\n   - Preconditions: truck_0 is parked at place_0\n   - Effects: {1}\n2. {1}",
        "1. {0}\n   (Now truck_0 is parked at place_1.)\n2. {1}",
        "{0}\nNow truck_0 is parked at place_1.\n{1}",
        "{0}\n{1}\nThis plan drives truck_0 to place_1 and then drives truck_0 back to place_0.",
        "1. {0}\n2. {1}\n3. The goal is reached.",
        "1. {0}\n2. {1}\n3. You are finished.",
        "1. {0}\n2. {1}\n\nThat's it!",
        "1. {0}\n2. {1}\n\nNow all is as it should be.",
        "1. {0}\n2. {1}\n\nNote that this plan may not be optimal.",
        "1. {0}\n2. {1}\n\nI hope this helps! 🐝",
        "1. {0}\n2. {1}\n\nPreconditions:\n- {0}",
        "<thinking>{1}\n{0}</thinking>\n{0}\n{1}",
        "Shall I? {1}\n</think>\n{0}\n{1}",
        "{0}\n{1}\n\nExplanation:\nThis takes two steps instead of six.\nWe cannot skip step 1.",
        "To reach the goal, truck_0 must be brought back.\n{0}\n{1}",
        "1. {0}\n   place_1 is free, so truck_0 can rest there.\n2. {1}",
        "Thought: {1}\nInstruction: {0}\nThought: {0}\nInstruction: {1}",
    ],
)
def test_what_an_answer_says_about_its_plan_is_no_step(answer: str) -> None:
    assert plan(answer) == (DRIVE, BACK)


@pytest.mark.parametrize(
    "line",
    [
        "Fly truck_0 home",
        "Fly truck_0 to place_1",
        "Transport crate_0 to place_0.",
        "Truck_0 drives to place_1.",
        "Then, the hoist hoist_0 lowers crate_0",
        "Drive truck_0 to place_1",
        "load it into truck_0",
        "Wait, truck_0 is broken.",
        "Do not {1}",
        "{0} or {1}",
    ],
)
@pytest.mark.parametrize(
    "form", ["1. {0}\n2. LINE\n3. {1}", "- {0}\n- LINE\n- {1}", "{0}\nLINE\n{1}"]
)
def test_one_doubtful_line_makes_the_whole_answer_unread(form: str, line: str) -> None:
    reading = YARD.read(form.replace("LINE", line).replace("{0}", THERE).replace("{1}", HOME))
    assert reading.unread
    assert not any(reading.plan)
    assert any(
        line.replace("{1}", HOME).replace("{0}", THERE) in said for said in reading.untranslated
    )


@pytest.mark.parametrize(
    "line",
    [
        "Then put it back.",
        "Now do it.",
        "Wait, that is wrong.",
        "Finally, load crate_0.",
        "Fly truck_0 home.",
        "The second step can be dropped.",
        "I {0} because crate_0 is there.",
        "Then the crate has to be loaded.",
        "Only the first step is needed.",
        "This plan does not reach the goal.",
        "This is not a valid plan.",
        "I no longer think that this works.",
        "The goal is no longer reached.",
        "This is no longer needed.",
        "**Note:** Finally, drive back.",
        "This is just an example.",
    ],
)
def test_a_line_behind_the_plan_that_may_change_it_makes_it_unread(line: str) -> None:
    assert is_unread(f"1. {{0}}\n2. {{1}}\n\n{line}")


@pytest.mark.parametrize("sign", ["is not", "is no longer"])
@pytest.mark.parametrize("answer", ["1. {0}\n2. {1}\n\n{fact}", "{0}\n{fact}\n{1}"])
def test_a_fact_changes_no_plan(answer: str, sign: str) -> None:
    assert plan(answer.replace("{fact}", f"The truck {sign} broken.")) == (DRIVE, BACK)


@pytest.mark.parametrize(
    "line",
    [
        "The second step can go.",
        "Step 2 can be skipped.",
        "Replace step 1 with another.",
        "Step 1 should be: drive truck_0 home.",
        "Swap steps 1 and 2.",
        "Delete step 2.",
        "Move step 2 up.",
        "Step 2 is no longer needed.",
        "Sorry, I forgot to load crate_0.",
    ],
)
def test_a_line_behind_the_mark_of_the_end_that_changes_the_plan_makes_it_unread(
    line: str,
) -> None:
    assert is_unread(f"{{0}}\n{{1}}\n[PLAN END]\n{line}")


@pytest.mark.parametrize(
    "line",
    ["Step 1 drives there. Step 2 returns.", "After step 1, the truck is not at place_0."],
)
def test_a_line_behind_the_mark_of_the_end_may_explain_the_plan(line: str) -> None:
    assert plan(f"{{0}}\n{{1}}\n[PLAN END]\n{line}") == (DRIVE, BACK)


@pytest.mark.parametrize("gap", ["\n", " "])
def test_an_answer_without_a_step_in_the_words_of_the_prompt_is_unread(gap: str) -> None:
    assert is_unread(f"Fly truck_0 to place_1.{gap}Fly truck_0 to place_0.")
    assert is_unread("I cannot tell.")


@pytest.mark.parametrize(
    "answer",
    [
        "It is impossible to reach the goal.",
        "Unfortunately, this cannot be done.",
        "The goal cannot be reached without moving truck_0, so there is no plan.",
        "1. {0}\n2. {1}\n\n**Conclusion:** It is not possible to achieve the goal.",
    ],
)
def test_an_answer_that_finds_no_plan_proposes_none(answer: str) -> None:
    assert plan(answer) == ()


@pytest.mark.parametrize(
    "said",
    [
        "This cannot be done.",
        "Unfortunately, this is not possible.",
        "This can't be solved.",
        "There is no way to do this.",
        "This task cannot be completed.",
    ],
)
def test_a_denial_before_the_steps_leaves_the_answer_in_doubt(said: str) -> None:
    assert is_unread(f"{said}\n\n{{0}}\n{{1}}")
    assert plan(f"{said.removesuffix('.')} in fewer steps.\n\n{{0}}\n{{1}}") == (DRIVE, BACK)


@pytest.mark.parametrize(
    "layout", ["**Step {n}: {t}**\n{s}", "{n}. {t}\n   - {s}", "{n}. {t}: {s}"]
)
def test_a_title_in_words_of_the_step_below_it_is_no_step(layout: str) -> None:
    def laid(*titles: str) -> str:
        steps = zip(titles, ("{0}", "{1}"), strict=True)
        return "\n".join(layout.format(n=n, t=t, s=s) for n, (t, s) in enumerate(steps, 1))

    assert plan(laid("Drive to place_1", "Drive truck_0 to place_0")) == (DRIVE, BACK)
    assert is_unread(laid("Drive to place_1", "Drive to place_1"))


@pytest.mark.parametrize("closing", ["Some steps are missing.", "The plan is incomplete."])
def test_a_line_that_calls_the_plan_incomplete_leaves_it_in_doubt(closing: str) -> None:
    assert is_unread(f"{{0}}\n{{1}}\n{closing}")


def test_a_note_on_what_must_be_done_is_in_doubt_where_no_step_does_it() -> None:
    done, open_ = "truck_0 must be driven", "truck_1 must be driven"
    assert plan(f"1. {{0}}\n2. {{1}}\n\nNote: {done} before step 2.") == (DRIVE, BACK)
    assert is_unread(f"1. {{0}}\n2. {{1}}\n\nNote: {open_} before step 2.")


def test_an_answer_that_breaks_off_in_a_step_has_a_last_step_that_fails() -> None:
    snippet = "drive truck truck_0 from place place_0 to place place_1"
    (first, last) = YARD.read(f"{snippet}\n{snippet.removesuffix(' place_1')}").steps
    assert first.action == DRIVE
    assert last.action is None
    assert YARD.read(f"{snippet}\n{snippet.removesuffix(' place_1')}\n[PLAN END]").unread


@pytest.mark.parametrize("end", [" to", " to place_", " to place place_"])
def test_it_may_break_off_without_the_nouns_of_the_snippet(end: str) -> None:
    step = "drive truck_0 from place_0"
    (first, last) = YARD.read(f"{step} to place_1\n{step}{end}").steps
    assert (first.action, last.action, last.unread) == (DRIVE, None, False)


@pytest.mark.parametrize(
    "answer",
    [
        "{0}\nunload crate_0 from the bed",
        "```\n{0}\nunload crate_0 from the bed of\n```",
        '["{0}", "unload crate_0 from the bed of"]',
        "<answer>\n{0}\nunload crate_0 from the bed of\n</answer>",
        "{0}\nunload crate_0 from the bed of.",
    ],
)
def test_an_answer_that_ends_with_a_whole_phrase_does_not_break_off(answer: str) -> None:
    actions = {**yard.LEXICON.actions, "load": "unload {?c} from the bed of {?t} at {?p} by {?h}"}
    reader = answer_reader(yard.problem(), replace(yard.LEXICON, actions=actions))
    assert reader.read(answer.replace("{0}", THERE)).unread
    (*_, last) = reader.read(f"{THERE}\nunload crate_0 from the bed of").steps
    assert (last.action, last.unread) == (None, False)


def test_the_times_of_a_plan_file_do_not_matter_if_they_rise() -> None:
    calls = ("(drive truck_0 place_0 place_1)", "(drive truck_0 place_1 place_0)")
    assert plan(f"0.000: {calls[0]} [1.000]\n1.000: {calls[1]} [1.000]") == (DRIVE, BACK)
    assert plan(f"0: {calls[0]} [2]\n2: {calls[1]} [1]") == (DRIVE, BACK)
    assert is_unread(f"2.000: {calls[0]} [1.000]\n1.000: {calls[1]} [1.000]")
    assert is_unread(f"1: {calls[0]}\n3: {calls[1]}")
