"""The turn (4.0) and its action phase (8.1): segments of up to two activations, passing and ceding."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, PASS, Done, Pass
from wargame.core.engine.offers import Offer, offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.mechanics.choosing import only

from .actions import Activate, Entrench, Fight, Land, Recover, Take, Unblock, Withdraw
from .activation import (
    NORTHERN,
    commands,
    why_not_activate,
    why_not_entrench,
    why_not_land,
    why_not_recover,
    why_not_unblock,
)
from .administration import administration, end_of_action, victory_segments
from .battle_board import able_to_attack, before, designate
from .control import settle
from .eastern_front import east_front
from .entry import WITHDRAWAL, antwerp_screened, movable
from .model import ANTWERP, MAUBEUGE, State
from .movement import move_group
from .options import choose_strategies, land, prepare
from .rail import strategic_movement
from .records import ALLIED, ENEMY, GERMAN, SIDES
from .recovery import recover_hex
from .replacements import reinforcements
from .retreat import displace_rear
from .victory import draw_plan17
from .withdrawal import finish_withdrawal, may_withdraw, must_withdraw, retreat_price

LE_CATEAU = "45"  # where the British Expeditionary Force begins


# --- CAPs (5) and initiative (6) ---------------------------------------------------------------------------------


def command_points(state: State) -> Procedure[None]:
    """Both sides receive their CAPs (5.1); those left over are lost."""
    table = state.printed.tables["caps"]
    for side in (ALLIED, GERMAN):
        if state.turn == 1 and not state.what_if():
            caps = table[f"{side}_first_turn"]  # 5.1.4
        else:
            roll = yield Roll(1, 6, why=f"{side} CAPs", rule="5.1.1")
            caps = table[commander(state, side)][roll.total - 1]
            state.note("{side} rolls {die} for CAPs", "5.1.1", side=side, die=roll.total)
        if state.turn == 1 and state.what_if():
            caps += state.caps(side)  # won in the blow at Liege (13.3.4a5)
        if side == ALLIED and state.has("al_3") and state.turn >= 10:
            caps += 1  # 13.3.4a3
        if side == GERMAN and 0 < state.tracks.get("ninth army", 0) < state.turn:
            caps += 1  # 13.3.4b4
        state.tracks["caps " + side] = caps = min(caps, table["most"])
        state.note("{side} receives {caps} CAPs", "5.1.1", side=side, caps=caps)
    _set_mandated(state)


def commander(state: State, side: str) -> str:
    """Whose column is rolled on (5.1.2, 5.1.3)."""
    later = state.withdrawn.get(side, 99) < state.turn
    if side == ALLIED:
        return "joffre2" if later else "joffre"
    return "falkenhayn" if later else "moltke"


def _set_mandated(state: State) -> None:
    """Mandatory battles of the scenario (13.1)."""
    table = state.printed.tables["mandated"]
    allied = table["allied"][state.turn - 1] if state.turn <= len(table["allied"]) else 0
    state.tracks["mandated allied"] = 0 if ALLIED in state.withdrawn else allied
    state.tracks["mandated german"] = 1 if state.turn >= table["german_from"] else 0


def initiative(state: State) -> Procedure[None]:
    """Who goes first this turn (6.0)."""
    if state.turn == 1 and not state.what_if():
        first = ALLIED
    elif state.turn in (2, 3) and not state.what_if():
        first = GERMAN
    else:
        allied = yield Roll(1, 6, why="Allied initiative", rule="6.0")
        german = yield Roll(1, 6, why="German initiative", rule="6.0")
        first = ALLIED if allied.total > german.total else GERMAN
        dice = {"allied": allied.total, "german": german.total}
        state.note("Initiative: allied rolls {allied}, german {german}", "6.0", **dice)
    state.initiative = state.active = first
    state.segments = state.activations = state.passes = 0
    state.asked = False
    state.fresh_hq = frozenset()
    state.changed()
    state.note("{side} has the initiative", "6.0", side=first)


# --- the action phase (8) ----------------------------------------------------------------------------------------


def action_phase(state: State) -> Procedure[Any]:
    """One step of the action phase: a decision, a group's move, or a battle. DONE when the phase is over."""
    if state.withdrawing:
        yield from _withdraw_step(state)
    elif state.fighting:
        yield from _battle_step(state)
    elif state.activated:
        yield from _move_step(state)
    else:
        over = yield from _decide(state)
        if over == DONE:
            end_of_action(state)
        return over
    if state.result is None:
        yield from draw_plan17(state)
    return None


def _decide(state: State) -> Procedure[Any]:
    side, enemy = state.active, ENEMY[state.active]
    if not state.asked:  # the start of a segment
        state.asked = True
        for who in (enemy, side):
            if may_withdraw(state, who) and (yield from _ask_withdrawal(state, who)):
                return None
    if _segment_over(state):
        if not state.caps(ALLIED) and not state.caps(GERMAN):
            return _phase_over(state)  # 8.1.3
        _cede(state)
        return None
    answer = yield _what_next(state, side)
    if isinstance(answer, Unblock):
        del state.blocked[answer.hexside]  # 8.4.5c
    elif answer != PASS:
        yield from _spend(state, side, answer)
    elif state.recovering:
        _cede(state)  # 9.8.3: to cede is not to pass
    else:
        state.passes += 1
        state.note("{side} passes", "8.1.1", side=side)
        if state.passes == 2 or not state.caps(enemy):
            return _phase_over(state)
        _cede(state)
    return None


def _what_next(state: State, side: str) -> Offer:
    return offer(
        side,
        partial(commands, state, side),
        {
            Activate: lambda a: why_not_activate(state, side, a.hex),
            Recover: lambda a: why_not_recover(state, side, a.hex),
            Entrench: lambda a: why_not_entrench(state, side, a.hex),
            Land: lambda a: why_not_land(state, side, a.hex),
            Unblock: lambda a: why_not_unblock(state, side, a.hexside),
            Withdraw: lambda a: Refusal(
                "8.7.1", "A general retreat is declared only at the start of a segment, once, and not before turn 3."
            ),
            Pass: None,
        },
        f"Spend a CAP ({state.caps(side)} left) or pass?",
        "8.1.1",
        warn=lambda a: _waste(state, side) if a == PASS else None,
        checked=True,
    )


def _waste(state: State, side: str) -> str | None:
    """What a pass would give away if it ends the action phase: CAPs and mandatory battles (8.1.1, 9.1.1b)."""
    caps, owed = state.caps(side), state.tracks["mandated " + side]
    if state.recovering or (state.passes == 0 and state.caps(ENEMY[side])):
        return None
    told = f"The action phase ends: your {caps} CAPs remain for strategic movement only"
    return told + (f", and each of {owed} mandatory battles not fought costs a VP." if owed else ".")


def _phase_over(state: State) -> Any:
    """The action phase ends, unless the Allies still owe their general retreat (8.4.9b)."""
    if may_withdraw(state, ALLIED) and must_withdraw(state):
        _declare_withdrawal(state, ALLIED)
        return None
    return DONE


def _ask_withdrawal(state: State, side: str) -> Procedure[bool]:
    owed = " (it must this turn)" if side == ALLIED and must_withdraw(state) else ""
    prompt = f"Does {side} declare a general retreat{owed}, or 'pass'?"
    answer = yield offer(
        side,
        [PASS, Withdraw()],
        {Pass: None, Withdraw: None},
        prompt,
        "8.7.1",
        warn=lambda a: retreat_price(state, side) if a == Withdraw() else None,
    )
    if answer == PASS:
        return False
    _declare_withdrawal(state, side)
    return True


def _declare_withdrawal(state: State, side: str) -> None:
    state.withdrawing = side
    state.moved = frozenset()
    state.passes = 0
    state.note("{side} declares a general retreat", "8.7.1", side=side)


def _segment_over(state: State) -> bool:
    """Whether the side must cede (8.1.1b)."""
    side, enemy = state.active, ENEMY[state.active]
    if not state.caps(side) or (state.recovering and state.activations >= 2):
        return True
    most = 1 if state.turn == 1 and state.segments == 0 and not state.what_if() else 2  # 6.0
    return state.activations >= most and state.caps(enemy) > 0


def _cede(state: State) -> None:
    state.active = ENEMY[state.active]
    state.segments += 1
    state.activations = 0
    state.recovering = state.asked = state.ceding = False


def _spend(state: State, side: str, answer: Any) -> Procedure[None]:
    """One CAP, one activation (5.2)."""
    state.spend(side, 1, "5.2")
    state.activations += 1
    state.passes = 0
    if side == ALLIED and state.turn == 1 and isinstance(answer, Activate | Recover):
        state.commands = state.commands | {answer.hex}
        if int(answer.hex) <= 66:
            state.tracks[NORTHERN] = state.tracks.get(NORTHERN, 0) + 1  # 13.3.1
    if isinstance(answer, Entrench):
        state.trenches[answer.hex] = 1
        state.note("{hex} is entrenched", "9.7.2", hex=answer.hex)
    elif isinstance(answer, Recover):
        yield from recover_hex(state, side, answer.hex)
        state.recovering = True
        if state.activations == 1 and all(why_not_recover(state, side, h) for h in state.hexes_of(side)):
            _cede(state)  # 9.8.3
    elif isinstance(answer, Land):
        yield from land(state, answer.hex)
    else:
        state.activated = answer.hex
        state.moved = frozenset()
        state.battles.clear()
        state.entered.clear()


def _move_step(state: State) -> Procedure[None]:
    """A group moves; when the player moves no more, he declares his battles (8.4, 9.1.2)."""
    side = state.active
    over = yield from move_group(state, side)
    if over != DONE:
        return
    yield from displace_rear(state, state.activated, side)  # 9.4.4, 9.5.4
    yield from _declare(state, side)
    state.fighting = True
    if not state.battles:
        _end_activation(state)


def _declare(state: State, side: str) -> Procedure[None]:
    """Battles the attacker may declare: in the activated hex, and where units joined others (9.1.2a, c)."""
    enemy = ENEMY[side]
    hex = state.activated
    stay = [u for u in state.present(hex, side).combat if u not in state.moved]
    if hex == ANTWERP and side == ALLIED and state.turn < 7 and antwerp_screened(state):
        stay = [u for u in stay if state.unit(u).nation != "belgian"]
    places = {hex: tuple(stay)} if stay else {}
    for where, came in state.entered.items():
        places[where] = (*places.get(where, ()), *came)
    for where, units in places.items():
        there = state.present(where, enemy)
        able = able_to_attack(state, where, side, units)
        if where in state.battles or not (there.combat or there.forts) or not able:
            continue
        odds = partial(before, state, where, side, units)
        answer = yield offer(
            side,
            [Fight(where), PASS],
            {Fight: only("hex", [where], "9.1.2", f"The battle asked about is the one in {where}."), Pass: None},
            f"Declare a battle in {where}?",
            "9.1.2",
            show=odds,
            warn=partial(_no_battle, state),
        )
        if answer != PASS:
            free = stay if where == hex else []
            state.battles[where] = yield from designate(state, side, where, units, free)


def _no_battle(state: State, answer: Any) -> str | None:
    """What it would waste not to fight: the whole activation, if nobody has moved (5.2)."""
    if answer != PASS or state.moved or state.battles:
        return None
    return "No unit has moved in this activation: without a battle its CAP is wasted."


def _battle_step(state: State) -> Procedure[None]:
    """Resolve one of the battles declared, in the order the attacker likes (9.1.3b)."""
    side = state.active
    hexes = list(state.battles)
    answer = Fight(hexes[0])
    if len(hexes) > 1:
        declared = only("hex", hexes, "9.1.3", f"Battles are declared in {', '.join(hexes)} only.")
        answer = yield offer(side, map(Fight, hexes), {Fight: declared}, "Which battle is fought next?", "9.1.3")
    yield from state.rules.resolve_combat(state, answer.hex)
    if not state.battles:
        _end_activation(state)


def _end_activation(state: State) -> None:
    state.activated = state.landing = ""
    state.fighting = False
    state.moved = frozenset()
    state.entered.clear()
    guests = [h for side in SIDES for h in state.hexes_of(side) if state.control[h] != side]
    for hex in sorted(guests, key=state.board.index.__getitem__):
        if state.present(hex, ENEMY[state.control[hex]]).combat:
            settle(state, hex)  # supply may have reached units in a hex they found empty
    if state.ceding:
        _cede(state)  # 8.1.1b


def _withdraw_step(state: State) -> Procedure[None]:
    """One group of the general retreat, or its end (8.7)."""
    side = state.withdrawing
    if state.activated:
        over = yield from move_group(state, side, withdrawal=True)
        if over == DONE:
            yield from displace_rear(state, state.activated, side)  # 9.4.4, 9.5.4
            state.moved = state.moved.union(movable(state, side, state.activated, True))
            state.activated = ""
        return
    answer = yield offer(
        side,
        [*map(Activate, state.hexes_of(side)), DONE],
        {Activate: lambda a: why_not_withdraw_from(state, side, a.hex), Done: None},
        "The units of which hex move in the general retreat ('done' when no more do)?",
        WITHDRAWAL[side],
        warn=lambda a: _left_behind(state, side) if a == DONE else None,
    )
    if answer != DONE:
        state.activated = answer.hex
        return
    yield from finish_withdrawal(state, side)
    state.withdrawing = ""
    state.active = side
    _cede(state)
    state.asked = True


def why_not_withdraw_from(state: State, side: str, hex: str) -> Refusal | None:
    """Why the units of a hex do not move in the general retreat (8.7.2, 8.7.3)."""
    if hex not in state.printed.spaces:
        return Refusal("8.2.1", f"There is no hex {hex}.")
    if movable(state, side, hex, True):
        return None
    own = state.present(hex, side)
    if not own.movable:
        return Refusal("8.2.1", f"There is no unit of yours in {hex} to activate.")
    if any(u in state.moved for u in (*own.combat, *own.hq, *own.ha)):
        return Refusal(WITHDRAWAL[side], f"The units in {hex} have had their move of the general retreat.")
    return Refusal(WITHDRAWAL[side], "Belgian units take no part in the general retreat.")


def _left_behind(state: State, side: str) -> str | None:
    """Who has not moved in the general retreat, which comes only once (8.7.1)."""
    hexes = [h for h in state.hexes_of(side) if movable(state, side, h, True)]
    return f"The units in {', '.join(hexes)} have not moved, and there is no second general retreat." if hexes else None


def british_set_up(state: State) -> Procedure[None]:
    """Up to two British infantry units begin the game in 54 instead of 45 (3.1.1)."""
    for _ in range(2):
        units = [u for u in state.present(LE_CATEAU, ALLIED).combat if state.is_infantry(u)]
        british = [u for u in units if state.unit(u).nation == "british"]
        choice = only("unit", british, "3.1.1", "Only British infantry of hex 45 may begin in 54 instead.")
        prompt = "Which British infantry begins in 54 instead of 45 (two units at most, then 'done')?"
        answer = yield offer(ALLIED, [*map(Take, british), DONE], {Take: choice, Done: None}, prompt, "3.1.1")
        if answer == DONE:
            return
        state.move(answer.unit, MAUBEUGE, "3.1.1")
        state.maubeuge = state.maubeuge | {answer.unit}


TURN = Sequence(
    "turn",
    Phase("British set-up", british_set_up, when=lambda s: s.turn == 1),
    Phase("strategy options", choose_strategies, when=lambda s: s.turn == 1 and s.what_if() and not s.secret),
    Phase("preparation", prepare, when=lambda s: s.turn == 1 and s.what_if(), repeat=True),
    Phase("command points", command_points),
    Phase("initiative", initiative),
    Phase("reinforcements", reinforcements, side=lambda s: ENEMY[s.initiative], repeat=True),
    Phase("reinforcements", reinforcements, side=lambda s: s.initiative, repeat=True),
    Phase("eastern front", east_front, when=lambda s: s.turn == 3 and not s.what_if()),
    Phase("action", action_phase, repeat=True),
    Phase("strategic movement", strategic_movement, side=lambda s: ENEMY[s.initiative], repeat=True),
    Phase("strategic movement", strategic_movement, side=lambda s: s.initiative, repeat=True),
    Phase("victory", victory_segments),
    Phase("administration", administration),
    repeat=True,
)
