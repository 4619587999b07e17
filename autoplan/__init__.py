"""The evaluator: experiments, their results, and the tables made of them."""

from autoplan.table import load

__all__ = ["load"]
