"""Families of positions, struck sentences, and lists that are reproducible."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import chess
import pytest

from motif.board.games import read_games
from motif.runtime.files import SAMPLE_GAMES
from motif.statistics.examples import Evidence, Reference, ThemedPuzzle
from motif.tactics.learning.candidates import Standards, Struck, is_warning, read_struck
from motif.tactics.learning.lists import CALCULATION, MATE, Family, Listing, Preset, make_list
from motif.tactics.learning.narrowing import ListClimb
from motif.tactics.learning.pipeline import (
    TACTICAL_CONDITIONS,
    is_kept_apart,
    master_families,
    puzzle_families,
    puzzles_by_motif,
    quiet_positions,
)
from motif.tactics.library import TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL
from tactics.rules import suggested_moves

HEADER = "PuzzleId,FEN,Moves,Themes\n"


def puzzle(name: str, fen: str, moves: str, *themes: str) -> ThemedPuzzle:
    return ThemedPuzzle(name, chess.Board(fen), tuple(map(chess.Move.from_uci, moves.split())), frozenset(themes))


def names(is_apart: bool, count: int) -> list[str]:
    """Return names of puzzles of one half."""
    drawn = (str(number) for number in range(1_000))
    return list(islice((name for name in drawn if is_kept_apart(puzzle(name, *BACK_RANK)) == is_apart), count))


BACK_RANK = "6k1/5ppp/8/8/8/7P/r5P1/3R2K1 b - - 0 1", "a2a3 d1d8"
QUIET_RANK = "6k1/5ppp/8/8/8/7P/r5P1/3R2K1 b - - 0 1", "a2a3 d1c1"


def test_a_puzzle_counts_for_the_motif_that_its_first_move_shows() -> None:
    first, second = names(is_apart=False, count=2)
    mate = puzzle(first, *BACK_RANK, "mateIn1")
    other = puzzle(second, *QUIET_RANK, "mateIn1")
    assert puzzles_by_motif([mate, other], most=5) == {"mateIn1": [mate]}


def test_half_of_the_puzzles_are_never_learned_from() -> None:
    ours, theirs = names(is_apart=False, count=1), names(is_apart=True, count=1)
    both = [puzzle(name, *BACK_RANK, "mateIn1") for name in (*ours, *theirs)]
    assert [each.name for each in puzzles_by_motif(both, most=5)["mateIn1"]] == ours
    assert [each.name for each in puzzles_by_motif(both, most=5, is_apart=True)["mateIn1"]] == theirs


def test_puzzles_are_searched_once_and_measured_by_motif(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    lines = [f"{name},{BACK_RANK[0]},{BACK_RANK[1]},mateIn1 backRankMate\n" for name in names(is_apart=False, count=3)]
    path.write_text(HEADER + "".join(lines))
    searched, *measured = puzzle_families(path)
    assert (searched.name, searched.weight, searched.is_searched, len(searched.evidence)) == ("puzzles", 0.0, True, 3)
    assert {(family.name, family.is_searched) for family in measured} == {("mateIn1", False), ("backRankMate", False)}
    assert Listing(families=(searched, *measured)).counted == tuple(measured)


@pytest.fixture
def master(tmp_path: Path) -> Path:
    """Write the first sample games to a file named after the player who has White in all of them."""
    path = tmp_path / "Master.pgn"
    texts = []
    for number, game in enumerate(islice(read_games(SAMPLE_GAMES), 12)):
        moves = chess.Board(game.start_fen).variation_san(game.moves)
        texts.append(f'[White "Master"]\n[Black "Pupil {number}"]\n[Result "*"]\n\n{moves} *\n')
    path.write_text("\n".join(texts))
    return path


def test_in_quiet_positions_nothing_can_be_won(master: Path) -> None:
    quiet = quiet_positions([master], most=20)
    assert 0 < len(quiet) <= 20
    assert set(quiet.movers()) == {"Master"}
    loud = [Rule.parse(f"t(P, F, T) :- legal_move(F, T, P), {body}.", FULL) for body in TACTICAL_CONDITIONS]
    for board in quiet.positions:
        assert not board.is_check()
        assert not any(suggested_moves(loud, FULL, board))


def test_a_theme_of_masters_accepts_only_rules_with_its_words(master: Path) -> None:
    families = {family.name: family for family in master_families([master], most=20)}
    development = families["development"]
    assert development.reference is Reference.PLAYED
    bodies = ("undeveloped(F, P)", "captures(F, T, P)")
    held = [development.holds(Rule.parse(f"t(P, F, T) :- legal_move(F, T, P), {body}.", FULL)) for body in bodies]
    assert held == [True, False]


def test_every_sentence_that_is_struck_out_has_its_reason() -> None:
    struck = read_struck()
    assert len({each.words for each in struck}) == len(struck) > 0
    assert all(len(each.reason.split()) > 1 for each in struck)


def test_struck_words_still_occur_in_the_sentences_of_their_examples() -> None:
    for each in read_struck():
        rule = Rule.parse(f"t(P, F, T) :- legal_move(F, T, P), {each.example}.", FULL)
        assert each.matches(rule), f"{each.words!r} is not in {rule.sentence()!r}"


def test_no_shipped_rule_is_struck_out() -> None:
    said = [
        rule.sentence() for rule in TacticsLibrary.shipped().rules if any(each.matches(rule) for each in read_struck())
    ]
    assert said == []


def test_no_shipped_rule_is_imprecise_unless_it_is_a_warning() -> None:
    knowledge = [tactic for tactic in TacticsLibrary.shipped().tactics if tactic.rule.body != CALCULATION.body]
    seldom = [tactic for tactic in knowledge if tactic.figures["precision"] < 0.1]
    assert [tactic.sentence() for tactic in seldom if not is_warning(tactic.rule)] == []


@pytest.fixture(scope="module")
def games() -> Family:
    evidence = Evidence.of_games(islice(read_games(SAMPLE_GAMES), 80), per_game=2, seed=1).with_a_choice()
    return Family("games", evidence, Reference.PLAYED, weight=1.0)


def test_the_same_pool_gives_the_same_list(games: Family) -> None:
    pool = [rule for rule in TacticsLibrary.shipped().rules if rule.name != "count_the_captures"]
    listing = Listing(Standards(chance=1.0), ListClimb(count=8, steps=60), stages=2, filled=True)
    once, again = (make_list(pool, games, games.evidence, listing, seed=3) for _ in range(2))
    assert once == again
    assert len(once) > 1


def test_mate_comes_first_and_struck_rules_never(games: Family) -> None:
    pool = [rule for rule in TacticsLibrary.shipped().rules if rule.name != "count_the_captures"]
    plain = Listing(Standards(chance=1.0), ListClimb(count=8, steps=60))
    usual = make_list(pool, games, games.evidence, plain, seed=3)
    sentence = usual[-1].sentence()
    strict = Listing(Standards(chance=1.0, struck=(Struck(sentence, "", "", "a test"),)), plain.climb, mate_first=True)
    made = make_list(pool, games, games.evidence, strict, seed=3)
    assert made[0] == MATE
    assert sentence not in {rule.sentence() for rule in made}


def test_the_settings_of_the_shipped_list_are_a_preset() -> None:
    listing, search = Preset.SHIPPED.listing(60), Preset.SHIPPED.search()
    assert (listing.stages, listing.climb.steps, listing.sure, listing.standards.struck) == (
        3,
        15_000,
        1.2,
        read_struck(),
    )
    assert listing.standards.right == 0.1
    assert [search.among(count).support for count in (500, 22_529)] == [8, 22]
