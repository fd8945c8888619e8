"""What must hold in every position; each check names what is wrong."""

from __future__ import annotations

from .control import fits
from .model import DEAD, HOLLAND, OUT, State
from .records import ENEMY, GERMAN, SIDES


def problems(state: State) -> list[str]:
    """Every way in which the position is wrong, empty if none."""
    return [*_stacking(state), *_control(state), *_caps(state), *_points(state), *_pieces(state)]


def _stacking(state: State) -> list[str]:
    if state.activated or state.battle is not None:
        return []  # 8.4.6: limits hold when movement and retreat are over
    found = []
    for hex in state.printed.spaces:
        for side in SIDES:
            if not fits(state, hex, list(state.present(hex, side).combat)):
                found.append(f"{side} is overstacked in {hex}")
    return found


def _control(state: State) -> list[str]:
    found = []
    for hex, side in state.control.items():
        if bool(state.german_held & state.printed.bit[hex]) != (side == GERMAN):
            found.append(f"the mask of German hexes is wrong for {hex}")
        other = state.present(hex, ENEMY[side])
        if hex in state.sieges and state.sieges[hex] == side and not other.forts:
            found.append(f"{hex} is besieged without a fort")
    return found


def _caps(state: State) -> list[str]:
    return [f"{side} has {state.caps(side)} CAPs" for side in SIDES if not 0 <= state.caps(side) <= 10]


def _points(state: State) -> list[str]:
    """VP totals equal a recount by rule, and the markers on the map (13.4)."""
    found = []
    for side in SIDES:
        start = state.printed.tables["start"][f"{side}_vp"]
        ledger = sum(v for k, v in state.ledger.items() if k.startswith(side + " "))
        if state.tracks["vp " + side] != start + ledger:
            found.append(f"{side} VP are {state.tracks['vp ' + side]}, the recount says {start + ledger}")
    drawn = sum(v * state.space(h).vp_multiplier for h, v in state.german_markers.items())
    if drawn != state.ledger.get("german 3.2.4d", 0):
        found.append("the German markers do not add up")
    cups = (("german", 15, [v for h, v in state.german_markers.items() if h != "19"]),
            ("plan17", 8, list(state.plan17_markers.values())))  # fmt: skip
    for name, whole, out in cups:
        if len(state.pile(f"{name} markers")) + len(out) != whole:
            found.append(f"the {name} markers are not {whole}")
    return found


def _pieces(state: State) -> list[str]:
    """Units are conserved: on the map, on the turn track, in the dead pile or out of the game."""
    found = []
    for piece in state.printed.pieces.values():
        expected = getattr(piece, "entry", "setup") in ("setup", "reinforcement") and not piece.option
        if expected and piece.id not in state.units:
            found.append(f"{piece.id} has vanished")
    for unit, where in state.units.items():
        known = where.at in state.printed.spaces or where.at in (DEAD, OUT, HOLLAND) or where.at.startswith("turn ")
        if not known:
            found.append(f"{unit} is nowhere: {where.at}")
        if unit not in state.at.get(where.at, ()):
            found.append(f"the index has lost {unit}")
    return found
