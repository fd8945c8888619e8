"""Six variants of strangers, each of which changes one rule in a few lines of its own: by data, by a hook, or by both.

Each changes play and what is shown before it, in its own game alone; it is saved with the game and survives resume.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.games.paths_of_glory.support import deal
from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Refusal
from wargame.plugins import load_game, new_game
from wargame.plugins.bots import RandomBot

from .distributions import install, installed, wargame

Changes = Mapping[str, tuple[tuple[str, str], ...]]  # file -> the lines that are different: theirs, ours


@attrs.frozen
class Variant:
    """A variant, the answers after which it shows, and what resuming a game there says with it and without it.

    `rule` is the source of a class `Rule`, `changes` are data. `typed` is what a person types after resuming.
    """

    name: str
    title: str
    answers: tuple[str, ...]
    says: str
    plain: str
    typed: tuple[str, ...] = ()
    rule: str = ""
    changes: Changes = attrs.Factory(dict)
    options: Mapping[str, Any] = attrs.Factory(dict)


DEEP_FOREST = Variant(
    "deep-forest", "when_eagles_fight", ("stack 2625", "step AH-10 2724"), "moving, 1 MP left", "moving, 2 MP left",
    ("unit AH-10",), changes={"numbers.toml": (("[terrain.forest]\ncost = 2", "[terrain.forest]\ncost = 3"),)},
)  # fmt: skip

SUMMER = Variant(
    "summer", "traces_of_war",
    ("place DE-S-213Sec 0218", "place DE-S-444Sec 1338", "place DE-S-454Sec 2634", "hq SU-HQ-Vrnz", "attack 2935",
     "with SU-I-35G", "with SU-I-49"),
    "+1 dry ground (house rule)", "column: 1-1",
    rule='''
class Rule:
    @hookimpl
    def wargame_modifiers(self, state, battle, modifiers):
        if battle.modifies == "column" and state.turn == 1:
            return (*modifiers, Modifier("dry ground", 1, "house rule"))
''',
)  # fmt: skip

NARROW_ROADS = Variant(
    "narrow-roads", "grand_illusion", ("done", "activate 87", "take FR-XX", "take FR-XV", "take FR-XVI"),
    "Refused (8.4.6): There is no room for them in 77.", "movement points spent", ("go 77",),
    changes={"tables.toml": (("infantry_half_corps = 12\n", "infantry_half_corps = 4\n"),)},
)  # fmt: skip

HOME_FRONT = Variant(
    "home-front", "paths_of_glory", ("choose none",), "The home front grows tired (house rule)", "mandated offensive",
    ("log",),
    rule='''
def home_front(s):
    roll = yield Roll(1, 6, "the home front", "house rule")
    s.note("The home front grows tired", "house rule")
    s.vp(-roll.total, "house rule")

class Rule:
    @hookimpl(wrapper=True)
    def wargame_phases(self):
        sequence = yield
        return sequence.drop("mandated offensives").insert_before("action round", Phase("home front", home_front))
''',
)  # fmt: skip

BORDEAUX = Variant(
    "bordeaux", "diplomacy",
    (*("done",) * 6, "sheet A SPA - POR", *("done",) * 6),
    "FRANCE wins (II): 5 supply centres of FRANCE.", "Order for", ("done",),
    changes={
        "setup.csv": (("FRANCE,A MAR,", "FRANCE,A SPA,"),),
        "scenarios.toml": (("goal = 18                       # II", "goal = 5"),),
    },
    options={"negotiation": False},
)  # fmt: skip

SLOW_AUSTRIANS = Variant(
    "slow-austrians", "when_eagles_fight", ("stack 2625",),
    "Refused (house rule): Vienna hesitates until turn 2.", "AH-10: 2625 - 2524", ("step AH-10 2524",),
    rule='''
class Rule:
    @hookimpl
    def wargame_forbid(self, state, action):
        if isinstance(action, Step) and state.turn == 1 and any(unit.startswith("AH") for unit in action.units):
            return Refusal("house rule", "Vienna hesitates until turn 2.")
''',
)  # fmt: skip

ALL = (DEEP_FOREST, SUMMER, NARROW_ROADS, HOME_FRONT, BORDEAUX, SLOW_AUSTRIANS)
HEAD = """
from pathlib import Path
from wargame.core.engine.questions import Refusal, Roll
from wargame.core.engine.sequence import Phase
from wargame.core.mechanics.odds import Modifier
from wargame.games.when_eagles_fight.actions import Step
from wargame.plugins import hookimpl
"""
OFFER = """
@hookimpl
def wargame_variants():
    return {{"{name}": ("{title}", {rule}, {data})}}
"""
each = pytest.mark.parametrize("variant", ALL, ids=lambda variant: variant.name)


def put(folder: Path, variant: Variant) -> None:
    """Install a variant in a distribution of its own."""
    name = variant.name.replace("-", "_")
    given = {"rule": "Rule()" if variant.rule else None, "data": f'Path(__file__).parent / "{name}"'}
    if not variant.changes:
        (folder / name).mkdir()  # an empty folder changes nothing
    source = HEAD + variant.rule + OFFER.format(name=variant.name, title=variant.title, **given)
    install(folder, variant.name, {name: name}, **{name: source})
    for file, changes in variant.changes.items():
        text = (data_of(variant) / file).read_text(encoding="utf-8")
        for theirs, ours in changes:
            assert text.count(theirs) == 1
            text = text.replace(theirs, ours)
        (folder / name).mkdir(exist_ok=True)
        (folder / name / file).write_text(text, encoding="utf-8")


def data_of(variant: Variant) -> Path:
    return Path(str(import_module(f"wargame.games.{variant.title}").__file__)).parent / "data"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    found = tmp_path_factory.mktemp("variants")
    for variant in ALL:
        put(found, variant)
    with installed(found):
        yield found


def played(variant: Variant, *chosen: str, dice: str = "seeded") -> Game:
    """A game with the answers of a variant; SPA and MAR are France's in Diplomacy as it stands there."""
    game = new_game(variant.title, seed=1, variants=chosen, options=dict(variant.options), dice=dice)
    for answer in variant.answers:
        side = next(iter(game.decisions))
        game.apply(answer if chosen or answer != "sheet A SPA - POR" else "done", side)
    return game


def both(variant: Variant) -> tuple[Game, Game]:
    """The same game plain and with the variant."""
    return played(variant), played(variant, variant.name)


def shown(game: Game) -> Any:
    """What the side that decides is shown with its question."""
    (question,) = game.view(next(iter(game.decisions)))["questions"].values()
    return question["shown"]


def refusal(game: Game, text: str) -> str:
    with pytest.raises(IllegalAction) as error:
        game.apply(text, next(iter(game.decisions)))
    return str(error.value)


# --- each changes play, and what is shown before it --------------------------------------------------------------


def test_a_forest_costs_three(folder: Path) -> None:
    for game, legal in zip(both(DEEP_FOREST), (True, False), strict=True):
        assert game.state.units["AH-10"].at == "2724"
        game.apply("step AH-10 2725")  # one point left, or none
        assert ("step AH-10 2726" in map(str, game.decisions["cp"].actions)) == legal
        assert game.rules.picture(game.state, "cp").legend["forest"] == f"forest, {2 if legal else 3} MP"
    assert "AH-10 has 0 of the 1 movement points" in refusal(game, "step AH-10 2726")


def test_an_attack_gets_a_column(folder: Path) -> None:
    plain, game = both(SUMMER)
    assert (shown(plain)["shifts"], shown(plain)["column"]) == ([], "1-1")
    assert (shown(game)["shifts"], shown(game)["column"]) == (["+1 dry ground (house rule)"], "1.5-1")
    assert shown(plain)["chances"] != shown(game)["chances"]
    found = []
    for each in (plain, game):
        for answer in ("fight", "pass"):  # the Axis player adds no air support
            each.apply(answer)
        found.append(next(event.fields for event in each.events if "roll" in event.fields))
    assert found[0]["roll"] == found[1]["roll"]
    assert [fields["odds"] for fields in found] == ["4:3, column 1-1", "4:3, column 1.5-1"]


def test_fewer_corps_fit_into_a_hex(folder: Path) -> None:
    plain, game = both(NARROW_ROADS)
    assert "go 77" in map(str, plain.decisions["allied"].actions)
    assert "go 77" not in map(str, game.decisions["allied"].actions)
    plain.apply("go 77")
    assert refusal(game, "go 77") == "Refused (8.4.6): There is no room for them in 77."


def test_a_phase_is_dropped_and_another_is_played(folder: Path) -> None:
    names = [game.rules.phases(game.state).names() for game in both(HOME_FRONT)]
    assert set(names[0]) ^ set(names[1]) == {"mandated offensives", "home front"}
    plain, game = both(HOME_FRONT)
    told = [[event.text for event in each.events] for each in (plain, game)]
    assert "The home front grows tired" in told[1]
    assert not any("mandated offensive" in text for text in told[1])
    assert any("mandated offensive" in text for text in told[0])
    assert game.state.tracks["vp"] < plain.state.tracks["vp"]
    by_hand = played(HOME_FRONT, "home-front", dice="manual")
    deal(by_hand)
    deal(by_hand)
    assert by_hand.decisions["chance"].prompt == "Roll 1d6 for the home front"
    vp = by_hand.state.tracks["vp"]
    by_hand.apply("roll 4")
    assert by_hand.state.tracks["vp"] == vp - 4


def test_another_set_up_and_another_goal(folder: Path) -> None:
    plain, game = both(BORDEAUX)
    assert (plain.state.pieces.get("MAR"), plain.state.pieces.get("SPA")) == ("A MAR", None)
    assert (game.state.pieces.get("MAR"), game.state.pieces.get("POR")) == (None, "A POR")
    assert game.state.control["MAR"] == "FRANCE"
    for each in (plain, game):
        each.apply("done", "FRANCE")
    assert plain.result is None
    assert game.result is not None
    assert game.result.text == "FRANCE wins (II): 5 supply centres of FRANCE."


def test_an_action_is_forbidden(folder: Path) -> None:
    plain, game = both(SLOW_AUSTRIANS)
    assert "step AH-10 2524" in map(str, plain.decisions["cp"].actions)
    assert "step AH-10 2524" not in map(str, game.decisions["cp"].actions)
    assert refusal(game, "step AH-10 2524") == "Refused (house rule): Vienna hesitates until turn 2."
    assert game.decisions["cp"].why_not(game.title.notation.parse("step AH-10 2524")) == Refusal(
        "house rule", "Vienna hesitates until turn 2."
    )
    plain.apply("step AH-10 2524")


# --- and nothing else --------------------------------------------------------------------------------------------


@each
def test_a_variant_is_at_most_about_ten_lines(variant: Variant) -> None:
    own = [line for line in variant.rule.splitlines() if line.strip()]
    lines = [line for changes in variant.changes.values() for _, ours in changes for line in ours.splitlines()]
    assert len(own) + len(lines) <= 10


def digests(variant: Variant, *chosen: str) -> Iterator[str]:
    """A game by random bots, answer by answer."""
    game = new_game(variant.title, seed=7, variants=chosen, options=dict(variant.options))
    bot = RandomBot(7)
    yield game.digest()
    for _ in range(60):
        if not game.decisions:
            return
        side = next(iter(game.decisions))
        game.apply(bot.choose(game, side), side)
        yield game.digest()


@each
def test_a_plain_game_of_the_same_process_is_as_without_the_variant(folder: Path, variant: Variant) -> None:
    alone = list(digests(variant))
    beside = [plain for plain, _ in zip(digests(variant), digests(variant, variant.name), strict=False)]
    assert beside == alone[: len(beside)]
    assert len(beside) > 10


@each
def test_a_variant_is_saved_with_the_game(folder: Path, tmp_path: Path, variant: Variant) -> None:
    plain, game = both(variant)
    game.save(tmp_path / "game.jsonl")
    header = json.loads((tmp_path / "game.jsonl").read_text().splitlines()[0])
    assert header["variants"] == [variant.name]
    assert (header["data"] != plain.title.data_hash) == bool(variant.changes)
    again = load_game(tmp_path / "game.jsonl")
    assert (again.variants, again.warnings, again.digest()) == ((variant.name,), [], game.digest())


@each
def test_a_variant_survives_resume_in_another_process(folder: Path, tmp_path: Path, variant: Variant) -> None:
    for chosen, says, other in (((variant.name,), variant.says, ""), ((), variant.plain, variant.says)):
        game, typed = played(variant, *chosen), "\n".join((*variant.typed, "quit\n"))
        game.save(tmp_path / "game.jsonl")
        status, text = wargame(folder, "resume", str(tmp_path / "game.jsonl"), typed=typed)
        assert status == 0, text
        assert says in text
        assert not other or other not in text
        (tmp_path / "game.jsonl").unlink()
        shutil.rmtree(folder / "data", ignore_errors=True)
