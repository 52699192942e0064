"""What a line of play shows: fork, pin, deflection, smothered mate … one definition each, found with its witnesses.

A *line* is played out by its winner, who moves first. A *motif* finds its *witnesses* on a line: at which ply, by which
man, against which men, along which squares. That is enough to say it, to draw it, and to undo it.

>>> import chess
>>> from motif.board.motifs import Line, find_witnesses
>>> line = Line.of(chess.Board("r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1"), ["d5c7", "e8d7", "c7a8"])
>>> for witness in find_witnesses(line):
...     print(witness.motif, "by", chess.square_name(witness.by), [chess.square_name(s) for s in witness.against])
fork by c7 ['a8', 'e8']
winning capture by a8 ['a8']
"""

from motif.board.motifs.catalogue import (
    EVERYDAY,
    MOTIFS,
    find_motif,
    find_witnesses,
    most_specific,
    motifs_of,
    themes_of,
)
from motif.board.motifs.lines import Line, Step
from motif.board.motifs.motif import Motif
from motif.board.motifs.remedies import Remedy
from motif.board.motifs.witnesses import Undone, Witness
