"""One game to be played by bots, and what came of it: plain values that go to another process or machine and back."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.journal import Writer
from wargame.plugins.match.bots import answer_by_bot
from wargame.plugins.match.match import Match
from wargame.plugins.match.setup import Setup, make_match

LIMIT = 200_000  # answers after which a game is given up


@attrs.frozen
class Task:
    """One game: everything that decides how it goes. `turned` tells the second game of a pair, with bots exchanged."""

    title: str
    seed: int
    scenario: str | None = None
    options: Mapping[str, str] = attrs.field(factory=dict)
    sides: Mapping[str, str] = attrs.field(factory=dict)
    variants: tuple[str, ...] = ()
    data: str | None = None
    data_hash: str = ""  # of the data laid over the title's, if there are any
    turned: bool = False
    cell: str = ""
    limit: int = LIMIT
    observers: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What names the game in a file of results: the same game has the same key."""
        given = attrs.asdict(self)
        del given["data"], given["limit"], given["cell"], given["observers"]
        if not self.data_hash:
            del given["data_hash"]
        return json.dumps(given, sort_keys=True, separators=(",", ":"))

    def setup(self) -> Setup:
        """The same as it would be asked for on the command line."""
        return Setup(
            self.title, self.scenario, self.seed, options=self.options, sides=self.sides, variants=self.variants,
            data=Path(self.data) if self.data else None, auto=True, observers=self.observers,
        )  # fmt: skip


@attrs.frozen
class Row:
    """What came of a task. `course` is the score of each side at the end of each turn, `error` what went wrong."""

    key: str
    title: str
    scenario: str
    seed: int
    turned: bool
    cell: str
    bots: Mapping[str, str]
    winners: tuple[str, ...] = ()
    rule: str = ""
    reason: str = ""
    score: Mapping[str, Any] = attrs.field(factory=dict)
    turns: int = 0
    answers: int = 0
    course: Mapping[str, tuple[float, ...]] = attrs.field(factory=dict)
    error: str = ""

    @classmethod
    def failed(cls, task: Task, error: str) -> Row:
        """The row of a game of which nothing is known but what went wrong."""
        return cls(
            task.key, task.title, task.scenario or "", task.seed, task.turned, task.cell, dict(task.sides), error=error
        )  # fmt: skip

    def as_line(self) -> str:
        return json.dumps(attrs.asdict(self), separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Row:
        """The row that a line holds; ValueError if it holds none."""
        try:
            data = json.loads(line)
            course = {side: tuple(scores) for side, scores in data["course"].items()}
            return cls(**{**data, "winners": tuple(data["winners"]), "course": course})
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"not a row: {error}") from error


@attrs.frozen
class Keep:
    """Which journals are kept, and where: those of all games, or only of those that fail."""

    journals: Path | None = None
    failed: Path | None = None

    def path(self, task: Task) -> Path | None:
        """Where the journal of a game goes if it is kept."""
        folder = self.journals or self.failed
        if folder is None:
            return None
        cell = f"-{task.cell.replace(' ', '-').replace('/', '_')}" if task.cell else ""
        return folder / f"{task.title}{cell}-{task.seed}{'-turned' if task.turned else ''}.jsonl"


def play(task: Task, keep: Keep = Keep(), safely: bool = False) -> Row:
    """Play the game of a task to its end. `safely`: its journal is written answer by answer as it is played.

    A game that raises or never ends gives a row that says so.
    """
    setup = task.setup()
    match = make_match(setup.new_game(), setup)
    game, journal = match.game, keep.path(task)
    if journal is not None and safely:
        journal.parent.mkdir(parents=True, exist_ok=True)
        game.save(journal)
    course: dict[str, list[float]] = {side: [] for side in game.title.sides}
    error = ""
    try:
        _play(match, task.limit, course)
    except WargameError as problem:
        error = str(problem)
    except Exception as problem:  # a bot or a title may raise anything; the other games go on
        place = traceback.extract_tb(problem.__traceback__)[-1]
        error = f"{type(problem).__name__}: {problem} ({Path(place.filename).name}:{place.lineno})"
    if journal is not None:
        wanted = bool(keep.journals or error)
        if wanted and not safely:
            journal.parent.mkdir(parents=True, exist_ok=True)
            Writer(journal, game)
        elif not wanted and safely:
            journal.unlink()
    return _row(task, game, {side: tuple(scores) for side, scores in course.items()}, error)


def _play(match: Match, limit: int, course: Mapping[str, list[float]]) -> None:
    game = match.game
    turn = game.state.turn
    while (side := match.bot_to_answer()) is not None:
        if len(game.journal) >= limit:
            raise WargameError(f"The game is not over after {limit} answers.")
        bot = match.players[side]
        assert bot is not None
        answer_by_bot(game, bot, side, game.apply)
        if game.state.turn != turn:
            turn = game.state.turn
            for side, scores in course.items():
                scores.append(round(game.rules.evaluate(game.state, side), 3))


def _row(task: Task, game: Game, course: Mapping[str, tuple[float, ...]], error: str) -> Row:
    row = Row(
        task.key, task.title, game.scenario, task.seed, task.turned, task.cell, dict(game.players),
        turns=game.state.turn, answers=len(game.journal), course=course, error=error,
    )  # fmt: skip
    end = game.result
    if end is None or error:
        return row
    return attrs.evolve(row, winners=end.winners, rule=end.rule, reason=end.reason, score=dict(end.score))
