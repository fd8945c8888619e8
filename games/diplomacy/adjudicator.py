"""`adjudicate`: the orders of one movement turn in, where everyone stands out, with the reason for each result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import attrs

from .geography import Geography, convoy_routes, geography
from .notation import read_any, readings
from .orders import CONVOY, HOLD, MOVE, SUPPORT, Order, Position, VoidOrder
from .resolver import Conflict, RuleSwitches
from .results import Dislodged, Void

if TYPE_CHECKING:
    from .reasons import Reason

PRESETS = {
    "default": RuleSwitches(),
    "datc": RuleSwitches(convoyed_attack_keeps_support=False),
    "letter": RuleSwitches(True, True, True, True),
}


@attrs.frozen(eq=False, slots=False)
class Resolution:
    """The result of a movement turn; unit strings are those before the moves except in `units`."""

    units: dict[str, list[str]]
    dislodged: dict[str, Dislodged]
    outcomes: dict[str, str]
    orders: dict[str, Order]
    contested: frozenset[str]
    _unread: dict[str, Void]
    _mismatched: dict[int, tuple[str, str]]
    _conflict: Conflict
    _names: list[str]

    @cached_property
    def void(self) -> tuple[Void, ...]:
        """The orders that were not carried out: impossible, not understood, or without the order they were for."""
        names, powers = self._names, self._conflict.power
        unmatched = (Void(names[i], powers[i], self.orders[names[i]].text, *why) for i, why in self._mismatched.items())
        return (*self._unread.values(), *unmatched)

    @cached_property
    def reasons(self) -> dict[str, Reason]:
        """Why each unit's order ended as it did: the rule, and a few words."""
        from .reasons import explain

        return explain(self, self._conflict, self._names)


def switches_of(rules: str | RuleSwitches | Mapping[str, bool]) -> RuleSwitches:
    """The rule switches of a preset's name, or of named switches laid over the default."""
    if isinstance(rules, RuleSwitches):
        return rules
    if not isinstance(rules, str):
        return attrs.evolve(PRESETS["default"], **rules)
    if rules not in PRESETS:
        raise ValueError(f"Unknown rules '{rules}'; there are: {', '.join(PRESETS)}.")
    return PRESETS[rules]


def adjudicate(
    units: Mapping[str, Sequence[str]],
    orders: Mapping[str, Iterable[str]],
    rules: str | RuleSwitches | Mapping[str, bool] = "default",
    geo: Geography | None = None,
    closed: tuple[str, ...] = (),
) -> Resolution:
    """Resolve one movement turn (VII to XIII). Units without a valid order hold; nobody enters a `closed` space."""
    switches = switches_of(rules)
    names, position = _read_units(units, geo or geography(), closed)
    given, void = _read_orders(orders, position)
    conflict, mismatched = _match(names, position, given, switches)
    for i, target in enumerate(conflict.target):
        if target is not None or conflict.supported[i] is not None:
            conflict.resolve(i)
    return _result(names, position, given, void, mismatched, conflict)


def _read_units(
    units: Mapping[str, Sequence[str]], geo: Geography, closed: tuple[str, ...]
) -> tuple[list[str], Position]:
    """The units in a fixed order, so that the order in which they are listed never matters."""
    space_of, moves = geo.space_of, geo.moves
    for power, listed in units.items():
        for unit in listed:
            if unit not in moves:
                raise ValueError(f"{power}: there is no unit '{unit}'; write for example 'A PAR' or 'F SPA/SC'.")
    found = sorted((space_of[unit[2:]], unit, power) for power, listed in units.items() for unit in listed)
    for (space, one, _), (beside, other, _) in pairwise(found):
        if space == beside:
            raise ValueError(f"{one} and {other} are in the same space (VII.1).")
    return (
        [unit for _, unit, _ in found],
        Position({space: unit for space, unit, _ in found}, {space: power for space, _, power in found}, geo, closed),
    )


def _read_orders(orders: Mapping[str, Iterable[str]], position: Position) -> tuple[dict[str, Order], dict[str, Void]]:
    """The valid order of each unit, and the void orders by unit (or by text, where no unit can take the order)."""
    valid: dict[str, Order] = {}
    void: dict[str, Void] = {}
    for power, texts in orders.items():
        for text in texts:
            try:
                order = read_any(text, power, position)
            except VoidOrder as fault:
                unit = _unit_meant(text, power, position)
                void[unit or text] = Void(unit or "", power, text, fault.rule, fault.reason)
                continue
            before = valid.get(order.unit)
            if before is not None and before != order:  # VII.1, VII.2
                void[order.unit] = Void(
                    order.unit, power, text, "VII.1", f"{order.unit} was given two different orders."
                )
            valid[order.unit] = order
    for unit in void:
        valid.pop(unit, None)
    return valid, void


def _unit_meant(text: str, power: str, position: Position) -> str | None:
    """The unit a void order was for, if it can only be one of the power's."""
    try:
        spaces = {position.geo.space_of[order.unit[2:]] for order in readings(text, position.geo)}
    except VoidOrder:
        return None
    own = [position.units[s] for s in spaces if position.powers.get(s) == power]
    return own[0] if len(own) == 1 else None


def _match(
    names: list[str], position: Position, given: dict[str, Order], switches: RuleSwitches
) -> tuple[Conflict, dict[int, tuple[str, str]]]:
    """Bring supports and convoys together with the orders they are for; the others are void (X.1, XIII.1)."""
    space_of = position.geo.space_of
    space = list(position.units)
    index = {s: i for i, s in enumerate(space)}
    count = len(names)
    target: list[str | None] = [None] * count
    conflict = Conflict(
        switches, space, list(position.powers.values()), index, target,
        [None] * count, [None] * count, [[] for _ in names], {},
    )  # fmt: skip
    mismatched: dict[int, tuple[str, str]] = {}
    convoys: dict[int, list[int]] = {}
    for i, name in enumerate(names):
        order = given.get(name)
        if order is not None and order.verb == MOVE:
            target[i] = space_of[order.to]
    for i, name in enumerate(names):
        order = given.get(name)
        if order is None or order.verb == HOLD:
            continue
        if order.verb == SUPPORT:
            _match_support(i, order, index[space_of[order.other[2:]]], conflict, names, given, mismatched)
        elif order.verb == CONVOY:
            army = index[space_of[order.other[2:]]]
            if target[army] == order.to:
                convoys.setdefault(army, []).append(i)
            else:
                mismatched[i] = ("XIII.1", f"{names[army]} was not ordered to {order.to}.")
    _match_moves(conflict, names, given, position, convoys, mismatched)
    return conflict, mismatched


def _match_support(
    i: int,
    order: Order,
    other: int,
    conflict: Conflict,
    names: list[str],
    given: dict[str, Order],
    mismatched: dict[int, tuple[str, str]],
) -> None:
    target = conflict.target[other]
    if order.to:
        move = given.get(names[other])
        if target is None or move is None or (order.to not in (target, move.to)):
            mismatched[i] = ("X.1", f"{names[other]} was not ordered to {order.to}.")
            return
    elif target is not None:
        mismatched[i] = ("X.6", f"{names[other]} was ordered to move, so it cannot be supported to hold.")
        return
    conflict.supported[i] = target or conflict.space[other]
    conflict.backers[other].append(i)


def _match_moves(
    conflict: Conflict,
    names: list[str],
    given: dict[str, Order],
    position: Position,
    convoys: dict[int, list[int]],
    mismatched: dict[int, tuple[str, str]],
) -> None:
    """Decide which moves go by sea (XIII.6), and gather the attacks on each space."""
    reach = position.geo.reach
    for i, target in enumerate(conflict.target):
        if target is None:
            continue
        by_land = target in reach[names[i]]
        fleets = convoys.get(i)
        if fleets:
            _match_convoys(i, target, fleets, by_land, given[names[i]], conflict, position, mismatched)
        elif not by_land:
            conflict.routes[i] = ()
        conflict.attackers.setdefault(target, []).append(i)


def _match_convoys(
    i: int,
    target: str,
    fleets: list[int],
    by_land: bool,
    order: Order,
    conflict: Conflict,
    position: Position,
    mismatched: dict[int, tuple[str, str]],
) -> None:
    space, power = conflict.space, conflict.power
    at_work = {space[fleet]: fleet for fleet in fleets}
    routes = tuple(tuple(at_work[z] for z in route) for route in convoy_routes(position.geo, space[i], target, at_work))
    meant = order.via_convoy or any(power[fleet] == power[i] for fleet in at_work.values())
    if by_land and not (meant and routes):  # XIII.6
        for fleet in at_work.values():
            mismatched[fleet] = ("XIII.6", f"{order.unit} goes to {target} by land.")
        return
    conflict.routes[i] = routes


def _result(
    names: list[str],
    position: Position,
    given: dict[str, Order],
    void: dict[str, Void],
    mismatched: dict[int, tuple[str, str]],
    conflict: Conflict,
) -> Resolution:
    after: dict[str, list[str]] = {}
    beaten: dict[int, int] = {}
    outcomes: dict[str, str] = {}
    target, space, result, power = conflict.target, conflict.space, conflict.result, conflict.power
    arrived = {to: i for i, to in enumerate(target) if to is not None and result[i]}
    occupied = set(arrived)
    for i, name in enumerate(names):
        if target[i] is not None and result[i]:
            outcomes[name] = "moves"
            stands = f"{name[0]} {given[name].to}"
        elif space[i] in arrived:
            beaten[i] = arrived[space[i]]
            outcomes[name] = "dislodged"
            continue
        else:
            outcomes[name] = "void" if name in void or i in mismatched else _outcome(i, name, given, conflict)
            stands = name
            occupied.add(space[i])
        after.setdefault(power[i], []).append(stands)
    contested = _contested(conflict, occupied)
    closed = {*occupied, *contested, *position.closed}
    return Resolution(
        units={power: sorted(listed) for power, listed in after.items()},
        dislodged={
            names[i]: Dislodged(power[i], space[a], _retreats(names[i], a, closed, conflict, position.geo))
            for i, a in beaten.items()
        },
        outcomes=outcomes,
        orders=given,
        contested=contested,
        unread=void,
        mismatched=mismatched,
        conflict=conflict,
        names=names,
    )


def _outcome(i: int, name: str, given: dict[str, Order], conflict: Conflict) -> str:
    order = given.get(name)
    verb = order.verb if order is not None else HOLD
    if verb == HOLD:
        return "holds"
    if verb == MOVE:
        return "bounces" if conflict.arrives_by(i) else "disrupted"
    if verb == SUPPORT:
        return "supports" if conflict.result[i] else "cut"
    army = conflict.at[order.other[2:]] if order is not None else i
    return "convoys" if conflict.resolve(i) and conflict.arrives_by(army) else "disrupted"


def _contested(conflict: Conflict, occupied: set[str]) -> frozenset[str]:
    """Spaces left empty by a standoff: nobody may retreat there (XII)."""
    return frozenset(
        space
        for space, moves in conflict.attackers.items()
        if space not in occupied and any(not conflict.result[m] and conflict.blocking(m) for m in moves)
    )


def _retreats(unit: str, attacker: int, closed: set[str], conflict: Conflict, geo: Geography) -> tuple[str, ...]:
    """Where a dislodged unit may go (XII): beside it, free, not in dispute, not where the attack came from."""
    by_sea = conflict.routes[attacker] is not None
    origin = conflict.space[attacker]
    if not by_sea or conflict.switches.no_retreat_to_convoy_origin:
        closed = closed | {origin}
    return tuple(to for to in geo.moves[unit] if geo.space_of[to] not in closed)
