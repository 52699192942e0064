"""Room 5, search: one alpha-beta in the core, its evaluations, its pruning rules, and how their weights are found."""

from motif.search.attempts import Adaptation, CasePruning, HierarchyPruning, PruningCase, Situation, Way
from motif.search.explanation import Term, explain
from motif.search.heuristic import NAMED, Weights
from motif.search.player import SearchAdviser, SearchOracle, SearchPlayer
from motif.search.pruning import Pruner, Pruning, PruningMode, PruningRule
from motif.search.settings import Mode, SearchSettings, Techniques
from motif.search.tapered import TaperedWeights, fine_weights, shipped_weights
