"""The conformance suite, with the invariants of this title; every rule has its tests."""

from pathlib import Path

import wargame.games.when_eagles_fight as plugin
from wargame.core.title.rulebook import load_rules
from wargame.plugins.testkit import TitleConformance, check_rule_markers, index_text

from . import invariants


class TestConformance(TitleConformance):
    title = "when_eagles_fight"
    invariants = invariants.ALL
    seeds = (1,)
    steps = 600
    finish = False
    every = 30


def test_every_rule_has_a_gist_and_a_test():
    folder = Path(plugin.__file__).parent
    index = check_rule_markers("when_eagles_fight", Path(__file__).parent, folder)
    assert len(index) == len(load_rules(folder)) == 129
    assert (folder / "tested.toml").read_text(encoding="utf-8") == index_text(index)
