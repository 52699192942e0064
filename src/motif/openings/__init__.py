"""Room 5, openings: what masters played, the nearest of many named lines, and the name of any game.

Han, Lavelle & Wilkerson, "Applying CBR Retrieval and Rule-Based Heuristics to Improve Alpha-Beta Search in Chess".
"""

from motif.openings.adviser import OpeningAdviser
from motif.openings.book import Book, PlayedMove, shipped_book
from motif.openings.book_making import make_book
from motif.openings.case_files import load_cases, read_lines, save_cases, shipped_cases
from motif.openings.cases import Case, CaseBase
from motif.openings.names import OpeningName, Openings, shipped_openings
from motif.openings.player import PAPER_STYLE, STYLES, OpeningPlayer, OpeningStyle
from motif.openings.retrieval import CaseOrder, Match, Retrieval, retrieve
from motif.openings.theory import theory, theory_of
