"""Answers made to be misread: each is read as it is meant, or unread; none is read in part."""

from __future__ import annotations

import json

import pytest

import domains
from pddl2nl.naming import ObjectNames
from pddl2nl.reader import parse_problem, read_domain
from pddl2nl.verbalizers import verbalizer
from policies.answers import AnswerReader, AnswerReading, domain_words
from tests.effort import grows_with_length

BLOCKS = {"a": "red block", "b": "blue block", "c": "orange block", "d": "yellow block"}
BARE = {name: name for name in BLOCKS}
UNSTACK = "Unstack the blue block from the top of the red block"
PUT_DOWN = "Put down the blue block on the table"
PICK_UP = "Pick up the red block from the table"
STACK = "Stack the red block on top of the blue block"
STEPS = (UNSTACK, PUT_DOWN, PICK_UP, STACK)
PLAN = "".join(f"{number}. {step}\n" for number, step in enumerate(STEPS, start=1))
ORANGE = "Pick up the orange block from the table"


def reader(names: dict[str, str], *, pddl: bool = False) -> AnswerReader:
    domain = read_domain(domains.folder("blocksworld") / "domain.pddl")
    objects = " ".join(names)
    text = (
        f"(define (problem p) (:domain {domain.name}) (:objects {objects}) (:init) (:goal (and)))"
    )
    lexicon = None if pddl else verbalizer("library").lexicon(domain)
    task = parse_problem(text, domain, "<task>")
    return AnswerReader(task, domain_words(domain, lexicon), ObjectNames.of(names))


COLOURED, CALLS = reader(BLOCKS), reader(BARE, pddl=True)


def plan(reading: AnswerReading) -> str | None:
    """The steps as PDDL; None where the answer is unread."""
    return None if reading.unread else " ".join(str(step.action) for step in reading.steps)


@pytest.mark.parametrize(
    "behind",
    [
        "Repeat steps 1-2.",
        "Note: step 3 is not needed.",
        "(Step 2 can be left out.)",
        "Do steps 3 and 4 before steps 1 and 2.",
        "Steps 1-3 suffice.",
        "Never mind the last step.",
        "5. Repeat the process with the other two blocks.",
        "5. Same as step 1",
        "5. ...",
        "...",
        "etc.",
        "x2",
        "Twice.",
        "Goal: then pick up the orange block.",
        "Note: after this also stack the orange block on top of the red block.",
        f"5. {ORANGE} (optional)",
        f"5. {ORANGE} (only if necessary)",
        f"5. {ORANGE} before step 4",
        f"5. {ORANGE}, the yellow block from the table",
        f"5. {ORANGE} / pick up the yellow block from the table",
        f"5. {ORANGE}? No.",
        f"5. {ORANGE} ❌",
        f"5. ~~{ORANGE}~~",
        f"5. {ORANGE} (3 times)",
        f"5. {ORANGE} and back",
        f"5-7. {ORANGE}",
    ],
)
def test_what_changes_a_plan_behind_it_is_doubt(behind: str) -> None:
    assert plan(COLOURED.read(PLAN + behind)) is None
    assert plan(COLOURED.read(f"{PLAN}\n{behind}")) is None


@pytest.mark.parametrize(
    "above",
    [
        "Do not do this:",
        "If the blue block is clear:",
        "Repeat the following three times:",
        "Avoid these steps:",
        "For each block:",
        "An invalid plan:",
        "Example:",
    ],
)
def test_steps_below_what_puts_none_forward_are_doubt(above: str) -> None:
    assert plan(COLOURED.read(f"{above}\n{PLAN}")) is None


@pytest.mark.parametrize(
    "answer",
    [
        f"Option 1:\n{PLAN}\nOption 2:\n1. {PICK_UP}\n2. {STACK}",
        f"2. {PUT_DOWN}\n3. {PICK_UP}",
        f"{UNSTACK}\n...\n{STACK}",
        f"{UNSTACK}\n[...]\n{STACK}",
        f"{UNSTACK}. It is put on the table. {PICK_UP}. {STACK}.",
        f"Final: {UNSTACK}\n{PUT_DOWN}",
        f"Reason: y\n{UNSTACK}\nReason: z. {PICK_UP}\n{STACK}",
        f"| Robot 1 | Robot 2 |\n|---|---|\n| {UNSTACK} | {PUT_DOWN} |\n| {PICK_UP} | {STACK} |",
        f"| Step | Times |\n|---|---|\n| {UNSTACK} | 2 |\n| {PUT_DOWN} | 1 |",
        json.dumps({"plan": STEPS, "alternative_plan": STEPS[2:]}),
        json.dumps({"plan": [{"action": UNSTACK, "note": "omit this"}, {"action": PUT_DOWN}]}),
        json.dumps([UNSTACK, None, PICK_UP]),
        f"```python\nfor i in range(3):\n    {PICK_UP}\n```",
    ],
)
def test_what_is_no_single_plan_is_doubt(answer: str) -> None:
    assert plan(COLOURED.read(answer)) is None


def test_the_first_row_of_a_table_and_what_follows_a_list_in_json_are_not_lost() -> None:
    table = f"| {UNSTACK} |\n|---|\n| {PUT_DOWN} |"
    assert plan(COLOURED.read(table)) in (None, "(unstack b a) (put-down b)")
    value = json.dumps({"steps": [UNSTACK, PUT_DOWN], "remaining": [PICK_UP]})
    assert plan(COLOURED.read(value)) in (None, "(unstack b a) (put-down b) (pick-up a)")


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("stack(underob=b, ob=a)", "(stack a b)"),
        ("stack(under=b, x=a)", "(stack a b)"),
        ("(unstack b a) ; (put-down b)", "(unstack b a)"),
        ("```\n(pick-up a)\n# (pick-up b)\n(stack a b)\n```", "(pick-up a) (stack a b)"),
        ("(unstack b a)\n(noop)\n(pick-up a)", None),
        ("(unstack b a)\nputdown\n(pick-up a)", None),
        ("!(pick-up a)", None),
    ],
)
def test_calls_are_read_as_they_are_meant(answer: str, meant: str | None) -> None:
    assert plan(CALLS.read(answer)) in (None, meant)


@pytest.mark.parametrize("line", ["| a |\n", "# a\n", "1.\n", f"1. {PICK_UP}\n"])
def test_many_lines_between_steps_take_linear_time(line: str) -> None:
    def read(between: str) -> None:
        COLOURED.read(f"{PICK_UP}\n{between}\n{PICK_UP}")

    assert grows_with_length(read, (line * 24_000)[:24_000])


BULLETS = "".join(f"- {step}\n" for step in STEPS)
FIRST_HALF = "".join(f"- {step}\n" for step in STEPS[:2])


@pytest.mark.parametrize(
    "text",
    [
        f"{PLAN}\nI cannot find a shorter plan.",
        f"{PLAN}\nThere is no plan with fewer steps.",
        f"First plan:\n{FIRST_HALF}\nCorrected plan after review:\n{PLAN}",
        f"First plan:\n{FIRST_HALF}\n**Final plan with explanations**\n{PLAN}",
        f"{FIRST_HALF}[PLAN END]\n\nCorrected plan:\n{PLAN}",
        PLAN.replace(PICK_UP, f"Next step: {PICK_UP}"),
        json.dumps([{"step": n, "action": step} for n, step in enumerate(STEPS, start=1)]),
    ],
)
def test_what_puts_the_plan_forward_is_read(text: str) -> None:
    assert plan(COLOURED.read(text)) == plan(COLOURED.read(PLAN))


def test_a_final_answer_that_is_shorter_counts() -> None:
    found = plan(COLOURED.read(f"{BULLETS}\nFinal answer:\n{FIRST_HALF}"))
    assert found == plan(COLOURED.read(FIRST_HALF))


@pytest.mark.parametrize(
    "remark",
    [
        *(
            "cancelled",
            "removed",
            "deleted",
            "strike this",
            "failed",
            "illegal",
            "left out",
            "maybe",
        ),
        *("postponed", "after step 4", "move to the end", "do this first", "swapped", "x3"),
        *("stop here", "comes last", "überspringen", "nicht ausführen", "最后执行"),
    ],
)
def test_a_remark_that_speaks_of_no_fact_is_a_doubt(remark: str) -> None:
    assert COLOURED.read(PLAN.replace(PICK_UP, f"{PICK_UP} ({remark})")).unread


@pytest.mark.parametrize(
    "remark",
    [
        *(
            "now place it on the orange block",
            "so does the orange block",
        ),
        "this after the orange block",
    ],
)
def test_what_goes_on_behind_a_step_is_no_reason(remark: str) -> None:
    assert COLOURED.read(PLAN.replace(PICK_UP, f"{PICK_UP}, {remark}")).unread


@pytest.mark.parametrize(
    "line",
    [
        *("Hmm, that does not work.", "That is not right.", "Nope, that fails.", "And so on."),
        *("Let me start over.", "On second thought, leave that out.", "Or:", "Otherwise:"),
        *("If this fails:", "What not to do:", "Discarded:", "In reverse:", "Two times:"),
        *("Option B:", "But first:"),
    ],
)
def test_a_line_between_steps_that_speaks_of_no_fact_is_a_doubt(line: str) -> None:
    assert COLOURED.read(PLAN.replace("3. ", f"{line}\n3. ")).unread


@pytest.mark.parametrize(
    "line",
    [
        *("This plan does not work.", "The plan fails at line 4.", "Forget that last move."),
        *("The last two lines are superfluous.", "Cancel the last two.", "I give up."),
        *("Execute in the order 3, 4, 1, 2.", "Schritt 3 kann entfallen."),
        *("El paso 3 no es necesario.", "Otherwise the goal cannot be achieved."),
    ],
)
def test_a_line_behind_the_plan_that_may_change_it_is_a_doubt(line: str) -> None:
    assert COLOURED.read(f"{PLAN}\n{line}").unread


@pytest.mark.parametrize(
    "text",
    [
        f"Working backwards from the goal:\n{PLAN}",
        f"The plan, from last to first:\n{PLAN}",
        f"First plan:\n{FIRST_HALF}\nPlan after verification:\n{PLAN}",
        f"{BULLETS}\nA shorter way is this.\n{FIRST_HALF}",
        f"{PLAN}[PLAN END]\n\nActually, drop step 3.",
        PLAN.replace(f"3. {PICK_UP}", f";; {PICK_UP}"),
        BULLETS.replace(f"- {PICK_UP}", f"-- {PICK_UP}"),
        *(PLAN.replace(PICK_UP, f"{each} step: {PICK_UP}") for each in ("Cancelled", "Skip", "No")),
        PLAN.replace(UNSTACK, f"{UNSTACK} onto the table"),
        PLAN.replace(PICK_UP, f"{PICK_UP}, {PICK_UP}"),
        json.dumps([{"step": n, "action": s} for n, s in zip((3, 4, 1, 2), STEPS, strict=True)]),
        json.dumps([{"action": each, "status": "cancelled"} for each in STEPS]),
    ],
)
def test_what_may_mean_another_plan_is_a_doubt(text: str) -> None:
    assert COLOURED.read(text).unread


NOTES = ("Note: {}", "**Note:** {}", "Explanation: {}", "Reasoning: {}", "; {}", "## Notes\n- {}")
RETRACTING = (
    "do not pick up the red block.",
    "picking up the red block is not needed, so leave it out.",
    "Unstacking the blue block from the red block is not part of the plan.",
    "there is no need to put down the blue block.",
    "go on without putting down the blue block.",
    "pick up the orange block before stacking.",
    "picking up the orange block is also needed before step 3.",
    "at the end I pick up the orange block.",
    "pick up the red block again.",
    "the orange block is then stacked on the red block.",
)
REASONS = (
    "the orange block is not picked up, as it need not move.",
    "the red block cannot be picked up before the blue block is off it.",
    "the red block is not clear before unstacking the blue block from the red block.",
    "since the red block is clear, pick up the red block.",
)


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize("line", RETRACTING)
def test_a_note_below_the_plan_that_retracts_or_adds_a_step_is_a_doubt(
    note: str, line: str
) -> None:
    assert COLOURED.read(f"{PLAN}\n{note.format(line)}").unread


def test_a_thought_below_the_plan_that_denies_a_step_is_a_doubt() -> None:
    for line in RETRACTING[:3]:
        assert COLOURED.read(f"{PLAN}\nThink: {line}").unread


@pytest.mark.parametrize("note", NOTES[:3])
@pytest.mark.parametrize("line", REASONS)
def test_a_note_below_the_plan_that_gives_reasons_is_read(note: str, line: str) -> None:
    assert plan(COLOURED.read(f"{PLAN}\n{note.format(line)}"))


ABOVE = """
    {s} | {s}. | First, {s}. | To start, {s}. | Begin: {s} | The first step is to {s}. | I will {s}.
    We must {s}. | You need to {s} before anything else. | Preparation: {s} | Setup: {s} | ### {s}
    Note: {s} first. | Don't forget to {s} first. | (First {s}.) | > {s} | - {s} | 0. {s} | **{s}**
    Step 0: {s} | Phase 0: {s} | After you {s}: | Initially, {s}. | Let's {s}. | Make sure to {s}.
    It is necessary to {s}. | ; {s} | # {s} | // {s} | Having done this ({s}), continue:
"""
BELOW = """
    {s} | Finally, {s}. | Then {s}. | At the end, {s}. | Also {s}. | You also need to {s}. | - {s}
    Do not forget to {s}. | Note: {s} at the end. | Conclusion: {s}. | (Then {s}.) | P.S. {s}
    Explanation: then {s}. | Result: {s} | Step 5: {s} | Final step: {s} | The last step is to {s}.
    It remains to {s}. | All that is left is to {s}. | Now {s}. | When finished, {s}. | ; {s}
"""
BETWEEN = """
    On the way, {s}. | In between: {s} | Meanwhile, {s}. | Reason: {s} | State: {s} | - {s} | ({s})
    2b. {s} | 2.5 {s} | Instruction: {s} | Observation: {s} | Comment: {s} | Substep: {s}
"""


def frames(text: str) -> list[str]:
    return [each.strip() for line in text.split("\n") for each in line.split("|") if each.strip()]


@pytest.mark.parametrize("heading", ["", "Plan:\n", "The remaining steps:\n", "```\n"])
def test_a_step_around_or_within_a_plan_is_never_lost(heading: str) -> None:
    fence = "```\n" * heading.startswith("```")
    lines = PLAN.splitlines(keepends=True)
    answers = [
        *(f"{each}\n\n{heading}{PLAN}{fence}" for each in frames(ABOVE)),
        *(f"{heading}{PLAN}{fence}\n{each}" for each in frames(BELOW)),
        *(f"{heading}{''.join(lines[:2])}{each}\n{''.join(lines[2:])}" for each in frames(BETWEEN)),
    ]
    for answer in (each.replace("{s}", ORANGE.lower()) for each in answers):
        assert "(pick-up c)" in (plan(COLOURED.read(answer)) or "(pick-up c)"), answer
