"""`motif web`: a board in the browser."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from motif.cli.console import say
from motif.cli.options import Cluster, experiment
from motif.study.engine import StudyEngine

if TYPE_CHECKING:
    from motif.web.settings import Settings


def web(
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Listen on this port; 0 takes any free one.")
    ] = 8642,
    is_opened: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    host: Annotated[
        str | None,
        typer.Option("--host", metavar="ADDRESS", help="Listen to other machines too; prints a link with a token."),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option("--engine", metavar="NAME", help="The engine that evaluates studies: search, stockfish …"),
    ] = None,
    workers: Annotated[
        int | None, experiment("--workers", "-w", min=1, help="How many processes work; by default one for each core.")
    ] = None,
    cluster: Cluster = None,
    is_schema: Annotated[bool, experiment("--schema", help="Print the OpenAPI document, and serve nothing.")] = False,
) -> None:
    """Study, explain, train and play on a board in the browser.

    Only this machine can reach it unless `--host` is given. Long work goes on while the page is closed; studies are
    kept in your data folder, and training is the deck of `motif train`.

    Example: `motif web --open`
    """
    # Only who serves waits for the server.
    from motif.web import guard, run, schema
    from motif.web.settings import LOOPBACK, Settings

    if is_schema:
        # Written by hand, so that a pipe gets it as it is.
        typer.echo(schema.document(), nl=False)
        return
    # Refused here and now, not when the first game is judged.
    StudyEngine.find(engine)
    is_ours = host is None or host in guard.LOOPBACK_NAMES
    settings: Settings = Settings(
        host=host or LOOPBACK,
        port=port,
        token=None if is_ours else secrets.token_urlsafe(24),
        workers=workers or os.cpu_count() or 1,
        cluster=cluster,
        judge=engine,
    )
    run.check_page(settings)
    run.serve(settings, say, is_opened=is_opened)
