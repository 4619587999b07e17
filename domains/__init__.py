"""The benchmark: one folder a domain, with its PDDL, its instance generator and its instances.

`folder` finds a bundled domain by name; `domain_file` and `instances` read the layout of any such
folder, bundled or not: `domain.pddl` beside `instances/*.pddl`.
"""

from domains._loader import domain_file, folder, instances, names

__all__ = ["domain_file", "folder", "instances", "names"]
