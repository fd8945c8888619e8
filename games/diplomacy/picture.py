"""The map as a picture, and what players look up. Nothing on the board is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs

from wargame.core.mechanics.board import Board
from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

from .geography import Geography
from .model import POWERS, State


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


def picture(state: State) -> Picture:
    cells = tuple(
        Cell(
            s.id, s.x, s.y, s.id, s.type, state.control.get(s.id, ""),
            (Piece(state.pieces[s.id], state.owners[s.id]),) if s.id in state.pieces else (),
            ("*",) if s.supply_centre else (),
        )
        for s in state.geo.spaces.values()
    )  # fmt: skip
    rows = tuple((p, str(len(state.centres_of(p))), "  ".join(state.units_of(p))) for p in POWERS)
    panels = [Panel(state.date(), rows, ("Power", "Centres", "Units"))]
    if state.dislodged:
        fleeing = tuple((d.power, u, d.attacked_from, " ".join(d.retreats)) for u, d in state.dislodged.items())
        panels.append(Panel("Dislodged", fleeing, ("Power", "Unit", "Attacked from", "May retreat to")))
    links = tuple(Link(b.a, b.b) for b in borders(state.geo))
    return Picture("network", cells, links, {"*": "supply centre"}, tuple(panels))


def last_orders(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """`orders [SPACE]`: the orders read last and what became of them (VII.2)."""
    named = " ".join(words).upper()
    rows = tuple((state.orders.get(unit, f"{unit} H"), outcome) for unit, outcome in state.outcomes.items()
                 if not named or named in unit)  # fmt: skip
    return Panel("Orders read last", rows, ("Order", "Outcome"))


def centres(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """`centres`: who controls which supply centres (V)."""
    free = " ".join(c for c in state.geo.centres if c not in state.control)
    rows = (*((p, " ".join(state.centres_of(p))) for p in POWERS), ("nobody", free))
    return Panel("Supply centres", rows, ("Power", "Centres"))
