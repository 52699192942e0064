"""Test every motif on a real puzzle of Lichess and on its twin, the smallest change that removes the motif.

data/motifs.tsv, which ships, holds the puzzle's id, the position before the opponent's move, the moves, and the twin;
`=` means "as in the puzzle".
"""

from __future__ import annotations

import csv
from dataclasses import dataclass

import chess
import pytest

from motif.engines.limits import Limit
from motif.motifs.catalogue import MOTIFS, find_motif
from motif.motifs.motif import ChanceFunction, Line
from motif.players.names import find_evaluator
from motif.runtime.files import DATA

TABLE = DATA / "motifs.tsv"


@dataclass(frozen=True)
class Story:
    motif: str
    puzzle: str
    fen: str
    moves: str
    twin_fen: str
    twin_moves: str
    twin: str

    def line(self, chances: ChanceFunction | None = None) -> Line:
        return _line(self.fen, self.moves, chances)

    def twin_line(self, chances: ChanceFunction | None = None) -> Line:
        fen = self.fen if self.twin_fen == "=" else self.twin_fen
        moves = self.moves if self.twin_moves == "=" else self.twin_moves
        return _line(fen, moves, chances)


def _line(fen: str, moves: str, chances: ChanceFunction | None) -> Line:
    lead, *rest = moves.split()
    return Line.after_lead(chess.Board(fen), chess.Move.from_uci(lead), rest, chances)


def _read() -> list[Story]:
    with TABLE.open(encoding="utf-8") as file:
        return [Story(**row) for row in csv.DictReader(file, delimiter="\t")]


STORIES = _read()
each_story = pytest.mark.parametrize("story", STORIES, ids=lambda story: f"{story.motif} {story.puzzle}")


@pytest.fixture(scope="module")
def chances() -> ChanceFunction:
    evaluator = find_evaluator("search:8")
    return lambda boards: [answer.chance for answer in evaluator.evaluate(boards, Limit(depth=8))]


def test_every_motif_has_its_story() -> None:
    assert {story.motif for story in STORIES} == set(MOTIFS)


@each_story
def test_the_puzzle_shows_the_motif(story: Story, chances: ChanceFunction) -> None:
    assert find_motif(story.motif).shown(story.line(chances))


@each_story
def test_its_twin_does_not(story: Story, chances: ChanceFunction) -> None:
    assert not find_motif(story.motif).shown(story.twin_line(chances)), story.twin


@each_story
def test_without_its_cause_the_motif_is_gone_and_nothing_else_has_changed(
    story: Story, chances: ChanceFunction
) -> None:
    motif, line = find_motif(story.motif), story.line(chances)
    for witness in motif.find(line):
        undone = motif.without(line, witness)
        if undone is None:
            assert not witness.remedies, "a cause that can be named can be undone here"
            continue
        original = line.boards[undone.ply]
        assert undone.board.is_valid()
        assert undone.board.turn == original.turn
        changed = {s for s in chess.SQUARES if undone.board.piece_at(s) != original.piece_at(s)}
        moved = undone.board.piece_type_at(undone.square) == chess.KING  # The king is one step aside.
        assert changed == {undone.square} | ({original.king(not line.winner)} if moved else set())
        named = {square for remedy in witness.remedies for square in remedy.squares}
        assert undone.square in named or undone.board.piece_at(undone.square) is not None
        again = list(motif.find(line.replayed(undone.ply, undone.board)))
        assert (witness.ply, witness.by, witness.against) not in [
            (other.ply + undone.ply, other.by, other.against) for other in again
        ]
