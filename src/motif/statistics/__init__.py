"""Measure knowledge: examples, intervals, tests, metrics and fitted weights."""
