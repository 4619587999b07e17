"""What the tests of the report share: a results folder, a report on it, and a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from autoplan.models.prices import PriceList
from autoplan.report import figures
from autoplan.report.material import Material, gather
from autoplan.report.page import write_report
from tests.autoplan.report.played import crowd, evening, keep

FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A results folder with an evening's episodes."""
    return keep(tmp_path_factory.mktemp("evening") / "results", *evening())


@pytest.fixture(scope="session")
def material(results: Path) -> Material:
    """What a report on that folder is made of."""
    return gather({"results": results}, PriceList.load())


@pytest.fixture(scope="session")
def page(results: Path) -> Path:
    """The report on that folder."""
    path = results / "report.html"
    write_report([results], path, PriceList.load())
    return path


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are laid out but not drawn, which takes two thirds of the time of a report."""
    monkeypatch.setattr(figures, "_svg", lambda figure, name: f'<svg class="{name}"></svg>')


@pytest.fixture(scope="session")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with more players and episodes than a window has room for."""
    folder = keep(tmp_path_factory.mktemp("crowd") / "results", *crowd())
    write_report([folder], folder / "report.html", PriceList.load())
    return folder / "report.html"


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """Chromium without a window, from the PATH; tests that need it skip without it."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("chromium and chromedriver are not on the PATH")
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield opened
    opened.quit()
