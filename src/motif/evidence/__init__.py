"""Room 4, evidence: what a learner learns from and is measured by."""

from motif.evidence.calibration import Calibration, calibrate, calibrate_above_mean, deviation
from motif.evidence.engine_answers import Questions, ask_engine
from motif.evidence.examples import Evidence, Reference, Shares, Split, rows_of_moves, split
from motif.evidence.files import read_evidence, write_evidence
from motif.evidence.intervals import Estimate, Mean, Share, wilson, wilson_low
from motif.evidence.logit import Design, Fit, fit_weights
from motif.evidence.metrics import Accuracy, Meter, Policy, Scores
from motif.evidence.mistakes import MISTAKE, losses, mistakes_and_others
from motif.evidence.puzzle_files import ThemedPuzzle, puzzle_evidence, read_puzzles
from motif.evidence.significance import false_discovery_rates, fisher
