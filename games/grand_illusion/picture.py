"""The map with every unit, the tracks and the battle board to draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

from .entry import own_allowance
from .model import DEAD, HOLLAND, OUT, TURN_BOXES, State
from .preview import table
from .records import SIDES, Counter, Fort
from .supply import NATIONS, nation_of, supplied

TERRAIN = {0: "", 1: "rough", 2: "mountain"}  # words for the printed +1 and +2 (2.2)
KINDS = {"hq": "headquarters", "ha": "artillery", "fort": "fortress"}
SIZES = {"army": "XXXX", "corps": "XXX", "division": "XX", "brigade": "X"}
TURNED = {"hq": "turned over", "ha": "fired"}
LEGEND = {
    "rough": "+1 to the attacker's dice", "mountain": "+2 to the attacker's dice", "T": "trench and its level",
    "F": "fort steps", "B": "steps of a besieged fort", "*": "VP hex", "rail": "railway",
    "red_diamond": "hard going: +1 MP",
    "impassable": "no unit crosses", "blocked": "closed by the side that came through",
    "5-2": "strength and movement", "3-4-2": "attack, defence and movement", "(3)-2": "only defends",
}  # fmt: skip
BOXES = {HOLLAND: "Holland", DEAD: "Dead pile (may be replaced)", OUT: "Out of the game"}


def picture(state: State, side: str | None) -> Picture:
    """The 107 hexes with every unit, control, trenches, forts and railways; the turn track and the dead pile."""
    fed = {nation: supplied(state, nation) for nation in NATIONS}
    cells = tuple(_cell(state, hex, fed) for hex in state.data.spaces)
    return Picture(
        "hexes", cells, tuple(_links(state)), LEGEND, tuple(_panels(state)), hexes="flat", boxes=_boxes(state, fed)
    )


def _links(s: State) -> list[Link]:
    """Railways from hex to hex; hard, impassable and blocked hexsides."""
    links = [Link(e.a, e.b, "rail") for e in s.data.hexsides if e.rail]
    for edge in s.data.hexsides:
        cost = s.next_to(edge.a)[edge.b]
        if cost != 1:
            links.append(Link(edge.a, edge.b, "red_diamond" if cost else "impassable", "side"))
    return [*links, *(Link(crossing.start, crossing.into, "blocked", "side") for crossing in s.blocked.values())]


def _cell(s: State, hex: str, fed: Mapping[str, int]) -> Cell:
    space = s.space(hex)
    marks = []
    if hex in s.trenches:
        marks.append(f"T{s.trenches[hex]}")
    for who in SIDES:
        steps = sum(s.units[f].steps for f in s.present(hex, who).forts)
        if steps:
            marks.append(("B" if hex in s.sieges else "F") + str(steps))
    if space.vp:
        marks.append("*")
    pieces = tuple(_piece(s, unit, fed) for who in SIDES for unit in _in_order(s, hex, who))
    label = f"{hex} {space.name}"
    return Cell(hex, space.x, space.y, label, TERRAIN[space.terrain], s.control[hex], pieces, tuple(marks))


def _in_order(s: State, hex: str, side: str) -> tuple[str, ...]:
    own = s.present(hex, side)
    return (*own.combat, *own.hq, *own.ha, *own.forts)


def _boxes(s: State, fed: Mapping[str, int]) -> tuple[Cell, ...]:
    """The turn track and the places of units that are not on the map."""
    labels = {box: f"Turn {turn}" for box, turn in TURN_BOXES.items()} | BOXES
    return tuple(
        Cell(box, 0, 0, label, pieces=tuple(_piece(s, unit, fed) for unit in s.units_at(box)))
        for box, label in labels.items()
        if box in s.at
    )


def _piece(s: State, unit: str, fed: Mapping[str, int]) -> Piece:
    """A unit as its counter shows it now."""
    printed = s.counter(unit)
    whole = len(printed.strengths) if isinstance(printed, Fort) else 2
    kind = "mountain" if isinstance(printed, Counter) and printed.mountain else KINDS.get(printed.kind, printed.kind)
    return Piece(
        unit, printed.side, unit, printed.name, kind, SIZES.get(printed.size, ""), values(s, unit),
        (s.units[unit].steps, whole), tuple(_standing(s, unit, fed)),
    )  # fmt: skip


def values(s: State, unit: str) -> str:
    """The factors of a unit as they count now: strength and movement, `(3)-2` if it only defends (2.4, 12.2)."""
    printed = s.counter(unit)
    steps = s.units[unit].steps
    if not steps:
        return ""
    if isinstance(printed, Fort):
        drm = printed.bombardment_drms[-steps]
        return str(s.strength(unit, True)) + (f"+{drm}" if drm else "")
    moves = own_allowance(printed, steps)
    if printed.kind == "hq":
        return str(moves)
    if printed.kind == "ha":
        return f"{printed.bombardment if steps == 2 else 0}-{moves}"
    attack, defence = s.strength(unit, False), s.strength(unit, True)
    if not s.may_attack(unit):
        return f"({defence})-{moves}"
    return f"{attack}-{moves}" if attack == defence else f"{attack}-{defence}-{moves}"


def _standing(s: State, unit: str, fed: Mapping[str, int]) -> Iterator[str]:
    """What has become of a unit, in words."""
    printed, where = s.counter(unit), s.units[unit]
    if isinstance(printed, Fort):
        if where.at in s.sieges:
            yield "besieged"
        return
    if where.steps == 1:
        yield TURNED.get(printed.kind, "disrupted")
    if where.at not in s.data.spaces:
        return
    if not fed[nation_of(s, unit)] & s.data.bit[where.at]:
        yield "out of supply"
    if any(unit in units for units in s.battles.values()):
        yield "attacking"
    elif s.marching is not None and unit in s.marching.units:
        yield "moving"
    elif unit in s.moved:
        yield "moved"


def _panels(s: State) -> list[Panel]:
    rows = tuple(
        (s.name(side), *(str(s.tracks.get(f"{name} {side}", 0)) for name in ("vp", "caps", "mandated")))
        for side in SIDES
    )
    found = [Panel(f"Turn {s.turn}", rows, ("side", "VP", "CAPs", "mandatory battles"))]
    if s.battle is not None:
        found.append(battle_panel(s))
    return found


def battle_panel(s: State) -> Panel:
    """The battle board with the chance of each space to hit."""
    assert s.battle is not None
    board = table(s, s.battle)
    columns = (
        "attacker reserve",
        "attacker",
        "attacker hits",
        "space",
        "defender hits",
        "defender",
        "defender reserve",
    )
    rows = tuple(
        tuple(" + ".join(row[c]) if isinstance(row[c], list) else str(row[c]) for c in columns) for row in board["rows"]
    )
    drms = ", ".join(f"{m['name']} {m['amount']:+d}" for m in board["modifiers"])
    heading = f"Battle of {board['hex']}, {board['attacker']} attacks ({board['fortune']}; {drms or 'no modifiers'})"
    return Panel(heading, rows, columns)
