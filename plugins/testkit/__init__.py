"""The conformance suite that any title must pass, ours and a stranger's, and tools for authors of titles.

    from wargame.plugins.testkit import Invariant, TitleConformance

    class TestConformance(TitleConformance):
        title = "skirmish"                     # an installed title, or "package.module:PluginClass"
        invariants = (Invariant("one unit a space", crowded, breaks=put_two_in_one),)

pytest then plays each scenario with each seed. The same checks are plain functions (`check_random_game` and so on);
each raises `Failed` with one sentence. `python -m wargame.plugins.testkit` does more:

    checks TITLE                          make each check once, and tell which could be made
    index TITLE [--check]                 write (or check) games/TITLE/tested.toml, the tests of each rule
    illegal TITLE --answers N [--seed S]  throw N made-up answers at random games and list what goes wrong
    record TITLE --games N --out DIR      record random games before a redesign ...
    compare DIR                           ... and replay them after it: where does each first differ?
"""

from __future__ import annotations

from wargame.plugins.testkit.conformance import TitleConformance
from wargame.plugins.testkit.games import Failed, make_game, scenarios, snapshot, title_rules
from wargame.plugins.testkit.illegal import check_illegal_answers
from wargame.plugins.testkit.invariants import INDEX, KINDS, Invariant, check_invariant_fires
from wargame.plugins.testkit.processes import check_other_processes, trace
from wargame.plugins.testkit.random_game import RandomGame, check_random_game, picture_fault
from wargame.plugins.testkit.rule_index import (
    check_index,
    check_rule_markers,
    index_text,
    marked_tests,
    title_folder,
)

__all__ = [
    "INDEX",
    "KINDS",
    "Failed",
    "Invariant",
    "RandomGame",
    "TitleConformance",
    "check_illegal_answers",
    "check_index",
    "check_invariant_fires",
    "check_other_processes",
    "check_random_game",
    "check_rule_markers",
    "index_text",
    "make_game",
    "marked_tests",
    "picture_fault",
    "scenarios",
    "snapshot",
    "title_folder",
    "title_rules",
    "trace",
]
