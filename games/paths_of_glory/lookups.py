"""What a player may look up at the terminal: `hand`, `card 14`, `supply paris`, `fire`, `reserve`, `status`."""

from __future__ import annotations

from collections.abc import Sequence

from wargame.core.title.picture import Panel

from . import sight
from .model import CP, State
from .names import LEVEL_NAMES
from .picture import boxes, tracks
from .records import Card
from .supply import doomed, in_supply, net_name, network, space_supplied, starves, unsupplied_spaces


def hand(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """The cards of the side that looks."""
    rows = []
    for name in sight.hand(s, side, side) if side else ():
        c = s.data.cards[name]
        rows.append((c.id, c.name + (" *" if c.asterisk else ""), f"{c.ops}/{c.sr}", points(c), c.text))
    return Panel("Hand", tuple(rows), ("card", "event", "OPS/SR", "RP", "effect"))


def points(c: Card) -> str:
    return " ".join(f"{k.upper()}{n}" for k, n in c.points.items())


def card(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """One card, by its number (of the side that looks) or by its id: `card 14`, `card ap_14`."""
    name = words[0] if words else ""
    key = name if name in s.data.cards else f"{side or CP}_{int(name):02d}" if name.isdecimal() else ""
    if key not in s.data.cards:
        return Panel("Card", ((f"There is no card '{name}'; write for example 'card 14' or 'card ap_14'.",),))
    c = s.data.cards[key]
    kind = LEVEL_NAMES[c.commitment] + (", combat card" if c.combat else "") + (", once *" if c.asterisk else "")
    rows = (
        ("OPS/SR", f"{c.ops}/{c.sr}"), ("RP", points(c)), ("war status", str(c.war_status)), ("kind", kind),
        ("effect", c.text),
    )  # fmt: skip
    return Panel(f"{c.id} {c.name}", rows)


def supply(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """What attrition would take, and the supply sources; `supply UNIT` or `supply SPACE` for one of them."""
    if words:
        return supply_of(s, " ".join(words))
    rows = [(s.name(s.side_of(u)), f"{s.name(u)} is lost", s.name(s.units[u].at)) for u in doomed(s)]
    rows += [(s.name(owner), "the space changes hands", s.name(x)) for x, owner in unsupplied_spaces(s)]
    rows = sorted(rows) or [("", "nothing is out of supply", "")]
    for name, who in (("cp", "all"), ("ru", "RU, RO"), ("sb", "SB"), ("west", "all others")):
        held = [x for x in s.data.supply.nets[name].sources if x in network(s, name)]
        rows.append((s.name(s.data.supply.nets[name].side), f"sources of {who}", s.listed(held) or "none left"))
    return Panel("Out of supply, and the sources", tuple(rows), ("side", "what", "where"))


def supply_of(s: State, wanted: str) -> Panel:
    """Whether a unit, or each side's units in a space, would be in supply, and from where."""
    folded = wanted.casefold()
    ids = [id for id in (*s.units, *s.data.spaces) if folded in (id.casefold(), s.name(id).casefold())]
    if not ids:
        return Panel("Supply", ((f"There is no unit or space '{wanted}': write for example 'supply paris'.",),))
    rows: list[tuple[str, ...]] = []
    for id in ids:
        if id in s.units:
            rows.append(_unit_row(s, id))
            continue
        for owner in s.title.sides:
            how = "in supply" if space_supplied(s, id, owner) else "out of supply"
            rows.append((f"{s.name(id)}, for the {s.name(owner)}", how, ""))
        rows += [_unit_row(s, u) for u in s.units_at(id)]
    return Panel("Supply", tuple(rows), ("what", "supply", "sources"))


def _unit_row(s: State, unit: str) -> tuple[str, ...]:
    at = s.units[unit].at
    who = f"{s.name(unit)} in {s.name(at)}"
    if at not in s.data.spaces:
        return who, "needs no supply", ""
    name = net_name(s, unit)
    sources = s.listed(x for x in s.data.supply.nets[name].sources if x in network(s, name))
    doomed = "out of supply, lost in the next attrition" if starves(s, unit, at) else "out of supply"
    how = "in supply" if in_supply(s, unit) else doomed
    return who, how, sources


def fire(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """The two fire tables: loss numbers by strength and die."""
    rows = []
    for name, table in (("Army", s.data.tables.army_fire), ("Corps and Fort", s.data.tables.corps_fire)):
        for low, results in zip(table.strengths, table.results, strict=True):
            rows.append((name, str(low), *map(str, results)))
    return Panel("Fire tables", tuple(rows), ("table", "strength from", "1", "2", "3", "4", "5", "6"))


def reserve(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """The reserve boxes and the eliminated units."""
    return boxes(s)


def status(s: State, side: str | None, words: Sequence[str]) -> Panel:
    """Turn, victory points, war status, offensives, replacements and the two tracks."""
    return tracks(s)
