"""What a CAP may be spent on (8.2.1, 9.7.2, 9.8.3, 13.3.4a4), and what forbids it."""

from __future__ import annotations

from typing import Any

from wargame.core.engine.actions import PASS
from wargame.core.engine.questions import Refusal

from .actions import Activate, Entrench, Land, Recover, Unblock
from .arrivals import waiting_to_land
from .entry import movable, pinned
from .model import ANTWERP, HOLLAND, State
from .options import landing_hexes
from .records import ALLIED, ENEMY, GERMAN, SIDES
from .recovery import why_not_recover_units
from .supply import supplied_infantry

NORTHERN = "activations in 1 to 66"
AFTER_RECOVERY = Refusal("9.8.3", "After a recovery the second activation can only be another recovery.")


def commands(s: State, side: str) -> list[Any]:
    """All that may be done now; only the hexes that a rule can allow are looked at one by one."""
    hexes, found = s.hexes_of(side), list[Any]()
    if not s.recovering:
        found += [Activate(h) for h in hexes if _command_limit(s, side, h) is None]
        if s.trenches_allowed:
            both = [h for h in hexes if s.present(h, ENEMY[side]).infantry_half_corps]
            found += [Entrench(h) for h in both if why_not_entrench(s, side, h) is None]
        if side == ALLIED and s.has("al_4"):
            found += [Land(h) for h in landing_hexes(s) if why_not_land(s, side, h) is None]
        if why_not_activate(s, side, HOLLAND) is None:
            found.append(Activate(HOLLAND))
    worn = {unit.at for unit in s.units.values() if unit.steps == 1}
    found += [Recover(h) for h in hexes if h in worn and why_not_recover(s, side, h) is None]
    return [*found, *(Unblock(edge) for edge, crossing in s.blocked.items() if crossing.side == side), PASS]


def why_not_activate(s: State, side: str, hex: str) -> Refusal | None:
    """Why a hex may not be activated to move and fight (8.2.1, 9.8.3, 12.5.2, 13.1, 13.3.1)."""
    if hex == HOLLAND and side == GERMAN and s.units_at(HOLLAND):
        return AFTER_RECOVERY if s.recovering else None  # 13.3.4b4
    if hex not in s.data.spaces:
        return Refusal("8.2.1", f"There is no hex {hex}.")
    own, other = s.present(hex, side), s.present(hex, ENEMY[side])
    if not own.movable:
        if other.movable:
            return Refusal(
                "8.1.1",
                f"It is the turn of the {s.name(side)}; the {s.name(ENEMY[side])} acts again when it passes or cedes.",
            )
        return Refusal("8.2.1", f"There is no unit of yours in {hex} to activate.")
    if s.recovering:
        return AFTER_RECOVERY
    return _command_limit(s, side, hex)


def why_not_recover(s: State, side: str, hex: str) -> Refusal | None:
    """Why no CAP may be spent to recover the units of a hex (9.8.3a)."""
    if hex not in s.data.spaces:
        return Refusal("9.8.3", f"There is no hex {hex}.")
    return why_not_recover_units(s, side, hex) or _command_limit(s, side, hex)


def _command_limit(s: State, side: str, hex: str) -> Refusal | None:
    """Hexes that may not be activated, for whatever purpose (12.5.2, 13.1, 13.3.1)."""
    if side == ALLIED and s.turn == 1:
        return _first_turn_limit(s, hex) or _pinned_in_antwerp(s, side, hex)
    return _pinned_in_antwerp(s, side, hex) if hex == ANTWERP else None


def _first_turn_limit(s: State, hex: str) -> Refusal | None:
    """The Allied armies that stand still in turn 1 (13.1, 13.3.1)."""
    first = s.data.tables.first_turn
    if s.what_if():
        if int(hex) <= first.what_if_hexes and s.tracks.get(NORTHERN, 0) >= first.what_if_most:
            limit = f"Only {first.what_if_most} activations in hexes 1 to {first.what_if_hexes}"
            return Refusal("13.3.1", f"{limit} are allowed in turn 1.")
        return None
    if hex in first.closed:
        return Refusal("13.1", f"The army in {hex} may not be activated in turn 1.")
    if hex in first.northern and len(s.commands.intersection(first.northern)) >= first.northern_most:
        hexes = ", ".join(first.northern)
        return Refusal("13.1", f"Only {first.northern_most} of {hexes} may be activated in turn 1.")
    return None


def _pinned_in_antwerp(s: State, side: str, hex: str) -> Refusal | None:
    """Antwerp is not activated for Belgians alone that the German screen pins there (12.5.2)."""
    units = s.present(hex, side).combat
    if any(pinned(s, u, hex) for u in units) and not movable(s, side, hex, False):
        return Refusal("12.5.2", "The Belgians in Antwerp are pinned by the German screen.")
    return None


def why_not_entrench(s: State, side: str, hex: str) -> Refusal | None:
    """Why no CAP may be spent on trenches in a hex (9.7.1, 9.7.2)."""
    if s.recovering:
        return AFTER_RECOVERY
    if not s.trenches_allowed:
        return Refusal("9.7.1", "No trenches before the German general retreat.")
    if hex not in s.data.spaces:
        return Refusal("9.7.2", f"There is no hex {hex}.")
    if hex in s.trenches:
        return Refusal("9.7.2", f"There is a trench in {hex} already.")
    there = {who: s.present(hex, who).infantry_half_corps for who in SIDES}
    for who in sorted(SIDES, key=there.__getitem__):  # without any, supply need not be traced
        if not there[who] or not supplied_infantry(s, hex, who):
            return Refusal(
                "9.7.2", f"{hex} has no supplied infantry of the {s.name(who)}: trenches need that of both sides."
            )
    return None


def why_not_land(s: State, side: str, hex: str) -> Refusal | None:
    """Why no British divisions may land in a hex (13.3.4a4)."""
    rule = "13.3.4a4"
    if s.recovering:
        return AFTER_RECOVERY
    if side == GERMAN or not s.has("al_4"):
        return Refusal(rule, "Only the Allies land, and only with the option 'Britannia strengthened'.")
    first = s.data.tables.options.landing_from
    if s.turn < first or not waiting_to_land(s):
        return Refusal(rule, f"Only British divisions that were kept back land, from turn {first}.")
    if hex not in s.data.spaces or not s.space(hex).coastal:
        return Refusal(rule, f"{hex} is not a hex on the coast.")
    if hex not in landing_hexes(s):
        return Refusal("8.4.6", f"There is no room for a division in {hex}.")
    return None


def why_not_unblock(s: State, side: str, hexside: str) -> Refusal | None:
    """Why a blocking marker may not be taken off (8.4.5c)."""
    crossing = s.blocked.get(hexside)
    if crossing is not None and crossing.side == side:
        return None
    return Refusal("8.4.5", f"No marker of yours blocks the hexside {hexside}.")
