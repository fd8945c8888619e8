"""Combat (12): designation, flank attempts, fire, losses and what follows."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.actions import DONE, NO, YES, Done
from wargame.core.engine.questions import Choose, Procedure, Reason, Roll
from wargame.core.mechanics.odds import Modifier, strength_column

from . import battle_cards
from .aftermath import advance, retreat, retreats
from .losses import loss_plans, suffer
from .model import AP, CP, ENEMY, RESERVE, ROUGH, Attack, Battle, Fight, Flank, GiveBack, Lose, State, UseCard, With
from .supply import besieged, besieging_force, destroy_fort, fort_owner, in_supply, open_land, stand_refusal

# --- who may attack what ----------------------------------------------------------------------------------------------


def trench(s: State, space: str) -> int:
    owner, level = s.trenches.get(space, ("", 0))
    return level if owner == s.holder(space) else 0


def defending_fort(s: State, b: Battle) -> int:
    """The factor of a fort of the defender in the space; one of the attacker's takes no part (12.4.6, 15.1.5)."""
    return s.fort(b.space) if fort_owner(s, b.space) == b.enemy else 0


def target_refusal(s: State, side: str, space: str) -> Reason | None:
    here = s.units_at(space)
    if s.neutral(space):
        return "9.5.2.4", f"Neutral Greek units stand in {space}."
    if not here or s.side_of(here[0]) == side:
        if fort_owner(s, space) == ENEMY[side]:
            return None
        return "12.1.1", f"There is no enemy in {space}."
    if all(u in s.retreated for u in here):
        return "12.1.1", f"The units in {space} all retreated this round."
    return None


def may_attack(s: State, unit: str, space: str) -> Reason | None:
    """Why a unit may not attack a space; None if it may."""
    c, at = s.counter(unit), s.units[unit].at
    here = s.units_at(space)
    enemies = [u for u in here if s.side_of(u) != c.side]
    where = s.data.spaces[space]
    fort = fort_owner(s, space) == ENEMY[c.side]
    if at == space and not fort:
        return "12.1.3", "Units attack adjacent spaces."
    if at != space and space not in s.data.near(at, c):
        return "12.1.8", f"{unit} cannot attack from {at} to {space}."
    if at != space and fort and besieged(s, space):
        return "15.1.3", f"The fort of {space} is besieged: only units there attack it."
    sortie = c.nation == "mn" and open_land(s, space)  # it attacks out of Montenegro but never leaves it
    if not sortie and (bad := stand_refusal(s, unit, space)):
        return bad
    if s.season() == "summer" and "desert" in (where.terrain, s.data.spaces[at].terrain):
        return "12.1.1", "No combat into or out of desert in a summer turn."
    if fort and where.nation == "ru" and c.nation == "ge" and "cp_11" not in s.played and s.tracks["cp_ws"] < 4:
        return "15.1.10", "Germans may not attack Russian forts before Oberost or war status 4."
    if fort and c.nation == "ru" and where.nation == "ge" and s.turn == 1:
        return "15.1.11", "Russians may not attack German forts on turn 1."
    if s.data.caucasus(at, space) and "ru_caucasus" in s.limits:
        return "12.1.8", "One Russian corps a turn crosses between the Caucasus box and the Near East."
    return _card_ban(s, unit, space, enemies)


def _card_ban(s: State, unit: str, space: str, enemies: list[str]) -> Reason | None:
    c = s.counter(unit)
    if "cp_45" in s.played:
        if c.nation == "ru":
            return "CP-45", "Russian units no longer attack after the Treaty of Brest-Litovsk."
        russians = any(s.counter(u).nation == "ru" for u in enemies)
        if russians and not (c.nation == "tu" and s.data.spaces[space].near_east):
            return "CP-45", "Only Turks on the Near East map attack Russian units after the Treaty of Brest-Litovsk."
    dug_in = trench(s, space) == 2 and any(s.counter(u).nation == "ge" for u in enemies)
    if dug_in and c.nation == "br" and "lloyd_george" in s.limits:
        return "CP-55", "Lloyd George forbids British attacks on Germans behind level 2 trenches this turn."
    return None


def targets(s: State, space: str) -> list[str]:
    """What some unit in a space may attack."""
    units = [u for u in s.units_at(space) if u not in s.fought]
    if not units:
        return []
    side = s.side_of(units[0])
    near = [x for x in s.data.around[space] if x in s.at or s.fort(x)]
    return [
        to for to in near if target_refusal(s, side, to) is None and any(may_attack(s, u, to) is None for u in units)
    ]


def set_refusal(s: State, units: list[str], space: str) -> Reason | None:
    """Why these attackers may not attack together; None if they may (12.1.9, 12.1.10, 15.2.3)."""
    sources = {s.units[u].at for u in units}
    nations = {s.counter(u).nation for u in units}
    if len(nations) > 1 and not any(nations <= {s.counter(u).nation for u in s.units_at(x)} for x in sources):
        return "12.1.9", "No attacking space holds units of all these nations."
    if "london" in sources and not any(s.data.spaces[x].nation in ("fr", "be") for x in sources):
        return "12.1.10", "Units in London attack only together with units in France or Belgium."
    for x in sources - {space}:
        if fort_owner(s, x) == ENEMY[s.side_of(units[0])]:
            stay = [u for u in s.units_at(x) if u not in units and not s.sallied(u)]
            if besieged(s, x) and not besieging_force(s, stay, s.fort(x)):
                return "15.2.3", f"Units needed for the siege of {x} cannot attack elsewhere."
    if "caucasus" in (space, *sources) and len([u for u in units if _crosses(s, u, space)]) > 1:
        return "12.1.8", "One Russian corps crosses between the Caucasus box and the Near East."
    return None


def _crosses(s: State, unit: str, space: str) -> bool:
    return s.data.caucasus(s.units[unit].at, space)


def _completable(s: State, units: list[str], rest: list[str], space: str) -> bool:
    if set_refusal(s, units, space) is None:
        return True
    tries = [[*units, u] for u in rest if u not in units]
    return any(set_refusal(s, t, space) is None for t in tries) or any(
        set_refusal(s, [*t, u], space) is None for t in tries for u in rest if u not in t
    )


def candidates(s: State, side: str, target: str) -> list[str]:
    """Units in Attack spaces that may attack a target and have not fought yet (12.1.3, 12.1.5)."""
    return [
        u for x, use in s.activated.items() if use == "attack" for u in s.units_at(x)
        if u not in s.fought and s.side_of(u) == side and may_attack(s, u, target) is None
    ]  # fmt: skip


def open_targets(s: State, side: str) -> list[str]:
    """Spaces that some legal set of attackers may attack."""
    spaces = [x for x, use in s.activated.items() if use == "attack" and s.holder(x) == side]
    found = dict.fromkeys(t for x in spaces for t in targets(s, x))
    return [t for t in found if (pool := candidates(s, side, t)) and any(_completable(s, [u], pool, t) for u in pool)]


def one_attack(s: State, side: str) -> Procedure[Done | None]:
    """Choose a target and attackers and fight, or end combat (9.2.9, 12.2.2)."""
    ready = open_targets(s, side)
    if not ready:
        return DONE

    def why(answer: object) -> Reason | None:
        if not isinstance(answer, Attack) or answer.space not in s.data.spaces:
            return None
        bad = target_refusal(s, side, answer.space)
        for u in (u for x, use in s.activated.items() if use == "attack" for u in s.units_at(x)):
            bad = bad or may_attack(s, u, answer.space)
        return bad

    answer = yield Choose(side, [*map(Attack, ready), DONE], "Attack which space?", "12.1.1", refuse=why)
    if answer == DONE:
        return DONE
    chosen = yield from _name_attackers(s, side, answer.space)
    here = [u for u in s.units_at(answer.space) if s.side_of(u) != side]
    battle = Battle(
        answer.space, chosen, [u for u in here if u not in s.retreated], [u for u in here if u in s.retreated], side,
        sorted({s.units[u].at for u in chosen}), {AP: [], CP: []},
    )  # fmt: skip
    yield from s.rules.resolve_combat(s, battle)
    return None


def _name_attackers(s: State, side: str, target: str) -> Procedure[list[str]]:
    """The attackers of a space one by one, such that they can all attack together."""
    pool = candidates(s, side, target)
    chosen: list[str] = []

    def why(answer: object) -> Reason | None:
        if isinstance(answer, With) and answer.unit in s.units:
            if answer.unit in s.fought:
                return "12.1.5", f"{answer.unit} has already attacked this round."
            if answer.unit not in pool:
                return may_attack(s, answer.unit, target) or ("12.1.1", f"{answer.unit} is not in an Attack space.")
            return set_refusal(s, [*chosen, answer.unit], target)
        return set_refusal(s, chosen, target) if chosen else None

    while True:
        more = [With(u) for u in pool if u not in chosen and _completable(s, [*chosen, u], pool, target)]
        ready = bool(chosen) and set_refusal(s, chosen, target) is None
        if ready and not more:
            return chosen
        offers = [*more, Fight()] if ready else more
        answer = yield Choose(side, offers, f"Attack {target} with which unit?", "12.2.2", refuse=why)
        if answer == Fight():
            return chosen
        chosen.append(answer.unit)


# --- the eleven steps -------------------------------------------------------------------------------------------------


def fight(s: State, b: Battle) -> Procedure[None]:
    """12.2.1, step by step."""
    mark_attackers(s, b)
    if any(_crosses(s, u, b.space) for u in b.attackers):
        s.limit("ru_caucasus")
    s.note("{side} attacks {space}", "12.2.2", side=b.side, space=b.space, units=tuple(b.attackers))
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
        s.vp(-1, "CP-51")


def mark_attackers(s: State, b: Battle) -> None:
    """Attackers fight once a round (12.1.5); those that attacked another space keep up no siege in theirs (15.2.3)."""
    s.fought = s.fought | set(b.attackers)
    for u in b.attackers:
        if (at := s.units[u].at) != b.space and fort_owner(s, at) == b.enemy:
            s.limit(f"sallied:{u}")


def flank_attempt(s: State, b: Battle) -> Procedure[None]:
    """12.3, and Wireless Intercepts (CP-2)."""
    where = s.data.spaces[b.space]
    if len(b.sources) < 2 or not any(s.counter(u).army for u in b.attackers) or where.terrain in ROUGH:
        return
    if not b.defenders or trench(s, b.space):  # 12.3.1
        return
    offers: list[object] = [Flank(x) for x in b.sources]
    if b.side == CP and battle_cards.refusal(s, b, CP, "cp_02", "flank") is None:
        offers.append(UseCard("cp_02"))
    prompt = "Attempt a flank attack; which space pins?"
    answer = yield Choose(b.side, [*offers, NO], prompt, "12.3.2", show=lambda: shown(s, b))
    if answer == NO:
        return
    if isinstance(answer, UseCard):
        battle_cards.lay(s, b, CP, "cp_02")
        b.first = b.side
        return
    free = [x for x in b.sources if x != answer.space and not _watched(s, b, x)]
    roll = (yield Roll(1, 6, "the flank attempt", "12.3.3")).total + len(free)
    b.first = b.side if roll >= 4 else b.enemy
    s.note("the flank attempt {how} with {roll}", "12.3.3", how="succeeds" if roll >= 4 else "fails", roll=roll)


def _watched(s: State, b: Battle, space: str) -> bool:
    """Whether an attacking space touches another enemy-occupied space by a solid line (12.3.2)."""
    return any(n != b.space and s.holder(n) == b.enemy for n in s.data.solid[space])


def great_retreat(s: State, b: Battle) -> Procedure[bool]:
    """AP-27: Russians leave before the dice; combat cards go back."""
    if b.enemy != AP or s.played.get("ap_27") != s.turn or not b.defenders or b.idle:
        return False
    if any(s.counter(u).nation != "ru" or not retreats(s, u, b.space, 1) for u in b.defenders):
        return False
    prompt = "Retreat one space instead of fighting?"
    if (yield Choose(AP, [YES, NO], prompt, "AP-27", show=lambda: shown(s, b))) == NO:
        return False
    battle_cards.take_back(s, b)
    b.effects.add("withdrawal")
    paths = yield from retreat(s, b, False, 0)
    yield from advance(s, b, paths)
    return True


def modifiers(s: State, b: Battle) -> None:
    """12.2.6: cards, the round's event, and Sinai."""
    nations = {s.counter(u).nation for u in b.attackers}
    if s.boost == "ap_35" and "us" in nations:
        b.modifiers[AP].append(Modifier("Yanks and Tanks", 2, "AP-35"))
    if "ap_45" in b.effects:
        b.modifiers[AP].append(Modifier("Kerensky Offensive", 2, "AP-45"))
    if s.boost == "ap_46" and "ru" in nations:
        b.modifiers[AP].append(Modifier("Brusilov Offensive", 1, "AP-46"))
    if b.sources == ["sinai"] and not (b.side == AP and "ap_49" in s.played):
        b.modifiers[b.side].append(Modifier("out of Sinai", -3, "12.2.6"))


def strength(s: State, b: Battle, side: str) -> tuple[int, bool]:
    """Combat strength and whether it fires on the army table (12.2.3, 12.2.7, 15.1.4)."""
    units = b.attackers if side == b.side else b.defenders
    force = sum(s.cf(u) for u in units)
    army = any(s.counter(u).army for u in units)
    if side == b.enemy:
        force += defending_fort(s, b)
        army = army or ("army_table" in b.effects and any(s.counter(u).nation == "tu" and s.cf(u) for u in units))
    return force, army


def column(s: State, b: Battle, side: str) -> tuple[dict[str, list[list[int]]], int]:
    """The fire table and column after shifts (12.2.7)."""
    force, army = strength(s, b, side)
    table = s.data.tables["army_fire" if army else "corps_fire"]
    at = strength_column(force, table["strengths"])
    level = 0 if b.no_trench or b.no_shifts else trench(s, b.space)
    if side == b.side:
        shift = -level - (1 if s.data.spaces[b.space].terrain in ROUGH else 0)
    else:
        shift = 1 if level else 0
    return table, max(0, min(len(table["results"]) - 1, at + shift))


def shown(s: State, b: Battle) -> dict[str, Any]:
    """What both sides see of a combat with its questions: strength, table, column and modifier of each."""
    told: dict[str, Any] = {"combat": f"{b.side} attacks {s.data.spaces[b.space].name}"}
    for side, name in ((b.side, "attacker"), (b.enemy, "defender")):
        force, army = strength(s, b, side)
        low = s.data.tables["army_fire" if army else "corps_fire"]["strengths"][column(s, b, side)[1]]
        kind = "Army" if army else "Corps"
        told[name] = f"strength {force}, {kind} table, column from {low}"
        told[f"{name}_modifiers"] = [m.text for m in b.modifiers[side]]
    return told


def fire(s: State, b: Battle, side: str) -> Procedure[None]:
    """12.2.8: one die on the fire table."""
    if not (b.attackers if side == b.side else b.defenders or defending_fort(s, b)):
        return
    table, at = column(s, b, side)
    die = (yield Roll(1, 6, f"the fire of {side} at {b.space}", "12.2.8")).total
    b.number[side] = table["results"][at][max(1, min(6, die + b.drm(side))) - 1]
    s.note("{side} fires: loss number {number}", "12.2.8", side=side, number=b.number[side], die=die)


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
        prompt = f"Which units in the combat at {b.space} take {number} in losses?"
        lost = (yield Choose(side, [Lose(p) for p in plans], prompt, "12.4.3")).units
    used = sum(_points(s, lost))
    replaced = suffer(s, lost, "12.4.2", units)
    if side == b.enemy:
        if "withdrawal" in b.effects and lost:
            yield from give_back(s, b, lost, replaced)
        if not b.defenders and 0 < defending_fort(s, b) <= number - used:
            destroy_fort(s, b.space, "12.4.6")


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
    offers: list[object] = [GiveBack(u) for u in corps or spared]
    if not corps:
        offers.append(NO)
    answer: Any = offers[0]
    if len(offers) > 1:
        answer = yield Choose(b.enemy, offers, "Withdrawal spares which step?", "AP-6")
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
