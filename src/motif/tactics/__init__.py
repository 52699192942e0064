"""Room 5, tactics: logic rules that are learned from games, read like a coach's advice and can be drawn."""

from motif.tactics.board.adviser import Suggestion, TacticsAdviser, TacticsPlayer, suggestions
from motif.tactics.language.rule import Rule
from motif.tactics.language.vocabulary import FULL, PAPER, Vocabulary
from motif.tactics.learning.bias import Bias, find_bias
from motif.tactics.learning.listing import Family, Listing
from motif.tactics.learning.pipeline import LearnSettings, Material, learn
from motif.tactics.library.comparison import Difference, compare
from motif.tactics.library.decision import Decide
from motif.tactics.library.library import Library, Tactic
from motif.tactics.library.measures import Measured, measure
