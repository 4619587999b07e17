"""Tables as text: for a terminal, and as Markdown."""

from __future__ import annotations

from rich.console import Console

from autoplan.report.paper.filled import Sheet, as_markdown, as_table

SHEET = Sheet("Table 9", ("domain", "nl act"), (("ferry", "5 (7)"), ("Σ", "")), ("One.", "Two."))


def test_markdown_has_title_header_rows_and_notes() -> None:
    assert as_markdown(SHEET).splitlines() == [
        "**Table 9**",
        "",
        "| domain | nl act |",
        "| --- | ---: |",
        "| ferry | 5 (7) |",
        "| Σ |  |",
        "",
        "One.",
        "",
        "Two.",
    ]


def test_the_terminal_shows_the_same() -> None:
    console = Console(width=60)
    with console.capture() as shown:
        console.print(as_table(SHEET))
    text = shown.get()
    for word in ("Table 9", "domain", "act", "ferry", "5 (7)", "One.", "Two."):
        assert word in text
