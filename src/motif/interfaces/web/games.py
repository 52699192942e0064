"""Games between a person and a player of the house, as the server holds them: the last so many."""

from __future__ import annotations

import secrets
from asyncio import Lock
from collections import OrderedDict
from dataclasses import dataclass, field

import chess

from motif.arena.game import ending_by_rules
from motif.arena.records import Ending, Result, Termination
from motif.errors import BadArgument, NothingFound
from motif.interfaces.play.kept import KeptGame
from motif.interfaces.web.shapes.boards import Over, position_of, steps_of
from motif.interfaces.web.shapes.games import GameShape
from motif.interfaces.web.tasks.playing import Why
from motif.study.report.boards import described


@dataclass(eq=False)
class WebGame:
    """A game under way; moves come one after another, whoever sends them."""

    id: str
    player: str
    level: int | None
    game: KeptGame
    resigned: bool = False
    reasons: dict[int, Why] = field(default_factory=dict)
    """The opponent's own reasons, by ply."""
    lock: Lock = field(default_factory=Lock)

    @property
    def ending(self) -> Ending | None:
        """How it ended, if it did."""
        if self.resigned:
            return Ending(Result.win_for(not self.game.side), Termination.RESIGNATION)
        return ending_by_rules(self.game.board())

    @property
    def is_yours(self) -> bool:
        """Whether the person is to move."""
        return self.ending is None and self.game.board().turn == self.game.side

    def check_yours(self) -> None:
        """Refuse what only whoever is to move can do."""
        if self.ending is not None:
            raise BadArgument("the game is over", hint="take a move back, or begin a new game")
        if not self.is_yours:
            raise BadArgument("it is the opponent's turn", hint="wait for its move")

    def shape(self) -> GameShape:
        """The game as the page sees it."""
        start = chess.Board(self.game.fen)
        board = self.game.board()
        return GameShape(
            id=self.id,
            player=self.player,
            level=self.level,
            side="white" if self.game.side else "black",
            start=self.game.fen,
            moves=steps_of(start, board.move_stack),
            position=position_of(board, described(board)),
            yours=self.is_yours,
            over=Over.of(self.ending),
        )


class WebGames:
    """All games that are kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._games: OrderedDict[str, WebGame] = OrderedDict()

    def add(self, player: str, level: int | None, game: KeptGame) -> WebGame:
        """Keep a new game; the one that nobody looked at for longest may go."""
        made = WebGame(secrets.token_urlsafe(9), player, level, game)
        self._games[made.id] = made
        while len(self._games) > self._most:
            self._games.popitem(last=False)
        return made

    def find(self, name: str) -> WebGame:
        """The game of this id."""
        game = self._games.get(name)
        if game is None:
            raise NothingFound("there is no such game", hint="games are forgotten when the server ends")
        self._games.move_to_end(name)
        return game
