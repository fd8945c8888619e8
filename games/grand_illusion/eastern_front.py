"""The eastern front (7.3)."""

from __future__ import annotations

from wargame.core.engine.actions import NO, YES, No, Yes
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure
from wargame.core.mechanics.choosing import why_not_one_of

from .actions import Take
from .control import settle
from .model import OUT, State
from .records import GERMAN
from .retreat import displace_rear


def east_front(s: State) -> Procedure[None]:
    """Germany sends infantry and a cavalry division east, or loses VP."""
    rule = s.data.tables.eastern_front
    foot, horse = _eastern_units(s)
    points = sum(s.strength(u, False) for u in foot)
    if points >= rule.points and horse:
        prompt = f"Send an army to the eastern front ('no' loses {rule.price} VP)?"
        answer = yield offer(GERMAN, [YES, NO], {Yes: None, No: None}, prompt, "7.3")
        if answer == YES:
            yield from _send_east(s, foot, horse)
            return
    s.victory_points(GERMAN, -rule.price, "7.3")


def _eastern_units(s: State) -> tuple[list[str], list[str]]:
    """Infantry, and cavalry, in or beside the hexes of the 1st, 2nd and 3rd Army headquarters."""
    hexes: dict[str, None] = {}
    for hq in s.data.tables.eastern_front.armies:
        if s.on_map(hq):
            at = s.units[hq].at
            hexes[at] = None
            hexes.update(dict.fromkeys(h for h, cost in s.next_to(at).items() if cost))
    units = [u for h in hexes for u in s.present(h, GERMAN).combat]
    return [u for u in units if s.is_infantry(u)], [u for u in units if not s.is_infantry(u)]


def _send_east(s: State, foot: list[str], horse: list[str]) -> Procedure[None]:
    points, wanted = 0, s.data.tables.eastern_front.points
    while points < wanted:
        text = "Only infantry at or beside the 1st, 2nd and 3rd Army HQs goes east."
        near = why_not_one_of("unit", foot, "7.3", text)
        prompt = f"Which infantry goes east ({points} of {wanted} strength points so far)?"
        answer = yield offer(GERMAN, map(Take, foot), {Take: near}, prompt, "7.3")
        points += s.strength(answer.unit, False)
        foot.remove(answer.unit)
        yield from _leaves(s, answer.unit)
    near = why_not_one_of("unit", horse, "7.3", "Only cavalry at or beside the 1st, 2nd and 3rd Army HQs goes east.")
    answer = yield offer(GERMAN, map(Take, horse), {Take: near}, "Which cavalry division goes east?", "7.3")
    yield from _leaves(s, answer.unit)


def _leaves(s: State, unit: str) -> Procedure[None]:
    hex = s.units[unit].at
    s.eliminate(unit, "7.3", box=OUT)
    yield from displace_rear(s, hex, GERMAN)
    settle(s, hex)
