"""The declaration of a title: everything about it that never changes during play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import attrs

from wargame.core.engine.actions import Notation
from wargame.core.engine.errors import WargameError
from wargame.core.engine.mistakes import brief
from wargame.core.engine.result import Result
from wargame.core.engine.state import State
from wargame.core.mechanics.board import Board

__all__ = ["ALL", "NOBODY", "OWNER", "Option", "Pile", "Result", "Scenario", "Title", "Track"]


@attrs.frozen
class Scenario:
    """One scenario of a title."""

    id: str
    name: str
    gist: str = ""


@attrs.frozen
class Option:
    """A choice made before the game, such as an optional rule or a length. Its type is that of its default.

    `choices` lists the allowed values (empty: any of that type). `bots` is the default if bots play all sides, because
    bots would never agree to end a game.
    """

    name: str
    default: bool | int | str
    gist: str
    rule: str = ""
    choices: tuple[bool | int | str, ...] = ()
    bots: bool | int | str | None = None

    def read(self, value: Any) -> bool | int | str:
        """The value for this option, given as text or as a value of its type; raise an error if it is not allowed."""
        found: bool | int | str | None = None
        text = str(value).strip().lower()
        if isinstance(self.default, bool):
            found = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False}.get(
                text, False if text == "0" else None
            )
        elif isinstance(self.default, int):
            found = int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else None
        else:
            found = str(value)
        if found is None or (self.choices and found not in self.choices):
            allowed = ", ".join(map(str, self.choices)) or {bool: "true, false", int: "a whole number"}.get(
                type(self.default), "a text"
            )
            raise WargameError(f"Option {self.name} cannot be '{value}'; it takes: {allowed}.")
        return found


ALL, OWNER, NOBODY = "all", "owner", "nobody"


@attrs.frozen
class Pile:
    """Who may look into a pile: ALL, NOBODY, its OWNER (`hand:ap` belongs to ap), or the side of this name.

    For a bot that looks ahead, hidden piles with the same `deck` are shuffled together and dealt again. Use OWNER if
    each owner has a deck of its own.
    """

    seen_by: str
    deck: str = ""


@attrs.frozen
class Track:
    """The ends of a track, beyond which its marker does not move; None for an open end."""

    low: int | None = None
    high: int | None = None


@attrs.frozen(eq=False)
class Title:
    """A title: everything about it that never changes during play.

    `counters` are the printed units by id, each with a `side`; `actions` are the action classes, `state` is the state
    class, and `data` is whatever else the rules look up, such as tables and cards. `data_hash` tells with which data a
    save was played. `piles` says who may see which pile, by its name or by the part before its owner (`hand:`); see
    `wargame.core.title.sight`. `boxes` are the places off the map where units may be, `tracks` are the ends of tracks,
    and `marks` says how long marks on units last; see `wargame.core.engine.state`. `names` gives ids better names for
    the text of events and refusals. `weights` says what each feature is worth to bots (`wargame_features`): numbers by
    name, and tables of other numbers for single scenarios.
    """

    id: str
    name: str
    version: str
    sides: tuple[str, ...] = attrs.field()
    scenarios: tuple[Scenario, ...] = attrs.field()
    state: type[State]
    actions: tuple[type[Any], ...] = ()
    options: tuple[Option, ...] = ()
    board: Board | None = None
    counters: Mapping[str, Any] = attrs.field(factory=dict)
    data: Any = None
    data_hash: str = ""
    summary: str = ""
    boxes: tuple[str, ...] = attrs.field(default=())
    piles: Mapping[str, Pile] = attrs.field(factory=dict)
    tracks: Mapping[str, Track] = attrs.field(factory=dict)
    marks: Mapping[str, str] = attrs.field(factory=dict)
    colours: Mapping[str, str] = attrs.field(factory=dict)
    names: Mapping[str, str] = attrs.field(factory=dict)
    weights: Mapping[str, float | Mapping[str, float]] = attrs.field(factory=dict)
    notation: Notation = attrs.field(init=False, repr=False)
    _weights: dict[str, Mapping[str, float]] = attrs.field(init=False, factory=dict, repr=False)

    @notation.default
    def _notation(self) -> Notation:
        spaces = self.board.names if self.board is not None else ()
        return Notation(self.actions, (*self.counters, *spaces, *self.boxes, *self.sides))

    @sides.validator
    def _check_sides(self, attribute: Any, sides: tuple[str, ...]) -> None:
        if not sides or isinstance(sides, str) or len(set(sides)) < len(sides):
            there = f"its sides are {brief(sides)}"
            raise WargameError(f"{self.name}: {there}. Name each of them once: Title(sides=('red', 'blue')).")

    @scenarios.validator
    def _check_scenarios(self, attribute: Any, scenarios: tuple[Scenario, ...]) -> None:
        ids = [scenario.id for scenario in scenarios]
        if not ids or len(set(ids)) < len(ids):
            there = f"its scenarios are {', '.join(ids)}" if ids else "it has no scenarios"
            advice = "Give it one or more of different ids: Title(scenarios=(Scenario(id, name), ...))."
            raise WargameError(f"{self.name}: {there}. {advice}")

    @counters.validator
    def _check_counters(self, attribute: Any, counters: Mapping[str, Any]) -> None:
        for id, counter in counters.items():
            side = getattr(counter, "side", None)
            if side not in self.sides:
                there = f"the sides are {', '.join(self.sides)}"
                raise WargameError(f"{self.name}: counter '{id}' is of side '{side}', which does not exist; {there}.")

    @boxes.validator
    def _check_boxes(self, attribute: Any, boxes: tuple[str, ...]) -> None:
        for box in boxes:
            if self.board is not None and box in self.board.index:
                raise WargameError(f"{self.name}: '{box}' is a space of the map and cannot be a box beside it.")

    @piles.validator
    def _check_piles(self, attribute: Any, piles: Mapping[str, Pile]) -> None:
        for name, pile in piles.items():
            if pile.seen_by not in (ALL, OWNER, NOBODY, *self.sides):
                raise WargameError(f"{self.name}: the pile '{name}' is seen by '{pile.seen_by}', which is no side.")

    def has_place(self, name: str) -> bool:
        """Whether units can be there: a space of the map or a box beside it. A title without a map has any place."""
        return self.board is None or name in self.board.index or name in self.boxes

    def enemy(self, side: str) -> str:
        """The other side, in a game for two."""
        one, other = self.sides
        return other if side == one else one

    @property
    def side_names(self) -> dict[str, str]:
        """What people call the sides: by their `names`; an id that is a word gets a capital.

        >>> sides, scenarios = ("ru", "axis"), (Scenario("one", "One"),)
        >>> Title("east", "East", "1", sides, scenarios, State, names={"ru": "Russians"}).side_names
        {'ru': 'Russians', 'axis': 'Axis'}
        """
        return {side: self.names.get(side) or side[:1].upper() + side[1:] for side in self.sides}

    def weights_in(self, scenario: str) -> Mapping[str, float]:
        """What each feature is worth in a scenario."""
        if scenario not in self._weights:
            own = self.weights.get(scenario)
            plain = {name: value for name, value in self.weights.items() if not isinstance(value, Mapping)}
            self._weights[scenario] = {**plain, **own} if isinstance(own, Mapping) else plain
        return self._weights[scenario]

    def scenario(self, name: str | None) -> Scenario:
        """The scenario of this name; the first one for None."""
        if name is None:
            return self.scenarios[0]
        for scenario in self.scenarios:
            if scenario.id == name:
                return scenario
        known = ", ".join(s.id for s in self.scenarios)
        raise WargameError(f"{self.name} has no scenario '{name}'; it has: {known}.")

    def read_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values: the given ones, checked, and the defaults of the others."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise WargameError(f"{self.name} has no option '{name}'; it has: {', '.join(known) or 'none'}.")
        return {name: o.read(given[name]) if name in given else o.default for name, o in known.items()}

    def bot_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The given options, with the defaults for a game that is played by bots alone."""
        return {o.name: o.bots for o in self.options if o.bots is not None} | dict(given)
