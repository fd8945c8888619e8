"""Advance after combat (12.6)."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Choose, Procedure, Refusal

from .actions import Advance
from .model import CHANNEL, CP, STOPPING, Battle, State
from .movement import step
from .stacking import can_operate, why_not_operate
from .supply import besieged, besieging_force, siege_kept

Path = tuple[str, ...]


def advance(s: State, b: Battle, paths: list[Path]) -> Procedure[None]:
    """12.2.12: units advance one by one until done; a siege begun must be completed (12.6.5)."""
    vacated = dict.fromkeys((b.space, *(p[0] for p in paths)))
    while True:
        short = [x for x in vacated if s.holder(x) == b.side and s.fort_owner(x) == b.enemy and not besieged(s, x)]
        ways = [Advance(u, p) for u in advancers(s, b) for p in advance_paths(s, b, u, paths)]
        offers: list[object] = [a for a in ways if not short or a.path[-1] in short]
        if not offers:
            return
        answer = yield Choose(
            b.side, offers if short else [*offers, DONE],
            "Advance which unit?" if short else "Advance which unit, or 'done'?", "12.6.1",
            partial(_why_not_advance, s, b, short, paths), warn=partial(_stays, b),
        )  # fmt: skip
        if answer == DONE:
            return
        b.effects.add("advanced")
        for to in answer.path:
            enter(s, b.side, answer.unit, to)


def _stays(b: Battle, answer: object) -> str | None:
    """What ending an advance costs."""
    if answer == DONE and "cp_51" in b.cards[CP] and "advanced" not in b.effects:
        return "Nobody advances after the Peace Offensive: that costs 1 VP (CP-51)."
    return None


def advancers(s: State, b: Battle) -> list[str]:
    """Attackers that may still advance: at full strength, not yet gone on, not needed for a siege (12.6.1)."""
    ready = [u for u in b.attackers if s.full(u) and s.units[u].at in b.sources and s.units[u].at != b.space]
    return [u for u in ready if siege_kept(s, u)]


def advance_paths(s: State, b: Battle, unit: str, paths: list[Path]) -> list[Path]:
    """Where a full-strength attacker may advance (12.6)."""
    if not _can_advance(s, b, unit, s.units[unit].at, b.space, b.space):
        return []
    found: list[Path] = [] if s.packed(b.space) else [(b.space,)]
    stopped = s.data.spaces[b.space].terrain in STOPPING or s.fort_owner(b.space) == b.enemy
    if paths and all(len(p) == 2 for p in paths) and not stopped:  # 12.6.3
        for to in dict.fromkeys(p[0] for p in paths):
            if not s.packed(to) and _can_advance(s, b, unit, b.space, to, b.space):
                found.append((b.space, to))
    return found


def _can_advance(s: State, b: Battle, unit: str, at: str, to: str, target: str) -> bool:
    here = s.units_at(to)
    if at == to or to not in s.data.near(at, s.counter(unit)) or (here and s.side_of(here[0]) != b.side):
        return False
    if not can_operate(s, unit, to):
        return False
    if b.side == CP and to in CHANNEL and to != target and not s.channel_open:
        return False  # 12.6.6
    if s.fort_owner(to) == b.enemy:  # 12.6.5
        if s.turn == 1 and s.counter(unit).nation == "ru" and s.data.spaces[to].nation == "ge":  # 15.1.11
            return False
        friends = [u for u in advancers(s, b) if can_operate(s, u, target) and can_operate(s, u, to)]
        return besieging_force(s, [*here, *friends], s.fort(to))
    return True


def _why_not_advance(s: State, b: Battle, short: list[str], paths: list[Path], answer: object) -> Refusal | None:
    """Why an advance, or its end, is refused."""
    if short and (not isinstance(answer, Advance) or answer.path[-1:] != (short[0],)):
        return Refusal("12.6.5", f"The siege of {s.listed(short)} that was begun must be made up first.")
    if not isinstance(answer, Advance):
        return None
    unit, path = answer.unit, answer.path
    if unit not in b.attackers:
        return Refusal("12.1.7", f"{s.name(unit)} took no part in the attack, or is eliminated.")
    if not s.full(unit):
        return Refusal("12.6.1", f"{s.name(unit)} is reduced; only units at full strength advance.")
    if unit not in advancers(s, b):
        return Refusal("15.2.3", f"{s.name(unit)} has advanced already or is needed for a siege.")
    if path[:1] != (b.space,):
        return Refusal("12.6.2", f"The first space of an advance is {s.name(b.space)}.")
    if len(path) > 2 or (len(path) == 2 and path[1] not in {p[0] for p in paths if len(p) == 2}):
        return Refusal("12.6.3", "Only a space that defenders passed in a retreat of two is entered beyond the first.")
    if s.packed(path[-1]):
        return Refusal("10.1.1", f"Three units stand in {s.name(path[-1])} already.")
    return why_not_operate(s, unit, path[-1])


def enter(s: State, side: str, unit: str, to: str) -> None:
    step(s, side, (unit,), s.units[unit].at, to, "12.6.9")
