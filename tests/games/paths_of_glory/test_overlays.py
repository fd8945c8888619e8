"""Numbers of the rulebook are data: a folder laid over it (`--data DIR`), or a variant's hook, changes play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

import wargame.games.paths_of_glory as plugin
from tests.games import asking
from wargame.core.engine.errors import DataError
from wargame.core.mechanics.odds import Modifier
from wargame.games.paths_of_glory.activation import cost
from wargame.games.paths_of_glory.attackers import why_not_attack
from wargame.games.paths_of_glory.cards import why_not_offer_peace
from wargame.games.paths_of_glory.combat import fight, flank_chance
from wargame.games.paths_of_glory.conditions import capitulation, us_entry
from wargame.games.paths_of_glory.designation import declared
from wargame.games.paths_of_glory.fire import column, shown
from wargame.games.paths_of_glory.losses import first_loser
from wargame.games.paths_of_glory.model import AP, CP, State, Sum
from wargame.games.paths_of_glory.movement import why_not_stop
from wargame.games.paths_of_glory.rail import destinations, price
from wargame.games.paths_of_glory.replacements import adjust, step_price
from wargame.games.paths_of_glory.retreat import retreat
from wargame.games.paths_of_glory.sequence import commitment, hand_size
from wargame.games.paths_of_glory.supply import in_supply, sieges
from wargame.games.paths_of_glory.victory import automatic
from wargame.plugins import new_game

from .support import blank, emptied, put

DATA = Path(plugin.__file__).parent / "data"


def overlay(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A folder with one file of the data, in which each text is replaced by another."""
    text = (DATA / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def changed(folder: Path, name: str, *changes: tuple[str, str], turn: int = 3, at_war: tuple[str, ...] = ()) -> State:
    """An empty map with changed data."""
    game = new_game("paths_of_glory", dice="manual", data=overlay(folder, name, *changes))
    return emptied(game.state, turn, at_war)  # type: ignore[arg-type]


def asked(state: State, procedure: Any, *answers: str) -> Any:
    return asking.ask(state.title.notation, procedure, *answers)


@pytest.mark.rule("10.1.1")
def test_the_stacking_limit(tmp_path: Path) -> None:
    for s, full in ((blank(), False), (changed(tmp_path, "numbers.toml", ("stack = 3", "stack = 2")), True)):
        put(s, "paris", "fr_1", "fr_2")
        put(s, "melun", "fr_3")
        put(s, "ap_reserve", "fr_corps.1")
        assert (why_not_stop(s, AP, ("fr_3",), "paris") is not None) == full
        assert ("paris" not in destinations(s, "fr_corps.1")) == full


@pytest.mark.rule("12.2.7")
def test_the_terrain_chart(tmp_path: Path) -> None:
    s = changed(
        tmp_path, "tables.toml", ("[terrain.clear]", "[terrain.clear]\nshift = -2\nflank = false\nholds = true")
    )
    for state, columns in ((blank(), 5), (s, 3)):
        put(state, "sedan", "ge_1")
        put(state, "chateau_thierry", "fr_1", "fr_2")
        state.activated["chateau_thierry"] = "attack"
        b = declared(state, AP, "cambrai", ("fr_1", "fr_2"))
        assert column(state, b, AP)[1] == columns


@pytest.mark.rule("12.5.3")
def test_units_hold_in_terrain_of_the_chart(tmp_path: Path) -> None:
    s = changed(tmp_path, "tables.toml", ("[terrain.clear]", "[terrain.clear]\nholds = true"))
    for state, holds in ((blank(), False), (s, True)):
        put(state, "cambrai", "ge_1")
        put(state, "amiens", "fr_1")
        question, _ = asked(state, retreat(state, declared(state, AP, "cambrai", ("fr_1",)), True, 2))
        assert ("hold losing ge_1" in map(str, question.actions)) == holds


@pytest.mark.rule("12.5.2")
def test_the_length_of_a_retreat(tmp_path: Path) -> None:
    s = changed(tmp_path, "numbers.toml", ("\nretreat = 2", "\nretreat = 1"))
    for state, length in ((blank(), 2), (s, 1)):
        put(state, "cambrai", "ge_1")
        put(state, "amiens", "fr_1")
        question, _ = asked(state, retreat(state, declared(state, AP, "cambrai", ("fr_1",)), True, 2))
        assert {len(a.path) for a in question.actions} == {length}


@pytest.mark.rule("12.3.3")
def test_what_a_flank_attempt_needs(tmp_path: Path) -> None:
    s = changed(tmp_path, "numbers.toml", ("flank_needs = 4", "flank_needs = 6"))
    for state, chance in ((blank(), "4/6"), (s, "2/6")):
        put(state, "amiens", "fr_1")
        put(state, "chateau_thierry", "fr_2")
        put(state, "cambrai", "ge_1")
        b = declared(state, AP, "cambrai", ("fr_1", "fr_2"))
        assert flank_chance(state, b, "chateau_thierry") == chance


@pytest.mark.rule("12.4.5")
def test_who_takes_the_first_loss(tmp_path: Path) -> None:
    s = changed(tmp_path, "numbers.toml", ('[["ru_cau"], ["br_bef"],', '[["fr_2"], ["br_bef"],'))
    for state, first in ((blank(), set()), (s, {"fr_2"})):
        put(state, "amiens", "fr_1", "fr_2")
        assert first_loser(state, ["fr_1", "fr_2"], 3) == first


@pytest.mark.rule("9.2.7.1")
def test_the_price_of_an_activation(tmp_path: Path) -> None:
    s = changed(tmp_path, "numbers.toml", ("mef_cost = 3", "mef_cost = 5"), at_war=("tu",))
    for state, points in ((blank(at_war=("tu",)), 3), (s, 5)):
        state.beachhead = "mef1"
        put(state, "mef1", "br_mef")
        assert cost(state, "mef1", "move") == points


@pytest.mark.rule("CP-10")
def test_the_price_of_an_activation_by_an_event(tmp_path: Path) -> None:
    s = changed(tmp_path, "events.toml", ("cp_10 = 1", "cp_10 = 2"))
    for state, points in ((blank(), 1), (s, 2)):
        state.played["cp_10"] = 1
        put(state, "cracow", "ah_1", "ge_corps.1", "ge_corps.2")
        assert cost(state, "cracow", "attack") == points


@pytest.mark.rule("13.1.2", "17.1.4")
def test_the_price_of_redeployment_and_replacements(tmp_path: Path) -> None:
    s = changed(tmp_path, "numbers.toml", ("sr_army = 4", "sr_army = 2"), ("army_step = 2", "army_step = 3"))
    for state, points in ((blank(), (4, 2)), (s, (2, 3))):
        put(state, "paris", "fr_1")
        assert (price(state, "fr_1"), step_price(state, "fr_1")) == points


@pytest.mark.rule("CP-36")
def test_the_points_an_event_costs(tmp_path: Path) -> None:
    s = changed(tmp_path, "events.toml", ("cp_36 = -1\n", "cp_36 = -2\n"))
    for state, left in ((blank(), 4), (s, 2)):
        state.played["cp_36"] = 1
        state.tracks["rp_br"] = 6
        adjust(state)
        assert state.tracks["rp_br"] == left


@pytest.mark.rule("15.3.3")
def test_early_sieges(tmp_path: Path) -> None:
    s = changed(tmp_path, "numbers.toml", ("siege_modifier = -2", "siege_modifier = -4"), turn=1)
    for state, falls in ((blank(turn=1), True), (s, False)):
        put(state, "liege", "ge_1")
        asked(state, sieges(state), "roll 6")
        assert ("liege" in state.destroyed) == falls


@pytest.mark.rule("15.1.10")
def test_when_germans_may_attack_russian_forts(tmp_path: Path) -> None:
    s = changed(tmp_path, "numbers.toml", ("german_fort_status = 4", "german_fort_status = 2"))
    for state, banned in ((blank(), True), (s, False)):
        state.tracks["cp_ws"] = 2
        put(state, "insterberg", "ge_1")
        assert (why_not_attack(state, "ge_1", "kovno") is not None) == banned


@pytest.mark.rule("5.2.1")
def test_automatic_victory(tmp_path: Path) -> None:
    for state, over in (
        (blank(), False),
        (changed(tmp_path, "numbers.toml", ("cp_victory = 20", "cp_victory = 18")), True),
    ):
        state.tracks["vp"] = 18
        automatic(state)
        assert (state.result is not None) == over


@pytest.mark.rule("16.5.1.1", "16.4.3", "9.1.4")
def test_war_status_peace_and_hands(tmp_path: Path) -> None:
    s = changed(
        tmp_path, "numbers.toml", ("peace_cp_vp = 11", "peace_cp_vp = 10"),
        ("tsar_command_spaces = 3", "tsar_command_spaces = 0"), ("\nhand = 7", "\nhand = 6"),
    )  # fmt: skip
    assert why_not_offer_peace(blank(), CP) is not None
    assert why_not_offer_peace(s, CP) is None
    assert (capitulation(blank()), capitulation(s)) == ("god_save_the_tsar", "tsar_takes_command_allowed")
    assert (hand_size(blank()), hand_size(s)) == (7, 6)


@pytest.mark.rule("16.1.3")
def test_when_commitment_rises(tmp_path: Path) -> None:
    s = changed(tmp_path, "numbers.toml", ("commitment = [4, 11]", "commitment = [6, 11]"))
    for state, level in ((blank(), 1), (s, 0)):
        state.tracks["ap_ws"] = 4
        asked(state, commitment(state, AP))
        assert state.commitment[AP] == level


@pytest.mark.rule("16.3.2")
def test_when_the_telegram_may_be_sent(tmp_path: Path) -> None:
    s = changed(tmp_path, "events.toml", ("combined_at_least = 30", "combined_at_least = 25"))
    for state, box in ((blank(), "us_neutral"), (s, "zimmermann_telegram_allowed")):
        state.tracks["combined"] = 26
        assert us_entry(state) == box


@pytest.mark.rule("14.1.1")
def test_sources_of_supply(tmp_path: Path) -> None:
    old = 'cp = { side = "cp", sources = ["essen", "breslau", "sofia", "constantinople"] }'
    s = changed(tmp_path, "supply.toml", (old, 'cp = { side = "cp", sources = ["sofia"] }'))
    for state, supplied in ((blank(), True), (s, False)):
        put(state, "essen", "ge_1")
        assert in_supply(state, "ge_1") == supplied


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("numbers.toml", "stack = 3", 'stack = "many"', "stack"),
        ("numbers.toml", "stack = 3", "", "stack"),
        ("numbers.toml", 'channel = ["amiens"', 'channel = ["atlantis"', "channel: there is no 'atlantis'"),
        ("supply.toml", 'net_of]\nge = "cp"', 'net_of]\nge = "mars"', "net_of: there is no 'mars'"),
        ("tables.toml", "[terrain.swamp]", "[terrain.marsh]", "terrain: there is no 'swamp'"),
    ],
)
def test_data_that_do_not_fit_are_refused(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        plugin.wargame_title(overlay(tmp_path, name, (old, new)))


# --- the hook for modifiers ---


@attrs.frozen
class House:
    """A variant that adds a modifier to one of the sums of a combat."""

    what: str
    amount: int

    @plugin.hookimpl
    def wargame_modifiers(
        self, state: State, battle: Sum, modifiers: tuple[Modifier, ...]
    ) -> tuple[Modifier, ...] | None:
        if battle.what != self.what or battle.side != AP:
            return None
        return (*modifiers, Modifier("house", self.amount, "house rule"))


def fought(*observers: object) -> tuple[State, Any]:
    """French from two spaces against a German army in Cambrai, in a game with these plugins."""
    game = new_game("paths_of_glory", dice="manual", observers=observers)
    state = emptied(game.state)  # type: ignore[arg-type]
    put(state, "amiens", "fr_1")
    put(state, "chateau_thierry", "fr_2")
    put(state, "cambrai", "ge_1")
    return state, declared(state, AP, "cambrai", ("fr_1", "fr_2"))


@pytest.mark.rule("12.2.6")
def test_a_variant_changes_the_modifier_of_the_die_and_its_preview() -> None:
    (plain, b), (state, c) = fought(), fought(House("fire", 2))
    assert shown(plain, b)["attacker_modifiers"] == []
    assert shown(state, c)["attacker_modifiers"] == ["+2 house (house rule)"]
    assert shown(state, c)["attacker_chances"] != shown(plain, b)["attacker_chances"]
    for one, battle in ((plain, b), (state, c)):
        asked(one, fight(one, battle), "no", "roll 1", "roll 1")
    assert c.number[AP] > b.number[AP]


@pytest.mark.rule("12.2.7")
def test_a_variant_shifts_the_column() -> None:
    (plain, b), (state, c) = fought(), fought(House("column", -1))
    assert column(state, c, AP)[1] == column(plain, b, AP)[1] - 1
    assert column(state, c, CP)[1] == column(plain, b, CP)[1]
    assert shown(state, c)["attacker"] != shown(plain, b)["attacker"]


@pytest.mark.rule("12.3.2")
def test_a_variant_changes_the_flank_attempt_and_its_preview() -> None:
    (plain, b), (state, c) = fought(), fought(House("flank", 1))
    assert (flank_chance(plain, b, "amiens"), flank_chance(state, c, "amiens")) == ("4/6", "5/6")
    asked(plain, fight(plain, b), "flank amiens", "roll 2")
    asked(state, fight(state, c), "flank amiens", "roll 2")
    assert (b.first, c.first) == (CP, AP)
