"""Retreat (12.5)."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Choose, Procedure, Refusal

from .actions import Retreat, Stand
from .losses import substitute, suffer
from .model import CONTROL, ENEMY, HOLDING, Battle, State
from .stacking import can_operate, why_not_operate
from .supply import besieged, in_supply

Path = tuple[str, ...]


def can_hold(s: State, b: Battle) -> bool:
    """12.5.3: trench, forest, desert, mountain or swamp."""
    trench = s.trenches.get(b.space, ("", 0))
    held = trench[0] == b.enemy and "no_trench" not in b.effects
    return held or s.data.spaces[b.space].terrain in HOLDING


def retreat(s: State, b: Battle, won: bool, margin: int) -> Procedure[list[Path]]:
    """Retreat or hold; returns the paths taken."""
    withdrawal = "withdrawal" in b.effects
    if not b.defenders or not (won or withdrawal):
        return []
    if won and "hold" in b.effects and not withdrawal:  # AP-39
        return []
    length = 1 if margin == 1 or withdrawal else 2  # 12.5.2
    steps = sum(s.units[u].steps for u in b.defenders)
    if not withdrawal and can_hold(s, b) and (steps > 1 or _has_corps(s, b)):
        offers: list[object] = [Stand(u) for u in s.distinct(b.defenders)]
        prompt = f"Lose a step to hold {s.name(b.space)}, or 'done' to retreat {length}?"
        answer = yield Choose(b.enemy, [*offers, DONE], prompt, "12.5.3")
        if answer != DONE:
            suffer(s, (answer.unit,), "12.5.3", b.defenders)
            return []
    paths = []
    while b.defenders:
        ways = [Retreat(u, w) for u in s.distinct(b.defenders) for w in retreats(s, u, b.space, length)]
        if not ways:  # 12.5.4
            for u in b.defenders:
                s.die(u, "12.5.4", for_good=True)
            b.defenders.clear()
            break
        chosen = ways[0]
        if len(ways) > 1:
            chosen = yield Choose(
                b.enemy,
                ways,
                f"Retreat {length} from {s.name(b.space)}: which unit where?",
                "12.5.5",
                partial(_why_not_retreat, s, b, length),
            )
        b.defenders.remove(chosen.unit)
        run(s, chosen.unit, chosen.path)
        paths.append(chosen.path)
    return paths


def _why_not_retreat(s: State, b: Battle, length: int, answer: object) -> Refusal | None:
    """Why a retreat is refused."""
    if not isinstance(answer, Retreat):
        return None
    unit, path = answer.unit, answer.path
    if unit not in b.defenders:
        return Refusal("12.5.1", f"{s.name(unit)} is not among the units that retreat.")
    if len(path) != length:
        return Refusal("12.5.2", f"The retreat is of {length} spaces.")
    for at, to in zip((b.space, *path), path, strict=False):
        if at not in s.data.spaces or to not in s.data.near(at, s.counter(unit)):
            return Refusal("11.1.3", f"No line that {s.name(unit)} may use leads from {s.name(at)} to {s.name(to)}.")
        if bad := why_not_operate(s, unit, to):
            return bad
        if to == b.space or not _can_retreat(s, unit, b.enemy, at, to):
            return Refusal(
                "12.5.5", f"{s.name(unit)} may not retreat into {s.name(to)}: an enemy, a fort or the space it left."
            )
    if s.packed(path[-1]):
        return Refusal("10.1.1", f"Three units stand in {s.name(path[-1])} already.")
    return Refusal("12.5.5", "Ways through friendly spaces, to friendly ends and into supply come first.")


def _has_corps(s: State, b: Battle) -> bool:
    return any(s.counter(u).army and substitute(s, u, frozenset()) for u in b.defenders)


def retreats(s: State, unit: str, space: str, length: int) -> list[Path]:
    """The legal ways to retreat, by the order of preference of 12.5.5."""
    side = s.side_of(unit)
    found: list[Path] = []

    def follow(at: str, path: Path) -> None:
        if len(path) == length:
            if not s.packed(at):
                found.append(path)
            return
        for to in s.data.near(at, s.counter(unit)):
            if to != space and to not in path and _can_retreat(s, unit, side, at, to):
                follow(to, (*path, to))

    follow(space, ())
    own = [p for p in found if _friendly(s, side, p[-1])]
    good = [p for p in own if all(_friendly(s, side, x) for x in p)] or own or found
    return [p for p in good if in_supply(s, unit, p[-1])] or good


def _friendly(s: State, side: str, space: str) -> bool:
    """A space of the side, or an enemy fort that friends besiege: such a fort is ignored (15.2.2)."""
    return s.control[space] == side or (s.fort_owner(space) == ENEMY[side] and besieged(s, space))


def _can_retreat(s: State, unit: str, side: str, at: str, to: str) -> bool:
    here = s.units_at(to)
    if here and s.side_of(here[0]) != side:
        return False
    if s.fort_owner(to) == ENEMY[side] and not besieged(s, to):
        return False
    if s.data.caucasus(at, to) and "ru_caucasus" in s.limits:  # 12.1.8
        return False
    return can_operate(s, unit, to)


def run(s: State, unit: str, way: Path) -> None:
    """12.5.5: only the last space changes hands."""
    old = s.units[unit].at
    for at, to in zip((old, *way), way, strict=False):
        if s.data.caucasus(at, to):
            s.limit("ru_caucasus")
    s.go(unit, way[-1], "12.5.5")
    s.retreated |= {unit}
    CONTROL.enter(s, unit, way[-1], "12.5.5")
