"""Paid models: prices, the budget that calls are paid from, and how models are opened."""

from autoplan.models.budget import Budget, CallsEndedError, PaidModel
from autoplan.models.prices import Price, PriceList

__all__ = ["Budget", "CallsEndedError", "PaidModel", "Price", "PriceList"]
