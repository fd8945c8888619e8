"""Who holds a hex (8.3), sieges (9.5.3), stacking (8.4.6) and what follows at once from a change."""

from __future__ import annotations

from .model import ANTWERP, OUT, PARIS, State
from .records import ALLIED, ENEMY, GERMAN
from .supply import in_supply, supplied

MARKERS = "3.2.4d"  # the line of the VP ledger that counts the German markers on the map


def settle(state: State, hex: str) -> None:
    """Bring siege, blocked hexsides and control of a hex up to date with who stands in it."""
    _lift_siege(state, hex)
    if state.blocked:
        _open_hexsides(state, hex)
    holder = state.control[hex]
    other = ENEMY[holder]
    if state.guards(hex, holder):
        _infantry_takes_over(state, hex, holder)
        return
    units = [u for u in state.present(hex, other).combat if in_supply(state, u)]
    if units:  # 8.3.3
        state.seize(hex, other)
        if not any(state.is_infantry(u) for u in units):
            state.cavalry_held[hex] = other  # 8.3.4
        conquered(state, hex, other)
    else:
        _infantry_takes_over(state, hex, holder)


def _open_hexsides(state: State, hex: str) -> None:
    """A blocked hexside opens when nobody of those who came through it is left (8.4.5c)."""
    for edge in [e for e in state.blocked if e.endswith("-" + hex)]:
        own = state.present(hex, state.blocked[edge])
        if not (own.combat or own.hq or own.ha):
            del state.blocked[edge]


def _infantry_takes_over(state: State, hex: str, holder: str) -> None:
    if hex in state.cavalry_held and any(state.is_infantry(u) for u in state.present(hex, holder).combat):
        del state.cavalry_held[hex]  # 8.3.4


def conquered(state: State, hex: str, side: str) -> None:
    """What follows at once when a hex changes hands."""
    if hex == PARIS and side == GERMAN and not state.paris_fell:
        state.paris_fell = state.turn  # 3.2.4a
    if side == ALLIED and hex in state.german_markers:
        return_marker(state, hex)  # 3.2.4d


def return_marker(state: State, hex: str) -> None:
    """A German VP marker goes back to the cup and its points are lost; that of Paris only turns over (3.2.4)."""
    worth = state.german_markers.pop(hex)
    state.victory_points(GERMAN, -worth * state.space(hex).vp_multiplier, MARKERS)
    if hex != PARIS:
        state.piles["german markers"] = tuple(sorted((*state.pile("german markers"), str(worth))))


def can_besiege(state: State, hex: str, side: str) -> bool:
    """Whether `side` can hold the enemy forts of a hex under siege (9.5.3a)."""
    if state.present(hex, ENEMY[side]).combat or (hex == ANTWERP and not state.has("ge_5")):
        return False  # 12.5.1
    return _enough_to_besiege(state, hex, side)


def _enough_to_besiege(state: State, hex: str, side: str) -> bool:
    """Undisrupted infantry holds a siege; a large garrison needs a corps (9.5.2, 9.5.3)."""
    enemy = state.present(hex, ENEMY[side])
    if not enemy.forts:
        return False
    large = any(state.printed.forts[f].large_garrison for f in enemy.forts)
    found = state.undisrupted_infantry(hex, side)
    return any(not large or state.unit(u).half_corps == 2 for u in found)


def besiege(state: State, hex: str, side: str) -> None:
    """Put a siege marker where it may be put after a battle (9.5.3b)."""
    if can_besiege(state, hex, side) and state.sieges.get(hex) != side:
        state.sieges[hex] = side
        state.changed()
        state.note("The forts of {hex} are besieged", "9.5.3", hex=hex)


def _lift_siege(state: State, hex: str) -> None:
    side = state.sieges.get(hex)
    if side is None:
        return
    if not state.present(hex, ENEMY[side]).forts:
        _end_siege(state, hex)  # 9.5.3b
    elif not _enough_to_besiege(state, hex, side):
        _end_siege(state, hex)
        state.note("The siege of {hex} is lifted", "9.5.3", hex=hex)
        if state.control[hex] == side:  # 8.3.2: a fort that is not besieged holds its hex
            state.seize(hex, ENEMY[side], "9.5.3")
            conquered(state, hex, ENEMY[side])


def _end_siege(state: State, hex: str) -> None:
    del state.sieges[hex]
    state.changed()  # supply passes (11.2.1a)


# --- Paris in danger (8.4.9) -------------------------------------------------------------------------------------


def watch_paris(state: State, hex: str) -> None:
    """The first supplied German combat unit in or beside a hex around Paris starts the emergency."""
    if state.paris_danger or not _near_paris(state, hex):
        return
    if not any(in_supply(state, u) for u in state.present(hex, GERMAN).combat):
        return
    state.paris_danger = state.turn
    state.free_rail = True  # 8.4.9g
    state.note("Paris is in danger", "8.4.9", hex=hex)
    if "FR-HQA" in state.units and state.units["FR-HQA"].at != OUT:
        state.eliminate("FR-HQA", "8.4.9", box=OUT)  # 8.4.9c
    state.place("FR-71R", f"turn {state.turn + 1}", 2, "8.4.9")
    state.place("FR-IX", f"turn {state.turn + 1}", 2, "8.4.9", ("variable",))


def _near_paris(state: State, hex: str) -> bool:
    printed = state.printed
    around = printed.cache.get("around Paris")
    if around is None:
        ring = {s.id for s in printed.spaces.values() if s.paris_danger}
        around = printed.cache["around Paris"] = ring | {h for r in ring for h in printed.next_to[r]} - {PARIS}
    return hex in around


def plan17_due(state: State) -> list[str]:
    """Plan XVII hexes the Allies hold in supply and have not drawn a marker for (3.2.1, 3.2.5b)."""
    return [
        h for h in plan17_hexes(state)
        if state.control[h] == ALLIED and h not in state.plan17_markers and _held_in_supply(state, h, ALLIED)
    ]  # fmt: skip


def plan17_hexes(state: State) -> list[str]:
    return [s.id for s in state.printed.spaces.values() if s.vp == "plan17"]


def _held_in_supply(state: State, hex: str, side: str) -> bool:
    """Units there must be in supply; an empty hex must be able to trace (3.2.5)."""
    units = state.present(hex, side).combat
    if units:
        return any(in_supply(state, u) for u in units)
    nations = ("german",) if side == GERMAN else ("french", "british")
    return any(supplied(state, nation) & state.printed.bit[hex] for nation in nations)


def scoring_hexes(state: State) -> list[str]:
    """German VP hexes, Paris among them, that Germany holds in supply (3.2.2, 3.2.5c)."""
    return [
        s.id for s in state.printed.spaces.values()
        if s.vp == "german" and state.control[s.id] == GERMAN and _held_in_supply(state, s.id, GERMAN)
    ]  # fmt: skip


def ninth_army(state: State) -> None:
    """From the turn the 9th Army enters Germany has a CAP more (13.3.4b4)."""
    if not state.tracks.get("ninth army"):
        state.tracks["ninth army"] = state.turn
        state.gain_cap(GERMAN, "13.3.4b4")


def infantry_corps(state: State, units: tuple[str, ...]) -> int:
    """How many infantry corps are among the units (9.1.1c)."""
    counters = state.printed.counters
    return sum(counters[u].kind == "infantry" and counters[u].half_corps == 2 for u in units if u in counters)
