"""What a side may see, what a bot may dream up, and a rough score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wargame.core.picture import Cell, Link, Panel, Picture, Piece
from wargame.core.state import State as KernelState

from .cards import capitulation, russian_vp, us_entry
from .model import AP, CP, ENEMY, LEVELS, State
from .supply import in_supply


def view(s: State, side: str | None) -> dict[str, Any]:
    """Everything but the other side's hand and the piles; None sees all."""
    shown: dict[str, Any] = {
        "turn": s.turn,
        "turn_name": s.data.tables["turns"]["names"][s.turn - 1],
        "round": s.round,
        "vp": s.tracks["vp"],
        "war_status": {k: s.tracks[f"{k}_ws"] for k in (AP, CP)} | {"combined": s.tracks["combined"]},
        "commitment": {k: LEVELS[v] for k, v in s.commitment.items()},
        "us_entry": us_entry(s),
        "russian_capitulation": capitulation(s),
        "russian_vp": russian_vp(s),
        "replacements": {k[3:]: v / 2 for k, v in s.tracks.items() if k.startswith("rp_") and v},
        "mandated_offensive": dict(s.offensive),
        "at_war": sorted(s.at_war),
        "control": dict(s.control),
        "trenches": {x: f"{owner} {level}" for x, (owner, level) in s.trenches.items()},
        "destroyed_forts": sorted(s.destroyed),
        "units": {u: {"at": x.at, "steps": x.steps} for u, x in s.units.items()},
        "activated": dict(s.activated),
        "out_of_supply": sorted(u for u, x in s.units.items() if x.at in s.data.spaces and not in_supply(s, u)),
        "events": {c: t for c, t in s.played.items() if not c.startswith("gone:")},
    }
    for one in (AP, CP):
        cards = {name: list(s.pile(f"{one}_{name}")) for name in ("table", "discard", "removed")}
        mine = side in (None, one)
        cards["hand"] = list(s.pile(f"{one}_hand")) if mine else []
        shown[f"{one}_cards"] = {
            **cards, "hand_size": len(s.pile(f"{one}_hand")), "deck_size": len(s.pile(f"{one}_deck")),
        }  # fmt: skip
    return shown


def redraw(state: KernelState, side: str, source: Any) -> None:
    """The enemy's hand as it might be: dealt anew from its hand and pile together."""
    s: State = state  # type: ignore[assignment]
    other = ENEMY[side]
    unseen = sorted((*s.pile(f"{other}_hand"), *s.pile(f"{other}_deck")))
    hand = [unseen.pop(source.pick(len(unseen))) for _ in s.pile(f"{other}_hand")]
    s.piles[f"{other}_hand"], s.piles[f"{other}_deck"] = tuple(sorted(hand)), tuple(sorted(unseen))


def evaluate(s: State, side: str) -> float:
    """VP first, then strength on the map."""
    strength = {AP: 0.0, CP: 0.0}
    for u, x in s.units.items():
        if x.steps and x.at in s.data.spaces:
            strength[s.side_of(u)] += s.cf(u) + s.lf(u)
    score = 10.0 * (s.tracks["vp"] - 10) + strength[CP] - strength[AP]
    return score if side == CP else -score


MARKS = {
    "I": "trench level 1", "II": "trench level 2", "f": "fort", "x": "destroyed fort", "*": "VP space",
    "B": "beachhead",
}  # fmt: skip


def picture(s: State) -> Picture:
    """The two maps as one network; regions are the maps and the nations."""
    cells = []
    regions: dict[str, tuple[str, ...]] = {"Europe": (), "West": (), "East": (), "Near East": ()}
    for x in s.data.spaces.values():
        pieces = tuple(Piece(short(s, u), s.side_of(u)) for u in s.units_at(x.id))
        cells.append(Cell(x.id, x.x, x.y, x.name, x.terrain, s.control[x.id], pieces, marks(s, x.id)))
        names = ["Near East"] if x.near_east else ["Europe", "West" if x.x < 400 else "East"]
        if x.near_east and x.x2 is not None:
            names += ["Europe", "East"]
        for name in names:
            regions[name] += (x.id,)
    links = tuple(Link(e.a, e.b, "" if e.kind == "solid" else e.kind) for e in s.data.edges)
    return Picture("network", tuple(cells), links, MARKS, regions=regions)


def short(s: State, unit: str) -> str:
    """A counter in short: nation, number or C for a corps, in brackets when reduced."""
    c = s.counter(unit)
    nation, _, name = c.type.partition("_")
    text = f"{nation.upper()}{'c' if name == 'corps' else name.upper() if not name.isdigit() else name}"
    return text if s.full(unit) else f"({text})"


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
    """Units out of supply, which attrition would remove."""
    rows = [
        (s.counter(u).name, s.data.spaces[x.at].name) for u, x in s.units.items()
        if x.at in s.data.spaces and side in (None, s.side_of(u)) and not in_supply(s, u)
    ]  # fmt: skip
    return Panel("Out of supply", tuple(rows) or (("none", ""),), ("unit", "space"))
