"""Test each idea on a position that shows it and on a twin that differs in one thing and does not show it."""

from __future__ import annotations

import re

import chess
import pytest

from motif.board.moves import MoveOnBoard
from motif.explain.phrases.ideas import IDEAS as PHRASES
from motif.explain.phrases.ideas import clause
from motif.motifs.catalogue import IDEAS, sightings
from motif.motifs.idea import Sighting, can_be_driven_away, is_passed
from walks import random_positions

STORIES = {
    # idea: (position, line) that show it, (position, line) that do not
    "outpost": (
        ("4k3/pp4pp/8/8/3P4/5N2/PP3PPP/4K3 w - - 0 1", "f3e5"),
        ("4k3/pp1p2pp/8/8/3P4/5N2/PP3PPP/4K3 w - - 0 1", "f3e5"),  # d7-d6 will drive it away
    ),
    "development": (
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "g1f3"),
        ("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 2", "f3g1"),
    ),
    "long diagonal": (
        ("rnbqkb1r/pppppp1p/5np1/8/8/1P3N2/P1PPPPPP/RNBQKB1R w KQkq - 0 3", "c1b2"),
        ("rnbqkb1r/ppp1pp1p/5np1/3p4/8/1P1P1N2/P1P1PPPP/RNBQKB1R w KQkq - 0 3", "c1f4"),
    ),
    "open file": (
        ("3r2k1/pp3ppp/8/8/8/8/PP3PPP/R5K1 w - - 0 1", "a1e1"),
        ("3r2k1/pp3ppp/8/8/4P3/8/PP3PPP/R5K1 w - - 0 1", "a1e1"),
    ),
    "half-open file": (
        ("3r2k1/ppp2ppp/8/8/8/8/PP3PPP/R5K1 w - - 0 1", "a1c1"),
        ("3r2k1/ppp2ppp/8/8/8/2P5/PP3PPP/R5K1 w - - 0 1", "a1c1"),
    ),
    "seventh rank": (
        ("6k1/pp3ppp/8/8/8/8/PP3PPP/2R3K1 w - - 0 1", "c1c7"),
        ("8/4k3/pp3ppp/8/8/8/PP3PPP/2R3K1 w - - 0 1", "c1c7"),  # no king to shut in, no pawn to attack
    ),
    "doubled rooks": (
        ("6k1/pp3ppp/8/8/8/3R4/PP3PPP/R5K1 w - - 0 1", "a1d1"),
        ("6k1/pp3ppp/8/8/8/3R4/PP3PPP/R5K1 w - - 0 1", "a1e1"),
    ),
    "guard": (
        ("4k3/8/8/3p4/4P3/8/5P2/4K3 w - - 0 1", "f2f3"),
        ("4k3/8/3p4/8/4P3/8/5P2/4K3 w - - 0 1", "f2f3"),  # the pawn is not attacked
    ),
    "support": (
        ("4k3/8/8/3p4/4P3/2NB4/5P2/4K3 w - - 0 1", "f2f3"),
        ("4k3/8/8/3p4/4P3/2NB1P2/8/4K3 w - - 0 1", "f3f4"),  # it guarded the pawn, and leaves it
    ),
    "behind a passed pawn": (
        ("6k1/5ppp/8/P7/8/8/5PPP/1R4K1 w - - 0 1", "b1a1"),
        ("6k1/1p3ppp/8/P7/8/8/5PPP/1R4K1 w - - 0 1", "b1a1"),
    ),
    "passed pawn": (
        ("6k1/5ppp/p7/1P6/8/8/5PPP/6K1 w - - 0 1", "b5a6"),
        ("6k1/1p3ppp/p7/1P6/8/8/5PPP/6K1 w - - 0 1", "b5a6 b7a6"),
    ),
    "advanced passed pawn": (
        ("6k1/5ppp/8/P7/8/8/5PPP/6K1 w - - 0 1", "a5a6"),
        ("6k1/1p3ppp/8/P7/8/8/5PPP/6K1 w - - 0 1", "a5a6"),
    ),
    "way for a pawn": (
        ("R7/P6p/6pk/2K2p2/7P/6P1/5r2/8 w - - 0 46", "a8b8"),
        ("R7/PP5p/6pk/2K2p2/7P/6P1/5r2/8 w - - 0 46", "c5c6"),  # the rook stays in the way
    ),
    "blockade": (
        ("6k1/5ppp/8/8/p7/8/2N2PPP/6K1 w - - 0 1", "c2a3"),
        ("6k1/5ppp/8/8/p7/8/1PN2PPP/6K1 w - - 0 1", "c2a3"),
    ),
    "centre": (
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "d2d4"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "d2d3"),
    ),
    "pawn break": (
        ("6k1/5ppp/4p3/3pP3/3P4/8/2P2PPP/6K1 w - - 0 1", "c2c4"),
        ("6k1/5ppp/4p3/4P3/3P4/3p4/2P2PPP/6K1 w - - 0 1", "f2f4"),
    ),
    "square taken": (
        ("r2qk2r/pppbbppp/2np1n2/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w kq - 0 7", "h2h3"),
        ("r2qk2r/ppp1bppp/2np4/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w kq - 0 7", "h2h3"),  # no piece could come
    ),
    "doubled pawns": (
        ("6k1/5ppp/5n2/6B1/8/8/5PPP/6K1 w - - 0 1", "g5f6 g7f6"),
        ("6k1/5p1p/5np1/6B1/8/8/5PPP/6K1 w - - 0 1", "g5f6"),
    ),
    "isolated pawn": (
        ("6k1/5ppp/2p5/1P1p4/8/8/5PPP/6K1 w - - 0 1", "b5c6"),
        ("6k1/5ppp/2p1p3/1P1p4/8/8/5PPP/6K1 w - - 0 1", "b5c6"),
    ),
    "pawn storm": (
        ("r1bq1rk1/5ppp/2n2n2/8/6P1/2N2N2/PPP5/2KQR3 w - - 0 1", "g4g5"),
        ("r1bq1rk1/5ppp/2n2n2/8/6P1/2N2N2/5P2/3QR1K1 w - - 0 1", "g4g5"),  # those are the pawns of one's own king
    ),
    "castling": (
        ("3qk3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "e1g1"),
        ("3qk3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "e1f1"),
    ),
    "flight": (
        ("3r2k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "h2h3"),
        ("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", "h2h3"),  # no piece can come to the back rank
    ),
    "active king": (
        ("6k1/5ppp/8/8/5P2/8/6PP/6K1 w - - 0 1", "g1f2"),
        ("6k1/5ppp/8/8/5P2/8/6PP/6K1 w - - 0 1", "g1h1"),
    ),
    "trade while ahead": (
        ("3q1rk1/5ppp/8/8/8/3Q4/5PPP/R2R2K1 w - - 0 1", "d3d8 f8d8"),
        ("3q1rk1/5ppp/8/8/8/3Q4/5PPP/3R2K1 w - - 0 1", "d3d8 f8d8"),
    ),
    "bishop pair": (
        ("r1bqk2r/pp3ppp/3b1n2/8/4N3/3B4/PP3PPP/R1BQK2R w KQkq - 0 1", "e4d6 d8d6"),
        ("r2qk2r/pp3ppp/3b1n2/8/4N3/3B4/PP3PPP/R1BQK2R w KQkq - 0 1", "e4d6 d8d6"),
    ),
    "pin": (
        ("rnbqk2r/pppp1ppp/5n2/4p3/1b2P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 4", "c1g5"),
        ("rnb1k2r/pppp1ppp/5n2/4p3/1b2P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 4", "c1g5"),  # no queen behind the knight
    ),
    "unpinning": (
        ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "e1f1"),
        ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "e1d2"),
    ),
    "towards the king": (
        ("r2q1rk1/5ppp/2n2n2/8/8/2N2N2/2Q2PPP/R1B1R1K1 w - - 0 1", "f3g5"),
        ("r2q1rk1/5ppp/2n2n2/8/8/2N2N2/2Q2PPP/R1B1R1K1 w - - 0 1", "c1d2"),
    ),
    "opened line": (
        ("r2q1rk1/ppp2ppp/8/8/8/8/PPPP1PPP/R1BQ1RK1 w - - 0 1", "d2d3"),
        ("r2q1rk1/ppp2ppp/8/8/8/8/PPPP1PPP/R1BQ1RK1 w - - 0 1", "c2c3"),
    ),
    "attack": (
        ("6k1/5ppp/2n5/8/8/5B2/8/5RK1 w - - 0 1", "f1c1"),
        ("6k1/1p3ppp/2n5/8/8/8/8/5RK1 w - - 0 1", "f1c1"),  # a pawn guards it
    ),
    "offered trade": (
        ("6k1/pp3ppp/1b6/8/8/2N5/5PPP/6K1 w - - 0 1", "c3a4"),
        ("6k1/pp3ppp/8/2b5/8/2N5/5PPP/6K1 w - - 0 1", "c3e2"),
    ),
    "space": (
        ("r1bq1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R1BQ1RK1 w - - 0 1", "b2b4"),
        ("r1bq1rk1/1pp2ppp/2n2n2/p7/8/2N2N2/PPP2PPP/R1BQ1RK1 w - - 0 1", "b2b4"),  # a pawn can take it
    ),
    "better square": (
        ("6k1/5ppp/8/8/8/N7/5PPP/6K1 w - - 0 1", "a3c4"),
        ("6k1/5ppp/8/8/8/N7/5PPP/6K1 w - - 0 1", "a3b1"),
    ),
    "way to castle": (
        ("r3kb1r/pppq1ppp/2n2n2/8/8/2N2N2/PPPB1PPP/R2QKB1R w KQkq - 0 1", "d1e2"),
        ("r3kb1r/pppq1ppp/2n2n2/8/8/2N2N2/PPPB1PPP/R2QKB1R w kq - 0 1", "d1e2"),  # the king has moved before
    ),
    "escape": (
        ("6k1/8/8/8/4Rn2/2NP4/PP5P/R5K1 w - - 0 21", "d3d4"),
        ("6k1/8/8/8/4Rn2/2NP4/PPP4P/R5K1 w - - 0 21", "d3d4"),  # the pawn on c2 guards it
    ),
    "checks avoided": (
        ("7r/1b1k1p1p/p3pp2/2b5/1pP5/4N3/PP3PPP/R4RK1 b - - 1 19", "d7c7"),
        (
            "7r/1b1k1p1p/p3pp2/2b5/1pP5/4N3/PP3PPP/R4RK1 b - - 1 19",
            "d7d6",
        ),  # on the same file it can be checked as before
    ),
    "pressure": (
        ("4k3/8/5n2/8/1b6/2N5/8/4K3 b - - 0 1", "f6e4"),
        ("4k3/8/5n2/8/1b6/2N5/3P4/4K3 b - - 0 1", "f6e4"),  # the pawn on d2 shields the king
    ),
    "king to a passed pawn": (
        ("8/8/8/1p6/8/4k3/8/6K1 w - - 0 1", "g1f1"),
        ("8/8/8/1p6/8/4k3/2P5/6K1 w - - 0 1", "g1f1"),  # the pawn on c2 holds it up
    ),
    "cut off": (
        ("8/8/4k3/8/1P6/8/1K6/7R w - - 0 1", "h1d1"),
        ("8/8/2k5/8/1P6/8/1K6/7R w - - 0 1", "h1d1"),  # the king is already there
    ),
    "supported passed pawn": (
        ("3r2k1/5ppp/3P4/8/8/8/3N1PPP/3R2K1 w - - 0 1", "d2b3"),
        ("3r2k1/2p2ppp/3P4/8/8/8/3N1PPP/3R2K1 w - - 0 1", "d2b3"),  # a pawn can take it
    ),
    "watched passed pawn": (
        ("6k1/8/8/3p4/8/8/8/R5K1 w - - 0 1", "a1a4"),
        ("6k1/8/8/3p4/8/4P3/8/R5K1 w - - 0 1", "a1a4"),  # the pawn on e3 does
    ),
    "fixed pawn": (
        ("6k1/8/7p/8/7P/6P1/8/6K1 w - - 0 1", "h4h5"),
        ("6k1/8/6pp/8/7P/8/8/6K1 w - - 0 1", "h4h5"),  # it is taken there
    ),
    "majority": (
        ("6k1/1p3ppp/8/8/8/8/PP3PPP/6K1 w - - 0 1", "b2b4"),
        ("6k1/pp3ppp/8/8/8/8/PP3PPP/6K1 w - - 0 1", "b2b4"),
    ),
    "avoided trade": (
        ("r2q1rk1/pp3ppp/1n6/8/2B5/3N4/PP3PPP/R2Q1RK1 w - - 0 1", "c4e2"),
        ("r2q1rk1/pp3ppp/1n6/8/2B5/3N4/PP3PPP/R2Q1RK1 w - - 0 1", "c4d5"),  # the knight attacks it there as well
    ),
    "kept pin": (
        ("rn1qk2r/pp2bppp/3p1n2/4p3/2B1P1b1/5N1P/PPP2PP1/RNBQR1K1 b kq - 0 9", "g4h5"),
        ("rn1qk2r/pp2bppp/3p1n2/4p3/2B1P1b1/5N1P/PPP2PP1/RNBQR1K1 b kq - 0 9", "g4e6"),
    ),
    "shield": (
        ("6k1/8/5b2/8/8/3PP3/8/N5K1 w - - 0 1", "d3d4"),
        ("6k1/8/5b2/8/8/3PP3/8/N5K1 w - - 0 1", "g1f1"),
    ),
    "closed line": (
        ("r2q1rk1/ppp2ppp/2n2n2/2pp4/8/1P3N2/PBP1QPPP/R4RK1 b - - 0 12", "d5d4"),
        ("r2q1rk1/ppp2ppp/2n2n2/2pp4/8/1P3N2/PBP1QPPP/R4RK1 b - - 0 12", "c5c4"),
    ),
    "attacked defender": (
        ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "f1b5"),
        ("r1bqkbnr/ppp2ppp/2np4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 4", "f1b5"),  # the pawn on d6 helps
    ),
    "kept target": (
        ("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", "b5a4"),
        ("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4", "b5c4"),
    ),
    "eyed pieces": (
        ("r1bqkb1r/p1pp1ppp/1pn2n1p/4p3/4P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 5", "c1e3"),
        ("r1bqkb1r/p1pp1ppp/1pn2n1p/4p3/4P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 5", "c1d2"),
    ),
}

VARIANTS = {
    # phrase: (position, line) that show it
    "square taken": ("r2qk2r/ppp1bppp/2np1n2/4p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w kq - 0 7", "h2h3"),
    "open file, against": ("2kr4/1p3ppp/p1n5/8/8/8/PP3PPP/R5K1 w - - 0 1", "a1c1"),
    "opened line, against": ("6k1/7r/8/8/8/3N4/2B5/6K1 w - - 0 1", "d3b4"),
    "blockade, king": ("4k3/8/2KP3p/6p1/4r3/6P1/7P/8 b - - 0 49", "e8d8"),
    "attack, fork": ("6k1/2r2ppp/1q6/8/8/2N5/5PPP/6K1 w - - 0 1", "c3d5"),
    "avoided trade, alike": ("r4rk1/pp2bppp/4b3/8/2B5/8/PP3PPP/R3R1K1 w - - 0 1", "c4f1"),
    "kept target, own": ("4k3/8/8/5b2/4P1p1/5B2/8/4K3 w - - 0 1", "f3g2"),
    "escape, check": ("r1bqk2r/ppp2ppp/2n5/4p3/1nP5/B1P3P1/P2P1PBP/R2QK1NR b KQkq - 0 9", "b4d3"),
    "offered trade, alike": ("6k1/pp3ppp/1n6/8/8/1PN5/5PPP/6K1 w - - 0 1", "c3a4"),
    "development": ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "f1e2"),
    "development, castling": ("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3", "f1e2"),
    "development, late": ("r2q1rk1/1p3ppp/2n5/3p1n2/3P4/2N5/PP3PPP/R1BQ1RK1 w - - 0 20", "c1d2"),
    "castling": ("3qk3/8/8/8/8/8/7P/4K2R w K - 0 1", "e1g1"),
    "castling, without queens": ("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "e1g1"),
    "half-open file": ("3r2k1/ppp2ppp/8/8/8/2N5/PP3PPP/R5K1 w - - 0 1", "a1c1"),
    "seventh rank": ("8/pp4k1/6pp/8/8/8/PP3PPP/2R3K1 w - - 0 1", "c1c7"),
    "bishop pair": ("r1b1k2r/pp3ppp/3b1n2/8/4N3/8/PP3PPP/R3K2R w KQkq - 0 1", "e4d6"),
    "pawn break": ("6k1/p4ppp/1p6/8/2P5/8/5PPP/6K1 w - - 0 1", "c4c5"),
    "pawn break, challenge": ("r1bqkbnr/pp1p1ppp/2n1p3/8/3PP3/5N2/PP3PPP/RNBQKB1R b KQkq - 0 5", "d7d5"),
    "advanced passed pawn, near": ("6k1/5ppp/P7/8/8/8/5PPP/6K1 w - - 0 1", "a6a7"),
    "advanced passed pawn, connected": ("6k1/5ppp/8/8/PP6/8/5PPP/6K1 w - - 0 1", "a4a5"),
    "advanced passed pawn, outside": ("8/5ppp/4k3/8/1P2K3/8/5PPP/8 w - - 0 1", "b4b5"),
    "supported passed pawn": ("6k1/5ppp/3P4/8/8/8/5PPP/R5K1 w - - 0 1", "a1d1"),
    "supported passed pawn, advance": ("6k1/5ppp/3P4/8/N7/8/5PPP/6K1 w - - 0 1", "a4c5"),
    "active king, pawn": ("6k1/8/8/p7/8/8/1K5P/8 w - - 0 1", "b2b3"),
}


def scene_of(fen: str, line: str) -> MoveOnBoard:
    moves = tuple(map(chess.Move.from_uci, line.split()))
    return MoveOnBoard(chess.Board(fen), moves[0], moves)


def sentence(played: MoveOnBoard, sighting: Sighting) -> str:
    return f"{played.san} {clause(sighting)}."


@pytest.mark.parametrize("name", STORIES)
def test_an_idea_is_seen_where_it_is_and_not_where_one_thing_differs(name: str) -> None:
    (fen, line), twin = STORIES[name]
    played = scene_of(fen, line)
    first = next(iter(IDEAS[name](played)))
    assert sentence(played, first) == PHRASES[first.phrase].example
    assert not list(IDEAS[name](scene_of(*twin)))


@pytest.mark.parametrize("phrase", VARIANTS)
def test_every_variant_of_a_phrase_has_its_example(phrase: str) -> None:
    played = scene_of(*VARIANTS[phrase])
    (seen,) = (seen for seen in IDEAS[phrase.partition(",")[0]](played) if seen.phrase == phrase)
    assert sentence(played, seen) == PHRASES[phrase].example


def test_every_phrase_is_an_example_of_a_story() -> None:
    shown = {next(iter(IDEAS[name](scene_of(*story)))).phrase for name, (story, _) in STORIES.items()}
    assert STORIES.keys() == IDEAS.keys()
    assert PHRASES.keys() - shown - VARIANTS.keys() <= {"supported passed pawn, opened"}


@pytest.mark.parametrize(
    ("fen", "line", "idea"),
    [
        # Rooks that attack each other are offered for trade, though one of them is undefended.
        ("6k1/1r6/8/8/8/5P2/3N2K1/5R2 w - - 0 1", "f1b1", "offered trade"),
        # The reply leaves the knight where it is, and the line does not capture it: it is defended in some other way.
        ("6k1/5ppp/2n5/8/8/8/5PPP/R5K1 w - - 0 1", "a1c1 h7h6 c1b1", None),
    ],
)
def test_a_piece_that_is_only_offered_or_need_not_go_is_not_attacked(fen: str, line: str, idea: str | None) -> None:
    played = scene_of(fen, line)
    names = [sighting.idea for sighting in sightings(played)]
    assert "attack" not in names
    assert idea is None or idea in names
    # The same move, if the rook can be captured or the line does so.
    assert list(IDEAS["attack"](scene_of("6k1/5ppp/2n5/8/8/8/5PPP/R5K1 w - - 0 1", "a1c1 h7h6 c1c6")))


def test_a_defender_is_named_only_if_one_more_is_needed() -> None:
    # The knight cannot take a pawn that the king guards; with a bishop on the long diagonal it can.
    fen = "4q1k1/p1p2pp1/bp5p/3P1N2/2P5/3Q2P1/P5P1/6K1 b - - 0 1"
    assert not list(IDEAS["guard"](scene_of(fen, "e8f8")))
    twice = "4q1k1/p1p2pp1/bp5p/3P1N2/2P5/2BQ2P1/P5P1/6K1 b - - 0 1"
    (needed,) = IDEAS["guard"](scene_of(twice, "e8f8"))
    assert clause(needed) == "defends the pawn on g7"


def test_a_rook_gains_nothing_by_one_of_many_open_files() -> None:
    board = chess.Board("8/5K1p/k4Bp1/p5P1/1pr5/r7/8/6N1 b - - 0 49")
    assert "open file" not in _names(board, "c4c3")  # its own file was open, too
    assert "open file" not in _names(board, "a3d3")
    board = chess.Board("8/2p2K1p/k4Bp1/p5P1/1pr5/r7/8/6N1 b - - 0 49")
    assert "open file" in _names(board, "a3d3")


def test_a_rook_in_the_endgame_reaches_much_from_anywhere() -> None:
    board = chess.Board("8/5K1p/k4Bp1/p5P1/1pr5/r7/8/6N1 b - - 0 49")
    assert "better square" not in _names(board, "a3d3")


def test_a_piece_given_for_a_pawn_makes_no_passed_pawn_of_the_recapture() -> None:
    board = chess.Board("r4r1k/1ppq2p1/p6p/n2p1b1N/3P4/P1P1B1Q1/5PPP/R4RK1 w - - 2 21")
    assert _names(board, "e3h6", "g7h6") == set()


def test_a_trade_that_makes_a_passed_pawn_makes_one() -> None:
    board = chess.Board("6k1/6p1/7n/8/8/4B3/5PPP/6K1 w - - 0 1")
    assert "passed pawn" in _names(board, "e3h6", "g7h6")


def _names(board: chess.Board, *line: str) -> set[str]:
    moves = tuple(map(chess.Move.from_uci, line))
    return {seen.idea for seen in sightings(MoveOnBoard(board, moves[0], moves))}


def test_a_passed_pawn_far_from_the_others_draws_the_king_away() -> None:
    # With the pawn on d7 for the one on h7 it is not so far away; with a knight on the board the king need not go.
    for twin in ("8/3p1pp1/4k3/8/1P2K3/8/5PPP/8 w - - 0 1", "8/5ppp/4k3/8/1P2K3/8/5PPP/7n w - - 0 1"):
        assert next(IDEAS["advanced passed pawn"](scene_of(twin, "b4b5"))).variant != "outside"


def test_passed_pawns_far_apart_are_not_connected() -> None:
    played = scene_of("8/8/8/6P1/7p/k4P2/1pK3P1/1B6 w - - 0 46", "g5g6")
    assert next(IDEAS["advanced passed pawn"](played)).variant != "connected"


def test_only_pieces_that_stand_there_are_named() -> None:
    """Every "the rook on a8" of a sighting is true before the move, after it, or after the trade."""
    named = re.compile(r"the (?:passed |undefended |pinned )?(pawn|knight|bishop|rook|queen|king) on ([a-h][1-8])")
    count = 0
    for board in random_positions(300, seed=11)[::2]:
        for move in list(board.legal_moves)[::5]:
            played = MoveOnBoard(board, move)
            for sighting in sightings(played):
                for kind, square in named.findall(clause(sighting)):
                    place = chess.parse_square(square)
                    there = {each.piece_type_at(place) for each in (board, played.after, played.settled)}
                    assert chess.PIECE_NAMES.index(kind) in there, (board.fen(), move.uci(), clause(sighting))
                    count += 1
    assert count > 100


def test_a_passed_pawn_by_definition() -> None:
    """The bitboards agree with walking the squares before a pawn one by one."""
    for board in random_positions(200, seed=5):
        for side in chess.COLORS:
            for pawn in board.pieces(chess.PAWN, side):
                assert is_passed(board, pawn, side) == _walks_through(board, pawn, side)


def _walks_through(board: chess.Board, pawn: chess.Square, side: chess.Color) -> bool:
    ranks = range(chess.square_rank(pawn) + 1, 8) if side else range(chess.square_rank(pawn) - 1, -1, -1)
    own, enemy = chess.Piece(chess.PAWN, side), chess.Piece(chess.PAWN, not side)
    file = chess.square_file(pawn)
    for rank in ranks:
        if board.piece_at(chess.square(file, rank)) in (own, enemy):
            return False
        if any(
            board.piece_at(chess.square(next_to, rank)) == enemy for next_to in (file - 1, file + 1) if 0 <= next_to < 8
        ):
            return False
    return True


def test_a_pawn_that_has_gone_past_drives_no_piece_away() -> None:
    board = chess.Board("4k3/8/8/4N3/3p4/8/8/4K3 w - - 0 1")
    assert not can_be_driven_away(board, chess.E5, chess.WHITE)
    board.set_piece_at(chess.D7, chess.Piece(chess.PAWN, chess.BLACK))
    assert can_be_driven_away(board, chess.E5, chess.WHITE)


def test_a_knight_at_the_edge_is_on_no_outpost() -> None:
    played = scene_of("r3q1k1/pb1p2pp/1pn1p1r1/5p2/2PPnB2/P1P1PN2/2Q1BPPP/R2R2K1 b - - 2 14", "c6a5")
    assert not list(IDEAS["outpost"](played))


def test_a_bishop_that_steps_back_along_its_line_makes_no_new_pin() -> None:
    fen = "r1bq1b1r/ppp3pp/4k3/3np3/1nB5/2N2Q2/PPPP1PPP/R1B1K2R w KQ - 4 9"
    pinned_already = sightings(MoveOnBoard(chess.Board(fen), chess.Move.from_uci("c4b3")))
    assert "pin" not in [seen.idea for seen in pinned_already]
    elsewhere = fen.replace("1nB5", "1n6").replace("PPPP1PPP", "PPPPBPPP")
    pins = sightings(MoveOnBoard(chess.Board(elsewhere), chess.Move.from_uci("e2c4")))
    assert "pin" in [seen.idea for seen in pins]


def test_a_pawn_that_may_be_taken_back_has_no_share_of_the_centre_yet() -> None:
    traded = scene_of("rnbqkbnr/pp3ppp/4p3/2ppP3/3P4/5N2/PPP2PPP/RNBQKB1R b KQkq - 1 4", "c5d4")
    assert not list(IDEAS["centre"](traded))
    kept = scene_of("rnb1kbnr/pp3ppp/4p3/2ppP3/3P4/8/PPP2PPP/RNB1KB1R b KQkq - 1 4", "c5d4")
    assert list(IDEAS["centre"](kept))


@pytest.mark.parametrize(
    ("idea", "fen", "move", "words"),
    [
        # Pawns on e4 and g2 guard where the bishop would go; it gets out all the same.
        (
            "opened line",
            "rnb1k2r/pppp1ppp/7n/4p3/2B1P2q/3PP2P/PPP3P1/RN1Q1KNR b kq - 2 7",
            "d7d6",
            "opens the diagonal of the bishop on c8",
        ),
        ("opened line", "rnb1k2r/pppp1ppp/7n/4p3/2B1P2q/3PP2P/PPP3P1/RN1Q1KNR b kq - 2 7", "c7c6", None),
        # Bf4 offers no trade for a knight that is still on b8; Bb5 offers one for a knight that is developed.
        ("offered trade", "rnbqkbnr/pp2ppp1/7p/3p4/3P4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 5", "c1f4", None),
        (
            "offered trade",
            "r1bqkbnr/pp2ppp1/2n4p/3p4/3P4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 0 5",
            "f1b5",
            "offers to trade the bishop for the knight on c6",
        ),
        # Two pawns meet in the centre; one that stays behind challenges no pawn.
        (
            "pawn break",
            "r1bqkbnr/pp1p1ppp/2n1p3/8/3PP3/5N2/PP3PPP/RNBQKB1R b KQkq - 0 5",
            "d7d5",
            "challenges the pawn on e4",
        ),
        ("pawn break", "r1bqkbnr/pp1p1ppp/2n1p3/8/3PP3/5N2/PP3PPP/RNBQKB1R b KQkq - 0 5", "d7d6", None),
        (
            "pawn break",
            "r1bqkbnr/pp1p1p1p/2n1p1p1/2p5/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 5",
            "d2d4",
            "challenges the pawn on c5",
        ),
        # From the side, too; a pawn that is not in the centre is not challenged from there.
        (
            "pawn break",
            "rnb1k2r/1pp1ppbp/p2q1np1/8/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b kq - 0 1",
            "c7c5",
            "challenges the pawn on d4",
        ),
        ("pawn break", "rnb1k2r/1pp1ppbp/p2q1np1/8/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b kq - 0 1", "b7b5", None),
        # Without the opponent's queen castling is not for safety.
        ("castling", "r1b1k2r/pp3ppp/8/8/2P1P3/3B2P1/PP1P3P/R1B3K1 b kq - 0 17", "e8g8", "brings the rook into play"),
        (
            "castling",
            "r1b1k2r/pp3ppp/8/8/2P1P3/3B2P1/PP1P3P/R1BQ2K1 b kq - 0 17",
            "e8g8",
            "puts the king behind three pawns",
        ),
        # Nearer by a rank and further by a file is no way to the pawn on e3.
        ("king to a passed pawn", "3k4/8/8/8/8/4p3/7P/1K6 b - - 0 1", "d8c7", None),
        ("king to a passed pawn", "3k4/8/8/8/8/4p3/7P/1K6 b - - 0 1", "d8e7", "nearer to its passed pawn on e3"),
        # Both sides promote: there is no time for a king's march.
        ("king to a passed pawn", "6k1/8/1P6/6p1/8/2p2P1P/5PK1/8 b - - 0 33", "g8f7 b6b7 c3c2 b7b8q c2c1q", None),
        # On e5 the king is as many steps from g6 as on e4, but one file nearer.
        ("active king", "8/8/2k3pp/8/4K1P1/7P/8/8 w - - 4 53", "e4e5", "nearer to the pawn on g6"),
        # On d2 it is as far from a6 as on e2, and far away.
        ("active king", "8/8/p7/3b4/1k6/1P6/P3K3/8 w - - 1 51", "e2d2", None),
        # The pawn on a7 is six steps away.
        ("active king", "3r4/pppk1ppp/8/8/1P6/8/P1P3PP/4R2K w - - 1 25", "h1g1", "brings the king towards the centre"),
        ("active king", "6k1/8/1P6/6p1/8/2p2P1P/5PK1/8 b - - 0 33", "g8f7 b6b7 c3c2 b7b8q c2c1q", None),
    ],
)
def test_what_a_coach_would_not_say_is_not_said(idea: str, fen: str, move: str, words: str | None) -> None:
    seen = [clause(sighting) for sighting in IDEAS[idea](scene_of(fen, move))]
    assert (words in seen[0]) if words else not seen


def test_a_king_that_comes_too_late_is_not_cut_off() -> None:
    played = scene_of("R7/P6p/6pk/2K2p2/7P/6P1/5r2/8 w - - 0 46", "a8b8")
    assert "cut off" not in [sighting.idea for sighting in sightings(played)]


def test_a_passed_pawn_that_falls_at_once_is_not_supported() -> None:
    fen = "6k1/8/6q1/8/8/1Qp5/8/1N4K1 b - - 0 1"
    assert not list(IDEAS["supported passed pawn"](scene_of(fen, "g6f6")))
    assert list(IDEAS["supported passed pawn"](scene_of(fen.replace("1Qp5/8/1N4K1", "2p5/8/6K1"), "g6f6")))


def test_a_knight_at_home_is_not_eyed() -> None:
    fen = "rn1qkbnr/pp2pppp/2p5/3p1b2/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4"
    assert not list(IDEAS["eyed pieces"](scene_of(fen, "c1f4")))
    assert list(IDEAS["eyed pieces"](scene_of(fen.replace("rn1qkbnr/pp2", "r2qkbnr/ppn1"), "c1f4")))


def test_a_bishop_is_pinned_to_a_rook_that_nothing_else_defends() -> None:
    fen = "8/4r1k1/2B1p2p/ppR3p1/8/1r3PK1/6P1/8 b - - 0 47"
    (pin,) = IDEAS["pin"](scene_of(fen, "e7c7"))
    assert clause(pin) == "pins the bishop on c6 to the rook on c5"
    assert not list(IDEAS["pin"](scene_of(fen.replace("8/1r3PK1", "3P4/1r3PK1"), "e7c7")))  # a pawn defends the rook


def test_an_attacked_queen_is_not_called_undefended() -> None:
    fen = "r2n1rk1/ppp3p1/6qp/3P1pN1/2P2P1P/3B4/P5K1/R2Q1R2 w - - 1 19"
    (queen,) = IDEAS["attack"](scene_of(fen, "h4h5"))
    assert clause(queen) == "attacks the queen on g6"
    (knight,) = IDEAS["attack"](scene_of(fen.replace("6qp", "6np"), "h4h5"))
    assert clause(knight) == "attacks the undefended knight on g6"
