"""How cases are made: how many positions, how often every move is played out, and when the cases are renewed."""

from __future__ import annotations

from dataclasses import dataclass

from motif.errors import BadArgument


@dataclass(frozen=True, slots=True)
class CaseSettings:
    """Every `renewed` generations about so many `positions`, at most so many of `each_game` of the best program.

    Every legal move of each is played out `playouts` times, against the Master or with `itself` against the program
    itself; or, with a `depth`, moves are judged by a search so deep that knows nothing but mate and material. The
    cases of the last `rounds` count. Which of the best `candidates` makes the next cases is decided by `trial_games`
    of each against the Master.
    """

    positions: int = 400
    each_game: int = 4
    playouts: int = 4
    renewed: int = 10
    rounds: int = 3
    candidates: int = 6
    trial_games: int = 200
    itself: bool = False
    depth: int = 0

    def __post_init__(self) -> None:
        for name in ("positions", "each_game", "playouts", "renewed", "rounds", "candidates"):
            if getattr(self, name) < 1:
                raise BadArgument(f"cases need at least 1 for {name}, not {getattr(self, name)}")
        if self.trial_games < 2 or self.trial_games % 2:
            raise BadArgument(f"a trial cannot have {self.trial_games} games: ask for an even number")
