"""A battle (9.1.3f): mandatory or not, fire, losses, reserves, elan (9.3), and what follows it (9.4, 9.5.3)."""

from __future__ import annotations

import attrs

from wargame.core.engine.actions import NO, YES, No, Yes
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Roll
from wargame.core.mechanics.choosing import why_not_one_of

from .actions import Hit, Retire, Stay
from .battle_board import attackers_left, place_attacker, place_defender, place_reserves
from .bombardment import bombardment
from .control import besiege, settle
from .fortunes import fortunes
from .model import ANTWERP, BRUSSELS, Battle, Stack, State, in_words
from .modifiers import concentric, need
from .records import ALLIED, GERMAN
from .retreat import beaten, can_leave, displace_rear, firm, retreat_all, ways_out
from .supply import nation_of, supplied
from .tables import DISRUPTED


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
    first = s.data.tables.first_turn
    price = first.slip_away
    if s.turn > 1 or hex != BRUSSELS or battle.attacker != GERMAN or not units or s.caps(ALLIED) < price:
        return False
    spent = not s.what_if() and len(s.commands.intersection(first.northern)) >= first.northern_most
    if spent or not all(ANTWERP in ways_out(s, u, hex)[1] for u in units):
        return False  # the one northern CAP of the turn is spent, or the way is closed
    prompt = f"Spend {in_words(price, 'CAP')} to bring the Belgians into Antwerp: 'retreat' or 'stay'?"
    answer = yield offer(ALLIED, [Retire(), Stay()], {Retire: None, Stay: None}, prompt, "13.1")
    if isinstance(answer, Stay):
        return False
    s.spend(ALLIED, price, "13.1", "to bring the Belgians into Antwerp")
    s.commands = s.commands | {BRUSSELS}
    yield from retreat_all(s, hex, ALLIED, forced=False, to=ANTWERP)
    s.belgians_in_antwerp = True
    settle(s, hex)
    return True


def _mandated(s: State, battle: Battle) -> Procedure[Battle]:
    """Whether the battle counts as a mandatory one (9.1.1), and in Plan XVII hexes with elan (9.3.5)."""
    side = battle.attacker
    size = s.data.tables.mandated
    own = s.present(battle.hex, battle.defender)
    target = s.corps_among(own.combat) + len(own.forts)
    if not s.tracks.get("mandated " + side) or target < size.defending_corps_or_forts:
        return battle
    fresh = tuple(u for u in battle.attackers if not s.disrupted(u) and s.may_attack(u))
    if s.corps_among(fresh) < size.attacking_corps:
        return battle
    owed = s.tracks["mandated " + side]
    cost = f"Each of the {owed} battles owed costs {in_words(size.missed, 'VP')} if it is not fought."
    answer = yield offer(
        side,
        [YES, NO],
        {Yes: None, No: None},
        f"Is the battle in {battle.hex} one of your mandatory battles ({owed} owed)?",
        "9.1.1",
        warn=lambda a: cost if a == NO else None,
    )
    if answer == NO:
        return battle
    return attrs.evolve(battle, mandated=True, elan=plan17_battle(s, battle))


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
    s.tell_die(who, roll.total, "hit" if hit else "miss", "9.3.1")
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
        disrupted = roll.total <= s.data.tables.battle.leaves_disrupted
        s.tell_die("+".join(stack), roll.total, "leaves " + ("disrupted" if disrupted else "in good order"), "9.6.2")
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
    payers = why_not_one_of("unit", fresh, "9.3.5", f"The step is lost by one of {', '.join(fresh)}.")
    prompt = "Which attacker loses the step that elan costs?"
    answer = yield offer(battle.defender, map(Hit, fresh), {Hit: payers}, prompt, "9.3.5")
    s.lose_step(answer.unit, "9.3.5")


# --- after the battle --------------------------------------------------------------------------------------------


def _end(s: State, battle: Battle) -> Procedure[None]:
    """Retreats, siege, control and the points of a mandatory battle (9.3.6, 9.4)."""
    hex = battle.hex
    if battle.mandated and not battle.counter:
        _score_mandated(s, battle)
    loser, _ = beaten(s, hex, battle.fortune == DISRUPTED)
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
    prompt = f"Stay in {battle.hex} after the battle, or retreat ('stay' or 'retreat')?"
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
        s.victory_points(ALLIED, s.data.tables.mandated.plan17_vp, "13.1")


def plan17_battle(s: State, battle: Battle) -> bool:
    """Whether a mandatory battle is one of Plan XVII (9.1.1e)."""
    due = s.turn <= s.data.tables.mandated.plan17_until
    return due and battle.attacker == ALLIED and battle.hex in s.data.plan17_hexes
