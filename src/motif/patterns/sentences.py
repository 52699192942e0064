"""Describe a pattern as an English sentence, in general or for a move on a board, and draw it with arrows.

"the knight goes to f7, from where it attacks the king on h8 and the rook on d8"

Most relations hold before the move, so the sentence mentions them with the piece that moves or with the piece on its
target square: "the rook, attacked by the bishop on e4, captures the pawn on a2, defended by the knight on c3". Only the
relations of the move itself, from its target square, are described as results of the move.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import chess

from motif.board.drawing import Arrow, Colour
from motif.board.wording import counted, listed, ordinal, with_article
from motif.patterns.board_pattern import EMPTY, ENEMY, Edge, EdgeType, Label, Vertex
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, SpecialMove

Squares = Mapping[Vertex, chess.Square]

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
    EdgeType.OUTPOST: "safe from pawns",
    EdgeType.ENEMY_OUTPOST: "where no pawn of yours can ever guard it",
}

_DEEDS = (EdgeType.HITS_FROM, EdgeType.THROUGH_FROM, EdgeType.FORKS)
_SCOPE = (EdgeType.FREER, EdgeType.TIGHTER)
_NEEDS_PIECE = {EdgeType.HITS, EdgeType.THROUGH, EdgeType.GUARDS_ALONE, *_ADJECTIVES}

_OF_THE_MOVE = {
    (EdgeType.HITS_FROM, 0): "{acts} {2}",
    (EdgeType.THROUGH_FROM, 0): "looks through {2} at {3}",
    (EdgeType.FORKS, 0): "forks {2}",
    (EdgeType.FREER, 0): "where it has more squares",
    (EdgeType.TIGHTER, 0): "where it has fewer squares",
    (EdgeType.BLOCKS, 1): "stepping between {0} and {3}",
    (EdgeType.BLOCKS_FIRST, 1): "stepping between {0} and {3}, behind which is {4}",
    (EdgeType.BLOCKS_SECOND, 2): "stepping between {1} and {4} on the line of {0}",
    (EdgeType.SHELTERS, 2): "stepping behind {1} on the line of {0}",
    (EdgeType.LOSES, 0): "which loses material",
    (EdgeType.WINS, 0): "which wins material",
    (EdgeType.LEAVES, 0): "leaving {2} hanging",
    (EdgeType.THREATENS, 0): "threatening {2}",
}
"""Clauses about the results of a move, by relation and the place of the moving piece in it; the target comes next."""

_BEFORE = {
    EdgeType.MOVES: ("which can advance to {1}", "before {0}"),
    EdgeType.COVERS: ("which watches {1}", "watched by {0}"),
    EdgeType.REACHES: ("which watches {1}", "watched by {0}"),
    EdgeType.HITS: ("which {acts} {1}", "{acted} by {0}"),
    EdgeType.HITS_FROM: ("which could {act} {2} {way}", "", "which {0} could {act} {way}"),
    EdgeType.THROUGH: (
        "which looks through {1} at {2}",
        "through which {0} looks at {2}",
        "at which {0} looks through {1}",
    ),
    EdgeType.THROUGH_TWO: ("which looks through {1} and {2} at {3}", "", "", "at which {0} looks through {1} and {2}"),
    EdgeType.GUARDS_ALONE: ("which alone guards {1}", "guarded only by {0}"),
    EdgeType.NEAR: ("near {1}", ""),
}
"""Clauses about a piece before the move, by relation and the place of the piece; "" where we write a full clause."""

_IN_FULL = {
    EdgeType.COVERS: "{0} watches {1}",
    EdgeType.REACHES: "{0} watches {1}",
    EdgeType.HITS: "{0} {acts} {1}",
    EdgeType.HITS_FROM: "{0} could {act} {2} {way}",
}
"""Full clauses about the position before the move, for relations whose own English would not fit."""

_PROMOTED = {
    SpecialMove.KNIGHT: "a knight",
    SpecialMove.BISHOP: "a bishop",
    SpecialMove.ROOK: "a rook",
    SpecialMove.QUEEN: "a queen",
}
_STEPPING, _PLAINLY = "stepping", " goes to an empty square"


class _Names:
    """The English names of a pattern's vertices: with their squares if there is a board, or in general."""

    def __init__(self, pattern: MovePattern, board: chess.Board | None, squares: Squares | None) -> None:
        self.squares = squares
        self.edges = sorted(pattern.context.edges)
        self.labels = pattern.context.label_of
        if any(edge.relation in _NEEDS_PIECE and TARGET in edge.vertices for edge in self.edges):
            # Only a piece can attack, be attacked or hang, so the target is an opposing piece.
            self.labels[TARGET] = Label(self.labels[TARGET].mask & ENEMY.mask)
        if board is not None and squares is not None:
            self.labels = {vertex: Label.of(board, square, board.turn) for vertex, square in squares.items()}
        self._mentioned: set[Vertex] = set()
        self._marks = {(edge.vertices[0], edge.relation) for edge in self.edges if len(edge.vertices) == 1}
        related = [vertex for edge in self.edges if len(edge.vertices) > 1 for vertex in edge.vertices]
        self._named = {SOURCE, TARGET, *related}
        counts = Counter(vertex for edge in self.edges for vertex in edge.vertices)
        away = (edge for edge in self.edges if edge.relation is EdgeType.HITS and min(edge.vertices) > TARGET)
        self.asides = [edge for edge in away if counts[edge.vertices[0]] == 1 < counts[edge.vertices[1]]]
        """Attacks and defences by pieces without other relations; we mention each with the piece that it hits."""

    def marked(self, vertex: Vertex, texts: Mapping[EdgeType, str]) -> list[str]:
        """Return the texts of those marks of a vertex that are in `texts`."""
        return [text for relation, text in texts.items() if (vertex, relation) in self._marks]

    def noun(self, vertex: Vertex) -> str:
        """Return the name of a piece or square without an article, with its marks as adjectives."""
        adjectives = self.marked(vertex, _ADJECTIVES) if vertex in self._named else []
        # On a board the side is clear; in general, "your" marks the player's own pieces.
        with_side = self.squares is None and not self.labels[vertex].is_own
        return " ".join([*adjectives, self.labels[vertex].noun(with_side=with_side)])

    def all(self, vertices: Sequence[Vertex]) -> str:
        """List pieces and squares in a clause: "the king on h8 and the rook on d8", "two enemy pawns"."""
        tally = Counter((self.noun(vertex), self._detail(vertex), self.labels[vertex]) for vertex in vertices)
        names = []
        for (noun, detail, label), number in tally.items():
            is_known = self.squares is not None or noun.endswith(" king")
            name = f"the {noun}" if is_known else counted(number, noun, spelled=True)
            if self.squares is None and label.is_own:
                name = self._own(noun, label, number)
            names.append(name + detail)
        self._mentioned.update(vertices)
        return listed(names)

    def _own(self, noun: str, label: Label, number: int) -> str:
        """Name own pieces in general: "your rook", or "another pawn" if a pawn moves or was mentioned before."""
        if number > 1:
            return counted(number, noun, spelled=True).replace(" ", " of your ", 1)
        is_second = any(self.labels[vertex] == label for vertex in {SOURCE, *self._mentioned})
        return f"another {noun}" if is_second else f"your {noun}"

    def one(self, vertex: Vertex) -> str:
        """Name one piece or square; the piece that moves is "it"."""
        if self.squares is not None and self.labels[vertex] == EMPTY:
            return chess.square_name(self.squares[vertex])
        is_king = self.labels[vertex].noun(with_side=False) == "king"
        if self.squares is None and vertex in self._mentioned and self.labels[vertex].is_piece and not is_king:
            return f"that {self.labels[vertex].noun(with_side=not self.labels[vertex].is_own)}"
        return "it" if vertex == SOURCE else self.all([vertex])

    @property
    def mover(self) -> str:
        """The name of the piece that moves."""
        noun, place = self.noun(SOURCE), self.place(SOURCE)
        return (f"the {noun}" if self.labels[SOURCE].is_exact else with_article(noun)) + (place and f" on {place}")

    def _detail(self, vertex: Vertex) -> str:
        """Return what follows the name of a vertex: its place, if we give one, and its attackers and defenders."""
        place = self.place(vertex) if vertex == TARGET else ""
        if self.squares is not None:
            place = chess.square_name(self.squares[vertex])
        hitters = (edge.vertices[0] for edge in self.asides if edge.vertices[1] == vertex)
        detail = "".join(f" {self.act(hitter, vertex)}ed by {self.all([hitter])}" for hitter in hitters)
        return (place and f" on {place}") + detail

    def place(self, vertex: Vertex) -> str:
        """Return the most exact place that a vertex's marks give; "" without one, or if the square is named."""
        places = [place for marked, relation in self._marks if marked == vertex and (place := relation.place)]
        said = {place.kind: place.name for place in places}
        if "on" in said:
            return said["on"] if self.squares is None else ""
        rank = "last" if said.get("rank") == "8" else ordinal(int(said.get("rank", 1)))
        return f"its {rank} rank" if "rank" in said else f"the {said['file']}-file" if "file" in said else ""

    def act(self, subject: Vertex, object_: Vertex) -> str:
        """Return "attack" or "defend": what one piece does to another."""
        return "attack" if self.labels[subject].is_own != self.labels[object_].is_own else "defend"

    def verb(self, edge: Edge) -> str:
        """Return what the first piece of an edge does to the last."""
        return self.act(edge.vertices[0], edge.vertices[-1])

    def is_any_square(self, vertex: Vertex) -> bool:
        """Whether all that we know of a vertex is that it is empty, so we need not mention it."""
        is_alone = sum(vertex in edge.vertices for edge in self.edges) == 1
        return self.squares is None and is_alone and vertex > TARGET and self.labels[vertex] == EMPTY

    def is_check(self, deeds: Sequence[tuple[str, Edge]]) -> bool:
        """Whether the piece does nothing from its target square but attack the king."""
        return self.squares is None and [(edge.relation, str(self.labels[edge.vertices[-1]])) for _, edge in deeds] == [
            (EdgeType.HITS_FROM, "k")
        ]

    def is_said_elsewhere(self, edge: Edge) -> bool:
        """Whether another part of the sentence implies an edge: the move, an adjective, a place or a piece's name."""
        vertex, relation = edge.vertices[0], edge.relation
        if edge.vertices == (SOURCE, TARGET) and not relation.is_about_the_move:
            return True
        if relation in _ADJECTIVES:
            return vertex in self._named
        if relation in _STAGES or relation.place:
            return vertex in (SOURCE, TARGET)
        return edge in self.asides


class _Clauses(list[tuple[str, Edge]]):
    """Clause templates, each with the edge that fills it."""

    def clauses(self, names: _Names, mover: str = "it") -> list[str]:
        """Return the clauses, merging those that differ only in their last piece."""
        groups: dict[tuple[object, ...], list[Edge]] = {}
        for template, edge in self:
            shared = (vertex for place, vertex in enumerate(edge.vertices) if not template.endswith(f"{{{place}}}"))
            groups.setdefault((template, names.verb(edge), *shared), []).append(edge)
        return [_clause(str(key[0]), edges, names, mover) for key, edges in groups.items()]


def _clause(template: str, edges: list[Edge], names: _Names, mover: str) -> str:
    edge, verb = edges[0], names.verb(edges[0])
    forms = {"act": verb, "acts": f"{verb}s", "acted": f"{verb}ed"}

    def word(field: re.Match[str]) -> str:
        if field[1] == "way":
            square = edge.vertices[1]
            if names.is_any_square(square):
                return ""
            return f"{'by taking' if names.labels[square].is_piece else 'from'} {names.one(square)}"
        if not field[1].isdecimal():
            return forms[field[1]]
        vertices = list(dict.fromkeys(edge.vertices[int(field[1])] for edge in edges))
        return mover if vertices == [SOURCE] else names.one(*vertices) if len(vertices) == 1 else names.all(vertices)

    # Fields are filled in text order, so a piece that is mentioned for the second time becomes "that pawn".
    return re.sub(r"\{(\w+)\}", word, template).rstrip()


def sentence(pattern: MovePattern, board: chess.Board | None = None, squares: Squares | None = None) -> str:
    """Return the pattern as a sentence: about this board if there is one, else in general."""
    names = _Names(pattern, board, squares)
    occasions, of_mover, of_goal, deeds, where, results = (_Clauses() for _ in range(6))
    for edge in names.edges:
        relation = edge.relation
        if names.is_said_elsewhere(edge):
            continue
        if edge.vertices == (TARGET,) and relation in _WHERE:
            where.append((_WHERE[relation], edge))
        elif template := _of_the_move(edge):
            kind = deeds if relation in _DEEDS else where if relation in _SCOPE else results
            kind.append((template, edge))
        elif template := _before(edge, TARGET):
            of_goal.append((template, edge))
        elif template := _before(edge, SOURCE):
            of_mover.append((template, edge))
        else:
            occasions.append((_IN_FULL.get(relation, relation.english), edge))
    checks = ["giving check"] if names.is_check(deeds) else []
    if checks:
        deeds.clear()
    when, comma = ("when", "") if squares is None else ("as", ",")
    parts = [f"{when} {listed(occasions.clauses(names, names.mover))}"] if occasions else []
    parts += names.marked(SOURCE, _STAGES)
    move = names.mover + (f"{comma} {listed(of_mover.clauses(names))}{comma} " if of_mover else " ")
    move += _move(pattern, names, of_goal, where, deeds)
    is_both = names.labels[TARGET].is_enemy and pattern.special in _PROMOTED
    promotion = [f"promoting to {_PROMOTED[pattern.special]}"] if is_both else []
    outcome = results.clauses(names)
    if outcome and outcome[0].startswith(_STEPPING) and move.endswith(_PLAINLY):
        # A square between two pieces is obviously empty.
        move = f"{move.removesuffix(_PLAINLY)} steps{outcome.pop(0).removeprefix(_STEPPING)}"
    return ", ".join([*parts, move, *promotion, *checks, *outcome])


def _of_the_move(edge: Edge) -> str | None:
    """Return the clause template for an edge about the move itself; None for other edges."""
    place = edge.vertices.index(SOURCE) if SOURCE in edge.vertices else -2
    return _OF_THE_MOVE.get((edge.relation, place)) if edge.vertices[place + 1 : place + 2] == (TARGET,) else None


def _before(edge: Edge, vertex: Vertex) -> str:
    """Return the clause template for what an edge says about a vertex before the move; "" if there is none."""
    is_named = vertex in edge.vertices and edge.relation in _BEFORE
    return _BEFORE[edge.relation][edge.vertices.index(vertex)] if is_named else ""


def _move(pattern: MovePattern, names: _Names, of_goal: _Clauses, where: _Clauses, deeds: _Clauses) -> str:
    """Return what the moving piece does, with the clauses about its target square."""
    label, place = names.labels[TARGET], names.place(TARGET)
    joined = " " if names.squares is None else ", "
    is_described = bool(of_goal or where or deeds)
    if label.is_enemy:
        move = f"captures {names.one(TARGET)}"
        joined = joined if of_goal else ", "
    else:
        verb = "castles" if pattern.special is SpecialMove.CASTLES else "goes" if label.is_exact else "moves"
        to, square = "to", "a square"
        if pattern.special in _PROMOTED:
            verb, to = f"promotes to {_PROMOTED[pattern.special]}", "on"
            square = "an empty square" if label == EMPTY else square
        if names.squares is not None:
            goal = names.one(TARGET) + (place and f", {place}")
        else:
            goal = place or (square if is_described else "an empty square" if label == EMPTY else "")
            joined = ", " if place else joined
        move = verb if verb == "castles" and not is_described else f"{verb} {to} {goal}" if goal else verb
    details = [*of_goal.clauses(names), *where.clauses(names)]
    if deeds and move.endswith(" to a square") and not details:
        return f"{move.removesuffix(' to a square')} where it {listed(deeds.clauses(names))}"
    details += [f"from where it {listed(deeds.clauses(names))}"] if deeds else []
    return joined.join([move, ", ".join(details)]) if details else move


def arrows(pattern: MovePattern, board: chess.Board, squares: Squares) -> tuple[Arrow, ...]:
    """Draw the move in blue, attacks in red, defences in green, x-rays in yellow, and mark empty squares."""
    shown = [Arrow(squares[SOURCE], squares[TARGET], Colour.BLUE)]
    names = _Names(pattern, board, squares)
    for edge in names.edges:
        for tail, head, colour in _lines(edge, names):
            if {tail, head} != {SOURCE, TARGET}:
                shown.append(Arrow(squares[tail], squares[head], colour))
    empty = [vertex for vertex in squares if names.labels[vertex] == EMPTY and vertex != TARGET]
    shown += [Arrow(squares[vertex], colour=Colour.BLUE) for vertex in empty]
    return tuple(dict.fromkeys(shown))


def _lines(edge: Edge, names: _Names) -> Iterator[tuple[Vertex, Vertex, Colour]]:
    places, relation = edge.vertices, edge.relation

    def colour(subject: Vertex, object_: Vertex) -> Colour:
        return Colour.RED if names.act(subject, object_) == "attack" else Colour.GREEN

    match relation:
        case EdgeType.MOVES | EdgeType.COVERS | EdgeType.REACHES:
            yield places[0], places[1], colour(places[0], SOURCE)
        case EdgeType.HITS:
            yield places[0], places[1], colour(*places)
        case EdgeType.HITS_FROM:
            yield places[1], places[2], colour(places[0], places[2])
        case EdgeType.THROUGH_FROM:
            yield places[1], places[3], Colour.YELLOW
        case EdgeType.GUARDS_ALONE:
            yield places[0], places[1], Colour.GREEN
        case EdgeType.THREATENS | EdgeType.FORKS:
            yield places[1], places[2], Colour.RED
        case _ if len(places) > 1 and not relation.is_about_the_move and relation is not EdgeType.NEAR:
            yield places[0], places[-1], Colour.YELLOW
