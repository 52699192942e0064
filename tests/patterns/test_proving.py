"""Test that patterns that break their promises on other positions are dropped."""

from __future__ import annotations

import chess

from motif.patterns.learning.habits import without_disproved
from motif.patterns.learning.hierarchy import PatternKnowledge
from motif.patterns.learning.paper_library import PaperLibrary
from motif.patterns.move_pattern import parse_pattern
from motif.search.material import MaterialLook

ROOK_GUARDS_PAWN = "hits_from 1 2 3\nreaches 1 2\n1R -(+4)-> 2. with 3P"
THREAT_OF_IT = "null\nhits_from 1 2 3\nreaches 1 2\n1R -(-4)-> 2. with 3P"
KNIGHT_FORKS = "hits_from 1 2 3\nhits_from 1 2 4\nreaches 1 2\n1N -(+5)-> 2. with 3k 4r"
QUEEN_INTO_PAWN = "covers 3 2\nreaches 1 2\n1Q -(+0)-> 2. with 3p => {3 -(-9)-> 2}"

FORK = chess.Board("r3k3/pp3ppp/8/1N6/8/8/PP3PPP/4K3 w - - 0 1")

QUEENS = chess.Board("4k3/pppppppp/8/8/3Q4/8/8/4K3 w - - 0 1")


def library(*texts: str) -> PaperLibrary:
    return PaperLibrary(PatternKnowledge.of(parse_pattern(text) for text in texts))


def left(known: PaperLibrary, *boards: chess.Board) -> list[str]:
    return [str(pattern) for pattern in without_disproved(known, boards, MaterialLook(1)).knowledge]


def test_a_rook_that_guards_a_pawn_wins_no_rook() -> None:
    quiet = chess.Board("4k3/pp3ppp/8/8/8/8/PP3PPP/3RK3 w - - 0 1")
    assert left(library(ROOK_GUARDS_PAWN), *[quiet] * 3) == []


def test_the_same_promise_as_a_threat_of_the_enemy_goes_too() -> None:
    quiet = chess.Board("3rk3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1")
    assert left(library(THREAT_OF_IT), *[quiet] * 3) == []


def test_a_fork_that_wins_a_rook_stays() -> None:
    known = library(KNIGHT_FORKS)
    assert left(known, *[FORK] * 6) == [str(pattern) for pattern in known.knowledge]


def test_a_fork_of_a_guarded_square_goes() -> None:
    guarded = chess.Board("r3kb2/pp2bppp/8/1N1b4/8/8/PP3PPP/4K3 w - - 0 1")
    guarded.set_piece_at(chess.D6, chess.Piece(chess.QUEEN, chess.BLACK))
    assert left(library(KNIGHT_FORKS), *[guarded] * 6) == []


def test_who_is_heard_too_seldom_stays() -> None:
    known = library(KNIGHT_FORKS, ROOK_GUARDS_PAWN)
    assert len(left(known, FORK)) == 2


def test_a_queen_that_steps_before_a_pawn_is_lost() -> None:
    known = library(QUEEN_INTO_PAWN)
    assert left(known, QUEENS) == [str(pattern) for pattern in known.knowledge]


def test_what_lay_below_hangs_on_what_lay_above() -> None:
    bare = "1R -(+0)-> 2."
    narrow = "hits_from 1 2 3\nhits_from 1 2 4\nreaches 1 2\n1R -(+5)-> 2. with 3P 4q"
    quiet = chess.Board("4k3/pp3ppp/8/8/8/8/PP3PPP/3RK3 w - - 0 1")
    moves = without_disproved(library(bare, ROOK_GUARDS_PAWN, narrow), [quiet] * 3, MaterialLook(1)).knowledge.moves
    assert len(moves) == 2
    assert moves.parents == [set(), {0}]
