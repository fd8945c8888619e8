"""Chances against counting every roll."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.mechanics.odds import Forecast, Modifier, ResultTable, chances, exact

TABLE = ResultTable(("1:2", "1:1", "2:1"), {n: (f"a{n}", f"b{n // 2}", f"c{n // 3}") for n in range(1, 7)})


@given(st.sampled_from(TABLE.columns), st.lists(st.integers(-3, 3), max_size=3), st.integers(1, 2), st.integers(2, 6))
def test_a_forecast_counts_every_roll(column: str, amounts: list[int], dice: int, faces: int) -> None:
    modifiers = tuple(Modifier(f"m{i}", amount, "8.2") for i, amount in enumerate(amounts))
    forecast = Forecast(TABLE, column, 4, 2, modifiers=modifiers, dice=dice, faces=faces)
    counted: dict[str, int] = {}
    for shown in product(range(1, faces + 1), repeat=dice):
        result = TABLE.result(column, sum(shown) + sum(amounts))
        assert forecast.result(sum(shown)) == result
        counted[result] = counted.get(result, 0) + 1
    assert forecast.chances() == {r: Fraction(n, faces**dice) for r, n in counted.items()}
    assert sum(forecast.chances().values()) == 1


def test_what_a_player_sees() -> None:
    plain = Forecast(TABLE, "1:1", 4, 4)
    assert plain.shown() == {
        "strength": "4 : 4",
        "column": "1:1",
        "chances": {"b0": "1/6", "b1": "1/3", "b2": "1/3", "b3": "1/6"},
    }
    river = Forecast(TABLE, "1:2", 4, 4, (Modifier("city", -1, "8.1"),), (Modifier("river", -2, "8.2"),))
    assert river.shown()["shifts"] == ["-1 city (8.1)"]
    assert (river.shown()["modifiers"], river.shown()["modifier"]) == (["-2 river (8.2)"], "-2")


@pytest.mark.parametrize(("shift", "column"), [(0, "1:1"), (1, "2:1"), (5, "2:1"), (-1, "1:2"), (-2, None)])
def test_a_shift_to_the_left_of_the_table_is_no_attack(shift: int, column: str | None) -> None:
    assert TABLE.shifted("1:1", shift) == column


def test_certainty_is_a_fraction_too() -> None:
    assert exact(chances(lambda roll: "hit")) == {"hit": "1/1"}
