"""All motifs by name, and what a line shows of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from motif.board.motifs import (
    defenders,
    discoveries,
    double_attacks,
    everyday,
    kings,
    lures,
    mates,
    pawns,
    pins,
    prospects,
    threats,
    waiting,
)
from motif.board.motifs.lines import Line
from motif.board.motifs.motif import Motif
from motif.board.motifs.witnesses import Witness
from motif.errors import UnknownName, nearest

_MOTIFS = (
    Motif("fork", "one man attacks two that must both be saved", double_attacks.fork, "fork"),
    Motif("king fork", "the king attacks two undefended men", double_attacks.king_fork, "fork", is_wider=True),
    Motif("pin", "a man may not move, or its king would be taken", pins.absolute_pin, "pin", prospect=prospects.pin),
    Motif(
        "relative pin",
        "a man dares not move, or a dearer one is lost",
        pins.relative_pin,
        "pin",
        is_wider=True,
        prospect=prospects.relative_pin,
    ),
    Motif(
        "skewer",
        "a man must give way, and the one behind it falls",
        double_attacks.skewer,
        "skewer",
        prospect=prospects.skewer,
    ),
    Motif("x-ray", "an attack through an enemy on the line", double_attacks.x_ray, "xRayAttack"),
    Motif(
        "discovered attack",
        "a man steps aside for another",
        discoveries.discovered_attack,
        "discoveredAttack",
        prospect=prospects.discovered_attack,
    ),
    Motif(
        "discovered check",
        "a man steps aside and another gives check",
        discoveries.discovered_check,
        "discoveredAttack",
        ("discovered attack",),
    ),
    Motif("double check", "two men give check at once", discoveries.double_check, "doubleCheck", ("discovered check",)),
    Motif("clearance", "a man makes room for another", discoveries.clearance, "clearance"),
    Motif(
        "hanging piece",
        "a piece that nothing defends is taken",
        defenders.hanging_piece,
        "hangingPiece",
        ("winning capture",),
    ),
    Motif(
        "winning capture",
        "a man is taken that is not guarded well enough",
        defenders.winning_capture,
        is_wider=True,
    ),
    Motif(
        "trapped piece",
        "a piece is lost wherever it goes",
        defenders.trapped_piece,
        "trappedPiece",
        prospect=prospects.trapped_piece,
    ),
    Motif(
        "capture of the defender",
        "the man that guards another is taken",
        defenders.captured_defender,
        "capturingDefender",
        prospect=prospects.captured_defender,
    ),
    Motif(
        "abandoned defence",
        "a man that guarded another has just left",
        defenders.abandoned_defence,
        is_wider=True,
    ),
    Motif("deflection", "a guard is drawn away", defenders.deflection, "deflection"),
    Motif(
        "overloaded defender",
        "one man guards two, and cannot save both",
        defenders.overloaded_defender,
        None,
        ("deflection",),
        is_wider=True,
    ),
    Motif("interference", "a man is put between another and its guard", defenders.interference, "interference"),
    Motif(
        "self-interference",
        "a man gets in the way of its own side's guard",
        defenders.self_interference,
        "interference",
    ),
    Motif("threat", "a man is attacked that cannot be held", threats.threat, is_wider=True, prospect=prospects.threat),
    Motif("mate threat", "mate is threatened", threats.mate_threat, is_wider=True),
    Motif("attraction", "a man is drawn to a square where it is hit", lures.attraction, "attraction"),
    Motif("intermezzo", "a stronger move is played before taking back", lures.intermezzo, "intermezzo"),
    Motif("sacrifice", "material is given for something better", lures.sacrifice, "sacrifice"),
    Motif("quiet move", "a move without force decides", waiting.quiet_move, "quietMove"),
    Motif("zugzwang", "having to move is the misfortune", waiting.zugzwang, "zugzwang"),
    Motif("defensive move", "a calm move holds", waiting.defensive_move, "defensiveMove"),
    Motif("advanced pawn", "a pawn is near its last rank", pawns.advanced_pawn, "advancedPawn"),
    Motif("promotion", "a pawn promotes", pawns.promotion, "promotion", ("advanced pawn",)),
    Motif("underpromotion", "a pawn becomes less than a queen", pawns.underpromotion, "underPromotion", ("promotion",)),
    Motif("en passant", "a pawn is taken in passing", pawns.en_passant, "enPassant"),
    Motif("castling", "castling decides", kings.castling, "castling"),
    Motif("exposed king", "a king without shelter is hunted", kings.exposed_king, "exposedKing"),
    Motif("attack on f2 or f7", "the square beside the king at home falls", kings.attack_on_f2_f7, "attackingF2F7"),
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
"""All motifs by name, simpler ones before those that include them."""


EVERYDAY = MappingProxyType(
    {
        motif.name: motif
        for motif in (
            Motif("check", "the king is attacked", everyday.check),
            Motif("recapture", "taking back", everyday.recapture),
            Motif("escape", "a man that could be won goes to safety", everyday.escape),
        )
    }
)
"""What a single move may do that is no motif; no line is described by it."""


def find_motif(name: str) -> Motif:
    """The motif of this name."""
    motif = MOTIFS.get(name)
    if motif is None:
        raise UnknownName(f"no motif is called {name!r}", hint=nearest(name, MOTIFS))
    return motif


def find_witnesses(line: Line) -> Iterator[Witness]:
    """Everything that a line shows, motif by motif."""
    for motif in MOTIFS.values():
        yield from motif.find(line)


def motifs_of(line: Line) -> tuple[str, ...]:
    """The names of all motifs that a line shows."""
    return tuple(name for name, motif in MOTIFS.items() if motif.shown(line))


def most_specific(names: Iterable[str]) -> tuple[str, ...]:
    """Motifs without those that another one among them includes, in their order.

    >>> most_specific(["promotion", "mate", "back rank mate", "underpromotion"])
    ('back rank mate', 'underpromotion')
    """
    names = tuple(dict.fromkeys(names))
    included = {simpler for name in names for simpler in _included(name)}
    return tuple(name for name in names if name not in included)


def _included(name: str) -> Iterator[str]:
    """All motifs that one includes, and those that they include."""
    for simpler in MOTIFS[name].includes if name in MOTIFS else ():
        yield simpler
        yield from _included(simpler)


def themes_of(line: Line) -> frozenset[str]:
    """What Lichess would call the line: its themes, as far as they are motifs."""
    return frozenset(
        motif.theme for motif in MOTIFS.values() if motif.theme and not motif.is_wider and motif.shown(line)
    )
