"""Start `motif` and `python -m motif`; before Ctrl-C is handled nothing else is imported."""

from __future__ import annotations

import gc
import os
import signal
import sys

INTERRUPTED, TERMINATED = 130, 143

BETWEEN_COLLECTIONS = 50_000
"""How many objects are created between garbage collections: loading creates no garbage, and Python's default is 700."""


def main() -> None:
    """Run the command line; Ctrl-C during loading prints just one line, too."""
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
