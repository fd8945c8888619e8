"""The turn (4.0) and its action phase (8.1): segments of up to two activations, passing and ceding."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.engine.actions import DONE, PASS, Done, Pass
from wargame.core.engine.offers import Offer, offer
from wargame.core.engine.questions import Procedure, Refusal, Roll
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.mechanics.choosing import choose_one, only

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
from .battle_board import designate
from .control import settle
from .eastern_front import east_front
from .entry import WITHDRAWAL, movable, pinned
from .model import MAUBEUGE, State
from .movement import move_group
from .options import choose_strategies, land, prepare
from .preview import able_to_attack, before
from .rail import strategic_movement
from .records import ALLIED, ENEMY, GERMAN, SIDES
from .recovery import recover_hex
from .replacements import reinforcements
from .retreat import displace_rear
from .victory import draw_plan17
from .withdrawal import finish_withdrawal, may_withdraw, must_withdraw, retreat_price

PURPOSES: dict[type[Any], str] = {
    Activate: "to activate {hex}", Recover: "to recover {hex}", Entrench: "to entrench {hex}", Land: "to land at {hex}",
}  # fmt: skip


# --- CAPs (5) and initiative (6) ---------------------------------------------------------------------------------


def command_points(s: State) -> Procedure[None]:
    """Both sides receive their CAPs (5.1); those left over are lost."""
    table, options = s.data.tables.caps, s.data.tables.options
    for side in (ALLIED, GERMAN):
        if s.turn == 1 and not s.what_if():
            caps = table.first_turn(side)  # 5.1.4
        else:
            roll = yield Roll(1, 6, why=f"the CAPs of the {s.name(side)}", rule="5.1.1")
            caps = column(s, side)[roll.total - 1]
            s.note("{side} rolls {die} for CAPs", "5.1.1", side=side, die=roll.total)
        if s.turn == 1 and s.what_if():
            caps += s.caps(side)  # won in the blow at Liege (13.3.4a5)
        if side == ALLIED and s.has("al_3") and s.turn >= options.empires_from:
            caps += options.empires_caps  # 13.3.4a3
        if side == GERMAN and 0 < s.tracks.get("ninth army", 0) < s.turn:
            caps += options.ninth_army_caps  # 13.3.4b4
        s.tracks["caps " + side] = caps = min(caps, table.most)
        s.note("{side} receives {caps} CAPs", "5.1.1", side=side, caps=caps)
    s.owe_battles()


def column(s: State, side: str) -> tuple[int, ...]:
    """The CAPs by die of the commander: another after a general retreat (5.1.2, 5.1.3)."""
    table, later = s.data.tables.caps, s.withdrawn.get(side, s.turn) < s.turn
    if side == ALLIED:
        return table.joffre2 if later else table.joffre
    return table.falkenhayn if later else table.moltke


def initiative(s: State) -> Procedure[None]:
    """Who goes first this turn (6.0)."""
    rule, bound = s.data.tables.initiative, not s.what_if()
    if bound and s.turn in rule.allied_turns:
        first = ALLIED
    elif bound and s.turn in rule.german_turns:
        first = GERMAN
    else:
        allied = yield Roll(1, 6, why="Allied initiative", rule="6.0")
        german = yield Roll(1, 6, why="German initiative", rule="6.0")
        first = ALLIED if allied.total > german.total else GERMAN
        dice = {"allied": allied.total, "german": german.total}
        s.note("Initiative: allied rolls {allied}, german {german}", "6.0", **dice)
    s.initiative = s.active = first
    s.note("{side} has the initiative", "6.0", side=first)


# --- the action phase (8) ----------------------------------------------------------------------------------------


def action_phase(s: State) -> Procedure[Any]:
    """One step of the action phase: a decision, a group's move, or a battle. DONE when the phase is over."""
    if s.withdrawing:
        yield from _withdraw_step(s)
    elif s.fighting:
        yield from _battle_step(s)
    elif s.activated:
        yield from _move_step(s)
    else:
        over = yield from _decide(s)
        if over == DONE:
            end_of_action(s)
        return over
    if s.result is None:
        yield from draw_plan17(s)
    return None


def _decide(s: State) -> Procedure[Any]:
    side, enemy = s.active, ENEMY[s.active]
    if not s.asked:  # the start of a segment
        s.asked = True
        for who in (enemy, side):
            if may_withdraw(s, who) and (yield from _ask_withdrawal(s, who)):
                return None
    if _segment_over(s):
        if not s.caps(ALLIED) and not s.caps(GERMAN):
            return _phase_over(s)  # 8.1.3
        _cede(s)
        return None
    answer = yield _what_next(s, side)
    if isinstance(answer, Unblock):
        s.unblock(answer.hexside)
    elif answer != PASS:
        yield from _spend(s, side, answer)
    elif s.recovering:
        _cede(s)  # 9.8.3: to cede is not to pass
    else:
        s.passes += 1
        s.note("{side} passes", "8.1.1", side=side)
        if s.passes == 2 or not s.caps(enemy):
            return _phase_over(s)
        _cede(s)
    return None


def _what_next(s: State, side: str) -> Offer:
    return offer(
        side,
        partial(commands, s, side),
        {
            Activate: lambda a: why_not_activate(s, side, a.hex),
            Recover: lambda a: why_not_recover(s, side, a.hex),
            Entrench: lambda a: why_not_entrench(s, side, a.hex),
            Land: lambda a: why_not_land(s, side, a.hex),
            Unblock: lambda a: why_not_unblock(s, side, a.hexside),
            Withdraw: lambda a: Refusal(
                "8.7.1",
                "A general retreat comes once, at the start of a segment, and not in the first turns.",
            ),
            Pass: None,
        },
        f"Spend a CAP ({s.caps(side)} left) or pass?",
        "8.1.1",
        warn=lambda a: _waste(s, side) if a == PASS else None,
        checked=True,
    )


def _waste(s: State, side: str) -> str | None:
    """What a pass would give away if it ends the action phase: CAPs and mandatory battles (8.1.1, 9.1.1b)."""
    caps, owed = s.caps(side), s.tracks["mandated " + side]
    if s.recovering or (s.passes == 0 and s.caps(ENEMY[side])):
        return None
    text = f"The action phase ends: your {caps} CAPs remain for strategic movement only"
    return text + (f", and each of {owed} mandatory battles not fought costs a VP." if owed else ".")


def _phase_over(s: State) -> Any:
    """The action phase ends, unless the Allies still owe their general retreat (8.4.9b)."""
    if may_withdraw(s, ALLIED) and must_withdraw(s):
        _declare_withdrawal(s, ALLIED)
        return None
    return DONE


def _ask_withdrawal(s: State, side: str) -> Procedure[bool]:
    owed = ", due this turn," if side == ALLIED and must_withdraw(s) else ""
    prompt = f"Declare a general retreat ('withdraw'){owed}, or 'pass'?"
    answer = yield offer(
        side,
        [PASS, Withdraw()],
        {Pass: None, Withdraw: None},
        prompt,
        "8.7.1",
        warn=lambda a: retreat_price(s, side) if a == Withdraw() else None,
    )
    if answer == PASS:
        return False
    _declare_withdrawal(s, side)
    return True


def _declare_withdrawal(s: State, side: str) -> None:
    s.withdrawing = side
    s.moved = frozenset()
    s.passes = 0
    s.note("{side} declares a general retreat", "8.7.1", side=side)


def _segment_over(s: State) -> bool:
    """Whether the side must cede (8.1.1b)."""
    side, enemy, rule = s.active, ENEMY[s.active], s.data.tables.initiative
    if not s.caps(side) or (s.recovering and s.activations >= rule.segment):
        return True
    most = rule.first_segment if s.turn == 1 and s.segments == 0 and not s.what_if() else rule.segment  # 6.0
    return s.activations >= most and s.caps(enemy) > 0


def _cede(s: State) -> None:
    s.active = ENEMY[s.active]
    s.segments += 1
    s.activations = 0
    s.recovering = s.asked = s.ceding = False


def _spend(s: State, side: str, answer: Any) -> Procedure[None]:
    """One CAP, one activation (5.2)."""
    s.spend(side, 1, "5.2", PURPOSES[type(answer)].format(hex=answer.hex))
    s.activations += 1
    s.passes = 0
    if side == ALLIED and s.turn == 1 and isinstance(answer, Activate | Recover):
        s.commands = s.commands | {answer.hex}
        if int(answer.hex) <= s.data.tables.first_turn.what_if_hexes:
            s.tracks[NORTHERN] = s.tracks.get(NORTHERN, 0) + 1  # 13.3.1
    if isinstance(answer, Entrench):
        s.entrench(answer.hex, "9.7.2")
    elif isinstance(answer, Recover):
        yield from recover_hex(s, side, answer.hex)
        s.recovering = True
        if s.activations == 1 and all(why_not_recover(s, side, h) for h in s.hexes_of(side)):
            _cede(s)  # 9.8.3
    elif isinstance(answer, Land):
        yield from land(s, answer.hex)
    else:
        s.activated = answer.hex
        s.moved = frozenset()
        s.battles.clear()
        s.entered.clear()


def _move_step(s: State) -> Procedure[None]:
    """A group moves; when the player moves no more, he declares his battles (8.4, 9.1.2)."""
    side = s.active
    over = yield from move_group(s, side)
    if over != DONE:
        return
    yield from displace_rear(s, s.activated, side)  # 9.4.4, 9.5.4
    yield from _declare(s, side)
    s.fighting = True
    if not s.battles:
        _end_activation(s)


def _declare(s: State, side: str) -> Procedure[None]:
    """Battles the attacker may declare: in the activated hex, and where units joined others (9.1.2a, c)."""
    enemy = ENEMY[side]
    hex = s.activated
    stay = [u for u in s.present(hex, side).combat if u not in s.moved and not pinned(s, u, hex)]
    places = {hex: tuple(stay)} if stay else {}
    for where, came in s.entered.items():
        places[where] = (*places.get(where, ()), *came)
    for where, units in places.items():
        there = s.present(where, enemy)
        able = able_to_attack(s, where, side, units)
        if where in s.battles or not (there.combat or there.forts) or not able:
            continue
        odds = partial(before, s, where, side, units)
        answer = yield offer(
            side,
            [Fight(where), PASS],
            {Fight: only("hex", [where], "9.1.2", f"The battle asked about is the one in {where}."), Pass: None},
            f"Declare a battle in {where}?",
            "9.1.2",
            show=odds,
            warn=partial(_no_battle, s),
        )
        if answer != PASS:
            free = stay if where == hex else []
            s.battles[where] = yield from designate(s, side, where, units, free)


def _no_battle(s: State, answer: Any) -> str | None:
    """What declining the battle would waste: the whole activation, if no unit has moved (5.2)."""
    if answer != PASS or s.moved or s.battles:
        return None
    return "No unit has moved in this activation: without a battle its CAP is wasted."


def _battle_step(s: State) -> Procedure[None]:
    """Resolve one of the battles declared, in the order the attacker chooses (9.1.3b)."""
    side = s.active
    hexes = list(s.battles)
    declared = only("hex", hexes, "9.1.3", f"Battles are declared in {', '.join(hexes)} only.")
    question = offer(side, map(Fight, hexes), {Fight: declared}, "Which battle is fought next?", "9.1.3")
    answer = yield from choose_one(question)
    yield from s.rules.resolve_combat(s, answer.hex)
    if not s.battles:
        _end_activation(s)


def _end_activation(s: State) -> None:
    s.activated = s.landing = ""
    s.fighting = False
    s.moved = frozenset()
    s.entered.clear()
    guests = [h for side in SIDES for h in s.hexes_of(side) if s.control[h] != side]
    for hex in sorted(guests, key=s.board.index.__getitem__):
        if s.present(hex, ENEMY[s.control[hex]]).combat:
            settle(s, hex)  # supply may have reached units in a hex they found empty
    if s.ceding:
        _cede(s)  # 8.1.1b


def _withdraw_step(s: State) -> Procedure[None]:
    """One group of the general retreat, or its end (8.7)."""
    side = s.withdrawing
    if s.activated:
        over = yield from move_group(s, side, withdrawal=True)
        if over == DONE:
            yield from displace_rear(s, s.activated, side)  # 9.4.4, 9.5.4
            s.moved = s.moved.union(movable(s, side, s.activated, True))
            s.activated = ""
        return
    answer = yield offer(
        side,
        [*map(Activate, s.hexes_of(side)), DONE],
        {Activate: lambda a: why_not_withdraw_from(s, side, a.hex), Done: None},
        "Units of which hex move in the general retreat ('done' to end it)?",
        WITHDRAWAL[side],
        warn=lambda a: _left_behind(s, side) if a == DONE else None,
    )
    if answer != DONE:
        s.activated = answer.hex
        return
    yield from finish_withdrawal(s, side)
    s.withdrawing = ""
    s.active = side
    _cede(s)
    s.asked = True


def why_not_withdraw_from(s: State, side: str, hex: str) -> Refusal | None:
    """Why the units of a hex may not move in the general retreat (8.7.2, 8.7.3)."""
    if hex not in s.data.spaces:
        return Refusal("8.2.1", f"There is no hex {hex}.")
    if movable(s, side, hex, True):
        return None
    own = s.present(hex, side)
    if not own.movable:
        return Refusal("8.2.1", f"There is no unit of yours in {hex} to activate.")
    if any(u in s.moved for u in (*own.combat, *own.hq, *own.ha)):
        return Refusal(WITHDRAWAL[side], f"The units in {hex} have had their move of the general retreat.")
    return Refusal(WITHDRAWAL[side], "Belgian units take no part in the general retreat.")


def _left_behind(s: State, side: str) -> str | None:
    """The units that have not moved in the general retreat, which comes only once (8.7.1)."""
    hexes = [h for h in s.hexes_of(side) if movable(s, side, h, True)]
    return f"The units in {', '.join(hexes)} have not moved, and there is no second general retreat." if hexes else None


def british_set_up(s: State) -> Procedure[None]:
    """A few British infantry units may begin the game in Maubeuge instead of Le Cateau (3.1.1)."""
    rule = s.data.tables.first_turn
    start, most = rule.british_start, rule.british_units
    for _ in range(most):
        units = [u for u in s.present(start, ALLIED).combat if s.is_infantry(u)]
        british = [u for u in units if s.unit(u).nation == "british"]
        choice = only("unit", british, "3.1.1", f"Only British infantry of hex {start} may begin elsewhere.")
        prompt = f"Which British infantry begins in {MAUBEUGE} instead of {start} ({most} units at most, then 'done')?"
        answer = yield offer(ALLIED, [*map(Take, british), DONE], {Take: choice, Done: None}, prompt, "3.1.1")
        if answer == DONE:
            return
        s.move(answer.unit, MAUBEUGE, "3.1.1")
        s.maubeuge = s.maubeuge | {answer.unit}


TURN = Sequence(
    "turn",
    Phase("British set-up", british_set_up, when=lambda s: s.turn == 1),
    Phase("strategy options", choose_strategies, when=lambda s: s.turn == 1 and s.what_if() and not s.secret),
    Phase("preparation", prepare, when=lambda s: s.turn == 1 and s.what_if(), repeat=True),
    Phase("command points", command_points),
    Phase("initiative", initiative),
    Phase("reinforcements", reinforcements, side=lambda s: ENEMY[s.initiative], repeat=True),
    Phase("reinforcements", reinforcements, side=lambda s: s.initiative, repeat=True),
    Phase("eastern front", east_front, when=lambda s: s.turn == s.data.tables.eastern_front.turn and not s.what_if()),
    Phase("action", action_phase, repeat=True),
    Phase("strategic movement", strategic_movement, side=lambda s: ENEMY[s.initiative], repeat=True),
    Phase("strategic movement", strategic_movement, side=lambda s: s.initiative, repeat=True),
    Phase("victory", victory_segments),
    Phase("administration", administration),
    repeat=True,
)
