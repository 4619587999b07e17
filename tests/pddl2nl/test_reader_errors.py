"""What the reader refuses: in one line, at its place, with what would be right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pddl2nl.errors import PddlError
from pddl2nl.model import conjuncts
from pddl2nl.reader import DEEPEST_NESTING, parse_domain, parse_problem, read_domain, read_problem

DOMAIN = """(define (domain d)
(:types truck place)
(:functions (total-cost) - number (fuel ?t))
(:predicates (at ?x - truck ?y - place) (p ?x))
{}
)"""
ACTION = "(:action go :parameters (?t - truck ?to - place) {})"
PROBLEM = """(define (problem one) (:domain d)
(:objects t1 - truck home - place)
(:init {init})
(:goal {goal})
{more})"""


def domain_error(body: str) -> str:
    with pytest.raises(PddlError) as caught:
        parse_domain(DOMAIN.format(body), "d.pddl")
    return str(caught.value)


def problem_error(init: str = "(p t1)", goal: str = "(p home)", more: str = "") -> str:
    domain = parse_domain(DOMAIN.format(""))
    with pytest.raises(PddlError) as caught:
        parse_problem(PROBLEM.format(init=init, goal=goal, more=more), domain, "p.pddl")
    return str(caught.value)


def text_error(text: str) -> str:
    with pytest.raises(PddlError) as caught:
        parse_domain(text, "d.pddl")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "d.pddl:1:1: this file contains no PDDL; expected (define ...)"),
        (" ; nothing\n", "d.pddl:2:1: this file contains no PDDL; expected (define ...)"),
        ("hello", "d.pddl:1:1: expected '(define ...)' at the beginning"),
        ("()", "d.pddl:1:1: expected (define (domain name) ...)"),
        ("(define)", "d.pddl:1:8: expected (domain name) after 'define'"),
        ("(define (domain))", "d.pddl:1:16: expected the name of the domain before this ')'"),
        ("(define (domain a b))", "d.pddl:1:19: the name of the domain has to be one word"),
        ("(define (domain d)))", "d.pddl:1:20: this ')' closes no parenthesis; remove it"),
        (
            "(define (domain d)) (define (problem p))",
            "d.pddl:1:21: text after the end of the definition; a file holds one (define ...)",
        ),
        (
            "(define (domain d)\n (:types a",
            "d.pddl:2:2: this '(' is never closed; a ')' is missing",
        ),
        (
            "(define (domain d)\n (:predicates (p)\n (:action a))",
            "d.pddl:2:2: this '(' is not closed before '(:action' in line 3; a ')' is missing",
        ),
        (
            "(define (domain d) \x00)",
            "d.pddl:1:20: the control character '\\x00' cannot stand here; PDDL is plain text",
        ),
        (
            "(define (problem p))",
            "d.pddl:1:10: this is a problem; expected a domain: (define (domain name) ...)",
        ),
        ("(define (domain d) (:actoin a))", "unknown section ':actoin'; did you mean ':action'?"),
    ],
)
def test_malformed_text_is_refused_at_its_place(text: str, expected: str) -> None:
    assert text_error(text).endswith(expected)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (":precondition (att ?t ?to)", "undeclared predicate 'att'; did you mean 'at'?"),
        (":precondition (at ?t ?two)", "undeclared variable '?two'; did you mean '?to'?"),
        (":precondition (at ?t home)", "undeclared object 'home'"),
        (":precondition (at ?t)", "the predicate 'at' takes 2 arguments, not 1"),
        (":precondition (= ?t)", "the predicate '=' takes 2 arguments, not 1"),
        (":precondition (not)", "'not' takes 1 condition, not 0"),
        (":precondition (imply (p ?t))", "'imply' takes 2 conditions, not 1"),
        (":precondition (forall ?x (p ?x))", "expected (forall (?x - type ...) (...))"),
        (":precondition (exists (?x - car) (p ?x))", "undeclared type 'car'"),
        (":precondition (exists (?x - (either truck car)) (p ?x))", "undeclared type 'car'"),
        (":precondition (exists (?x ?x) (p ?x))", "the variable '?x' occurs twice"),
        (":precondition (p (p ?t))", "expected an object or a variable, found '(p ...)'"),
        (":precondition p", "expected a condition in parentheses, found 'p'"),
        (":precondition (>= (fuel ?t) 3)", "numeric conditions ('>=') are not supported"),
        (":precondition (= (fuel ?t) 3)", "comparing the values of functions with '='"),
        (":precondition (preference a (p ?t))", "preferences are not supported"),
        (":precondition (when (p ?t) (p ?t))", "'when' belongs into an effect"),
        (":effect (increase (fuel ?t) 1)", "only '(total-cost)' can be increased"),
        (":effect (increase (total-cost) (+ 1 2))", "arithmetic on costs is not supported"),
        (":effect (increase (total-cost) -1)", "a cost has to be 0 or more, not '-1'"),
        (":effect (increase (total-cost) 1e999)", "a cost has to be 0 or more, not '1e999'"),
        (":effect (when (p ?t) (increase (total-cost) 1))", "cannot be increased under 'when'"),
        (":effect (assign (fuel ?t) 1)", "numeric effects ('assign') are not supported"),
        (":effect (decrease (fuel ?t) 1)", "numeric effects ('decrease') are not supported"),
        (":effect (oneof (p ?t) (p ?to))", "uncertain effects ('oneof') are not supported"),
        (":effect (not (and (p ?t)))", "in an effect, 'not' takes one atom, not '(and ...)'"),
        (":effect (or (p ?t))", "'or' belongs into a condition, not into an effect"),
        (":effect (when (p ?t))", "expected (when (condition) (effect))"),
        (":effect (= ?t ?to)", "an effect cannot make objects equal or unequal"),
        (":effect (truck ?t)", "'truck' is a type; an action cannot change it"),
        (":effect", "':effect' is followed by nothing"),
        (
            ":effects (p ?t)",
            "expected one of :parameters, :precondition, :effect, found ':effects'",
        ),
        (":effect (p ?t) :effect (p ?t)", "a second ':effect' in one action"),
        (":effect ((p ?t))", "expected a predicate before this '('"),
    ],
)
def test_a_fault_in_an_action_is_named(parts: str, expected: str) -> None:
    message = domain_error(ACTION.format(parts))
    assert message.startswith("d.pddl:5:")
    assert expected in message


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("(:durative-action go)", "durative actions are not supported"),
        ("(:process burn)", "processes (PDDL+) are not supported"),
        ("(:event bang)", "events (PDDL+) are not supported"),
        ("(:constraints (always (p)))", "constraints on trajectories are not supported"),
        ("(:task t :parameters ())", "the task 't' has no :effect"),
        ("(:action)", "expected the name of the action before this ')'"),
        ("(:action (a))", "expected the name of the action, found '(a)'"),
        ("(:action a :parameters ?x)", "expected the parameters in parentheses, found '?x'"),
        ("(:action a :parameters (x))", "expected a variable such as '?x', found 'x'"),
        ("(:action a :effect ()) (:action a :effect (and (p k)))", "undeclared object 'k'"),
        ("(:constants a - truk)", "undeclared type 'truk'; did you mean 'truck'?"),
        ("(:constants a - truck a - place)", "the object 'a' is a 'truck' already"),
        ("(:constants -a)", "'-a' cannot be the name of an object"),
        ("(:constants a -)", "a type has to follow this '-'"),
        ("(:constants a - (either))", "expected a type, or several as (either a b)"),
        ("(:predicates (at ?x))", "'at' is declared above with another number of arguments"),
        ("(:predicates (and ?x))", "'and' is a reserved word of PDDL, not the name of a predicate"),
        ("(:predicates p)", "expected a predicate such as (name ?x), found 'p'"),
        ("(:functions (boss ?t) - truck)", "functions whose value is an object ('truck')"),
        ("(:types a - b b - a)", "these types are kinds of each other: "),
        ("(:derived (p ?x))", "expected (:derived (predicate ?x ...) (condition))"),
        ("(:derived (p ?x ?y) (p ?x))", "'p' is declared with 1 argument, not 2"),
        (
            "(:derived (p ?x) (and)) (:action a :parameters (?x) :effect (p ?x))",
            "an action cannot change the derived predicate 'p'",
        ),
    ],
)
def test_a_fault_in_a_declaration_is_named(body: str, expected: str) -> None:
    assert expected in domain_error(body)


@pytest.mark.parametrize(
    ("init", "expected"),
    [
        ("(att t1 home)", "p.pddl:3:9: undeclared predicate 'att'; did you mean 'at'?"),
        ("(at t1 hom)", "p.pddl:3:15: undeclared object 'hom'; did you mean 'home'?"),
        ("(at t1)", "p.pddl:3:9: the predicate 'at' takes 2 arguments, not 1"),
        ("(p ?x)", "undeclared variable '?x'"),
        ("t1", "expected a fact in parentheses, found 't1'"),
        ("()", "expected a fact in parentheses, found '()'"),
        ("(at 5 (p t1))", "timed initial literals are not supported"),
        ("(oneof (p t1) (p home))", "an uncertain initial state ('oneof') is not supported"),
        ("(forall (?x) (p ?x))", "'forall' cannot stand in :init; list the facts"),
        ("(= t1 home)", "'t1' and 'home' are different objects; they cannot be equal"),
        ("(= (fuel t1) lots)", "expected a number as the value of '(fuel ...)', found 'lots'"),
        ("(= (fuel t1) nan)", "expected a number as the value of '(fuel ...)', found 'nan'"),
        ("(= (feul t1) 3)", "undeclared function 'feul'; did you mean 'fuel'?"),
        ("(= (fuel t1) 3) (= (fuel t1) 4)", "'(fuel ...)' has a second value; the first was 3"),
        ("(p t1) (not (p t1))", "'p t1' is stated to be both true and false"),
        ("(not (= t1 t1))", "'t1' cannot differ from itself"),
        ("((p) t1)", "expected the name of a predicate before this '('"),
    ],
)
def test_a_fault_in_the_initial_state_is_named(init: str, expected: str) -> None:
    assert expected in problem_error(init=init)


@pytest.mark.parametrize("goal", ["()", "(and)", "(and (and) ())"])
def test_an_empty_goal_is_legal_and_asks_for_nothing(goal: str) -> None:
    domain = parse_domain(DOMAIN.format(""))
    text = PROBLEM.format(init="(p t1)", goal=goal, more="")
    assert conjuncts(parse_problem(text, domain, "p.pddl").goal) == ()


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("(:metric minimize (total-time))", "this metric is not supported; expected (:metric min"),
        ("(:metric maximize (total-cost))", "this metric is not supported; expected (:metric min"),
        ("(:metric)", "expected (:metric minimize (total-cost))"),
        ("(:constraints (always (p t1)))", "constraints on trajectories are not supported"),
        ("(:goal (p t1))", "a second ':goal' section; put the two together"),
        ("(:htn-ti)", "task insertion is not supported; write (:htn ...)"),
        ("(:objects x - lorry)", "undeclared type 'lorry'"),
    ],
)
def test_a_fault_in_a_section_of_a_problem_is_named(more: str, expected: str) -> None:
    assert expected in problem_error(more=more)


def test_a_missing_goal_is_refused() -> None:
    with pytest.raises(PddlError, match=r"the problem has no \(:goal \.\.\.\)"):
        parse_problem("(define (problem p) (:domain d))", parse_domain(DOMAIN.format("")))


def test_a_problem_that_does_not_fit_names_the_domain_it_is_for() -> None:
    other = replace(parse_domain("(define (domain other) (:predicates (p ?x)))"))
    text = PROBLEM.format(init="(p t1)", goal="(p home)", more="")
    with pytest.raises(PddlError) as caught:
        parse_problem(text, other, "p.pddl")
    expected = (
        "p.pddl:2:16: the problem is for the domain 'd', not 'other': undeclared type 'truck'"
    )
    assert str(caught.value) == expected


@pytest.mark.parametrize("word", ["(and ", "(not ", "(forall (?v) "])
def test_conditions_may_be_nested_to_a_stated_depth(word: str) -> None:
    def text(depth: int) -> str:
        return ACTION.format(":precondition " + word * depth + "(p ?t)" + ")" * depth)

    assert parse_domain(DOMAIN.format(text(DEEPEST_NESTING))).actions
    expected = f"conditions nested more than {DEEPEST_NESTING} deep are not supported"
    assert expected in domain_error(text(DEEPEST_NESTING + 1))
    assert expected in domain_error(text(100_000))


def test_effects_may_be_nested_to_the_same_depth() -> None:
    text = ACTION.format(":effect " + "(and " * 100_000 + "(p ?t)" + ")" * 100_000)
    assert f"effects nested more than {DEEPEST_NESTING} deep" in domain_error(text)


def test_parentheses_may_be_nested_without_end() -> None:
    assert "expected (define" in text_error("(" * 100_000 + ")" * 100_000)
    assert "never closed" in text_error("(" * 100_000)


def test_a_very_long_name_is_cut_in_the_message() -> None:
    message = domain_error(ACTION.format(f":effect ({'x' * 100_000})"))
    assert len(message) < 200


def test_messages_stay_on_one_line_whatever_a_name_holds() -> None:
    message = domain_error(ACTION.format(":effect (x\u2066y)"))
    assert message.isprintable()


def test_a_word_behind_a_block_is_found_at_its_own_place() -> None:
    message = text_error("(define (domain d)\n(:predicates (p ?x - object)\n  one) )")
    assert message == "d.pddl:3:3: expected a predicate such as (name ?x), found 'one'"


# --- files ----------------------------------------------------------------------------------------


def read_error(path: Path) -> str:
    with pytest.raises(PddlError) as caught:
        read_domain(path)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.pddl"
    assert read_error(path) == f"{path}: cannot read this file: No such file or directory"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "cannot read this file: Is a directory" in read_error(tmp_path)
    (tmp_path / "domain.pddl").touch()
    assert f"it is a folder; give {tmp_path / 'domain.pddl'} or" in read_error(tmp_path)


def test_the_last_part_that_is_begun_is_named_where_a_parenthesis_is_missing() -> None:
    text = "(define (domain d)\n (:predicates (p))\n (:action go\n :effect (p))"
    wanted = (
        "d.pddl:1:1: this '(' is never closed; a ')' is missing, perhaps in '(:action go' in line 3"
    )
    assert text_error(text) == wanted


def test_a_path_with_a_nul_character_is_refused() -> None:
    assert "not the path of a file" in read_error(Path("a\0b"))


def test_a_problem_file_is_not_taken_for_a_domain_nor_the_reverse(tmp_path: Path) -> None:
    path = tmp_path / "x.pddl"
    path.write_text("(define (problem p) (:domain d))", encoding="utf-8")
    assert "this is a problem; expected a domain" in read_error(path)
    path.write_text("(define (domain d))", encoding="utf-8")
    with pytest.raises(PddlError, match="this is a domain; expected a problem"):
        read_problem(path, read_domain(path))


def test_bytes_that_are_no_text_are_refused_at_their_place(tmp_path: Path) -> None:
    path = tmp_path / "x.pddl"
    path.write_bytes(b"(define\n (domain \xff\x00\x80))")
    assert read_error(path) == f"{path}:2:10: this is not UTF-8; expected PDDL in ASCII or UTF-8"


def test_latin_1_in_a_comment_is_read_with_a_remark(tmp_path: Path) -> None:
    path = tmp_path / "x.pddl"
    path.write_bytes(b"; caf\xe9\n(define (domain d))")
    domain = read_domain(path)
    assert [str(remark) for remark in domain.remarks] == [
        f"{path}:1:6: note: a comment that is not UTF-8, read as Latin-1"
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "ascii"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_and_byte_order_marks_make_no_difference(
    tmp_path: Path, encoding: str, newline: str
) -> None:
    path = tmp_path / "x.pddl"
    text = f"; first{newline}(define{newline} (domain d)){newline})"
    path.write_bytes(text.encode(encoding))
    assert read_error(path).startswith(f"{path}:4:1: ")
    path.write_bytes(text[:-1].encode(encoding))
    assert read_domain(path).name == "d"


def test_broken_utf_16_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.pddl"
    path.write_bytes(b"\xff\xfe(\x00d")
    assert "this file begins as UTF-16 but is not" in read_error(path)
