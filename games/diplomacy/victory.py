"""How a game ends: enough centres, agreement, or the last year (II, III, XV.3)."""

from __future__ import annotations

from wargame.core.engine.result import Result

from .model import POWERS, State
from .scenarios import last_year


def victory(s: State) -> Result | None:
    """Asked after every phase; centres change hands only in autumn."""
    score = {p: len(s.centres_of(p)) for p in POWERS}
    playing = s.playing()
    if not playing:
        return Result((), "XV.4", "no power has a player left.", score)
    if s.votes and s.votes.issuperset(playing):  # II: all survivors
        sharing = ", ".join(p for p in playing if s.units_of(p))
        return Result((), "II", f"by agreement {sharing} share a draw.", score)
    arrangement = s.data.arrangements[s.scenario]
    for power in s.players:
        winners = _powers_of(s, s.players[power])
        counted = winners if arrangement.goal_by_player else (power,)
        held = sum(score[p] for p in counted)
        if held >= arrangement.goal:
            rule = arrangement.rule if arrangement.goal_by_player else "II"
            return Result(winners, rule, f"{held} supply centres of {', '.join(counted)}.", score)
    return _short_game(s) if last_year(s) and s.year > last_year(s) else None


def _powers_of(s: State, player: str) -> tuple[str, ...]:
    return tuple(p for p in POWERS if s.players.get(p) == player)


def _short_game(s: State) -> Result:
    """III: the player with most units on the board wins; equal numbers share it."""
    units = {p: len(s.units_of(p)) for p in POWERS}
    held = {player: sum(units[p] for p in _powers_of(s, player)) for player in s.players.values()}
    most = max(held.values())
    best = tuple(p for p in POWERS if held.get(s.players.get(p, "")) == most)
    return Result(best, "III", f"most units on the board after {s.year - 1}: {most}.", units)
