"""Environments for learning agents: the checks of Gymnasium and PettingZoo, stable numbers, rewards, hidden things."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="environments need the extra 'rl'")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from wargame.core.engine.actions import DONE, PASS, Pass
from wargame.core.engine.errors import WargameError
from wargame.core.title.observation import observe
from wargame.plugins import list_titles
from wargame.plugins.gym import aec_env, single_env
from wargame.plugins.gym.layout import Encoder, Layout
from wargame.plugins.gym.vocabulary import SPARE, Numbers, Vocabulary, grow, vocabulary, vocabulary_file
from wargame.plugins.manager import get_title

OURS = ("diplomacy", "grand_illusion", "paths_of_glory", "traces_of_war", "when_eagles_fight")
FIRST = [(title, get_title(title).scenarios[0].id) for title in OURS]
OTHERS = [
    pytest.param(title, scenario.id, marks=pytest.mark.slow)
    for title in OURS for scenario in get_title(title).scenarios[1:]
]  # fmt: skip


def play(env: Any, steps: int, source: random.Random) -> list[Any]:
    """Some steps of a single environment at random."""
    seen = []
    for _ in range(steps):
        legal = env.driver.legal(env.side)
        seen.append(env.step(source.choice(legal)))
        if seen[-1][2] or seen[-1][3]:
            break
    return seen


# --- what the libraries check ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "scenario"), [*FIRST, *OTHERS])
def test_gymnasium_finds_nothing_wrong(title: str, scenario: str) -> None:
    env = single_env(title, opponent="random", scenario=scenario)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises against large spaces, and misses a registration
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize(("title", "scenario"), [*FIRST, *OTHERS])
def test_pettingzoo_finds_nothing_wrong(title: str, scenario: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(aec_env(title, scenario=scenario), num_cycles=60)


@pytest.mark.parametrize("title", OURS)
def test_the_same_seed_gives_the_same_game(title: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: aec_env(title), num_cycles=60)


def test_gymnasium_makes_every_title_by_its_name() -> None:
    for title in OURS:
        assert f"wargame/{title}-v0" in gymnasium.registry
    env = gymnasium.make("wargame/diplomacy-v0", side="FRANCE", opponent="random")
    seen, info = env.reset(seed=3)
    assert "A PAR" in info["prompt"] or info["actions"]
    assert env.observation_space.contains(seen)


# --- answers ---------------------------------------------------------------------------------------------------------


def test_an_answer_keeps_its_number_from_game_to_game() -> None:
    numbers = [{}, {}]  # type: ignore[var-annotated]
    for seed, found in enumerate(numbers):
        env = aec_env("grand_illusion")
        env.reset(seed=seed)
        for agent in env.agent_iter(300):
            if env.terminations[agent]:
                break
            question = env.driver.playing.decisions[agent]
            found.update(zip(map(str, question.actions), env.driver.legal(agent), strict=True))
            env.step(env.driver.legal(agent)[seed % len(env.driver.legal(agent))])
    both = numbers[0].keys() & numbers[1].keys()
    listed = len(vocabulary("grand_illusion").actions)
    assert len(both) > 50
    assert all(numbers[0][text] == numbers[1][text] for text in both if numbers[0][text] < listed)


def test_answers_that_are_not_listed_get_spare_numbers_and_no_number_twice() -> None:
    numbers = Numbers(Vocabulary(actions=("done",)))
    found = numbers.of([DONE, PASS])
    assert found[0] == 0
    assert 1 <= found[1] <= SPARE
    assert Numbers(Vocabulary(actions=("done",))).of([PASS]) == [found[1]]
    many = numbers.of([PASS, *(Pass() for _ in range(3))])
    assert len(set(many)) == 4


def test_more_answers_than_spare_numbers_leave_the_last_ones_out() -> None:
    found = Numbers(Vocabulary()).of([PASS] * (SPARE + 2))
    assert found.count(-1) == 2
    assert len(set(found)) == SPARE + 1


def test_the_number_of_no_legal_answer_changes_nothing() -> None:
    env = single_env("paths_of_glory", opponent="random")
    before, _ = env.reset(seed=1)
    journal = list(env.driver.playing.journal)
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    after, reward, over, cut_off, info = env.step(illegal)
    assert str(illegal) in info["refused"]
    assert (reward, over, cut_off) == (0.0, False, False)
    assert env.driver.playing.journal == journal
    assert np.array_equal(before["observation"], after["observation"])


@pytest.mark.parametrize("title", OURS)
def test_an_answer_can_be_built_factor_by_factor(title: str) -> None:
    env = single_env(title, opponent="random")
    _, info = env.reset(seed=2)
    source = random.Random(2)
    for _ in range(15):
        factors = info["factors"]
        chosen: list[int] = []
        while len(chosen) < 4:
            mask = factors.mask(*chosen)
            assert mask.any()
            chosen.append(source.choice(np.flatnonzero(mask).tolist()))
        number = factors.answer(*chosen)
        assert number in env.driver.legal(env.side)
        _, _, over, _, info = env.step(number)
        if over:
            break
    with pytest.raises(ValueError, match="no legal answer"):
        info["factors"].answer(0, 1, 1, 1)


# --- observations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", OURS)
def test_units_and_control_are_where_the_layout_says(title: str) -> None:
    env = single_env(title, opponent="random")
    seen, _ = env.reset(seed=4)
    layout, game = env.driver.layout, env.driver.playing
    facts = game.rules.view(game.state, env.side)
    found = game.rules.observation(game.title, facts) or observe(facts)
    assert found.units
    array, part = seen["observation"], layout.parts["units"]
    for name, unit in found.units.items():
        at = part.start + 3 * part.names.index(name)
        assert layout.vocabulary.places[int(array[at]) - 1] == unit["at"]
        assert array[at + 1] == unit["steps"]
    control = layout.parts["control"]
    for place, side in found.control.items():
        number = int(array[control.start + control.names.index(place)])
        assert ("", *game.title.sides)[number] == (side if side in game.title.sides else "")
    assert array[0] == game.state.turn


@pytest.mark.parametrize("title", ["paths_of_glory", "traces_of_war", "when_eagles_fight"])
def test_what_a_side_may_not_know_is_not_in_the_array(title: str) -> None:
    """The other side's cards, chits or hidden stacks dealt anew leave the array as it is."""
    env = single_env(title, opponent="random")
    env.reset(seed=5)
    play(env, 30, random.Random(5))
    game, layout, side = env.driver.playing, env.driver.layout, env.side
    array = Encoder(layout, side).encode(game)
    for seed in range(5):
        assert np.array_equal(Encoder(layout, side).encode(game.fork(side, seed)), array)


def test_the_table_of_a_layout_covers_the_whole_array() -> None:
    layout = Layout.of("diplomacy")
    parts = list(layout.parts.values())
    assert [part.start for part in parts[1:]] == [part.start + part.size for part in parts[:-1]]
    assert layout.size == parts[-1].start + parts[-1].size
    assert all(name in layout.describe() for name in layout.parts)


# --- the vocabulary --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", OURS)
def test_our_titles_have_frozen_vocabularies_that_fit_them(title: str) -> None:
    frozen = vocabulary(title)
    assert vocabulary_file(title).is_file()
    assert set(get_title(title).counters) <= set(frozen.units)
    names = grow(title, 1)
    for field in ("units", "places", "marks", "cards", "piles", "phases", "tracks"):
        assert set(getattr(names, field)) <= set(getattr(frozen, field)), field


def test_growing_again_only_adds_to_the_ends() -> None:
    small = grow("diplomacy", 1)
    large = grow("diplomacy", 2, small)
    assert large.actions[: len(small.actions)] == small.actions
    assert len(large.actions) > len(small.actions)


def test_a_file_that_is_no_vocabulary_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "vocabulary.json"
    path.write_text(json.dumps({"verbs": []}))
    with pytest.raises(WargameError, match=r"vocabulary\.json is not a vocabulary"):
        Vocabulary.read(path)


def test_a_title_without_a_file_gets_the_same_vocabulary_each_time() -> None:
    assert grow("diplomacy", 1) == grow("diplomacy", 1)


def test_freezing_an_unknown_title_is_said_in_a_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wargame.plugins.gym", "freeze", "chess"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("There is no title 'chess'")


# --- rewards ---------------------------------------------------------------------------------------------------------


def test_the_result_is_the_reward_at_the_end() -> None:
    env = aec_env("diplomacy", options={"last_year": "1901"})
    env.reset(seed=6)
    total = dict.fromkeys(env.possible_agents, 0.0)
    source = random.Random(6)
    for agent in env.agent_iter():
        _, reward, over, cut_off, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut_off else source.choice(env.driver.legal(agent)))
    result = env.driver.playing.result
    assert result is not None
    assert total == {agent: env.driver.outcome(agent) for agent in env.possible_agents}


@pytest.mark.parametrize("title", ["traces_of_war", "diplomacy"])
def test_shaping_adds_up_to_nothing_but_where_the_game_began(title: str) -> None:
    """Potential-based: over a whole game the shaped rewards differ from the plain ones by the first potential."""
    env = single_env(title, opponent="random", shaping=0.05)
    env.reset(seed=7)
    first = env.driver.potential(env.side)
    source, total = random.Random(7), 0.0
    for _ in range(20_000):
        _, reward, over, _, _ = env.step(source.choice(env.driver.legal(env.side)))
        total += reward
        if over:
            break
    assert total == pytest.approx(env.driver.outcome(env.side) - first)


def test_a_game_that_is_too_long_is_cut_off() -> None:
    env = single_env("when_eagles_fight", opponent="random", longest=40)
    env.reset(seed=8)
    *_, last = play(env, 100, random.Random(8))
    assert last[3]
    assert not last[2]


# --- what goes wrong -------------------------------------------------------------------------------------------------


def test_mistakes_are_said_in_a_sentence() -> None:
    with pytest.raises(WargameError, match="There is no side 'x'"):
        single_env("diplomacy", "x")
    with pytest.raises(WargameError, match="There is no title 'chess'"):
        aec_env("chess")
    with pytest.raises(WargameError, match="render mode"):
        single_env("diplomacy", render_mode="human")
    env = single_env("diplomacy", opponent="random")
    with pytest.raises(WargameError, match="reset"):
        env.step(0)


def test_the_map_can_be_rendered_as_text() -> None:
    env = single_env("diplomacy", opponent="random", render_mode="ansi")
    env.reset(seed=1)
    assert "PAR" in str(env.render())


def test_listing_titles_imports_no_gymnasium() -> None:
    code = "import sys, wargame.plugins as p; p.list_titles(); print('gymnasium' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert set(OURS) <= set(list_titles())
