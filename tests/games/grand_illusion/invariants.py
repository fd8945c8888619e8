"""What must hold after every answer, each with a way to break it."""

from __future__ import annotations

from wargame.games.grand_illusion.model import ANTWERP, DEAD, HOLLAND, OUT, Battle, State
from wargame.games.grand_illusion.records import ALLIED, ENEMY, GERMAN, PARIS, SIDES
from wargame.games.grand_illusion.stacking import fits
from wargame.games.grand_illusion.supply import in_supply
from wargame.plugins.testkit import Invariant


def _quiet(state: State) -> bool:
    """No group is on the march and no battle is fought: what holds at the end of moves and retreats must hold."""
    return not state.activated and state.battle is None and state.phase != "preparation"


def stacking(state: State) -> str | None:
    """8.4.6, with the limits of the Vosges."""
    if _quiet(state):
        for hex in state.data.spaces:
            for side in SIDES:
                if not fits(state, hex, list(state.present(hex, side).combat)):
                    return f"{side} is overstacked in {hex}."
    return None


def _crowd(state: State) -> None:
    for unit in ("FR-I", "FR-II", "FR-III", "FR-X"):
        state.move(unit, "103")


def control(state: State) -> str | None:
    """8.3: the mask of German hexes is right; forts that are not besieged, or units against nobody, hold their hex."""
    for hex, side in state.control.items():
        if bool(state.german_held & state.data.bit[hex]) != (side == GERMAN):
            return f"the mask of German hexes is wrong for {hex}."
        enemy = ENEMY[side]
        if state.present(hex, enemy).forts and state.sieges.get(hex) != side:
            return f"{hex} is held by {side} with a fort of {enemy} that is not besieged."
        if not _quiet(state) or state.guards(hex, side):
            continue
        units = [u for u in state.present(hex, enemy).combat if in_supply(state, u)]
        if units and not (hex == ANTWERP and state.present(hex, ALLIED).forts):
            return f"{', '.join(units)} stand in {hex} against nobody, but {side} holds it."
    return None


def _take_verdun(state: State) -> None:
    state.seize("76", GERMAN)


def sieges(state: State) -> str | None:
    """9.5.3: a siege marker lies only on enemy forts."""
    for hex, side in state.sieges.items():
        if not state.present(hex, ENEMY[side]).forts:
            return f"{side} besieges nobody in {hex}."
    return None


def _besiege_nobody(state: State) -> None:
    state.sieges["59"] = GERMAN


def caps(state: State) -> str | None:
    """CAPs are never negative nor above 10."""
    for side in SIDES:
        if not 0 <= state.caps(side) <= 10:
            return f"{side} has {state.caps(side)} CAPs."
    return None


def _spend_all(state: State) -> None:
    state.tracks["caps german"] = -1


def points(state: State) -> str | None:
    """13.4: VP totals equal a recount by rule, and the markers on the map add up."""
    for side in SIDES:
        start = state.data.tables.start.points(side)
        recount = start + sum(line.vp for line in state.ledger.get(side, ()))
        if state.tracks["vp " + side] != recount:
            return f"{side} VP are {state.tracks['vp ' + side]}, the recount says {recount}."
    markers_of = (state.german_markers, "german", "3.2.4d"), (state.plan17_markers, "allied", "3.2.1")
    for markers, side, rule in markers_of:
        worth = sum(v * state.space(h).vp_multiplier for h, v in markers.items())
        told = {line.rule: line.vp for line in state.ledger.get(side, ())}.get(rule, 0)
        if worth != told:
            return f"the markers on the map are worth {worth}, the ledger says {told}."
    return None


def _gift(state: State) -> None:
    state.tracks["vp allied"] += 1


def cups(state: State) -> str | None:
    """3.1.2: markers are on the map or in their cup, and Paris counts only for its holder."""
    german = [v for h, v in state.german_markers.items() if h != PARIS]
    drawn = {"german": german, "plan17": list(state.plan17_markers.values())}
    for name, out in drawn.items():
        now = sorted([*map(int, state.pile(f"{name} markers")), *out])
        if now != sorted(getattr(state.data.tables.markers, name)):
            return f"the {name} markers are {now}."
    for hex in state.german_markers:
        if state.control[hex] != GERMAN:
            return f"{hex} has a German marker but is Allied."
    return None


def _lose_marker(state: State) -> None:
    state.piles["german markers"] = state.pile("german markers")[1:]


def pieces(state: State) -> str | None:
    """Units are conserved: on the map, on the turn track, in the dead pile or out of the game, with possible steps."""
    for piece in state.data.pieces.values():
        printed = getattr(piece, "entry", "setup") in ("setup", "reinforcement") and not piece.option
        if printed and piece.id not in state.units:
            return f"{piece.id} has vanished."
    for unit, where in state.units.items():
        boxed = where.at in (DEAD, OUT)
        if not (boxed or where.at in state.data.spaces or where.at == HOLLAND or where.at.startswith("turn ")):
            return f"{unit} is nowhere: {where.at}."
        most = len(state.data.forts[unit].strengths) if unit in state.data.forts else 2
        if not boxed and not 1 <= where.steps <= most:
            return f"{unit} has {where.steps} steps."
    return None


def _lose_unit(state: State) -> None:
    state.eliminate("FR-VI")


def board_cleared(state: State) -> str | None:
    """9.3.6: the battle board is empty between battles."""
    if state.battle is not None and state.phase == "action" and not state.fighting:
        return f"the battle of {state.battle.hex} is over but still on the board."
    return None


def _old_battle(state: State) -> None:
    state.phase = "action"
    state.battle = Battle("59", ALLIED, ())


ALL = (
    Invariant("stacking", stacking, _crowd),
    Invariant("control", control, _take_verdun),
    Invariant("sieges", sieges, _besiege_nobody),
    Invariant("caps", caps, _spend_all),
    Invariant("points", points, _gift),
    Invariant("cups", cups, _lose_marker),
    Invariant("pieces", pieces, _lose_unit),
    Invariant("board cleared", board_cleared, _old_battle),
)


def problem(state: State) -> str | None:
    """The first thing that is wrong with a position."""
    return next((f"{i.name}: {fault}" for i in ALL if (fault := i.fault(state))), None)
