"""Who may attack what (13.1 - 13.6), with whom (6.4, 13.18)."""

from __future__ import annotations

from wargame.core.engine.questions import Refusal

from .model import BOXES, State
from .odds import ratio, strength
from .records import ENEMY, RU
from .refusals import why_not_own
from .stacking import austrians, combined_germans, combined_limit, germans


def why_not_attack(state: State, unit: str) -> Refusal | None:
    """Why a unit may not attack in this phase."""
    counter = state.data.counters[unit]
    if unit in state.attacked:
        return Refusal("13.4", f"{unit} has already attacked in this phase.")
    if unit in state.followed:
        return Refusal("13.26", f"{unit} has advanced after a breakthrough and may not attack in this phase.")
    if state.factors(unit)[2] == 0 or counter.fortress:
        return Refusal("13.15", f"{unit} never attacks.")
    if unit in state.stranded:
        return Refusal("3.5", f"{unit} of the Second Army cannot attack on turn 1.")
    if unit in state.spent_by_rail:
        return Refusal("11.6", f"{unit} went off the map by rail and cannot attack this turn.")
    if state.phase == "OberOst combat" and unit not in state.oberost_units:
        return Refusal("14.3", f"{unit} is not within two hexes of OberOst, German and in supply.")
    return None


def why_not_target(state: State, side: str, target: str) -> Refusal | None:
    """Why a hex may not be attacked at all."""
    if target not in state.data.hexes:
        return Refusal("13.3", f"There is no hex {target}.")
    if state.holder(target) != ENEMY[side]:
        return Refusal("13.1", f"There are no enemy units in {target}.")
    if state.lone_artillery(target):
        return Refusal("13.18", f"Heavy artillery alone in {target} is not attacked: enter the hex.")
    if not fresh_defenders(state, target):
        return Refusal("13.4", f"The units in {target} have been attacked already in this phase.")
    if target in state.called_off:
        said = f"The attack on {target} was called off: make another first, or take that back with undo."
        return Refusal("13.5", said)
    if side == RU and state.data.hexes[target].row < 20 and barred_north(state):
        return Refusal("15.3", "Under the Czar only one attack north of row 20 is made during the Brusilov offensive.")
    return None


def barred_north(state: State) -> bool:
    """The Czar's one northern attack of the offensive is spent (15.3)."""
    during = state.brusilov and state.turn <= state.brusilov + 2
    return bool(during) and "A" in state.in_force and not state.north_free and state.north.get(RU, 0) >= 1


def fresh_defenders(state: State, target: str) -> tuple[str, ...]:
    """Units in a hex that can still be attacked; those that retreated there do not defend (13.4, 13.22)."""
    return tuple(sorted(u for u in state.at[target] if u not in state.defended and u not in state.retreated))


def available(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """Every hex that can be attacked, with the units that can (13.1, 13.3); never over lakes or sea (12.11)."""
    found: dict[str, list[str]] = {}
    counters, land, at = state.data.counters, state.data.land, state.at
    for hex_id in sorted(at):
        units = at[hex_id]
        if hex_id in BOXES or counters[units[0]].side != side:
            continue
        near = [n for n in land[hex_id] if n in at and counters[at[n][0]].side != side]
        if near:
            ready = [u for u in sorted(units) if why_not_attack(state, u) is None]
            for target in near if ready else ():
                found.setdefault(target, []).extend(ready)
    return {
        t: tuple(units) for t, units in sorted(found.items())
        if why_not_target(state, side, t) is None and any(not counters[u].artillery for u in units)
    }  # fmt: skip


def contact(state: State, side: str) -> bool:
    """Whether enemies face each other anywhere, be it over a lake: then the phase is asked for."""
    own = (h for h, units in state.at.items() if h not in BOXES and state.data.counters[units[0]].side == side)
    return any(n and state.holder(n) == ENEMY[side] for h in own for n in state.data.around[h])


def why_not_join(state: State, unit: str, target: str, chosen: tuple[str, ...]) -> Refusal | None:
    """Why a unit may not join an attack."""
    foreign = why_not_own(state, ENEMY[state.holder(target)], unit, "13.1", absent="13.3")
    if foreign is not None:
        return foreign
    hex_id = state.units[unit].at
    if target in state.data.lakes.get(hex_id, ()):
        return Refusal("12.11", f"Units never attack across a lake: {unit} in {hex_id} cannot attack {target}.")
    if target not in state.data.land[hex_id]:
        return Refusal("13.3", f"{unit} in {hex_id} is not next to {target} by land.")
    if unit in chosen:
        return Refusal("13.4", f"{unit} is in this attack already.")
    return why_not_attack(state, unit)


def why_not_cooperate(state: State, chosen: tuple[str, ...]) -> Refusal | None:
    """Germans and Austro-Hungarians attack together only from combined stacks, within the limit (6.4)."""
    nations = {state.data.counters[u].nation for u in chosen}
    if not {"german", "austro_hungarian"} <= nations:
        return None
    hexes = {state.units[u].at for u in chosen}
    combined = [h for h in hexes if austrians(state, state.at[h]) and germans(state, state.at[h])]
    if not combined:
        return Refusal("6.4", "German and Austro-Hungarian units attack together only when stacked together.")
    pure = [u for u in chosen if state.units[u].at not in combined]
    if combined_germans(state) + germans(state, pure) > combined_limit(state):
        most = combined_limit(state)
        return Refusal("6.4", f"No more than {most} German units may act with Austro-Hungarians this turn.")
    return None


def why_not_reach(state: State, side: str, target: str) -> Refusal:
    """Why a possible target that is not among those available cannot be attacked by anybody now."""
    for near in state.data.lakes[target]:
        if state.holder(near) == side:
            return Refusal("12.11", f"Units never attack across a lake: {near} cannot attack {target}.")
    for near in state.data.land[target]:
        for unit in state.at.get(near, ()):
            why = why_not_attack(state, unit) if state.data.counters[unit].side == side else None
            if why is not None:
                return why
    if any(state.holder(near) == side for near in state.data.land[target]):
        return Refusal("13.18", f"Heavy artillery never attacks alone: {target} needs another attacker.")
    return Refusal("13.3", f"None of your units is next to {target}.")


def why_not_unescorted(state: State, chosen: tuple[str, ...]) -> Refusal | None:
    """Heavy artillery never attacks alone: a German of its hex must attack with it (13.18)."""
    counters = state.data.counters
    field = {state.units[u].at for u in chosen if counters[u].nation == "german" and not counters[u].artillery}
    for unit in chosen:
        if counters[unit].artillery and state.units[unit].at not in field:
            return Refusal("13.18", f"{unit} never attacks alone: a German unit of its hex must attack with it.")
    return None


def ratio_of(state: State, target: str, chosen: tuple[str, ...]) -> int:
    return ratio(strength(state, chosen, True), strength(state, fresh_defenders(state, target), False))


def visible(state: State, hex_id: str) -> tuple[str, ...]:
    """What the Russian sees of a Central Powers stack: the fortress and, on top, who came last (13.7)."""
    there = state.at[hex_id]
    forts = tuple(u for u in there if state.data.counters[u].fortress)
    return forts + tuple(u for u in there if u not in forts)[-1:]
