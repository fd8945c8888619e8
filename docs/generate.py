"""Writes the reference pages that come from the code itself: hooks, mechanics, command line, the rules of the titles.

They are made anew whenever the site is built and are not kept in the repository.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click

import wargame.core.engine
import wargame.core.mechanics
import wargame.core.title
from wargame.plugins import hookspecs
from wargame.plugins.cli import main
from wargame.plugins.cli.catalogue import title_rules
from wargame.plugins.manager import get_title

TITLES = ("diplomacy", "grand_illusion", "paths_of_glory", "traces_of_war", "when_eagles_fight")
LONGEST = 80  # characters of a signature that fit on a page without scrolling
EXAMPLE = re.compile(r"^(@hookimpl|>>> |    |class \w+:|def \w+\()")


def write_reference(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    pages = {"hooks": hooks(), "commands": commands()}
    for package in (wargame.core.engine, wargame.core.mechanics, wargame.core.title):
        pages[package.__name__.rsplit(".", 1)[1]] = modules(package)
    for title in TITLES:
        pages[f"rules_{title}"] = rules(title)
    for name, lines in pages.items():
        text = "\n".join(lines) + "\n"
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:  # an unchanged page is not built again
            path.write_text(text, encoding="utf-8")


# --- docstrings ------------------------------------------------------------------------------------------------------


def prose(docstring: str | None) -> Iterator[str]:
    """A docstring as Markdown: paragraphs as they are, examples and tables in fences."""
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(docstring or "").strip("\n")):
        lines = paragraph.split("\n")
        start = next((i for i, line in enumerate(lines) if EXAMPLE.match(line)), None)
        if start is None:
            yield from (*lines, "")
            continue
        if start:
            yield from (*lines[:start], "")
        example = inspect.cleandoc("\n".join(["", *lines[start:]]))
        language = "pycon" if example.startswith(">>>") else "python" if "(" in example or "=" in example else "text"
        yield from (f"```{language}", example, "```", "")


def joined(lines: Iterator[str]) -> list[str]:
    """Fences that follow each other are one example, with a blank line in it."""
    text = "\n".join(lines)
    return [re.sub(r"\n```\n\n```(?:python|text|pycon)\n", "\n\n", text)]


def signature(name: str, thing: Any) -> str:
    """As it is called: without `self`, and with a line for each parameter if it is long."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return f"{name}(...)"
    if inspect.isclass(thing):
        found = found.replace(return_annotation=inspect.Signature.empty)
    text = name + re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", str(found))
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)  # annotations are texts
    text = re.sub(r"\(self(?:, )?", "(", text, count=1)
    text = text.replace("= NOTHING", "= ...")  # made anew for each object
    return text if len(text) <= LONGEST else in_lines(text)


def in_lines(text: str) -> str:
    """A signature with each parameter on a line of its own."""
    start, depth, parameters = text.index("(") + 1, 0, [""]
    for end, sign in enumerate(text[start:], start):
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            return f"{text[:start]}\n" + "".join(f"    {part.strip()},\n" for part in parameters) + text[end:]
        if sign == "," and depth == 0:
            parameters.append("")
        else:
            parameters[-1] += sign
    return text


# --- pages -----------------------------------------------------------------------------------------------------------


def hooks() -> list[str]:
    lines = ["# Hooks", "", *joined(prose(hookspecs.__doc__))]
    for name, hook in vars(hookspecs).items():
        if name.startswith("wargame_"):
            lines += [f"## {name}", "", "```python", signature(name, hook), "```", "", *joined(prose(hook.__doc__))]
    return lines


def modules(package: ModuleType) -> list[str]:
    """A page for the modules of a package: what is public, with its signature and its docstring."""
    lines = [f"# `{package.__name__}`", "", *joined(prose(package.__doc__))]
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda info: info.name):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        lines += [f"## {info.name}", "", *joined(prose(module.__doc__))]
        for name, thing in vars(module).items():
            if _is_public(module, name, thing):
                lines += described(name, thing)
    return lines


def rules(title: str) -> list[str]:
    """All rules of a title in our own words, with the readings chosen."""
    name = get_title(title).name
    lines = [f"# {name}: rules and readings", "", f"What `wargame rules {title}` shows, in full.", ""]
    for rule in title_rules(title).values():
        lines += [f"**{rule.number}** {rule.title + ': ' if rule.title else ''}{rule.gist}", ""]
        if rule.reading:
            lines += [f"> *Reading:* {rule.reading}", ">", f"> *Why:* {rule.why}", ""]
    return lines


def _is_public(module: ModuleType, name: str, thing: Any) -> bool:
    """Whether a class or function is defined in the module, for others to use."""
    kind = inspect.isclass(thing) or inspect.isfunction(thing)
    return kind and thing.__module__ == module.__name__ and not name.startswith("_")


def described(name: str, thing: Any) -> list[str]:
    """One class with its public methods, or one function."""
    lines = [f"### {name}", "", "```python", signature(name, thing), "```", ""]
    if inspect.isclass(thing) and (thing.__doc__ or "").startswith("Method generated"):
        return lines
    lines += joined(prose(thing.__doc__))
    if inspect.isclass(thing):
        for method, value in vars(thing).items():
            function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
            if method.startswith("_") or not inspect.isfunction(function) or not function.__doc__:
                continue
            shown = method if isinstance(value, property) else signature(method, function)
            lines += ["```python", f"{name}.{shown}", "```", "", *joined(prose(function.__doc__))]
    return lines


def commands() -> list[str]:
    """The help of every command, as a terminal shows it."""
    context = click.Context(main, info_name="wargame")
    lines = ["# The command line", "", "```text", main.get_help(context), "```", ""]
    for name in sorted(main.commands):
        command = main.commands[name]
        shown = command.get_help(click.Context(command, info_name=name, parent=context))
        lines += [f"## wargame {name}", "", "```text", shown, "```", ""]
    return lines
