"""The command `motif`, one module a verb."""
