"""Errors, each with one sentence that a player can understand."""

from __future__ import annotations


class WargameError(Exception):
    """An error in a game, a file or a plugin; `str()` of it is the sentence shown to the player."""


class IllegalAction(WargameError):
    """An answer that the rules refuse; the game is exactly as it was before.

    >>> raise IllegalAction("12.3", "1 Army has already moved this turn.")
    Traceback (most recent call last):
    wargame.core.engine.errors.IllegalAction: Refused (12.3): 1 Army has already moved this turn.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(rule, message)
        self.rule = rule
        self.message = message

    def __str__(self) -> str:
        return f"Refused ({self.rule}): {self.message}" if self.rule else f"Refused: {self.message}"


class NotUnderstood(IllegalAction):
    """A text that is not an action of this title, or that fits several."""


class DataError(WargameError):
    """A data file that cannot be read; the text names file, line and field."""


class SaveError(WargameError):
    """A save file that cannot be continued; the text names the line."""


class FileInUse(SaveError):
    """A save file that another program has changed or removed; if both wrote to it, a game would be lost."""


class BrokenTitle(WargameError):
    """A mistake in the code of a title or another plugin; the text names phase or hook, file and line."""


class Misuse(ValueError):
    """The kernel was used in a way that it does not allow; the text says what to write instead.

    It is raised to the author of a title, and reaches players as BrokenTitle, with the place in the title's code.
    """
