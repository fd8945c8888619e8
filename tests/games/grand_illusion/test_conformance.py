"""The conformance suite of any title, with the invariants of this one."""

from __future__ import annotations

from wargame.plugins.testkit import TitleConformance

from . import invariants


class TestConformance(TitleConformance):
    title = "grand_illusion"
    invariants = invariants.ALL
    seeds = (1,)
    steps = 5000
    every = 60
