"""Who may attack what (13.1 - 13.6), with whom (6.4, 13.18)."""

from __future__ import annotations

from wargame.core.engine.questions import Refusal

from .model import BOXES, State
from .odds import ratio, strength
from .records import ENEMY, RU
from .refusals import in_words, why_not_own
from .stacking import austrians, combined_germans, combined_limit, germans


def why_not_attack(s: State, unit: str) -> Refusal | None:
    """Why a unit may not attack in this phase."""
    counter = s.data.counters[unit]
    if unit in s.attacked:
        return Refusal("13.4", f"{unit} has already attacked in this phase.")
    if unit in s.followed:
        return Refusal("13.26", f"{unit} has advanced after a breakthrough and may not attack in this phase.")
    if s.factors(unit)[2] == 0 or counter.fortress:
        return Refusal("13.15", f"{unit} never attacks.")
    if unit in s.stranded:
        return Refusal("3.5", f"{unit} of the Second Army cannot attack on turn 1.")
    if unit in s.spent_by_rail:
        return Refusal("11.6", f"{unit} went off the map by rail and cannot attack this turn.")
    if s.phase == "OberOst combat" and unit not in s.oberost_units:
        near = in_words(s.data.numbers.headquarters.oberost_range)
        return Refusal("14.3", f"{unit} is not within {near} hexes of OberOst, German and in supply.")
    return None


def why_not_target(s: State, side: str, target: str) -> Refusal | None:
    """Why a hex may not be attacked at all."""
    if target not in s.data.hexes:
        return Refusal("13.3", f"There is no hex {target}.")
    if s.holder(target) != ENEMY[side]:
        return Refusal("13.1", f"There are no enemy units in {target}.")
    if s.lone_artillery(target):
        return Refusal("13.18", f"Heavy artillery alone in {target} is not attacked: enter the hex.")
    if not fresh_defenders(s, target):
        return Refusal("13.4", f"The units in {target} have been attacked already in this phase.")
    if target in s.called_off:
        said = f"The attack on {target} was called off: make another first, or take that back with undo."
        return Refusal("13.5", said)
    if side == RU and is_north(s, target) and barred_north(s):
        most, row = in_words(s.data.numbers.brusilov.north_attacks), s.data.numbers.cooperation.north_row
        said = f"Under the Czar only {most} attack north of row {row} is made during the Brusilov offensive."
        return Refusal("15.3", said)
    return None


def is_north(s: State, hex_id: str) -> bool:
    """Whether a hex lies where the Czar limits attacks (15.3)."""
    return s.data.hexes[hex_id].row < s.data.numbers.cooperation.north_row


def barred_north(s: State) -> bool:
    """Whether the one northern attack that the Czar allows during the offensive has been made (15.3)."""
    made = s.north.get(RU, 0) >= s.data.numbers.brusilov.north_attacks
    return bool(s.offensive_turn) and "A" in s.in_force and not s.north_free and made


def fresh_defenders(s: State, target: str) -> tuple[str, ...]:
    """Units in a hex that can still be attacked; those that retreated there do not defend (13.4, 13.22)."""
    return tuple(sorted(u for u in s.at[target] if u not in s.defended and u not in s.retreated))


def available(s: State, side: str) -> dict[str, tuple[str, ...]]:
    """Every hex that can be attacked, with the units that can (13.1, 13.3); never over lakes or sea (12.11)."""
    found: dict[str, list[str]] = {}
    counters, land, at = s.data.counters, s.data.land, s.at
    for hex_id in sorted(at):
        units = at[hex_id]
        if hex_id in BOXES or counters[units[0]].side != side:
            continue
        near = [n for n in land[hex_id] if n in at and counters[at[n][0]].side != side]
        if near:
            ready = [u for u in sorted(units) if why_not_attack(s, u) is None]
            for target in near if ready else ():
                found.setdefault(target, []).extend(ready)
    return {
        t: tuple(units) for t, units in sorted(found.items())
        if why_not_target(s, side, t) is None and any(not counters[u].artillery for u in units)
    }  # fmt: skip


def contact(s: State, side: str) -> bool:
    """Whether enemies are adjacent anywhere, even across a lake; otherwise the combat phase is skipped."""
    own = (h for h, units in s.at.items() if h not in BOXES and s.data.counters[units[0]].side == side)
    return any(n and s.holder(n) == ENEMY[side] for h in own for n in s.data.around[h])


def why_not_join(s: State, unit: str, target: str, chosen: tuple[str, ...]) -> Refusal | None:
    """Why a unit may not join an attack."""
    foreign = why_not_own(s, ENEMY[s.holder(target)], unit, "13.1", absent="13.3")
    if foreign is not None:
        return foreign
    hex_id = s.units[unit].at
    if target in s.data.lakes.get(hex_id, ()):
        return Refusal("12.11", f"Units never attack across a lake: {unit} in {hex_id} cannot attack {target}.")
    if target not in s.data.land[hex_id]:
        return Refusal("13.3", f"{unit} in {hex_id} is not next to {target} by land.")
    if unit in chosen:
        return Refusal("13.4", f"{unit} is in this attack already.")
    return why_not_attack(s, unit)


def why_not_cooperate(s: State, chosen: tuple[str, ...]) -> Refusal | None:
    """Germans and Austro-Hungarians attack together only from combined stacks, within the limit (6.4)."""
    nations = {s.data.counters[u].nation for u in chosen}
    if not {"german", "austro_hungarian"} <= nations:
        return None
    hexes = {s.units[u].at for u in chosen}
    combined = [h for h in hexes if austrians(s, s.at[h]) and germans(s, s.at[h])]
    if not combined:
        return Refusal("6.4", "German and Austro-Hungarian units attack together only when stacked together.")
    pure = [u for u in chosen if s.units[u].at not in combined]
    if combined_germans(s) + germans(s, pure) > combined_limit(s):
        most = combined_limit(s)
        return Refusal("6.4", f"No more than {most} German units may act with Austro-Hungarians this turn.")
    return None


def why_not_reach(s: State, side: str, target: str) -> Refusal:
    """Why a possible target that is not among those available cannot be attacked by anybody now."""
    for near in s.data.lakes[target]:
        if s.holder(near) == side:
            return Refusal("12.11", f"Units never attack across a lake: {near} cannot attack {target}.")
    for near in s.data.land[target]:
        for unit in s.at.get(near, ()):
            why = why_not_attack(s, unit) if s.data.counters[unit].side == side else None
            if why is not None:
                return why
    if any(s.holder(near) == side for near in s.data.land[target]):
        return Refusal("13.18", f"Heavy artillery never attacks alone: {target} needs another attacker.")
    return Refusal("13.3", f"None of your units is next to {target}.")


def why_not_unescorted(s: State, chosen: tuple[str, ...]) -> Refusal | None:
    """Heavy artillery never attacks alone: a German of its hex must attack with it (13.18)."""
    counters = s.data.counters
    field = {s.units[u].at for u in chosen if counters[u].nation == "german" and not counters[u].artillery}
    for unit in chosen:
        if counters[unit].artillery and s.units[unit].at not in field:
            return Refusal("13.18", f"{unit} never attacks alone: a German unit of its hex must attack with it.")
    return None


def ratio_of(s: State, target: str, chosen: tuple[str, ...]) -> int:
    return ratio(strength(s, chosen, True), strength(s, fresh_defenders(s, target), False))
