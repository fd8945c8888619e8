"""The save file: JSON Lines, a header and then one line per answer, on disk before it is acknowledged.

    {"wargame": 1, "title": "diplomacy", "version": "1", "data": "…", "scenario": …, "options": …, "seed": 7, …,
     "position": null,           or the position from which the game began
     "players": {"FRANCE": "human"}}    who plays which side, if that is known
    ["FRANCE", "A PAR - BUR"]
    {"undo": 12}                 only the first 12 answers remain
    {"hash": "…", "answers": 50}
    {"position": {…}, "answers": 200}

A torn last line is dropped with a warning; anything else that is wrong is refused with its line number. A file of
another version of the title that no longer replays continues from the last position that can still be read.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import FileIO
from itertools import count as numbers
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar

import attrs

from wargame.core.engine.errors import FileInUse, SaveError, WargameError
from wargame.core.engine.past import Answer
from wargame.core.engine.replay import ReplayError, replay

if TYPE_CHECKING:
    from wargame.core.engine.game import Game

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
HASH_EVERY = 50
POSITION_EVERY = 200
HEADER: dict[str, Any] = {  # what a header must hold
    "title": str,
    "version": str,
    "data": str,
    "scenario": str,
    "options": dict,
    "variants": list,
    "seed": int,
    "dice": str,
    "position": dict | None,
}


class Writer:
    """Appends what happens in a game to its file.

    A line that cannot be written in full is cut off again, so that no broken line is ever followed by another. If
    another program has changed the file meanwhile, it is left alone and the answer is refused. If two games of one
    program have the same file, the one that writes first keeps it. `saved`: continue in the file from which the game
    was read.
    """

    ours: ClassVar[dict[tuple[int, int], int]] = {}  # the size of each file (device, number) as this program left it

    def __init__(self, path: Path, game: Game, saved: Saved | None = None) -> None:
        self.path = path
        self._place = Path(os.path.realpath(path))  # even if the program changes its directory
        self._written: list[Answer] = []
        self._next_hash = HASH_EVERY
        self._next_position = POSITION_EVERY
        with _disk_errors(path):
            if saved is None:
                self._size = 0
                self._begin(game)
                return
            self._file = self._place.open("r+b", buffering=0)
            try:
                self._resume(saved)
            except BaseException:
                self._file.close()
                raise
        holds = len(saved.answers)
        self._written = game.journal[:holds]
        self._next_hash = _next(holds, HASH_EVERY)
        self._next_position = _next(holds, POSITION_EVERY)
        self(game)

    def _resume(self, saved: Saved) -> None:
        """Check that the file is as it was read; cut off a torn line."""
        with _locked(self._file):
            if os.fstat(self._file.fileno()).st_size != saved.size:
                raise FileInUse(f"{self.path} was changed by another program.")
            if saved.torn is not None:
                self._file.truncate(saved.torn)
            self._size = self._file.seek(0, os.SEEK_END)

    def _begin(self, game: Game) -> None:
        """Write a new file beside the old one, if there is one, and replace it when the new one is complete."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        place = self._place
        if place.exists() and not place.is_file():  # a device is written to, not replaced
            self._file = place.open("wb", buffering=0)
            self._write_lines([header(game), *self._new_lines(game)])
            return
        new = place.with_name(f".{place.name}.{os.getpid()}.new")
        self._file = new.open("wb", buffering=0)
        try:
            self._write_lines([header(game), *self._new_lines(game)])
            os.replace(new, place)
        except BaseException:
            self._file.close()
            new.unlink(missing_ok=True)
            raise
        _sync_folder(place.parent)

    def __call__(self, game: Game) -> None:
        """Write what is new in the journal of the game, down to the disk."""
        before = self._written[:], self._next_hash, self._next_position
        try:
            with _disk_errors(self.path), _locked(self._file):
                if self._is_ours():
                    self._write_lines(self._new_lines(game))
                else:
                    self._release(game)
        except BaseException:
            self._written, self._next_hash, self._next_position = before
            raise

    def _is_ours(self) -> bool:
        """Whether the file is as we left it; if not, another game of this program owns it now."""
        mine = os.fstat(self._file.fileno())
        if not stat.S_ISREG(mine.st_mode):
            return True
        advice = "by another program; save under another name to go on."
        try:
            there = self._place.stat()
        except FileNotFoundError:
            raise FileInUse(f"{self.path} was removed {advice}") from None
        if there.st_size == self._size and os.path.samestat(mine, there):
            return True
        if self.ours.get((there.st_dev, there.st_ino)) != there.st_size:
            raise FileInUse(f"{self.path} was changed {advice}")
        return False

    def _release(self, game: Game) -> None:
        """The other game keeps the file."""
        game.listener = None
        game.warnings.append(f"Another game writes to {self.path} now; this one is not saved any more.")
        self.close()

    def _new_lines(self, game: Game) -> list[Any]:
        """The lines that bring the file up to date, noted as written."""
        journal, written = game.journal, self._written
        lines: list[Any] = []
        same = len(written)
        if not _only_grew(journal, written):
            same = next(
                (i for i, (a, b) in enumerate(zip(journal, written, strict=False)) if a != b),
                min(len(journal), len(written)),
            )
            lines.append({"undo": same})
            del written[same:]
        lines += [answer.as_list() for answer in journal[same:]]
        written += journal[same:]
        return [*lines, *self._records(game)]

    def _records(self, game: Game) -> list[Any]:
        """From time to time, a hash and the whole position."""
        count, lines = len(self._written), []
        if count >= self._next_hash:
            lines.append({"hash": game.digest(), "answers": count})
            self._next_hash = _next(count, HASH_EVERY)
        if count >= self._next_position:
            lines.append({"position": game.position(), "answers": count})
            self._next_position = _next(count, POSITION_EVERY)
        return lines

    def _write_lines(self, lines: list[Any]) -> None:
        """Write all these lines to disk, or none of them."""
        data = memoryview(b"".join(map(_line, lines)))
        done = 0
        try:
            while done < len(data):
                done += self._file.write(data[done:]) or 0
            _sync(self._file.fileno())
        except BaseException:
            with suppress(OSError):
                self._file.truncate(self._size)
                self._file.seek(self._size)
            raise
        self._size += done
        place = os.fstat(self._file.fileno())
        self.ours[place.st_dev, place.st_ino] = self._size

    def close(self) -> None:
        self._file.close()


def _next(count: int, every: int) -> int:
    return (count // every + 1) * every


@contextmanager
def _disk_errors(path: Path) -> Iterator[None]:
    """Say what is wrong with the disk in one sentence."""
    try:
        yield
    except OSError as error:
        raise SaveError(f"Cannot write {path}: {error.strerror}.") from error


@contextmanager
def _locked(file: IO[bytes] | FileIO) -> Iterator[None]:
    """Keep others from writing to the file meanwhile; a disk without locks is trusted."""
    if fcntl is None:
        yield
        return
    with suppress(OSError):
        fcntl.lockf(file.fileno(), fcntl.LOCK_EX)
    try:
        yield
    finally:
        with suppress(OSError, ValueError):  # closed meanwhile
            fcntl.lockf(file.fileno(), fcntl.LOCK_UN)


def _line(data: Any) -> bytes:
    try:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:  # half a character, as some terminals send
        return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _sync(number: int) -> None:
    """Flush a file to disk; a device that is not a disk cannot and need not do that."""
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise


def _sync_folder(folder: Path) -> None:
    """The same for a new name in a folder, if the folder can be opened."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _only_grew(journal: list[Answer], written: list[Answer]) -> bool:
    """Whether nothing was taken back: undo always shortens the journal, so its length and its end tell."""
    return len(journal) >= len(written) and journal[len(written) - 1 : len(written)] == written[-1:]


def header(game: Game) -> dict[str, Any]:
    """The first line: everything from which a game follows, apart from its answers."""
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
        **({"players": game.players} if game.players else {}),
    }


@attrs.define
class Saved:
    """A save file that has been read but not played yet."""

    path: Path
    header: Mapping[str, Any]
    answers: list[tuple[int, Answer]] = attrs.field(factory=list)  # with their line numbers
    hashes: list[tuple[int, int, str]] = attrs.field(factory=list)  # line, answers, hash
    positions: list[tuple[int, int, Mapping[str, Any]]] = attrs.field(factory=list)
    warnings: list[str] = attrs.field(factory=list)
    size: int = 0  # of the file, in bytes
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
    for name, kind in HEADER.items():
        if name not in first:
            raise SaveError(f"{path}, line 1: the header has no '{name}'.")
        if not isinstance(first[name], kind):
            raise SaveError(f"{path}, line 1: '{name}' cannot be {json.dumps(first[name])}.")
    players = first.get("players", {})
    if not isinstance(players, dict) or not all(isinstance(player, str) for player in players.values()):
        raise SaveError(f"{path}, line 1: 'players' cannot be {json.dumps(players)}.")
    saved = Saved(path, first, size=len(raw))
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
    except (ValueError, RecursionError):
        return False
    return True


def _parse(path: Path, number: int, line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
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
    """Play a saved game up to its last answer and continue writing to its file.

    `make(None)` begins the game of the header; `make(position)` continues from a position.
    """

    def begin(position: Mapping[str, Any] | None) -> Game:
        game = make(position)
        game.players = dict(saved.header.get("players", {}))
        return game

    try:
        game = _replayed(saved, begin(saved.header.get("position")))
    except WargameError as problem:
        game = _from_position(saved, begin, problem)
    else:
        _go_on_writing(saved, game)
    game.warnings.extend(saved.warnings)
    return game


def _go_on_writing(saved: Saved, game: Game) -> None:
    try:
        game.listener = Writer(saved.path, game, saved)
    except FileInUse:
        raise
    except SaveError:
        game.warnings.append(f"{saved.path} cannot be written to; the game is not saved from here on.")


def replay_saved(saved: Saved, game: Game) -> Iterator[Answer]:
    """Give a saved game's answers to a game that stands at its beginning; yields each once it has been given."""
    lines = {count: line for line, count, _ in saved.hashes}
    hashes = {count: text for _, count, text in saved.hashes}
    try:
        for count in replay(game, (answer for _, answer in saved.answers), hashes):
            yield saved.answers[count - 1][1]
    except ReplayError as error:
        line = lines[error.number] if error.wrong_position else saved.answers[error.number - 1][0]
        raise SaveError(f"{saved.path}, line {line}: {error}") from error


def _replayed(saved: Saved, game: Game) -> Game:
    for _ in replay_saved(saved, game):
        pass
    game.let_chance_answer()
    return game


def _from_position(saved: Saved, make: Callable[[Mapping[str, Any] | None], Game], problem: WargameError) -> Game:
    """Continue from the newest position that can still be read and the answers after it that still work, in a new file.

    This is only for files of another version; in a file of this version the `problem` is an error in the file.
    """
    for line, count, position in reversed(saved.positions):
        try:
            game = make(position)
        except WargameError:
            continue
        if not _of_another_version(saved, game):
            raise problem
        played = _replay_as_far_as_it_goes(game, saved.answers[count:])
        old = _copy_beside(saved.path)
        game.save(saved.path)
        game.warnings.append(
            f"{saved.path} was saved by another version and no longer replays ({problem}); "
            f"it continues from the position in line {line}, and its last {len(saved.answers) - count - played} "
            f"answers are lost (the old file is kept as {old.name})."
        )
        return game
    return _from_all_answers(saved, make, problem)


def _from_all_answers(
    saved: Saved, make: Callable[[Mapping[str, Any] | None], Game], problem: WargameError
) -> Game:  # fmt: skip
    """Load a game of another version that has no positions but whose answers all still work: only its hashes differ."""
    try:
        game = make(saved.header.get("position"))
    except WargameError:
        raise problem from None
    count = len(saved.answers)
    if not _of_another_version(saved, game) or _replay_as_far_as_it_goes(game, saved.answers) < count:
        raise problem
    old = _copy_beside(saved.path)
    game.save(saved.path)
    game.warnings.append(
        f"{saved.path} was saved by another version; all its {count} answers were played again by this one "
        f"(the old file is kept as {old.name})."
    )
    return game


def _of_another_version(saved: Saved, game: Game) -> bool:
    return (saved.header.get("version"), saved.header.get("data")) != (game.title.version, game.title.data_hash)


def _copy_beside(path: Path) -> Path:
    """Make a copy named `.old`, or `.old2` and so on if such copies exist."""
    names = (path.with_name(f"{path.name}.old{number if number > 1 else ''}") for number in numbers(1))
    old = next(name for name in names if not name.exists())
    with _disk_errors(old):
        shutil.copy2(path, old)
    return old


def _replay_as_far_as_it_goes(game: Game, answers: list[tuple[int, Answer]]) -> int:
    """Replay the answers that still work; returns their number."""
    played = 0
    try:
        for played in replay(game, (answer for _, answer in answers)):  # noqa: B007 (the last number is what counts)
            pass
    except ReplayError:
        pass
    game.let_chance_answer()
    return played
