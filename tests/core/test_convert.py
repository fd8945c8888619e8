"""States as plain data and back, and the hash of where a game stands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.engine.convert import digest, make_converter, state_from_data, state_to_data
from wargame.core.engine.state import State

from .support import picks, play, skirmish


@attrs.frozen
class Order:
    unit: str
    to: tuple[str, ...]
    marks: frozenset[str] = frozenset()


@attrs.define(eq=False)
class Marked(State):
    seen: frozenset[str] = frozenset()
    orders: dict[str, Order] = attrs.field(factory=dict)
    sent: tuple[Order, ...] = ()
    levels: dict[int, frozenset[str]] = attrs.field(factory=dict)
    pairs: frozenset[tuple[str, str]] = frozenset()
    cache: int = attrs.field(default=0, metadata={"transient": True})


def through_json(state: Marked) -> Marked:
    found = state_from_data(Marked, json.loads(json.dumps(state_to_data(state))))
    assert isinstance(found, Marked)
    return found


names = st.text("abc", min_size=1, max_size=2)
sets = st.frozensets(names)
orders = st.builds(Order, names, st.lists(names).map(tuple), sets)


@given(
    sets, st.dictionaries(names, orders), st.dictionaries(st.integers(), sets), st.frozensets(st.tuples(names, names))
)
def test_every_kind_of_field_is_read_back(seen: Any, written: Any, levels: Any, pairs: Any) -> None:
    state = Marked(seen=seen, orders=written, sent=tuple(written.values()), levels=levels, pairs=pairs)
    found = through_json(state)
    assert (found.seen, found.orders, found.sent, found.levels, found.pairs) == (
        seen,
        written,
        tuple(written.values()),
        levels,
        pairs,
    )


def test_frozensets_are_written_sorted() -> None:
    assert state_to_data(Marked(seen=frozenset("cab")))["seen"] == ["a", "b", "c"]


def test_what_is_transient_is_not_saved() -> None:
    data = state_to_data(Marked(cache=7))
    assert not {"cache", "at", "title", "rules", "log", "phase", "_memo", "memo"} & set(data)
    assert through_json(Marked(cache=7)).cache == 0


def test_a_state_of_an_older_version_gets_the_defaults_of_new_fields() -> None:
    data = state_to_data(Marked(seen=frozenset("a")))
    del data["orders"]
    assert state_from_data(Marked, data).orders == {}  # type: ignore[attr-defined]


def test_what_may_be_anything_is_left_as_it_is() -> None:
    data = {"a": [1, {"b": None}], "c": True, "d": "x"}
    assert make_converter().structure(data, dict[str, Any]) == data
    options = {"last_year": 1910, "fog": True, "rules": "datc"}
    assert through_json(Marked(options=options)).options == options


def test_unknown_keys_of_values_are_refused() -> None:
    with pytest.raises(Exception, match="While structuring"):
        make_converter().structure({"unit": "a", "to": [], "colour": 1}, Order)


@given(picks, st.integers(0, 99))
def test_the_same_answers_give_the_same_hash_and_others_another(chosen: Any, seed: int) -> None:
    seen: list[str] = []
    game = play(skirmish(seed=seed), chosen, lambda g: seen.append(g.digest()))
    assert play(skirmish(seed=seed), chosen).digest() == game.digest()
    assert len(set(seen)) == len(seen)


HASHED = """
from tests.core.support import play, skirmish
print(play(skirmish(seed=5), [(n, n * 5) for n in range(14)]).digest())
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "77"])
def test_the_hash_is_the_same_in_every_process(hash_seed: str) -> None:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", HASHED], capture_output=True, text=True, env=env, cwd=root)
    assert done.stdout.strip() == play(skirmish(seed=5), [(n, n * 5) for n in range(14)]).digest()


def test_the_hash_of_a_known_game_never_changes() -> None:
    """It stands in save files: if this fails, old saves no longer load."""
    assert play(skirmish(seed=5), [(n, n * 5) for n in range(14)]).digest() == "045129f7fb43ef0d"
    assert digest({"b": [1, "x"], "a": None}) == "c22cb7b0353770e2"
