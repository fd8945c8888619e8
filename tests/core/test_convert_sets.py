"""Frozensets in a state are written as sorted lists, so that a save is the same in every process."""

from __future__ import annotations

import attrs

from wargame.core.convert import state_from_data, state_to_data
from wargame.core.state import State


@attrs.define(eq=False)
class Marked(State):
    seen: frozenset[str] = frozenset()


def test_a_frozenset_field_is_written_sorted_and_read_back() -> None:
    data = state_to_data(Marked(seen=frozenset("cab")))
    assert data["seen"] == ["a", "b", "c"]
    found = state_from_data(Marked, data)
    assert isinstance(found, Marked)
    assert found.seen == frozenset("abc")
