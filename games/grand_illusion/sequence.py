"""The turn (4.0) and its action phase (8.1): segments of up to two activations, passing and ceding."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, PASS
from wargame.core.engine.questions import Choose, Procedure, Reason, Roll
from wargame.core.engine.sequence import Phase, Sequence

from .administration import administration, end_of_action, victory_segments
from .board import able_to_attack, before, designate
from .control import settle
from .model import (
    ANTWERP,
    HOLLAND,
    MAUBEUGE,
    NORTH,
    Activate,
    Entrench,
    Fight,
    Land,
    Recover,
    State,
    Take,
    Unblock,
    Withdraw,
)  # fmt: skip
from .movement import WITHDRAWAL, antwerp_screened, movable, move_group, open_hexes
from .options import choose_strategies, land, landing_hexes, may_land, prepare
from .records import ALLIED, ENEMY, GERMAN, SIDES
from .recovery import may_recover, recover_hex
from .reinforcements import east_front, reinforcements
from .retreat import displace_rear
from .strategic import strategic_movement
from .supply import supplied_infantry
from .victory import draw_plan17
from .withdrawal import finish_withdrawal, may_withdraw, must_withdraw

NORTHERN = "activations in 1 to 66"
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
    state.initiative = state.active = first
    state.segments = state.activations = state.passes = 0
    state.asked = False
    state.fresh_hq = frozenset()
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
    answer = yield Choose(
        side, lambda: _choices(state, side), f"Spend a CAP ({state.caps(side)} left) or pass?", "8.1.1",
        refuse=_explain(state, side),
    )  # fmt: skip
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


def _phase_over(state: State) -> Any:
    """The action phase ends, unless the Allies still owe their general retreat (8.4.9b)."""
    if may_withdraw(state, ALLIED) and must_withdraw(state):
        _declare_withdrawal(state, ALLIED)
        return None
    return DONE


def _ask_withdrawal(state: State, side: str) -> Procedure[bool]:
    owed = " (it must this turn)" if side == ALLIED and must_withdraw(state) else ""
    answer = yield Choose(side, [PASS, Withdraw()], f"Does {side} declare a general retreat{owed}?", "8.7.1")
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


def _choices(state: State, side: str) -> list[Any]:
    found: list[Any] = []
    hexes = open_hexes(state, side)
    if not state.recovering:
        found += [Activate(h) for h in hexes if barred(state, side, h) is None]
        if state.trenches_allowed:
            found += [Entrench(h) for h in hexes if may_entrench(state, h)]
        if may_land(state, side):
            found += [Land(h) for h in landing_hexes(state)]
        if side == GERMAN and state.units_at(HOLLAND):
            found.append(Activate(HOLLAND))  # 13.3.4b4
    found += [Recover(h) for h in hexes if no_recovery(state, side, h) is None]
    found += [Unblock(edge) for edge, who in state.blocked.items() if who == side]
    return [*found, PASS]


def barred(state: State, side: str, hex: str) -> Reason | None:
    """Why a hex may not be activated, or None (8.2.1, 12.5.2, 13.1, 13.3.1)."""
    own, other = state.present(hex, side), state.present(hex, ENEMY[side])
    if not own.movable:
        if other.movable:
            return (
                "8.1.1",
                f"It is {side}'s segment: {ENEMY[side]} acts again when {side} passes or has made two activations.",
            )
        return "8.2.1", f"There is no unit of yours in {hex} to activate."
    if state.recovering:
        return "9.8.3", "After a recovery the second activation can only be another recovery."
    return _command_limit(state, side, hex)


def no_recovery(state: State, side: str, hex: str) -> Reason | None:
    """Why a hex may not be activated to recover its units, or None (9.8.3a)."""
    return may_recover(state, side, hex) or _command_limit(state, side, hex)


def _command_limit(state: State, side: str, hex: str) -> Reason | None:
    """Hexes that may not be activated, for whatever purpose (12.5.2, 13.1, 13.3.1)."""
    if side == ALLIED and state.turn == 1:
        if not state.what_if():
            if hex in ("66", "76"):
                return "13.1", f"The army in {hex} may not be activated in turn 1."
            if hex in NORTH and state.commands & set(NORTH):
                return "13.1", "Only one of 62, 54, 46 and 45 may be activated in turn 1."
        elif int(hex) <= 66 and state.tracks.get(NORTHERN, 0) >= 2:
            return "13.3.1", "Only two activations in hexes 1 to 66 are allowed in turn 1."
    if (
        hex == ANTWERP
        and side == ALLIED
        and state.turn < 7
        and antwerp_screened(state)
        and not movable(state, side, hex, False)
    ):
        return "12.5.2", "The Belgians in Antwerp are pinned by the German screen."
    return None


def may_entrench(state: State, hex: str) -> bool:
    """Supplied infantry of both sides must be there (9.7.2)."""
    if hex in state.trenches or not all(state.present(hex, who).infantry_half_corps for who in SIDES):
        return False
    return supplied_infantry(state, hex, ALLIED) and supplied_infantry(state, hex, GERMAN)


def _explain(state: State, side: str) -> Callable[[Any], Reason | None]:
    def why(answer: Any) -> Reason | None:
        if isinstance(answer, Activate):
            return barred(state, side, answer.hex)
        if isinstance(answer, Recover):
            return no_recovery(state, side, answer.hex)
        if isinstance(answer, Entrench):
            if state.recovering:
                return "9.8.3", "After a recovery the second activation can only be another recovery."
            if not state.trenches_allowed:
                return "9.7.1", "No trenches before the German general retreat."
            return "9.7.2", f"{answer.hex} needs supplied infantry of both sides and no trench to be entrenched."
        if isinstance(answer, Withdraw):
            return "8.7.1", "A general retreat is declared only at the start of a segment, once, and not before turn 3."
        if isinstance(answer, Land):
            return (
                "13.3.4a4",
                "Only British divisions kept back by the Britannia option land, on the coast, from turn 10.",
            )
        return None

    return why


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
        if state.activations == 1 and not any(no_recovery(state, side, h) is None for h in open_hexes(state, side)):
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
        answer = yield Choose(side, [Fight(where), PASS], f"Declare a battle in {where}?", "9.1.2", show=odds)
        if answer != PASS:
            free = stay if where == hex else []
            state.battles[where] = yield from designate(state, side, where, units, free)


def _battle_step(state: State) -> Procedure[None]:
    """Resolve one of the battles declared, in the order the attacker likes (9.1.3b)."""
    side = state.active
    hexes = list(state.battles)
    answer = Fight(hexes[0])
    if len(hexes) > 1:
        answer = yield Choose(side, [Fight(h) for h in hexes], "Which battle is fought next?", "9.1.3")
    yield from state.rules.resolve_combat(state, answer.hex)
    if not state.battles:
        _end_activation(state)


def _end_activation(state: State) -> None:
    state.activated = state.landing = ""
    state.fighting = False
    state.moved = frozenset()
    state.entered.clear()
    for hex, holder in state.control.items():
        if hex in state.at and state.present(hex, ENEMY[holder]).combat:
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
    hexes = [h for h in open_hexes(state, side) if movable(state, side, h, True)]
    offers = [*(Activate(h) for h in hexes), DONE]
    rule = WITHDRAWAL[side]
    answer = yield Choose(side, offers, "Which hex retreats next?", rule, refuse=_why_not_back(state, side))
    if answer != DONE:
        state.activated = answer.hex
        return
    yield from finish_withdrawal(state, side)
    state.withdrawing = ""
    state.active = side
    _cede(state)
    state.asked = True


def _why_not_back(state: State, side: str) -> Callable[[Any], Reason | None]:
    def why(answer: Any) -> Reason | None:
        if not isinstance(answer, Activate):
            return None
        own = state.present(answer.hex, side)
        if not own.movable:
            return "8.2.1", f"There is no unit of yours in {answer.hex} to activate."
        if any(u in state.moved for u in (*own.combat, *own.hq, *own.ha)):
            return WITHDRAWAL[side], f"The units in {answer.hex} have had their move of the general retreat."
        return WITHDRAWAL[side], "Belgian units take no part in the general retreat."

    return why


def british_set_up(state: State) -> Procedure[None]:
    """Up to two British infantry units begin the game in 54 instead of 45 (3.1.1)."""
    for _ in range(2):
        units = [u for u in state.present(LE_CATEAU, ALLIED).combat if state.is_infantry(u)]
        offers = [Take(u) for u in units if state.unit(u).nation == "british"]
        prompt = "Which British infantry begins in 54 instead of 45 (two units at most)?"
        answer = yield Choose(ALLIED, [*offers, DONE], prompt, "3.1.1")
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
