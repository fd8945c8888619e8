"""The installed plugins, titles and variants, and the rules of a game made from them.

A plugin is imported only when it is needed: a title when it is played, any plugin when its source mentions a hook that
is asked for. So listing bots or commands imports no title.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import pluggy

from wargame.core.engine.errors import BrokenTitle, WargameError
from wargame.core.engine.mistakes import brief, broken, mistaken, place_in
from wargame.core.title.data import Overlay
from wargame.core.title.title import Title
from wargame.plugins.discovery import distribution, entry_points, may_implement, plugin_names
from wargame.plugins.hooks import HookRules as HookRules
from wargame.plugins.hooks import make_manager as make_manager
from wargame.plugins.hooks import said, wrong_result

OWN = ("wargame.plugins.bots", "wargame.plugins.maps")  # our own plugins that are not titles
# What any plugin may offer:
TOOLS = ("wargame_bots", "wargame_commands", "wargame_observers", "wargame_renderers", "wargame_variants")


@attrs.frozen
class Plugin:
    """An installed plugin: its name, its distribution, its module, and what is wrong with it, if anything."""

    name: str
    source: str
    module: Any = None
    problem: str = ""

    def has(self, hook: str) -> bool:
        """Whether the plugin works and implements a hook."""
        return not self.problem and hasattr(self.module, hook)


@lru_cache(maxsize=64)
def load(name: str) -> Plugin:
    """Import the plugin of this name; what is wrong with it is its `problem`, and is not raised."""
    point = next((point for point in entry_points() if point.name == name), None)
    if point is None:
        return Plugin(name, "", problem=f"There is no plugin '{name}'.")
    source = " ".join(distribution(point)).strip()
    try:
        module = point.load()
        return Plugin(name, source, module, _hidden(name, source, module) or _defect(name, source, module))
    except (Exception, SystemExit) as error:  # whatever a stranger's plugin raises, the others must go on
        return Plugin(name, source, problem=f"Plugin '{name}' ({source}) cannot be loaded: {said(error)}.")


def _hidden(name: str, source: str, module: Any) -> str:
    """The folder that Python has taken for the plugin: that of its project, which Python is run beside; or empty."""
    if getattr(module, "__spec__", None) is None or module.__spec__.origin is not None:
        return ""
    folder = next(iter(module.__path__))
    return f"Plugin '{name}' ({source}) is hidden by the folder {folder}: run Python in another folder."


def _defect(name: str, source: str, module: Any) -> str:
    """What is wrong with a plugin that can be imported; an empty text if nothing is."""
    try:
        manager = make_manager([module])
        manager.check_pending()
        for hook in (getattr(manager.hook, name) for name in TOOLS if name != "wargame_commands"):
            if not all(isinstance(offer, Mapping) for offer in hook()):
                raise TypeError(f"{hook.name} returns no mapping")
        if manager.hook.wargame_commands.get_hookimpls():
            from click import Group

            manager.hook.wargame_commands(group=Group())  # tried once here, so that it cannot break every command
    except (pluggy.PluginValidationError, Exception) as error:
        return f"Plugin '{name}' ({source}) is broken: {said(error)}."
    return ""


@lru_cache(maxsize=1)
def _own() -> tuple[Plugin, ...]:
    return tuple(Plugin(name.rsplit(".", 1)[1], "wargame", importlib.import_module(name)) for name in OWN)


@lru_cache(maxsize=1)
def all_plugins() -> tuple[Plugin, ...]:
    """Import every installed plugin, ours first; those that are broken say why."""
    return (*_own(), *(load(name) for name in plugin_names()), *_name_clashes())


def _name_clashes() -> Iterator[Plugin]:
    """Plugins under a name that another already has: the first keeps it, the others are listed as broken."""
    for point in entry_points():
        first = next(other for other in entry_points() if other.name == point.name)
        if point is not first:
            source, taken = (" ".join(distribution(p)).strip() for p in (point, first))
            problem = f"The name '{point.name}' of {source} ({point.value}) is taken by {taken} ({first.value})."
            yield Plugin(point.name, source, problem=problem)


@lru_cache(maxsize=len(TOOLS))
def tools(hook: str) -> pluggy.PluginManager:
    """A manager of all plugins that may implement one of the hooks for tools."""
    points = {point.name: point for point in reversed(entry_points())}
    plugins = (load(name) for name in plugin_names() if may_implement(points[name], hook))
    return make_manager(plugin.module for plugin in (*_own(), *plugins) if not plugin.problem)


def offers(hook: str) -> dict[str, Any]:
    """The bots, observers, renderers or variants that plugins offer, by name."""
    return {name: offer for offered in getattr(tools(hook).hook, hook)() for name, offer in offered.items()}


class Variant(NamedTuple):
    """A variant: the title it is for, the plugin that changes the rules, the data laid over those of the title."""

    title: str
    plugin: Any = None
    data: Path | None = None


@lru_cache(maxsize=32)
def _title_of(name: str, data: Path | None, chosen: tuple[str, ...] = ()) -> tuple[Title, tuple[Any, ...]]:
    """A title with the chosen variants, and the plugins that make its rules."""
    plugin = load(name)
    if plugin.problem:
        raise WargameError(plugin.problem if plugin.source else _unknown_title(name))
    if not plugin.has("wargame_title"):
        raise WargameError(f"Plugin '{name}' is not a title; there are: {', '.join(list_titles())}.")
    found = [_variant(name, variant) for variant in chosen]
    plugins = (plugin.module, *(variant.plugin for variant in found if variant.plugin is not None))
    folders = (*(variant.data for variant in found if variant.data is not None), *((data,) if data else ()))
    overlay = folders if len(folders) > 1 else folders[0] if folders else None
    return _call_title_hook(name, ", ".join(chosen) or plugin.source, plugins, overlay), plugins


def _variant(title: str, name: str) -> Variant:
    known = variants()
    if name in known and known[name].title not in plugin_names():
        there = ", ".join(list_titles())
        what = f"Variant '{name}' is for the title '{known[name].title}'"
        raise WargameError(f"{what}, which does not exist; there are: {there}.")
    if name not in known or known[name].title != title:
        offered = ", ".join(other for other, variant in known.items() if variant.title == title) or "none"
        raise WargameError(f"{get_title(title).name} has no variant '{name}'; there are: {offered}.")
    return known[name]


def _call_title_hook(name: str, source: str, plugins: Iterable[Any], overlay: Overlay) -> Title:
    try:
        manager = make_manager(plugins)
        manager.check_pending()
        title = manager.hook.wargame_title(overlay=overlay)
    except WargameError:
        raise
    except Exception as error:  # a stranger's title may raise anything
        if overlay is not None:
            raise incompatible_data(name, overlay, error) from error
        place = place_in(error).strip(" ()")
        raise BrokenTitle(f"Title '{name}' ({source}) is broken: {said(error)}. See {place}.") from error
    if not isinstance(title, Title):
        if any(impl.wrapper for impl in manager.hook.wargame_title.get_hookimpls()):
            fits = lambda found: isinstance(found, Title)  # noqa: E731
            raise wrong_result(name, manager, "wargame_title", fits, "a Title", {"overlay": overlay})
        raise WargameError(f"Title '{name}' ({source}) is broken: wargame_title returns {brief(title)}, not a Title.")
    if title.id != name:
        raise WargameError(f"Title '{name}' ({source}) is broken: its id is '{title.id}', which must be the same.")
    return title


def incompatible_data(name: str, overlay: Path | tuple[Path, ...], error: BaseException) -> WargameError:
    """The error for data laid over a title's own that do not fit it, mostly by a name that another file lacks."""
    what = f"nothing is called {error}" if isinstance(error, KeyError) else said(error)
    where = " and ".join(map(str, overlay)) if isinstance(overlay, tuple) else overlay
    return WargameError(f"The data in {where} do not fit the other data of '{name}': {what}.")


def _unknown_title(name: str) -> str:
    broken = "".join(f" {plugin.problem}" for plugin in all_plugins() if plugin.problem)
    return f"There is no title '{name}'; there are: {', '.join(list_titles())}.{broken}"


def problem_of(plugin: Plugin) -> str:
    """What is wrong with a plugin or with its title, whose data are read to find out."""
    if plugin.has("wargame_title"):
        try:
            _title_of(plugin.name, None)
        except WargameError as error:
            return str(error)
    return plugin.problem


def get_title(name: str, data: Path | None = None, chosen: Iterable[str] = ()) -> Title:
    """A title by its id, with the chosen variants."""
    return _title_of(name, data, tuple(chosen))[0]


def list_titles() -> list[str]:
    """The ids of all titles that load."""
    return [p.name for p in all_plugins() if p.has("wargame_title")]


def variants() -> dict[str, Variant]:
    """All variants by name."""
    found = {}
    for name, offered in offers("wargame_variants").items():
        if not isinstance(offered, tuple) or len(offered) not in (2, 3) or not isinstance(offered[0], str):
            text = (
                f"wargame_variants gives {brief(offered)} for it, not (title id, plugin) or (title id, plugin, folder)"
            )
            raise WargameError(f"Variant '{name}' is broken: {text}.")
        found[name] = Variant(*offered)
    return found


def make_rules(name: str, data: Path | None, chosen: Iterable[str], observers: Iterable[Any]) -> HookRules:
    """The rules of one game: the title, the variants chosen for it, the observers."""
    title, plugins = _title_of(name, data, tuple(chosen))
    return HookRules(title, [*plugins, *observers])


def find_observers(names: Iterable[str]) -> dict[str, Callable[..., Any]]:
    """The functions that make the observers of these names."""
    known = offers("wargame_observers")
    for name in names:
        if name not in known:
            raise WargameError(f"There is no observer '{name}'; there are: {', '.join(sorted(known)) or 'none'}.")
    return {name: known[name] for name in names}


def make_observers(names: Iterable[str], title: Title, seed: int) -> list[Any]:
    """New observers of these names, for one game."""
    made = []
    for name, make in find_observers(names).items():
        try:
            wanted = inspect.signature(make).parameters
            given = {"title": title, "seed": seed}
            observer = make(**{key: value for key, value in given.items() if key in wanted})
        except WargameError:
            raise
        except Exception as error:
            raise broken(f"the observer '{name}'", error) from error
        if not hasattr(observer, "wargame_event"):
            text = f"it makes {brief(observer)}, which has no wargame_event. Give it one, with @hookimpl above it."
            raise mistaken(f"the observer '{name}'", make, text)
        made.append(observer)
    return made
