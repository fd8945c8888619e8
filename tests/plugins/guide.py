"""Runs a page of the documentation from top to bottom, as a reader would, in an empty folder.

What a block of code is, its first line says:

    ```python ford/model.py          a file: it is written
    ```python in ford/model.py       a part of a file: it stands there, word for word
    ```diff ford/model.py            a change: the old lines stand there, and are replaced
    ```console                       commands: each is run, and prints what is shown below it (`...`: anything)
    ```pycon                         Python: it answers what is shown

Comments for the tests, which a reader does not see, stand before a block (or, for `needs`, at the top of the page):

    % needs tutorials/first_title.md       the files of that page are there, and its title is installed
    % shorter: --games 200 -> --games 1    is run with this change, and figures may differ
    % parsed: it plays until you stop it   is not run; its options are checked
    % checked by test_...                  another test of test_docs.py does

The blocks of kernel.md that say `setup` and `signatures` are for test_docs.py, which runs each section by itself.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

import attrs

from .distributions import install, installed

DOCS = Path(__file__).parents[2] / "docs"
FENCE = re.compile(
    r"^(?:% (?P<note>(?:shorter|parsed|checked)\b[^\n]*)\n)?"
    r"```(?P<language>\w+)(?: (?P<about>[^\n]*))?\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
NEEDS = re.compile(r"^% needs (\S+)$", re.MULTILINE)
FIGURE = re.compile(r"\d+(?:\.\d+)?")
OTHER_PROGRAMS = ("dask", "export")  # commands of others, which are shown and not run


@attrs.frozen
class Block:
    """A fenced block: its language, what its first line says about it, the comment before it, its text."""

    language: str
    about: str
    note: str
    text: str

    @property
    def file(self) -> str:
        """The file that it is, is part of, or changes."""
        return self.about.removeprefix("in ")

    @property
    def is_part(self) -> bool:
        return self.about.startswith("in ")


def blocks(page: str) -> list[Block]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return [Block(f["language"], f["about"] or "", f["note"] or "", f["text"]) for f in FENCE.finditer(text)]


def needs(page: str) -> list[str]:
    return NEEDS.findall((DOCS / page).read_text(encoding="utf-8"))


def why_unchecked(block: Block) -> str:
    """Why nothing would execute or check a block; empty if something does."""
    if block.note.startswith("checked by ") or block.language in ("console", "pycon"):
        return ""
    return "" if block.file else f"a block of {block.language} is no file, no part of one, and no session"


@attrs.define
class Reader:
    """Somebody who follows a page in a folder of their own."""

    folder: Path  # where the reader is; `cd` changes it
    names: dict[str, Any] = attrs.field(factory=dict)
    installs: list[Path] = attrs.field(factory=list)
    home: Path = attrs.field(default=attrs.Factory(lambda self: self.folder, takes_self=True))

    def follow(self, page: str) -> None:
        try:
            for other in needs(page):
                self.prepare(other)
            for block in blocks(page):
                self.take(block)
        finally:
            self.forget()

    def forget(self) -> None:
        """Modules of the page go, for the next reader has others of the same names."""
        for name, module in list(sys.modules.items()):
            if (getattr(module, "__file__", None) or "").startswith(str(self.home)):
                del sys.modules[name]

    def prepare(self, page: str) -> None:
        """What a reader has who has read another page: its files, and the titles it starts from and installs."""
        for block in blocks(page):
            if block.language == "console":
                for command, _ in commands(block.text):
                    if command.startswith(("wargame new", "pip install -e")):
                        self.run(command, block.note)
            elif block.file and not block.is_part and block.language != "diff":
                self.write(block)

    def take(self, block: Block) -> None:
        if block.note.startswith("checked by "):
            return
        if block.language == "console":
            for command, shown in commands(block.text):
                self.session(command, shown, block.note)
        elif block.language == "pycon":
            self.answer(block.text)
        elif block.language == "diff":
            self.change(block)
        elif block.is_part:
            assert block.text in (self.folder / block.file).read_text(), f"{block.file} has no such part:\n{block.text}"
        else:
            self.write(block)

    def write(self, block: Block) -> None:
        path = self.folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text)

    def change(self, block: Block) -> None:
        path, lines = self.folder / block.file, block.text.splitlines(keepends=True)
        old = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
        new = "".join(line[1:] or "\n" for line in lines if line[0] != "-")
        text = path.read_text()
        assert text.count(old) == 1, f"{block.file} has {text.count(old)} such parts:\n{old}"
        path.write_text(text.replace(old, new))

    @contextmanager
    def imports(self) -> Iterator[None]:
        """With what is installed, in this process."""
        sys.path[:0] = map(str, self.installs)
        try:
            with installed(self.home):
                yield
        finally:
            for path in self.installs:
                sys.path.remove(str(path))

    def answer(self, text: str) -> None:
        """A session at Python's prompt; what earlier sessions of the page named is still there."""
        test = doctest.DocTestParser().get_doctest(text, self.names, "page", "", 0)
        said: list[str] = []
        with self.imports(), chdir(self.folder):
            found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append, clear_globs=False)
        self.names = test.globs
        assert not found.failed, "".join(said)
        assert found.attempted

    # --- commands --------------------------------------------------------------------------------------------------

    def session(self, command: str, shown: list[str], note: str) -> None:
        """A command and the lines below it: what a person types into `wargame protocol`, and what comes out."""
        typed = [line for line in shown if line.startswith('{"cmd"')]
        expected = [line for line in shown if line not in typed]
        output = self.run(command, note, "".join(f"{line}\n" for line in typed))
        if output is not None and expected:
            wanted = "".join(f"{line}\n" for line in expected)
            assert fits(wanted, output, any_figures="figures differ" in note), f"$ {command}\n{output!r}"

    def run(self, command: str, note: str = "", typed: str = "") -> str | None:
        """What a command prints; None if it is one that is not run."""
        if command.startswith("pip install"):
            return self.install(shlex.split(command)[2:])
        if command.startswith("cd "):
            self.folder = (self.folder / command[3:]).resolve(strict=True)
            return None
        if command.split()[0] in OTHER_PROGRAMS:
            return None
        if note.startswith("parsed"):
            with chdir(self.folder):
                return parse(command)
        if note.startswith("shorter: "):
            old, _, new = note.removeprefix("shorter: ").partition(";")[0].partition(" -> ")
            assert old in command, note
            command = command.replace(old, new)
        done = subprocess.run(
            ["bash", "-c", command], input=typed, capture_output=True, text=True, env=self.env(), timeout=300,
            cwd=self.folder,
        )  # fmt: skip
        return done.stdout + done.stderr

    def env(self) -> dict[str, str]:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        return {
            **os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join(map(str, self.installs)),
            "XDG_DATA_HOME": str(self.home / "saved games"), "COLUMNS": "100", "NO_COLOR": "1",
            "PYTEST_ADDOPTS": "-p no:cacheprovider -n 0", "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip

    def install(self, words: list[str]) -> None:
        """What `pip install` leaves behind for a folder; `wargame` and its extras are here already."""
        if words[0] != "-e":
            extras = re.fullmatch(r"(?:wargame|\.)(?:\[(.*)\])?", words[0])
            assert extras, words
            known = tomllib.loads((DOCS.parent / "pyproject.toml").read_text())["project"]["optional-dependencies"]
            assert set((extras[1] or "test").split(",")) <= set(known)
            return
        for word in words[1::2]:
            folder = self.folder / word.partition("[")[0]
            project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
            install(folder, project["name"], project.get("entry-points", {}).get("wargame", {}))
            self.installs.append(folder)


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a block with the lines below each; a command that ends in `\\` goes on in the next line."""
    for part in re.split(r"^\S*\$ ", text.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        yield command, shown


def fits(wanted: str, output: str, *, any_figures: bool) -> bool:
    """Whether a command printed what is shown; `...` stands for anything."""
    if any_figures:
        wanted, output = FIGURE.sub("0", wanted), FIGURE.sub("0", output)
        wanted, output = re.sub(r"[+-]0", "0", wanted), re.sub(r"[+-]0", "0", output)
    return re.fullmatch(re.escape(wanted).replace(r"\.\.\.", ".*"), output, re.DOTALL) is not None


def parse(command: str) -> None:
    """Check the words of a `wargame` command without running it."""
    from wargame.plugins.cli import main

    program, name, *words = shlex.split(command)
    assert program == "wargame", command
    main.commands[name].make_context(name, words)
