"""The evaluator: experiments, their results, and the tables made of them."""

from autoplan.results.table import load

__all__ = ["load"]
