"""`motif web`: serve the board in the browser."""

from __future__ import annotations

import os
import secrets
from typing import Annotated

import typer

from motif.cli.console import say
from motif.cli.options import Cluster, experiment, option
from motif.runtime.systems import has_screen
from motif.study.engine import StudyEngine
from motif.web.settings import LOOPBACK, PORT, Settings


def web(
    port: Annotated[
        int | None, option("Listen on this port; by default on 8642, or a free one.", min=0, max=65535)
    ] = None,
    is_opened: Annotated[
        bool | None, option("Open it in the browser; by default where there is a screen.", "--open/--no-open")
    ] = None,
    host: Annotated[
        str | None, option("Listen to other machines too; prints a link with a token.", metavar="ADDRESS")
    ] = None,
    engine: Annotated[
        str | None, option("The engine that evaluates studies: search, stockfish …", metavar="NAME")
    ] = None,
    is_shortcut: Annotated[
        bool, option("Add Motif to the menu of your desktop, and serve nothing.", "--install-shortcut")
    ] = False,
    workers: Annotated[
        int | None, experiment("How many processes work; by default one for each core.", "--workers", "-w", min=1)
    ] = None,
    cluster: Cluster = None,
    is_schema: Annotated[bool, experiment("Print the OpenAPI document, and serve nothing.", "--schema")] = False,
) -> None:
    """Study, explain, train and play on a board in the browser.

    If Motif is running already, its page opens. Only this machine can reach it unless `--host` is given. Long work goes
    on while the page is closed; studies are kept in your data folder, and training is the deck of `motif train`.

    Example: `motif web`
    """
    # Imported here, since only serving needs the server.
    from motif.web import app, guard, schema, shortcut

    if is_schema:
        # Written by hand, so that a pipe gets it as it is.
        typer.echo(schema.document(), nl=False)
        return
    if is_shortcut:
        app.check_page(Settings())
        say(f"Motif is in the menu of your desktop: {shortcut.install_shortcut()}")
        return
    # Refuse it now, not when the first game is evaluated.
    StudyEngine.find(engine)
    is_ours = host is None or host in guard.LOOPBACK_NAMES
    settings = Settings(
        host=host or LOOPBACK,
        port=PORT if port is None else port,
        token=None if is_ours else secrets.token_urlsafe(24),
        workers=workers or os.cpu_count() or 1,
        cluster=cluster,
        engine=engine,
    )
    app.check_page(settings)
    serve = app.serve_once if port is None and is_ours else app.serve
    serve(settings, say, is_opened=has_screen() if is_opened is None else is_opened)
