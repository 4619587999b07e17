"""A domain: its declarations, then the actions and axioms that use them."""

from __future__ import annotations

from pddl2nl.model import (
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    Axiom,
    Condition,
    Domain,
    Parameter,
)
from pddl2nl.reader.blocks import Block
from pddl2nl.reader.context import Context, Scope, Vocabulary, plural, quote
from pddl2nl.reader.declarations import constants, derived, functions, predicates, types
from pddl2nl.reader.definition import (
    Definition,
    name_of,
    parameters,
    read_definition,
    requirements,
)
from pddl2nl.reader.formulas import FormulaPlace, condition, effects

_KEYWORDS = frozenset(
    [":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":derived"]
)
_ACTION_PARTS = (":parameters", ":precondition", ":effect")


def parse_domain(text: str, source: str = "<text>") -> Domain:
    """Read a PDDL domain.

    Args:
        text: the PDDL.
        source: what to call the text in errors and remarks, usually its file.

    Returns:
        The domain, with lower-case names, and with remarks on what was tolerated in it.

    Raises:
        PddlError: the text is malformed, inconsistent, or uses what is not supported; the
            message says where.
    """
    definition = read_definition(text, source, "domain", _KEYWORDS)
    ctx = definition.ctx
    required = requirements(definition)
    declared_types = types(definition)
    known = frozenset((ROOT_TYPE, *(declared.name for declared in declared_types)))
    declared_constants = constants(definition, known)
    declared_predicates = predicates(definition, known)
    declared_functions = functions(definition, known)
    vocabulary = Vocabulary(
        types=known,
        predicates={item.name: len(item.parameters) for item in declared_predicates},
        functions={item.name: len(item.parameters) for item in declared_functions},
        derived=frozenset(item.name for item in derived(definition, known)),
    )
    place = FormulaPlace(
        ctx, vocabulary, Scope({item.name: None for item in declared_constants}, {})
    )
    return Domain(
        name=definition.name,
        requirements=required,
        types=declared_types,
        constants=declared_constants,
        predicates=declared_predicates,
        functions=declared_functions,
        actions=_actions(place, definition),
        axioms=tuple(_axiom(place, section) for section in definition.all(":derived")),
        remarks=tuple(ctx.remarks),
    )


def _actions(place: FormulaPlace, definition: Definition) -> tuple[ActionSchema, ...]:
    found: dict[str, ActionSchema] = {}
    for section in definition.all(":action"):
        action = _action(place, section)
        if found.setdefault(action.name, action) is action:
            continue
        if found[action.name] != action:
            message = f"another action {quote(action.name)} is declared above; rename one"
            raise place.ctx.error(section, 1, message)
        place.ctx.remark(section, 1, f"the action {quote(action.name)} is declared twice")
    return tuple(found.values())


def _action(place: FormulaPlace, section: Block) -> ActionSchema:
    ctx = place.ctx
    name = name_of(ctx, section, 1, "the action")
    parts = _action_parts(ctx, section)
    declared: tuple[Parameter, ...] = ()
    if ":parameters" in parts:
        variables = section[parts[":parameters"]]
        if not isinstance(variables, Block):
            message = f"expected the parameters in parentheses, found {quote(variables)}"
            raise ctx.error(section, parts[":parameters"], message)
        declared = parameters(ctx, variables, 0, place.vocabulary.types)
    inside = FormulaPlace(ctx, place.vocabulary, place.scope.bind(declared))
    precondition: Condition = TRUE
    if ":precondition" in parts:
        precondition = condition(inside, section, parts[":precondition"])
    if ":effect" not in parts:
        return ActionSchema(name, declared, precondition)
    return ActionSchema(name, declared, precondition, *effects(inside, section, parts[":effect"]))


def _action_parts(ctx: Context, section: Block) -> dict[str, int]:
    """Which element of an action's section holds what belongs to each keyword."""
    found: dict[str, int] = {}
    for index in range(2, len(section), 2):
        keyword = section[index]
        if keyword not in _ACTION_PARTS:
            expected = ", ".join(_ACTION_PARTS)
            message = f"expected one of {expected}, found {quote(keyword)}"
            raise ctx.error(section, index, message)
        if keyword in found:
            raise ctx.error(section, index, f"a second {quote(keyword)} in one action")
        if index + 1 >= len(section):
            raise ctx.error(section, index, f"{quote(keyword)} is followed by nothing")
        found[str(keyword)] = index + 1
    return found


def _axiom(place: FormulaPlace, section: Block) -> Axiom:
    ctx, head = place.ctx, section[1]
    assert isinstance(head, Block)
    name = name_of(ctx, head, 0, "a derived predicate")
    variables = parameters(ctx, head, 1, place.vocabulary.types)
    arity = place.vocabulary.predicates[name]
    if len(variables) != arity:
        message = f"{quote(name)} is declared with {plural(arity, 'argument')}"
        raise ctx.unresolved(head, 0, f"{message}, not {len(variables)}")
    inside = FormulaPlace(ctx, place.vocabulary, place.scope.bind(variables))
    return Axiom(name, variables, condition(inside, section, 2))
