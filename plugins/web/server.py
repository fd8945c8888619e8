"""`wargame serve`: the application on a port of this machine."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from wargame.core.engine.errors import WargameError

HOST = "127.0.0.1"  # this machine alone
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    folder: Path,
    host: str,
    port: int,
    echo: Callable[[str], None],
    *,
    data: Path | None = None,
    path: str = "/",
    visit: Callable[[str], None] | None = None,
) -> None:
    """Serve the games of a folder until Ctrl-C; `echo` prints the address of `path`, `visit` opens it."""
    import uvicorn

    from wargame.plugins.web.app import make_app

    folder.mkdir(parents=True, exist_ok=True)
    listening = _listen(host, port)
    key = host_key(folder)
    hosts = LOOPBACK if host in LOOPBACK else ()
    app = make_app(folder, key=key, hosts=hosts, data=data)
    name = f"[{host}]" if ":" in host else host
    if hosts:
        echo("Only this machine can reach the server; '--host 0.0.0.0' opens it to your network.")
    else:
        echo("Anyone who can reach this machine can open the links you give out; the key below opens every game.")
    address = f"http://{name}:{listening.getsockname()[1]}{path}" + (f"#key={key}" if path == "/" else "")
    echo(f"Open {address}")
    if visit is not None:
        visit(address)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=2, server_header=False
    )
    try:
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
    finally:
        app.state.service.bot_pool.close()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except (OSError, OverflowError) as error:
        raise WargameError(f"Port {port} of {host} cannot be used: {error}. Choose another with --port.") from None
    return listening


def host_key(folder: Path) -> str:
    """The key of the start page, the same after a restart."""
    path = folder / ".serve-key"
    try:
        return path.read_text(encoding="utf-8").strip() or _new_key(path)
    except FileNotFoundError:
        return _new_key(path)


def _new_key(path: Path) -> str:
    key = secrets.token_urlsafe(16)
    path.touch(mode=0o600)
    path.write_text(key, encoding="utf-8")
    return key
