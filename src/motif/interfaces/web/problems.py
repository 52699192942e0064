"""Errors as JSON: what is wrong and what to try, with the status that fits; nothing of the machine is told."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from motif.errors import EngineFailed, MotifError, NothingFound, UnknownName
from motif.interfaces.web.boards import Shape
from motif.interfaces.web.pool import Busy
from motif.interfaces.web.workers import OutOfTime, TaskFailed


class Problem(Shape):
    """What is wrong, and what to try instead."""

    error: str
    hint: str = ""


RESPONSES: dict[int | str, dict[str, object]] = {
    "4XX": {"model": Problem, "description": "What is wrong, and what to try instead."},
    "5XX": {"model": Problem, "description": "What went wrong here."},
}


class TooLarge(MotifError):
    """A body, a file or a game beyond the bounds."""


class Outdated(MotifError):
    """A request about something that is no longer as whoever asks saw it."""


class Forbidden(MotifError):
    """A request from somewhere it must not come from, or without the token."""


_STATUS: tuple[tuple[type[MotifError], int], ...] = (
    (TooLarge, 413),
    (Forbidden, 403),
    (Outdated, 409),
    (Busy, 429),
    (OutOfTime, 504),
    (TaskFailed, 500),
    # The question was a good one, and whom the server asked did not answer it.
    (EngineFailed, 502),
    (NothingFound, 404),
    (UnknownName, 422),
    (MotifError, 422),
)


def problem(status: int, error: str, hint: str = "") -> JSONResponse:
    """A problem as the answer to a request."""
    return JSONResponse(Problem(error=error, hint=hint).model_dump(), status)


def of_error(error: MotifError) -> JSONResponse:
    """An error of the house as an answer."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    return problem(status, str(error), error.hint)


def join(app: FastAPI) -> None:
    """Let an app answer with problems."""

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
