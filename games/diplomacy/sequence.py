"""The year: spring, autumn, their retreats, occupation and adjustments (IV, VII, XII, XIV)."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.questions import Draw, Procedure, Roll
from wargame.core.engine.sequence import Phase, Sequence

from .arrivals import adjust, occupy
from .model import State
from .movement import movement
from .negotiation import negotiate
from .retreat import retreats


def deal_powers(s: State) -> Procedure[Any]:
    """The only chance in the game: which powers each player represents (I)."""
    hands = tuple(dict.fromkeys(s.players.values()))
    dealt = yield Draw(hands, len(hands), why="the powers", rule="I")
    for number, hand in enumerate(dealt.items, 1):
        for power in hand.split("+"):
            s.players[power] = f"player {number}"
        s.note("Player {number} plays {hand}", "I", number=number, hand=hand.replace("+", ", "))


def toss_for_italy(s: State) -> Procedure[Any]:
    """Two players: a coin decides who controls Italy from the next turn on (XV.3)."""
    coin = yield Roll(1, 2, why="the control of Italy", rule="XV.3-2p")
    sides = sorted(set(s.players.values()))
    s.players = {**s.players, "ITALY": sides[coin.total - 1]}
    s.closed = ()
    s.note("{player} controls Italy", "XV.3-2p", player=sides[coin.total - 1])


def to_autumn(s: State) -> Procedure[Any]:
    s.season = "autumn"
    return
    yield


def end_of_year(s: State) -> Procedure[Any]:
    """The next turn is spring (VII.3)."""
    s.season = "spring"
    s.year += 1
    s.turn += 1
    return
    yield


def _talks(s: State) -> bool:
    return bool(s.option("negotiation")) and bool(s.playing())


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
