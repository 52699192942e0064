"""`python -m motif` is the same as `motif`."""

from motif.interfaces.cli.main import main

if __name__ == "__main__":
    main()
