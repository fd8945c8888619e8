"""The spaces, units and cards that an answer is about, for highlighting, clicking and indexing.

    >>> targets(title, state, Move("1 Army", ("Aachen", "Liege")))
    Targets(spaces=('Aachen', 'Liege'), units=('1 Army',), cards=())

They are read from its fields. An action whose fields do not name them has a method `targets(state)` that does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from wargame.core.engine.state import State
from wargame.core.title.title import Title

PART = re.compile(r"[^\s\-–>,;+/()\[\]]+")


@attrs.frozen
class Targets:
    """What an answer names, in the order of its fields."""

    spaces: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


def targets(title: Title, state: State, action: Any) -> Targets:
    """The spaces (and boxes), units and cards that an action names."""
    own = getattr(action, "targets", None)
    if own is not None:
        named: Targets = own(state)
        return named
    board, boxes = title.board, state.at
    spaces: dict[str, None] = {}
    units: dict[str, None] = {}
    cards: dict[str, None] = {}
    for name in _names(action):
        if name in title.counters or name in state.units:
            units[name] = None
        elif (board is not None and name in board) or name in boxes:
            spaces[name] = None
        elif any(name in pile for pile in state.piles.values()):
            cards[name] = None
    return Targets(tuple(spaces), tuple(units), tuple(cards))


def _names(action: Any) -> Iterator[str]:
    """The texts in the fields of an action, whole and in parts: `A PAR - BUR` names PAR and BUR."""
    for value in _values(action):
        if isinstance(value, str):
            yield value
            parts = PART.findall(value)
            if parts != [value]:
                yield from parts


def _values(action: Any) -> Iterable[Any]:
    if not attrs.has(type(action)):
        return
    for field in attrs.fields(type(action)):
        value = getattr(action, field.name)
        if isinstance(value, tuple):
            yield from value
        elif attrs.has(type(value)):
            yield from _values(value)
        else:
            yield value
