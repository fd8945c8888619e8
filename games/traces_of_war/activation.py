"""Activations (2.3, 4.2.2, 4.3): which units act, and in which mode."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.actions import DONE, Action, Done
from wargame.core.engine.offers import Offer, WhyNot, offer
from wargame.core.engine.questions import Procedure, Refusal
from wargame.core.mechanics.choosing import choose_several, why_not_one_of
from wargame.core.mechanics.search import flood

from .actions import ActivateHq, ActivateUnit, Mode, Negotiate, OkhCommand
from .model import COMBAT_MOVE, MOVE_COMBAT, State, hqs
from .records import AXIS, SOVIET


def in_range(s: State, hq: str) -> frozenset[str]:
    """2.3: units within command range, counted around blocked sides, enemies ignored; 4.3: no other Soviet HQ."""
    side, board = s.side_of(hq), s.board
    far = flood(board, board.bit[s.units[hq].at], board.everywhere, s.counter(hq).command_range, s.data.blocked_sides)
    near = (u for u in s.units_on_map(side) if board.bit[s.units[u].at] & far)
    return frozenset(u for u in near if u == hq or side == AXIS or not s.counter(u).hq)


def activate(s: State, units: frozenset[str], mode: str) -> None:
    s.activated, s.mode = units, mode


def end_activation(s: State) -> None:
    s.chit = ""


def choose_mode(s: State, side: str) -> Procedure[str]:
    """4.3: the player chooses the order of movement and combat."""
    modes = (MOVE_COMBAT, COMBAT_MOVE)
    why_not = why_not_one_of("mode", modes, "4.3", f"The modes are '{MOVE_COMBAT}' and '{COMBAT_MOVE}'.")
    answer = yield offer(side, map(Mode, modes), {Mode: why_not}, "Move first, or fight first?", "4.3")
    return str(answer.mode)


def activate_hq(s: State, hq: str) -> Procedure[None]:
    """4.3: a headquarters activates the units in its range; one that has left the game (2.3) activates none."""
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
    predicates = {ActivateHq: why_not_activate(s, SOVIET, rule)}
    answer = yield offer(SOVIET, map(ActivateHq, hqs(s, SOVIET)), predicates, prompt, rule, all_legal=True)
    return str(answer.hq)


def why_not_activate(s: State, side: str, rule: str) -> WhyNot:
    own = hqs(s, side)
    text = f"{{value}} is not one of your headquarters on the map, which are: {', '.join(own)}."
    return why_not_one_of("hq", own, rule, text, s.name)


def opening(s: State) -> bool:
    return s.turn == s.data.tables.dates.opening


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
    """4.2.2: the options of an OKH chit; no negotiation when it is played from the hand."""
    answer = yield offer(
        AXIS,
        (*map(ActivateHq, hqs(s, AXIS)), OkhCommand(), Negotiate()),
        {
            ActivateHq: why_not_activate(s, AXIS, "4.3"),
            OkhCommand: None,
            Negotiate: partial(why_not_negotiate, s),
        },
        "How is the OKH chit played?",
        "4.2.2",
        show=lambda: okh_options(s),
    )
    if isinstance(answer, ActivateHq):
        yield from activate_hq(s, answer.hq)
    elif isinstance(answer, OkhCommand):
        yield from okh_command(s)
    else:
        s.chit = "negotiation"
        s.points = 2 * s.by_crossing_points.negotiation
        s.note("{points} negotiation points", "4.2.2", points=s.points // 2)


def okh_options(s: State) -> dict[str, object]:
    """What each option is worth now (12.3)."""
    found: dict[str, object] = {"OKH command (4.2.2)": f"{s.by_crossing_points.okh_command} units anywhere"}
    if s.chit == "okh":
        found["negotiation (4.2.2)"] = f"{s.by_crossing_points.negotiation} points"
    return found


def why_not_negotiate(s: State, answer: Negotiate) -> Refusal | None:
    if s.chit == "okh":
        return None
    return Refusal("4.2.2", "An interruption order is an HQ activation or an OKH command, never a negotiation.")


def okh_command(s: State) -> Procedure[None]:
    """4.2.2: units of the player's choice, wherever they are."""
    most = s.by_crossing_points.okh_command
    answers = yield from choose_several(partial(command_next, s, most), most)
    chosen = [answer.unit for answer in answers]
    if not chosen:
        s.chit = ""
        return
    mode = yield from choose_mode(s, AXIS)
    activate(s, frozenset(chosen), mode)


def command_next(s: State, most: int, chosen: tuple[ActivateUnit, ...]) -> Offer:
    return offer(
        AXIS, (*map(ActivateUnit, sorted(s.units_on_map(AXIS))), DONE),
        {ActivateUnit: partial(why_not_command, s, chosen), Done: None},
        f"Activate which unit ({len(chosen)} of {most} so far; 'done' to stop)?", "4.2.2",
        warn=partial(warn_of_unused_command, len(chosen), most),
    )  # fmt: skip


def why_not_command(s: State, chosen: tuple[ActivateUnit, ...], answer: ActivateUnit) -> Refusal | None:
    if answer.unit not in s.units or s.side_of(answer.unit) != AXIS:
        return Refusal("4.2.2", f"{s.name(answer.unit)} is not an Axis unit on the map.")
    if answer in chosen:
        return Refusal("4.2.2", f"{s.name(answer.unit)} has already been activated.")
    return None


def warn_of_unused_command(number: int, most: int, answer: Action) -> str | None:
    return f"Only {number} of {most} units are activated; the rest of the command is lost." if answer == DONE else None
