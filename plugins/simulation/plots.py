"""Pictures of a report (`pip install 'wargame[plot]'`): endings, the score turn by turn, the length of games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wargame.core.engine.errors import WargameError
from wargame.plugins.simulation.report import Report

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#f0e442")
HATCHES = ("", "//", "..", "xx", "\\\\", "--", "oo", "++")


def draw(report: Report, path: Path) -> None:
    """Draw the report to a PNG or SVG file; the numbers are those of the report."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise WargameError("Plots need matplotlib: pip install 'wargame[plot]'.") from None
    figure = Figure(figsize=(12, 4), layout="constrained")
    endings, course, length = figure.subplots(1, 3)
    _endings(report, endings)
    _course(report, course)
    _length(report, length)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise WargameError(f"{path} cannot be drawn: {error}.") from None


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
    axes.legend(title="rule", fontsize="small")


def _course(report: Report, axes: Any) -> None:
    """The score of the first side by turn: median, and the middle half of the games."""
    course = report.course()
    turns = [one["turn"] for one in course]
    axes.plot(turns, [one["median"] for one in course], color=COLOURS[0], label="median")
    axes.fill_between(turns, [one["q1"] for one in course], [one["q3"] for one in course], alpha=0.3, color=COLOURS[0],
                      label="middle half")  # fmt: skip
    axes.axhline(0, color="black", linewidth=0.6)
    sides = report.sides()
    axes.set_title(f"Score of {sides[0]} by turn" if sides else "Score by turn")
    axes.set_xlabel("turn")
    axes.legend(fontsize="small")


def _length(report: Report, axes: Any) -> None:
    turns = [row.turns for row in report.ended]
    axes.hist(turns, bins=range(min(turns), max(turns) + 2), align="left", color=COLOURS[2], edgecolor="black")
    axes.set_title("Length of games")
    axes.set_xlabel("turns")
    axes.set_ylabel("games")
