"""How strong one bot is against another: pairs of games with the same seed and the sides exchanged.

    python benchmarks/strength.py TITLE --first planner:200p --second greedy [--scenario S] [--option k=v]
        [--pairs 200] [--target 0.75] [--limit ANSWERS] [--workers 1] [--out FILE]

A pair is won by whoever wins more of its two games; at one win each (or two draws) by the sum of the victory-point
margins. Pairs are played until a sequential test decides whether the first bot wins the wanted share of them. With
`--out`, a run that is broken off goes on from the file. In Diplomacy one bot of the first kind plays among six of the
second, as each power in turn, and their centres at the end of 1908 are compared. `person` is the scripted person of
`person.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import mean, median
from typing import Any

import attrs
from person import Person

from wargame.core.engine.actions import Action
from wargame.core.engine.game import Game
from wargame.plugins.manager import get_title
from wargame.plugins.match.bots import Bot, answer_by_bot, make_bot
from wargame.plugins.match.setup import make_match
from wargame.plugins.simulation.report import wilson
from wargame.plugins.simulation.tasks import LIMIT, Task

ERROR = 0.05  # of the sequential test, for each of its two answers
DOUBT = 0.1  # it tells a share this much above the wanted one from one this much below
TARGETS = {"random": 0.85, "greedy": 0.75}  # the wanted share of pairs against these; against others 0.65
LAST_YEAR = "1908"  # of Diplomacy


# --- one game --------------------------------------------------------------------------------------------------------


class Timed:
    """A bot, and the processor time that each of its own turns took, with its answers in the next enemy turn."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.turns: list[float] = []
        self._turn: int | None = None

    def choose(self, game: Game, side: str) -> Action:
        if self._turn != game.turns and (game.fresh or not self.turns):
            self._turn = game.turns
            self.turns.append(0.0)
        before = time.process_time()
        try:
            return self.bot.choose(game, side)
        finally:
            self.turns[-1] += time.process_time() - before


@attrs.frozen
class Played:
    """A game that was played. `margins`: victory points ahead, by side; `scores`: the same by the bots' evaluation."""

    key: str
    seed: int
    turned: bool
    bots: Mapping[str, str]
    winners: tuple[str, ...]
    ending: str
    turn: int
    answers: int
    margins: Mapping[str, float]
    scores: Mapping[str, float]
    times: Mapping[str, tuple[float, ...]]
    megabytes: float

    def points(self, side: str) -> float:
        """A win is a point; a draw, and a game that was broken off, half a point for each side."""
        if not self.winners:
            return 0.5
        return 1 / len(self.winners) if side in self.winners else 0.0


def points_of_grand_illusion(game: Game) -> dict[str, float]:
    german, allied = (float(game.state.tracks.get(f"vp {side}", 0)) for side in ("german", "allied"))
    return {"german": german - allied, "allied": allied - german}


def points_of_paths_of_glory(game: Game) -> dict[str, float]:
    """An automatic victory counts for more the earlier it comes: a point for each turn that was left."""
    state, result = game.state, game.result
    ahead = float(state.tracks["vp"])
    left = state.data.scenarios[state.scenario].end_turn - state.turn
    if result is not None and left > 0:
        ahead += left * (("cp" in result.winners) - ("ap" in result.winners))
    return {"cp": ahead, "ap": -ahead}


def points_of_traces_of_war(game: Game) -> dict[str, float]:
    from wargame.games.traces_of_war.victory import points

    state: Any = game.state
    ahead = sum(points(state, final=True).values()) - state.threshold
    return {"soviet": ahead, "axis": -ahead}


def points_of_when_eagles_fight(game: Game) -> dict[str, float]:
    """The places taken: there are no victory points in this game."""
    from wargame.games.when_eagles_fight.victory import score

    state: Any = game.state
    taken = score(state)
    ahead = float(sum(count if name.startswith("Russian") else -count for name, count in taken.items()))
    return {"cp": ahead, "ru": -ahead}


def centres(game: Game) -> dict[str, float]:
    state: Any = game.state
    return {side: float(len(state.centres_of(side))) for side in game.title.sides}


MARGINS: dict[str, Callable[[Game], dict[str, float]]] = {
    "diplomacy": centres,
    "grand_illusion": points_of_grand_illusion,
    "paths_of_glory": points_of_paths_of_glory,
    "traces_of_war": points_of_traces_of_war,
    "when_eagles_fight": points_of_when_eagles_fight,
}


def scores(game: Game) -> dict[str, float]:
    return {side: round(game.rules.evaluate(game.state, side), 3) for side in game.title.sides}


def opponent(name: str, seed: int) -> Bot:
    """A bot by its name; `person` is the script of `person.py`."""
    return Person(seed) if name == "person" else make_bot(name, seed)


def play(task: Task) -> Played:
    """Play the game of a task, at most to its limit."""
    setup = task.setup()
    game = setup.new_game()
    match = make_match(game, attrs.evolve(setup, sides=dict.fromkeys(game.title.sides, "random")))
    game.players = dict(task.sides)
    bots = {side: Timed(opponent(bot, task.seed * 31 + n)) for n, (side, bot) in enumerate(task.sides.items())}
    while (side := match.bot_to_answer()) is not None and len(game.journal) < task.limit:
        answer_by_bot(game, bots[side], side, game.apply)
    end = game.result
    return Played(
        task.key, task.seed, task.turned, dict(task.sides),
        end.winners if end is not None else (), end.rule if end is not None else "broken off",
        game.state.turn, len(game.journal), MARGINS.get(task.title, scores)(game), scores(game),
        {side: tuple(round(seconds, 4) for seconds in bot.turns) for side, bot in bots.items()},
        round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    )  # fmt: skip


# --- many games ------------------------------------------------------------------------------------------------------


class ResultsFile:
    """The games already played, a line each, so that a run that is broken off goes on."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[str, Played] = {}
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                game = Played(**json.loads(line))
                self.known[game.key] = attrs.evolve(game, winners=tuple(game.winners))

    def add(self, game: Played) -> None:
        self.known[game.key] = game
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(attrs.asdict(game), sort_keys=True) + "\n")


def played(tasks: list[Task], file: ResultsFile, workers: int) -> Iterator[Played]:
    """The games of all tasks in their order; those in the file are not played again."""
    new = [task for task in tasks if task.key not in file.known]
    if workers == 1:
        results: Iterator[Played] = map(play, new)
        yield from _in_order(tasks, file, results)
        return
    with multiprocessing.get_context("forkserver").Pool(workers) as pool:
        yield from _in_order(tasks, file, pool.imap(play, new))


def _in_order(tasks: list[Task], file: ResultsFile, results: Iterator[Played]) -> Iterator[Played]:
    for task in tasks:
        if task.key not in file.known:
            file.add(next(results))
        yield file.known[task.key]


# --- pairs -----------------------------------------------------------------------------------------------------------


def pair_won(games: tuple[Played, Played], first: str) -> float:
    """1 if the first bot wins the pair, 0 if the other does; by wins, then points, then the bots' own evaluation."""
    own, other = 0.0, 0.0
    for count in ("points", "margins", "scores"):
        for game in games:
            for side, bot in game.bots.items():
                value = game.points(side) if count == "points" else getattr(game, count)[side]
                own, other = (own + value, other) if bot == first else (own, other + value)
        if own != other:
            return float(own > other)
    return 0.5


@attrs.define
class SequentialTest:
    """Wald's test: is the share of pairs won `DOUBT` above what is wanted, or `DOUBT` below?

    >>> test = SequentialTest(0.75)
    >>> for _ in range(12): test.add(1.0)
    >>> test.answer
    'yes'
    """

    wanted: float
    ratio: float = 0.0

    def add(self, won: float) -> None:
        low, high = self.wanted - DOUBT, min(self.wanted + DOUBT, 0.99)
        self.ratio += won * math.log(high / low) + (1 - won) * math.log((1 - high) / (1 - low))

    @property
    def answer(self) -> str:
        """'yes', 'no', or an empty text as long as it is open."""
        bound = math.log((1 - ERROR) / ERROR)
        return "yes" if self.ratio >= bound else "no" if self.ratio <= -bound else ""


def pair_tasks(common: Task, sides: tuple[str, ...], first: str, second: str, pairs: int) -> list[Task]:
    """Two games a pair; the second with the bots exchanged."""
    one, other = dict(zip(sides, (first, second), strict=True)), dict(zip(sides, (second, first), strict=True))
    return [
        attrs.evolve(common, seed=seed, sides=given, turned=turned)
        for seed in range(common.seed, common.seed + pairs)
        for given, turned in ((one, False), (other, True))
    ]


def run_pairs(tasks: list[Task], given: argparse.Namespace) -> None:
    test, games, won = SequentialTest(given.target), [], 0.0
    for game in played(tasks, ResultsFile(given.out), given.workers):
        games.append(game)
        if not game.turned:
            continue
        result = pair_won((games[-2], games[-1]), given.first)
        won += result
        test.add(result)
        count = len(games) // 2
        text = "; ".join(f"{'+'.join(g.winners) or '-'} by {g.ending}, turn {g.turn}" for g in games[-2:])
        print(f"pair {count}: {result:g}  ({text})  so far {won:g} of {count}", flush=True)
        if test.answer:
            break
    report(games, won, test, given)


def report(games: list[Played], won: float, test: SequentialTest, given: argparse.Namespace) -> None:
    pairs = len(games) // 2
    low, high = wilson(won, pairs)
    print(f"{given.first} against {given.second} in {given.title}: {won:g} of {pairs} pairs, {won / pairs:.0%} "
          f"[{low:.0%} to {high:.0%}]; {given.target:.0%} wanted: {test.answer or 'undecided'}")  # fmt: skip
    for side in games[0].bots:
        for bot in (given.first, given.second):
            own = [game for game in games if game.bots[side] == bot]
            points, margins = sum(g.points(side) for g in own), [g.margins[side] for g in own]
            print(f"  {side} by {bot}: {points:g} of {len(own)}, margin {mean(margins):+.1f} on average")
    endings = Counter(f"{'+'.join(game.winners) or 'nobody'} by {game.ending}" for game in games)
    print("  endings: " + ", ".join(f"{ending} {count}" for ending, count in endings.most_common()))
    report_times(games)


def report_times(games: list[Played]) -> None:
    for bot in dict.fromkeys(bot for game in games for bot in game.bots.values()):
        times = [t for game in games for side, own in game.times.items() if game.bots[side] == bot for t in own]
        if times:
            print(f"  {bot}: {median(times):.2f} s a turn (median), {max(times):.2f} s at most, {len(times)} turns")
    print(f"  memory: {max(game.megabytes for game in games):.0f} MB at most")


# --- Diplomacy -------------------------------------------------------------------------------------------------------


def power_tasks(common: Task, sides: tuple[str, ...], first: str, second: str, rounds: int) -> list[Task]:
    """A game for each power in each round, played by the first bot among six of the second."""
    options = {"last_year": LAST_YEAR, **common.options}
    return [
        attrs.evolve(common, seed=seed, options=options, sides=dict.fromkeys(sides, second) | {side: first})
        for seed in range(common.seed, common.seed + rounds)
        for side in sides
    ]


def run_powers(tasks: list[Task], given: argparse.Namespace) -> None:
    games = []
    for game in played(tasks, ResultsFile(given.out), given.workers):
        games.append(game)
        power = power_of(game, given.first)
        standing = ", ".join(f"{side} {int(count)}" for side, count in game.margins.items())
        print(f"seed {game.seed}, {power}: {game.margins[power]:g} centres  ({standing})", flush=True)
    ratios = {}
    for power in games[0].bots:
        own = [game for game in games if power_of(game, given.first) == power]
        if own:
            ratios[power] = ratio(own, given.first)
            print(f"  {power}: {mean(g.margins[power] for g in own):.1f} centres, {ratios[power]:.2f} times the others")
    worst = min(ratios, key=lambda power: ratios[power])
    print(f"{given.first} among {given.second}: {ratio(games, given.first):.2f} times the centres of the others "
          f"in {len(games)} games, from {worst} {ratios[worst]:.2f} times")  # fmt: skip
    report_times(games)


def power_of(game: Played, bot: str) -> str:
    return next(side for side, name in game.bots.items() if name == bot)


def ratio(games: list[Played], first: str) -> float:
    """The centres of the first bot, divided by the average of the others."""
    own = [game.margins[power_of(game, first)] for game in games]
    others = [game.margins[side] for game in games for side, bot in game.bots.items() if bot != first]
    return mean(own) / mean(others)


# --- command line ----------------------------------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title")
    parser.add_argument("--first", default="planner:normal")
    parser.add_argument("--second", default="greedy")
    parser.add_argument("--scenario")
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--pairs", type=int, default=200, help="at most (Diplomacy: rounds of seven games)")
    parser.add_argument("--target", type=float, help="the share of pairs that is wanted")
    parser.add_argument("--seed", type=int, default=1, help="of the first pair")
    parser.add_argument("--limit", type=int, default=LIMIT, help="answers after which a game is broken off")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file of results, from which a run goes on")
    given = parser.parse_args()
    given.target = given.target or TARGETS.get(given.second, 0.65)
    if given.first == given.second:
        parser.error("the two bots are the same")
    return given


def main() -> None:
    given = arguments()
    sides = get_title(given.title).sides
    options = dict(option.split("=", 1) for option in given.option)
    common = Task(given.title, given.seed, given.scenario, options, limit=given.limit)
    if len(sides) == 2:
        run_pairs(pair_tasks(common, sides, given.first, given.second, given.pairs), given)
    else:
        run_powers(power_tasks(common, sides, given.first, given.second, given.pairs), given)


if __name__ == "__main__":
    main()
