"""Training: puzzles from the player's own mistakes, new ones for what they miss, and a deck that brings them back.

The way of an exercise: `mistakes`, `composing`, `varying` and `quiet` find or make it, `soundness` refuses what is no
puzzle, `deck` keeps it, `choosing` puts it before the player, `drill` follows the answer, `scheduling` says when it
comes back.
"""

from motif.study.training.deck import Deck
from motif.study.training.drill import Drill, Verdict
from motif.study.training.exercise import Exercise, Source
from motif.study.training.mistakes import from_mistakes
from motif.study.training.plan import Plan, exercises_of, puzzles_of
from motif.study.training.schedule import Grade
from motif.study.training.soundness import sound_puzzle
