"""Room 5, puzzles: composed to order, mined from games, solved, checked twice over, and printed.

The way of an order to a sheet: `recipe` says what is wanted, `skeletons` has clingo put it on a board, `prolonging`
makes a longer mate of it, `composition` and `finishing` (for mates) or `winning` (for material) make puzzles of that,
and `gathering` collects them. `mining` finds them in games. `solver` proves a puzzle, `verify` objects to it, and
`export`, `pictures` and `sheet` print it.
"""

from motif.puzzles.batches import CompositionStep, Order
from motif.puzzles.composition import compose, composed
from motif.puzzles.diagram import Diagram
from motif.puzzles.files import read_puzzles, write_puzzles
from motif.puzzles.mining import Mining, MiningReport, mine
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation, load_puzzles, save_puzzles
from motif.puzzles.recipe import Recipe
from motif.puzzles.solver import puzzle_of, solve_within
from motif.puzzles.themes import THEMES, Theme, find_theme
from motif.puzzles.verify import objections
from motif.puzzles.winning import compose_wins
