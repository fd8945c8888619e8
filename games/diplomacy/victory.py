"""How a game ends: eighteen centres, agreement, or the last year (II, III, XV.3)."""

from __future__ import annotations

from wargame.core.title.title import Result

from .model import POWERS, State
from .scenarios import ARRANGEMENTS, last_year


def victory(state: State) -> Result | None:
    """Asked after every phase; centres change hands only in autumn."""
    score = {p: len(state.centres_of(p)) for p in POWERS}
    playing = state.playing()
    if not playing:
        return Result((), "XV.4", "no power has a player left.", score)
    if state.votes and state.votes.issuperset(playing):  # II: all survivors
        sharing = ", ".join(p for p in playing if state.units_of(p))
        return Result((), "II", f"by agreement {sharing} share a draw.", score)
    arrangement = ARRANGEMENTS[state.scenario]
    for power in state.players:
        winners = _powers_of(state, state.players[power])
        counted = winners if arrangement.goal_by_player else (power,)
        held = sum(score[p] for p in counted)
        if held >= arrangement.goal:
            rule = arrangement.rule if arrangement.goal_by_player else "II"
            return Result(winners, rule, f"{held} supply centres of {', '.join(counted)}.", score)
    return _short_game(state) if last_year(state) and state.year > last_year(state) else None


def _powers_of(state: State, player: str) -> tuple[str, ...]:
    return tuple(p for p in POWERS if state.players.get(p) == player)


def _short_game(state: State) -> Result:
    """III: the player with most units on the board wins; equal numbers share it."""
    units = {p: len(state.units_of(p)) for p in POWERS}
    held = {player: sum(units[p] for p in _powers_of(state, player)) for player in state.players.values()}
    most = max(held.values())
    best = tuple(p for p in POWERS if held.get(state.players.get(p, "")) == most)
    return Result(best, "III", f"most units on the board after {state.year - 1}: {most}.", units)
