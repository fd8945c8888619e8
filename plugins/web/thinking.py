"""The bots of a room: what each remembers of its turn, and what they thought, as far as people may know."""

from __future__ import annotations

from pathlib import Path

import attrs

from wargame.core.engine.game import Game
from wargame.plugins.match.apart import Errand, Outcome, errand
from wargame.plugins.match.thoughts import Memory, as_data


@attrs.define
class Thinking:
    """Sends the bots of a game to other processes, and keeps what they bring back."""

    data: Path | None = None
    thoughts: Memory = attrs.field(factory=Memory)

    _memories: dict[str, bytes] = attrs.field(factory=dict)

    def errand(self, game: Game, side: str, bot: str) -> Errand:
        """What the other process needs to know in order to answer for a side."""
        return errand(game, side, bot, self.data, self._memories.get(side, b""))

    def brought(self, game: Game, side: str, outcome: Outcome, people: list[str]) -> None:
        """Keep what a bot thought, for the sides that people play; its answer is not given yet."""
        self._memories[side] = outcome.memory
        if outcome.thought is not None and people:
            self.thoughts.note(game, [outcome.thought], people)

    def taken_back(self, game: Game) -> None:
        """Forget the plans of all bots: they were made for another course of the game."""
        self._memories.clear()
        self.thoughts.forget_after(game)

    def reasons(self, game: Game, viewer: str) -> list[dict[str, object]]:
        """What the bots considered in the last turn in which one decided something, as the viewer may know it."""
        return [as_data(thought) for thought in self.thoughts.last_turn(game, viewer)]
