"""The circumstances of an action: where, with what and about what it is done, by its
preconditions."""

from __future__ import annotations

from pddl2nl.english.collocations import (
    SUPERLATIVES,
    at_or_in,
    preposition_after_verb,
    progressive,
)
from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import is_a, verb_lemma, word_set
from pddl2nl.english.words import split_name
from pddl2nl.model import Atom
from pddl2nl.verbalizers.phrases import adjectival, preposition_for, with_article
from pddl2nl.verbalizers.scene import (
    ATTRIBUTE,
    CHANGE,
    GOAL,
    PLACE,
    SOURCE,
    TOOL,
    Scene,
    active_verb,
    changes,
    is_place,
    locative,
)
from pddl2nl.verbalizers.schema import OBJECT


def say_places(scene: Scene) -> None:
    """Where the action is done: at the places of its preconditions."""
    here = [
        atom
        for atom in scene.required
        if locative(atom.predicate) == "at"
        and 0 < len(atom.args) < 3
        and (len(atom.args) == 2 or is_place(scene, atom.args[0]))
    ]
    open_places = {atom.args[-1] for atom in here if scene.free(atom.args[-1])}
    for atom in here:
        place = atom.args[-1]
        if _acts_from(scene, atom):
            scene.say(place, "from", SOURCE)
        elif scene.free(place):
            owner = atom.args[0] if len(open_places) > 1 and len(atom.args) == 2 else ""
            scene.say(place, at_or_in(scene.nouns.get(place, "")), PLACE, owner=owner)


def _acts_from(scene: Scene, atom: Atom) -> bool:
    """Whether the place of the doer is not the place of the deed."""
    if scene.theme is not None:
        return atom.args[0] != scene.theme and is_place(scene, scene.theme)
    changed = {term for one in (*scene.gained, *scene.lost) for term in one.args}
    place = atom.args[-1]
    return place not in changed and any(
        scene.free(term) and is_place(scene, term) for term in changed - {place}
    )


def say_relations(scene: Scene) -> None:
    """Parameters that a precondition ties to another one."""
    for atom in scene.required:
        if len(atom.args) == 2 and scene.free(atom.args[1]):
            _say_relation(scene, atom)
    for atom in scene.required:
        if len(atom.args) == 2 and scene.free(atom.args[1]) and _is_attribute(scene, atom):
            _say_attribute(scene, atom)
        elif len(atom.args) == 3 and scene.free(atom.args[0]) and _is_attribute(scene, atom):
            _say_value(scene, atom)


def _say_relation(scene: Scene, atom: Atom) -> None:
    preposition = locative(atom.predicate)
    verb = active_verb(atom.predicate)
    if preposition:
        scene.say(atom.args[1], preposition, PLACE)
    elif verb and preposition_after_verb(verb):
        scene.say(atom.args[1], f"{progressive(verb)} {preposition_after_verb(verb)}", PLACE)
    elif atom.predicate.endswith("of") and atom.args[0] == scene.theme:
        scene.say(atom.args[1], "of", SOURCE - 1)


def _say_attribute(scene: Scene, atom: Atom) -> None:
    """The value of a property: `with wood of awood {?w}`."""
    words = _own_words(scene, atom)
    noun = scene.nouns[atom.args[1]]
    same = words == noun.split() or words[-1] == noun.split()[-1]
    scene.say(atom.args[1], "with" if same else f"with {with_article(words)} of", ATTRIBUTE)


def _say_value(scene: Scene, atom: Atom) -> None:
    """The value that a fact about two others gives first: `(fuelcost ?level ?a ?b)`."""
    others = [scene.nouns.get(term, "") for term in atom.args[1:]]
    if others[0] == others[1] != scene.nouns[atom.args[0]]:
        words = noun_phrase(atom.predicate).split()
        scene.say(atom.args[0], f"with {with_article(words)} of", ATTRIBUTE)


def _is_attribute(scene: Scene, atom: Atom) -> bool:
    """Whether a fact gives a property of its first argument, whose name is a noun: `wood`,
    `size`."""
    words = noun_phrase(atom.predicate).split()
    first, last = scene.nouns.get(atom.args[0], ""), scene.nouns.get(atom.args[-1], "")
    if first == last or not is_a(words[-1], "noun") or verb_lemma(words[-1], "VBG"):
        return False
    return not adjectival(words[-1]) and words[-1] not in SUPERLATIVES


def _own_words(scene: Scene, atom: Atom) -> list[str]:
    words = noun_phrase(atom.predicate).split()
    owner = scene.nouns.get(atom.args[0], "").split()
    if words[0] in ("has", "have", "is"):
        words = words[1:]
    return words[len(owner) :] if owner and words[: len(owner)] == owner != words else words


_TRANSFERS = word_set("communicate deliver give hand pass pour report send transfer transmit")


def say_transfer(scene: Scene) -> None:
    """Who gives and who gets, where the verb is of that kind and the effects do not tell."""
    verb = split_name(scene.action.name)[0]
    ranks = {phrase.rank for phrase in scene.phrases.values()}
    left = [v for v in scene.nouns if scene.free(v)]
    if verb in _TRANSFERS and GOAL not in ranks and len(left) == 2:
        scene.say(left[0], "from", GOAL)
        scene.say(left[1], "to", GOAL)


def say_rest(scene: Scene) -> None:
    chained = {term for change in changes(scene) for term in (change.old, change.new)}
    chained |= {p.variable for p in scene.phrases.values() if p.rank in (SOURCE, GOAL)}
    for variable, noun in scene.nouns.items():
        if not scene.free(variable):
            continue
        if any(scene.nouns.get(term) == noun for term in chained) and _is_between(scene, variable):
            scene.say(variable, "via", CHANGE + 1)
            continue
        preposition = preposition_for(noun, is_place(scene, variable))
        if _is_made(scene, variable):
            scene.say(variable, "into", GOAL + 1)
        if preposition == "with" and _is_with_something(scene):
            preposition = "using"
        if preposition == "for" and not (scene.theme is None and noun == OBJECT):
            preposition = "with"
        scene.say(variable, preposition, TOOL)


def _is_with_something(scene: Scene) -> bool:
    """Whether `with` already says what the theme gets, so that tools need another word."""
    return any(p.preposition == "with" and p.rank == SOURCE for p in scene.phrases.values())


def _is_made(scene: Scene, variable: str) -> bool:
    """Whether a parameter is what something is cut into."""
    words = noun_phrase(scene.action.name).split()
    verbs = _DIVIDING.intersection(words if words[0] == "do" else words[:1])
    return bool(verbs) and any(atom.args[:1] == (variable,) for atom in scene.gained)


_DIVIDING = word_set("carve chop convert crush cut divide process saw slice split transform")


def _is_between(scene: Scene, variable: str) -> bool:
    """Whether a value stands between two others, as the middle one of `(next a b) (next b c)`."""
    firsts = [a for a in scene.required if len(a.args) == 2 and a.args[0] == variable]
    seconds = [a for a in scene.required if len(a.args) == 2 and a.args[1] == variable]
    return any(a.predicate == b.predicate for a in firsts for b in seconds)
