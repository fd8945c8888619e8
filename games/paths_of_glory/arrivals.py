"""Reinforcements (9.5.3) and where armies enter."""

from __future__ import annotations

from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.arrivals import Arrivals

from .actions import Place
from .conditions import why_not_meet
from .model import AP, ENEMY, RESERVE, State
from .records import Card
from .stacking import can_operate
from .supply import besieged, in_supply


def home_of(s: State, nation: str) -> list[str]:
    """The capital of a nation and the supply sources in it (9.5.3.3)."""
    if nation == "us":
        return [x.id for x in s.data.spaces.values() if x.nation == "fr" and x.port]
    return [*s.data.capitals[nation], *s.data.supply.home.get(nation, ())]


def home_spaces(s: State, unit: str) -> list[str]:
    """Capital and friendly sources of the nation where an army may be put (9.5.3.3, 17.1.5)."""
    c = s.counter(unit)
    where = home_of(s, c.nation)
    if c.nation == "be":  # 17.1.5
        where = [x for x in ("brussels", "antwerp", "ostend") if s.control[x] == AP] or ["calais"]
    if c.nation == "sb":
        where = ["belgrade"] if s.control["nis"] == AP else []
        if "ap_30" in s.played or "gr" in s.at_war:
            where.append("salonika")
    found = [x for x in dict.fromkeys(where) if _free(s, unit, x)]
    full = s.control["paris"] == AP == s.holder("paris") and s.packed("paris")
    if c.nation == "fr" and full and _free(s, unit, "orleans"):
        found.append("orleans")
    return found


def _free(s: State, unit: str, space: str) -> bool:
    side = s.side_of(unit)
    if s.control[space] != side or besieged(s, space) or s.holder(space) == ENEMY[side]:
        return False
    return not s.packed(space) and can_operate(s, unit, space) and in_supply(s, unit, space)


def special_spaces(s: State, unit: str) -> list[str]:
    """Where the four Allied Near East armies enter by their cards, if the conditions of the card hold."""
    if why_not_meet(s, AP, s.data.events.at_home[unit]) is not None:
        return []
    if unit == "br_mef":
        return [x for x in s.data.mef if not s.units_at(x)]
    if unit == "br_ne":
        return [x for x in ("alexandria",) if _free(s, unit, x)]
    if unit == "fr_orient":
        at_war = "gr" in s.at_war or s.greek_limited
        return [x for x in ("salonika",) if at_war and _free(s, unit, x)]
    return [x.id for x in s.data.spaces.values() if x.near_east and x.nation == "ru" and _free(s, unit, x.id)]


def entry_spaces(s: State, unit: str) -> list[str]:
    """All spaces where a reinforcing unit may enter."""
    if unit in s.data.events.at_home:
        return [*special_spaces(s, unit), *home_spaces(s, unit)]
    kind = s.counter(unit).kind
    if kind == "ana":
        return [] if s.packed("arabia") else ["arabia"]
    if kind == "sn":
        return ["libya"] if not s.packed("libya") and s.holder("libya") != AP else []
    return home_spaces(s, unit) if s.counter(unit).army else [RESERVE[s.side_of(unit)]]


def arriving(s: State, card: Card) -> list[str]:
    """The counters a reinforcement card brings: unused ones of each kind."""
    found: list[str] = []
    for kind, n in card.brings.items():
        free = [u for u in s.data.types[kind] if u not in s.units and u not in s.gone]
        found += free[:n]
    return found


def why_not_reinforce(s: State, side: str, card: Card) -> Refusal | None:
    """Why a reinforcement card may not be played: all its units must have a place (9.5.3.1)."""
    if card.reinforces not in s.at_war:
        return Refusal("9.5.3.1", f"{s.name(card.reinforces)} is not at war.")
    room: dict[str, int] = {}
    for unit in arriving(s, card):
        spaces = entry_spaces(s, unit)
        most = s.data.numbers.stack
        fit = next((x for x in spaces if x == RESERVE[side] or len(s.units_at(x)) + room.get(x, 0) < most), None)
        if fit is None:
            return Refusal("9.5.3.1", f"{s.name(unit)} cannot be placed legally.")
        room[fit] = room.get(fit, 0) + 1
    return None


def reinforce(s: State, side: str, card: Card) -> Procedure[None]:
    """Bring in the units of a card (9.5.3.2, 9.5.3.3, 9.5.3.4)."""
    s.reinforced |= {card.reinforces}
    for unit in arriving(s, card):
        yield from ARRIVALS.bring_in(s, unit, Place, f"Where does {s.name(unit)} enter?")


def enter(s: State, unit: str, space: str, rule: str = "9.5.3.3") -> None:
    """A unit arrives; where it takes a space, it does so by a `rule`."""
    home = unit in s.data.events.at_home and space in home_spaces(s, unit) and space not in special_spaces(s, unit)
    if home:  # 9.5.3.4
        s.home |= {unit}
    if space.startswith("mef"):  # 9.5.3.5
        s.beachhead = space
    s.place(unit, space, 2, rule)
    side = s.side_of(unit)
    s.lose_trench(space, side)
    if space in s.data.spaces and s.control[space] != side and can_operate(s, unit, space):
        s.take(space, side, rule)


ARRIVALS = Arrivals("9.5.3.3", entry_spaces, enter=enter)
