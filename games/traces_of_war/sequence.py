"""The sequence of play (4)."""

from __future__ import annotations

from wargame.core.engine.questions import Draw, Procedure
from wargame.core.engine.sequence import Phase, Sequence

from . import activation, arrivals, chits, scenarios, victory
from .charts import luftwaffe_markers
from .combat import one_attack
from .control import crossing_points
from .model import COMBAT_MOVE, MOVE_COMBAT, State
from .movement import move_one
from .records import AXIS
from .supply_check import supply_check


def begin(s: State) -> None:
    """14.2 in turn 4; crossing points that fall by themselves in turns 7 and 8 (12.3)."""
    if s.turn == s.data.tables.dates.hq_conversion and s.option("hq_conversion"):
        s.converted = True
        s.note("the Soviet HQs become Ukrainian Fronts", "14.2")
    crossing_points(s)


def luftwaffe(s: State) -> Procedure[None]:
    """4.1, 7.0: some of the four markers, drawn at random; only the Axis player sees which."""
    drawn = yield Draw(luftwaffe_markers(s.data), s.by_crossing_points.luftwaffe, "Luftwaffe markers", "4.1", to=AXIS)
    s.luftwaffe = tuple(sorted(drawn.items))
    s.note("the Axis player receives {number} Luftwaffe markers", "4.1", number=len(s.luftwaffe))


def end_of_turn(s: State) -> None:
    """4.3 (markers and chits go back, the airborne chit does not), 4.4."""
    if chits.PARA in s.pile("played"):
        s.transfer(chits.PARA, "played", "used")
    s.piles |= {"played": (), "soviet_pool": (), "axis_pool": ()}
    victory.judge(s)
    if s.result is None:
        s.next_turn()  # 4.4.2
        s.note("turn {turn}", "4.4.2", turn=s.turn)


def side(s: State) -> str:
    return s.side


ACTIVATION = Sequence(
    "activation",
    Phase("movement", move_one, side=side, when=lambda s: s.mode == MOVE_COMBAT, repeat=True),
    Phase("combat", one_attack, side=side, repeat=True),
    Phase("movement after combat", move_one, side=side, when=lambda s: s.mode == COMBAT_MOVE, repeat=True),
    Phase("end of activation", activation.end_activation),
    when=lambda s: bool(s.activated),
)

ACTION = Sequence(
    "action phase",  # 4.3
    Phase("adding to the cup", chits.add_to_cup, when=lambda s: bool(s.pile("hand")), repeat=True),
    Phase("chit draw", chits.draw),
    Phase("interruption", chits.interruption, when=chits.can_hold_okh),
    Phase("chit carried out", chits.carry_out, when=lambda s: bool(s.drawn)),
    Phase("supply", supply_check, when=lambda s: s.chit == "supply"),
    Phase("Soviet reinforcements", arrivals.soviet_reinforcements,
          when=lambda s: s.chit in ("reinforcements", "airborne")),
    Phase("STAVKA", activation.stavka, when=lambda s: s.chit == "stavka"),
    Phase("OKH", activation.okh, when=lambda s: s.chit in ("okh", "interruption")),
    Phase("negotiation", arrivals.negotiate, when=lambda s: s.chit == "negotiation", repeat=True),
    Phase("HQ activation", activation.hq_chit, when=lambda s: s.chit in s.data.counters),
    ACTIVATION,
    until=chits.cup_is_empty,
)  # fmt: skip

GAME = Sequence(
    "game",
    Phase("bidding", scenarios.bidding, when=lambda s: s.option("bidding")),
    Phase("security divisions", scenarios.security),
    Sequence(
        "turn",
        Phase("start of turn", begin),
        Phase("Luftwaffe reorganisation", luftwaffe),
        Sequence(
            "first turn",
            Phase("opening HQ", activation.first_turn),
            ACTIVATION,
            when=lambda s: s.turn == s.data.tables.dates.opening,
        ),
        Phase("chit selection", chits.select),
        ACTION,
        Phase("end of turn", end_of_turn),
        repeat=True,
    ),
)
