"""The map as a picture, and what players look up. Nothing on the board is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import attrs

from wargame.core.mechanics.board import Board
from wargame.core.title.picture import Arrow, Cell, Link, Panel, Picture, Piece

from .geography import Geography
from .model import POWERS, State
from .orders import CONVOY, MOVE, SUPPORT, Order, plain_order
from .records import Space


@attrs.frozen
class Border:
    """Two spaces that some unit can move between."""

    a: str
    b: str


@lru_cache(maxsize=4)
def borders(geo: Geography) -> tuple[Border, ...]:
    pairs = {tuple(sorted((geo.space_of[unit[2:]], to))) for unit, reach in geo.reach.items() for to in reach}
    return tuple(Border(a, b) for a, b in sorted(pairs))


def board(geo: Geography) -> Board:
    return Board.of_edges(tuple(geo.spaces.values()), borders(geo))


KINDS = {"A": "army", "F": "fleet"}
COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast"}
HELD, FREE = "*", "+"
LEGEND = {
    HELD: "controlled supply centre; a letter such as :e before it names its owner",
    FREE: "supply centre that nobody controls",
    **{f"/{letter}": kind for letter, kind in KINDS.items()},
    **{f"/{short}": coast for short, coast in COASTS.items()},
}


def unit_name(unit: str, geo: Geography) -> str:
    """`F SPA/SC` in words: `Fleet Spain, south coast`."""
    location = unit[2:]
    _, _, coast = location.partition("/")
    name = geo.spaces[geo.space_of[location]].name
    return f"{KINDS[unit[0]].title()} {name}{f', {COASTS[coast]}' if coast else ''}"


def _piece(unit: str, power: str, geo: Geography, **more: Any) -> Piece:
    return Piece(unit, power, unit, unit_name(unit, geo), KINDS[unit[0]], **more)


def _cell(space: Space, s: State) -> Cell:
    """A space; the owner of a centre is its side, and its mark says whether it has one."""
    owner = s.control.get(space.id, "")
    unit = s.pieces.get(space.id)
    pieces = (_piece(unit, s.owners[space.id], s.data),) if unit else ()
    marks = (HELD if owner else FREE,) if space.supply_centre else ()
    return Cell(space.id, space.x, space.y, space.id, space.type, owner, pieces, marks, space.name)


def _dislodged(s: State) -> Cell:
    """Where dislodged units wait for their retreat: an attacker may stand in their space under the same name."""
    pieces = [
        _piece(unit, d.power, s.data, state=(f"dislodged by an attack from {d.attacked_from}",))
        for unit, d in s.dislodged.items()
    ]
    taken = set(s.pieces.values())
    pieces = [attrs.evolve(p, id=f"{p.id} dislodged") if p.id in taken else p for p in pieces]
    return Cell("dislodged", 0, 0, "Dislodged units", pieces=tuple(pieces))


def picture(s: State) -> Picture:
    cells = tuple(_cell(space, s) for space in s.data.spaces.values())
    rows = tuple((p, str(len(s.centres_of(p))), "  ".join(s.units_of(p))) for p in POWERS)
    panels = [Panel(s.date(), rows, ("Power", "Centres", "Units"))]
    if s.dislodged:
        fleeing = tuple((d.power, u, d.attacked_from, " ".join(d.retreats)) for u, d in s.dislodged.items())
        panels.append(Panel("Dislodged", fleeing, ("Power", "Unit", "Attacked from", "May retreat to")))
    links = tuple(Link(b.a, b.b) for b in borders(s.data))
    boxes = (_dislodged(s),) if s.dislodged else ()
    return Picture("network", cells, links, LEGEND, tuple(panels), boxes=boxes, arrows=tuple(_arrows(s)))


ARROWS = {MOVE: "move", SUPPORT: "support", CONVOY: "convoy"}
DONE = ("moves", "supports", "convoys")


def _arrows(s: State) -> Iterator[Arrow]:
    """The orders read last and what became of them (VII.2)."""
    for unit, outcome in s.outcomes.items():
        text = s.orders.get(unit, "")
        order = plain_order(text, s.data) if text else None
        if order is None or order.verb not in ARROWS or outcome == "void":
            continue
        start, end = s.data.space_of[unit[2:]], s.data.space_of[_aim(order)]
        power = s.owners.get(end if outcome == "moves" else start, "")
        yield Arrow(start, end, ARROWS[order.verb], power, outcome in DONE, f"{text}: {outcome}")


def _aim(order: Order) -> str:
    """Where an order points: a move to its end, a support or convoy to the end of what it is for."""
    return order.to or order.other[2:]


def last_orders(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """`orders [SPACE]`: the orders read last and what became of them (VII.2)."""
    named = " ".join(words).upper()
    rows = tuple((s.orders.get(unit, f"{unit} H"), outcome) for unit, outcome in s.outcomes.items()
                 if not named or named in unit)  # fmt: skip
    return Panel("Orders read last", rows, ("Order", "Outcome"))


def centres(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """`centres`: who controls which supply centres (V)."""
    free = " ".join(c for c in s.data.centres if c not in s.control)
    rows = (*((p, " ".join(s.centres_of(p))) for p in POWERS), ("nobody", free))
    return Panel("Supply centres", rows, ("Power", "Centres"))
