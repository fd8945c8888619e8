"""The hooks of one game: its own plugin manager, what its title and variants answer, and who is to blame for nonsense.

Whatever a hook raises, and whatever it returns instead of what it should, becomes an error of one sentence that names
the hook, the plugin, the file and what to do.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterable, Mapping
from numbers import Real
from types import NoneType
from typing import Any

import attrs
import pluggy

from wargame.core.engine.chance import Source
from wargame.core.engine.errors import BrokenTitle, WargameError
from wargame.core.engine.events import Event
from wargame.core.engine.mistakes import brief, broken, is_result, mistaken, result_wanted
from wargame.core.engine.questions import Procedure, Question, Refusal
from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Sequence
from wargame.core.engine.state import State
from wargame.core.mechanics.odds import Modifier
from wargame.core.title import sight
from wargame.core.title.observation import Observation
from wargame.core.title.picture import Lookup, Picture
from wargame.core.title.plans import Plan, Verdict
from wargame.core.title.title import Title
from wargame.plugins import hookimpl, hookspecs

HOOKS = frozenset(name for name in dir(hookspecs) if name.startswith("wargame_"))
Kinds = type[Any] | tuple[type[Any], ...]


def make_manager(plugins: Iterable[object]) -> pluggy.PluginManager:
    """A plugin manager with our hooks and these plugins."""
    manager = pluggy.PluginManager("wargame")
    manager.add_hookspecs(hookspecs)
    for plugin in plugins:
        if not manager.is_registered(plugin):  # one plugin may have two names
            _check_marked(plugin)
            manager.register(plugin)
    return manager


def _check_marked(plugin: object) -> None:
    """Refuse a plugin with a function that has the name of a hook and is no hook: it would never be called."""
    for name in HOOKS & set(dir(plugin)):
        function = getattr(plugin, name)
        if callable(function) and not hasattr(function, "wargame_impl"):
            called = getattr(plugin, "__name__", type(plugin).__name__)
            raise mistaken(f"{name} of {called}", function, "it is never called. Write @hookimpl above it.")


# Hooks that are asked for at every answer: called directly, with their arguments in this order.
OFTEN = {
    "wargame_view": ("state", "side"),
    "wargame_observation": ("title", "seen"),
    "wargame_evaluate": ("state", "side"),
    "wargame_features": ("state", "side"),
}


class _KernelView:
    @hookimpl
    def wargame_view(self, state: State, side: str | None) -> dict[str, Any]:
        return sight.view(state, side)


class HookRules:
    """The rules of a title and its variants, reached through the hooks of one game's own plugin manager."""

    def __init__(self, title: Title, plugins: Iterable[Any]) -> None:
        self.title = title
        self.manager = make_manager(plugins)
        self.hook = self.manager.hook
        if not self.has("wargame_view") and self.hook.wargame_view.get_hookimpls():
            self.manager.register(_KernelView())  # for a variant that wraps it
        self._victory = self._caller("wargame_victory", "state")
        self._often = {hook: self._caller(hook, *arguments) for hook, arguments in OFTEN.items() if self.has(hook)}
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
                text = "it cannot wrap others. Write a plain @hookimpl, which gets what those before it returned."
                raise mistaken(self._described(impl, hook), impl.function, text)
        order = [plugin for _, plugin in self.manager.list_name_plugin()]
        return sorted(impls, key=lambda impl: order.index(impl.plugin))

    def _caller(self, hook: str, *arguments: str) -> Any:
        """A hook that is called very often, with arguments in this order: its only implementation, if not wrapped."""
        found: Any = getattr(self.hook, hook)
        impls = found.get_hookimpls()
        if not impls:
            return None
        if len(impls) > 1 or impls[0].wrapper or impls[0].hookwrapper:
            return lambda *given: found(**dict(zip(arguments, given, strict=True)))
        function, wanted = impls[0].function, [arguments.index(name) for name in impls[0].argnames]
        if wanted == list(range(len(arguments))):
            return function
        return lambda *given: function(*[given[number] for number in wanted])

    def _described(self, impl: pluggy.HookImpl, hook: str) -> str:
        """An implementation of a hook, as errors name it."""
        return f"{hook} of {_plugin_name(impl)}"

    def _ask(self, hook: str, kinds: Kinds, wanted: str, **given: Any) -> Any:
        """Call a hook and check that it returns one of these kinds; `wanted` says what that is."""
        often = self._often.get(hook)
        try:
            found = getattr(self.hook, hook)(**given) if often is None else often(*given.values())
        except WargameError:
            raise
        except Exception as error:
            raise broken(f"the hook {hook} of {self.title.name}", error) from error
        if not isinstance(found, kinds):
            raise self._wrong(hook, kinds, wanted, **given)
        return found

    def _wrong(self, hook: str, kinds: Kinds, wanted: str, **given: Any) -> BrokenTitle:
        fits = lambda found: isinstance(found, kinds)  # noqa: E731
        return wrong_result(self.title.name, self.manager, hook, fits, wanted, given)

    def setup(self, scenario: str, options: dict[str, Any]) -> State:
        given = {"title": self.title, "scenario": scenario, "options": options}
        state: State = self._ask("wargame_setup", State, "a State", **given)
        return state

    def phases(self, state: State) -> Sequence:
        sequence: Sequence = self._ask("wargame_phases", Sequence, "a Sequence(name, *phases)", state=state)
        return sequence

    def resolve_combat(self, state: State, battle: Any) -> Procedure[Any]:
        wanted = "a procedure, which a function with yield makes when it is called"
        given = {"state": state, "battle": battle}
        procedure: Procedure[Any] = self._ask("wargame_resolve_combat", Generator, wanted, **given)
        return procedure

    def modifiers(self, state: State, battle: Any, modifiers: Iterable[Modifier]) -> tuple[Modifier, ...]:
        found = tuple(modifiers)
        for impl in self._modifying:
            changed = self._call(impl, "wargame_modifiers", state=state, battle=battle, modifiers=found)
            found = found if changed is None else self._checked_modifiers(impl, changed)
        return found

    def _checked_modifiers(self, impl: pluggy.HookImpl, changed: Any) -> tuple[Modifier, ...]:
        if isinstance(changed, Iterable):
            found = tuple(changed)
            if all(isinstance(one, Modifier) for one in found):
                return found
        text = f"it returns {brief(changed)}. Return all modifiers, each a Modifier(name, amount, rule)."
        raise mistaken(self._described(impl, "wargame_modifiers"), impl.function, text)

    def _why_forbidden(self, state: State, side: str, action: Any) -> Refusal | None:
        given = {"state": state, "side": side, "action": action}
        refusal: Refusal | None = self._ask("wargame_forbid", (Refusal, NoneType), "a Refusal, or None", **given)
        return refusal

    def _entered(self, state: State, unit: str, space: str) -> None:
        for impl in self._entering:
            self._call(impl, "wargame_entered", state=state, unit=unit, space=space)
            if unit not in state.units:
                text = f"it has removed {unit}, which the rules are still moving. Reduce or mark it instead."
                raise mistaken(self._described(impl, "wargame_entered"), impl.function, text)

    def _call(self, impl: pluggy.HookImpl, hook: str, **given: Any) -> Any:
        """One implementation of a hook, with the arguments that it wants."""
        try:
            return impl.function(*(given[name] for name in impl.argnames))
        except WargameError:
            raise
        except Exception as error:
            raise broken(self._described(impl, hook), error) from error

    def victory(self, state: State) -> Result | None:
        try:
            result: Result | None = self._victory(state) if self._victory is not None else None
        except WargameError:
            raise
        except Exception as error:
            raise broken(f"the hook wargame_victory of {self.title.name}", error) from error
        if result is not None and not is_result(result, self.title.sides):
            sides = self.title.sides
            fits = lambda found: found is None or is_result(found, sides)  # noqa: E731
            wanted, given = result_wanted(sides), {"state": state}
            raise wrong_result(self.title.name, self.manager, "wargame_victory", fits, wanted, given)
        return result

    def view(self, state: State, side: str | None) -> dict[str, Any]:
        if "wargame_view" not in self._often:
            return sight.view(state, side)
        seen: dict[str, Any] = self._ask("wargame_view", dict, "a dict", state=state, side=side)
        return seen

    def redraw(self, state: State, side: str, source: Source) -> None:
        if self._ask("wargame_redraw", object, "", state=state, side=side, source=source) is None:
            sight.redraw(state, side, source)

    def observation(self, title: Title, seen: Mapping[str, Any]) -> Observation | None:
        kinds, given = (Observation, NoneType), {"title": title, "seen": seen}
        found: Observation | None = self._ask("wargame_observation", kinds, "an Observation", **given)
        return found

    def evaluate(self, state: State, side: str) -> float:
        if "wargame_evaluate" in self._often:
            kinds = (Real, NoneType) if "wargame_features" in self._often else Real
            score = self._ask("wargame_evaluate", kinds, "a number", state=state, side=side)
            if score is not None:
                return float(score)
        return float(sum(self.features(state, side).values()))

    def features(self, state: State, side: str) -> dict[str, float]:
        kinds, wanted = (Mapping, NoneType), "a dictionary of numbers"
        found: Mapping[str, float] = self._ask("wargame_features", kinds, wanted, state=state, side=side) or {}
        weights = self.title.weights_in(state.scenario)
        try:
            return {name: weights[name] * value for name, value in found.items()}
        except KeyError as error:
            raise WargameError(f"{self.title.name} has no weight for the feature {error} of its evaluation.") from None

    def plans(self, state: State, side: str, question: Question) -> tuple[Plan, ...] | None:
        kinds, given = (Iterable, NoneType), {"state": state, "side": side, "question": question}
        found = self._ask("wargame_plans", kinds, "a tuple of Plan values, or None", **given)
        return None if found is None else tuple(found)

    def verdict(self, state: State, side: str, question: Question) -> Verdict | None:
        kinds, given = (Verdict, NoneType), {"state": state, "side": side, "question": question}
        found: Verdict | None = self._ask("wargame_verdict", kinds, "a Verdict, or None", **given)
        return found

    def picture(self, state: State, side: str | None) -> Picture | None:
        kinds, given = (Picture, NoneType), {"state": state, "side": side}
        picture: Picture | None = self._ask("wargame_picture", kinds, "a Picture", **given)
        if picture is None or picture.sides:
            return picture
        return attrs.evolve(picture, sides=self.title.side_names)

    def lookups(self) -> dict[str, Lookup]:
        offered: list[Mapping[str, Lookup]] = self._ask("wargame_lookups", list, "a dictionary")
        return {word: lookup for words in offered for word, lookup in words.items()}

    def route(
        self, state: State, side: str, units: tuple[str, ...], to: str, via: tuple[str, ...] = ()
    ) -> tuple[Any, ...] | None:
        given = {"state": state, "side": side, "units": units, "to": to, "via": via}
        found = self._ask("wargame_route", (Iterable, NoneType), "a tuple of answers, or None", **given)
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
                name = _plugin_name(observer)
                warnings.warn(f"The observer {name} hears no more of the game: {said(error)}.", stacklevel=2)


def wrong_result(
    title: str,
    manager: pluggy.PluginManager,
    hook: str,
    fits: Callable[[Any], bool],
    wanted: str,
    given: Mapping[str, Any],
) -> BrokenTitle:
    """The error for a hook that returns something that does not fit: it names the plugin to blame.

    If the title alone returns what fits, a variant that wraps the hook has spoilt it.
    """
    impls = getattr(manager.hook, hook).get_hookimpls()
    if not impls:
        return BrokenTitle(f"{title} is broken: its hook {hook} is missing or returns nothing. Return {wanted}.")
    plain = [impl for impl in impls if not impl.wrapper]
    wrappers = [impl for impl in impls if impl.wrapper]
    culprit, found = (plain or wrappers)[0], None
    for number in range(len(wrappers) + 1):
        others = [impl.plugin for impl in wrappers[number:]]
        try:
            found = manager.subset_hook_caller(hook, others)(**given)
        except Exception:
            break
        if not fits(found):
            culprit = wrappers[number - 1] if number else culprit
            break
    text = f"it returns {brief(found)}. Return {wanted}."
    if culprit.wrapper and found is None:
        text = f"it returns nothing. A wrapper returns what it got from yield, or {wanted}."
    return mistaken(f"{hook} of {_plugin_name(culprit)}", culprit.function, text)


def _plugin_name(impl: pluggy.HookImpl) -> str:
    """What the plugin of an implementation is called: its module or its class."""
    return str(getattr(impl.plugin, "__name__", type(impl.plugin).__name__))


def said(error: BaseException) -> str:
    """An exception in one line, without a full stop."""
    if isinstance(error, WargameError):
        return str(error).rstrip(".")
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": .").split())
