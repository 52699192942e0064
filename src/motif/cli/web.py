"""`motif web`: serve the board in the browser."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from motif.cli.console import say
from motif.cli.options import Cluster, experiment, option
from motif.errors import BadFile
from motif.runtime.files import write_atomically
from motif.runtime.systems import has_screen, is_windows
from motif.study.engine import StudyEngine
from motif.web.settings import LOOPBACK, PAGE, PORT, Settings


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
    from motif.web import app, guard, schema

    if is_schema:
        # Written by hand, so that a pipe gets it as it is.
        typer.echo(schema.document(), nl=False)
        return
    if is_shortcut:
        app.check_page(Settings())
        say(f"Motif is in the menu of your desktop: {install_shortcut()}")
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


ICON = PAGE / "icon-512.png"
ARGUMENTS = "-m motif web --open"

INFORMATION = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>CFBundleName</key><string>Motif</string>
  <key>CFBundleExecutable</key><string>Motif</string>
  <key>CFBundleIdentifier</key><string>org.motif.chess</string>
  <key>CFBundlePackageType</key><string>APPL</string>
</dict>
</plist>
"""


def install_shortcut() -> Path:
    """Write the shortcut for this user, replacing an older one, and return its path."""
    try:
        if is_windows():
            return _windows()
        return _macos() if sys.platform == "darwin" else _linux()
    except (OSError, subprocess.SubprocessError) as error:
        raise BadFile(f"cannot write the shortcut: {error}", hint="start Motif with `motif web --open`") from error


def _linux() -> Path:
    share = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    path = share / "applications" / "motif.desktop"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, desktop_entry())
    return path


def desktop_entry() -> str:
    """The desktop entry for a Linux menu, with the current Python."""
    # Quotes and backslashes are escaped as the desktop entry specification asks.
    python = sys.executable.replace("\\", "\\\\\\\\").replace('"', '\\\\"').replace("%", "%%")
    return f"""[Desktop Entry]
Type=Application
Name=Motif
Comment=Review your chess games and train what you miss
Exec="{python}" {ARGUMENTS}
Icon={ICON}
Terminal=false
Categories=Game;BoardGame;
"""


def _macos() -> Path:
    path = Path.home() / "Applications" / "Motif.app"
    program = path / "Contents" / "MacOS" / "Motif"
    program.parent.mkdir(parents=True, exist_ok=True)
    quoted = sys.executable.replace("'", "'\\''")
    write_atomically(program, f"#!/bin/sh\nexec '{quoted}' {ARGUMENTS}\n")
    program.chmod(0o755)
    write_atomically(path / "Contents" / "Info.plist", INFORMATION)
    return path


def _windows() -> Path:
    programs = Path(os.environ["APPDATA"]) / "Microsoft" / "Windows" / "Start Menu" / "Programs"
    path = programs / "Motif.lnk"
    # Only the shell of Windows writes links; pythonw is Python without a console window.
    python = Path(sys.executable).with_name("pythonw.exe")
    script = (
        "$link = (New-Object -ComObject WScript.Shell).CreateShortcut($env:MOTIF_LINK);"
        f"$link.TargetPath = $env:MOTIF_PYTHON; $link.Arguments = '{ARGUMENTS}'; $link.Save()"
    )
    names = {"MOTIF_LINK": str(path), "MOTIF_PYTHON": str(python)}
    subprocess.run(["powershell", "-NoProfile", "-Command", script], env=os.environ | names, check=True)
    return path
