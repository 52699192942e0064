"""Check every request and every upload before anything reads it.

The Host must be a name of this computer, so that no other site can point its name here (DNS rebinding). A request to
the API must come from this page or from no page at all. Requests from other computers need the token, as
`Authorization: Bearer …` or as the cookie that `/?token=…` sets. Every response says that a page may load nothing from
elsewhere and run only its own script files.
"""

from __future__ import annotations

import secrets
from asyncio import wait_for
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from motif.board.games import read_games
from motif.errors import BadGameFile, EngineFailed, MotifError, NothingFound, UnknownName
from motif.runtime.compressed import text_bytes
from motif.web.pool import Busy, OutOfTime, TaskFailed
from motif.web.settings import Bounds, Settings
from motif.web.shapes import Shape

# Errors as JSON: what is wrong and what to try, with a fitting status; they reveal nothing about the machine.


class Problem(Shape):
    """An error, and what to try instead."""

    error: str
    hint: str = ""


RESPONSES: dict[int | str, dict[str, object]] = {
    "4XX": {"model": Problem, "description": "What is wrong, and what to try instead."},
    "5XX": {"model": Problem, "description": "What went wrong here."},
}


class TooLarge(MotifError):
    """Raised for a request body, file or game that is too large."""


class Outdated(MotifError):
    """Raised for a request about something that has changed since the client last saw it."""


class Forbidden(MotifError):
    """Raised for a request from a forbidden origin or without the token."""


_STATUS: tuple[tuple[type[MotifError], int], ...] = (
    (TooLarge, 413),
    (Forbidden, 403),
    (Outdated, 409),
    (Busy, 429),
    (OutOfTime, 504),
    (TaskFailed, 500),
    # The request was valid, but another server did not answer.
    (EngineFailed, 502),
    (NothingFound, 404),
    (UnknownName, 422),
    (MotifError, 422),
)


def problem(status: int, error: str, hint: str = "") -> JSONResponse:
    """A response that reports a problem."""
    return JSONResponse(Problem(error=error, hint=hint).model_dump(), status)


def of_error(error: MotifError) -> JSONResponse:
    """The response for one of Motif's errors."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    return problem(status, str(error), error.hint)


def join(app: FastAPI) -> None:
    """Make an app report errors as problems."""

    @app.exception_handler(MotifError)
    async def refused(_: Request, error: MotifError) -> JSONResponse:
        return of_error(error)

    @app.exception_handler(RequestValidationError)
    async def misread(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        place = " > ".join(str(part) for part in first["loc"])
        return problem(422, f"cannot read {place}: {first['msg']}", "the API is described at /api/docs")

    @app.exception_handler(HTTPException)
    async def unknown(_: Request, error: HTTPException) -> JSONResponse:
        return problem(error.status_code, str(error.detail), "the API is described at /api/docs")

    @app.exception_handler(Exception)
    async def unforeseen(_: Request, error: Exception) -> JSONResponse:
        return problem(500, f"something went wrong here ({type(error).__name__})", "the server's log says more")


COOKIE = "motif-token"
READING = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content policy; inline styles are not needed, as chessground places pieces by `element.style`."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


PRINTED = "open the link that `motif web` printed"

UPLOADS = frozenset({"/api/studies", "/api/classes"})


class Guard:
    """The layer in front of the app that checks every request."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._names = LOOPBACK_NAMES | {settings.host}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        answer: Response | None
        try:
            self._check_host(headers)
            self._check_origin(scope, headers)
            self._check_size(scope, headers)
            answer = self._admitted(scope, headers)
        except (Forbidden, TooLarge) as refused:
            answer = of_error(refused)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_headers_of(scope["path"]))
            await send(message)

        await (answer or self._app)(scope, self._bounded(scope, receive), guarded)

    def _check_host(self, headers: Headers) -> None:
        host = _host(headers.get("host", ""))
        # Other computers call this one by its IP address, which no other site can own.
        if host in self._names or (self._settings.token and _is_address(host)):
            return
        raise Forbidden(f"this server is not called {host!r}", hint=PRINTED)

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        # A link on another site may open the page, but another site's page may not use the API.
        if scope["method"] in READING and not scope["path"].startswith("/api/"):
            return
        site, origin = headers.get("sec-fetch-site", "same-origin"), headers.get("origin")
        own = f"http://{headers.get('host', '')}"
        if site not in ("same-origin", "none") or origin not in (None, own):
            raise Forbidden("requests from other websites are refused")

    def _check_size(self, scope: Scope, headers: Headers) -> None:
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > self._most_bytes(scope):
            hint = "send fewer games" if scope["path"] in UPLOADS else ""
            raise TooLarge(f"at most {self._most_bytes(scope):,} bytes can be sent here", hint=hint)

    def _most_bytes(self, scope: Scope) -> int:
        bounds = self._settings.bounds
        return bounds.upload_bytes if scope["path"] in UPLOADS else bounds.body_bytes

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """Count a body while it arrives, since one sent in chunks does not declare its length."""
        left = self._most_bytes(scope)
        is_complete = False

        async def counted() -> Message:
            nonlocal left, is_complete
            try:
                # After the body, a request may wait as long as the answer takes.
                message = await wait_for(receive(), None if is_complete else self._settings.bounds.body_seconds)
            except TimeoutError:
                raise HTTPException(408, "the rest of the request did not come in time") from None
            is_complete = is_complete or not message.get("more_body", False)
            left -= len(message.get("body", b""))
            if left < 0:
                # FastAPI takes every other error here for a body that cannot be read.
                raise HTTPException(413, f"at most {self._most_bytes(scope):,} bytes can be sent here")
            return message

        return counted

    def _admitted(self, scope: Scope, headers: Headers) -> Response | None:
        """Return None if the request has the token; raise Forbidden if it has not.

        A link with the token is answered by a redirect that sets the cookie.
        """
        token = self._settings.token
        if token is None:
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and _is(given, token):
            answer = RedirectResponse("/", 303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            return answer
        if not any(_is(each, token) for each in (_bearer(headers), _cookie(headers))):
            raise Forbidden("the token is missing or wrong", hint=PRINTED)
        return None


def _headers_of(path: str) -> dict[str, str]:
    if path.startswith("/api/"):
        return HEADERS | {"cache-control": "no-store"}
    # Vite puts a hash of its content into the name of every file except index.html.
    is_named_after_content = path.startswith("/assets/")
    return HEADERS | {"cache-control": "max-age=31536000, immutable" if is_named_after_content else "no-cache"}


def _is(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode(), token.encode())


def _bearer(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def _cookie(headers: Headers) -> str:
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return cookie.value if cookie else ""


def _host(header: str) -> str:
    try:
        name = urlsplit(f"//{header}").hostname
    except ValueError:
        return ""
    return (name or "").rstrip(".")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def check_upload(file: Path, bounds: Bounds) -> None:
    """Raise an error for uploads with more text, games or moves than allowed, before any other work."""
    if text_bytes(file, bounds.text_bytes) > bounds.text_bytes:
        raise BadGameFile(f"this is more than {bounds.text_bytes >> 20} MB of text", hint="send fewer games")
    moves = 0
    for number, game in enumerate(read_games(file), start=1):
        moves += len(game)
        if len(game) > bounds.moves_of_a_game:
            raise BadGameFile(f"game {number} has {len(game):,} half-moves", hint="leave it out")
        if moves > bounds.moves:
            raise BadGameFile(f"these are more than {bounds.moves:,} half-moves", hint="send fewer games")
