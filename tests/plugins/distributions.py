"""Tiny distributions, installed for a test: what `pip install` leaves behind, without a network."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from wargame.plugins import discovery, manager

CACHES = (discovery.entry_points, manager.load, manager.all_plugins, manager.tools, manager._title_of)


def install(folder: Path, name: str, entry_points: Mapping[str, str], **modules: str) -> None:
    """A distribution with these modules (by name, their source) and entry points."""
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(source)
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"  # as pip writes it; what is before the - is its name
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "INSTALLER").write_text("test\n")
    points = "".join(f"{point} = {value}\n" for point, value in entry_points.items())
    (about / "entry_points.txt").write_text(f"[wargame]\n{points}")


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """With the distributions in a folder."""
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    for cache in CACHES:
        cache.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for cache in CACHES:
            cache.cache_clear()
        for path in folder.glob("*.py"):
            sys.modules.pop(path.stem, None)


def wargame(folder: Path, *words: str, typed: str = "") -> tuple[int, str]:
    """The command, with the distributions in a folder: its exit status and what it wrote."""
    return run(folder, str(Path(sys.executable).with_name("wargame")), *words, typed=typed)


def python(folder: Path, *words: str) -> tuple[int, str]:
    """The same for `python`."""
    return run(folder, sys.executable, *words)


def run(folder: Path, *words: str, typed: str = "") -> tuple[int, str]:
    env = {**os.environ, "PYTHONPATH": str(folder), "XDG_DATA_HOME": str(folder / "data"), "COLUMNS": "200"}
    done = subprocess.run(words, input=typed, capture_output=True, text=True, env=env, timeout=120, cwd=folder)
    return done.returncode, done.stdout + done.stderr
