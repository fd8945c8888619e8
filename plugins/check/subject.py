"""The title to check: an installed one, or one in a folder, which is made known as `pip install -e` would do it."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from wargame.core.engine.errors import WargameError
from wargame.plugins import discovery, manager

CACHES = (discovery.entry_points, manager.load, manager.all_plugins, manager.tools, manager._title_of)


@attrs.frozen
class Subject:
    """A title by its id, with the folder of its package and the folder of its distribution, if there is one."""

    id: str
    folder: Path
    project: Path | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def tests(self) -> Path | None:
        """Where its tests are, if they are there."""
        own = Path("tests/games") / self.id
        near = [self.project / "tests", self.project] if self.project else [self.folder.parent / "tests"]
        found = (path for path in (own, *near) if path.is_dir() and any(path.rglob("test_*.py")))
        return next(found, None)

    def modules(self) -> list[ModuleType]:
        """The modules of the title that are loaded."""
        loaded = [(m, getattr(m, "__file__", None)) for m in list(sys.modules.values())]
        return [module for module, file in loaded if file and Path(file).is_relative_to(self.folder)]


@contextmanager
def find_subject(named: str) -> Iterator[Subject]:
    """The title of this name or in this folder."""
    path = Path(named)
    if named in discovery.plugin_names() or not (path.is_dir() or os.sep in named):
        yield Subject(named, _module_folder(named))
        return
    if not path.is_dir():
        raise WargameError(f"There is no folder {path}.")
    names, source, project = _in_folder(path.resolve())
    for name in names:
        if name in discovery.plugin_names() and _module_folder(name) == source / names[name].partition(":")[0]:
            yield Subject(name, _module_folder(name), project)
            return
    with _made_known(names, source):
        name = next(iter(names))
        yield Subject(name, source / names[name].partition(":")[0].replace(".", "/"), project)


def _module_folder(name: str) -> Path:
    """The folder of an installed title's package."""
    plugin = manager.load(name)
    point = next((point for point in discovery.entry_points() if point.name == name), None)
    if point is None:
        raise WargameError(plugin.problem + f" The titles are: {', '.join(manager.list_titles())}.")
    if plugin.module is not None:
        module: Any = plugin.module if inspect.ismodule(plugin.module) else inspect.getmodule(type(plugin.module))
        return Path(module.__file__).resolve().parent
    spec = importlib.util.find_spec(point.module)
    return Path(spec.origin).resolve().parent if spec and spec.origin else Path()


def _in_folder(folder: Path) -> tuple[dict[str, str], Path, Path | None]:
    """The entry points of the titles in a folder, the folder to import from, and that of the distribution."""
    about = folder / "pyproject.toml"
    if about.is_file():
        try:
            points = tomllib.loads(about.read_text(encoding="utf-8"))["project"]["entry-points"]["wargame"]
        except (KeyError, tomllib.TOMLDecodeError) as error:
            text = "it has no table [project.entry-points.wargame]" if isinstance(error, KeyError) else str(error)
            raise WargameError(f"{about}: {text}.") from None
        source = folder / "src" if (folder / "src").is_dir() else folder
        return dict(points), source, folder
    if (folder / "__init__.py").is_file():
        return {folder.name: folder.name}, folder.parent, None
    raise WargameError(f"{folder} holds no title: there is neither a pyproject.toml nor an __init__.py in it.")


@contextmanager
def _made_known(points: dict[str, str], source: Path) -> Iterator[None]:
    """With entry points that are not installed, found like any others."""
    with tempfile.TemporaryDirectory() as temporary:
        about = Path(temporary) / "checked-0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: checked\nVersion: 0\n")
        lines = "".join(f"{name} = {value}\n" for name, value in points.items())
        (about / "entry_points.txt").write_text(f"[wargame]\n{lines}")
        sys.path[:0] = [temporary, str(source)]
        _forget()
        try:
            yield
        finally:
            sys.path.remove(temporary)
            sys.path.remove(str(source))
            _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    for cache in CACHES:
        cache.cache_clear()
