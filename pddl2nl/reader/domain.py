"""A domain: its declarations, then the actions and axioms that use them."""

from __future__ import annotations

from pddl2nl.english.nouns import counted
from pddl2nl.model import (
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    Axiom,
    Condition,
    Domain,
)
from pddl2nl.reader.blocks import Block
from pddl2nl.reader.context import Scope, Vocabulary, quote
from pddl2nl.reader.declarations import constants, derived, functions, predicates, types
from pddl2nl.reader.definition import (
    Definition,
    name_of,
    parameters,
    read_definition,
    requirements,
)
from pddl2nl.reader.formulas import FormulaPlace, condition, effects
from pddl2nl.reader.hierarchy import compound_tasks, declared_parameters, keyword_parts, methods

_DECLARATIONS = (":requirements", ":types", ":constants", ":predicates", ":functions")
_KEYWORDS = frozenset([*_DECLARATIONS, ":action", ":derived", ":task", ":method"])
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
    actions = _actions(place, definition)
    tasks = compound_tasks(place, definition, actions)
    return Domain(
        name=definition.name,
        requirements=required,
        types=declared_types,
        constants=declared_constants,
        predicates=declared_predicates,
        functions=declared_functions,
        actions=actions,
        axioms=tuple(_axiom(place, section) for section in definition.all(":derived")),
        tasks=tasks,
        methods=methods(place, definition, actions, tasks),
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
    parts = keyword_parts(ctx, section, _ACTION_PARTS, "action")
    declared = declared_parameters(place, section, parts)
    inside = FormulaPlace(ctx, place.vocabulary, place.scope.bind(declared))
    precondition: Condition = TRUE
    if ":precondition" in parts:
        precondition = condition(inside, section, parts[":precondition"])
    if ":effect" not in parts:
        return ActionSchema(name, declared, precondition)
    return ActionSchema(name, declared, precondition, *effects(inside, section, parts[":effect"]))


def _axiom(place: FormulaPlace, section: Block) -> Axiom:
    ctx, head = place.ctx, section[1]
    assert isinstance(head, Block)
    name = name_of(ctx, head, 0, "a derived predicate")
    variables = parameters(ctx, head, 1, place.vocabulary.types)
    arity = place.vocabulary.predicates[name]
    if len(variables) != arity:
        message = f"{quote(name)} is declared with {counted(arity, 'argument')}"
        raise ctx.unresolved(head, 0, f"{message}, not {len(variables)}")
    inside = FormulaPlace(ctx, place.vocabulary, place.scope.bind(variables))
    return Axiom(name, variables, condition(inside, section, 2))
