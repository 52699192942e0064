"""The output of a study: one folder with a page to read, games to open elsewhere, puzzles to print and to solve."""

from motif.study.report.folder import FILES, check_folder, folder_name, write_report

__all__ = ["FILES", "check_folder", "folder_name", "write_report"]
