"""The door of `motif` and of `python -m motif`: nothing is imported before Ctrl-C is taken care of."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded is one line, too."""
    try:
        from motif.interfaces.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted before anything was done\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
