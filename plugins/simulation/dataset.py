"""`wargame dataset`: what each side knew, what it could answer and what it answered, from saved games.

A row is one answer of a side, as JSON:

    {"game": "dip.jsonl", "title": "diplomacy", "scenario": "standard", "answer": 12, "side": "FRANCE", "by": "human",
     "turn": 1, "phase": "orders", "prompt": "Order for A PAR?", "rule": "VII.1", "view": {...},
     "legal": ["A PAR H", "A PAR - BUR", ...], "complete": true, "chosen": "A PAR - BUR",
     "outcome": 1.0, "ending": "..."}

`view` is what `game.view(side)` shows, without what the others hide. `complete` tells whether `legal` lists all legal
answers. `outcome` is 1 if the side won in the end, -1 if it lost, 0 for a draw, and null if the game is not over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wargame.core.engine import journal
from wargame.core.engine.errors import SaveError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import CHANCE
from wargame.core.engine.result import Result
from wargame.plugins import saved_game


def rows(save: Path, data: Path | None = None, people: bool = False) -> Iterator[dict[str, Any]]:
    """The rows of a saved game in the order of its answers; with `people`, only those of sides that people played."""
    saved = journal.read(save)
    end = _played(saved, data).result
    game = saved_game(saved.header, saved.header["position"], data=data)
    steps = journal.replay_saved(saved, game)
    for number, (_, answer) in enumerate(saved.answers, 1):
        by = saved.header.get("players", {}).get(answer.side, "human")
        row = None
        if answer.side != CHANCE and (by == "human" or not people):
            row = {"game": save.name, "answer": number, "by": by, **_situation(game, answer.side)}
        next(steps)
        if row is not None:
            row["chosen"] = str(game.journal[number - 1].action)
            yield row | {"outcome": outcome(end, answer.side), "ending": end and end.text}


def _played(saved: journal.Saved, data: Path | None) -> Game:
    game = saved_game(saved.header, saved.header["position"], data=data)
    for _ in journal.replay_saved(saved, game):
        pass
    return game


def _situation(game: Game, side: str) -> dict[str, Any]:
    """What a side knows and may answer."""
    question = game.decisions[side]
    return {
        "title": game.title.id, "scenario": game.scenario, "side": side, "turn": game.state.turn,
        "phase": game.state.phase, "prompt": question.prompt, "rule": question.rule, "view": game.view(side),
        "legal": [str(action) for action in question.actions], "complete": question.complete,
    }  # fmt: skip


def outcome(end: Result | None, side: str) -> float | None:
    """How a game ended for a side: 1 won, -1 lost, 0 drawn or won together with others, None not over."""
    if end is None:
        return None
    if not end.winners:
        return 0.0
    return (1.0 if len(end.winners) == 1 else 0.0) if side in end.winners else -1.0


def write(saves: list[Path], out: Path, data: Path | None = None, people: bool = False) -> Iterator[str]:
    """Write the rows of all games to a file; a line to print for each."""
    try:
        with out.open("w", encoding="utf-8") as file:
            for save in saves:
                count = 0
                for row in rows(save, data, people):
                    count += 1
                    file.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n")
                yield f"{save}: {count} answers"
    except OSError as error:
        raise SaveError(f"{error.filename or out}: {error.strerror or error}.") from None
