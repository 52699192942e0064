"""Reasons that are true: what a move wins, by what, whether that is the cause, and all of it in one sentence.

A reason is only given when the board without it does not win: docs/explanations.md says how often that is right.
"""

from motif.reasons.adviser import ReasonsAdviser, ReasonsPlayer, best_explained
from motif.reasons.causes import Cause, find_cause
from motif.reasons.explaining import explain, explain_move
from motif.reasons.explanation import LIMIT, Explanation, explain_evaluation
from motif.reasons.gains import Gain, play_out
from motif.reasons.mistakes import Mistake, explain_mistake
from motif.reasons.purposes import Purpose, PurposeKind
from motif.reasons.slips import Slip, SlipKind
