"""Finding plugins, and one manager a game: its title, its variants, the observers."""

from __future__ import annotations

import importlib.metadata
import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import attrs
import pluggy

from wargame.core.engine.chance import Source
from wargame.core.engine.errors import WargameError
from wargame.core.engine.events import Event
from wargame.core.engine.questions import Procedure
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Sequence
from wargame.core.engine.state import State
from wargame.core.title import sight
from wargame.core.title.picture import Lookup, Picture
from wargame.core.title.title import Title

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
        return not self.problem and hasattr(self.module, hook)


@lru_cache(maxsize=1)
def _entry_points() -> tuple[EntryPoint, ...]:
    """Sorted so that who comes first is always the same: our own, then by distribution."""
    points = importlib.metadata.entry_points(group=GROUP)
    return tuple(sorted(points, key=lambda p: (p.name, _dist(p)[0] != "wargame", _dist(p), p.value)))


def _dist(point: EntryPoint) -> tuple[str, str]:
    return (point.dist.name, point.dist.version) if point.dist is not None else (point.value, "")


def title_names() -> list[str]:
    """The names under which plugins are registered, without importing any."""
    return list(dict.fromkeys(point.name for point in _entry_points()))


@lru_cache(maxsize=64)
def load(name: str) -> Found:
    """The plugin of this name; a broken one is told, not raised."""
    point = next((point for point in _entry_points() if point.name == name), None)
    if point is None:
        return Found(name, "", problem=f"There is no plugin '{name}'.")
    source = " ".join(_dist(point)).strip()
    try:
        module = point.load()
        return Found(name, source, module, _fault(name, source, module))
    except (Exception, SystemExit) as error:  # whatever a stranger's plugin raises, the others must go on
        return Found(name, source, problem=f"Plugin '{name}' ({source}) cannot be loaded: {_cause(error)}.")


def _fault(name: str, source: str, module: Any) -> str:
    """What is wrong with a plugin that can be imported."""
    try:
        manager = make_manager([module])
        manager.check_pending()
        for hook in (manager.hook.wargame_bots, manager.hook.wargame_renderers, manager.hook.wargame_variants):
            for offered in hook():
                if not isinstance(offered, Mapping):
                    raise TypeError(f"{hook.name} gives no mapping")
        if manager.hook.wargame_commands.get_hookimpls():
            from click import Group

            manager.hook.wargame_commands(group=Group())  # a rehearsal: what fails here must not fail in every command
    except (pluggy.PluginValidationError, Exception) as error:
        return f"Plugin '{name}' ({source}) is broken: {_cause(error)}."
    return ""


def _cause(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": .").split())


@lru_cache(maxsize=1)
def found() -> tuple[Found, ...]:
    """Every plugin there is: ours, and those of installed distributions."""
    own = tuple(Found(name.rsplit(".", 1)[1], "wargame", importlib.import_module(name)) for name in OWN)
    return (*own, *(load(name) for name in title_names()), *_twice())


def _twice() -> Iterator[Found]:
    """Those whose name was taken: the first stands, the others are told."""
    for point in _entry_points():
        first = next(other for other in _entry_points() if other.name == point.name)
        if point is not first:
            source, taken = (" ".join(_dist(p)).strip() for p in (point, first))
            said = f"The name '{point.name}' of {source} ({point.value}) is taken by {taken} ({first.value})."
            yield Found(point.name, source, problem=said)


def make_manager(plugins: Iterable[Any]) -> pluggy.PluginManager:
    manager = pluggy.PluginManager("wargame")
    manager.add_hookspecs(hookspecs)
    for plugin in plugins:
        if not manager.is_registered(plugin):  # one plugin may have two names
            manager.register(plugin)
    return manager


@lru_cache(maxsize=1)
def tools() -> pluggy.PluginManager:
    """The manager for bots, commands, renderers and variants: every plugin that loads."""
    return make_manager(p.module for p in found() if not p.problem)


@lru_cache(maxsize=32)
def _title_of(name: str, overlay: Path | None) -> tuple[Title, Any]:
    plugin = load(name)
    if plugin.problem:
        raise WargameError(plugin.problem if plugin.source else _no_title(name))
    if not plugin.has("wargame_title"):
        raise WargameError(f"Plugin '{name}' is not a title; there are: {', '.join(list_titles())}.")
    return _ask_title(name, plugin.source, [plugin.module], overlay), plugin.module


def _ask_title(name: str, source: str, plugins: Iterable[Any], overlay: Path | None) -> Title:
    try:
        title = make_manager(plugins).hook.wargame_title(overlay=overlay)
    except WargameError:
        raise
    except Exception as error:  # a stranger's title may raise anything
        if overlay is not None:
            raise misfit(name, overlay, error) from error
        raise WargameError(f"Title '{name}' ({source}) is broken: {_cause(error)}.") from error
    if not isinstance(title, Title):
        raise WargameError(f"Title '{name}' ({source}) is broken: wargame_title gives {title!r:.60}, not a Title.")
    if title.id != name:
        raise WargameError(f"Title '{name}' ({source}) is broken: its id is '{title.id}', which must be the same.")
    return title


def misfit(name: str, overlay: Path, error: Exception) -> WargameError:
    """What is said where the title stumbles over the data laid over its own: a name that another file lacks, mostly."""
    what = f"nothing is called {error}" if isinstance(error, KeyError) else _cause(error)
    return WargameError(f"The data in {overlay} do not fit the other data of '{name}': {what}.")


def _no_title(name: str) -> str:
    broken = "".join(f" {plugin.problem}" for plugin in found() if plugin.problem)
    return f"There is no title '{name}'; there are: {', '.join(list_titles())}.{broken}"


def problem_of(plugin: Found) -> str:
    """What is wrong with a plugin, its title included (which is asked for: that reads its data)."""
    if plugin.has("wargame_title"):
        try:
            _title_of(plugin.name, None)
        except WargameError as error:
            return str(error)
    return plugin.problem


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
        self._victory = self._caller("wargame_victory")
        self._observers = [impl for impl in self.hook.wargame_event.get_hookimpls() if not impl.wrapper]

    def _caller(self, hook: str) -> Any:
        """A hook that is called all the time: where nobody wraps it, its only implementation itself."""
        found: Any = getattr(self.hook, hook)
        impls = found.get_hookimpls()
        alone = len(impls) == 1 and not impls[0].wrapper and impls[0].argnames == ("state",)
        return impls[0].function if alone else found

    def setup(self, scenario: str, options: dict[str, Any]) -> State:
        state: State = self._given("wargame_setup", title=self.title, scenario=scenario, options=options)
        return state

    def phases(self, state: State) -> Sequence:
        sequence: Sequence = self._given("wargame_phases", state=state)
        return sequence

    def resolve_combat(self, state: State, battle: Any) -> Procedure[Any]:
        procedure: Procedure[Any] = self._given("wargame_resolve_combat", state=state, battle=battle)
        return procedure

    def _given(self, hook: str, **arguments: Any) -> Any:
        """What a hook gives that a title cannot do without."""
        found = getattr(self.hook, hook)(**arguments)
        if found is None:
            raise WargameError(f"{self.title.name} is broken: its hook {hook} is missing or gives nothing.")
        return found

    def victory(self, state: State) -> Result | None:
        result: Result | None = self._victory(state=state)
        return result

    def view(self, state: State, side: str | None) -> dict[str, Any]:
        seen: dict[str, Any] | None = self.hook.wargame_view(state=state, side=side)
        return sight.view(state, side) if seen is None else seen

    def redraw(self, state: State, side: str, source: Source) -> None:
        if self.hook.wargame_redraw(state=state, side=side, source=source) is None:
            sight.redraw(state, side, source)

    def evaluate(self, state: State, side: str) -> float:
        return float(self.hook.wargame_evaluate(state=state, side=side) or 0.0)

    def picture(self, state: State, side: str | None) -> Picture | None:
        found: Picture | None = self.hook.wargame_picture(state=state, side=side)
        return found

    def lookups(self) -> dict[str, Lookup]:
        offered: list[Mapping[str, Lookup]] = self.hook.wargame_lookups()
        return {word: lookup for words in offered for word, lookup in words.items()}

    def route(
        self, state: State, side: str, units: tuple[str, ...], to: str, via: tuple[str, ...] = ()
    ) -> tuple[Any, ...] | None:
        found = self.hook.wargame_route(state=state, side=side, units=units, to=to, via=via)
        return None if found is None else tuple(found)

    def has(self, hook: str) -> bool:
        """Whether the title, or a variant, answers a hook (wrapping it is no answer)."""
        return any(not impl.wrapper for impl in getattr(self.hook, hook).get_hookimpls())

    def happened(self, events: list[Event]) -> None:
        for observer in self._observers[:]:
            try:
                for event in events:
                    observer.function(*([event] if observer.argnames else []))
            except Exception as error:  # who only looks on must not stop the game
                self._observers.remove(observer)
                warnings.warn(f"{observer.plugin_name} hears no more of the game: {_cause(error)}.", stacklevel=2)


def make_rules(name: str, overlay: Path | None, chosen: Iterable[str], observers: Iterable[Any]) -> HookRules:
    """The rules of one game: the title, the variants chosen for it, the observers."""
    title, plugin = _title_of(name, overlay)
    plugins = [plugin]
    known = variants() if chosen else {}
    for variant in chosen:
        if known.get(variant, ("",))[0] != name:
            offered = ", ".join(v for v, (t, _) in known.items() if t == name) or "none"
            raise WargameError(f"{title.name} has no variant '{variant}'; there are: {offered}.")
        plugins.append(known[variant][1])
    if chosen:  # a variant may change the title itself: add an option, a scenario, an action
        title = _ask_title(name, ", ".join(chosen), plugins, overlay)
    return HookRules(title, [*plugins, *observers])
