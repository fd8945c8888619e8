"""What happened a moment ago, as arrows on a picture: attacks, retreats, advances, and, if wanted, all marches.

They are read from the events that a side may see: every title says where a unit went in the fields `unit`, `at` and
`to`, and whom it attacked in `units` (or `by`) and `hex` (or `target`, `space`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from wargame.core.engine.events import Event
from wargame.core.title.picture import Arrow, Picture

ATTACK = re.compile(r"\battacks? \{(target|hex|space)\}")
ATTACKERS = ("units", "by")


@attrs.frozen
class _March:
    """A unit that went from one space to another."""

    unit: str
    at: str
    to: str
    text: str


@attrs.frozen
class _Attack:
    """Units that attacked a space from where they stood."""

    target: str
    side: str
    origins: tuple[tuple[str, str], ...]  # unit, space
    text: str


def with_arrows(picture: Picture, events: Sequence[Event], sides: Mapping[str, str], marches: bool = False) -> Picture:
    """The picture with arrows for what happened in these events; `sides` tells whose units are.

    A title that draws arrows of its own, such as orders, keeps them unless there is something to add.
    """
    found = tuple(dict.fromkeys(_arrows(picture, events, sides, marches)))
    return attrs.evolve(picture, arrows=found) if found else picture


def _arrows(picture: Picture, events: Sequence[Event], sides: Mapping[str, str], marches: bool) -> Iterator[Arrow]:
    attacked: set[str] = set()
    came: dict[str, dict[str, str]] = {}  # for each space, who has come there, and from where
    for one in _recorded(picture, events):
        if isinstance(one, _Attack):
            attacked.add(one.target)
            side = one.side or next((sides.get(unit, "") for unit, _ in one.origins), "")
            origins = dict(one.origins) or {u: at for u, at in came.get(one.target, {}).items() if sides.get(u) == side}
            yield from (
                Arrow(at, one.target, "attack", side, text=one.text) for at in origins.values() if at != one.target
            )
            continue
        came.setdefault(one.to, {})[one.unit] = one.at
        kind = "retreat" if one.at in attacked else "advance" if one.to in attacked else "move"
        if marches or kind != "move":
            yield Arrow(one.at, one.to, kind, sides.get(one.unit, ""), text=one.text)


def _recorded(picture: Picture, events: Sequence[Event]) -> list[_March | _Attack]:
    """Marches and attacks in order. Where attackers stood is found by going back from where the units are now."""
    spaces = {cell.id for cell in picture.cells}
    where = {piece.id: cell.id for cell in picture.cells for piece in cell.pieces if piece.id}
    found: list[_March | _Attack] = []
    for event in reversed(events):
        fields = event.fields
        unit, at, to = (str(fields.get(name, "")) for name in ("unit", "at", "to"))
        if unit and at in spaces:
            if to in spaces:
                found.append(_March(unit, at, to, event.text))
            where[unit] = at
        aim = ATTACK.search(event.template)
        target = str(fields.get(aim[1], "")) if aim else ""
        if target in spaces:
            origins = tuple((u, where[u]) for u in _named(fields) if u in where)
            found.append(_Attack(target, str(fields.get("side", "")), origins, event.text))
    return found[::-1]


def _named(fields: Mapping[str, object]) -> Iterable[str]:
    """The units of an attack."""
    value = next((fields[name] for name in ATTACKERS if name in fields), "")
    return map(str, value) if isinstance(value, list | tuple) else str(value).split(", ")


def sides_of(picture: Picture) -> dict[str, str]:
    """Whose the units of a picture are."""
    return {piece.id: piece.side for cell in (*picture.cells, *picture.boxes) for piece in cell.pieces if piece.id}
