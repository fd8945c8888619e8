"""Attacks: choosing one, and the course of the battle (13.x)."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, PASS, Done, Pass
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.mechanics.attack import Answers, Units, name_attackers

from .actions import Attack, Cancel, Confirm, Retreat, With
from .advance import advance
from .attackers import (
    available,
    contact,
    fresh_defenders,
    is_north,
    why_not_cooperate,
    why_not_join,
    why_not_reach,
    why_not_target,
    why_not_unescorted,
)  # fmt: skip
from .losses import attacker_losses, defender_losses, eliminate_all
from .model import BOXES, DEAD, EMPTY, State
from .odds import LAST_COLUMN, Battle, Odds, calculate, describe, ratio, result, shown, strength
from .records import CP, ENEMY, RU
from .refusals import in_words
from .retreat import can_retreat, retreat_all
from .sight import sees
from .synchronised import Targets, counts, least_odds, plan, synchronised, why_not_divert

CONFIRM, CANCEL = Confirm(), Cancel()
UNSEEN = {"odds": "unknown: none of the defenders is seen (13.7)"}


# --- one attack ------------------------------------------------------------------------------------------------


def combat(s: State, side: str) -> Procedure[Any]:
    """One attack from its target to the advance after it, or no more (13.5)."""
    targets = available(s, side)
    if not targets and not contact(s, side):
        return DONE
    must = synchronised(s, side, targets)
    why = {Attack: partial(why_not_assault, s, side, targets), Done: partial(why_not_end, s, must)}
    answer = yield offer(
        side, [*map(Attack, targets), DONE], why, "Attack which hex?", "13.5",
        show=partial(plan, s, side), warn=partial(warn_of_chances, s, side, targets),
    )  # fmt: skip
    if isinstance(answer, Done):
        return DONE
    due = answer.hex in must
    chosen = yield from choose_attackers(s, side, answer.hex, targets[answer.hex], due)
    if chosen:
        s.called_off = EMPTY
        battle = Battle(side, answer.hex, chosen, fresh_defenders(s, answer.hex))
        yield from s.rules.resolve_combat(s, battle)
    elif not due:
        s.called_off |= {answer.hex}
    return None


def why_not_assault(s: State, side: str, targets: Targets, action: Attack) -> Refusal | None:
    """Why a hex is not attacked."""
    if action.hex in targets:
        return None
    return why_not_target(s, side, action.hex) or why_not_reach(s, side, action.hex)


def why_not_end(s: State, must: list[str], action: Done) -> Refusal | None:
    """Why the combat phase cannot end yet (3.6)."""
    number = in_words(s.data.numbers.first_turn.attacks_due).capitalize()
    said = f"{number} Austro-Hungarian attacks at {least_odds(s)}:1 or better are due on turn 1, and one is possible"
    return Refusal("3.6", f"{said}: {', '.join(must)}.") if must else None


def warn_of_chances(s: State, side: str, targets: Targets, action: Any) -> str | None:
    """A warning for a player who ends the phase: attacks in the best column of the table are still possible (13.10)."""
    if not isinstance(action, Done):
        return None
    easy = [t for t, units in targets.items() if best_ratio(s, side, t, units) >= LAST_COLUMN]
    return f"Attacks at {LAST_COLUMN}:1 or better are still possible: {', '.join(easy)}." if easy else None


def best_ratio(s: State, side: str, target: str, units: tuple[str, ...]) -> int:
    """The best odds of these units against the defenders that the side sees; 0 if it sees none (13.7)."""
    known = known_defenders(s, side, target)
    if not known:
        return 0
    nations = sorted({s.data.counters[u].nation for u in units})
    groups = [tuple(u for u in units if s.data.counters[u].nation == n) for n in nations]
    groups += [units] if why_not_cooperate(s, units) is None else []
    defence = strength(s, known, False)
    return max(ratio(strength(s, group, True), defence) for group in groups)


def choose_attackers(s: State, side: str, target: str, units: Units, due: bool) -> Procedure[Units]:
    """Units are named one by one, then the attack is confirmed or called off (13.3, 13.6).

    One that is due (3.6) is called off only if those named cannot make it.
    """
    return name_attackers(
        side, units, Answers(With, CONFIRM, CANCEL), partial(_prompt, target), "13.3",
        why_not_join=partial(why_not_add, s, target), why_not_fight=partial(why_not_make, s, side, target),
        why_not_call_off=partial(why_not_cancel, s, side, target, units) if due else None,
        show=partial(preview, s, side, target), warn=partial(warn_of_ruin, s, side, target),
    )  # fmt: skip


def _prompt(target: str, chosen: Units) -> str:
    return f"Attack {target} with {', '.join(chosen)}: confirm or add?" if chosen else f"Who attacks {target}?"


def why_not_add(s: State, target: str, chosen: Units, unit: str) -> Refusal | None:
    """Why a unit is not added to an attack."""
    return why_not_join(s, unit, target, chosen) or why_not_cooperate(s, (*chosen, unit))


def why_not_make(s: State, side: str, target: str, chosen: Units) -> Refusal | None:
    """Why the units named do not make an attack."""
    return why_not_unescorted(s, chosen) or why_not_divert(s, side, target, chosen)


def why_not_cancel(s: State, side: str, target: str, units: Units, chosen: Units) -> Refusal | None:
    """Why an attack that is due is not called off: those named, or more of them, can make it (3.6)."""
    ready = chosen and why_not_make(s, side, target, chosen) is None
    if not ready and all(why_not_add(s, target, chosen, unit) for unit in units):
        return None
    return Refusal("3.6", "On turn 1 an Austro-Hungarian attack that is due is not called off.")


def warn_of_ruin(s: State, side: str, target: str, chosen: Units, action: Any) -> str | None:
    """Below 1:2 the attackers are eliminated and the defender loses nothing (13.10)."""
    known = known_defenders(s, side, target)
    if not isinstance(action, Confirm) or not known:
        return None
    odds = calculate(s, chosen, target, known)
    if odds.column != "below":
        return None
    return f"At {odds.text} the attackers are eliminated and the defender loses nothing (13.10)."


def known_defenders(s: State, side: str, target: str) -> tuple[str, ...]:
    """The defenders that the attacker knows before the attack (13.7)."""
    return tuple(u for u in fresh_defenders(s, target) if sees(s, side, u))


def preview(s: State, side: str, target: str, chosen: Units) -> dict[str, Any]:
    """The odds before the attack is confirmed, as far as the attacker knows the defenders (13.7)."""
    known = known_defenders(s, side, target)
    found: dict[str, Any] = {"defenders": [describe(s, u, False) for u in known]}
    hidden = len(fresh_defenders(s, target)) - len(known)
    if hidden:
        found["defenders"].append(f"and {hidden} not seen (13.7)")
    if chosen:
        found["attackers"] = [describe(s, u, True) for u in chosen]
        found |= shown(s, calculate(s, chosen, target, known), not hidden) if known else UNSEEN
    return found


# --- the battle ------------------------------------------------------------------------------------------------


def fight(s: State, battle: Battle) -> Procedure[None]:
    """A declared attack: cavalry may retreat before combat, the die is rolled, then losses and advance."""
    units = ", ".join(battle.attackers)
    s.note("{units} attack {hex}", "13.5", units=units, hex=battle.target, reveals=battle.side == RU)
    if battle.side == RU:  # now they may look under the top unit
        s.note("{units} defend {hex}", "13.7", units=", ".join(battle.defenders), hex=battle.target)
    if (yield from slips_away(s, battle)):
        yield from advance(s, battle.side, battle.target, battle.attackers, breakthrough=False)
        stayed = (u for u in battle.attackers if s.units[u].at != battle.target)
        s.attacked |= frozenset(stayed)  # 13.27: who advanced may attack again
        return
    odds = calculate(s, battle.attackers, battle.target, battle.defenders)
    count(s, battle, odds)
    s.attacked |= frozenset(battle.attackers)
    s.defended |= frozenset(battle.defenders)
    if odds.column == "below":
        outcome = s.data.tables.combat.below  # 13.10
    else:
        roll = yield Roll(1, 6, why=f"the attack on {battle.target} at {odds.text}, {odds.modifier:+d}", rule="13.20")
        outcome = result(s, odds, roll.total)
        said = "The die for the attack on {hex} shows {die}, {modifier:+d}"
        s.note(said, "13.20", hex=battle.target, die=roll.total, modifier=odds.modifier)
    said = "The attack on {hex} at {odds} gives {result}"
    s.note(said, "13.20", hex=battle.target, odds=odds.text, result=outcome)
    yield from apply(s, battle, outcome)


def count(s: State, fight: Battle, odds: Odds) -> None:
    """Count the attacks that rules limit or demand: on turn 1 (3.6), and in the north under the Czar (15.3)."""
    if s.turn == 1 and counts(s, fight.attackers, odds.ratio):
        s.ah_attacks += 1
    if is_north(s, fight.target) and s.offensive_turn:
        s.north[fight.side] = s.north.get(fight.side, 0) + 1
        if fight.side == CP and s.north[CP] > s.data.numbers.brusilov.north_attacks:
            s.north_free = True


def slips_away(s: State, fight: Battle) -> Procedure[bool]:
    """Cavalry alone may retreat before combat from a force that is not all cavalry (13.27)."""
    counters = s.data.counters
    if not all(counters[u].cavalry for u in s.at[fight.target]):
        return False
    if all(counters[u].cavalry for u in fight.attackers) or not can_retreat(s, fight.defenders):
        return False
    answer = yield offer(
        ENEMY[fight.side], [Retreat(), PASS], {Retreat: None, Pass: None},
        f"Cavalry in {fight.target}: retreat before combat?", "13.27",
    )  # fmt: skip
    if not isinstance(answer, Retreat):
        return False
    yield from retreat_all(s, fight.defenders, "13.27")
    return True


def apply(s: State, fight: Battle, outcome: str) -> Procedure[None]:
    """First the defender, then the attacker, then the advance (13.21, 13.25, 13.26)."""
    for_attacker, for_defender = outcome.split("/")
    if for_defender != "0":
        for unit in [u for u in s.at.get(fight.target, ()) if u in s.retreated and u not in fight.defenders]:
            s.send(unit, DEAD, "13.22")
    yield from defender_losses(s, fight.target, fight.defenders, for_defender)
    if for_attacker == "E":
        eliminate_all(s, fight.attackers)
    elif for_attacker != "B":
        yield from attacker_losses(s, fight.side, fight.attackers, int(for_attacker))
    alive = tuple(u for u in fight.attackers if s.units[u].at not in BOXES)
    if alive and fight.target not in s.at:
        yield from advance(s, fight.side, fight.target, alive, breakthrough=for_attacker == "B")
