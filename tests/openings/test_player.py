"""Test the player and the adviser of openings: their moves, and where the cases end."""

from __future__ import annotations

import chess
import pytest

from goldens import Golden
from motif.advice import draw
from motif.engines.limits import Limit
from motif.errors import BadArgument, BadFile, UnknownName
from motif.openings.adviser import (
    FURTHEST_SQUARES,
    PAPER_STYLE,
    OpeningAdviser,
    OpeningPlayer,
    OpeningStyle,
    case_worth_cp,
)
from motif.openings.cases import Case, CaseBase, shipped_cases
from motif.players.names import enter, find_adviser, find_player
from motif.players.sparring import GreedyPlayer, RandomPlayer

LIMIT = Limit(depth=1)
NAJDORF = "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6"
MIDDLEGAME = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"


def case(line: str) -> Case:
    return Case("?", line, tuple(line.split()))


def opening_player(*lines: str) -> OpeningPlayer:
    player = OpeningPlayer(CaseBase.of(map(case, lines)), RandomPlayer())
    player.new_game(seed=1)
    return player


def test_white_begins_with_e4_and_black_answers_with_the_sicilian() -> None:
    player = opening_player("d4 d5 c4", "e4 e5 Nf3")
    board = chess.Board()
    assert player.choose(board, LIMIT).move == chess.Move.from_uci("e2e4")
    board.push_san("e4")
    assert player.choose(board, LIMIT).move == chess.Move.from_uci("c7c5")


def test_against_d4_black_follows_the_cases() -> None:
    player = opening_player("d4 Nf6 c4 e6", "e4 e5")
    board = chess.Board()
    board.push_san("d4")
    advice = player.choose(board, LIMIT)
    assert (advice.move.uci(), advice.because.source) == ("g8f6", "openings")


def test_two_opening_players_follow_a_whole_sicilian() -> None:
    white, black = (OpeningPlayer(shipped_cases(), RandomPlayer()) for _ in range(2))
    board = chess.Board()
    for player in (white, black):
        player.new_game(seed=1)
    for _ in range(9):
        board.push(white.choose(board, LIMIT).move)
        board.push(black.choose(board, LIMIT).move)
    assert white.moves_by_case >= 9
    assert "Sicilian Defence" in white.choose(board, LIMIT).because.english


def test_once_the_book_is_closed_it_stays_closed_until_the_next_game() -> None:
    player = opening_player("e4 e5 Nf3 Nc6", "d4 d5 c4")
    board = chess.Board()
    board.push_san("e4")
    board.push_san("e5")
    board.push_san("Nf3")
    board.push_san("Nc6")
    assert player.choose(board, LIMIT).because.source == "random", "the line is at its end"
    on_the_line = chess.Board()
    on_the_line.push_san("d4")
    on_the_line.push_san("d5")
    assert player.choose(on_the_line, LIMIT).because.source == "random"
    player.new_game(seed=2)
    assert player.choose(on_the_line, LIMIT).because.source == "openings"


def test_far_from_every_case_the_other_player_takes_over_unless_any_distance_is_allowed() -> None:
    board = chess.Board(MIDDLEGAME)
    base = CaseBase.of([case("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 h3")])
    cautious = OpeningPlayer(base, GreedyPlayer())
    trusting = OpeningPlayer(base, GreedyPlayer(), PAPER_STYLE)
    for player in (cautious, trusting):
        player.new_game(seed=1)
    assert cautious.choose(board, LIMIT).because.source == "greedy"
    assert trusting.choose(board, LIMIT).because.source == "openings"


def test_moves_are_legal_in_games_against_a_random_player() -> None:
    for seed in range(6):
        player = OpeningPlayer(shipped_cases(), RandomPlayer(), PAPER_STYLE)
        opponent, board = RandomPlayer(), chess.Board()
        player.new_game(seed)
        opponent.new_game(seed)
        for ply in range(30):
            if board.is_game_over():
                break
            advice = (player if ply % 2 == seed % 2 else opponent).choose(board, LIMIT)
            assert board.is_legal(advice.move)
            board.push(advice.move)


def test_the_adviser_knows_the_najdorf_and_no_middlegame() -> None:
    adviser = OpeningAdviser(shipped_cases())
    first, second, *_ = adviser.advise(chess.Board(NAJDORF))
    assert first.because.english.startswith(
        "Be3 is played in 36 % of 701 master games here and scores 59 %; it leads to"
    )
    assert first.because.english.endswith("English Attack, where e5, Nb3, Be6 and f3 follow")
    assert (first.weight or 0) >= (second.weight or 0) > 0
    assert adviser.advise(chess.Board(MIDDLEGAME)) == []


def test_only_the_paper_follows_a_case_with_the_other_side_to_move() -> None:
    # Black answers the Adams Attack with e5, which is legal for White as well.
    board = chess.Board("rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N4P/PPP2PP1/R1BQKB1R w KQkq - 0 7")
    paper, ours = (OpeningPlayer(shipped_cases(), GreedyPlayer(), style) for style in (PAPER_STYLE, OpeningStyle()))
    by_the_paper = paper.prepared(board)
    assert by_the_paper is not None
    assert by_the_paper.move.uci() == "e4e5"
    assert ours.prepared(board) is None


def test_squares_that_differ_are_drawn() -> None:
    board = chess.Board(NAJDORF.replace("PPP2PPP", "1PP2PPP").replace("2N5", "P1N5"))
    advice = OpeningAdviser(shipped_cases()).advise(board)[0]
    assert "2 squares differ" in advice.because.english
    assert {chess.square_name(square) for square in advice.because.squares} == {"a2", "a3"}
    assert "[♙]" in draw(board, [advice]).text()


def test_advice_is_worth_more_the_nearer_the_case_and_the_more_agree() -> None:
    assert case_worth_cp(0, 1.0) > case_worth_cp(0, 0.1) > 0
    assert case_worth_cp(0, 0.5) > case_worth_cp(FURTHEST_SQUARES, 0.5) > 0


def test_names_of_composites() -> None:
    player = find_player("openings,style=paper,furthest=9,order=as_given+greedy")
    assert isinstance(player, OpeningPlayer)
    assert isinstance(player.other, GreedyPlayer)
    assert find_player("openings+pruning").searcher is not None  # type: ignore[attr-defined]  # it is an OpeningPlayer
    assert isinstance(find_adviser("openings"), OpeningAdviser)
    assert enter("openings+base,depth=3").limit == Limit(depth=3)
    assert enter("openings+base").limit != Limit(depth=3)


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("openings", UnknownName, "'openings' does not play"),
        ("openings+stranger", UnknownName, "'stranger'"),
        ("openings,furthest=near+greedy", BadArgument, "furthest=near cannot be set"),
        ("openings,order=random+greedy", BadArgument, "order=random cannot be set"),
        ("openings,depth=3+greedy", BadArgument, "openings has no such setting"),
        ("openings,colour=red+greedy", BadArgument, "openings has no such setting"),
        ("openings:/no/such.tsv+greedy", BadFile, "cannot read /no/such.tsv"),
    ],
)
def test_refused_composites(name: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        find_player(name)


@pytest.mark.parametrize("style", ["paper", "paper-one", "paper-equal"])
def test_the_paper_has_three_styles(style: str) -> None:
    advice = find_player(f"openings,style={style}+greedy").choose(chess.Board(), Limit(depth=1))
    assert advice.move.uci() == "e2e4"


def test_an_unknown_style_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument) as refused:
        find_player("openings,style=papre+greedy")
    assert "paper-one" in refused.value.hint
