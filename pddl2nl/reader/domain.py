"""What a domain declares: types, constants, predicates, functions; and a problem's objects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
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
from pddl2nl.reader.blocks import Block, Context, Scope, Vocabulary, quote
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
from pddl2nl.reader.formulas import FormulaPlace, condition, effects
from pddl2nl.reader.hierarchy import (
    compound_tasks,
    declared_parameters,
    keyword_parts,
    methods,
    precondition,
)

_RESERVED = frozenset(("and", "or", "not", "imply", "forall", "exists", "when"))


def objects(
    ctx: Context, section: Block, types: Collection[str], earlier: Iterable[Object]
) -> tuple[Object, ...]:
    """The objects that a section declares, beyond those declared earlier.

    An object declared again is the same object: it keeps its first types where the new ones add
    nothing, and gets a remark.
    """
    found = {item.name: item for item in earlier}
    own: dict[str, Object] = {}
    for item in typed_list(ctx, section, 1, "an object"):
        check_types(ctx, section, item, types)
        if item.name in found:
            ctx.remark(section, item.index, f"the object {quote(item.name)} is declared twice")
            if found[item.name].types != item.types and item.types != (ROOT_TYPE,):
                raise ctx.error(section, item.index, _two_types(found[item.name], item.types))
        else:
            found[item.name] = own[item.name] = Object(item.name, item.types)
    return tuple(own.values())


def _two_types(first: Object, types: tuple[str, ...]) -> str:
    before, now = "/".join(first.types), "/".join(types)
    return f"the object {quote(first.name)} is a {quote(before)} already; it cannot be {quote(now)}"


def types(definition: Definition) -> tuple[Type, ...]:
    """The declared types, and those that stand only behind a '-' among them."""
    ctx = definition.ctx
    found: dict[str, tuple[str, ...]] = {}
    for section in definition.all(":types"):
        for item in typed_list(ctx, section, 1, "a type"):
            if item.name != ROOT_TYPE:
                _add_type(ctx, section, item, found)
            elif item.types != (ROOT_TYPE,):
                ctx.remark(section, item.index, f"'{ROOT_TYPE}' is above all types, not below one")
    for section in definition.all(":types"):
        for item in typed_list(ctx, section, 1, "a type"):
            _add_supertypes(ctx, section, item, found)
    _refuse_circles(definition, found)
    return tuple(Type(name, parents) for name, parents in found.items())


def _add_type(ctx: Context, section: Block, item: Typed, found: dict[str, tuple[str, ...]]) -> None:
    parents = item.types
    if item.name in parents:
        ctx.remark(section, item.index, f"the type {quote(item.name)} is a kind of itself")
        parents = tuple(name for name in parents if name != item.name) or (ROOT_TYPE,)
    if item.name in found:
        ctx.remark(section, item.index, f"the type {quote(item.name)} is declared twice")
        parents = _merged(found[item.name], parents)
    found[item.name] = parents


def _add_supertypes(
    ctx: Context, section: Block, item: Typed, found: dict[str, tuple[str, ...]]
) -> None:
    """Add the types that stand only behind a '-', as many domains have it."""
    for name in item.types:
        if name not in found and name != ROOT_TYPE:
            message = f"the type {quote(name)} is used here but declared nowhere"
            ctx.remark(*type_element(section, item, name), message)
            found[name] = (ROOT_TYPE,)


def _refuse_circles(definition: Definition, types: Mapping[str, tuple[str, ...]]) -> None:
    try:
        TopologicalSorter(types).prepare()
    except CycleError as error:
        names = error.args[1]
        circle = ", ".join(quote(name) for name in names[:3]) + (", ..." if len(names) > 3 else "")
        message = f"these types are kinds of each other: {circle}"
        raise definition.ctx.error_at(definition.all(":types")[0], message) from error


def _merged(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """The parents of a type that is declared twice; `object` says nothing beside another."""
    both = dict.fromkeys((*first, *second))
    return tuple(name for name in both if name != ROOT_TYPE) or (ROOT_TYPE,)


def constants(definition: Definition, known: frozenset[str]) -> tuple[Object, ...]:
    """The constants of all `:constants` sections."""
    found: tuple[Object, ...] = ()
    for section in definition.all(":constants"):
        found += objects(definition.ctx, section, known, found)
    return found


def predicates(definition: Definition, known: frozenset[str]) -> tuple[Predicate, ...]:
    """The declared predicates, then derived ones that only their own sections declare."""
    found: dict[str, Predicate] = {}
    for section in definition.all(":predicates"):
        for index in range(1, len(section)):
            declared = _declaration(definition.ctx, section, index, "a predicate", known)
            if declared is not None:
                _add(definition.ctx, section, index, declared, found)
    declared_ones = tuple(found.values())
    return declared_ones + _undeclared(definition, derived(definition, known), declared_ones)


def functions(definition: Definition, known: frozenset[str]) -> tuple[Predicate, ...]:
    """The declared functions, all of them numeric."""
    ctx = definition.ctx
    found: dict[str, Predicate] = {}
    for section in definition.all(":functions"):
        index = 1
        while index < len(section):
            if section[index] == "-":
                _check_value_type(ctx, section, index + 1)
                index += 2
                continue
            declared = _declaration(ctx, section, index, "a function", known)
            if declared is not None:
                _add(ctx, section, index, declared, found)
            index += 1
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
        raise ctx.error(block, 0, f"{quote(name)} is a word of PDDL, not the name of {what}")
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


def derived(definition: Definition, known: frozenset[str]) -> tuple[Predicate, ...]:
    """The predicates that head the `:derived` sections, each once."""
    ctx = definition.ctx
    found: dict[str, Predicate] = {}
    for section in definition.all(":derived"):
        head = section[1] if len(section) > 1 else None
        if len(section) != 3 or not isinstance(head, Block):
            raise ctx.error_at(section, "expected (:derived (predicate ?x ...) (condition))")
        name = name_of(ctx, head, 0, "a derived predicate")
        found.setdefault(name, Predicate(name, parameters(ctx, head, 1, known)))
    return tuple(found.values())


def _undeclared(
    definition: Definition, heads: tuple[Predicate, ...], declared: tuple[Predicate, ...]
) -> tuple[Predicate, ...]:
    """Derived predicates missing among the declared ones; their heads declare them well enough."""
    names = {predicate.name for predicate in declared}
    missing = tuple(predicate for predicate in heads if predicate.name not in names)
    for predicate in missing:
        message = f"the derived predicate {quote(predicate.name)} is not among the :predicates"
        for section in definition.all(":derived"):
            head = section[1]
            if isinstance(head, Block) and head[0] == predicate.name:
                definition.ctx.remark(head, 0, message)
                break
    return missing


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
    inside = place.inside(declared)
    required = precondition(inside, section, parts)
    if ":effect" not in parts:
        return ActionSchema(name, declared, required)
    return ActionSchema(name, declared, required, *effects(inside, section, parts[":effect"]))


def _axiom(place: FormulaPlace, section: Block) -> Axiom:
    ctx, head = place.ctx, section[1]
    assert isinstance(head, Block)
    name = name_of(ctx, head, 0, "a derived predicate")
    variables = parameters(ctx, head, 1, place.vocabulary.types)
    arity = place.vocabulary.predicates[name]
    if len(variables) != arity:
        message = f"{quote(name)} is declared with {counted(arity, 'argument')}"
        raise ctx.unresolved(head, 0, f"{message}, not {len(variables)}")
    return Axiom(name, variables, condition(place.inside(variables), section, 2))
