"""The pages of the titles agree with the titles: scenarios, options, notation, readings."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from wargame.plugins import list_titles, new_game
from wargame.plugins.cli.catalogue import title_rules

from .guide import DOCS

GAMES = Path(__file__).parents[1] / "games"
PLACES_AND_UNITS = ("unit", "units", "who", "hq", "gun", "hex", "space", "to", "path", "power")
TITLES = [path.stem for path in sorted((DOCS / "titles").glob("*.md"))]


@cache
def title_of(name: str) -> Any:
    return new_game(name).title


def section(name: str, heading: str) -> str:
    """A section of a title's page; empty if there is none."""
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page(name), re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def page(name: str) -> str:
    return (DOCS / "titles" / f"{name}.md").read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    lines = re.findall(r"^\|.*\|$", text, re.MULTILINE)[2:]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def examples(name: str) -> list[str]:
    """What the table of the notation says that a player may write."""
    return [found for row in rows(section(name, "Notation")) for found in re.findall(r"`([^`]+)`", row[0])]


def named(action: Any) -> list[str]:
    """The units and spaces of an answer (of `F EDI`, the space; `all` are the units that are left)."""
    values = [getattr(action, field) for field in PLACES_AND_UNITS if hasattr(action, field)]
    words = [word for value in values for word in (value if isinstance(value, tuple) else (value,))]
    return [word.split()[-1] for word in words if isinstance(word, str) and word not in ("", "all")]


def recorded(name: str) -> set[str]:
    """The answers of the title's recorded games."""
    journals = [path.read_text(encoding="utf-8").splitlines() for path in (GAMES / name / "golden").iterdir()]
    answers = (json.loads(line) for lines in journals for line in lines[1:])
    return {answer[1] for answer in answers if isinstance(answer, list)}


def test_each_title_has_a_page() -> None:
    assert sorted(list_titles()) == TITLES


@pytest.mark.parametrize("name", TITLES)
def test_a_page_has_the_scenarios_and_options_of_its_title(name: str) -> None:
    title = title_of(name)
    assert [row[0].strip("`") for row in rows(section(name, "Scenarios"))] == [s.id for s in title.scenarios]
    shown = [(row[0].strip("`"), row[1].strip("`")) for row in rows(section(name, "Options"))]
    assert shown == [(option.name, str(option.default)) for option in title.options]
    if not title.options:
        assert "There are no options" in page(name)


@pytest.mark.parametrize("name", TITLES)
def test_a_page_has_every_kind_of_answer_that_its_title_reads(name: str) -> None:
    """Each example is read, is written back as it stands, and names units and spaces that there are."""
    notation = title_of(name).notation
    read = {example: notation.parse(example) for example in examples(name)}
    assert {type(action) for action in read.values()} == set(notation.classes) - set(notation.COMMON)
    for example, action in read.items():
        assert str(action) == example
        assert [word for word in named(action) if word not in notation.names] == []


@pytest.mark.parametrize("name", TITLES)
def test_examples_of_the_notation_are_answers_of_recorded_games(name: str) -> None:
    """All of them, if a recorded game has an answer of that kind at all."""
    notation, given = title_of(name).notation, recorded(name)
    kinds = {type(notation.parse(answer)) for answer in given}
    assert [e for e in examples(name) if type(notation.parse(e)) in kinds and e not in given] == []


@pytest.mark.parametrize("name", TITLES)
def test_the_readings_of_a_page_are_in_the_rules(name: str) -> None:
    rules = title_rules(name)
    numbers = re.findall(r"^- \*\*(\S+)\*\*", section(name, "Readings"), re.MULTILINE)
    assert len(numbers) >= 4
    assert [number for number in numbers if not rules[number].reading] == []


@pytest.mark.parametrize("name", TITLES)
def test_a_page_says_that_data_is_reconstructed_where_some_is(name: str) -> None:
    folder = DOCS.parent / "games" / name / "data"
    some = any(",reconstructed" in path.read_text(encoding="utf-8") for path in folder.rglob("*.csv"))
    assert some == ("are reconstructed" in section(name, "Data"))


@pytest.mark.parametrize("name", TITLES)
def test_a_page_names_every_lookup_of_its_title(name: str) -> None:
    assert [word for word in new_game(name).rules.lookups() if f"`{word}" not in section(name, "Notation")] == []


@pytest.mark.parametrize("name", TITLES)
def test_the_rules_that_a_page_cites_exist(name: str) -> None:
    known = {number.casefold() for number in title_rules(name)}
    cited = re.findall(r"\(([IVX]+(?:\.\d\w*)?|\d+(?:\.\d+)+\w*)\)", page(name))
    assert cited
    assert [number for number in cited if not any(one.startswith(number.casefold()) for one in known)] == []
