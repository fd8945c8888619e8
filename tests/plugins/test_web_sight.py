"""Nobody peeks: two games that differ only in what a seat may not know give it the same bytes, whatever it asks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from wargame.core.engine import convert, positions
from wargame.core.engine.chance import Source, seeded
from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.plugins import new_game
from wargame.plugins.cli.pictures import Drawing, Moment, draw
from wargame.plugins.web import guard
from wargame.plugins.web.app import _events, make_app
from wargame.plugins.web.seats import Seat, Seats

TITLES = ("grand_illusion", "paths_of_glory", "traces_of_war", "when_eagles_fight")
UNITS, NAMES = 8, 5  # of each so many are asked about


@pytest.fixture(autouse=True)
def _no_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BURST", 1e9)


def played(title: str, seed: int, answers: int) -> Game:
    """A game after some answers, taken at random."""
    game = new_game(title, seed=seed)
    source = Source(seeded(seed))
    for _ in range(answers):
        if not game.decisions:
            break
        side = source.choice(list(game.decisions))
        game.apply(source.choice(list(game.decisions[side].actions)), side)
    return game


def redrawn(game: Game, side: str, seed: int) -> Game | None:
    """A game that differs only in what `side` cannot know; None if its last answers do not fit what was redrawn."""
    position = json.loads(json.dumps(game.position()))
    state = positions.read(game.title, position)
    state.title, state.rules = game.title, game.rules
    game.rules.redraw(state, side, Source(seeded(seed)))
    position |= {"state": convert.state_to_data(state), "stacks": state.stacks()}
    try:
        return new_game(game.title.id, position=position)
    except WargameError:
        return None


class Table:
    """A served game with an address for each side and one for spectators, the same for every game of a title."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.game = game
        self.path = folder / "game.jsonl"
        folder.mkdir(parents=True)
        game.save(self.path)
        game.listener.close()  # type: ignore[union-attr]
        seats = Seats(folder / "game.seats.json")
        for side in ("", *game.title.sides):
            token = f"token-of-{side or 'spectators'}"
            seats.seats[token] = Seat(token, (side,) if side else ())
        seats.write()
        self.app = make_app(folder, key="key", hosts=("testserver",))

    def replies(self, side: str, asked: Game, refused_only: bool = False) -> Iterator[tuple[str, Any]]:
        """Everything the holder of a side's address can ask for, with the reply.

        `asked` says what to ask about. The last line is a legal answer, unless the game shall stay where it is.
        """
        base = f"/api/seat/token-of-{side or 'spectators'}"
        with TestClient(self.app, raise_server_exceptions=False) as client:
            seen = client.get(f"{base}/view").json()
            for path in looks(base, side, asked):
                yield path, reply(client.get(path))
            yield "stream", self.first_event(base.rpartition("/")[2])
            yield "undo", reply(client.post(f"{base}/undo", json={"rev": seen["rev"]}))
            yield "stale", reply(answer(client, base, "0.0", "nothing"))
            for text in texts(asked, side, refused_only):
                made = answer(client, base, seen["rev"], text)
                yield f"answer {text}", reply(made)
                if made.status_code == 200:
                    break
        self.app.state.service.bot_pool.close()

    def first_event(self, token: str) -> str:
        service = self.app.state.service
        room, seat = service.folder.seat(token)

        async def first() -> str:
            events = _events(service, room, seat, "")
            found = await anext(events)
            await events.aclose()  # type: ignore[attr-defined]
            return found

        return asyncio.run(first())


def reply(response: Any) -> Any:
    headers = {name: value for name, value in response.headers.items() if name != "date"}
    return response.status_code, headers, response.content


def answer(client: TestClient, base: str, rev: str, text: str) -> Any:
    return client.post(f"{base}/answer", json={"rev": rev, "id": text, "action": text})


def secrets_first(game: Game, side: str) -> list[str]:
    """The units of a game, those first that a side does not see."""
    picture = game.rules.picture(game.state, side)
    seen = {piece.id for cell in (*picture.cells, *picture.boxes) for piece in cell.pieces}
    return sorted(game.state.units, key=lambda unit: (unit in seen, unit))[:UNITS]


def looks(base: str, side: str, game: Game) -> Iterator[str]:
    yield from (f"{base}/{what}" for what in ("view", "ground.svg", "news?first=0", "links", "rule?number=1"))
    yield from (f"{base}/replay?at={at}&first=0" for at in range(len(game.journal) + 2))
    spaces = sorted({unit.at for unit in game.state.units.values()})
    for i, unit in enumerate(secrets_first(game, side)):
        yield f"{base}/unit?id={unit}"
        yield f"{base}/march?unit={unit}&to={spaces[i * 7 % len(spaces)]}"
    yield from (f"{base}/lookup?text={word}" for word in game.rules.lookups())
    yield from (f"{base}/stack?space={space}" for space in spaces[::9])
    yield from (f"{base}/refusal?space={space}" for space in spaces[::9])
    yield f"{base}/why"
    yield f"/table/{base.rpartition('/')[2]}"


def texts(game: Game, side: str, refused_only: bool) -> Iterator[str]:
    """Lines that are refused: names of what is hidden, alone and in the place of others; then a legal answer."""
    units = secrets_first(game, side)[:NAMES]
    spaces = sorted({unit.at for unit in game.state.units.values()})[:: max(1, len(game.state.units) // NAMES)]
    cards = sorted({str(card) for pile in game.state.piles.values() for card in pile})[:NAMES]
    question = game.decisions.get(side)
    words = sorted({str(action).split()[0] for action in question.actions}) if question is not None else ["stack"]
    legal = {str(action) for action in question.actions} if question is not None else set()
    for word in words[:3]:
        for name in (*units, *spaces, *cards):
            yield from (text for text in (f"{word} {name}", f"{word} {name} {spaces[0]}") if text not in legal)
    if question is not None and not refused_only:
        yield str(question.actions[-1])


def pictures(game: Game, side: str) -> Iterator[tuple[str, str]]:
    """What the command line and the lookups show a side."""
    if side:
        yield "svg", draw(Moment(game), Drawing(side), "svg")
        yield "text", draw(Moment(game), Drawing(side), "terminal")
    for name, lookup in sorted(game.rules.lookups().items()):
        for words in ([], *([unit] for unit in secrets_first(game, side)[:4])):
            yield f"{name} {words}", repr(lookup(game.state, side, words))


def differences(one: Game, other: Game, side: str, folder: Path) -> list[str]:
    """What `side` is told differently in two games."""
    tables = Table(one, folder / "one"), Table(other, folder / "other")
    here, there = (table.replies(side, one) for table in tables)
    pairs = [*zip(here, there, strict=True), *zip(pictures(one, side), pictures(other, side), strict=True)]
    return [mine[0] for mine, theirs in pairs if mine != theirs]


def compare(title: str, answers: int, folder: Path) -> int:
    """Look at a position and at others that differ in what each side cannot know; returns how many did."""
    game = played(title, 3, answers)
    here = new_game(title, position=game.position())  # events and answers from here on, as in the other games
    changed = 0
    for i, side in enumerate(("", *game.title.sides)):
        other = redrawn(game, side, i)
        if other is not None and other.position() != here.position():
            changed += 1
            assert differences(here, other, side, folder / str(i)) == []
    return changed


@pytest.mark.parametrize(
    ("title", "answers"), [("paths_of_glory", 3), ("traces_of_war", 60), ("when_eagles_fight", 40)]
)
def test_what_a_seat_may_not_know_changes_no_byte_that_it_gets(title: str, answers: int, tmp_path: Path) -> None:
    assert compare(title, answers, tmp_path) > 0


def served(folder: Path, title: str = "diplomacy", seed: int = 3) -> Table:
    """A game that is open and can be played on."""
    table = Table(new_game(title, seed=seed), folder)
    table.game = table.app.state.service.folder.room("game").game
    return table


def told(tables: list[Table], side: str) -> list[str]:
    """What the holder of an address is told differently at two tables."""
    asked = new_game(tables[0].game.title.id, position=tables[0].game.position())
    one, other = (list(table.replies(side, asked, refused_only=True)) for table in tables)
    return [here[0] for here, there in zip(one, other, strict=True) if here != there]


def say(table: Table, side: str, *lines: str) -> None:
    room = table.app.state.service.folder.room("game")
    for i, line in enumerate(lines):
        seat = room.seats.seats[f"token-of-{side}"]
        assert room.answer(seat, room.revision(seat), f"{i} {line}", line, sure=True).warning == ""


def all_say(tables: list[Table], line: str) -> None:
    for table in tables:
        for side in tuple(table.game.decisions):
            say(table, side, line)


@pytest.mark.parametrize("side", ["", "ENGLAND"])
def test_what_others_write_and_how_much_of_it_changes_no_byte(side: str, tmp_path: Path) -> None:
    tables = [served(tmp_path / "one"), served(tmp_path / "other")]
    say(tables[0], "FRANCE", "tell GERMANY Hold Munich.", "tell GERMANY Then Belgium is yours.")
    assert told(tables, side) == []  # while others still write
    say(tables[1], "FRANCE", "tell ITALY Hold Venice.")
    all_say(tables, "done")
    assert len(tables[0].game.journal) == len(tables[1].game.journal) + 1
    assert told(tables, side) == []


@pytest.mark.parametrize("side", ["", "ENGLAND"])
def test_orders_are_unseen_until_all_are_written(side: str, tmp_path: Path) -> None:
    tables = [served(tmp_path / "one"), served(tmp_path / "other")]
    all_say(tables, "done")
    say(tables[0], "FRANCE", "A PAR - BUR", "F BRE - ENG")
    say(tables[1], "FRANCE", "A PAR - GAS")
    assert told(tables, side) == []
    room = tables[0].app.state.service.folder.room("game")
    seat = room.seats.seats["token-of-FRANCE"]
    room.undo(seat, room.revision(seat))
    assert told(tables, side) == []
    assert room.view(seat)["rev"] != room.view(room.seats.seats[f"token-of-{side or 'spectators'}"])["rev"]


@pytest.mark.slow
@pytest.mark.parametrize("answers", [0, 20, 80, 150, 300])
@pytest.mark.parametrize("title", TITLES)
def test_at_any_time_of_a_game(title: str, answers: int, tmp_path: Path) -> None:
    compare(title, answers, tmp_path)
