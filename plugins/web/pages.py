"""What the start page asks for, and the parts of a board that are the same for every seat."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from wargame.core.engine.errors import WargameError
from wargame.core.engine.game import Game
from wargame.plugins import list_titles, new_game
from wargame.plugins.bots.levels import LEVELS
from wargame.plugins.manager import get_title, variants
from wargame.plugins.maps.svg import board, symbols, terrain
from wargame.plugins.maps.svg.static_layer import ground, names
from wargame.plugins.maps.svg.writer import element
from wargame.plugins.match.bots import known_bots
from wargame.plugins.web.seats import Seats, seat_players
from wargame.plugins.web.views import picture_of

LEVELLED = "planner"  # the bot with levels

if TYPE_CHECKING:
    from wargame.plugins.web.app import Service


async def titles(service: Service, request: Request) -> Response:
    """The titles with their scenarios and options, and the bots there are."""
    return JSONResponse(await run_in_threadpool(_titles))


def _titles() -> dict[str, object]:
    found = []
    for id in list_titles():
        title = get_title(id)
        found.append({
            "id": id, "name": title.name, "summary": title.summary, "sides": title.side_names,
            "scenarios": [{"id": s.id, "name": s.name, "gist": s.gist} for s in title.scenarios],
            "options": [
                {"name": o.name, "default": o.default, "gist": o.gist, "choices": o.choices} for o in title.options
            ],
            "variants": sorted(name for name, one in variants().items() if one.title == id),
        })  # fmt: skip
    return {"titles": found, "bots": bot_names()}


def bot_names() -> list[str]:
    """The names by which a bot can be asked to play, with its levels where it has some."""
    return [
        name
        for bot in sorted(known_bots())
        for name in ([f"{bot}:{level}" for level in LEVELS] if bot == LEVELLED else [bot])
    ]


async def games(service: Service, request: Request) -> Response:
    """The games of the folder with the owner's address of each."""
    return JSONResponse(await run_in_threadpool(_games, service))


def _games(service: Service) -> dict[str, object]:
    found: list[dict[str, object]] = []
    for name in service.folder.names():
        try:
            room = service.folder.room(name)
        except WargameError as error:
            found.append({"name": name, "error": str(error)})
            continue
        owner = next((seat.token for seat in room.seats.seats.values() if seat.owner), None)
        result = room.game.result
        found.append({
            "name": name, "title": room.game.title.name, "date": room.game.state.date(), "token": owner,
            "result": None if result is None else result.text,
        })  # fmt: skip
    return {"games": found}


async def begin(service: Service, request: Request) -> Response:
    """Begin a game; returns the address of each seat."""
    asked = await request.json()
    if not isinstance(asked, dict) or not isinstance(asked.get("title"), str):
        raise WargameError("The request names no title.")
    made = await run_in_threadpool(_begin, service, asked)
    return JSONResponse({"ok": True, **made})


def _begin(service: Service, asked: dict[str, Any]) -> dict[str, object]:
    seed = asked.get("seed")
    if seed is not None and not isinstance(seed, int):
        raise WargameError(f"A seed is a whole number, not '{seed}'.")
    options, players = asked.get("options") or {}, asked.get("players") or {}
    if not isinstance(options, dict) or not isinstance(players, dict):
        raise WargameError("Options and players must be given by name.")
    chosen = asked.get("variants") or []
    if not isinstance(chosen, list) or not all(isinstance(name, str) for name in chosen):
        raise WargameError("Variants must be given as a list of names.")
    game = new_game(
        asked["title"], asked.get("scenario"), seed or 0, options, data=service.folder.data, variants=chosen
    )
    known = {*known_bots(), *bot_names()}
    for side, player in players.items():
        if side not in game.title.sides:
            raise WargameError(f"{game.title.name} has no side '{side}'.")
        if player not in known | {"me", "link"}:
            raise WargameError(f"There is no bot '{player}'; there are: {', '.join(sorted(known))}.")
    name = service.folder.free_name(re.sub(r"[^\w-]", "", f"{game.title.id}-{game.seed}"))
    seats = Seats(service.folder.folder / f"{name}.seats.json")
    made = seat_players(seats, game.title.sides, players)
    service.folder.begin(game, name, seats)
    return {"name": name, "links": {who: seat.token for who, seat in made.items()}}


async def preview(request: Request) -> Response:
    """A title's opening position, small."""
    svg = await run_in_threadpool(_preview, request.path_params["title"])
    keep = {"cache-control": "private, max-age=86400"}
    return Response(svg, media_type="image/svg+xml", headers=keep)


@lru_cache(maxsize=16)
def _preview(title: str) -> str:
    game = new_game(title)
    return board.draw_preview(picture_of(game, ""), game.title.colours)


_grounds: dict[tuple[str, str], str] = {}


def ground_of(game: Game) -> str:
    """The map of a game as SVG, with empty groups for what lies on it and for what is highlighted."""
    key = (game.title.id, game.title.data_hash)
    if key not in _grounds:
        drawing = board.prepare(picture_of(game, ""), game.title.colours)
        layout = drawing.layout
        _grounds[key] = element(
            "svg",
            element("defs", symbols.definitions(), terrain.definitions(drawing.styles.values())),
            ground(drawing), *(element("g", id=layer) for layer in ("live", "arrows")), names(drawing),
            element("g", id="signs"),
            xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {layout.width:.0f} {layout.height:.0f}", role="group",
        )  # fmt: skip
    return _grounds[key]


def rule_of(title: str, number: str) -> dict[str, object]:
    """A rule's gist and the reading chosen."""
    from wargame.plugins.cli.catalogue import title_rules

    rule = title_rules(title).get(number)
    if rule is None:
        raise WargameError(f"Rule {number} has no gist.")
    return {"number": number, "title": rule.title, "gist": rule.gist, "reading": rule.reading, "why": rule.why}
