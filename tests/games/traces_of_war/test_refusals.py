"""Answers that belong elsewhere, at every kind of question."""

from __future__ import annotations

import pytest

from wargame.core.engine.errors import IllegalAction
from wargame.core.title.rulebook import load_rules
from wargame.plugins import new_game
from wargame.plugins.bots import RandomBot
from wargame.plugins.testkit import title_folder

RULES = load_rules(title_folder("traces_of_war"))

FOREIGN = (
    "bid 3", "bid 999", "select", "select A B", "put [] keep []", "put [X] keep [Y]", "add X", "interrupt", "hq X",
    "hq SU-I-50", "okh command", "negotiate", "activate X", "activate SU-I-50", "mode sideways", "unit X",
    "unit SU-I-50", "to 9999", "to 2634", "via 2634", "via 9999", "strategic 2634", "strategic 9999",
    "relocate 2634", "relocate 9999", "stay", "attack 9999", "attack 2634", "with X", "with SU-I-50", "fight",
    "call off", "air support naval", "lose X", "lose SU-I-50", "retreat X 2634", "retreat SU-I-50 9999",
    "retreat SU-I-50 2634-2633", "advance X 1-2", "advance SU-I-50 2634", "advance SU-I-50 2634-9999",
    "place X 2634", "place SU-I-50 9999", "replace X", "replace DE-I-88", "drop 9999", "drop 2634", "buy X",
    "buy SU-I-50", "lift 9999", "lift 2634", "done", "pass", "yes", "roll 7", "draw X", "gibberish", "",
)  # fmt: skip


@pytest.mark.parametrize("seed", [11, 12])
def test_whatever_is_written_at_whatever_question_is_refused_in_one_sentence(seed: int) -> None:
    """Every question of a game gets answers that belong elsewhere: each is refused, and nothing changes."""
    game = new_game("traces_of_war", scenario="campaign", seed=seed)
    seen = set()
    bots = {side: RandomBot(i) for i, side in enumerate(("soviet", "axis"))}
    while game.decisions:
        side, question = next(iter(game.decisions.items()))
        kind = (game.state.phase, question.rule, question.prompt.split()[0])
        if kind not in seen:
            seen.add(kind)
            before = game.digest()
            for text in FOREIGN:
                if text not in map(str, question.actions):
                    with pytest.raises(IllegalAction) as caught:
                        game.apply(text, side)
                    assert caught.value.message.endswith((".", "?")), caught.value.message
                    assert caught.value.rule in ("", *RULES)  # what `wargame rules` can explain
            assert game.digest() == before
        game.apply(bots[side].choose(game, side), side)
    assert len(seen) > 15
