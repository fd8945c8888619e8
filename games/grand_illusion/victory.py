"""Victory (3.2, 13.2, 13.4): markers drawn, totals compared."""

from __future__ import annotations

from wargame.core.engine.questions import Draw, Procedure
from wargame.core.title.title import Result

from .control import MARKERS, plan17_due, return_marker, scoring_hexes
from .model import ANTWERP, TRIER, State
from .records import ALLIED, GERMAN, PARIS


def sudden_death(state: State) -> Result | None:
    """Trier in Allied hands ends the game (3.2.4b)."""
    if state.control.get(TRIER) == ALLIED:
        return Result((ALLIED,), "3.2.4b", "the Allies hold Trier", _score(state))
    return None


def _score(s: State) -> dict[str, int]:
    return {side: s.tracks["vp " + side] for side in (ALLIED, GERMAN)}


def draw_plan17(s: State) -> Procedure[None]:
    """A marker is drawn for each Plan XVII hex the Allies come to hold (3.2.1a)."""
    for hex in plan17_due(s):
        drawn = yield Draw(s.pile("plan17 markers"), 1, why=f"Plan XVII hex {hex}", rule="3.2.1")
        left = list(s.pile("plan17 markers"))
        left.remove(drawn.item)
        s.piles["plan17 markers"] = tuple(left)
        s.plan17_markers[hex] = int(drawn.item)
        s.note("The marker of {hex} is worth {worth}", "3.2.1", reveals=True, hex=hex, worth=int(drawn.item))
        s.victory_points(ALLIED, int(drawn.item) * s.space(hex).vp_multiplier, "3.2.1")


def draw_german(s: State, rule: str) -> Procedure[None]:
    """A marker for each German VP hex held without one (3.2.4); that of Paris lies face up beside it."""
    for hex in scoring_hexes(s):
        if hex in s.german_markers:
            continue
        if hex == PARIS:
            worth = s.data.tables.markers.paris
        else:
            drawn = yield Draw(s.pile("german markers"), 1, why=f"VP hex {hex}", rule=rule)
            left = list(s.pile("german markers"))
            left.remove(drawn.item)
            s.piles["german markers"] = tuple(left)
            worth = int(drawn.item)
            s.note("The marker of {hex} is worth {worth}", rule, reveals=True, hex=hex, worth=worth)
        s.german_markers[hex] = worth
        s.victory_points(GERMAN, worth * s.space(hex).vp_multiplier, MARKERS)


def paris_check(s: State) -> Procedure[None]:
    """The turn Paris first falls Germany may win at once (3.2.4a)."""
    if s.paris_fell != s.turn or PARIS not in scoring_hexes(s):
        return
    yield from draw_german(s, "3.2.4a")
    if s.data.tables.victory.paris_ratio * s.tracks["vp allied"] < s.tracks["vp german"]:
        s.result = Result((GERMAN,), "3.2.4a", "Paris has fallen and the Allies have too few points", _score(s))
        return
    for hex in [h for h in s.german_markers if h != PARIS]:
        return_marker(s, hex)  # the marker of Paris stays


def final_check(s: State) -> Procedure[None]:
    """The end of the last turn, or the interim count (3.2.4c, d)."""
    scenario, rule = s.data.scenarios[s.scenario], s.data.tables.victory
    if s.turn == scenario.turns:
        if s.scenario == "short":
            _conquests(s)
        for hex in [h for h in s.german_markers if h not in scoring_hexes(s)]:
            return_marker(s, hex)  # 3.2.5c
        yield from draw_german(s, "3.2.4c")
        german, allied = s.tracks["vp german"], s.tracks["vp allied"]
        if german >= rule.german_least and german >= rule.german_ratio * allied:
            text = f"{rule.german_least} VP or more and {rule.german_ratio} times the Allied total"
            s.result = Result((GERMAN,), "3.2.4c", text, _score(s))
        else:
            s.result = Result((ALLIED,), "3.2.4c", "Germany has not the VP it needs", _score(s))
    elif s.turn == rule.interim:
        yield from draw_german(s, "3.2.4d")


def count_losses(s: State) -> None:
    """Points for the Allied losses of the first turns in the short scenario (13.2)."""
    rule = s.data.tables.short
    if s.turn == rule.losses_turn and s.scenario == "short":
        if s.tracks.get("french corps", 0) >= rule.french_corps:
            s.victory_points(GERMAN, rule.french_vp, "13.2")
        if s.tracks.get("british steps", 0) >= rule.british_steps:
            s.victory_points(GERMAN, rule.british_vp, "13.2")


def _conquests(s: State) -> None:
    """Points for Belgium at the end of the short scenario (13.2)."""
    tables = s.data.tables
    rule = tables.short
    if all(s.control[h] == GERMAN and not s.present(h, ALLIED).forts for h in rule.conquests):
        s.victory_points(GERMAN, rule.conquest_vp, "13.2")
    screen = sum(s.corps_among(s.present(h, GERMAN).combat) for h in tables.antwerp.screen)
    if s.control[ANTWERP] == ALLIED and screen >= rule.screen_corps:
        s.victory_points(GERMAN, rule.screen_vp, "13.2")
