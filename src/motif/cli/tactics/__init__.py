"""The tactics in the lab: learn, measure, compare and read rules."""
