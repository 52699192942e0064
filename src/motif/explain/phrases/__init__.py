"""The phrasebook: every sentence that explains a move, each clause with an example that is a test."""
