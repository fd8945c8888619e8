"""Designation of attacks (9.2.9, 12.2.2): the target, its attackers, and the combat that they begin."""

from __future__ import annotations

from wargame.core.engine.actions import DONE, Done
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.attack import Answers, Units, name_attackers

from .actions import Attack, CallOff, Fight, With
from .attackers import (
    candidates,
    completable,
    open_targets,
    why_not_attack,
    why_not_combine,
    why_not_join,
    why_not_target,
)
from .fire import shown
from .model import AP, CP, Battle, State


def one_attack(s: State, side: str) -> Procedure[Done | None]:
    """Choose a target and attackers and fight, or end combat (9.2.9, 12.2.2)."""
    ready = open_targets(s, side)
    if not ready:
        return DONE

    def waste(answer: object) -> str | None:
        if answer != DONE:
            return None
        return f"Attacks paid for can still be made on {s.listed(ready)}."

    why_not = {Attack: lambda a: why_not_attack_space(s, side, a.space, ready), Done: None}
    prompt = "Attack which space, or 'done'?"
    answer = yield offer(side, [*map(Attack, ready), DONE], why_not, prompt, "12.1.1", warn=waste)
    if answer == DONE:
        return DONE
    chosen = yield from _name_attackers(s, side, answer.space)
    if not chosen:
        s.called_off |= {answer.space}
        return None
    s.called_off = frozenset()
    yield from s.rules.resolve_combat(s, declared(s, side, answer.space, chosen))
    return None


def why_not_attack_space(s: State, side: str, space: str, ready: list[str]) -> Refusal | None:
    """Why a space may not be attacked now; None if it may: `ready` are those that some set of attackers may attack."""
    if bad := why_not_target(s, side, space):
        return bad
    if space in s.called_off:
        where = s.name(space)
        text = f"The attack on {where} was called off: make another first, or take that back with undo."
        return Refusal("12.2.2", text)
    if space in ready:
        return None
    units = [u for x, use in s.activated.items() if use == "attack" for u in s.units_at(x)]
    found = [bad for u in units if (bad := why_not_attack(s, u, space) or why_not_combine(s, [u], space))]
    nobody = Refusal("12.1.5", f"No unit that may still attack this round can attack {s.name(space)}.")
    return min(found, key=lambda bad: bad.rule == "12.1.8", default=nobody)


def declared(s: State, side: str, target: str, chosen: Units) -> Battle:
    """The combat that these attackers begin."""
    here = [u for u in s.units_at(target) if s.side_of(u) != side]
    return Battle(
        target, list(chosen), [u for u in here if u not in s.retreated], [u for u in here if u in s.retreated], side,
        sorted({s.units[u].at for u in chosen}), {AP: [], CP: []},
    )  # fmt: skip


def _name_attackers(s: State, side: str, target: str) -> Procedure[Units]:
    """The attackers of a space, such that they can all attack together; nobody if the attack is called off."""
    pool = candidates(s, side, target)
    where = s.name(target)

    def why_not_name(chosen: Units, unit: str) -> Refusal | None:
        if unit not in pool or unit in chosen:
            return why_not_join(s, side, unit, target, list(chosen))
        units = [*chosen, unit]
        return None if completable(s, units, pool, target) else why_not_combine(s, units, target)

    def why_not_call_off(chosen: Units) -> Refusal | None:
        if chosen and why_not_combine(s, list(chosen), target) is None:
            return None
        return Refusal("12.2.2", f"There is no attack on {where} to call off yet: name the units that make it.")

    def prompt(chosen: Units) -> str:
        if not chosen:
            return f"Attack {where} with which unit?"
        who = f"Attack {where} with {s.listed(chosen)}"
        if why_not_combine(s, list(chosen), target) is not None:
            return f"{who} and which other unit?"
        more = any(why_not_name(chosen, u) is None for u in pool)
        return f"{who}: add a unit, 'fight' or 'call off'?" if more else f"{who}: 'fight' or 'call off'?"

    def lost(chosen: Units, answer: object) -> str | None:
        if not isinstance(answer, CallOff):
            return None
        last = "'undo' takes back only the last answer"
        return f"{where} can then be attacked again only after another combat of this round; {last}."

    return (yield from name_attackers(
        side, pool, Answers(With, Fight(), CallOff()), prompt, "12.2.2", why_not_join=why_not_name,
        why_not_fight=lambda chosen: why_not_combine(s, list(chosen), target), why_not_call_off=why_not_call_off,
        show=lambda chosen: shown(s, declared(s, side, target, chosen)) if chosen else {}, warn=lost,
    ))  # fmt: skip
