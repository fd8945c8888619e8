"""`adjudicate`: takes the orders of one movement turn, says where everyone stands after it, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import attrs

from .geography import Geography, geography
from .matching import Matching
from .notation import read_any, readings
from .orders import HOLD, MOVE, SUPPORT, Order, Position, VoidOrder, on_the_map
from .reasons import explain
from .resolver import Conflict, RuleSwitches
from .results import Dislodged, Reason, Void

Units = Mapping[str, Iterable[str]]  # power -> unit strings
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
    _unread: list[Void]
    _matching: Matching

    @cached_property
    def void(self) -> tuple[Void, ...]:
        """The orders that were not carried out: impossible, not understood, or without the order they were for."""
        return (*self._unread, *self._matching.unmatched())

    @cached_property
    def contested(self) -> frozenset[str]:
        """The spaces left empty by a standoff (XII)."""
        return _contested(self._matching.conflict)

    @cached_property
    def reasons(self) -> dict[str, Reason]:
        """Why each unit's order ended as it did: the rule, and a few words."""
        return explain(self.outcomes, self.void, self._matching.conflict, self._matching.names)


def switches_of(rules: str | RuleSwitches | Mapping[str, bool]) -> RuleSwitches:
    """The rule switches of a preset's name, or of named switches laid over the default."""
    if isinstance(rules, RuleSwitches):
        return rules
    known = [f.name for f in attrs.fields(RuleSwitches)]
    for name in [rules] if isinstance(rules, str) else rules:
        if name not in (PRESETS if isinstance(rules, str) else known):
            raise ValueError(f"Unknown rules '{name}'; there are: {', '.join([*PRESETS, *known])}.")
    return PRESETS[rules] if isinstance(rules, str) else attrs.evolve(PRESETS["default"], **rules)


def adjudicate(
    units: Units,
    orders: Mapping[str, Iterable[str]],
    rules: str | RuleSwitches | Mapping[str, bool] = "default",
    geo: Geography | None = None,
    closed: tuple[str, ...] = (),
) -> Resolution:
    """Resolve one movement turn (VII to XIII). Units without a valid order hold; nobody enters a `closed` space."""
    switches = switches_of(rules)
    names, position = _read_units(units, geo or geography(), closed)
    given, void = read_orders(orders, position)
    matching = Matching(names, position, given)
    matching.match(switches).decide()
    return _result(matching, void)


def _read_units(units: Units, geo: Geography, closed: tuple[str, ...]) -> tuple[list[str], Position]:
    """The units in a fixed order, so that the order in which they are listed never matters."""
    stands = geo.stands
    try:
        found = sorted([(stands[unit], unit, power) for power, listed in units.items() for unit in listed])
    except KeyError as unknown:
        raise ValueError(f"There is no unit {unknown}; write for example 'A PAR' or 'F SPA/SC'.") from None
    names = [unit for _, unit, _ in found]
    position = Position({s: unit for s, unit, _ in found}, {s: power for s, _, power in found}, geo, closed)
    if len(position.units) < len(names):
        raise ValueError("Two units are in the same space (VII.1).")
    return names, position


def read_orders(orders: Mapping[str, Iterable[str]], position: Position) -> tuple[dict[str, Order], list[Void]]:
    """The valid order of each unit, and the void ones; a unit with a void order holds, whatever else was written."""
    valid: dict[str, Order] = {}
    void: list[Void] = []
    units, powers, geo, closed = position.units, position.powers, position.geo, position.closed
    for power, texts in orders.items():
        for text in texts:
            order, space, other = on_the_map(text, geo)  # the short way, if the units stand as the order says
            if (
                order is None or units.get(space) != order.unit or powers[space] != power
                or (other and units.get(other) != order.other) or closed
            ):  # fmt: skip
                try:
                    order = read_any(text, power, position)
                except VoidOrder as fault:
                    void.append(Void(_unit_meant(text, power, position), power, text, fault.rule, fault.reason))
                    continue
            before = valid.setdefault(order.unit, order)
            if before is not order and before != order:  # VII.1, VII.2
                twice = f"{order.unit} was given two different orders."
                void.append(Void(order.unit, power, text, "VII.1", twice))
    for one in void:
        valid.pop(one.unit, None)
    return valid, void


def _unit_meant(text: str, power: str, position: Position) -> str:
    """The unit a void order was for; empty if that cannot be told."""
    try:
        spaces = {position.geo.space_of[order.unit[2:]] for order in readings(text, position.geo)}
    except VoidOrder:
        return ""
    own = [position.units[s] for s in spaces if position.powers.get(s) == power]
    return own[0] if len(own) == 1 else ""


def _result(matching: Matching, unread: list[Void]) -> Resolution:
    names, given, conflict = matching.names, matching.given, matching.conflict
    void, unclear = matching.void, {v.unit for v in unread}
    power, result = conflict.power, conflict.result
    after: dict[str, list[str]] = {p: [] for p in power}
    beaten: dict[int, int] = {}
    outcomes: dict[str, str] = {}
    arrived = {to: i for i, to in enumerate(conflict.target) if to is not None and result[i]}
    for i, (name, at, to) in enumerate(zip(names, conflict.space, conflict.target, strict=True)):
        if to is not None and result[i]:
            outcomes[name] = "moves"
            after[power[i]].append(f"{name[0]} {given[name].to}")
        elif at in arrived:
            outcomes[name] = "dislodged"
            beaten[i] = arrived[at]
        else:
            outcomes[name] = "void" if i in void or name in unclear else _outcome(i, given.get(name), conflict)
            after[power[i]].append(name)
    return Resolution(
        units={p: sorted(listed) for p, listed in after.items() if listed},
        dislodged=_dislodged(matching, beaten) if beaten else {},
        outcomes=outcomes,
        orders=given,
        unread=unread,
        matching=matching,
    )


def _outcome(i: int, order: Order | None, conflict: Conflict) -> str:
    """What became of the order of a unit that stayed where it was."""
    if order is None or order.verb == HOLD:
        return "holds"
    if order.verb == MOVE:
        return "bounces" if conflict.arrives_by(i) else "disrupted"
    if order.verb == SUPPORT:
        return "supports" if conflict.result[i] else "cut"
    whole = [way for way in conflict.routes[conflict.at[order.other[2:]]] or () if all(map(conflict.resolve, way))]
    return "convoys" if any(i in way for way in whole) else "disrupted"


def _dislodged(matching: Matching, beaten: dict[int, int]) -> dict[str, Dislodged]:
    """The dislodged units (unit -> its attacker) with where they may go."""
    names, conflict, geo = matching.names, matching.conflict, matching.position.geo
    closed = {*_occupied(conflict), *_contested(conflict), *matching.position.closed}
    return {
        names[i]: Dislodged(conflict.power[i], conflict.space[a], _retreats(names[i], a, closed, conflict, geo))
        for i, a in beaten.items()
    }


def _occupied(conflict: Conflict) -> set[str]:
    """The spaces in which a unit stands after the moves."""
    moves = zip(conflict.space, conflict.target, conflict.result, strict=True)
    return {to if to is not None and arrives else at for at, to, arrives in moves}


def _contested(conflict: Conflict) -> frozenset[str]:
    """Spaces left empty by a standoff: nobody may retreat there (XII)."""
    occupied, found = _occupied(conflict), set()
    for space, moves in conflict.attackers.items():
        if space not in occupied and any(not conflict.result[m] and conflict.blocking(m) for m in moves):
            found.add(space)
    return frozenset(found)


def _retreats(unit: str, attacker: int, closed: set[str], conflict: Conflict, geo: Geography) -> tuple[str, ...]:
    """Where a dislodged unit may go (XII): beside it, free, not in dispute, not where the attack came from."""
    by_sea = conflict.routes[attacker] is not None
    origin = conflict.space[attacker]
    if not by_sea or conflict.switches.no_retreat_to_convoy_origin:
        closed = closed | {origin}
    return tuple(to for to in geo.moves[unit] if geo.space_of[to] not in closed)
