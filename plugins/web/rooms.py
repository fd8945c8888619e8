"""Games that are being served: one room a game, with its file, its seats and the bots that play in it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import attrs

from wargame.core.engine.actions import Action
from wargame.core.engine.errors import FileInUse, IllegalAction, SaveError, WargameError
from wargame.core.engine.game import Game
from wargame.core.engine.journal import Writer
from wargame.plugins import load_game
from wargame.plugins.match.apart import errand
from wargame.plugins.web.bot_pool import BotPool
from wargame.plugins.web.lines import read_line
from wargame.plugins.web.moments import Moments
from wargame.plugins.web.past import Past
from wargame.plugins.web.seats import Seat, Seats
from wargame.plugins.web.thinking import Thinking
from wargame.plugins.web.units import fanned_out, look_up, march, unit_card, why_nothing_there
from wargame.plugins.web.views import View, arrows_data, event_data, make_view

KEPT_ANSWERS = 64  # answers whose ids are remembered, so that one sent twice is given once
HINT = "normal"  # the level of the bot that gives hints
KEPT_VIEWS = 32  # earlier views, from which only the changes are sent
LINES = 10  # lines of the log that go with an earlier position
NEWS = 300  # answers back to which the news goes


class Stale(WargameError):
    """An answer to a position that is no longer the current one."""


@attrs.frozen
class Given:
    """What became of an answer: a `note` on what else of its line is to be given, or a `warning` instead of it."""

    note: str = ""
    warning: str = ""


class Room:
    """One game. Its methods may be called from any thread; a lock lets only one of them use the game at a time."""

    def __init__(self, game: Game, path: Path, seats: Seats, data: Path | None = None) -> None:
        self.path = path
        self.seats = seats
        self.data = data
        self.names = game.title.side_names
        self.listeners: set[Callable[[], None]] = set()
        self.viewers: dict[str, str] = {}  # by seat shared between sides: the side at the screen
        self._lock = threading.RLock()
        self._given: OrderedDict[tuple[str, str], Given] = OrderedDict()
        self._views: OrderedDict[tuple[str, str], View] = OrderedDict()
        self._play(game)

    def _play(self, game: Game) -> None:
        self.game = game
        self.thinking = Thinking(self.data)
        self._past = Past(game, self.data)
        self._moments = Moments(game, self._past)

    # --- revisions ---------------------------------------------------------------------------------------------

    def revision(self, seat: Seat) -> str:
        """The position as the seat sees it: how many answers it has noticed, and a checksum of what it sees.

        It stays the same over a restart, but not over an undo, and tells nothing that the seat may not know.
        """
        with self._lock:
            side = self.viewer(seat)
            return self._curtain_revision(seat) if side is None else self._view_of(side).revision

    def _curtain_revision(self, seat: Seat) -> str:
        return f"curtain.{self._waiting(seat)}"

    def _waiting(self, seat: Seat) -> str:
        """The side that is asked to look at a shared screen."""
        return next(side for side in self.game.decisions if side in seat.sides)

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
            raise IllegalAction("", f"{self.names.get(side, side)} does not play at this screen.")
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
            return new.as_dict(old) | {
                "rev": new.revision, "since": "" if old is None else have, "seat": list(seat.sides),
                "owner": seat.owner, "can_undo": self._why_not_undo(seat) is None, "bots": list(self.seats.bots),
                "mine": self._last_answer_of(seat),
            }  # fmt: skip

    def _last_answer_of(self, seat: Seat) -> int | None:
        """The moment of the seat's last answer; None where nothing happens behind its back."""
        if len(seat.sides) != 1:
            return None
        journal = self.game.journal
        moments = self._moments.of(self._looker(seat.sides[0]))
        return next((i for i in range(len(moments) - 1, 0, -1) if journal[moments[i] - 1].side in seat.sides), 0)

    def _looker(self, side: str) -> str | None:
        """Whose past a side may look at: its own; everybody's, once the game is over."""
        return side if self.game.result is None else None

    def _curtain(self, seat: Seat) -> dict[str, object]:
        side = self._waiting(seat)
        return {
            "rev": self._curtain_revision(seat), "curtain": side, "name": self.names[side],
            "title": self.game.title.name, "seat": list(seat.sides),
        }  # fmt: skip

    def _view_of(self, side: str) -> View:
        key = (side, f"now {len(self.game.journal)} {self._moments.marks[-1]}")
        found = self._views.get(key)
        if found is None:
            number = len(self._moments.of(self._looker(side))) - 1
            found = self._keep_view(key, make_view(self.game, side, number))
            self._keep_view((side, found.revision), found)
        return found

    def _keep_view(self, key: tuple[str, str], view: View) -> View:
        self._views[key] = view
        while len(self._views) > KEPT_VIEWS:
            self._views.popitem(last=False)
        return view

    def replayed(self, seat: Seat, number: int, have: int | None = None, first: int | None = None) -> dict[str, object]:
        """What the seat's side could see at a moment, by its number; everything, once the game is over.

        With `have`, the number of the moment that the browser shows, only what is different is sent. Arrows show what
        happened since moment `first`.
        """
        with self._lock:
            side = self.viewer(seat)
            if side is None:
                return self._curtain(seat)
            looker = self._looker(side)
            last = len(self._moments.of(looker)) - 1
            number = max(0, min(number, last))
            old = None if have is None or not 0 <= have <= last else self._earlier_view(looker, have)
            shown = self._earlier_view(looker, number)
            found = shown.as_dict(old) | {"log": shown.log[-LINES:]}
            since = number if first is None else max(0, min(first, number))
            return found | {"question": None, "at": number, "of": last, "arrows": self._arrows(looker, since, number)}

    def _earlier_view(self, side: str | None, number: int) -> View:
        count, marks = self._moments.of(side)[number], self._moments.marks
        key = ("all" if side is None else side, f"replay {count} {marks[count]}")
        found = self._views.get(key)
        if found is None:
            found = self._keep_view(key, make_view(self._past.after(count, marks), side, number))
        return found

    def _arrows(self, side: str | None, first: int, number: int) -> str:
        """Arrows for what the side saw happen between two moments."""
        moments, marks = self._moments.of(side), self._moments.marks
        before = len(self._past.after(moments[first], marks).events)
        game = self._past.after(moments[number], marks)
        return arrows_data(game, side, game.events_for(side, before))

    def news(self, seat: Seat, first: int) -> dict[str, object]:
        """What happened since moment `first`, answer by answer, as the seat's side saw it."""
        with self._lock:
            side = self.viewer(seat)
            if side is None:
                return self._curtain(seat)
            looker = self._looker(side)
            moments = self._moments.of(looker)
            last = len(moments) - 1
            first = max(0, last - NEWS, min(first, last))
            numbers = {count: number for number, count in enumerate(moments)}
            steps = [
                {"at": numbers[count], "lines": [event_data(self.game, event) for event in events]}
                for count, events in self._past.events(moments[first], looker, self._moments.marks)
            ]
            return {"ok": True, "from": first, "steps": steps}

    def unit(self, seat: Seat, unit: str) -> dict[str, object]:
        """Supply and reach of a unit, as the seat's side may know them."""
        with self._lock:
            side = self.viewer(seat)
            return {"ok": True} | (unit_card(self.game, side, unit) if side is not None else {})

    def stack(self, seat: Seat, space: str) -> dict[str, object]:
        """The counters of a space, all of them, as the seat's side may know them."""
        with self._lock:
            side = self.viewer(seat)
            return {"ok": True, "units": [] if side is None else fanned_out(self.game, side, space)}

    def march(self, seat: Seat, unit: str, to: str) -> list[str]:
        """The answers that take a unit of the seat's side to a space."""
        with self._lock:
            side = self.viewer(seat)
            return march(self.game, side, unit, to) if side else []

    def why_nothing_there(self, seat: Seat, space: str) -> dict[str, str]:
        """The refusal for a click on a space that answers nothing."""
        with self._lock:
            return why_nothing_there(self.game, self._asked_side(seat), space)

    # --- answering ---------------------------------------------------------------------------------------------

    def answer(self, seat: Seat, revision: str, id: str, text: str, sure: bool = False) -> Given:
        """Give an answer, or the several of a line; a line that is sent twice with the same `id` is given once.

        If the answer would waste something it is not given, and the warning returned, unless the person is `sure`.
        """
        with self._lock:
            if (seat.token, id) in self._given:
                return self._given[seat.token, id]
            side = self._asked_side(seat)
            self._check_revision(seat, revision)
            line = read_line(self.game, side, text)
            warning = self.game.decisions[side].warning(line.answers[0])
            if warning and not sure:
                return Given(warning=warning)
            for action in line.answers:
                self._apply(action, side)
            given = Given(line.stopped)
            self._given[seat.token, id] = given
            while len(self._given) > KEPT_ANSWERS:
                self._given.popitem(last=False)
        self._changed()
        return given

    def _asked_side(self, seat: Seat) -> str:
        viewer = self.viewer(seat)
        if viewer is None or viewer not in self.game.decisions or viewer not in seat.sides:
            asked = ", ".join(self.names[one] for one in self.game.decisions) or "nobody"
            raise IllegalAction("", f"You are not asked now; waiting for: {asked}.")
        return viewer

    def _apply(self, action: Action | str, side: str) -> None:
        before = self._moments.before()
        with self._alone():
            self.game.apply(action, side)
        self._moments.after(before)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """For a change of the game: if another program wrote to the file first, what it wrote holds instead."""
        try:
            yield
        except FileInUse as error:
            fresh = load_game(self.path, data=self.data)
            if isinstance(self.game.listener, Writer):
                self.game.listener.close()
            self._play(fresh)
            self._changed()
            raise Stale("Another program has gone on with this game; this is the position now.") from error

    def _check_revision(self, seat: Seat, revision: str) -> None:
        if revision != self.revision(seat):
            raise Stale("The game has moved on; this is the position now.")

    def undo(self, seat: Seat, revision: str) -> None:
        """Take back the seat's last answer, if nothing was revealed and nobody else has answered since."""
        with self._lock:
            refused = self._why_not_undo(seat)
            if refused is not None:
                raise IllegalAction("", refused)
            self._check_revision(seat, revision)
            with self._alone():
                self.game.undo(self.viewer(seat) if self.game.at_once else None, free=False)
            self.thinking.taken_back(self.game)
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
            other = self.names.get(game.journal[-1].side, game.journal[-1].side)
            return f"{other} has answered since; that cannot be taken back."
        return None

    def change_link(self, token: str, revoked: bool) -> None:
        """Give a seat a new address or take its address away; pages that have the old one are told at once."""
        with self._lock:
            self.seats.renew(token, revoked)
            self.seats.write()
        self._changed()

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
            task = self.thinking.errand(self.game, side, bot)
        outcome = bot_pool.answer(task)
        with self._lock:
            if question is not None and self.game.decisions.get(side) is question:  # else something was taken back
                self.thinking.brought(self.game, side, outcome, self._people())
                with suppress(Stale):  # then the bot is asked again
                    self._apply(outcome.answer, side)
        self._changed()
        return True

    def _people(self) -> list[str]:
        """The sides that people play, and the spectators."""
        return ["", *(side for side in self.game.title.sides if side not in self.seats.bots)]

    def reasons(self, seat: Seat) -> dict[str, object]:
        """What the bots considered last, as far as the seat's side may know."""
        with self._lock:
            side = self.viewer(seat)
            thoughts = [] if side is None else self.thinking.reasons(self.game, side)
            return {"ok": True, "thoughts": [one | {"side": self.names[str(one["side"])]} for one in thoughts]}

    def hint(self, seat: Seat, revision: str, bot_pool: BotPool) -> list[str]:
        """What a bot would do in the place of whoever is asked; call this from a thread: it waits."""
        with self._lock:
            side = self._asked_side(seat)
            self._check_revision(seat, revision)
            task = errand(self.game, side, HINT, self.data)
        return bot_pool.advice(task)

    def look_up(self, seat: Seat, text: str) -> dict[str, object]:
        """What a command of the title tells the seat's side: `supply GE-1`, `hand`, `battle`."""
        with self._lock:
            side = self.viewer(seat)
            word, *rest = text.split() or [""]
            return {} if side is None else look_up(self.game, side, word, rest)


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
