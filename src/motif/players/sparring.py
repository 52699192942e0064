"""Sparring partners that need nothing but the board."""

from __future__ import annotations

from motif.arena.greedy import GreedyPlayer
from motif.arena.sparring import RandomPlayer
from motif.players.makers import Makers

MAKERS = Makers(
    players={"random": lambda _: RandomPlayer(), "greedy": lambda _: GreedyPlayer()},
    advisers={"greedy": lambda _: GreedyPlayer()},
)
