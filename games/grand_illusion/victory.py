"""Victory (3.2, 13.2, 13.4): markers drawn, totals compared."""

from __future__ import annotations

from wargame.core.engine.questions import Draw, Procedure
from wargame.core.title.title import Result

from .control import MARKERS, infantry_corps, plan17_due, return_marker, scoring_hexes
from .model import ANTWERP, MAUBEUGE, NAMUR, PARIS, TRIER, State
from .records import ALLIED, GERMAN

INTERIM = 9
LEAST_GERMAN, RATIO = 6, 2  # 3.2.4c


def sudden_death(state: State) -> Result | None:
    """Trier in Allied hands ends the game (3.2.4b)."""
    if state.control.get(TRIER) == ALLIED:
        return Result((ALLIED,), "3.2.4b", "the Allies hold Trier", _score(state))
    return None


def _score(state: State) -> dict[str, int]:
    return {side: state.tracks["vp " + side] for side in (ALLIED, GERMAN)}


def draw_plan17(state: State) -> Procedure[None]:
    """A marker is drawn for each Plan XVII hex the Allies come to hold (3.2.1a)."""
    for hex in plan17_due(state):
        drawn = yield Draw(state.pile("plan17 markers"), 1, why=f"Plan XVII hex {hex}", rule="3.2.1")
        left = list(state.pile("plan17 markers"))
        left.remove(drawn.item)
        state.piles["plan17 markers"] = tuple(left)
        state.plan17_markers[hex] = int(drawn.item)
        state.note("The marker of {hex} is worth {worth}", "3.2.1", reveals=True, hex=hex, worth=int(drawn.item))
        state.victory_points(ALLIED, int(drawn.item) * state.space(hex).vp_multiplier, "3.2.1")


def draw_german(state: State, rule: str) -> Procedure[None]:
    """A marker for each German VP hex held without one (3.2.4); that of Paris lies open beside it."""
    for hex in scoring_hexes(state):
        if hex in state.german_markers:
            continue
        if hex == PARIS:
            worth = int(state.printed.tables["markers"]["paris"])
        else:
            drawn = yield Draw(state.pile("german markers"), 1, why=f"VP hex {hex}", rule=rule)
            left = list(state.pile("german markers"))
            left.remove(drawn.item)
            state.piles["german markers"] = tuple(left)
            worth = int(drawn.item)
            state.note("The marker of {hex} is worth {worth}", rule, reveals=True, hex=hex, worth=worth)
        state.german_markers[hex] = worth
        state.victory_points(GERMAN, worth * state.space(hex).vp_multiplier, MARKERS)


def paris_check(state: State) -> Procedure[None]:
    """The turn Paris first falls Germany may win at once (3.2.4a)."""
    if state.paris_fell != state.turn or PARIS not in scoring_hexes(state):
        return
    yield from draw_german(state, "3.2.4a")
    if 2 * state.tracks["vp allied"] < state.tracks["vp german"]:
        state.result = Result((GERMAN,), "3.2.4a", "Paris has fallen and the Allies have too few points", _score(state))
        return
    for hex in [h for h in state.german_markers if h != PARIS]:
        return_marker(state, hex)  # the marker of Paris stays


def final_check(state: State) -> Procedure[None]:
    """The end of the last turn, or the interim count of turn 9 (3.2.4c, d)."""
    scenario = state.printed.scenarios[state.scenario]
    if state.turn == scenario.turns:
        if state.scenario == "short":
            _conquests(state)
        for hex in [h for h in state.german_markers if h not in scoring_hexes(state)]:
            return_marker(state, hex)  # 3.2.5c
        yield from draw_german(state, "3.2.4c")
        german, allied = state.tracks["vp german"], state.tracks["vp allied"]
        if german >= LEAST_GERMAN and german >= RATIO * allied:
            state.result = Result((GERMAN,), "3.2.4c", "6 VP or more and twice the Allied total", _score(state))
        else:
            state.result = Result((ALLIED,), "3.2.4c", "Germany has not the VP it needs", _score(state))
    elif state.turn == INTERIM:
        yield from draw_german(state, "3.2.4d")


def count_losses(state: State) -> None:
    """Points for Allied losses at the end of turn 5 of the short scenario (13.2)."""
    if state.turn == 5 and state.scenario == "short":
        if state.tracks.get("french corps", 0) >= 7:
            state.victory_points(GERMAN, 3, "13.2")
        if state.tracks.get("british steps", 0) >= 6:
            state.victory_points(GERMAN, 3, "13.2")


def _conquests(state: State) -> None:
    """Points for Belgium at the end of the short scenario (13.2)."""
    taken = all(state.control[h] == GERMAN and not state.present(h, ALLIED).forts for h in (MAUBEUGE, NAMUR))
    if taken:
        state.victory_points(GERMAN, 3, "13.2")
    screen = sum(infantry_corps(state, state.present(h, GERMAN).combat) for h in ("53", "62"))
    if state.control[ANTWERP] == ALLIED and screen >= 2:
        state.victory_points(GERMAN, 2, "13.2")
