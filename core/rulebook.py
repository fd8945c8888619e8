"""`rules.toml`: every rule of a title with its gist and, where the text is unclear, the reading chosen."""

from __future__ import annotations

import tomllib
from pathlib import Path

import attrs
import cattrs

from .errors import DataError


@attrs.frozen
class Rule:
    """One rule in our own words; `reading`, `why` and `test` only where the rulebook leaves a doubt."""

    number: str
    gist: str
    title: str = ""
    reading: str = ""
    why: str = ""
    test: str = ""
    tests: tuple[str, ...] = ()


def load_rules(folder: Path) -> dict[str, Rule]:
    """The rules of a title by number, with the tests that fix them (`tested.toml`, made by the test kit)."""
    path = folder / "rules.toml"
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        tested = folder / "tested.toml"
        tests = tomllib.loads(tested.read_text(encoding="utf-8")) if tested.exists() else {}
        return {
            number: cattrs.structure({"number": number, **table, "tests": tests.get(number, ())}, Rule)
            for number, table in tables.items()
        }
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, cattrs.BaseValidationError) as error:
        raise DataError(f"{path}: {error}.") from error
