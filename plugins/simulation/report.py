"""What many games show: wins with their intervals, endings, pairs and Elo, lengths, scores, who led when."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean, quantiles, stdev
from typing import Any

import attrs

from wargame.plugins.simulation.tasks import Row

Z = 1.959964  # of a 95 % interval


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson.

    >>> [round(x, 3) for x in wilson(8, 10)]
    [0.49, 0.943]
    """
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def paired_interval(scores: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean score of pairs.

    One pair won and one lost are added, as Agresti and Coull do, so that a few pairs that all ended alike prove little.

    >>> [round(x, 2) for x in paired_interval([1, 1, 0.5, 1])]
    [0.42, 1.0]
    """
    more = [*scores, 0.0, 1.0]
    middle, half = mean(more), Z * stdev(more) / math.sqrt(len(more))
    return max(0.0, min(middle - half, mean(scores))), min(1.0, max(middle + half, mean(scores)))


def elo(share: float) -> float:
    """The difference of strength that a share of the points means.

    >>> round(elo(0.75))
    191
    """
    share = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(share / (1 - share))


def outcome(row: Row) -> str:
    """The side that won, "shared win" if several did, or "draw"."""
    if len(row.winners) > 1:
        return "shared win"
    return row.winners[0] if row.winners else "draw"


@attrs.frozen
class Report:
    """Counts of rows; everything that is printed, plotted or given as JSON comes from here."""

    rows: tuple[Row, ...]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Report:
        """Sorted by key, so that the order in which games ended does not show."""
        return cls(tuple(sorted(rows, key=lambda row: (row.cell, row.seed, row.turned, row.key))))

    @property
    def ended(self) -> list[Row]:
        return [row for row in self.rows if not row.error]

    @property
    def failed(self) -> list[Row]:
        return [row for row in self.rows if row.error]

    def sides(self) -> list[str]:
        return list(dict.fromkeys(side for row in self.rows for side in row.bots))

    def points(self, row: Row, side: str) -> float:
        """A win is a point, a win shared a share of it, a draw an equal share for everybody."""
        if not row.winners:
            return 1 / max(1, len(row.bots))
        return 1 / len(row.winners) if side in row.winners else 0.0

    def wins(self) -> list[dict[str, Any]]:
        """For each side (and shared wins, and draws): games won, their share with its interval, by which rules."""
        ended = self.ended
        found = []
        outcomes = Counter(outcome(row) for row in ended)
        for who, count in sorted(outcomes.items(), key=lambda item: (-item[1], item[0])):
            rules = Counter(row.rule or "no rule" for row in ended if outcome(row) == who)
            low, high = wilson(count, len(ended))
            found.append({"who": who, "games": count, "share": count / len(ended), "low": low, "high": high,
                          "rules": dict(rules.most_common())})  # fmt: skip
        return found

    def bots(self) -> list[dict[str, Any]]:
        """For each bot and seat: its points; with pairs, the score of the pairs and the Elo difference."""
        found: dict[tuple[str, str], list[float]] = {}
        for row in self.ended:
            for side, bot in row.bots.items():
                found.setdefault((bot, side), []).append(self.points(row, side))
        return [
            {"bot": bot, "side": side, "games": len(points), "points": sum(points), "share": mean(points)}
            for (bot, side), points in sorted(found.items())
        ]

    def pairs(self) -> dict[str, Any] | None:
        """The score of the first bot against the other, a pair of games (same seed, sides exchanged) at a time."""
        games: dict[tuple[str, int], dict[bool, Row]] = {}
        for row in self.ended:
            games.setdefault((row.cell, row.seed), {})[row.turned] = row
        whole = [pair for pair in games.values() if len(pair) == 2]
        names = list(dict.fromkeys(bot for row in self.rows if not row.turned for bot in row.bots.values()))
        if not whole or len(names) != 2:
            return None
        scores = []
        for pair in whole:
            own = [self.points(row, side) for row in pair.values() for side, bot in row.bots.items() if bot == names[0]]
            all_ = [self.points(row, side) for row in pair.values() for side in row.bots]
            scores.append(sum(own) / sum(all_))
        share = mean(scores)
        low, high = paired_interval(scores)
        return {"bot": names[0], "against": names[1], "pairs": len(whole), "share": share, "elo": elo(share),
                "elo_low": elo(low), "elo_high": elo(high)}  # fmt: skip

    def spread(self, name: str) -> dict[str, float]:
        """Mean, least, quartiles and most of a number of the rows."""
        return _spread([float(getattr(row, name)) for row in self.ended])

    def scores(self) -> dict[str, dict[str, float]]:
        """The same of every entry of the final score that is a number."""
        values: dict[str, list[float]] = {}
        for row in self.ended:
            for name, value in row.score.items():
                if isinstance(value, int | float) and not isinstance(value, bool):
                    values.setdefault(name, []).append(float(value))
        return {name: _spread(numbers) for name, numbers in values.items()}

    def course(self) -> list[dict[str, Any]]:
        """For each turn: the games that lasted as long, and for each side its score and the share of games it led."""
        courses = [row.course for row in self.ended if row.course]
        longest = max((len(scores) for course in courses for scores in course.values()), default=0)
        found = []
        for turn in range(longest):
            scores = [
                {side: values[turn] for side, values in course.items()}
                for course in courses if all(turn < len(values) for values in course.values())
            ]  # fmt: skip
            leaders = Counter(leader(one) for one in scores)
            sides = {
                side: {"led": leaders[side] / len(scores), **_spread([one[side] for one in scores])}
                for side in scores[0]
            }
            found.append({"turn": turn + 1, "games": len(scores), "sides": sides})
        return found

    def cells(self) -> dict[str, Report]:
        """A report for each combination of swept options, by its name."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.cell, []).append(row)
        return {cell: Report(tuple(rows)) for cell, rows in found.items()}

    def as_dict(self) -> dict[str, Any]:
        """Everything, JSON-able."""
        return {
            "games": len(self.rows), "failed": [{"seed": r.seed, "error": r.error} for r in self.failed],
            "wins": self.wins(), "bots": self.bots(), "pairs": self.pairs(), "turns": self.spread("turns"),
            "answers": self.spread("answers"), "scores": self.scores(), "course": self.course(),
            "cells": {cell: report.wins() for cell, report in self.cells().items() if cell},
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The report as it is printed."""
        for row in self.failed:
            yield f"Seed {row.seed}{' (sides exchanged)' if row.turned else ''} failed: {row.error}"
        if not self.ended:
            yield "No game was played to its end."
            return
        wins = self.wins()
        width = max(len(one["who"]) for one in wins)
        for one in wins:
            rules = ", ".join(f"{rule} ({times})" for rule, times in one["rules"].items())
            yield (
                f"{one['who']:{width}}  {one['games']:>4}  {one['share']:>4.0%}  "
                f"[{one['low']:.0%} to {one['high']:.0%}]  by {rules}"
            )
        yield from self._bot_lines()
        for name in ("turns", "answers"):
            yield f"{name}: {_words(self.spread(name))}"
        for name, spread in self.scores().items():
            yield f"score of {name}: {_words(spread)}"
        yield from self._course_lines()

    def cell_lines(self) -> Iterator[str]:
        """A table with a row for each combination of swept options."""
        cells = self.cells()
        outcomes = list(dict.fromkeys(one["who"] for one in self.wins()))
        width = max(len(cell) for cell in cells)
        yield "  ".join([" " * width, "games", *(f"{who:>22}" for who in outcomes), " turns", "failed"])
        for cell, report in cells.items():
            wins = {one["who"]: one for one in report.wins()}
            columns = [f"{cell:{width}}", f"{len(report.ended):5}"]
            for who in outcomes:
                one = wins.get(who, {"share": 0.0, "low": 0.0, "high": wilson(0, len(report.ended))[1]})
                columns.append(f"{one['share']:>6.0%} [{one['low']:>4.0%} to {one['high']:>4.0%}]")
            turns = report.spread("turns").get("mean", 0.0)
            yield "  ".join([*columns, f"{turns:6.1f}", f"{len(report.failed):6}"])

    def _bot_lines(self) -> Iterator[str]:
        bots = self.bots()
        if len({one["bot"] for one in bots}) > 1 or len({one["side"] for one in bots}) > 2:
            for one in bots:
                yield f"{one['bot']} as {one['side']}: {one['points']:.1f} of {one['games']} ({one['share']:.0%})"
        pairs = self.pairs()
        if pairs is not None:
            yield (
                f"{pairs['bot']} against {pairs['against']} in {pairs['pairs']} pairs: {pairs['share']:.1%}, "
                f"Elo {pairs['elo']:+.0f} [{pairs['elo_low']:+.0f} to {pairs['elo_high']:+.0f}]"
            )

    def _course_lines(self) -> Iterator[str]:
        """Which side led at the end of each turn."""
        course = self.course()
        for side in course[0]["sides"] if course else ():
            led = "  ".join(f"{one['turn']}: {one['sides'][side]['led']:.0%}" for one in course)
            yield f"{side} led after turn {led}"


def leader(scores: Mapping[str, float]) -> str:
    """The side with the highest score; empty if several have it.

    >>> leader({"red": 2.0, "blue": -2.0})
    'red'
    """
    best = max(scores.values())
    ahead = [side for side, score in scores.items() if score == best]
    return ahead[0] if len(ahead) == 1 else ""


def _spread(numbers: Sequence[float]) -> dict[str, float]:
    if not numbers:
        return {}
    low, middle, high = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else (numbers[0],) * 3
    return {"mean": mean(numbers), "least": min(numbers), "q1": low, "median": middle, "q3": high, "most": max(numbers)}


def _words(spread: Mapping[str, float]) -> str:
    return (
        f"{spread['mean']:.1f} on average, {spread['least']:g} to {spread['most']:g}, "
        f"median {spread['median']:g}, half of them {spread['q1']:g} to {spread['q3']:g}"
    )
