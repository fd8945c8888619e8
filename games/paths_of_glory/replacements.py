"""Replacements (17): points are kept in halves, so that a corps step costs one."""

from __future__ import annotations

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.replacements import Points

from .actions import Rebuild, Restore
from .arrivals import home_spaces
from .conditions import u_boats
from .model import DEAD, POOLS, RESERVE, State
from .supply import capital_lost, in_supply

STRENGTHS = {"reduced": 1, "full": 2}  # steps


def adjust(s: State) -> None:
    """Cards that change the points of this phase."""
    points = s.data.events.rp
    if "cp_33" in s.played and "ap_37" not in s.played:  # Walter Rathenau
        s.score("rp_ge", 2 * points.cp_33, "CP-33")
    if u_boats(s) and s.tracks.get("rp_br", 0):
        s.score("rp_br", 2 * points.cp_36, "CP-36")
    if s.played.get("cp_27") == s.turn and s.tracks.get("rp_br", 0):
        s.score("rp_br", 2 * points.cp_27, "CP-27")
    if "cp_53" in s.played and s.tracks.get("rp_ru", 0) > 2 * points.cp_53:
        s.tracks["rp_ru"] = 2 * points.cp_53


def why_not_replace(s: State, side: str, unit: str) -> Refusal | None:
    """Why a unit may take no replacements; None if it may."""
    if unit not in s.units or s.side_of(unit) != side:
        return Refusal("17.1.1", f"{s.name(unit)} is not a unit of yours in play.")
    c, at = s.counter(unit), s.units[unit].at
    if not c.pool:
        return Refusal("17.1.7", f"{c.name} takes no replacements.")
    if capital_lost(s, c.nation):
        return Refusal("17.1.3", f"The enemy holds the capital of {s.name(c.nation)}.")
    if at in s.data.spaces:
        if s.neutral(at):
            return Refusal("9.5.2.4", f"{s.name(unit)} is neutral.")
        if not in_supply(s, unit, own=True):
            return Refusal("17.1.4.1", f"{s.name(unit)} does not draw supply from a source of its own.")
    return None


def step_price(s: State, unit: str) -> int:
    """What a step costs, in halves of a point (17.1.4)."""
    return s.data.numbers.army_step if s.counter(unit).army else s.data.numbers.corps_step


POINTS = Points(
    "17.1.4",
    track=lambda s, unit: f"rp_{s.counter(unit).pool}",
    text="{unit} needs {price} RP of its nation; {left} are left.",
    in_words=lambda halves: f"{halves / 2:g}",
)


def why_not_restore(s: State, side: str, unit: str) -> Refusal | None:
    """Why a unit may not be flipped to full strength (17.1.4); None if it may."""
    if bad := why_not_replace(s, side, unit):
        return bad
    if s.units[unit].steps != 1:
        what = "at full strength" if s.units[unit].steps else "eliminated: it is rebuilt, not restored"
        return Refusal("17.1.4", f"{s.name(unit)} is {what}.")
    return POINTS.why_not_pay(s, unit, step_price(s, unit))


def why_not_rebuild(s: State, side: str, unit: str, strength: str, space: str) -> Refusal | None:
    """Why an eliminated unit may not come back so (17.1.4-17.1.6); None if it may."""
    if bad := why_not_replace(s, side, unit):
        return bad
    if s.units[unit].at != DEAD[side]:
        return Refusal("17.1.4", f"{s.name(unit)} is not eliminated; only eliminated units are rebuilt.")
    if strength not in STRENGTHS:
        return Refusal("17.1.4", f"A unit is rebuilt full or reduced, not {strength}.")
    if bad := POINTS.why_not_pay(s, unit, STRENGTHS[strength] * step_price(s, unit)):
        return bad
    if space in places(s, unit):
        return None
    rule = "17.1.5" if s.counter(unit).army else "17.1.6"
    return Refusal(rule, f"{s.name(unit)} cannot come back in {s.name(space)}.")


def offers(s: State, side: str) -> list[Restore | Rebuild]:
    """All that may be bought now (17.1.4), alike units once."""
    found: list[Restore | Rebuild] = []
    if not any(s.tracks.get(f"rp_{p}", 0) > 0 for p in POOLS[side]):
        return found
    weak = [u for u, x in s.units.items() if x.steps < 2 and s.side_of(u) == side and POINTS.left(s, u) > 0]
    for unit in s.distinct(weak):
        if s.units[unit].at != DEAD[side]:
            if why_not_restore(s, side, unit) is None:
                found.append(Restore(unit))
        elif why_not_replace(s, side, unit) is None:
            for strength, steps in STRENGTHS.items():
                if POINTS.why_not_pay(s, unit, steps * step_price(s, unit)) is None:
                    found += [Rebuild(unit, strength, space) for space in places(s, unit)]
    return found


def places(s: State, unit: str) -> list[str]:
    """Where a rebuilt unit goes (17.1.5, 17.1.6)."""
    c = s.counter(unit)
    if c.army:
        return home_spaces(s, unit)
    if c.kind == "ana":
        return [] if s.packed("arabia") else ["arabia"]
    return [RESERVE[c.side]]


def left_over(s: State, side: str) -> str:
    """The points a side still has."""
    tracks = (f"rp_{p}" for p in POOLS[side])
    return ", ".join(f"{s.name(t)} {s.tracks[t] / 2:g}" for t in tracks if s.tracks.get(t))


def replace(s: State, side: str) -> Procedure[Done | None]:
    """Buy one replacement, or end (17.1.1, 17.1.2)."""
    options = offers(s, side)
    if not options:
        return DONE

    def waste(answer: object) -> str | None:
        return f"Points that are not spent are lost: {left_over(s, side)}." if answer == DONE else None

    prompt = f"Spend replacements on what ({left_over(s, side)}), or 'done'?"
    why_not = {
        Restore: lambda a: why_not_restore(s, side, a.unit),
        Rebuild: lambda a: why_not_rebuild(s, side, a.unit, a.strength, a.space), Done: None,
    }  # fmt: skip
    answer = yield offer(
        side, [*options, DONE], why_not, prompt, "17.1.4", warn=waste, complete=False, all_legal=True
    )  # fmt: skip
    if answer == DONE:
        return DONE
    price = step_price(s, answer.unit)
    if isinstance(answer, Restore):
        s.restore(answer.unit, "17.1.4")
    else:
        steps = STRENGTHS[answer.strength]
        price *= steps
        s.eliminate(answer.unit)
        s.place(answer.unit, answer.space, steps, "17.1.5")
        s.lose_trench(answer.space, side)
    POINTS.pay(s, answer.unit, price, "17.1.1")
    return None


def end(s: State) -> None:
    """17.1.2: what is left is lost."""
    POINTS.keep(s, (f"rp_{pool}" for pools in POOLS.values() for pool in pools))
