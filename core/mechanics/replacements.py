"""Replacements: points on tracks that pay for steps and units."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from wargame.core.engine.questions import Refusal
from wargame.core.engine.state import State


@attrs.frozen(eq=False)
class Points:
    """Points kept on tracks of the state; `track(state, unit)` is the name of the one that pays for a unit.

    `text` refuses what cannot be paid; it may name `{unit}`, `{price}`, `{left}` and `{track}`. `in_words(points)`
    writes a number of points, where they are kept in halves; `track_name(track)` is what a track is called.

        >>> POINTS = Points("10.8", lambda state, unit: f"{state.side_of(unit)} points")
        >>> POINTS.add(state, "red points", 3)
        >>> POINTS.left(state, "red 1")
        3
        >>> POINTS.why_not_pay(state, "red 1", 4)
        Refusal(rule='10.8', text='red 1 needs 4 replacement points; 3 are left.')
        >>> POINTS.pay(state, "red 1", 2)
        >>> POINTS.keep(state, ["red points", "blue points"], 4), POINTS.left(state, "red 1")
        (None, 1)
    """

    rule: str
    track: Callable[[Any, str], str]
    text: str = "{unit} needs {price} replacement points; {left} are left."
    in_words: Callable[[int], str] = str
    track_name: Callable[[str], str] = str

    def left(self, state: State, unit: str) -> int:
        """The points that can be spent on a unit."""
        return state.tracks.get(self.track(state, unit), 0)

    def why_not_pay(self, state: State, unit: str, price: int) -> Refusal | None:
        """Why a price cannot be paid for a unit; None if it can."""
        left = self.left(state, unit)
        if price <= left:
            return None
        track = self.track_name(self.track(state, unit))
        words = {"price": self.in_words(price), "left": self.in_words(left), "track": track}
        return Refusal(self.rule, self.text.format(unit=state.name(unit), **words))

    def pay(self, state: State, unit: str, price: int, rule: str = "") -> None:
        """Spend points on a unit; if a rule is given, it is recorded as an event."""
        self.add(state, self.track(state, unit), -price, rule)

    def add(self, state: State, track: str, points: int, rule: str = "") -> None:
        """Add points to a track (or take them away); if a rule is given, it is recorded as an event."""
        if rule:
            state.score(track, points, rule)
        else:
            state.tracks[track] = state.tracks.get(track, 0) + points

    def keep(self, state: State, tracks: Iterable[str], most: int = 0) -> None:
        """Keep at most `most` of the points left on each of these tracks."""
        for track in tracks:
            state.tracks[track] = min(most, state.tracks.get(track, 0))
