"""What a pattern says of a move on a board, in English, and the arrows that show it.

"the knight goes to f7, from where it attacks the king on h8 and the rook on d8"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import chess

from motif.board.drawing import Arrow, Colour
from motif.patterns.board_pattern import Edge, Vertex
from motif.patterns.labels import ENEMY, Label
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, Special
from motif.patterns.relations import EdgeType

Squares = Mapping[Vertex, chess.Square]


_WATCHED = "a square watched by"


_ADJECTIVES = {EdgeType.HANGS: "hanging", EdgeType.LOOSE: "unguarded", EdgeType.PASSED: "passed"}

_STAGES = {
    EdgeType.IN_OPENING: "in the opening",
    EdgeType.IN_ENDGAME: "in the endgame",
    EdgeType.IN_CHECK: "in check",
}

_WHERE = {
    EdgeType.OPEN_FILE: "on an open file",
    EdgeType.HALF_OPEN: "on a half-open file",
    EdgeType.ENEMY_HALF_OPEN: "on a file half-open for the enemy",
    EdgeType.OUTPOST: "where no enemy pawn can ever attack it",
    EdgeType.ENEMY_OUTPOST: "where no own pawn can ever guard it",
}

_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "last")


class _Names:
    """What the vertices of a pattern are called: by their squares on a board, or in general."""

    def __init__(self, pattern: MovePattern, squares: Squares | None, board: chess.Board | None) -> None:
        self._squares, self._board = squares, board
        self.labels = pattern.context.label_of
        edges = pattern.context.edges
        self.named = {SOURCE, TARGET} | {v for edge in edges if len(edge.vertices) > 1 for v in edge.vertices}
        """The vertices that a sentence names anyway, so that a mark becomes an adjective."""
        self.hitters = _hitters(pattern)
        self._marks = {(edge.vertices[0], edge.relation) for edge in edges if len(edge.vertices) == 1}
        of_men = {EdgeType.HITS, EdgeType.THROUGH, EdgeType.GUARDS_ALONE, *_ADJECTIVES}
        if any(edge.relation in of_men and TARGET in edge.vertices for edge in pattern.context.edges):
            # Where the target hits, is hit or hangs, there stands an enemy, even if the pattern does not say which.
            self.labels[TARGET] = Label(self.labels[TARGET].mask & ENEMY.mask)

    def label(self, vertex: Vertex) -> Label:
        """What stands there: on the board if there is one, else what may."""
        if self._squares is not None and self._board is not None:
            return Label.of(self._board, self._squares[vertex], self._board.turn)
        return self.labels[vertex]

    def man(self, vertex: Vertex) -> str:
        """A man or square as the object of a sentence, with who hits it where that is all that is said of him."""
        told = self._bare(vertex)
        for hitter in self.hitters.get(vertex, ()):
            verb = "attacked" if self.acts_on(hitter, vertex) == "attacks" else "defended"
            told += f" {verb} by {self._bare(hitter)}"
        return told

    def _bare(self, vertex: Vertex) -> str:
        noun = self.adjectives(vertex) + self.label(vertex).noun()
        if self._squares is None:
            if self.label(vertex).noun().endswith(" king"):
                return f"the {noun}"
            where = self.place(vertex) if vertex == TARGET else ""
            return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}{where and f' on {where}'}"
        # On a board everybody sees whose man it is.
        return f"the {noun.replace('own ', '').replace('enemy ', '')} on {self.square(vertex)}"

    def adjectives(self, vertex: Vertex) -> str:
        """What marks say of a man, before its name."""
        if vertex not in self.named:
            return ""
        return "".join(f"{word} " for relation, word in _ADJECTIVES.items() if (vertex, relation) in self._marks)

    def place(self, vertex: Vertex) -> str:
        """Where marks say that a man or square lies, most exactly."""
        places = [place for marked, relation in self._marks if marked == vertex and (place := relation.place)]
        said = {place.kind: place.name for place in places}
        if "on" in said:
            return said["on"] if self._squares is None else ""
        rank = f"its {_ORDINALS[int(said['rank'])]} rank" if "rank" in said else ""
        return rank or (f"the {said['file']}-file" if "file" in said else "")

    def stages(self) -> str:
        """The stage of the game that the marks of the mover name."""
        return "".join(f"{words}, " for relation, words in _STAGES.items() if (SOURCE, relation) in self._marks)

    def square(self, vertex: Vertex) -> str:
        """The name of a square."""
        return chess.square_name(self._squares[vertex]) if self._squares is not None else "that square"

    @property
    def goal(self) -> str:
        """Where the mover goes."""
        where = self.place(TARGET)
        if self._squares is None:
            return where or "an empty square"
        return self.square(TARGET) + (where and f", {where}")

    def acts_on(self, subject: Vertex, object_: Vertex) -> str:
        """Whether one man attacks or defends another."""
        return "attacks" if self.label(subject).is_own != self.label(object_).is_own else "defends"


def _hitters(pattern: MovePattern) -> dict[Vertex, list[Vertex]]:
    """The men that hit another away from the move, where another edge speaks of that one and of the first none does."""
    edges = sorted(pattern.context.edges)
    counts = Counter(vertex for edge in edges for vertex in edge.vertices)
    found: dict[Vertex, list[Vertex]] = {}
    for edge in edges:
        if edge.relation is EdgeType.HITS and min(edge.vertices) > TARGET:
            hitter, hit = edge.vertices
            if counts[hitter] == 1 and counts[hit] > 1:
                found.setdefault(hit, []).append(hitter)
    return found


def sentence(pattern: MovePattern, board: chess.Board | None = None, squares: Squares | None = None) -> str:
    """The pattern about this board, or in general without one."""
    names = _Names(pattern, squares, board)
    parts = [_move(pattern, names)]
    groups: dict[str, list[str]] = {}
    for edge in sorted(pattern.context.edges):
        lead, rest = _said(edge, names)
        if lead:
            groups.setdefault(lead, []).append(rest)
    ordered = sorted(groups.items(), key=lambda group: group[0] != _WATCHED)
    parts += [f"{lead} {_listed(rests)}".rstrip() for lead, rests in ordered]
    told = names.stages() + ", ".join(parts).replace(f"an empty square, {_WATCHED}", _WATCHED)
    for word in ("on", "near", "where"):
        told = told.replace(f"an empty square, {word} ", f"a square {word} ")
    told = told.replace("moves, from where it", "moves to where it").replace("moves, where it", "moves to where it")
    return told.replace(f"moves, {_WATCHED}", f"moves to {_WATCHED}")


def _move(pattern: MovePattern, names: _Names) -> str:
    kind = names.adjectives(SOURCE) + names.label(SOURCE).noun().removeprefix("own ")
    mover = f"the {kind}" if names.label(SOURCE).is_exact else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
    start = names.place(SOURCE)
    if pattern.special is Special.CASTLES:
        return "the king castles"
    if names.label(TARGET).is_enemy:
        text = f"{mover} captures {names.man(TARGET)}"
    elif names.label(TARGET).is_exact:
        text = f"{mover} goes to {names.goal}"
    else:
        text = f"{mover} moves" + (f" to {names.place(TARGET)}" if names.place(TARGET) else "")
    text += f" from {start}" if start else ""
    return text + (f" and promotes to a {_PROMOTED[pattern.special]}" if pattern.special in _PROMOTED else "")


_PROMOTED = {
    Special.KNIGHT: "knight",
    Special.BISHOP: "bishop",
    Special.ROOK: "rook",
    Special.QUEEN: "queen",
}


def _said(edge: Edge, names: _Names) -> tuple[str, str]:
    """How an edge begins and goes on; several that begin alike are told together."""
    relation, places = edge.relation, edge.vertices
    man = names.man
    if len(places) == 1 or relation in _OF_THE_MOVE:
        return _mark(edge, names)
    match relation:
        case EdgeType.MOVES | EdgeType.COVERS | EdgeType.REACHES if places == (SOURCE, TARGET):
            return "", ""
        case EdgeType.HITS if places == (SOURCE, TARGET):
            return "", ""
        case EdgeType.MOVES | EdgeType.COVERS | EdgeType.REACHES:
            if places[1] == TARGET:
                return "a square open to" if relation is EdgeType.MOVES else _WATCHED, man(places[0])
            return f"{_subject(places[0], names)} watches", man(places[1])
        case EdgeType.HITS if places[0] == SOURCE:
            verb = "now attacks" if names.acts_on(*places) == "attacks" else "now defends"
            return f"it {verb}", man(places[1])
        case EdgeType.HITS if places == (TARGET, SOURCE):
            return "which attacks", "it"
        case EdgeType.HITS if places[1] == SOURCE:
            passive = "attacked" if names.acts_on(*places) == "attacks" else "defended"
            return f"it stands {passive} by", man(places[0])
        case EdgeType.HITS if places[1] == TARGET:
            passive = "attacked" if names.acts_on(*places) == "attacks" else "defended"
            return f"which is {passive} by", man(places[0])
        case EdgeType.HITS if places[0] == TARGET:
            return f"which {names.acts_on(*places)}", _object(places[1], names)
        case EdgeType.HITS if places[0] in names.hitters.get(places[1], ()):
            return "", ""
        case EdgeType.HITS:
            return f"{man(places[0])} {names.acts_on(*places)}", man(places[1])
        case EdgeType.HITS_FROM if places[:2] == (SOURCE, TARGET):
            return f"from where it {names.acts_on(SOURCE, places[2])}", man(places[2])
        case EdgeType.HITS_FROM:
            verb = names.acts_on(places[0], places[2]).removesuffix("s")
            return f"{man(places[0])} could go to {man(places[1])} and {verb}", _object(places[2], names)
        case EdgeType.THROUGH if places[1] == SOURCE:
            verb = "an attack" if names.acts_on(places[0], places[2]) == "attacks" else "a defence"
            return f"which opens {verb} by {man(places[0])} on", _object(places[2], names)
        case EdgeType.THROUGH:
            return f"{_subject(places[0], names)} looks through {_object(places[1], names)} at", _object(
                places[2], names
            )
        case EdgeType.THROUGH_FROM:
            return f"from where it looks through {man(places[2])} at", man(places[3])
        case EdgeType.BLOCKS | EdgeType.BLOCKS_FIRST if places[1:3] == (SOURCE, TARGET):
            return f"stepping between {man(places[0])} and", man(places[3])
        case EdgeType.BLOCKS_SECOND if places[2:4] == (SOURCE, TARGET):
            return f"stepping between {man(places[1])} and", f"{man(places[4])} on the line of {man(places[0])}"
        case EdgeType.SHELTERS if places[2:4] == (SOURCE, TARGET):
            verb = "an attack" if names.acts_on(places[0], SOURCE) == "attacks" else "the protection"
            return f"sheltered by {man(places[1])} from {verb} of", man(places[0])
    return "and", relation.english.format(*(_object(vertex, names) for vertex in places))


_OF_THE_MOVE = {relation for relation in EdgeType if relation.is_venture} | {EdgeType.GUARDS_ALONE, EdgeType.NEAR}


def _mark(edge: Edge, names: _Names) -> tuple[str, str]:
    """What a mark says, where it is not said of the man it marks."""
    relation, places = edge.relation, edge.vertices
    man = names.man
    match relation:
        case EdgeType.LOSES if places == (SOURCE, TARGET):
            return "which loses material", ""
        case EdgeType.WINS if places == (SOURCE, TARGET):
            return "which wins material", ""
        case EdgeType.LEAVES if places[:2] == (SOURCE, TARGET):
            return "leaving", f"{man(places[2])} hanging"
        case EdgeType.THREATENS if places[:2] == (SOURCE, TARGET):
            return "threatening", man(places[2])
        case EdgeType.FREER if places == (SOURCE, TARGET):
            return "where it has more squares", ""
        case EdgeType.TIGHTER if places == (SOURCE, TARGET):
            return "where it has fewer squares", ""
        case EdgeType.GUARDS_ALONE if places[0] == SOURCE:
            return "it alone guards", man(places[1])
        case EdgeType.GUARDS_ALONE if places[0] == TARGET:
            return "which alone guards", man(places[1])
        case EdgeType.GUARDS_ALONE if places[1] == SOURCE:
            return "it stands guarded only by", man(places[0])
        case EdgeType.GUARDS_ALONE if places[1] == TARGET:
            return "which is guarded only by", man(places[0])
        case EdgeType.NEAR if places[0] == TARGET:
            return "near", man(places[1])
        case EdgeType.NEAR if places[0] == SOURCE:
            return "coming from near", man(places[1])
        case _ if places == (TARGET,) and relation in _WHERE:
            return _WHERE[relation], ""
        case _ if relation in _ADJECTIVES and places[0] in names.named:
            return "", ""
        case _ if places[0] in (SOURCE, TARGET) and (relation.place or relation in _STAGES):
            return "", ""
    return "and", relation.english.format(*(_object(vertex, names) for vertex in places))


def _subject(vertex: Vertex, names: _Names) -> str:
    return "it" if vertex == SOURCE else names.man(vertex)


def _object(vertex: Vertex, names: _Names) -> str:
    return "it" if vertex == SOURCE else names.man(vertex)


def _listed(words: list[str]) -> str:
    """Words one after another; what is said twice is two of them.

    >>> _listed(["a pawn", "a rook", "a pawn"])
    'two pawns and a rook'
    """
    counted = {word: words.count(word) for word in words}
    several = [f"two {word.partition(' ')[2]}s" if count > 1 else word for word, count in counted.items()]
    return several[0] if len(several) == 1 else f"{', '.join(several[:-1])} and {several[-1]}"


def arrows(pattern: MovePattern, board: chess.Board, squares: Squares) -> tuple[Arrow, ...]:
    """The move in blue, attacks in red, defences in green, looks through a man in yellow, empty squares marked."""
    shown = [Arrow(squares[SOURCE], squares[TARGET], Colour.BLUE)]
    names = _Names(pattern, squares, board)
    for edge in sorted(pattern.context.edges):
        for tail, head, colour in _lines(edge, names):
            if {tail, head} != {SOURCE, TARGET}:
                shown.append(Arrow(squares[tail], squares[head], colour))
    empty = [vertex for vertex in squares if names.label(vertex).mask == 1 and vertex != TARGET]
    shown += [Arrow(squares[vertex], colour=Colour.BLUE) for vertex in empty]
    return tuple(dict.fromkeys(shown))


def _lines(edge: Edge, names: _Names) -> Iterable[tuple[Vertex, Vertex, Colour]]:
    places = edge.vertices

    def colour(subject: Vertex, object_: Vertex) -> Colour:
        return Colour.RED if names.acts_on(subject, object_) == "attacks" else Colour.GREEN

    match edge.relation:
        case EdgeType.MOVES | EdgeType.COVERS | EdgeType.REACHES:
            yield places[0], places[1], colour(places[0], SOURCE)
        case EdgeType.HITS:
            yield places[0], places[1], colour(*places)
        case EdgeType.HITS_FROM:
            yield places[1], places[2], colour(places[0], places[2])
        case EdgeType.THROUGH | EdgeType.THROUGH_TWO:
            yield places[0], places[-1], Colour.YELLOW
        case EdgeType.THROUGH_FROM:
            yield places[1], places[3], Colour.YELLOW
        case EdgeType.GUARDS_ALONE:
            yield places[0], places[1], Colour.GREEN
        case EdgeType.THREATENS:
            yield places[1], places[2], Colour.RED
        case relation if len(places) > 1 and relation not in _OF_THE_MOVE:
            yield places[0], places[-1], Colour.YELLOW
