"""The board in the browser: bytes of a first load and of an answer, click to second screen, many games at once.

    pip install '.[browser]' && python benchmarks/web.py [TITLE ...]

Everything runs on this machine and takes some two minutes. Without Chromium the clicks are left out.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import attrs

from wargame.plugins import list_titles
from wargame.plugins.manager import get_title

ANSWERS = 60  # answers of a title whose bytes are counted
CLICKS = 12  # clicks of a title that are timed
GAMES, PAGES, CROWD = 50, 100, 300  # games, open pages, and answers given in them
PAUSE = 0.1  # seconds between answers: the server refuses floods
WANTED = {"answer": 20_000, "first load": 100_000, "click": 150, "memory": 300, "95th": 100}
LINK = re.compile(r'(?:href|src)="(/static/[^"]+)"')
IMPORT = re.compile(r'from "\./([^"]+)"')


@attrs.define
class Reply:
    """What the server said: status, bytes that went over the line, and the body."""

    status: int
    carried: int
    body: bytes

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@attrs.define
class Server:
    """A server of its own, with a folder of its own."""

    process: subprocess.Popen[str]
    host: str
    port: int
    key: str

    def ask(self, path: str, body: object = None) -> Reply:
        """One request, as a browser sends it; a server that has had enough is asked again."""
        while True:
            link = HTTPConnection(self.host, self.port, timeout=60)
            headers = {"accept-encoding": "gzip", "x-key": self.key, "content-type": "application/json"}
            link.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), headers)
            response = link.getresponse()
            text = response.read()
            link.close()
            if response.status != 429:
                packed = response.getheader("content-encoding") == "gzip"
                return Reply(response.status, len(text), gzip.decompress(text) if packed else text)
            time.sleep(0.5)

    def begin(self, title: str, seed: int) -> list[str]:
        """A new game with a seat for each side; the tokens of the seats in the order of the sides."""
        first, *others = get_title(title).sides
        players = {first: "me", **dict.fromkeys(others, "link")}
        links = self.ask("/api/games", {"title": title, "seed": seed, "players": players}).data["links"]
        return [links["me"], *(links[side] for side in others)]

    def listen(self, token: str, have: str = "") -> Stream:
        stream = Stream(socket.create_connection((self.host, self.port)))
        request = f"GET /api/seat/{token}/stream?have={have} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
        stream.line.sendall(f"{request}Accept-Encoding: gzip\r\n\r\n".encode())
        threading.Thread(target=stream.read, daemon=True).start()
        return stream

    def work(self) -> float:
        """Milliseconds that the process has computed."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes of the process."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


@attrs.define
class Stream:
    """An open page: counts the bytes of its events."""

    line: socket.socket
    carried: int = 0

    def read(self) -> None:
        while True:
            try:
                found = self.line.recv(65536)
            except OSError:
                return
            if not found:
                return
            self.carried += len(found)


@contextmanager
def served() -> Iterator[Server]:
    """`wargame serve` on a free port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("wargame")), "serve", "--port", "0", "--folder", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        host, port, key = re.search(r"http://([\d.]+):(\d+)/#key=(\S+)", process.stdout.readline()).groups()  # type: ignore[union-attr]
        try:
            yield Server(process, host, int(port), key)
        finally:
            process.kill()
            process.wait()


@attrs.define
class Player:
    """Answers in a game for whoever is asked: mostly something else than the time before, always the same way."""

    server: Server
    sides: dict[str, str]  # by side: its token
    given: int = 0

    def turn(self) -> tuple[str, dict[str, Any]] | None:
        """The token of a seat that is asked, and its view; None if the game is over."""
        first = self.view(next(iter(self.sides.values())))
        side = next(iter(first["asked"]), None)
        return None if side is None else (self.sides[side], self.view(self.sides[side]))

    def view(self, token: str) -> dict[str, Any]:
        return self.server.ask(f"/api/seat/{token}/view").data

    def answer(self) -> tuple[Reply, float] | None:
        """Give an answer; what came back and in how many milliseconds."""
        found = self.turn()
        if found is None:
            return None
        token, view = found
        choices = view["question"]["answers"]
        text = choices[self.given * 7 % len(choices)]["text"]
        self.given += 1
        body = {"rev": view["rev"], "id": f"benchmark-{self.given}", "action": text, "sure": True}
        start = time.perf_counter()
        reply = self.server.ask(f"/api/seat/{token}/answer", body)
        took = (time.perf_counter() - start) * 1000
        assert reply.status == 200, reply.body
        return reply, took


def show(what: str, value: float, unit: str, wanted: float | None = None) -> None:
    goal = "" if wanted is None else f"  (wanted: under {wanted:,g}{'' if value < wanted else ' - MISSED'})"
    print(f"{what:58} {value:11,.0f} {unit}{goal}", flush=True)


# --- bytes ---------------------------------------------------------------------------------------------------------


def first_load(server: Server, token: str) -> int:
    """The bytes of everything that the page of a table loads when it is opened."""
    page = server.ask(f"/table/{token}")
    total, wanted, seen = page.carried, LINK.findall(page.body.decode()), set[str]()
    while wanted:
        path = wanted.pop()
        if path in seen:
            continue
        seen.add(path)
        reply = server.ask(path)
        total += reply.carried
        wanted += [f"/static/{name}" for name in IMPORT.findall(reply.body.decode())]
    stream = server.listen(token)
    total += server.ask(f"/api/seat/{token}/ground.svg").carried
    time.sleep(1)
    stream.line.close()
    return total + stream.carried


def sizes(server: Server, title: str) -> None:
    """Bytes of the first load, and of an answer on its way to the one who gave it and to another."""
    tokens = server.begin(title, 7)
    show(f"{title}: first load", first_load(server, tokens[0]), "bytes", WANTED["first load"])
    player = Player(server, dict(zip(get_title(title).sides, tokens, strict=True)))
    watched = server.listen(tokens[-1])
    time.sleep(1)
    own, plain, others = [], [], []
    for _ in range(ANSWERS):
        before = watched.carried
        answered = player.answer()
        if answered is None:
            break
        time.sleep(PAUSE)
        own.append(answered[0].carried)
        plain.append(len(answered[0].body))
        others.append(watched.carried - before)
    watched.line.close()
    for what, found in (("reply", own), ("event on the other page", others)):
        show(f"{title}: {what}, median of {len(found)}", statistics.median(found), "bytes")
        show(f"{title}: {what}, largest", max(found), "bytes", WANTED["answer"])
    show(f"{title}: reply before compression, median", statistics.median(plain), "bytes")
    show(f"{title}: reply before compression, largest", max(plain), "bytes")


# --- clicks --------------------------------------------------------------------------------------------------------

WATCH = """() => {
  window.seen = 0;
  const note = () => requestAnimationFrame(() => { window.seen ||= Date.now(); });
  for (const id of ["board", "prompt", "log", "turn"])
    new MutationObserver(note).observe(document.getElementById(id), { childList: true, subtree: true });
  document.addEventListener("click", () => { window.clicked = Date.now(); }, true);
}"""


def clicks(server: Server, title: str, browser: Any) -> None:
    """From a click on one screen to the picture on another."""
    tokens = server.begin(title, 7)
    sides = dict(zip(get_title(title).sides, tokens, strict=True))
    player = Player(server, sides)
    pages = {token: browser.new_context(viewport={"width": 1300, "height": 850}).new_page() for token in tokens[:2]}
    for token, page in pages.items():
        page.goto(f"http://{server.host}:{server.port}/table/{token}")
        page.wait_for_selector("#prompt:not(:empty)")
        page.evaluate(WATCH)
    times: list[float] = []
    for _ in range(CLICKS * 3):
        found = player.turn()
        if found is None or len(times) == CLICKS:
            break
        token, view = found
        if token not in pages:  # a third power writes its orders; nobody sees it
            player.answer()
            continue
        here, there = pages[token], next(page for other, page in pages.items() if other != token)
        here.wait_for_function("!document.body.classList.contains('busy') && document.title.startsWith('●')")
        there.evaluate("window.seen = 0")
        _click(here, view["question"]["answers"][0]["text"])
        deadline = time.monotonic() + 2
        while not there.evaluate("window.seen") and time.monotonic() < deadline:
            time.sleep(0.02)
        seen = there.evaluate("window.seen")
        if seen:  # not an order that nobody else may see
            times.append(seen - here.evaluate("window.clicked"))
    for page in pages.values():
        page.context.close()
    if times:
        show(
            f"{title}: click to second screen, median of {len(times)}", statistics.median(times), "ms", WANTED["click"]
        )
        show(f"{title}: click to second screen, longest", max(times), "ms")


def _click(page: Any, text: str) -> None:
    """Give an answer by a click on `Give`, and on the button of a warning."""
    page.fill("#answer", text)
    page.get_by_role("button", name="Give").click()
    page.wait_for_timeout(300)
    if page.is_visible("#sure"):
        page.get_by_role("button", name="Do it all the same").click()


# --- a crowd -------------------------------------------------------------------------------------------------------


def crowd(server: Server, titles: list[str]) -> None:
    """Many games with open pages in one process: its memory, and how long an answer takes."""
    players, streams = [], []
    for i in range(GAMES):
        title = titles[i % len(titles)]
        tokens = server.begin(title, i)
        players.append(Player(server, dict(zip(get_title(title).sides, tokens, strict=True))))
        for token in tokens[: PAGES // GAMES]:
            streams.append(server.listen(token))
            time.sleep(PAUSE)
    times: list[float] = []
    before = server.work()
    for i in range(CROWD):
        answered = players[i % GAMES].answer()
        if answered is not None:
            times.append(answered[1])
        time.sleep(PAUSE)
    times.sort()
    show(f"{GAMES} games, {len(streams)} pages: memory", server.memory(), "MB", WANTED["memory"])
    show(f"an answer among them, median of {len(times)}", statistics.median(times), "ms")
    show("an answer among them, 95th percentile", times[int(len(times) * 0.95)], "ms", WANTED["95th"])
    show("processor time for an answer and all that follows it", (server.work() - before) / len(times), "ms")


def main() -> None:
    titles = sys.argv[1:] or list_titles()
    with served() as server:
        for title in titles:
            sizes(server, title)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("No Chromium, so no clicks.")
    else:
        from playwright.sync_api import sync_playwright

        with served() as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for title in titles:
                clicks(server, title, browser)
            browser.close()
    with served() as server:
        crowd(server, titles)


if __name__ == "__main__":
    main()
