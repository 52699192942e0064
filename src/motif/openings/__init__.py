"""Room 5, openings: a base of named lines, the nearest case to any position, and the name of any game.

Han, Lavelle & Wilkerson, "Applying CBR Retrieval and Rule-Based Heuristics to Improve Alpha-Beta Search in Chess".
"""

from motif.openings.adviser import OpeningAdviser
from motif.openings.case_files import load_cases, read_lines, save_cases, shipped_cases
from motif.openings.cases import Case, CaseBase
from motif.openings.codes import OpeningCodes, shipped_codes
from motif.openings.names import OpeningName, Openings
from motif.openings.player import PAPER_STYLE, STYLES, OpeningPlayer, OpeningStyle
from motif.openings.retrieval import CaseOrder, Match, Retrieval, retrieve

__all__ = [
    "PAPER_STYLE",
    "STYLES",
    "Case",
    "CaseBase",
    "CaseOrder",
    "Match",
    "OpeningAdviser",
    "OpeningCodes",
    "OpeningName",
    "OpeningPlayer",
    "OpeningStyle",
    "Openings",
    "Retrieval",
    "load_cases",
    "read_lines",
    "retrieve",
    "save_cases",
    "shipped_cases",
    "shipped_codes",
]
