"""The files of an agent: what it may do with them, and by which names."""

from __future__ import annotations

import pytest

from policies.agents.procedural.workspace import FileAccessError, WorkFile, Workspace, plain_name

FILES = Workspace.of(
    [WorkFile("notes.txt", "r/w", "one"), WorkFile("answer.txt", "r/w"), WorkFile("request.txt")]
)


@pytest.mark.parametrize(
    "named", ["notes.txt", "files/notes.txt", " ./notes.txt ", "/files/notes.txt"]
)
def test_a_file_has_the_names_of_the_papers(named: str) -> None:
    assert plain_name(named) == "notes.txt"
    assert FILES.read(named) == "one"
    assert FILES.written(named, "two").text("notes.txt") == "two"


def test_appending_begins_on_a_line_of_its_own() -> None:
    assert FILES.appended("notes.txt", "two").text("notes.txt") == "one\ntwo"
    assert FILES.appended("answer.txt", "two").text("answer.txt") == "two"
    ended = FILES.written("notes.txt", "one\n").appended("notes.txt", "two")
    assert ended.text("notes.txt") == "one\ntwo"


def test_a_change_leaves_the_files_before_it_as_they_were() -> None:
    FILES.written("notes.txt", "two")
    assert FILES.text("notes.txt") == "one"


def test_a_file_that_may_only_be_read_is_not_written() -> None:
    for change in (FILES.written, FILES.appended):
        with pytest.raises(FileAccessError, match=r"request\.txt can be read only; you can write"):
            change("request.txt", "x")


@pytest.mark.parametrize(
    "named", ["", "secret.txt", "../request.txt", "/etc/passwd", "files/../notes.txt", "NOTES.TXT"]
)
def test_what_is_not_listed_is_not_there(named: str) -> None:
    for act in (FILES.read, lambda name: FILES.written(name, "x")):
        with pytest.raises(FileAccessError, match="there is no file"):
            act(named)


def test_a_near_name_is_suggested() -> None:
    with pytest.raises(FileAccessError, match=r"did you mean 'request\.txt'"):
        FILES.read("requests.txt")
