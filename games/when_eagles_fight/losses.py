"""What a result does: steps, retreat, elimination, advance and breakthrough (13.21 - 13.27)."""

from __future__ import annotations

from functools import partial
from typing import Any

from wargame.core.actions import DONE, Done
from wargame.core.questions import Choose, Procedure

from .model import BOXES, DEAD, Advance, Lose, Reason, Retreat, RetreatTo, State
from .records import ENEMY
from .stacking import may_stand, strands

MARCH = {"attacker": 3, "neighbour": 2}  # 13.26


# --- losses ----------------------------------------------------------------------------------------------------


def alive(state: State, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(u for u in units if state.units[u].at not in BOXES)


def with_steps(state: State, units: tuple[str, ...]) -> list[str]:
    """Who can lose a step to a number: not fortresses, not guns (13.15, 13.18)."""
    counters = state.data.counters
    return [u for u in alive(state, units) if not counters[u].fortress and not counters[u].artillery]


def defender_losses(state: State, target: str, defenders: tuple[str, ...], what: str) -> Procedure[None]:
    """The defender takes loss points by steps and one retreat, or is eliminated (13.21 - 13.24)."""
    if what == "E":
        for unit in alive(state, defenders):
            state.send(unit, DEAD, "13.24")
        return
    side = state.data.counters[defenders[0]].side
    gone = False
    for _ in range(int(what)):
        losers = with_steps(state, defenders)
        if not losers:
            return
        may_go = not gone and not state.fortress_at(target) and can_retreat(state, alive(state, defenders))
        answer = yield Choose(
            side, [*map(Lose, losers), *([Retreat()] if may_go else [])],
            "Take a loss point: which unit loses a step, or do all retreat?", "13.21",
            partial(_no_loss, state, target, gone),
        )  # fmt: skip
        if isinstance(answer, Retreat):
            gone = True
            yield from retreat_all(state, alive(state, defenders), "13.22")
        else:
            state.lose_step(answer.unit, "13.23")


def _no_loss(state: State, target: str, gone: bool, action: Any) -> Reason | None:
    if isinstance(action, Retreat):
        if state.fortress_at(target):
            return "13.15", "Units in a fortress never retreat."
        if gone:
            return "13.22", "A retreat satisfies only one loss point."
        return "13.22", "There is no hex to which all the units could retreat."
    if isinstance(action, Lose):
        return "13.23", f"{action.unit} is not a unit that can lose a step here."
    return None


def attacker_losses(state: State, side: str, attackers: tuple[str, ...], points: int) -> Procedure[None]:
    """The attacker loses steps as he likes; he never retreats (13.22, 13.23)."""
    for _ in range(points):
        losers = with_steps(state, attackers)
        if not losers:
            return
        answer = yield Choose(
            side, [Lose(u) for u in losers], "Take a loss point: which attacker loses a step?", "13.23",
            lambda action: ("13.22", "Attackers never retreat.") if isinstance(action, Retreat) else None,
        )  # fmt: skip
        state.lose_step(answer.unit, "13.23")


# --- retreat (13.22) -------------------------------------------------------------------------------------------


def refuges(state: State, unit: str) -> list[str]:
    """Hexes a unit could retreat to."""
    return [h for h in state.data.land[state.units[unit].at] if may_stand(state, unit, h) is None]


def can_retreat(state: State, units: tuple[str, ...]) -> bool:
    """Whether all of them find room: all leave or all stay."""
    if not units or any(state.data.counters[u].fortress for u in units):
        return False
    if len(units) == 1:
        return bool(refuges(state, units[0]))
    return _room(state.copy(), units)


def _room(trial: State, units: tuple[str, ...]) -> bool:
    """Try every placing on a copy, the first unit first."""
    if not units:
        return True
    home = trial.units[units[0]].at
    for hex_id in refuges(trial, units[0]):
        trial.log = []
        super(State, trial).move(units[0], hex_id)
        if _room(trial, units[1:]):
            return True
        super(State, trial).move(units[0], home)
    return False


def retreat_hexes(state: State, unit: str, others: tuple[str, ...]) -> list[str]:
    """The refuges nearest to a friendly map edge that leave room for the others (13.22)."""
    found = []
    for hex_id in refuges(state, unit):
        trial = state.copy()
        trial.log = []
        super(State, trial).move(unit, hex_id)
        if _room(trial, others):
            found.append(hex_id)
    far = state.data.to_edge[state.data.counters[unit].side]
    nearest = min(far[h] for h in found)
    return sorted(h for h in found if far[h] == nearest)


def retreat_all(state: State, units: tuple[str, ...], rule: str) -> Procedure[None]:
    """All the units leave by one hex each (13.22)."""
    side = state.data.counters[units[0]].side
    for i, unit in enumerate(units):
        hexes = retreat_hexes(state, unit, units[i + 1 :])
        to = hexes[0]
        if len(hexes) > 1:
            answer = yield Choose(
                side, [RetreatTo(unit, h) for h in hexes], f"Where does {unit} retreat?", rule,
                partial(_not_there, unit),
            )  # fmt: skip
            to = answer.hex
        state.move(unit, to, rule)
    if rule == "13.22":
        state.retreated |= frozenset(units)


def _not_there(unit: str, action: Any) -> Reason:
    return "13.22", f"{unit} retreats to the free hex nearest to a friendly map edge, not by '{action}'."


# --- advance (13.25, 13.26) ------------------------------------------------------------------------------------


def advance(
    state: State, side: str, target: str, attackers: tuple[str, ...], breakthrough: bool
) -> Procedure[None]:
    """Survivors may enter the hex; after a breakthrough they go on, and neighbours follow."""
    left = dict.fromkeys(attackers, MARCH["attacker"] if breakthrough else 1)
    origins = frozenset(state.units[u].at for u in attackers)
    if breakthrough:
        for unit in neighbours(state, side, attackers, origins):
            left[unit] = MARCH["neighbour"]
    for unit in left:
        if state.data.counters[unit].artillery:
            left[unit] = 1  # 13.18, 13.26
    first = frozenset(left)  # who has not moved yet
    while True:
        options = [
            Advance(u, h) for u in left if left[u]
            for h in onward(state, u, target, u in first, u in attackers, origins)
        ]  # fmt: skip
        if not options:
            return
        answer = yield Choose(
            side, [*options, DONE], f"Advance into {target}?" if first else "Advance further?",
            "13.26" if breakthrough else "13.25",
            lambda action: _no_advance(state, left, action),
        )  # fmt: skip
        if isinstance(answer, Done):
            return
        step(state, answer.unit, answer.hex, left)
        first -= {answer.unit}
        if answer.unit not in attackers:
            state.attacked |= {answer.unit}  # 13.26: it will not attack in this phase


def step(state: State, unit: str, hex_id: str, left: dict[str, int]) -> None:
    """One hex of an advance; swamp and mountain end it, a pass does not (13.26)."""
    here = state.units[unit].at
    state.move(unit, hex_id, "13.25")
    terrain = state.data.hexes[hex_id].terrain
    stops = (terrain == "swamp" and not state.box.jan_feb) or (
        terrain == "mountain" and (here, hex_id) not in state.data.passes
    )
    left[unit] = 0 if stops else left[unit] - 1


def neighbours(state: State, side: str, attackers: tuple[str, ...], origins: frozenset[str]) -> list[str]:
    """Friends stacked with or next to the attackers that have not attacked (13.26)."""
    near = origins.union(*(state.data.land[h] for h in origins))
    frozen = state.turn == 1 and state.scenario == "historical"
    return [
        u for h in sorted(near) if state.holder(h) == side for u in sorted(state.at[h])
        if u not in attackers and u not in state.attacked and state.data.counters[u].movement
        and not (frozen and state.data.counters[u].second_army) and u not in state.spent_by_rail
    ]  # fmt: skip


def onward(
    state: State, unit: str, target: str, first: bool, attacker: bool, origins: frozenset[str]
) -> list[str]:
    """The hexes a unit may advance into next."""
    here = state.units[unit].at
    ways = state.data.land[here]
    if first:
        doors = {target} if attacker else {target, *(h for h in origins if h not in state.at)}
        ways = tuple(h for h in ways if h in doors)
    if state.data.counters[unit].artillery and not _escorted(state, here, target, unit):
        return []
    return [h for h in ways if _open(state, unit, h) and strands(state, unit) is None]


def _escorted(state: State, here: str, target: str, gun: str) -> bool:
    """Guns advance only with others of their hex that did (13.18)."""
    return any(u != gun for u in state.at.get(target, ()))


def _open(state: State, unit: str, hex_id: str) -> bool:
    side = state.data.counters[unit].side
    if side == "ru" and state.holder(hex_id) == ENEMY[side] and state.lone_artillery(hex_id):
        return True
    return may_stand(state, unit, hex_id) is None


def _no_advance(state: State, left: dict[str, int], action: Any) -> Reason | None:
    if not isinstance(action, Advance):
        return None
    if action.unit not in left:
        return "13.25", f"{action.unit} took no part and may not advance."
    if not left[action.unit]:
        return "13.26", f"{action.unit} has advanced as far as it may."
    if action.hex not in state.data.hexes:
        return "13.25", f"There is no hex {action.hex}."
    return may_stand(state, action.unit, action.hex) or ("13.25", f"{action.unit} cannot advance to {action.hex}.")
