"""What an action changes: its effects by what they depend on."""

from __future__ import annotations

from dataclasses import dataclass

from pddl2nl.model import TRUE, ActionSchema, Atom, Condition, Effect, Parameter, simplified


@dataclass(frozen=True, slots=True)
class Change:
    """The effects of one `forall` and `when`.

    Args:
        parameters: the variables that it speaks of besides the action's.
        condition: what must hold before.
        added: what becomes true.
        deleted: what stops being true; what is added as well goes unsaid, since it is true after.
    """

    parameters: tuple[Parameter, ...]
    condition: Condition
    added: tuple[Atom, ...]
    deleted: tuple[Atom, ...]

    @property
    def always(self) -> bool:
        """Whether it depends on nothing and speaks of no other objects."""
        return not self.parameters and self.condition == TRUE


def changes(schema: ActionSchema) -> tuple[Change, ...]:
    """An action's effects, those that depend on nothing first."""
    groups: dict[tuple[tuple[Parameter, ...], Condition], list[Effect]] = {}
    for effect in schema.effects:
        groups.setdefault((effect.parameters, simplified(effect.condition)), []).append(effect)
    found = [_change(*key, members) for key, members in groups.items()]
    return tuple(sorted(found, key=lambda change: not change.always))


def _change(
    parameters: tuple[Parameter, ...], condition: Condition, members: list[Effect]
) -> Change:
    added = tuple(effect.atom for effect in members if effect.adds)
    deleted = (effect.atom for effect in members if not effect.adds)
    return Change(
        parameters, condition, added, tuple(atom for atom in deleted if atom not in added)
    )
