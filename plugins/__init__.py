"""The plugin system and everything that is neither kernel nor title.

from wargame.plugins import new_game, load_game, list_titles

game = new_game("diplomacy", seed=7)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from wargame.core.engine.game import Game

__all__ = ["hookimpl", "list_titles", "load_game", "new_game"]

hookimpl = pluggy.HookimplMarker("wargame")


def list_titles() -> list[str]:
    """The ids of all titles that are installed and load."""
    from wargame.plugins.manager import list_titles as names

    return names()


def new_game(
    title: str,
    scenario: str | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    *,
    dice: str = "seeded",
    position: Mapping[str, Any] | None = None,
    variants: Iterable[str] = (),
    observers: Iterable[Any] = (),
    data: str | Path | None = None,
) -> Game:
    """A new game of a title (or, with `position`, one that continues from there)."""
    from wargame.core.engine.errors import BrokenTitle, WargameError
    from wargame.core.engine.game import Game
    from wargame.plugins.manager import incompatible_data, make_rules

    if position is not None:
        if not isinstance(position, Mapping) or not isinstance(position.get("variants", []), list | tuple):
            raise WargameError("The position cannot be read: it is not what game.position() gives.")
        variants = position.get("variants", ())
    chosen = tuple(variants)
    overlay = Path(data) if data is not None else None
    rules = make_rules(title, overlay, chosen, observers)
    try:
        return Game(
            rules.title,
            rules,
            scenario=scenario,
            options=options,
            seed=seed,
            dice=dice,
            position=position,
            variants=chosen,
        )
    except BrokenTitle as error:
        if overlay is None or error.__cause__ is None:
            raise
        raise incompatible_data(title, overlay, error.__cause__) from error


def load_game(path: str | Path, *, data: str | Path | None = None, observers: Iterable[Any] = ()) -> Game:
    """The game of a save file, where it stood; what was odd about the file is in `game.warnings`."""
    from wargame.core.engine import journal

    saved = journal.read(path)
    return journal.load(saved, lambda position: saved_game(saved.header, position, data=data, observers=observers))


def saved_game(header: Mapping[str, Any], position: Mapping[str, Any] | None, **given: Any) -> Game:
    """The game that the header of a save file names, at its beginning or at a position."""
    names = ("scenario", "seed", "options", "dice", "variants")
    return new_game(header["title"], position=position, **{name: header[name] for name in names}, **given)
