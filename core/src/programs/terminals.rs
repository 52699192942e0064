//! The 32 questions that a program can ask of a board, a few extra ones, and what each of them means exactly.

/// A question by its place in [`TERMINALS`], and behind them in [`EXTRA_TERMINALS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Terminal {
    NotMyKingInCheck,
    IsOppKingInCheck,
    MyKingDistEdges,
    OppKingProximityToEdges,
    NumMyPiecesNotAttacked,
    NumOppPiecesAttacked,
    ValueMyPiecesAttacking,
    ValueOppPiecesAttacking,
    IsMyQueenNotAttacked,
    IsOppQueenAttacked,
    IsMyFork,
    IsOppNotFork,
    NumMovesMyKing,
    NumNotMovesOppKing,
    MyKingProxRook,
    OppKingDistRook,
    MyPiecesSameLine,
    OppPiecesNotSameLine,
    IsOppKingProtectingPiece,
    IsMyKingProtectingPiece,
    EvaluateMaterial,
    IsMaterialIncrease,
    IsMate,
    IsMateInOne,
    OppPieceCanBeCaptured,
    MyPieceCannotBeCaptured,
    IsOppKingStuck,
    IsMyKingNotStuck,
    IsOppKingBehindPiece,
    IsMyKingNotBehindPiece,
    IsOppPiecePinned,
    IsMyPieceNotPinned,
    IsStalemate,
    IsOppKingCutOff,
    KingsProximity,
    KingsNearness,
    OppKingProxPiece,
    OppKingConfinement,
}

use Terminal::*;

/// A question as the outside knows it.
#[derive(Debug, Clone, Copy)]
pub struct Description {
    pub terminal: Terminal,
    pub name: &'static str,
    /// 0 or 1; otherwise a number, of which any but 0 counts as true.
    pub is_boolean: bool,
    pub reading: &'static str,
}

const fn boolean(terminal: Terminal, name: &'static str, reading: &'static str) -> Description {
    Description { terminal, name, is_boolean: true, reading }
}

const fn number(terminal: Terminal, name: &'static str, reading: &'static str) -> Description {
    Description { terminal, name, is_boolean: false, reading }
}

/// Every question in the order of the paper's Tables 2 and 3.
pub const TERMINALS: [Description; 32] = [
    boolean(NotMyKingInCheck, "NotMyKingInCheck", "my king is not in check; always so after a legal move of mine"),
    boolean(IsOppKingInCheck, "IsOppKingInCheck", "the opponent's king is in check"),
    number(MyKingDistEdges, "MyKingDistEdges", "how many steps my king is away from the nearest edge, 0 to 3"),
    number(
        OppKingProximityToEdges,
        "OppKingProximityToEdges",
        "3 minus the steps from the opponent's king to the nearest edge",
    ),
    number(
        NumMyPiecesNotAttacked,
        "NumMyPiecesNotAttacked",
        "how many of my men other than the king no enemy man attacks",
    ),
    number(NumOppPiecesAttacked, "NumOppPiecesAttacked", "how many enemy men other than the king my men attack"),
    number(
        ValueMyPiecesAttacking,
        "ValueMyPiecesAttacking",
        "what those of my men are worth together that attack some enemy man, the king included",
    ),
    number(
        ValueOppPiecesAttacking,
        "ValueOppPiecesAttacking",
        "what those enemy men are worth together that attack some man of mine, the king included",
    ),
    boolean(IsMyQueenNotAttacked, "IsMyQueenNotAttacked", "no queen of mine is attacked; true without a queen"),
    boolean(IsOppQueenAttacked, "IsOppQueenAttacked", "some enemy queen is attacked"),
    boolean(IsMyFork, "IsMyFork", "some man of mine attacks two enemy men or more, the king included"),
    boolean(IsOppNotFork, "IsOppNotFork", "no enemy man attacks two of my men or more, the king included"),
    number(NumMovesMyKing, "NumMovesMyKing", "to how many squares my king could move, were it my turn"),
    number(
        NumNotMovesOppKing,
        "NumNotMovesOppKing",
        "8 minus the number of legal moves of the opponent's king: steps off the board count as well",
    ),
    number(
        MyKingProxRook,
        "MyKingProxRook",
        "8 minus the king's steps from my king to my nearest rook; 0 without a rook",
    ),
    number(
        OppKingDistRook,
        "OppKingDistRook",
        "the king's steps from the opponent's king to his nearest rook; 0 without a rook",
    ),
    boolean(MyPiecesSameLine, "MyPiecesSameLine", "two of my men other than the king protect each other"),
    boolean(OppPiecesNotSameLine, "OppPiecesNotSameLine", "no two enemy men other than the king protect each other"),
    boolean(
        IsOppKingProtectingPiece,
        "IsOppKingProtectingPiece",
        "the opponent's king stands next to one of his other men",
    ),
    boolean(IsMyKingProtectingPiece, "IsMyKingProtectingPiece", "my king stands next to one of my other men"),
    number(EvaluateMaterial, "EvaluateMaterial", "what my men are worth minus what the enemy men are worth"),
    boolean(
        IsMaterialIncrease,
        "IsMaterialIncrease",
        "the balance of material is better for me than before the move: I captured, or promoted",
    ),
    boolean(IsMate, "IsMate", "the opponent is mated"),
    boolean(IsMateInOne, "IsMateInOne", "the opponent can mate me at once, which is bad for me"),
    boolean(
        OppPieceCanBeCaptured,
        "OppPieceCanBeCaptured",
        "were it my turn, I could capture a man legally, and the opponent could not legally capture back there",
    ),
    boolean(
        MyPieceCannotBeCaptured,
        "MyPieceCannotBeCaptured",
        "the opponent, who is to move, has no legal capture that I could not legally answer by capturing back",
    ),
    boolean(
        IsOppKingStuck,
        "IsOppKingStuck",
        "every legal move of the opponent's king leads closer to the edges or along an edge; true without a move",
    ),
    boolean(
        IsMyKingNotStuck,
        "IsMyKingNotStuck",
        "were it my turn, my king could go to a square off the edge that is no closer to the edges",
    ),
    boolean(
        IsOppKingBehindPiece,
        "IsOppKingBehindPiece",
        "the opponent's king stands two or more squares behind one of his men, nothing between, on a line that a \
         piece of mine can move along",
    ),
    boolean(
        IsMyKingNotBehindPiece,
        "IsMyKingNotBehindPiece",
        "my king does not stand two or more squares behind one of my men, nothing between, on a line that an enemy \
         piece can move along",
    ),
    boolean(IsOppPiecePinned, "IsOppPiecePinned", "some enemy man is pinned to his king"),
    boolean(IsMyPieceNotPinned, "IsMyPieceNotPinned", "none of my men is pinned to my king"),
];

/// Questions that the paper does not ask, for mating a bare king without looking ahead.
pub const EXTRA_TERMINALS: [Description; 6] = [
    boolean(IsStalemate, "IsStalemate", "the opponent is stalemated"),
    boolean(
        IsOppKingCutOff,
        "IsOppKingCutOff",
        "some rook or queen of mine stands on a rank or file strictly between those of the kings",
    ),
    number(KingsProximity, "KingsProximity", "8 minus the king's steps between the two kings"),
    number(KingsNearness, "KingsNearness", "14 minus the ranks and files between the two kings, added up"),
    number(
        OppKingProxPiece,
        "OppKingProxPiece",
        "8 minus the king's steps from the opponent's king to my nearest man other than the king; 0 without one",
    ),
    number(
        OppKingConfinement,
        "OppKingConfinement",
        "64 minus the squares of the smallest box that the ranks and files of one rook or queen of mine leave to the \
         opponent's king",
    ),
];

/// How many questions there are in all.
pub const ALL_TERMINALS: usize = TERMINALS.len() + EXTRA_TERMINALS.len();

impl Terminal {
    /// The terminal of this name.
    pub fn named(name: &str) -> Option<&'static Description> {
        TERMINALS.iter().chain(&EXTRA_TERMINALS).find(|description| description.name == name)
    }

    /// The terminal at a place.
    pub const fn at(place: u8) -> Terminal {
        ORDER[place as usize]
    }
}

/// All questions by their place.
const ORDER: [Terminal; ALL_TERMINALS] = {
    let mut order = [NotMyKingInCheck; ALL_TERMINALS];
    let mut place = 0;
    while place < ALL_TERMINALS {
        order[place] = if place < TERMINALS.len() {
            TERMINALS[place].terminal
        } else {
            EXTRA_TERMINALS[place - TERMINALS.len()].terminal
        };
        place += 1;
    }
    order
};
