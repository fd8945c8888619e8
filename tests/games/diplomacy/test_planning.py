"""What bots are told about Diplomacy: what counts, sheets worth trying, what is decided without search."""

from __future__ import annotations

import pytest

from wargame.core.engine.actions import DONE
from wargame.core.engine.chance import Source, seeded
from wargame.games.diplomacy.actions import AgreeDraw
from wargame.games.diplomacy.geography import geography
from wargame.games.diplomacy.model import POWERS
from wargame.plugins import new_game
from wargame.plugins.bots import GreedyBot, PlannerBot

from .support import QUIET, game_at


def best_sheet(game, power):
    plans = game.rules.plans(game.state, power, game.decisions[power])
    return max(plans, key=lambda plan: plan.worth)


def test_every_sheet_is_legal_and_orders_every_unit():
    game, source = new_game("diplomacy", seed=5, options=QUIET), Source(seeded(1))
    for _ in range(40):
        power, question = next(iter(game.decisions.items()))
        for plan in game.rules.plans(game.state, power, question) or ():
            assert all(question.accepts(answer) for answer in plan.answers)
            if question.rule == "VII.1":
                assert [order.unit for order in plan.answers[:-1]] == game.state.units_of(power)
        game.apply(source.choice(question.actions), power)


def test_the_sheets_of_a_position_are_always_the_same():
    first, again = (best_sheet(new_game("diplomacy", options=QUIET), "TURKEY") for _ in range(2))
    assert first == again


def test_a_free_centre_in_reach_is_entered():
    centres = {"FRANCE": ["PAR", "MAR", "BRE"]}
    game = game_at(units={"FRANCE": ["A GAS"]}, centres=centres)
    assert str(best_sheet(game, "FRANCE").answers[0]) == "A GAS - SPA"


def test_a_defended_centre_is_attacked_with_support():
    centres = {"GERMANY": ["MUN"], "FRANCE": [centre for centre in geography().centres if centre != "MUN"]}
    game = game_at(units={"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN"]}, centres=centres)
    orders = set(map(str, best_sheet(game, "FRANCE").answers))
    assert orders & {"A BUR - MUN", "A RUH - MUN"}
    assert orders & {"A BUR S A RUH - MUN", "A RUH S A BUR - MUN"}


def test_nobody_marches_into_a_unit_that_stays():
    game = new_game("diplomacy", options=QUIET)
    for power in POWERS:
        for plan in game.rules.plans(game.state, power, game.decisions[power]):
            orders = {order.unit[2:].split("/")[0]: order for order in plan.answers[:-1]}
            for order in orders.values():
                there = orders.get(order.to) if order.verb == "-" else None
                assert there is None or there.verb == "-"


def test_nobody_talks_and_a_draw_is_agreed_to_only_by_who_would_lose():
    game = new_game("diplomacy")
    state, question = game.state, game.decisions["ITALY"]
    assert game.rules.verdict(state, "ITALY", question).action == DONE
    for centre in state.data.centres[:16]:
        state.control_by(centre, "FRANCE")
    found = game.rules.verdict(state, "ITALY", question)
    assert found.action == AgreeDraw()
    assert "17 centres" in found.why
    assert game.rules.verdict(state, "FRANCE", question).action == DONE


@pytest.mark.parametrize("bot", [GreedyBot(1), PlannerBot(1, "60p")])
def test_the_bots_take_what_nobody_defends(bot):
    centres = {"FRANCE": ["PAR", "MAR", "BRE"]}
    game = game_at(units={"FRANCE": ["A GAS"], "ITALY": ["A APU"]}, centres=centres)
    assert str(bot.choose(game, "FRANCE")) == "A GAS - SPA"
