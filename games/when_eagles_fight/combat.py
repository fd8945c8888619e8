"""Attacks: who may attack what, and the course of one battle (13.x)."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs

from wargame.core.engine.actions import DONE, PASS, Done
from wargame.core.engine.questions import Choose, Procedure, Roll

from .advance import advance
from .losses import attacker_losses, can_retreat, defender_losses, eliminate_all, retreat_all
from .model import BOXES, DEAD, EMPTY, Attack, Cancel, Confirm, Reason, Retreat, State, With
from .odds import Odds, calculate, ratio, result, shown, strength
from .records import CP, ENEMY, RU
from .stacking import austrians, combined_germans, combined_limit, germans

DUE = 3  # Austro-Hungarian attacks on turn 1 (3.6)


@attrs.frozen
class Battle:
    """One attack under way."""

    side: str
    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


# --- who may attack --------------------------------------------------------------------------------------------


def no_attack(state: State, unit: str) -> Reason | None:
    """Why a unit may not attack in this phase."""
    counter = state.data.counters[unit]
    if unit in state.attacked:
        return "13.4", f"{unit} has already attacked in this phase."
    if unit in state.followed:
        return "13.26", f"{unit} has advanced after a breakthrough and may not attack in this phase."
    if state.factors(unit)[2] == 0 or counter.fortress:
        return "13.15", f"{unit} never attacks."
    if unit in state.stranded:
        return "3.5", f"{unit} of the Second Army cannot attack on turn 1."
    if unit in state.spent_by_rail:
        return "11.6", f"{unit} went off the map by rail and cannot attack this turn."
    if state.phase == "OberOst combat" and unit not in state.oberost_units:
        return "14.3", f"{unit} is not within two hexes of OberOst, German and in supply."
    return None


def no_target(state: State, side: str, target: str) -> Reason | None:
    """Why a hex may not be attacked at all."""
    if state.holder(target) != ENEMY[side]:
        return "13.1", f"There are no enemy units in {target}."
    if state.lone_artillery(target):
        return "13.18", f"Heavy artillery alone in {target} is not attacked: enter the hex."
    if not fresh_defenders(state, target):
        return "13.4", f"The units in {target} have been attacked already in this phase."
    if target in state.called_off:
        return "13.5", f"The attack on {target} was called off: make another first, or take that back with undo."
    if side == RU and state.data.hexes[target].row < 20 and barred_north(state):
        return "15.3", "Under the Czar only one attack north of row 20 is made during the Brusilov offensive."
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
            ready = [u for u in sorted(units) if no_attack(state, u) is None]
            for target in near if ready else ():
                found.setdefault(target, []).extend(ready)
    return {
        t: tuple(units) for t, units in sorted(found.items())
        if no_target(state, side, t) is None and any(not counters[u].artillery for u in units)
    }  # fmt: skip


def contact(state: State, side: str) -> bool:
    """Whether enemies face each other anywhere, be it over a lake: then the phase is asked for."""
    own = (h for h, units in state.at.items() if h not in BOXES and state.data.counters[units[0]].side == side)
    return any(n and state.holder(n) == ENEMY[side] for h in own for n in state.data.around[h])


def cannot_join(state: State, unit: str, target: str, chosen: tuple[str, ...]) -> Reason | None:
    """Why a unit may not join an attack."""
    if unit not in state.units or state.units[unit].at in BOXES:
        return "13.3", f"There is no unit {unit} on the map."
    hex_id = state.units[unit].at
    if state.data.counters[unit].side == state.holder(target):
        return "13.1", f"{unit} is not a unit of yours."
    if target in state.data.lakes.get(hex_id, ()):
        return "12.11", f"Units never attack across a lake: {unit} in {hex_id} cannot attack {target}."
    if target not in state.data.land[hex_id]:
        return "13.3", f"{unit} in {hex_id} is not next to {target} by land."
    if unit in chosen:
        return "13.4", f"{unit} is in this attack already."
    return no_attack(state, unit)


def cooperation(state: State, chosen: tuple[str, ...]) -> Reason | None:
    """Germans and Austro-Hungarians attack together only from combined stacks, within the limit (6.4)."""
    nations = {state.data.counters[u].nation for u in chosen}
    if not {"german", "austro_hungarian"} <= nations:
        return None
    hexes = {state.units[u].at for u in chosen}
    combined = [h for h in hexes if austrians(state, state.at[h]) and germans(state, state.at[h])]
    if not combined:
        return "6.4", "German and Austro-Hungarian units attack together only when stacked together."
    pure = [u for u in chosen if state.units[u].at not in combined]
    if combined_germans(state) + germans(state, pure) > combined_limit(state):
        return "6.4", f"No more than {combined_limit(state)} German units may act with Austro-Hungarians this turn."
    return None


# --- one attack ------------------------------------------------------------------------------------------------


def combat(state: State, side: str) -> Procedure[Any]:
    """One attack from its target to the advance after it, or no more (13.5)."""
    targets = available(state, side)
    if not targets and not contact(state, side):
        return DONE
    must = synchronised(state, side, targets)
    answer = yield Choose(
        side, [*map(Attack, targets), *(() if must else (DONE,))], "Attack which hex?", "13.5",
        lambda action: _refused(state, side, action, must),
    )  # fmt: skip
    if isinstance(answer, Done):
        return DONE
    due = answer.hex in must
    chosen = yield from choose_attackers(state, side, answer.hex, targets[answer.hex], due)
    if chosen:
        state.called_off = EMPTY
        battle = Battle(side, answer.hex, chosen, fresh_defenders(state, answer.hex))
        yield from state.rules.resolve_combat(state, battle)
    elif not due:
        state.called_off |= {answer.hex}
    return None


def _refused(state: State, side: str, action: Any, must: list[str]) -> Reason | None:
    if isinstance(action, Done) and must:
        return "3.6", "Three Austro-Hungarian attacks at 2:1 or better are due on turn 1, and one is still possible."
    if isinstance(action, Attack):
        if action.hex not in state.data.hexes:
            return "13.3", f"There is no hex {action.hex}."
        return no_target(state, side, action.hex) or _unreached(state, side, action.hex)
    return None


def _unreached(state: State, side: str, target: str) -> Reason:
    """Why a possible target cannot be attacked by anybody now."""
    for near in state.data.lakes[target]:
        if state.holder(near) == side:
            return "12.11", f"Units never attack across a lake: {near} cannot attack {target}."
    for near in state.data.land[target]:
        for unit in state.at.get(near, ()):
            why = no_attack(state, unit) if state.data.counters[unit].side == side else None
            if why is not None:
                return why
    return "13.3", f"None of your units is next to {target}."


def choose_attackers(
    state: State, side: str, target: str, units: tuple[str, ...], due: bool
) -> Procedure[tuple[str, ...]]:
    """Units are named one by one, then the attack is confirmed or called off (13.3, 13.6); one that is due (3.6) is
    called off only if those named cannot make it."""
    chosen: tuple[str, ...] = ()
    while True:
        joining = [u for u in units if cannot_join(state, u, target, chosen) is None]
        actions: list[Any] = [With(u) for u in joining if cooperation(state, (*chosen, u)) is None]
        if _unfit(state, side, target, chosen) is None:
            actions.append(Confirm())
        if not due or not actions:
            actions.append(Cancel())
        answer = yield Choose(
            side, actions, _prompt(target, chosen), "13.3",
            partial(_cannot, state, side, target, chosen), show=partial(preview, state, side, chosen, target),
        )  # fmt: skip
        if isinstance(answer, Cancel):
            return ()
        if isinstance(answer, Confirm):
            return chosen
        chosen = (*chosen, answer.unit)


def _prompt(target: str, chosen: tuple[str, ...]) -> str:
    return f"Attack {target} with {', '.join(chosen)}: confirm or add?" if chosen else f"Who attacks {target}?"


def _unfit(state: State, side: str, target: str, chosen: tuple[str, ...]) -> Reason | None:
    """Why the units named do not make an attack."""
    if not chosen:
        return "13.3", "Name at least one unit that attacks."
    return unescorted(state, chosen) or spoils_plan(state, side, target, chosen)


def _cannot(state: State, side: str, target: str, chosen: tuple[str, ...], action: Any) -> Reason | None:
    if isinstance(action, With):
        return cannot_join(state, action.unit, target, chosen) or cooperation(state, (*chosen, action.unit))
    if isinstance(action, Cancel):
        return "3.6", "On turn 1 an Austro-Hungarian attack that is due is not called off."
    if isinstance(action, Confirm):
        return _unfit(state, side, target, chosen)
    return None


def unescorted(state: State, chosen: tuple[str, ...]) -> Reason | None:
    """Heavy artillery never attacks alone: a German of its hex must attack with it (13.18)."""
    counters = state.data.counters
    field = {state.units[u].at for u in chosen if counters[u].nation == "german" and not counters[u].artillery}
    for unit in chosen:
        if counters[unit].artillery and state.units[unit].at not in field:
            return "13.18", f"{unit} never attacks alone: a German unit of its hex must attack with it."
    return None


def preview(state: State, side: str, chosen: tuple[str, ...], target: str) -> dict[str, Any]:
    """The odds before the attack is confirmed; the Russian knows only the top of a stack (13.7)."""
    if not chosen:
        return {}
    defenders = fresh_defenders(state, target)
    known = defenders if side == CP else tuple(u for u in defenders if u in visible(state, target))
    if not known:
        return {"odds": "unknown: none of the defenders is seen (13.7)"}
    return shown(state, calculate(state, chosen, target, known), len(known) == len(defenders))


def visible(state: State, hex_id: str) -> tuple[str, ...]:
    """What the Russian sees of a Central Powers stack: the fortress and, on top, who came last (13.7)."""
    there = state.at[hex_id]
    forts = tuple(u for u in there if state.data.counters[u].fortress)
    return forts + tuple(u for u in there if u not in forts)[-1:]


def synchronised(state: State, side: str, targets: dict[str, tuple[str, ...]]) -> list[str]:
    """Where an Austro-Hungarian attack that is still due on turn 1 is possible (3.6)."""
    if state.turn != 1 or side != CP or state.scenario != "historical" or state.phase != "Central Powers combat":
        return []
    if state.ah_attacks >= DUE:
        return []
    return [target for target, units in targets.items() if strong_austrians(state, target, units)]


def strong_austrians(state: State, target: str, units: tuple[str, ...]) -> bool:
    """Whether the Austro-Hungarians next to a hex reach 2:1 (3.6)."""
    own = tuple(u for u in units if state.data.counters[u].nation == "austro_hungarian")
    return bool(own) and ratio_of(state, target, own) >= 2


def spoils_plan(state: State, side: str, target: str, chosen: tuple[str, ...]) -> Reason | None:
    """An attack of turn 1 that is not one of the three and leaves fewer of them possible than are due (3.6)."""
    targets = available(state, side) if state.turn == 1 else {}
    must = synchronised(state, side, targets)
    if not must or counts(state, chosen, ratio_of(state, target, chosen)):
        return None
    others = [
        t for t in must
        if t != target and strong_austrians(state, t, tuple(u for u in targets[t] if u not in chosen))
    ]  # fmt: skip
    if len(others) >= min(DUE - state.ah_attacks, len(must)):
        return None
    return "3.6", "This attack would leave too few of the Austro-Hungarian attacks at 2:1 that are due on turn 1."


def ratio_of(state: State, target: str, chosen: tuple[str, ...]) -> int:
    return ratio(strength(state, chosen, True), strength(state, fresh_defenders(state, target), False))


def counts(state: State, attackers: tuple[str, ...], odds: int) -> bool:
    """Whether an attack is one of those due on turn 1 (3.6)."""
    return odds >= 2 and any(state.data.counters[u].nation == "austro_hungarian" for u in attackers)


# --- the battle ------------------------------------------------------------------------------------------------


def fight(state: State, battle: Battle) -> Procedure[None]:
    """From the declaration on: cavalry may slip away, the die falls, losses, advance."""
    units = ", ".join(battle.attackers)
    state.note("{units} attack {hex}", "13.5", units=units, hex=battle.target, reveals=battle.side == RU)
    if battle.side == RU:  # now he may look under the top unit
        state.note("{units} defend {hex}", "13.7", units=", ".join(battle.defenders), hex=battle.target)
    if (yield from slips_away(state, battle)):
        yield from advance(state, battle.side, battle.target, battle.attackers, breakthrough=False)
        stayed = (u for u in battle.attackers if state.units[u].at != battle.target)
        state.attacked |= frozenset(stayed)  # 13.27: who advanced may attack again
        return
    odds = calculate(state, battle.attackers, battle.target, battle.defenders)
    count(state, battle, odds)
    state.attacked |= frozenset(battle.attackers)
    state.defended |= frozenset(battle.defenders)
    if odds.column == "below":
        outcome = state.data.tables.combat.below  # 13.10
    else:
        roll = yield Roll(1, 6, why=f"the attack on {battle.target} at {odds.text}, {odds.modifier:+d}", rule="13.20")
        outcome = result(state, odds, roll.total)
    said = "The attack on {hex} at {odds} gives {result}"
    state.note(said, "13.20", hex=battle.target, odds=odds.text, result=outcome)
    yield from apply(state, battle, outcome)


def count(state: State, fight: Battle, odds: Odds) -> None:
    """What the number of attacks decides: turn 1 (3.6) and the north under the Czar (15.3)."""
    if state.turn == 1 and counts(state, fight.attackers, odds.ratio):
        state.ah_attacks += 1
    if state.data.hexes[fight.target].row < 20 and state.brusilov and state.turn <= state.brusilov + 2:
        state.north[fight.side] = state.north.get(fight.side, 0) + 1
        if fight.side == CP and state.north[CP] > 1:
            state.north_free = True


def slips_away(state: State, fight: Battle) -> Procedure[bool]:
    """Cavalry alone may retreat before combat from a force that is not all cavalry (13.27)."""
    counters = state.data.counters
    if not all(counters[u].cavalry for u in state.at[fight.target]):
        return False
    if all(counters[u].cavalry for u in fight.attackers) or not can_retreat(state, fight.defenders):
        return False
    answer = yield Choose(
        ENEMY[fight.side], [Retreat(), PASS], f"Cavalry in {fight.target}: retreat before combat?", "13.27"
    )
    if not isinstance(answer, Retreat):
        return False
    yield from retreat_all(state, fight.defenders, "13.27")
    return True


def apply(state: State, fight: Battle, outcome: str) -> Procedure[None]:
    """First the defender, then the attacker, then the advance (13.21, 13.25, 13.26)."""
    for_attacker, for_defender = outcome.split("/")
    if for_defender != "0":
        for unit in [u for u in state.at.get(fight.target, ()) if u in state.retreated and u not in fight.defenders]:
            state.send(unit, DEAD, "13.22")
    yield from defender_losses(state, fight.target, fight.defenders, for_defender)
    if for_attacker == "E":
        eliminate_all(state, fight.attackers)
    elif for_attacker != "B":
        yield from attacker_losses(state, fight.side, fight.attackers, int(for_attacker))
    alive = tuple(u for u in fight.attackers if state.units[u].at not in BOXES)
    if alive and fight.target not in state.at:
        yield from advance(state, fight.side, fight.target, alive, breakthrough=for_attacker == "B")


def begin_combat(state: State) -> Procedure[Any]:
    """A combat phase begins: everybody may attack and be attacked."""
    state.new_combat()
    return
    yield
