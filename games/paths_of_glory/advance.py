"""Advance after combat (12.6)."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.advance import Advances
from wargame.core.mechanics.ways import Path

from .actions import Advance
from .march import step
from .model import CP, Battle, State
from .movement import why_not_besiege_yet
from .stacking import STACKING, can_operate, why_not_operate
from .supply import besieged, besieging_force, siege_kept


def advance(s: State, b: Battle, paths: list[Path]) -> Procedure[None]:
    """12.2.12: units advance one by one until done; a siege begun must be completed (12.6.5)."""
    vacated = dict.fromkeys((b.space, *(p[0] for p in paths)))
    while True:
        short = [x for x in vacated if s.holder(x) == b.side and s.fort_owner(x) == b.enemy and not besieged(s, x)]
        ways = [Advance(u, p) for u in advancers(s, b) for p in advance_paths(s, b, u, paths)]
        offers = [a for a in ways if not short or a.path[-1] in short]
        if not offers:
            return
        answer = yield offer(
            b.side, offers if short else [*offers, DONE],
            {Advance: partial(_why_not_advance, s, b, short, paths), Done: partial(_why_not_end, s, short)},
            "Advance which unit?" if short else "Advance which unit, or 'done'?", "12.6.1",
            warn=partial(_waste, b), all_legal=True,
        )  # fmt: skip
        if answer == DONE:
            return
        b.effects.add("advanced")
        for to in answer.path:
            step(s, b.side, (answer.unit,), s.units[answer.unit].at, to, "12.6.9")


def _why_not_advance(s: State, b: Battle, short: list[str], paths: list[Path], answer: Advance) -> Refusal | None:
    """Why a unit may not advance along a path."""
    unit, path = answer.unit, answer.path
    if short and (not path or path[-1] not in short):
        return _why_not_end(s, short)
    if unit not in b.attackers:
        return Refusal("12.1.7", f"{s.name(unit)} took no part in the attack, or is eliminated.")
    if not s.full(unit):
        return Refusal("12.6.1", f"{s.name(unit)} is reduced; only units at full strength advance.")
    if unit not in advancers(s, b):
        return Refusal("15.2.3", f"{s.name(unit)} has advanced already or is needed for a siege.")
    return advances(s, b, paths).why_not(s, unit, b.space, path)


def _why_not_end(s: State, short: list[str], answer: object = DONE) -> Refusal | None:
    """Why the advance may not end, or go elsewhere: a siege that was begun must be made up."""
    if not short:
        return None
    return Refusal("12.6.5", f"The siege of {s.listed(short)} that was begun must be made up first.")


def _waste(b: Battle, answer: object) -> str | None:
    """What ending an advance costs."""
    if answer == DONE and "cp_51" in b.cards[CP] and "advanced" not in b.effects:
        return "Nobody advances after the Peace Offensive: that costs 1 VP (CP-51)."
    return None


def advancers(s: State, b: Battle) -> list[str]:
    """Attackers that may still advance: at full strength, not advanced yet, not needed for a siege (12.6.1)."""
    ready = [u for u in b.attackers if s.full(u) and s.units[u].at in b.sources and s.units[u].at != b.space]
    return [u for u in ready if siege_kept(s, u)]


def advances(s: State, b: Battle, paths: list[Path]) -> Advances[State]:
    """How far the victors of this combat advance: beyond its space only where all defenders retreated two (12.6.3)."""
    stopped = s.data.terrain(b.space).stops or s.fort_owner(b.space) == b.enemy
    passed = {p[0] for p in paths} if all(len(p) == s.data.numbers.retreat for p in paths) and not stopped else set()

    def why_not_step(s: State, unit: str, way: Path, to: str) -> Refusal | None:
        if len(way) > 1 and to not in passed:
            text = "Beyond the first space an advance goes only where defenders passed that retreated two spaces."
            return Refusal("12.6.3", text)
        return _why_not_enter(s, b, unit, way[-1], to)

    return Advances(
        "12.6.2", lambda s, u: s.data.numbers.advance, why_not_step,
        why_not_end=lambda s, u, space: STACKING.why_not_stack(s, (u,), space),
        near=lambda s, u, space: s.data.near(space, s.counter(u)),
    )  # fmt: skip


def advance_paths(s: State, b: Battle, unit: str, paths: list[Path]) -> list[Path]:
    """Where a full-strength attacker may advance (12.6)."""
    return advances(s, b, paths).ways(s, unit, b.space)


def _why_not_enter(s: State, b: Battle, unit: str, at: str, to: str) -> Refusal | None:
    """Why a unit may not advance from a space into the next."""
    name = s.name(to)
    if to not in s.data.near(at, s.counter(unit)):
        return Refusal("11.1.3", f"No line that {s.name(unit)} may use leads from {s.name(at)} to {name}.")
    here = s.units_at(to)
    if here and s.side_of(here[0]) != b.side:
        return Refusal("12.6.2", f"Enemy units still stand in {name}.")
    if bad := why_not_operate(s, unit, to):
        return bad
    if b.side == CP and to in s.data.numbers.channel and to != b.space and not s.channel_open:
        return Refusal("12.6.6", f"The Central Powers may not advance beyond the attacked space into {name} yet.")
    if s.fort_owner(to) == b.enemy:
        if bad := why_not_besiege_yet(s, (unit,), to):
            return bad
        friends = [u for u in advancers(s, b) if can_operate(s, u, b.space) and can_operate(s, u, to)]
        if not besieging_force(s, [*here, *friends], s.fort(to)):
            return Refusal("12.6.5", f"The units that can advance are too few to besiege the fort of {name}.")
    return None
