"""Pictures of the map: in characters for a terminal, and as SVG. Both are renderers like those of other plugins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from wargame.core.title.picture import Picture
from wargame.plugins import hookimpl

if TYPE_CHECKING:
    from wargame.plugins.maps.svg.board import Theme


def draw_terminal(picture: Picture, colours: Mapping[str, str], where: str, width: int | None = None) -> str:
    """The map in characters, as wide as the terminal."""
    from wargame.plugins.maps.text import console_for, draw

    console = console_for()
    console.width = width or console.width
    with console.capture() as captured:
        console.print(draw(picture, colours, console, where))
    return captured.get().removesuffix("\n")


def draw_svg(picture: Picture, colours: Mapping[str, str], where: str, heading: str, theme: Theme) -> str:
    """The board as an SVG document, to look at in a browser or to print."""
    from wargame.plugins.maps.svg.board import draw_board
    from wargame.plugins.maps.text import crop

    return draw_board(crop(picture, where) if where else picture, colours, heading, theme)


@hookimpl
def wargame_renderers() -> Mapping[str, Callable[..., str]]:
    return {"terminal": draw_terminal, "svg": draw_svg}
