"""Play openings by cases: named lines, the book and the nearest case."""
