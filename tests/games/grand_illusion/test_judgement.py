"""Positions with an answer that a bot must give, or must not give: held by the planner with few probes."""

from __future__ import annotations

from tests.games.judging import answer, turn
from wargame.core.engine.game import Game
from wargame.games.grand_illusion.model import State
from wargame.games.grand_illusion.records import ALLIED, GERMAN

from .support import bare, game_at, put


def front(turn: int = 7, **stacks: str) -> State:
    """An almost empty map with units in some hexes (`h34="FR-I FR-III"`), a CAP a side, both general retreats over."""
    state = bare(turn)
    state.withdrawn = {ALLIED: 3, GERMAN: 4}
    state.tracks["caps allied"] = state.tracks["caps german"] = 1
    for hex, units in stacks.items():
        put(state, hex[1:], *units.split())
    return state


def belgium(**stacks: str) -> State:
    """The same, and Germany holds the railway by Namur and Maubeuge to the hexes before Lille."""
    return held(front(**stacks), GERMAN, "62", "63", "64", "53", "54", "44", "45")


def held(state: State, side: str, *hexes: str) -> State:
    for hex in hexes:
        state.seize(hex, side)
    return state


def played(state: State, side: str) -> Game:
    """The game after a planner has played the segment of a side."""
    game = game_at(state, side=side)
    turn(game)
    return game


def attacked(state: State, side: str) -> list[str]:
    """The hexes that a planner attacks in the segment of a side."""
    battles = [event for event in played(state, side).events if event.rule == "9.1"]
    return [event.fields["hex"] for event in battles]


# --- the game is won or lost here ----------------------------------------------------------------------------------


def test_trier_is_taken_when_nobody_guards_it():
    state = held(front(h85="FR-I FR-X", h98="FR-XIV"), ALLIED, "75", "85", "86")
    assert played(state, ALLIED).result.rule == "3.2.4b"


def test_trier_is_not_left_beside_the_enemy():
    state = held(front(h85="FR-I FR-X FR-III", h94="GE-II GE-III", h105="GE-XIV"), ALLIED, "75", "85", "86")
    assert played(state, GERMAN).state.present("94", GERMAN).combat


def test_paris_is_entered_when_nobody_guards_it():
    state = held(belgium(h28="GE-IV GE-IX", h46="GE-VI"), GERMAN, "34", "35", "36", "26", "27", "28", "46", "47")
    assert played(state, GERMAN).state.control["19"] == GERMAN


def test_paris_is_not_left_beside_the_enemy():
    state = held(belgium(h28="GE-IV GE-IX", h46="GE-VI"), GERMAN, "34", "35", "36", "26", "27", "28", "46", "47")
    put(state, "19", "FR-IIIT", "Paris")
    assert played(state, ALLIED).state.present("19", ALLIED).combat


def test_whoever_can_reach_paris_in_time_defends_it():
    state = held(belgium(h28="GE-IV GE-IX", h46="GE-VI"), GERMAN, "34", "35", "36", "26", "27", "28", "46", "47")
    put(state, "39", "FR-IX", "FR-XX", "FR-XV")
    assert played(state, ALLIED).state.present("19", ALLIED).combat


# --- ground ------------------------------------------------------------------------------------------------------


def test_an_objective_that_nobody_defends_is_taken():
    assert played(belgium(h44="GE-II GE-III"), GERMAN).state.control["34"] == GERMAN


def test_a_hex_of_plan_17_that_nobody_defends_is_taken():
    state = front(h104="FR-VII FR-IRG", h105="GE-XIV GE-XV")
    assert set(played(state, ALLIED).state.plan17_markers) & {"103", "107"}


def test_the_railway_on_which_an_army_depends_is_not_left():
    state = belgium(h64="GE-II", h36="GE-III GE-IV GE-VI GE-HQ1", h56="FR-XX FR-XV FR-XVI")
    held(state, GERMAN, "35", "36")
    assert played(state, GERMAN).state.present("64", GERMAN).combat


def test_a_fortress_with_the_enemy_before_it_keeps_its_garrison():
    state = front(h76="FR-IV", h86="GE-V GE-XIII GE-VI", h85="GE-XVI GE-VR", h96="GE-XXI", h105="GE-XIV", h107="GE-XV")
    put(state, "76", "Verdun76")
    assert played(state, ALLIED).state.present("76", ALLIED).combat


# --- attacks -----------------------------------------------------------------------------------------------------


def test_a_division_does_not_attack_four_corps():
    state = belgium(h45="GE-GdE", h34="FR-III FR-VI FR-XX FR-XVIII", h35="FR-I", h46="FR-X")
    assert attacked(state, GERMAN) == []


def test_four_corps_attack_a_division_that_bars_the_way_to_an_objective():
    state = belgium(h44="GE-II GE-III GE-IV GE-IX", h34="FR-45", h52="GE-IIIR", h35="FR-I", h33="FR-IT", h45="GE-XI")
    assert attacked(state, GERMAN) == ["34"]


def test_a_fortress_full_of_fresh_corps_is_not_attacked_by_a_division():
    state = front(h87="FR-64R", h86="GE-VI GE-VIII GE-XXI GE-XIV", h96="GE-XV", h97="GE-XIII", h107="GE-OR")
    put(state, "86", "Metz1", "Metz2")
    assert attacked(state, ALLIED) == []


def test_a_battle_that_is_owed_is_fought_while_there_is_time():
    state = front(3, h87="FR-XX FR-XV FR-XVI FR-XXI", h96="GE-VI GE-VIII", h97="GE-XXI GE-XIV", h86="GE-XV GE-XIII")
    state.tracks["mandated allied"], state.tracks["caps german"] = 1, 0
    assert attacked(state, ALLIED)[0] in ("96", "97")


def test_disrupted_corps_beside_fresh_ones_recover():
    state = belgium(h34="FR-III FR-VI")
    put(state, "45", "GE-IV", "GE-IX", steps=1)
    assert answer(game_at(state, side=GERMAN)) == "recover 45"


def test_siege_artillery_goes_with_the_corps_against_a_fortress():
    state = belgium(h62="GE-HA420 GE-II GE-III GE-IX")
    put(state, "52", "Antwerp")
    given = turn(game_at(state, side=GERMAN))
    assert "take GE-HA420" in given
    assert "bombard GE-HA420 Antwerp" in given


# --- decisions that come once ------------------------------------------------------------------------------------


def retreat(turn: int, side: str, german: int = 0, withdrawn: dict[str, int] | None = None) -> str:
    """The answer to the question for a general retreat."""
    state = front(turn, h87="FR-XX", h96="GE-VI")
    state.withdrawn, state.tracks["vp german"] = withdrawn or {}, german
    game = game_at(state, side=side)
    assert game.decision.rule == "8.7.1"
    return answer(game)


def test_joffre_does_not_retreat_while_the_price_is_high():
    assert retreat(3, ALLIED) == "pass"


def test_joffre_retreats_as_soon_as_the_price_has_fallen():
    assert retreat(4, ALLIED) == "withdraw"


def test_germany_does_not_pay_for_a_retreat_with_points_that_it_needs():
    assert retreat(6, GERMAN, german=10, withdrawn={ALLIED: 4}) == "pass"


def test_germany_digs_in_when_it_is_far_ahead():
    assert retreat(6, GERMAN, german=40, withdrawn={ALLIED: 4}) == "withdraw"


def test_the_weakest_corps_go_to_the_east():
    state = front(h96="GE-VI GE-VIII GE-XVIIIR GE-VIIIR GE-2C")
    state.turn = state.data.tables.eastern_front.turn
    given = turn(game_at(state, "eastern front", GERMAN))
    assert {"take GE-VI", "take GE-VIII"}.isdisjoint(given)


def test_the_strongest_corps_is_replaced_first():
    state = front(5, h87="FR-XX")
    for unit in ("FR-VI", "FR-IRG", "FR-57FR"):
        put(state, "dead", unit)
    state.tracks["caps allied"] = 4
    assert answer(game_at(state, "reinforcements", ALLIED)).startswith("replace FR-VI ")
