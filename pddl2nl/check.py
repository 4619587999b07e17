"""Whether a text loses anything: it is read back independently of the PDDL, and then compared.

Both sides are brought to one form, in which an atom is its clause in English ("A is at B"). So the
comparison is up to names, and two predicates that share a sentence show up as what they are: one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pddl2nl.compose import (
    PAPER,
    Naming,
    Phrases,
    Style,
    StyleName,
    ability,
    in_style,
    kind_nouns,
    kind_words,
    prices_in,
    prices_of_actions,
    squash,
    with_costs,
    with_prices,
)
from pddl2nl.compose.paper import as_named
from pddl2nl.compose.phrases import named_after
from pddl2nl.english import clause_fault, denial_fault, gist, is_no_noun_phrase, phrase_fault
from pddl2nl.lexicon import Lexicon, fill, frame, placeholders, snippet_problems
from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
    ActionSchema,
    And,
    Atom,
    Axiom,
    Condition,
    Domain,
    Effect,
    Exists,
    ForAll,
    Imply,
    Not,
    Object,
    Or,
    Parameter,
    Problem,
    conjuncts,
    simplified,
)
from pddl2nl.readback import (
    HOLE,
    ReadTask,
    UnreadableText,
    read_costs,
    read_prices,
    read_task,
)
from pddl2nl.verbalizers.llm_notes import DomainNotes

Form: TypeAlias = Hashable
"""A condition or effect in the form in which it is compared: nested tuples and sets of clauses."""

_SHOWN = 3
_DUTY = re.compile(r"\b(?:(?:is|are|has|have|needs?|ought) to|must|should|shall)\b")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a text loses or leaves open.

    Args:
        place: what the finding is about: `predicate at`, `action drive`, `the goal of p01`.
        message: what is lost or ambiguous, with the snippets concerned.
    """

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


def check(
    domain: Domain,
    problems: Iterable[Problem],
    lexicon: Lexicon,
    style: StyleName = PAPER,
    names: Naming = "new",
) -> list[Finding]:
    """Compose all texts with a lexicon, with costs, read them back, and report every difference.

    Args:
        domain: the domain.
        problems: problems of the domain.
        lexicon: the snippets to check.
        style: the style of the texts.
        names: what objects are called in them.

    Returns:
        What is lost or ambiguous; nothing if the texts say exactly what the PDDL says.

    Examples:
        >>> import domains
        >>> from pddl2nl.reader import read_domain
        >>> from pddl2nl.verbalizers import verbalizer
        >>> domain = read_domain(domains.folder("visitall") / "domain.pddl")
        >>> lexicon = verbalizer("rules").lexicon(domain)
        >>> actions = {"move": "go from {?curpos}"}
        >>> spoilt = Lexicon(domain.name, "by hand", lexicon.predicates, actions)
        >>> for finding in check(domain, [], spoilt):
        ...     print(finding)
        lexicon: action move: wrong variables: ?nextpos missing (expected ?curpos, ?nextpos): \
'go from {?curpos}'
    """
    faults = [Finding("lexicon", fault) for fault in snippet_problems(lexicon, domain)]
    if faults:
        return faults
    styled = in_style(style, domain, lexicon, names)
    findings = [
        *_shared_nouns(styled.domain),
        *_mistakable(lexicon),
        *_alike(lexicon),
        *_functions_alike(styled),
        *_domain_findings(styled),
    ]
    for problem in problems:
        findings += _problem_findings(problem, styled)
    return list(dict.fromkeys(findings))


def notes(domain: Domain, lexicon: Lexicon) -> Iterator[Finding]:
    """What loses nothing and reads badly: names that are quoted, snippets that are surely no clause
    with a subject and a verb, no verb phrase, no noun phrase or hard to deny, and permissions that
    read as goals.
    """
    plain = frozenset(lexicon.of_origin("plain"))
    for kind, snippets in (("predicate", lexicon.predicates), ("action", lexicon.actions)):
        faulty = _predicate_fault if kind == "predicate" else phrase_fault
        for name, snippet in snippets.items():
            if (kind, name) in plain:
                yield Finding(f"{kind} {name}", f"plain: {snippet!r}")
            elif fault := faulty(snippet):
                yield Finding(f"{kind} {name}", f"{fault}: {snippet!r}")
    for item in domain.functions:
        snippet = lexicon.functions.get(item.name, "")
        if is_no_noun_phrase(snippet):
            right = named_after(item, domain, lexicon.actions)
            message = f"it must be a noun phrase, as in '{right}': {snippet!r}"
            yield Finding(f"function {item.name}", message)
    yield from _permissions_as_goals(domain, lexicon)


def _predicate_fault(snippet: str) -> str | None:
    return clause_fault(snippet) or denial_fault(snippet)


def _permissions_as_goals(domain: Domain, lexicon: Lexicon) -> Iterator[Finding]:
    for item in DomainNotes(domain).predicates.values():
        snippet = lexicon.predicates.get(item.key, "")
        right = _DUTY.sub("may", snippet, count=1)
        if item.permits and right != snippet:
            message = f"it permits the action {item.permits} and reads as a goal; as in '{right}'"
            yield Finding(f"predicate {item.key}", f"{message}: {snippet!r}")


def _shared_nouns(domain: Domain) -> Iterator[Finding]:
    owners: dict[str, list[str]] = defaultdict(list)
    for item in domain.types:
        owners[squash(kind_words((item.name,)))].append(item.name)
    for names in owners.values():
        if len(names) > 1:
            yield Finding(f"type {names[0]}", f"reads the same as type {', '.join(names[1:])}")


def _mistakable(lexicon: Lexicon) -> Iterator[Finding]:
    """Snippets with a word of their own that looks like the name of an object, or like a letter."""
    tables = (lexicon.predicates, lexicon.actions, lexicon.functions)
    for kind, snippets in zip(("predicate", "action", "function"), tables, strict=True):
        for name, snippet in snippets.items():
            for word in HOLE.findall(fill(snippet, dict.fromkeys(placeholders(snippet), " "))):
                yield Finding(f"{kind} {name}", f"{word!r} reads as an object: {snippet!r}")


def _alike(lexicon: Lexicon) -> Iterator[Finding]:
    """Predicates whose clauses differ by tense or "not" alone, and so deny or repeat another."""
    owners: dict[tuple[str, ...], str] = {}
    for name, snippet in lexicon.predicates.items():
        if name == EQUALITY:
            continue
        first = owners.setdefault(gist(frame(snippet)), name)
        if first != name:
            message = f'differs by tense or "not" alone from predicate {first}: {snippet!r}'
            yield Finding(f"predicate {name}", message)


def _functions_alike(style: Style) -> Iterator[Finding]:
    """Functions in costs that are called the same."""
    owners: dict[str, str] = {}
    for name, snippet in style.phrases.functions.items():
        first = owners.setdefault(snippet.frame, name)
        if first != name:
            yield Finding(f"function {name}", f"reads the same as function {first}")


# --- the domain -----------------------------------------------------------------------------------


def _domain_findings(style: Style) -> Iterator[Finding]:
    domain, spoken = style.domain, style.phrases
    text = with_costs(style).text
    try:
        read = read_task(text)
        costs = read_costs(text, read.sentences.values())
    except UnreadableText as error:
        yield Finding("domain", f"cannot be read back: {error}")
        return
    written, understood = _Say(spoken, style.constants.english), _Say(read, {})
    read_actions = {
        read.sentences[item.name]: _schema_form(item, _letters(item), understood)
        for item in read.problem.domain.actions
    }
    nouns = kind_nouns(domain)
    for schema in domain.actions:
        phrase = ability(schema, spoken.actions[schema.name], nouns)
        wanted = _schema_form(schema, phrase.letters, written)
        found = read_actions.get(phrase.text)
        place = f"action {schema.name}"
        if found is None:
            yield Finding(place, f"is not found again: {phrase.text!r}")
            continue
        yield from _differences(place, {part: (wanted[part], found[part]) for part in wanted})
    rules = (
        frozenset(_rule_form(axiom, as_named(axiom, spoken), written) for axiom in domain.axioms),
        frozenset(
            _rule_form(axiom, axiom.parameters, understood) for axiom in read.problem.domain.axioms
        ),
    )
    yield from _differences("derived predicates", {"rules": rules})
    yield from _differences("actions", {"costs": (frozenset(prices_of_actions(style)), costs)})


class _Say:
    """How an atom is phrased on one side of the comparison."""

    def __init__(self, side: Phrases | ReadTask, names: Mapping[str, str]) -> None:
        self._side = side
        self._names = names
        self.plain_identity = isinstance(side, ReadTask) or side.plain_identity

    def name(self, term: str, words: Mapping[str, str]) -> str:
        """What a term is called."""
        return words.get(term) or self._names.get(term, term)

    def clause(self, atom: Atom, words: Mapping[str, str]) -> str:
        """An atom as its clause."""
        known = {term: self.name(term, words) for term in atom.args}
        if isinstance(self._side, Phrases):
            return self._side.clause(atom, known)
        return self._side.clause(Atom(atom.predicate, tuple(known[term] for term in atom.args)))


def _letters(schema: ActionSchema) -> dict[str, str]:
    """The letters of a text in the place of the variables that were made of them."""
    return {item.name: item.name[1:].upper() for item in schema.parameters}


def _schema_form(schema: ActionSchema, letters: Mapping[str, str], say: _Say) -> dict[str, Form]:
    return {
        "parameters": frozenset((letters[item.name], _kinds(item)) for item in schema.parameters),
        "precondition": _conjunction(schema.precondition, say, letters),
        "effects": frozenset(_effect_forms(schema.effects, say, letters)),
    }


def _effect_forms(
    effects: Sequence[Effect], say: _Say, letters: Mapping[str, str]
) -> Iterator[Form]:
    forms = []
    for effect in effects:
        words, kinds = _bound(effect.parameters, letters)
        clause = say.clause(effect.atom, words)
        forms.append((kinds, _conjunction(effect.condition, say, words), clause, effect.adds))
    added = {form[:3] for form in forms if form[3]}
    always = {clause for kinds, condition, clause in added if not (kinds or condition)}
    # A fact that is added and deleted at once is true afterwards: the deletion says nothing.
    return (each for each in forms if each[3] or not (each[:3] in added or each[2] in always))


def _rule_form(axiom: Axiom, named: tuple[Parameter, ...], say: _Say) -> Form:
    words, kinds = _bound(named, {})
    head = Atom(axiom.predicate, tuple(item.name for item in axiom.parameters))
    return (kinds, say.clause(head, words), _conjunction(axiom.condition, say, words))


# --- a problem ------------------------------------------------------------------------------------


def _problem_findings(asked: Problem, style: Style) -> Iterator[Finding]:
    names, problem = style.names(asked), style.adapted(asked)
    text = with_prices(style.problem_text(asked, names), asked, style, names).text
    try:
        read = read_task(style.domain_text.text, text)
        prices, minimized = read_prices(text)
    except UnreadableText as error:
        yield Finding(f"problem {problem.name}", f"cannot be read back: {error}")
        return
    written, understood = _Say(style.phrases, names.english), _Say(read, {})
    pairs: dict[str, tuple[Form, Form]] = {
        "objects": (
            frozenset((names.english[item.name], _kinds(item)) for item in problem.all_objects),
            frozenset((item.name, _kinds(item)) for item in read.problem.all_objects),
        ),
        "initial state": (
            frozenset(written.clause(atom, {}) for atom in problem.init),
            frozenset(understood.clause(atom, {}) for atom in read.problem.init),
        ),
        "goal": (
            _conjunction(problem.goal, written, {}),
            _conjunction(read.problem.goal, understood, {}),
        ),
        "costs": (frozenset(prices_in(asked, style, names)), prices),
        "metric": (asked.minimizes_cost, minimized),
    }
    yield from _differences(f"problem {problem.name}", pairs)


# --- conditions in one form -----------------------------------------------------------------------


def _conjunction(condition: Condition, say: _Say, words: Mapping[str, str]) -> Form:
    return frozenset(_form(part, say, words) for part in conjuncts(simplified(condition)))


def _form(condition: Condition, say: _Say, words: Mapping[str, str]) -> Form:
    match condition:
        case Atom(predicate, args) if predicate == EQUALITY and say.plain_identity:
            return (EQUALITY, frozenset(say.name(term, words) for term in args))
        case Atom():
            return say.clause(condition, words)
        case Not(Exists(parameters, part)):
            return _form(ForAll(parameters, Not(part)), say, words)
        case Not(part):
            return ("not", _form(part, say, words))
        case And((part,)) | Or((part,)):
            return _form(part, say, words)
        case And():
            return ("and", _conjunction(condition, say, words))
        case Or(parts):
            return ("or", frozenset(_form(part, say, words) for part in parts))
        case Imply(And(()), conclusion):
            return _form(conclusion, say, words)
        case Imply(premise, conclusion):
            return ("if", _form(premise, say, words), _form(conclusion, say, words))
        case ForAll(parameters, part):
            return _quantified("every", parameters, part, say, words)
        case Exists(parameters, part):
            return _quantified("some", parameters, part, say, words)


def _quantified(
    quantifier: str,
    parameters: tuple[Parameter, ...],
    part: Condition,
    say: _Say,
    words: Mapping[str, str],
) -> Form:
    """A quantifier with all those of its kind directly below it."""
    names, kinds = _bound(parameters, words)
    match _form(part, say, names):
        case (inner, (*more,), body) if inner == quantifier:
            return (quantifier, (*kinds, *more), body)
        case body:
            return (quantifier, kinds, body)


def _bound(
    parameters: tuple[Parameter, ...], words: Mapping[str, str]
) -> tuple[Mapping[str, str], tuple[Form, ...]]:
    """Names for bound variables that do not depend on the letters of the text."""
    depth = sum(name.startswith("<") for name in words.values())
    fresh = {item.name: f"<{depth + rank}>" for rank, item in enumerate(parameters)}
    # Hidden variables count as well, since the text gives them letters of their own.
    hidden = {f"{words[name]} hidden": words[name] for name in fresh if name in words}
    return {**words, **hidden, **fresh}, tuple(_kinds(item) for item in parameters)


def _kinds(item: Parameter | Object) -> Form:
    if ROOT_TYPE in item.types:
        return frozenset({ROOT_TYPE})
    return frozenset(squash(kind_words((kind,))) for kind in item.types)


def _differences(place: str, pairs: Mapping[str, tuple[Form, Form]]) -> Iterator[Finding]:
    """What differs between what the parts of something say and what they read back as."""
    for part, (wanted, found) in pairs.items():
        if wanted == found:
            continue
        if not (isinstance(wanted, frozenset) and isinstance(found, frozenset)):
            yield Finding(place, f"the {part} reads back differently")
            continue
        lost, new = (
            "; ".join(map(_shown, sorted(forms, key=repr)[:_SHOWN])) or "nothing"
            for forms in (wanted - found, found - wanted)
        )
        verb = "read" if part.endswith("s") else "reads"
        yield Finding(place, f"the {part} {verb} back with {new} in the place of {lost}")


def _shown(form: Form) -> str:
    if isinstance(form, str):
        return f'"{form}"'
    if isinstance(form, frozenset):
        return "{" + ", ".join(sorted(map(_shown, form))) + "}"
    if isinstance(form, tuple):
        return "(" + ", ".join(map(_shown, form)) + ")"
    return str(form)
