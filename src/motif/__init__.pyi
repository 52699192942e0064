from motif.interfaces.python import advise as advise
from motif.interfaces.python import compose as compose
from motif.interfaces.python import explain as explain
from motif.interfaces.python import learn as learn
from motif.interfaces.python import read_games as read_games
from motif.interfaces.python import review as review
from motif.interfaces.python import study_games as study_games

__version__: str
__all__: list[str]
