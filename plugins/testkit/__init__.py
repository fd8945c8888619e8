"""The conformance suite that any title must pass, ours and a stranger's, and the index of tested rules.

    from wargame.plugins.testkit import Invariant, TitleConformance

    class TestConformance(TitleConformance):
        title = "skirmish"                     # an installed title, or "package.module:PluginClass"
        invariants = (Invariant("one unit a space", crowded, breaks=put_two_in_one),)

pytest then plays each scenario with each seed. The same checks are plain functions (`check_random_game` and so on);
each raises `Failed` with one sentence. `python -m wargame.plugins.testkit index TITLE [--check]` writes (or checks)
`games/TITLE/tested.toml`, the tests of each rule, from the markers in `tests/games/TITLE`.
"""

from __future__ import annotations

from wargame.plugins.testkit.conformance import (
    INDEX,
    KINDS,
    Invariant,
    RandomGame,
    TitleConformance,
    check_invariant_fires,
    check_other_processes,
    check_random_game,
    make_game,
    picture_fault,
    scenarios,
    snapshot,
    title_rules,
    trace,
)
from wargame.plugins.testkit.rule_index import (
    Failed,
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
