"""Wordings and the objects found beside them, put together to actions of a problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pddl2nl.model import Atom, GroundAction, Problem, objects_by_type
from policies.translation._phrasebook import Phrasebook
from policies.translation._roles import Roles, Said, assignments, is_called
from policies.translation._wordings import Wording


class Binder:
    """Says which action of a problem is meant, if it is one and only one."""

    def __init__(self, problem: Problem, book: Phrasebook) -> None:
        self._facts = frozenset(problem.init)
        self._members = {kind: set(all_) for kind, all_ in objects_by_type(problem).items()}
        self._parameters = {item.name: item.parameters for item in problem.domain.actions}
        self._statics = book.statics
        self._nouns = {
            each.action: each.nouns
            for roles in book.roles.values()
            for each in roles
            if any(each.nouns)
        }
        self._fitting: dict[str, list[set[str]]] = {}

    def choose(self, wordings: Sequence[Wording], objects: Sequence[str]) -> GroundAction | None:
        """The action that objects in the places of some wordings make."""
        found = [self._bind(wording, objects) for wording in wordings]
        actions = list(dict.fromkeys(action for action in found if action))
        if len(actions) > 1:
            actions = [action for action in actions if self.fits(action)]
        return actions[0] if len(actions) == 1 else None

    def by_kinds(
        self, roles: Sequence[Roles], said: Said, objects: Sequence[str]
    ) -> GroundAction | None:
        """The one action whose parameters take all of some objects, by their kinds."""
        ways = [
            (each.action, values)
            for each in roles
            for values in assignments(each, said, objects, self._ranges(each.action))
        ]
        found = {self._completed(name, values) for name, values in ways}
        return found.pop() if len(found) == 1 else None

    def _completed(self, name: str, values: Mapping[int, str]) -> GroundAction | None:
        """The action of a parameter's values; one that is left unsaid must follow."""
        arity = len(self._parameters[name])
        missing = [place for place in range(arity) if place not in values]
        if not missing:
            return GroundAction(name, tuple(values[place] for place in range(arity)))
        return self._filled(name, values, missing[0]) if len(missing) == 1 else None

    def is_called(self, action: GroundAction, named: Iterable[tuple[str, str]]) -> bool:
        """Whether an action's objects may be called by the nouns beside them, as far as is known.

        Args:
            action: the action.
            named: objects with the noun beside each, or nothing.
        """
        nouns = self._nouns.get(action.name)
        return nouns is None or all(
            any(
                argument == item and is_called(noun, place, nouns)
                for place, argument in enumerate(action.args)
            )
            for item, noun in named
        )

    def fits(self, action: GroundAction) -> bool:
        """Whether the objects are of the right kinds, by type or by facts such as `(truck t0)`."""
        ranges = self._ranges(action.name)
        return all(item in fitting for item, fitting in zip(action.args, ranges, strict=True))

    def _ranges(self, name: str) -> list[set[str]]:
        """For every parameter of an action, the objects of its kind."""
        if name not in self._fitting:
            ranges = [
                set().union(*(self._members[kind] for kind in parameter.types))
                for parameter in self._parameters[name]
            ]
            places = {each.name: place for place, each in enumerate(self._parameters[name])}
            for predicate, variable in self._statics[name].kinds:
                ranges[places[variable]] &= self._kind(predicate)
            self._fitting[name] = ranges
        return self._fitting[name]

    def _kind(self, predicate: str) -> set[str]:
        return {fact.args[0] for fact in self._facts if fact.predicate == predicate}

    def _bind(self, wording: Wording, objects: Sequence[str]) -> GroundAction | None:
        values: dict[int, str] = {}
        for slot, item in zip(wording.slots, objects, strict=True):
            if values.setdefault(slot, item) != item:
                return None
        return self._completed(wording.action, values)

    def _filled(self, name: str, values: Mapping[int, str], missing: int) -> GroundAction | None:
        """What is left unsaid must follow from facts that never change."""
        fitting = []
        for item in self._ranges(name)[missing]:
            filled = {**values, missing: item}
            action = GroundAction(name, tuple(filled[place] for place in range(len(filled))))
            if self._hold(action, self._statics[name].all) and self.fits(action):
                fitting.append(action)
        return fitting[0] if len(fitting) == 1 else None

    def _hold(self, action: GroundAction, atoms: Iterable[Atom]) -> bool:
        """Whether atoms of an action's precondition hold in the beginning."""
        names = (parameter.name for parameter in self._parameters[action.name])
        values = dict(zip(names, action.args, strict=True))
        return all(
            Atom(atom.predicate, tuple(values.get(term, term) for term in atom.args)) in self._facts
            for atom in atoms
        )
