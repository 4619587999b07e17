"""What a domain declares: types, constants, predicates, functions; and a problem's objects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from pddl2nl.english.nouns import counted
from pddl2nl.model import (
    ROOT_TYPE,
    ActionSchema,
    Axiom,
    Domain,
    Object,
    Predicate,
    Type,
)
from pddl2nl.reader.blocks import Block, Context, Place, place_in, quote
from pddl2nl.reader.definition import (
    Definition,
    Typed,
    check_types,
    name_of,
    parameters,
    read_definition,
    requirements,
    type_element,
    typed_list,
)
from pddl2nl.reader.formulas import condition, effects
from pddl2nl.reader.hierarchy import (
    compound_tasks,
    declared_parameters,
    keyword_parts,
    methods,
    precondition,
)

_RESERVED = frozenset(("and", "or", "not", "imply", "forall", "exists", "when"))


def objects(
    definition: Definition,
    keyword: str,
    types: Collection[str],
    earlier: Iterable[Object] = (),
) -> tuple[Object, ...]:
    """The objects that the sections of a keyword declare, beyond those declared earlier.

    An object declared again is the same object: it keeps its first types where the new ones add
    nothing, and gets a remark.
    """
    found = {item.name: item for item in earlier}
    own: dict[str, Object] = {}
    for section, item in _typed_items(definition, keyword, "an object"):
        check_types(definition, section, item, types)
        if item.name in found:
            definition.remark(
                section, item.index, f"the object {quote(item.name)} is declared twice"
            )
            if found[item.name].types != item.types and item.types != (ROOT_TYPE,):
                raise definition.error(
                    section, item.index, _two_types(found[item.name], item.types)
                )
        else:
            found[item.name] = own[item.name] = Object(item.name, item.types)
    return tuple(own.values())


def _typed_items(definition: Definition, keyword: str, what: str) -> Iterator[tuple[Block, Typed]]:
    for section in definition.all(keyword):
        for item in typed_list(definition, section, 1, what):
            yield section, item


def _two_types(first: Object, types: tuple[str, ...]) -> str:
    before, now = "/".join(first.types), "/".join(types)
    return f"the object {quote(first.name)} is a {quote(before)} already; it cannot be {quote(now)}"


def types(definition: Definition) -> tuple[Type, ...]:
    """The declared types, and those that stand only behind a '-' among them."""
    found: dict[str, tuple[str, ...]] = {}
    for section, item in _typed_items(definition, ":types", "a type"):
        if item.name != ROOT_TYPE:
            _add_type(definition, section, item, found)
        elif item.types != (ROOT_TYPE,):
            definition.remark(
                section, item.index, f"'{ROOT_TYPE}' is above all types, not below one"
            )
    # Those that stand only behind a '-', as many domains have it.
    for section, item in _typed_items(definition, ":types", "a type"):
        for name in item.types:
            if name not in found and name != ROOT_TYPE:
                message = f"the type {quote(name)} is used here but declared nowhere"
                definition.remark(*type_element(section, item, name), message)
                found[name] = (ROOT_TYPE,)
    _refuse_circles(definition, found)
    return tuple(Type(name, parents) for name, parents in found.items())


def _add_type(ctx: Context, section: Block, item: Typed, found: dict[str, tuple[str, ...]]) -> None:
    parents = item.types
    if item.name in parents:
        ctx.remark(section, item.index, f"the type {quote(item.name)} is its own supertype")
        parents = tuple(name for name in parents if name != item.name) or (ROOT_TYPE,)
    if item.name in found:
        ctx.remark(section, item.index, f"the type {quote(item.name)} is declared twice")
        # `object` says nothing beside another.
        both = dict.fromkeys((*found[item.name], *parents))
        parents = tuple(name for name in both if name != ROOT_TYPE) or (ROOT_TYPE,)
    found[item.name] = parents


def _refuse_circles(definition: Definition, types: Mapping[str, tuple[str, ...]]) -> None:
    try:
        TopologicalSorter(types).prepare()
    except CycleError as error:
        names = error.args[1]
        circle = ", ".join(quote(name) for name in names[:3]) + (", ..." if len(names) > 3 else "")
        message = f"these types are kinds of each other: {circle}"
        raise definition.error_at(definition.all(":types")[0], message) from error


def _declared(
    definition: Definition, keyword: str, what: str, known: frozenset[str]
) -> tuple[Predicate, ...]:
    """The predicates or functions that the sections of a keyword declare."""
    found: dict[str, Predicate] = {}
    for section in definition.all(keyword):
        places = iter(range(1, len(section)))
        for index in places:
            if section[index] == "-" and keyword == ":functions":
                _check_value_type(definition, section, next(places, index + 1))
            elif declared := _declaration(definition, section, index, what, known):
                _add(definition, section, index, declared, found)
    return tuple(found.values())


def _check_value_type(ctx: Context, section: Block, index: int) -> None:
    if index >= len(section):
        raise ctx.error(section, index - 1, "'number' has to follow this '-'")
    if section[index] != "number":
        message = f"functions whose value is an object ({quote(section[index])}) are not supported"
        raise ctx.error(section, index, message)


def _declaration(
    ctx: Context, section: Block, index: int, what: str, known: frozenset[str]
) -> Predicate | None:
    block = section[index]
    if not isinstance(block, Block):
        message = f"expected {what} such as (name ?x), found {quote(block)}"
        raise ctx.error(section, index, message)
    name = name_of(ctx, block, 0, what) if block[:1] != ["="] else "="
    if name == "=":
        ctx.remark(block, 0, "equality needs no declaration")
        return None
    if name in _RESERVED:
        raise ctx.error(
            block, 0, f"{quote(name)} is a reserved word of PDDL, not the name of {what}"
        )
    return Predicate(name, parameters(ctx, block, 1, known))


def _add(
    ctx: Context, section: Block, index: int, declared: Predicate, found: dict[str, Predicate]
) -> None:
    first = found.setdefault(declared.name, declared)
    if first is declared:
        return
    if len(first.parameters) != len(declared.parameters):
        message = f"{quote(declared.name)} is declared above with another number of arguments"
        raise ctx.error(section, index, message)
    ctx.remark(section, index, f"{quote(declared.name)} is declared twice; the first counts")


def _heads(
    definition: Definition, known: frozenset[str]
) -> Iterator[tuple[Block, Predicate, Block]]:
    """The heads of the `:derived` sections, as blocks and as predicates, and the sections."""
    for section in definition.all(":derived"):
        head = section[1] if len(section) > 1 else None
        if len(section) != 3 or not isinstance(head, Block):
            raise definition.error_at(section, "expected (:derived (predicate ?x ...) (condition))")
        name = name_of(definition, head, 0, "a derived predicate")
        yield head, Predicate(name, parameters(definition, head, 1, known)), section


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
    required = requirements(definition)
    declared_types = types(definition)
    known = frozenset((ROOT_TYPE, *(declared.name for declared in declared_types)))
    constants = objects(definition, ":constants", known)
    predicates = _declared(definition, ":predicates", "a predicate", known)
    heads = tuple(_heads(definition, known))
    for block, head, _ in heads:
        # It declares its predicate well enough.
        if all(head.name != predicate.name for predicate in predicates):
            message = f"the derived predicate {quote(head.name)} is not among the :predicates"
            definition.remark(block, 0, message)
            predicates += (head,)
    domain = Domain(
        name=definition.name,
        requirements=required,
        types=declared_types,
        constants=constants,
        predicates=predicates,
        functions=_declared(definition, ":functions", "a function", known),
    )
    place = replace(place_in(definition, domain), derived={head.name for _, head, _ in heads})
    actions = _actions(place, definition)
    tasks = compound_tasks(place, definition, actions)
    axioms = tuple(_axiom(place, *each) for each in heads)
    return replace(
        domain,
        actions=actions,
        axioms=axioms,
        tasks=tasks,
        methods=methods(place, definition, actions, tasks),
        remarks=tuple(definition.remarks),
    )


def _actions(place: Place, definition: Definition) -> tuple[ActionSchema, ...]:
    found: dict[str, ActionSchema] = {}
    for section in definition.all(":action"):
        action = _action(place, section)
        if found.setdefault(action.name, action) is action:
            continue
        if found[action.name] != action:
            message = f"another action {quote(action.name)} is declared above; rename one"
            raise place.error(section, 1, message)
        place.remark(section, 1, f"the action {quote(action.name)} is declared twice")
    return tuple(found.values())


def _action(place: Place, section: Block) -> ActionSchema:
    name = name_of(place, section, 1, "the action")
    parts = keyword_parts(place, section, _ACTION_PARTS, "action")
    declared = declared_parameters(place, section, parts)
    inside = place.inside(declared)
    required = precondition(inside, section, parts)
    if ":effect" not in parts:
        return ActionSchema(name, declared, required)
    return ActionSchema(name, declared, required, *effects(inside, section, parts[":effect"]))


def _axiom(place: Place, block: Block, head: Predicate, section: Block) -> Axiom:
    arity = place.predicates[head.name]
    if len(head.parameters) != arity:
        message = f"{quote(head.name)} is declared with {counted(arity, 'argument')}"
        raise place.unresolved(block, 0, f"{message}, not {len(head.parameters)}")
    rule = condition(place.inside(head.parameters), section, 2)
    return Axiom(head.name, head.parameters, rule)
