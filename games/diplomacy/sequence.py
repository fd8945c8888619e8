"""The year: spring, autumn, their retreats, occupation and adjustments (IV, VII, XII, XIV)."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.questions import Draw, Procedure, Roll
from wargame.core.engine.sequence import Phase, Sequence

from .adjustments import adjust, occupy
from .model import State
from .movement import movement
from .negotiation import negotiate
from .retreats import retreats


def deal_powers(state: State) -> Procedure[Any]:
    """The only chance in the game: which powers each player represents (I)."""
    hands = tuple(dict.fromkeys(state.players.values()))
    dealt = yield Draw(hands, len(hands), why="the powers", rule="I")
    for number, hand in enumerate(dealt.items, 1):
        for power in hand.split("+"):
            state.players[power] = f"player {number}"
        state.note("Player {number} plays {hand}", "I", number=number, hand=hand.replace("+", ", "))


def toss_for_italy(state: State) -> Procedure[Any]:
    """Two players: a coin decides who controls Italy from the next turn on (XV.3)."""
    coin = yield Roll(1, 2, why="the control of Italy", rule="XV.3-2p")
    sides = sorted(set(state.players.values()))
    state.players = {**state.players, "ITALY": sides[coin.total - 1]}
    state.closed = ()
    state.note("{player} controls Italy", "XV.3-2p", player=sides[coin.total - 1])


def to_autumn(state: State) -> Procedure[Any]:
    state.season = "autumn"
    return
    yield


def end_of_year(state: State) -> Procedure[Any]:
    """The next turn is spring (VII.3)."""
    state.season = "spring"
    state.year += 1
    state.turn += 1
    return
    yield


def _talks(state: State) -> bool:
    return bool(state.option("negotiation")) and bool(state.playing())


def _season(name: str) -> Sequence:
    return Sequence(
        name,
        Phase(f"{name} negotiation", negotiate, when=_talks, repeat=True),
        Phase(f"{name} orders", movement),
        Phase(f"{name} retreats", retreats, when=lambda s: bool(s.dislodged)),
    )


YEAR = Sequence(
    "year",
    _season("spring"),
    Phase("autumn comes", to_autumn),
    _season("autumn"),
    Phase("occupation", occupy),
    Phase("coin toss", toss_for_italy, when=lambda s: s.scenario == "two" and bool(s.closed)),
    Phase("adjustments", adjust),
    Phase("end of the year", end_of_year),
    repeat=True,
)
GAME = Sequence("game", Phase("powers", deal_powers, when=lambda s: bool(s.option("draw_powers"))), YEAR)
