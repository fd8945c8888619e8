"""`wargame check`: each kind of mistake, made in a new title, is found with its place, its hook and a hint."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from wargame.plugins.check.finding import ERROR, Finding
from wargame.plugins.check.run import check
from wargame.plugins.cli.design import print_report
from wargame.plugins.scaffold.new import CARDS, HEX, write_title

from .distributions import wargame


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A card-driven title and a hex title without mistakes."""
    folder = tmp_path_factory.mktemp("sound")
    write_title("my_war", CARDS, folder)
    write_title("my_hexes", HEX, folder)
    return folder


@pytest.fixture
def titles(sound: Path, tmp_path: Path) -> Iterator[Path]:
    """Copies of them, to be broken."""
    folder = tmp_path / "titles"
    shutil.copytree(sound, folder)
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] in ("my_war", "my_hexes")]:
        del sys.modules[name]


def change(path: Path, old: str, new: str) -> int:
    """Change a file once; the line of the change."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return text[: text.index(old)].count("\n") + 1


def found(folder: Path, said: str, games: int = 0) -> Finding:
    """The finding that says something, with a hint or a place."""
    findings = check(str(folder), games, 20.0).findings
    fitting = [finding for finding in findings if re.search(said, finding.text)]
    assert fitting, [finding.text for finding in findings]
    return fitting[0]


def test_a_new_title_has_no_mistakes(titles: Path) -> None:
    for name in ("my_war", "my_hexes"):
        checked = check(str(titles / name), 2, 5.0)
        assert [finding.text for finding in checked.findings] == []
        assert (checked.played.games, checked.played.thrown > 100) == (2, True)


DATA = [
    ("units.csv", "R2,red,", "R2,pink,", r"'R2' is of side 'pink'"),
    ("units.csv", "3,2,mill", "3,2,milll", r"R3: there is no space 'milll'|milll"),
    ("units.csv", "R2,red,", "R1,red,", r"'R1' is there already, in line 2"),
    ("roads.csv", "mill,market,", "market,harbour,true", r"market-harbour is there already.*says something else"),
    ("roads.csv", "mill,market,", "mill,markt,", r"'markt' is no space of the map"),
    ("roads.csv", "mill,market,", "mill,mill,", r"'mill' is connected with itself"),
    ("spaces.csv", "ford,3,0", "ford,3,1", r"pass is drawn where ford is \(line 6\)"),
    ("cards.csv", "march,Forced march,4,", "march,Forced march,many,", r"column 'orders' cannot be 'many'"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), DATA)
def test_data(titles: Path, file: str, old: str, new: str, said: str) -> None:
    path = titles / "my_war" / "my_war" / "data" / file
    line = change(path, old, new)
    finding = found(titles / "my_war", said)
    assert (finding.level, Path(finding.file).name) == (ERROR, file)
    assert finding.line in (line, 7)  # the second of two that overlap
    assert finding.hint


def test_a_space_that_nobody_can_reach(titles: Path) -> None:
    data = titles / "my_war" / "my_war" / "data"
    with (data / "spaces.csv").open("a") as file:
        file.write("isle,9,9,Isle,,\n")
    assert found(titles / "my_war", "no way leads to isle").where.endswith("spaces.csv:13")


def test_a_counter_that_is_never_used(titles: Path) -> None:
    package = titles / "my_war" / "my_war"
    change(
        package / "__init__.py",
        "        s.place(counter.id",
        '        if counter.id != "B5":\n            s.place(counter.id',
    )
    change(
        package / "cards.py", "counter.side == side and unit not", 'counter.side == side and unit != "B5" and unit not'
    )
    for path in package.glob("*.py"):  # the name in the code would count as use
        path.write_text(path.read_text().replace('"B5"', '"B" + str(5)'))
    assert found(titles / "my_war", "the counter B5 is in no set-up", games=1).where.endswith("units.csv:11")


def test_a_set_up_that_breaks_stacking(titles: Path) -> None:
    data = titles / "my_hexes" / "my_hexes" / "data"
    for unit in ("R1,red,infantry,4,4,2,0702", "R3,red,infantry,4,4,2,0504"):
        change(data / "units.csv", unit, unit[:-4] + "0703")
    assert found(titles / "my_hexes", r"sets up too much in 0703: R1, R2, R3 \(2.1\)").hook == "wargame_setup"


HOOKS = [
    ("return sequence.TURN", "return [sequence.TURN]", "wargame_phases", "list"),
    ("return sequence.victory(state)", 'return "red"', "wargame_victory", "str"),
    ("return sequence.evaluate(state, side)", "return None", "wargame_evaluate", "None"),
    ("return picture.picture(state)", "return 'a map'", "wargame_picture", "str"),
    ('return {"hand": picture.hand_panel}', "return ['hand']", "wargame_lookups", "mapping|list"),
    ("    return s\n", "    return title\n", "wargame_setup", "Title"),
    ("    return s\n", "    pass\n", "wargame_setup", "None|nothing"),
    ("@hookimpl\ndef wargame_victory", "def wargame_victory", "wargame_victory", "never called"),
    ("def wargame_victory", "def wargame_victroy", "wargame_victroy", "no hook 'wargame_victroy'"),
    ("names={", "naems={", "wargame_title", "naems"),
    ("from .model import", "from .modell import", "", "modell"),
]


@pytest.mark.parametrize(("old", "new", "hook", "said"), HOOKS)
def test_hooks(titles: Path, old: str, new: str, hook: str, said: str) -> None:
    path = titles / "my_war" / "my_war" / "__init__.py"
    change(path, old, new)
    finding = found(titles / "my_war", said)
    assert (finding.level, finding.hook) == (ERROR, hook)
    assert finding.file.endswith(".py")
    assert finding.line
    assert finding.hint


def test_a_phase_of_a_side_that_does_not_exist(titles: Path) -> None:
    change(
        titles / "my_war" / "my_war" / "sequence.py",
        'Phase("blue card", play_card, "blue")',
        'Phase("x", play_card, "bleu")',
    )
    finding = found(titles / "my_war", "phase 'x' belongs to 'bleu', which is no side")
    assert "red, blue" in finding.hint


def test_a_question_to_a_side_that_does_not_exist(titles: Path) -> None:
    change(titles / "my_war" / "my_war" / "movement.py", "yield offer(side,", 'yield offer("nobody",')
    assert found(titles / "my_war", "nobody", games=1).level == ERROR


def test_a_winner_that_is_no_side(titles: Path) -> None:
    change(titles / "my_war" / "my_war" / "sequence.py", "() if even else (best,)", '("purple",)')
    assert "purple" in found(titles / "my_war", "purple", games=1).text


def test_rules_without_tests_and_tests_without_rules(titles: Path) -> None:
    line = change(titles / "my_war" / "my_war" / "rules.toml", '["5.1"]', '["5.9"]')
    assert found(titles / "my_war", "rule 5.9 has no test").line == line
    assert found(titles / "my_war", "is marked with rule 5.1, which rules.toml does not have").level == ERROR


def test_a_notation_that_does_not_parse_back(titles: Path) -> None:
    path = titles / "my_war" / "my_war" / "cards.py"
    change(path, '"play {card} for orders"', '"play {card} for event"')
    assert found(titles / "my_war", "read as|parse", games=1).level == ERROR


def test_a_hidden_pile_without_an_owner(titles: Path) -> None:
    change(titles / "my_war" / "my_war" / "__init__.py", '"hand:": Pile(OWNER, deck="deck"), ', "")
    finding = found(titles / "my_war", "who may see the pile 'hand:red'", games=1)
    assert finding.hint == "Declare the pile in Title.piles."


def test_an_answer_that_is_listed_but_refused(titles: Path) -> None:
    path = titles / "my_war" / "my_war" / "movement.py"
    change(path, '    if s.marked(move.unit, "moved"):', '    if not s.marked(move.unit, "moved"):')
    change(path, '"3.1")\n    if answer', '"3.1", all_legal=True)\n    if answer')
    finding = found(titles / "my_war", "an answer that is listed is refused", games=1)
    source = path.with_name("cards.py").read_text().splitlines()  # with the phase in which it is asked
    assert (finding.level, Path(finding.file).name) == (ERROR, "cards.py")
    assert finding.hook.startswith("phase '")
    assert "def " in source[finding.line - 1]


def test_an_error_in_the_middle_of_a_game_names_file_and_phase(titles: Path) -> None:
    path = titles / "my_war" / "my_war" / "movement.py"
    line = change(path, "    s.orders += 1", "    s.orders += 1 / 0")
    finding = found(titles / "my_war", "ZeroDivisionError|division", games=1)
    assert (Path(finding.file).name, finding.line) == ("movement.py", line)
    assert "orders" in finding.hook


def test_the_command_prints_a_table_and_its_status(titles: Path) -> None:
    status, text = wargame(titles, "check", "my_war", "--games", "1")
    assert (status, text.startswith("my_war: 0 errors, 0 warnings; 1 random game")) == (0, True), text
    change(titles / "my_war" / "my_war" / "data" / "units.csv", "R2,red,", "R2,pink,")
    status, text = wargame(titles, "check", "my_war", "--games", "0")
    assert status == 1
    assert re.search(r"error +my_war/my_war/data/units.csv:3 +wargame_title +.*pink", text)
    assert re.search(r"^my_war: (1 error|2 errors), ", text, re.MULTILINE)
    status, text = wargame(titles, "check", "my_war/my_war", "--games", "0")  # the package alone
    assert (status, "pink" in text) == (1, True)


def test_on_a_narrow_screen_the_findings_stand_below_each_other(
    titles: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    change(titles / "my_war" / "my_war" / "data" / "units.csv", "R2,red,", "R2,pink,")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(titles)
    print_report(check(str(titles / "my_war"), 0))
    text = capsys.readouterr().out
    assert re.search(r"^error +\S+units.csv:3 +wargame_title *$", text, re.MULTILINE)
    assert max(map(len, text.splitlines()[:-1])) <= 80


def test_counters_are_not_called_unused_if_no_game_was_played_to_the_end(titles: Path) -> None:
    data = titles / "my_war" / "my_war" / "data"
    with (data / "units.csv").open("a") as file:
        file.write("R9,red,infantry,3,2,\n")
    checked = check(str(titles / "my_war"), 1, 0.0)
    assert not any("came into none" in finding.text for finding in checked.findings)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("nonsense", "There is no plugin 'nonsense'."),
        ("./nowhere", "There is no folder nowhere."),
        (".", "holds no title: there is neither a pyproject.toml nor an __init__.py in it."),
    ],
)
def test_what_is_no_title(tmp_path: Path, named: str, said: str) -> None:
    status, text = wargame(tmp_path, "check", named)
    assert (status, text.count("\n"), said in text) == (1, 1, True), text


def test_an_installed_title(tmp_path: Path) -> None:
    status, text = wargame(tmp_path, "check", "diplomacy", "--games", "1")
    assert (status, text.startswith("diplomacy: 0 errors, ")) == (0, True), text
