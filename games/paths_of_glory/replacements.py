"""Replacements (17): points are kept in halves, so that a corps step costs one."""

from __future__ import annotations

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.questions import Choose, Procedure, Refusal

from .actions import Rebuild, Restore
from .arrivals import home_spaces
from .cards import u_boats
from .model import DEAD, POOLS, RESERVE, State
from .supply import capital_lost, in_supply


def adjust(s: State) -> None:
    """Cards that change the points of this phase."""
    if "cp_33" in s.played and "ap_37" not in s.played:  # Walter Rathenau
        s.score("rp_ge", 2, "CP-33")
    if u_boats(s) and s.tracks.get("rp_br", 0):
        s.score("rp_br", -2, "CP-36")
    if s.played.get("cp_27") == s.turn and s.tracks.get("rp_br", 0):
        s.score("rp_br", -8, "CP-27")
    if "cp_53" in s.played and s.tracks.get("rp_ru", 0) > 2:
        s.tracks["rp_ru"] = 2


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


def points(s: State, unit: str) -> int:
    return s.tracks.get(f"rp_{s.counter(unit).pool}", 0)


def offers(s: State, side: str) -> list[object]:
    """All that may be bought now (17.1.4)."""
    found: list[object] = []
    if not any(s.tracks.get(f"rp_{p}", 0) > 0 for p in POOLS[side]):
        return found
    seen = set()
    for unit, x in s.units.items():
        c = s.counter(unit)
        if c.side != side or x.steps == 2 or (c.type, x.at) in seen or points(s, unit) <= 0:
            continue
        seen.add((c.type, x.at))
        left = points(s, unit)
        if why_not_replace(s, side, unit) is not None:
            continue
        if x.at != DEAD[side]:
            if left >= (2 if c.army else 1):
                found.append(Restore(unit))
            continue
        for strength, price in (("reduced", 2 if c.army else 1), ("full", 4 if c.army else 2)):
            if price <= left:
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

    def why(answer: object) -> Refusal | None:
        if isinstance(answer, Restore | Rebuild):
            bad = why_not_replace(s, side, answer.unit)
            return bad or Refusal(
                "17.1.4",
                f"There are not enough points for {s.name(answer.unit)}, or it cannot be placed so.",
            )
        return None

    def waste(answer: object) -> str | None:
        return f"Points that are not spent are lost: {left_over(s, side)}." if answer == DONE else None

    prompt = f"Spend replacements on what ({left_over(s, side)}), or 'done'?"
    answer = yield Choose(side, [*options, DONE], prompt, "17.1.4", refuse=why, warn=waste)
    if answer == DONE:
        return DONE
    c = s.counter(answer.unit)
    price = 2 if c.army else 1
    if isinstance(answer, Restore):
        s.restore(answer.unit, "17.1.4")
    else:
        full = answer.strength == "full"
        price *= 2 if full else 1
        s.eliminate(answer.unit)
        s.place(answer.unit, answer.space, 2 if full else 1, "17.1.5")
        s.lose_trench(answer.space, side)
    s.score(f"rp_{c.pool}", -price, "17.1.1")
    return None


def end(s: State) -> None:
    """17.1.2: what is left is lost."""
    for pools in POOLS.values():
        for p in pools:
            s.tracks[f"rp_{p}"] = 0
