"""The same game in other processes, which hash texts differently."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from wargame.core.engine.convert import digest
from wargame.core.engine.past import Answer
from wargame.core.engine.replay import replay
from wargame.plugins.testkit.games import Failed, make_game, snapshot
from wargame.plugins.testkit.random_game import RandomGame


def trace(title: str, scenario: str, seed: int, options: Mapping[str, Any], answers: list[list[str]]) -> list[str]:
    """A hash of the game at its start and after each of these answers."""
    game = make_game(title, scenario, seed=seed, options=options)
    found = [digest(snapshot(game))]
    for _ in replay(game, (Answer(side, text) for side, text in answers)):
        found.append(digest([snapshot(game), game.events[-1].text if game.events else ""]))
    return found


def check_other_processes(
    title: str,
    scenario: str | None = None,
    seed: int = 0,
    *,
    options: Mapping[str, Any] | None = None,
    steps: int = 150,
    hash_seeds: Iterable[int] = (1, 2),
) -> None:
    """The journal of a random game replays alike, answer by answer, in processes that hash texts differently."""
    random = RandomGame(title, scenario, seed, options or {})
    for _ in range(steps):
        if random.game.decisions:
            side, action = random.pick()
            random.game.apply(action, side)
    game = random.game
    answers = [a.as_list() for a in game.journal]
    order: dict[str, Any] = {
        "title": title,
        "scenario": game.scenario,
        "seed": seed,
        "options": dict(game.options),
        "answers": answers,
    }
    traces = {"here": trace(**order)}
    for hash_seed in hash_seeds:
        traces[f"PYTHONHASHSEED={hash_seed}"] = _trace_elsewhere(order, hash_seed)
    for name, found in traces.items():
        for number, (one, other) in enumerate(zip(traces["here"], found, strict=True)):
            if one != other:
                last = " ".join(answers[number - 1]) if number else "the set-up"
                raise random.fail(f"replayed with {name}, it differs after answer {number} ({last}).")


def _trace_elsewhere(order: Mapping[str, Any], hash_seed: int) -> list[str]:
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    done = subprocess.run(
        [sys.executable, "-m", "wargame.plugins.testkit", "trace"],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": paths},
    )
    if done.returncode:
        raise Failed(f"{order['title']} does not replay in another process: {done.stderr.strip()[-2000:]}")
    return list(json.loads(done.stdout))
