"""Combat tables: odds columns with shifts, strength columns, modifiers as values, and the chance of each result."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs


@attrs.frozen
class Modifier:
    """One reason why a die roll or a column changes: a value to show, add up and test."""

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
    """A combat results table; rolls and columns beyond its ends count as the last ones.

    `columns` go from worst to best for the attacker; `rows[roll]` has one result for each column.
    """

    columns: tuple[str, ...]
    rows: Mapping[int, tuple[str, ...]]

    def column(self, label: str, shift: int = 0) -> str:
        """The column `shift` places to the right."""
        place = self.columns.index(label) + shift
        return self.columns[max(0, min(len(self.columns) - 1, place))]

    def shifted(self, label: str, shift: int) -> str | None:
        """The column `shift` places to the right; None if it is left of the first, where no attack is possible."""
        return None if self.columns.index(label) + shift < 0 else self.column(label, shift)

    def result(self, column: str, roll: int) -> str:
        row = max(min(self.rows), min(max(self.rows), roll))
        return self.rows[row][self.columns.index(column)]

    def chances(self, column: str, modifier: int = 0, faces: int = 6, dice: int = 1) -> dict[str, Fraction]:
        """The probability of each result for a modified roll."""
        return chances(lambda roll: self.result(column, roll + modifier), dice, faces)


@attrs.frozen
class Forecast:
    """An attack before the die roll: strengths, column after shifts, modifiers and the chance of each result.

    >>> CRT = ResultTable(("1:1", "2:1"), {1: ("A", "D"), 2: ("A", "A"), 3: ("D", "D")})
    >>> forecast = Forecast(CRT, "2:1", 5, 2, modifiers=(Modifier("river", -1, "8.2"),), faces=3)
    >>> forecast.result(3), exact(forecast.chances())
    ('A', {'D': '2/3', 'A': '1/3'})
    >>> forecast.shown()["modifiers"]
    ['-1 river (8.2)']
    """

    table: ResultTable
    column: str
    attack: int
    defence: int
    shifts: tuple[Modifier, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    dice: int = 1
    faces: int = 6

    @property
    def modifier(self) -> int:
        """What is added to the roll."""
        return total(self.modifiers)

    def result(self, roll: int) -> str:
        """The result of a roll, before modifiers are added."""
        return self.table.result(self.column, roll + self.modifier)

    def chances(self) -> dict[str, Fraction]:
        """The probability of each result."""
        return chances(self.result, self.dice, self.faces)

    def shown(self) -> dict[str, Any]:
        """What a player sees before confirming an attack, without empty entries."""
        parts = {
            "strength": f"{self.attack} : {self.defence}",
            "shifts": [m.text for m in self.shifts],
            "column": self.column,
            "modifiers": [m.text for m in self.modifiers],
            "modifier": f"{self.modifier:+d}" if self.modifiers else "",
            "chances": exact(self.chances()),
        }
        return {name: part for name, part in parts.items() if part}


def chances(result: Callable[[int], str], dice: int = 1, faces: int = 6) -> dict[str, Fraction]:
    """The probability of each result, for any function from a roll to a result.

    >>> exact(chances(lambda roll: "hit" if roll <= 2 else "miss"))
    {'hit': '1/3', 'miss': '2/3'}
    """
    found: dict[str, Fraction] = {}
    for roll, chance in rolls(dice, faces).items():
        came = result(roll)
        found[came] = found.get(came, Fraction(0)) + chance
    return found


def exact(found: Mapping[str, Fraction]) -> dict[str, str]:
    """Probabilities as texts such as `5/36`, as front ends show them."""
    return {result: f"{chance.numerator}/{chance.denominator}" for result, chance in found.items()}


def rolls(dice: int, faces: int = 6) -> dict[int, Fraction]:
    """The probability of each total of several dice."""
    totals = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for value, chance in totals.items():
            for face in range(1, faces + 1):
                after[value + face] = after.get(value + face, Fraction(0)) + chance / faces
        totals = after
    return totals


def odds_column(attack: int, defence: int, columns: Mapping[str, Fraction]) -> str | None:
    """The best column whose ratio the attack reaches, rounding in favour of the defender; None below the first.

    `columns` are labels with their ratio, e.g. {"1:2": Fraction(1, 2), "1:1": Fraction(1), "3:2": Fraction(3, 2)}.
    """
    ratio = Fraction(attack, defence) if defence > 0 else None
    reached = [label for label, least in columns.items() if ratio is None or ratio >= least]
    return max(reached, key=lambda label: columns[label]) if reached else None


def strength_column(strength: int, lowest: Sequence[int]) -> int:
    """The index of the column for a strength; `lowest` has the lowest strength of each column."""
    return max(0, bisect_right(lowest, strength) - 1)


def hit_chance(need: int, faces: int = 6) -> Fraction:
    """The chance that one die shows `need` or less."""
    return Fraction(max(0, min(faces, need)), faces)
