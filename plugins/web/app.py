"""The web application: pages, what a seat sees, a stream of what changes, and answers."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from wargame.core.engine.errors import FileInUse, IllegalAction, NotUnderstood, SaveError, WargameError
from wargame.plugins.web import pages
from wargame.plugins.web.bot_pool import BotPool
from wargame.plugins.web.guard import Guard, TooLarge
from wargame.plugins.web.rooms import Folder, Room, Stale
from wargame.plugins.web.seats import Seat

STREAMS = 8  # open at once for one seat
HEARTBEAT = 15.0  # seconds
MAP = "map.css"  # the stylesheet of the map, kept beside the code that draws it
SCRIPTS = (
    "board", "camera", "log", "lookups", "net", "question", "share", "start", "steps", "table", "themes", "units",
    "why",
)  # fmt: skip
STATIC = {*(f"{name}.js" for name in SCRIPTS), "style.css", "favicon.svg", MAP}
TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html", "svg": "image/svg+xml"}


@attrs.define
class Service:
    """What all pages share: the games of a folder, the bots' processes, the key of the start page."""

    folder: Folder
    bot_pool: BotPool
    key: str
    streams: dict[str, int] = attrs.field(factory=dict)
    hints: set[str] = attrs.field(factory=set)
    tasks: dict[str, asyncio.Task[None]] = attrs.field(factory=dict)

    def wake(self, room: Room) -> None:
        """Let the bots of a room play until a person is asked."""
        name = room.path.stem
        task = self.tasks.get(name)
        if task is None or task.done():
            self.tasks[name] = asyncio.create_task(self._bots(room))

    async def _bots(self, room: Room) -> None:
        while await run_in_threadpool(room.let_bot_answer, self.bot_pool):
            pass


def make_app(folder: Path, *, key: str = "", hosts: tuple[str, ...] = (), data: Path | None = None) -> Starlette:
    """The application for a folder of games. `key` opens the start page; `hosts` are the names of the server."""
    service = Service(Folder(folder, data), BotPool(), key or secrets.token_urlsafe(16))
    routes = [
        Route("/", page("index.html")),
        Route("/table/{token}", page("table.html")),
        Route("/static/{name}", static),
        Route("/api/titles", host_only(pages.titles)),
        Route("/api/games", host_only(pages.games), methods=["GET"]),
        Route("/api/games", host_only(pages.begin), methods=["POST"]),
        Route("/api/preview/{title}.svg", pages.preview),
        Route("/api/seat/{token}/ground.svg", seated(ground)),
        Route("/api/seat/{token}/view", seated(view)),
        Route("/api/seat/{token}/replay", seated(replay)),
        Route("/api/seat/{token}/news", seated(news)),
        Route("/api/seat/{token}/unit", seated(unit)),
        Route("/api/seat/{token}/stack", seated(stack)),
        Route("/api/seat/{token}/lookup", seated(lookup)),
        Route("/api/seat/{token}/why", seated(why)),
        Route("/api/seat/{token}/hint", seated(hint), methods=["POST"]),
        Route("/api/seat/{token}/refusal", seated(refusal)),
        Route("/api/seat/{token}/march", seated(march)),
        Route("/api/seat/{token}/rule", seated(rule)),
        Route("/api/seat/{token}/stream", seated(stream)),
        Route("/api/seat/{token}/answer", seated(answer), methods=["POST"]),
        Route("/api/seat/{token}/undo", seated(undo), methods=["POST"]),
        Route("/api/seat/{token}/look", seated(look), methods=["POST"]),
        Route("/api/seat/{token}/links", seated(links), methods=["GET", "POST"]),
    ]
    handlers: Mapping[Any, Any] = {
        WargameError: failed, TooLarge: too_large, 404: not_found, 405: not_found, json.JSONDecodeError: no_json,
    }  # fmt: skip
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, minimum_size=600, compresslevel=6)],
        exception_handlers=handlers,
    )
    app.state.service = service
    return app


# --- errors --------------------------------------------------------------------------------------------------------


def error(status: int, message: str, rule: str = "", **more: Any) -> JSONResponse:
    return JSONResponse({"ok": False, "error": {"rule": rule, "message": message}, **more}, status)


async def failed(request: Request, problem: Exception) -> Response:
    if isinstance(problem, IllegalAction | NotUnderstood):
        return error(422, problem.message, problem.rule)
    if isinstance(problem, FileInUse):
        return error(409, str(problem))
    return error(507 if isinstance(problem, SaveError) else 400, str(problem))


async def too_large(request: Request, problem: Exception) -> Response:
    return error(413, "The request is too large.")


async def not_found(request: Request, problem: Exception) -> Response:
    return error(404, "There is nothing here.")


async def no_json(request: Request, problem: Exception) -> Response:
    return error(400, "The request is not JSON.")


# --- pages ---------------------------------------------------------------------------------------------------------

Handler = Callable[[Request], Any]


def page(name: str) -> Handler:
    async def show(request: Request) -> Response:
        return _file(name)

    return show


async def static(request: Request) -> Response:
    name = request.path_params["name"]
    return _file(name) if name in STATIC else error(404, "There is nothing here.")


def _file(name: str) -> Response:
    folder = files("wargame.plugins.maps.svg") if name == MAP else files("wargame.plugins.web") / "static"
    text = (folder / ("style.css" if name == MAP else name)).read_text(encoding="utf-8")
    cache = {} if name.endswith(".html") else {"cache-control": "no-cache"}
    return Response(text, media_type=TYPES[name.rsplit(".", 1)[1]], headers=cache)


def host_only(handler: Callable[[Service, Request], Any]) -> Handler:
    """Restricts a page to whoever has the key that `wargame serve` printed."""

    async def checked(request: Request) -> Response:
        service: Service = request.app.state.service
        if not secrets.compare_digest(request.headers.get("x-key", ""), service.key):
            return error(403, "Open the address that 'wargame serve' printed; it holds the key of this page.")
        response: Response = await handler(service, request)
        return response

    return checked


def seated(handler: Callable[[Service, Room, Seat, Request], Any]) -> Handler:
    """Restricts a page to the holder of a seat's address."""

    async def checked(request: Request) -> Response:
        service: Service = request.app.state.service
        found = await run_in_threadpool(service.folder.seat, request.path_params["token"])
        if found is None:
            return error(404, "No game has this seat; ask for a new link.")
        service.wake(found[0])
        response: Response = await handler(service, *found, request)
        return response

    return checked


# --- a seat --------------------------------------------------------------------------------------------------------


async def ground(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """The map without anything on it; it never changes, so browsers keep it."""
    svg = await run_in_threadpool(pages.ground_of, room.game)
    keep = {"cache-control": "private, max-age=86400"}
    return Response(svg, media_type="image/svg+xml", headers=keep)


async def view(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    return JSONResponse(await run_in_threadpool(room.view, seat, request.query_params.get("have", "")))


async def replay(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    text = request.query_params.get("at", "0")
    if not text.isdecimal() or len(text) > 9:
        return error(400, "'at' is a whole number of answers.")
    have, first = (_number(request, name) for name in ("have", "first"))
    return JSONResponse(await run_in_threadpool(room.replayed, seat, int(text), have, first))


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


async def news(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """What happened since an answer, step by step."""
    return JSONResponse(await run_in_threadpool(room.news, seat, _number(request, "first") or 0))


async def unit(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """Supply of a unit, and where it can go."""
    return JSONResponse(await run_in_threadpool(room.unit, seat, request.query_params.get("id", "")))


async def stack(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """All counters of a space."""
    return JSONResponse(await run_in_threadpool(room.stack, seat, request.query_params.get("space", "")))


async def why(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """What the bots considered in their last turn."""
    return JSONResponse(await run_in_threadpool(room.reasons, seat))


async def hint(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """What a bot would do here; one hint at a time for each seat."""
    body = await _body(request, rev=str)
    if seat.token in service.hints:
        return error(429, "A hint is being thought of; wait for it.")
    service.hints.add(seat.token)
    try:
        lines = await run_in_threadpool(room.hint, seat, body["rev"], service.bot_pool)
    except Stale as problem:
        return error(409, str(problem), view=await run_in_threadpool(room.view, seat))
    finally:
        service.hints.discard(seat.token)
    return JSONResponse({"ok": True, "lines": lines})


async def lookup(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """A table of the title: `supply`, `hand`, `card 14`."""
    panel = await run_in_threadpool(room.look_up, seat, request.query_params.get("text", ""))
    return JSONResponse({"ok": True, "panel": panel})


async def refusal(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """Why a click on a space answers nothing."""
    space = request.query_params.get("space", "")
    return JSONResponse({"ok": True, "refusal": await run_in_threadpool(room.why_nothing_there, seat, space)})


async def march(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """The answers that take a unit to a space."""
    query = request.query_params
    answers = await run_in_threadpool(room.march, seat, query.get("unit", ""), query.get("to", ""))
    return JSONResponse({"ok": True, "answers": answers})


async def rule(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """Gist and reading of a rule."""
    return JSONResponse(pages.rule_of(room.game.title.id, request.query_params.get("number", "")))


async def answer(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    body = await _body(request, rev=str, id=str, action=str)
    sure = bool(body.get("sure"))
    try:
        given = await run_in_threadpool(room.answer, seat, body["rev"], body["id"], body["action"], sure)
    except Stale as problem:
        fresh = await run_in_threadpool(room.view, seat)
        return error(409, str(problem), view=fresh)
    if given.warning:
        return JSONResponse({"ok": False, "warning": given.warning})
    service.wake(room)
    view = await run_in_threadpool(room.view, seat, body["rev"])
    return JSONResponse({"ok": True, "note": given.note, "view": view})


async def undo(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    body = await _body(request, rev=str)
    try:
        await run_in_threadpool(room.undo, seat, body["rev"])
    except Stale as problem:
        return error(409, str(problem), view=await run_in_threadpool(room.view, seat))
    return JSONResponse({"ok": True, "view": await run_in_threadpool(room.view, seat, body["rev"])})


async def look(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    body = await _body(request, side=str)
    await run_in_threadpool(room.open_curtain, seat, body["side"])
    return JSONResponse({"ok": True, "view": await run_in_threadpool(room.view, seat)})


async def links(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """The addresses of all seats, for whoever started the game; a POST renews or revokes one of them."""
    if not seat.owner:
        return error(403, "Only whoever started the game may give out its links.")
    if request.method == "POST":
        body = await _body(request, token=str)
        if body.get("act", "renew") not in ("renew", "revoke"):
            return error(400, "A link can be renewed or revoked.")
        if body["token"] not in room.seats.seats or body["token"] == seat.token:
            return error(404, "No other seat has this address.")
        await run_in_threadpool(room.change_link, body["token"], body.get("act") == "revoke")
    seats = [
        {
            "token": one.token, "sides": list(one.sides), "names": [room.names[side] for side in one.sides],
            "you": one is seat, "revoked": one.revoked,
        }
        for one in room.seats.seats.values()
    ]  # fmt: skip
    return JSONResponse({"ok": True, "seats": seats, "bots": room.seats.bots})


async def _body(request: Request, **kinds: type) -> dict[str, Any]:
    """The body of a request, each field of its kind."""
    body = await request.json()
    if not isinstance(body, dict):
        raise WargameError("The request is not a JSON object.")
    for name, kind in kinds.items():
        if not isinstance(body.get(name), kind):
            raise WargameError(f"The request lacks '{name}'.")
    return body


async def stream(service: Service, room: Room, seat: Seat, request: Request) -> Response:
    """Server-sent events: the view whenever it changes, and heartbeats in between."""
    if service.streams.get(seat.token, 0) >= STREAMS:
        return error(429, f"This seat is already open in {STREAMS} pages.")
    have = request.headers.get("last-event-id", request.query_params.get("have", ""))
    events = _events(service, room, seat, have)
    headers = {"x-accel-buffering": "no"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return StreamingResponse(events, media_type="text/event-stream", headers=headers)
    headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
    return StreamingResponse(_packed(events), media_type="text/event-stream", headers=headers)


async def _packed(events: AsyncGenerator[str, None]) -> AsyncIterator[bytes]:
    """The events compressed, each complete as soon as it is sent."""
    packer = zlib.compressobj(wbits=16 + 13, memLevel=6)  # a stream is open for hours: 64 kB of memory, not 256
    async with aclosing(events):
        async for event in events:
            yield packer.compress(event.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)


async def _events(service: Service, room: Room, seat: Seat, have: str) -> AsyncGenerator[str, None]:
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()

    def notify() -> None:
        loop.call_soon_threadsafe(changed.set)

    room.listeners.add(notify)
    service.streams[seat.token] = service.streams.get(seat.token, 0) + 1
    try:
        while room.seats.find(seat.token) is not None:
            changed.clear()
            if await run_in_threadpool(room.revision, seat) != have:
                now = await run_in_threadpool(room.view, seat, have)
                have = str(now["rev"])
                yield f"id: {have}\ndata: {json.dumps(now)}\n\n"
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
        yield "event: gone\ndata: {}\n\n"
    finally:
        room.listeners.discard(notify)
        service.streams[seat.token] -= 1
