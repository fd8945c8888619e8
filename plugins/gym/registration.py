"""Makes every title known to Gymnasium: `gymnasium.make("wargame/diplomacy-v0", side="FRANCE")`."""

from __future__ import annotations

from typing import Any

import gymnasium

from wargame.plugins.discovery import plugin_names


def register() -> None:
    """Register an environment for every plugin that may be a title, without importing any of them."""
    for title in plugin_names():
        gymnasium.register(
            f"wargame/{title}-v0", entry_point="wargame.plugins.gym.registration:make", kwargs={"title": title}
        )


def make(title: str, **given: Any) -> Any:
    """The environment of one title, with the arguments of `single_env`."""
    from wargame.plugins.gym import single_env

    return single_env(title, **given)
