"""Training: puzzles from the player's own mistakes, new ones for what they miss, and a deck that brings them back."""

from motif.study.training.exercise import Exercise, Source
from motif.study.training.mistakes import from_mistakes
from motif.study.training.plan import Plan, exercises_of, puzzles_of
from motif.study.training.soundness import sound_puzzle

__all__ = ["Exercise", "Plan", "Source", "exercises_of", "from_mistakes", "puzzles_of", "sound_puzzle"]
