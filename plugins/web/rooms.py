"""Games that are being served: one room a game, with its file, its seats and the bots that play in it."""

from __future__ import annotations

import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import IllegalAction, SaveError, WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.questions import Question
from wargame.plugins import load_game
from wargame.plugins.answers.names import Names
from wargame.plugins.answers.reader import Reader
from wargame.plugins.match.replay import Position, game_after
from wargame.plugins.web.bot_pool import BotPool
from wargame.plugins.web.seats import Seat, Seats
from wargame.plugins.web.views import View, make_view, picture_of

KEPT_ANSWERS = 64  # answers whose ids are remembered, so that one sent twice is given once
NAMED = 8  # answers that are suggested for a text that fits several
KEPT_VIEWS = 32  # earlier views, from which only the changes are sent
STRIDE = 100  # answers between the positions kept as starting points for replays


class Stale(WargameError):
    """An answer to a position that is no longer the current one."""


class Room:
    """One game. Its methods may be called from any thread; a lock lets only one of them use the game at a time."""

    def __init__(self, game: Game, path: Path, seats: Seats, data: Path | None = None) -> None:
        self.game = game
        self.path = path
        self.seats = seats
        self.data = data
        self.listeners: set[Callable[[], None]] = set()
        self.viewers: dict[str, str] = {}  # by seat shared between sides: the side at the screen
        self._lock = threading.RLock()
        self._given: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._chain: list[int] = [0]
        self._views: OrderedDict[tuple[str, str], View] = OrderedDict()
        self._positions: dict[tuple[int, int], Position] = {}  # by number of answers and checksum, for replays

    # --- revisions ---------------------------------------------------------------------------------------------

    @property
    def revision(self) -> str:
        """The length of the journal and its checksum: stays the same over a restart, but not over an undo."""
        journal = self.game.journal
        del self._chain[len(journal) + 1 :]
        for answer in journal[len(self._chain) - 1 :]:
            self._chain.append(zlib.crc32(f"{answer.side} {answer.action}\n".encode(), self._chain[-1]))
        return f"{len(journal)}.{self._chain[-1]:08x}"

    def _changed(self) -> None:
        for notify in tuple(self.listeners):
            notify()

    # --- looking -----------------------------------------------------------------------------------------------

    def viewer(self, seat: Seat) -> str | None:
        """The side whose view the seat's screen may show now; None while a curtain hides it between two people."""
        if not seat.sides:
            return ""
        if not seat.shared:
            return seat.sides[0]
        asked = [side for side in self.game.decisions if side in seat.sides]
        viewer = self.viewers.get(seat.token)
        if not asked or viewer in asked:
            return viewer or seat.sides[0]
        if not self._anything_hidden(seat.sides):
            self.viewers[seat.token] = asked[0]
            return asked[0]
        return None

    def _anything_hidden(self, sides: tuple[str, ...]) -> bool:
        """Whether one of the sides at a screen knows something that another does not."""
        game = self.game
        if game.at_once or any(event.to is not None for event in game.events):
            return True
        first, *others = (game.rules.view(game.state, side) for side in sides)
        return any(view != first for view in others)

    def open_curtain(self, seat: Seat, side: str) -> None:
        """At a shared screen, let `side` look: its player says that nobody else is."""
        if side not in seat.sides:
            raise IllegalAction("", f"{side} does not sit here.")
        with self._lock:
            self.viewers[seat.token] = side

    def view(self, seat: Seat, have: str = "") -> dict[str, object]:
        """What the seat may see now; with `have`, a revision it has seen, only what changed since."""
        with self._lock:
            side = self.viewer(seat)
            if side is None:
                return self._curtain(seat)
            new = self._view_of(side)
            old = self._views.get((side, have))
            return new.as_dict(old) | {"rev": self.revision, "seat": list(seat.sides), "owner": seat.owner,
                                       "can_undo": self._why_not_undo(seat) is None}  # fmt: skip

    def _curtain(self, seat: Seat) -> dict[str, object]:
        waiting = [side for side in self.game.decisions if side in seat.sides]
        return {"rev": self.revision, "curtain": waiting[0], "title": self.game.title.name, "seat": list(seat.sides)}

    def _view_of(self, side: str) -> View:
        key = (side, self.revision)
        found = self._views.get(key)
        if found is None:
            found = self._views[key] = make_view(self.game, side)
            while len(self._views) > KEPT_VIEWS:
                self._views.popitem(last=False)
        return found

    def replayed(self, seat: Seat, count: int) -> dict[str, object]:
        """What the seat's side could see after `count` answers; everything, once the game is over."""
        with self._lock:
            side = self.viewer(seat)
            if side is None:
                return self._curtain(seat)
            count = max(0, min(count, len(self.game.journal)))
            earlier = self._game_after(count)
            shown = make_view(earlier, None if self.game.result is not None else side)
            found = shown.as_dict(None)
            return found | {"question": None, "at": count, "of": len(self.game.journal)}

    def _game_after(self, count: int) -> Game:
        """The game after `count` answers, played on from the last position kept before."""
        start = count - count % STRIDE
        self.revision  # noqa: B018 (brings the chain up to date)
        key = (start, self._chain[start])
        if key not in self._positions:
            self._positions[key] = game_after(self.game, start, self.data).position()
        return game_after(self.game, count, self.data, (start, self._positions[key]))

    # --- answering ---------------------------------------------------------------------------------------------

    def answer(self, seat: Seat, revision: str, id: str, text: str, sure: bool = False) -> str | None:
        """Give an answer; one that is sent twice with the same `id` is given once.

        If the answer would waste something it is not given, and the warning returned, unless the person is `sure`.
        """
        with self._lock:
            if (seat.token, id) in self._given:
                return None
            side = self._asked_side(seat)
            self._check_revision(revision)
            question = self.game.decisions[side]
            action = self._read(text, question, side)
            warning = question.warning(action)
            if warning and not sure:
                return warning
            self.game.apply(action, side)
            self._given[seat.token, id] = text
            while len(self._given) > KEPT_ANSWERS:
                self._given.popitem(last=False)
        self._changed()
        return None

    def _read(self, text: str, question: Question, side: str) -> Action:
        """The answer that a text means: written out or, as at the terminal, in short, by names of units and spaces."""
        notation = self.game.title.notation
        try:
            action = question.read(text, notation)
            question.check(action)
            return action
        except IllegalAction:
            names = Names.of(picture_of(self.game, side)).explained_by(question.shown())
            reading = Reader(question, notation, lambda: names, numbered=False).read(text)
        if reading.refusal is not None:
            raise reading.refusal
        if reading.answer is None:
            several = ", ".join(map(str, reading.pick[:NAMED]))
            raise IllegalAction(question.rule, f"'{text}' is not one answer; did you mean {several}?")
        return reading.answer

    def _asked_side(self, seat: Seat) -> str:
        viewer = self.viewer(seat)
        if viewer is None or viewer not in self.game.decisions or viewer not in seat.sides:
            asked = ", ".join(self.game.decisions) or "nobody"
            raise IllegalAction("", f"You are not asked now; {asked} is.")
        return viewer

    def _check_revision(self, revision: str) -> None:
        if revision != self.revision:
            raise Stale("The game has moved on; this is the position now.")

    def undo(self, seat: Seat, revision: str) -> None:
        """Take back the seat's last answer, if nothing was revealed and nobody else has answered since."""
        with self._lock:
            self._check_revision(revision)
            refused = self._why_not_undo(seat)
            if refused is not None:
                raise IllegalAction("", refused)
            self.game.undo(self.viewer(seat) if self.game.at_once else None, free=False)
        self._changed()

    def _why_not_undo(self, seat: Seat) -> str | None:
        game = self.game
        if not seat.sides:
            return "Spectators take nothing back."
        side = self.viewer(seat)
        given = [i for i, one in enumerate(game.journal) if one.side == side]
        if not given:
            return "There is nothing to take back."
        if not game.may_undo(side if game.at_once else None):
            return "Dice have fallen or something hidden was revealed; that cannot be taken back."
        if not game.at_once and game.journal[-1].side != side:
            return f"{game.journal[-1].side} has answered since; that cannot be taken back."
        return None

    # --- bots --------------------------------------------------------------------------------------------------

    def bot_to_answer(self) -> tuple[str, str] | None:
        """A side that is asked and the bot that plays it."""
        with self._lock:
            for side in self.game.decisions:
                if side in self.seats.bots:
                    return side, self.seats.bots[side]
        return None

    def let_bot_answer(self, bot_pool: BotPool) -> bool:
        """Let one bot answer, and wait for it (call this from a thread); returns False if no bot is asked."""
        found = self.bot_to_answer()
        if found is None:
            return False
        side, bot = found
        with self._lock:
            question = self.game.decisions.get(side)
            task = bot_pool.task(self.game, side, bot, self.data)
        text = bot_pool.choose(task)
        with self._lock:
            if (
                question is not None and self.game.decisions.get(side) is question
            ):  # unless something was taken back meanwhile
                self.game.apply(text, side)
        self._changed()
        return True


class Folder:
    """The games of a folder; a game is loaded when somebody first asks for it."""

    def __init__(self, folder: Path, data: Path | None = None) -> None:
        self.folder = folder
        self.data = data
        self.rooms: dict[str, Room] = {}
        self._lock = threading.RLock()

    def names(self) -> list[str]:
        """The saved games, newest first."""
        files = sorted(self.folder.glob("*.jsonl"), key=lambda file: file.stat().st_mtime, reverse=True)
        return [file.stem for file in files]

    def room(self, name: str) -> Room:
        """The room of a saved game."""
        with self._lock:
            if name not in self.rooms:
                if name not in self.names():
                    raise WargameError(f"There is no game '{name}' in {self.folder}.")
                path = self.folder / f"{name}.jsonl"
                self.rooms[name] = self._enter(load_game(path, data=self.data), path)
            return self.rooms[name]

    def _enter(self, game: Game, path: Path) -> Room:
        seats = Seats.read(path.with_suffix(".seats.json"))
        if not seats.seats:
            seats.add([side for side in game.title.sides if side not in seats.bots], owner=True)
            seats.add([])
            seats.write()
        return Room(game, path, seats, self.data)

    def begin(self, game: Game, name: str, seats: Seats | None = None) -> Room:
        """A new game in the folder."""
        with self._lock:
            path = self.folder / f"{name}.jsonl"
            if path.exists():
                raise SaveError(f"{path} exists already.")
            game.save(path)
            room = Room(game, path, seats or Seats.read(path.with_suffix(".seats.json")), self.data)
            self.rooms[name] = room
            return room

    def free_name(self, start: str) -> str:
        """A name that no game of the folder has."""
        number = 1
        while (self.folder / f"{start}-{number}.jsonl").exists():
            number += 1
        return f"{start}-{number}"

    def seat(self, token: str) -> tuple[Room, Seat] | None:
        """The room and seat of a token; of games that are not loaded yet only the seats are read."""
        for room in tuple(self.rooms.values()):
            seat = room.seats.find(token)
            if seat is not None:
                return room, seat
        for file in self.folder.glob("*.seats.json"):
            name = file.name.removesuffix(".seats.json")
            if name not in self.rooms and Seats.read(file).find(token) is not None:
                room = self.room(name)
                seat = room.seats.find(token)
                return (room, seat) if seat is not None else None
        return None
