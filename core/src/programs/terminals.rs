//! The 32 questions that a program can ask of a board, a few extra ones, and what each of them means exactly.

/// A question as the outside knows it.
#[derive(Debug, Clone, Copy)]
pub struct Description {
    pub terminal: Terminal,
    pub name: &'static str,
    /// 0 or 1; otherwise a number, of which any but 0 counts as true.
    pub is_boolean: bool,
    pub reading: &'static str,
}

/// Tables of questions, each with the kind of its answer, its name and its meaning; every name is written once.
macro_rules! questions {
    ($($(#[$about:meta])* $table:ident[$count:literal] { $($kind:ident $terminal:ident: $reading:literal;)* })*) => {
        /// A question by its place in [`TERMINALS`], and behind them in [`EXTRA_TERMINALS`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Terminal {
            $($($terminal,)*)*
        }

        $(
            $(#[$about])*
            pub const $table: [Description; $count] = [$(Description {
                terminal: Terminal::$terminal,
                name: stringify!($terminal),
                is_boolean: $kind,
                reading: $reading,
            },)*];
        )*

        /// All questions by their place.
        const ORDER: [Terminal; ALL_TERMINALS] = [$($(Terminal::$terminal,)*)*];
    };
}

const BOOLEAN: bool = true;
const NUMBER: bool = false;

questions! {
    /// Every question in the order of the paper's Tables 2 and 3.
    TERMINALS[32] {
        BOOLEAN NotMyKingInCheck: "my king is not in check; always so after a legal move of mine";
        BOOLEAN IsOppKingInCheck: "the opponent's king is in check";
        NUMBER MyKingDistEdges: "how many steps my king is away from the nearest edge, 0 to 3";
        NUMBER OppKingProximityToEdges: "3 minus the steps from the opponent's king to the nearest edge";
        NUMBER NumMyPiecesNotAttacked: "how many of my pieces other than the king no enemy piece attacks";
        NUMBER NumOppPiecesAttacked: "how many enemy pieces other than the king my pieces attack";
        NUMBER ValueMyPiecesAttacking:
            "what those of my pieces are worth together that attack some enemy piece, the king included";
        NUMBER ValueOppPiecesAttacking:
            "what those enemy pieces are worth together that attack some piece of mine, the king included";
        BOOLEAN IsMyQueenNotAttacked: "no queen of mine is attacked; true without a queen";
        BOOLEAN IsOppQueenAttacked: "some enemy queen is attacked";
        BOOLEAN IsMyFork: "some piece of mine attacks two enemy pieces or more, the king included";
        BOOLEAN IsOppNotFork: "no enemy piece attacks two of my pieces or more, the king included";
        NUMBER NumMovesMyKing: "to how many squares my king could move, were it my turn";
        NUMBER NumNotMovesOppKing:
            "8 minus the number of legal moves of the opponent's king: steps off the board count as well";
        NUMBER MyKingProxRook: "8 minus the king's steps from my king to my nearest rook; 0 without a rook";
        NUMBER OppKingDistRook: "the king's steps from the opponent's king to his nearest rook; 0 without a rook";
        BOOLEAN MyPiecesSameLine: "two of my pieces other than the king protect each other";
        BOOLEAN OppPiecesNotSameLine: "no two enemy pieces other than the king protect each other";
        BOOLEAN IsOppKingProtectingPiece: "the opponent's king is next to one of his other pieces";
        BOOLEAN IsMyKingProtectingPiece: "my king is next to one of my other pieces";
        NUMBER EvaluateMaterial: "what my pieces are worth minus what the enemy pieces are worth";
        BOOLEAN IsMaterialIncrease:
            "the balance of material is better for me than before the move: I captured, or promoted";
        BOOLEAN IsMate: "the opponent is mated";
        BOOLEAN IsMateInOne: "the opponent can mate me at once, which is bad for me";
        BOOLEAN OppPieceCanBeCaptured:
            "were it my turn, I could capture a piece legally, and the opponent could not legally capture back there";
        BOOLEAN MyPieceCannotBeCaptured:
            "the opponent, who is to move, has no legal capture that I could not legally answer by capturing back";
        BOOLEAN IsOppKingStuck:
            "every legal move of the opponent's king leads closer to the edges or along an edge; true without a move";
        BOOLEAN IsMyKingNotStuck:
            "were it my turn, my king could go to a square off the edge that is no closer to the edges";
        BOOLEAN IsOppKingBehindPiece:
            "the opponent's king is two or more squares behind one of his pieces, nothing between, on a line that a \
             piece of mine can move along";
        BOOLEAN IsMyKingNotBehindPiece:
            "my king is not two or more squares behind one of my pieces, nothing between, on a line that an \
             enemy piece can move along";
        BOOLEAN IsOppPiecePinned: "some enemy piece is pinned to his king";
        BOOLEAN IsMyPieceNotPinned: "none of my pieces is pinned to my king";
    }

    /// Questions that the paper's tables do not ask: for mating a bare king without looking ahead, two that its text
    /// names, two for forks and skewers, one for mates that are near, and six for kings and pawns.
    EXTRA_TERMINALS[17] {
        BOOLEAN IsStalemate: "the opponent is stalemated";
        BOOLEAN IsOppKingCutOff:
            "some rook or queen of mine is on a rank or file strictly between those of the kings";
        NUMBER KingsProximity: "8 minus the king's steps between the two kings";
        NUMBER KingsNearness: "14 minus the ranks and files between the two kings, added up";
        NUMBER OppKingProxPiece:
            "8 minus the king's steps from the opponent's king to my nearest piece other than the king; 0 without one";
        NUMBER OppKingConfinement:
            "64 minus the squares of the smallest box that the ranks and files of one rook or queen of mine leave to \
             the opponent's king";
        BOOLEAN IsDraw: "the opponent is stalemated, or neither side has enough pieces to mate";
        BOOLEAN IsMateInTwo: "the opponent can mate me in two moves at most, whatever I do";
        BOOLEAN MyCheckWinsPiece:
            "the opponent is in check, cannot reply by capturing, and whatever he replies I can capture a piece for \
             nothing: a fork or a skewer";
        BOOLEAN OppHasNoWinningCheck:
            "the opponent has no check that I cannot reply to by capturing and after which, whatever I reply, he can \
             capture a piece for nothing";
        BOOLEAN MyMateFollows: "the opponent has a move, and whatever he replies I can mate at once";
        BOOLEAN IsOpposition: "one square lies between the kings on a rank or file";
        BOOLEAN IsPawnRunning:
            "nothing is in the way of the pawn nearest to its last rank, and the enemy king, alone with its pawns, \
             cannot catch it";
        BOOLEAN MyKingNearerPawn: "my king is at least as near to that pawn as the opponent's king";
        NUMBER MyKingProxPawn: "8 minus the king's steps from my king to that pawn; 0 without a pawn";
        NUMBER MyKingProxPawnFile: "8 minus the files between my king and that pawn; 0 without a pawn";
        NUMBER MyKeySquareLead:
            "8 plus the steps that my king is nearer to a key square of that pawn than the opponent's; 0 without a pawn";
    }
}

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
