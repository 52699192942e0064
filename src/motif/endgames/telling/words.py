"""What each terminal is called in English: a statement with its negation, or a number.

"I" is the side that has just moved, "the opponent" is the side to move; the same words go into docs and explanations.
"""

from __future__ import annotations

STATEMENTS: dict[str, tuple[str, str]] = {
    "NotMyKingInCheck": ("my king is not in check", "my king is in check"),
    "IsOppKingInCheck": ("I give check", "I give no check"),
    "IsMyQueenNotAttacked": ("my queen is not attacked", "my queen is attacked"),
    "IsOppQueenAttacked": ("I attack the enemy queen", "I do not attack the enemy queen"),
    "IsMyFork": ("I make a fork", "I make no fork"),
    "IsOppNotFork": ("the opponent forks nothing", "the opponent forks me"),
    "MyPiecesSameLine": ("my pieces protect each other", "my pieces do not protect each other"),
    "OppPiecesNotSameLine": ("the enemy pieces do not protect each other", "the enemy pieces protect each other"),
    "IsOppKingProtectingPiece": ("the enemy king protects a piece", "the enemy king protects no piece"),
    "IsMyKingProtectingPiece": ("my king protects a piece", "my king protects no piece"),
    "IsMaterialIncrease": ("I have just captured", "I have not just captured"),
    "IsMate": ("it is mate", "it is not mate"),
    "IsMateInOne": ("the opponent can mate in one", "the opponent cannot mate in one"),
    "OppPieceCanBeCaptured": ("an enemy piece hangs", "no enemy piece hangs"),
    "MyPieceCannotBeCaptured": ("nothing of mine hangs", "a piece of mine hangs"),
    "IsOppKingStuck": ("the enemy king can only go towards the edge", "the enemy king can leave the edge"),
    "IsMyKingNotStuck": ("my king can go away from the edge", "my king cannot go away from the edge"),
    "IsOppKingBehindPiece": (
        "the enemy king stands far behind a piece of its own",
        "the enemy king stands behind no piece of its own",
    ),
    "IsMyKingNotBehindPiece": (
        "my king stands behind no piece of mine",
        "my king stands far behind a piece of mine",
    ),
    "IsOppPiecePinned": ("an enemy piece is pinned", "no enemy piece is pinned"),
    "IsDraw": ("it is a draw", "it is no draw"),
    "IsMateInTwo": ("the opponent can mate in two", "the opponent cannot mate in two"),
    "MyCheckWinsPiece": ("my check wins a piece", "no check of mine wins a piece"),
    "OppHasNoWinningCheck": (
        "the opponent has no check that wins a piece",
        "the opponent has a check that wins a piece",
    ),
    "IsStalemate": ("it is stalemate", "it is not stalemate"),
    "IsOppKingCutOff": ("my piece cuts off the enemy king", "the enemy king is not cut off"),
    "IsMyPieceNotPinned": ("no piece of mine is pinned", "a piece of mine is pinned"),
    "MyMateFollows": ("I mate next move whatever is replied", "no mate of mine is certain next move"),
    "IsOpposition": ("I have the opposition", "I do not have the opposition"),
    "IsPawnRunning": ("the pawn cannot be caught", "the pawn can be caught"),
    "MyKingNearerPawn": (
        "my king is as near to the pawn as the enemy king",
        "the enemy king is nearer to the pawn than mine",
    ),
}

NUMBERS: dict[str, str] = {
    "MyKingDistEdges": "my king's distance from the edge",
    "OppKingProximityToEdges": "how near the enemy king is to the edge",
    "NumMyPiecesNotAttacked": "the number of my pieces that are not attacked",
    "NumOppPiecesAttacked": "the number of enemy pieces that I attack",
    "ValueMyPiecesAttacking": "the value of my attacking pieces",
    "ValueOppPiecesAttacking": "the value of the enemy's attacking pieces",
    "NumMovesMyKing": "the number of my king's moves",
    "NumNotMovesOppKing": "the number of squares closed to the enemy king",
    "MyKingProxRook": "how near my king is to my rooks",
    "OppKingDistRook": "how far the enemy king is from its rooks",
    "EvaluateMaterial": "the balance of material",
    "KingsProximity": "how near the kings are",
    "KingsNearness": "how near the kings are in ranks and files",
    "OppKingProxPiece": "how near the enemy king is to my piece",
    "OppKingConfinement": "how small a box the enemy king is in",
    "MyKingProxPawn": "how near my king is to the pawn",
    "MyKingProxPawnFile": "how near my king is to the pawn's file",
    "MyKeySquareLead": "how far ahead my king is in the race to the pawn's key squares",
}
