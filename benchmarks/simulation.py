"""Simulation: games a second with one and two workers, here and on a Dask cluster; steps a second of the environments.

    pip install '.[cluster,rl]' && python benchmarks/simulation.py [TITLE ...]

Every figure is a ratio of runs of the same games, which alternate; it takes two minutes. With titles: their
environments alone.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median
from typing import Any

import attrs
import numpy as np

from wargame.plugins import list_titles, new_game
from wargame.plugins.gym import aec_env
from wargame.plugins.manager import get_title
from wargame.plugins.match.setup import Setup
from wargame.plugins.simulation import Plan, run

GAMES = 160  # four batches of the cluster for each of two workers
ROUNDS = 2
STEPS = 1500
TRIALS = 7  # of a title: steps of the bare kernel, then of its environment


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """A scheduler and its workers, each a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        address = Path(folder) / "scheduler.json"
        silent: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
        python = [sys.executable, "-m"]
        started = [subprocess.Popen([*python, "distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1",
                                     "--no-dashboard", "--scheduler-file", str(address)], **silent)]  # fmt: skip
        for _ in range(workers):
            started.append(subprocess.Popen([*python, "distributed.cli.dask_worker", "--scheduler-file", str(address),
                                             "--nthreads", "1", "--no-nanny", "--no-dashboard"], **silent))  # fmt: skip
        try:
            while not address.exists():
                time.sleep(0.1)
            where = json.loads(address.read_text())["address"]
            from distributed import Client

            with Client(where, timeout=60) as client:
                client.wait_for_workers(workers, timeout=60)
                client.run(lambda: bool(new_game("diplomacy").decision))  # workers that have imported what they need
            yield where
        finally:
            for process in started:
                process.kill()
                process.wait()


def games_per_second(plan: Plan) -> float:
    start = time.perf_counter()
    count = sum(not row.error for row in run(plan))
    return count / (time.perf_counter() - start)


def simulation() -> None:
    sides = dict.fromkeys(get_title("diplomacy").sides, "random")
    plan = Plan(Setup("diplomacy", auto=True, seed=1, sides=sides, options={"last_year": "1910"}), games=GAMES)
    here: dict[int, float] = {}
    for workers in (1, 2):
        with cluster(workers) as address:
            ways = (attrs.evolve(plan, workers=workers), attrs.evolve(plan, cluster=address))
            rates = [[games_per_second(way) for way in ways] for _ in range(ROUNDS)]
        here[workers] = mean(local for local, _ in rates)
        ratio = mean(dask / local for local, dask in rates)
        print(f"{workers} worker(s): {here[workers]:.1f} games a second here, Dask {ratio:.2f} of it")
    print(f"two workers of the pool: {here[2] / here[1]:.2f} times one")


def bare_steps(title: str) -> float:
    """The same game, answer by answer, as that of the environment."""
    source, steps = random.Random(1), 0
    seed = int(np.random.default_rng(1).integers(1 << 31))
    start = time.process_time()
    game = new_game(title, seed=seed, options=get_title(title).bot_options({}))
    while game.decisions and steps < STEPS:
        side, question = next(iter(game.decisions.items()))
        game.apply(source.choice(question.actions), side)
        steps += 1
    return steps / (time.process_time() - start)


def environment_steps(title: str) -> float:
    env = aec_env(title)
    source, steps = random.Random(1), 0
    start = time.process_time()
    env.reset(seed=1)
    for agent in env.agent_iter(STEPS):
        _, _, over, cut_off, _ = env.last()
        if over or cut_off:
            break
        env.step(source.choice(env.driver.legal(agent)))
        steps += 1
    return steps / (time.process_time() - start)


def environments(titles: list[str]) -> None:
    for title in titles:
        environment_steps(title), bare_steps(title)  # loading data is not play
        trials = [(bare_steps(title), environment_steps(title)) for _ in range(TRIALS)]
        bare, env = (median(steps) for steps in zip(*trials, strict=True))
        ratio = median(env / bare for bare, env in trials)
        print(f"{title}: the environment {env:,.0f} steps a second, the bare kernel {bare:,.0f}, ratio {ratio:.2f}")


if __name__ == "__main__":
    environments(sys.argv[1:] or list_titles())
    if not sys.argv[1:]:
        simulation()
