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


def fight(s: State, hex: str) -> Procedure[None]:
    """Resolve the battle declared in a hex; at its end the battle board is empty again (9.3.6)."""
    attackers = tuple(u for u in s.battles.pop(hex) if s.on_map(u))
    side = s.active
    battle = Battle(hex, side, attackers, landing=hex == s.landing, concentric=concentric(s, hex, side))
    s.battle = battle
    s.note("{side} attacks {hex}", "9.1", side=side, hex=hex)
    yield from _resolve(s, battle)
    s.battle = None


def _resolve(s: State, battle: Battle) -> Procedure[None]:
    """The steps of a battle in their order (9.1.3f)."""
    if (yield from _belgians_slip_away(s, battle)):
        return
    yield from bombardment(s, battle)  # 9.5.4
    battle = yield from _mandated(s, battle)
    fought = yield from fortunes(s, battle)
    if fought is None:  # no battle, no siege (9.5.3a)
        settle(s, battle.hex)
        return
    battle = s.battle = fought
    if _enemy_left(s, battle) and attackers_left(s, battle):
        battle = yield from place_defender(s, battle)
        battle = yield from place_attacker(s, battle)
        if any(battle.attacker_front):
            battle = s.battle = yield from place_reserves(s, battle)
            battle = yield from exchange(s, battle)
            yield from _end(s, battle)
            return
    if not battle.counter:  # 9.2.4a: no counter-attack, no battle, no siege
        besiege(s, battle.hex, s.active)
    settle(s, battle.hex)


def _enemy_left(s: State, battle: Battle) -> bool:
    own = s.present(battle.hex, battle.defender)
    return bool(own.combat or own.forts)


# --- before the battle -------------------------------------------------------------------------------------------


def _belgians_slip_away(s: State, battle: Battle) -> Procedure[bool]:
    """In turn 1 the Belgians of Brussels may retire to Antwerp for a CAP (13.1)."""
    hex = battle.hex
    units = [u for u in s.present(hex, ALLIED).combat if s.unit(u).nation == "belgian"]
    if s.turn > 1 or hex != BRUSSELS or battle.attacker != GERMAN or not units or not s.caps(ALLIED):
        return False
    spent = not s.what_if() and bool(s.commands & set(NORTH))
    if spent or not all(ANTWERP in ways_out(s, u, hex)[1] for u in units):
        return False  # the one northern CAP of the turn is spent, or the way is closed
    prompt = "Spend a CAP to bring the Belgians into Antwerp: 'retreat' or 'stay'?"
    answer = yield offer(ALLIED, [Retire(), Stay()], {Retire: None, Stay: None}, prompt, "13.1")
    if isinstance(answer, Stay):
        return False
    s.spend(ALLIED, 1, "13.1")
    s.commands = s.commands | {BRUSSELS}
    yield from retreat_all(s, hex, ALLIED, forced=False, to=ANTWERP)
    s.belgians_in_antwerp = True
    settle(s, hex)
    return True


def bombardment(s: State, battle: Battle) -> Procedure[None]:
    """Heavy artillery in the battle hex fires at its forts, a gun at a time until it misses (9.5.4c)."""
    hex = battle.hex
    ready = [g for g in s.present(hex, battle.attacker).ha if not s.disrupted(g)]
    together = len(ready) > 1
    while ready and (forts := s.present(hex, battle.defender).forts):
        offers: list[Any] = [Bombard(g, f) for g in ready for f in forts]
        if together:
            offers += [Concentrate(f) for f in forts]
        answer = yield offer(
            battle.attacker,
            [*offers, PASS],
            {
                Bombard: partial(_why_not_bombard, s, ready, forts),
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
            yield from _concentrated(s, battle, ready, answer.fort)
            return
        yield from _one_gun(s, battle, answer.gun, answer.fort)
        ready.remove(answer.gun)
        together = False


def _why_not_bombard(s: State, ready: list[str], forts: tuple[str, ...], answer: Bombard) -> Refusal | None:
    """Why a gun may not fire at a fort (9.5.4)."""
    if answer.gun not in ready:
        fired = answer.gun in s.units and s.on_map(answer.gun) and s.counter(answer.gun).kind == "ha"
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


def _concentrated(s: State, battle: Battle, guns: list[str], fort: str) -> Procedure[None]:
    """Guns committed together hit once more if a fort is left at the end (9.5.4d)."""
    target = fort
    for gun in guns:
        if target:
            target = yield from _one_gun(s, battle, gun, target)
        else:
            s.flip(gun, "9.5.4")
    if target:
        s.lose_step(target, "9.5.4")


def _one_gun(s: State, battle: Battle, gun: str, fort: str) -> Procedure[str]:
    """A gun fires at a fort until it misses or none is left; returns the fort it fired at last, if it stands."""
    s.flip(gun, "9.5.4")
    while True:
        roll = yield Roll(1, 6, why=f"{gun} at {fort}", rule="9.5.4")
        drm = s.data.forts[fort].bombardment_drms[-s.units[fort].steps]
        hit = roll.total + drm <= s.unit(gun).bombardment
        _note_die(s, gun, roll.total, f"at {fort}: " + ("hit" if hit else "miss"), "9.5.4")
        if not hit:
            return fort
        s.lose_step(fort, "9.5.4")
        forts = s.present(battle.hex, battle.defender).forts
        if not forts:
            return ""
        if fort not in forts:
            fort = forts[0]


def _mandated(s: State, battle: Battle) -> Procedure[Battle]:
    """Whether the battle counts as a mandatory one (9.1.1), and in Plan XVII hexes with elan (9.3.5)."""
    side = battle.attacker
    size = s.data.tables["mandated"]
    own = s.present(battle.hex, battle.defender)
    target = infantry_corps(s, own.combat) + len(own.forts)
    if not s.tracks.get("mandated " + side) or target < size["defending_corps_or_forts"]:
        return battle
    fresh = tuple(u for u in battle.attackers if not s.disrupted(u) and s.may_attack(u))
    if infantry_corps(s, fresh) < size["attacking_corps"]:
        return battle
    owed = s.tracks["mandated " + side]
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
    return attrs.evolve(battle, mandated=True, elan=plan17_battle(s, battle))


# --- fortunes of war ---------------------------------------------------------------------------------------------


def fortunes(s: State, battle: Battle) -> Procedure[Battle | None]:
    """Roll on the Fortunes of War table (9.1.4); None if the battle does not take place."""
    if battle.landing:
        return (yield from _landing_fortune(s, battle))
    if (yield from _allenby(s, battle)):
        return attrs.evolve(battle, skirmish=True, fortune="skirmish")
    roll = yield Roll(2, 6, why="fortunes of war", rule="9.1.4")
    name = s.data.tables["fortunes"][str(roll.total)]
    dice = " + ".join(map(str, roll.values))
    s.note("Fortunes of war, {dice}: {name}", f"FoW.{roll.total}", dice=dice, name=name, hex=battle.hex)
    battle = attrs.evolve(battle, fortune=name)
    if battle.mandated and battle.attacker == ALLIED and s.turn <= 4 and roll.total in (3, 7, 10):
        return battle  # 13.1: ignored in the Allied mandatory battles of turns 1 to 4
    if roll.total == 3:
        _give_up(s)
        return None
    if roll.total == 4:
        return attrs.evolve(battle, skirmish=True)
    if roll.total in (5, 9):
        s.gain_cap(GERMAN if roll.total == 5 else ALLIED, f"FoW.{roll.total}")
    elif roll.total in (6, 11):
        battle = _to_the_limit(s, battle)
    elif roll.total == 7:
        return (yield from _tactical_advantage(s, battle))
    elif roll.total == 8:
        return attrs.evolve(battle, surprise=True)
    elif roll.total == 10:
        return _counter_attack(s, battle)
    return battle


def _give_up(s: State) -> None:
    """All battles not yet fought are cancelled and the initiative passes (9.1.3d)."""
    s.battles.clear()
    s.ceding = True


def _to_the_limit(s: State, battle: Battle) -> Battle:
    """The French attack with all they have (turns 1 to 4); later the Allies owe a battle (FoW.6, FoW.11)."""
    if s.turn <= 4:
        if battle.attacker != ALLIED:
            return battle
        worn = [u for u in s.present(battle.hex, ALLIED).combat if s.disrupted(u) and u not in battle.attackers]
        french = [u for u in worn if s.unit(u).nation == "french"]  # 9.1.2a: even those not designated
        return attrs.evolve(battle, limit=True, attackers=(*battle.attackers, *french))
    due = s.tracks["mandated allied"]
    if s.caps(ALLIED) > due:  # 9.1.1a
        s.score("mandated allied", 1, "9.1.1")
    return battle


def _tactical_advantage(s: State, battle: Battle) -> Procedure[Battle | None]:
    """The defender may slip away, or make it a skirmish, for a CAP (FoW.7)."""
    side = battle.defender
    if not s.caps(side):
        return battle
    offers: list[Any] = [Skirmish(), PASS]
    if can_leave(s, battle.hex, side):
        offers.insert(0, Retire())
    answer = yield offer(
        side,
        offers,
        {Retire: partial(_why_not_leave, s, battle.hex, side), Skirmish: None, Pass: None},
        f"Spend a CAP to leave {battle.hex} ('retreat'), or to make it a 'skirmish', or 'pass'?",
        "FoW.7",
    )
    if answer == PASS:
        return battle
    s.spend(side, 1, "FoW.7")
    if isinstance(answer, Skirmish):
        return attrs.evolve(battle, skirmish=True)
    yield from retreat_all(s, battle.hex, side, forced=False)
    return None


def _why_not_leave(s: State, hex: str, side: str, answer: Retire) -> Refusal | None:
    """Why a side may not leave a battle hex of its own will (9.4.1)."""
    if can_leave(s, hex, side):
        return None
    return Refusal("9.4.1", f"Not all units of {side} in {hex} have a way out.")


def _counter_attack(s: State, battle: Battle) -> Battle:
    """The defender attacks instead (FoW.10, 9.2.4)."""
    _give_up(s)
    side = battle.defender
    return Battle(
        battle.hex, side, s.present(battle.hex, side).combat, fortune=battle.fortune, counter=True,
    )  # fmt: skip


def _allenby(s: State, battle: Battle) -> Procedure[bool]:
    """In turns 1 and 2 the first battle against British infantry with cavalry may be a skirmish (12.4)."""
    units = [u for u in s.present(battle.hex, ALLIED).combat if s.unit(u).nation == "british"]
    kinds = {s.unit(u).kind for u in units}
    if battle.attacker != GERMAN or s.turn > 2 or len(kinds) < 2 or battle.hex in s.screened:
        return False
    s.screened = s.screened | {battle.hex}
    prompt = f"Does the British cavalry make the battle in {battle.hex} a 'skirmish', or 'pass'?"
    answer = yield offer(ALLIED, [Skirmish(), PASS], {Skirmish: None, Pass: None}, prompt, "12.4")
    return isinstance(answer, Skirmish)


def _landing_fortune(s: State, battle: Battle) -> Procedure[Battle]:
    roll = yield Roll(1, 6, why="the landing", rule="13.3.4a4")
    _note_die(s, "the landing", roll.total, "surprise" if roll.total <= 2 else "expected", "13.3.4a4")
    if roll.total <= 2:
        return attrs.evolve(battle, surprise=True, fortune="landing surprise")
    return attrs.evolve(battle, elan=True, fortune="landing expected")


def _note_die(s: State, who: str, die: int, result: str, rule: str) -> None:
    """Record a die that was rolled and what it means."""
    s.note("{who} rolls {die}: {result}", rule, who=who, die=die, result=result)


# --- fire --------------------------------------------------------------------------------------------------------


def exchange(s: State, battle: Battle) -> Procedure[Battle]:
    """The combats of the front line, then losses, then the reserves (9.3)."""
    losses: list[Stack] = []
    suffered = False
    for index, attack in enumerate(battle.attacker_front):
        if attack and battle.defender_front[index]:
            battle = yield from _cavalry_leaves(s, battle, index)
            s.battle = battle
            if battle.defender_front[index]:
                suffered |= yield from _one_combat(s, battle, index, losses)
    suffered |= _apply(s, battle, losses)
    for attacking in (True, False):
        reserves = battle.attacker_reserve if attacking else battle.defender_reserve
        opposite = battle.defender_front if attacking else battle.attacker_front
        for index, stack in reserves:
            target = tuple(u for u in opposite[index] if s.on_map(u))
            if target and (yield from _shot(s, battle, stack, target, attacking)):
                suffered |= _apply(s, battle, [target])  # 9.3.4
    if battle.elan and not suffered and not battle.counter:
        yield from _elan(s, battle)
    return battle


def _shot(s: State, battle: Battle, stack: Stack, target: Stack, attacking: bool) -> Procedure[bool]:
    """A stack fires, unless it is cavalry before a fort that stepped up (9.5.1); whether it hits."""
    if _is(s, stack, "cavalry") and _is(s, target, "fort"):
        return False
    who = "+".join(stack)
    roll = yield Roll(1, 6, why=f"{who} firing at {'+'.join(target)}", rule="9.3.1" if attacking else "9.3.2")
    hit: bool = roll.total <= need(s, battle, stack, target, attacking)
    _note_die(s, who, roll.total, "hit" if hit else "miss", "9.3.1")
    return hit


def _one_combat(s: State, battle: Battle, index: int, losses: list[Stack]) -> Procedure[bool]:
    """One space of the front: both fire, at the same moment (9.3.2); whether the attacker lost before that (9.6.1)."""
    attack, defend = battle.attacker_front[index], battle.defender_front[index]
    suffered = False
    if _is(s, attack, "cavalry") and _is(s, defend, "infantry"):  # 9.6.1
        suffered = yield from _shot(s, battle, defend, attack, False)
        if suffered:
            for unit in attack:
                s.lose_step(unit, "9.6.1")
            attack = tuple(u for u in attack if s.on_map(u))
            if not attack:
                return True
    hit = yield from _shot(s, battle, attack, defend, True)
    returned = yield from _shot(s, battle, defend, attack, False)
    if hit:
        losses.append(defend)
    if returned:
        losses.append(attack)
    return suffered


def _is(s: State, stack: Stack, kind: str) -> bool:
    return s.counter(stack[0]).kind == kind


def _apply(s: State, battle: Battle, losses: list[Stack]) -> bool:
    """Both units of a stack take the hit (9.3.3); whether the attacker suffered."""
    suffered = False
    for stack in losses:
        for unit in stack:
            s.lose_step(unit, "9.3.3")
            suffered |= s.counter(unit).side == battle.attacker
    return suffered


def _cavalry_leaves(s: State, battle: Battle, index: int) -> Procedure[Battle]:
    """Undisrupted defending cavalry may leave the line before the fight (9.6.2)."""
    stack = tuple(u for u in battle.defender_front[index] if s.units[u].steps == 2)
    if not stack or not _is(s, stack, "cavalry"):
        return battle
    prompt = f"Does {'+'.join(stack)} leave the line ('retreat' or 'stay')?"
    answer = yield offer(battle.defender, [Retire(), Stay()], {Retire: None, Stay: None}, prompt, "9.6.2")
    if isinstance(answer, Stay):
        return battle
    if _is(s, battle.attacker_front[index], "cavalry"):
        disrupted = True
    else:
        roll = yield Roll(1, 6, why=f"{'+'.join(stack)} leaving the line", rule="9.6.2")
        disrupted = roll.total <= 2
        _note_die(s, "+".join(stack), roll.total, "leaves " + ("disrupted" if disrupted else "in good order"), "9.6.2")
    if disrupted:
        for unit in stack:
            s.lose_step(unit, "9.6.2")
    front = list(battle.defender_front)
    front[index] = worn = tuple(u for u in front[index] if u not in stack)
    behind = [] if worn else [r for r in battle.defender_reserve if r[0] == index]
    front[index] = behind[0][1] if behind else worn
    rest = list(battle.defender_reserve)
    if behind:
        rest.remove(behind[0])
    return attrs.evolve(battle, defender_front=tuple(front), defender_reserve=tuple(rest))


def _elan(s: State, battle: Battle) -> Procedure[None]:
    """An attack with elan always costs a step (9.3.5c)."""
    units = [u for u in battle.attackers if s.on_map(u)]
    fresh = [u for u in units if s.units[u].steps == 2] or units
    if not fresh:
        return
    payers = only("unit", fresh, "9.3.5", f"The step is lost by one of {', '.join(fresh)}.")
    prompt = "Which attacker loses the step that elan costs?"
    answer = yield offer(battle.defender, map(Hit, fresh), {Hit: payers}, prompt, "9.3.5")
    s.lose_step(answer.unit, "9.3.5")


# --- after the battle --------------------------------------------------------------------------------------------


def _end(s: State, battle: Battle) -> Procedure[None]:
    """Retreats, siege, control and the points of a mandatory battle (9.3.6, 9.4)."""
    hex = battle.hex
    if battle.mandated and not battle.counter:
        _score_mandated(s, battle)
    loser, _ = beaten(s, hex, battle.fortune == "disrupted")
    if loser and not firm(s, hex):
        yield from retreat_all(s, hex, loser, forced=True)
    else:
        for side in dict.fromkeys((battle.defender, loser or battle.defender)):
            if can_leave(s, hex, side) and (yield from _retires(s, battle, side)):
                break
    for side in (ALLIED, GERMAN):
        yield from displace_rear(s, hex, side, retreat=True)
        besiege(s, hex, side)
    settle(s, hex)


def _retires(s: State, battle: Battle, side: str) -> Procedure[bool]:
    """The defender (9.4.1), or the beaten side where it need not (9.4.2), may still retreat."""
    rule = "9.4.1" if side == battle.defender else "9.4.2"
    prompt = f"Does {side} stay in {battle.hex} or retreat ('stay' or 'retreat')?"
    answer = yield offer(side, [Stay(), Retire()], {Stay: None, Retire: None}, prompt, rule)
    if isinstance(answer, Stay):
        return False
    yield from retreat_all(s, battle.hex, side, forced=False)
    return True


def _score_mandated(s: State, battle: Battle) -> None:
    """A mandatory battle is done; in Plan XVII hexes, fought in supply, it brings a point (3.2.1b, 3.2.5a)."""
    s.score("mandated " + battle.attacker, -1, "9.1.1")
    here = s.data.bit[battle.hex]
    fed = all(supplied(s, nation_of(s, u)) & here for u in battle.attackers)
    if fed and plan17_battle(s, battle):
        s.victory_points(ALLIED, 1, "13.1")


def plan17_battle(s: State, battle: Battle) -> bool:
    """Whether a mandatory battle is one of Plan XVII (9.1.1e)."""
    return battle.attacker == ALLIED and s.turn <= 4 and s.space(battle.hex).vp == "plan17"
