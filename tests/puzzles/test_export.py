"""Exported puzzles replay in python-chess (PGN, CSV, EPD), and both solvers confirm the shipped puzzles."""

from __future__ import annotations

import csv
import io
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import chess
import chess.pgn
import pytest

from goldens import Golden
from motif._core.puzzles import has_last_move, solve
from motif.errors import BadArgument, BadFile, BadPosition
from motif.puzzles.diagram import Diagram, svg
from motif.puzzles.files import (
    SHIPPED_PUZZLES,
    answer,
    first_page,
    lichess_themes,
    read_puzzles,
    sheet,
    to_csv,
    to_epd,
    to_latex,
    to_pgn,
    write_puzzles,
)
from motif.puzzles.plain_rules import attack_board, attacked
from motif.puzzles.puzzle import Branch, Goal, Origin, Provenance, Puzzle, Stipulation, load_puzzles
from motif.puzzles.quality import last_move, tags
from motif.puzzles.themes import THEMES, find_theme
from motif.puzzles.verify import objections
from motif.runtime.files import check_writable

SHIPPED = load_puzzles(SHIPPED_PUZZLES)
SMALL = Puzzle(
    "1K2/1P2/kpp1/rqr1 w", Stipulation(Goal.MATE, 2), (Branch("b4a4", (Branch("c1d1", (Branch("b3b4n"),)),)),)
)
SAMPLE = random.Random(1).sample(SHIPPED, 12)


def test_the_shipped_puzzles_are_many_and_of_many_themes() -> None:
    assert len(SHIPPED) >= 200
    counts = Counter(theme for puzzle in SHIPPED for theme in puzzle.themes)
    assert sum(count >= 12 for count in counts.values()) >= 10, counts


def test_the_shipped_puzzles_are_sound_by_the_core() -> None:
    for puzzle in SHIPPED:
        solution = solve(puzzle.position, puzzle.stipulation.symbol)
        assert solution is not None
        assert solution.is_sound
        assert solution.keys[0].line.move.uci() == puzzle.key
    assert has_last_move([puzzle.position for puzzle in SHIPPED]).all()


def test_some_shipped_puzzles_are_sound_by_the_second_solver() -> None:
    for puzzle in SAMPLE:
        if puzzle.stipulation.moves == 2:
            assert objections(puzzle) == []


def test_the_shipped_puzzles_show_their_themes() -> None:
    for puzzle in SAMPLE:
        assert set(puzzle.themes) == set(tags(puzzle))


def test_pgn_replays_with_every_variation() -> None:
    for puzzle in SAMPLE:
        game = chess.pgn.read_game(io.StringIO(to_pgn(puzzle)))
        assert game is not None
        assert not game.errors
        assert sorted(_lines(game)) == sorted(puzzle.lines())
        assert chess.pgn.NAG_GOOD_MOVE in game.variations[0].nags


def test_a_puzzle_from_a_game_names_the_game_and_hides_the_goal() -> None:
    own = Puzzle("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", Stipulation(Goal.WIN, 1), (Branch("d1d8"),))
    origin = Provenance.of(Origin.MINED, white="Anna", black="Bert", date="2026.01.02", played="Rd7")
    mined = replace(own, provenance=origin)
    assert 'Event "White to move"' in to_pgn(mined)
    assert 'Date "2026.01.02"' in to_pgn(mined)
    assert "win in 1" not in (to_pgn(mined) + to_latex([mined])).lower()
    assert 'Event "Win in 1"' in to_pgn(own)
    assert "White: win in 1" in to_latex([own])


def _lines(node: chess.pgn.GameNode) -> list[tuple[str, ...]]:
    if not node.variations:
        return [()]
    return [(child.move.uci(), *line) for child in node.variations for line in _lines(child)]


def test_lichess_columns_replay_from_before_the_last_move() -> None:
    for puzzle, row in zip(SAMPLE, csv.DictReader(io.StringIO(to_csv(SAMPLE))), strict=True):
        board = chess.Board(row["FEN"])
        assert board.is_valid()
        first, *rest = row["Moves"].split()
        board.push_uci(first)
        assert board.board_fen() == puzzle.board().board_fen()
        for move in rest:
            board.push_uci(move)
        assert board.is_checkmate()
        assert f"mateIn{puzzle.stipulation.moves}" in row["Themes"].split()


def test_lichess_themes_are_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    path.write_text(to_csv(SHIPPED), encoding="utf-8")
    for puzzle, back in zip(SHIPPED, read_puzzles(str(path)), strict=True):
        assert back.board().board_fen() == puzzle.board().board_fen()
        assert (back.stipulation, back.main_line) == (puzzle.stipulation, puzzle.main_line)
        assert lichess_themes(back) == lichess_themes(puzzle)
        assert set(back.themes) <= set(puzzle.themes)


def test_a_row_of_lichess_has_its_motifs_by_our_names(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.csv"
    row = "00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,,,,{},,\n"
    header = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"
    path.write_text(header + row.format("mate mateIn2 middlegame short"), encoding="utf-8")
    (puzzle,) = read_puzzles(str(path))
    assert (str(puzzle.stipulation), puzzle.themes) == ("mate in 2", ())
    path.write_text(header + row.format("discoveredAttack fork mate"), encoding="utf-8")
    assert read_puzzles(str(path))[0].themes == ("discovered attack", "fork")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Moves", "Zuege", "has no column Moves"),
        ("e8d7", "e8e2", "line 2: illegal move e8e2 in q3k1nr"),
        ("e8d7 a2e6 d7d8 f7f8", "e8d7", "line 2: no solution is given for q3k1nr"),
        ("q3k1nr", "q9k1nr", "line 2: "),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "puzzles.csv"
    text = "FEN,Moves,Themes\nq3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,mate\n"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BadFile, match=message):
        read_puzzles(str(path))


def test_old_names_of_themes_are_read_as_those_of_today() -> None:
    old = str(SMALL) + "\nthemes: back rank, king key"
    assert Puzzle.parse(old).themes == ("back rank mate", "king key")
    assert find_theme("smothered") is THEMES["smothered mate"]


def test_epd_names_the_best_move_and_the_length() -> None:
    for puzzle in SAMPLE:
        board, operations = chess.Board.from_epd(to_epd(puzzle).strip())
        assert operations["bm"] == [chess.Move.from_uci(puzzle.key)]
        assert operations["dm"] == puzzle.stipulation.moves
        assert board.board_fen() == puzzle.board().board_fen()


def test_latex_has_a_board_for_each_puzzle_and_escapes_its_signs() -> None:
    source = to_latex([*SAMPLE, SMALL], title="50 % mates & more")
    assert source.count(r"\chessboard[") == len(SAMPLE) + 1
    assert r"50 \% mates \& more" in source
    assert "maxfield=d4" in source
    assert r"b3-b4=N\#" in source


def test_sheets_are_reproducible_to_the_byte() -> None:
    made = sheet(SAMPLE, "Mates")
    assert b"CreationDate" not in made, "a date would make sheets differ"
    assert made == sheet(SAMPLE, "Mates")
    assert made != sheet(SAMPLE, "Other mates")


def test_a_sheet_is_a_pdf(golden: Golden) -> None:
    assert sheet([*SAMPLE, SMALL], "Mates").startswith(b"%PDF")
    assert first_page([*SAMPLE, SMALL], "Mates").startswith(b"\x89PNG")
    with golden.raises(BadArgument):
        sheet([])


def test_an_svg_shows_every_piece() -> None:
    picture = ElementTree.fromstring(svg(SMALL.diagram))
    assert len(picture.findall("{http://www.w3.org/2000/svg}rect")) == 16
    assert len(picture.findall("{http://www.w3.org/2000/svg}g")) == 8


def test_attacked_squares_agree_with_python_chess() -> None:
    for puzzle in SAMPLE:
        board = puzzle.board()
        for white in (True, False):
            expected = {square for square in chess.SQUARES if board.attackers(white, square)}
            assert {chess.square(square.file, square.rank) for square in attacked(puzzle.diagram, white)} == expected
    assert attack_board(SMALL.diagram).splitlines()[0] == "4 ·O  ♔   ·O  ·"


def test_a_position_without_a_last_move_is_refused(golden: Golden) -> None:
    # Black's king could only have come from b1, next to White's.
    stuck = chess.Board("8/8/8/8/8/8/PP6/k1K5 w - - 0 1")
    with golden.raises(BadPosition):
        last_move(stuck)


def test_defences_with_the_same_answer_share_an_entry() -> None:
    assert answer(SMALL) == "1. Kb4-a4! Rc1-d1 2. b3-b4=N#"


@pytest.mark.parametrize("ending", [".txt", ".pdf", ".pgn", ".csv", ".epd", ".tex"])
def test_every_format_is_written(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"puzzles{ending}"
    write_puzzles(SAMPLE[:2], path)
    assert path.stat().st_size > 100


def test_unknown_formats_and_paths_are_refused(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(BadArgument):
        write_puzzles(SAMPLE, tmp_path / "sheet.doc")
    with golden.raises(BadArgument):
        write_puzzles(SAMPLE, tmp_path / "board.svg")
    with pytest.raises(BadFile, match="cannot write"):
        check_writable(Path("/proc/nowhere/sheet.pdf"))
    with pytest.raises(BadFile, match="cannot write"):
        check_writable(tmp_path)


def test_the_name_shipped_means_the_shipped_puzzles() -> None:
    assert read_puzzles("shipped") == SHIPPED
    assert Diagram.parse(SHIPPED[0].position).is_full_size
