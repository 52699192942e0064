"""`motif web`: serve the board in the browser."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from motif.cli.console import say
from motif.cli.options import Cluster, experiment
from motif.runtime.systems import has_screen
from motif.study.engine import StudyEngine

if TYPE_CHECKING:
    from motif.web.settings import Settings


def web(
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Listen on this port; by default on 8642, or a free one."),
    ] = None,
    is_opened: Annotated[
        bool | None,
        typer.Option("--open/--no-open", help="Open it in the browser; by default where there is a screen."),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option("--host", metavar="ADDRESS", help="Listen to other machines too; prints a link with a token."),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option("--engine", metavar="NAME", help="The engine that evaluates studies: search, stockfish …"),
    ] = None,
    is_shortcut: Annotated[
        bool, typer.Option("--install-shortcut", help="Add Motif to the menu of your desktop, and serve nothing.")
    ] = False,
    workers: Annotated[
        int | None, experiment("--workers", "-w", min=1, help="How many processes work; by default one for each core.")
    ] = None,
    cluster: Cluster = None,
    is_schema: Annotated[bool, experiment("--schema", help="Print the OpenAPI document, and serve nothing.")] = False,
) -> None:
    """Study, explain, train and play on a board in the browser.

    A second start opens the page of the first. Only this machine can reach it unless `--host` is given. Long work goes
    on while the page is closed; studies are kept in your data folder, and training is the deck of `motif train`.

    Example: `motif web`
    """
    # Only who serves waits for the server.
    from motif.web import guard, run, schema
    from motif.web.settings import LOOPBACK, PORT, Settings

    if is_schema:
        # Written by hand, so that a pipe gets it as it is.
        typer.echo(schema.document(), nl=False)
        return
    if is_shortcut:
        from motif.web.shortcut import install_shortcut

        run.check_page(Settings())
        say(f"Motif is in the menu of your desktop: {install_shortcut()}")
        return
    # Refused here and now, not when the first game is evaluated.
    StudyEngine.find(engine)
    is_ours = host is None or host in guard.LOOPBACK_NAMES
    settings: Settings = Settings(
        host=host or LOOPBACK,
        port=PORT if port is None else port,
        token=None if is_ours else secrets.token_urlsafe(24),
        workers=workers or os.cpu_count() or 1,
        cluster=cluster,
        engine=engine,
    )
    run.check_page(settings)
    serve = run.serve_once if port is None and is_ours else run.serve
    serve(settings, say, is_opened=has_screen() if is_opened is None else is_opened)
