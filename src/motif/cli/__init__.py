"""Run the command `motif`."""
