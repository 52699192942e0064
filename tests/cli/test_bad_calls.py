"""Bad calls of every kind: each is refused in one line that names the fault, and one line that says what to type.

`fuzz/bad_calls.py` makes a thousand such calls; this table has one of each kind that was once handled badly.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import Motif, caller

GAME = '[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n'
CHECKED = "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1"

REFUSED = (
    ("study gamse.pgn", "cannot read gamse.pgn: there is no such file", "did you mean games.pgn?"),
    ("study other.pgn", "there is no such file", "in that folder are games.pgn"),
    ("games sampel", "cannot read sampel", "did you mean sample?"),
    ("games folder", "it is a folder", "name a file in it, such as folder/inside.txt"),
    ("games loop", "it is a link that leads to itself", "check the name"),
    ("puzzles sheet loop", "it is a link that leads to itself", "check the name"),
    ("puzzles mine no/such/games.pgn", "there is no such file", "there is no folder no/such; check the path"),
    ("review ~/games.pgn", "there is no such file", "/games.pgn: inside quotes the shell leaves ~ as it is"),
    ("train add http://example.org/study.json", "there is no such file", "save the file first"),
    ("review games.pgn --player ana", "ana did not play this game", "did you mean Anna?"),
    ("puzzles mine games.pgn --player Ana", "there is no game to work on", "did you mean Anna?"),
    ("openings kings_indain", "no opening is called 'kings indain'", "did you mean kings indian?"),
    ("train add games.pgn", "is not a motif study", "name the folder that motif study wrote"),
    ("advise start --adviser tactics:binary", "expected UTF-8 text", "save it as UTF-8"),
    ("match random greedy --starts games.txt", "expected a FEN or EPD", "write one FEN per line"),
    ("review g_b.pgn", "there is no game in g b.pgn", ""),
    ("advise start --people 1500 --depth 5", "its limits have no effect", "or write --adviser stockfish,depth=10"),
    ("study games.pgn --speed blitzz", "--speed cannot be blitzz", "did you mean blitz?"),
    ("study games.pgn --since yesterday", "--since cannot be yesterday", "write a date as in 2026-01-31"),
    ("explain start Nf6", "no knight can go to f6", "legal here: Nh3, Nf3, Nc3 or Na3"),
    ("explain start e7e5", "the pawn on e7 is not yours", "one of the 20 legal moves"),
    ("explain start bxc3", "bxc3 is not legal here", "did you mean c3?"),
    ("explain start O-O", "You cannot castle here", "one of the 20 legal moves"),
    ("show 1._e4_e5_2._Ke3", "after 1. e4 e5: Ke3 is not legal here", "legal here: Ke2"),
    ("openings e4 e9", "after 1. e4: 'e9' is not a move", "did you mean e6 or e5?"),
    (f"show {CHECKED.replace(' ', '_')}", "the side that is not to move is in check", "write the other side"),
    ("play --fen stat", "'stat' is not a position", "write a FEN, moves such as"),
    ("puzzles solve games.pgn#1@99", "the game has no such move", "choose a move from 1.e4 to 4.Qxf7#"),
    ("review games.pgn --depth 0", "a limit of depth=0 leaves no time to think", "write a number above zero"),
    ("review games.pgn --engine no/engine", "there is no engine at", "motif engines lists the engines"),
    ("match random", "at least two entrants, not 1", "name another player"),
    ("match random greedy --set sprt=10,0", "SPRT needs elo0 below elo1", "write sprt=0,10"),
    ("puzzles compose --set white=17", "White can have at most 16 pieces", "write a number up to 16"),
    (f"show start --svg {'x' * 300}.svg", "File name too long", "write a shorter name"),
)
"""A call (_ is a space in a word), a part of what is said, and a part of the hint."""


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    Path("games.pgn").write_text(GAME)
    Path("games.txt").write_text(GAME)
    Path("g\nb.pgn").write_text("no games\n")
    Path("binary").write_bytes(b"\xff\xfe\x00" * 20)
    Path("folder").mkdir()
    Path("folder/inside.txt").touch()
    Path("loop").symlink_to("loop")
    return caller(monkeypatch, capsys)


@pytest.mark.parametrize(("call", "fault", "hint"), REFUSED, ids=lambda value: value[:40])
def test_a_bad_call_is_refused_with_what_to_type_instead(motif: Motif, call: str, fault: str, hint: str) -> None:
    words = [word.replace("g_b", "g\nb").replace("_", " ") for word in call.split(" ")]
    code, printed, complaints = motif(*words)
    assert (code, printed) == (2, "")
    error, advice = complaints.splitlines()
    assert error.startswith("error: ")
    assert fault in error
    assert advice.startswith("hint: ")
    assert hint in advice
