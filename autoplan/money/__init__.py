"""What calls cost: prices, the purse that calls are paid from, and estimates before the first."""

from autoplan.money.prices import Price, PriceList
from autoplan.money.purse import CallsEndedError, PaidModel, Purse

__all__ = ["CallsEndedError", "PaidModel", "Price", "PriceList", "Purse"]
