"""The map and the lookups of the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wargame.core.title.picture import Cell, Link, Panel, Picture, Piece

from .cards import capitulation, russian_vp, us_entry
from .model import AP, CP, DEAD, LEVELS, RESERVE, State
from .supply import starves, unsupplied_spaces

MARKS = {
    "I": "trench level 1", "II": "trench level 2", "f": "fort", "x": "destroyed fort", "*": "VP space",
    "B": "beachhead", "dotted": "dotted line, for one nation only",
}  # fmt: skip


def picture(state: State) -> Picture:
    """The two maps as one network; regions are the maps and the nations."""
    cells = []
    regions: dict[str, tuple[str, ...]] = {"Europe": (), "West": (), "East": (), "Near East": ()}
    for x in state.data.spaces.values():
        pieces = tuple(Piece(short(state, u), state.side_of(u)) for u in state.units_at(x.id))
        cells.append(Cell(x.id, x.x, x.y, x.name, x.terrain, state.control[x.id], pieces, marks(state, x.id)))
        names = ["Near East"] if x.near_east else ["Europe", "West" if x.x < 400 else "East"]
        if x.near_east and x.x2 is not None:
            names += ["Europe", "East"]
        for name in names:
            regions[name] += (x.id,)
    links = tuple(Link(e.a, e.b, "" if e.kind == "solid" else e.kind) for e in state.data.edges)
    return Picture("network", tuple(cells), links, MARKS, (tracks(state), boxes(state)), regions)


def tracks(s: State) -> Panel:
    """The general records track and what else is marked beside the map."""
    points = [f"{k[3:].upper()} {v / 2:g}" for k, v in s.tracks.items() if k.startswith("rp_") and v]
    wanted = [f"{side} {nation.replace('_', ' ')}" for side, nation in s.offensive.items() if nation != "none"]
    hands = [f"{side} {len(s.pile(f'{side}_hand'))}, {len(s.pile(f'{side}_deck'))}" for side in (AP, CP)]
    status = [f"{side} {s.tracks[f'{side}_ws']} ({LEVEL_NAMES[LEVELS[s.commitment[side]]]})" for side in (AP, CP)]
    rows = (
        ("turn", f"{s.data.tables['turns']['names'][s.turn - 1]}, round {s.round}"),
        ("victory points", str(s.tracks["vp"])),
        ("war status", f"{', '.join(status)}, combined {s.tracks['combined']}"),
        ("mandated offensives", ", ".join(wanted) or "none"),
        ("replacements", ", ".join(points) or "none"),
        ("US entry", us_entry(s).replace("_", " ")),
        ("Russian capitulation", f"{capitulation(s).replace('_', ' ')}, {russian_vp(s)} VP spaces held by the CP"),
        ("cards in hand, pile", ", ".join(hands)),
    )
    return Panel("Tracks", rows)


def boxes(s: State) -> Panel:
    """The reserve boxes and the eliminated units that may come back."""
    rows = []
    for name, box in (("reserve", RESERVE), ("eliminated", DEAD)):
        for side in (AP, CP):
            count = Counter(short(s, u) for u in s.units_at(box[side]))
            rows.append((f"{side} {name}", ", ".join(f"{n} {unit}" for unit, n in count.items()) or "none"))
    return Panel("Boxes", tuple(rows))


def short(s: State, unit: str) -> str:
    """A counter in short: nation, number or C for a corps, in brackets when reduced."""
    c = s.counter(unit)
    nation, _, name = c.type.partition("_")
    text = f"{nation.upper()}{'c' if name == 'corps' else name.upper()}"
    return f"({text})" if s.units[unit].steps == 1 else text


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


def hand(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """The cards of the side that looks."""
    rows = []
    for name in s.pile(f"{side}_hand"):
        c = s.data.cards[name]
        points = " ".join(f"{k.upper()}{n}" for k, n in c.points.items())
        rows.append((c.id, c.name + (" *" if c.asterisk else ""), f"{c.ops}/{c.sr}", points, c.text))
    return Panel("Hand", tuple(rows), ("card", "event", "OPS/SR", "RP", "effect"))


def card(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """One card of the side that looks (or by its id)."""
    name = words[0] if words else ""
    key = name if name in s.data.cards else f"{side or CP}_{int(name):02d}" if name.isdigit() else ""
    if key not in s.data.cards:
        return Panel("Card", ((f"There is no card '{name}'; write for example 'card 14' or 'card ap_14'.",),))
    c = s.data.cards[key]
    points = " ".join(f"{k.upper()}{n}" for k, n in c.points.items())
    kind = LEVEL_NAMES[c.commitment] + (", combat card" if c.combat else "") + (", once *" if c.asterisk else "")
    rows = (
        ("OPS/SR", f"{c.ops}/{c.sr}"), ("RP", points), ("war status", str(c.war_status)), ("kind", kind),
        ("effect", c.text),
    )  # fmt: skip
    return Panel(f"{c.id} {c.name}", rows)


LEVEL_NAMES = {"mobilization": "Mobilization", "limited_war": "Limited War", "total_war": "Total War"}


def supply(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """Units out of supply, which attrition would remove, and spaces that would change hands."""
    units = [u for u, x in s.units.items() if x.at in s.data.spaces and starves(s, u, x.at)]
    rows = [(s.counter(u).side, s.counter(u).name, s.data.spaces[s.units[u].at].name) for u in units]
    rows += [(owner, "control", s.data.spaces[x].name) for x, owner in unsupplied_spaces(s)]
    return Panel("Out of supply", tuple(sorted(rows)) or (("", "nothing", ""),), ("side", "what", "where"))


def reserve(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """The reserve boxes and the eliminated units."""
    return boxes(s)


def status(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """Turn, victory points, war status, offensives, replacements and the two tracks."""
    return tracks(s)
