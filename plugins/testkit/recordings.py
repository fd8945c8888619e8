"""Random games recorded before a redesign, to be replayed after it: same questions, same events, same results.

    python -m wargame.plugins.testkit record TITLE --games 200 --out DIR
    python -m wargame.plugins.testkit compare DIR

A recording is a compressed file of JSON lines: which game, then for each answer who gave it, who was asked next, the
rule numbers and fields of the events it caused, and the result. Wording, the rules of questions and hashes may change,
and events may have more fields.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wargame.core.engine.game import Game
from wargame.core.engine.past import Answer
from wargame.core.engine.replay import ReplayError, replay_all
from wargame.plugins.testkit.games import make_game, scenarios, title_rules

LONGEST = 20_000  # answers of one game


def record(title: str, games: int, folder: Path, seed: int = 0) -> Iterator[Path]:
    """Play this many games at random, in all scenarios by turns, and write each to a file in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    names = scenarios(title)
    for number in range(seed, seed + games):
        scenario = names[number % len(names)]
        options = title_rules(title).title.bot_options({})
        path = folder / f"{title}-{scenario}-{number}.jsonl.gz"
        with gzip.open(path, "wt", encoding="utf-8") as file:
            head = {"title": title, "scenario": scenario, "seed": number, "options": options}
            for line in (head, *_played(make_game(title, scenario, seed=number, options=options), number)):
                file.write(json.dumps(line, default=list) + "\n")
        yield path


def _played(game: Game, seed: int) -> Iterator[dict[str, Any]]:
    source, answers, events = random.Random(seed), 0, 0
    yield _step(game, answers, events)
    while game.decisions and len(game.journal) < LONGEST:
        answers, events = len(game.journal), len(game.events)
        side = source.choice(sorted(game.decisions))
        game.apply(source.choice(game.decisions[side].actions), side)
        yield _step(game, answers, events)


def _step(game: Game, answers: int, events: int) -> dict[str, Any]:
    """What was answered since, and what came of it."""
    result = game.result
    return {
        "answers": [answer.as_list() for answer in game.journal[answers:]],
        "asked": sorted(game.decisions),
        "events": [[event.rule, event.fields] for event in game.events[events:]],
        "result": result and [sorted(result.winners), result.rule, dict(result.score)],
    }


def difference(path: Path) -> str | None:
    """Where a recorded game first takes another course today; None if it is the same."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        head, first, *steps = map(json.loads, file)
    game = make_game(head["title"], head["scenario"], seed=head["seed"], options=head["options"])
    different = _different(first, _step(game, 0, 0))
    if different:
        return f"{path.name}, at the start: {different}"
    for step in steps:
        answers, events = len(game.journal), len(game.events)
        where = f"{path.name}, answer {answers + 1} ({' '.join(step['answers'][0])})"
        try:
            replay_all(game, (Answer(*answer) for answer in step["answers"]))
        except ReplayError as error:
            return f"{where}: {error.why}"
        different = _different(step, _step(game, answers, events))
        if different:
            return f"{where}: {different}"
    return None


def _different(before: dict[str, Any], now: dict[str, Any]) -> str:
    """The first thing in which two steps differ."""
    now = json.loads(json.dumps(now, default=list))
    for part in ("answers", "asked", "result"):
        if before[part] != now[part]:
            return f"{part} were {before[part]} and are {now[part]}"
    for number, (one, other) in enumerate(zip(before["events"], now["events"], strict=False), 1):
        if one[0] != other[0] or not one[1].items() <= other[1].items():
            return f"event {number} was {one} and is {other}"
    if len(before["events"]) != len(now["events"]):
        return f"there were {len(before['events'])} events and are {len(now['events'])}"
    return ""
