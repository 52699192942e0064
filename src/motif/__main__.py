"""The door of `motif` and of `python -m motif`: nothing is imported before Ctrl-C is taken care of."""

from __future__ import annotations

import gc
import os
import signal
import sys

INTERRUPTED, TERMINATED = 130, 143

BETWEEN_COLLECTIONS = 50_000
"""What loading makes is no garbage, and Python, left to itself, looks through it every 700 objects."""


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded is one line, too."""
    # Some shells and services say that their screen has no columns: then nothing at all would be printed.
    if os.environ.get("COLUMNS", "1").strip() in ("", "0"):
        del os.environ["COLUMNS"]
    gc.set_threshold(BETWEEN_COLLECTIONS, 20, 20)
    # After SIGTERM the process closes its workers and engines, and leaves no semaphores behind.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(TERMINATED))
    try:
        from motif.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted before anything was done\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
