"""Heavy artillery fires at the forts of the battle hex before the battle (9.5.4)."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import PASS, Pass
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Roll

from .actions import Bombard, Concentrate
from .model import Battle, State
from .modifiers import bombardment_drm


def bombardment(s: State, battle: Battle) -> Procedure[None]:
    """Heavy artillery in the battle hex fires at its forts, a gun at a time until it misses (9.5.4c)."""
    hex = battle.hex
    ready = [g for g in s.present(hex, battle.attacker).ha if not s.disrupted(g)]
    together = len(ready) > 1
    while ready and (forts := s.present(hex, battle.defender).forts):
        offers: list[Any] = [Bombard(g, f) for g in ready for f in forts]
        if together:
            offers += [Concentrate(f) for f in forts]
        answer = yield offer(
            battle.attacker,
            [*offers, PASS],
            {
                Bombard: partial(_why_not_bombard, s, ready, forts),
                Concentrate: partial(_why_not_concentrate, together, forts),
                Pass: None,
            },
            f"Which gun bombards which fort of {hex} ('pass' for none)?",
            "9.5.4",
            warn=partial(_silent_guns, ready),
        )
        if answer == PASS:
            return
        if isinstance(answer, Concentrate):
            yield from _concentrated(s, battle, ready, answer.fort)
            return
        yield from _one_gun(s, battle, answer.gun, answer.fort)
        ready.remove(answer.gun)
        together = False


def _why_not_bombard(s: State, ready: list[str], forts: tuple[str, ...], answer: Bombard) -> Refusal | None:
    """Why a gun may not fire at a fort (9.5.4)."""
    if answer.gun not in ready:
        fired = answer.gun in s.units and s.on_map(answer.gun) and s.counter(answer.gun).kind == "ha"
        why = "has fired this turn or is elsewhere" if fired else "is no heavy artillery of yours here"
        return Refusal("9.5.4", f"{answer.gun} {why}; ready: {', '.join(ready)}.")
    return _why_no_target(forts, answer.fort)


def _why_not_concentrate(together: bool, forts: tuple[str, ...], answer: Concentrate) -> Refusal | None:
    """Why the guns may not be committed together (9.5.4d)."""
    if not together:
        return Refusal("9.5.4", "Guns are committed together before the first of them fires, two at least.")
    return _why_no_target(forts, answer.fort)


def _why_no_target(forts: tuple[str, ...], fort: str) -> Refusal | None:
    return None if fort in forts else Refusal("9.5.4", f"{fort} is no enemy fort here; there is {', '.join(forts)}.")


def _silent_guns(ready: list[str], answer: Any) -> str | None:
    return f"{', '.join(ready)} would not fire in this battle." if answer == PASS else None


def _concentrated(s: State, battle: Battle, guns: list[str], fort: str) -> Procedure[None]:
    """Guns committed together hit once more if a fort is left at the end (9.5.4d)."""
    target = fort
    for gun in guns:
        if target:
            target = yield from _one_gun(s, battle, gun, target)
        else:
            s.flip(gun, "9.5.4")
    if target:
        s.lose_step(target, "9.5.4")


def _one_gun(s: State, battle: Battle, gun: str, fort: str) -> Procedure[str]:
    """A gun fires at a fort until it misses or none is left; returns the fort it fired at last, if it stands."""
    s.flip(gun, "9.5.4")
    while True:
        roll = yield Roll(1, 6, why=f"{gun} at {fort}", rule="9.5.4")
        hit = roll.total + bombardment_drm(s, battle, gun, fort) <= s.unit(gun).bombardment
        s.tell_die(gun, roll.total, f"at {fort}: " + ("hit" if hit else "miss"), "9.5.4")
        if not hit:
            return fort
        s.lose_step(fort, "9.5.4")
        forts = s.present(battle.hex, battle.defender).forts
        if not forts:
            return ""
        if fort not in forts:
            fort = forts[0]
