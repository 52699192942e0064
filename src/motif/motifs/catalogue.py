"""List all motifs and ideas by name, and find the ones that a line or a move shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from motif.board.moves import MoveOnBoard
from motif.errors import UnknownName, nearest
from motif.motifs import (
    attack_ideas,
    defenders,
    double_attacks,
    king_and_pawn_ideas,
    mates,
    pawns_and_kings,
    piece_ideas,
    threats,
)
from motif.motifs.idea import Finder, Sighting
from motif.motifs.motif import Line, Motif, Witness, exchange

_MOTIFS = (
    Motif("fork", "one piece attacks two that are both in danger", double_attacks.fork, "fork"),
    Motif(
        "king fork", "the king attacks two undefended pieces or pawns", double_attacks.king_fork, "fork", is_wider=True
    ),
    Motif(
        "pin",
        "a piece may not move because it shields its king",
        double_attacks.absolute_pin,
        "pin",
        prospect=threats.pin,
    ),
    Motif(
        "relative pin",
        "a piece should not move, or a more valuable one behind it is lost",
        double_attacks.relative_pin,
        "pin",
        is_wider=True,
        prospect=threats.relative_pin,
    ),
    Motif(
        "skewer",
        "an attacked piece must move, and the one behind it is lost",
        double_attacks.skewer,
        "skewer",
        prospect=threats.skewer,
    ),
    Motif("x-ray", "a piece attacks through an opposing piece on its line", double_attacks.x_ray, "xRayAttack"),
    Motif(
        "discovered attack",
        "a piece moves out of the way of another's attack",
        double_attacks.discovered_attack,
        "discoveredAttack",
        prospect=threats.discovered_attack,
    ),
    Motif(
        "discovered check",
        "a piece moves out of the way, and another gives check",
        double_attacks.discovered_check,
        "discoveredAttack",
        ("discovered attack",),
    ),
    Motif(
        "double check",
        "two pieces give check at once",
        double_attacks.double_check,
        "doubleCheck",
        ("discovered check",),
    ),
    Motif("clearance", "a piece leaves a square or line that another needs", double_attacks.clearance, "clearance"),
    Motif(
        "hanging piece",
        "an undefended piece is captured",
        defenders.hanging_piece,
        "hangingPiece",
        ("winning capture",),
    ),
    Motif(
        "winning capture",
        "a piece or pawn is captured that is not defended often enough",
        defenders.winning_capture,
        is_wider=True,
    ),
    Motif(
        "trapped piece",
        "a piece is lost wherever it goes",
        defenders.trapped_piece,
        "trappedPiece",
        prospect=threats.trapped_piece,
    ),
    Motif(
        "capture of the defender",
        "the defender of a piece is captured",
        defenders.captured_defender,
        "capturingDefender",
        prospect=threats.captured_defender,
    ),
    Motif(
        "abandoned defence",
        "the defender of a piece has just moved away",
        defenders.abandoned_defence,
        is_wider=True,
    ),
    Motif("deflection", "a defender is drawn away", defenders.deflection, "deflection"),
    Motif(
        "overloaded defender",
        "one piece defends two and cannot save both",
        defenders.overloaded_defender,
        None,
        ("deflection",),
        is_wider=True,
    ),
    Motif(
        "interference", "a piece cuts the line between a piece and its defender", defenders.interference, "interference"
    ),
    Motif(
        "self-interference",
        "a piece cuts the line of a defender on its own side",
        defenders.self_interference,
        "interference",
    ),
    Motif(
        "threat",
        "a piece is attacked and cannot be saved",
        threats.threat,
        is_wider=True,
        prospect=threats.prospective_threat,
    ),
    Motif("mate threat", "mate is threatened", threats.mate_threat, is_wider=True),
    Motif("attraction", "a piece is drawn to a square where it can be attacked", defenders.attraction, "attraction"),
    Motif("intermezzo", "a stronger move is played before the recapture", defenders.intermezzo, "intermezzo"),
    Motif("sacrifice", "material is given for something better", defenders.sacrifice, "sacrifice"),
    Motif("quiet move", "a move without a check, capture or threat decides", threats.quiet_move, "quietMove"),
    Motif("zugzwang", "every legal move makes the position worse", threats.zugzwang, "zugzwang"),
    Motif("defensive move", "a quiet move holds the position", threats.defensive_move, "defensiveMove"),
    Motif("advanced pawn", "a pawn is near its last rank", pawns_and_kings.advanced_pawn, "advancedPawn"),
    Motif("promotion", "a pawn promotes", pawns_and_kings.promotion, "promotion", ("advanced pawn",)),
    Motif(
        "underpromotion",
        "a pawn becomes less than a queen",
        pawns_and_kings.underpromotion,
        "underPromotion",
        ("promotion",),
    ),
    Motif("en passant", "a pawn is captured en passant", pawns_and_kings.en_passant, "enPassant"),
    Motif("castling", "castling decides", pawns_and_kings.castling, "castling"),
    Motif(
        "exposed king", "a king without pawns in front of it is attacked", pawns_and_kings.exposed_king, "exposedKing"
    ),
    Motif(
        "attack on f2 or f7",
        "a capture on f2 or f7, next to the king",
        pawns_and_kings.attack_on_f2_f7,
        "attackingF2F7",
    ),
    Motif("mate", "the king is mated", mates.mate, "mate"),
    *(
        Motif(f"mate in {moves}", f"mate in {moves}", mates.mate_in(moves), f"mateIn{moves}", ("mate",))
        for moves in range(1, 6)
    ),
    *(
        Motif(name, f"{english} mate", mates.named(name, test), theme, ("mate",))
        for name, english, test, theme in (
            ("back rank mate", "back rank", mates.back_rank, "backRankMate"),
            ("smothered mate", "smothered", mates.smothered, "smotheredMate"),
            ("Anastasia's mate", "Anastasia's", mates.anastasia, "anastasiaMate"),
            ("Arabian mate", "Arabian", mates.arabian, "arabianMate"),
            ("Boden's mate", "Boden's", mates.boden, "bodenMate"),
            ("double bishop mate", "double bishop", mates.double_bishop, "doubleBishopMate"),
            ("dovetail mate", "dovetail", mates.dovetail, "dovetailMate"),
            ("hook mate", "hook", mates.hook, "hookMate"),
            ("epaulette mate", "epaulette", mates.epaulette, "epauletteMate"),
            ("opera mate", "opera", mates.opera, "operaMate"),
            ("Pillsbury's mate", "Pillsbury's", mates.pillsbury, "pillsburysMate"),
            ("corner mate", "corner", mates.corner, "cornerMate"),
        )
    ),
)

MOTIFS = MappingProxyType({motif.name: motif for motif in _MOTIFS})
"""All motifs by name, each after the simpler motifs that it includes."""


EVERYDAY = MappingProxyType(
    {
        motif.name: motif
        for motif in (
            Motif("check", "the king is attacked", threats.check),
            Motif("recapture", "a piece recaptures", threats.recapture),
            Motif("escape", "an attacked piece goes to safety", threats.escape),
        )
    }
)
"""Checks, recaptures and escapes: too common to describe a line by."""


def find_motif(name: str) -> Motif:
    """Return the motif with a name, or raise an error that suggests the nearest name."""
    motif = MOTIFS.get(name)
    if motif is None:
        raise UnknownName(f"no motif is called {name!r}", hint=nearest(name, MOTIFS))
    return motif


def find_witnesses(line: Line) -> Iterator[Witness]:
    """Find all motifs on a line, in the order of `MOTIFS`."""
    for motif in MOTIFS.values():
        yield from motif.find(line)


def motifs_of(line: Line) -> tuple[str, ...]:
    """The names of all motifs that a line shows."""
    return tuple(name for name, motif in MOTIFS.items() if motif.shown(line))


def most_specific(names: Iterable[str]) -> tuple[str, ...]:
    """Leave out the motifs that another one of them includes, and keep the order.

    >>> most_specific(["promotion", "mate", "back rank mate", "underpromotion"])
    ('back rank mate', 'underpromotion')
    """
    names = tuple(dict.fromkeys(names))
    included = {simpler for name in names for simpler in _included(name)}
    return tuple(name for name in names if name not in included)


def _included(name: str) -> Iterator[str]:
    """All motifs that a motif includes, directly or through another."""
    for simpler in MOTIFS[name].includes if name in MOTIFS else ():
        yield simpler
        yield from _included(simpler)


# Ideas: what a quiet move improves on the board, the more specific ones first.

IDEAS: dict[str, Finder] = {
    "pin": attack_ideas.pinning,
    "attack": attack_ideas.attack,
    "kept pin": attack_ideas.kept_pin,
    "guard": attack_ideas.guard,
    "shield": attack_ideas.shield,
    "pressure": attack_ideas.pressure,
    "escape": attack_ideas.escape,
    "unpinning": attack_ideas.unpinning,
    "passed pawn": king_and_pawn_ideas.passed_pawn,
    "blockade": king_and_pawn_ideas.blockade,
    "outpost": piece_ideas.outpost,
    "castling": king_and_pawn_ideas.castling,
    "seventh rank": piece_ideas.seventh_rank,
    "advanced passed pawn": king_and_pawn_ideas.advanced_passed_pawn,
    "behind a passed pawn": piece_ideas.behind_a_passed_pawn,
    "way for a pawn": king_and_pawn_ideas.way_for_a_pawn,
    "cut off": king_and_pawn_ideas.cut_off,
    "king to a passed pawn": king_and_pawn_ideas.king_to_a_passed_pawn,
    "supported passed pawn": king_and_pawn_ideas.passed_pawn_supported,
    "watched passed pawn": king_and_pawn_ideas.passed_pawn_watched,
    "open file": piece_ideas.open_file,
    "half-open file": piece_ideas.half_open_file,
    "doubled rooks": piece_ideas.doubled_rooks,
    "doubled pawns": king_and_pawn_ideas.doubled_for_them,
    "isolated pawn": king_and_pawn_ideas.isolated_for_them,
    "bishop pair": attack_ideas.bishop_pair,
    "trade while ahead": attack_ideas.trade_while_ahead,
    "flight": king_and_pawn_ideas.flight,
    "pawn break": king_and_pawn_ideas.pawn_break,
    "attacked defender": attack_ideas.attacked_defender,
    "offered trade": attack_ideas.offered_trade,
    "pawn storm": king_and_pawn_ideas.pawn_storm,
    "towards the king": piece_ideas.towards_the_king,
    "development": piece_ideas.development,
    "way to castle": king_and_pawn_ideas.way_to_castle,
    "long diagonal": piece_ideas.long_diagonal,
    "active king": king_and_pawn_ideas.active_king,
    "centre": king_and_pawn_ideas.centre,
    "majority": king_and_pawn_ideas.majority,
    "square taken": king_and_pawn_ideas.square_taken,
    "closed line": piece_ideas.closed_line,
    "opened line": piece_ideas.opened_line,
    "fixed pawn": king_and_pawn_ideas.fixed_pawn,
    "space": king_and_pawn_ideas.space,
    "eyed pieces": attack_ideas.eyed_pieces,
    "kept target": attack_ideas.kept_target,
    "avoided trade": attack_ideas.avoided_trade,
    "better square": piece_ideas.better_square,
    "support": attack_ideas.support,
    "checks avoided": king_and_pawn_ideas.checks_avoided,
}


LASTING = frozenset(
    {"passed pawn", "doubled pawns", "isolated pawn", "bishop pair", "trade while ahead", "opened line", "unpinning"}
    | {"offered trade", "pawn break"}
)
"""The ideas that remain true even if the moved piece is captured at once."""


def sightings(played: MoveOnBoard) -> Iterator[Sighting]:
    """Return all ideas that a move shows, the most specific first; none if it gives up the piece that captures."""
    if played.is_capture and played.is_taken_at_once and exchange(played.board, played.move) < 0:
        # The opponent's recapture changes the pawns, but that is not what the piece was given for.
        return
    for name, find in IDEAS.items():
        if name in LASTING or not played.is_taken_at_once:
            yield from find(played)
