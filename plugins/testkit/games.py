"""Games of any title for its tests: an installed one, or the plugin class at `package.module:Name`."""

from __future__ import annotations

import importlib
from typing import Any

from wargame.core.engine.convert import state_to_data
from wargame.core.engine.game import Game
from wargame.plugins.manager import HookRules, make_manager, make_rules


class Failed(AssertionError):
    """A title does not conform; the text says what, where and how to see it again."""


def title_rules(title: str) -> HookRules:
    """The rules of an installed title, or of the plugin class at `package.module:Name`."""
    if ":" not in title:
        return make_rules(title, None, (), ())
    module, name = title.split(":")
    plugin = getattr(importlib.import_module(module), name)()
    return HookRules(make_manager([plugin]).hook.wargame_title(overlay=None), [plugin])


def scenarios(title: str) -> list[str]:
    return [scenario.id for scenario in title_rules(title).title.scenarios]


def make_game(title: str, scenario: str | None = None, **given: Any) -> Game:
    rules = title_rules(title)
    options = rules.title.bot_options(given.pop("options", {}))
    return Game(rules.title, rules, scenario=scenario, options=options, **given)


def snapshot(game: Game) -> dict[str, Any]:
    """Everything by which two games that stand alike must be alike."""
    return {
        "state": state_to_data(game.state),
        "offered": {side: [str(a) for a in q.actions] for side, q in game.decisions.items()},
        "prompts": {side: [q.prompt, q.rule] for side, q in game.decisions.items()},
        "result": game.result.text if game.result is not None else None,
        "digest": game.digest(),
    }
