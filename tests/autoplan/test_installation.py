"""The hint how to install an extra fits the way in which the package was installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from autoplan.installation import advice
from tests.conftest import REPOSITORY

FOLDER = {"url": "file:///a%20b/autoplan", "dir_info": {}}
VCS = {"url": "https://h/autoplan", "vcs_info": {"vcs": "git", "commit_id": "0"}}


@pytest.mark.parametrize(
    ("origin", "installer", "command"),
    [
        (None, "pip", "pip install 'autoplan[mcp]'"),
        (None, "uv", "uv pip install 'autoplan[mcp]'"),
        (FOLDER, "pip", "pip install '/a b/autoplan[mcp]'"),
        (
            {**FOLDER, "dir_info": {"editable": True}},
            "pip",
            "pip install -e '/a b/autoplan[mcp]'",
        ),
        (VCS, "pip", "pip install 'autoplan[mcp] @ git+https://h/autoplan'"),
        (
            {**VCS, "vcs_info": {**VCS["vcs_info"], "requested_revision": "v1"}},  # type: ignore[dict-item]
            "pip",
            "pip install 'autoplan[mcp] @ git+https://h/autoplan@v1'",
        ),
        (
            {"url": "file:///w/autoplan-1-py3-none-any.whl", "archive_info": {}},
            "pip",
            "pip install 'autoplan[mcp] @ file:///w/autoplan-1-py3-none-any.whl'",
        ),
    ],
)
def test_the_hint_repeats_the_way_of_the_installation(
    origin: dict[str, Any] | None,
    installer: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    info = tmp_path / "autoplan-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: autoplan\nVersion: 1\n")
    (info / "INSTALLER").write_text(f"{installer}\n")
    if origin is not None:
        (info / "direct_url.json").write_text(json.dumps(origin))
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    assert advice("mcp") == f"install it with: {command}"


def test_a_checkout_that_is_not_installed_becomes_editable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    assert advice("mcp") == f"install it with: pip install -e '{REPOSITORY}[mcp]'"
