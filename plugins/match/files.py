"""Where games are saved."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game


class MissingFolder(WargameError):
    """The folder to save to does not exist."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"The folder {folder} does not exist; make it first, or save to another.")
        self.folder = folder


def games_folder() -> Path:
    """The folder for games that are not saved elsewhere."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "wargame"


def default_path(game: Game) -> Path:
    """A file in that folder named after title and seed, and numbered if one of that name exists."""
    home = games_folder()
    name = f"{game.title.id}-{game.seed}"
    path = home / f"{name}.jsonl"
    count = 1
    while path.exists():
        count += 1
        path = home / f"{name}-{count}.jsonl"
    return path


def resume_command(path: Path) -> str:
    """The command that resumes a saved game, quoted for a shell."""
    return f"'wargame resume {shlex.quote(str(path))}'"
