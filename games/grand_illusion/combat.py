"""A battle from bombardment to retreat (9.1.3f): fortunes of war, fire, losses, reserves, elan, siege."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs

from wargame.core.engine.actions import NO, PASS, YES, No, Pass, Yes
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.mechanics.choosing import only

from .actions import Bombard, Concentrate, Hit, Retire, Skirmish, Stay
from .battle_board import Stack, attackers_left, concentric, need, place_attacker, place_defender, place_reserves
from .control import besiege, infantry_corps, settle
from .model import ANTWERP, BRUSSELS, NORTH, Battle, State
from .records import ALLIED, GERMAN
from .retreat import beaten, can_leave, displace_rear, firm, retreat_all, ways_out
from .supply import nation_of, supplied


def fight(state: State, hex: str) -> Procedure[None]:
    """Resolve the battle declared in a hex; at its end the battle board is empty again (9.3.6)."""
    attackers = tuple(u for u in state.battles.pop(hex) if state.on_map(u))
    side = state.active
    battle = Battle(hex, side, attackers, landing=hex == state.landing, concentric=concentric(state, hex, side))
    state.battle = battle
    state.note("{side} attacks {hex}", "9.1", side=side, hex=hex)
    yield from _resolve(state, battle)
    state.battle = None


def _resolve(state: State, battle: Battle) -> Procedure[None]:
    """The steps of a battle in their order (9.1.3f)."""
    if (yield from _belgians_slip_away(state, battle)):
        return
    yield from bombardment(state, battle)  # 9.5.4
    battle = yield from _mandated(state, battle)
    fought = yield from fortunes(state, battle)
    if fought is None:  # no battle, no siege (9.5.3a)
        settle(state, battle.hex)
        return
    battle = state.battle = fought
    if _enemy_left(state, battle) and attackers_left(state, battle):
        battle = yield from place_defender(state, battle)
        battle = yield from place_attacker(state, battle)
        if any(battle.attacker_front):
            battle = state.battle = yield from place_reserves(state, battle)
            battle = yield from exchange(state, battle)
            yield from _end(state, battle)
            return
    if not battle.counter:  # 9.2.4a: no counter-attack, no battle, no siege
        besiege(state, battle.hex, state.active)
    settle(state, battle.hex)


def _enemy_left(state: State, battle: Battle) -> bool:
    own = state.present(battle.hex, battle.defender)
    return bool(own.combat or own.forts)


# --- before the battle -------------------------------------------------------------------------------------------


def _belgians_slip_away(state: State, battle: Battle) -> Procedure[bool]:
    """In turn 1 the Belgians of Brussels may retire to Antwerp for a CAP (13.1)."""
    hex = battle.hex
    units = [u for u in state.present(hex, ALLIED).combat if state.unit(u).nation == "belgian"]
    if state.turn > 1 or hex != BRUSSELS or battle.attacker != GERMAN or not units or not state.caps(ALLIED):
        return False
    spent = not state.what_if() and bool(state.commands & set(NORTH))
    if spent or not all(ANTWERP in ways_out(state, u, hex)[1] for u in units):
        return False  # the one northern CAP of the turn is spent, or the way is closed
    prompt = "Spend a CAP to bring the Belgians into Antwerp: 'retreat' or 'stay'?"
    answer = yield offer(ALLIED, [Retire(), Stay()], {Retire: None, Stay: None}, prompt, "13.1")
    if isinstance(answer, Stay):
        return False
    state.spend(ALLIED, 1, "13.1")
    state.commands = state.commands | {BRUSSELS}
    yield from retreat_all(state, hex, ALLIED, forced=False, to=ANTWERP)
    state.belgians_in_antwerp = True
    settle(state, hex)
    return True


def bombardment(state: State, battle: Battle) -> Procedure[None]:
    """Heavy artillery in the battle hex fires at its forts, a gun at a time until it misses (9.5.4c)."""
    hex = battle.hex
    ready = [g for g in state.present(hex, battle.attacker).ha if not state.disrupted(g)]
    together = len(ready) > 1
    while ready and (forts := state.present(hex, battle.defender).forts):
        offers: list[Any] = [Bombard(g, f) for g in ready for f in forts]
        if together:
            offers += [Concentrate(f) for f in forts]
        answer = yield offer(
            battle.attacker,
            [*offers, PASS],
            {
                Bombard: partial(_why_not_bombard, state, ready, forts),
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
            yield from _concentrated(state, battle, ready, answer.fort)
            return
        yield from _one_gun(state, battle, answer.gun, answer.fort)
        ready.remove(answer.gun)
        together = False


def _why_not_bombard(state: State, ready: list[str], forts: tuple[str, ...], answer: Bombard) -> Refusal | None:
    """Why a gun may not fire at a fort (9.5.4)."""
    if answer.gun not in ready:
        fired = answer.gun in state.units and state.on_map(answer.gun) and state.piece(answer.gun).kind == "ha"
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


def _concentrated(state: State, battle: Battle, guns: list[str], fort: str) -> Procedure[None]:
    """Guns committed together hit once more if a fort is left at the end (9.5.4d)."""
    target = fort
    for gun in guns:
        if target:
            target = yield from _one_gun(state, battle, gun, target)
        else:
            state.flip(gun, "9.5.4")
    if target:
        state.lose_step(target, "9.5.4")


def _one_gun(state: State, battle: Battle, gun: str, fort: str) -> Procedure[str]:
    """A gun fires at a fort until it misses or none is left; returns the fort it fired at last, if it stands."""
    state.flip(gun, "9.5.4")
    while True:
        roll = yield Roll(1, 6, why=f"{gun} at {fort}", rule="9.5.4")
        drm = state.printed.forts[fort].bombardment_drms[-state.units[fort].steps]
        hit = roll.total + drm <= state.unit(gun).bombardment
        _told(state, gun, roll.total, f"at {fort}: " + ("hit" if hit else "miss"), "9.5.4")
        if not hit:
            return fort
        state.lose_step(fort, "9.5.4")
        forts = state.present(battle.hex, battle.defender).forts
        if not forts:
            return ""
        if fort not in forts:
            fort = forts[0]


def _mandated(state: State, battle: Battle) -> Procedure[Battle]:
    """Whether the battle counts as a mandatory one (9.1.1), and in Plan XVII hexes with elan (9.3.5)."""
    side = battle.attacker
    size = state.printed.tables["mandated"]
    own = state.present(battle.hex, battle.defender)
    target = infantry_corps(state, own.combat) + len(own.forts)
    if not state.tracks.get("mandated " + side) or target < size["defending_corps_or_forts"]:
        return battle
    fresh = tuple(u for u in battle.attackers if not state.disrupted(u) and state.may_attack(u))
    if infantry_corps(state, fresh) < size["attacking_corps"]:
        return battle
    owed = state.tracks["mandated " + side]
    answer = yield offer(
        side,
        [YES, NO],
        {Yes: None, No: None},
        f"Is the battle in {battle.hex} one of your mandatory battles ({owed} owed)?",
        "9.1.1",
        warn=lambda a: f"Each of the {owed} battles owed costs a VP if it is not fought." if a == NO else None,
    )
    if answer == NO:
        return battle
    return attrs.evolve(battle, mandated=True, elan=plan17_battle(state, battle))


# --- fortunes of war ---------------------------------------------------------------------------------------------


def fortunes(state: State, battle: Battle) -> Procedure[Battle | None]:
    """Roll on the Fortunes of War table (9.1.4); None if the battle does not take place."""
    if battle.landing:
        return (yield from _landing_fortune(state, battle))
    if (yield from _allenby(state, battle)):
        return attrs.evolve(battle, skirmish=True, fortune="skirmish")
    roll = yield Roll(2, 6, why="fortunes of war", rule="9.1.4")
    name = state.printed.tables["fortunes"][str(roll.total)]
    dice = " + ".join(map(str, roll.values))
    state.note("Fortunes of war, {dice}: {name}", f"FoW.{roll.total}", dice=dice, name=name, hex=battle.hex)
    battle = attrs.evolve(battle, fortune=name)
    if battle.mandated and battle.attacker == ALLIED and state.turn <= 4 and roll.total in (3, 7, 10):
        return battle  # 13.1: ignored in the Allied mandatory battles of turns 1 to 4
    if roll.total == 3:
        _give_up(state)
        return None
    if roll.total == 4:
        return attrs.evolve(battle, skirmish=True)
    if roll.total in (5, 9):
        state.gain_cap(GERMAN if roll.total == 5 else ALLIED, f"FoW.{roll.total}")
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
    """The French attack with all they have (turns 1 to 4); later the Allies owe a battle (FoW.6, FoW.11)."""
    if state.turn <= 4:
        if battle.attacker != ALLIED:
            return battle
        worn = [u for u in state.present(battle.hex, ALLIED).combat if state.disrupted(u) and u not in battle.attackers]
        french = [u for u in worn if state.unit(u).nation == "french"]  # 9.1.2a: even those not designated
        return attrs.evolve(battle, limit=True, attackers=(*battle.attackers, *french))
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
    answer = yield offer(
        side,
        offers,
        {Retire: partial(_why_not_leave, state, battle.hex, side), Skirmish: None, Pass: None},
        f"Spend a CAP to leave {battle.hex} ('retreat'), or to make it a 'skirmish', or 'pass'?",
        "FoW.7",
    )
    if answer == PASS:
        return battle
    state.spend(side, 1, "FoW.7")
    if isinstance(answer, Skirmish):
        return attrs.evolve(battle, skirmish=True)
    yield from retreat_all(state, battle.hex, side, forced=False)
    return None


def _why_not_leave(state: State, hex: str, side: str, answer: Retire) -> Refusal | None:
    """Why a side may not leave a battle hex of its own will (9.4.1)."""
    if can_leave(state, hex, side):
        return None
    return Refusal("9.4.1", f"Not all units of {side} in {hex} have a way out.")


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
    prompt = f"Does the British cavalry make the battle in {battle.hex} a 'skirmish', or 'pass'?"
    answer = yield offer(ALLIED, [Skirmish(), PASS], {Skirmish: None, Pass: None}, prompt, "12.4")
    return isinstance(answer, Skirmish)


def _landing_fortune(state: State, battle: Battle) -> Procedure[Battle]:
    roll = yield Roll(1, 6, why="the landing", rule="13.3.4a4")
    _told(state, "the landing", roll.total, "surprise" if roll.total <= 2 else "expected", "13.3.4a4")
    if roll.total <= 2:
        return attrs.evolve(battle, surprise=True, fortune="landing surprise")
    return attrs.evolve(battle, elan=True, fortune="landing expected")


def _told(state: State, who: str, die: int, result: str, rule: str) -> None:
    """A die that was rolled, and what it means."""
    state.note("{who} rolls {die}: {result}", rule, who=who, die=die, result=result)


# --- fire --------------------------------------------------------------------------------------------------------


def exchange(state: State, battle: Battle) -> Procedure[Battle]:
    """The combats of the front line, then losses, then the reserves (9.3)."""
    losses: list[Stack] = []
    suffered = False
    for index, attack in enumerate(battle.attacker_front):
        if attack and battle.defender_front[index]:
            battle = yield from _cavalry_leaves(state, battle, index)
            state.battle = battle
            if battle.defender_front[index]:
                suffered |= yield from _one_combat(state, battle, index, losses)
    suffered |= _apply(state, battle, losses)
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
    """A stack fires, unless it is cavalry before a fort that stepped up (9.5.1); whether it hits."""
    if _is(state, stack, "cavalry") and _is(state, target, "fort"):
        return False
    who = "+".join(stack)
    roll = yield Roll(1, 6, why=f"{who} firing at {'+'.join(target)}", rule="9.3.1" if attacking else "9.3.2")
    hit: bool = roll.total <= need(state, battle, stack, target, attacking)
    _told(state, who, roll.total, "hit" if hit else "miss", "9.3.1")
    return hit


def _one_combat(state: State, battle: Battle, index: int, losses: list[Stack]) -> Procedure[bool]:
    """One space of the front: both fire, at the same moment (9.3.2); whether the attacker lost before that (9.6.1)."""
    attack, defend = battle.attacker_front[index], battle.defender_front[index]
    suffered = False
    if _is(state, attack, "cavalry") and _is(state, defend, "infantry"):  # 9.6.1
        suffered = yield from _shot(state, battle, defend, attack, False)
        if suffered:
            for unit in attack:
                state.lose_step(unit, "9.6.1")
            attack = tuple(u for u in attack if state.on_map(u))
            if not attack:
                return True
    hit = yield from _shot(state, battle, attack, defend, True)
    returned = yield from _shot(state, battle, defend, attack, False)
    if hit:
        losses.append(defend)
    if returned:
        losses.append(attack)
    return suffered


def _is(state: State, stack: Stack, kind: str) -> bool:
    return state.piece(stack[0]).kind == kind


def _apply(state: State, battle: Battle, losses: list[Stack]) -> bool:
    """Both units of a stack take the hit (9.3.3); whether the attacker suffered."""
    suffered = False
    for stack in losses:
        for unit in stack:
            state.lose_step(unit, "9.3.3")
            suffered |= state.piece(unit).side == battle.attacker
    return suffered


def _cavalry_leaves(state: State, battle: Battle, index: int) -> Procedure[Battle]:
    """Undisrupted defending cavalry may leave the line before the fight (9.6.2)."""
    stack = tuple(u for u in battle.defender_front[index] if state.units[u].steps == 2)
    if not stack or not _is(state, stack, "cavalry"):
        return battle
    prompt = f"Does {'+'.join(stack)} leave the line ('retreat' or 'stay')?"
    answer = yield offer(battle.defender, [Retire(), Stay()], {Retire: None, Stay: None}, prompt, "9.6.2")
    if isinstance(answer, Stay):
        return battle
    if _is(state, battle.attacker_front[index], "cavalry"):
        disrupted = True
    else:
        roll = yield Roll(1, 6, why=f"{'+'.join(stack)} leaving the line", rule="9.6.2")
        disrupted = roll.total <= 2
        _told(state, "+".join(stack), roll.total, "leaves " + ("disrupted" if disrupted else "in good order"), "9.6.2")
    if disrupted:
        for unit in stack:
            state.lose_step(unit, "9.6.2")
    front = list(battle.defender_front)
    front[index] = worn = tuple(u for u in front[index] if u not in stack)
    behind = [] if worn else [r for r in battle.defender_reserve if r[0] == index]
    front[index] = behind[0][1] if behind else worn
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
    payers = only("unit", fresh, "9.3.5", f"The step is lost by one of {', '.join(fresh)}.")
    prompt = "Which attacker loses the step that elan costs?"
    answer = yield offer(battle.defender, map(Hit, fresh), {Hit: payers}, prompt, "9.3.5")
    state.lose_step(answer.unit, "9.3.5")


# --- after the battle --------------------------------------------------------------------------------------------


def _end(state: State, battle: Battle) -> Procedure[None]:
    """Retreats, siege, control and the points of a mandatory battle (9.3.6, 9.4)."""
    hex = battle.hex
    if battle.mandated and not battle.counter:
        _score_mandated(state, battle)
    loser, _ = beaten(state, hex, battle.fortune == "disrupted")
    if loser and not firm(state, hex):
        yield from retreat_all(state, hex, loser, forced=True)
    else:
        for side in dict.fromkeys((battle.defender, loser or battle.defender)):
            if can_leave(state, hex, side) and (yield from _retires(state, battle, side)):
                break
    for side in (ALLIED, GERMAN):
        yield from displace_rear(state, hex, side, retreat=True)
        besiege(state, hex, side)
    settle(state, hex)


def _retires(state: State, battle: Battle, side: str) -> Procedure[bool]:
    """The defender (9.4.1), or the beaten side where it need not (9.4.2), may still retreat."""
    rule = "9.4.1" if side == battle.defender else "9.4.2"
    prompt = f"Does {side} stay in {battle.hex} or retreat ('stay' or 'retreat')?"
    answer = yield offer(side, [Stay(), Retire()], {Stay: None, Retire: None}, prompt, rule)
    if isinstance(answer, Stay):
        return False
    yield from retreat_all(state, battle.hex, side, forced=False)
    return True


def _score_mandated(state: State, battle: Battle) -> None:
    """A mandatory battle is done; in Plan XVII hexes, fought in supply, it brings a point (3.2.1b, 3.2.5a)."""
    state.score("mandated " + battle.attacker, -1, "9.1.1")
    here = state.printed.bit[battle.hex]
    fed = all(supplied(state, nation_of(state, u)) & here for u in battle.attackers)
    if fed and plan17_battle(state, battle):
        state.victory_points(ALLIED, 1, "13.1")


def plan17_battle(state: State, battle: Battle) -> bool:
    """Whether a mandatory battle is one of Plan XVII (9.1.1e)."""
    return battle.attacker == ALLIED and state.turn <= 4 and state.space(battle.hex).vp == "plan17"
