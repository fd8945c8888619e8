"""What a side may see: everything but the cups of VP markers; and the map, the tracks and the battle board to draw."""

from __future__ import annotations

from typing import Any

from wargame.core.convert import state_to_data
from wargame.core.picture import Cell, Link, Panel, Picture, Piece

from .board import table
from .model import State
from .records import GERMAN, SIDES

HIDDEN = ("german markers", "plan17 markers")
LEGEND = {
    "+N": "terrain", "T": "trench level", "F": "fort steps", "B": "besieged fort steps", "*": "VP hex", "=": "railway",
    "x": "hard going (+1)", "#": "impassable or blocked", "4.5!1HA": "corps, of them disrupted, headquarters, guns",
}  # fmt: skip


def view(state: State, side: str | None) -> dict[str, Any]:
    """The state as `side` may know it; VP markers stay hidden until drawn (3.1.2)."""
    seen = state_to_data(state)
    seen.pop("rng", None)
    for name in HIDDEN:
        seen["piles"][name] = len(state.pile(name))
    if state.battle is not None:
        seen["battle board"] = table(state, state.battle)
    return seen


def redraw(state: State, side: str, source: Any) -> bool:
    """The cups hold the same markers for everybody; the next draw is fresh chance already."""
    return True


def picture(state: State, side: str | None) -> Picture:
    """The 107 hexes with stacks, control, trenches, forts and railways."""
    cells = tuple(_cell(state, hex) for hex in state.printed.spaces)
    links = [Link(e.a, e.b, "rail") for e in state.printed.hexsides if e.rail]
    for edge in state.printed.hexsides:
        cost = state.next_to(edge.a)[edge.b]
        if cost != 1:
            links.append(Link(edge.a, edge.b, "red_diamond" if cost else "impassable"))
    for blocked in state.blocked:
        a, _, b = blocked.partition("-")
        links.append(Link(a, b, "blocked"))
    return Picture("hexes", cells, tuple(links), LEGEND, tuple(_panels(state)))


def _cell(state: State, hex: str) -> Cell:
    space = state.space(hex)
    pieces = [Piece(text, who) for who in SIDES if (text := _stack(state, hex, who))]
    marks = []
    if hex in state.trenches:
        marks.append(f"T{state.trenches[hex]}")
    for who in SIDES:
        steps = sum(state.units[f].steps for f in state.present(hex, who).forts)
        if steps:
            marks.append(("B" if hex in state.sieges else "F") + str(steps))
    if space.vp:
        marks.append("*")
    terrain = f"+{space.terrain}" if space.terrain else ""
    return Cell(hex, space.x, space.y, f"{hex} {space.name}", terrain, state.control[hex], tuple(pieces), tuple(marks))


def _stack(state: State, hex: str, side: str) -> str:
    """A stack in short: corps and smaller units, how many disrupted, headquarters, guns."""
    own = state.present(hex, side)
    if not (own.combat or own.hq or own.ha):
        return ""
    half = sum(state.unit(u).half_corps for u in own.combat)
    worn = sum(state.units[u].steps == 1 for u in own.combat)
    text = f"{half / 2:g}" + (f"!{worn}" if worn else "")
    return text + "H" * len(own.hq) + "A" * len(own.ha)


def _panels(state: State) -> list[Panel]:
    rows = tuple(
        (side, *(str(state.tracks.get(f"{name} {side}", 0)) for name in ("vp", "caps", "mandated"))) for side in SIDES
    )
    found = [Panel(f"Turn {state.turn}", rows, ("side", "VP", "CAPs", "mandatory battles"))]
    if state.battle is not None:
        found.append(battle_panel(state))
    return found


def battle_panel(state: State) -> Panel:
    """The battle board with the chance of each space to hit."""
    assert state.battle is not None
    board = table(state, state.battle)
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


def evaluate(state: State, side: str) -> float:
    """VP, hexes that score, and standing units: for simple bots."""
    held = sum(1 for s in state.printed.spaces.values() if s.vp and state.control[s.id] == side)
    steps = dict.fromkeys(SIDES, 0)
    for unit, where in state.units.items():
        if where.at in state.printed.spaces:
            steps[state.piece(unit).side] += where.steps
    other = next(s for s in SIDES if s != side)
    points = state.tracks["vp " + side] - state.tracks["vp " + other]
    return points + 1.5 * held + 0.3 * (steps[side] - steps[other]) + (0.1 if side == GERMAN else 0.0)
