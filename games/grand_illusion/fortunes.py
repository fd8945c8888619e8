"""The Fortunes of War table (9.1.4) and what takes its place: the landing (13.3.4a4), the British screen (12.4)."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs

from wargame.core.engine.actions import PASS, Pass
from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal, Roll

from .actions import Retire, Skirmish
from .model import Battle, State, in_words
from .records import ALLIED, GERMAN
from .retreat import can_leave, retreat_all
from .tables import (
    ALLIED_COMMAND,
    CAUTIOUS,
    COUNTER,
    GERMAN_COMMAND,
    LIMIT,
    SKIRMISH,
    SURPRISE,
    TACTICAL,
)

BREAKING = (CAUTIOUS, TACTICAL, COUNTER)  # fortunes that would break off the attack


def fortunes(s: State, battle: Battle) -> Procedure[Battle | None]:
    """Roll on the Fortunes of War table (9.1.4); None if the battle does not take place."""
    if battle.landing:
        return (yield from _landing_fortune(s, battle))
    if (yield from _allenby(s, battle)):
        return attrs.evolve(battle, skirmish=True, fortune=SKIRMISH)
    roll = yield Roll(2, 6, why="fortunes of war", rule="9.1.4")
    name, rule = s.data.tables.fortunes[roll.total], f"FoW.{roll.total}"
    dice = " + ".join(map(str, roll.values))
    s.note("Fortunes of war, {dice}: {name}", rule, dice=dice, name=name, hex=battle.hex)
    battle = attrs.evolve(battle, fortune=name)
    if name in BREAKING and battle.mandated and battle.attacker == ALLIED and _early(s):
        return battle  # 13.1: ignored in the first mandatory battles of the Allies
    if name == CAUTIOUS:
        _give_up(s)
        return None
    if name == SKIRMISH:
        return attrs.evolve(battle, skirmish=True)
    if name in (GERMAN_COMMAND, ALLIED_COMMAND):
        s.gain_caps(GERMAN if name == GERMAN_COMMAND else ALLIED, s.data.tables.battle.high_command, rule)
    elif name == LIMIT:
        return _to_the_limit(s, battle)
    elif name == TACTICAL:
        return (yield from _tactical_advantage(s, battle))
    elif name == SURPRISE:
        return attrs.evolve(battle, surprise=True)
    elif name == COUNTER:
        return _counter_attack(s, battle)
    return battle


def _early(s: State) -> bool:
    """Whether the French still attack at any price (13.1, FoW.6, FoW.11)."""
    return s.turn <= s.data.tables.battle.limit_until


def _give_up(s: State) -> None:
    """All battles not yet fought are cancelled and the initiative passes (9.1.3d)."""
    s.battles.clear()
    s.ceding = True


def _to_the_limit(s: State, battle: Battle) -> Battle:
    """The French attack with all they have at first; later the Allies owe a battle (FoW.6, FoW.11)."""
    if _early(s):
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
    """The defender may slip away, or make it a skirmish, for CAPs (FoW.7)."""
    side, rule = battle.defender, s.data.tables.battle
    if s.caps(side) < rule.tactical_caps:
        return battle
    price = in_words(rule.tactical_caps, "CAP")
    offers: list[Any] = [Skirmish(), PASS]
    if can_leave(s, battle.hex, side):
        offers.insert(0, Retire())
    answer = yield offer(
        side,
        offers,
        {Retire: partial(_why_not_leave, s, battle.hex, side), Skirmish: None, Pass: None},
        f"Spend {price} to leave {battle.hex} ('retreat'), or to make it a 'skirmish', or 'pass'?",
        "FoW.7",
    )
    if answer == PASS:
        return battle
    s.spend(side, rule.tactical_caps, "FoW.7", f"in the battle of {battle.hex}")
    if isinstance(answer, Skirmish):
        return attrs.evolve(battle, skirmish=True)
    yield from retreat_all(s, battle.hex, side, forced=False)
    return None


def _why_not_leave(s: State, hex: str, side: str, answer: Retire) -> Refusal | None:
    """Why a side may not leave a battle hex of its own will (9.4.1)."""
    if can_leave(s, hex, side):
        return None
    return Refusal("9.4.1", f"Not all your units in {hex} have a way out.")


def _counter_attack(s: State, battle: Battle) -> Battle:
    """The defender attacks instead (FoW.10, 9.2.4)."""
    _give_up(s)
    side = battle.defender
    return Battle(
        battle.hex, side, s.present(battle.hex, side).combat, fortune=battle.fortune, counter=True,
    )  # fmt: skip


def _allenby(s: State, battle: Battle) -> Procedure[bool]:
    """In the first turns a first battle against British infantry with cavalry may be a skirmish (12.4)."""
    units = [u for u in s.present(battle.hex, ALLIED).combat if s.unit(u).nation == "british"]
    kinds = {s.unit(u).kind for u in units}
    over = s.turn > s.data.tables.battle.screen_until or battle.hex in s.screened
    if over or battle.attacker != GERMAN or len(kinds) < 2:
        return False
    s.screened = s.screened | {battle.hex}
    prompt = f"Does the British cavalry make the battle in {battle.hex} a 'skirmish', or 'pass'?"
    answer = yield offer(ALLIED, [Skirmish(), PASS], {Skirmish: None, Pass: None}, prompt, "12.4")
    return isinstance(answer, Skirmish)


def _landing_fortune(s: State, battle: Battle) -> Procedure[Battle]:
    roll = yield Roll(1, 6, why="the landing", rule="13.3.4a4")
    surprised = roll.total <= s.data.tables.battle.landing_surprise
    s.tell_die("the landing", roll.total, "surprise" if surprised else "expected", "13.3.4a4")
    if surprised:
        return attrs.evolve(battle, surprise=True, fortune="landing surprise")
    return attrs.evolve(battle, elan=True, fortune="landing expected")
