"""Test `motif play`: a game in the terminal from the first move to the PGN, and everything that can be typed wrong."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import pytest

from command_line import Motif, caller
from motif.board.moves import read_move
from motif.errors import IllegalMove
from motif.play import KeptGame

SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
TRANSCRIPT = Path(__file__).parents[1] / "transcripts" / "play.txt"

Play = Callable[..., tuple[int, str, str]]
"""Types lines into a game with these options."""


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys, "play")


@pytest.fixture
def play(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> Play:
    def typed(lines: str, *options: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines.split("; "))))
        return motif(*options)

    return typed


def kept(folder: Path) -> Path:
    return folder / "cache" / "game.json"


def test_a_whole_game_reads_as_it_was_played(play: Play) -> None:
    lines = "e5; Nd7; ?; ?; ?; ?; Nc7; why; back; d5c7; why; Nxa8; resign"
    code, printed, _ = play(lines, "--fen", "q3k3/pp3ppp/8/3N4/8/8/PP3PPP/6K1 w - - 0 1", "--against", "motif,depth=4")
    assert code == 0
    assert printed == TRANSCRIPT.read_text()


def test_mate_ends_the_game_with_result_and_pgn(play: Play, empty_folder: Path) -> None:
    _, printed, _ = play("f3f7; Nf3", "--fen", SCHOLAR, "--against", "greedy", "--save", "game.pgn")
    assert "1-0 checkmate" in printed
    assert "4. Qxf7# 1-0" in printed
    assert "Nf3" not in printed, "nothing is read after the end"
    assert '[White "you"]' in (empty_folder / "game.pgn").read_text()
    assert not kept(empty_folder).exists()


@pytest.mark.parametrize(
    ("fen", "move", "ending"),
    [
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", "1/2-1/2 stalemate"),
        ("8/8/8/8/8/1k6/2r5/K1B5 w - - 99 80", "Bd2", "1/2-1/2 fifty moves without a capture or a pawn move"),
        ("8/8/8/8/8/1k6/3q4/K1B5 w - - 0 1", "Bxd2", "1/2-1/2 insufficient material"),
    ],
)
def test_draws_are_called(play: Play, fen: str, move: str, ending: str) -> None:
    assert ending in play(move, "--fen", fen, "--against", "random")[1]


def test_the_third_repetition_is_a_draw(play: Play) -> None:
    # Black's king can go to and fro only.
    fen = "7k/8/7p/7P/8/8/8/K5R1 w - - 0 1"
    _, printed, _ = play("Kb1; Ka1; Kb1; Ka1; Kb1", "--fen", fen, "--against", "random")
    assert "1/2-1/2 threefold repetition" in printed
    assert printed.count("> ") == 4, "the game asks for no fifth move"


def test_resigning_gives_the_point_away(play: Play) -> None:
    _, printed, _ = play("e4; resign", "--against", "greedy")
    assert "0-1 resignation" in printed
    assert '[Ending "resignation"]' in printed
    _, as_black, _ = play("resign", "--against", "greedy", "--side", "black")
    assert "1-0 resignation" in as_black


def test_a_game_that_was_left_goes_on(play: Play, empty_folder: Path) -> None:
    play("e4; d4; quit", "--level", "2", "--seed", "5")
    game = KeptGame.from_json(json.loads(kept(empty_folder).read_text()))
    assert (game.against, len(game.moves), game.moves[0]) == ("human,level=2", 4, "e2e4")
    _, printed, _ = play("why; moves; quit", "--resume")
    before = game.board()
    last = before.pop()
    assert f"> why\n{before.san(last)} " in printed, "why works after a rest, too"
    assert "Nf3" in printed
    # The end of the input keeps the game as well.
    play("Nf3", "--resume")
    assert len(json.loads(kept(empty_folder).read_text())["moves"].split()) == 6


def test_ctrl_c_keeps_the_game(motif: Motif, monkeypatch: pytest.MonkeyPatch, empty_folder: Path) -> None:
    class Impatient:
        def isatty(self) -> bool:
            return False

        def __iter__(self) -> Iterator[str]:
            yield "e4\n"
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Impatient())
    code, printed, _ = motif("--against", "greedy")
    assert code == 130
    assert "The game is kept" in printed
    assert len(KeptGame.from_json(json.loads(kept(empty_folder).read_text())).moves) == 2


def test_the_same_seed_and_moves_give_the_same_game_with_and_without_a_rest(play: Play, empty_folder: Path) -> None:
    play("e4; d4; Nf3; quit", "--level", "1", "--seed", "3")
    whole = kept(empty_folder).read_text()
    play("e4; d4; quit", "--level", "1", "--seed", "3")
    play("Nf3; quit", "--resume")
    assert kept(empty_folder).read_text() == whole


def test_without_a_game_there_is_nothing_to_go_on_with(play: Play) -> None:
    code, _, complaint = play("quit", "--resume")
    assert code == 2
    assert "there is no saved game" in complaint


@pytest.mark.parametrize("content", ["", "[]", '{"motif": "game"}', '{"against": "greedy", "side": "white", "seed": 1, '
                                     '"fen": "8/8 w - - 0 1", "moves": ""}'])  # fmt: skip
def test_a_damaged_game_is_refused(play: Play, empty_folder: Path, content: str) -> None:
    kept(empty_folder).parent.mkdir(exist_ok=True)
    kept(empty_folder).write_text(content)
    code, _, complaint = play("quit", "--resume")
    assert code == 2
    assert "is not a saved game" in complaint
    assert "delete it" in complaint


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--side", "green"), "'green' is no side"),
        (("--level", "3", "--against", "greedy"), "--level and --against both choose the opponent"),
        (("--against", "deep-blue"), "there is no player called 'deep-blue'"),
        (("--fen", "8/8/8/8/8/8/8/8 w - - 0 1"), "king"),
        (("--resume", "--side", "white"), "the saved game already has a side and a start position"),
        (("--save", "/proc/nowhere/game.pgn"), "cannot write /proc/nowhere/game.pgn"),
    ],
)
def test_bad_options_are_refused_in_a_line(play: Play, options: tuple[str, ...], problem: str) -> None:
    code, printed, complaint = play("quit", *options)
    assert (code, printed) == (2, "")
    assert problem in complaint


def test_a_level_that_is_none_is_refused(play: Play) -> None:
    assert play("quit", "--level", "9")[0] == 2


def test_saving_goes_wrong_without_ending_the_game(play: Play, empty_folder: Path) -> None:
    _, printed, _ = play("e4; save; save /proc/nowhere/x.pgn; save mine.pgn; quit", "--against", "greedy")
    assert "Save to which file?" in printed
    assert "cannot write /proc/nowhere/x.pgn" in printed
    assert "The game so far is in mine.pgn." in printed
    assert (empty_folder / "mine.pgn").read_text().endswith("*\n\n")


def test_black_sees_the_board_from_blacks_side_and_the_other_begins(play: Play) -> None:
    _, printed, _ = play("help; quit", "--against", "motif,depth=2", "--side", "black")
    assert printed.startswith("motif,depth=2 plays 1. e4\n1 ♖")
    assert "resign          give up" in printed
    assert "You have Black." in printed


@pytest.mark.parametrize(
    ("fen", "typed", "problem"),
    [
        (chess.STARTING_FEN, "Nf6", "Nf6 is not legal here: no knight can go to f6; legal here: Nh3, Nf3, Nc3 or Na3"),
        ("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "Nd4", "Nd4 can mean several moves here; write Nfd4 or Nbd4"),
        ("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "b3b4", "the knight on b3 can play"),
        (chess.STARTING_FEN, "e7e5", "e7e5 is not legal here: the pawn on e7 is not yours"),
        (chess.STARTING_FEN, "e4e5", "e4e5 is not legal here: e4 is empty"),
        (chess.STARTING_FEN, "Bc4", "Bc4 is not legal here: no bishop can go to c4; legal here: c4"),
        (chess.STARTING_FEN, "Be2", "Be2 is not legal here: your own pawn is on e2"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd5", "you have no queen"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "your king would be in check from the rook on e7"),
        ("4k3/8/8/8/8/8/4r3/4K1N1 w - - 0 1", "Nf3", "your king is in check from the rook on e2; legal here: Nxe2"),
        (
            "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1",
            "e7e8",
            "e7e8 does not say what the pawn becomes; write e8=Q, e8=R, e8=B or e8=N",
        ),
        (chess.STARTING_FEN, "Nf", "did you mean Nf3"),
        (chess.STARTING_FEN, "hello there", "'hello there' is not a move"),
        (chess.STARTING_FEN, "--", "is not a move"),
        (chess.STARTING_FEN, "0000", "is not a move"),
    ],
)
def test_what_cannot_be_played_is_answered_with_what_can(fen: str, typed: str, problem: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        read_move(chess.Board(fen), typed)
    assert problem in f"{refused.value}; {refused.value.hint}"
    assert refused.value.hint


def test_a_knight_that_is_pinned_makes_the_other_one_meant() -> None:
    board = chess.Board("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1")
    assert read_move(board, "Ne2").uci() == "g1e2", "the knight on c3 is pinned"


@pytest.mark.parametrize("typed", ["0-0", "O-O", "o-o", "e1g1", "O-O!?"])
def test_castling_is_read_however_it_is_written(typed: str) -> None:
    assert read_move(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), typed).uci() == "e1g1"
