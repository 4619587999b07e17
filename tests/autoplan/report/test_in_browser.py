"""The page in a real browser: it shows, filters, opens episodes by address, and stays safe."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

import pytest

import autoplan
from autoplan import cli
from tests.autoplan.report.played import BROKEN, DRIVE, MODEL, PLAN, keep, play
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.long

T = TypeVar("T")

ROWS = "return [...document.querySelectorAll('#list tbody tr')].map((row) => row.innerText)"


class Reader:
    """Someone who reads the page: opens addresses, looks, types."""

    def __init__(self, browser: Any, page: Path) -> None:
        self._browser = browser
        self._page = page

    def open(self, fragment: str = "") -> None:
        self._browser.get("about:blank")
        self._browser.get(self._page.as_uri() + fragment)
        self.wait(lambda: self.run("return document.documentElement.dataset.ready === 'yes'"))

    def run(self, script: str, *arguments: object) -> Any:
        return self._browser.execute_script(script, *arguments)

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).innerText", selector))

    def rows(self) -> list[str]:
        return list(self.run(ROWS))

    def visible(self, selector: str) -> bool:
        return bool(
            self.run("return document.querySelector(arguments[0])?.checkVisibility()", selector)
        )

    def find(self, selector: str) -> Any:
        return self._browser.find_element("css selector", selector)

    def choose(self, name: str, value: str) -> None:
        self.find(f"#filters [name={name}] option[value='{value}']").click()

    def wait(self, condition: Callable[[], T], seconds: float = 20) -> T:
        end = time.monotonic() + seconds
        while not (found := condition()):
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.02)
        return found

    def errors(self) -> list[str]:
        return [entry["message"] for entry in self._browser.get_log("browser")]

    def press(self, key: str) -> None:
        self._browser.switch_to.active_element.send_keys(key)

    def keep_still(self) -> None:
        """Scroll at once: what glides cannot be clicked."""
        wish = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
        self._browser.execute_cdp_cmd("Emulation.setEmulatedMedia", wish)

    def resize(self, width: int) -> None:
        measures = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
        self._browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", measures)


@pytest.fixture
def reader(browser: object, page: Path) -> Iterator[Reader]:
    """A reader at the page's top; nothing may have gone wrong by the end."""
    found = Reader(browser, page)
    found.errors()  # what an earlier test has left
    found.resize(1280)
    found.keep_still()
    found.open()
    yield found
    assert found.errors() == []
    assert "owned" not in found.run("return document.title"), "a model's answer was run as a script"


def address(how: str, instance: str) -> str:
    key = {
        "run": "results",
        "domain": "yard",
        "instance": instance,
        "mechanism": how,
        "input": "nl",
        "model": MODEL,
        "seed": 1,
    }
    return f"#/episode?{urlencode(key)}"


def test_everything_is_shown(reader: Reader) -> None:
    assert len(reader.rows()) == 10
    assert reader.text("#found").startswith("10 episodes, ")
    assert reader.run("return document.querySelectorAll('figure svg').length") >= 4
    for section in ("coverage", "lengths", "effort", "failures", "episodes", "about"):
        assert reader.visible(f"#{section}")


def test_the_list_is_filtered(reader: Reader) -> None:
    reader.choose("player", "Act")
    reader.wait(lambda: len(reader.rows()) == 3)
    reader.choose("outcome", "failed")
    [row] = reader.wait(lambda: len(reader.rows()) == 1 and reader.rows())
    assert "instance-10" in row
    assert "not understood" in row
    assert "player=Act&outcome=failed" in reader.run("return location.hash")
    reader.find("#filters [type=reset]").click()
    reader.wait(lambda: len(reader.rows()) == 10)


def test_the_list_is_searched(reader: Reader) -> None:
    reader.find("[name=q]").send_keys("on FIRE")
    [row] = reader.wait(lambda: len(reader.rows()) == 1 and reader.rows())
    assert "model error" in row


def test_every_word_of_a_search_may_stand_in_another_field(reader: Reader) -> None:
    reader.find("[name=q]").send_keys("error React instance-10")
    [row] = reader.wait(lambda: len(reader.rows()) == 1 and reader.rows())
    assert "model error" in row
    reader.find("[name=q]").send_keys(" owned")
    reader.wait(lambda: len(reader.rows()) == 0)


def test_a_search_that_finds_nothing_offers_to_be_cleared(reader: Reader) -> None:
    assert not reader.visible("#clear")
    reader.find("[name=q]").send_keys("nowhere to be found")
    reader.wait(lambda: reader.visible("#clear"))
    reader.find("#clear").click()
    reader.wait(lambda: len(reader.rows()) == 10)
    assert not reader.visible("#clear")


def test_words_in_a_field_and_in_the_conversation_are_found_together(reader: Reader) -> None:
    reader.find("[name=q]").send_keys("understood owned")
    reader.find("[name=inside]").click()
    reader.wait(lambda: len(reader.rows()) == 1)


def test_the_windows_title_follows(reader: Reader) -> None:
    title = "return document.title"
    reader.open(address("act", "instance-2"))
    assert reader.run(title) == "yard instance-2: Act – results"
    reader.find("#episode .bar a").click()
    reader.wait(lambda: reader.visible("main"))
    assert reader.run(title) == "results"


def test_conversations_are_searched_where_that_is_asked_for(reader: Reader) -> None:
    reader.find("[name=q]").send_keys("owned")
    reader.wait(lambda: len(reader.rows()) == 0)
    reader.find("[name=inside]").click()
    reader.wait(lambda: len(reader.rows()) == 2)


def test_the_list_is_sorted_by_any_column_in_natural_order(reader: Reader) -> None:
    def tasks() -> list[str]:
        return [row.split("\t")[0].split("\n")[0] for row in reader.rows()]

    reader.choose("player", "Basic")
    reader.wait(lambda: len(reader.rows()) == 3)
    head = reader.find("#list th:nth-child(5) button")
    head.click()
    assert reader.run("return document.querySelector('[aria-sort]').ariaSort") == "ascending"
    assert tasks()[0] == "yard instance-2"
    head.click()
    assert tasks()[0] == "yard instance-1"
    reader.find("#list th:nth-child(1) button").click()
    assert tasks() == ["yard instance-1", "yard instance-2", "yard instance-10"]


def test_a_number_in_the_heat_map_leads_to_its_episodes(reader: Reader) -> None:
    reader.run("document.querySelector('.heat td:nth-of-type(3) a').click()")
    reader.wait(lambda: len(reader.rows()) == 3)
    assert reader.run("return document.querySelector('[name=player]').value") == "Act"
    assert reader.run("return document.querySelector('[name=domain]').value") == "yard"


def test_an_episode_is_opened_by_its_address(reader: Reader) -> None:
    reader.open(address("act", "instance-2"))
    assert not reader.visible("main")
    assert reader.text("#episode h2") == "yard instance-2: Act"
    assert reader.text(".verdict") == "Solved"
    turns = reader.run("return [...document.querySelectorAll('.turn')].map((one) => one.innerText)")
    assert "My goal is" in turns[0]
    assert BROKEN in turns[1]
    assert "I cannot" in turns[2]
    assert "unsatisfied precondition" in turns[2]
    assert len(turns) == 1 + 2 * 4


def test_an_episode_is_read_step_by_step_and_left_again(reader: Reader) -> None:
    reader.run("document.querySelector('#list tbody a').click()")
    reader.wait(lambda: reader.visible("#episode"))
    first = reader.text("#episode h2")
    reader.find("#episode .bar a:last-child").click()
    reader.wait(lambda: reader.text("#episode h2") != first)
    reader.find("#episode .bar a").click()
    reader.wait(lambda: reader.visible("main"))
    assert len(reader.rows()) == 10


def test_states_before_and_after_a_step_are_worked_out(reader: Reader) -> None:
    reader.open(address("act", "instance-1"))
    details = "#episode .turn:nth-child(5) details"  # prompt, then answer and step by turns
    reader.find(f"{details} summary").click()
    reader.wait(lambda: reader.visible(f"{details} .state"))
    before, after = (
        set(reader.text(f"{details} .columns > :nth-child({side}) .state").split("\n"))
        for side in (1, 2)
    )
    assert before - after == {"crate_0 lies at place_1"}
    assert after - before == {"crate_0 is loaded into truck_0"}
    assert "truck_0 is parked at place_1" in before


def test_a_step_with_quotation_marks_is_shown_once(reader: Reader) -> None:
    reader.open(address("act", "instance-2"))
    answer, step = (f"#episode .turn:nth-child({number})" for number in (4, 5))
    assert '"truck_0"' in reader.text(answer)
    assert reader.text(step).startswith("Step 2\n(drive ")


def test_the_goal_and_the_planners_plan_are_shown(reader: Reader) -> None:
    reader.open(address("basic", "instance-2"))
    goals = reader.text("#episode .columns ul")
    assert "crate_0 is loaded into truck_0" in goals
    assert "(reached)" not in goals
    assert "(not reached)" in goals
    reader.find("#episode .columns details:last-of-type summary").click()
    assert DRIVE in reader.text("#episode .columns ol")


def test_a_legend_folded_away_maps_names_to_those_in_pddl_and_fits_a_phone(reader: Reader) -> None:
    reader.resize(390)
    reader.open(address("basic", "instance-2"))
    assert not reader.visible("#episode dl.legend")
    assert reader.text("#episode details:has(.legend) summary") == "Names in PDDL: 6 objects"
    reader.find("#episode details:has(.legend) summary").click()
    # Between the two stands a colon of the style sheet.
    assert "truck_0lorry" in reader.text("#episode dl.legend").split("\n")
    root = "document.documentElement"
    assert reader.run(f"return {root}.scrollWidth <= {root}.clientWidth")


def test_what_a_model_said_is_text(reader: Reader) -> None:
    for how, instance in (("act", "instance-10"), ("react", "instance-1")):
        reader.open(address(how, instance))
        assert "</script><script>document.title = 'owned'</script>" in reader.text(".turns")
        assert "{{ 7 * 7 }}" in reader.text(".turns")
        assert reader.run("return document.querySelectorAll('#episode img').length") == 0
        assert reader.run("return document.querySelectorAll('#episode script').length") == 0
        links = "return [...document.querySelectorAll('#episode a')].map((a) => a.protocol)"
        assert set(reader.run(links)) == {"file:"}
    reader.open(address("react", "instance-10"))
    assert "(the server is <b>on fire</b>)" in reader.text(".verdict")


def test_what_a_mechanism_has_kept_is_a_tree_of_text(reader: Reader) -> None:
    reader.open(address("act", "instance-1"))
    assert reader.text(".turns > li:last-child").splitlines() == [
        "Kept: hierarchy",
        "(deliver crate), origin: model",
        "(load <b>it</b>)",
    ]


def test_thoughts_are_set_apart(reader: Reader) -> None:
    reader.open(address("react", "instance-1"))
    assert reader.text(".turn.model .thought").startswith("Think: ")
    assert "Instruction:" not in reader.text(".turn.model .thought")


def test_an_address_without_an_episode_says_so(reader: Reader) -> None:
    reader.open(address("act", "instance-99"))
    assert "no such episode" in reader.text("#episode")


def test_the_keyboard_reaches_an_episode(reader: Reader) -> None:
    reader.run("document.querySelector('#list tbody a').focus()")
    reader.press("\ue007")  # enter
    reader.wait(lambda: reader.visible("#episode"))
    assert reader.run("return document.activeElement.id") == "episode"


@pytest.mark.parametrize("fragment", ["", address("act", "instance-10")])
def test_nothing_sticks_out_on_a_phone(reader: Reader, fragment: str) -> None:
    reader.resize(360)
    reader.open(fragment)
    root = "document.documentElement"
    assert reader.run(f"return {root}.scrollWidth <= {root}.clientWidth")


CUT = """return [...document.querySelectorAll("table")].filter((table) => {
    const {clientWidth, scrollWidth} = table.parentElement;
    return scrollWidth > clientWidth || table.getBoundingClientRect().right > innerWidth;
}).map((table) => table.closest("section").id)"""


@pytest.mark.parametrize("which", ["page", "crowded"])
def test_no_table_is_cut_on_a_phone(
    which: str, browser: object, request: pytest.FixtureRequest
) -> None:
    found = Reader(browser, request.getfixturevalue(which))
    found.resize(390)
    found.open()
    assert found.run(CUT) == []
    # Each number stands beside the head of its column.
    named = "[...document.querySelectorAll('.broad td')].every((cell) => cell.dataset.name)"
    assert found.run(f"return {named}")


def test_an_episode_shows_what_its_plan_costs(browser: object, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    domain = str(REPOSITORY / "docs" / "examples" / "islands")
    call = ["eval", "--mechanism", "blind", "--domain", domain, "--instances", "1", "--costs"]
    assert cli.main([*call, "--out", str(folder)]) == cli.main(["report", str(folder)]) == 0
    (played,) = autoplan.load(folder).to_dict("records")
    found = Reader(browser, folder / "report.html")
    found.resize(1280)
    key = {name: played[name] for name in ("domain", "instance", "mechanism", "model", "seed")}
    found.open(f"#/episode?{urlencode({'run': 'results', 'input': 'none', **key})}")
    found.wait(lambda: found.visible("#episode .facts"))
    facts = found.text("#episode .facts")
    assert f"Plan cost\n{played['plan_cost']:g}" in facts
    assert f"Cost of the best plan\n{played['plan_cost']:g} (optimal)" in facts


def test_another_plan_begins_in_the_initial_state(browser: object, tmp_path: Path) -> None:
    folder = keep(tmp_path / "results", play("modulo", f"{DRIVE}\n{BROKEN}", PLAN))
    assert cli.main(["report", str(folder)]) == 0
    found = Reader(browser, folder / "report.html")
    found.resize(1280)
    found.open(address("modulo", "instance-1"))
    found.wait(lambda: found.visible("#episode .turn"))
    steps = "return [...document.querySelectorAll('#episode .turn')]"
    steps += ".filter((turn) => turn.innerText.includes('in the initial state again'))"
    assert found.run(f"{steps}.length") == 1
    found.run(f"{steps}[0].querySelector('summary').click()")
    state = "#episode .state"
    found.wait(lambda: found.visible(state))
    assert "truck_0 is parked at place_0" in found.text(state)


@pytest.fixture
def crowd(browser: object, crowded: Path) -> Reader:
    return Reader(browser, crowded)


SIDES = """return [...document.querySelectorAll(arguments[0])].map((each) => {
    const {left, right, width} = each.getBoundingClientRect();
    return [left, right, width];
}).filter(([, , width]) => width > 0)"""


def test_a_wide_table_takes_the_windows_right_margin(crowd: Reader) -> None:
    crowd.resize(1600)
    crowd.open()
    [[_, right, _]] = crowd.run(SIDES, ".scroll:has(.heat)")
    [[_, column, _]] = crowd.run(SIDES, "main")
    assert column + 100 < right <= 1600
    root = "document.documentElement"
    assert crowd.run(f"return {root}.scrollWidth <= {root}.clientWidth")


def test_plots_are_as_wide_as_the_text_in_windows_of_any_width(crowd: Reader) -> None:
    for width in (1280, 360):
        crowd.resize(width)
        crowd.open()
        [[_, _, text]] = crowd.run(SIDES, "#coverage > p:first-of-type")
        for section in ("coverage", "lengths", "effort", "failures"):
            [[_, _, plot]] = crowd.run(SIDES, f"#{section} figure svg")
            assert plot == pytest.approx(text, abs=1)


@pytest.mark.parametrize("width", [1280, 360])
def test_the_labels_of_an_axis_stand_apart(crowd: Reader, width: int) -> None:
    crowd.resize(width)
    crowd.open()
    labels = sorted(crowd.run(SIDES, "#effort svg [id*=xtick] text"))
    assert labels
    for (_, right, _), (left, _, _) in pairwise(labels):
        assert right < left


def test_the_list_is_shorter_on_a_phone(crowd: Reader) -> None:
    crowd.resize(360)
    crowd.open()
    assert len(crowd.rows()) == 20
    crowd.run("document.querySelector('#more').click()")
    assert len(crowd.rows()) == 25
