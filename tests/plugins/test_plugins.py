"""Plugins of strangers: found by their entry points, broken ones named, variants that change one rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.core import skirmish
from wargame.core.engine.errors import WargameError
from wargame.core.title.title import Title
from wargame.plugins import list_titles, load_game, manager, new_game
from wargame.plugins.bots import RandomBot

from .distributions import install, installed, wargame

OURS = {"diplomacy", "grand_illusion", "paths_of_glory", "traces_of_war", "when_eagles_fight"}
SKIRMISH = Path(skirmish.__file__).read_text() + "\n\ntitle = Skirmish()\n"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with installed(tmp_path):
        yield tmp_path


def problem(name: str) -> str:
    return next(plugin.problem for plugin in manager.all_plugins() if plugin.name == name and plugin.problem)


# --- titles ---------------------------------------------------------------------------------------


def test_our_titles_register_like_a_strangers(folder: Path) -> None:
    install(folder, "stranger", {"skirmish": "stranger:title"}, stranger=SKIRMISH)
    assert set(list_titles()) == OURS | {"skirmish"}
    sources = {plugin.name: plugin.source for plugin in manager.all_plugins()}
    assert sources["skirmish"] == "stranger 1.0"
    assert sources["diplomacy"].startswith("wargame ")


def test_a_strangers_title_is_played_saved_and_loaded_by_its_name(folder: Path) -> None:
    install(folder, "stranger", {"skirmish": "stranger:title"}, stranger=SKIRMISH)
    game = new_game("skirmish", seed=3, options={"last_turn": 2})
    game.save(folder / "game.jsonl")
    game.apply("bid 2", "red")
    again = load_game(folder / "game.jsonl")
    assert again.digest() == game.digest()
    assert again.options == {"last_turn": 2, "fog": False}
    assert new_game("skirmish", position=game.position()).digest() == game.digest()


def test_an_unknown_title_is_one_sentence() -> None:
    with pytest.raises(WargameError, match="There is no title 'chess'; there are: diplomacy, grand_illusion, "):
        new_game("chess")


def test_a_plugin_that_is_no_title_is_one_sentence(folder: Path) -> None:
    install(folder, "tools", {"tools": "tools"}, tools="")
    with pytest.raises(WargameError, match="Plugin 'tools' is not a title; there are: diplomacy"):
        new_game("tools")


# --- broken plugins ---------------------------------------------------------------------------------------

HOOK = "from wargame.plugins import hookimpl\n"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("1 / 0\n", r"Plugin 'broken' \(stranger 1\.0\) cannot be loaded: ZeroDivisionError: division by zero\."),
        ("import gone\n", r"cannot be loaded: ModuleNotFoundError: No module named 'gone'\."),
        ("import sys\nsys.exit(3)\n", r"cannot be loaded: SystemExit: 3\."),
        ("def\n", r"cannot be loaded: SyntaxError"),
        (HOOK + "@hookimpl\ndef wargame_view(stat): ...\n", r"is broken: PluginValidationError: .*'stat'"),
        (HOOK + "@hookimpl\ndef wargame_phase(state): ...\n", r"is broken: PluginValidationError: unknown hook"),
        (
            HOOK + "@hookimpl\ndef wargame_bots(): return 3\n",
            "is broken: TypeError: wargame_bots returns no mapping",
        ),
        (HOOK + "@hookimpl\ndef wargame_commands(group): group.add(1)\n", r"is broken: AttributeError: 'Group' object"),
        (HOOK + "@hookimpl\ndef wargame_bots(): return x\n", r"is broken: NameError: name 'x' is not defined\."),
    ],
)
def test_a_broken_plugin_is_named_and_stops_no_other(folder: Path, source: str, said: str) -> None:
    install(folder, "stranger", {"broken": "broken"}, broken=source)
    assert set(list_titles()) == OURS
    with pytest.raises(WargameError, match=said):
        new_game("broken")
    assert {"random", "greedy"} <= set(manager.offers("wargame_bots"))
    assert new_game("diplomacy").decision is not None


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def wargame_title(overlay): 1 / 0", "is broken: ZeroDivisionError: division by zero"),
        ("def wargame_title(overlay): return 3", "is broken: wargame_title returns 3, not a Title"),
        (
            "def wargame_title(overlay):\n    from tests.core.skirmish import Skirmish\n"
            "    return Skirmish().wargame_title(None)",
            "is broken: its id is 'skirmish', which must be the same",
        ),
    ],
)
def test_a_broken_title_is_named(folder: Path, source: str, said: str) -> None:
    install(folder, "stranger", {"broken": "broken"}, broken=f"{HOOK}@hookimpl\n{source}\n")
    with pytest.raises(WargameError, match=rf"Title 'broken' \(stranger 1\.0\) {said}\."):
        new_game("broken")
    assert new_game("diplomacy").decision is not None


def test_a_title_that_lacks_a_hook_is_named(folder: Path) -> None:
    source = SKIRMISH + "class Less:\n    wargame_title = Skirmish.wargame_title\nless = Less()\n"
    install(folder, "stranger", {"skirmish": "stranger:less"}, stranger=source)
    with pytest.raises(WargameError, match="Skirmish is broken: its hook wargame_setup is missing or returns nothing"):
        new_game("skirmish")


def test_a_title_id_registered_twice_is_told_and_the_first_stands(folder: Path) -> None:
    install(folder, "stranger", {"diplomacy": "stranger:title"}, stranger=SKIRMISH)
    assert set(list_titles()) == OURS
    assert new_game("diplomacy").title.name == "Diplomacy"
    assert problem("diplomacy").startswith("The name 'diplomacy' of stranger 1.0 (stranger:title) is taken by wargame ")


def test_a_name_twice_in_one_distribution_is_told(folder: Path) -> None:
    points = {"skirmish": "stranger:title", "skirmish ": "stranger:other"}
    install(folder, "stranger", points, stranger=SKIRMISH + "other = Skirmish()\n")
    said = "The name 'skirmish' of stranger 1.0 (stranger:title) is taken by stranger 1.0 (stranger:other)."
    assert problem("skirmish") == said
    assert manager.load("skirmish").source == "stranger 1.0"


def test_a_folder_that_hides_an_installed_plugin_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `pip install -e my_war` and then Python beside the folder `my_war`, which holds the project."""
    install(folder, "stranger", {"my_war": "my_war"})
    project = folder / "beside" / "my_war"
    project.mkdir(parents=True)
    monkeypatch.syspath_prepend(str(project.parent))
    said = f"Plugin 'my_war' (stranger 1.0) is hidden by the folder {project}: run Python in another folder."
    assert problem("my_war") == said


def test_of_two_strangers_with_one_title_id_the_first_stands(folder: Path) -> None:
    install(folder, "bravo", {"skirmish": "bravo:title"}, bravo=SKIRMISH)
    install(folder, "alpha", {"skirmish": "alpha:title"}, alpha=SKIRMISH)
    assert manager.load("skirmish").source == "alpha 1.0"
    assert problem("skirmish") == "The name 'skirmish' of bravo 1.0 (bravo:title) is taken by alpha 1.0 (alpha:title)."


def test_the_command_lists_plugins_and_what_is_wrong_with_them(tmp_path: Path) -> None:
    install(tmp_path, "stranger", {"broken": "broken", "skirmish": "stranger:title"}, stranger=SKIRMISH, broken="1/0")
    install(tmp_path, "thief", {"diplomacy": "stranger:title"})
    install(tmp_path, "double", {"other": "stranger:title"})
    install(tmp_path, "clumsy", {"clumsy": "clumsy"}, clumsy=HOOK + "@hookimpl\ndef wargame_commands(group): 1 / 0\n")
    status, text = wargame(tmp_path, "list", "--plugins")
    assert status == 0
    lines = {line.split()[0]: line for line in text.splitlines() if "taken" not in line and line[0] != " "}
    assert set(lines) == OURS | {"bots", "maps", "broken", "clumsy", "skirmish", "other"}
    assert "(stranger 1.0)" in lines["skirmish"]
    assert "title" in lines["skirmish"]
    assert "cannot be loaded: ZeroDivisionError" in lines["broken"]
    assert "is broken: ZeroDivisionError" in lines["clumsy"]
    assert "Title 'other' (double 1.0) is broken: its id is 'skirmish', which must be the same." in lines["other"]
    assert "The name 'diplomacy' of thief 1.0 (stranger:title) is taken by wargame" in text
    assert wargame(tmp_path, "--help")[0] == 0
    status, text = wargame(tmp_path, "run", "broken")
    assert (status, text.count("\n")) == (1, 1)
    assert "Plugin 'broken' (stranger 1.0) cannot be loaded: ZeroDivisionError: division by zero." in text
    assert "Traceback" not in text


# --- variants ---------------------------------------------------------------------------------------

FOUR_CENTRES = '''"""Diplomacy for an evening: four centres win."""
from wargame.core.title.title import Result
from wargame.plugins import hookimpl

class FourCentres:
    @hookimpl(wrapper=True)
    def wargame_victory(self, state):
        result = yield
        best = max(state.title.sides, key=lambda power: len(state.centres_of(power)))
        if result is None and len(state.centres_of(best)) >= 4:
            return Result((best,), "house rule", "four centres are enough.")
        return result

class LongSkirmish:
    @hookimpl(wrapper=True)
    def wargame_title(self):
        import attrs
        title = yield
        return attrs.evolve(title, name="Long Skirmish")

@hookimpl
def wargame_variants():
    return {"four-centres": ("diplomacy", FourCentres()), "long": ("skirmish", LongSkirmish())}
'''


@pytest.fixture
def variants(folder: Path) -> Path:
    install(folder, "house", {"house": "house"}, house=FOUR_CENTRES)
    install(folder, "stranger", {"skirmish": "stranger:title"}, stranger=SKIRMISH)
    return folder


def first_phase(*chosen: str) -> object:
    game, bot = new_game("diplomacy", seed=1, variants=chosen), RandomBot(1)
    phase = game.state.phase
    while game.state.phase == phase and game.decisions:
        side = next(iter(game.decisions))
        game.apply(bot.choose(game, side), side)
    return game.result


def test_a_variant_changes_one_rule_of_a_title(variants: Path) -> None:
    found = new_game("diplomacy", variants=["four-centres"])
    assert found.variants == ("four-centres",)
    result = first_phase("four-centres")
    assert (result.winners, result.rule) == (("RUSSIA",), "house rule")  # type: ignore[attr-defined]
    assert first_phase() is None


def test_a_variant_may_change_what_the_title_is(variants: Path) -> None:
    assert new_game("skirmish", variants=["long"]).title.name == "Long Skirmish"
    assert new_game("skirmish").title.name == "Skirmish"


def test_the_variants_of_a_game_are_saved_with_it(variants: Path) -> None:
    game = new_game("diplomacy", variants=["four-centres"])
    game.save(variants / "game.jsonl")
    assert load_game(variants / "game.jsonl").variants == ("four-centres",)
    assert new_game("diplomacy", position=game.position()).variants == ("four-centres",)


@pytest.mark.parametrize("title", ["grand_illusion", "diplomacy"])
def test_a_variant_that_is_not_there_or_of_another_title_is_one_sentence(variants: Path, title: str) -> None:
    wanted = "four-centres" if title == "grand_illusion" else "gone"
    offered = "none" if title == "grand_illusion" else "four-centres"
    with pytest.raises(WargameError, match=f"has no variant '{wanted}'; there are: {offered}"):
        new_game(title, variants=[wanted])


def test_the_command_plays_a_variant(tmp_path: Path) -> None:
    install(tmp_path, "house", {"house": "house"}, house=FOUR_CENTRES)
    assert "four-centres" in wargame(tmp_path, "info", "diplomacy")[1]
    status, text = wargame(tmp_path, "run", "diplomacy", "--auto", "--seed", "1", "--variant", "four-centres")
    assert status == 0
    assert "RUSSIA wins (house rule): four centres are enough." in text


def test_a_game_never_reaches_the_hooks_of_another_title(variants: Path) -> None:
    rules = manager.make_rules("skirmish", None, (), ())
    assert [type(plugin).__name__ for plugin in rules.manager.get_plugins()] == ["Skirmish"]
    assert isinstance(rules.title, Title)


DATA_TITLE = (
    SKIRMISH
    + """
from pathlib import Path
from wargame.core.title.data import DataFolder

@attrs.frozen
class Start:
    id: str
    at: str

class FromData(Skirmish):
    @hookimpl
    def wargame_title(self, overlay):
        data = DataFolder(Path(__file__).parent / "data", overlay)
        starts = data.csv("starts.csv", Start, key="id")
        return attrs.evolve(Skirmish.wargame_title(self, None), data=starts, data_hash=data.hash())

    @hookimpl
    def wargame_setup(self, title, scenario, options):
        s = State(title=title)
        for start in title.data:
            s.place(start.id, start.at)
        return s

from_data = FromData()
"""
)
WITH_DATA = """
from pathlib import Path
from wargame.plugins import hookimpl

@hookimpl
def wargame_variants():
    here = Path(__file__).parent
    return {"east": ("skirmish", None, here / "east"), "late": ("skirmish", None, here / "late")}
"""


@pytest.fixture
def laid(folder: Path) -> Path:
    """A title with a data file, and two variants and a person's folder that replace it."""
    install(folder, "stranger", {"skirmish": "stranger:from_data"}, stranger=DATA_TITLE)
    install(folder, "moved", {"moved": "moved"}, moved=WITH_DATA)
    for place, space in (("data", "A"), ("east", "B"), ("late", "C"), ("mine", "D")):
        (folder / place).mkdir()
        (folder / place / "starts.csv").write_text(f"id,at\nr1,{space}\nb1,E\n")
    (folder / "late/extra.txt").touch()  # not data
    return folder


def where(title: str = "skirmish", **given: Any) -> str:
    return new_game(title, **given).state.units["r1"].at


def test_a_variant_lays_its_data_over_those_of_the_title_and_a_plain_game_sees_nothing_of_it(laid: Path) -> None:
    assert [where(), where(variants=["east"]), where()] == ["A", "B", "A"]
    hashes = {new_game("skirmish", variants=chosen).title.data_hash for chosen in ([], ["east"], ["late"])}
    assert len(hashes) == 3


def test_of_the_data_of_several_variants_and_of_the_person_the_last_count(laid: Path) -> None:
    assert where(variants=["east", "late"]) == "C"
    assert where(variants=["late", "east"]) == "B"
    assert where(variants=["east"], data=laid / "mine") == "D"


def test_the_data_of_a_variant_are_saved_with_the_game_and_resumed(laid: Path) -> None:
    game = new_game("skirmish", variants=["east"])
    game.save(laid / "game.jsonl")
    again = load_game(laid / "game.jsonl")
    assert (again.state.units["r1"].at, again.warnings) == ("B", [])
    assert again.title.data_hash == game.title.data_hash
    assert new_game("skirmish", position=game.position()).title.data == game.title.data


def test_the_data_of_a_variant_that_do_not_fit_are_named(laid: Path) -> None:
    (laid / "late/units.csv").write_text("id\n")
    with pytest.raises(WargameError, match=r"late/units\.csv: the title has no such data file; it has: starts\.csv"):
        new_game("skirmish", variants=["late"])


def test_a_title_with_variants_is_made_once(laid: Path) -> None:
    assert new_game("skirmish", variants=["east"]).title is new_game("skirmish", variants=["east"]).title
