"""The script that makes the tables of words, on a few lines in the layout of WordNet's files."""

from __future__ import annotations

import runpy
from pathlib import Path

from tests.conftest import REPOSITORY

INDEX = """  1 a licence comes first
begin v 2 1 @ 2 2 00000001 00000002
start v 1 1 @ 1 1 00000001
go_on_and_on v 1 1 @ 1 1 00000001
carry v 1 1 @ 1 1 00000003
"""


def test_verbs_are_listed_and_irregular_forms_lead_to_theirs(
    tmp_path: Path,
) -> None:
    (tmp_path / "index.verb").write_text(INDEX, encoding="utf-8")
    (tmp_path / "verb.exc").write_text("began begin\nwent_on go_on\n", encoding="utf-8")
    script = runpy.run_path(str(REPOSITORY / "scripts" / "distill_wordnet.py"))
    assert list(script["verb_rows"](tmp_path)) == [
        "begin",
        "carry",
        "start",
        "!began\tbegin",
    ]


NOUNS = """00000001 03 n 01 entity 0 000 | what there is
00000002 18 n 01 person 0 001 @ 00000001 n 0000 | somebody
00000003 18 n 01 nurse 0 001 @ 00000002 n 0000 | one who cares
00000004 06 n 01 robot 0 001 @ 00000001 n 0000 | a machine
"""
VERBS = """00000005 38 v 01 move 0 000 02 + 08 00 + 02 00 | go; "it moved"
00000006 31 v 01 nurse 0 000 01 + 08 00 | care for
"""
INDEXES = {
    "noun": "person n 1 1 @ 1 1 00000002\nnurse n 1 1 @ 1 1 00000003\nrobot n 1 1 @ 1 0 00000004\n",
    "verb": "move v 1 0 1 1 00000005\nnurse v 1 0 1 1 00000006\n",
    "adj": "",
}


def test_words_have_kinds_frames_and_counts(tmp_path: Path) -> None:
    for name, text in INDEXES.items():
        (tmp_path / f"index.{name}").write_text(text, encoding="utf-8")
    (tmp_path / "data.noun").write_text(NOUNS, encoding="utf-8")
    (tmp_path / "data.verb").write_text(VERBS, encoding="utf-8")
    (tmp_path / "cntlist.rev").write_text("nurse%1:18:00:: 1 3\n", encoding="utf-8")
    script = runpy.run_path(str(REPOSITORY / "scripts" / "distill_wordnet.py"))
    script["KINDS"].clear()
    script["KINDS"]["p"] = ("person",)
    assert list(script["word_rows"](tmp_path)) == [
        "move\t0\t1\t0\t\timt",
        "nurse\t4\t1\t0\tp\tt",
        "person\t1\t0\t0\tp\t",
    ]
