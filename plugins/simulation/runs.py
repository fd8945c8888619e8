"""A whole simulation: the tasks of a command line, played and reported."""

from __future__ import annotations

import itertools
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import attrs

from wargame.core.engine.errors import WargameError
from wargame.plugins.manager import find_observers, get_title
from wargame.plugins.match.bots import make_bot
from wargame.plugins.match.setup import Setup, choose_players
from wargame.plugins.simulation.pool import play_all
from wargame.plugins.simulation.report import Report
from wargame.plugins.simulation.results import ResultsFile
from wargame.plugins.simulation.tasks import LIMIT, Keep, Row, Task


@attrs.frozen
class Plan:
    """What was asked for. `sweep` gives some options several values: every combination is a cell of its own."""

    setup: Setup
    games: int = 10
    workers: int = 0
    pairs: bool = False
    sweep: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    out: Path | None = None
    journals: Path | None = None
    plot: Path | None = None
    as_json: bool = False
    cluster: str = ""
    limit: int = LIMIT

    @property
    def keep(self) -> Keep:
        """Journals of all games if asked for; else only of those that fail, in a folder `failed` beside the results."""
        return Keep(self.journals, (self.out.parent if self.out is not None else Path()) / "failed")


def make_tasks(plan: Plan) -> list[Task]:
    """The games of a plan, checked: what cannot be played is reported before any game begins."""
    setup = plan.setup
    title = get_title(setup.title, setup.data, setup.variants)
    players = choose_players(title, setup)
    for bot in players.values():
        make_bot(bot, 0)
    find_observers(setup.observers)
    exchanged = _exchanged(players) if plan.pairs else None
    first = setup.seed if setup.seed is not None else 1
    tasks = []
    for cell, options in _cells(plan):
        # reports an option or scenario that does not exist
        attrs.evolve(setup, options=options, seed=first, observers=()).new_game()
        common = Task(
            setup.title, first, setup.scenario, options, players, setup.variants,
            str(setup.data) if setup.data else None, title.data_hash if setup.data else "", cell=cell, limit=plan.limit,
            observers=setup.observers,
        )  # fmt: skip
        for seed in range(first, first + plan.games):
            tasks.append(attrs.evolve(common, seed=seed))
            if exchanged is not None:
                tasks.append(attrs.evolve(common, seed=seed, sides=exchanged, turned=True))
    return tasks


def _exchanged(players: Mapping[str, str]) -> dict[str, str]:
    """The sides, each with the other of the two bots."""
    if len(set(players.values())) != 2:
        raise WargameError("--pairs compares two bots: give each side its own, as in --side A=greedy --side B=random.")
    sides = list(players)
    if len(sides) == 2:
        return {sides[0]: players[sides[1]], sides[1]: players[sides[0]]}
    one, other = dict.fromkeys(players.values())
    return {side: other if bot == one else one for side, bot in players.items()}


def _cells(plan: Plan) -> Iterator[tuple[str, dict[str, str]]]:
    """Each combination of the swept options' values, with its name."""
    for values in itertools.product(*plan.sweep.values()):
        chosen = dict(zip(plan.sweep, values, strict=True))
        name = " ".join(f"{option}={value}" for option, value in chosen.items())
        yield name, {**plan.setup.options, **chosen}


def run(plan: Plan, found: Callable[[int], None] = lambda count: None) -> Iterator[Row]:
    """The rows of a plan: first those in its file, whose number `found` is told, then the others as games end."""
    tasks = make_tasks(plan)
    file = ResultsFile(plan.out) if plan.out is not None else None
    try:
        there = file.rows if file is not None else {}
        known = [there[task.key] for task in tasks if task.key in there and not there[task.key].error]
        found(len(known))
        yield from known
        held = {row.key for row in known}
        rest = [task for task in tasks if task.key not in held]
        for row in _played(plan, rest):
            if file is not None:
                file.add(row)
            yield row
    finally:
        if file is not None:
            file.close()


def _played(plan: Plan, tasks: list[Task]) -> Iterator[Row]:
    if plan.cluster:
        from wargame.plugins.simulation.cluster import play_on

        return play_on(plan.cluster, tasks, plan.keep)
    return play_all(tasks, plan.workers or os.cpu_count() or 1, plan.keep)


def simulate(plan: Plan) -> Iterator[str]:
    """The lines to print; Ctrl-C stops cleanly, with the report of the games played so far."""
    tasks = make_tasks(plan)
    if plan.plot is not None:
        from wargame.plugins.simulation.plots import check_drawable

        check_drawable(plan.plot)
    rows: list[Row] = []
    progress = _Progress(len(tasks))
    begun, interrupted = time.perf_counter(), False
    try:
        with progress:
            for row in run(plan, progress.begin):
                rows.append(row)
                progress.advance(rows)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - begun
    report = Report.of(rows)
    if plan.as_json:
        yield json.dumps(report.as_dict() | {"seconds": round(seconds, 3), "interrupted": interrupted})
    else:
        if interrupted:
            yield f"Interrupted after {len(rows)} of {len(tasks)} games."
        yield from _told(plan, report)
        yield _pace(len(rows) - progress.held, seconds, progress.held)
    if plan.plot is not None and report.ended:
        from wargame.plugins.simulation.plots import draw

        draw(report, plan.plot)


def _pace(played: int, seconds: float, held: int) -> str:
    """How long the games took, without those that were in the file."""
    more = f"; {held} {'was' if held == 1 else 'were'} in the file" if held else ""
    if not played:
        return f"No game was played{more}."
    each = f"{seconds / played:.2f} s each, {played / max(seconds, 1e-9):.1f} a second"
    return f"{played} {'game' if played == 1 else 'games'} in {seconds:.1f} s ({each}){more}"


def _told(plan: Plan, report: Report) -> Iterator[str]:
    bots: dict[str, list[str]] = {}
    for row in report.rows[:1]:
        for side, bot in row.bots.items():
            bots.setdefault(bot, []).append(side)
    if bots:
        yield " ".join(f"{bot} plays {_enumerated(sides)}." for bot, sides in bots.items())
    if len(report.cells()) > 1:
        yield from report.cell_lines()
    else:
        yield from report.lines()
    folder = plan.journals or plan.keep.failed
    if report.failed and folder is not None and folder.is_dir():
        yield f"The journals of failed games are in {folder}."


def _enumerated(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class _Progress:
    """A bar on a terminal: games a second, time left, the score so far. `held` counts the games of the file."""

    def __init__(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        self.held = 0
        self.begun = time.perf_counter()
        self.bar = Progress(
            MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}"),
            console=console, transient=True, disable=not console.is_terminal,
        )  # fmt: skip
        self.task = self.bar.add_task("", total=total)

    def __enter__(self) -> None:
        self.bar.start()

    def __exit__(self, *raised: object) -> None:
        self.bar.stop()

    def begin(self, held: int) -> None:
        self.held = held

    def advance(self, rows: list[Row]) -> None:
        if self.bar.disable:
            return
        rate = (len(rows) - self.held) / max(time.perf_counter() - self.begun, 1e-9)
        score = ", ".join(f"{one['who']} {one['games']}" for one in Report(tuple(rows)).wins()[:3])
        self.bar.update(self.task, completed=len(rows), description=f"{rate:.1f} a second; {score}")
