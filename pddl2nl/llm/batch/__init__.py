"""Chat models asked through OpenAI's Batch API: half the price, an answer within a day."""

from __future__ import annotations

from pddl2nl.llm.batch._model import BatchModel
from pddl2nl.llm.batch._open import open_batch_model
from pddl2nl.llm.batch._settings import BatchLimits, Timing

__all__ = ["BatchLimits", "BatchModel", "Timing", "open_batch_model"]
