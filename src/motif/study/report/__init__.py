"""The output of a study: one folder with a page to read, games to open elsewhere, puzzles to print and to solve."""

from motif.study.report.folder import FILES, check_folder, write_report

__all__ = ["FILES", "check_folder", "write_report"]
