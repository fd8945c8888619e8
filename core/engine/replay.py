"""Playing recorded answers again: the one loop behind loading, replays, looking back and comparing recordings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from wargame.core.engine.errors import BrokenTitle, WargameError
from wargame.core.engine.past import Answer

if TYPE_CHECKING:
    from wargame.core.engine.game import Game


class ReplayError(WargameError):
    """Recorded answers that do not lead to the game they were recorded from."""

    def __init__(self, number: int, message: str, why: str = "", wrong_position: bool = False) -> None:
        super().__init__(message)
        self.why = why  # the refusal, or what went wrong in the rules
        self.number = number  # of the answer, the first of the recording is 1
        self.wrong_position = wrong_position  # the answer was accepted, but leads to another position


def replay(game: Game, answers: Iterable[Answer], hashes: Mapping[int, str] | None = None) -> Iterator[int]:
    """Give recorded answers one by one; yields after each how many have been given.

    `hashes` are digests of the position after some of them. To play a game up to its tenth answer:

        for _ in replay(game, answers[:10]): pass
    """
    for number, answer in enumerate(answers, 1):
        try:
            game.replay([answer])
        except Exception as error:  # the rules of another version may fail in any way
            cause = error.__cause__ if isinstance(error, BrokenTitle) and error.__cause__ is not None else error
            why = str(cause) if isinstance(cause, WargameError) else f"({type(cause).__name__}: {cause})"
            raise ReplayError(number, f"'{answer.action}' cannot be played here. {why}", why) from error
        if hashes and number in hashes and hashes[number] != game.digest():
            raise ReplayError(number, "the game replays to another position than saved.", wrong_position=True)
        yield number


def replay_all(game: Game, answers: Iterable[Answer]) -> Game:
    """The game after all of these answers."""
    for _ in replay(game, answers):
        pass
    return game
