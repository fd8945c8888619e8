"""A PettingZoo environment: every side is an agent, and each is asked when the rulebook asks it."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from wargame.plugins.gym.driver import Driver
from wargame.plugins.gym.single import observation_space


class TitleEnv(AECEnv):  # type: ignore[misc]
    """`wargame.plugins.gym.aec_env` makes one and says what it does."""

    def __init__(self, driver: Driver, render_mode: str | None = None) -> None:
        super().__init__()
        self.driver = driver
        self.render_mode = render_mode
        name = f"wargame/{driver.setup.title}-v0"
        self.metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": name}
        self.possible_agents = list(driver.sides)
        one, other = observation_space(driver), spaces.Discrete(driver.size)
        self.observation_spaces = dict.fromkeys(self.possible_agents, one)
        self.action_spaces = dict.fromkeys(self.possible_agents, other)
        self._source = np.random.default_rng()
        self._potential: dict[str, float] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._source = np.random.default_rng(seed)
        self.driver.begin(int(self._source.integers(1 << 31)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._potential = {agent: self.driver.potential(agent) for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        return self.driver.observation(agent)

    def step(self, action: Any) -> None:
        """Answer for the agent that is asked. An answer that is not legal changes nothing; `infos` says so."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        refused = self.driver.answer(agent, int(action))
        if refused:
            self.infos[agent]["refused"] = refused
        else:
            self.infos[agent] = {}
            self._reward()
            self._ask()
        self._accumulate_rewards()

    def _reward(self) -> None:
        if not self.driver.shaping and self.driver.playing.result is None:
            return
        for agent in self.agents:
            before, now = self._potential[agent], self.driver.potential(agent)
            self._potential[agent] = now
            self.rewards[agent] = self.driver.discount * now - before + self.driver.outcome(agent)

    def _ask(self) -> None:
        """Whose turn it is to answer, or that the game is over."""
        over, cut_off = not self.driver.asked, self.driver.cut_off
        if over or cut_off:
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, cut_off)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = next(iter(self.driver.asked))
            self.infos[self.agent_selection] = self.driver.info(self.agent_selection)

    def render(self) -> str | None:
        """The map as the side that is asked sees it, as text."""
        from wargame.plugins.maps import draw_terminal

        game = self.driver.playing
        picture = game.rules.picture(game.state, self.agent_selection)
        return "" if picture is None else draw_terminal(picture, game.title.colours, "")

    def close(self) -> None:
        """There is nothing to close."""
