"""Entrenching (11.2)."""

from __future__ import annotations

from wargame.core.engine.questions import Procedure, Refusal, Roll

from .model import State
from .supply import in_supply


def why_not_entrench(s: State, side: str, unit: str) -> Refusal | None:
    """Why an army may not try to entrench; None if it may."""
    if not {"ap_12", "cp_06"} & s.played.keys():
        return Refusal("11.2.1", "Nobody has played the Entrench event.")
    if unit not in s.units or s.side_of(unit) != side or s.activated.get(s.units[unit].at) != "move":
        return Refusal("11.2.1", f"{s.name(unit)} is not in a space activated to move.")
    if not s.counter(unit).army or unit in s.moved:
        return Refusal("11.2.1", f"Only an army that has not moved entrenches, {s.name(unit)} does not.")
    space = s.units[unit].at
    if s.trenches.get(space, ("", 0))[1] >= (most := s.data.numbers.trench_levels):
        return Refusal("11.2.3", f"{s.name(space)} has a level {most} trench.")
    if any(s.units[u].at == space for u in s.digging):
        return Refusal("11.2.2", f"Another army already entrenches in {s.name(space)}.")
    return None


def entrenching(s: State, side: str) -> Procedure[None]:
    """Roll for each army that digs (11.2.2, 11.2.9)."""
    failed = set()
    for unit in s.digging:
        space = s.units[unit].at
        roll = (yield Roll(1, 6, f"{s.name(unit)} entrenching in {s.name(space)}", "11.2.2")).total
        if s.options.get("entrench_again") and unit in s.failed_digging:  # 11.2.9
            roll += s.data.numbers.second_attempt
        if roll <= s.lf(unit):
            s.trenches[space] = (side, s.trenches.get(space, ("", 0))[1] + 1)
            s.note("{unit} rolls {roll} and entrenches in {space}", "11.2.2", unit=unit, roll=roll, space=space)
        else:
            s.note("{unit} rolls {roll} and does not entrench in {space}", "11.2.2", unit=unit, roll=roll, space=space)
        if roll > s.lf(unit) and s.counter(unit).nation in s.data.numbers.second_attempt_nations:
            failed.add(unit)
    s.failed_digging = frozenset(failed) | {u for u in s.failed_digging if s.side_of(u) != side}
    s.digging = ()


def trench_spaces(s: State, side: str) -> list[str]:
    return list(dict.fromkeys(
        s.units[u].at for u in s.units
        if s.side_of(u) == side and s.counter(u).army and s.units[u].at in s.data.spaces
        and s.units[u].at not in s.trenches and in_supply(s, u)
    ))  # fmt: skip
