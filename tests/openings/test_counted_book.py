"""Test books counted from games: they agree with python-chess, in any order of the games, and with a plain scan."""

from __future__ import annotations

import gzip
from collections import Counter
from io import StringIO
from pathlib import Path
from random import Random

import chess
import chess.pgn
import chess.polyglot
import numpy as np
import pytest

from motif._core.board import Positions
from motif.board import shares
from motif.board.shares import shares_of
from motif.errors import BadFile
from motif.openings.adviser import OpeningAdviser, OpeningPlayer
from motif.openings.building import build_book, parts_of
from motif.openings.counted_book import MOST_NEAR, CountedBook
from motif.openings.open_book import open_book
from motif.openings.polyglot import PolyglotBook, write_polyglot
from motif.players.names import find_player
from motif.runtime.files import SAMPLE_GAMES
from motif.runtime.parallel import Progress, Workers

GAME = '[White "A"]\n[Black "B"]\n[Result "{0}"]\n[WhiteElo "{1}"]\n[BlackElo "{1}"]\n[Date "{2}.01.01"]\n\n{3} {0}\n\n'
GAMES = "".join(
    GAME.format(*each)
    for each in (
        ("1-0", 1800, 2021, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O"),
        ("1/2-1/2", 1600, 2023, "1. Nf3 Nc6 2. e4 e5 3. Bc4"),
        ("0-1", "?", 2019, "1. e4 c5 2. Nf3 d6"),
        ("*", 2000, 2025, "1. a4 h5"),
    )
)
SAMPLE_PLIES = 16


@pytest.fixture
def book(tmp_path: Path) -> CountedBook:
    (tmp_path / "games.pgn").write_text(GAMES)
    build_book([tmp_path / "games.pgn"], tmp_path / "club.book", at_least=1)
    return CountedBook(tmp_path / "club.book")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> CountedBook:
    path = tmp_path_factory.mktemp("books") / "sample.book"
    build_book([SAMPLE_GAMES], path, half_moves=SAMPLE_PLIES, at_least=1)
    return CountedBook(path)


def played(moves: str) -> chess.Board:
    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    return board


def test_a_move_has_its_games_score_rating_and_last_year(book: CountedBook) -> None:
    knight, sicilian = book.moves(played("e4 e5"))[0], book.moves(played("e4"))
    assert (knight.move.uci(), knight.games, knight.score, knight.rating, knight.last_year) == (
        ("g1f3", 1, 1.0, 1800, 2021)
    )
    assert {each.move.uci(): each.score for each in sicilian} == {"e7e5": 0.0, "c7c5": 1.0}
    assert next(each.rating for each in sicilian if each.move.uci() == "c7c5") is None
    assert book.moves(played("a4")) == [], "a game without a result does not count"


def test_transpositions_meet(book: CountedBook) -> None:
    here = book.moves(played("e4 e5 Nf3 Nc6"))
    assert {each.move.uci(): (each.games, each.games_here) for each in here} == {"f1b5": (1, 2), "f1c4": (1, 2)}
    assert book.moves(played("Nf3 Nc6 e4 e5")) == here


def test_counts_agree_with_python_chess_on_all_games_that_ship(sample: CountedBook) -> None:
    text = StringIO(gzip.decompress(SAMPLE_GAMES.read_bytes()).decode())
    counts: Counter[tuple[int, str]] = Counter()
    boards: dict[int, chess.Board] = {}
    while game := chess.pgn.read_game(text):
        if game.headers["Result"] == "*":
            continue
        board = chess.Board()
        for move in list(game.mainline_moves())[:SAMPLE_PLIES]:
            key = chess.polyglot.zobrist_hash(board)
            boards.setdefault(key, board.copy(stack=False))
            counts[key, move.uci()] += 1
            board.push(move)
    assert sample.heading.moves == len(counts)
    assert len(sample) == len(boards)
    for key, board in list(boards.items())[::7]:
        for each in sample.moves(board):
            assert counts[key, each.move.uci()] == each.games


def test_the_order_of_the_games_does_not_change_a_byte(tmp_path: Path) -> None:
    games = [game for game in GAMES.split('[White "A"]') if game]
    contents = set()
    for seed in range(3):
        Random(seed).shuffle(games)
        (tmp_path / "x.pgn").write_text("".join(f'[White "A"]{game}' for game in games))
        assert build_book([tmp_path / "x.pgn"], tmp_path / f"{seed}.book", at_least=1).games == 3
        contents.add((tmp_path / f"{seed}.book").read_bytes())
    assert len(contents) == 1


@pytest.fixture
def plain_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The games that ship as plain PGN, in several shares."""
    path = tmp_path / "sample.pgn"
    path.write_bytes(gzip.decompress(SAMPLE_GAMES.read_bytes()))
    monkeypatch.setattr(shares, "SHARE_BYTES", 50_000)
    assert len(shares_of([path])) > 5
    return path


def content_of(book: Path) -> bytes:
    """The book without the names of its files."""
    return book.read_bytes()[1024:]


def test_shares_and_workers_make_the_same_book(tmp_path: Path, plain_sample: Path, sample: CountedBook) -> None:
    for name, workers in (("one", Workers(1)), ("two", Workers(2))):
        book = tmp_path / f"{name}.book"
        heading = build_book([plain_sample], book, half_moves=SAMPLE_PLIES, at_least=1, workers=workers)
        assert heading.games == sample.heading.games
        assert content_of(book) == content_of(sample.path)
        assert not list(tmp_path.glob(".*"))


def test_workers_of_a_cluster_make_the_same_book(tmp_path: Path, plain_sample: Path, sample: CountedBook) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as cluster:
        workers, book = Workers(cluster=cluster.scheduler_address), tmp_path / "club.book"
        build_book([plain_sample], book, half_moves=SAMPLE_PLIES, at_least=1, workers=workers)
    assert content_of(book) == content_of(sample.path)


def test_after_ctrl_c_the_same_call_counts_only_what_is_left(
    tmp_path: Path, plain_sample: Path, sample: CountedBook
) -> None:
    book = tmp_path / "club.book"
    total = len(shares_of([plain_sample]))

    def build(most: int) -> int:
        """Count, and press Ctrl-C after this number of shares; return how many were read."""
        read = 0

        def watch(progress: Progress) -> None:
            nonlocal read
            read += progress.words == "" and progress.done in ends
            if read > most:
                raise KeyboardInterrupt

        build_book([plain_sample], book, half_moves=SAMPLE_PLIES, at_least=1, watch=watch)
        return read

    ends = {share.end for share in shares_of([plain_sample])}
    with pytest.raises(KeyboardInterrupt):
        build(4)
    assert not book.exists()
    kept = {path.name: path.stat().st_mtime_ns for path in parts_of(book).glob("*.json")}
    assert 0 < len(kept) < total
    # The files are read again only if they have not changed.
    with pytest.raises(KeyboardInterrupt):
        build(6)
    later = {path.name: path.stat().st_mtime_ns for path in parts_of(book).glob("*.json")}
    assert len(later) > len(kept)
    assert kept.items() <= later.items()
    build(1_000)
    assert content_of(book) == content_of(sample.path)
    assert not parts_of(book).exists()


def test_moves_of_few_games_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    heading = build_book([tmp_path / "games.pgn"], tmp_path / "club.book", at_least=2)
    book = CountedBook(tmp_path / "club.book")
    assert heading == book.heading
    assert (heading.games, heading.moves, heading.positions) == (3, 1, 1)
    assert [each.move.uci() for each in book.moves(chess.Board())] == ["e2e4"]


def test_anyone_can_read_what_a_book_was_made_from(book: CountedBook) -> None:
    first, second = book.path.read_bytes()[:1024].decode().splitlines()
    assert first == "# motif book 1"
    assert second.startswith('{"made from": ["games.pgn"], "games": 3, "half-moves": 30, "at least": 1, ')


def test_the_nearest_positions_are_those_of_a_plain_scan(sample: CountedBook) -> None:
    _, rows = sample.records()
    boards = list(Positions.from_bytes(np.unique(rows, axis=0).tobytes()))
    texts = [(board.turn, [board.piece_at(square) for square in chess.SQUARES]) for board in boards]
    assert len(texts) == len(sample)
    draw = Random(7)
    for _ in range(10):
        board = draw.choice(boards).copy()
        for _ in range(3):
            if moves := list(board.legal_moves):
                board.push(draw.choice(moves))
        own = [board.piece_at(square) for square in chess.SQUARES]
        distances = [
            sum(one != other for one, other in zip(own, text, strict=True))
            for turn, text in texts
            if turn == board.turn
        ]
        within = sorted(distance for distance in distances if distance < min(distances) + 2)
        assert [each.distance for each in sample.nearest(board)] == within[:MOST_NEAR]


def test_a_book_advises_and_outside_it_the_nearest_position_does(book: CountedBook) -> None:
    adviser = OpeningAdviser(open_book(book.path))
    (first, *_) = adviser.advise(played("e4 e5 Nf3 Nc6"))
    assert "was played in 1 game here" in first.because.english
    (near, *_) = adviser.advise(played("e4 e5 Nf3 a6"))
    assert near.because.english.startswith("Bb5 as in") or near.because.english.startswith("Bc4 as in")
    assert "squares differ" in near.because.english


def test_a_player_follows_a_book_and_then_thinks(book: CountedBook) -> None:
    player = OpeningPlayer(book, find_player("random"))
    player.new_game(1)
    assert player.prepared(chess.Board()) is not None
    assert player.prepared(played("h4")) is None
    assert player.prepared(chess.Board()) is None, "a game that left the book does not come back"


def test_the_most_played_lines_come_first(book: CountedBook) -> None:
    lines = [chess.Board().variation_san(line) for line in book.lines(3)]
    assert len(lines) == 3
    assert {line.split()[1] for line in lines} == {"e4", "Nf3"}
    assert "1. e4 c5 2. Nf3 d6" in lines


PROMOTION = "1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Ng8 5. hxg8=N d6"


def test_python_chess_reads_our_polyglot_book(book: CountedBook, sample: CountedBook, tmp_path: Path) -> None:
    castled = played("e4 e5 Nf3 Nc6 Bb5 Nf6")
    assert write_polyglot(book, tmp_path / "club.bin") > 0
    with chess.polyglot.open_reader(tmp_path / "club.bin") as reader:
        assert reader.find(castled).move == chess.Move.from_uci("e1g1")
    assert [each.move.uci() for each in PolyglotBook(tmp_path / "club.bin").moves(castled)] == ["e1g1"]
    write_polyglot(sample, tmp_path / "sample.bin")
    ours = PolyglotBook(tmp_path / "sample.bin")
    with chess.polyglot.open_reader(tmp_path / "sample.bin") as reader:
        for board in (chess.Board(), played("e4"), played("e4 e5"), played("d4 d5")):
            theirs = [(entry.move, entry.weight) for entry in reader.find_all(board)]
            assert theirs == [(each.move, each.games) for each in ours.moves(board)]
            points = {each.move: round(2 * each.games * (each.score or 0)) for each in sample.moves(board)}
            assert dict(theirs) == {move: weight for move, weight in points.items() if weight}


def test_a_promotion_to_a_knight_stays_one(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAME.format("1-0", 1500, 2024, PROMOTION))
    build_book([tmp_path / "games.pgn"], tmp_path / "club.book", at_least=1)
    write_polyglot(CountedBook(tmp_path / "club.book"), tmp_path / "club.bin")
    before = played("h4 g5 hxg5 h6 gxh6 Nf6 h7 Ng8")
    with chess.polyglot.open_reader(tmp_path / "club.bin") as reader:
        assert reader.find(before).move == chess.Move.from_uci("h7g8n")


def test_a_book_of_any_bytes_is_refused_or_answers(book: CountedBook, tmp_path: Path) -> None:
    draw, content = Random(3), book.path.read_bytes()
    path = tmp_path / "broken.book"
    for _ in range(60):
        damaged = bytearray(content)
        for _ in range(draw.randrange(1, 40)):
            damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        path.write_bytes(damaged[: draw.choice([len(damaged), draw.randrange(len(damaged))])])
        try:
            broken = CountedBook(path)
            OpeningAdviser(broken).advise(played("e4 e5"))
            OpeningAdviser(broken).advise(played("h4 h5 Rh3"))
        except BadFile:
            continue
