"""Pictures of a report (`pip install 'wargame[plot]'`): endings, the score turn by turn, the length of games."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from wargame.core.engine.errors import WargameError
from wargame.plugins.simulation.report import Report

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#f0e442")
HATCHES = ("", "//", "..", "xx", "\\\\", "--", "oo", "++")
HEADROOM = 1.25  # above the bars, for the legend


def check_drawable(path: Path) -> None:
    """Say before hours of play what would prevent `draw` after them."""
    if path.suffix.casefold() not in (".png", ".svg"):
        raise WargameError(f"{path} cannot be drawn: the name of a plot ends in .png or .svg.")
    if not path.parent.is_dir():
        raise WargameError(f"{path} cannot be drawn: there is no folder {path.parent}.")
    if find_spec("matplotlib") is None:
        raise WargameError(f"{path} cannot be drawn: plots need matplotlib (pip install 'wargame[plot]').")


def draw(report: Report, path: Path) -> None:
    """Draw the report to a PNG or SVG file, a row for each combination of swept options; the numbers are the report's.

    Nothing is drawn of a combination of which no game was played to its end.
    """
    from matplotlib.figure import Figure

    cells = {cell: one for cell, one in report.cells().items() if one.ended}
    figure = Figure(figsize=(13, 4 * len(cells)), layout="constrained")
    rows = figure.subfigures(len(cells), 1, squeeze=False)[:, 0]
    for row, (cell, one) in zip(rows, cells.items(), strict=True):
        row.suptitle(", ".join(filter(None, [_name(one), cell, f"{len(one.ended)} games"])))
        endings, course, length = row.subplots(1, 3)
        _endings(one, endings)
        _course(one, course)
        _length(one, length)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise WargameError(f"{path} cannot be drawn: {error}.") from None


def _name(report: Report) -> str:
    row = report.ended[0]
    return f"{row.title} ({row.scenario})"


def _endings(report: Report, axes: Any) -> None:
    """Games won by each side, stacked by the rule that ended them."""
    wins = report.wins()
    rules = list(dict.fromkeys(rule for one in wins for rule in one["rules"]))
    bottom = [0] * len(wins)
    for i, rule in enumerate(rules):
        counts = [one["rules"].get(rule, 0) for one in wins]
        style = {"color": COLOURS[i % len(COLOURS)], "hatch": HATCHES[i % len(HATCHES)], "edgecolor": "black"}
        axes.bar([one["who"] for one in wins], counts, bottom=bottom, label=rule, linewidth=0.5, **style)
        bottom = [b + c for b, c in zip(bottom, counts, strict=True)]
    axes.set_title("Who won, by ending rule")
    axes.set_ylabel("games")
    axes.set_ylim(0, HEADROOM * max(bottom))
    _whole(axes.yaxis)
    if len(wins) > 3:
        axes.tick_params(axis="x", rotation=45)
    axes.legend(title="rule", fontsize="small", ncols=3)


def _course(report: Report, axes: Any) -> None:
    """The score by turn, median and the middle half of the games: of the first of two sides, or of each of several."""
    course = report.course()
    sides = list(course[0]["sides"]) if course else []
    shown = sides if len(sides) > 2 else sides[:1]
    turns = [one["turn"] for one in course]
    for side, colour in zip(shown, COLOURS, strict=False):
        spreads = [one["sides"][side] for one in course]
        low, high = [one["q1"] for one in spreads], [one["q3"] for one in spreads]
        axes.plot(turns, [one["median"] for one in spreads], color=colour, label=side if shown[1:] else "median")
        axes.fill_between(turns, low, high, alpha=0.2, color=colour, label="" if shown[1:] else "middle half")
    if len(shown) == 1:
        axes.axhline(0, color="black", linewidth=0.6)
    axes.set_title(f"Score of {shown[0]} by turn" if len(shown) == 1 else "Score by turn: median, middle half")
    axes.set_xlabel("turn")
    _whole(axes.xaxis)
    if shown:
        beside = {"loc": "upper left", "bbox_to_anchor": (1, 1)} if shown[1:] else {}
        axes.legend(fontsize="small", **beside)


def _length(report: Report, axes: Any) -> None:
    turns = [row.turns for row in report.ended]
    axes.hist(turns, bins=range(min(turns), max(turns) + 2), align="left", color=COLOURS[2], edgecolor="black")
    axes.set_title("Length of games")
    axes.set_xlabel("turns")
    axes.set_ylabel("games")
    _whole(axes.xaxis)
    _whole(axes.yaxis)


def _whole(axis: Any) -> None:
    """Mark this axis with whole numbers only."""
    axis.get_major_locator().set_params(integer=True, min_n_ticks=1)
