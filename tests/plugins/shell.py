"""The `wargame` command as a person uses it: run with real files, in a pipe or at a pseudo-terminal, and killed.

The title is the tiny one of the kernel tests, installed for these tests as a distribution of its own, with a map,
a lookup and odds.
"""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

COMMAND = str(Path(sys.executable).with_name("wargame"))
SECONDS = 120.0  # how long to wait for a text: the machine may be busy
COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")

PLUGIN = '''"""Skirmish: two sides on a line. A title for tests."""
from skirmish import *
from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

def cell(state, x, id):
    pieces = tuple(Piece(u, state.side_of(u)) for u in state.units_at(id))
    return Cell(id, float(x), 0.0, f"Town {id}", "clear", "", pieces)

def hand(state, side, words):
    """the cards you hold"""
    if words:
        raise KeyError(words[0])
    return Panel("Hand", tuple((card,) for card in state.pile(f"hand:{side}")))

class Shown(Skirmish):
    @hookimpl
    def wargame_picture(self, state, side):
        cells = tuple(cell(state, x, id) for x, id in enumerate("ABCDE"))
        links = tuple(Link(a, b) for a, b in zip("ABCD", "BCDE"))
        return Picture("network", cells, links, {}, (Panel("Turn", ((str(state.turn),),)),), {"West": ("A", "B")})

    @hookimpl
    def wargame_lookups(self):
        return {"hand": hand}

title = Shown()
'''
RULES = (
    '["3.0"]\ntitle = "Moves"\ngist = "A unit moves one space."\n["3.1"]\ntitle = "Once"\ngist = "A unit moves once."\n'
)


def install_skirmish(folder: Path) -> None:
    """A distribution with the title, found through its entry point like any stranger's."""
    shutil.copy(Path(__file__).parent.parent / "core" / "skirmish.py", folder / "skirmish.py")
    (folder / "skirmish_plugin.py").write_text(PLUGIN)
    (folder / "rules.toml").write_text(RULES)
    about = folder / "skirmish-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[wargame]\nskirmish = skirmish_plugin:title\n")


def answers(path: Path) -> list[list[str]]:
    """The answers in a save file, which may have been torn off."""
    lines = path.read_bytes().split(b"\n")[:-1]
    return [line for line in map(json.loads, lines) if isinstance(line, list)]


class Shell:
    """Runs `wargame` in an environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.work = folder / "work"
        self.work.mkdir()
        self.people: list[Person] = []
        plain = {
            k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "WARGAME_DEBUG")
        }
        path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.env = plain | {"PYTHONPATH": path, "XDG_DATA_HOME": str(folder / "data"), "TERM": "xterm-256color"}

    def run(
        self, *words: str, typed: str | bytes = "", closed: bool = False, **env: str
    ) -> subprocess.CompletedProcess[str]:
        """The whole command, with its input from a pipe, or with none at all."""
        raw = typed.encode() if isinstance(typed, str) else typed
        command = ["sh", "-c", 'exec "$@" <&-', "sh", COMMAND, *words] if closed else [COMMAND, *words]
        done = subprocess.run(command, input=raw, capture_output=True, cwd=self.work, env=self.env | env, timeout=120)
        assert b"Traceback" not in done.stdout + done.stderr
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    def start(self, *words: str, **env: str) -> subprocess.Popen[bytes]:
        """The command with pipes, still running."""
        pipe: Any = subprocess.PIPE
        return subprocess.Popen(
            [COMMAND, *words], stdin=pipe, stdout=pipe, stderr=pipe, cwd=self.work, env=self.env | env
        )

    def at_terminal(self, *words: str, **env: str) -> Person:
        person = Person([COMMAND, *words], self.work, self.env | {"COLUMNS": "80", "LINES": "40"} | env)
        self.people.append(person)
        return person


class Person:
    """Somebody at a terminal: types lines and reads what comes."""

    def __init__(self, words: list[str], work: Path, env: dict[str, str]) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(work)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored, if the tests run in the background
            os.execve(words[0], words, env)
        self.all = ""  # all that was ever shown, with colours
        self.unread = ""
        self.status: int | None = None

    def _read(self) -> bool:
        ready, _, _ = select.select([self.fd], [], [], 0.1)
        if not ready:
            return True
        try:
            more = os.read(self.fd, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            more = ""
        self.all += more
        self.unread += COLOURS.sub("", more).replace("\r", "")
        return bool(more)

    def see(self, text: str) -> str:
        """Wait until a text is shown; all that was shown before it since the last time."""
        end = time.monotonic() + SECONDS
        while text not in self.unread:
            if not self._read() and text not in self.unread:
                raise AssertionError(f"ended without {text!r}; shown: {self.unread}")
            assert time.monotonic() < end, f"no {text!r} in: {self.unread}"
        before, _, self.unread = self.unread.partition(text)
        return before

    def type(self, line: str) -> None:
        os.write(self.fd, line.encode() + b"\n")

    def told(self, line: str) -> str:
        """Type a line; what is shown before the next prompt."""
        self.type(line)
        return self.see("> ")

    def see_after(self, line: str, text: str) -> str:
        """Type a line; what is shown before a text."""
        self.type(line)
        return self.see(text)

    def press(self, keys: bytes) -> None:
        os.write(self.fd, keys)

    def press_until(self, keys: bytes, text: str) -> str:
        """Press keys until a text is shown: Python's readline loses a Ctrl-C in the moment it shows the prompt."""
        end = time.monotonic() + SECONDS
        while text not in self.unread and time.monotonic() < end:
            self.press(keys)
            again = time.monotonic() + 2
            while text not in self.unread and time.monotonic() < again and self._read():
                pass
        return self.see(text)

    def leave(self) -> int:
        """Read to the end; the exit status."""
        end = time.monotonic() + SECONDS
        while self._read():
            assert time.monotonic() < end, f"still running; shown: {self.unread}"
        _, status = os.waitpid(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        assert "Traceback" not in self.all
        return self.status

    def kill(self) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.status = -signal.SIGKILL


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    install_skirmish(tmp_path)
    made = Shell(tmp_path)
    yield made
    for person in made.people:
        person.kill()
        os.close(person.fd)
