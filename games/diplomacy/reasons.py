"""Why an order ended as it did: one sentence a unit, for players who ask (VII.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .resolver import Conflict

if TYPE_CHECKING:
    from .adjudicator import Resolution


def explain(resolution: Resolution, conflict: Conflict, names: list[str]) -> dict[str, str]:
    """The reason for each outcome, by unit."""
    return {name: _explain(i, name, resolution, conflict, names) for i, name in enumerate(names)}


def _explain(i: int, name: str, resolution: Resolution, conflict: Conflict, names: list[str]) -> str:
    outcome = resolution.outcomes[name]
    if outcome == "dislodged":
        attacker = conflict.dislodged_by(i)
        assert attacker is not None
        return f"Dislodged by {names[attacker]} with strength {conflict.strength(attacker)} (X.2)."
    if outcome == "void":
        found = next((v for v in resolution.void if v.unit == name), None)
        return f"Void ({found.rule}): {found.reason}" if found else "Void (VII.2)."
    if outcome == "cut":
        cutter = conflict.cut_by(i)
        return f"Cut by the attack of {names[cutter]} (XI)." if cutter is not None else "Cut (XI)."
    if outcome == "disrupted":
        return "No route of fleets that were ordered to convoy stayed whole (XIII.3)."
    if outcome == "bounces":
        return _bounce(i, conflict, names)
    return {"moves": "Moved: nothing as strong stood in the way (X.2)."}.get(outcome, f"It {outcome}.")


def _bounce(i: int, conflict: Conflict, names: list[str]) -> str:
    target = conflict.target[i] or ""
    defence, dislodges = conflict.defence(i)
    occupant = conflict.at.get(target)
    if dislodges and occupant is not None:
        if conflict.power[occupant] == conflict.power[i]:
            return f"{names[occupant]} of the same power did not leave {target} (X.3)."
        strength = conflict.strength(i, without=conflict.power[occupant])
        if strength <= defence:
            return f"Strength {strength} did not exceed the {defence} of {names[occupant]} (X.2)."
    else:
        strength = conflict.strength(i)
    for rival in conflict.attackers[target]:
        if rival != i and conflict.blocking(rival) >= strength:
            other = conflict.blocking(rival)
            return f"Strength {strength} did not exceed the {other} of {names[rival]}, also bound for {target} (IX)."
    return f"It could not enter {target} (IX)."
