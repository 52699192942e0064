"""Test the first look: what the evaluations in a file show before anything is explained."""

from __future__ import annotations

from pathlib import Path

from motif.study.first_look import evaluated, first_finding, first_words
from motif.study.gathering import gather
from motif.study.profile import Kind

LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 d4 exd4 Qxd4 Qxd4 Nxd4 c5 Ne2 Bd7 Nbc3 O-O-O Bf4 Bc6 O-O Nf6 f3 Be7 Ng3 g6"
"""The opening ends where the queens have gone."""

WHITE, BLACK = (2, 6), (3, 7)
"""Plies of the opening."""


def later(number: int) -> int:
    """Later on White errs in one half of the games, and Black in the other."""
    return 18 + number % 2


def exchange(number: int, values: list[float | None]) -> str:
    """A game with White's advantage behind every move, in pawns."""
    said = [f"{{[%eval {value}]}}" if value is not None else "" for value in values]
    moves = [
        f"{ply // 2 + 1}{'...' if ply % 2 else '.'} {move} {words}"
        for ply, (move, words) in enumerate(zip(LINE.split(), said, strict=True))
    ]
    result = ("1-0", "0-1")[number % 2]
    tags = {"White": "Anna", "Black": f"Rival {number}", "WhiteElo": "1500", "BlackElo": "1500", "Result": result}
    return "\n".join(f'[{name} "{value}"]' for name, value in tags.items()) + f"\n\n{' '.join(moves)} {result}\n\n"


def said(folder: Path, games: list[str]) -> tuple[Kind, str] | None:
    """What the first look at these games finds."""
    file = folder / "games.pgn"
    file.write_text("".join(games))
    own = gather([str(file)], "Anna").games
    known = [evaluated(each.game, is_white=each.is_white, number=number) for number, each in enumerate(own, start=1)]
    finding = first_finding([game for game in known if game is not None])
    text = first_words(own)
    is_something_lost = any(move.lost for game in known if game is not None for move in game.moves)
    assert ("points a game" in text) is (None not in known and is_something_lost)
    assert finding is None or finding.title in text
    return (finding.kind, finding.subject) if finding else None


def by(*mistakes: int) -> list[float | None]:
    """Values by which the moves at these plies are mistakes, by either side."""
    values: list[float | None] = []
    value = 0.2
    for ply in range(len(LINE.split())):
        value += (2 if ply % 2 else -2) * (ply in mistakes)
        values.append(round(value, 2))
    return values


def test_errors_in_the_opening_are_named_before_the_explanations(tmp_path: Path) -> None:
    games = [exchange(number, by(*WHITE, later(number))) for number in range(1, 41)]
    assert said(tmp_path, games) == (Kind.PHASE, "opening")


def test_nothing_is_said_if_both_sides_or_neither_err_in_the_opening(tmp_path: Path) -> None:
    either = [exchange(number, by(*(BLACK if number // 2 % 2 else WHITE), later(number))) for number in range(1, 41)]
    assert said(tmp_path, either) is None
    assert said(tmp_path, [exchange(number, by()) for number in range(1, 41)]) is None


def test_a_game_without_all_its_evaluations_is_left_to_the_engine(tmp_path: Path) -> None:
    holed = by(*WHITE)
    holed[6] = None
    assert said(tmp_path, [exchange(number, holed) for number in range(1, 41)]) is None
