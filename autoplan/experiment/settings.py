"""What all episodes of a results folder have in common, as the folder keeps it."""

from __future__ import annotations

from collections.abc import Mapping

from autoplan.experiment.experiment import Experiment
from pddl2nl.options import declared


def kept_settings(experiment: Experiment, opened: Mapping[str, object]) -> dict[str, str]:
    """The settings of an experiment as text.

    Args:
        experiment: the experiment.
        opened: by name, what is known only once files and models are open, such as a fingerprint.
    """
    kept = (
        (owner, each.attribute or name) for owner, name, each in declared(experiment) if each.kept
    )
    found = {name: getattr(owner, name) for owner, name in kept}
    return {name: str(value) for name, value in {**found, **opened}.items()}
