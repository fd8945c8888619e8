"""Finding plugins, and one manager a game: its title, its variants, the observers."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs
import pluggy

from wargame.core.errors import WargameError
from wargame.core.events import Event
from wargame.core.sequence import Sequence
from wargame.core.state import State
from wargame.core.title import Result, Title

from . import hookspecs

GROUP = "wargame"
OWN = ("wargame.plugins.bots",)  # what is neither kernel nor title and comes with us


@attrs.frozen
class Found:
    """A plugin that was found: its name, where it comes from, the module, and what is wrong with it (if anything)."""

    name: str
    source: str
    module: Any = None
    problem: str = ""

    def has(self, hook: str) -> bool:
        return self.module is not None and hasattr(self.module, hook)


@lru_cache(maxsize=1)
def _entry_points() -> tuple[importlib.metadata.EntryPoint, ...]:
    points = importlib.metadata.entry_points(group=GROUP)
    return tuple(sorted(points, key=lambda point: (point.name, point.value)))


def title_names() -> list[str]:
    """The names under which plugins are registered, without importing any."""
    return [point.name for point in _entry_points()]


@lru_cache(maxsize=64)
def load(name: str) -> Found:
    """The plugin of this name; a broken one is told, not raised."""
    points = [point for point in _entry_points() if point.name == name]
    if not points:
        return Found(name, "", problem=f"There is no plugin '{name}'.")
    point = points[0]
    source = f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value
    if len(points) > 1:
        others = ", ".join(sorted({p.value for p in points}))
        return Found(name, source, problem=f"The name '{name}' is registered more than once ({others}).")
    try:
        return Found(name, source, point.load())
    except Exception as error:  # whatever a stranger's plugin raises on import, the others must go on
        return Found(name, source, problem=f"Plugin '{name}' ({source}) cannot be loaded: {_cause(error)}.")


def _cause(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": .")


@lru_cache(maxsize=1)
def found() -> tuple[Found, ...]:
    """Every plugin there is: ours, and those of installed distributions."""
    own = tuple(Found(name.rsplit(".", 1)[1], "wargame", importlib.import_module(name)) for name in OWN)
    return (*own, *(load(name) for name in dict.fromkeys(title_names())))


def make_manager(plugins: Iterable[Any]) -> pluggy.PluginManager:
    manager = pluggy.PluginManager("wargame")
    manager.add_hookspecs(hookspecs)
    for plugin in plugins:
        manager.register(plugin)
    return manager


@lru_cache(maxsize=1)
def tools() -> pluggy.PluginManager:
    """The manager for bots, commands, renderers and variants: every plugin that loads."""
    return make_manager(p.module for p in found() if p.module is not None)


@lru_cache(maxsize=32)
def _title_of(name: str, overlay: Path | None) -> tuple[Title, Any]:
    plugin = load(name)
    if plugin.problem:
        if plugin.source == "":
            raise WargameError(f"There is no title '{name}'; there are: {', '.join(list_titles())}.")
        raise WargameError(plugin.problem)
    try:
        title = make_manager([plugin.module]).hook.wargame_title(overlay=overlay)
    except WargameError:
        raise
    except Exception as error:  # a stranger's title may raise anything
        raise WargameError(f"Title '{name}' ({plugin.source}) is broken: {_cause(error)}.") from error
    if title is None:
        raise WargameError(f"Plugin '{name}' is not a title; there are: {', '.join(list_titles())}.")
    return title, plugin.module


def get_title(name: str, overlay: Path | None = None) -> Title:
    """A title by its id."""
    return _title_of(name, overlay)[0]


def list_titles() -> list[str]:
    """The ids of all titles that load."""
    return [p.name for p in found() if p.has("wargame_title")]


def variants() -> dict[str, tuple[str, object]]:
    """Every variant by name: the title it is for, and its plugin."""
    known: dict[str, tuple[str, object]] = {}
    for offered in tools().hook.wargame_variants():
        known.update(offered)
    return known


class HookRules:
    """A title's rules and its variants', asked through the hooks of one game's own manager."""

    def __init__(self, title: Title, plugins: Iterable[Any]) -> None:
        self.title = title
        self.manager = make_manager(plugins)
        self.hook = self.manager.hook
        self._victory = self.hook.wargame_victory
        self._observed = bool(self.hook.wargame_event.get_hookimpls())

    def setup(self, scenario: str, options: dict[str, Any]) -> State:
        state: State = self.hook.wargame_setup(title=self.title, scenario=scenario, options=options)
        return state

    def phases(self, state: State) -> Sequence:
        sequence: Sequence = self.hook.wargame_phases(state=state)
        return sequence

    def resolve_combat(self, state: State, battle: Any) -> Any:
        return self.hook.wargame_resolve_combat(state=state, battle=battle)

    def victory(self, state: State) -> Result | None:
        result: Result | None = self._victory(state=state)
        return result

    def view(self, state: State, side: str | None) -> dict[str, Any]:
        from wargame.core.convert import state_to_data

        seen: dict[str, Any] | None = self.hook.wargame_view(state=state, side=side)
        if seen is None:
            seen = state_to_data(state)
            del seen["rng"]
        return seen

    def redraw(self, state: State, side: str, source: Any) -> None:
        self.hook.wargame_redraw(state=state, side=side, source=source)

    def evaluate(self, state: State, side: str) -> float:
        return float(self.hook.wargame_evaluate(state=state, side=side) or 0.0)

    def happened(self, events: list[Event]) -> None:
        if self._observed:
            for event in events:
                self.hook.wargame_event(event=event)


def make_rules(name: str, overlay: Path | None, chosen: Iterable[str], observers: Iterable[Any]) -> HookRules:
    """The rules of one game: the title, the variants chosen for it, the observers."""
    title, plugin = _title_of(name, overlay)
    known: Mapping[str, tuple[str, object]] = variants() if chosen else {}
    plugins = [plugin]
    for variant in chosen:
        if known.get(variant, ("",))[0] != name:
            offered = ", ".join(v for v, (t, _) in known.items() if t == name) or "none"
            raise WargameError(f"{title.name} has no variant '{variant}'; there are: {offered}.")
        plugins.append(known[variant][1])
    return HookRules(title, [*plugins, *observers])
