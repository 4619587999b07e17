"""The role that each parameter of an action plays, read from the schema.

What an action deletes and adds tells where something comes from and goes to; what it only asks for
tells where and with what it is done (see `circumstances`).
"""

from __future__ import annotations

from collections.abc import Sequence

from pddl2nl.english.collocations import (
    at_or_in,
    base_of,
    preposition_after_adjective,
    preposition_after_verb,
)
from pddl2nl.english.nouns import noun_phrase
from pddl2nl.english.vocabulary import verb_lemma, word_set
from pddl2nl.english.words import split_name
from pddl2nl.model import Atom, is_variable
from pddl2nl.verbalizers.circumstances import say_places, say_relations, say_rest, say_transfer
from pddl2nl.verbalizers.phrases import adjectival
from pddl2nl.verbalizers.scene import (
    CHANGE,
    FROM_WORDS,
    GOAL,
    PLACE,
    SOURCE,
    TO_WORDS,
    TOOL,
    Change,
    Scene,
    active_verb,
    agent_first,
    changed_thing,
    changes,
    handling_verb,
    is_move,
    is_place,
    locative,
)
from pddl2nl.verbalizers.schema import OBJECT


def give_roles(scene: Scene) -> None:
    """Give every parameter but the theme the phrase it is said by."""
    replaced = changes(scene)
    _say_prepositional_names(scene)
    _say_named_in_action(scene)
    _say_main_change(scene, replaced)
    _say_paths(scene)
    _say_movements(scene)
    _say_agents(scene)
    _say_other_changes(scene, replaced)
    _say_named_pairs(scene)
    _say_named_goals(scene)
    say_places(scene)
    say_relations(scene)
    say_transfer(scene)
    say_rest(scene)


def main_change(scene: Scene, replaced: Sequence[Change]) -> Change | None:
    """The change that the sentence is about: of the theme, or of what wanders."""
    for change in replaced:
        owned = change.owners[:1] == (scene.theme,) or scene.theme is None
        if owned and is_variable(change.old) and is_variable(change.new):
            return change if _is_main(scene, change) else None
    return None


def _is_main(scene: Scene, change: Change) -> bool:
    """Whether a change is what the verb says: a move, a turn, or what the action's name
    mentions."""
    if is_move(change) or not change.owners:
        return scene.theme is None or bool(change.owners) or is_move(change)
    verb = active_verb(change.predicate)
    words = noun_phrase(scene.action.name).split()
    return bool(verb and preposition_after_verb(verb)) or scene.nouns[change.old] in words


def _say_main_change(scene: Scene, replaced: Sequence[Change]) -> None:
    change = main_change(scene, replaced)
    if change is None:
        return
    preposition = locative(change.predicate)
    beside = f" {preposition}" if preposition in _OFF_POINT else ""
    scene.say(change.old, f"from{beside}", SOURCE)
    scene.say(change.new, f"to{beside}", GOAL)


def _say_prepositional_names(scene: Scene) -> None:
    """Parameters that are called by a preposition: `?over`."""
    for variable in scene.nouns:
        if variable[1:] in ("over", "via", "through", "across", "under", "around"):
            scene.say(variable, variable[1:], SOURCE)


def _say_named_in_action(scene: Scene) -> None:
    """Parameters that the action's name puts behind a preposition: `put-on-tray`."""
    words = noun_phrase(scene.action.name).split()
    for variable, noun in scene.nouns.items():
        alone = sum(other == noun for other in scene.nouns.values()) == 1
        if not alone or not scene.free(variable):
            continue
        for place, word in enumerate(words[:-1]):
            if word not in _IN_NAMES or noun not in _ends_of(words[place + 1 :]):
                continue
            rank = SOURCE if word == "from" else GOAL
            scene.say(variable, word, rank)


_IN_NAMES = word_set("to from on onto in into at with for by")


def _ends_of(words: Sequence[str]) -> set[str]:
    """The noun phrases with which words begin, with or without an adjective first: `clean
    shaker`."""
    nouns = {" ".join(words[:size]) for size in range(1, min(4, len(words) + 1))}
    if words and adjectival(words[0]):
        nouns |= {" ".join(words[1:size]) for size in range(2, min(5, len(words) + 1))}
    return nouns


def _say_paths(scene: Scene) -> None:
    """Places of a thing that covers several: those it leaves, those it keeps, those it comes to."""
    for lost in scene.lost:
        for gained in scene.gained:
            if lost.predicate != gained.predicate or locative(lost.predicate) is None:
                continue
            if len(lost.args) < 3 or lost.args[0] != gained.args[0]:
                continue
            before, after = lost.args[1:], gained.args[1:]
            for term in before:
                scene.say(term, "via" if term in after else "from", SOURCE)
            for term in after:
                scene.say(term, "to", GOAL)


def _say_other_changes(scene: Scene, replaced: Sequence[Change]) -> None:
    said = 0
    for change in replaced:
        if not (scene.free(change.old) or scene.free(change.new)):
            continue
        opening = "and" if said else "changing"
        thing = f"{opening} {_changed(scene, change)}"
        rank = CHANGE + said / 10
        if not is_variable(change.new):
            scene.say(change.old, f"{thing} from", rank, f"to {change.new}")
        elif scene.free(change.old):
            scene.say(change.old, f"{thing} from", rank)
            scene.say(change.new, "to", rank)
        else:
            scene.say(change.new, f"{thing} to", rank)
        said += 1


_OFF_POINT = word_set("above behind below beneath beside inside under near over")


def _changed(scene: Scene, change: Change) -> str:
    """What changes: by the predicate's noun, else by the noun of its value."""
    thing = changed_thing(change.predicate)
    term = change.old if change.old in scene.nouns else change.new
    noun = scene.nouns.get(term, OBJECT)
    return f"the {noun}" if thing == "it" and noun != OBJECT else thing


def _say_movements(scene: Scene) -> None:
    """Places that something is put at or taken from, by facts of different predicates."""
    for atom in scene.gained:
        preposition = locative(atom.predicate)
        if preposition and len(atom.args) >= 2 and not _stays_there(scene, atom.args[1]):
            scene.say(atom.args[1], _goal(preposition, scene), GOAL)
    for atom in scene.lost:
        preposition = locative(atom.predicate)
        if not preposition or len(atom.args) < 2 or _stays_there(scene, atom.args[1]):
            continue
        if scene.theme in (None, atom.args[0]):
            scene.say(atom.args[1], _source(preposition), SOURCE)
        elif preposition == "at":
            noun = scene.nouns.get(atom.args[1], "")
            scene.say(atom.args[1], at_or_in(noun), PLACE, owner=atom.args[0])
    for atom in scene.gained:
        _say_contents(scene, atom, "with")
        _say_recipient(scene, atom)
        _say_governed(scene, atom)
    for atom in scene.lost:
        _say_contents(scene, atom, "of")
    for atom in scene.lost:
        words = split_name(atom.predicate)
        taken = len(atom.args) == 2 and atom.args[0] == scene.theme and len(words) == 1
        if taken and verb_lemma(words[0], "VBN"):
            scene.say(atom.args[1], "from", SOURCE)


def _goal(preposition: str, scene: Scene) -> str:
    verb = split_name(scene.action.name)[0]
    if preposition == "in":
        return "onto" if verb == "board" else "into"
    if preposition == "on":
        return "onto" if verb in ("load", "board", "move", "transfer") else "on"
    if preposition in _OFF_POINT:
        return f"to {preposition}"
    moved = any(
        locative(atom.predicate) and len(atom.args) > 1 and atom.args[0] == scene.theme
        for atom in scene.lost
    )
    return "to" if moved else preposition


def _source(preposition: str) -> str:
    return f"from {preposition}" if preposition in _OFF_POINT else "from"


def _say_contents(scene: Scene, atom: Atom, preposition: str) -> None:
    """What the theme comes to contain or contains no longer."""
    if base_of(split_name(atom.predicate)[0]) == "contain" and len(atom.args) == 2:
        if atom.args[0] == scene.theme:
            scene.say(atom.args[1], preposition, SOURCE)
        elif preposition == "with":
            scene.say(atom.args[0], "into", GOAL)


def _say_recipient(scene: Scene, atom: Atom) -> None:
    """Who is served, fed or paid: what the verb's participle is said of, if that is not the
    theme."""
    words = split_name(atom.predicate)
    verb = split_name(scene.action.name)[0]
    serving = verb in ("serve", "feed", "sell", "show", "pay", "offer")
    if serving and len(atom.args) == 1 and verb_lemma(words[0], "VBN") == verb:
        scene.say(atom.args[0], "to", GOAL)


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
        and (is_place(scene, place) or len(atom.args) > 1)
        for atom in scene.required
    )


def _say_agents(scene: Scene) -> None:
    for atom in (*scene.gained, *scene.lost):
        if handling_verb(atom.predicate) and len(atom.args) >= 2:
            agent, _, *tools = agent_first(scene, atom)
            scene.say(agent, "with", TOOL)
            for tool in tools:
                scene.say(tool, "using", TOOL)


def _say_named_pairs(scene: Scene) -> None:
    """Two parameters of a kind that are called from and to, before and after."""
    for source in scene.nouns:
        if not scene.free(source) or not _named(source, FROM_WORDS):
            continue
        for goal in scene.nouns:
            alike = goal != source and scene.nouns[source] == scene.nouns[goal]
            if alike and scene.free(goal) and _named(goal, TO_WORDS):
                scene.say(source, "from", SOURCE)
                scene.say(goal, "to", GOAL)
                break


def _say_named_goals(scene: Scene) -> None:
    """A parameter that is called a goal, where something of its kind is left already."""
    sources = {scene.nouns[p.variable] for p in scene.phrases.values() if p.preposition == "from"}
    for variable, noun in scene.nouns.items():
        if noun in sources and _named(variable, TO_WORDS):
            scene.say(variable, "to", GOAL)


def _named(variable: str, words: frozenset[str]) -> bool:
    return bool(words.intersection(split_name(variable.removeprefix("?"))))
