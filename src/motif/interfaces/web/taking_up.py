"""What the server before left: jobs that are over to be looked at, those that were broken off begun anew."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import ValidationError

from motif.errors import MotifError
from motif.interfaces.web import classes, compose, study, train
from motif.interfaces.web.jobs import Job, JobKind, Jobs, JobShape, JobState
from motif.interfaces.web.server import Server

RESUME: dict[JobKind, Callable[[Server, Jobs, JobShape, str], Job]] = {
    JobKind.STUDY: study.resume,
    JobKind.CLASS: classes.resume,
    JobKind.TRAINING: train.resume,
    JobKind.PUZZLES: compose.resume,
}


def take_up(server: Server) -> None:
    """Begin again what was broken off, and clear away uploads that no job is left for."""
    if not server.journal.is_kept:
        return
    queue = server.part(Jobs)
    for kept in server.journal.jobs():
        try:
            shape = JobShape.model_validate_json(kept.shape)
        except ValidationError:
            # Another version wrote it.
            continue
        if kept.order is None:
            queue.remember(shape)
            continue
        try:
            queue.keep(RESUME[shape.kind](server, queue, shape, kept.order), kept.order)
        except (MotifError, ValidationError) as error:
            failed = {"state": JobState.FAILED, "error": str(error).partition("\n")[0]}
            queue.give_up(shape.model_copy(update=failed))
    study.clear_uploads(server.settings, [kept.order for kept in server.journal.jobs() if kept.order])
