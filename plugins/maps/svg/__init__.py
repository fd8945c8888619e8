"""Boards as SVG: any title's picture with terrain, rivers, rails, names, control, counters, panels and legend.

    from wargame.plugins.maps.svg import draw_board

    Path("board.svg").write_text(draw_board(picture, game.title.colours, heading="When Eagles Fight, turn 1"))

The map (what never changes in a game) and what lies on it are two layers, which the browser fetches apart. All colours
are in `style.css`: a theme is another set of its variables.
"""

from wargame.plugins.maps.svg.board import Theme, draw_board
from wargame.plugins.maps.svg.png import to_png

__all__ = ["Theme", "draw_board", "to_png"]
