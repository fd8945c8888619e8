"""Replacements (7.2), and the segment in which they and the reinforcements come (7)."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal

from .actions import Go, Replace
from .arrivals import arrive, put, replacement_hexes, why_not_arrive
from .model import DEAD, State
from .records import GERMAN


def reinforcements(state: State, side: str) -> Procedure[Any]:
    """Place one reinforcement, or replace one unit; DONE when the side does no more (7.1, 7.2)."""
    box = f"turn {state.turn}"
    due = [u for u in state.units_at(box) if state.unit(u).side == side]
    if due:
        yield from arrive(state, side, due[0])
        return None
    offers = [*_free_returns(state, side), *_replacements(state, side)]
    if not offers:
        return DONE
    answer = yield offer(
        side,
        [*offers, DONE],
        {Replace: partial(_why_not_replace, state, side, offers), Done: None},
        f"Replace which unit, for how many CAPs ({state.caps(side)} left, 'done' when no more)?",
        "7.2",
        warn=partial(_lost_returns, offers),
    )
    if answer == DONE:
        return DONE
    yield from _replace(state, side, answer)
    return None


def _why_not_replace(state: State, side: str, offers: list[Replace], answer: Replace) -> Refusal | None:
    """Why a unit is not replaced so (7.2, 13.1)."""
    if answer in offers:
        return None
    unit, caps = answer.unit, answer.caps
    if unit not in state.printed.pieces:
        return Refusal("7.2", f"There is no unit {unit}.")
    piece = state.piece(unit)
    if piece.side != side:
        return Refusal("7.2", f"{unit} is not one of your units.")
    if not piece.combat:
        return Refusal("7.2", "Headquarters, heavy artillery and forts are never replaced.")
    if unit not in state.units_at(DEAD):
        return Refusal("7.2", f"{unit} is not in the dead pile.")
    if piece.nation in ("british", "belgian"):
        back = "one infantry unit each comes back for nothing, British in turns 8 and 12, Belgian in 12 (13.1)"
        return Refusal("7.2", f"British and Belgian units are not replaced for CAPs; {back}.")
    if caps not in (1, 2):
        return Refusal("7.2", "A replacement costs 1 CAP (it comes in two turns) or 2 CAPs (it comes now).")
    if caps > state.caps(side):
        return Refusal("7.2", f"There are not enough CAPs left for that ({state.caps(side)}).")
    return Refusal("7.2", f"No hex takes {unit} this turn; for 1 CAP it comes in two turns.")


def _lost_returns(offers: list[Replace], answer: Any) -> str | None:
    """Units that come back for nothing do so this turn or never (13.1)."""
    free = [o.unit for o in offers if o.caps == 0]
    if answer != DONE or not free:
        return None
    return f"One of {', '.join(free)} of each nation comes back for nothing, but only this turn."


def _replacements(state: State, side: str) -> list[Replace]:
    caps = state.caps(side)
    dead = [u for u in state.units_at(DEAD) if state.unit(u).side == side]
    units = [u for u in dead if state.unit(u).nation in ("french", "german")]
    found = [Replace(u, 1) for u in units] if caps >= 1 else []
    if caps >= 2:
        found += [Replace(u, 2) for u in units if replacement_hexes(state, u)]
    return found


def _free_returns(state: State, side: str) -> list[Replace]:
    """British and Belgian infantry that comes back in turns 8 and 12 (13.1)."""
    if side == GERMAN or state.turn not in (8, 12):
        return []
    nations = ("british",) if state.turn == 8 else ("british", "belgian")
    return [
        Replace(u, 0) for u in state.units_at(DEAD)
        if state.unit(u).nation in nations and state.is_infantry(u)
        and not state.tracks.get(f"returned {state.turn} {state.unit(u).nation}")
        and replacement_hexes(state, u)
    ]  # fmt: skip


def _replace(state: State, side: str, answer: Replace) -> Procedure[None]:
    unit = answer.unit
    if answer.caps == 1:
        state.spend(side, 1, "7.2")
        state.send_ahead(unit, 2, 1 if state.turn >= 8 else 2, "7.2", "replacement")  # 13.1
        return
    hexes = replacement_hexes(state, unit)
    go = Go(hexes[0])
    if len(hexes) > 1:
        why_not = partial(why_not_arrive, state, unit, hexes)
        go = yield offer(side, map(Go, hexes), {Go: why_not}, f"Where does {unit} come back?", "7.2")
    if answer.caps:
        state.spend(side, 2, "7.2")
        steps = 1 if state.turn >= 10 else 2  # 13.1
    else:
        state.tracks[f"returned {state.turn} {state.unit(unit).nation}"] = 1
        steps = 1 if state.turn == 12 else 2
    yield from put(state, unit, go.hex, steps, "7.2")
