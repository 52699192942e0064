"""Add Motif to the menu of the desktop: an entry on Linux, an application on macOS, a link on Windows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from motif.errors import BadFile
from motif.runtime.files import write_atomically
from motif.runtime.systems import is_windows
from motif.web.settings import PAGE

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
