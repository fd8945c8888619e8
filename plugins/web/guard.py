"""Keeps strangers out: checks Host and Origin, sizes and rates, and adds security headers to every response."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY = 64 * 1024  # bytes of a request
RATE, BURST = 20.0, 60.0  # requests per second from one address, and how many of them at once
SMALL = 0.05  # what a script or style counts: a page that lacks one is dead, and several people may share an address
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


class TooLarge(Exception):
    """A request body over the limit."""


class Guard:
    """Wraps the application. `hosts` are the names by which it may be reached; any name if empty."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self._tokens: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = self._why_not_serve(scope)
        if refused is not None:
            status, message = refused
            error = {"rule": "", "message": message}
            await JSONResponse({"ok": False, "error": error}, status)(scope, receive, _with_headers(send))
            return
        await self.app(scope, _bounded(receive), _with_headers(send))

    def _why_not_serve(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts and _name_of(host) not in self.hosts:
            return 403, f"This server is not called '{host}'."
        origin = headers.get("origin")
        if scope["method"] not in ("GET", "HEAD") and origin is not None and urlsplit(origin).netloc != host:
            return 403, "Requests from other pages are refused."
        if headers.get("sec-fetch-site") == "cross-site" and scope["method"] not in ("GET", "HEAD"):
            return 403, "Requests from other pages are refused."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY:
            return 413, f"A request may have at most {BODY} bytes."
        if not self._has_token(scope):
            return 429, "Too many requests; wait a moment."
        return None

    def _has_token(self, scope: Scope) -> bool:
        """A token bucket for each address: it fills steadily, and every request takes from it."""
        client = scope.get("client")
        address = client[0] if client else ""
        now = time.monotonic()
        left, since = self._tokens.pop(address, (BURST, now))
        left = min(BURST, left + (now - since) * RATE)
        cost = SMALL if scope["path"].startswith("/static/") else 1.0
        allowed = left >= cost
        self._tokens[address] = (left - cost if allowed else left, now)
        while len(self._tokens) > 1000:
            self._tokens.popitem(last=False)
        return allowed


def _name_of(host: str) -> str:
    """A host without its port."""
    return (urlsplit(f"//{host}").hostname or "") if host else ""


def _bounded(receive: Receive) -> Receive:
    got = 0

    async def bounded() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > BODY:
            raise TooLarge
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
