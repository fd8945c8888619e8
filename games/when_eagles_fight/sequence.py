"""The sequence of play (5.2), by scenario."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.engine.sequence import Phase, Sequence, due
from wargame.core.mechanics.losses import share_losses

from .actions import Lose
from .arrivals import conversions, guns_return, printed_withdrawals, receive, reinforcements, replacements, withdrawals
from .combat import combat
from .events import random_events
from .headquarters import (
    activate,
    ammunition,
    brusilov,
    can_declare,
    oberost,
    romania_enters,
    shortage,
    stavka,
    why_not_oberost,
    why_not_stavka,
)  # fmt: skip
from .model import CP_TURN, RAIL_PHASES, State
from .movement import movement
from .rail import strategic_movement
from .records import CP, ENEMY, RU
from .scenarios import free_setup
from .stacking import overstacked, surplus
from .supply import attrition
from .synchronised import announce
from .victory import is_check, victory_check

FEWEST = Refusal("8.3", "Only as few steps are removed as bring the stack within its limit.")


def end_of_turn(s: State) -> None:
    """The turn marker moves on."""
    s.north.pop(CP, None)  # 15.3: the Central Powers' attacks are counted by turn
    s.next_turn()
    s.note("Turn {turn} begins", "5.2", turn=s.turn)


def relieve(s: State) -> Procedure[Any]:
    """The opponent removes steps from an over-stacked hex (8.3)."""
    hexes = overstacked(s)
    if not hexes:
        return DONE
    side = ENEMY[s.holder(hexes[0])]
    yield from share_losses(
        side, 1, lambda: surplus(s, hexes[0]), lambda answer: s.lose_step(answer.unit, "8.3"), Lose,
        lambda left: f"{hexes[0]} is over-stacked: remove a step", "8.3", refusal=FEWEST, always=True,
    )  # fmt: skip
    return None


def whole_turn(s: State) -> bool:
    """Turn 1 of the historical game begins with the Central Powers' movement (3.4)."""
    return s.turn > 1 or s.scenario != "historical"


OVERSTACKING = Phase("over-stacking", relieve, when=lambda s: bool(overstacked(s)), repeat=True)

NEW_UNITS = Sequence(
    "new units and withdrawals",
    Phase("Russian reinforcements", reinforcements, side=RU, repeat=True),
    Phase("Russian steps", receive, side=RU),
    Phase("Russian replacements", replacements, side=RU, repeat=True),
    Phase("Russian withdrawals due", printed_withdrawals, side=RU),
    Phase("Russian withdrawals", withdrawals, side=RU, repeat=True),
    Phase("heavy artillery returns", guns_return),
    Phase("Central Powers reinforcements", reinforcements, side=CP, repeat=True),
    Phase("conversions", conversions, when=lambda s: not s.data.scenarios[s.scenario].schlieffen_east),
    Phase("Central Powers steps", receive, side=CP),
    Phase("Central Powers replacements", replacements, side=CP, repeat=True),
    Phase("Central Powers withdrawals due", printed_withdrawals, side=CP),
    Phase("Central Powers withdrawals", withdrawals, side=CP, repeat=True),
    when=whole_turn,
)

STRATEGIC = Sequence(
    RAIL_PHASES,
    Phase("Russian strategic movement", strategic_movement, side=RU, repeat=True),
    Phase("Central Powers strategic movement", strategic_movement, side=CP, repeat=True),
    when=whole_turn,
)

RUSSIAN = Sequence(
    "Russian player turn",
    OVERSTACKING,
    Phase("Russian movement", movement, side=RU, repeat=True),
    Phase("Brusilov offensive", brusilov, when=can_declare),
    Phase("STAVKA", stavka, when=lambda s: why_not_stavka(s) is None),
    Phase("ammunition", ammunition),
    Phase("Russian shortage markers", shortage, side=RU, repeat=True),
    Phase("Central Powers shortage markers", shortage, side=CP, repeat=True),
    Phase("Russian combat begins", announce, side=RU),
    Phase("Russian combat", combat, side=RU, repeat=True),
    Phase("Russian attrition", attrition, side=RU),
    when=whole_turn,
)

CENTRAL_POWERS = Sequence(
    CP_TURN,
    OVERSTACKING,
    Phase("Central Powers movement", movement, side=CP, repeat=True),
    Phase("OberOst", oberost, when=lambda s: why_not_oberost(s) is None),
    Phase("Central Powers combat begins", announce, side=CP),
    Phase("Central Powers combat", combat, side=CP, repeat=True),
    Phase("OberOst combat begins", activate, when=lambda s: bool(s.oberost)),
    Phase("OberOst combat", combat, side=CP, repeat=True, when=lambda s: bool(s.oberost)),
    Phase("Central Powers attrition", attrition, side=CP),
)


def phases(s: State) -> Sequence:
    """The whole game."""
    plan = s.data.scenarios[s.scenario]
    turns = (CENTRAL_POWERS, RUSSIAN) if plan.schlieffen_east else (RUSSIAN, CENTRAL_POWERS)  # 17.0
    return Sequence(
        "game",
        Phase("Russian set-up", free_setup, side=RU, repeat=True, when=lambda s: plan.free_setup),
        Phase("Central Powers set-up", free_setup, side=CP, repeat=True, when=lambda s: plan.free_setup),
        Sequence(
            "turn",
            Phase("Romania enters", romania_enters, when=due("Romania enters")),
            Phase("random events", random_events, when=lambda s: s.turn >= s.data.numbers.events.first_turn),
            NEW_UNITS,
            STRATEGIC,
            *turns,
            Phase("victory check", victory_check, when=is_check),
            Phase("end of turn", end_of_turn),
            repeat=True,
        ),
    )
