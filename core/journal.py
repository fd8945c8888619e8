"""The save file: JSON Lines, a header and then an answer a line, on disk before it is acknowledged.

    {"wargame": 1, "title": "diplomacy", "version": "1", "data": "…", "scenario": …, "options": …, "seed": 7, …,
     "position": null}           or the position from which the game was begun
    ["FRANCE", "A PAR - BUR"]
    {"undo": 12}                 only the first 12 answers stand
    {"hash": "…", "answers": 50}
    {"position": {…}, "answers": 200}

A torn last line is dropped with a warning; anything else wrong is refused with its line number. A file of another
version of the title that no longer replays goes on from its last position that still can be read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs

from .errors import SaveError, WargameError
from .game import Answer, Game

FORMAT = 1
HASH_EVERY = 50
POSITION_EVERY = 200


class Writer:
    """Appends what happens in a game to its file."""

    def __init__(self, path: Path, game: Game, append: bool = False) -> None:
        self.path = path
        self._written: list[Answer] = []
        self._next_hash = HASH_EVERY
        self._next_position = POSITION_EVERY
        try:
            if not append:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("")
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise SaveError(f"Cannot write {path}: {error.strerror}.") from error
        if append:
            self._written = game.journal[:]
            self._next_hash += len(self._written)
            self._next_position += len(self._written)
        else:
            self._line(header(game))
        self(game)

    def __call__(self, game: Game) -> None:
        """Write what is new in the game's journal and have it on disk."""
        journal, written = game.journal, self._written
        same = len(written)
        if not _only_grew(journal, written):
            same = next(
                (i for i, (a, b) in enumerate(zip(journal, written, strict=False)) if a != b),
                min(len(journal), len(written)),
            )
            self._line({"undo": same})
            del written[same:]
        for answer in journal[same:]:
            self._line(answer.as_list())
            written.append(answer)
        self._records(game)
        self._file.flush()
        os.fsync(self._file.fileno())

    def _records(self, game: Game) -> None:
        """Every so often a hash and the whole position."""
        count = len(self._written)
        if count >= self._next_hash:
            self._line({"hash": game.digest(), "answers": count})
            self._next_hash = count + HASH_EVERY
        if count >= self._next_position:
            self._line({"position": game.position(), "answers": count})
            self._next_position = count + POSITION_EVERY

    def _line(self, data: Any) -> None:
        self._file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")

    def close(self) -> None:
        self._file.close()


def _only_grew(journal: list[Answer], written: list[Answer]) -> bool:
    """Whether nothing was taken back: undo always shortens the journal, so looking at its length and end is enough."""
    return len(journal) >= len(written) and journal[len(written) - 1 : len(written)] == written[-1:]


def header(game: Game) -> dict[str, Any]:
    return {
        "wargame": FORMAT,
        "title": game.title.id,
        "version": game.title.version,
        "data": game.title.data_hash,
        "scenario": game.scenario,
        "options": dict(game.options),
        "variants": list(game.variants),
        "seed": game.seed,
        "dice": game.dice,
        "position": game.origin,
    }


@attrs.define
class Saved:
    """A save file, read but not yet played."""

    path: Path
    header: Mapping[str, Any]
    answers: list[tuple[int, Answer]] = attrs.field(factory=list)  # with their line numbers
    hashes: list[tuple[int, int, str]] = attrs.field(factory=list)  # line, answers, hash
    positions: list[tuple[int, int, Mapping[str, Any]]] = attrs.field(factory=list)
    warnings: list[str] = attrs.field(factory=list)
    torn: int | None = None  # where in the file the torn line begins


def read(path: str | Path) -> Saved:
    """Read a save file; one sentence with the line number for anything wrong."""
    path = Path(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise SaveError(f"Cannot read {path}: {error.strerror}.") from error
    lines = raw.split(b"\n")
    torn = lines.pop()  # what follows the last line end: nothing, in a whole file
    first = _parse(path, 1, lines[0]) if lines else None
    if not isinstance(first, dict) or "wargame" not in first or "title" not in first:
        raise SaveError(f"{path}, line 1: this is not a wargame save file.")
    if first["wargame"] != FORMAT:
        raise SaveError(f"{path}, line 1: save format {first['wargame']} is unknown; this version reads {FORMAT}.")
    saved = Saved(path, first)
    for number, line in enumerate(lines[1:], 2):
        if number == len(lines) and not torn and not _whole(line):
            torn = line + b"\n"
            break
        _take(saved, number, _parse(path, number, line))
    if torn:
        saved.torn = len(raw) - len(torn)
        saved.warnings.append(f"{path}: the last line was torn off and is dropped.")
    return saved


def _whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _parse(path: Path, number: int, line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise SaveError(f"{path}, line {number}: not a line of a save file (broken JSON).") from None


def _take(saved: Saved, number: int, data: Any) -> None:
    match data:
        case [str() as side, str() as text]:
            saved.answers.append((number, Answer(side, text)))
        case {"undo": int() as count} if 0 <= count <= len(saved.answers):
            del saved.answers[count:]
            saved.hashes = [h for h in saved.hashes if h[1] <= count]
            saved.positions = [p for p in saved.positions if p[1] <= count]
        case {"hash": str() as text, "answers": int() as count} if count == len(saved.answers):
            saved.hashes.append((number, count, text))
        case {"position": dict() as position, "answers": int() as count} if count == len(saved.answers):
            saved.positions.append((number, count, position))
        case _:
            raise SaveError(f"{saved.path}, line {number}: this line does not belong in a save file here.")


def load(saved: Saved, make: Callable[[Mapping[str, Any] | None], Game]) -> Game:
    """Play a saved game up to where it stood and go on writing to its file.

    `make(None)` begins the game of the header, `make(position)` continues from a position.
    """
    begun = make(saved.header.get("position"))
    try:
        game = _replayed(saved, begun)
    except SaveError as problem:
        current = begun.title
        if (saved.header.get("version"), saved.header.get("data")) == (current.version, current.data_hash):
            raise
        game = _from_position(saved, make, problem)
    else:
        if saved.torn is not None:
            os.truncate(saved.path, saved.torn)
        game.listener = Writer(saved.path, game, append=True)
    game.warnings.extend(saved.warnings)
    return game


def _replayed(saved: Saved, game: Game) -> Game:
    hashes = {count: (line, text) for line, count, text in saved.hashes}
    for count, (line, answer) in enumerate(saved.answers, 1):
        try:
            game.replay([answer])
        except WargameError as error:
            raise SaveError(f"{saved.path}, line {line}: '{answer.action}' cannot be played here. {error}") from error
        if count in hashes and hashes[count][1] != game.digest():
            raise SaveError(f"{saved.path}, line {hashes[count][0]}: the game replays to another position than saved.")
    game.let_chance_answer()
    return game


def _from_position(saved: Saved, make: Callable[[Mapping[str, Any] | None], Game], problem: SaveError) -> Game:
    """The newest position that still can be read, and the answers after it as far as they go, in a file begun anew."""
    for line, count, position in reversed(saved.positions):
        try:
            game = make(position)
        except WargameError:
            continue
        lost = len(saved.answers) - count
        for _, answer in saved.answers[count:]:
            try:
                game.replay([answer])
            except WargameError:
                break
            lost -= 1
        game.let_chance_answer()
        old = saved.path.with_name(saved.path.name + ".old")
        os.replace(saved.path, old)
        game.save(saved.path)
        game.warnings.append(
            f"{saved.path} was saved by another version and no longer replays ({problem}); "
            f"it continues from the position in line {line}, and its last {lost} answers are lost "
            f"(the old file is kept as {old.name})."
        )
        return game
    raise problem
