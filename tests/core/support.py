"""Games for kernel tests: the tiny title, or any phases one likes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import strategies as st

from wargame.core.engine.actions import DONE, PASS
from wargame.core.engine.events import Event
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Choose, Procedure
from wargame.core.engine.sequence import Phase, Sequence
from wargame.core.engine.state import State
from wargame.core.title.title import Result, Scenario, Title
from wargame.plugins.manager import HookRules, make_manager

from .skirmish import Skirmish


def skirmish(*, plugins: Iterable[Any] = (), **given: Any) -> Game:
    """A game of the tiny title, with other plugins beside it."""
    plugin = Skirmish()
    title = make_manager([plugin]).hook.wargame_title(overlay=None)
    return Game(title, HookRules(title, [plugin, *plugins]), **given)


class GivenRules:
    """The rules of a title that is nothing but its sequence of play."""

    why_forbidden = None
    entered = None

    def __init__(self, sequence: Sequence) -> None:
        self.sequence = sequence
        self.heard: list[Event] = []

    def setup(self, scenario: str, options: dict[str, Any]) -> State:
        return State()

    def phases(self, state: State) -> Sequence:
        return self.sequence

    def victory(self, state: State) -> Result | None:
        return None

    def view(self, state: State, side: str | None) -> dict[str, Any]:
        return {}

    def redraw(self, state: State, side: str, source: Any) -> None: ...

    def happened(self, events: list[Event]) -> None:
        self.heard += events


def phases(*steps: Phase | Sequence, **given: Any) -> Game:
    """A game of these phases between red and blue."""
    rules: Any = GivenRules(Sequence("game", *steps))
    return Game(Title("t", "T", "1", ("red", "blue"), (Scenario("s", "S"),), State), rules, **given)


def ask(side: str, prompt: str = "?") -> Procedure[Any]:
    """One question to a side: done or pass?"""
    return (yield Choose(side, [DONE, PASS], prompt))


# What to do next in a game, as numbers: which side answers, and which of its answers it takes.
one = st.tuples(st.integers(0, 9), st.integers(0, 999))
picks = st.lists(one, max_size=40)


def pick(game: Game, numbers: tuple[int, int]) -> tuple[str, Any]:
    sides = sorted(game.decisions)
    side = sides[numbers[0] % len(sides)]
    actions = game.decisions[side].actions
    return side, actions[numbers[1] % len(actions)]


def play(game: Game, chosen: Iterable[tuple[int, int]], each: Callable[[Game], None] | None = None) -> Game:
    """Answer as the numbers say until they or the game are over."""
    for numbers in chosen:
        if not game.decisions:
            break
        side, action = pick(game, numbers)
        game.apply(action, side)
        if each is not None:
            each(game)
    return game
