"""Set-up, chits, the cup and the Axis hand, the sequence of a turn (2.4, 3.0, 4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.core.engine.game import Game
from wargame.games.traces_of_war.activation import choose_mode, okh
from wargame.games.traces_of_war.chits import pool
from wargame.games.traces_of_war.sequence import luftwaffe

from .support import (
    AXIS,
    AXIS_HQ,
    BOARD,
    INFANTRY,
    OPEN,
    SOVIET,
    SOVIET_HQ,
    TITLE,
    ask,
    blank,
    fresh,
    position,
    put,
    refused,
    to_selection,
)

FRONTS = "SW SW Step Sth Vrnz Vrnz"
ALL_CHITS = Counter({c.id: c.count for c in TITLE.data.chits.values()})


def selected(turn: int = 2, soviet: str = FRONTS, axis: str = "put [4PzA,6A,8A] keep [OKH]", **options: Any) -> Game:
    """A game in the action phase of a turn."""
    game = to_selection(fresh(**options), turn)
    game.apply(f"select {soviet}", SOVIET)
    game.apply(axis, AXIS)
    return game


def draw_with_okh_in_hand(chit: str) -> Game:
    """Turn 2: this chit has just been drawn, and the Axis holds an OKH chit."""
    game = selected()
    game.apply("pass")
    game.apply(f"draw {chit}")
    return game


def refusal(game: Game, text: str, side: str | None = None) -> str:
    """The rule that refuses an answer; the game stays as it was."""
    before = game.digest()
    with pytest.raises(IllegalAction) as caught:
        game.apply(text, side)
    assert game.digest() == before
    assert len(caught.value.message) > 15
    return caught.value.rule


def offered(game: Game) -> list[str]:
    assert game.decision is not None
    return [str(a) for a in game.decision.actions]


# --- set-up ---------------------------------------------------------------------------------------------


@pytest.mark.rule("3.0", "2.2")
@pytest.mark.parametrize("scenario", ["race", "campaign"])
def test_units_start_at_full_strength_and_in_supply(scenario: str) -> None:
    state: Any = fresh(scenario).state
    assert {p.unit: p.hex for p in state.data.setup} == {u.id: u.at for u in state.units.values()}
    assert all(u.steps == state.counter(u.id).steps and not u.marks for u in state.units.values())


@pytest.mark.rule("3.0")
def test_soviet_headquarters_start_with_their_weaker_side() -> None:
    state: Any = fresh().state
    assert state.name("SU-HQ-Vrnz") == "Vrnz"
    assert state.attack("SU-HQ-Vrnz") == state.counter("SU-HQ-Vrnz").attack


@pytest.mark.rule("3.0")
def test_security_divisions_go_to_major_cities_one_in_each() -> None:
    game = fresh()
    assert "place DE-S-213Sec 1631" in offered(game)
    with pytest.raises(IllegalAction, match="1926 is not a major city"):
        game.apply("place DE-S-213Sec 1926")
    with pytest.raises(IllegalAction, match="It is 213Sec that is placed now"):
        game.apply("place DE-S-444Sec 2918")
    assert refusal(game, "place DE-S-213Sec 1926") == "3.0"
    game.apply("place DE-S-213Sec 2918")
    assert refusal(game, "place DE-S-444Sec 2918") == "3.0"
    assert game.state.units_at("2918")[-1] == "DE-S-213Sec"


@pytest.mark.rule("3.0", "5.0")
def test_a_security_division_finds_room() -> None:
    game = fresh()
    full = [h for h in TITLE.data.majors if not game.state.can_stack("DE-S-213Sec", h)]  # type: ignore[attr-defined]
    for hex in full:
        assert refusal(game, f"place DE-S-213Sec {hex}") == "5.0"
    assert {f"place DE-S-213Sec {h}" for h in TITLE.data.majors if h not in full} == set(offered(game))


# --- selection ------------------------------------------------------------------------------------------


@pytest.mark.rule("4.2", "4.2.1")
@pytest.mark.parametrize(
    ("chits", "why"),
    [
        ("SW Step Sth Vrnz Vrnz", "six"),
        ("SW SW SW Step Sth Vrnz", "in that number"),
        ("SW SW Step Step Sth Sth", "Front"),
        ("PARA SW Step Sth Vrnz Vrnz", "in that number"),  # not before turn 3
        ("STAVKA SW Step Sth Vrnz Vrnz", "in that number"),
    ],
)
def test_soviet_selection_refused(chits: str, why: str) -> None:
    game = to_selection(fresh())
    with pytest.raises(IllegalAction) as caught:
        game.apply(f"select {chits}", SOVIET)
    assert caught.value.rule == "4.2.1"
    assert why.casefold() in caught.value.message.casefold()


@pytest.mark.rule("4.2.1")
def test_soviet_selections_offered_are_all_the_legal_ones() -> None:
    game = to_selection(fresh())
    assert game.decisions[SOVIET].prompt == "Select six chits of: REINF, SW (2), Step (2), Sth (2), Vrnz (2)."
    ways = {tuple(a.chits) for a in game.decisions[SOVIET].actions}
    # one of each Front, and two more of: four Fronts, reinforcements (one)
    assert len(ways) == 10 - 4 + 4
    assert all(Counter(w) <= ALL_CHITS for w in ways)


@pytest.mark.rule("4.2.1")
def test_chits_may_be_written_in_any_order() -> None:
    game = to_selection(fresh())
    game.apply("select Vrnz SW Sth Step REINF SW", SOVIET)
    game.apply("put [8A,4PzA] keep [6A]", AXIS)
    assert Counter(game.state.pile("cup")) == Counter(
        ["Vrnz", "SW", "Sth", "Step", "REINF", "SW", "8A", "4PzA", "SUPPLY"]
    )


@pytest.mark.rule("4.2.1")
def test_stavka_stands_for_a_front() -> None:
    game = to_selection(fresh(), 5)
    game.apply("select REINF STAVKA SW Step Sth Sth", SOVIET)
    assert AXIS in game.decisions
    assert SOVIET not in game.decisions


@pytest.mark.rule("4.2.1")
def test_the_airborne_chit_is_selected_once() -> None:
    state: Any = to_selection(fresh(), 3).state
    assert pool(state, SOVIET)["PARA"] == 1
    state.piles["used"] = ("PARA",)
    assert pool(state, SOVIET)["PARA"] == 0


@pytest.mark.rule("4.2.2")
@pytest.mark.parametrize(
    ("put", "why"),
    [
        ("put [4PzA,6A] keep []", "3 chits"),
        ("put [4PzA,6A] keep [OKH]", "in that number"),
        ("put [6A,6A] keep [8A]", "6A"),
    ],
)
def test_axis_selection_refused(put: str, why: str) -> None:
    game = to_selection(fresh())
    with pytest.raises(IllegalAction) as caught:
        game.apply(put, AXIS)
    assert caught.value.rule == "4.2.2"
    assert why in caught.value.message


@pytest.mark.rule("4.2", "4.2.2")
def test_axis_chits_go_to_cup_or_hand_and_supply_always_in_the_cup() -> None:
    state = selected().state
    assert state.pile("hand") == ("OKH",)
    assert Counter(state.pile("cup")) == Counter([*FRONTS.split(), "4PzA", "6A", "8A", "SUPPLY"])
    assert Counter(state.pile("axis_pool")) == Counter(["1PzA", "OKH"])
    assert Counter(state.pile("soviet_pool")) == Counter(["Step", "Sth", "REINF"])


# --- secrecy --------------------------------------------------------------------------------------------


@pytest.mark.rule("4.2")
def test_a_selection_is_unseen_while_the_other_side_selects() -> None:
    one, two = (to_selection(fresh()) for _ in range(2))
    one.apply(f"select {FRONTS}", SOVIET)
    two.apply("select REINF SW Step Sth Sth Vrnz", SOVIET)
    assert one.view(AXIS) == two.view(AXIS)
    assert [e.text for e in one.events_for(AXIS)] == [e.text for e in two.events_for(AXIS)]


@pytest.mark.rule("4.2")
def test_nobody_sees_the_cup_and_only_the_axis_its_hand() -> None:
    one, two = selected(), selected(soviet="REINF SW Step Sth Sth Vrnz")
    assert one.view(AXIS) == two.view(AXIS)
    three = selected(axis="put [1PzA,6A,OKH] keep [8A]")
    assert one.view(SOVIET) == three.view(SOVIET)
    assert one.view(AXIS)["state"]["hand"] == ["OKH"]
    assert "hand" not in one.view(SOVIET)["state"]
    for game in (one, two, three):
        assert [e.text for e in game.events_for(SOVIET)] == [e.text for e in one.events_for(SOVIET)]


@pytest.mark.rule("4.2")
def test_the_soviet_player_cannot_tell_an_okh_chit_in_the_hand() -> None:
    """The Axis is asked for an interruption whatever it holds."""
    views = []
    for axis in ("put [4PzA,6A,8A] keep [OKH]", "put [6A,8A,OKH] keep [4PzA]"):
        game = selected(axis=axis)
        game.apply("pass")
        game.apply("draw Vrnz")
        views.append((game.view(SOVIET), [e.text for e in game.events_for(SOVIET)]))
    assert views[0] == views[1]


@pytest.mark.rule("4.2")
@pytest.mark.parametrize("side", [SOVIET, AXIS])
def test_a_copy_for_a_bot_keeps_what_it_knows_and_draws_the_rest_anew(side: str) -> None:
    game = draw_with_okh_in_hand("Vrnz")
    found = set()
    for seed in range(12):
        state = game.fork(side, seed).state
        assert state.drawn == "Vrnz"  # type: ignore[attr-defined]
        assert "Vrnz" in state.pile("cup")
        everywhere = Counter(c for p in ("cup", "hand", "played", "soviet_pool", "axis_pool") for c in state.pile(p))
        assert everywhere == ALL_CHITS - Counter(["PARA", "STAVKA"])
        own = [c for c in state.pile("cup") if TITLE.data.chits[c].side == side]
        assert own == [c for c in game.state.pile("cup") if TITLE.data.chits[c].side == side]
        assert side == SOVIET or state.pile("hand") == ("OKH",)
        found.add((state.pile("cup"), state.pile("hand")))
    assert len(found) > 3


# --- action phase ---------------------------------------------------------------------------------------


@pytest.mark.rule("4.2")
def test_the_axis_adds_to_the_cup_before_any_draw() -> None:
    game = selected()
    assert offered(game) == ["pass", "add OKH"]
    assert refusal(game, "add 1PzA") == "4.2"
    with pytest.raises(IllegalAction, match="1PzA is not in your hand"):
        game.apply("add 1PzA")
    assert refusal(game, "interrupt") == "4.3"
    game.apply("add OKH")
    assert "OKH" in game.state.pile("cup")
    assert game.decision is not None
    assert game.decision.side == "chance"


@pytest.mark.rule("4.3")
def test_a_drawn_chit_is_not_taken_back() -> None:
    """What came out of the cup is known to both from then on."""
    game = selected()
    game.apply("pass")
    assert game.may_undo()
    game.apply("draw Vrnz")
    assert not game.may_undo()


@pytest.mark.rule("4.2", "4.3")
def test_with_an_empty_cup_the_hand_must_go_in() -> None:
    game = selected()
    game.state.piles["cup"] = ("SUPPLY",)
    for answer in ("pass", "draw SUPPLY", "pass"):
        game.apply(answer)
    assert offered(game) == ["add OKH"]
    assert refusal(game, "pass") == "4.2"
    with pytest.raises(IllegalAction, match="The cup is empty"):
        game.apply("pass")


@pytest.mark.rule("4.3", "2.4")
@pytest.mark.parametrize(("chit", "phase", "side"), [("Vrnz", "HQ activation", SOVIET), ("8A", "HQ activation", AXIS)])
def test_a_headquarters_chit_activates_it(chit: str, phase: str, side: str) -> None:
    game = draw_with_okh_in_hand(chit)
    game.apply("pass")
    assert (game.state.phase, game.decision.side) == (phase, side)  # type: ignore[union-attr]
    assert offered(game) == ["mode move-combat", "mode combat-move"]
    game.apply("mode move-combat")
    assert TITLE.data.chits[chit].hq in game.state.activated  # type: ignore[attr-defined]
    assert chit in game.state.pile("played")


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(
    ("mode", "phases"), [("move-combat", ["movement", "combat"]), ("combat-move", ["combat", "movement after combat"])]
)
def test_action_modes(mode: str, phases: list[str]) -> None:
    game = draw_with_okh_in_hand("Vrnz")
    game.apply("pass")
    game.apply(f"mode {mode}")
    seen = [game.state.phase]
    game.apply("done")
    seen.append(game.state.phase)
    assert seen == phases
    game.apply("done")
    assert game.state.phase == "adding to the cup"
    assert not game.state.activated  # type: ignore[attr-defined]


@pytest.mark.rule("4.3", "9.1", "10.1")
def test_units_move_and_fight_one_after_the_other_until_the_player_is_done() -> None:
    game = draw_with_okh_in_hand("Vrnz")
    game.apply("pass")
    game.apply("mode combat-move")
    state: Any = game.state
    for fights in range(2):
        assert game.state.phase == "combat"
        hex = offered(game)[0].removeprefix("attack ")
        game.apply(f"attack {hex}")
        while "fight" not in offered(game):
            game.apply(next(a for a in offered(game) if a.startswith("with")))
        state.luftwaffe = ()
        game.apply("fight")
        game.apply("roll 3")
        while game.state.phase == "combat" and not offered(game)[0].startswith("attack"):
            game.apply(offered(game)[-1])
        assert len(state.attacked) == fights + 1
    game.apply("done")
    for moves in range(2):
        assert game.state.phase == "movement after combat"
        game.apply(offered(game)[0])
        game.apply("stay")
        assert len(state.moved) == moves + 1


@pytest.mark.rule("4.3", "9.1")
def test_moving_before_combat_too_goes_on_unit_by_unit() -> None:
    game = draw_with_okh_in_hand("Vrnz")
    for answer in ("pass", "mode move-combat", f"unit {SOVIET_HQ}", "stay"):
        game.apply(answer)
    assert game.state.phase == "movement"
    assert f"unit {SOVIET_HQ}" not in offered(game)


@pytest.mark.rule("4.2.2", "4.3")
def test_an_interruption_sends_the_chit_back_and_activates() -> None:
    game = draw_with_okh_in_hand("Vrnz")
    assert offered(game) == ["pass", "interrupt"]
    game.apply("interrupt")
    assert game.state.pile("cup").count("Vrnz") == 2
    assert game.state.pile("played") == ("OKH",)
    assert refusal(game, "negotiate") == "4.2.2"
    assert refusal(game, "hq SU-HQ-SW") == "4.3"
    game.apply(f"hq {AXIS_HQ}")
    game.apply("mode move-combat")
    assert AXIS_HQ in game.state.activated  # type: ignore[attr-defined]


@pytest.mark.rule("4.3")
def test_an_interruption_may_answer_an_axis_chit() -> None:
    game = draw_with_okh_in_hand("8A")
    game.apply("interrupt")
    assert "8A" in game.state.pile("cup")


@pytest.mark.rule("4.3")
def test_the_supply_chit_is_not_interrupted() -> None:
    game = draw_with_okh_in_hand("SUPPLY")
    assert refusal(game, "interrupt") == "4.3"
    with pytest.raises(IllegalAction, match="supply chit cannot be interrupted"):
        game.apply("interrupt")


@pytest.mark.rule("4.3")
def test_no_interruption_without_an_okh_chit_in_the_hand() -> None:
    game = selected(axis="put [6A,8A,OKH] keep [4PzA]")
    game.apply("pass")
    game.apply("draw Vrnz")
    assert offered(game) == ["pass"]
    assert refusal(game, "interrupt") == "4.3"
    with pytest.raises(IllegalAction, match="no OKH chit in your hand"):
        game.apply("interrupt")


@pytest.mark.rule("4.2.2")
def test_okh_from_the_cup_has_all_options() -> None:
    game = selected(axis="put [4PzA,6A,8A,OKH] keep []")
    game.apply("draw OKH")
    hqs = {f"hq {c.id}" for c in TITLE.data.counters.values() if c.hq and c.side == AXIS}
    assert set(offered(game)) == {*hqs, "okh command", "negotiate"}


@pytest.mark.rule("4.2.2")
def test_okh_command_activates_as_many_units_as_the_table_says_anywhere() -> None:
    game = selected(axis="put [4PzA,6A,8A,OKH] keep []")
    game.apply("draw OKH")
    game.apply("okh command")
    far = ("DE-I-88", "DE-S-444Sec", "DE-HQ-6A")
    assert refusal(game, "activate SU-I-50") == "4.2.2"
    with pytest.raises(IllegalAction, match="50C is not an Axis unit"):
        game.apply("activate SU-I-50")
    for number, unit in enumerate(far):
        assert game.state.phase == "OKH", number
        game.apply(f"activate {unit}")
        if number == 0:
            assert refusal(game, f"activate {unit}") == "4.2.2"
    game.apply("mode move-combat")
    assert game.state.activated == frozenset(far)  # type: ignore[attr-defined]
    assert len(far) == TITLE.data.tables.crossing_points[0].okh_command


@pytest.mark.rule("4.2.2", "12.3")
def test_okh_command_grows_with_the_crossing_points() -> None:
    game = selected(axis="put [4PzA,6A,8A,OKH] keep []")
    state: Any = game.state
    state.crossings = frozenset(TITLE.data.crossing_points)
    game.apply("draw OKH")
    game.apply("okh command")
    assert f"of {TITLE.data.tables.crossing_points[6].okh_command}" in game.decision.prompt  # type: ignore[union-attr]


@pytest.mark.rule("2.4", "4.3")
def test_stavka_activates_any_soviet_headquarters() -> None:
    game = selected(5, "REINF STAVKA SW Step Sth Sth", "put [1PzA,4PzA,6A,8A,OKH] keep []")
    game.apply("draw STAVKA")
    assert refusal(game, f"hq {AXIS_HQ}") == "4.3"
    game.apply("hq SU-HQ-Vrnz")
    game.apply("mode move-combat")
    assert "SU-HQ-Vrnz" in game.state.activated  # type: ignore[attr-defined]


@pytest.mark.rule("4.3", "4.4.2")
def test_the_action_phase_ends_with_cup_and_hand_empty_and_the_turn_goes_on() -> None:
    game = selected()
    game.state.piles["cup"], game.state.piles["hand"] = ("SUPPLY",), ()
    game.apply("pass") if game.decision.side == AXIS else None  # type: ignore[union-attr]
    state: Any = game.state
    state.luftwaffe = ("offensive",)
    game.apply("draw SUPPLY")
    assert state.turn == 3
    assert state.luftwaffe == ()  # 7.0: unused markers go back before the next reorganisation
    assert game.state.phase == "Luftwaffe reorganisation"


@pytest.mark.rule("4.1", "7.0")
@pytest.mark.parametrize("points", range(8))
def test_luftwaffe_markers_by_crossing_points(points: int) -> None:
    s = blank()
    s.crossings = frozenset(TITLE.data.crossing_points[:points])
    s.airborne = points == 7
    question, _ = ask(luftwaffe(s))
    assert question.count == TITLE.data.tables.crossing_points[points].luftwaffe
    assert Counter(question.items) == Counter(offensive=2, defensive=2)
    assert question.to == AXIS
    ask(luftwaffe(s), "draw " + ",".join(question.items[: question.count]))
    assert Counter(s.luftwaffe) == Counter(question.items[: question.count])


@pytest.mark.rule("7.0")
def test_only_the_axis_sees_which_markers_it_has() -> None:
    one, two = to_selection(fresh()), to_selection(fresh())
    two.state.luftwaffe = ("defensive",)  # type: ignore[attr-defined]
    assert one.view(SOVIET) == two.view(SOVIET)
    assert one.view(AXIS)["state"]["markers"] == ["offensive"]


def test_the_board_has_no_unreachable_hex() -> None:
    import networkx

    graph = BOARD.graph()
    assert networkx.is_connected(graph)


@pytest.mark.rule("4.2.2")
def test_an_okh_command_that_is_not_used_up_warns() -> None:
    s = blank(turn=2)
    put(s, OPEN, *INFANTRY[:2])
    s.chit = "okh"
    question, _ = ask(okh(s))
    assert question.shown() == {"OKH command (4.2.2)": "3 units anywhere", "negotiation (4.2.2)": "3 points"}
    question, _ = ask(okh(s), "okh command", f"activate {INFANTRY[0]}")
    assert question.warning(question.actions[-1]) == "Only 1 of 3 units are activated; the rest of the command is lost."
    assert question.warning(question.actions[0]) is None


@pytest.mark.rule("4.3")
def test_a_mode_that_does_not_exist_is_named() -> None:
    s = position({OPEN: SOVIET_HQ})
    question, _ = ask(choose_mode(s, SOVIET))
    assert refused(s, question, "mode sideways") == ("4.3", "The modes are 'move-combat' and 'combat-move'.")
