"""A Gymnasium environment: one side is the agent's, bots play the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from wargame.core.engine.errors import WargameError
from wargame.plugins.gym.driver import Driver
from wargame.plugins.gym.layout import LIMIT
from wargame.plugins.match.bots import Bot, make_bot


def observation_space(driver: Driver) -> spaces.Dict:
    """The space of `Driver.observation`."""
    return spaces.Dict({
        "observation": spaces.Box(-LIMIT, LIMIT, (driver.layout.size,), np.float32),
        "action_mask": spaces.Box(0, 1, (driver.size,), np.int8),
    })  # fmt: skip


class SideEnv(gymnasium.Env[dict[str, Any], Any]):
    """`wargame.plugins.gym.single_env` makes one and says what it does."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self, driver: Driver, side: str | None, opponent: str | Mapping[str, str], render_mode: str | None = None
    ) -> None:
        self.side = side or driver.sides[0]
        if self.side not in driver.sides:
            raise WargameError(f"There is no side '{side}'; there are: {', '.join(driver.sides)}.")
        if render_mode not in (None, "ansi"):
            raise WargameError(f"There is no render mode '{render_mode}'; there is: ansi.")
        self.driver = driver
        self.render_mode = render_mode
        self.opponents = {
            other: opponent if isinstance(opponent, str) else opponent.get(other, "greedy")
            for other in driver.sides if other != self.side
        }  # fmt: skip
        self.observation_space = observation_space(driver)
        self.action_space = spaces.Discrete(driver.size)
        self._bots: dict[str, Bot] = {}
        self._potential = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(1 << 31))
        self.driver.begin(number)
        self._bots = {side: make_bot(bot, number + i) for i, (side, bot) in enumerate(self.opponents.items())}
        self._others_play()
        self._potential = self.driver.potential(self.side)
        return self.driver.observation(self.side), self.driver.info(self.side)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer, then let the others play until this side is asked again or the game is over.

        The number of an answer that is not legal changes nothing; `info["refused"]` says so.
        """
        driver, game = self.driver, self.driver.playing
        if self.side not in driver.asked:
            raise WargameError("The game is over: call reset() to begin another.")
        refused = driver.answer(self.side, int(action))
        if not refused:
            self._others_play()
        before, self._potential = self._potential, driver.potential(self.side)
        reward = 0.0 if refused else driver.discount * self._potential - before + driver.outcome(self.side)
        info = driver.info(self.side) | ({"refused": refused} if refused else {})
        over = game.result is not None
        return driver.observation(self.side), float(reward), over, driver.cut_off, info

    def _others_play(self) -> None:
        driver, game = self.driver, self.driver.playing
        while driver.asked and self.side not in driver.asked and not driver.cut_off:
            side = next(iter(driver.asked))
            game.apply(self._bots[side].choose(game, side), side)
            driver.look()

    def render(self) -> str | None:
        """The map as this side sees it, as text."""
        from wargame.plugins.maps import draw_terminal

        game = self.driver.playing
        picture = game.rules.picture(game.state, self.side)
        return "" if picture is None else draw_terminal(picture, game.title.colours, "")
