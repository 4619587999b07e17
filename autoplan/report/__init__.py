"""The report of an evaluation: one HTML page, and its tables for papers and programs.

`autoplan.report.page` writes it. Nothing is imported here: the page takes seconds to import, which
what needs the statistics or the tables alone should not pay.
"""
