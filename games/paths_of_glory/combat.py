"""Combat (12): designation, flank attempts, fire, losses and what follows."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, NO, YES, Done, No, Yes
from wargame.core.engine.offers import WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.mechanics.attack import Answers, Units, name_attackers
from wargame.core.mechanics.choosing import choose_one, only
from wargame.core.mechanics.odds import Modifier, strength_column, total

from . import battle_cards
from .actions import Attack, CallOff, Fight, Flank, GiveBack, Lose, UseCard, With
from .advance import advance
from .attackers import (
    candidates,
    completable,
    crosses,
    open_targets,
    trench,
    why_not_attack,
    why_not_combine,
    why_not_join,
    why_not_target,
)  # fmt: skip
from .losses import loss_plans, lost_armies, suffer
from .model import AP, CP, ENEMY, RESERVE, Battle, State, Sum
from .retreat import retreat, retreats
from .supply import destroy_fort, in_supply
from .tables import FireTable

LISTED = 20  # ways to take losses that are explained one by one

# --- designation (12.2.2) -----------------------------------------------------------------------------------------


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


def defending_fort(s: State, b: Battle) -> int:
    """The factor of a fort of the defender in the space; one of the attacker's takes no part (12.4.6, 15.1.5)."""
    return s.fort(b.space) if s.fort_owner(b.space) == b.enemy else 0


# --- the eleven steps -------------------------------------------------------------------------------------------------


def fight(s: State, b: Battle) -> Procedure[None]:
    """12.2.1, step by step."""
    mark_attackers(s, b)
    if any(crosses(s, u, b.space) for u in b.attackers):
        s.limit("ru_caucasus")
    who = s.listed(b.attackers)
    s.note("{side} attacks {space} with {who}", "12.2.2", side=b.side, space=b.space, who=who, units=tuple(b.attackers))
    count_offensive(s, b)
    manned, fort = bool(b.defenders or b.idle), defending_fort(s, b)
    b.no_trench = not trench(s, b.space) or not b.defenders  # 15.1.6
    yield from flank_attempt(s, b)
    yield from battle_cards.play(s, b, lambda: shown(s, b))
    if (yield from great_retreat(s, b)):
        return
    modifiers(s, b)
    if b.first:
        for side in (b.first, ENEMY[b.first]):
            yield from fire(s, b, side)
            yield from losses(s, b, ENEMY[side])
    else:
        for side in (b.side, b.enemy):
            yield from fire(s, b, side)
        for side in (b.enemy, b.side):  # 12.2.9
            yield from losses(s, b, side)
    mark_attackers(s, b)  # corps that replaced armies took part too (12.1.5)
    ours, theirs = b.number[b.side], b.number[b.enemy]
    winner = b.side if ours > theirs else b.enemy if theirs > ours else ""  # 12.2.10
    battle_cards.settle(s, b, winner)
    won = winner == b.side and any(s.full(u) for u in b.attackers)  # 12.2.11
    paths = yield from retreat(s, b, won, ours - theirs)
    beaten = manned or s.fort(b.space) < fort  # a fort that stood off an attack alone is not entered
    if beaten and not [u for u in s.units_at(b.space) if s.side_of(u) != b.side]:
        yield from advance(s, b, paths)
    if "cp_51" in b.cards[CP] and "advanced" not in b.effects:
        s.vp(s.data.events.vp.cp_51, "CP-51")


def mark_attackers(s: State, b: Battle) -> None:
    """Attackers fight once a round (12.1.5); those that attacked another space keep up no siege in theirs (15.2.3)."""
    s.fought |= set(b.attackers)
    for u in b.attackers:
        if (at := s.units[u].at) != b.space and s.fort_owner(at) == b.enemy:
            s.sallied |= {u}


def flank_attempt(s: State, b: Battle) -> Procedure[None]:
    """12.3, and Wireless Intercepts (CP-2)."""
    if len(b.sources) < 2 or not any(s.counter(u).army for u in b.attackers) or not s.data.terrain(b.space).flank:
        return
    if not b.defenders or trench(s, b.space):  # 12.3.1
        return

    def preview() -> dict[str, Any]:
        return {**shown(s, b), "flank_chances": {s.name(x): flank_chance(s, b, x) for x in b.sources}}

    why_not = {
        Flank: lambda a: None if a.space in b.sources else _why_not_pin(s, a.space),
        UseCard: lambda a: battle_cards.why_not_use(s, b, b.side, a.card, "flank"), No: None,
    }  # fmt: skip
    prompt = "Attempt a flank attack: which space pins, or 'no'?"
    answer = yield offer(
        b.side, [*map(Flank, b.sources), UseCard("cp_02"), NO], why_not, prompt, "12.3.2", show=preview
    )  # fmt: skip
    if answer == NO:
        return
    if isinstance(answer, UseCard):
        battle_cards.lay(s, b, CP, "cp_02")
        b.first = b.side
        return
    free = total(flank_modifiers(s, b, answer.space))
    die = (yield Roll(1, 6, "the flank attempt", "12.3.3")).total
    roll = die + free
    needs = s.data.numbers.flank_needs
    b.first = b.side if roll >= needs else b.enemy
    how = "succeeds" if roll >= needs else "fails"
    text = f"The flank attempt {{how}}: rolls {{die}}, +{{free}} for free spaces, and needs {needs}"
    s.note(text, "12.3.3", how=how, die=die, free=free, roll=roll)


def _why_not_pin(s: State, space: str) -> Refusal:
    return Refusal("12.3.2", f"Only a space that attacks can pin the defenders; {s.name(space)} is none.")


def flank_modifiers(s: State, b: Battle, pinning: str) -> tuple[Modifier, ...]:
    """What is added to the flank attempt: 1 for each other attacking space that is not pinned down (12.3.2)."""
    free = [x for x in b.sources if x != pinning and not _watched(s, b, x)]
    return s.rules.modifiers(s, Sum(b, b.side, "flank"), [Modifier(s.name(x), 1, "12.3.2") for x in free])


def flank_chance(s: State, b: Battle, pinning: str) -> str:
    """How likely a flank attempt with this pinning space succeeds (12.3.3)."""
    return f"{max(0, min(6, 7 - s.data.numbers.flank_needs + total(flank_modifiers(s, b, pinning))))}/6"


def _watched(s: State, b: Battle, space: str) -> bool:
    """Whether an attacking space touches another enemy-occupied space by a solid line (12.3.2)."""
    return any(n != b.space and s.holder(n) == b.enemy for n in s.data.solid[space])


def great_retreat(s: State, b: Battle) -> Procedure[bool]:
    """AP-27: Russians leave before the dice; combat cards go back."""
    if b.enemy != AP or s.played.get("ap_27") != s.turn or not b.defenders or b.idle:
        return False
    if any(s.counter(u).nation != "ru" or not retreats(s, u, b.space, 1) for u in b.defenders):
        return False
    prompt = "Retreat one space instead of fighting: yes or no?"
    if (yield offer(AP, [YES, NO], {Yes: None, No: None}, prompt, "AP-27", show=lambda: shown(s, b))) == NO:
        return False
    battle_cards.take_back(s, b)
    b.effects.add("withdrawal")
    paths = yield from retreat(s, b, False, 0)
    yield from advance(s, b, paths)
    return True


def modifiers(s: State, b: Battle) -> None:
    """12.2.6: the modifiers that no combat card brings."""
    for side in (AP, CP):
        b.modifiers[side] += ahead(s, b, side)


def standing(s: State, b: Battle, side: str) -> list[Modifier]:
    """12.2.6: the round's event, and Sinai."""
    found = []
    drm = s.data.events.drm
    if side == AP:
        nations = {s.counter(u).nation for u in b.attackers}
        if s.boost == "ap_35" and "us" in nations:
            found.append(Modifier("Yanks and Tanks", drm.ap_35, "AP-35"))
        if "ap_45" in b.effects:
            found.append(Modifier("Kerensky Offensive", drm.ap_45, "AP-45"))
        if s.boost == "ap_46" and "ru" in nations:
            found.append(Modifier("Brusilov Offensive", drm.ap_46, "AP-46"))
    if side == b.side and b.sources == ["sinai"] and not (b.side == AP and "ap_49" in s.played):
        found.append(Modifier("out of Sinai", s.data.numbers.sinai, "12.2.6"))
    return found


def strength(s: State, b: Battle, side: str) -> tuple[int, bool]:
    """Combat strength and whether it fires on the army table (12.2.3, 12.2.7, 15.1.4)."""
    units = b.attackers if side == b.side else b.defenders
    force = sum(s.cf(u) for u in units)
    army = any(s.counter(u).army for u in units)
    if side == b.enemy:
        force += defending_fort(s, b)
        army = army or ("army_table" in b.effects and any(s.counter(u).nation == "tu" and s.cf(u) for u in units))
    return force, army


def column(s: State, b: Battle, side: str) -> tuple[FireTable, int]:
    """The fire table and column after shifts (12.2.7)."""
    force, army = strength(s, b, side)
    table = s.data.tables.army_fire if army else s.data.tables.corps_fire
    at = strength_column(force, table.strengths)
    return table, max(0, min(len(table.results) - 1, at + total(shifts(s, b, side))))


def shifts(s: State, b: Battle, side: str) -> tuple[Modifier, ...]:
    """The column shifts of a side (12.2.7)."""
    numbers, found = s.data.numbers, []
    if level := 0 if b.no_trench or b.no_shifts else trench(s, b.space):
        by_trench = level * numbers.trench_attack_shift if side == b.side else numbers.trench_defence_shift
        found.append(Modifier(f"level {level} trench", by_trench, "12.2.7"))
    if side == b.side and (by_terrain := s.data.terrain(b.space).shift):
        found.append(Modifier(s.data.spaces[b.space].terrain, by_terrain, "12.2.7"))
    return s.rules.modifiers(s, Sum(b, side, "column"), found)


def die_modifiers(s: State, b: Battle, side: str) -> tuple[Modifier, ...]:
    """The modifiers of the die of a side (12.2.6): of cards, and those that no combat card brings."""
    return s.rules.modifiers(s, Sum(b, side, "fire"), (*b.modifiers[side], *ahead(s, b, side)))


def shown(s: State, b: Battle) -> dict[str, Any]:
    """What both sides see of a combat with its questions: strength, table, column and modifier of each."""
    told: dict[str, Any] = {"combat": f"{s.name(b.side)} attacks {s.name(b.space)}"}
    for side, name in ((b.side, "attacker"), (b.enemy, "defender")):
        force, army = strength(s, b, side)
        table, at = column(s, b, side)
        low = table.strengths[at]
        kind = "Army" if army else "Corps"
        told[name] = f"strength {force}, {kind} table, column from {low}"
        told[f"{name}_units"] = [f"{s.name(u)} {s.cf(u)}-{s.lf(u)}-{s.mf(u)}" for u in battle_cards.units_of(b, side)]
        if side == b.enemy and (fort := defending_fort(s, b)):
            told["fort"] = fort
        told[f"{name}_modifiers"] = [m.text for m in die_modifiers(s, b, side)]
        told[f"{name}_chances"] = chances(s, b, side)
    return told


def ahead(s: State, b: Battle, side: str) -> list[Modifier]:
    """Modifiers that the combat will have and does not have yet."""
    return [m for m in standing(s, b, side) if m not in b.modifiers[side]]


def chances(s: State, b: Battle, side: str) -> dict[str, str]:
    """How likely each loss number is that a side inflicts, if both fire as they stand."""
    if not battle_cards.units_of(b, side) and not (side == b.enemy and defending_fort(s, b)):
        return {}
    table, at = column(s, b, side)
    drm = total(die_modifiers(s, b, side))
    numbers = Counter(table.results[at][max(1, min(6, die + drm)) - 1] for die in range(1, 7))
    return {str(number): f"{count}/6" for number, count in sorted(numbers.items())}


def fire(s: State, b: Battle, side: str) -> Procedure[None]:
    """12.2.8: one die on the fire table."""
    if not (b.attackers if side == b.side else b.defenders or defending_fort(s, b)):
        return
    table, at = column(s, b, side)
    die = (yield Roll(1, 6, f"the fire of {s.name(side)} at {s.name(b.space)}", "12.2.8")).total
    applied = die_modifiers(s, b, side)
    b.number[side] = table.results[at][max(1, min(6, die + total(applied))) - 1]
    added = "".join(f", {m.text}" for m in applied)
    text = "{side} fires at {space} and rolls {die}{added}: loss number {number}"
    s.note(text, "12.2.8", side=side, space=b.space, die=die, added=added, number=b.number[side])


def losses(s: State, b: Battle, side: str) -> Procedure[None]:
    """12.4: the units of a side take the other's result."""
    number = b.number[ENEMY[side]]
    units = b.attackers if side == b.side else b.defenders
    if side == b.enemy and number and b.idle:  # 12.5.6
        for u in b.idle:
            s.die(u, "12.5.6")
        b.idle.clear()
    if not units:
        if side == b.enemy and 0 < defending_fort(s, b) <= number:
            destroy_fort(s, b.space, "12.4.6")
        return
    plans = loss_plans(s, units, number, side == b.side)
    lost = plans[0]
    if len(plans) > 1:
        prompt = f"Which units in the combat at {s.name(b.space)} take {number} in losses?"
        most = f"Losses fill as much of {number} as possible and never exceed it, in an order that 12.4.5 allows."
        why_not = {Lose: only("units", plans, "12.4.3", most)}
        show = partial(loss_table, s, plans)
        lost = (yield offer(side, [*map(Lose, plans)], why_not, prompt, "12.4.3", show=show, checked=True)).units
    used = sum(_points(s, lost))
    replaced = suffer(s, lost, "12.4.2", units)
    if side == b.enemy:
        if "withdrawal" in b.effects and lost:
            yield from give_back(s, b, lost, replaced)
        if not b.defenders and 0 < defending_fort(s, b) <= number - used:
            destroy_fort(s, b.space, "12.4.6")


def loss_table(s: State, plans: list[tuple[str, ...]]) -> dict[str, Any]:
    """What each way to take losses costs, if there are few: who loses how often, and which army for good (12.4.4)."""
    rows = []
    for lost in plans if len(plans) <= LISTED else ():
        steps = ", ".join(f"{s.name(u)} twice" if lost.count(u) > 1 else s.name(u) for u in dict.fromkeys(lost))
        rows.append({"answer": str(Lose(lost)), "steps lost": steps, "gone for good": s.listed(lost_armies(s, lost))})
    return {"losses": rows}


def _points(s: State, lost: tuple[str, ...]) -> list[int]:
    """The loss factors a plan uses up."""
    steps: dict[str, int] = {}
    points = []
    for u in lost:
        n = steps.get(u, s.units[u].steps)
        c = s.counter(u)
        points.append(c.lf if n == 2 else c.reduced_lf)
        steps[u] = n - 1
    return points


def give_back(s: State, b: Battle, lost: tuple[str, ...], replaced: dict[str, str]) -> Procedure[None]:
    """AP-6: one lost corps step, else one army step, of supplied units (14.3.4) is ignored."""
    spared = [u for u in dict.fromkeys(lost) if in_supply(s, u, b.space)]
    if not spared:
        return
    corps = [u for u in spared if not s.counter(u).army]
    units = corps or spared
    spares = "Withdrawal spares a corps step if it can, else an army step, of a supplied unit that lost one."
    why_not: dict[type[Any], WhyNot | None] = {GiveBack: only("unit", units, "AP-6", spares)}
    if not corps:
        why_not[No] = None
    answer = yield from choose_one(
        offer(
            b.enemy, [*map(GiveBack, units), *([] if corps else [NO])], why_not, "Withdrawal spares which step?", "AP-6"
        )
    )
    if answer == NO:
        return
    unit = answer.unit
    if unit in s.units and s.units[unit].at == b.space:
        s.restore(unit, "AP-6")
        return
    if unit in s.units:
        s.eliminate(unit, "AP-6")
    s.place(unit, b.space, 1, "AP-6")
    b.defenders.append(unit)
    if unit in replaced:  # its corps is not needed after all
        s.go(replaced[unit], RESERVE[b.enemy], "AP-6")
        b.defenders.remove(replaced[unit])


def count_offensive(s: State, b: Battle) -> None:
    """7.1.3-7.1.8: whether this attack meets the mandated offensive."""
    enemies = {s.counter(u).nation for u in (*b.defenders, *b.idle)}
    if not enemies:
        return
    want = s.offensive.get(b.side, "none")
    west = s.data.spaces[b.space].nation in ("fr", "be", "ge")
    ours = {s.counter(u).nation for u in b.attackers}
    if want == "fr" and "cp_47" in s.played:  # 7.1.8
        for u in b.attackers:
            at = s.units[u].at
            if s.counter(u).nation == "fr" and not any(s.counter(x).nation == "us" for x in s.units_at(at)):
                s.limit("mutiny")
        return
    met = want in ours
    if want in ("br", "fr"):  # 7.1.4
        met = met and west and "ge" in enemies
    elif want == "ge":  # 7.1.5
        met = met and west and bool(enemies & {"us", "br", "be", "fr"})
    elif want == "ah_it":  # 7.1.6
        met = "ah" in ours and ("it" in enemies or s.data.spaces[b.space].nation == "it" or through_italy(s, b))
    if met:
        s.offensive[b.side] = "made"
        s.note("{side} meets its mandated offensive", "7.1.3", side=b.side)


def through_italy(s: State, b: Battle) -> bool:
    """Whether the defenders would be out of supply without Italian spaces (7.1.6)."""
    probe = s.copy()
    probe.at_war = s.at_war - {"it"}
    probe.changed()
    return any(in_supply(s, u) and not in_supply(probe, u) for u in b.defenders)
