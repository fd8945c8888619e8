"""The year: spring, autumn, their retreats, occupation and adjustments (IV, VII, XII, XIV)."""

from __future__ import annotations

from wargame.core.engine.questions import Draw, Procedure, Roll
from wargame.core.engine.sequence import Phase, Sequence

from .arrivals import adjust, occupy
from .model import State
from .movement import movement
from .negotiation import negotiate
from .retreat import retreats
from .scenarios import name_of


def deal_powers(s: State) -> Procedure[None]:
    """The only chance in the game: which powers each player represents (I)."""
    hands = {name_of(hand): hand for hand in s.data.arrangements[s.scenario].hands}
    dealt = yield Draw(tuple(hands), len(hands), why="the powers", rule="I")
    for number, hand in enumerate(dealt.items, 1):
        s.players.update(dict.fromkeys(hands[hand], f"player {number}"))
        s.note("Player {number} plays {hand}", "I", number=number, hand=", ".join(hands[hand]))


def toss_for_italy(s: State) -> Procedure[None]:
    """Two players: a coin decides who controls Italy from the next turn on (XV.3)."""
    coin = yield Roll(1, 2, why="the control of Italy", rule="XV.3-2p")
    sides = sorted(set(s.players.values()))
    s.players = {**s.players, "ITALY": sides[coin.total - 1]}
    s.closed = ()
    s.changed()
    s.note("{player} controls Italy", "XV.3-2p", player=sides[coin.total - 1])


def begin_autumn(s: State) -> None:
    """The second turn of the year (VII.3)."""
    s.season = "autumn"


def end_year(s: State) -> None:
    """The next turn is spring (VII.3)."""
    s.season = "spring"
    s.year += 1
    s.next_turn()


def _can_negotiate(s: State) -> bool:
    return bool(s.option("negotiation")) and bool(s.playing())


def _season(name: str) -> Sequence:
    return Sequence(
        name,
        Phase(f"{name} negotiation", negotiate, when=_can_negotiate, repeat=True),
        Phase(f"{name} orders", movement),
        Phase(f"{name} retreats", retreats, when=lambda s: bool(s.dislodged)),
    )


YEAR = Sequence(
    "year",
    _season("spring"),
    Phase("autumn comes", begin_autumn),
    _season("autumn"),
    Phase("occupation", occupy),
    Phase("coin toss", toss_for_italy, when=lambda s: s.scenario == "two" and bool(s.closed)),
    Phase("adjustments", adjust),
    Phase("end of the year", end_year),
    repeat=True,
)
GAME = Sequence("game", Phase("powers", deal_powers, when=lambda s: bool(s.option("draw_powers"))), YEAR)
