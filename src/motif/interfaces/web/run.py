"""The server itself: where it listens, what it says when it begins, and how it ends."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from threading import Timer

import uvicorn

from motif.errors import BadArgument, BadFile
from motif.interfaces.web.app import make_app
from motif.interfaces.web.guard import LOOPBACK_NAMES
from motif.interfaces.web.settings import Settings

INDEX = "index.html"

SECONDS_TO_END = 2
"""A stream of events would keep the server from ending for ever."""

SECONDS_TO_OPEN = 0.5


def check_page(settings: Settings) -> None:
    """Refuse to serve a page that was never built."""
    if not (settings.page / INDEX).is_file():
        raise BadFile("the page is not built", hint="run `make web` in a clone of motif; it needs Node.js")


def serve(settings: Settings, say: Callable[[str], None], *, is_opened: bool = False) -> None:
    """Serve until Ctrl-C."""
    taken = listen(settings)
    port = taken.getsockname()[1]
    settings = replace(settings, port=port)
    say(f"Motif is at {address(settings)}")
    if settings.token is None:
        say("Ctrl-C ends it. Only this machine can reach it.")
    else:
        say("Ctrl-C ends it. Whoever has this link can use it; it is not encrypted, so keep to a network you trust.")
    if is_opened:
        Timer(SECONDS_TO_OPEN, webbrowser.open, [address(settings)]).start()
    config = uvicorn.Config(
        make_app(settings),
        log_level="warning",
        # Nothing stands before this server that could be believed about who asks.
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )
    uvicorn.Server(config).run(sockets=[taken])


def listen(settings: Settings) -> socket.socket:
    """The socket, taken now: whoever wants it second is told at once, and whoever asks early waits in line."""
    if settings.token is None and settings.host not in LOOPBACK_NAMES:
        raise BadArgument(f"{settings.host} is reached from other machines, and nobody would be asked for a token")
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        taken = socket.socket(family, kind, protocol)
        try:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind(where)
            taken.listen()
        except OSError:
            taken.close()
            raise
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadArgument(
            f"cannot listen at {settings.host}, port {settings.port}: {why}",
            hint="choose another with --port; 0 takes any that is free",
        ) from error
    return taken


def address(settings: Settings) -> str:
    """The link to open."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    token = f"/?token={settings.token}" if settings.token else ""
    return f"http://{host}:{settings.port}{token}"
