"""The hooks of a title, each called once: does it return what it should?"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from numbers import Real
from pathlib import Path
from typing import Any

from wargame.core.engine.result import Result
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.engine.state import State
from wargame.core.mechanics.stacking import Stacking
from wargame.core.title.picture import Picture
from wargame.core.title.title import Title
from wargame.plugins import hookspecs
from wargame.plugins.check.finding import ERROR, WARNING, Finding, described, of_error, of_function
from wargame.plugins.check.subject import Subject
from wargame.plugins.manager import HookRules
from wargame.plugins.testkit.random_game import picture_fault

NEEDED = ("wargame_title", "wargame_setup", "wargame_phases")
WANTED = {"wargame_picture": "no map can be drawn", "wargame_evaluate": "simple bots do not know what is good"}


def check_hooks(subject: Subject, rules: HookRules, states: Mapping[str, State]) -> Iterator[Finding]:
    """All hooks that can be called without playing."""
    title = rules.title
    yield from _missing(subject, rules)
    for state in states.values():
        expected: dict[str, tuple[Any, str, dict[str, Any]]] = {
            "wargame_phases": (Sequence, "a Sequence", {"state": state}),
            "wargame_victory": ((Result, type(None)), "a Result or None", {"state": state}),
            "wargame_view": ((dict, type(None)), "a dictionary", {"state": state, "side": title.sides[0]}),
            "wargame_evaluate": ((Real, type(None)), "a number", {"state": state, "side": title.sides[0]}),
            "wargame_picture": ((Picture, type(None)), "a Picture", {"state": state, "side": None}),
            "wargame_lookups": ((list,), "a mapping", {}),
        }
        for hook, (kind, wanted, given) in expected.items():
            yield from _call(subject, rules, hook, kind, wanted, given)
    yield from check_phases(subject, rules, states)
    yield from check_stacking(subject, title, states)


def place_of(rules: HookRules, hook: str) -> tuple[str, int]:
    """Where the title implements a hook."""
    impls = getattr(rules.hook, hook).get_hookimpls()
    return of_function(impls[-1].function) if impls else ("", 0)


def _missing(subject: Subject, rules: HookRules) -> Iterator[Finding]:
    """Hooks that are not there, and functions that look like hooks but are none."""
    module = str(subject.folder / "__init__.py")
    for hook in NEEDED:
        if not rules.has(hook):
            yield Finding(ERROR, "the hook is missing", f"Write a function {hook} with @hookimpl.", module, 1, hook)
    for hook, without in WANTED.items():
        if not rules.has(hook) and not (hook == "wargame_evaluate" and rules.has("wargame_features")):
            yield Finding(WARNING, f"the hook is missing: {without}", f"Write {hook}.", module, 1, hook)
    known = {name for name in vars(hookspecs) if name.startswith("wargame_")}
    for module_ in subject.modules():
        for name, function in vars(module_).items():
            if (
                not (name.startswith("wargame_") and inspect.isfunction(function))
                or function.__module__ != module_.__name__
            ):
                continue
            file, line = of_function(function)
            if name not in known:
                hint = "Correct the name; docs/plugins.md lists the hooks."
                yield Finding(ERROR, f"there is no hook '{name}'", hint, file, line, name)
            elif not hasattr(function, "wargame_impl"):
                yield Finding(ERROR, "the function is never called", "Put @hookimpl before it.", file, line, name)


def _call(
    subject: Subject, rules: HookRules, hook: str, kind: Any, wanted: str, given: dict[str, Any]
) -> Iterator[Finding]:
    """What is wrong with the result of one hook."""
    if not getattr(rules.hook, hook).get_hookimpls():
        return
    file, line = place_of(rules, hook)
    try:
        found = getattr(rules.hook, hook)(**given)
    except Exception as error:
        file, line = of_error(error, subject.folder)
        yield Finding(ERROR, described(error), "The hook must not raise anything.", file, line, hook)
        return
    if not isinstance(found, kind):
        hint = f"Return {wanted}."
        yield Finding(ERROR, f"it returns {type(found).__name__} instead of {wanted}", hint, file, line, hook)
        return
    if hook == "wargame_evaluate" and found is None and not rules.has("wargame_features"):
        yield Finding(ERROR, "it returns None instead of a number", "Return a number.", file, line, hook)
    if hook == "wargame_view":
        try:
            json.dumps(found)
        except (TypeError, ValueError) as error:
            yield Finding(ERROR, f"it returns what JSON cannot hold: {error}", "Use plain values.", file, line, hook)
    if hook == "wargame_picture" and (fault := picture_fault(found)):
        yield Finding(ERROR, fault, "Draw each space once, and link only what is drawn.", file, line, hook)
    if hook == "wargame_picture" and found is not None:
        yield from _drawn_twice(found, file, line)
    if hook == "wargame_lookups" and not all(isinstance(one, Mapping) for one in found):
        yield Finding(ERROR, "it returns no mapping", "Return a dictionary of functions by name.", file, line, hook)
        return
    if hook == "wargame_lookups":
        yield from _without_help(found)


def _without_help(offered: Iterable[Mapping[str, Any]]) -> Iterator[Finding]:
    """Lookups that the help at the terminal could only name."""
    for word, lookup in ((word, lookup) for words in offered for word, lookup in words.items()):
        if not (getattr(lookup, "__doc__", "") or "").strip():
            text, hint = f"the lookup '{word}' has no help", "Write a docstring: its first line is shown by '?'."
            yield Finding(WARNING, text, hint, *of_function(lookup), "wargame_lookups")


def _drawn_twice(picture: Picture, file: str, line: int) -> Iterator[Finding]:
    first: dict[tuple[float, float], str] = {}
    for cell in picture.cells:
        other = first.setdefault((cell.x, cell.y), cell.id)
        if other != cell.id:
            text = f"{cell.id} is drawn where {other} is"
            hint = "Give each space coordinates of its own."
            yield Finding(ERROR, text, hint, file, line, "wargame_picture")


def check_phases(subject: Subject, rules: HookRules, states: Mapping[str, State]) -> Iterator[Finding]:
    """Phases for sides that do not exist, and phases of the same name."""
    seen: set[str] = set()
    for state in states.values():
        try:
            root = rules.hook.wargame_phases(state=state)
        except Exception:  # told already
            return
        for phase in phases_of(root) if isinstance(root, Sequence) else ():
            if isinstance(phase.side, str) and phase.side not in rules.title.sides and phase.name not in seen:
                seen.add(phase.name)
                file, line = place_of(rules, "wargame_phases")
                text = f"phase '{phase.name}' belongs to '{phase.side}', which is no side"
                hint = f"The sides are: {', '.join(rules.title.sides)}."
                yield Finding(ERROR, text, hint, file, line, "wargame_phases")


def phases_of(node: Sequence | Phase) -> Iterator[Phase]:
    """All phases of a sequence, at any depth."""
    if isinstance(node, Phase):
        yield node
        return
    for step in node.steps:
        yield from phases_of(step)


def check_stacking(subject: Subject, title: Title, states: Mapping[str, State]) -> Iterator[Finding]:
    """Set-ups that break a stacking limit of the title."""
    rules = [one for module in subject.modules() for one in vars(module).values() if isinstance(one, Stacking)]
    told: set[tuple[str, str]] = set()
    for scenario, state in states.items():
        for stacking in dict.fromkeys(rules):
            for side in title.sides:
                try:
                    full = stacking.overfull(state, side) if state.board is not None else {}
                except Exception:  # a limit that needs a game under way
                    continue
                for space, limit in full.items():
                    if (scenario, space) not in told:
                        told.add((scenario, space))
                        units = ", ".join(state.units_at(space))
                        text = f"scenario '{scenario}' sets up too much in {space}: {units} ({limit.rule})"
                        file = _line_of(subject.data, space)
                        hint = "Set one of them up elsewhere."
                        yield Finding(WARNING, text, hint, *file, "wargame_setup")


def _line_of(folder: Path, space: str) -> tuple[str, int]:
    """The first line of a set-up that names a space."""
    for file in (*sorted(folder.rglob("setup*.csv")), *sorted(folder.rglob("units*.csv"))):
        for number, text in enumerate(file.read_text(encoding="utf-8-sig").splitlines(), 1):
            if space in text.split(","):
                return str(file), number
    return "", 0
