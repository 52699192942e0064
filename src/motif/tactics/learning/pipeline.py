"""Learn a library of tactics from games in five steps, each a function of this file.

search   find rules that suggest the reference move more often than chance, on training games and on each family of
         positions; for a list keep only rules that a coach would say (`candidates`)
choose   choose the few that decide best together: a list in which each rule narrows the choice (`narrowing`), made on
         training games and pruned on validation games (`lists`), or voters that differ (`voters`)
name     name each rule after the motif that it plays on training games
measure  measure its figures on games of other players
weigh    fit its vote to training games, together with the votes of all other rules
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import numpy as np

from motif.board.games import GameFilter, read_games
from motif.board.wording import counted
from motif.errors import NothingFound
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Line
from motif.runtime.parallel import Watch, Workers, unwatched
from motif.statistics.examples import (
    Evidence,
    Reference,
    Shares,
    Split,
    ThemedPuzzle,
    puzzle_evidence,
    read_puzzles,
    split,
)
from motif.statistics.fitting import Design, fit_weights
from motif.statistics.intervals import Floats
from motif.statistics.metrics import Mask
from motif.tactics.coverage import Coverage, RuleTally
from motif.tactics.learning.bias import Bias
from motif.tactics.learning.candidates import candidate_rules
from motif.tactics.learning.levels import MOST_IN_A_DRAFT, FoundRule, Learner, Search
from motif.tactics.learning.lists import CALCULATION, Family, Listing, Words, make_list, skipped_with
from motif.tactics.learning.measures import figures
from motif.tactics.learning.naming import Probe, name_rules
from motif.tactics.learning.paper import exhaust
from motif.tactics.learning.voters import Choice, select
from motif.tactics.library import DECIDE_NOTE, VOTE, Decide, Tactic, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL, PAPER, Vocabulary

PROBED = 10_000
"""Rules are named by their moves in this many positions; rare motifs need many."""

DRAFTED, PROBED_IN_A_DRAFT = 150, 20
"""After Ctrl-C rules are chosen and measured on DRAFTED positions, and named on PROBED_IN_A_DRAFT."""

SEARCH_NOTE = "search"
"""The key of a library's note about its search."""

STOPPED = "stopped; the best so far are kept"
"""The note after Ctrl-C."""


@dataclass(frozen=True, slots=True)
class RuleLearnSettings:
    """What to learn and how; a bias with the paper's vocabulary selects the paper's learner.

    The default reference is the engine's best move if the evidence has it, otherwise the move that was played.
    """

    bias: Bias
    reference: Reference | None = None
    shares: Shares = field(default_factory=Shares)
    search: Search = field(default_factory=Search)
    decide: Decide = Decide.LIST
    listing: Listing = field(default_factory=Listing)
    choice: Choice = field(default_factory=Choice)
    seed: int = 0
    games: str = ""
    """A note for the library about the source of its games."""

    def __post_init__(self) -> None:
        if self.vocabulary is PAPER and self.decide is Decide.LIST:
            # The paper's learner keeps every rule that matches a position; lists need the full vocabulary.
            object.__setattr__(self, "decide", Decide.VOTES)

    @property
    def vocabulary(self) -> Vocabulary:
        return self.bias.vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """Evidence divided by player into training, validation and test, without positions with only one legal move."""

    parts: Split
    reference: Reference

    @classmethod
    def of(cls, evidence: Evidence | Split, settings: RuleLearnSettings) -> Material:
        """Divide evidence as the settings say; a `Split` stays as it is."""
        parts = evidence
        if isinstance(parts, Evidence):
            parts = split(parts.with_a_choice(), settings.shares, settings.seed)
        known = Reference.BEST if parts.training.best is not None else Reference.PLAYED
        material = cls(parts, settings.reference or known)
        material.training.moves(material.reference)
        if not len(material.training):
            raise NothingFound("no positions are left to learn from", hint="give more games, or a smaller --test-share")
        return material

    @property
    def training(self) -> Evidence:
        return self.parts.training

    @property
    def measured(self) -> Evidence:
        """The games to measure on: those of other players, or the training games if no player was set aside."""
        return self.parts.test if len(self.parts.test) else self.parts.training

    def some(self, most: int) -> Material:
        """Return the material with at most this many positions of each part."""
        parts = self.parts
        few = Split(parts.training.some(most), parts.validation.some(most), parts.test.some(most), parts.left_out)
        return Material(few, self.reference)

    def notes(self, settings: RuleLearnSettings) -> dict[str, str]:
        """Return a library's notes about its origin."""
        engine = f" ({self.training.engine})" if self.reference is Reference.BEST else ""
        others = " of other players" if len(self.parts.test) else ", the same ones"
        return {
            **({"games": settings.games} if settings.games else {}),
            "reference": f"{self.reference} move{engine}",
            "learned from": counted(len(self.training), "position"),
            "measured on": counted(len(self.measured), "position") + others,
            "seed": str(settings.seed),
        }


@dataclass(frozen=True, slots=True)
class Findings:
    """The rules of a search, the most certain first, and a remark on how the search went."""

    rules: Sequence[FoundRule]
    remark: str = ""


def learn(
    evidence: Evidence | Split,
    settings: RuleLearnSettings,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    watch: Watch = unwatched,
) -> TacticsLibrary:
    """Learn a library of tactics; the same settings give the same library on any number of workers.

    The search saves its state in the checkpoint and resumes from it; Ctrl-C ends it and keeps the best so far.
    """
    material = Material.of(evidence, settings)
    findings = search(material, settings, workers, checkpoint, watch)
    if STOPPED not in findings.remark:
        try:
            return library_of(findings, material, settings, watch)
        except KeyboardInterrupt:
            findings = replace(findings, remark=STOPPED)
    return draft_of(findings, material, settings)


def draft_of(findings: Findings, material: Material, settings: RuleLearnSettings) -> TacticsLibrary:
    """Make the library after Ctrl-C, in about a second: from few positions, and without improving its list."""
    first = replace(findings, rules=findings.rules[:MOST_IN_A_DRAFT])
    listing = replace(settings.listing, climb=replace(settings.listing.climb, steps=0), stages=1, filled=False)
    listing = replace(listing, families=tuple(family.some(DRAFTED) for family in listing.families))
    library = library_of(first, material.some(DRAFTED), replace(settings, listing=listing), probed=PROBED_IN_A_DRAFT)
    learned_from = material.notes(settings)["learned from"]
    return replace(library, notes={**library.notes, "learned from": learned_from})


def library_of(
    findings: Findings, material: Material, settings: RuleLearnSettings, watch: Watch = unwatched, probed: int = PROBED
) -> TacticsLibrary:
    """Make a library of the rules of a search: choose, name, measure and weigh them."""
    rules, motifs = name(choose(findings, material, settings, watch), material, settings, probed)
    known = measure(rules, material, settings)
    votes = weigh(rules, material, settings)
    skipped = skipped_with(rules)
    tactics = (
        Tactic(rule, {**measured, VOTE: float(vote)}, motif, other)
        for rule, measured, vote, motif, other in zip(rules, known, votes, motifs, skipped, strict=True)
    )
    notes = {DECIDE_NOTE: str(settings.decide), **material.notes(settings)}
    remark = {SEARCH_NOTE: findings.remark} if findings.remark else {}
    return TacticsLibrary(settings.vocabulary, tuple(tactics), notes | remark)


def search(
    material: Material,
    settings: RuleLearnSettings,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    watch: Watch = unwatched,
) -> Findings:
    """Return rules that match training positions; without any, raise NothingFound (KeyboardInterrupt if stopped)."""
    if settings.vocabulary is PAPER:
        findings = _paper_search(material, settings, watch)
    elif settings.decide is Decide.VOTES:
        learner = Learner(material.training, settings.bias, settings.search, material.reference, workers)
        findings = Findings(learner.run(watch, checkpoint), _remark(learner))
    else:
        findings = _search_for_a_list(material, settings, workers, checkpoint, watch)
    if not findings.rules:
        if STOPPED in findings.remark:
            raise KeyboardInterrupt
        support = counted(settings.search.support, "reference move")
        raise NothingFound(
            f"no tactic finds at least {support} in {counted(len(material.training), 'position')}",
            hint="give more games, or a smaller --support",
        )
    return findings


def _search_for_a_list(
    material: Material, settings: RuleLearnSettings, workers: Workers | None, checkpoint: Path | None, watch: Watch
) -> Findings:
    """Search the games and each family for candidates for a list, without duplicates."""
    games = Family("games", _some(material.training, settings), material.reference)
    by_rule: dict[Rule, FoundRule] = {}
    remarks: dict[str, None] = {}
    for part in (games, *(family for family in settings.listing.families if family.is_searched)):
        how = settings.search.among(len(part.evidence))
        learner = Learner(part.evidence, settings.bias, how, part.reference, workers)
        saved = (
            checkpoint.with_name(f"{part.name}-{checkpoint.name}") if checkpoint and part is not games else checkpoint
        )
        learner.explore(watch, saved)
        remarks.setdefault(_remark(learner))
        for each in candidate_rules(learner, part.evidence, part.reference, settings.listing.standards):
            if part.holds(each.rule):
                by_rule.setdefault(each.rule.canonical(settings.vocabulary).named(""), each)
    return Findings(list(by_rule.values()), "; ".join(remark for remark in remarks if remark))


def _some(evidence: Evidence, settings: RuleLearnSettings) -> Evidence:
    """Return a random sample of the positions if the listing limits how many are searched."""
    order = np.random.default_rng(settings.seed).permutation(len(evidence))
    return evidence.take(np.sort(order[: settings.listing.searched]))


def _remark(learner: Learner) -> str:
    return STOPPED if learner.state.interrupted else ""


def _paper_search(material: Material, settings: RuleLearnSettings, watch: Watch) -> Findings:
    """Run the paper's learner and return one rule for each distinct behaviour, the most precise first."""
    training = material.training
    run = exhaust(settings.bias, Coverage(training.positions, PAPER), watch=watch)
    is_reference = training.targets({material.reference: 1.0}) > 0
    position = np.repeat(np.arange(len(training)), np.diff(training.positions.legal_moves().offsets))
    rules = []
    for rule in run.distinct:
        rows = run.rows(rule)
        tally = RuleTally(len(rows), len(np.unique(position[rows])), int(is_reference[rows].sum()))
        rules.append(FoundRule(rule, tally))
    return Findings(
        sorted(rules, key=lambda each: -each.tally.precision),
        f"{run.models:,} models, {run.clauses:,} clauses, {len(run.rules):,} match a position, "
        f"{len(run.distinct):,} behave differently",
    )


def choose(findings: Findings, material: Material, settings: RuleLearnSettings, watch: Watch = unwatched) -> list[Rule]:
    """Choose the rules of the library: in the order of the list, or the most certain first."""
    if settings.vocabulary is PAPER:
        return [each.rule for each in findings.rules[: settings.choice.count]]
    if settings.decide is Decide.VOTES:
        chosen = select(findings.rules, material.training, settings.vocabulary, material.reference, settings.choice)
        return [each.rule for each in chosen]
    candidates = [each.rule for each in findings.rules]
    training = Family("games", material.training, material.reference, weight=1.0)
    return make_list(candidates, training, material.parts.validation, settings.listing, settings.seed, watch)


def name(
    rules: Sequence[Rule], material: Material, settings: RuleLearnSettings, probed: int = PROBED
) -> tuple[list[Rule], list[str]]:
    """Return the rules under unique names, and the motif that each plays ("" for none)."""
    named = name_rules(rules, settings.vocabulary, Probe.of(material.training.some(probed)))
    is_calculation = [rule.body == CALCULATION.body for rule in rules]
    return (
        [CALCULATION if calculates else rule for (rule, _), calculates in zip(named, is_calculation, strict=True)],
        ["" if calculates else motif for (_, motif), calculates in zip(named, is_calculation, strict=True)],
    )


def measure(rules: Sequence[Rule], material: Material, settings: RuleLearnSettings) -> list[dict[str, float]]:
    """Measure each rule on the games of other players."""
    return figures(rules, settings.vocabulary, material.measured, material.reference)


def weigh(rules: Sequence[Rule], material: Material, settings: RuleLearnSettings) -> Floats:
    """Fit the vote of each rule to the reference moves of the training games."""
    coverage = Coverage.of(material.training, settings.vocabulary)
    design = Design(coverage.rows(rules), coverage.offsets)
    return fit_weights(design, material.training.targets({material.reference: 1.0}))


MOTIFS_OF_THEMES = {
    "mateIn1": ("mate in 1",),
    "backRankMate": ("back rank mate",),
    "hangingPiece": ("hanging piece",),
    "fork": ("fork",),
    "pin": ("pin", "relative pin"),
    "skewer": ("skewer",),
    "discoveredAttack": ("discovered attack", "discovered check"),
    "trappedPiece": ("trapped piece",),
    "promotion": ("promotion",),
    "deflection": ("deflection", "overloaded defender"),
}
"""The motifs that correspond to each theme of Lichess."""

SEARCHED = (
    *("mateIn1", "backRankMate", "fork", "pin", "skewer", "discoveredAttack", "hangingPiece", "trappedPiece"),
    *("advancedPawn", "exposedKing", "doubleCheck", "deflection", "defensiveMove"),
)
"""The themes whose puzzles are searched for rules."""

PUZZLES_OF_A_THEME, PUZZLES_OF_A_MOTIF = 500, 200
"""How many puzzles of each theme are searched, and on how many of each motif a list is measured."""

WEIGHT_OF_A_MOTIF = 0.003

QUIET_POSITIONS, PER_GAME, FROM_MOVE, SEED = 12_000, 4, 6, 13
"""How masters' games are sampled; at move 6 some pieces are not yet developed."""

TACTICAL_CONDITIONS = ("settles_at_least(F, T, 1, P)", "in_check(P)")
"""A position in which a legal move fulfils one of these is not quiet."""


def puzzle_families(path: Path) -> tuple[Family, ...]:
    """Return one family of puzzles to search for rules, and one for each motif to measure a list on."""
    themed = puzzle_evidence(_by_theme(read_puzzles(path), PUZZLES_OF_A_THEME)).with_a_choice()
    by_motif = puzzles_by_motif(read_puzzles(path), PUZZLES_OF_A_MOTIF)
    searched = [Family("puzzles", themed, weight=0.0)] if len(themed) else []
    return (
        *searched,
        *(
            Family(theme, puzzle_evidence(puzzles), weight=WEIGHT_OF_A_MOTIF, is_searched=False)
            for theme, puzzles in by_motif.items()
        ),
    )


def puzzles_by_motif(
    puzzles: Iterable[ThemedPuzzle], most: int, is_apart: bool = False
) -> dict[str, list[ThemedPuzzle]]:
    """Return for each theme at most this many puzzles whose first move shows the theme.

    They come from the half to learn from, or with `is_apart` from the half that is kept for measuring.
    """
    by_motif: dict[str, list[ThemedPuzzle]] = defaultdict(list)
    for puzzle in puzzles:
        if is_kept_apart(puzzle) != is_apart:
            continue
        for theme, names in MOTIFS_OF_THEMES.items():
            if theme in puzzle.themes and len(by_motif[theme]) < most and _shows_at_once(puzzle, names):
                by_motif[theme].append(puzzle)
    return {theme: kept for theme, kept in by_motif.items() if kept}


def is_kept_apart(puzzle: ThemedPuzzle) -> bool:
    """Whether a puzzle belongs to the half that is never learned from."""
    return sha256(puzzle.name.encode()).digest()[0] % 2 == 1


def _by_theme(puzzles: Iterable[ThemedPuzzle], most: int) -> list[ThemedPuzzle]:
    """Return puzzles to learn from, until there are this many of each theme."""
    count = dict.fromkeys(SEARCHED, 0)
    themed = []
    for puzzle in puzzles:
        themes = [theme for theme in SEARCHED if theme in puzzle.themes]
        if not is_kept_apart(puzzle) and any(count[theme] < most for theme in themes):
            themed.append(puzzle)
            for theme in themes:
                count[theme] += 1
    return themed


def _shows_at_once(puzzle: ThemedPuzzle, names: tuple[str, ...]) -> bool:
    line = Line.after_lead(puzzle.board, puzzle.moves[0], puzzle.moves[1:])
    return any(witness.ply == 0 for name in names for witness in MOTIFS[name].find(line))


@dataclass(frozen=True, slots=True)
class QuietTheme:
    """A theme of quiet play: the positions where it arises, and the words that a rule about it must use."""

    name: str
    occurs: tuple[str, ...]
    """It arises where some legal move fulfils one of these conditions."""
    words: Words


def _any_of(*names: str) -> Words:
    return tuple(frozenset((name,)) for name in names)


THEMES = (
    QuietTheme("development", ("undeveloped(F, P)",), _any_of("undeveloped")),
    QuietTheme(
        "king-safety",
        ("castles(F, T, P)", "near_own_king(X, P), own(X, P), attacked(X, P)"),
        _any_of("castles", "near_own_king", "near_enemy_king", "allows_no_mate", "king"),
    ),
    QuietTheme(
        "files-and-squares",
        ("half_open_file(T, P)", "center(T, P)"),
        _any_of("open_file", "half_open_file", "center", "enemy_half", "first_rank", "last_rank", "edge"),
    ),
    QuietTheme("passed-pawns", ("passed(X, P)",), _any_of("passed", "promotes")),
    QuietTheme("exchanges-when-ahead", ("captures(F, T, P)",), _any_of("ahead")),
)
"""The themes of quiet play, which puzzles do not teach."""


def master_families(files: Sequence[Path], most: int = QUIET_POSITIONS) -> tuple[Family, ...]:
    """Return a family of masters' quiet positions and moves for each theme; each file is named after its master."""
    quiet = quiet_positions(files, most)
    masks = _positions_with(quiet, [theme.occurs for theme in THEMES])
    return tuple(
        Family(theme.name, quiet.take(np.flatnonzero(mask)), Reference.PLAYED, weight=0.0, words=theme.words)
        for theme, mask in zip(THEMES, masks, strict=True)
        if mask.any()
    )


def quiet_positions(files: Sequence[Path], most: int) -> Evidence:
    """Return at most this many quiet positions with the master to move; each file is named after its master."""
    parts = []
    for path in files:
        sampled = Evidence.of_games(read_games(path, GameFilter()), PER_GAME, FROM_MOVE, SEED)
        master = path.name.split(".")[0]
        parts.append(sampled.take(np.flatnonzero([mover.startswith(master) for mover in sampled.movers()])))
    every = Evidence.concatenate(parts).with_a_choice()
    # About half of all positions are quiet.
    some = every.take(np.sort(np.random.default_rng(SEED).permutation(len(every))[: 3 * most]))
    quiet = np.flatnonzero(~_positions_with(some, (TACTICAL_CONDITIONS,))[0])
    return some.take(quiet[:: max(1, len(quiet) // most)][:most])


def _positions_with(evidence: Evidence, wanted: Sequence[tuple[str, ...]]) -> list[Mask]:
    """Return for each group of conditions a mask of the positions in which some legal move fulfils one of them."""
    coverage = Coverage.of(evidence, FULL)
    masks = []
    for bodies in wanted:
        mask = np.zeros(len(evidence), np.bool_)
        rules = [Rule.parse(f"t(P, F, T) :- legal_move(F, T, P), {body}.", FULL) for body in bodies]
        for rows in coverage.rows(rules):
            mask[np.searchsorted(coverage.offsets, rows, side="right") - 1] = True
        masks.append(mask)
    return masks
