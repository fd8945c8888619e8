"""The board in a real browser: games begun and played by clicks and keys, two browsers, restarts, phones, the curtain.

Needs Debian's Chromium and `pip install 'wargame[browser]'`; where they are missing these tests are skipped, except in
CI, where they must run.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wargame.core.engine import journal
from wargame.plugins import list_titles, load_game, new_game

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MISSING = "a browser: install Debian's 'chromium' and pip install 'wargame[browser]'"

try:
    from axe_playwright_python.sync_playwright import Axe  # carries axe-core (MPL-2.0) with it
    from playwright.sync_api import Browser, Page, expect, sync_playwright
except ImportError:
    CHROMIUM = None

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason=f"needs {MISSING}"),
]

NAMES = {id: new_game(id).title.name for id in list_titles()}


class Server:
    """`wargame serve` on a folder, that can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = "0"
        self.start()

    def start(self) -> None:
        command = [
            str(Path(sys.executable).with_name("wargame")),
            "serve",
            "--port",
            self.port,
            "--folder",
            str(self.folder),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.process.stdout.readline()
        self.address = self.process.stdout.readline().split()[1]
        self.port = re.search(r":(\d+)/", self.address)[1]  # type: ignore[index]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def game(self) -> Any:
        """The game as it is on disk, from a copy: a game that is loaded holds its file."""
        copy = self.folder / "copy"
        copy.mkdir(exist_ok=True)
        return load_game(shutil.copy(next(self.folder.glob("*.jsonl")), copy))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1300, "height": 850})
    made = context.new_page()
    problems: list[str] = []
    made.on("pageerror", lambda error: problems.append(str(error)))
    yield made
    context.close()
    assert problems == []


def begin(page: Page, server: Server, title: str, players: dict[str, str], seed: int = 7) -> None:
    """Begin a game on the start page, as a person does."""
    page.goto(server.address)
    page.get_by_role("button", name=f"Play {NAMES[title]}").click()
    for side, player in players.items():
        page.select_option(f"[name='side:{side}']", player)
    page.fill("[name='seed']", str(seed))
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#prompt:not(:empty), #curtain:not([hidden])")


def answers(server: Server) -> int:
    (file,) = server.folder.glob("*.jsonl")
    return len(journal.read(file).answers)


def wait_for(test: Any, seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.1)


def ready(page: Page) -> None:
    """Wait until the page has the server's word on the last answer: before that it gives no other."""
    expect(page.locator("#prompt")).not_to_be_empty()
    expect(page.locator("body")).not_to_have_class(re.compile("busy"))


def take_seat(page: Page, by_key: bool = False) -> None:
    """Open the curtain if the last answer drew it."""
    expect(page.locator("body")).not_to_have_class(re.compile("busy"))
    page.wait_for_selector("#prompt:not(:empty), #curtain:not([hidden])")
    if page.is_visible("#curtain"):
        if by_key:
            page.keyboard.press("Enter")
        else:
            page.click("#curtain-open")
        page.wait_for_selector("#curtain", state="hidden")


def type_answer(page: Page, server: Server, text: str) -> None:
    """Give an answer in the text line."""
    ready(page)
    before = answers(server)
    page.fill("#answer", text)
    page.keyboard.press("Enter")
    wait_for(lambda: answers(server) > before)
    ready(page)


def click_something(page: Page, server: Server) -> None:
    """Click a highlighted unit or space on the map, or a button where there is none, until an answer is given."""
    ready(page)
    before = answers(server)
    unit, space = page.locator(".unit.may").first, page.locator("#signs .legal").first
    target = unit if unit.count() else space
    if target.count():
        target.dispatch_event("click", {"bubbles": True})
    else:
        page.locator("#buttons button").first.click()
    answer_dialogs(page, server, before)


def answer_dialogs(page: Page, server: Server, before: int) -> None:
    """Take the first line of every menu and be sure of everything, until there are more answers than before.

    Menus and warnings come when the server has been asked, so they are waited for.
    """

    def given() -> bool:
        if answers(server) > before:
            return True
        if page.is_visible("#sure"):
            page.get_by_role("button", name="Do it all the same").click()
        elif page.is_visible("#menu"):
            page.locator("#menu button").first.click()
        return False

    wait_for(given)


@pytest.mark.parametrize("title", list_titles())
def test_a_game_of_each_title_is_begun_and_played_by_clicks(page: Page, server: Server, title: str) -> None:
    sides = new_game(title).title.sides
    begin(page, server, title, dict.fromkeys(sides, "me"))
    for _ in range(12):
        take_seat(page)
        click_something(page, server)
    assert page.locator("[data-unit]").count() > 5


@pytest.mark.parametrize("title", list_titles())
def test_a_game_of_each_title_is_played_by_the_keyboard(page: Page, server: Server, title: str) -> None:
    game = new_game(title, seed=7)
    begin(page, server, title, dict.fromkeys(game.title.sides, "me"))
    for _ in range(6):
        before = answers(server)
        take_seat(page, by_key=True)
        ready(page)
        now = server.game()
        text = str(next(iter(now.decisions.values())).actions[0])
        page.locator("#title").click()
        page.keyboard.press("/")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        answer_dialogs(page, server, before)


def check_accessibility(page: Page, where: str) -> None:
    """What axe-core finds that keeps people with disabilities from using the page; its checks must have run."""
    found = Axe().run(page).response
    assert len(found["passes"]) > 5
    faults = [
        f"{where}: {one['help']}: {node['html'][:200]}" for one in found["violations"] for node in one["nodes"]
        if one["impact"] in ("serious", "critical")
    ]  # fmt: skip
    assert faults == []


def test_the_start_page_has_no_serious_fault_of_accessibility(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.get_by_role("button", name="Play Diplomacy").wait_for()
    check_accessibility(page, "start page")
    page.get_by_role("button", name="Play Diplomacy").click()
    check_accessibility(page, "new game")


@pytest.mark.parametrize("title", list_titles())
def test_table_and_replay_of_each_title_have_no_serious_fault_of_accessibility(
    page: Page, server: Server, title: str
) -> None:
    first, *others = new_game(title).title.sides
    begin(page, server, title, {first: "me", **dict.fromkeys(others, "link")})
    ready(page)
    check_accessibility(page, "table")
    page.get_by_role("button", name="Replay").click()
    expect(page.locator("#at-text")).not_to_be_empty()
    check_accessibility(page, "replay")


def test_no_colours_and_no_pane_of_a_table_have_a_serious_fault_of_accessibility(page: Page, server: Server) -> None:
    begin(page, server, "paths_of_glory", {"cp": "me", "ap": "link"})
    ready(page)
    for pane in ("panels", "boxes", "log"):
        page.click(f"#tab-{pane}")
        check_accessibility(page, pane)
    for theme in ("dark", "contrast", "print"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        check_accessibility(page, theme)


def test_an_illegal_line_is_refused_beside_the_question_and_its_rule_opens(page: Page, server: Server) -> None:
    begin(page, server, "when_eagles_fight", {"cp": "me", "ru": "link"})
    type_answer(page, server, "stack 2226")
    page.fill("#answer", "step AH-KMR 2419")
    page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("12.1")
    page.locator("#refusal .rule").click()
    expect(page.locator("#rule-gist")).not_to_be_empty()
    assert answers(server) == 1


def test_a_click_that_can_be_no_answer_is_refused_beside_it(page: Page, server: Server) -> None:
    begin(page, server, "when_eagles_fight", {"cp": "me", "ru": "link"})
    ready(page)
    page.locator("#space-2926").dispatch_event("click", {"bubbles": True, "clientX": 300, "clientY": 200})
    expect(page.locator("#beside")).to_contain_text("You have no units in 2926. (12.1)")
    box = page.locator("#beside").bounding_box()
    assert box is not None
    assert (box["x"], box["y"]) == (300, 200)
    page.locator("#beside .rule").click()
    expect(page.locator("#rule-gist")).not_to_be_empty()
    assert answers(server) == 0


def test_who_answers_second_to_another_program_is_told_and_sees_its_answer(page: Page, server: Server) -> None:
    begin(page, server, "when_eagles_fight", {"cp": "me", "ru": "link"})
    ready(page)
    command = [str(Path(sys.executable).with_name("wargame")), "resume", str(next(server.folder.glob("*.jsonl")))]
    subprocess.run(command, input="stack 2226\n", text=True, check=True, capture_output=True, timeout=60)
    page.fill("#answer", "stack 1922")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("2226 is moving")
    expect(page.locator("#refusal")).to_contain_text("Another program")
    assert answers(server) == 1
    type_answer(page, server, "step AH-KMR 2325")


def test_two_browsers_play_each_other(browser: Browser, page: Page, server: Server) -> None:
    begin(page, server, "when_eagles_fight", {"cp": "me", "ru": "link"})
    page.get_by_role("button", name="Links").click()
    rows = page.locator("#link-list li")
    expect(rows).to_have_count(3)
    address = rows.filter(has_text="Russians").locator("input").input_value()
    page.get_by_role("button", name="Close").click()
    other = browser.new_context().new_page()
    other.goto(address)
    expect(other.locator("#prompt")).to_contain_text("Waiting for Central Powers")
    type_answer(page, server, "stack 2226")
    type_answer(page, server, "step AH-KMR 2325")
    expect(other.locator('[data-cell="2325"] .unit')).not_to_have_count(0)
    other.context.close()


def test_a_link_that_is_revoked_shows_nothing_any_more_even_after_a_reload(
    browser: Browser, page: Page, server: Server
) -> None:
    begin(page, server, "when_eagles_fight", {"cp": "me", "ru": "link"})
    page.get_by_role("button", name="Links").click()
    row = page.locator("#link-list li").filter(has_text="Russians")
    other = browser.new_context().new_page()
    other.goto(row.locator("input").input_value())
    expect(other.locator("[data-unit]")).not_to_have_count(0)
    row.get_by_role("button", name="Revoke").click()
    expect(other.locator("#prompt")).to_contain_text("withdrawn")
    expect(other.locator("[data-unit]")).to_have_count(0)
    other.reload()
    expect(other.locator("#prompt")).to_contain_text("ask for a new link")
    expect(other.locator("#link")).to_be_hidden()
    assert other.locator("[data-unit]").count() == 0
    other.context.close()


def test_reload_and_a_killed_server_lose_nothing(page: Page, server: Server) -> None:
    begin(page, server, "when_eagles_fight", {"cp": "me", "ru": "link"})
    type_answer(page, server, "stack 2226")
    page.reload()
    expect(page.locator("#prompt")).to_contain_text("2226")
    server.kill()
    expect(page.locator("#link")).to_be_visible()
    server.start()
    expect(page.locator("#link")).to_be_hidden()
    type_answer(page, server, "step AH-KMR 2325")


def test_at_one_table_nothing_of_the_other_side_stays_in_the_page(page: Page, server: Server) -> None:
    begin(page, server, "diplomacy", dict.fromkeys(new_game("diplomacy").title.sides, "me"))
    page.click("#curtain-open")
    page.wait_for_selector("#curtain", state="hidden")
    first = page.inner_text("#prompt").split(":")[0]
    while not page.is_visible("#curtain"):
        type_line(page, server)
    text = page.locator("body").inner_text()
    assert "A " not in page.locator("#buttons").inner_text()
    assert page.locator("#log li").count() == 0
    assert page.locator("[data-unit]").count() == 0
    assert f"{first}:" not in text


def test_what_one_side_has_looked_up_does_not_arrive_behind_the_curtain(page: Page, server: Server) -> None:
    begin(page, server, "paths_of_glory", {"cp": "me", "ap": "me"})
    take_seat(page)
    held: list[Any] = []
    page.route("**/lookup?text=reserve*", lambda route: held.append((route, route.fetch())))
    page.fill("#answer", "reserve")
    page.keyboard.press("Enter")
    wait_for(lambda: page.evaluate("1") and held)
    while not page.is_visible("#curtain"):
        type_line(page, server)
    for route, reply in held:
        assert reply.json()["panel"]["rows"]
        with contextlib.suppress(Exception):  # the page has given it up
            route.fulfill(response=reply)
    page.wait_for_timeout(500)
    assert page.locator("#looked-table td").count() == 0
    assert page.locator("#lookups td").count() == 0


def type_line(page: Page, server: Server) -> None:
    """Give the first answer of whoever is asked."""
    before = answers(server)
    page.fill("#answer", str(next(iter(server.game().decisions.values())).actions[0]))
    page.keyboard.press("Enter")
    answer_dialogs(page, server, before)
    expect(page.locator("body")).not_to_have_class(re.compile("busy"))


def test_the_replay_goes_back_and_forth(page: Page, server: Server) -> None:
    begin(page, server, "when_eagles_fight", {"cp": "me", "ru": "link"})
    for text in ("stack 2226", "step AH-KMR 2325"):
        type_answer(page, server, text)
    expect(page.locator('[data-cell="2325"] .unit')).not_to_have_count(0)
    page.get_by_role("button", name="Replay").click()
    expect(page.locator("#at-text")).to_have_text("2 of 2")
    page.locator("#at").evaluate("one => { one.value = 0; one.dispatchEvent(new Event('input')); }")
    expect(page.locator("#at-text")).to_have_text("0 of 2")
    expect(page.locator('[data-cell="2325"] .unit')).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator('[data-cell="2325"] .unit')).not_to_have_count(0)


def test_a_phone_shows_board_and_question_without_sideways_scrolling(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone = context.new_page()
    begin(phone, server, "when_eagles_fight", {"cp": "me", "ru": "link"})
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone.is_visible("#prompt")
    assert phone.locator("#board svg").bounding_box()["height"] > 300  # type: ignore[index]
    space = phone.locator("#signs .legal").first
    space.dispatch_event("click", {"bubbles": True})
    expect(phone.locator("#menu")).to_be_visible()  # a tap selects, the menu confirms
    card, unit = phone.locator("#unit").bounding_box(), space.bounding_box()
    assert card is not None
    assert unit is not None
    hidden = card["y"] < unit["y"] + unit["height"] and unit["y"] < card["y"] + card["height"]
    assert not hidden  # the card of the unit leaves it in sight
    assert answers(server) == 0
    phone.locator("#menu button").first.click()
    wait_for(lambda: answers(server) == 1)
    context.close()


def test_dragging_moves_the_map_and_answers_nothing(page: Page, server: Server) -> None:
    begin(page, server, "when_eagles_fight", {"cp": "me", "ru": "link"})
    before = page.locator("#board svg").get_attribute("viewBox")
    page.mouse.move(400, 400)
    page.mouse.down()
    page.mouse.move(500, 460, steps=4)
    page.mouse.up()
    assert page.locator("#board svg").get_attribute("viewBox") != before
    assert answers(server) == 0
