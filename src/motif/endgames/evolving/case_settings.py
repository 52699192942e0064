"""How cases are made: how many positions, how often every move is played out, and when the cases are renewed."""

from __future__ import annotations

from dataclasses import dataclass

from motif.errors import BadArgument


@dataclass(frozen=True, slots=True)
class CaseSettings:
    """Every `renewed` generations about so many `positions`, at most so many of `each_game` of the best program.

    Every legal move of each is played out `playouts` times, against the Master or with `itself` against the program
    itself. In the first `searched` rounds, when nobody plays well enough to show anything, moves are judged by a search
    of this `depth` instead, which knows nothing but mate and material; what the tables know, they judge. The cases of
    the last `rounds` count. Which of the best `candidates` makes the next cases is decided by `trial_games` of each
    against the Master. Before that each tree of the best programs is improved by so many trials, `polish`
    (`polishing`).
    """

    positions: int = 400
    each_game: int = 4
    playouts: int = 4
    renewed: int = 1
    rounds: int = 4
    candidates: int = 6
    trial_games: int = 400
    itself: bool = False
    searched: int = 3
    depth: int = 4
    polish: int = 2000

    def __post_init__(self) -> None:
        for name in ("positions", "each_game", "playouts", "renewed", "rounds", "candidates", "depth"):
            if getattr(self, name) < 1:
                raise BadArgument(f"cases need at least 1 for {name}, not {getattr(self, name)}")
        for name in ("searched", "polish"):
            if getattr(self, name) < 0:
                raise BadArgument(f"cases cannot have {getattr(self, name)} for {name}; 0 is the least")
        if self.trial_games < 2 or self.trial_games % 2:
            raise BadArgument(f"a trial cannot have {self.trial_games} games: ask for an even number")
