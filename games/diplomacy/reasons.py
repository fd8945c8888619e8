"""Why each order ended as it did: a rule and a few words, for players who ask (VII.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .resolver import Conflict
from .results import Reason, Void

PLAIN = {
    "moves": Reason("VIII.1"),
    "holds": Reason("VII.1"),
    "supports": Reason("X.1"),
    "convoys": Reason("XIII.1"),
    "disrupted": Reason("XIII.3", "no route of fleets ordered to convoy stayed whole"),
}


def explain(
    outcomes: Mapping[str, str], void: Iterable[Void], conflict: Conflict, names: list[str]
) -> dict[str, Reason]:
    """The reason for each outcome, by unit."""
    faults = {one.unit: Reason(one.rule, one.reason) for one in reversed(tuple(void))}  # the first fault of each unit
    return {
        name: faults[name] if outcomes[name] == "void" else _explain(i, outcomes[name], conflict, names)
        for i, name in enumerate(names)
    }


def _explain(i: int, outcome: str, conflict: Conflict, names: list[str]) -> Reason:
    if outcome == "dislodged":
        attacker = conflict.dislodged_by(i)
        assert attacker is not None
        return Reason("X.2", f"by {names[attacker]} with strength {conflict.strength(attacker)}")
    if outcome == "cut":
        cutter = conflict.cut_by(i)
        return Reason("XI", f"by the attack of {names[cutter]}" if cutter is not None else "")
    if outcome == "bounces":
        return _bounce(i, conflict, names)
    return PLAIN[outcome]


def _bounce(i: int, conflict: Conflict, names: list[str]) -> Reason:
    target = conflict.target[i] or ""
    defence, dislodges = conflict.defence(i)
    occupant = conflict.at.get(target)
    if dislodges and occupant is not None:
        if conflict.power[occupant] == conflict.power[i]:
            return Reason("X.3", f"{names[occupant]} of the same power did not leave {target}")
        strength = conflict.strength(i, without=conflict.power[occupant])
        if strength <= defence:
            return Reason("X.2", f"strength {strength} against {defence} of {names[occupant]}")
    else:
        strength = conflict.strength(i)
    other, rival = max((conflict.blocking(r), r) for r in conflict.attackers[target] if r != i)
    return Reason("IX", f"strength {strength} against {other} of {names[rival]}, also bound for {target}")
