"""Retreat (12.5)."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.retreat import Priority, Retreats
from wargame.core.mechanics.ways import Path

from .actions import Retreat, Stand
from .losses import substitute, suffer
from .model import CONTROL, Battle, State
from .stacking import STACKING, why_not_operate
from .supply import besieged, in_supply


def can_hold(s: State, b: Battle) -> bool:
    """12.5.3: trench, forest, desert, mountain or swamp."""
    trench = s.trenches.get(b.space, ("", 0))
    held = trench[0] == b.enemy and "no_trench" not in b.effects
    return held or s.data.terrain(b.space).holds


def retreat(s: State, b: Battle, won: bool, margin: int) -> Procedure[list[Path]]:
    """Retreat or hold; returns the paths taken."""
    withdrawal = "withdrawal" in b.effects
    if not b.defenders or not (won or withdrawal):
        return []
    if won and "hold" in b.effects and not withdrawal:  # AP-39
        return []
    numbers = s.data.numbers
    length = numbers.short_retreat if margin <= numbers.short_margin or withdrawal else numbers.retreat  # 12.5.2
    steps = sum(s.units[u].steps for u in b.defenders)
    if not withdrawal and can_hold(s, b) and (steps > 1 or _has_corps(s, b)):
        answer = yield offer(
            b.enemy, [*map(Stand, s.distinct(b.defenders)), DONE],
            {Stand: lambda a: _why_not_lose(s, b, a.unit), Done: None},
            f"Lose a step to hold {s.name(b.space)}, or 'done' to retreat {length}?", "12.5.3", complete=False,
        )  # fmt: skip
        if answer != DONE:
            suffer(s, (answer.unit,), "12.5.3", b.defenders)
            return []
    return (yield from _run_away(s, b, length))


def _run_away(s: State, b: Battle, length: int) -> Procedure[list[Path]]:
    """The units retreat one by one in any order; those that cannot are eliminated (12.5.4, 12.5.5)."""
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
            chosen = yield offer(
                b.enemy, ways, {Retreat: partial(_why_not_retreat, s, b, length)},
                f"Retreat {length} from {s.name(b.space)}: which unit where?", "12.5.5", complete=False, all_legal=True,
            )  # fmt: skip
        b.defenders.remove(chosen.unit)
        run(s, chosen.unit, chosen.path)
        paths.append(chosen.path)
    return paths


def _why_not_retreat(s: State, b: Battle, length: int, answer: Retreat) -> Refusal | None:
    """Why a unit may not retreat along a path; None if it may."""
    unit, path = answer.unit, answer.path
    if unit not in b.defenders:
        return Refusal("12.5.1", f"{s.name(unit)} is not among the units that retreat.")
    if len(path) != length:
        return Refusal("12.5.2", f"The retreat is of {length} space{'' if length == 1 else 's'}.")
    for at, to in zip((b.space, *path), path, strict=False):
        if at not in s.data.spaces or to not in s.data.near(at, s.counter(unit)):
            return Refusal("11.1.3", f"No line that {s.name(unit)} may use leads from {s.name(at)} to {s.name(to)}.")
    return RETREATS.why_not(s, unit, path, length, (b.space,))


def _why_not_lose(s: State, b: Battle, unit: str) -> Refusal | None:
    if unit in b.defenders:
        return None
    return Refusal("12.5.3", f"{s.name(unit)} does not defend {s.name(b.space)}, so it can lose no step to hold it.")


def _has_corps(s: State, b: Battle) -> bool:
    return any(s.counter(u).army and substitute(s, u, frozenset()) for u in b.defenders)


def retreats(s: State, unit: str, space: str, length: int) -> list[Path]:
    """The ways among which the owner may choose: the best by the preferences of 12.5.5."""
    return RETREATS.best(s, unit, length, (space,))


def _why_not_step(s: State, unit: str, way: Path, to: str) -> Refusal | None:
    """Why a retreat may not lead into a space."""
    side, name = s.side_of(unit), s.name(to)
    if any(s.side_of(u) != side for u in s.units_at(to)):
        return Refusal("12.5.5", f"Enemy units stand in {name}.")
    if s.fort_owner(to) == s.title.enemy(side) and not besieged(s, to):
        return Refusal("12.5.5", f"An enemy fort that is not besieged stands in {name}.")
    if s.data.caucasus(way[-1], to) and "ru_caucasus" in s.limits:
        return Refusal("12.1.8", "A Russian corps has crossed between the Caucasus box and the Near East already.")
    return why_not_operate(s, unit, to)


def _friendly(s: State, unit: str, space: str) -> bool:
    """A space of the side, or an enemy fort that friends besiege: such a fort is ignored (15.2.2)."""
    side = s.side_of(unit)
    return s.control[space] == side or (s.fort_owner(space) == s.title.enemy(side) and besieged(s, space))


RETREATS: Retreats[State] = Retreats(
    "12.5.5",
    _why_not_step,
    (
        Priority(lambda s, u, way: not _friendly(s, u, way[-1]), "{unit} must end its retreat in a friendly space."),
        Priority(
            lambda s, u, way: not all(_friendly(s, u, x) for x in way[1:]),
            "{unit} must retreat through friendly spaces.",
        ),
        Priority(lambda s, u, way: not in_supply(s, u, way[-1]), "{unit} must end its retreat in supply."),
    ),
    why_not_end=lambda s, u, space: STACKING.why_not_stack(s, (u,), space),
    near=lambda s, u, space: s.data.near(space, s.counter(u)),
)


def run(s: State, unit: str, way: Path) -> None:
    """12.5.5: only the last space changes hands."""
    old = s.units[unit].at
    for at, to in zip((old, *way), way, strict=False):
        if s.data.caucasus(at, to):
            s.limit("ru_caucasus")
    s.go(unit, way[-1], "12.5.5")
    s.retreated |= {unit}
    CONTROL.enter(s, unit, way[-1], "12.5.5")
