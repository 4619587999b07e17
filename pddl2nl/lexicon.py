"""Lexicons: one snippet of English for each predicate and each action of a domain.

A snippet is text with placeholders that carry PDDL variable names: `{?obj} is at {?loc}`. Predicate
snippets are clauses, action snippets are verb phrases in the base form ("drive truck {?t} ...").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pddl2nl.model import EQUALITY, Domain, Parameter, Predicate

EQUALITY_PREDICATE = Predicate(EQUALITY, (Parameter("?x1"), Parameter("?x2")))
EQUALITY_SNIPPET = "{?x1} is the same as {?x2}"

Origin: TypeAlias = Literal["written", "model", "sure", "plain"]
"""Where a snippet comes from: the library or a file, a language model asked for it, or our rules,
which were sure that the name reads as English or left it as it is."""

PLACEHOLDER = re.compile(r"\{(\?[^{}\s]+)\}")
"""What stands for an argument in a snippet."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The snippets of a domain.

    Args:
        domain: the name of the domain.
        source: where the snippets come from: `rules`, `template`, `llm:MODEL`, or a file's own
            word.
        predicates: a snippet by predicate key (see `predicate_key`). Equality is always among them:
            where the source does not speak of it, `{?x1} is the same as {?x2}` is added.
        actions: a snippet by action name.
        notes: whatever else the source has to say (prompts, counts of repairs); not interpreted.
        provenance: where each snippet comes from, under `predicates` and `actions`; may have gaps.
        functions: a noun phrase by name of a numeric function (`the fare from {?a} to {?b}`), for
            costs; one without is called by its name (`the fare of {?a} and {?b}`).
    """

    domain: str
    source: str
    predicates: Mapping[str, str]
    actions: Mapping[str, str]
    notes: Mapping[str, object] = field(default_factory=dict)
    provenance: Mapping[str, Mapping[str, Origin]] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if EQUALITY not in self.predicates:
            complete = {**self.predicates, EQUALITY: EQUALITY_SNIPPET}
            object.__setattr__(self, "predicates", complete)

    def of_origin(self, origin: Origin) -> tuple[tuple[str, str], ...]:
        """What has a snippet of an origin: `("predicate", "at")`, `("action", "drive")`."""
        kinds = (("predicate", "predicates"), ("action", "actions"))
        return tuple(
            (kind, name)
            for kind, key in kinds
            for name, found in self.provenance.get(key, {}).items()
            if found == origin
        )


def all_of(
    origin: Origin, predicates: Iterable[str], actions: Iterable[str]
) -> Mapping[str, Mapping[str, Origin]]:
    """The provenance of a lexicon whose snippets all come from one place."""
    return {
        "predicates": {name: origin for name in predicates if name != EQUALITY},
        "actions": dict.fromkeys(actions, origin),
    }


def predicate_key(domain: Domain, predicate: Predicate) -> str:
    """The key of a predicate's snippet: its name, or `name/arity` where the domain overloads the
    name."""
    same = sum(item.name == predicate.name for item in domain.predicates)
    return predicate.name if same < 2 else f"{predicate.name}/{len(predicate.parameters)}"


def placeholders(snippet: str) -> tuple[str, ...]:
    """The variables that a snippet mentions, in order, as often as they occur: `("?obj",
    "?loc")`."""
    return tuple(PLACEHOLDER.findall(snippet))


def fill(snippet: str, values: Mapping[str, str]) -> str:
    """Put a text in the place of every placeholder, in a single pass.

    A value is never searched for placeholders itself; a variable without a value stays as it is.

    Examples:
        >>> fill("{?obj} is at {?loc}", {"?obj": "truck_0", "?loc": "place_1"})
        'truck_0 is at place_1'
    """
    return PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), snippet)


def frame(snippet: str) -> str:
    """What is left of a snippet when it is not known which object stands where: `_ is at _`."""
    return PLACEHOLDER.sub("_", snippet)


def check_snippet(snippet: str, variables: Iterable[str]) -> str | None:
    """What is wrong with a snippet for a predicate or action with these variables, or None.

    A variable may be mentioned more than once; every one must be, and no other.
    """
    return next(iter(snippet_faults(snippet, variables)), None)


def snippet_faults(snippet: str, variables: Iterable[str]) -> tuple[str, ...]:
    """Everything that is wrong with a snippet, the faults of its form first."""
    wanted = list(dict.fromkeys(variables))
    fault = _variable_fault(wanted, placeholders(snippet))
    return (*_form_faults(snippet), *([fault] if fault else []))


def _form_faults(snippet: str) -> Iterator[str]:
    if not snippet.strip():
        yield "the snippet is empty"
        return
    if len(snippet.splitlines()) > 1 or snippet != snippet.strip():
        yield "the snippet must be one line without blanks at its ends"
    rest = PLACEHOLDER.sub("", snippet)
    if "{" in rest or "}" in rest:
        yield "curly brackets must enclose one variable each, as in {?x}"
    if snippet.endswith((".", "!", "?", ",", ";", ":")):
        yield f"the snippet must not end with '{snippet[-1]}'"
    if snippet[0].isupper() and not snippet.startswith("I "):  # the speaker of all texts
        yield "the snippet must not start with a capital letter"


def _variable_fault(wanted: list[str], used: tuple[str, ...]) -> str | None:
    missing = [name for name in wanted if name not in used]
    extra = [name for name in dict.fromkeys(used) if name not in wanted]
    faults = []
    if missing:
        faults.append(f"{', '.join(missing)} missing")
    if extra:
        faults.append(f"{', '.join(extra)} unknown")
    if not faults:
        return None
    return f"wrong variables: {'; '.join(faults)} (expected {', '.join(wanted) or 'none'})"


def snippet_problems(lexicon: Lexicon, domain: Domain) -> list[str]:
    """Every fault of a lexicon as one line: missing, unknown, malformed and ambiguous snippets.

    Two predicates (or two actions) with the same sentence frame are a fault, since a sentence
    made from them cannot be read back.
    """
    declared = (*domain.predicates, EQUALITY_PREDICATE)
    predicates = {predicate_key(domain, item): item.parameters for item in declared}
    # A compound task (HDDL) may have a snippet and need not.
    actions = {
        item.name: item.parameters
        for item in domain.doable
        if item in domain.actions or item.name in lexicon.actions
    }
    # A function may have one, too.
    functions = {i.name: i.parameters for i in domain.functions if i.name in lexicon.functions}
    return [
        *_kind_problems("predicate", lexicon.predicates, predicates),
        *_kind_problems("action", lexicon.actions, actions),
        *_kind_problems("function", lexicon.functions, functions),
    ]


def _kind_problems(
    kind: str,
    snippets: Mapping[str, str],
    declared: Mapping[str, tuple[Parameter, ...]],
) -> Iterator[str]:
    for name, parameters in declared.items():
        if name not in snippets:
            yield f"{kind} {name}: no snippet"
        elif fault := check_snippet(snippets[name], [item.name for item in parameters]):
            yield f"{kind} {name}: {fault}: {snippets[name]!r}"
    for name in snippets:
        if name not in declared:
            yield f"{kind} {name}: not in the domain"
    owners: dict[str, str] = {}
    for name, snippet in snippets.items():
        first = owners.setdefault(frame(snippet), name)
        if first != name:
            yield f"{kind} {name}: reads the same as {kind} {first}: {snippet!r}"
