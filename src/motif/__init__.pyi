from motif.python import Case as Case
from motif.python import Explanation as Explanation
from motif.python import Finding as Finding
from motif.python import Pattern as Pattern
from motif.python import Program as Program
from motif.python import Puzzle as Puzzle
from motif.python import Rule as Rule
from motif.python import advise as advise
from motif.python import compose as compose
from motif.python import explain as explain
from motif.python import learn as learn
from motif.python import read_games as read_games
from motif.python import review as review
from motif.python import study_games as study_games

__version__: str
__all__: list[str]
