"""The benchmark: one folder a domain, with its PDDL, its instance generator and its instances.

`folder` and `bundled_tasks` find what is bundled by name; `tasks`, `domain_file` and `instances`
read the layout of any such folder, bundled or not.
"""

from domains._layout import (
    INSTANCE_FOLDERS,
    SCALED,
    TaskFiles,
    bundled_tasks,
    domain_file,
    folder,
    htn_folder,
    htn_names,
    instances,
    is_example,
    kept_plan,
    names,
    place,
    scaled_names,
    shown_example,
    tasks,
)

__all__ = [
    "INSTANCE_FOLDERS",
    "SCALED",
    "TaskFiles",
    "bundled_tasks",
    "domain_file",
    "folder",
    "htn_folder",
    "htn_names",
    "instances",
    "is_example",
    "kept_plan",
    "names",
    "place",
    "scaled_names",
    "shown_example",
    "tasks",
]
