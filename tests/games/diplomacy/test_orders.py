"""Writing orders in the game: unit by unit or as a sheet, unseen, changed until done (VII, XV.2)."""

import pytest

from wargame.games.diplomacy import wargame_lookups
from wargame.games.diplomacy.choices import legal_orders
from wargame.games.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, Order, VoidOrder, fit_order
from wargame.plugins import hookimpl, new_game
from wargame.plugins.manager import HookRules, get_title

from .support import QUIET, game_at, hand_in, refused, told, units

TWO = {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]}


@pytest.mark.rule("VII.1")
def test_each_unit_is_asked_for_with_all_its_orders():
    game = game_at(units=TWO)
    question = game.decisions["FRANCE"]
    assert (question.prompt, question.rule) == ("Order for F BRE?", "VII.1")
    offered = [str(action) for action in question.actions]
    assert offered == [
        "F BRE H", "F BRE - ENG", "F BRE - GAS", "F BRE - MAO", "F BRE - PIC",
        "F BRE S A PAR - GAS", "F BRE S A PAR - PIC",
    ]  # fmt: skip
    assert "sheet" in question.shown()["also"]
    game.apply("F BRE - MAO", "FRANCE")
    assert game.decisions["FRANCE"].prompt == "Order for A PAR?"
    assert game.decisions["FRANCE"].shown() == {"orders": ["F BRE - MAO"], "convoys": {}}


@pytest.mark.rule("VII.1", "X.1", "XIII.1")
def test_every_possible_order_is_listed_and_no_other():
    """All orders that can be written at all are tried; what is possible is in the list, coasts and routes aside."""
    stands = {
        "FRANCE": ["A PAR", "F BRE", "F MAO", "A SPA"],
        "ENGLAND": ["A LON", "F ENG", "F NTH", "F NWY"],
        "TURKEY": ["F CON", "A BUL"],
    }
    state = game_at(units=stands).state
    position, places = state.position(), list(state.data.space_of)
    for power, listed in stands.items():
        for unit in listed:
            others = [u for u in position.units.values() if u != unit]
            tried = [Order(unit, HOLD)]
            tried += [Order(unit, MOVE, "", to) for to in places]
            tried += [Order(unit, SUPPORT, other, to) for other in others for to in ["", *places]]
            tried += [Order(unit, CONVOY, other, to) for other in others for to in places]
            assert {plainly(o) for o in tried if possible(o, power, position)} == {
                plainly(o) for o in legal_orders(unit, position)
            }


def possible(order, power, position):
    try:
        return bool(fit_order(order, power, position))
    except VoidOrder as fault:
        return fault.rule == "VIII.3b" and "must name one" in fault.reason


def plainly(order):
    return order.unit, order.verb, order.other, order.to[:3]


@pytest.mark.rule("VII.1")
def test_orders_may_be_changed_until_done():
    game = game_at(units=TWO)
    game.apply("F BRE - MAO", "FRANCE")
    game.apply("F BRE - ENG", "FRANCE")
    game.apply("A PAR - PIC", "FRANCE")
    assert game.decisions["FRANCE"].prompt == "All units have orders: done, or change one?"
    assert [str(action) for action in game.decisions["FRANCE"].actions] == ["done"]
    game.apply("A PAR - BUR", "FRANCE")
    game.apply("done", "FRANCE")
    hand_in(game, {})
    assert units(game)["FRANCE"] == ["A BUR", "F ENG"]


@pytest.mark.rule("VII.1")
def test_a_player_may_give_orders_to_some_units_or_none():
    game = game_at(units=TWO)
    game.apply("A PAR - BUR", "FRANCE")
    game.apply("done", "FRANCE")
    game.apply("done", "GERMANY")
    assert units(game) == {"FRANCE": ["A BUR", "F BRE"], "GERMANY": ["A MUN"]}


@pytest.mark.rule("VII.2")
def test_a_whole_sheet_may_be_handed_in():
    game = game_at(units=TWO)
    game.apply("sheet A PAR - BUR, F Bre - MAO; A PAR - MOS", "FRANCE")
    assert "FRANCE" not in game.decisions
    game.apply("done", "GERMANY")
    assert units(game)["FRANCE"] == ["A PAR", "F MAO"]
    assert any("'A PAR - MOS' is void" in line and "(VIII.1)" in line for line in told(game))


@pytest.mark.rule("VII.2")
@pytest.mark.parametrize("text", ["sheet A PAR - BUR\nF BRE - MAO", "Sheet\n  A PAR - BUR\r\n\n F BRE - MAO;\n"])
def test_the_lines_of_a_sheet_are_orders(text):
    game = game_at(units=TWO)
    game.apply(text, "FRANCE")
    game.apply("done", "GERMANY")
    assert units(game)["FRANCE"] == ["A BUR", "F MAO"]
    assert not any("void" in line for line in told(game))


@pytest.mark.rule("VII.2")
def test_powers_answer_in_any_order_and_nothing_happens_before_the_last():
    game = game_at(units=TWO)
    hand = ["A MUN - BUR"]
    game.apply("sheet " + hand[0], "GERMANY")
    assert units(game) == TWO
    assert game.events == []
    game.apply("sheet A PAR - PIC", "FRANCE")
    assert units(game) == {"FRANCE": ["A PIC", "F BRE"], "GERMANY": ["A BUR"]}


@pytest.mark.rule("VII.2")
def test_orders_are_unseen_before_the_reveal_and_seen_by_all_after_it():
    game = game_at(units=TWO)
    game.apply("A MUN - BUR", "GERMANY")
    before = game.view("FRANCE")
    assert "BUR" not in str(before["state"]["orders"])
    assert list(before["questions"]) == ["FRANCE"]
    assert game.view("GERMANY")["questions"]["GERMANY"]["shown"]["orders"] == ["A MUN - BUR"]
    game.apply("done", "GERMANY")
    assert game.view("FRANCE")["state"]["orders"] == {}
    game.apply("done", "FRANCE")
    assert game.view("FRANCE")["state"]["orders"] == {"A MUN": "A MUN - BUR"}
    assert game.view("ITALY")["state"]["outcomes"] == {"A MUN": "moves", "A PAR": "holds", "F BRE": "holds"}


@pytest.mark.rule("VII.2")
def test_a_copy_to_look_ahead_in_does_not_hold_the_orders_of_others():
    game = game_at(units=TWO)
    game.apply("sheet A MUN - BUR", "GERMANY")
    ahead = game.fork("FRANCE", seed=1)
    assert set(ahead.decisions) == {"FRANCE", "GERMANY"}


@pytest.mark.rule("VII.2")
@pytest.mark.parametrize(
    ("text", "rule", "message"),
    [
        ("A PAR - MUN", "VIII.1", "A PAR is not beside Munich and no fleets could convoy it there."),
        ("s a par - bur", "X.1", "F BRE cannot support into BUR, a fleet never supports into an inland province."),
        ("A MUN - BUR", "VII.1", "FRANCE has no unit in Munich."),
        ("F BRE C A PAR - LON", "XV.1a", "F BRE cannot convoy: only a fleet in a sea zone does."),
        ("A PAR R BUR", "VII.1", "A PAR R BUR is no order for a movement turn."),
        ("hurrah", "VII.2", "'hurrah' cannot be understood: 'HURRAH' is no space."),
        ("pass", "VII.1", "'pass' is no order; write for example 'A PAR - BUR', or 'done'."),
    ],
)
def test_an_impossible_order_is_refused_with_its_rule(text, rule, message):
    assert refused(game_at(units=TWO), text, "FRANCE") == (rule, message)


@pytest.mark.rule("VII.4")
@pytest.mark.parametrize(("text", "order"), [("- mao", "F BRE - MAO"), ("-mao", "F BRE - MAO"), ("h", "F BRE H")])
def test_the_unit_asked_about_need_not_be_named(text, order):
    game = game_at(units=TWO)
    game.apply(text, "FRANCE")
    assert game.decisions["FRANCE"].shown()["orders"] == [order]


@pytest.mark.rule("VII.4")
def test_orders_are_taken_in_spanish_and_kept_in_plain_notation():
    game = game_at(units=TWO)
    game.apply("E Par - Bor", "FRANCE")
    assert game.journal[-1].as_list() == ["FRANCE", "A PAR - BUR"]


@pytest.mark.rule("VII.1")
def test_a_power_takes_back_its_own_last_order_only():
    game = game_at(units=TWO)
    game.apply("F BRE - MAO", "FRANCE")
    game.apply("A MUN - BUR", "GERMANY")
    game.undo("FRANCE")
    assert game.decisions["FRANCE"].prompt == "Order for F BRE?"
    assert game.decisions["GERMANY"].shown()["orders"] == ["A MUN - BUR"]


@pytest.mark.rule("VII.3")
def test_turns_are_dated_spring_and_autumn():
    game = new_game("diplomacy", options=QUIET)
    dates = []
    for _ in range(3):
        dates.append(game.state.date())
        hand_in(game, {})
    assert dates == ["Spring 1901", "Autumn 1901", "Spring 1902"]
    assert [line for line in told(game) if "Orders of" in line][:2] == [
        "Orders of Spring 1901 (VII.3)",
        "Orders of Autumn 1901 (VII.3)",
    ]


@pytest.mark.rule("VII.5")
def test_a_moderator_sees_all_orders_and_what_became_of_them():
    game = game_at(units=TWO)
    hand_in(game, {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
    seen = game.view(None)["state"]
    assert seen["orders"] == {"A PAR": "A PAR - BUR", "A MUN": "A MUN - BUR"}
    assert seen["outcomes"] == {"A PAR": "bounces", "F BRE": "holds", "A MUN": "bounces"}
    assert "FRANCE: A PAR - BUR: bounces (strength 1 against 1 of A MUN, also bound for BUR) (IX)" in told(game)


@pytest.mark.rule("VII.5")
def test_the_orders_read_last_and_the_centres_can_be_looked_up():
    game = game_at(units=TWO)
    hand_in(game, {"FRANCE": ["A PAR - BUR"]})
    words = wargame_lookups()
    assert ("A PAR - BUR", "moves") in words["orders"](game.state, None, ()).rows
    assert words["orders"](game.state, None, ("mun",)).rows == (("A MUN H", "holds"),)
    assert ("FRANCE", "BRE MAR PAR") in words["centres"](game.state, "ITALY", ()).rows


@pytest.mark.rule("XV.2")
@pytest.mark.parametrize("text", ["tell GERMANY hello", "draw agreed"])
def test_there_is_no_talking_while_orders_are_written(text):
    assert refused(game_at(units=TWO), text, "FRANCE") == (
        "XV.2",
        "There is no talking while orders are written; messages go before them.",
    )


@pytest.mark.rule("XV.2")
def test_there_is_no_talking_during_retreats_and_adjustments():
    game = game_at(units={"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]})
    hand_in(game, {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]})
    assert game.state.phase == "spring retreats"
    assert refused(game, "tell FRANCE mercy", "GERMANY")[0] == "XV.2"
    adjust = game_at("adjustments", units={"FRANCE": ["A PAR", "A BUR"]}, centres={"FRANCE": ["PAR"]})
    assert refused(adjust, "tell GERMANY look", "FRANCE")[0] == "XV.2"


def test_a_variant_may_change_the_outcome_through_the_combat_hook():
    class Peace:
        """Nobody ever moves."""

        @hookimpl(wrapper=True)
        def wargame_resolve_combat(self, state, battle):
            yield
            from wargame.games.diplomacy.movement import resolve

            return resolve(state, {})

    import wargame.games.diplomacy as title
    from wargame.core.engine.game import Game

    rules = HookRules(get_title("diplomacy"), [title, Peace()])
    game = Game(rules.title, rules, options=QUIET)
    before = units(game)
    hand_in(game, {"FRANCE": ["A PAR - BUR"]})
    assert units(game) == before
