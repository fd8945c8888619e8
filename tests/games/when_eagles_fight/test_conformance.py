"""The conformance suite, with the invariants of this title."""

from wargame.plugins.testkit import TitleConformance

from . import invariants


class TestConformance(TitleConformance):
    title = "when_eagles_fight"
    invariants = invariants.ALL
    seeds = (1,)
    steps = 600
    finish = False
    every = 30
