"""The report of an evaluation: one HTML page, and its tables for papers and programs."""

from autoplan.report.write import write_report

__all__ = ["write_report"]
