"""Room 5, endgames: programs that value boards, read like rules and evolve by playing each other.

The way of a program is that of the folders: `language` says what it is, `telling` reads it aloud, `playing` lets it
play, `measuring` holds it against the tables, `evolving` breeds better ones. What breeds is imported from there: who
only plays need not wait for it.
"""

from motif.endgames.language.program import Program, State, find_program, shipped_names
from motif.endgames.playing.games import GameRules
from motif.endgames.playing.player import EndgameAdviser, EndgamePlayer
from motif.endgames.playing.scores import Outcome, Points, Score
