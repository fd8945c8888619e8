"""Environments for reinforcement learning (`pip install 'wargame[rl]'`).

    from wargame.plugins.gym import aec_env, single_env

    env = single_env("when_eagles_fight", side="cp", opponent="greedy")
    seen, info = env.reset(seed=7)
    done = False
    while not done:
        answer = env.action_space.sample(seen["action_mask"])
        seen, reward, over, cut_off, info = env.step(answer)
        done = over or cut_off

Gymnasium knows every title once this module is imported: `gymnasium.make("wargame/diplomacy-v0", side="FRANCE")`.

An observation holds `observation`, an array (`env.driver.layout.describe()` says what is where), and `action_mask`, a
1 for every legal answer. `info["actions"]` are the legal answers as texts, `info["prompt"]` is the question, and
`info["factors"]` has the answers by verb, unit, space and card.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from wargame.core.engine.errors import WargameError

if TYPE_CHECKING:
    from wargame.plugins.gym.aec import TitleEnv
    from wargame.plugins.gym.single import SideEnv

__all__ = ["aec_env", "single_env"]

MISSING = "Environments need Gymnasium, PettingZoo and NumPy: pip install 'wargame[rl]'."

with suppress(ImportError):  # without Gymnasium, the functions say what is missing
    from wargame.plugins.gym.registration import register

    register()


def single_env(
    title: str,
    side: str | None = None,
    opponent: str | Mapping[str, str] = "greedy",
    *,
    render_mode: str | None = None,
    **given: Any,
) -> SideEnv:
    """A Gymnasium environment in which the agent plays `side` (the title's first one) and bots play the others.

    `opponent`: the bot of all other sides, or a bot for each of them by name. `scenario`, `options`, `variants` and
    `data` choose the game. A game of more than `longest` answers is cut off (`truncated`).

    The reward is 1 for a win, -1 for a loss and 0 otherwise, when the game is over. With `shaping`, a small number
    such as 0.05, progress is rewarded at each step by the difference in `tanh(shaping * evaluation)`, discounted by
    `discount`; this does not change which policy is best.
    """
    try:
        from wargame.plugins.gym.driver import Driver
        from wargame.plugins.gym.single import SideEnv
    except ImportError:
        raise WargameError(MISSING) from None
    return SideEnv(Driver(title, **given), side, opponent, render_mode)


def aec_env(title: str, *, render_mode: str | None = None, **given: Any) -> TitleEnv:
    """A PettingZoo AEC environment with an agent for every side; the same arguments as `single_env`.

    Where several sides answer at the same time, they are asked one after the other and see nothing of each other's
    answers until the last of them has answered.
    """
    try:
        from wargame.plugins.gym.aec import TitleEnv
        from wargame.plugins.gym.driver import Driver
    except ImportError:
        raise WargameError(MISSING) from None
    return TitleEnv(Driver(title, **given), render_mode)
