"""What is installed, as lines of text: titles, plugins, what a title offers, its rules."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wargame.plugins.discovery import entry_points, may_implement

if TYPE_CHECKING:
    from wargame.core.title.rulebook import Rule


BROKEN = "(broken: 'wargame list --plugins' says why)"


def title_lines() -> Iterator[str]:
    """One line per title: the first sentence of its module's docstring, read without importing it."""
    points = {point.name: point for point in reversed(entry_points())}
    titles = {name: text for name, point in sorted(points.items()) if (text := _first_sentence(point)) is not None}
    width = max(map(len, titles), default=0)
    for name, text in titles.items():
        yield f"{name:{width}}  {text}".rstrip()
    if not titles:
        yield "No titles are installed."


def _first_sentence(point: EntryPoint) -> str | None:
    """What a title says about itself; None for a plugin that is not a title.

    A plugin is imported only if its source does not show whether it is a title.
    """
    try:
        spec = importlib.util.find_spec(point.module)
        source = Path(spec.origin).read_text(encoding="utf-8") if spec and spec.origin else ""
        module = ast.parse(source)
    except Exception:  # whatever is wrong with one plugin, the others are listed
        return BROKEN
    if point.attr or not _defines(module, "wargame_title"):
        if not may_implement(point, "wargame_title"):
            return None
        from wargame.plugins.manager import load

        plugin = load(point.name)
        if plugin.problem:
            return BROKEN
        if not plugin.has("wargame_title"):
            return None
    return (ast.get_docstring(module) or "").split("\n\n")[0].replace("\n", " ").split(". ")[0].rstrip(".")


def _defines(module: ast.Module, name: str) -> bool:
    """Whether a module defines or imports a name for everyone who imports it."""
    for statement in module.body:
        match statement:
            case ast.FunctionDef(name=defined) if defined == name:
                return True
            case ast.ImportFrom(names=imported) if any((one.asname or one.name) == name for one in imported):
                return True
    return False


def plugin_lines() -> Iterator[str]:
    """One line per plugin: its name, its distribution, and its hooks or what is wrong with it; then what it offers."""
    from wargame.plugins.manager import all_plugins, problem_of

    for plugin in all_plugins():
        hooks = [name.removeprefix("wargame_") for name in dir(plugin.module) if name.startswith("wargame_")]
        yield f"{plugin.name}  ({plugin.source})  {problem_of(plugin) or ', '.join(hooks) or 'no hooks'}"
        if not plugin.problem:
            for kind, name, gist in _offers_of(plugin.module):
                yield f"  {kind} {name}: {gist}" if gist else f"  {kind} {name}"


def _offers_of(module: Any) -> Iterator[tuple[str, str, str]]:
    """The bots, renderers, observers, variants and commands of a plugin, each with what it is in one line."""
    import click

    from wargame.plugins.manager import Variant, make_manager

    hook = make_manager([module]).hook
    for kind in ("bot", "renderer", "observer", "variant"):
        for offered in getattr(hook, f"wargame_{kind}s")():
            for name, offer in offered.items():
                if kind == "variant":
                    variant = Variant(*offer)
                    yield kind, name, f"{variant.title}. {_gist(variant.plugin)}".rstrip(". ")
                else:
                    yield kind, name, _gist(offer)
    group = click.Group()
    hook.wargame_commands(group=group)
    for name, command in sorted(group.commands.items()):
        yield "command", name, command.get_short_help_str(100).rstrip(".")


def _gist(offer: Any) -> str:
    """The first line of what the author of a bot, a renderer ... wrote about it; empty if that is nothing."""
    if offer is None or getattr(offer, "__name__", "") == "<lambda>":
        return ""
    own = offer if isinstance(offer, type) or callable(offer) else type(offer)
    return (getattr(own, "__doc__", "") or "").strip().split("\n")[0].rstrip(".")


def info_lines(name: str, data: Path | None) -> Iterator[str]:
    """What a title offers."""
    from wargame.plugins.manager import get_title, variants
    from wargame.plugins.match.bots import known_bots
    from wargame.plugins.match.setup import OPPONENT

    title = get_title(name, data)
    yield f"{title.name} ({title.id}), version {title.version}"
    if title.summary:
        yield title.summary
    yield f"Sides: {', '.join(title.sides)}"
    yield "Scenarios:"
    for scenario in title.scenarios:
        yield f"  {scenario.id}: {scenario.name}" + (f". {scenario.gist}" if scenario.gist else "")
    if title.options:
        yield "Options:"
    for option in title.options:
        choices = f" ({', '.join(map(str, option.choices))})" if option.choices else ""
        rule = f" [{option.rule}]" if option.rule else ""
        yield f"  {option.name}={option.default}{choices}: {option.gist}{rule}"
    offered = [name for name, variant in variants().items() if variant.title == title.id]
    if offered:
        yield f"Variants: {', '.join(offered)}"
    yield f"Bots: {', '.join(sorted(known_bots()))} ('--side SIDE=BOT'; {OPPONENT} plays where none is named)"
    if (files := title_folder(name) / "data").is_dir():
        yield f"Data files: {files}"


def rule_lines(name: str, number: str | None, tests: bool = True) -> Iterator[str]:
    """All rules of a title, one per line; or one (with those under it) in full, with or without its tests."""
    from wargame.core.engine.errors import WargameError

    rules = title_rules(name)
    if number is None:
        for rule in rules.values():
            count = f"  [{len(rule.tests)} tests]" if rule.tests else ""
            yield f"{rule.number}  {_headed(rule)}{count}"
        return
    wanted = [rule for rule in rules.values() if _is_under(rule.number.casefold(), number.casefold())]
    if not wanted:
        raise WargameError(f"{name} has no rule '{number}'; 'wargame rules {name}' lists them.")
    for rule in wanted:
        yield f"{rule.number}  {_headed(rule)}"
        if rule.reading:
            yield f"    Reading: {rule.reading}"
            yield f"    Why: {rule.why}"
        if not tests:
            continue
        for test in dict.fromkeys((*((rule.test,) if rule.test else ()), *rule.tests)):
            yield f"    Test: {test}"


def _is_under(number: str, above: str) -> bool:
    """Whether a rule is the one asked for or a part of it: `13.4.4c` and `13.4.4.1` of `13.4.4`, but not `13.4.41`."""
    if not above or not number.startswith(above):
        return False
    rest = number[len(above) :]
    return not rest or not rest[0].isalnum() or (above[-1].isdigit() and rest[0].isalpha())


def _headed(rule: Rule) -> str:
    return f"{rule.title}: {rule.gist}" if rule.title else rule.gist


def title_rules(name: str) -> dict[str, Rule]:
    """The rules in the rules.toml beside the title's module."""
    from wargame.core.title.rulebook import load_rules

    return load_rules(title_folder(name))


def title_folder(name: str) -> Path:
    """Where the title's module is, with its rules and its data."""
    from wargame.plugins.manager import get_title, load

    get_title(name)  # raises for an unknown or broken title
    plugin: Any = load(name).module
    module: Any = plugin if hasattr(plugin, "__file__") else sys.modules[type(plugin).__module__]
    return Path(module.__file__).parent
