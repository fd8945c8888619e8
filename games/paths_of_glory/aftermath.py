"""Retreat (12.5) and advance (12.6)."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Choose, Procedure, Reason

from .losses import substitute, suffer
from .model import CHANNEL, CP, ENEMY, HOLDING, STOPPING, Advance, Battle, Retreat, Stand, State
from .supply import besieged, besieging_force, fort_owner, in_supply, may_stand, siege_kept, stand_refusal

Path = tuple[str, ...]


def may_cancel(s: State, b: Battle) -> bool:
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
    if not withdrawal and may_cancel(s, b) and (steps > 1 or _has_corps(s, b)):
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


def _why_not_retreat(s: State, b: Battle, length: int, answer: object) -> Reason | None:
    """Why a retreat is refused."""
    if not isinstance(answer, Retreat):
        return None
    unit, path = answer.unit, answer.path
    if unit not in b.defenders:
        return "12.5.1", f"{s.name(unit)} is not among the units that retreat."
    if len(path) != length:
        return "12.5.2", f"The retreat is of {length} spaces."
    for at, to in zip((b.space, *path), path, strict=False):
        if at not in s.data.spaces or to not in s.data.near(at, s.counter(unit)):
            return "11.1.3", f"No line that {s.name(unit)} may use leads from {s.name(at)} to {s.name(to)}."
        if bad := stand_refusal(s, unit, to):
            return bad
        if to == b.space or not _may_retreat(s, unit, b.enemy, at, to):
            return "12.5.5", f"{s.name(unit)} may not retreat into {s.name(to)}: an enemy, a fort or the space it left."
    if s.packed(path[-1]):
        return "10.1.1", f"Three units stand in {s.name(path[-1])} already."
    return "12.5.5", "Ways through friendly spaces, to friendly ends and into supply come first."


def _why_not_advance(s: State, b: Battle, short: list[str], paths: list[Path], answer: object) -> Reason | None:
    """Why an advance, or its end, is refused."""
    if short and (not isinstance(answer, Advance) or answer.path[-1:] != (short[0],)):
        return "12.6.5", f"The siege of {s.listed(short)} that was begun must be made up first."
    if not isinstance(answer, Advance):
        return None
    unit, path = answer.unit, answer.path
    if unit not in b.attackers:
        return "12.1.7", f"{s.name(unit)} took no part in the attack, or is eliminated."
    if not s.full(unit):
        return "12.6.1", f"{s.name(unit)} is reduced; only units at full strength advance."
    if unit not in advancers(s, b):
        return "15.2.3", f"{s.name(unit)} has advanced already or is needed for a siege."
    if path[:1] != (b.space,):
        return "12.6.2", f"The first space of an advance is {s.name(b.space)}."
    if len(path) > 2 or (len(path) == 2 and path[1] not in {p[0] for p in paths if len(p) == 2}):
        return "12.6.3", "Only a space that defenders passed in a retreat of two is entered beyond the first."
    if s.packed(path[-1]):
        return "10.1.1", f"Three units stand in {s.name(path[-1])} already."
    return stand_refusal(s, unit, path[-1])


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
            if to != space and to not in path and _may_retreat(s, unit, side, at, to):
                follow(to, (*path, to))

    follow(space, ())
    own = [p for p in found if _friendly(s, side, p[-1])]
    good = [p for p in own if all(_friendly(s, side, x) for x in p)] or own or found
    return [p for p in good if in_supply(s, unit, p[-1])] or good


def _friendly(s: State, side: str, space: str) -> bool:
    """A space of the side, or an enemy fort that friends besiege: such a fort is ignored (15.2.2)."""
    return s.control[space] == side or (fort_owner(s, space) == ENEMY[side] and besieged(s, space))


def _may_retreat(s: State, unit: str, side: str, at: str, to: str) -> bool:
    here = s.units_at(to)
    if here and s.side_of(here[0]) != side:
        return False
    if fort_owner(s, to) == ENEMY[side] and not besieged(s, to):
        return False
    if s.data.caucasus(at, to) and "ru_caucasus" in s.limits:  # 12.1.8
        return False
    return may_stand(s, unit, to)


def run(s: State, unit: str, way: Path) -> None:
    """12.5.5: only the last space changes hands."""
    side = s.side_of(unit)
    old = s.units[unit].at
    for at, to in zip((old, *way), way, strict=False):
        if s.data.caucasus(at, to):
            s.limit("ru_caucasus")
    s.go(unit, way[-1], "12.5.5")
    s.retreated = s.retreated | {unit}
    if fort_owner(s, way[-1]) in ("", side):  # 15.1.9
        if unit.startswith("ana") and s.control[way[-1]] == CP:
            s.limit(f"ana:{way[-1]}")
        s.take(way[-1], side, "12.5.5")


def advance_paths(s: State, b: Battle, unit: str, paths: list[Path]) -> list[Path]:
    """Where a full-strength attacker may advance (12.6)."""
    if not _may_advance(s, b, unit, s.units[unit].at, b.space, b.space):
        return []
    found: list[Path] = [] if s.packed(b.space) else [(b.space,)]
    stopped = s.data.spaces[b.space].terrain in STOPPING or fort_owner(s, b.space) == b.enemy
    if paths and all(len(p) == 2 for p in paths) and not stopped:  # 12.6.3
        for to in dict.fromkeys(p[0] for p in paths):
            if not s.packed(to) and _may_advance(s, b, unit, b.space, to, b.space):
                found.append((b.space, to))
    return found


def _may_advance(s: State, b: Battle, unit: str, at: str, to: str, target: str) -> bool:
    here = s.units_at(to)
    if at == to or to not in s.data.near(at, s.counter(unit)) or (here and s.side_of(here[0]) != b.side):
        return False
    if not may_stand(s, unit, to):
        return False
    if b.side == CP and to in CHANNEL and to != target and not s.channel_open:
        return False  # 12.6.6
    if fort_owner(s, to) == b.enemy:  # 12.6.5
        if s.turn == 1 and s.counter(unit).nation == "ru" and s.data.spaces[to].nation == "ge":  # 15.1.11
            return False
        friends = [u for u in advancers(s, b) if may_stand(s, u, target) and may_stand(s, u, to)]
        return besieging_force(s, [*here, *friends], s.fort(to))
    return True


def advancers(s: State, b: Battle) -> list[str]:
    """Attackers that may still advance: at full strength, not yet gone on, not needed for a siege (12.6.1)."""
    ready = [u for u in b.attackers if s.full(u) and s.units[u].at in b.sources and s.units[u].at != b.space]
    return [u for u in ready if siege_kept(s, u)]


def advance(s: State, b: Battle, paths: list[Path]) -> Procedure[None]:
    """12.2.12: units advance one by one until done; a siege begun must be completed (12.6.5)."""
    vacated = dict.fromkeys((b.space, *(p[0] for p in paths)))
    while True:
        short = [x for x in vacated if s.holder(x) == b.side and fort_owner(s, x) == b.enemy and not besieged(s, x)]
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


def enter(s: State, side: str, unit: str, to: str) -> None:
    from .movement import step

    step(s, side, (unit,), s.units[unit].at, to, "12.6.9")
