"""Data files: what is read, what an overlay replaces, and what is said about a file that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.errors import DataError
from wargame.core.title.data import DataFolder
from wargame.core.title.rulebook import Rule, load_rules


@attrs.frozen
class Unit:
    id: str
    strength: int
    elite: bool = False
    at: str | None = None
    moves: tuple[str, ...] = ()
    years: frozenset[int] = frozenset()


@attrs.frozen
class Cell:
    text: str
    number: int
    maybe: int | None
    several: tuple[str, ...]
    any: frozenset[str]


@attrs.frozen
class Row:
    roll: int
    results: tuple[str, ...]


@attrs.frozen
class Tables:
    limit: int
    rows: tuple[Row, ...] = ()
    by_name: dict[str, Row] = attrs.field(factory=dict)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def read(folder: Path, text: str | bytes, cls: type[Any] = Unit) -> Any:
    (folder / "units.csv").write_bytes(text.encode() if isinstance(text, str) else text)
    return DataFolder(folder).csv("units.csv", cls)


def read_toml(folder: Path, text: str) -> Tables:
    (folder / "tables.toml").write_text(text)
    return DataFolder(folder).toml("tables.toml", Tables)


# --- CSV -----------------------------------------------------------------------------------------------------------


def test_cells_become_fields_of_their_type(folder: Path) -> None:
    text = "id,strength,elite,at,moves,years\n1 Army,3,true,Paris,a b,1914 1915\n2 Army,4,,,New York; Rome,\n"
    assert read(folder, text) == (
        Unit("1 Army", 3, True, "Paris", ("a", "b"), frozenset({1914, 1915})),
        Unit("2 Army", 4, False, None, ("New York", "Rome"), frozenset()),
    )


def test_empty_cells_of_fields_without_a_default(folder: Path) -> None:
    assert read(folder, "text,number,maybe,several,any\n,1,,,\n", Cell) == (Cell("", 1, None, (), frozenset()),)
    with pytest.raises(DataError, match=r"units.csv, line 3: column 'number' is empty\."):
        read(folder, "text,number,maybe,several,any\n,1,,,\n,,,,\n", Cell)


def test_true_and_false(folder: Path) -> None:
    found = read(folder, "id,strength,elite\na,1,true\nb,1,FALSE\n")
    assert [unit.elite for unit in found] == [True, False]


def test_columns_with_a_default_may_be_left_out_and_empty_lines_are_passed_over(folder: Path) -> None:
    assert read(folder, "strength,id\n3,a\n\n4,b\n") == (Unit("a", 3), Unit("b", 4))


def test_what_spreadsheets_do_to_a_file_does_not_matter(folder: Path) -> None:
    assert read(folder, b'\xef\xbb\xbfid,strength\r\n"a, b",3\r\n') == (Unit("a, b", 3),)


@given(st.lists(st.tuples(st.text(st.characters(blacklist_categories=["C", "Z"])), st.integers(0, 99)), max_size=5))
def test_what_a_csv_writer_writes_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, int]]
) -> None:
    import csv

    folder = tmp_path_factory.mktemp("data")
    with (folder / "units.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("id", "strength"), *rows])
    found = DataFolder(folder).csv("units.csv", Unit)
    assert [(unit.id, unit.strength) for unit in found] == rows


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,strength\na,3\nb,x\n", r"line 3: column 'strength' cannot be 'x' \(int wanted\)\."),
        ("id,strength,elite\na,3,maybe\n", r"line 2: column 'elite' cannot be 'maybe' \(bool wanted\)\."),
        ("id,strength,years\na,3,1914 x\n", r"line 2: column 'years' cannot be '1914 x' \(int wanted\)\."),
        ("id,strength,colour\n", r"line 1: unknown column 'colour'; known are: id, strength, elite"),
        ("id\na\n", r"line 1: column 'strength' is missing\."),
        ("", r"line 1: column 'id' is missing\."),
        ("id,strength,id\n", r"line 1: a column is there twice\."),
        ("id,strength\na,3,4\n", r"line 2: 3 cells, but the header has 2\."),
        (b"id,strength\na,3\n\xff,3\n", r"line 3: not a text in UTF-8; save it with that encoding\."),
        ('id,strength\n"' + "x" * 200_000 + '",1\n', r"line 2: field larger than field limit"),
    ],
)
def test_a_wrong_csv_file_is_named_with_line_and_column(folder: Path, text: Any, said: str) -> None:
    with pytest.raises(DataError, match=rf"^{folder}/units\.csv, {said}"):
        read(folder, text)


def test_a_key_that_is_there_twice_is_refused_with_both_lines(folder: Path) -> None:
    text = "id,strength,elite,at,moves,years\n1 Army,3,true,Paris,,\n\n2 Army,4,,,,\n1 Army,5,,,,\n"
    (folder / "units.csv").write_text(text)
    assert len(DataFolder(folder).csv("units.csv", Unit)) == 3
    with pytest.raises(DataError, match=r"units.csv, line 5: id '1 Army' is there already, in line 2\.$"):
        DataFolder(folder).csv("units.csv", Unit, key="id")


def test_a_value_that_is_none_of_the_known_ones_is_refused_with_its_line(folder: Path) -> None:
    (folder / "units.csv").write_text("id,strength\na,1\nb,2\n")
    assert len(DataFolder(folder).csv("units.csv", Unit, known={"strength": (1, 2)})) == 2
    with pytest.raises(DataError, match=r"units\.csv, line 3: column 'id' cannot be 'b'; there are: a, c\."):
        DataFolder(folder).csv("units.csv", Unit, known={"id": ("a", "c")})


def test_a_record_that_refuses_its_values_is_named_with_its_line(folder: Path) -> None:
    @attrs.frozen
    class Strict:
        n: int = attrs.field(validator=attrs.validators.le(5))

    with pytest.raises(DataError, match=r"line 3: 'n' must be <= 5"):
        read(folder, "n\n1\n9\n", Strict)


def test_a_file_that_is_not_there_is_named(folder: Path) -> None:
    with pytest.raises(DataError, match=r"gone\.csv: No such file or directory\."):
        DataFolder(folder).csv("gone.csv", Unit)


# --- TOML ----------------------------------------------------------------------------------------------------------


def test_a_toml_file_is_one_value(folder: Path) -> None:
    text = 'limit = 3\n[[rows]]\nroll = 1\nresults = ["a"]\n[by_name.x]\nroll = 2\nresults = []\n'
    assert read_toml(folder, text) == Tables(3, (Row(1, ("a",)),), {"x": Row(2, ())})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("limit = ", r": not TOML: Invalid value \(at (line 1, column 9|end of document)\)"),
        ('limit = 1\nlimt = 2\n[by_name]\n"a" = {roll = 1}\n', r", line 4: required field missing @ .*by_name\['a'\]"),
        (
            'limit = 1\n\n[[rows]]\nroll = 1\nresults = []\n[[rows]]\nresults = []\nroll = "x"\n',
            ", line 8: invalid value",
        ),
        ("limit = 1\n[by_name.x]\nroll = 1\nresults = []\ncolour = 1\n", r", line 2: extra fields found \(colour\)"),
        ('rows = []\nlimit = "x"\n', ", line 2: invalid value"),
        ("rows = []\n", ", line 1: required field missing @ \\$.limit"),
    ],
)
def test_a_wrong_toml_file_is_named_with_line_and_field(folder: Path, text: str, said: str) -> None:
    with pytest.raises(DataError, match=rf"^{folder}/tables\.toml{said}"):
        read_toml(folder, text)


# --- overlays ------------------------------------------------------------------------------------------------------


def test_a_file_of_the_overlay_takes_the_place_of_the_shipped_one(folder: Path, tmp_path: Path) -> None:
    read(folder, "id,strength\na,3\n")
    over = tmp_path / "over"
    over.mkdir()
    plain = DataFolder(folder, over)
    assert plain.hash() == DataFolder(folder).hash()
    (over / "units.csv").write_text("id,strength\na,5\n")
    assert DataFolder(folder, over).csv("units.csv", Unit) == (Unit("a", 5),)
    assert DataFolder(folder, over).hash() != DataFolder(folder).hash()


def test_an_overlay_that_would_change_nothing_is_refused(folder: Path, tmp_path: Path) -> None:
    read(folder, "id,strength\na,3\n")
    with pytest.raises(DataError, match="gone does not exist"):
        DataFolder(folder, tmp_path / "gone")
    (tmp_path / "over").mkdir()
    (tmp_path / "over/unit.csv").touch()
    with pytest.raises(DataError, match=r"unit\.csv: the title has no such data file; it has: units\.csv\."):
        DataFolder(folder, tmp_path / "over")


def test_of_several_overlays_the_last_one_counts_file_by_file(folder: Path, tmp_path: Path) -> None:
    for place, text in (("one", "a,4"), ("two", "a,5")):
        (tmp_path / place).mkdir()
        (tmp_path / place / "units.csv").write_text(f"id,strength\n{text}\n")
    read(folder, "id,strength\na,3\n")
    (folder / "tables.toml").write_text("")
    (tmp_path / "one/tables.toml").write_text("limit = 2\n")
    data = DataFolder(folder, (tmp_path / "one", tmp_path / "two"))
    assert data.csv("units.csv", Unit) == (Unit("a", 5),)
    assert data.toml_table("tables.toml") == {"limit": 2}
    assert len({data.hash(), *(DataFolder(folder, tmp_path / place).hash() for place in ("one", "two"))}) == 3


def test_the_hash_is_that_of_names_and_contents(folder: Path) -> None:
    read(folder, "id,strength\na,3\n")
    one = DataFolder(folder).hash()
    (folder / "units.csv").rename(folder / "other.csv")
    assert DataFolder(folder).hash() != one
    (folder / "other.csv").rename(folder / "units.csv")
    (folder / "notes.txt").write_text("not data")
    assert DataFolder(folder).hash() == one


# --- rules.toml ----------------------------------------------------------------------------------------------------


def rules(folder: Path, text: str, tested: str = "") -> dict[str, Rule]:
    (folder / "rules.toml").write_text(text)
    if tested:
        (folder / "tested.toml").write_text(tested)
    return load_rules(folder)


def test_rules_are_listed_in_order_with_their_tests(folder: Path) -> None:
    found = rules(
        folder,
        '["1.10"]\ntitle = "T"\ngist = "G."\n["1.2"]\ngist = "H."\nreading = "R."\nwhy = "W."\n',
        '"1.2" = ["test_a.py::test_b"]\n',
    )
    assert list(found) == ["1.10", "1.2"]
    assert found["1.10"] == Rule("1.10", "G.", "T")
    assert found["1.2"] == Rule("1.2", "H.", reading="R.", why="W.", tests=("test_a.py::test_b",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('["1"]\ngist = "G"\nwhi = "x"\n', "rule 1: unknown key 'whi'"),
        ('["1"]\ntitle = "T"\n', "rule 1: it has no gist"),
        ('["1"]\ngist = 3\n', "rule 1: 'gist' is not a text"),
        ('gist = "G"\n', "'gist' stands outside of any rule"),
        ("[x\n", "not TOML: .*line 1"),
    ],
)
def test_a_wrong_rules_file_is_named_with_the_rule(folder: Path, text: str, said: str) -> None:
    with pytest.raises(DataError, match=rf"rules\.toml.*{said}"):
        rules(folder, text)


def test_a_title_without_rules_is_told(folder: Path) -> None:
    with pytest.raises(DataError, match=r"rules\.toml: No such file or directory\."):
        load_rules(folder)
