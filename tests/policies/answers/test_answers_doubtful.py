"""Answers of which some part is easily lost: read with it, or unread, and never without it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.answers.reading import Doubt
from tests import yard
from tests.interpreting import answer_reader
from tests.yard import act

THERE = "Drive truck_0 from place_0 to place_1"
HOME = "Drive truck_0 from place_1 to place_0"
DRIVE, BACK = act("drive", "lorry", "quay", "shed"), act("drive", "lorry", "shed", "quay")
YARD = answer_reader(yard.problem(), yard.LEXICON)


def with_steps(answer: str) -> str:
    """`{0}` drives there, `{1}` back."""
    return answer.replace("{0}", THERE).replace("{1}", HOME)


@pytest.mark.parametrize(
    "answer",
    [
        "{0} -> {1}",
        "{0} → {1}",
        "{0}, and then {1}",
        "1. {0}. Then {1}.",
        "1. {0}. 2. {1}.",
        "1) {0}. 2) {1}.",
        "First, {0}. Next, {1}.",
        "1) {0}, 2) {1}",
        "{0}. It is fine. {1}. Done.",
        "1. {0}; this is allowed; {1}",
        "1. {0} because it is free and {1}",
        "In short:\n- {0}\n- {1}\n\nIn detail:\n1. {0}.\n2. {1}.",
        "{0}\n{1}\n\nSo the plan is this\n{0}\n{1}",
        "1. {0}\n2. {1}\n\nThe goal is not possible in fewer steps.",
        "1. {0}\n2. {1}\n\nThere is no plan with a lower cost.",
        "1. {0}\n2. {1}\n\nThe goal cannot be reached at a lower cost.",
        "1. {0}\n2. {1}\n\nThere is no plan that leaves out the way back.",
        "There is no plan.\n1. {0}\n2. {1}",
        '[{"action": "{0}"}, {"task": "{1}"}]',
        "If needed for the goal, {0}\n{1}",
    ],
)
def test_two_steps_are_both_read_or_neither_is(answer: str) -> None:
    reading = YARD.read(with_steps(answer))
    assert reading.unread or reading.plan == (DRIVE, BACK)


@pytest.mark.parametrize("label", ["Plan", "The plan", "**Plan", "Solution", "Here is my plan"])
@pytest.mark.parametrize("rest", ["{2}\n{0}\n{1}", "{2}. {0}. {1}.", "{2}; {0}; {1}"])
def test_a_step_without_objects_counts_behind_a_label(label: str, rest: str) -> None:
    end = ":** " if label.startswith("**") else ": "
    plan = rest.replace("{2}", "take a rest")
    assert YARD.read(with_steps(label + end + plan)).plan == (act("rest"), DRIVE, BACK)
    assert YARD.read(with_steps(f"{{0}}\n{label}{end}take a rest\n{{1}}")).unread


def test_a_comment_may_count_the_steps() -> None:
    assert YARD.read(with_steps("; step 1\n{0}\n; step 2\n{1}")).plan == (DRIVE, BACK)
    assert YARD.read(with_steps("{0} ; step 1\n{1} ; step 2")).plan == (DRIVE, BACK)
    assert YARD.read(with_steps("{0}\n; skip step 1\n{1}")).unread
    assert YARD.read(with_steps("{0} ; steps 1 to 2\n{1}")).unread


def test_a_label_for_steps_of_which_some_may_be_missing_is_in_doubt() -> None:
    assert YARD.read(with_steps("First steps: {0}\n{1}")).unread
    assert YARD.read(with_steps("1. {0}\n2. {1}\n\nCorrected plan: {1}")).plan == (BACK,)


@pytest.mark.parametrize(
    "answer",
    [
        "{0} -> fly truck_0 home -> {1}",
        "1. {0}\nOnly if there is time:\n2. {1}",
        "1. {0}\nIf there is time:\n2. {1}",
        "Possible actions:\n1. {0}\n2. {1}",
        "1. {0}\n2. {1}\n\nNote: also {0} before step 2.",
        "1. {0}\n2. {1}\n\nExplanation:\nYou also have to {0} again.",
        "1. {0}\n2. {1}\n\nExplanation:\nplace_1 is free, so also {0}.",
        "1. {0}\n2. {1}\n\nBetter: leave out the first drive.",
        "### Step 1: Fly home\n{0}\n### Step 2\n{1}",
        "Room 1 is free, so truck_0 must be washed.\n{0}\n{1}",
        "1. {0}\n2. {1}\n\nExplanation:\nInstead of the first step, wash the truck.",
        "1. {0}, then fly truck_0 home\n2. {1}",
        "1. {0} (via place_0)\n2. {1}",
        "{0} (with crate_0)\n{1}",
        "1. {0} - in case the truck is broken\n2. {1}",
        "1. {0} (in case of a crate)\n2. {1}",
        "1. {0} - in the event that the crate is loaded\n2. {1}",
        "1. {0} (both trucks)\n2. {1}",
        "1. {0} as needed\n2. {1}",
        "1. {0} for any crate\n2. {1}",
        "1. {0} (one more time)\n2. {1}",
        "1. {0}, and so on\n2. {1}",
        "1. {0} - after all other steps\n2. {1}",
        "1. {0}, when the truck is free\n2. {1}",
        "1. {0} - provided the truck is broken\n2. {1}",
        "1. {0} (as soon as the truck is free)\n2. {1}",
        "1. {0} (on the condition that the truck is broken)\n2. {1}",
        "1. {0} (on behalf of any hoist)\n2. {1}",
        "1. {0} - as a backup\n2. {1}",
        "1. {0} for both trucks\n2. {1}",
        "1. {0} (for all trucks at place_0)\n2. {1}",
        "1. {0} (in place of step 2)\n2. {1}",
        "1. {0} (in lieu of step 2)\n2. {1}",
        "1. {0} (in two legs)\n2. {1}",
        "1. {0}; drive truck_0 home; {1}",
        "1. {0}. Fly truck_0 home.\n2. {1}",
        "1. {0} (then fly truck_0 home)\n2. {1}",
        "1. {0} instead of loading crate_0\n2. {1}",
        "1. {0}\n2. {1}\n3. Repeat this with truck_1.",
        "1. {0} because it is free and fly truck_0 home\n2. {1}",
        "- {0}\n- Deliver the crate\n- {1}",
        "1. {0}\n2. {1}\n3. … and so on until all is done.",
        "1. {0}\n2. {1}\n\nRepeat this for the other truck.",
        "1. {0}\n2. {1}\n3. Dri",
        "1. {0}\n   - Effects: done\n2. Fly truck_0 home",
        "1. {0}\n   - Effects: done\nThen crate_0 gets moved",
        "1. {0}. 2. Enjoy the ride. 3. {1}.",
        "- {0}\n- {1}\n- Load it, because it is needed for the goal",
        "1. {0}\n2. {1}\n3. Load it for the goal",
        "- Load it, since the goal needs it\n- {0}\n- {1}",
        "Phase 1: begin\n- drive the truck to it\n- {0}\n\nPhase 2: go on\n- {1}",
        "The robot should - drive it, because it is needed for the goal\n- {0}\n- {1}",
        "1. It truck_0 on top of place_0. 2. {0}. 3. {1}.",
        "| No | Step |\n|---|---|\n| 1 | drive it away |\n| 2 | {0} |\n| 3 | {1} |",
        "{0}\n# {1}",
        "1. {0}\n# 2. {1}",
        "#{0}\n{1}",
        "Hoist the crate off the place.\n{0}\n{1}",
        "Move the crate to the truck.\n{0}\n{1}",
        "Use both trucks.\n{0}\n{1}",
        "{0}\nFrom there to the other place.\n{1}",
        "{0}\n{1}\nThe other truck, too.",
        "{0}\nBreak the truck.\n{1}",
        "{0}\nPlace the crate on the truck.\n{1}",
        "{0}\nI place both.\n{1}",
        "{0}\nThe hoist places the crate.\n{1}",
        "{0}\n{1}\nHoist up the crate.",
        "{0}\n{1}\nPlace crates on trucks.",
        "1. {0}\n2. {1}\n\nAt the place, drive the truck.",
        "1. {0}\n2. {1}\n\nOnce there, drive.",
    ],
)
def test_a_step_that_is_not_in_the_words_of_the_prompt_is_not_dropped(answer: str) -> None:
    assert YARD.read(with_steps(answer)).unread


def test_a_doubt_names_the_sentence_of_its_line() -> None:
    (step,) = YARD.read(with_steps("{0}. Fly truck_0 home.")).steps
    assert isinstance(step.meaning, Doubt)
    assert step.meaning.reason.startswith('"Fly truck_0 home.": ')


def test_a_line_may_say_the_step_above_it_again() -> None:
    said = f"{THERE}\nYou can drive truck_0 from place_0 to place_1 because it is there.\n{HOME}"
    assert YARD.read(said).unread
    assert YARD.read(f"{THERE}\n{THERE}\n{HOME}").plan == (DRIVE, DRIVE, BACK)


@pytest.mark.parametrize(
    "behind",
    [
        "And so on.",
        "… and so forth until everything is at its goal.",
        "The rest is the same.",
        "The other steps are obvious.",
        "The plan goes on like this.",
        "Finally, bring all crates to their goals.",
        "Do this for all trucks.",
        "More steps follow.",
        "Further steps are needed.",
        "These are just the first steps.",
        "This is not the complete plan.",
        "This is only a sketch.",
        "I ran out of space.",
        "Better use the other truck.",
        "(truncated)",
        "More to follow.",
        "That is only half of it.",
    ],
)
@pytest.mark.parametrize("mark", ["", "1. "])
def test_a_line_behind_the_plan_may_stand_for_further_steps(behind: str, mark: str) -> None:
    steps = "\n".join((mark + THERE, mark.replace("1", "2") + HOME))
    assert YARD.read(f"{steps}\n{behind}").unread
    assert YARD.read(f"{steps}\nThen all goals are reached.").plan == (DRIVE, BACK)


@pytest.mark.parametrize(
    "remark",
    [
        "The goal cannot be reached more cheaply.",
        "It is impossible to reach the goal more efficiently.",
        "There is no way to reach the goal in one step.",
        "The task cannot be solved sooner.",
        "There is no plan that begins with crate_0.",
        "Maybe there is no plan.",
        "Is the goal impossible?",
    ],
)
def test_a_denial_that_says_more_or_is_not_sure_leaves_the_plan_in_doubt(remark: str) -> None:
    assert YARD.read(with_steps(f"{{0}}\n{{1}}\n\n{remark}")).unread


@pytest.mark.parametrize(
    "guess",
    [
        "There might be no plan.",
        "It seems that there is no plan.",
        "I think there is no plan.",
        "Is there no plan?",
        "The goal cannot be reached in one step.",
        "The goal cannot be reached more cheaply.",
    ],
)
def test_a_guess_or_a_denial_of_some_plans_is_no_empty_plan(guess: str) -> None:
    assert YARD.read(guess).unread


@pytest.mark.parametrize(
    "remark",
    [
        "You can do without the second step.",
        "The second line can go.",
        "The last two steps belong to another task.",
        "Only carry out the first two of these steps.",
        "Stop after the first step.",
        "The plan ends after step 1.",
        "The first step comes last.",
        "Step two is for another task.",
    ],
)
def test_a_remark_may_change_some_steps_of_the_plan(remark: str) -> None:
    assert YARD.read(with_steps(f"{{0}}\n{{1}}\n\n{remark}")).unread
    assert YARD.read(with_steps(f"{remark}\n{{0}}\n{{1}}")).unread


@pytest.mark.parametrize(
    "remark",
    [
        "No further steps are needed.",
        "The goal is reached after the last step.",
        "The plan has two steps.",
    ],
)
def test_a_remark_may_cite_steps_and_count_them(remark: str) -> None:
    assert YARD.read(with_steps(f"{{0}}\n{{1}}\n\n{remark}")).plan == (DRIVE, BACK)
    assert YARD.read(with_steps(f"{remark}\n{{0}}\n{{1}}")).plan == (DRIVE, BACK)


def test_a_thought_may_speak_of_the_step_that_it_leads_to() -> None:
    assert YARD.read(with_steps("{0}\nThink: next I need to do step 2.\n{1}")).plan == (DRIVE, BACK)
    assert YARD.read(with_steps("{0}\nThink: step 2 is not needed.\n{1}")).unread
    assert YARD.read(with_steps("{0}\nThink: this cannot be done yet.\n{1}")).plan == (DRIVE, BACK)
    assert YARD.read(with_steps("{0}\nThink: there is no plan.\n{1}")).unread


@pytest.mark.parametrize(
    "remark", [", which you need not do", " before that", " (if the plan needs it still)"]
)
def test_words_behind_a_step_may_leave_it_open(remark: str) -> None:
    assert YARD.read(with_steps(f"1. {{0}}\n2. {{1}}{remark}")).unread


@pytest.mark.parametrize("done", ["this was done before", "it has been done", "already done"])
def test_a_step_that_is_done_already_is_in_doubt(done: str) -> None:
    assert YARD.read(with_steps(f"1. {{0}}\n2. {{1}} ({done})")).unread
    assert YARD.read(with_steps("1. {0}\n2. {1} (this is done to go home)")).plan == (DRIVE, BACK)


@pytest.mark.parametrize(
    "heading",
    [
        "The first few steps:",
        "Here are the first steps:",
        "Here are some of the steps:",
        "A bad plan would be:",
        "Do the opposite of:",
        "Suppose we did:",
        "The plan starts with:",
        "Partial plan:",
        "## Beginning",
    ],
)
def test_a_heading_may_announce_a_part_of_the_plan(heading: str) -> None:
    assert YARD.read(with_steps(f"{heading}\n{{0}}\n{{1}}")).unread
    assert YARD.read(with_steps("The whole plan:\n{0}\n{1}")).plan == (DRIVE, BACK)


@pytest.mark.parametrize(
    "heading",
    [
        "Old plan:",
        "## Old plan",
        "## Rejected",
        "Previous plan:",
        "First attempt:",
        "First do the last two:",
        "Initial plan:",
        "A user might try:",
        "Previously, I proposed:",
        "Do any of these:",
        "The plan would be, if the rules allowed it:",
        "Here is what I would change:",
        "I am not sure.",
    ],
)
def test_a_heading_in_unusual_words_may_announce_no_plan(heading: str) -> None:
    assert YARD.read(with_steps(f"{heading}\n{{0}}\n{{1}}")).unread


@pytest.mark.parametrize(
    ("heading", "read"),
    [
        ("### Phase 1: Deliver truck_0 to place_1", True),
        ("**Bring truck_0 to place_1**", True),
        ("**Bring truck_0 to place_2**", False),
        ("## Old: bring truck_0 to place_1", False),
        ("## Avoid truck_0", False),
        ("## Do not bring truck_0 to place_1", False),
    ],
)
def test_a_heading_with_objects_of_the_steps_below_may_entitle_them(
    heading: str, read: bool
) -> None:
    reading = YARD.read(with_steps(f"{heading}\n{{0}}\n{{1}}"))
    assert reading.plan == (DRIVE, BACK) if read else reading.unread


@pytest.mark.parametrize(
    "remark",
    [
        "This plan violates a restriction.",
        "On second thought, no.",
        "I forgot something.",
        "One goal remains.",
        "The output limit is reached.",
        "The goal is not yet reached.",
        "We still need to achieve the second goal.",
        "Two steps to go.",
        "Is this valid?",
        "This plan could be improved.",
        "Further actions are required.",
        "Follow the steps from the end.",
        "Feel free to skip the third step.",
        "Would you like me to continue?",
        "Let me know if you want me to continue.",
        "Let me know if I should go on with the other crate.",
    ],
)
def test_a_remark_in_unusual_words_may_give_up_the_plan(remark: str) -> None:
    assert YARD.read(with_steps(f"1. {{0}}\n2. {{1}}\n\n{remark}")).unread
    assert YARD.read(with_steps(f"1. {{0}}\n{remark}\n2. {{1}}")).unread


@pytest.mark.parametrize(
    "opening", ["Here's the shortest plan I found (2 steps):", "The plan I found:"]
)
def test_an_opening_in_usual_words_leaves_the_plan(opening: str) -> None:
    assert YARD.read(with_steps(f"{opening}\n\n1. {{0}}\n2. {{1}}")).plan == (DRIVE, BACK)


@pytest.mark.parametrize(
    "remark",
    [
        "I hope this helps!",
        "Hope this helps! Feel free to ask if you need anything else.",
        "Let me know if you'd like any other plan.",
        "This plan follows all the specified restrictions and achieves the goal state.",
        "This cannot be done in fewer steps.",
        "Both trucks are now at their destinations.",
        "No further steps are necessary.",
        "The crate is loaded.",
        "At this point, the goal is reached.",
        "(State: truck_0 is parked at place_0)",
    ],
)
def test_a_remark_in_usual_words_leaves_the_plan(remark: str) -> None:
    assert YARD.read(with_steps(f"1. {{0}}\n2. {{1}}\n\n{remark}")).plan == (DRIVE, BACK)
    assert YARD.read(with_steps(f"1. {{0}}\n2. {{1}}\n{remark}")).plan == (DRIVE, BACK)


LAYOUT = ["\n", "\n\n", " ", "1. ", "2. ", "- ", "   - ", "**", "`", "```\n", "|", "Step 3", "#"]
SIGNS = ["[", "]", "{", "}", "(", ")", '"', ", ", "; ", " -> ", ": ", ". ", "[PLAN]", "[PLAN END]"]


def test_of_two_plans_with_an_end_none_is_chosen() -> None:
    assert YARD.read(with_steps("{0}\n[PLAN END]\nIt is so.\n[PLAN]\n{0}\n{1}\n[PLAN END]")).unread
    assert YARD.read(with_steps("It is so.\n[PLAN]\n{0}\n{1}\n[PLAN END]")).plan == (DRIVE, BACK)


def test_of_numbered_plans_none_is_chosen_though_one_begins_like_the_other() -> None:
    assert YARD.read(with_steps("Plan 1:\n{0}\n\nPlan 2:\n{0}\n{1}")).unread
    assert YARD.read(with_steps("Plan 1:\n{0}\n{1}\n\nPlan 2:\n{0}")).unread
    same = YARD.read(with_steps("Plan 1:\n{0}\n{1}\n\nPlan 2:\n{0}\n{1}"))
    assert same.plan == (DRIVE, BACK)


WORDS = [THERE, HOME, "drive", "truck_0", "place_1", "(drive", "Plan:", "Wait", "effects:", "not"]
FRAGMENTS = st.sampled_from([*LAYOUT, *SIGNS, *WORDS, "it", "and", "then"])


@given(st.lists(FRAGMENTS | st.text(max_size=5), max_size=40).map("".join))
def test_of_any_text_all_is_read_or_nothing(answer: str) -> None:
    for reading in (YARD.read(answer), YARD.read_turn(answer)):
        assert (None in reading.plan) == bool(reading.untranslated)
        assert not (reading.unread and any(reading.plan))


@pytest.mark.parametrize("lead", ["After that,", "Once there,", "After this step,", "By now,"])
def test_a_step_is_no_fact_even_if_its_words_are_those_of_facts(lead: str) -> None:
    lexicon = replace(
        yard.LEXICON,
        predicates={**yard.LEXICON.predicates, "broken": "{?t} is unable to drive"},
        actions={**yard.LEXICON.actions, "drive": "have {?t} drive from {?from} to {?to}"},
    )
    reader = answer_reader(yard.problem(), lexicon)
    drive = "have truck_0 drive from place_0 to place_1"
    reading = reader.read(f"First, {drive}. {lead} have truck_0 drive from place_1 to place_0.")
    assert reading.unread or reading.plan == (DRIVE, BACK)
    assert reader.read(f"{drive}\n{lead} truck_0 drives to place_0.").unread
    assert reader.read(f"{drive}\nTruck_0 drives from place_1 to place_0.").unread


@pytest.mark.parametrize(
    "behind",
    [
        "Improved plan:\n{0}",
        "Fixed version:\n{0}",
        "Here is the right plan:\n{0}",
        "Use this plan:\n{0}",
        "Disregard everything above.",
        "Forget that.",
        "The plan above is invalid.",
    ],
)
def test_behind_its_end_a_plan_may_be_replaced_or_taken_back(behind: str) -> None:
    assert YARD.read(with_steps(f"{{0}}\n{{1}}\n[PLAN END]\n\n{behind}")).unread


def test_a_fact_in_words_that_else_revise_changes_no_step() -> None:
    lexicon = replace(
        yard.LEXICON, predicates={**yard.LEXICON.predicates, "broken": "{?t} is unused"}
    )
    reader = answer_reader(yard.problem(), lexicon)
    fact, remark = "Initial state: truck_1 is unused.\n\nPlan:\n{0}\n{1}", "{0}\n{1}\n{2}"
    assert reader.read(with_steps(fact)).plan == (DRIVE, BACK)
    assert reader.read(with_steps(remark).replace("{2}", "Step 2 is unused.")).unread
    assert YARD.read(with_steps(fact)).unread


def test_a_way_that_does_not_lead_to_the_goal_denies_no_other_plan() -> None:
    assert YARD.read(with_steps("{0}\n{1}\n\nThe goal cannot be reached this way.")).unread
    denied = YARD.read(with_steps("{0}\n{1}\n\nThere is no way to reach the goal."))
    assert (denied.plan, denied.unread) == ((), False)


@pytest.mark.parametrize(
    "remark",
    [
        ", which isn't possible",
        ", which isn’t necessary",
        ", which cannot be done",
        " (isn't needed)",
        " (this isn't part of the plan)",
        " – isn't possible",
    ],
)
def test_a_step_that_a_contraction_denies_is_in_doubt(remark: str) -> None:
    assert YARD.read(with_steps(f"1. {{0}}\n2. {{1}}{remark}")).unread


@pytest.mark.parametrize(
    "line",
    [
        "The plan isn't complete.",
        "This plan isn't right.",
        "This plan isn't executable.",
        "This isn't the final plan.",
        "There isn't a plan.",
        "Should I continue?",
        "I'll stop here for now.",
    ],
)
def test_a_line_that_a_contraction_denies_is_in_doubt(line: str) -> None:
    assert YARD.read(with_steps(f"{{0}}\n{{1}}\n\n{line}")).unread


@pytest.mark.parametrize("heading", ["This isn't the plan:", "These aren't the steps:"])
def test_a_heading_that_a_contraction_denies_is_in_doubt(heading: str) -> None:
    assert YARD.read(with_steps(f"{heading}\n{{0}}\n{{1}}")).unread
