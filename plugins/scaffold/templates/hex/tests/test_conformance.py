"""What must be true of any title, and of every position of this one."""

from __future__ import annotations

from salient.model import State

from wargame.plugins.testkit import Invariant, TitleConformance


def crowded(s: State) -> str | None:
    full = (space for space, units in s.at.items() if space in s.board and len(units) > s.data.numbers.stack)
    return next((f"too many units in {space}" for space in full), None)


def crowd(s: State) -> None:
    for unit in list(s.units):
        s.move(unit, s.board.names[0])


class TestConformance(TitleConformance):
    title = "salient"
    invariants = (Invariant("stacking", crowded, crowd),)
    illegal = 500
