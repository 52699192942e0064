"""Measure how well knowledge works: examples, intervals, significance tests, metrics and fitted weights."""
