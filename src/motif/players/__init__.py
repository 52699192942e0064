"""Room 6, names to players: what the command line, the experiments and a match call somebody by.

A name is NAME[:ARGUMENT][,KEY=VALUE…]: `greedy`, `stockfish,depth=8`, `uci:/opt/wasp,seconds=0.1`,
`stockfish,nodes=500,Skill_Level=3`, `base,weights=mine.tsv`. The keys depth, nodes and seconds are the limit; every
other key is an option of whoever is called, with _ for a space. Each system of the house joins by an entry in
`table.py` and a file here that makes its players, which is loaded when it is first called.

`openings+NAME` plays from the opening cases first and leaves the rest of the game to NAME; `tactics+NAME` plays what a
tactic suggests and leaves every other move to NAME. The part before the plus is a name too:
`openings:my_cases.tsv+greedy`, `openings,style=paper,order=as_given+pruning,depth=4`, `tactics:mine.pl+base`.
"""

from motif.players.find import DEFAULT_LIMIT, enter, find_adviser, find_oracle, find_player, try_out
from motif.players.names import Name
from motif.players.registry import ENDGAME, Entry, Role, entries
