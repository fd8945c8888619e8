"""Every strategy card: what it brings, what it changes, when it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.engine.actions import DONE
from wargame.core.engine.errors import IllegalAction
from wargame.core.mechanics.odds import total
from wargame.games.paths_of_glory import battle_cards, replacements
from wargame.games.paths_of_glory.actions import Redeploy
from wargame.games.paths_of_glory.activation import cost
from wargame.games.paths_of_glory.attackers import why_not_attack
from wargame.games.paths_of_glory.cards import why_not_play, why_not_play_event
from wargame.games.paths_of_glory.combat import Battle, fight, modifiers
from wargame.games.paths_of_glory.conditions import capitulation, us_entry, why_not_meet
from wargame.games.paths_of_glory.designation import one_attack
from wargame.games.paths_of_glory.events import play_event
from wargame.games.paths_of_glory.fire import column
from wargame.games.paths_of_glory.model import AP, CP, DEAD, RESERVE, State
from wargame.games.paths_of_glory.movement import why_not_stop
from wargame.games.paths_of_glory.offensives import mandated_offensives
from wargame.games.paths_of_glory.records import data
from wargame.games.paths_of_glory.sequence import take_action
from wargame.games.paths_of_glory.victory import vp_phase

from .support import ask, blank, hold, put, texts

EVERYONE = ("tu", "bu", "it", "ro", "gr", "us")


def case(card: str, *values: Any) -> Any:
    return pytest.param(card, *values, id=card)


def ready(card: str, turn: int = 5) -> State:
    """A state where a card of any kind is in its owner's hand and everybody is at war."""
    s = blank(turn, EVERYONE)
    hold(s, card[:2], card)
    for c in ("cp_01", "ap_17", "ap_55", "ap_49"):
        s.played[c] = 1
    return s


def run(s: State, card: str, *answers: str) -> Any:
    return ask(play_event(s, card[:2], card), *answers)


def first_answers(s: State, card: str) -> State:
    procedure = play_event(s, card[:2], card)
    try:
        question = next(procedure)
        while True:
            question = procedure.send(question.actions[0])
    except StopIteration:
        return s


REINFORCEMENTS = [c for c in data().cards.values() if c.reinforces]


@pytest.mark.rule(
    "AP-1", "AP-3", "AP-8", "AP-10", "AP-11", "AP-14", "AP-15", "AP-20", "AP-22", "AP-24", "AP-25", "AP-29",
    "AP-31", "AP-32", "AP-34", "AP-38", "AP-41", "AP-42", "AP-43", "AP-47", "AP-50", "AP-53", "CP-7", "CP-12",
    "CP-14", "CP-20", "CP-21", "CP-22", "CP-23", "CP-24", "CP-38", "CP-39", "CP-41", "CP-42", "CP-46", "CP-48",
)  # fmt: skip
@pytest.mark.parametrize("card", [case(c.id) for c in REINFORCEMENTS])
def test_reinforcements_bring_exactly_their_units(card: str) -> None:
    s = ready(card)
    assert why_not_play_event(s, card[:2], card) is None
    first_answers(s, card)
    kinds = [s.counter(u).type for u in s.units]
    assert {k: kinds.count(k) for k in kinds} == data().cards[card].brings
    assert all(x.steps == 2 for x in s.units.values())
    corps = [u for u in s.units if s.counter(u).kind not in ("ana", "sn") and not s.counter(u).army]
    assert all(s.units[u].at == RESERVE[card[:2]] for u in corps)
    assert card in s.pile(f"{card[:2]}_removed")


@pytest.mark.rule("9.5.3.1")
def test_second_reinforcement_of_a_nation_is_refused_and_none_on_turn_1() -> None:
    s = ready("ap_10")
    s.reinforced = frozenset(("fr",))
    assert why_not_play_event(s, AP, "ap_10")[0] == "9.5.3.1"  # type: ignore[index]
    s.reinforced = frozenset()
    s.turn = 1
    assert why_not_play_event(s, AP, "ap_10")[0] == "9.5.3.1"  # type: ignore[index]


@pytest.mark.rule("9.5.3.1")
def test_reinforcements_that_cannot_be_placed_are_refused() -> None:
    s = ready("ap_10")
    s.control["paris"] = CP
    s.changed()
    assert why_not_play_event(s, AP, "ap_10")[0] == "9.5.3.1"  # type: ignore[index]


VP = [("ap_13", -1), ("ap_26", -1), ("ap_40", -1), ("ap_52", -1), ("ap_54", -1), ("cp_09", 1), ("cp_52", 1)]


@pytest.mark.rule("AP-13", "AP-26", "AP-40", "AP-52", "AP-54", "CP-9", "CP-52")
@pytest.mark.parametrize(("card", "change"), [case(c, n) for c, n in VP])
def test_events_that_move_the_vp_marker(card: str, change: int) -> None:
    s = ready(card)
    run(s, card)
    assert s.tracks["vp"] == 10 + change
    assert s.tracks["combined"] == data().cards[card].war_status


@pytest.mark.rule("CP-52")
def test_fall_of_the_tsar_with_neutral_romania_gives_three() -> None:
    s = ready("cp_52")
    s.at_war = s.at_war - {"ro"}
    run(s, "cp_52")
    assert s.tracks["vp"] == 13


@pytest.mark.rule("CP-52")
def test_after_the_fall_russian_attacks_cost_a_point_a_unit() -> None:
    s = blank()
    put(s, "kiev", "ru_1", "ru_2", "ru_corps.1")
    assert cost(s, "kiev", "attack") == 1
    s.played["cp_52"] = 3
    assert cost(s, "kiev", "attack") == 3
    assert cost(s, "kiev", "move") == 1


NEEDS = [
    ("ap_05", {"turn": 8}), ("ap_09", {"turn": 3}), ("ap_12", {"cp_06": 1}), ("ap_13", {"level": 1}),
    ("ap_16", {"cp_52": 1}), ("ap_22", {"-": "ap_17"}), ("ap_26", {"ap_02": 1, "ap_54": 1}), ("ap_31", {"ap_30": 1}),
    ("ap_33", {}), ("ap_38", {"cp_36": 1}), ("ap_40", {}), ("ap_43", {"cp_36": 1}), ("ap_45", {}),
    ("ap_47", {"cp_36": 1}),
    ("ap_48", {}), ("ap_50", {"-": "ap_49"}), ("ap_51", {}), ("ap_52", {}), ("ap_54", {}), ("ap_55", {"ap_54": 5}),
    ("cp_01", {"turn": 2}), ("cp_06", {"ap_12": 1}), ("cp_09", {"level": 2}), ("cp_13", {"turn": 2}),
    ("cp_26", {"cp_13": 1, "cp_54": 1}), ("cp_28", {}), ("cp_36", {}), ("cp_37", {}), ("cp_45", {}), ("cp_49", {}),
    ("cp_50", {}), ("cp_51", {}), ("cp_52", {}), ("cp_53", {}),
]  # fmt: skip


@pytest.mark.rule(
    "AP-5", "AP-9", "AP-12", "AP-13", "AP-16", "AP-22", "AP-26", "AP-31", "AP-33", "AP-38", "AP-40", "AP-43",
    "AP-45", "AP-47", "AP-48", "AP-50", "AP-51", "AP-52", "AP-54", "AP-55", "CP-1", "CP-6", "CP-9", "CP-13",
    "CP-26", "CP-28", "CP-36", "CP-37", "CP-45", "CP-49", "CP-50", "CP-51", "CP-52", "CP-53",
)  # fmt: skip
@pytest.mark.parametrize(("card", "setting"), [case(c, n) for c, n in NEEDS])
def test_events_are_refused_without_their_conditions(card: str, setting: dict[str, Any]) -> None:
    s = ready(card)
    for key, value in setting.items():
        if key == "turn":
            s.turn = value
        elif key == "level":
            s.commitment[card[:2]] = value
        elif key == "-":
            del s.played[value]
        else:
            s.played[key] = value
    s.round = 2
    refused = why_not_meet(s, card[:2], card)
    assert refused is not None
    assert data().cards[card].name in refused[1]


def battle(s: State, space: str, attackers: list[str], defenders: list[str], side: str) -> Battle:
    return Battle(space, attackers, defenders, [], side, sorted({s.units[u].at for u in attackers}), {AP: [], CP: []})


# card, turn, (from, attackers), (space, defenders), trench level, expected modifier of the card's side
FIGHTS = [
    ("ap_04", 5, ("kiev", "ru_1"), ("zhitomir", "ah_1"), 0, 1), ("ap_05", 5, ("nis", "sb_1"), ("skopje", "ah_1"), 0, 1),
    ("ap_07", 3, ("mulhouse", "ge_1"), ("belfort", "fr_1"), 0, 2),
    ("ap_18", 5, ("amiens", "br_1"), ("cambrai", "ge_1"), 0, 1),
    ("ap_19", 5, ("amiens", "fr_1"), ("cambrai", "ge_1"), 0, 1),
    ("ap_21", 5, ("amiens", "fr_1"), ("cambrai", "ge_1"), 0, 1),
    ("ap_36", 5, ("amiens", "br_1"), ("cambrai", "ge_1"), 1, 1),
    ("cp_03", 5, ("kiev", "ge_1"), ("zhitomir", "ru_1"), 0, 1),
    ("cp_04", 3, ("udine", "it_1"), ("villach", "ah_1"), 0, 2),
    ("cp_15", 5, ("amiens", "ge_1"), ("cambrai", "fr_1"), 0, 1),
    ("cp_16", 5, ("kars", "tu_corps.1"), ("tbilisi", "ru_corps.1"), 0, 1),
    ("cp_18", 5, ("verdun", "fr_1"), ("sedan", "ge_1"), 1, 1),
    ("cp_19", 5, ("amiens", "ge_1"), ("cambrai", "fr_1"), 0, 1),
    ("cp_26", 5, ("metz", "ge_1"), ("verdun", "fr_1"), 0, 2),
    ("cp_30", 5, ("mulhouse", "ge_1"), ("belfort", "fr_1"), 0, 1),
    ("cp_35", 5, ("amiens", "ge_1"), ("cambrai", "fr_1"), 0, 1),
    ("cp_40", 5, ("amiens", "ge_1"), ("cambrai", "fr_1"), 0, 1),
]  # fmt: skip


def stage(card: str, turn: int, attack: Any, defence: Any, level: int) -> tuple[State, Battle]:
    s = ready(card, turn)
    put(s, attack[0], attack[1])
    put(s, defence[0], defence[1])
    defence = (defence[0], defence[1].strip("()"))
    if level:
        s.trenches[defence[0]] = (s.side_of(defence[1]), level)
    for c in ("cp_13", "ap_28"):
        s.played[c] = 1
    side = s.side_of(attack[1])
    b = battle(s, defence[0], [attack[1]], [defence[1]], side)
    b.no_trench = not level
    return s, b


@pytest.mark.rule(
    "AP-4", "AP-5", "AP-7", "AP-18", "AP-19", "AP-21", "AP-36", "CP-3", "CP-4", "CP-15", "CP-16", "CP-18",
    "CP-19", "CP-26", "CP-30", "CP-35", "CP-40",
)  # fmt: skip
@pytest.mark.parametrize(("card", "turn", "attack", "defence", "level", "drm"), [case(*f) for f in FIGHTS])
def test_combat_cards_modify_the_die(card: str, turn: int, attack: Any, defence: Any, level: int, drm: int) -> None:
    s, b = stage(card, turn, attack, defence, level)
    side = card[:2]
    assert battle_cards.why_not_use(s, b, side, card) is None
    battle_cards.lay(s, b, side, card)
    assert total(b.modifiers[side]) == drm
    assert battle_cards.why_not_use(s, b, side, card)[0] == "9.5.4.4"  # type: ignore[index]


WRONG = [
    ("ap_04", 5, ("amiens", "fr_1"), ("cambrai", "ge_1"), 0), ("ap_05", 5, ("kiev", "ru_1"), ("zhitomir", "ah_1"), 0),
    ("ap_07", 6, ("mulhouse", "ge_1"), ("belfort", "fr_1"), 0),
    ("ap_18", 5, ("amiens", "fr_1"), ("cambrai", "ge_1"), 0),
    ("ap_19", 5, ("kiev", "ru_1"), ("zhitomir", "ah_1"), 0), ("ap_21", 5, ("amiens", "br_1"), ("cambrai", "ge_1"), 0),
    ("ap_36", 5, ("amiens", "br_1"), ("cambrai", "ge_1"), 0), ("ap_39", 5, ("metz", "ge_1"), ("sedan", "fr_1"), 0),
    ("cp_03", 5, ("amiens", "ge_1"), ("cambrai", "fr_1"), 0), ("cp_04", 6, ("udine", "it_1"), ("villach", "ah_1"), 0),
    ("cp_15", 5, ("kiev", "ah_1"), ("zhitomir", "ru_1"), 0), ("cp_16", 5, ("kiev", "ah_1"), ("zhitomir", "ru_1"), 0),
    ("cp_18", 5, ("amiens", "fr_1"), ("cambrai", "ge_1"), 0), ("cp_19", 5, ("kiev", "ah_1"), ("zhitomir", "ru_1"), 0),
    ("cp_26", 5, ("koblenz", "ge_1"), ("sedan", "fr_1"), 0), ("cp_30", 5, ("amiens", "ge_1"), ("cambrai", "fr_1"), 0),
    ("cp_31", 5, ("kars", "ru_corps.1"), ("erzerum", "ge_corps.1"), 0),
    ("cp_35", 5, ("kiev", "ah_1"), ("zhitomir", "ru_1"), 0), ("cp_40", 5, ("kiev", "ah_1"), ("zhitomir", "ru_1"), 0),
    ("cp_43", 5, ("villach", "ah_1"), ("udine", "fr_1"), 1), ("cp_44", 5, ("amiens", "ge_1"), ("cambrai", "fr_1"), 1),
    ("ap_48", 5, ("amiens", "fr_1"), ("cambrai", "ge_1"), 1),
]  # fmt: skip


@pytest.mark.rule(
    "AP-4", "AP-5", "AP-7", "AP-18", "AP-19", "AP-21", "AP-36", "AP-39", "CP-3", "CP-4", "CP-15", "CP-16",
    "CP-18", "CP-19", "CP-26", "CP-30", "CP-31", "CP-35", "CP-40", "CP-43", "CP-44", "AP-48",
)  # fmt: skip
@pytest.mark.parametrize(("card", "turn", "attack", "defence", "level"), [case(*f) for f in WRONG])
def test_combat_cards_are_refused_where_their_conditions_fail(
    card: str, turn: int, attack: Any, defence: Any, level: int
) -> None:
    s, b = stage(card, turn, attack, defence, level)
    assert battle_cards.why_not_use(s, b, card[:2], card) is not None


TRENCHES = [
    ("ap_48", ("amiens", "br_1"), ("cambrai", "ge_1")), ("cp_43", ("villach", "ah_1"), ("udine", "it_1")),
    ("cp_44", ("kiev", "ge_1"), ("zhitomir", "ru_1")), ("cp_49", ("amiens", "ge_1"), ("cambrai", "fr_1")),
    ("cp_50", ("amiens", "ge_1"), ("cambrai", "fr_1")), ("cp_51", ("amiens", "ge_1"), ("cambrai", "fr_1")),
]  # fmt: skip


@pytest.mark.rule("AP-48", "CP-43", "CP-44", "CP-49", "CP-50", "CP-51")
@pytest.mark.parametrize(("card", "attack", "defence"), [case(*f) for f in TRENCHES])
def test_cards_that_cancel_trenches(card: str, attack: Any, defence: Any) -> None:
    s, b = stage(card, 5, attack, defence, 2)
    s.played["cp_54"] = 1
    before = column(s, b, b.side)[1]
    assert battle_cards.why_not_use(s, b, b.side, card) is None
    battle_cards.lay(s, b, b.side, card)
    assert column(s, b, b.side)[1] == before + 2
    assert (b.first == b.side) == (card == "cp_44")
    assert total(b.modifiers[b.side]) == (1 if card == "cp_49" else 0)


@pytest.mark.rule("CP-31")
def test_kemal_fires_on_the_army_table() -> None:
    s, b = stage("cp_31", 5, ("kars", "ru_corps.1"), ("erzerum", "tu_corps.1"), 0)
    assert len(column(s, b, CP)[0].results) == 9
    battle_cards.lay(s, b, CP, "cp_31")
    assert len(column(s, b, CP)[0].results) == 10


@pytest.mark.rule("CP-2", "12.3.3")
def test_wireless_intercepts_flanks_without_a_roll_and_only_in_the_flank_step() -> None:
    s = ready("cp_02", 2)
    put(s, "thorn", "ge_1")
    put(s, "insterberg", "ge_2")
    put(s, "tannenberg", "ru_1")
    b = battle(s, "tannenberg", ["ge_1", "ge_2"], ["ru_1"], CP)
    assert battle_cards.why_not_use(s, b, CP, "cp_02")[0] == "CP-2"  # type: ignore[index]
    question, _ = ask(fight(s, b))
    assert "card cp_02" in texts(question)
    question, _ = ask(fight(s, b), "card cp_02")
    assert b.first == CP
    assert "fire of CP" in question.prompt


@pytest.mark.rule("AP-39")
def test_they_shall_not_pass_cancels_the_retreat() -> None:
    s, b = stage("ap_39", 5, ("metz", "ge_1"), ("verdun", "fr_1"), 0)
    question, _ = ask(fight(s, b), "card ap_39", "roll 6", "roll 1")
    assert s.units["fr_1"].at == "verdun"
    assert question is None
    assert "ap_39" in s.pile("ap_discard")


@pytest.mark.rule("AP-6")
def test_withdrawal_saves_a_step_and_everyone_retreats_one_space_even_after_winning() -> None:
    s, b = stage("ap_06", 2, ("sedan", "ge_1"), ("cambrai", "fr_1"), 0)
    question, _ = ask(fight(s, b), "card ap_06", "roll 1", "roll 6")  # 2 against 4: the defender wins
    assert texts(question) == [f"retreat fr_1 {x}" for x in ("amiens", "calais", "chateau_thierry", "brussels")]
    s, b = stage("ap_06", 2, ("sedan", "ge_1"), ("cambrai", "(fr_1)"), 0)
    b.attackers.append("ge_2")
    put(s, "sedan", "ge_2")
    put(s, "ap_reserve", "fr_corps.1")
    question, _ = ask(fight(s, b), "card ap_06", "roll 4", "roll 1", "retreat fr_corps.1 amiens")
    assert s.units["fr_corps.1"].steps == 1  # one of its two lost steps was given back
    assert s.units["fr_corps.1"].at == "amiens"


@pytest.mark.rule("AP-6")
def test_withdrawal_that_spares_an_army_sends_its_corps_back() -> None:
    s, b = stage("ap_06", 2, ("sedan", "ge_1"), ("cambrai", "(fr_1)"), 0)
    put(s, "ap_reserve", "fr_corps.1")
    ask(fight(s, b), "card ap_06", "roll 2", "roll 1", "give back fr_1", "retreat fr_1 amiens")
    assert (s.units["fr_1"].at, s.full("fr_1")) == ("amiens", False)
    assert s.units["fr_corps.1"].at == RESERVE[AP]


@pytest.mark.rule("AP-27")
def test_great_retreat_gives_back_cards_as_not_played() -> None:
    s = ready("ap_27")
    run(s, "ap_27")
    hold(s, CP, "cp_03", "cp_49")
    s.piles["cp_table"] = ("cp_15",)
    s.played["cp_54"] = s.played["cp_15"] = 1
    s.limit("lloyd_george")
    put(s, "lodz", "ge_1")
    put(s, "warsaw", "ru_1")
    put(s, "brest_litovsk", "ru_2")
    s.destroyed = frozenset(("warsaw",))
    status = s.tracks["cp_ws"], s.tracks["combined"]
    b = battle(s, "warsaw", ["ge_1"], ["ru_1"], CP)
    ask(fight(s, b), "card cp_03", "card cp_49", "card cp_15", "yes")
    assert s.pile("cp_hand") == ("cp_03", "cp_49")
    assert s.pile("cp_table") == ("cp_15",)
    assert not {"cp_03", "cp_49"} & s.played.keys()
    assert (s.tracks["cp_ws"], s.tracks["combined"]) == status
    assert s.used == frozenset()
    assert "lloyd_george" in s.limits


@pytest.mark.rule("CP-54", "7.1.5", "7.1.10")
def test_hindenburg_and_ludendorff_call_off_a_german_offensive_under_way() -> None:
    s = ready("cp_54")
    s.offensive[CP] = "ge"
    run(s, "cp_54")
    ask(vp_phase(s))
    assert s.tracks["vp"] == 10


@pytest.mark.rule("CP-51")
def test_peace_offensive_with_an_advance_of_two_spaces_costs_nothing() -> None:
    s, b = stage("cp_51", 18, ("brussels", "ge_1"), ("cambrai", "fr_1"), 0)
    s.played["cp_54"] = 1
    put(s, "brussels", "ge_2")
    b.attackers.append("ge_2")
    before = s.tracks["vp"]
    won = ("card cp_51", "roll 3", "roll 1", "retreat fr_1 chateau_thierry-melun")
    ask(fight(s, b), *won, "advance ge_1 cambrai-chateau_thierry", "done")
    assert s.units_at("cambrai") == ()
    assert s.tracks["vp"] == before + 1  # Cambrai itself


@pytest.mark.rule("AP-2")
def test_blockade_costs_a_vp_every_winter() -> None:
    s = ready("ap_02", 4)
    ask(vp_phase(s))
    assert s.tracks["vp"] == 10
    run(s, "ap_02")
    ask(vp_phase(s))
    assert s.tracks["vp"] == 9
    s.turn = 5
    ask(vp_phase(s))
    assert s.tracks["vp"] == 9


@pytest.mark.rule("AP-9", "CP-13")
def test_moltke_until_falkenhayn_costs_a_point_a_unit_in_france_and_belgium() -> None:
    s = ready("cp_13")
    put(s, "sedan", "ge_1", "ge_2")
    put(s, "koblenz", "ge_3", "ge_4")
    s.played["ap_09"] = 1
    assert cost(s, "sedan", "move") == 2
    assert cost(s, "koblenz", "move") == 1
    run(s, "cp_13")
    assert cost(s, "sedan", "move") == 1


@pytest.mark.rule("AP-12", "CP-6")
@pytest.mark.parametrize("card", [case("ap_12"), case("cp_06")])
def test_entrench_places_a_trench_with_a_supplied_army(card: str) -> None:
    s = ready(card)
    put(s, "paris", "fr_1")
    put(s, "essen", "ge_1")
    run(s, card, "trench paris" if card == "ap_12" else "trench essen")
    assert s.trenches == ({"paris": (AP, 1)} if card == "ap_12" else {"essen": (CP, 1)})


@pytest.mark.rule("AP-16", "AP-17", "AP-44", "CP-34")
@pytest.mark.parametrize(("card", "nation"), [
    case("ap_16", "ro"), case("ap_17", "it"), case("ap_44", "gr"), case("cp_34", "bu"),
])  # fmt: skip
@pytest.mark.rule("9.5.2.1", "4.2.2")
def test_neutral_entry_sets_the_nation_up(card: str, nation: str) -> None:
    s = blank(5)
    hold(s, card[:2], card)
    first_answers(s, card)
    assert nation in s.at_war
    lines = [x for x in data().setup if x.when == nation and x.unit]
    assert len(s.units) == sum(x.count or 0 for x in lines)
    other = next(c for c in ("ap_17", "cp_34") if c != card)
    assert why_not_play_event(s, other[:2], other)[0] == "9.5.2.2"  # type: ignore[index]


@pytest.mark.rule("AP-17")
def test_neutral_italy_costs_the_allies_a_vp_at_total_war() -> None:
    s = blank(9)
    s.commitment[AP] = 2
    ask(vp_phase(s))
    assert s.tracks["vp"] == 11


@pytest.mark.rule("AP-23", "CP-17")
@pytest.mark.parametrize("card", [case("ap_23"), case("cp_17")])
def test_spies_show_the_enemy_hand_to_their_side_only_and_give_ops(card: str) -> None:
    s = ready(card)
    run(s, card)
    seen = [e for e in s.log if e.reveals]
    assert seen[-1].to == (card[:2],)
    assert s.ops == data().cards[card].ops


@pytest.mark.rule("AP-27")
def test_great_retreat_lets_russians_leave_before_the_dice() -> None:
    s = ready("ap_27")
    run(s, "ap_27")
    put(s, "lodz", "ge_1")
    put(s, "warsaw", "ru_1")
    put(s, "brest_litovsk", "ru_2")
    s.destroyed = frozenset(("warsaw",))
    b = battle(s, "warsaw", ["ge_1"], ["ru_1"], CP)
    question, _ = ask(fight(s, b), "yes")
    assert question.prompt.startswith("Retreat") or s.units["ru_1"].at != "warsaw"
    assert not [e for e in s.log if "fires" in e.template]


@pytest.mark.rule("AP-28", "AP-48")
def test_landships_allow_the_royal_tank_corps() -> None:
    s = ready("ap_28")
    assert why_not_meet(s, AP, "ap_48") is not None
    run(s, "ap_28")
    assert why_not_meet(s, AP, "ap_48") is None
    assert s.ops == 0


@pytest.mark.rule("AP-30", "9.5.2.4")
def test_salonika_sends_corps_and_leaves_greeks_neutral() -> None:
    s = blank(5)
    hold(s, AP, "ap_30")
    put(s, "ap_reserve", "br_corps.1", "fr_corps.1")
    run(s, "ap_30", "redeploy br_corps.1", "redeploy fr_corps.1")
    assert set(s.units_at("salonika")) == {"br_corps.1", "fr_corps.1"}
    assert s.units_at("athens") == ("gr_corps.3",)
    assert s.holder("athens") == ""
    assert "gr" not in s.at_war
    assert s.last[AP] == "sr"
    hold(s, AP, "ap_28", "ap_30")
    assert why_not_play(s, AP, "ap_28", "sr")[0] == "9.3.3"  # type: ignore[index]
    assert why_not_play(s, AP, "ap_30", "event")[0] == "9.3.3"  # type: ignore[index]


@pytest.mark.rule("AP-33", "CP-25")
def test_grand_fleet_answers_the_high_seas_fleet() -> None:
    for answer, vp in (("play ap_33 event", 10), ("play ap_33 ops", 11), ("automatic", 11)):
        s = ready("cp_25")
        hold(s, AP, "ap_33")
        run(s, "cp_25")
        assert s.tracks["vp"] == 10
        ask(take_action(s, AP), answer)
        assert s.tracks["vp"] == vp


@pytest.mark.rule("AP-35", "AP-46")
@pytest.mark.parametrize(("card", "attackers", "space", "defender", "drm"), [
    case("ap_35", ["us_1"], "cambrai", "ge_1", 2), case("ap_46", ["ru_1"], "cambrai", "ge_1", 1),
])  # fmt: skip
def test_offensive_events_help_every_attack_of_the_round(
    card: str, attackers: list[str], space: str, defender: str, drm: int
) -> None:
    s = ready(card)
    run(s, card)
    assert s.ops == data().cards[card].ops
    put(s, "amiens", *attackers)
    put(s, space, defender)
    b = battle(s, space, attackers, [defender], AP)
    modifiers(s, b)
    assert total(b.modifiers[AP]) == drm


@pytest.mark.rule("AP-45", "AP-46")
def test_kerensky_and_brusilov_serve_one_attack() -> None:
    for card in ("ap_45", "ap_46"):
        s = ready(card)
        s.boost = card
        put(s, "kiev", "ru_1")
        put(s, "zhitomir", "ah_1")
        s.trenches["zhitomir"] = (CP, 2)
        b = battle(s, "zhitomir", ["ru_1"], ["ah_1"], AP)
        assert battle_cards.round_event(s, b, AP) == [card]
        battle_cards.use_event(s, b, card)
        modifiers(s, b)
        assert total(b.modifiers[AP]) == (2 if card == "ap_45" else 1)
        assert b.no_trench == (card == "ap_46")
        assert battle_cards.round_event(s, b, AP) == []


@pytest.mark.rule("AP-37", "CP-33")
def test_rathenau_until_the_independent_air_force() -> None:
    s = ready("cp_33")
    run(s, "cp_33")
    ask(replacements.adjust(s))
    assert s.tracks["rp_ge"] == 2
    s.played["ap_37"] = 5
    s.tracks["rp_ge"] = 0
    ask(replacements.adjust(s))
    assert s.tracks["rp_ge"] == 0


@pytest.mark.rule("CP-27", "CP-36", "CP-53", "AP-52")
def test_cards_that_cut_replacements() -> None:
    s = ready("cp_27")
    run(s, "cp_27")
    s.tracks |= {"rp_br": 10, "rp_ru": 6}
    s.played["cp_53"] = 5
    ask(replacements.adjust(s))
    assert (s.tracks["rp_br"], s.tracks["rp_ru"]) == (2, 2)
    s.turn, s.tracks["rp_br"] = 6, 4
    s.played["cp_36"] = 6
    ask(replacements.adjust(s))
    assert s.tracks["rp_br"] == 2
    s.played["ap_52"] = 6
    ask(replacements.adjust(s))
    assert s.tracks["rp_br"] == 2


@pytest.mark.rule("AP-40", "16.5.1.1")
def test_after_14_points_only_the_allies_offer_peace() -> None:
    s = ready("ap_40")
    s.tracks["vp"] = 15
    question, _ = ask(take_action(s, CP))
    assert "offer peace" in texts(question)
    s.played["ap_40"] = 5
    question, _ = ask(take_action(s, CP))
    assert "offer peace" not in texts(question)


@pytest.mark.rule("AP-49", "12.2.6")
def test_sinai_pipeline_lifts_the_penalty_for_the_allies_only() -> None:
    s = blank(5, EVERYONE)
    put(s, "sinai", "br_corps.1")
    put(s, "gaza", "tu_corps.1")
    for played, side, drm in ((False, AP, -3), (True, AP, 0), (True, CP, -3)):
        s.played = {"ap_49": 1} if played else {}
        b = battle(s, "gaza", ["br_corps.1"], ["tu_corps.1"], side)
        modifiers(s, b)
        assert total(b.modifiers[side]) == drm


@pytest.mark.rule("AP-51")
def test_everyone_into_battle_makes_mixed_stacks_cost_one_this_turn() -> None:
    s = blank(18, EVERYONE)
    put(s, "paris", "fr_1", "br_1", "us_1")
    assert cost(s, "paris", "attack") == 2
    s.played["ap_51"] = 18
    assert cost(s, "paris", "attack") == 1
    s.turn = 19
    assert cost(s, "paris", "attack") == 2


@pytest.mark.rule("AP-54", "AP-55", "16.3.2", "16.3.3", "16.3.4", "16.2.2")
def test_us_entry_goes_box_by_box() -> None:
    s = ready("ap_54")
    del s.played["ap_55"]
    s.at_war = s.at_war - {"us"}
    assert us_entry(s) == "us_neutral"
    s.tracks["combined"] = 30
    assert us_entry(s) == "zimmermann_telegram_allowed"
    run(s, "ap_54")
    assert us_entry(s) == "zimmermann_telegram"
    assert "us" in s.at_war
    assert why_not_meet(s, AP, "ap_55")[0] == "16.3.4"  # type: ignore[index]
    assert why_not_meet(s, AP, "ap_43") is not None
    s.turn += 1
    hold(s, AP, "ap_55")
    run(s, "ap_55")
    assert us_entry(s) == "over_there"
    assert why_not_meet(s, AP, "ap_43") is None


@pytest.mark.rule("CP-1")
def test_guns_of_august_opens_liege() -> None:
    s = blank(1)
    hold(s, CP, "cp_01")
    put(s, "aachen", "ge_1")
    put(s, "koblenz", "ge_2", "ge_3")
    run(s, "cp_01")
    assert "liege" in s.destroyed
    assert set(s.units_at("liege")) == {"ge_1", "ge_2"}
    assert s.activated == {"liege": "attack", "koblenz": "attack"}
    assert s.control["liege"] == CP


@pytest.mark.rule("CP-5")
def test_landwehr_flips_reduced_units() -> None:
    s = ready("cp_05")
    put(s, "essen", "(ge_1)", "(ge_2)", "(ge_3)")
    run(s, "cp_05", "restore ge_1", "restore ge_2")
    assert [s.full(u) for u in ("ge_1", "ge_2", "ge_3")] == [True, True, False]


@pytest.mark.rule("CP-8", "11.1.9")
def test_race_to_the_sea_opens_the_channel_ports() -> None:
    s = ready("cp_08")
    put(s, "cambrai", "ge_1")
    assert why_not_stop(s, CP, ("ge_1",), "calais")[0] == "11.1.9"  # type: ignore[index]
    run(s, "cp_08")
    assert s.channel_open
    assert why_not_stop(s, CP, ("ge_1",), "calais") is None
    s.played.clear()
    s.tracks["cp_ws"] = 4
    assert s.channel_open


@pytest.mark.rule("CP-10", "CP-29", "9.2.3")
def test_sud_army_and_11th_army_make_mixed_stacks_one_nationality() -> None:
    s = blank(5, EVERYONE)
    put(s, "cracow", "ah_1", "ge_corps.1", "ge_corps.2")
    put(s, "sofia", "ge_11", "bu_corps.1", "ah_corps.1")
    assert (cost(s, "cracow", "move"), cost(s, "sofia", "move")) == (2, 3)
    s.played |= {"cp_10": 1, "cp_29": 1}
    assert (cost(s, "cracow", "move"), cost(s, "sofia", "move")) == (1, 1)
    s.sud = True
    assert cost(s, "cracow", "move") == 2


@pytest.mark.rule("CP-11", "15.1.10")
def test_germans_attack_russian_forts_only_after_oberost() -> None:
    s = blank(3)
    put(s, "lodz", "ge_1", "ah_1")
    put(s, "warsaw", "ru_1")
    s.activated["lodz"] = "attack"
    assert why_not_attack(s, "ge_1", "warsaw")[0] == "15.1.10"  # type: ignore[index]
    assert why_not_attack(s, "ah_1", "warsaw") is None
    s.played["cp_11"] = 2
    assert why_not_attack(s, "ge_1", "warsaw") is None
    s.played.clear()
    s.tracks["cp_ws"] = 4
    assert why_not_attack(s, "ge_1", "warsaw") is None


@pytest.mark.rule("CP-32")
def test_war_in_africa_takes_a_corps_or_a_vp() -> None:
    s = ready("cp_32")
    put(s, "cairo", "br_corps.1")
    put(s, DEAD[AP], "br_corps.2")
    question, _ = ask(play_event(s, CP, "cp_32"))
    assert texts(question) == ["remove br_corps.1", "pass"]
    ask(play_event(ready("cp_32"), CP, "cp_32"), "pass")
    s = ready("cp_32")
    put(s, "cairo", "br_corps.1")
    run(s, "cp_32", "remove br_corps.1")
    assert "br_corps.1" not in s.units
    assert s.tracks["vp"] == 10


@pytest.mark.rule("CP-37", "7.1.9", "CP-54", "7.1.10", "7.1.5")
def test_hoffmann_and_h_l_change_the_offensive_rolls() -> None:
    s = blank(15, EVERYONE)
    ask(mandated_offensives(s), "roll 4", "roll 1")
    assert s.offensive == {CP: "ge", AP: "fr"}
    s.played["cp_54"] = 14
    ask(mandated_offensives(s), "roll 4", "roll 1")
    assert s.offensive[CP] == "none"
    ask(mandated_offensives(s), "roll 3", "roll 1")
    assert s.offensive[CP] == "tu"
    s.played["cp_37"] = 14
    ask(mandated_offensives(s), "roll 3", "roll 1")
    assert s.offensive[CP] == "none"


@pytest.mark.rule("CP-47", "7.1.8")
def test_french_mutiny_reverses_french_offensives() -> None:
    for friends, vp in (((), 11), (("us_1",), 10)):
        s = blank(15, EVERYONE)
        s.played["cp_47"] = 14
        s.offensive = {AP: "fr", CP: "none"}
        put(s, "amiens", "fr_1", *friends)
        put(s, "cambrai", "ge_1")
        s.activated["amiens"] = "attack"
        ask(one_attack(s, AP), "attack cambrai", "with fr_1", "fight")
        ask(vp_phase(s))
        assert s.tracks["vp"] == vp


@pytest.mark.rule("CP-53", "7.1.11", "16.4.7")
def test_bolshevik_revolution_ends_russian_offensives() -> None:
    s = ready("cp_53")
    s.offensive = {AP: "ru"}
    run(s, "cp_53")
    assert s.offensive[AP] == "none"
    ask(mandated_offensives(s), "roll 5", "roll 6")
    assert s.offensive[AP] == "none"
    assert capitulation(s) == "bolshevik_revolution"


@pytest.mark.rule("CP-45", "16.4.8", "16.4.9")
def test_brest_litovsk_interns_russians_and_ends_attacks() -> None:
    s = ready("cp_45")
    put(s, "kiev", "ru_1")
    put(s, "zhitomir", "ge_1")
    put(s, "salonika", "ru_corps.1")
    put(s, "odessa", "ru_corps.2", "ro_corps.1")
    run(s, "cp_45")
    assert s.units["ru_1"].at == "kiev"
    assert s.units["ru_corps.1"].at == DEAD[AP]
    assert s.units["ru_corps.2"].at == DEAD[AP]
    assert why_not_attack(s, "ru_1", "zhitomir")[0] == "CP-45"  # type: ignore[index]
    assert why_not_attack(s, "ge_1", "kiev")[0] == "CP-45"  # type: ignore[index]


@pytest.mark.rule("CP-55")
def test_lloyd_george_forbids_british_attacks_until_a_german_offensive() -> None:
    s = ready("cp_55", 18)
    put(s, "amiens", "br_1", "fr_1")
    put(s, "cambrai", "ge_1")
    s.trenches["cambrai"] = (CP, 2)
    assert why_not_attack(s, "br_1", "cambrai") is None
    run(s, "cp_55")
    assert why_not_attack(s, "br_1", "cambrai")[0] == "CP-55"  # type: ignore[index]
    assert why_not_attack(s, "fr_1", "cambrai") is None
    put(s, "metz", "ge_2")
    put(s, "verdun", "fr_2")
    hold(s, CP, "cp_50")
    s.played["cp_54"] = 1
    battle_cards.lay(s, battle(s, "verdun", ["ge_2"], ["fr_2"], CP), CP, "cp_50")
    assert why_not_attack(s, "br_1", "cambrai") is None


@pytest.mark.rule("CP-51")
def test_peace_offensive_without_an_advance_costs_a_vp() -> None:
    s, b = stage("cp_51", 18, ("amiens", "ge_1"), ("cambrai", "fr_1"), 2)
    s.played["cp_54"] = 1
    ask(fight(s, b), "card cp_51", "roll 1", "roll 6")
    assert s.tracks["vp"] == 9


@pytest.mark.rule("CP-28", "16.4.2", "16.4.3", "16.4.4", "16.4.5", "16.4.6", "4.1.8")
def test_russian_capitulation_moves_box_by_box_and_back() -> None:
    s = ready("cp_28")
    assert capitulation(s) == "god_save_the_tsar"
    for x in ("lodz", "warsaw", "riga"):
        s.control[x] = CP
    assert capitulation(s) == "tsar_takes_command_allowed"
    s.control["riga"] = AP
    assert capitulation(s) == "god_save_the_tsar"
    s.control["riga"] = CP
    run(s, "cp_28")
    assert capitulation(s) == "tsar_takes_command"
    s.tracks["combined"] = 30
    assert capitulation(s) == "fall_of_the_tsar_allowed"
    s.tracks["combined"] = 29
    assert capitulation(s) == "tsar_takes_command"
    s.tracks["combined"] = 30
    hold(s, CP, "cp_52")
    run(s, "cp_52")
    assert s.tracks["tsar_fell"] == 3
    s.control["baku"] = CP
    assert capitulation(s) == "fall_of_the_tsar"
    s.turn += 1
    assert capitulation(s) == "bolshevik_revolution_allowed"
    s.control["baku"] = AP
    assert capitulation(s) == "fall_of_the_tsar"
    for x in ("vilna", "minsk", "kiev", "odessa"):
        s.control[x] = CP
    s.tracks["tsar_fell"] = 7
    assert capitulation(s) == "bolshevik_revolution_allowed"


@pytest.mark.rule("AP-30", "13.1.10", "13.2.1")
def test_salonika_obeys_lost_capitals_and_the_near_east_limit() -> None:
    s = blank(8, ("tu",))
    hold(s, AP, "ap_30")
    put(s, "ap_reserve", "fr_corps.1")
    put(s, "alexandria", "br_corps.1", "fr_corps.2")
    put(s, "cairo", "br_corps.2")
    put(s, "marseilles", "fr_corps.3")
    s.destroyed = frozenset(("paris",))
    s.control["paris"] = CP
    s.changed()
    procedure = play_event(s, AP, "ap_30")
    question, _ = ask(procedure)
    assert texts(question) == ["redeploy br_corps.1", "redeploy fr_corps.3", "done"]
    question = procedure.send(question.actions[0])
    assert "br_sea_sr" in s.limits
    assert texts(question) == ["redeploy fr_corps.3", "done"]


@pytest.mark.rule("AP-30", "13.1.7", "13.1.6")
def test_corps_go_to_salonika_from_ports_by_land_or_from_the_reserve_box() -> None:
    s = blank(8)
    hold(s, AP, "ap_30")
    put(s, "dijon", "fr_corps.1")
    put(s, "bordeaux", "fr_corps.2")
    put(s, "monastir", "br_corps.1")
    put(s, "ap_reserve", "br_corps.2")
    question, _ = ask(play_event(s, AP, "ap_30"))
    assert texts(question) == ["redeploy fr_corps.2", "redeploy br_corps.1", "redeploy br_corps.2", "done"]
    assert "3 more corps" in str(question.warning(DONE))
    for unit, rule in (("fr_corps.1", "13.1.7"), ("ge_corps.1", "AP-30"), ("gr_corps.1", "AP-30")):
        with pytest.raises(IllegalAction) as error:
            question.check(Redeploy(unit))
        assert error.value.rule == rule


@pytest.mark.rule("AP-27")
def test_great_retreat_is_not_for_russians_who_cannot_go_anywhere() -> None:
    s = blank(7)
    s.played["ap_27"] = 7
    put(s, "insterberg", "ge_1")
    put(s, "szawli", "ru_1")
    for n, x in enumerate((x for x in s.data.solid["szawli"] if x != "insterberg"), 1):
        put(s, x, f"ge_corps.{n}")
    b = battle(s, "szawli", ["ge_1"], ["ru_1"], CP)
    question, _ = ask(fight(s, b))
    assert "yes" not in texts(question)


@pytest.mark.rule("16.3.2", "AP-54")
def test_the_telegram_is_allowed_at_exactly_thirty() -> None:
    s = blank(12)
    s.tracks["combined"] = 29
    assert why_not_meet(s, AP, "ap_54")[0] == "16.3.2"  # type: ignore[index]
    assert us_entry(s) == "us_neutral"
    s.tracks["combined"] = 30
    assert why_not_meet(s, AP, "ap_54") is None
    assert us_entry(s) == "zimmermann_telegram_allowed"


@pytest.mark.rule("4.2.2", "AP-16")
def test_romania_sets_up_six_full_corps_two_in_bucharest_and_one_in_each_of_four_spaces() -> None:
    s = blank(8)
    hold(s, AP, "ap_16")
    procedure = play_event(s, AP, "ap_16")
    question, _ = ask(procedure)
    spaces = []
    while True:
        assert not [a for a in question.actions if a.space in spaces or a.space == "bucharest"]
        spaces.append(question.actions[0].space)
        try:
            question = procedure.send(question.actions[0])
        except StopIteration:
            break
    assert len(spaces) == 4
    assert len(s.units_at("bucharest")) == 2
    there = [u for x in (*spaces, "bucharest") for u in s.units_at(x)]
    assert [(s.counter(u).type, s.units[u].steps) for u in there] == [("ro_corps", 2)] * 6


@pytest.mark.rule("8.1.3")
def test_the_hand_is_shown_with_the_question_which_card() -> None:
    s = blank()
    hold(s, CP, "cp_01", "cp_02")
    question, _ = ask(take_action(s, CP))
    second = s.data.cards["cp_02"]
    assert question.shown()["hand"] == ["cp_01 3/4 Guns of August", f"cp_02 {second.ops}/{second.sr} {second.name}"]
