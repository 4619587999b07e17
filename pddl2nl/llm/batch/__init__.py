"""Chat models asked through OpenAI's Batch API: half the price, an answer within a day."""

from __future__ import annotations

from pddl2nl.llm.batch.dispatch import BatchLimits
from pddl2nl.llm.batch.model import BatchModel, open_batch_model
from pddl2nl.llm.batch.server import Timing

__all__ = ["BatchLimits", "BatchModel", "Timing", "open_batch_model"]
