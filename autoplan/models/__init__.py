"""Models of a run: how they are opened and paid for, and the ledger of their calls.

The clients themselves, their cache, their pace and their batches are behind `pddl2nl.llm`.
"""

from autoplan.models.paid_models import Budget, CallsEndedError, Models, PaidModel, opened_models
from autoplan.models.prices import Price, PriceList

__all__ = [
    "Budget",
    "CallsEndedError",
    "Models",
    "PaidModel",
    "Price",
    "PriceList",
    "opened_models",
]
