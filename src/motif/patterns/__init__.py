"""Room 5, patterns: which moves strong players look at, learned as small graphs, and a search that follows them."""

from motif.patterns.adviser import PatternPruning, PatternsAdviser
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.hierarchy import Hierarchy, Knowledge
from motif.patterns.inclusion import curve
from motif.patterns.learning import LearnSettings, augment, learn
from motif.patterns.library import Library
from motif.patterns.move_pattern import MovePattern, NullMovePattern, parse_pattern
from motif.patterns.paper_library import PaperLibrary, read_library
from motif.patterns.resolution import weigh
from motif.patterns.selection import Best, Selection, Share
from motif.patterns.sentences import sentence
from motif.patterns.taught import TaughtAdviser
