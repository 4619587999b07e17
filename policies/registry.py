"""Mechanisms by name: ours, those of other packages, and their options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from pddl2nl.errors import InputError, did_you_mean
from pddl2nl.extensions import offered
from policies.mechanism import Mechanism, MechanismFactory, Player, Traits

ENTRY_POINTS = "autoplan.mechanisms"
"""The entry-point group in which a package can offer a mechanism: its class."""

BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        "basic": "policies.planning:Basic",
        "cot": "policies.planning:CoT",
        "act": "policies.acting:Act",
        "react": "policies.acting:ReAct",
        "modulo": "policies.modulo:Modulo",
        "chathtn": "policies.agents.chathtn:ChatHTN",
        "procllm": "policies.agents.procedural:ProcLLM",
        "multistep": "policies.agents.procedural:MultiStep",
        "agentkit": "policies.agents.agentkit.mechanism:AgentKit",
        "random": "policies.baselines:RandomWalk",
        "brfs": "policies.baselines:brfs",
        "lmcut": "policies.baselines:lmcut",
        "ff": "policies.baselines:ff",
        "lama": "policies.baselines:lama",
        "lama-first": "policies.baselines:lama_first",
    }
)

FAMILIES: Mapping[str, str] = MappingProxyType({"up": "policies.baselines:engine"})
"""Mechanisms with a name of two parts, as `up:pyperplan`: what makes one from the second part."""

_TRUTHS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_READ: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {"int": int, "float": float, "str": str, "bool": lambda text: _TRUTHS[text.lower()]}
)


class WithOptions:
    """A mechanism with some of its options set.

    Args:
        factory: makes the mechanism.
        options: the options by name.
    """

    def __init__(self, factory: MechanismFactory, options: Mapping[str, object]) -> None:
        self.traits: Traits = factory.traits
        self._make: Callable[[Player], Mechanism] = partial(cast("Any", factory), **options)

    def __call__(self, player: Player) -> Mechanism:
        return self._make(player)


def mechanism(name: str) -> MechanismFactory:
    """The mechanism of a name such as `act`, `up:pyperplan` or `beam:width=3,depth=2`.

    Raises:
        InputError: there is none, it cannot be loaded, or has no such options.
    """
    base, _, rest = name.partition(":")
    if base in FAMILIES and rest:
        make = cast("Callable[[str], MechanismFactory]", _load(name, FAMILIES[base]))
        return make(rest)
    place = BUILT_IN.get(base) or _places().get(base)
    if place is None:
        known = sorted({*_places(), "up:ENGINE"})
        near = did_you_mean(base, known) or f"; known are {', '.join(known)}"
        raise InputError(f"unknown mechanism '{name}'{near}")
    factory = cast("MechanismFactory", _load(base, place))
    if not isinstance(getattr(factory, "traits", None), Traits):
        raise InputError(f"the mechanism {base} is broken: {place} declares no traits")
    return WithOptions(factory, _options(name, factory, rest)) if rest else factory


def mechanism_files(name: str) -> dict[str, Path]:
    """The files of which a mechanism of a name is made, by option.

    Raises:
        InputError: as `mechanism`.
    """
    mechanism(name)
    base, _, rest = name.partition(":")
    if base in FAMILIES:
        return {}
    factory = cast("MechanismFactory", _load(base, _places()[base]))
    given = _options(name, factory, rest) if rest else {}
    declared = inspect.signature(factory).parameters
    files = {option: given.get(option, declared[option].default) for option in factory.traits.files}
    return {option: Path(str(value)) for option, value in files.items() if value}


def mechanism_names() -> tuple[str, ...]:
    """The names of all mechanisms, the built-in ones first."""
    return tuple(_places())


def _places() -> dict[str, str]:
    """Where each mechanism is, by name; another package cannot replace one of ours."""
    others = {name: point.value for name, point in offered(ENTRY_POINTS).items()}
    return {**BUILT_IN, **{name: others[name] for name in others if name not in BUILT_IN}}


def _load(name: str, place: str) -> object:
    """What stands at a place such as `policies.acting:Act`."""
    module, _, attribute = place.partition(":")
    try:
        return cast("object", getattr(import_module(module), attribute))
    except (ImportError, AttributeError) as error:
        raise InputError(f"the mechanism {name} cannot be loaded: {error}") from error


def _options(name: str, factory: MechanismFactory, text: str) -> dict[str, object]:
    """The options in `width=3,depth=2`, each read as the factory annotates it."""
    declared = {
        each.name: each
        for each in inspect.signature(factory).parameters.values()
        if each.kind is inspect.Parameter.KEYWORD_ONLY
    }
    base = name.partition(":")[0]
    found: dict[str, object] = {}
    for part in text.split(","):
        key, equals, value = (each.strip() for each in part.partition("="))
        if not equals or key not in declared:
            known = ", ".join(_defaults(declared.values())) or "none"
            raise InputError(f"--mechanism {name}: no option '{part}'; {base} has {known}")
        kind = _kind(declared[key])
        try:
            found[key] = _READ[kind](value)
        except (ValueError, KeyError) as error:
            expected = "yes or no" if kind == "bool" else kind
            raise InputError(
                f"--mechanism {name}: {key} must be {expected}, not '{value}'"
            ) from error
        if (read := factory.traits.files.get(key)) is not None:
            read(Path(value))
    return found


def _defaults(parameters: Any) -> Iterator[str]:
    for each in parameters:
        yield f"{each.name}={each.default}"


def _kind(parameter: inspect.Parameter) -> str:
    """The name of a parameter's type; annotations may be text (PEP 563)."""
    annotation = parameter.annotation
    return annotation if isinstance(annotation, str) else annotation.__name__
