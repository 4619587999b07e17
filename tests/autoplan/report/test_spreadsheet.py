"""CSV files: texts that a spreadsheet would evaluate, and numbers that it should."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest

from autoplan.report.companions import as_csv


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\n"])
def test_a_formula_becomes_a_text(sign: str) -> None:
    cell = f'{sign}HYPERLINK("http://evil.example")'
    read = pd.read_csv(io.StringIO(as_csv(pd.DataFrame({"domain": [cell], cell: ["ferry"]}))))
    assert read.to_dict("list") == {"domain": [f"'{cell}"], f"'{cell}": ["ferry"]}


def test_a_formula_among_categories_becomes_a_text() -> None:
    frame = pd.DataFrame({"player": pd.Categorical(["=1+2", "act"])})
    assert as_csv(frame) == "player\n'=1+2\nact\n"


def test_numbers_and_what_is_missing_stay_as_they_are() -> None:
    frame = pd.DataFrame(
        {
            "left": [-1.5, float("nan")],
            "steps": pd.array([-3, None], dtype="Int64"),
            "seed": ["-7", "+1.5e-3"],
            "solved": [True, False],
            "name": ["a-b", None],
        }
    )
    assert as_csv(frame) == frame.to_csv(index=False)


@pytest.mark.parametrize("value", ["x\r=1+1", "\r=1+1", "\n=1+1", "\uff1d1+1", "a\r\n@b"])
def test_no_cell_that_a_spreadsheet_reads_begins_a_formula(value: str) -> None:
    text = as_csv(pd.DataFrame({"a": [value]}))
    [[cell]] = list(csv.reader(io.StringIO(text, newline="")))[1:]
    assert cell[0] not in "=+-@\t\r\n\uff1d"
