"""English, as `pddl2nl.compose` writes it, read back into values without a look at the PDDL."""

from pddl2nl.readback._clauses import HOLE, UNREAD, UnreadableText, filled
from pddl2nl.readback._task import ReadTask, holds_task, read_task

__all__ = ["HOLE", "UNREAD", "ReadTask", "UnreadableText", "filled", "holds_task", "read_task"]
