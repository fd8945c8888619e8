"""Combat tables: odds columns with shifts, strength columns, modifiers as values, and the chance of each result."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import attrs


@attrs.frozen
class Modifier:
    """One reason a die roll or column changes: shown, summed and tested as a value."""

    name: str
    amount: int
    rule: str

    @property
    def text(self) -> str:
        return f"{self.amount:+d} {self.name} ({self.rule})"


def total(modifiers: Iterable[Modifier]) -> int:
    return sum(m.amount for m in modifiers)


@attrs.frozen
class ResultTable:
    """A table with columns and rows by die roll; rolls and columns beyond its ends count as the end.

    `columns` from worst to best for the attacker, `rows[roll]` one result a column.
    """

    columns: tuple[str, ...]
    rows: Mapping[int, tuple[str, ...]]

    def column(self, label: str, shift: int = 0) -> str:
        """The column so many places to the right."""
        place = self.columns.index(label) + shift
        return self.columns[max(0, min(len(self.columns) - 1, place))]

    def result(self, column: str, roll: int) -> str:
        row = max(min(self.rows), min(max(self.rows), roll))
        return self.rows[row][self.columns.index(column)]

    def chances(self, column: str, modifier: int = 0, faces: int = 6, dice: int = 1) -> dict[str, Fraction]:
        """The probability of each result for a modified roll."""
        found: dict[str, Fraction] = {}
        for roll, chance in rolls(dice, faces).items():
            result = self.result(column, roll + modifier)
            found[result] = found.get(result, Fraction(0)) + chance
        return found


def rolls(dice: int, faces: int = 6) -> dict[int, Fraction]:
    """The probability of each total of some dice."""
    totals = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for value, chance in totals.items():
            for face in range(1, faces + 1):
                after[value + face] = after.get(value + face, Fraction(0)) + chance / faces
        totals = after
    return totals


def odds_column(attack: int, defence: int, columns: Mapping[str, Fraction]) -> str | None:
    """The best column whose ratio the attack reaches (odds rounded in favour of the defender); None below the first.

    `columns` are labels with their ratio, e.g. {"1:2": Fraction(1, 2), "1:1": Fraction(1), "3:2": Fraction(3, 2)}.
    """
    ratio = Fraction(attack, defence) if defence > 0 else None
    reached = [label for label, least in columns.items() if ratio is None or ratio >= least]
    return max(reached, key=lambda label: columns[label]) if reached else None


def strength_column(strength: int, lowest: Sequence[int]) -> int:
    """The place of the column for a strength; `lowest` is the least strength of each, below the first counts as it."""
    return max(0, bisect_right(lowest, strength) - 1)


def hit_chance(need: int, faces: int = 6) -> Fraction:
    """The chance that one die shows `need` or less."""
    return Fraction(max(0, min(faces, need)), faces)
