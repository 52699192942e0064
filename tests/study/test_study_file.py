"""Test that a study is unchanged after JSON, and other files are refused with the place of the error."""

import re
from dataclasses import replace

import chess
import pytest

from explained import fault, point
from goldens import Golden
from motif.board.drawing import Arrow
from motif.board.material import Phase
from motif.engines.game_review import Judgement
from motif.errors import BadFile
from motif.explain.explanation import Check
from motif.study.causes import Cause, CauseShare
from motif.study.games import Occasion, Outcome, Rate, StudiedGame, StudiedMove
from motif.study.profile import Example, Finding, Kind, MotifRecord, PhaseRecord, Profile
from motif.study.study import Study

ALLOWING = chess.Board("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2")
MATE = point(
    ALLOWING,
    [chess.Move.from_uci("d8h4")],
    "Qh4# mates: nothing stands between the queen and the king on e1.",
    "mate in 1",
    tuple(map(Arrow.parse, ("Gd8h4", "Bd8h4", "Rh4e1"))),
    Check(
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5PP1/PPPPP3/RNBQKBNR b KQkq - 0 2",
        0,
        ("h2", "g3"),
        "With a white pawn on g3, Qh4 would not mate.",
    ),
)
PLAYED = StudiedGame(
    1,
    "Fool",
    "Scholar",
    "0-1",
    True,
    "2026.01.01",
    "Club",
    "?",
    "600+0",
    900,
    950,
    "A00",
    "Barnes Opening",
    0,
    chess.STARTING_FEN,
    20,
    (
        StudiedMove(
            chess.Move.from_uci("f2f3"),
            "f3",
            chess.Move.from_uci("e2e4"),
            (),
            -40,
            0.06,
            Judgement.INACCURACY,
            Phase.OPENING,
        ),
        StudiedMove(
            chess.Move.from_uci("e7e5"), "e5", chess.Move.from_uci("e7e5"), (), -50, 0.0, Judgement.GOOD, Phase.OPENING
        ),
        StudiedMove(
            chess.Move.from_uci("g2g4"),
            "g4",
            chess.Move.from_uci("e2e4"),
            (chess.Move.from_uci("e2e4"),),
            -9999,
            0.45,
            Judgement.BLUNDER,
            Phase.OPENING,
            2.0,
            590.0,
        ),
        StudiedMove(
            chess.Move.from_uci("d8h4"),
            "Qh4#",
            chess.Move.from_uci("d8h4"),
            (),
            -10000,
            0.0,
            Judgement.GOOD,
            Phase.OPENING,
        ),
    ),
    (),
    (Occasion(2, "mate in 1", Outcome.ALLOWED, 0.45),),
    "search, depth 8",
)
GAME = replace(PLAYED, faults=(fault(PLAYED, 2, f"g4 allows Qh4#: {MATE.text}", None, MATE),))
FINDING = Finding(
    Kind.ALLOWED, "mate in 1", "You allow mates in 1", "You allowed a mate in 1.", "Look.", Rate(1, 2), 1, 0.45,
    Rate(0, 2), 0.0, Rate(3, 1000), 0.1, 0.6, (Example(1, 2),), "mate in 1",
)  # fmt: skip
PROFILE = Profile(
    player="Fool",
    games=1,
    moves=2,
    rating=900,
    speed="rapid",
    peers="players rated 800 to 999",
    score=0.0,
    accuracy=41.5,
    blunders=Rate(1, 2),
    sample=(),
    verdict=("1 game is too few for a profile.",),
    shares=(CauseShare(Cause.REPLY, "overlooked the reply", 1, 0.45, 0.0),),
    work_on=(),
    strengths=(),
    worst=(Example(1, 2),),
    findings=(FINDING,),
    motifs=(MotifRecord("mate in 1", Rate(0, 0), Rate(1, 2), Rate(70, 100), Rate(3, 1000)),),
    phases=(PhaseRecord(Phase.OPENING, Rate(1, 2), 0.25, None),),
    openings=(),
    endgames=(),
    clocks=(),
)
FOOLS = Study(PROFILE, (GAME,))


def test_a_study_comes_back_from_json() -> None:
    assert Study.from_json(FOOLS.to_json()) == FOOLS


def test_the_fool_moved_first_and_lost() -> None:
    assert GAME.score == 0.0
    assert [GAME.is_players(ply) for ply in range(4)] == [True, False, True, False]
    (mistake,) = GAME.faults
    assert mistake.points == (MATE,)
    assert mistake.better is not None
    assert (mistake.played.san, mistake.better.move.san, mistake.verdict.after) == ("g4", "e4", 0.0)


def test_a_study_of_an_earlier_version_is_refused_with_what_to_do() -> None:
    for earlier in ("motif study 1", "motif study 2", "motif study 3"):
        with pytest.raises(BadFile, match="earlier version") as refused:
            Study.from_json(FOOLS.to_json().replace("motif study 4", earlier))
        assert "make the study again" in str(refused.value.hint)


def test_a_study_of_another_kind_is_refused_with_its_place(golden: Golden) -> None:
    with golden.raises(BadFile):
        Study.from_json(FOOLS.to_json().replace('"blunder"', '"howler"'))
    with pytest.raises(BadFile, match="format"):
        Study.from_json(FOOLS.to_json().replace("motif study 4", "motif study 5"))
    with golden.raises(BadFile):
        Study.from_json("not JSON at all")


@pytest.mark.parametrize(
    ("said", "instead", "problem"),
    [
        ('"move":"g2g4"', '"move":"g2g5"', "game 1: g2g5 cannot be played"),
        ('"line":["e2e4"]', '"line":["e2e4","e7e5"]', "game 1: e7e5 cannot be played"),
        (
            '"san":"Qh4#","fen"',
            '"san":"Qh4","fen"',
            "game 1: d8h4 does not lead to this board",
        ),
        ('"uci":"d8h4"', '"uci":"d8d4"', "game 1: d8d4 cannot be played"),
        ('"uci":"d8h4"', '"uci":"castle"', "game 1: expected uci string"),
        (
            '"may_take_back":false},"fen":"rnbq',
            '"may_take_back":false},"fen":"1nbq',
            "game 1: a line begins on another board",
        ),
        (
            '"ply":0,"squares"',
            '"ply":2,"squares"',
            "game 1: the boards of a check cannot be compared",
        ),
        ("5PP1/PPPPP3", "5PP1/PPPPP", "game 1: expected"),
        (
            ',"ply":2,"is_explained":true}],"occ',
            ',"ply":4,"is_explained":true}],"occ',
            "game 1: there is no ply 4",
        ),
        ('"occasions":[{"ply":2', '"occasions":[{"ply":-1', "game 1: there is no ply -1"),
        ('"advantage":-50', '"advantage":-10001', "game 1: an advantage cannot be larger than a mate"),
        ('"number":1', '"number":0', "game 1: no game can be number 0"),
        ('"hits":1,"count":2', '"hits":3,"count":2', "3 of 2 is not a share at profile > blunders"),
        ('"lost":0.45', '"lost":NaN', "should be a finite number at games > 0 > moves > 2 > lost"),
    ],
)
def test_a_study_that_no_board_allows_is_refused_with_its_game(said: str, instead: str, problem: str) -> None:
    text = FOOLS.to_json()
    assert said in text
    with pytest.raises(BadFile, match=re.escape(problem)):
        Study.from_json(text.replace(said, instead))


def test_the_schema_knows_the_version() -> None:
    assert Study.schema()["properties"]["format"]["const"] == "motif study 4"
