"""Zones of control: which spaces units control, across which sides, and what cancels that."""

from __future__ import annotations

from wargame.core.mechanics.board import Barrier, Board


def zone_of_control(board: Board, units: int, barrier: Barrier | None = None, not_into: int = 0) -> int:
    """The spaces next to `units` (a set of spaces), over open sides, less those into which control does not extend."""
    return board.step(units, barrier) & ~not_into
