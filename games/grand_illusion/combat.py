"""A battle from bombardment to retreat (9.1.3f): fortunes of war, fire, losses, reserves, elan, siege."""

from __future__ import annotations

from typing import Any

import attrs

from wargame.core.actions import NO, PASS, YES
from wargame.core.questions import Choose, Procedure, Roll

from .board import Stack, attackers_left, concentric, hits, place_attacker, place_defender, place_reserves
from .control import besiege, infantry_corps, settle
from .model import BRUSSELS, Battle, Bombard, Hit, Retire, Skirmish, State, Stay
from .records import ALLIED, GERMAN
from .retreat import can_leave, displace_rear, must_retreat, retreat_all
from .supply import in_supply


def fight(state: State, hex: str) -> Procedure[None]:
    """Resolve the battle declared in a hex."""
    attackers = tuple(u for u in state.battles.pop(hex) if state.on_map(u))
    side = state.active
    battle = Battle(hex, side, attackers, landing=hex == state.landing)
    state.note("{side} attacks {hex}", "9.1", side=side, hex=hex)
    if (yield from _belgians_slip_away(state, battle)):
        return
    yield from bombardment(state, battle)  # 9.5.4
    battle = yield from _mandated(state, battle)
    fought = yield from fortunes(state, battle)
    if fought is None:
        yield from _after(state, hex)
        return
    battle = fought
    if not _enemy_left(state, battle) or not attackers_left(state, battle):
        yield from _after(state, hex)
        return
    battle = attrs.evolve(battle, concentric=0 if battle.counter else concentric(state, hex, battle.attacker))
    battle = yield from place_defender(state, battle)
    battle = yield from place_attacker(state, battle)
    if battle.counter and not any(battle.attacker_front):
        yield from _after(state, hex)
        return
    battle = yield from place_reserves(state, battle)
    state.battle = battle
    battle = yield from exchange(state, battle)
    yield from _end(state, battle)
    state.battle = None


def _enemy_left(state: State, battle: Battle) -> bool:
    own = state.present(battle.hex, battle.defender)
    return bool(own.combat or own.forts)


def _after(state: State, hex: str) -> Procedure[None]:
    """Nobody fights on: the hex is settled as it stands."""
    state.battle = None
    besiege(state, hex, state.active)
    for side in (ALLIED, GERMAN):
        yield from displace_rear(state, hex, side)
    settle(state, hex)


# --- before the battle -------------------------------------------------------------------------------------------


def _belgians_slip_away(state: State, battle: Battle) -> Procedure[bool]:
    """In turn 1 the Belgians of Brussels may retire to Antwerp for a CAP (13.1)."""
    hex = battle.hex
    units = [u for u in state.present(hex, ALLIED).combat if state.unit(u).nation == "belgian"]
    if state.turn > 1 or hex != BRUSSELS or battle.attacker != GERMAN or not units or not state.caps(ALLIED):
        return False
    answer = yield Choose(ALLIED, [Retire(), Stay()], "Spend a CAP to bring the Belgians into Antwerp?", "13.1")
    if isinstance(answer, Stay):
        return False
    state.spend(ALLIED, 1, "13.1")
    yield from retreat_all(state, hex, ALLIED, forced=False, to="52")
    state.belgians_in_antwerp = True
    settle(state, hex)
    return True


def bombardment(state: State, battle: Battle) -> Procedure[None]:
    """Heavy artillery in the battle hex fires at its forts until it misses (9.5.4)."""
    hex = battle.hex
    guns = [g for g in state.present(hex, battle.attacker).ha if state.units[g].steps == 2]
    fired: list[str] = []
    last = ""
    for _ in range(len(guns)):
        forts = state.present(hex, battle.defender).forts
        ready = [g for g in guns if g not in fired]
        offers: list[Any] = [Bombard(g, f) for g in ready for f in forts if not last or f == last or last not in forts]
        if not offers:
            break
        answer = yield Choose(battle.attacker, [*offers, PASS], f"Which gun bombards which fort of {hex}?", "9.5.4")
        if answer == PASS:
            break
        last = yield from _one_gun(state, battle, answer.gun, answer.fort)
        fired.append(answer.gun)
    if len(fired) >= 2 and last and last in state.present(hex, battle.defender).forts:
        state.lose_step(last, "9.5.4")  # concentrated bombardment
    for gun in fired:
        state.flip(gun, "9.5.4")


def _one_gun(state: State, battle: Battle, gun: str, fort: str) -> Procedure[str]:
    """A gun fires at a fort until it misses or none is left; returns the fort it fired at last."""
    while True:
        roll = yield Roll(1, 6, why=f"{gun} at {fort}", rule="9.5.4")
        drm = state.printed.forts[fort].bombardment_drms[-state.units[fort].steps]
        if roll.total + drm > state.unit(gun).bombardment:
            return fort
        state.lose_step(fort, "9.5.4")
        forts = state.present(battle.hex, battle.defender).forts
        if fort not in forts:
            if not forts:
                return ""
            fort = forts[0]


def _mandated(state: State, battle: Battle) -> Procedure[Battle]:
    """Whether the battle counts as a mandatory one (9.1.1), and in Plan XVII hexes with elan (9.3.5)."""
    side = battle.attacker
    size = state.printed.tables["mandated"]
    own = state.present(battle.hex, battle.defender)
    target = infantry_corps(state, own.combat) + len(own.forts)
    if not state.tracks.get("mandated " + side) or target < size["defending_corps_or_forts"]:
        return battle
    if infantry_corps(state, battle.attackers) < size["attacking_corps"]:
        return battle
    answer = yield Choose(side, [YES, NO], f"Is the battle in {battle.hex} one of your mandatory battles?", "9.1.1")
    if answer == NO:
        return battle
    elan = side == ALLIED and state.turn <= 4 and state.space(battle.hex).vp == "plan17"
    return attrs.evolve(battle, mandated=True, elan=elan)


# --- fortunes of war ---------------------------------------------------------------------------------------------


def fortunes(state: State, battle: Battle) -> Procedure[Battle | None]:
    """Roll on the Fortunes of War table (9.1.4); None if the battle does not take place."""
    if battle.landing:
        return (yield from _landing_fortune(state, battle))
    if (yield from _allenby(state, battle)):
        return attrs.evolve(battle, skirmish=True, fortune="skirmish")
    roll = yield Roll(2, 6, why="fortunes of war", rule="9.1.4")
    name = state.printed.tables["fortunes"][str(roll.total)]
    state.note("Fortunes of war: {name}", f"FoW.{roll.total}", name=name, hex=battle.hex)
    battle = attrs.evolve(battle, fortune=name)
    if battle.mandated and battle.attacker == ALLIED and state.turn <= 4 and roll.total in (3, 7, 10):
        return battle  # 13.1: ignored in the Allied mandatory battles of turns 1 to 4
    if roll.total == 3:
        _give_up(state)
        return None
    if roll.total == 4:
        return attrs.evolve(battle, skirmish=True)
    if roll.total in (5, 9):
        side = GERMAN if roll.total == 5 else ALLIED
        state.score("caps " + side, 1, f"FoW.{roll.total}", high=state.printed.tables["caps"]["most"])
    elif roll.total in (6, 11):
        battle = _to_the_limit(state, battle)
    elif roll.total == 7:
        return (yield from _tactical_advantage(state, battle))
    elif roll.total == 8:
        return attrs.evolve(battle, surprise=True)
    elif roll.total == 10:
        return _counter_attack(state, battle)
    return battle


def _give_up(state: State) -> None:
    """All battles not yet fought are cancelled and the initiative passes (9.1.3d)."""
    state.battles.clear()
    state.ceding = True


def _to_the_limit(state: State, battle: Battle) -> Battle:
    if state.turn <= 4:
        return attrs.evolve(battle, limit=battle.attacker == ALLIED)
    due = state.tracks["mandated allied"]
    if state.caps(ALLIED) > due:  # 9.1.1a
        state.score("mandated allied", 1, "9.1.1")
    return battle


def _tactical_advantage(state: State, battle: Battle) -> Procedure[Battle | None]:
    """The defender may slip away, or make it a skirmish, for a CAP (FoW.7)."""
    side = battle.defender
    if not state.caps(side):
        return battle
    offers: list[Any] = [Skirmish(), PASS]
    if can_leave(state, battle.hex, side):
        offers.insert(0, Retire())
    answer = yield Choose(side, offers, f"Spend a CAP to leave {battle.hex}, or to make it a skirmish?", "FoW.7")
    if answer == PASS:
        return battle
    state.spend(side, 1, "FoW.7")
    if isinstance(answer, Skirmish):
        return attrs.evolve(battle, skirmish=True)
    yield from retreat_all(state, battle.hex, side, forced=False)
    return None


def _counter_attack(state: State, battle: Battle) -> Battle:
    """The defender attacks instead (FoW.10, 9.2.4)."""
    _give_up(state)
    side = battle.defender
    return Battle(
        battle.hex, side, state.present(battle.hex, side).combat, fortune=battle.fortune, counter=True,
    )  # fmt: skip


def _allenby(state: State, battle: Battle) -> Procedure[bool]:
    """In turns 1 and 2 the first battle against British infantry with cavalry may be a skirmish (12.4)."""
    units = [u for u in state.present(battle.hex, ALLIED).combat if state.unit(u).nation == "british"]
    kinds = {state.unit(u).kind for u in units}
    if battle.attacker != GERMAN or state.turn > 2 or len(kinds) < 2 or battle.hex in state.screened:
        return False
    state.screened = state.screened | {battle.hex}
    answer = yield Choose(ALLIED, [Skirmish(), PASS], "Does the British cavalry make this a skirmish?", "12.4")
    return isinstance(answer, Skirmish)


def _landing_fortune(state: State, battle: Battle) -> Procedure[Battle]:
    roll = yield Roll(1, 6, why="the landing", rule="13.3.4a4")
    if roll.total <= 2:
        return attrs.evolve(battle, surprise=True, fortune="landing surprise")
    return attrs.evolve(battle, elan=True, fortune="landing expected")


# --- fire --------------------------------------------------------------------------------------------------------


def exchange(state: State, battle: Battle) -> Procedure[Battle]:
    """The combats of the front line, then losses, then the reserves (9.3)."""
    losses: list[Stack] = []
    for index, attack in enumerate(battle.attacker_front):
        if attack and battle.defender_front[index]:
            battle = yield from _cavalry_leaves(state, battle, index)
            state.battle = battle
            if battle.defender_front[index]:
                yield from _one_combat(state, battle, index, losses)
    suffered = _apply(state, battle, losses)
    for attacking in (True, False):
        reserves = battle.attacker_reserve if attacking else battle.defender_reserve
        opposite = battle.defender_front if attacking else battle.attacker_front
        for index, stack in reserves:
            target = tuple(u for u in opposite[index] if state.on_map(u))
            if target and (yield from _shot(state, battle, stack, target, attacking)):
                suffered |= _apply(state, battle, [target])  # 9.3.4
    if battle.elan and not suffered and not battle.counter:
        yield from _elan(state, battle)
    return battle


def _shot(state: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> Procedure[bool]:
    who = "+".join(stack)
    roll = yield Roll(1, 6, why=f"{who} firing at {'+'.join(target)}", rule="9.3.1" if attacking else "9.3.2")
    hit = hits(state, battle, stack, target, attacking, roll.total)
    state.note("{who} rolls {die}: {result}", "9.3.1", who=who, die=roll.total, result="hit" if hit else "miss")
    return hit


def _one_combat(state: State, battle: Battle, index: int, losses: list[Stack]) -> Procedure[None]:
    """One space of the front: both fire, at the same moment (9.3.2)."""
    attack, defend = battle.attacker_front[index], battle.defender_front[index]
    if _is(state, attack, "cavalry") and _is(state, defend, "infantry"):  # 9.6.1
        if (yield from _shot(state, battle, defend, attack, False)):
            state.tracks["attacker hit"] = 1
            for unit in attack:
                state.lose_step(unit, "9.6.1")
        attack = tuple(u for u in attack if state.on_map(u))
        if not attack:
            return
    hit = yield from _shot(state, battle, attack, defend, True)
    returned = yield from _shot(state, battle, defend, attack, False)
    if hit:
        losses.append(defend)
    if returned:
        losses.append(attack)


def _is(state: State, stack: Stack, kind: str) -> bool:
    return state.piece(stack[0]).kind == kind


def _apply(state: State, battle: Battle, losses: list[Stack]) -> bool:
    """Both units of a stack take the hit (9.3.3); whether the attacker suffered."""
    suffered = bool(state.tracks.pop("attacker hit", 0))
    for stack in losses:
        for unit in stack:
            state.lose_step(unit, "9.3.3")
            suffered |= state.piece(unit).side == battle.attacker
    return suffered


def _cavalry_leaves(state: State, battle: Battle, index: int) -> Procedure[Battle]:
    """Undisrupted defending cavalry may leave the line before the fight (9.6.2)."""
    stack = battle.defender_front[index]
    if not _is(state, stack, "cavalry") or state.units[stack[0]].steps != 2:
        return battle
    answer = yield Choose(battle.defender, [Retire(), Stay()], f"Does {'+'.join(stack)} leave the line?", "9.6.2")
    if isinstance(answer, Stay):
        return battle
    if _is(state, battle.attacker_front[index], "cavalry"):
        disrupted = True
    else:
        roll = yield Roll(1, 6, why=f"{'+'.join(stack)} leaving the line", rule="9.6.2")
        disrupted = roll.total <= 2
    if disrupted:
        for unit in stack:
            state.lose_step(unit, "9.6.2")
    behind = [r for r in battle.defender_reserve if r[0] == index]
    front = list(battle.defender_front)
    front[index] = behind[0][1] if behind else ()
    rest = list(battle.defender_reserve)
    if behind:
        rest.remove(behind[0])
    return attrs.evolve(battle, defender_front=tuple(front), defender_reserve=tuple(rest))


def _elan(state: State, battle: Battle) -> Procedure[None]:
    """An attack with elan always costs a step (9.3.5c)."""
    units = [u for u in battle.attackers if state.on_map(u)]
    fresh = [u for u in units if state.units[u].steps == 2] or units
    if not fresh:
        return
    answer = yield Choose(battle.defender, [Hit(u) for u in fresh], "Which attacker pays for its elan?", "9.3.5")
    state.lose_step(answer.unit, "9.3.5")


# --- after the battle --------------------------------------------------------------------------------------------


def _end(state: State, battle: Battle) -> Procedure[None]:
    """Retreats, siege, control and the points of a mandatory battle (9.3.6, 9.4)."""
    hex = battle.hex
    if battle.mandated and not battle.counter:
        _score_mandated(state, battle)
    loser, _ = must_retreat(state, hex, battle.fortune == "disrupted")
    if loser:
        yield from retreat_all(state, hex, loser, forced=True)
    elif state.present(hex, battle.attacker).combat and can_leave(state, hex, battle.defender):
        answer = yield Choose(battle.defender, [Stay(), Retire()], f"Do the defenders of {hex} retreat?", "9.4.1")
        if isinstance(answer, Retire):
            yield from retreat_all(state, hex, battle.defender, forced=False)
    for side in (ALLIED, GERMAN):
        yield from displace_rear(state, hex, side)
        besiege(state, hex, side)
    settle(state, hex)
    _drop_blocks(state, hex)


def _score_mandated(state: State, battle: Battle) -> None:
    side = battle.attacker
    state.score("mandated " + side, -1, "9.1.1")
    supplied = any(in_supply(state, u) for u in battle.attackers if state.on_map(u))  # 3.2.5a
    if battle.elan and supplied:
        state.victory_points(ALLIED, 1, "3.2.1")


def _drop_blocks(state: State, hex: str) -> None:
    """A blocked hexside opens when those who came through it are gone (8.4.5c)."""
    for edge in [
        e for e, side in state.blocked.items() if e.endswith("-" + hex) and not state.present(hex, side).combat
    ]:
        del state.blocked[edge]
