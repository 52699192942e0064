"""Start Motif from a single file, which also stands in for the Python that Motif starts for its helpers."""

import multiprocessing
import sys


def main() -> None:
    """Run the code of a helper process, or the command line."""
    arguments = [argument for argument in sys.argv[1:] if argument not in ("-I", "-S")]
    if arguments[:1] == ["-c"]:
        sys.argv = ["-c", *arguments[2:]]
        exec(arguments[1], {"__name__": "__main__"})
        return
    if arguments[:2] == ["-m", "motif"]:
        del arguments[:2]
    sys.argv[1:] = arguments
    from motif.__main__ import main as run

    run()


if __name__ == "__main__":
    multiprocessing.freeze_support()
    main()
