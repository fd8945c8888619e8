"""Activations (2.3, 4.2.2, 4.3): which units, in which mode."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.actions import DONE
from wargame.core.engine.questions import Choose, Procedure, Reason
from wargame.core.mechanics.search import flood

from .model import COMBAT_MOVE, MOVE_COMBAT, ActivateHq, ActivateUnit, Mode, Negotiate, OkhCommand, State
from .records import AXIS, SOVIET


def in_range(s: State, hq: str) -> frozenset[str]:
    """2.3: units within command range, counted around blocked sides whatever the enemy does; 4.3 for other HQs."""
    side, board = s.side_of(hq), s.board
    far = flood(board, board.bit[s.units[hq].at], board.everywhere, s.counter(hq).command_range, s.data.blocked_sides)
    near = (u for u in s.mine(side) if board.bit[s.units[u].at] & far)
    return frozenset(u for u in near if u == hq or side == AXIS or not s.counter(u).hq)


def activate(s: State, units: frozenset[str], mode: str) -> None:
    s.activated, s.mode = units, mode
    s.moved = s.fought = s.attacked = frozenset()


def end_activation(s: State) -> Procedure[None]:
    activate(s, frozenset(), "")
    s.chit = ""
    return
    yield


def hqs(s: State, side: str) -> list[str]:
    return [u for u in s.units if s.counter(u).hq and s.side_of(u) == side]


def choose_mode(s: State, side: str) -> Procedure[str]:
    """4.3, 1.1."""
    answer = yield Choose(side, [Mode(MOVE_COMBAT), Mode(COMBAT_MOVE)], "Move first, or fight first?", "4.3")
    return str(answer.mode)


def activate_hq(s: State, hq: str) -> Procedure[None]:
    """4.3, 1: a headquarters and what is in its range; one that has left the game (2.3) activates nothing."""
    if hq not in s.units:
        s.chit = ""
        s.note("{hq} is no longer in play", "2.3", hq=hq)
        return
    units = in_range(s, hq)
    s.note("{hq} activates {number} units", "4.3", hq=hq, number=len(units))
    mode = yield from choose_mode(s, s.side_of(hq))
    activate(s, units, mode)


def choose_hq(s: State, prompt: str, rule: str) -> Procedure[str]:
    """Any Soviet headquarters."""
    answer = yield Choose(SOVIET, list(map(ActivateHq, hqs(s, SOVIET))), prompt, rule,
                          refuse=lambda a: no_hq(s, SOVIET, a, rule))  # fmt: skip
    return str(answer.hq)


def no_hq(s: State, side: str, answer: Any, rule: str) -> Reason | None:
    if not isinstance(answer, ActivateHq):
        return None
    return rule, f"{answer.hq} is no headquarters of yours on the map; there are: {', '.join(hqs(s, side))}."


def first_turn(s: State) -> Procedure[None]:
    """12.1: one Soviet headquarters, combat only."""
    hq = yield from choose_hq(s, "Which HQ fights before the first turn?", "12.1")
    s.side, s.chit = SOVIET, "first turn"
    activate(s, in_range(s, hq), "combat")
    s.note("{hq} opens the offensive", "12.1", hq=hq)


def hq_chit(s: State) -> Procedure[None]:
    yield from activate_hq(s, s.chit)


def stavka(s: State) -> Procedure[None]:
    """2.4, 4.3: any Soviet headquarters."""
    if not hqs(s, SOVIET):
        s.chit = ""
        return
    hq = yield from choose_hq(s, "Which HQ does STAVKA activate?", "4.3")
    yield from activate_hq(s, hq)


def okh(s: State) -> Procedure[None]:
    """4.2.2: the options of an OKH chit; no negotiation from the hand."""
    answers: list[Any] = [*map(ActivateHq, hqs(s, AXIS)), OkhCommand()]
    if s.chit == "okh":
        answers.append(Negotiate())
    answer = yield Choose(AXIS, answers, "How is the OKH chit played?", "4.2.2", refuse=lambda a: okh_refused(s, a))
    if isinstance(answer, ActivateHq):
        yield from activate_hq(s, answer.hq)
    elif isinstance(answer, OkhCommand):
        yield from okh_command(s)
    else:
        s.chit = "negotiation"
        s.points = 2 * s.table("negotiation")
        s.note("{points} negotiation points", "4.2.2", points=s.points // 2)


def okh_refused(s: State, answer: Any) -> Reason | None:
    if isinstance(answer, Negotiate):
        return "4.2.2", "An interruption order is an HQ activation or an OKH command, never a negotiation."
    return no_hq(s, AXIS, answer, "4.3")


def okh_command(s: State) -> Procedure[None]:
    """4.2.2: units of choice, wherever they are."""
    chosen: list[str] = []
    most = s.table("okh_command")
    while len(chosen) < most:
        left = [ActivateUnit(u) for u in sorted(s.mine(AXIS)) if u not in chosen]
        answer = yield Choose(AXIS, [*left, DONE], f"Activate which unit ({len(chosen)} of {most} so far)?", "4.2.2",
                              refuse=lambda a: not_commanded(s, a))  # fmt: skip
        if answer == DONE:
            break
        chosen.append(answer.unit)
    if not chosen:
        s.chit = ""
        return
    mode = yield from choose_mode(s, AXIS)
    activate(s, frozenset(chosen), mode)


def not_commanded(s: State, answer: Any) -> Reason | None:
    if not isinstance(answer, ActivateUnit):
        return None
    if answer.unit not in s.units or s.side_of(answer.unit) != AXIS:
        return "4.2.2", f"{answer.unit} is no Axis unit on the map."
    return "4.2.2", f"{answer.unit} is activated already."
