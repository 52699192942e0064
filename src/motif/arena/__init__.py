"""Room 3, who is stronger: matches and tournaments between players, and what they prove."""

from motif.arena.adjudication import Adjudication
from motif.arena.crosstable import CrossTable
from motif.arena.elo import Estimate, elo_of, expected_score
from motif.arena.game import Conditions, Entrant, PairTask, play_pair
from motif.arena.match import MatchSettings, play_match
from motif.arena.ratings import Anchor, Rating, rate
from motif.arena.records import Ending, GameRecord, Note, PairRecord, Result, Termination
from motif.arena.sparring import RandomPlayer
from motif.arena.sprt import Decision, Sprt, SprtState
from motif.arena.standing import Standing
from motif.arena.start_positions import StartPosition, load_starts, shipped_starts, starts
from motif.arena.tournament import TournamentSettings, play_tournament
