"""Replacements (7.2), and the segment in which they and the reinforcements come (7)."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.arrivals import turn_box
from wargame.core.mechanics.choosing import choose_one

from .actions import Go, Replace
from .arrivals import arrive, put, replacement_hexes, why_not_arrive
from .model import DEAD, State
from .records import ALLIED


def reinforcements(s: State, side: str) -> Procedure[Any]:
    """Place one reinforcement, or replace one unit; DONE when the side does no more (7.1, 7.2)."""
    box = turn_box(s.turn)
    due = [u for u in s.units_at(box) if s.unit(u).side == side]
    if due:
        yield from arrive(s, side, due[0])
        return None
    offers = [*_free_returns(s, side), *_replacements(s, side)]
    if not offers:
        return DONE
    answer = yield offer(
        side,
        [*offers, DONE],
        {Replace: partial(_why_not_replace, s, side, offers), Done: None},
        f"Replace which unit, for how many CAPs ({s.caps(side)} left, 'done' to stop)?",
        "7.2",
        warn=partial(_lost_returns, offers),
    )
    if answer == DONE:
        return DONE
    yield from _replace(s, side, answer)
    return None


def _why_not_replace(s: State, side: str, offers: list[Replace], answer: Replace) -> Refusal | None:
    """Why a unit may not be replaced, or not for this price (7.2, 13.1)."""
    if answer in offers:
        return None
    unit, caps, rule = answer.unit, answer.caps, s.data.tables.replacements
    if unit not in s.data.pieces:
        return Refusal("7.2", f"There is no unit {unit}.")
    piece = s.counter(unit)
    if piece.side != side:
        return Refusal("7.2", f"{unit} is not one of your units.")
    if not piece.combat:
        return Refusal("7.2", "Headquarters, heavy artillery and forts are never replaced.")
    if unit not in s.units_at(DEAD):
        return Refusal("7.2", f"{unit} is not in the dead pile.")
    if piece.nation in ("british", "belgian"):
        turns = rule.free_british if piece.nation == "british" else rule.free_belgian
        back = f"one {piece.nation} infantry unit returns free in turn {' and '.join(map(str, turns))} (13.1)"
        return Refusal("7.2", f"British and Belgian units are not replaced for CAPs; {back}.")
    later = f"{rule.caps} CAP ({unit} comes {rule.delay} turns later)"
    if caps not in (rule.caps, rule.caps_at_once):
        return Refusal("7.2", f"A replacement costs {later} or {rule.caps_at_once} CAPs (it comes now).")
    if caps > s.caps(side):
        return Refusal("7.2", f"There are not enough CAPs left for that ({s.caps(side)}).")
    return Refusal("7.2", f"No hex takes {unit} this turn; it costs {later}.")


def _lost_returns(offers: list[Replace], answer: Any) -> str | None:
    """Units that return free do so this turn or never (13.1)."""
    free = [o.unit for o in offers if o.caps == 0]
    if answer != DONE or not free:
        return None
    return f"One of {', '.join(free)} of each nation returns free, but only this turn."


def _replacements(s: State, side: str) -> list[Replace]:
    """What may be replaced for CAPs, to come later or at once (7.2)."""
    caps, rule = s.caps(side), s.data.tables.replacements
    units = [u for u in s.units_at(DEAD) if s.unit(u).side == side and s.unit(u).nation in rule.nations]
    found = [Replace(u, rule.caps) for u in units] if caps >= rule.caps else []
    if caps >= rule.caps_at_once:
        found += [Replace(u, rule.caps_at_once) for u in units if replacement_hexes(s, u)]
    return found


def _free_returns(s: State, side: str) -> list[Replace]:
    """British and Belgian infantry that comes back this turn for nothing, one unit of each nation (13.1)."""
    nations = s.data.tables.replacements.free(s.turn) if side == ALLIED else ()
    if not nations:
        return []
    return [
        Replace(u, 0) for u in s.units_at(DEAD)
        if s.unit(u).nation in nations and s.is_infantry(u)
        and not s.tracks.get(f"returned {s.turn} {s.unit(u).nation}")
        and replacement_hexes(s, u)
    ]  # fmt: skip


def _replace(s: State, side: str, answer: Replace) -> Procedure[None]:
    unit, rule = answer.unit, s.data.tables.replacements
    if answer.caps == rule.caps:
        s.spend(side, rule.caps, "7.2", f"to replace {unit}")
        steps = 1 if s.turn >= rule.disrupted_from else 2  # 13.1
        s.send_ahead(unit, rule.delay, steps, "7.2", "replacement")
        return
    hexes = replacement_hexes(s, unit)
    why_not = partial(why_not_arrive, s, unit, hexes)
    go = yield from choose_one(offer(side, map(Go, hexes), {Go: why_not}, f"Where does {unit} return?", "7.2"))
    if answer.caps:
        s.spend(side, rule.caps_at_once, "7.2", f"to replace {unit} at once")
        steps = 1 if s.turn >= rule.disrupted_at_once_from else 2  # 13.1
    else:
        s.tracks[f"returned {s.turn} {s.unit(unit).nation}"] = 1
        steps = 1 if s.turn >= rule.free_disrupted_from else 2
    yield from put(s, unit, go.hex, steps, "7.2")
