"""Which action some words name: objects first, then the verb and what stands before each object.

Every action whose parameters can take the objects by their kinds is a candidate. Candidates are
compared by how well the words fit; the best one counts if no other is as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from pddl2nl.english.verbs import stems, synonyms
from pddl2nl.model import GroundAction
from pddl2nl.naming import ObjectNames
from policies.answers.meaning.facts import Facts
from policies.answers.meaning.frames import QUOTING, DomainWords, Frame, family_of
from policies.answers.meaning.names import Named, NameFinder, unknown_name
from policies.answers.meaning.phrases import Place, VerbPhrase
from policies.answers.meaning.words import (
    EVERYDAY,
    MOVING,
    PARTICLES,
    PLACING,
    REMOVING,
    mismatch,
    verb_of,
)
from policies.answers.reading import Doubt

_UNRESOLVED = frozenset({"it", "them"})
_REFERRING = frozenset({"there", "here", "it", "them", "one"})
_MOST_NODES = 3000
"""So many ways to give objects their places are looked at for one frame."""
_SAME, _NAME, _SYNONYM, _EVERYDAY = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Said:
    """A clause ready to be compared with frames.

    Attributes:
        phrase: its words.
        objects: the objects at the places of the phrase, in order.
    """

    phrase: VerbPhrase
    objects: tuple[Named, ...]


@dataclass(frozen=True, slots=True, order=True)
class Fit:
    """How badly some words fit a frame; less is better, the first difference decides."""

    verb: int
    unsaid: int
    missing: int
    relations: int
    labels: int
    inversions: int

    @property
    def words(self) -> tuple[int, ...]:
        """How badly the words fit, their order aside."""
        return (self.verb, self.unsaid, self.missing, self.relations, self.labels)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that some words may name.

    Attributes:
        action: the action.
        fit: how well the words fit it.
        possible: whether what it asks of the initial state for good is so.
        ordered: whether the order of the objects means something: it is that of the prompt's own
            words, or that of a call.
    """

    action: GroundAction
    fit: Fit
    possible: bool
    ordered: bool
    twisted: bool


class Matcher:
    """Says which action words name, if it is one and only one."""

    def __init__(
        self, words: DomainWords, facts: Facts, finder: NameFinder, names: ObjectNames
    ) -> None:
        self._words = words
        self._facts = facts
        self._finder = finder
        self._names = names
        self._forms = words.known_forms

    def knows_form(self, word: str) -> bool:
        """Whether a word is a form of a verb that may mean an action."""
        return self.verb(word) is not None

    def verb(self, word: str) -> str | None:
        """The verb that a word is a form of, if it may mean an action."""
        if word not in self._forms:
            own = (stem for stem in stems(word) if stem in self._words.verbs)
            bases = (word, next(own, None), verb_of(word))
            self._forms[word] = next((each for each in bases if each and self.knows(each)), None)
        return self._forms[word]

    def knows(self, verb: str) -> bool:
        """Whether a word is the verb of an action, means the same as one, or is an everyday one."""
        if verb in self._words.verbs:
            return True
        if verb in self._words.kinds:
            return False
        return verb in EVERYDAY or bool(_alike(self._words, verb))

    def owns(self, said: Said) -> bool:
        """Whether a clause has an action's verb, or one of moving, and names an object."""
        verb = said.phrase.verb
        return bool(said.objects) and (verb in self._words.verbs or verb in MOVING)

    def read(self, said: Said, shared: Sequence[str] = ()) -> GroundAction | Doubt:
        """The action that a clause names, or why it cannot be told.

        Args:
            said: the clause.
            shared: objects that it may leave unsaid, since the clause before it names them.
        """
        if any(name.item is None for name in said.objects):
            return self._with_unknown(said)
        partly: list[str] = []
        found = list(self._candidates(said, shared, partly))
        # What the action's own sentence leaves open, the order of its parameters does not tell.
        found = [each for each in found if not (each.fit.unsaid and each.action.name in partly)]
        if not said.phrase.words.isdisjoint(_UNRESOLVED):
            return Doubt("it does not say what is meant by 'it'")
        worded = self._as_worded(said)
        if worded is not None and worded not in [each.action for each in found]:
            return worded
        if not found:
            return self._why_none(said, partly)
        best = min(candidate.fit for candidate in found)
        near = [each for each in found if each.fit.words == best.words]
        chosen = list(dict.fromkeys(each.action for each in near if each.fit == best))
        possible = list(dict.fromkeys(each.action for each in near if each.possible))
        if possible and not set(chosen) & set(possible):
            # The order of the words says one thing, what never changes another.
            ordered = all(each.ordered for each in near if each.fit == best)
            chosen = [*chosen, *possible] if ordered else possible
        twisted = any(each.twisted for each in near if each.fit == best)
        if len(chosen) > 1 or twisted or self._exchanges_kinds(said):
            return Doubt("it may be any of these", tuple(chosen))
        return chosen[0]

    def _exchanges_kinds(self, said: Said) -> bool:
        """Whether objects are called by each other's kinds: "the box van_0, the van box_0"."""
        wrong = [
            (place.nouns & self._words.kinds, self._facts.kinds_of(name.item or ""))
            for place, name in zip(said.phrase.places, said.objects, strict=True)
            if place.nouns & self._words.kinds - self._facts.kinds_of(name.item or "")
        ]
        return any(
            not one.isdisjoint(theirs) and not other.isdisjoint(kinds)
            for (one, kinds), (other, theirs) in combinations(wrong, 2)
        )

    def _as_worded(self, said: Said) -> GroundAction | None:
        """The one action whose own words a clause has, whatever the kinds of the objects are.

        "Load the dock onto the ferry at the car" is a wrong step, and not the right one.
        """
        ways = [
            (frame.phrase.particle != said.phrase.particle, GroundAction(frame.action, args))
            for frame, rank in self._frames(said.phrase)
            if rank in (_SAME, _NAME) and not frame.formal
            if self._same_particle(said.phrase, frame)
            if frame.phrase.words <= said.phrase.words | said.phrase.nouns
            for args in [self._by_prepositions(frame, said)]
            if args is not None
        ]
        best = min((odd for odd, _ in ways), default=False)
        found = {action for odd, action in ways if odd == best}
        return found.pop() if len(found) == 1 else None

    def _by_prepositions(self, frame: Frame, said: Said) -> tuple[str, ...] | None:
        """The objects in the places of the very prepositions before them, if all have one."""
        arity = len(self._words.schemas[frame.action].parameters)
        places = dict(enumerate(zip(frame.phrase.places, frame.slots, strict=True)))
        values: dict[int, str] = {}
        for place, name in zip(said.phrase.places, said.objects, strict=True):
            fits = [number for number, (meant, _) in places.items() if _is_same(place, meant)]
            if not fits or name.item is None:
                return None
            alike = [number for number in fits if place.nouns & places[number][0].nouns]
            _, slot = places.pop((alike or fits)[0])
            if values.setdefault(slot, name.item) != name.item:
                return None
        complete = not places and len(values) == arity
        return tuple(values[slot] for slot in range(arity)) if complete else None

    def _with_unknown(self, said: Said) -> Doubt:
        """A clause with an object that there is not: nobody's action, but maybe a known attempt."""
        missing = next(name.text for name in said.objects if name.item is None)
        reason = f"there is no object called {missing}"
        attempts = {
            GroundAction(frame.action, tuple(values[n] for n in range(len(values))))
            for frame, rank in self._frames(said.phrase)
            if rank in (_SAME, _NAME)
            for values in [self._in_order(frame, said)]
            if values is not None
        }
        return Doubt(reason, attempt=attempts.pop() if len(attempts) == 1 else None)

    def _in_order(self, frame: Frame, said: Said) -> dict[int, str] | None:
        """The objects of a clause in the places of a frame, one after the other."""
        arity = len(self._words.schemas[frame.action].parameters)
        if len(frame.slots) != len(said.objects) or len(set(frame.slots)) != arity:
            return None
        values: dict[int, str] = {}
        for slot, name in zip(frame.slots, said.objects, strict=True):
            item = name.item or unknown_name(name.text, self._names)
            if values.setdefault(slot, item) != item:
                return None
        return values

    def _candidates(
        self, said: Said, shared: Sequence[str], partly: list[str]
    ) -> Iterator[Candidate]:
        """The actions that a clause may name; `partly` is told of those that are incomplete."""
        allowed: bool | None = None
        for frame, rank in self._frames(said.phrase):
            if rank == _EVERYDAY:
                allowed = self._allowed(said) if allowed is None else allowed
                if not allowed:
                    continue
            if self._speaks_of_others(said.phrase, frame) or self._beyond(said.phrase, frame):
                continue
            quoted = frame.phrase.verb == QUOTING and len(said.objects) != len(frame.slots)
            own = rank in (_SAME, _NAME)
            if quoted or (own and not self._same_particle(said.phrase, frame)):
                continue
            missing = len(frame.phrase.words - said.phrase.words - said.phrase.nouns)
            missing += own and frame.phrase.particle != said.phrase.particle
            if missing > 1 and rank == _EVERYDAY:
                continue
            # Without objects only the words can tell: "get going" is not to "take a rest".
            if missing and self._has_double(said.phrase, frame):
                continue
            # Without objects only the words can tell: to "get going" is not to "take a rest".
            own_words = own and not missing
            if not said.objects and not own_words and said.phrase.things - frame.phrase.words:
                continue
            complete = list(self._bound(said, frame, rank, missing, shared))
            if not complete and own and self._fits_partly(said, frame):
                partly.append(frame.action)
            yield from complete

    def _frames(self, phrase: VerbPhrase) -> Iterator[tuple[Frame, int]]:
        """The frames whose verb may be meant, and how near their verb is."""
        verb = phrase.verb
        own = self._words.verbs.get(verb, ())
        english = self._words.spoken is not None
        yield from ((frame, _NAME if english and frame.formal else _SAME) for frame in own)
        alike = _alike(self._words, verb) if not own else frozenset()
        for other in alike:
            yield from ((frame, _SYNONYM) for frame in self._words.verbs[other])
        family = _said_family(phrase)
        kindred = own and bool(self._own_families(verb) & {"place", "remove"})
        if not family or (verb not in EVERYDAY and not kindred) or (own and not kindred):
            return
        for frame in self._words.frames:
            another = frame.phrase.verb != verb and frame.phrase.verb not in alike
            if another and family in self._words.families[frame.action]:
                yield frame, _EVERYDAY

    def _own_families(self, verb: str) -> set[str]:
        """Whether the actions of a verb place, remove or move something."""
        own = {
            each for frame in self._words.verbs[verb] for each in self._words.families[frame.action]
        }
        own |= {"place"} if verb in PLACING else set()
        return own | ({"remove"} if verb in REMOVING else set())

    def _allowed(self, said: Said) -> bool:
        """Whether another action than those of the verb may be meant.

        An action's own verb means that action, unless it has no place for what is said with it:
        "put down A on B" stacks, "stack A on the table" puts down; "stack A" is only incomplete.
        """
        own = self._words.verbs.get(said.phrase.verb, ())
        if not own:
            return True
        return all(
            self._beyond(said.phrase, frame)
            or not any(True for _ in self._assignments(said, frame))
            for frame in own
        )

    def _beyond(self, phrase: VerbPhrase, frame: Frame) -> frozenset[str]:
        """The things named that other actions have to do with, and not this one: the table."""
        beyond = phrase.things & self._words.scenery
        return beyond - frame.phrase.words - self._words.scenes[frame.action]

    def _speaks_of_others(self, phrase: VerbPhrase, frame: Frame) -> bool:
        """Whether words belong to other actions alone: "load A into the airplane"."""
        foreign = (phrase.words & self._words.vocabulary) - frame.phrase.words
        lone = phrase.words - phrase.nouns - frame.phrase.nouns - frame.phrase.words
        own = self._words.verbs.get(phrase.verb, ())
        if any(lone & other.phrase.nouns for other in own if other.action != frame.action):
            return True
        if not foreign:
            return False
        near = (
            other.phrase.words
            for other in self._words.frames
            if other.action != frame.action and other.phrase.verb == frame.phrase.verb
        )
        return any(foreign & words for words in near) or bool(
            foreign & self._words.vocabulary - self._words.scenery
            and any(
                foreign <= other.phrase.words
                for other in self._words.frames
                if other.phrase.verb == phrase.verb
            )
        )

    def _same_particle(self, phrase: VerbPhrase, frame: Frame) -> bool:
        """Whether a verb's particle does not belong to another action: put down, put up."""
        said, meant = phrase.particle, frame.phrase.particle
        if not said or said == meant:
            return True
        others = self._words.verbs[phrase.verb]
        return not meant and said not in {other.phrase.particle for other in others}

    def _has_double(self, phrase: VerbPhrase, frame: Frame) -> bool:
        """Whether another action differs in nothing but words that are not said."""

        def shape(each: Frame) -> list[tuple[object, ...]]:
            return [(place.relations, place.nouns, place.joined) for place in each.phrase.places]

        def unsaid(each: Frame) -> int:
            return len(each.phrase.words - phrase.words - phrase.nouns)

        return any(
            other.action != frame.action
            and shape(other) == shape(frame)
            and frame.phrase.words & phrase.words <= other.phrase.words
            and unsaid(other) <= unsaid(frame)
            for other in self._words.verbs[frame.phrase.verb]
        )

    def _bound(
        self, said: Said, frame: Frame, rank: int, missing: int, shared: Sequence[str]
    ) -> Iterator[Candidate]:
        """The actions that a frame makes of what is said; what is unsaid must follow."""
        arity = len(self._words.schemas[frame.action].parameters)
        ways = list(self._assignments(said, frame))
        # What fits the words worse is not meant because it happens to be complete.
        odds = [(relations + labels, _inversions(used)) for _, relations, labels, used in ways]
        best = min(odds, default=(0, 0))
        for (values, relations, labels, used), odd in zip(ways, odds, strict=True):
            unsaid = arity - len(values)
            repeated = len(set(used)) < len(used)
            if odd[0] > best[0] or (unsaid and (rank == _EVERYDAY or odd > best or repeated)):
                continue
            # Who is said to be somebody unknown is not unsaid: "dress bob in costume_0".
            if unsaid and said.phrase.strangers - self._expected(frame):
                continue
            action = self._facts.completed(frame.action, values)
            if action is None and shared:
                action = self._facts.completed(frame.action, values, shared)
            if action is not None:
                called = not any(any(each.relations) for each in said.phrase.places)
                ordered = called or not frame.formal
                fit = Fit(rank, unsaid, missing, relations, labels, odd[1])
                twisted = relations > 1 and not frame.formal and self._twisted(said, frame, used)
                yield Candidate(action, fit, self._facts.possible(action), ordered, twisted)

    def _expected(self, frame: Frame) -> frozenset[str]:
        """The words that may stand in a clause that leaves an object of a frame unsaid."""
        known = self._words.kinds | self._words.vocabulary | self._finder.nouns
        return frame.phrase.words | frame.phrase.nouns | known | _REFERRING

    def _twisted(self, said: Said, frame: Frame, used: Sequence[int]) -> bool:
        ranges, meant = self._facts.ranges(frame.action), frame.phrase.places
        odd = [n for n, index in enumerate(used) if _cost(said.phrase.places[n], meant[index])]
        return any(
            used[one] > used[other]
            and said.objects[one].item in ranges[frame.slots[used[other]]]
            and said.objects[other].item in ranges[frame.slots[used[one]]]
            for one, other in combinations(odd, 2)
        )

    def _fits_partly(self, said: Said, frame: Frame) -> bool:
        """Whether the objects of a clause have places in a frame, and some places are left."""
        return next(self._assignments(said, frame), None) is not None

    def _assignments(
        self, said: Said, frame: Frame
    ) -> Iterator[tuple[dict[int, str], int, int, tuple[int, ...]]]:
        """The ways to give a frame's parameters the objects, each with what is odd about it.

        Yields:
            The objects by parameter, how badly prepositions and labels fit, and the places of the
            frame in the order in which the objects are named.
        """
        ranges = self._facts.ranges(frame.action)
        places = list(zip(frame.phrase.places, frame.slots, strict=True))
        nodes, verb = 0, frame.phrase.verb

        def give(
            number: int, values: dict[int, str], used: tuple[int, ...], relations: int, labels: int
        ) -> Iterator[tuple[dict[int, str], int, int, tuple[int, ...]]]:
            nonlocal nodes
            if number == len(said.objects):
                yield dict(values), relations, labels, used
                return
            item = said.objects[number].item
            place = said.phrase.places[number]
            assert item is not None
            for index, (meant, slot) in enumerate(places):
                nodes += 1
                if nodes > _MOST_NODES:
                    return
                known = values.get(slot)
                if known not in (None, item) or item not in ranges[slot]:
                    continue
                cost = _cost(place, meant)
                if cost is None or not self._may_be_called(verb, place, meant, item):
                    continue
                odd = bool(place.label or meant.label) and not place.label & meant.label
                yield from give(
                    number + 1,
                    {**values, slot: item},
                    (*used, index),
                    relations + cost,
                    labels + odd,
                )

        return give(0, {}, (), 0, 0)

    def _may_be_called(self, verb: str, said: Place, meant: Place, item: str) -> bool:
        """Whether an object may be called by the nouns beside it: B is no airplane if a truck."""
        kinds = self._facts.kinds_of(item)
        strange = said.nouns - meant.nouns - self._finder.nouns - kinds
        if strange and not self._finder.tells_kind(item, kinds):
            return False
        return not strange & self._nouns_of(verb, meant.relations)

    def _nouns_of(self, verb: str, relations: tuple[str, ...]) -> frozenset[str]:
        """The nouns that stand behind some prepositions in all actions with a verb."""
        return frozenset(
            noun
            for frame in self._words.verbs.get(verb, ())
            for place in frame.phrase.places
            if place.relations == relations
            for noun in place.nouns
        )

    def _why_none(self, said: Said, partly: list[str]) -> Doubt:
        """Why a clause names no action.

        Args:
            said: the clause.
            partly: the actions that lack nothing but objects that are left unsaid.
        """
        if partly:
            return Doubt(f"it does not say everything that is needed to {partly[0]}")
        if next(self._frames(said.phrase), None) is None:
            return Doubt(f"no action is called '{said.phrase.verb}'")
        return Doubt("no action takes these objects in this way")


def _said_family(phrase: VerbPhrase) -> str:
    """What an everyday verb, or the verb of another action, says of the direction."""
    return family_of(phrase)


def _cost(said: Place, meant: Place) -> int | None:
    if said.joined and not meant.joined:
        return None
    if {said.direction, meant.direction} == {"from", "to"}:
        return None
    costs = [
        cost
        for one in said.relations
        for other in meant.relations
        for cost in [mismatch(one, other)]
        if cost is not None
    ]
    return min(costs, default=None)


def _is_same(said: Place, meant: Place) -> bool:
    """Whether an object stands behind the very preposition of a frame."""
    return _cost(said, meant) == 0 and said.joined == meant.joined


def _inversions(used: Sequence[int]) -> int:
    """How many pairs of places are not in the frame's order."""
    return sum(one > other for one, other in combinations(used, 2))


@cache
def _alike_verbs(verb: str, verbs: frozenset[str]) -> frozenset[str]:
    base = verb_of(verb)
    # "Cool it down" downs nothing: a particle is no verb, unless an action is called so.
    if base is None or verb in PARTICLES:
        return frozenset()
    return frozenset(other for other in verbs if other in synonyms(base) or base in synonyms(other))


def _alike(words: DomainWords, verb: str) -> frozenset[str]:
    return _alike_verbs(verb, frozenset(words.verbs))
