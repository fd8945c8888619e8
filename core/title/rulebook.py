"""`rules.toml`: every rule of a title with its gist and, if the rulebook is ambiguous, the reading chosen."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import attrs

from wargame.core.engine.errors import DataError


@attrs.frozen
class Rule:
    """One rule in our own words; `reading`, `why` and `test` are for rules that are ambiguous."""

    number: str
    gist: str
    title: str = ""
    reading: str = ""
    why: str = ""
    test: str = ""
    tests: tuple[str, ...] = ()


def load_rules(folder: Path) -> dict[str, Rule]:
    """The rules of a title by number, with the tests that cover them (`tested.toml`, made by the test kit)."""
    path = folder / "rules.toml"
    tests = _tables(folder / "tested.toml") if (folder / "tested.toml").exists() else {}
    return {number: _rule(path, number, table, tests.get(number, ())) for number, table in _tables(path).items()}


def _tables(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}.") from error
    except ValueError as error:
        raise DataError(f"{path}: not TOML: {error}.") from error


def _rule(path: Path, number: str, table: Any, tests: Any) -> Rule:
    if not isinstance(table, dict):
        raise DataError(f"{path}: '{number}' stands outside of any rule.")
    known = {field.name for field in attrs.fields(Rule)} - {"number", "tests"}
    for name, text in table.items():
        if name not in known:
            raise DataError(f"{path}, rule {number}: unknown key '{name}'.")
        if not isinstance(text, str):
            raise DataError(f"{path}, rule {number}: '{name}' is not a text.")
    if not table.get("gist"):
        raise DataError(f"{path}, rule {number}: it has no gist.")
    return Rule(number, tests=tuple(tests), **table)
