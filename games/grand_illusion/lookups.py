"""Words for the terminal: a hex with its units, the battle board, the turn track, the victory points by rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wargame.core.picture import Panel

from .model import DEAD, State
from .records import SIDES, Fort
from .supply import in_supply
from .view import battle_panel


def hex_panel(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """hex 45: who stands there, how strong, and in supply or not"""
    hex = words[0]
    space = state.space(hex)
    facts = [f"held by {state.control[hex]}"]
    facts += [f"terrain +{space.terrain}"] if space.terrain else []
    facts += [f"trench +{state.trenches[hex]}"] if hex in state.trenches else []
    facts += [f"besieged by {state.sieges[hex]}"] if hex in state.sieges else []
    facts += [f"{space.vp} VP hex"] if space.vp else []
    rows = tuple(_unit_row(state, unit) for unit in state.units_at(hex))
    return Panel(f"{hex} {space.name}: {', '.join(facts)}", rows, ("unit", "name", "strength", "movement", "state"))


def _unit_row(state: State, unit: str) -> tuple[str, ...]:
    piece = state.piece(unit)
    if isinstance(piece, Fort):
        return unit, piece.name, str(state.strength(unit, True)), "-", f"fort, {state.units[unit].steps} steps"
    worn = state.disrupted(unit)
    moves = piece.reduced_movement if worn else piece.movement
    strength = str(state.strength(unit, False)) if piece.combat else str(piece.bombardment or "-")
    standing = ("disrupted" if piece.combat else "turned over") if worn else "good order"
    return unit, piece.name, strength, str(moves), standing + ("" if in_supply(state, unit) else ", out of supply")


def battle(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """battle: the battle board with the chance of each space to hit"""
    if state.battle is None:
        return Panel("No battle is being fought", ())
    return battle_panel(state)


def turns(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """turns: who comes when, and who may be replaced"""
    boxes = sorted((b for b in state.at if b.startswith("turn ")), key=lambda b: int(b.split()[1]))
    rows = [(box, ", ".join(state.units_at(box))) for box in boxes]
    rows += [("dead pile", ", ".join(state.units_at(DEAD)))] if state.units_at(DEAD) else []
    return Panel(f"Turn track, now turn {state.turn}", tuple(rows), ("when", "units"))


def points(state: State, side: str | None, words: Sequence[str]) -> Panel:
    """points: the victory points of both sides by the rule that gave or took them"""
    rows = [(who, "at the start", str(state.printed.tables["start"][f"{who}_vp"])) for who in SIDES]
    rows += [(*key.split(" ", 1), f"{change:+d}") for key, change in state.ledger.items() if change]  # type: ignore[misc]
    rows += [(who, "now", str(state.tracks["vp " + who])) for who in SIDES]
    return Panel("Victory points", tuple(sorted(rows, key=lambda r: r[0])), ("side", "rule", "VP"))


LOOKUPS: Mapping[str, Callable[[State, str | None, Sequence[str]], Panel]] = {
    "hex": hex_panel, "battle": battle, "turns": turns, "points": points,
}  # fmt: skip
