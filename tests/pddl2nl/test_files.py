"""Files are read up to a size, also where they have none; written, they stay what they are."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread

import pytest

from pddl2nl import files
from pddl2nl.console import emit

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such files")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 1000)


@pytest.mark.usefixtures("small")
def test_what_is_larger_than_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1000)
    assert len(files.read_bytes(path)) == 1000
    path.write_bytes(b"x" * 1001)
    for each in (path, "/dev/zero"):
        with pytest.raises(OSError, match="it is larger than 1,000 bytes"):
            files.read_bytes(each)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("size", [900, 2000])
def test_a_pipe_is_read_up_to_the_limit(tmp_path: Path, size: int) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(b"x" * size,))
    writer.start()
    try:
        if size < 1000:
            assert files.read_text(pipe) == "x" * size
        else:
            with pytest.raises(OSError, match="larger"):
                files.read_text(pipe)
    finally:
        writer.join()


def test_ends_of_lines_are_those_of_a_text_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert files.read_text(path, "utf-8-sig") == "a\nb\nc\n"


def test_a_pipe_is_written_and_stays_one(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reading = Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reading.start()
    emit("a text", pipe)
    assert pipe.is_fifo()
    reading.join(timeout=10)
    assert read == ["a text\n"]


def test_the_file_behind_a_link_is_replaced_and_not_the_link(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    link.symlink_to(file)
    emit("a text", link)
    assert (link.is_symlink(), file.read_text()) == (True, "a text\n")
