"""Test that games read in shares are the games of the whole file, and that samples of shares merge."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import numpy as np
import pytest

from motif._core.board import Sample
from motif.board import shares
from motif.board.games import Draw, GameFilter, Report, draw_from_files, games_of_share, read_games, work_on_shares
from motif.board.shares import Share, shares_of
from motif.errors import BadGameFile
from motif.runtime.files import SAMPLE_GAMES
from motif.runtime.parallel import Watch, Workers

GAME = '[Event "{0}"]\n[White "A{0}"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {{ a comment }} Nc6 1-0\n\n'
BAD = '[Event "bad"]\n[Result "1-0"]\n\n1. e4 Ke3 1-0\n\n'
SMALL = 1_000


@pytest.fixture
def small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "SHARE_BYTES", SMALL)


@pytest.fixture
def sample_games(tmp_path: Path) -> Path:
    path = tmp_path / "sample.pgn"
    path.write_bytes(gzip.decompress(SAMPLE_GAMES.read_bytes()))
    return path


def texts(share: Share, report: Report, watch: Watch) -> list[str]:
    return [str(game) for game in games_of_share(share, None, report)]


@pytest.mark.usefixtures("small_shares")
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_shares_have_every_game_once_and_name_the_place_of_the_bad_ones(tmp_path: Path, ends: str) -> None:
    content = "".join(BAD if number % 17 == 5 else GAME.format(number) for number in range(200))
    path = tmp_path / "games.pgn"
    path.write_bytes(content.replace("\n", ends).encode())
    whole, parts = Report(), Report()
    games = [str(game) for game in read_games(path, report=whole)]
    assert len(shares_of([path])) > 10
    assert [text for part in work_on_shares([path], texts, report=parts) for text in part] == games
    assert (parts.games, parts.bad_games, parts.bytes_read) == (whole.games, whole.bad_games, path.stat().st_size)
    assert len(parts.bad_games) == 12


@pytest.mark.usefixtures("small_shares")
def test_a_share_with_only_bad_games_does_not_make_a_bad_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAME.format(1) + BAD * 60)
    parts = Report()
    list(work_on_shares([path], texts, report=parts))
    assert {bad.number for bad in parts.bad_games} == set(range(2, 62))
    path.write_text(BAD * 61)
    parts = Report()
    list(work_on_shares([path], texts, report=parts))
    assert [str(bad) for bad in parts.bad_games if not bad.number] == [
        f"{path}: no game in it could be read; is this a PGN file?"
    ]


@pytest.mark.usefixtures("small_shares")
def test_a_long_game_is_never_cut(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAME.format(1) + GAME.format(2).replace("a comment", "a comment " * 500) + GAME.format(3))
    assert [str(game) for share in shares_of([path]) for game in games_of_share(share, None, Report())] == [
        str(game) for game in read_games(path)
    ]


@pytest.mark.usefixtures("small_shares")
def test_compressed_files_are_one_share_and_standard_input_too() -> None:
    assert [(share.begin, share.end) for share in shares_of([SAMPLE_GAMES, "-"])] == [(0, None)] * 2


def rows(sample: Sample) -> list[tuple[object, ...]]:
    names = [(*sample.players[game], sample.results[game]) for game in sample.games]
    columns = (sample.moves, sample.plies, sample.captured_on, sample.ratings, sample.hashes, sample.games)
    return list(zip(sample.positions.fens(), names, *(column.tolist() for column in columns), strict=True))


@pytest.mark.parametrize("draw", [Draw(), Draw(per_game=1000, from_move=1, most=300, seed=7), Draw(most=40)])
def test_a_sample_of_shares_is_that_of_the_whole_file(
    monkeypatch: pytest.MonkeyPatch, sample_games: Path, draw: Draw
) -> None:
    whole = draw_from_files([sample_games], draw)
    monkeypatch.setattr(shares, "SHARE_BYTES", 40_000)
    assert len(shares_of([sample_games])) > 5
    parts = draw_from_files([sample_games], draw)
    assert rows(parts) == rows(whole)
    assert (parts.players, parts.results) == (whole.players, whole.results)
    assert np.array_equal(parts.centipawns, whole.centipawns, equal_nan=True)
    # A file that is given twice adds nothing.
    assert rows(draw_from_files([sample_games, sample_games], draw)) == rows(whole)


def test_two_workers_draw_what_one_draws(tmp_path: Path, sample_games: Path) -> None:
    other = tmp_path / "other.pgn"
    other.write_text("".join(GAME.format(number) for number in range(30)))
    draw, where = Draw(from_move=1, most=50), GameFilter(minimum_plies=4)
    files = [sample_games, other]
    assert rows(draw_from_files(files, draw, where, Workers(2))) == rows(draw_from_files(files, draw, where))


def test_games_are_read_at_an_address() -> None:
    fsspec = pytest.importorskip("fsspec")
    content = "".join(GAME.format(number) for number in range(50)).encode()
    with fsspec.open("memory://club/games.pgn", "wb") as file:
        file.write(content)
    address = "memory://club/games.pgn"
    assert len(list(read_games(address))) == 50
    parts = [Share(address, begin, end) for begin, end in ((0, content.index(b'[Event "20"]')), (2290, None))]
    assert sum(len(list(games_of_share(share, None, Report()))) for share in parts[:1]) == 20
    with fsspec.open("memory://club/games.pgn.gz", "wb") as file:
        file.write(gzip.compress(content))
    assert len(list(read_games("memory://club/games.pgn.gz"))) == 50


def test_an_address_without_a_file_is_refused() -> None:
    pytest.importorskip("fsspec")
    with pytest.raises(BadGameFile, match=r"cannot read memory://no/games\.pgn: there is no such file"):
        list(read_games("memory://no/games.pgn"))
    with pytest.raises(BadGameFile, match=r"cannot read nowhere://games\.pgn: Protocol not known: nowhere"):
        list(read_games("nowhere://games.pgn"))


def test_a_file_that_breaks_while_it_is_read_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (GAME.format(1) * 9_000).encode()

    class Breaking(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell() > 300_000:
                raise OSError(5, "Input/output error")
            return super().read(size)

    path = tmp_path / "games.pgn"
    path.write_bytes(content)
    monkeypatch.setattr(shares, "open_file", lambda _: Breaking(content))
    report = Report()
    assert len(list(games_of_share(Share(str(path), 0, len(content)), None, report))) > 1_000
    assert report.broke_off
    assert "Input/output error" in str(report.bad_games[-1])
