"""Styles: how a task is described. A style is one module of composition and one of reading back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, Protocol, get_args

from pddl2nl.compose import brief, paper
from pddl2nl.compose.phrases import (
    LETTER,
    ActionText,
    DomainText,
    Phrases,
    ProblemText,
    Template,
    TersePhrase,
    TerseTemplate,
    ability,
    begins_with,
    ending_noun,
    kind_nouns,
    noun_behind_article,
    phrases,
    without_noun,
)
from pddl2nl.english import plural, type_noun
from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.lexicon import Lexicon
from pddl2nl.model import (
    EQUALITY,
    ROOT_TYPE,
    Atom,
    Domain,
    Problem,
    Type,
    supertypes,
    used_predicates,
)
from pddl2nl.naming import (
    KindsAsTypes,
    ObjectNames,
    StandIns,
    keep_names,
    kinds_as_types,
    name_constants,
    name_objects,
    stand_ins,
    type_word,
    words_of,
)

StyleName = Literal["paper", "brief"]
PAPER: StyleName = "paper"
BRIEF: StyleName = "brief"
STYLES: tuple[StyleName, ...] = get_args(StyleName)
Naming = Literal["new", "keep"]
NAMINGS: tuple[Naming, ...] = get_args(Naming)
NAMES_HELP = (
    "names of objects in the text: new (default) = kind and number, as in the "
    "paper; keep = the PDDL names, unless they could be confused with other words"
)


class Composition(Protocol):
    """A module of composition."""

    def compose_domain(self, domain: Domain, spoken: Phrases, /) -> DomainText: ...

    def compose_actions(self, domain: Domain, spoken: Phrases, /) -> tuple[ActionText, ...]: ...

    def compose_problem(
        self, problem: Problem, spoken: Phrases, names: ObjectNames, /
    ) -> ProblemText: ...

    def say_state(
        self, facts: Iterable[Atom], problem: Problem, spoken: Phrases, names: ObjectNames, /
    ) -> str: ...


_COMPOSITIONS: Mapping[StyleName, Composition] = {PAPER: paper, BRIEF: brief}


@dataclass(frozen=True)
class Style:
    """A domain in the words of a lexicon and in one style.

    Args:
        name: the style's name.
        kinds: the domain as the style describes it.
        phrases: the snippets, for clauses and ground actions.
        naming: what objects are called: names of our own, or those that they have in PDDL.
        terse: whether a noun is left out before a name that has it.
    """

    name: StyleName
    kinds: KindsAsTypes
    phrases: Phrases
    naming: Naming = "new"
    terse: bool = True

    @property
    def _composition(self) -> Composition:
        return _COMPOSITIONS[self.name]  # no field, since a module cannot go to another process

    @property
    def domain(self) -> Domain:
        """The domain as the style describes it."""
        return self.kinds.domain

    @cached_property
    def domain_text(self) -> DomainText:
        """The description of the domain."""
        return DomainText(
            tuple(
                replace(each, lines=tuple(map(self._renamed.show, each.lines)))
                for each in self._new_domain_text.sections
            )
        )

    @cached_property
    def actions(self) -> tuple[ActionText, ...]:
        """Each action by itself, in the domain's order."""
        return tuple(
            replace(each, conditions=tuple(map(self._renamed.show, each.conditions)))
            for each in self._composition.compose_actions(self.domain, self.phrases)
        )

    @cached_property
    def fact_phrases(self) -> Phrases:
        """The snippets for facts about named objects."""
        return about_objects(self.domain, self.phrases) if self.terse else self.phrases

    def adapted(self, problem: Problem) -> Problem:
        """A problem as the style describes it: its kinds may be predicates in PDDL."""
        return self.kinds.problem(problem)

    def names(self, problem: Problem) -> ObjectNames:
        """What a problem's objects are called."""
        adapted = self.adapted(problem)
        if self.naming == "new":
            return name_objects(adapted)
        return keep_names(self.domain, adapted.all_objects, self._words, self.constants.english)

    @cached_property
    def constants(self) -> ObjectNames:
        """What the domain's constants are called."""
        if self.naming == "new":
            return name_constants(self.domain)
        return keep_names(self.domain, self.domain.constants, self._words)

    def problem_text(self, problem: Problem, names: ObjectNames) -> ProblemText:
        """The description of a problem."""
        hidden = stand_ins(names.pddl)
        adapted = self.adapted(problem)
        text = self._composition.compose_problem(adapted, self.fact_phrases, hidden.names(names))
        return replace(
            text,
            goal=hidden.show(text.goal),
            objects=tuple(map(hidden.show, text.objects)),
            state=hidden.show(text.state),
        )

    def state(self, facts: Iterable[Atom], problem: Problem, names: ObjectNames) -> str:
        """The description of a state of a problem."""
        hidden = stand_ins(names.pddl)
        kept, adapted = self.kinds.facts(facts), self.adapted(problem)
        return hidden.show(
            self._composition.say_state(kept, adapted, self.fact_phrases, hidden.names(names))
        )

    @cached_property
    def _new_domain_text(self) -> DomainText:
        """The description with names of our own for the constants."""
        return self._composition.compose_domain(self.domain, self.phrases)

    @cached_property
    def _renamed(self) -> StandIns:
        """The names of the constants, and those of our own that the composition gives to them."""
        own = name_constants(self.domain).english
        names = self.constants.english
        return StandIns({names[each]: own[each] for each in own if own[each] != names[each]})

    @cached_property
    def _words(self) -> frozenset[str]:
        """The words that the texts may have, which no object is called."""
        nouns = [type_noun(each.name) for each in self.domain.types] + [ROOT_TYPE]
        spoken = (self.phrases.predicates, self.phrases.actions, self.phrases.functions)
        snippets = (each for table in spoken for each in table.values())
        texts = (
            self._new_domain_text.text,
            *(each.frame.replace("_", " ") for each in snippets),
            *nouns,
            *map(plural, nouns),
        )
        return frozenset().union(*map(words_of, texts))


def in_style(name: StyleName, domain: Domain, lexicon: Lexicon, naming: Naming = "new") -> Style:
    """A domain in the words of a lexicon and in the style of a name.

    `paper` has the structure of the paper (section 3), sentence by sentence; `brief` says the
    same in fewer words, and static one-place predicates of untyped domains become kinds.

    Raises:
        InputError: there is no such style.
        KeyError: the lexicon lacks a snippet.
    """
    if name not in STYLES:
        near = did_you_mean(name, STYLES)
        raise InputError(f"there is no style {name!r}; styles are {', '.join(STYLES)}{near}")
    spoken = phrases(domain, lexicon)
    if name == PAPER:
        return Style(name, KindsAsTypes(domain, {}), _terse(domain, spoken), naming)
    kinds = kinds_as_types(domain, lexicon)
    return Style(name, kinds, _terse(kinds.domain, brief.shortened(spoken)), naming)


def as_written(domain: Domain, lexicon: Lexicon) -> Style:
    """A domain in the snippets of a lexicon word by word, in the structure of `paper`."""
    return Style(PAPER, KindsAsTypes(domain, {}), phrases(domain, lexicon), terse=False)


def _terse(domain: Domain, spoken: Phrases) -> Phrases:
    """Snippets whose actions leave out a noun before a name that begins with it."""
    actions = dict(spoken.actions)
    kinds = [ROOT_TYPE, *(type_noun(each.name) for each in domain.types)]
    for schema in domain.actions:
        template = spoken.actions[schema.name]
        text = ability(schema, template, kind_nouns(domain)).text
        # What stands between the letters, which a word of the snippet's own may look like.
        parts = LETTER.split(text)[:-1]
        nouns = tuple(noun_behind_article(part, kinds) for part in parts)
        fits = len(nouns) == len(template.slots)
        made = TersePhrase(template.texts, template.slots, nouns) if fits else template
        actions[schema.name] = made
    return replace(spoken, actions=actions)


def about_objects(domain: Domain, spoken: Phrases) -> Phrases:
    """Snippets for facts about objects, without the noun that a name repeats.

    A noun stays where it tells two predicates apart that may be about the same objects, and where
    the domain's description does not have the snippet as a whole.
    """
    implied = implied_nouns(domain.types)
    named = {ROOT_TYPE, *implied}
    shapes = {key: _without_nouns(each, named) for key, each in spoken.predicates.items()}
    terse = {
        key: TerseTemplate(spoken.predicates[key].texts, spoken.predicates[key].slots, implied)
        for key in used_predicates(domain)
        if any(shapes[key][1])
        and not any(_alike(shapes[key], shapes[each], implied) for each in shapes if each != key)
    }
    terse.pop((EQUALITY, 2), None)
    return replace(spoken, predicates={**spoken.predicates, **terse})


def implied_nouns(types: Sequence[Type]) -> dict[str, frozenset[str]]:
    """For the noun that a type gives to names the nouns of all types above, its own included."""
    nouns = {item.name: type_word(item.name).replace("_", " ") for item in types}
    above = supertypes(Domain("kinds", types=tuple(types)))
    return {
        noun: frozenset(nouns[each] for each in above[name] if each in nouns)
        for name, noun in nouns.items()
    }


def _without_nouns(template: Template, named: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """A snippet's frame without the nouns before its slots, and these nouns."""
    ends = tuple(ending_noun(text, named) for text in template.texts[:-1])
    return "_".join(map(without_noun, template.texts, (*ends, ""))), ends


def _alike(
    one: tuple[str, tuple[str, ...]],
    other: tuple[str, tuple[str, ...]],
    implied: Mapping[str, frozenset[str]],
) -> bool:
    """Whether two snippets may read the same where names imply nouns."""
    pairs = [{*pair} for pair in zip(one[1], other[1], strict=False) if all(pair)]
    of_one_name = [
        {*above, *(each for each in (ROOT_TYPE, *implied) if begins_with(noun, each))}
        for noun, above in (*implied.items(), (ROOT_TYPE, frozenset[str]()))
    ]
    apart = (len(pair) == 2 and not any(pair <= each for each in of_one_name) for pair in pairs)
    return one[0] == other[0] and not any(apart)
