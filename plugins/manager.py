"""Finding plugins, and the plugin manager of each game: its title, its variants, the observers.

A plugin is imported only when it is needed: a title when it is played, any plugin when its source mentions a hook that
is asked for. So listing bots or commands imports no title.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import pluggy

from wargame.core.engine.chance import Source
from wargame.core.engine.errors import WargameError
from wargame.core.engine.events import Event
from wargame.core.engine.questions import Procedure, Question, Refusal
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Sequence
from wargame.core.engine.state import State
from wargame.core.mechanics.odds import Modifier
from wargame.core.title import sight
from wargame.core.title.data import Overlay
from wargame.core.title.observation import Observation
from wargame.core.title.picture import Lookup, Picture
from wargame.core.title.plans import Plan, Verdict
from wargame.core.title.title import Title
from wargame.plugins import hookspecs
from wargame.plugins.discovery import distribution, entry_points, may_implement, plugin_names

OWN = ("wargame.plugins.bots", "wargame.plugins.maps")  # our own plugins that are not titles
TOOLS = ("wargame_bots", "wargame_commands", "wargame_renderers", "wargame_variants")  # what any plugin may offer


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
        return Plugin(name, source, module, _defect(name, source, module))
    except (Exception, SystemExit) as error:  # whatever a stranger's plugin raises, the others must go on
        return Plugin(name, source, problem=f"Plugin '{name}' ({source}) cannot be loaded: {_cause(error)}.")


def _defect(name: str, source: str, module: Any) -> str:
    """What is wrong with a plugin that can be imported; an empty text if nothing is."""
    try:
        manager = make_manager([module])
        manager.check_pending()
        for hook in (manager.hook.wargame_bots, manager.hook.wargame_renderers, manager.hook.wargame_variants):
            if not all(isinstance(offer, Mapping) for offer in hook()):
                raise TypeError(f"{hook.name} returns no mapping")
        if manager.hook.wargame_commands.get_hookimpls():
            from click import Group

            manager.hook.wargame_commands(group=Group())  # tried once here, so that it cannot break every command
    except (pluggy.PluginValidationError, Exception) as error:
        return f"Plugin '{name}' ({source}) is broken: {_cause(error)}."
    return ""


def _call(impl: pluggy.HookImpl, **given: Any) -> Any:
    """One implementation of a hook, with the arguments that it wants."""
    return impl.function(*(given[name] for name in impl.argnames))


def _called(impl: pluggy.HookImpl) -> str:
    """What the plugin of an implementation is called: its module or its class."""
    return str(getattr(impl.plugin, "__name__", type(impl.plugin).__name__))


def _cause(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": .").split())


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
    """A manager of all plugins that may implement one of the hooks for bots, commands, renderers or variants."""
    points = {point.name: point for point in reversed(entry_points())}
    plugins = (load(name) for name in plugin_names() if may_implement(points[name], hook))
    return make_manager(plugin.module for plugin in (*_own(), *plugins) if not plugin.problem)


def offers(hook: str) -> dict[str, Any]:
    """The bots, renderers or variants that plugins offer, by name."""
    return {name: offer for offered in getattr(tools(hook).hook, hook)() for name, offer in offered.items()}


def make_manager(plugins: Iterable[object]) -> pluggy.PluginManager:
    """A plugin manager with our hooks and these plugins."""
    manager = pluggy.PluginManager("wargame")
    manager.add_hookspecs(hookspecs)
    for plugin in plugins:
        if not manager.is_registered(plugin):  # one plugin may have two names
            manager.register(plugin)
    return manager


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
    if name not in known or known[name].title != title:
        offered = ", ".join(other for other, variant in known.items() if variant.title == title) or "none"
        raise WargameError(f"{get_title(title).name} has no variant '{name}'; there are: {offered}.")
    return known[name]


def _call_title_hook(name: str, source: str, plugins: Iterable[Any], overlay: Overlay) -> Title:
    try:
        title = make_manager(plugins).hook.wargame_title(overlay=overlay)
    except WargameError:
        raise
    except Exception as error:  # a stranger's title may raise anything
        if overlay is not None:
            raise incompatible_data(name, overlay, error) from error
        raise WargameError(f"Title '{name}' ({source}) is broken: {_cause(error)}.") from error
    if not isinstance(title, Title):
        raise WargameError(f"Title '{name}' ({source}) is broken: wargame_title returns {title!r:.60}, not a Title.")
    if title.id != name:
        raise WargameError(f"Title '{name}' ({source}) is broken: its id is '{title.id}', which must be the same.")
    return title


def incompatible_data(name: str, overlay: Path | tuple[Path, ...], error: Exception) -> WargameError:
    """The error for data laid over a title's own that do not fit it, mostly by a name that another file lacks."""
    what = f"nothing is called {error}" if isinstance(error, KeyError) else _cause(error)
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
    return {name: Variant(*offered) for name, offered in offers("wargame_variants").items()}


class HookRules:
    """The rules of a title and its variants, reached through the hooks of one game's own plugin manager."""

    def __init__(self, title: Title, plugins: Iterable[Any]) -> None:
        self.title = title
        self.manager = make_manager(plugins)
        self.hook = self.manager.hook
        self._victory = self._caller("wargame_victory", "state")
        self._view = self._caller("wargame_view", "state", "side")
        self._observers = [impl for impl in self.hook.wargame_event.get_hookimpls() if not impl.wrapper]
        self._modifying = self._in_order("wargame_modifiers")
        self._entering = self._in_order("wargame_entered")
        self.entered = self._entered if self._entering else None
        self.why_forbidden = self._why_forbidden if self.hook.wargame_forbid.get_hookimpls() else None

    def _in_order(self, hook: str) -> list[pluggy.HookImpl]:
        """The implementations of a hook, first those of the title, then those of the variants as they were chosen."""
        impls = getattr(self.hook, hook).get_hookimpls()
        for impl in impls:
            if impl.wrapper or impl.hookwrapper:
                raise WargameError(f"{hook} of {_called(impl)} cannot wrap others: use a plain @hookimpl.")
        order = [plugin for _, plugin in self.manager.list_name_plugin()]
        return sorted(impls, key=lambda impl: order.index(impl.plugin))

    def _caller(self, hook: str, *arguments: str) -> Any:
        """A hook that is called very often: its only implementation, if nothing wraps it."""
        found: Any = getattr(self.hook, hook)
        impls = found.get_hookimpls()
        alone = len(impls) == 1 and not impls[0].wrapper and impls[0].argnames == arguments
        return impls[0].function if alone else found

    def setup(self, scenario: str, options: dict[str, Any]) -> State:
        state: State = self._required("wargame_setup", title=self.title, scenario=scenario, options=options)
        return state

    def phases(self, state: State) -> Sequence:
        sequence: Sequence = self._required("wargame_phases", state=state)
        return sequence

    def resolve_combat(self, state: State, battle: Any) -> Procedure[Any]:
        procedure: Procedure[Any] = self._required("wargame_resolve_combat", state=state, battle=battle)
        return procedure

    def _required(self, hook: str, **arguments: Any) -> Any:
        """The result of a hook that every title must implement."""
        found = getattr(self.hook, hook)(**arguments)
        if found is None:
            raise WargameError(f"{self.title.name} is broken: its hook {hook} is missing or returns nothing.")
        return found

    def modifiers(self, state: State, battle: Any, modifiers: Iterable[Modifier]) -> tuple[Modifier, ...]:
        found = tuple(modifiers)
        for impl in self._modifying:
            changed = _call(impl, state=state, battle=battle, modifiers=found)
            found = found if changed is None else tuple(changed)
        return found

    def _why_forbidden(self, state: State, side: str, action: Any) -> Refusal | None:
        refusal: Refusal | None = self.hook.wargame_forbid(state=state, side=side, action=action)
        return refusal

    def _entered(self, state: State, unit: str, space: str) -> None:
        for impl in self._entering:
            _call(impl, state=state, unit=unit, space=space)
            if unit not in state.units:
                what = f"wargame_entered of {_called(impl)} has removed {unit}"
                raise WargameError(f"{what}, which the rules are still moving: reduce or mark it instead.")

    def victory(self, state: State) -> Result | None:
        result: Result | None = self._victory(state=state)
        return result

    def view(self, state: State, side: str | None) -> dict[str, Any]:
        seen: dict[str, Any] | None = self._view(state=state, side=side)
        return sight.view(state, side) if seen is None else seen

    def redraw(self, state: State, side: str, source: Source) -> None:
        if self.hook.wargame_redraw(state=state, side=side, source=source) is None:
            sight.redraw(state, side, source)

    def observation(self, title: Title, seen: Mapping[str, Any]) -> Observation | None:
        found: Observation | None = self.hook.wargame_observation(title=title, seen=seen)
        return found

    def evaluate(self, state: State, side: str) -> float:
        score = self.hook.wargame_evaluate(state=state, side=side)
        return float(sum(self.features(state, side).values()) if score is None else score)

    def features(self, state: State, side: str) -> dict[str, float]:
        found: Mapping[str, float] = self.hook.wargame_features(state=state, side=side) or {}
        weights = self.title.weights_in(state.scenario)
        try:
            return {name: weights[name] * value for name, value in found.items()}
        except KeyError as error:
            raise WargameError(f"{self.title.name} has no weight for the feature {error} of its evaluation.") from None

    def plans(self, state: State, side: str, question: Question) -> tuple[Plan, ...] | None:
        found = self.hook.wargame_plans(state=state, side=side, question=question)
        return None if found is None else tuple(found)

    def verdict(self, state: State, side: str, question: Question) -> Verdict | None:
        found: Verdict | None = self.hook.wargame_verdict(state=state, side=side, question=question)
        return found

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
        """Whether the title or a variant implements a hook; a wrapper alone does not count."""
        return any(not impl.wrapper for impl in getattr(self.hook, hook).get_hookimpls())

    def happened(self, events: list[Event]) -> None:
        for observer in self._observers[:]:
            try:
                for event in events:
                    observer.function(*([event] if observer.argnames else []))
            except Exception as error:  # an observer must not stop the game
                self._observers.remove(observer)
                warnings.warn(f"{observer.plugin_name} hears no more of the game: {_cause(error)}.", stacklevel=2)


def make_rules(name: str, data: Path | None, chosen: Iterable[str], observers: Iterable[Any]) -> HookRules:
    """The rules of one game: the title, the variants chosen for it, the observers."""
    title, plugins = _title_of(name, data, tuple(chosen))
    return HookRules(title, [*plugins, *observers])
