"""Who holds a hex (8.3), sieges (9.5.3), and what follows at once when either changes."""

from __future__ import annotations

from wargame.core.mechanics.arrivals import turn_box

from .model import ANTWERP, OUT, State
from .records import ALLIED, ENEMY, GERMAN, PARIS
from .supply import in_supply, supplied

MARKERS = "3.2.4d"  # the line of the VP ledger that counts the German markers on the map


def settle(s: State, hex: str) -> None:
    """Bring siege, blocked hexsides and control of a hex up to date with who stands in it."""
    _lift_siege(s, hex)
    if s.blocked:
        _open_hexsides(s, hex)
    holder = s.control[hex]
    other = ENEMY[holder]
    if s.guards(hex, holder):
        _infantry_takes_over(s, hex, holder)
        return
    units = [u for u in s.present(hex, other).combat if in_supply(s, u)]
    if units:  # 8.3.3
        s.seize(hex, other)
        if not any(s.is_infantry(u) for u in units):
            s.cavalry_held[hex] = other  # 8.3.4
        conquered(s, hex, other)
    else:
        _infantry_takes_over(s, hex, holder)


def _open_hexsides(s: State, hex: str) -> None:
    """A blocked hexside opens when nobody of those who came through it is left (8.4.5c)."""
    for edge in [edge for edge, crossing in s.blocked.items() if crossing.into == hex]:
        if not s.present(hex, s.blocked[edge].side).movable:
            s.unblock(edge)


def _infantry_takes_over(s: State, hex: str, holder: str) -> None:
    if hex in s.cavalry_held and any(s.is_infantry(u) for u in s.present(hex, holder).combat):
        del s.cavalry_held[hex]  # 8.3.4


def conquered(s: State, hex: str, side: str) -> None:
    """What follows at once when a hex changes hands."""
    if hex == PARIS and side == GERMAN and not s.paris_fell:
        s.paris_fell = s.turn  # 3.2.4a
    if side == ALLIED and hex in s.german_markers:
        return_marker(s, hex)  # 3.2.4d


def return_marker(s: State, hex: str) -> None:
    """A German VP marker goes back to the cup and its points are lost; that of Paris only turns over (3.2.4)."""
    worth = s.german_markers.pop(hex)
    s.victory_points(GERMAN, -worth * s.space(hex).vp_multiplier, MARKERS)
    if hex != PARIS:
        s.piles["german markers"] = tuple(sorted((*s.pile("german markers"), str(worth))))


def can_besiege(s: State, hex: str, side: str) -> bool:
    """Whether `side` can hold the enemy forts of a hex under siege (9.5.3a)."""
    if s.present(hex, ENEMY[side]).combat or (hex == ANTWERP and not s.has("ge_5")):
        return False  # 12.5.1
    return _enough_to_besiege(s, hex, side)


def _enough_to_besiege(s: State, hex: str, side: str) -> bool:
    """Undisrupted infantry holds a siege; a large garrison needs a corps (9.5.2, 9.5.3)."""
    enemy = s.present(hex, ENEMY[side])
    if not enemy.forts:
        return False
    large = any(s.data.forts[f].large_garrison for f in enemy.forts)
    found = s.undisrupted_infantry(hex, side)
    return any(not large or s.is_corps(u) for u in found)


def besiege(s: State, hex: str, side: str) -> None:
    """Put a siege marker where it may be put after a battle (9.5.3b)."""
    if can_besiege(s, hex, side) and s.sieges.get(hex) != side:
        s.sieges[hex] = side
        s.changed()
        s.note("The forts of {hex} are besieged", "9.5.3", hex=hex)


def _lift_siege(s: State, hex: str) -> None:
    side = s.sieges.get(hex)
    if side is None:
        return
    if not s.present(hex, ENEMY[side]).forts:
        _end_siege(s, hex)  # 9.5.3b
    elif not _enough_to_besiege(s, hex, side):
        _end_siege(s, hex)
        s.note("The siege of {hex} is lifted", "9.5.3", hex=hex)
        if s.control[hex] == side:  # 8.3.2: a fort that is not besieged holds its hex
            s.seize(hex, ENEMY[side], "9.5.3")
            conquered(s, hex, ENEMY[side])


def _end_siege(s: State, hex: str) -> None:
    del s.sieges[hex]
    s.changed()  # supply passes (11.2.1a)


# --- Paris in danger (8.4.9) -------------------------------------------------------------------------------------


def watch_paris(s: State, hex: str) -> None:
    """The first supplied German combat unit in or beside a hex around Paris starts the emergency."""
    if s.paris_danger or hex not in s.data.around_paris:
        return
    if not any(in_supply(s, u) for u in s.present(hex, GERMAN).combat):
        return
    s.paris_danger = s.turn
    s.free_rail = True  # 8.4.9g
    s.note("Paris is in danger", "8.4.9", hex=hex)
    rule = s.data.tables.paris
    army = s.units.get(rule.dissolved)
    if army is not None and army.at != OUT:
        s.eliminate(army.id, "8.4.9", box=OUT)  # 8.4.9c
    for unit in rule.reinforcements:
        marks = () if s.unit(unit).hex else ("variable",)
        s.place(unit, turn_box(s.turn + rule.delay), 2, "8.4.9", marks)


def plan17_due(s: State) -> list[str]:
    """Plan XVII hexes the Allies hold in supply and have not drawn a marker for (3.2.1, 3.2.5b)."""
    return [
        h for h in s.data.plan17_hexes
        if s.control[h] == ALLIED and h not in s.plan17_markers and _held_in_supply(s, h, ALLIED)
    ]  # fmt: skip


def _held_in_supply(s: State, hex: str, side: str) -> bool:
    """Units there must be in supply; an empty hex must be able to trace (3.2.5)."""
    units = s.present(hex, side).combat
    if units:
        return any(in_supply(s, u) for u in units)
    nations = ("german",) if side == GERMAN else ("french", "british")
    return any(supplied(s, nation) & s.data.bit[hex] for nation in nations)


def scoring_hexes(s: State) -> list[str]:
    """German VP hexes, Paris among them, that Germany holds in supply (3.2.2, 3.2.5c)."""
    return [
        space.id for space in s.data.spaces.values()
        if space.vp == "german" and s.control[space.id] == GERMAN and _held_in_supply(s, space.id, GERMAN)
    ]  # fmt: skip


def ninth_army(s: State) -> None:
    """From the turn the 9th Army enters Germany has more CAPs (13.3.4b4)."""
    if not s.tracks.get("ninth army"):
        s.tracks["ninth army"] = s.turn
        s.gain_caps(GERMAN, s.data.tables.options.ninth_army_caps, "13.3.4b4")
