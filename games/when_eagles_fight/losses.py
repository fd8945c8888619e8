"""What a result does to those who suffer it: steps, retreat, elimination (13.21 - 13.24)."""

from __future__ import annotations

from functools import partial

from wargame.core.engine.offers import offer
from wargame.core.engine.questions import Procedure, Refusal

from .model import BOXES, DEAD, Lose, Retreat, RetreatTo, State
from .stacking import why_not_stand

# --- losses ----------------------------------------------------------------------------------------------------


def alive(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(u for u in units if state.units[u].at not in BOXES)


def with_steps(state: State, units: tuple[str, ...]) -> list[str]:
    """Who can lose a step to a number: not fortresses, not guns (13.15, 13.18)."""
    counters = state.data.counters
    return [u for u in alive(state, units) if not counters[u].fortress and not counters[u].artillery]


def eliminate_all(state: State, units: tuple[str, ...]) -> None:
    """An E: all of them go, whatever their steps (13.24); guns only if nothing else of their stack lives on (13.18)."""
    counters = state.data.counters
    for unit in (u for u in units if not counters[u].artillery):
        state.send(unit, DEAD, "13.24")
    for gun in alive(state, tuple(u for u in units if counters[u].artillery)):
        if state.lone_artillery(state.units[gun].at):
            state.send(gun, DEAD, "13.18")


def defender_losses(state: State, target: str, defenders: tuple[str, ...], what: str) -> Procedure[None]:
    """The defender takes loss points by steps and one retreat, or is eliminated (13.21 - 13.24)."""
    if what == "E":
        eliminate_all(state, defenders)
        return
    side = state.data.counters[defenders[0]].side
    gone = False
    for left in range(int(what), 0, -1):
        losers = with_steps(state, defenders)
        if not losers:
            return
        may_go = not gone and not state.fortress_at(target) and can_retreat(state, alive(state, defenders))
        why = {Lose: partial(why_not_lose, losers), Retreat: partial(why_not_retreat, state, target, may_go, gone)}
        answer = yield offer(
            side, [*map(Lose, losers), Retreat()], why,
            f"Loss points to take: {left}. Which unit loses a step{', or do all retreat' if may_go else ''}?", "13.21",
        )  # fmt: skip
        if isinstance(answer, Retreat):
            gone = True
            yield from retreat_all(state, alive(state, defenders), "13.22")
        else:
            state.lose_step(answer.unit, "13.23")


def why_not_retreat(state: State, target: str, may_go: bool, gone: bool, action: Retreat) -> Refusal | None:
    """Why the defenders do not take a loss point by retreating."""
    if may_go:
        return None
    if state.fortress_at(target):
        return Refusal("13.15", "Units in a fortress never retreat.")
    if gone:
        return Refusal("13.22", "A retreat satisfies only one loss point.")
    return Refusal("13.22", "There is no hex to which all the units could retreat.")


def why_not_lose(losers: list[str], action: Lose) -> Refusal | None:
    """Why a loss point is not taken by this unit."""
    return (
        None if action.unit in losers else Refusal("13.23", f"{action.unit} is not a unit that can lose a step here.")
    )


def attacker_losses(state: State, side: str, attackers: tuple[str, ...], points: int) -> Procedure[None]:
    """The attacker loses steps as he likes; he never retreats (13.22, 13.23)."""
    for left in range(points, 0, -1):
        losers = with_steps(state, attackers)
        if not losers:
            return
        answer = yield offer(
            side, map(Lose, losers), {Lose: partial(why_not_lose, losers), Retreat: why_not_fall_back},
            f"Loss points to take: {left}. Which attacker loses a step?", "13.23",
        )  # fmt: skip
        state.lose_step(answer.unit, "13.23")


def why_not_fall_back(action: Retreat) -> Refusal:
    return Refusal("13.22", "Attackers never retreat.")


# --- retreat (13.22) -------------------------------------------------------------------------------------------


def refuges(state: State, unit: str, gone: tuple[str, ...] = ()) -> list[str]:
    """Hexes a unit could retreat to; a gun goes with one of its stack that has gone before (13.18)."""
    hexes = [h for h in state.data.land[state.units[unit].at] if why_not_stand(state, unit, h) is None]
    if not state.data.counters[unit].artillery:
        return hexes
    beside = {state.units[u].at for u in gone}
    return [h for h in hexes if h in beside]


def can_retreat(state: State, units: tuple[str, ...]) -> bool:
    """Whether all of them find room: all leave or all stay."""
    if not units or any(state.data.counters[u].fortress for u in units):
        return False
    if len(units) == 1:
        return bool(refuges(state, units[0]))
    return _room(state.copy(), in_order(state, units))


def in_order(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """The order of a retreat: Austro-Hungarians may need a German where they go (6.3), guns follow others (13.18)."""
    counters = state.data.counters
    return tuple(sorted(units, key=lambda u: (counters[u].artillery, counters[u].nation != "german")))


def _room(trial: State, units: tuple[str, ...], gone: tuple[str, ...] = ()) -> bool:
    """Try every placing on a copy, the first unit first."""
    if not units:
        return True
    home = trial.units[units[0]].at
    for hex_id in refuges(trial, units[0], gone):
        trial.log = []
        super(State, trial).move(units[0], hex_id)
        if _room(trial, units[1:], (*gone, units[0])):
            return True
        super(State, trial).move(units[0], home)
    return False


def retreat_hexes(state: State, unit: str, others: tuple[str, ...], gone: tuple[str, ...] = ()) -> list[str]:
    """The refuges nearest to a friendly map edge that leave room for the others (13.22)."""
    found = []
    for hex_id in refuges(state, unit, gone):
        trial = state.copy()
        trial.log = []
        super(State, trial).move(unit, hex_id)
        if _room(trial, others, (*gone, unit)):
            found.append(hex_id)
    far = state.data.to_edge[state.data.counters[unit].side]
    nearest = min(far[h] for h in found)
    return sorted(h for h in found if far[h] == nearest)


def retreat_all(state: State, units: tuple[str, ...], rule: str) -> Procedure[None]:
    """All the units leave by one hex each (13.22)."""
    side = state.data.counters[units[0]].side
    units = in_order(state, units)
    for i, unit in enumerate(units):
        hexes = retreat_hexes(state, unit, units[i + 1 :], units[:i])
        to = hexes[0]
        if len(hexes) > 1:
            answer = yield offer(
                side, [RetreatTo(unit, h) for h in hexes], {RetreatTo: partial(why_not_retreat_to, unit, hexes)},
                f"Where does {unit} retreat?", rule,
            )  # fmt: skip
            to = answer.hex
        state.move(unit, to, rule)
    if rule == "13.22":
        state.retreated |= frozenset(units)


def why_not_retreat_to(unit: str, hexes: list[str], action: RetreatTo) -> Refusal | None:
    """Why a unit does not retreat to a hex."""
    if action.unit == unit and action.hex in hexes:
        return None
    return Refusal("13.22", f"{unit} retreats to the free hex nearest to a friendly map edge, not by '{action}'.")
