"""The map as a side sees it: spaces, pieces, boxes, and the panels beside it."""

from __future__ import annotations

from collections import Counter

from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

from .conditions import capitulation, russian_vp, us_entry
from .model import AP, BOXES, CP, DEAD, ENEMY, LEVELS, RESERVE, State
from .names import LEVEL_NAMES, TRACK_BOXES, kind_name
from .supply import besieged, in_supply

LEGEND = {
    "I": "trench level 1", "II": "trench level 2", "f": "fort and its factor", "x": "destroyed fort", "*": "VP space",
    "B": "beachhead", "GE1": "army", "GEc1": "corps", "(GE1)": "unit at reduced strength",
    "dotted": "dotted line, for the nations printed beside it only",
}  # fmt: skip


def picture(state: State) -> Picture:
    """The two maps as one network; regions are the maps and the nations."""
    cells = []
    regions: dict[str, tuple[str, ...]] = {"Europe": (), "West": (), "East": (), "Near East": ()}
    for x in state.data.spaces.values():
        pieces = tuple(piece(state, u) for u in state.units_at(x.id))
        cells.append(Cell(x.id, x.x, x.y, x.name, x.terrain, state.control[x.id], pieces, marks(state, x.id)))
        names = ["Near East"] if x.near_east else ["Europe", "West" if x.x < 400 else "East"]
        if x.near_east and x.x2 is not None:
            names += ["Europe", "East"]
        for name in names:
            regions[name] += (x.id,)
    links = tuple(Link(e.a, e.b, "" if e.kind == "solid" else e.kind) for e in state.data.edges)
    panels = (tracks(state), boxes(state))
    return Picture("network", tuple(cells), links, LEGEND, panels, regions, boxes=off_map(state))


def off_map(s: State) -> tuple[Cell, ...]:
    """The reserve boxes and the units that may come back."""
    sides = {box[side]: side for box in (RESERVE, DEAD) for side in (AP, CP)}
    return tuple(
        Cell(box, 0, 0, s.name(box), side=side, pieces=tuple(piece(s, u) for u in s.units_at(box)))
        for box, side in sides.items()
    )


def piece(s: State, unit: str) -> Piece:
    """One counter with its factors as they count now."""
    c, x = s.counter(unit), s.units[unit]
    return Piece(
        s.name(unit), c.side, unit, c.name, "infantry", "XXXX" if c.army else "XXX", factors(s, unit), (x.steps, 2),
        tuple(condition(s, unit)),
    )  # fmt: skip


def condition(s: State, unit: str) -> list[str]:
    """What has become of a unit, in words."""
    x = s.units[unit]
    found = ["reduced"] if x.steps == 1 else []
    if x.at in BOXES:
        return found if x.steps else ["eliminated"]
    if s.neutral(x.at):
        return [*found, "neutral"]
    if not in_supply(s, unit):
        found.append("out of supply")
    if s.fort_owner(x.at) == ENEMY[s.side_of(unit)]:
        found.append("besieging" if besieged(s, x.at) else "too weak to besiege")
    use = s.activated.get(x.at, "")
    if unit in s.digging:
        found.append("entrenching")
    elif unit in s.moved and use != "attack":
        found.append("moved")
    elif unit in s.fought and use != "move":
        found.append("attacked")
    elif use:
        found.append(f"activated to {use}")
    if unit in s.retreated:
        found.append("retreated")
    return found


def tracks(s: State) -> Panel:
    """The general records track and what else is marked beside the map."""
    points = [f"{s.name(f'rp_{k[3:]}')} {v / 2:g}" for k, v in s.tracks.items() if k.startswith("rp_") and v]
    wanted = [f"{s.name(side)} {s.name(want)}" for side, want in s.offensive.items() if want != "none"]
    hands = [f"{s.name(x)} {len(s.pile(f'{x}_hand'))}, {len(s.pile(f'{x}_deck'))}" for x in (AP, CP)]
    status = [f"{s.name(x)} {s.tracks[f'{x}_ws']} ({LEVEL_NAMES[LEVELS[s.commitment[x]]]})" for x in (AP, CP)]
    nations = [s.name(n) for n in ("tu", "bu", "it", "ro", "gr", "us") if n in s.at_war]
    rows = (
        ("turn", f"{s.date()}, round {s.round}"),
        ("victory points", str(s.tracks["vp"])),
        ("war status", f"{', '.join(status)}, combined {s.tracks['combined']}"),
        ("joined the war", ", ".join(nations) or "nobody yet"),
        ("mandated offensives", ", ".join(wanted) or "none"),
        ("replacements", ", ".join(points) or "none"),
        ("US entry", TRACK_BOXES[us_entry(s)]),
        ("Russian capitulation", f"{TRACK_BOXES[capitulation(s)]}, {russian_vp(s)} VP spaces held by the CP"),
        ("cards in hand, pile", ", ".join(hands)),
    )
    return Panel("Tracks", rows)


def boxes(s: State) -> Panel:
    """The reserve boxes and the eliminated units that may come back."""
    rows = []
    for name, box in (("reserve", RESERVE), ("eliminated", DEAD)):
        for side in (AP, CP):
            count = Counter(_kind_and_factors(s, u) for u in s.units_at(box[side]))
            rows.append((f"{s.name(side)} {name}", ", ".join(f"{n} {kind}" for kind, n in count.items()) or "none"))
    return Panel("Boxes", tuple(rows))


def _kind_and_factors(s: State, unit: str) -> str:
    kind = kind_name(s.counter(unit))
    return f"{f'({kind})' if s.units[unit].steps == 1 else kind} {factors(s, unit)}"


def factors(s: State, unit: str) -> str:
    """Combat, loss and movement factor as they count now; of an eliminated unit those it would come back with."""
    c = s.counter(unit)
    return f"{s.cf(unit)}-{s.lf(unit)}-{s.mf(unit)}" if s.units[unit].steps else f"{c.cf}-{c.lf}-{c.mf}"


def marks(s: State, space: str) -> tuple[str, ...]:
    where = s.data.spaces[space]
    level = s.trenches.get(space, ("", 0))[1]
    found = ["I" * level] if level else []
    if where.fort:
        found.append("x" if space in s.destroyed else f"f{where.fort}")
    if where.vp:
        found.append("*")
    if space == s.beachhead:
        found.append("B")
    return tuple(found)
