"""Movement: what a step costs, how far units can go, and why a step is refused.

`Costs` are compiled once for each kind of mover on a board. `Movement` is the policy of a rulebook. It serves titles in
which players name a destination (`reach`, `why_not_reach`) and those in which they move step by step (`why_not_step`,
`price`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic

import attrs

from wargame.core.engine.questions import Refusal
from wargame.core.engine.state import StateT
from wargame.core.mechanics.board import Barrier, Board
from wargame.core.mechanics.search import Reach
from wargame.core.mechanics.zones import Zones

WHOLE = -1  # the price of a step that takes the whole move, so that it must be the first
NOWHERE: frozenset[int] = frozenset()
MOST_IN_A_BYTE = 254

Price = Callable[[Any, Any, Any], int | Refusal]
Spent = int | Mapping[str, int]


class Costs:
    """The costs of all steps for one kind of mover, compiled once for a board.

    `price(here, there, side)` gets the records of two spaces and of what lies between (None: plain). It returns the
    points to enter `there`, in half points if the rulebook has them; `WHOLE` for a step that takes the whole move; or
    the `Refusal` of a step that is never possible. `barred(here, there, side)` says which steps are not possible from
    one enemy zone of control into another.

        >>> def price(here, there, side):
        ...     if side and side.kind == "lake":
        ...         return Refusal("12.1", "Nobody crosses the lake.")
        ...     return 2 if there.terrain == "forest" else 1
        >>> costs = Costs(board, price)
        >>> costs.price("0101", "0102"), costs.price("0102", "0103")
        (2, 1)
        >>> costs.why_not_cross("0203", "0204")
        Refusal(rule='12.1', text='Nobody crosses the lake.')
        >>> costs.reach("0101", 2).names()
        ['0102', '0201', '0202', '0203', '0301', '0302']
    """

    __slots__ = ("_least", "_names", "_prices", "_refusals", "barred", "barrier", "board", "steps", "whole")

    def __init__(self, board: Board, price: Price, barred: Callable[[Any, Any, Any], bool] | None = None) -> None:
        self.board = board
        self._prices: dict[tuple[str, str], int] = {}
        self._refusals: dict[tuple[str, str], Refusal] = {}
        no_zones: list[frozenset[int]] = []
        names = board.names
        for i, here in enumerate(board.spaces):
            closed = set()
            for j, side in zip(board.near[i], board.edges[i], strict=True):
                found = price(here, board.spaces[j], side)
                if isinstance(found, Refusal):
                    self._refusals[names[i], names[j]] = found
                else:
                    self._prices[names[i], names[j]] = found
                if barred is not None and barred(here, board.spaces[j], side):
                    closed.add(j)
            no_zones.append(frozenset(closed))
        self.barred: tuple[frozenset[int], ...] = tuple(no_zones)
        self._compile()

    def _compile(self) -> None:
        board, prices = self.board, self._prices
        steps: list[tuple[tuple[int, int], ...]] = []
        whole: list[tuple[int, ...]] = []
        alike: dict[
            tuple[int, int], tuple[int, int]
        ] = {}  # one value for the same step from several sides: less memory
        for name, near in zip(board.names, board.near, strict=True):
            open_ = [(j, prices[name, board.names[j]]) for j in near if (name, board.names[j]) in prices]
            steps.append(tuple(alike.setdefault(step, step) for step in open_ if step[1] != WHOLE))
            whole.append(tuple(j for j, cost in open_ if cost == WHOLE))
        self._least = min((cost for row in steps for _, cost in row), default=0)
        self.steps: tuple[tuple[tuple[int, int], ...], ...] = tuple(steps)
        self.whole: tuple[tuple[int, ...], ...] = tuple(whole)
        self._names = {n: tuple(o for o in board.neighbours(n) if (n, o) in prices) for n in board.names}
        self.barrier: Barrier = board.one_way(prices)

    def price(self, here: str, there: str) -> int | None:
        """The points for a step to a neighbour, or WHOLE; None if it is closed."""
        return self._prices.get((here, there))

    def why_not_cross(self, here: str, there: str) -> Refusal | None:
        """Why a step to a neighbour is never possible; None if it can be."""
        return self._refusals.get((here, there))

    def ways(self, here: str) -> tuple[str, ...]:
        """The neighbours to which a step is possible at any price."""
        return self._names[here]

    def reach(
        self,
        start: str,
        allowance: int,
        *,
        closed: Collection[int] = NOWHERE,
        stops: Collection[int] = NOWHERE,
        zone: Collection[int] = NOWHERE,
        enter: int = 0,
        leave: int = 0,
        first: bool = True,
        minimum_move: bool = False,
    ) -> Reach:
        """All spaces within an allowance: a shortest-path search over the compiled steps.

        Spaces are given by number. Those in `closed` may not be entered, and a mover stops in those in `stops`. To
        enter and to leave those in `zone` costs `enter` and `leave` more, and barred steps between them are closed.
        `first`: the mover has not moved yet, so that a step at the price WHOLE is possible.
        `minimum_move`: so is any other first step, at whatever price.
        """
        begin, allowance = self.board.index[start], max(0, allowance)
        unseen = allowance + 1
        best: Any = bytearray([unseen]) if allowance < MOST_IN_A_BYTE else [unseen]
        best = best * len(self.steps)
        for i in closed:
            best[i] = 0  # nothing costs less
        best[begin] = 0
        came: dict[int, int] = {}
        buckets: list[list[int]] = [[] for _ in range(unseen)]
        buckets[0].append(begin)
        spending = buckets[: allowance - self._least + 1]  # who has spent more cannot pay for any step
        if zone or stops:
            self._search_zones(spending, buckets, best, came, zone, stops, enter, leave)
        else:
            self._search(spending, buckets, best, came)
        cost = {j: best[j] for j in came}
        cost[begin] = 0
        if first and allowance:
            self._first_steps(begin, allowance, closed, zone, minimum_move, cost, came)
        return Reach(self.board, cost, came)

    def _search(self, spending: list[list[int]], buckets: list[list[int]], best: Any, came: dict[int, int]) -> None:
        """Visit all spaces that cost 0 points, then all that cost 1, and so on."""
        steps = self.steps
        for spent, bucket in enumerate(spending):
            for i in bucket:  # grows while it is read: steps may cost nothing
                if best[i] == spent:
                    for j, price in steps[i]:
                        total = spent + price
                        if total < best[j]:
                            best[j] = total
                            came[j] = i
                            buckets[total].append(j)

    def _search_zones(
        self, spending: list[list[int]], buckets: list[list[int]], best: Any, came: dict[int, int],
        zone: Collection[int], stops: Collection[int], enter: int, leave: int,
    ) -> None:  # fmt: skip
        """The same with zones that cost more and spaces that end the move."""
        steps, barred, begin = self.steps, self.barred, buckets[0][0]
        for spent, bucket in enumerate(spending):
            for i in bucket:
                if best[i] != spent or (i in stops and i != begin):
                    continue
                leaving = i in zone
                base = spent + leave if leaving else spent
                for j, price in steps[i]:
                    total = base + price
                    if total < best[j]:
                        if j in zone:
                            total += enter
                            if total >= best[j] or (leaving and j in barred[i]):
                                continue
                        best[j] = total
                        came[j] = i
                        buckets[total].append(j)

    def _first_steps(
        self, start: int, allowance: int, closed: Collection[int], zone: Collection[int], minimum_move: bool,
        cost: dict[int, int], came: dict[int, int],
    ) -> None:  # fmt: skip
        """Steps that take the whole move."""
        dear = (*self.whole[start], *(j for j, _ in self.steps[start])) if minimum_move else self.whole[start]
        for j in dear:
            barred = start in zone and j in zone and j in self.barred[start]
            if j not in cost and j not in closed and not barred:
                cost[j], came[j] = allowance, start

    def together_with(self, other: Costs) -> Costs:
        """The costs for movers of both kinds together: the higher price; closed if it is closed to one of them."""
        return _together(self, other)

    def back(self) -> Costs:
        """The costs of all steps the other way round, to search from a goal: from where can it be reached?

        A rule that costs extra to enter a space costs the same to leave it on the way back.
        """
        return _back(self)


@lru_cache(maxsize=256)
def _together(one: Costs, other: Costs) -> Costs:
    found: Costs = object.__new__(Costs)
    found.board = one.board
    found._refusals = {**other._refusals, **one._refusals}
    found._prices = {
        ends: WHOLE if WHOLE in (price, other._prices[ends]) else max(price, other._prices[ends])
        for ends, price in one._prices.items()
        if ends in other._prices
    }
    found.barred = tuple(a | b for a, b in zip(one.barred, other.barred, strict=True))
    found._compile()
    return found


@lru_cache(maxsize=256)
def _back(costs: Costs) -> Costs:
    found: Costs = object.__new__(Costs)
    found.board = costs.board
    found._refusals = {(there, here): refusal for (here, there), refusal in costs._refusals.items()}
    found._prices = {(there, here): price for (here, there), price in costs._prices.items()}
    near, barred = costs.board.near, costs.barred
    found.barred = tuple(frozenset(j for j in near[i] if i in barred[j]) for i in range(len(near)))
    found._compile()
    return found


@attrs.frozen
class Closed(Generic[StateT]):
    """Spaces that are closed in the current position: `where(state, side)` returns their set for the units of a side.

    `text` is the refusal; it may contain `{space}` and `{unit}`.
    """

    rule: str
    text: str
    where: Callable[[StateT, str], int]


@attrs.frozen
class ZoneEffect(Generic[StateT]):
    """What enemy zones of control do to movement: extra points to enter and to leave, and whether units must stop.

    The points are numbers, or functions of the state that look them up in the title's data. Steps that are barred from
    zone to zone are those of the costs (`Costs.barred`). `text` refuses them and may name `{unit}`, `{here}` and
    `{space}`.
    """

    rule: str
    zones: Zones[StateT]
    enter: int | Callable[[StateT], int] = 0
    leave: int | Callable[[StateT], int] = 0
    stops: bool = False
    text: str = "Nobody goes from {here} to {space}, from one enemy zone of control into another."

    def points(self, state: StateT) -> tuple[int, int]:
        """The extra points to enter and to leave a zone."""
        enter = self.enter(state) if callable(self.enter) else self.enter
        return enter, self.leave(state) if callable(self.leave) else self.leave


@attrs.frozen(eq=False)
class Movement(Generic[StateT]):
    """The movement rules of a rulebook.

    `costs(state, unit)` are the compiled costs for its kind; `allowance(state, unit)` the points it has. `closed` are
    spaces barred now, such as those with enemies. `minimum_move(state, unit)` says for which units the first step of a
    move is always possible, however dear; they pay with all they have. A stack goes as fast as its slowest unit. Where
    units may stand, and who may enter a country, is `stacking.Stacking`.

        >>> MOVEMENT = Movement(
        ...     "9.1",
        ...     costs=lambda state, unit: costs,
        ...     allowance=lambda state, unit: 2,
        ...     closed=(Closed("5.0", "{space} is occupied by the enemy.", enemies),),
        ...     zones=ZoneEffect("9.3", Zones("6.0"), enter=1, stops=True),
        ... )
        >>> MOVEMENT.reach(state, ["red 1"]).names()
        ['0101', '0102', '0103', '0201', '0202', '0301', '0302', '0303', '0402', '0403']
        >>> MOVEMENT.why_not_step(state, ["red 1"], "0204")
        Refusal(rule='12.1', text='Nobody crosses the lake.')
        >>> MOVEMENT.why_not_step(state, ["red 1"], "0303", spent=1)
        Refusal(rule='9.1', text='red 1 has 1 of the 2 movement points that 0303 takes.')
        >>> MOVEMENT.price(state, "red 1", "0303")
        2
    """

    rule: str
    costs: Callable[[StateT, str], Costs]
    allowance: Callable[[StateT, str], int]
    closed: tuple[Closed[StateT], ...] = ()
    zones: ZoneEffect[StateT] | None = None
    minimum_move: Callable[[StateT, str], bool] | None = None

    # --- by destination ----------------------------------------------------------------------------------------

    def reach(
        self,
        state: StateT,
        units: Sequence[str],
        *,
        start: str = "",
        allowance: int | None = None,
        begun: bool = False,
        avoid: Collection[int] = NOWHERE,
    ) -> Reach:
        """Everywhere the units can go together from where they are, or from `start`.

        `allowance`: the points left, if they have spent some. `begun`: they have already moved, so that rules about the
        first step no longer apply. They may end in the spaces of `avoid` (numbers) but not pass through them.
        """
        side, first = state.side_of(units[0]), not begun
        if allowance is None:
            allowance = min(self.allowance(state, u) for u in units)
        always = self.minimum_move is not None and all(self.minimum_move(state, u) for u in units)
        costs, closed = self.costs_of(state, units), self._closed_numbers(state, side)
        start = start or state.units[units[0]].at
        effect = self.zones
        if effect is None:
            return costs.reach(start, allowance, closed=closed, stops=avoid, first=first, minimum_move=always)
        zone = effect.zones.numbers_against(state, side)
        stops = (zone | frozenset(avoid) if avoid else zone) if effect.stops else avoid
        enter, leave = effect.points(state)
        return costs.reach(start, allowance, closed=closed, stops=stops, zone=zone, enter=enter, leave=leave,
                           first=first, minimum_move=always)  # fmt: skip

    def why_not_reach(self, state: StateT, units: Sequence[str], to: str, way: Reach) -> Refusal | None:
        """Why the units cannot go to a space; `way` is their reach."""
        here, names, one = state.units[units[0]].at, state.listed(units), len(units) == 1
        if to in way and to != here:
            return None
        if to == here:
            return Refusal(self.rule, f"{names} {'is' if one else 'are'} in {state.name(to)} already.")
        closed = self.why_not_enter(state, units, to) if to in state.board else None
        beside = self.why_not_cross(state, units, to) or self._why_not_zones(state, units, to)
        if to not in state.board or state.board.adjacent(here, to):
            closed = closed or beside
        text = f"{names} {'does' if one else 'do'} not have the movement points to reach {state.name(to)}."
        return closed or Refusal(self.rule, text)

    # --- step by step ------------------------------------------------------------------------------------------

    def why_not_step(self, state: StateT, units: Sequence[str], to: str, spent: Spent = 0) -> Refusal | None:
        """Why the units may not step together to a neighbour; `spent` is what they (or each of them) have paid."""
        return (
            self.why_not_cross(state, units, to)
            or self.why_not_enter(state, units, to)
            or self._why_not_zones(state, units, to)
            or self.why_not_pay(state, units, to, spent)
        )

    def why_not_cross(self, state: StateT, units: Sequence[str], to: str) -> Refusal | None:
        """Why the units cannot cross: the space is not next to them, or the side is closed to one of them."""
        here = state.units[units[0]].at
        if to not in state.board:
            return Refusal(self.rule, f"{to} is not on the map.")
        if here not in state.board or not state.board.adjacent(here, to):
            return Refusal(self.rule, f"{state.name(to)} is not next to {state.name(here)}.")
        found = (self.costs(state, unit).why_not_cross(here, to) for unit in units)
        return next((refusal for refusal in found if refusal is not None), None)

    def why_not_enter(self, state: StateT, units: Sequence[str], to: str) -> Refusal | None:
        """Why a space is closed in the current position."""
        side, bit = state.side_of(units[0]), state.board.bit[to]
        for closed in self.closed:
            if closed.where(state, side) & bit:
                return Refusal(closed.rule, closed.text.format(space=state.name(to), unit=state.name(units[0])))
        return None

    def _why_not_zones(self, state: StateT, units: Sequence[str], to: str) -> Refusal | None:
        """Why enemy zones of control bar a step from one of them into another."""
        if self.zones is None or to not in state.board:
            return None
        index, here = state.board.index, state.units[units[0]].at
        zone = self.zones.zones.numbers_against(state, state.side_of(units[0]))
        if here in index and index[here] in zone and index[to] in zone:
            barred = self.costs_of(state, units).barred[index[here]]
            if index[to] in barred:
                words = {"unit": state.name(units[0]), "here": state.name(here), "space": state.name(to)}
                return Refusal(self.zones.rule, self.zones.text.format(**words))
        return None

    def why_not_pay(self, state: StateT, units: Sequence[str], to: str, spent: Spent = 0) -> Refusal | None:
        """Why one of the units does not have the points for a step."""
        for unit in units:
            paid = spent if isinstance(spent, int) else spent.get(unit, 0)
            if not paid and self.minimum_move is not None and self.minimum_move(state, unit):
                continue
            price = self.price(state, unit, to)
            left = self.allowance(state, unit) - paid
            if price == WHOLE:
                if paid or not left:
                    return Refusal(self.rule, f"{state.name(unit)} enters {state.name(to)} only with its whole move.")
            elif price > left:
                text = f"{state.name(unit)} has {left} of the {price} movement points that {state.name(to)} takes."
                return Refusal(self.rule, text)
        return None

    def price(self, state: StateT, unit: str, to: str) -> int:
        """The points that a unit pays for a step to a neighbour, with zones of control; WHOLE for its whole move."""
        here, effect = state.units[unit].at, self.zones
        price = self.costs(state, unit).price(here, to)
        if price is None:
            raise ValueError(f"there is no way for {unit} from {here} to {to}")
        if effect is None or price == WHOLE:
            return price
        zone, index = effect.zones.numbers_against(state, state.side_of(unit)), state.board.index
        enter, leave = effect.points(state)
        return price + leave * (index[here] in zone) + enter * (index[to] in zone)

    def ends(self, state: StateT, units: Sequence[str], space: str) -> bool:
        """Whether the units must stop in a space because it is in an enemy zone of control."""
        if self.zones is None or not self.zones.stops:
            return False
        return state.board.index[space] in self.zones.zones.numbers_against(state, state.side_of(units[0]))

    # --- both --------------------------------------------------------------------------------------------------

    def costs_of(self, state: StateT, units: Sequence[str]) -> Costs:
        """The costs for units that move together."""
        found = self.costs(state, units[0])
        for unit in units[1:]:
            other = self.costs(state, unit)
            if other is not found:
                found = found.together_with(other)
        return found

    def _closed_numbers(self, state: StateT, side: str) -> frozenset[int]:
        """The numbers of all closed spaces."""

        def find() -> frozenset[int]:
            mask = 0
            for closed in self.closed:
                mask |= closed.where(state, side)
            return state.board.number_set(mask)

        return state.memo((self, "closed", side), find)


def next_steps(
    at: str,
    spent: int,
    ways: Callable[[str, int], Iterable[tuple[str, int]]],
    can_end: Callable[[str], bool],
    passed: Collection[str] | None = None,
) -> list[str]:
    """The spaces to which a mover can step: it may end its move there, or go on to a space where it may.

    `ways(at, spent)` yields each space that it may enter next with what it will have spent by then, or nothing if it
    must stop. `can_end(space)` says whether it may end there. With `passed`, the spaces so far, it enters no space
    twice.

        >>> roads = {"A": ["B"], "B": ["A", "C", "D"], "C": ["B"], "D": ["B"]}
        >>> full = {"B", "D"}
        >>> next_steps("A", 0, lambda at, spent: [(to, spent + 1) for to in roads[at] if spent < 2], {"C"}.__contains__)
        ['B']
        >>> next_steps("B", 1, lambda at, spent: [(to, spent + 1) for to in roads[at] if spent < 2], {"C"}.__contains__)
        ['C']
    """
    return list(steps_on(at, spent, ways, can_end, passed))


def steps_on(
    at: str,
    spent: int,
    ways: Callable[[str, int], Iterable[tuple[str, int]]],
    can_end: Callable[[str], bool],
    passed: Collection[str] | None = None,
) -> Iterator[str]:
    """The spaces of `next_steps` one by one, for a caller who needs only the first: can the mover step anywhere?"""
    for to, total in ways(at, spent):
        if passed is not None and to in passed:
            continue
        beyond = None if passed is None else (*passed, to)
        if can_end(to) or next(steps_on(to, total, ways, can_end, beyond), None) is not None:
            yield to
