"""A task as a player sees it: its texts, its objects' names and the narrator that answers.

Nothing here knows what actions do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Literal, Protocol

from pddl2nl.compose import (
    PAPER,
    Naming,
    Phrases,
    Style,
    StyleName,
    ability,
    as_written,
    in_style,
    kind_nouns,
    kind_words,
    say,
    with_costs,
    with_prices,
)
from pddl2nl.compose.formulas import ABOUT_SUBJECT, NOT_SO, SO, is_literal
from pddl2nl.compose.phrases import Words
from pddl2nl.english import counted, indefinite, join
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import (
    EQUALITY,
    And,
    Atom,
    Condition,
    Exists,
    ForAll,
    GroundAction,
    Imply,
    Not,
    Or,
    Problem,
    conjuncts,
)
from pddl2nl.naming import ObjectNames, StandIns, stand_ins
from pddl2nl.writer import (
    atom_to_pddl,
    condition_to_pddl,
    domain_to_pddl,
    goal_to_pddl,
    init_to_pddl,
    metric_to_pddl,
    objects_to_pddl,
)
from simulator.outcome import (
    Fault,
    Refused,
    UnknownAction,
    UnknownObject,
    Unsatisfied,
    WrongArity,
    WrongType,
)

MAX_STATES = 64
"""The number of states of a task whose texts a narrator keeps."""


class Narrator(Protocol):
    """A voice: how the simulator's answers are worded for one input form."""

    def action(self, action: GroundAction) -> str:
        """The action as the player is expected to say it."""
        ...

    def applied(self, action: GroundAction) -> str:
        """That the action has been carried out."""
        ...

    def refused(self, refusal: Refused) -> str:
        """That the action was not carried out, with every reason."""
        ...

    def state(self, facts: Iterable[Atom]) -> str:
        """Everything that holds now."""
        ...

    def condition(self, condition: Condition) -> str:
        """A fact or a goal by itself, as a clause."""
        ...

    def unfinished(self, unmet: Sequence[Condition]) -> str:
        """That the player says it is finished although the goal is not reached."""
        ...

    def reached(self) -> str:
        """That the player says it is finished, and the goal is reached."""
        ...

    def misunderstood(self, sentence: str, because: str = "", nearest: str = "") -> str:
        """That the player's sentence names no action.

        Args:
            sentence: the sentence.
            because: why it names none, as a clause; empty where the player gets no reason.
            nearest: the action that is most like it, as the player is expected to say it.
        """
        ...


def applied_sentence(phrase: str) -> str:
    """That an action has been carried out, given its phrase."""
    return f"I {phrase}."


@dataclass(frozen=True)
class EnglishNarrator:
    """The voice of someone who carries out instructions ("I drive truck truck_0 …")."""

    problem: Problem
    style: Style
    names: ObjectNames

    @property
    def phrases(self) -> Phrases:
        """The snippets that it speaks in."""
        return self.style.phrases

    def action(self, action: GroundAction) -> str:
        return self.phrases.action(action.name, [self._name(item) for item in action.args])

    def applied(self, action: GroundAction) -> str:
        return applied_sentence(self.action(action))

    def refused(self, refusal: Refused) -> str:
        faults = refusal.faults
        unsatisfied = [fault.condition for fault in faults if isinstance(fault, Unsatisfied)]
        mistyped = [self._mistyped(fault) for fault in faults if isinstance(fault, WrongType)]
        if unsatisfied or mistyped:
            # A mistyped reason has a comma in it, so that a list of them needs more than commas.
            reasons = self._reasons(unsatisfied) or ", and ".join(dict.fromkeys(mistyped))
            return f"I cannot {self.action(refusal.action)} because {reasons}."
        return " ".join(self._misnamed(faults))

    def state(self, facts: Iterable[Atom]) -> str:
        return self._described(frozenset(facts))

    @cached_property
    def _described(self) -> Callable[[frozenset[Atom]], str]:
        """The text of a state. Episodes of one task go through the same states again and again."""
        style, problem, names = self.style, self.problem, self.names
        return lru_cache(MAX_STATES)(lambda facts: style.state(facts, problem, names))

    def __getstate__(self) -> dict[str, object]:
        """What another process gets: the texts that are kept stay here."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def condition(self, condition: Condition) -> str:
        text = say(condition, self.style.fact_phrases, self._words)
        return self._hidden.show(text)

    def clauses(self, conditions: Iterable[Condition]) -> str:
        """Facts or goals as one list of clauses."""
        text = clauses(conditions, self.style.fact_phrases, self._words)
        return self._hidden.show(text)

    @cached_property
    def _hidden(self) -> StandIns:
        """What stands for the names while a text is composed."""
        return stand_ins(self.names.pddl)

    @cached_property
    def _words(self) -> Words:
        return self._hidden.names(self.names).english

    def unfinished(self, unmet: Sequence[Condition]) -> str:
        return f"I am not finished yet because {self._reasons(unmet)}."

    def reached(self) -> str:
        return "I am finished: my goal is reached."

    def misunderstood(self, sentence: str, because: str = "", nearest: str = "") -> str:
        quoted = " ".join(sentence.split())
        fault = f'I do not understand "{quoted}"' if quoted else "I was given no instruction"
        return _explained(fault, because, nearest, sentence)

    def _name(self, item: str) -> str:
        return self.names.english.get(item, item)

    def _reasons(self, failed: Iterable[Condition]) -> str:
        return self.clauses(map(opposite, failed))

    def _mistyped(self, fault: WrongType) -> str:
        found, wanted = (
            indefinite(kind_words(kinds)) for kinds in (fault.types, fault.parameter.types)
        )
        return f"{self._name(fault.object)} is {found}, not {wanted}"

    def _misnamed(self, faults: Sequence[Fault]) -> Iterator[str]:
        """A sentence for each kind of fault in names and numbers."""
        for fault in faults:
            if isinstance(fault, UnknownAction):
                yield f'I do not know an action called "{fault.name}".'
            if isinstance(fault, WrongArity):
                yield self._miscounted(fault)
        unknown = [self._name(fault.name) for fault in faults if isinstance(fault, UnknownObject)]
        if unknown:
            yield f"There is no object called {join(list(dict.fromkeys(unknown)), 'or')}."

    def _miscounted(self, fault: WrongArity) -> str:
        domain = self.style.domain
        schema = next(item for item in domain.actions if item.name == fault.action)
        phrase = ability(schema, self.phrases.actions[schema.name], kind_nouns(domain)).text
        needed = counted(fault.expected, "object") if fault.expected else "no object"
        return f"I need {needed} to {phrase}, but I was given {fault.given or 'none'}."


@dataclass(frozen=True, slots=True)
class PddlNarrator:
    """The voice for the PDDL input form (the paper, section 5, "PDDL")."""

    problem: Problem

    def action(self, action: GroundAction) -> str:
        return str(action)

    def applied(self, action: GroundAction) -> str:
        return f"The action {action} has been executed."

    def refused(self, refusal: Refused) -> str:
        reasons = join(list(dict.fromkeys(map(self._fault, refusal.faults))))
        return f"The action {refusal.action} cannot be executed because {reasons}."

    def state(self, facts: Iterable[Atom]) -> str:
        listing = " ".join(sorted(atom_to_pddl(atom) for atom in facts))
        return f"These facts are true, and all others are false: {listing or 'none'}"

    def condition(self, condition: Condition) -> str:
        return condition_to_pddl(condition)

    def unfinished(self, unmet: Sequence[Condition]) -> str:
        return f"The goal is not reached because {self._reasons(unmet)}."

    def reached(self) -> str:
        return "The goal is reached."

    def misunderstood(self, sentence: str, because: str = "", nearest: str = "") -> str:
        quoted = " ".join(sentence.split())
        form = "" if because else " as an action of the form (name object ...)"
        fault = f'"{quoted}" cannot be read{form}' if quoted else "The answer holds no action"
        return _explained(fault, because, nearest, sentence)

    def _reasons(self, failed: Iterable[Condition]) -> str:
        return join([_is_false(condition) for condition in failed])

    def _fault(self, fault: Fault) -> str:
        match fault:
            case UnknownAction(name):
                return f"there is no action {name}"
            case UnknownObject(name):
                return f"there is no object {name}"
            case WrongArity(name, expected, given):
                return f"{name} takes {counted(expected, 'argument')}, not {given}"
            case WrongType(name, types, parameter):
                wanted, found = " or ".join(parameter.types), " or ".join(types)
                return f"{name} is of type {found} instead of {wanted}"
            case Unsatisfied(condition):
                return _is_false(condition)


def clauses(conditions: Iterable[Condition], phrases: Phrases, words: Words) -> str:
    """Conditions as one list, compound ones in parentheses so that none runs into the next."""
    parts = list(dict.fromkeys(part for each in conditions for part in conjuncts(each)))
    texts = [(part, say(part, phrases, words)) for part in parts]
    alone = len(texts) == 1
    plain = [is_literal(part) and not text.startswith((NOT_SO, SO)) for part, text in texts]
    return join(
        [
            text if alone or bare or text.startswith(ABOUT_SUBJECT) else f"({text})"
            for bare, (_, text) in zip(plain, texts, strict=True)
        ]
    )


def opposite(condition: Condition) -> Condition:
    """What holds where a condition does not, as it is said: of some object instead of not all."""
    match condition:
        case Not(part):
            return part
        case Or(parts):
            return _telling(map(opposite, parts))
        case Imply(premise, conclusion):
            return _telling((premise, opposite(conclusion)))
        case ForAll(parameters, part):
            return Exists(parameters, opposite(part))
        case _:
            return Not(condition)


def _telling(parts: Iterable[Condition]) -> Condition:
    """A conjunction without "A is the same as A", if anything else is in it."""
    known = tuple(parts)
    telling = tuple(each for each in known if not _is_of_itself(each))
    return telling[0] if len(telling) == 1 else And(telling or known)


def _is_of_itself(condition: Condition) -> bool:
    match condition:
        case Atom(predicate, (one, other)):
            return predicate == EQUALITY and one == other
        case _:
            return False


def _explained(fault: str, because: str, nearest: str, said: str) -> str:
    """A fault with its reason, and what may have been meant, unless that was said."""
    nearest = "" if nearest.lower() == said.strip(" .").lower() else nearest
    reason = f": {because}" if because else ""
    return f"{fault}{reason}." + (f' Did you mean "{nearest}"?' if nearest else "")


def _is_false(condition: Condition) -> str:
    if isinstance(condition, Not):
        return f"{condition_to_pddl(condition.part)} is true"
    return f"{condition_to_pddl(condition)} is false"


InputForm = Literal["nl", "template", "pddl", "valm23", "tools"]
"""The forms in which a task is put (the paper, section 5): English made of snippets, template
English, PDDL, and a person's description of the domain (Valmeekam et al. 2023); and the English of
`nl` with actions as functions that a model calls (tool calling)."""


@dataclass(frozen=True, slots=True)
class FormTraits:
    """What the rest of the project has to know of an input form.

    Args:
        steps: what a step of the player is: a sentence, PDDL, or a call of a function.
        thoughts: whether its snippets were written by someone, so that thoughts fit among them.
        worded_as: the form whose snippets and thoughts it shares; empty for its own.
    """

    steps: Literal["sentence", "pddl", "call"] = "sentence"
    thoughts: bool = False
    worded_as: InputForm | Literal[""] = ""


FORMS: Mapping[InputForm, FormTraits] = MappingProxyType(
    {
        "nl": FormTraits(thoughts=True),
        "template": FormTraits(),
        "pddl": FormTraits(steps="pddl"),
        "valm23": FormTraits(thoughts=True),
        "tools": FormTraits(steps="call", worded_as="nl"),
    }
)


def wording(form: InputForm) -> InputForm:
    """The form whose snippets and thoughts a form shares."""
    return FORMS[form].worded_as or form


@dataclass(frozen=True, slots=True)
class Presentation:
    """One task in one input form.

    Args:
        form: the input form.
        domain_text: the domain, as it stands in the system prompt.
        problem_text: the problem, as it stands in a user's message.
        names: what the objects are called in these texts.
        narrator: the voice that answers in the same form.
        lexicon: the snippets that the texts are made of; None for PDDL.
        style: how an English text is composed.
    """

    form: InputForm
    domain_text: str
    problem_text: str
    names: ObjectNames
    narrator: Narrator
    lexicon: Lexicon | None = None
    style: StyleName = PAPER


def present_english(
    problem: Problem,
    lexicon: Lexicon,
    form: InputForm = "nl",
    style: StyleName = PAPER,
    naming: Naming = "new",
    *,
    costs: bool = False,
) -> Presentation:
    """A task in the English of a lexicon and in a style, with what actions cost if asked for."""
    styled = in_style(style, problem.domain, lexicon, naming)
    names = styled.names(problem)
    domain, text = styled.domain_text, styled.problem_text(problem, names)
    if costs:
        domain, text = with_costs(styled), with_prices(text, problem, styled, names)
    return Presentation(
        form=form,
        domain_text=domain.text,
        problem_text=text.text,
        names=names,
        narrator=EnglishNarrator(problem, styled, names),
        lexicon=lexicon,
        style=style,
    )


def present_by_hand(
    problem: Problem,
    lexicon: Lexicon,
    domain_text: str,
    names: ObjectNames | None = None,
    *,
    costs: bool = False,
) -> Presentation:
    """A task of a domain that a person has described, with that person's snippets.

    Args:
        problem: the task.
        lexicon: the snippets.
        domain_text: the description of the domain.
        names: what the objects are called, None for our own names.
        costs: whether our sentences on what actions cost follow the description.
    """
    styled = as_written(problem.domain, lexicon)
    names = names or styled.names(problem)
    text = styled.problem_text(problem, names)
    if costs:
        sentences = with_costs(styled).section("costs")
        domain_text = "\n\n".join([domain_text, *([sentences.text] if sentences.lines else [])])
        text = with_prices(text, problem, styled, names)
    return Presentation(
        form="valm23",
        domain_text=domain_text,
        problem_text=text.text,
        names=names,
        narrator=EnglishNarrator(problem, styled, names),
        lexicon=lexicon,
    )


def present_pddl(problem: Problem, *, costs: bool = False) -> Presentation:
    """A task as PDDL, under its own names, with its metric if asked for."""
    given = (goal_to_pddl(problem), objects_to_pddl(problem), init_to_pddl(problem))
    sections = filter(None, (*given, metric_to_pddl(problem) if costs else ""))
    return Presentation(
        form="pddl",
        domain_text=domain_to_pddl(problem.domain),
        problem_text="\n".join(sections),
        names=ObjectNames.unchanged(problem.all_objects),
        narrator=PddlNarrator(problem),
    )
