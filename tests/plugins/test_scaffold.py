"""`wargame new` and `wargame sketch`: the titles they write install, play and pass their own tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wargame.core.engine.errors import DataError
from wargame.core.mechanics.board import HexGrid
from wargame.plugins.scaffold.drawing import Drawing, Hex, Side, adjacent, draw, parse, read_data, write_data

from .distributions import run, wargame

KINDS = {"hex": ["--hex"], "network": ["--network"], "cards": ["--cards"]}


def scaffold(folder: Path, name: str, *words: str) -> Path:
    """A new title, installed beside the folder: what `pip install -e` leaves behind."""
    status, text = wargame(folder, "new", name, *words)
    assert (status, text.splitlines()[1:2]) == (0, ["Now try:"]), text
    made = folder / name
    project = tomllib.loads((made / "pyproject.toml").read_text())["project"]
    about = made / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n")
    points = "".join(f"{point} = {value}\n" for point, value in project["entry-points"]["wargame"].items())
    (about / "entry_points.txt").write_text(f"[wargame]\n{points}")
    return made


def own_tests(made: Path, *words: str) -> tuple[int, str]:
    return run(made, sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *words)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_title_plays_and_its_rules_are_tested(tmp_path: Path, kind: str) -> None:
    made = scaffold(tmp_path, "my_war", *KINDS[kind])
    status, text = wargame(made, "run", "my_war", "--auto", "--side", "red=random", "--side", "blue=random")
    assert (status, "Result: " in text) == (0, True), text
    status, text = wargame(made, "info", "my_war")
    assert text.startswith("My War (my_war), version 1\n")
    status, text = own_tests(made, "--ignore", "tests/test_conformance.py")
    assert status == 0, text
    words = ("-m", "wargame.plugins.testkit", "index", "my_war")
    status, text = run(made, sys.executable, *words)
    assert (status, text.endswith(f"rules in {made / 'tests'}\n")) == (0, True), text
    tested = tomllib.loads((made / "my_war" / "tested.toml").read_text())
    assert list(tested) == list(tomllib.loads((made / "my_war" / "rules.toml").read_text()))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_title_conforms(tmp_path: Path, kind: str) -> None:
    status, text = own_tests(scaffold(tmp_path, "my_war", *KINDS[kind]))
    assert status == 0, text


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_title_is_typed(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("mypy")
    made = scaffold(tmp_path, "my_war", *KINDS[kind])
    (made / "mypy.ini").write_text("[mypy]\nstrict = true\nfollow_imports = silent\nignore_missing_imports = true\n")
    # Checkers do not follow the import hooks of an editable install: there the package is shown to them as a folder.
    shown = tmp_path / "shown" / "wargame"
    shown.mkdir(parents=True)
    for part in ("core", "plugins"):
        (shown / part).symlink_to(Path(str(import_module(f"wargame.{part}").__file__)).parent)
    environment = os.environ | {"MYPYPATH": str(shown.parent)}
    words = [sys.executable, "-m", "mypy", "--namespace-packages", "--explicit-package-bases", "my_war"]
    done = subprocess.run(words, cwd=made, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout


def test_no_word_of_the_template_is_left(tmp_path: Path) -> None:
    for kind, words in KINDS.items():
        made = scaffold(tmp_path, f"war_{kind}", *words)
        for path in (path for path in made.rglob("*") if path.is_file() and path.suffix != ".pyc"):
            text = f"{path}\n{path.read_text()}".casefold()
            assert "salient" not in text, path
            assert "ridgeway" not in text, path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["diplomacy", "--hex"], "There is already a title or plugin 'diplomacy'"),
        (["json", "--hex"], "Python already has a module 'json'"),
        (["Bad-Name", "--hex"], "'Bad-Name' cannot be the name of a title"),
        (["class", "--hex"], "'class' cannot be the name of a title"),
        (["there", "--network"], "there exists already"),
        (["war"], "Say --hex, --network or --cards."),
        (["war", "--hex", "--cards"], "either hexes (--hex) or a point-to-point map"),
        (["war", "--cards", "--map", "map.txt"], "--map takes the drawing of a hex map"),
        (["war", "--hex", "--map", "nowhere.txt"], "nowhere.txt: No such file or directory."),
    ],
)
def test_what_cannot_be_written_is_said_in_one_sentence(tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "there").mkdir()
    status, text = wargame(tmp_path, "new", *words)
    assert (status, text.count("\n")) == (1, 1)
    assert said in text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["there"]


# --- maps ----------------------------------------------------------------------------------------------------------

SMALL = """\
grid rows even
map
. . . f .
 . . ^ . .
. . . . .
 . . . . .
terrain
. clear
^ mountain
f forest
places
0101 red 2 Old Harbour
0504 blue 2 Castle
rivers
0101/0201
rails
0101-0102-0203
"""


def test_a_new_title_on_a_map_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text(SMALL)
    made = scaffold(tmp_path, "my_war", "--hex", "--map", "small.txt")
    drawing = parse(SMALL)
    assert read_data(made / "my_war" / "data") == drawing
    assert (drawing.shifted, len(drawing.hexes)) == ("even", 20)
    status, text = wargame(made, "run", "my_war", "--auto", "--side", "red=random", "--side", "blue=random")
    assert (status, "Result: " in text) == (0, True), text
    assert own_tests(made, "--ignore", "tests/test_conformance.py")[0] == 0  # the tests have a map of their own


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("f .\n", "f  .\n", "small.txt, line 3, column 10: '.' stands between two hexes"),
        ("^ mountain\n", "", "small.txt, line 4, column 6: no line under 'terrain' says what '^' is."),
        ("0504 blue", "0904 blue", "small.txt, line 13, column 1: the map has no hex '0904'."),
        ("0101/0201", "0101/0301", "small.txt, line 15, column 1: 0101 and 0301 are not next to each other."),
        ("0102-0203", "0102-0204", "small.txt, line 17, column 6: 0102 and 0204 are not next to each other."),
        ("red 2 Old", "red two Old", "small.txt, line 12, column 10: a place is a hex, its home side"),
        (
            "^ mountain",
            "^ mountain\n^ hills",
            "small.txt, line 10, column 1: the sign '^' stands for mountain already.",
        ),
        ("grid rows even", "grid sideways", "small.txt, line 1, column 1: write 'grid columns odd'"),
        ("f forest", "f jungle", "the hex 0401 is 'jungle'; a new title has clear, forest"),
        ("0504 blue", "0504 red", "blue needs at least one city"),
    ],
)
def test_a_mistake_in_a_drawing_is_told_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "small.txt").write_text(SMALL.replace(old, new, 1))
    status, text = wargame(tmp_path, "new", "my_war", "--hex", "--map", "small.txt")
    assert (status, text.count("\n"), said in text) == (1, 1, True), text
    assert not (tmp_path / "my_war").exists()


def test_the_command_turns_a_drawing_into_data_files_and_back(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text(SMALL)
    assert wargame(tmp_path, "sketch", "small.txt")[1].startswith("small.txt: 20 hexes, no mistakes")
    assert wargame(tmp_path, "sketch", "small.txt", "--into", "data")[0] == 0
    assert wargame(tmp_path, "sketch", "data") == (0, SMALL)
    assert wargame(tmp_path, "sketch", "data", "-o", "back.txt") == (0, "back.txt\n")
    assert (tmp_path / "back.txt").read_text() == SMALL


def test_a_mistake_in_the_data_files_is_told_with_its_line(tmp_path: Path) -> None:
    write_data(parse(SMALL), tmp_path / "data")
    (tmp_path / "data" / "hexes.csv").write_text("id,terrain,points\n0101,clear,many\n")
    status, text = wargame(tmp_path, "sketch", "data")
    assert (status, text) == (1, "data/hexes.csv, line 2: column 'points' cannot be 'many' (int wanted).\n")


WORDS = st.text("abcdefghijklmnopqrstuvwxyzÄéß'-.", min_size=1, max_size=8)


@st.composite
def drawings(make: st.DrawFn) -> Drawing:
    along, shifted = make(st.sampled_from(["columns", "rows"])), make(st.sampled_from(["odd", "even"]))
    numbers = st.tuples(st.integers(1, 8), st.integers(1, 8)).map(lambda at: f"{at[0]:02}{at[1]:02}")
    ids = sorted(make(st.sets(numbers, min_size=1, max_size=20)))
    names = st.lists(WORDS, max_size=3).map(" ".join)
    hexes = tuple(
        Hex(id, make(WORDS), make(names), make(st.integers(0, 12)), make(st.sampled_from(["", "red", "blue"])))
        for id in ids
    )
    grid = HexGrid("CCRR", along, shifted)
    pairs = [(a, b) for a in ids for b in ids if a < b and adjacent(grid, a, b)]
    kinds = st.sampled_from([(False, False), (True, False), (False, True), (True, True)])
    sides = (Side(a, b, *make(kinds)) for a, b in pairs)
    return Drawing(along, shifted, hexes, tuple(side for side in sides if side.river or side.rail))


@given(drawings())
@settings(deadline=None)
def test_a_drawing_reads_back_as_it_was(drawing: Drawing) -> None:
    assert parse(draw(drawing)) == drawing


@given(drawings())
@settings(deadline=None, max_examples=20)
def test_data_files_read_back_as_they_were(tmp_path_factory: pytest.TempPathFactory, drawing: Drawing) -> None:
    folder = tmp_path_factory.mktemp("data")
    write_data(drawing, folder)
    assert read_data(folder) == drawing


@given(st.text(max_size=200), st.sampled_from(["", "map\n", SMALL]))
@settings(deadline=None)
def test_no_text_breaks_the_reader(text: str, before: str) -> None:
    with suppress(DataError):
        parse(before + text)
