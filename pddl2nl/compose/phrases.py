"""Snippets with words in their slots, and the descriptions as values that are made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import starmap

from pddl2nl.english import indefinite, join, noun_phrase, singular, takes_no_article, type_noun
from pddl2nl.english.noun_phrases import object_nouns
from pddl2nl.english.vocabulary import (
    FUNCTION_WORDS,
    PARTICLES,
    PREPOSITIONS,
    base_form,
    is_a,
    is_adverb,
    is_base_verb,
    known_word,
    verb_lemma,
)
from pddl2nl.lexicon import (
    EQUALITY_PREDICATE,
    EQUALITY_SNIPPET,
    PLACEHOLDER,
    Lexicon,
    predicate_key,
)
from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
    TOTAL_COST,
    ActionSchema,
    Atom,
    Domain,
    Fluent,
    Not,
    Parameter,
    Predicate,
    Problem,
    conjuncts,
    kind_predicates,
)
from pddl2nl.naming import NAME

# Begins nowhere inside a run of words, and gives none of them back: linear in the text.
WORDS_BEFORE = re.compile(r"(?<![^\W_A-Z]|['-])(?<![^\W_A-Z] |['-] )(?:(?:[^\W_A-Z]|['-])++ )++$")
_DETERMINERS = frozenset(
    {"a", "an", "the", "this", "that", "each", "every", "another", "any", "its", "their", "one"}
)
_MAX_NOUN_LENGTH = 4

Words = Mapping[str, str]
"""What each term is called in a text: variables by letters, objects by names."""


@dataclass(frozen=True, slots=True)
class Template:
    """A snippet taken apart: texts, and between them slots; a slot is a parameter's index."""

    texts: tuple[str, ...]
    slots: tuple[int, ...]

    def fill(self, words: Sequence[str]) -> str:
        """The snippet with `words[i]` wherever parameter i stands."""
        names = [words[slot] for slot in self.slots]
        texts = (self.before(place, name) + name for place, name in enumerate(names))
        return "".join((*texts, self.texts[-1]))

    def before(self, place: int, name: str) -> str:
        """The text before the slot at a place, in which a name stands."""
        return self.texts[place]

    @property
    def frame(self) -> str:
        """The snippet with `_` in every slot: what is the same in all its uses."""
        return "_".join(self.texts)


@dataclass(frozen=True, slots=True)
class TerseTemplate(Template):
    """A clause that leaves out a noun before a name that has it: `truck_0 is at place_1`.

    Args:
        implied: for each noun of a kind those of the kinds above it, which may be left out as well
            before a name of that noun: `vehicle` before `truck_0`. No other noun is left out.
    """

    implied: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def before(self, place: int, name: str) -> str:
        nouns = [self._nouns(each) for each in NAME.findall(name)] or [{quantified(name)}]
        shared = frozenset.intersection(*map(frozenset, nouns))
        return without_noun(self.texts[place], ending_noun(self.texts[place], shared))

    def _nouns(self, name: str) -> Iterable[str]:
        """The nouns that a name has."""
        own = name.rpartition("_")[0].replace("_", " ")
        begun = (noun for noun in (ROOT_TYPE, *self.implied) if begins_with(name, noun))
        return {*begun, *self.implied.get(own, ())}


@dataclass(frozen=True, slots=True)
class TersePhrase(Template):
    """An action's phrase that leaves out a noun with which a name begins: `drive truck_0 from …`.

    Args:
        nouns: for every slot the noun before it, with its adjectives; empty for none.
    """

    nouns: tuple[str, ...] = ()

    def before(self, place: int, name: str) -> str:
        words, text = self.nouns[place].split(), self.texts[place]
        tails = (" ".join(words[start:]) for start in range(len(words)))
        kept = without_noun(text, ending_noun(text, (e for e in tails if begins_with(name, e))))
        return kept if place or kept else text  # what opens an action is its verb: `ship box_0`


def ending_noun(text: str, nouns: Iterable[str]) -> str:
    """The longest of some nouns that ends a text before a slot; empty where none does."""
    ends = (noun for noun in nouns if noun and f" {text}".endswith(f" {noun} "))
    return max(ends, key=len, default="")


def without_noun(text: str, noun: str) -> str:
    """A text without the noun that ends it, and its article."""
    return text.removesuffix(f"{noun} ").removesuffix("the ") if noun else text


def begins_with(name: str, noun: str) -> bool:
    """Whether an object's name has a noun at its beginning: `truck_0`, `truck-a` and `truck1`."""
    return squash(name).startswith(squash(noun) or " ")


EVERY, OTHER = "every ", "other "


def quantified(words: str) -> str:
    """The noun of `every truck` and `every other truck`; empty for names."""
    return words.removeprefix(EVERY).removeprefix(OTHER) if words.startswith(EVERY) else ""


@dataclass(frozen=True, slots=True)
class Phrases:
    """A domain's snippets, ready to be filled."""

    predicates: Mapping[tuple[str, int], Template]
    actions: Mapping[str, Template]
    functions: Mapping[str, Template] = field(default_factory=dict)

    @property
    def plain_identity(self) -> bool:
        """Whether two things are called the same in the words of our own snippet."""
        found = self.predicates[EQUALITY, 2]
        return found == template(EQUALITY_SNIPPET, EQUALITY_PREDICATE.parameters)

    def of_kind(self, name: str, types: tuple[str, ...]) -> str:
        """That something is of a type: `A is a truck`."""
        noun = kind_words(types)
        frames = {each.frame for each in self.predicates.values()}
        if len(types) > 1 or f"_ is {indefinite(noun)}" in frames:
            return f"{name} is of kind {noun}"
        return f"{name} is {indefinite(noun)}"

    def clause(self, atom: Atom, words: Words) -> str:
        """An atom as a clause: `truck_0 is at place_1`."""
        template = self.predicates[atom.predicate, len(atom.args)]
        return template.fill([words[term] for term in atom.args])

    def action(self, name: str, args: Sequence[str]) -> str:
        """An action done to named objects: `drive truck truck_0 from place place_0 to …`."""
        return self.actions[name].fill(args)


def phrases(domain: Domain, lexicon: Lexicon) -> Phrases:
    """Take a domain's snippets apart.

    Raises:
        KeyError: the lexicon has no snippet for one of the domain's predicates or actions
            (`snippet_problems` finds these beforehand).
    """
    declared = (*domain.predicates, EQUALITY_PREDICATE)
    return Phrases(
        predicates={
            (item.name, len(item.parameters)): template(
                lexicon.predicates[predicate_key(domain, item)], item.parameters
            )
            for item in declared
        },
        actions={
            item.name: template(lexicon.actions[item.name], item.parameters)
            for item in domain.actions
        },
        functions={
            item.name: template(
                lexicon.functions.get(item.name) or named_after(item, domain, lexicon.actions),
                item.parameters,
            )
            for item in domain.functions
            if item.name != TOTAL_COST
        },
    )


def named_after(function: Predicate, domain: Domain, actions: Mapping[str, str]) -> str:
    """A noun phrase for a numeric function's value: `the fare of {?from} and {?to}`.

    It is `the fare from {?from} to {?to}` if this is how all actions go that cost it.

    Args:
        function: a function of the domain.
        domain: the domain.
        actions: the snippets of its actions.
    """
    noun = _noun_of(function)
    alone = sum(_noun_of(each) == noun for each in domain.functions) == 1
    paid = [
        (actions[item.name], item.cost.args)
        for item in domain.actions
        if isinstance(item.cost, Fluent) and item.cost.function == function.name
    ]
    if alone and len(function.parameters) == 2 and paid and all(starmap(_goes, paid)):
        start, end = (f"{{{item.name}}}" for item in function.parameters)
        return f"the {noun} from {start} to {end}"
    return value_of(noun, function)


def _noun_of(function: Predicate) -> str:
    return noun_phrase(function.name).removesuffix(" of")  # as in `fuel-of`


def _goes(snippet: str, places: Sequence[str]) -> bool:
    """Whether a snippet goes from the first of two places to the second."""
    return all(
        re.search(rf"\b{word} (?:[^{{}} ]+ )*\{{{re.escape(place)}\}}", snippet)
        for word, place in zip(("from", "(?:to|into|onto)"), places, strict=True)
    )


def value_of(noun: str, function: Predicate) -> str:
    """A noun phrase with a noun for the value of a numeric function."""
    of = join([f"{{{item.name}}}" for item in function.parameters])
    return f"the {noun} of {of}" if of else f"the {noun}"


def template(snippet: str, parameters: Sequence[Parameter]) -> Template:
    """A snippet such as `{?x} is at {?y}`, taken apart."""
    index = {parameter.name: number for number, parameter in enumerate(parameters)}
    pieces = PLACEHOLDER.split(snippet)
    return Template(tuple(pieces[::2]), tuple(index[name] for name in pieces[1::2]))


# --- action schemas as verb phrases ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ability:
    """An action schema in words.

    Args:
        text: the verb phrase with articles and letters: `drive a truck A from a place B to …`.
        letters: what each parameter is called in every sentence about this action.
        without_type: the parameters whose type the phrase does not name.
    """

    text: str
    letters: Words
    without_type: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class ActionText:
    """An action schema by itself, as the style has it: its phrase, and when it is possible."""

    schema: ActionSchema
    ability: Ability
    conditions: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it: `Sail the ferry from … to …. I can only do this if …`"""
        return " ".join((f"{sentence(self.ability.text)}.", *self.conditions))


def ability(schema: ActionSchema, template: Template, nouns: frozenset[str]) -> Ability:
    """An action's snippet with an indefinite article wherever a parameter is named first.

    Letters follow the order of the words, so that a text reads A, B, C. (The paper, section 3:
    "a heuristic to add indefinite determiners".)

    Args:
        nouns: the words, squashed by `squash`, that name kinds of objects in this domain.
    """
    order = list(dict.fromkeys((*template.slots, *range(len(schema.parameters)))))
    letter = {slot: letter_number(rank) for rank, slot in enumerate(order)}
    text, seen, typed = template.texts[0], set[int](), set[int]()
    different, named = _different(schema), dict[int, str]()
    counted = False  # the slot belongs to a list after a noun in the plural: `hydrogens A and B`
    for place, slot in enumerate(template.slots):
        before = template.texts[place]
        counted = _ends_in_plural(before) or (counted and before in _JOINING)
        if slot not in seen:
            seen.add(slot)
            start, noun = _noun_before(text, nouns, schema.parameters[slot])
            if not noun and not counted:
                text, noun = _noun_put_in(text, schema.parameters[slot], nouns, template, place)
                start = len(text) - len(noun) - 1
            if squash(noun) == squash(kind_words(schema.parameters[slot].types)):
                typed.add(slot)
            named[slot] = noun
            other = any(
                named[known] == noun and frozenset({slot, known}) in different
                for known in seen - {slot}
            )
            text = _with_article(text, start, noun, other=other)
        text += letter[slot] + template.texts[place + 1]
    return Ability(
        text=text,
        letters={item.name: letter[slot] for slot, item in enumerate(schema.parameters)},
        without_type=tuple(
            item
            for slot, item in enumerate(schema.parameters)
            if slot not in typed and ROOT_TYPE not in item.types
        ),
    )


ARTICLE = re.compile(r"\b(?:an?|another) ((?:(?!(?:an?|another) )(?:[^\W_A-Z]|['-])+ ){1,6})$")
"""An article, and what stands between it and an object: adjectives and a noun."""


LETTER = re.compile(r"(?<![\w'-])[A-HJ-Z]\d*\b")
"""What stands for a parameter."""


def noun_behind_article(text: str, kinds: Iterable[str]) -> str:
    """The noun that ends a part of an action's phrase: behind its article, or that of a kind."""
    if found := ARTICLE.search(text):
        return found[1].strip()
    return ending_noun(text, kinds)


def sentence(text: str) -> str:
    """A clause with a capital letter; an object's name at its beginning stays as it is."""
    return text if NAME.match(text) else text[0].upper() + text[1:]


def letter_number(rank: int) -> str:
    """A, B, …, Z, A1, B1, …: never `I`, which is the speaker."""
    alphabet = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
    turn, place = divmod(rank, len(alphabet))
    return alphabet[place] + (str(turn) if turn else "")


def kind_words(types: Iterable[str]) -> str:
    """One or several types as a noun: `truck`, or `truck or airplane` for `either`."""
    return type_noun(*types)


def squash(words: str) -> str:
    """Words without case, blanks and hyphens, so that `slow-elevator` equals `slow elevator`."""
    return re.sub(r"[\W_]+", "", words.lower())


def kind_nouns(domain: Domain) -> frozenset[str]:
    """The squashed nouns that name kinds of objects: types, and predicates such as `truck`.

    No predicate such as `in-room`: "in room" stands in a snippet for other reasons.
    """
    types = {type_noun(name) for name in (ROOT_TYPE, *(each.name for each in domain.types))}
    named = map(noun_phrase, kind_predicates(domain))
    nouns = {each for each in named if each.split()[0] not in FUNCTION_WORDS}
    return frozenset(map(squash, types | nouns))


def _noun_before(text: str, nouns: frozenset[str], parameter: Parameter) -> tuple[int, str]:
    """Where the noun that ends a text begins, and the noun; (len(text), "") where there is none."""
    start = len(text)
    while True:
        begin = _one_noun_before(text[:start], nouns, parameter)
        if begin is None:
            return len(text), ""
        start = begin
        if not text[:start].endswith(" or "):
            return start, text[start:].strip()
        start -= len("or ")


def _one_noun_before(text: str, nouns: frozenset[str], parameter: Parameter) -> int | None:
    found = WORDS_BEFORE.search(text)
    words = found.group().split() if found else []
    for length in range(min(_MAX_NOUN_LENGTH, len(words)), 0, -1):
        noun = " ".join(words[-length:])
        start = len(text) - len(noun) - 1
        verb = (*text[:start].split(), words[-length])
        if squash(noun) in nouns and not _ends_in_verb(verb, parameter, nouns):
            return start
    return None


def _noun_put_in(
    text: str, parameter: Parameter, nouns: frozenset[str], template: Template, place: int
) -> tuple[str, str]:
    """A text before a parameter that no kind's noun ends, and the noun that does end it.

    The type is put in where the snippet leaves it out; else it is a common noun, or none.
    """
    beside = place > 0 and template.texts[place] == " "  # `hand {?p} {?t}`
    named = ROOT_TYPE not in parameter.types and len(parameter.types) == 1
    if (beside and named) or _may_name_kind(text, parameter, nouns):
        noun = kind_words(parameter.types)
        return f"{text}{noun} ", noun
    return text, object_nouns(template.texts[:-1])[place]


def _may_name_kind(text: str, parameter: Parameter, nouns: frozenset[str]) -> bool:
    """Whether a parameter's type can be put in where the snippet leaves it out.

    That is directly behind a verb, a preposition or an adverb: `from a loc A`, `put down a pot A`.
    """
    words = text.split()
    if ROOT_TYPE in parameter.types or len(parameter.types) > 1 or not text.endswith(" "):
        return False
    if _DETERMINERS.intersection(words[-2:-1]):
        return False  # `the back A`
    if words[-1] in _BEFORE_NOUNS or _ends_in_verb(words, parameter, nouns):
        return True
    return _is_particle(words) or is_adverb(words[-1])


def _is_particle(words: Sequence[str]) -> bool:
    """Whether the last of some words belongs to the verb before it: `put down`, `set free`."""
    known = len(words) > 1 and base_form("_".join(words[-2:])) is not None
    return words[-1] in PARTICLES or (known and is_a(words[-1], "adv"))


def _ends_in_verb(words: Sequence[str], parameter: Parameter, nouns: frozenset[str]) -> bool:
    """Whether the last word before a parameter is a verb, and no noun of it.

    The word that opens a phrase is its verb, and so is the one behind whoever is made to act:
    `have a keeper A light`. Behind a conjunction or `to` it is one where it can be no noun, and
    where it is rather a verb than the noun of a kind that the parameter is not of.
    """
    *before, last = words
    if all(map(is_adverb, before)):
        return True
    made = words[0] in _CAUSING and LETTER.fullmatch(
        next(word for word in reversed(before) if not is_adverb(word))
    )
    may = (made or before[-1] in _BEFORE_VERBS) and ROOT_TYPE not in parameter.types
    if not may or not is_base_verb(last):  # the dictionary takes time to load
        return False
    if made:
        return squash(last) not in nouns or last not in kind_words(parameter.types).split()
    known = known_word(last)
    rather = known.verb > known.noun if squash(last) in nouns else not is_a(last, "noun")
    return rather and last not in kind_words(parameter.types).split()


def _ends_in_plural(text: str) -> bool:
    words = text.split()
    return len(words) > 1 and text.endswith(" ") and singular(words[-1]) != words[-1]


def _different(schema: ActionSchema) -> frozenset[frozenset[int]]:
    """The pairs of parameters of the same type that the precondition wants to be different."""
    place = {item.name: slot for slot, item in enumerate(schema.parameters)}
    pairs = set()
    for part in conjuncts(schema.precondition):
        match part:
            case Not(Atom("=", (one, two))) if one in place and two in place:
                pair = frozenset({place[one], place[two]})
                if len({schema.parameters[slot].types for slot in pair}) == 1:
                    pairs.add(pair)
            case _:
                continue
    return frozenset(pairs)


_COUNTED = frozenset("glass light paper space work".split())
"""Nouns for substances that name single things where they name a kind of objects."""


def _with_article(text: str, start: int, noun: str, *, other: bool) -> str:
    """A text with an article before the noun that ends it, and before the noun's adjectives.

    A noun at the very beginning gets none: there stands the verb.
    """
    adjectives = _adjectives_before(text[:start])
    start -= len(adjectives)
    before, phrase = text[:start].split(), text[start:].strip()
    first = adjectives.partition(" ")[0]
    if before[-1:] in (["to"], ["and"]) and first and base_form(first) == first:
        return text  # "to empty room A": what is done, or how the room is
    uncounted = takes_no_article(noun) and noun.split()[-1] not in _COUNTED if noun else True
    if uncounted or not start or before[-1] in _DETERMINERS:
        return text
    # "another" only where it is true: in PDDL, two parameters may stand for the same object.
    return f"{text[:start]}{f'another {phrase}' if other else indefinite(phrase)} "


def _adjectives_before(text: str) -> str:
    """The adjectives that end a text, except for the first word of a run, which may be a verb."""
    found = WORDS_BEFORE.search(text)
    words = found.group().split() if found else []
    adjectives: list[str] = []
    while len(words) > 1 and _is_adjective(words[-1]) and not _is_particle(words):
        adjectives.insert(0, words.pop())
    if adjectives and words[-1:] == ["by"] and verb_lemma(adjectives[0].rpartition("-")[2], "VBG"):
        del adjectives[0]  # `by double-bonding carbon A` states what is done
    return "".join(f"{word} " for word in adjectives)


def _is_adjective(word: str) -> bool:
    if word in _NO_ADJECTIVES or verb_lemma(word, "VBG"):
        return False  # `by moving card A` is no moving card
    if "-" in word or (verb_lemma(word, "VBN") not in (None, word)):
        return True  # `gluten-free`, `chosen`
    entry = known_word(word)
    return (is_a(word, "adj") and entry.adjective >= entry.verb) or word.endswith("ed")


_JOINING = frozenset({", ", " and ", " or ", ", and ", ", or "})
_BEFORE_NOUNS = PREPOSITIONS | {"and", "or"}
_BEFORE_VERBS = frozenset({"and", "or", "then", "to"})
_CAUSING = frozenset({"have", "help", "let", "make"})
_NO_ADJECTIVES = PREPOSITIONS | PARTICLES | _DETERMINERS


# --- descriptions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a domain's description: what it is about (`kinds`, `effects`), and its lines."""

    name: str
    heading: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join((*([self.heading] if self.heading else []), *self.lines))


@dataclass(frozen=True, slots=True)
class DomainText:
    """A domain in English, section by section; those without lines are left out of the text."""

    sections: tuple[Section, ...]

    @property
    def text(self) -> str:
        """The whole description, as it stands in a prompt."""
        return "\n\n".join(section.text for section in self.sections if section.lines)

    def section(self, name: str) -> Section:
        """The section of a name; one without lines where there is none."""
        found = (each for each in self.sections if each.name == name)
        return next(found, Section(name, "", ()))

    def lines(self, name: str) -> tuple[str, ...]:
        """The lines of the section of a name; none where there is no such section."""
        return self.section(name).lines


@dataclass(frozen=True, slots=True)
class ProblemText:
    """A problem in English.

    Args:
        goal: what must hold, and what must not, in the end.
        objects: the problem's objects.
        state: what holds at the start.
        costs: what costs refer to; empty unless `with_prices` adds it.
        goal_last: whether the goal stands behind the state.
    """

    goal: str
    objects: tuple[str, ...]
    state: str
    costs: str = ""
    goal_last: bool = False

    @property
    def text(self) -> str:
        """The whole description, as it stands in a prompt."""
        given = (*self.objects, self.costs, self.state)
        parts = (*given, self.goal) if self.goal_last else (self.goal, *given)
        return "\n".join(filter(None, parts))


def in_order(facts: Iterable[Atom], problem: Problem) -> list[Atom]:
    """Facts by their first object, then by predicate, then by the other objects."""
    names = [item.name for item in problem.all_objects]
    names += [f"({item.name}" for item in problem.domain.predicates]
    order = {name: place for place, name in enumerate(names)}
    return sorted(facts, key=lambda atom: _rank(atom, order))


def _rank(atom: Atom, order: Mapping[str, int]) -> tuple[bool, tuple[int, ...]]:
    first, *others = (order[term] for term in atom.args) if atom.args else (-1,)
    return (not atom.args, (first, order.get(f"({atom.predicate}", -1), *others))
