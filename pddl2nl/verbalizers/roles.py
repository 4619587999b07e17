"""The role that each parameter of an action plays, read from the schema.

What an action deletes and adds tells where something comes from and goes to; what it only asks for tells
where and with what it is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pddl2nl.english.collocations import (
    at_or_in,
    base_of,
    is_agent,
    preposition_after_adjective,
    preposition_after_verb,
    progressive,
)
from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import PREPOSITIONS, is_a, is_plural, verb_lemma
from pddl2nl.english.words import split_name
from pddl2nl.model import ActionSchema, Atom, is_variable
from pddl2nl.verbalizers.phrases import preposition_for
from pddl2nl.verbalizers.schema import Facts, atoms, parameter_noun

FROM_WORDS = frozenset("from source src origin prev previous old before cur current start pre".split())
TO_WORDS = frozenset("to destination dest dst next new after goal target end finish post".split())

# The order in which the phrases of a sentence follow each other.
SOURCE, GOAL, MATTER, TOOL, PLACE, CHANGE, REST = range(7)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A parameter with the words before its noun, and its rank among the phrases."""

    variable: str
    preposition: str
    rank: int


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that an action replaces by one that differs in a single argument."""

    predicate: str
    owners: tuple[str, ...]
    old: str
    new: str


@dataclass
class Scene:
    """An action while its parameters are being given their roles."""

    action: ActionSchema
    facts: Facts
    nouns: Mapping[str, str]
    required: Sequence[Atom]
    gained: Sequence[Atom]
    lost: Sequence[Atom]
    theme: str | None = None
    phrases: dict[str, Phrase] = field(default_factory=dict)

    def free(self, variable: str) -> bool:
        """Whether a term is a parameter that has no role yet."""
        return (
            variable in self.nouns and variable != self.theme and variable not in self.phrases
        )

    def say(self, variable: str, preposition: str, rank: int) -> None:
        """Give a parameter its role, unless it has one."""
        if self.free(variable):
            self.phrases[variable] = Phrase(variable, preposition, rank)


def scene(action: ActionSchema, known: Facts) -> Scene:
    """An action with its atoms sorted and no roles given."""
    effects = action.effects
    gained = [effect.atom for effect in effects if effect.adds]
    return Scene(
        action=action,
        facts=known,
        nouns={p.name: parameter_noun(p, action, known.kinds) for p in action.parameters},
        required=[atom for atom in atoms(action.precondition) if atom.predicate not in known.kinds],
        gained=gained,
        lost=[e.atom for e in effects if not e.adds and e.atom not in gained],
    )


# --- what predicates mean for roles ---------------------------------------------------------------


def locative(predicate: str) -> str | None:
    """The preposition in a predicate's name that says where something is, or None."""
    words = split_name(predicate)
    if words[:2] == ("on", "board"):
        return "on"
    for word in words:
        if word in PREPOSITIONS and word not in ("of", "for", "to", "next", "with", "by", "from"):
            return word
    return None


def active_verb(predicate: str) -> str | None:
    """The verb of a predicate whose first argument acts on its second: `lifting`, `carry`."""
    words = split_name(predicate)
    if len(words) != 1:
        return None
    word = words[0]
    lemma = base_of(word)
    if lemma and verb_lemma(word, "VBG"):
        return lemma
    return lemma if word in ("carry", "carries", "hold", "holds", "grasp", "grip") else None


def changes(scene: Scene) -> Iterator[Change]:
    """The facts that are replaced, those about places first."""
    found = []
    for lost in scene.lost:
        for gained in scene.gained:
            change = _change(lost, gained)
            if change is not None:
                found.append(change)
    found.sort(key=lambda change: not is_move(scene, change))
    yield from found


def _change(lost: Atom, gained: Atom) -> Change | None:
    if lost.predicate != gained.predicate or len(lost.args) != len(gained.args):
        return None
    differing = [i for i, (a, b) in enumerate(zip(lost.args, gained.args, strict=True)) if a != b]
    if len(differing) != 1:
        return None
    place = differing[0]
    old, new = lost.args[place], gained.args[place]
    if not (is_variable(old) and is_variable(new)):
        return None
    owners = tuple(term for i, term in enumerate(lost.args) if i != place)
    return Change(lost.predicate, owners, old, new)


def is_move(scene: Scene, change: Change) -> bool:
    """Whether a change takes something from one place to another."""
    noun = scene.nouns.get(change.old, "")
    return locative(change.predicate) is not None or scene.facts.is_place_noun(noun)


# --- giving roles ---------------------------------------------------------------------------------


def give_roles(scene: Scene) -> None:
    """Give every parameter but the theme the phrase it is said by."""
    replaced = list(changes(scene))
    _say_changes(scene, replaced)
    _say_movements(scene)
    _say_agents(scene)
    _say_named_pairs(scene)
    _say_places(scene)
    _say_relations(scene)
    _say_rest(scene)


def _say_changes(scene: Scene, replaced: Sequence[Change]) -> None:
    if not replaced:
        return
    first = replaced[0]
    preposition = locative(first.predicate)
    beside = f" {preposition}" if preposition in _OFF_POINT else ""
    scene.say(first.old, f"from{beside}", SOURCE)
    scene.say(first.new, f"to{beside}", GOAL)
    for change in replaced[1:]:
        if scene.free(change.old) and scene.free(change.new):
            scene.say(change.old, f"changing {changed_thing(change.predicate)} from", CHANGE)
            scene.say(change.new, "to", CHANGE)


_OFF_POINT = frozenset("above behind below beneath beside inside under near over".split())


def changed_thing(predicate: str) -> str:
    """What a fluent predicate is about: `the fuel level`; `it` where its name is no noun."""
    words = noun_phrase(predicate).split()
    if words[-1] in PREPOSITIONS or not is_a(words[-1], "noun"):
        words = words[:-1]
    if words and words[0] in ("has", "have"):
        words = words[1:]
    if not words or words[0] in PREPOSITIONS:
        return "it"
    if is_plural(words[-1]):
        return f"the number of {' '.join(words)}"
    return f"the {' '.join(words)}"


def _say_movements(scene: Scene) -> None:
    """Places that something is put at or taken from, by facts of different predicates."""
    for atom in scene.gained:
        preposition = locative(atom.predicate)
        if preposition and len(atom.args) >= 2 and not _stays_there(scene, atom.args[1]):
            scene.say(atom.args[1], _goal(preposition, scene), GOAL)
    for atom in scene.lost:
        preposition = locative(atom.predicate)
        if preposition and len(atom.args) >= 2 and not _stays_there(scene, atom.args[1]):
            scene.say(atom.args[1], _source(preposition), SOURCE)
    for atom in scene.gained:
        _say_governed(scene, atom)


def _goal(preposition: str, scene: Scene) -> str:
    verb = split_name(scene.action.name)[0]
    if preposition == "in":
        return "into"
    if preposition == "on":
        return "onto" if verb in ("load", "board", "move", "transfer") else "on"
    return f"to {preposition}" if preposition in _OFF_POINT else preposition


def _source(preposition: str) -> str:
    return f"from {preposition}" if preposition in _OFF_POINT else "from"


def _say_governed(scene: Scene, atom: Atom) -> None:
    """The second argument of a participle: `(boarded ?p ?lift)`, `(painted ?tile ?color)`."""
    words = split_name(atom.predicate)
    if len(atom.args) < 2 or not verb_lemma(words[0], "VBN") or len(words) > 1:
        return
    if not scene.free(atom.args[1]) or _stays_there(scene, atom.args[1]):
        return
    if words[0] == "boarded":
        scene.say(atom.args[1], "onto", GOAL)
    elif preposition := preposition_after_adjective(words[0]):
        scene.say(atom.args[1], preposition, GOAL)


def _stays_there(scene: Scene, place: str) -> bool:
    """Whether the action asks for something at a place that does not leave it."""
    return any(
        place in atom.args
        and atom.args[-1] == place
        and atom not in scene.lost
        and (locative(atom.predicate) == "at")
        and (len(atom.args) == 1 or atom.args[0] != scene.theme)
        for atom in scene.required
    )


def _say_agents(scene: Scene) -> None:
    for atom in (*scene.gained, *scene.lost):
        if active_verb(atom.predicate) and len(atom.args) >= 2:
            agent, patient, *tools = _agent_first(scene, atom)
            del patient
            scene.say(agent, "with", TOOL)
            for tool in tools:
                scene.say(tool, "using", TOOL)


def _agent_first(scene: Scene, atom: Atom) -> tuple[str, ...]:
    first, second = atom.args[:2]
    nouns = scene.nouns
    if is_agent(nouns.get(second, "")) and not is_agent(nouns.get(first, "")):
        return (second, first, *atom.args[2:])
    return atom.args


def _say_named_pairs(scene: Scene) -> None:
    """Two parameters of a kind that are called from and to, before and after."""
    for source in scene.nouns:
        if not scene.free(source) or not _named(source, FROM_WORDS):
            continue
        for goal in scene.nouns:
            if scene.free(goal) and goal != source and _named(goal, TO_WORDS):
                if scene.nouns[source] == scene.nouns[goal]:
                    scene.say(source, "from", SOURCE)
                    scene.say(goal, "to", GOAL)
                    break


def _named(variable: str, words: frozenset[str]) -> bool:
    return bool(words.intersection(split_name(variable.removeprefix("?"))))


def _say_places(scene: Scene) -> None:
    """Where the action is done: at the places of its preconditions."""
    for atom in scene.required:
        if locative(atom.predicate) == "at" and atom.args:
            place = atom.args[-1]
            if len(atom.args) == 1 and scene.theme is not None and _is_place(scene, scene.theme):
                scene.say(place, "from", SOURCE)
            elif len(atom.args) <= 2:
                scene.say(place, at_or_in(scene.nouns.get(place, "")), PLACE)


def _is_place(scene: Scene, variable: str) -> bool:
    return scene.facts.is_place_noun(scene.nouns.get(variable, ""))


def _say_relations(scene: Scene) -> None:
    """Parameters that a precondition ties to one that is said already."""
    for atom in scene.required:
        if len(atom.args) != 2 or not scene.free(atom.args[1]):
            continue
        preposition = locative(atom.predicate)
        if preposition:
            scene.say(atom.args[1], preposition, PLACE)
        elif (verb := active_verb(atom.predicate)) and preposition_after_verb(verb):
            before = f"{progressive(verb)} {preposition_after_verb(verb)}"
            scene.say(atom.args[1], before, PLACE)


def _say_rest(scene: Scene) -> None:
    chained = {term for change in changes(scene) for term in (change.old, change.new)}
    for variable, noun in scene.nouns.items():
        if not scene.free(variable):
            continue
        if any(scene.nouns.get(term) == noun for term in chained) and _is_between(scene, variable):
            scene.say(variable, "via", CHANGE)
        else:
            preposition = preposition_for(noun, _is_place(scene, variable))
            scene.say(variable, "with" if preposition == "for" else preposition, TOOL)


def _is_between(scene: Scene, variable: str) -> bool:
    """Whether a value stands between two others, as the middle one of `(next a b) (next b c)`."""
    firsts = [a for a in scene.required if len(a.args) == 2 and a.args[0] == variable]
    seconds = [a for a in scene.required if len(a.args) == 2 and a.args[1] == variable]
    return any(a.predicate == b.predicate for a in firsts for b in seconds)
