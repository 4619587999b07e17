"""The script that makes the table of verbs, on a few lines in the layout of WordNet's files."""

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


def test_verbs_of_one_sense_are_synonyms_and_irregular_forms_lead_to_theirs(
    tmp_path: Path,
) -> None:
    (tmp_path / "index.verb").write_text(INDEX, encoding="utf-8")
    (tmp_path / "verb.exc").write_text("began begin\nwent_on go_on\n", encoding="utf-8")
    script = runpy.run_path(str(REPOSITORY / "scripts" / "distill_wordnet.py"))
    assert list(script["rows"](tmp_path)) == [
        "begin\tstart",
        "carry\t",
        "start\tbegin",
        "!began\tbegin",
    ]
