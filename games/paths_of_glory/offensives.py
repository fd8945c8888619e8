"""Mandated offensives (7): the die of the turn, and which attacks meet it."""

from __future__ import annotations

from wargame.core.engine.questions import Procedure, Roll

from .model import AP, CP, Battle, State
from .supply import in_supply


def mandated_offensives(s: State) -> Procedure[None]:
    """6.0 A, 7.1."""
    s.round = 0
    for side in (CP, AP):
        roll = (yield Roll(1, 6, f"the mandated offensive of {s.name(side)}", "7.1.1")).total
        die = roll
        if side == CP and "cp_37" in s.played:  # 7.1.9
            roll = min(6, roll + s.data.numbers.offensive_modifier)
        want = s.data.tables.mandated_offensive[side][roll - 1]
        if want == "ah_it" and not italy_open(s):  # 7.1.6
            want = "ah"
        idle = want not in ("none", "ah_it") and want not in s.at_war  # 7.1.2
        if idle or (want == "ge" and "cp_54" in s.played) or (want == "ru" and "cp_53" in s.played):
            want = "none"
        s.offensive[side] = want
        s.note("{side} rolls {die} for its mandated offensive: {nation}", "7.1.1", side=side, die=die, nation=want)


def italy_open(s: State) -> bool:
    held = any(s.control[x.id] == AP for x in s.data.spaces.values() if x.nation == "it")
    return "it" in s.at_war and held


def count_offensive(s: State, b: Battle) -> None:
    """7.1.3-7.1.8: whether this attack meets the mandated offensive."""
    enemies = {s.counter(u).nation for u in (*b.defenders, *b.idle)}
    if not enemies:
        return
    want = s.offensive.get(b.side, "none")
    west = s.data.spaces[b.space].nation in ("fr", "be", "ge")
    ours = {s.counter(u).nation for u in b.attackers}
    if want == "fr" and "cp_47" in s.played:  # 7.1.8
        for u in b.attackers:
            at = s.units[u].at
            if s.counter(u).nation == "fr" and not any(s.counter(x).nation == "us" for x in s.units_at(at)):
                s.limit("mutiny")
        return
    met = want in ours
    if want in ("br", "fr"):  # 7.1.4
        met = met and west and "ge" in enemies
    elif want == "ge":  # 7.1.5
        met = met and west and bool(enemies & {"us", "br", "be", "fr"})
    elif want == "ah_it":  # 7.1.6
        met = "ah" in ours and ("it" in enemies or s.data.spaces[b.space].nation == "it" or through_italy(s, b))
    if met:
        s.offensive[b.side] = "made"
        s.note("{side} meets its mandated offensive", "7.1.3", side=b.side)


def through_italy(s: State, b: Battle) -> bool:
    """Whether the defenders would be out of supply without Italian spaces (7.1.6)."""
    probe = s.copy()
    probe.at_war = s.at_war - {"it"}
    probe.changed()
    return any(in_supply(s, u) and not in_supply(probe, u) for u in b.defenders)
