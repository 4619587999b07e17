"""Whole descriptions, read back sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pddl2nl.compose.domain_text import ABILITIES, EFFECTS, KINDS, RESTRICTIONS, RULES
from pddl2nl.compose.problem_text import AVOID, CURRENTLY, DEMAND, GOAL, objects_of
from pddl2nl.english import indefinite, plural
from pddl2nl.model import (
    ROOT_TYPE,
    TRUE,
    ActionSchema,
    And,
    Atom,
    Axiom,
    Condition,
    Domain,
    Effect,
    GroundAction,
    Not,
    Object,
    Parameter,
    Predicate,
    Problem,
    Type,
)
from pddl2nl.readback._clauses import (
    HOLE,
    SLOT,
    Clauses,
    split_list,
    split_once,
    squashed,
    term,
    unused_name,
)
from pddl2nl.readback._errors import UnreadableText

_COUNT = re.compile(r"There (?:is|are) (\d+) (.+?): (.+)\.")
_CONSTANTS = re.compile(r"In every task, (.+) (?:is|are) (.+)\.")
_STARTS_WITH_LETTER = re.compile(r"[A-HJ-Z]\d*\b")
_SENTENCE_END = re.compile(r"\.(?: |$)")
_ARTICLE = re.compile(r"\b(?:an?|the|another) ((?:[a-z0-9'-]+ ){1,6})$")
_NOUN = re.compile(r"(?:^| )an? ((?:[a-z0-9'-]+ )+)$")


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A task understood from English alone.

    Args:
        problem: the task as PDDL values, under invented names.
        sentences: for every action's invented name, how it is said (as the text says it).
        frames: for every predicate's invented name, the words of its clauses with `{}` for names.
    """

    problem: Problem
    sentences: dict[str, str]
    frames: dict[str, str]

    def say(self, action: GroundAction) -> str:
        """A ground action in the words of the description, without the articles."""
        schema = next(item for item in self.problem.domain.actions if item.name == action.name)
        values = {
            parameter.name: value
            for parameter, value in zip(schema.parameters, action.args, strict=True)
        }
        parts, end = [], 0
        text = self.sentences[action.name]
        for hole in HOLE.finditer(text):
            parts.append(_ARTICLE.sub(r"\1", text[end : hole.start()]))
            parts.append(values.get(term(hole.group()), hole.group()))
            end = hole.end()
        return "".join(parts) + text[end:]


def read_task(domain_text: str, problem_text: str = "") -> ReadTask:
    """Read a domain's and a problem's description back into PDDL values.

    Args:
        domain_text: text that contains a `DomainText`, such as a whole prompt.
        problem_text: text that contains a `ProblemText`; nothing for the domain alone.

    Raises:
        UnreadableText: a sentence that cannot be understood; it is quoted.
    """
    sections = _sections(domain_text)
    kinds = _Kinds.read(sections.others)
    clauses = Clauses({squashed(item.name): item.name for item in kinds.types})
    reader = _Reader(sections, kinds, clauses)
    facts = _facts(problem_text, clauses) if problem_text else ()
    goal, late_goal = _simple_goals(problem_text, clauses) if problem_text else ((), [])
    drafts = reader.drafts()
    actions = tuple(draft.schema(clauses) for draft in drafts)
    axioms = tuple(_axiom(line, clauses) for line in sections.rules)
    goal += tuple(clauses.formula(text) for text in late_goal)
    objects = tuple(_objects(problem_text, kinds))
    domain = Domain(
        name="from-english",
        types=kinds.types,
        constants=kinds.constants,
        predicates=tuple(
            Predicate(name, tuple(Parameter(f"?{place}x") for place in range(arity)))
            for name, arity in clauses.arities.items()
        ),
        actions=actions,
        axioms=axioms,
    )
    problem = Problem("from-english", domain, objects, facts, And(goal))
    sentences = {draft.name: draft.text for draft in drafts}
    return ReadTask(problem, sentences, clauses.frames)


# --- sections -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sections:
    abilities: tuple[str, ...]
    restrictions: tuple[str, ...]
    effects: tuple[str, ...]
    rules: tuple[str, ...]
    others: tuple[str, ...]


def _sections(text: str) -> _Sections:
    lines = [line.strip() for line in text.splitlines()]
    if ABILITIES not in lines:
        raise UnreadableText(f"there is no line «{ABILITIES}»")
    return _Sections(
        abilities=tuple(_below(ABILITIES, lines)),
        restrictions=tuple(_below(RESTRICTIONS, lines)),
        effects=tuple(_below(EFFECTS, lines)),
        rules=tuple(_below(RULES, lines)),
        others=tuple(line for line in lines if not line.startswith("I ")),
    )


def _below(heading: str, lines: Sequence[str]) -> Iterator[str]:
    if heading not in lines:
        return
    for line in lines[lines.index(heading) + 1 :]:
        if not line:
            return
        yield line


# --- kinds of objects -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Kinds:
    types: tuple[Type, ...]
    constants: tuple[Object, ...]

    @classmethod
    def read(cls, lines: Iterable[str]) -> _Kinds:
        nouns: list[str] = []
        parents: dict[str, list[str]] = {}
        constants: list[Object] = []
        for line in lines:
            if line.startswith(KINDS):
                nouns = split_list(line.removeprefix(KINDS).strip().rstrip("."), "and")
            elif nouns and (found := re.fullmatch(r"Every (.+) is an? (.+)\.", line)):
                for child in split_list(f"every {found[1]}", "and"):
                    parents.setdefault(child.removeprefix("every "), []).append(found[2])
            elif found := _CONSTANTS.fullmatch(line):
                constants += _constants(found, nouns)
        types = tuple(
            Type(_slug(noun), tuple(map(_slug, parents.get(noun, [ROOT_TYPE])))) for noun in nouns
        )
        return cls(types, tuple(constants))

    def counted(self, count: int, noun: str) -> tuple[str, ...]:
        """The types that a counted noun such as `2 trucks` names."""
        choices = [(item.name,) for item in self.types] + [(ROOT_TYPE,)]
        for types in choices:
            if objects_of(tuple(kind.replace("-", " ") for kind in types), count) == noun:
                return types
        if " of kind " in noun:
            return tuple(_slug(kind) for kind in noun.split(" of kind ")[1].split(" or "))
        return (ROOT_TYPE,)


def _constants(found: re.Match[str], nouns: Sequence[str]) -> Iterator[Object]:
    names = split_list(found[1], "and")
    choices = [*nouns, ROOT_TYPE]
    kind = next((noun for noun in choices if _kind_of_constants(noun, len(names)) == found[2]), "")
    types = tuple(map(_slug, kind.split(" or "))) if kind else (ROOT_TYPE,)
    return (Object(name, types) for name in names)


def _kind_of_constants(noun: str, count: int) -> str:
    return indefinite(noun) if count == 1 else plural(noun)


def _slug(noun: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", noun.lower())


def _objects(text: str, kinds: _Kinds) -> Iterator[Object]:
    for line in text.splitlines():
        if found := _COUNT.fullmatch(line.strip()):
            types = kinds.counted(int(found[1]), f"{found[1]} {found[2]}")
            for name in split_list(found[3], "and"):
                yield Object(name, types)


# --- actions --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Draft:
    """What has been read about one action so far."""

    name: str
    text: str
    parameters: tuple[Parameter, ...]
    required: list[Condition] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    conditional: list[tuple[tuple[Parameter, ...], str, str]] = field(default_factory=list)

    def schema(self, clauses: Clauses) -> ActionSchema:
        """The action, once every simple sentence of the text has been read."""
        formulas = [clauses.formula(text) for text in self.formulas]
        late = [
            effect
            for scope, premise, result in self.conditional
            for effect in _conditional(scope, premise, result, clauses)
        ]
        return ActionSchema(
            name=self.name,
            parameters=self.parameters,
            precondition=And((*self.required, *formulas)),
            effects=(*self.effects, *late),
        )


class _Reader:
    def __init__(self, sections: _Sections, kinds: _Kinds, clauses: Clauses) -> None:
        self._sections = sections
        self._kinds = kinds
        self._clauses = clauses

    def drafts(self) -> list[_Draft]:
        """All actions, with everything that the simple sentences say about them."""
        taken: dict[str, int] = {}
        drafts: list[_Draft] = []
        for text in self._sections.abilities:
            name = unused_name(HOLE.sub(SLOT, text), taken)
            taken[name] = 1
            drafts.append(_Draft(name, text, tuple(self._parameters(text))))
        # The longest phrase first, since one ability may begin like another.
        self._longest = sorted(drafts, key=lambda draft: -len(draft.text))
        for line in self._sections.restrictions:
            self._restriction(line)
        for line in self._sections.effects:
            self._effect(line)
        return drafts

    def _parameters(self, text: str) -> Iterator[Parameter]:
        seen: set[str] = set()
        for hole in HOLE.finditer(text):
            if hole.group() not in seen and len(hole.group().split("_")) == 1:
                seen.add(hole.group())
                yield Parameter(term(hole.group()), self._noun_types(text[: hole.start()]))

    def _noun_types(self, before: str) -> tuple[str, ...]:
        known = {squashed(item.name): item.name for item in self._kinds.types}
        known.setdefault(ROOT_TYPE, ROOT_TYPE)
        found = re.search(r"((?:[a-z0-9'-]+ )+)$", before)
        words = found[1].split() if found else []
        for start in range(max(0, len(words) - 12), len(words)):
            kinds = " ".join(words[start:]).split(" or ")
            if all(squashed(kind) in known for kind in kinds):
                return tuple(known[squashed(kind)] for kind in kinds)
        return (ROOT_TYPE,)

    def _about(self, line: str, opening: str, marks: Sequence[str]) -> tuple[_Draft, str, str]:
        for draft in self._longest:
            for mark in marks:
                start = f"{opening}{draft.text}{mark}"
                if line.startswith(start):
                    return draft, mark, line[len(start) :].removesuffix(".")
        raise UnreadableText(f"no action fits «{line}»")

    def _restriction(self, line: str) -> None:
        if line.startswith("I can only "):
            draft, mark, text = self._about(line, "I can only ", (" if ", " when "))
            if mark == " when ":
                draft.formulas.append(text)
                return
            for item in split_list(text, "and"):
                if found := re.fullmatch(r"([A-HJ-Z]\d*) is of kind (.+)", item):
                    draft.parameters = _retyped(
                        draft.parameters, term(found[1]), self._clauses.types(found[2])
                    )
                else:
                    draft.required.append(self._clauses.atom(item))
        elif line.startswith("I cannot "):
            draft, _, text = self._about(line, "I cannot ", (" if ",))
            draft.required += [Not(atom) for atom in self._clauses.atoms(text, "or")]
        else:
            self._about(line, "I can always ", (".",))

    def _effect(self, line: str) -> None:
        if line.startswith("Nothing changes when I "):
            return
        scope: tuple[Parameter, ...] = ()
        text = line[0].lower() + line[1:]
        if text.startswith("for every "):
            quantified, text = split_once(text.removeprefix("for "), ", ")
            scope = self._clauses.parameters(quantified)
        if text.startswith("if "):
            self._conditional(text, scope)
            return
        adds = text.startswith("once I ")
        draft, _, result = self._about(text, "once I " if adds else "after I ", (", ",))
        atoms = self._clauses.atoms(result) if adds else self._clauses.ended(result)
        draft.effects += [Effect(atom, adds, TRUE, scope) for atom in atoms]

    def _conditional(self, text: str, scope: tuple[Parameter, ...]) -> None:
        for draft in self._longest:
            mark = f" when I {draft.text}, then "
            if mark in text:
                premise, result = text.removeprefix("if ").split(mark, 1)
                draft.conditional.append((scope, premise, result.removesuffix(".")))
                return
        raise UnreadableText(f"no action fits «{text}»")


def _conditional(
    scope: tuple[Parameter, ...], premise: str, result: str, clauses: Clauses
) -> Iterator[Effect]:
    condition = clauses.premise(premise)
    if result.startswith("afterwards "):
        atoms = clauses.ended(result.removeprefix("afterwards "))
        return (Effect(atom, False, condition, scope) for atom in atoms)
    return (Effect(atom, True, condition, scope) for atom in clauses.atoms(result))


def _retyped(
    parameters: tuple[Parameter, ...], name: str, types: tuple[str, ...]
) -> tuple[Parameter, ...]:
    return tuple(Parameter(item.name, types) if item.name == name else item for item in parameters)


def _axiom(line: str, clauses: Clauses) -> Axiom:
    text = line if _STARTS_WITH_LETTER.match(line) else line[0].lower() + line[1:]
    scope: tuple[Parameter, ...] = ()
    if text.startswith("for every "):
        quantified, text = split_once(text.removeprefix("for "), ", ")
        scope = clauses.parameters(quantified)
    head, condition = split_once(text.removesuffix("."), " whenever ")
    atom = clauses.atom(head)
    by_name = {item.name: item for item in scope}
    return Axiom(
        atom.predicate,
        tuple(by_name.get(name, Parameter(name)) for name in atom.args),
        clauses.formula(condition),
    )


# --- problems -------------------------------------------------------------------------------------


def _facts(text: str, clauses: Clauses) -> tuple[Atom, ...]:
    for line in text.splitlines():
        if line.strip().startswith(CURRENTLY):
            facts = line.strip().removeprefix(CURRENTLY).strip().removesuffix(".")
            return () if facts == "nothing is the case" else tuple(clauses.atoms(facts))
    raise UnreadableText(f"no sentence begins with «{CURRENTLY}»")


def _simple_goals(text: str, clauses: Clauses) -> tuple[tuple[Condition, ...], list[str]]:
    """The goal's literals, and the formulas that can only be read once all words are known."""
    literals: list[Condition] = []
    formulas: list[str] = []
    for line in text.splitlines():
        if not line.strip().startswith((GOAL, AVOID, DEMAND)):
            continue
        for sentence in filter(None, _SENTENCE_END.split(line.strip())):
            if sentence.startswith(AVOID):
                unwanted = sentence.removeprefix(AVOID).strip()
                literals += [Not(atom) for atom in clauses.atoms(unwanted, "or")]
            elif sentence.startswith(DEMAND):
                formulas.append(sentence.removeprefix(DEMAND).strip())
            else:
                literals += clauses.atoms(sentence.removeprefix(GOAL).strip())
    if not (literals or formulas):
        raise UnreadableText(f"no sentence begins with «{GOAL}»")
    return tuple(literals), formulas
