% The vocabulary of the paper with the meanings given there. Krishnan and Martens 2022, appendix.

% The piece on From attacks the opponent's piece on To.
attacks(From, To, Position) :-
    remembered(attacks, Position),
    pair(attacks, Position, From, To).

found(attacks, Position, From, To) :-
    man(Position, From, Side, Piece),
    reaches(Piece, Side, Position, From, To),
    man(Position, To, Other, _),
    Other \== Side.

piece_at(Square, Position, Side, Piece) :- man(Position, Square, Side, Piece).

different_pos(One, Other) :- square(One, _, _), square(Other, _, _), One \== Other.

sameRow(One, Other) :- square(One, _, Rank), square(Other, _, Rank).
sameCol(One, Other) :- square(One, File, _), square(Other, File, _).

% For the positions of facts.pl these are facts; for the positions after a move they are derived.
:- multifile turn/2, kingside_castle/2, queenside_castle/2.
:- dynamic turn/2, kingside_castle/2, queenside_castle/2.

turn(Side, Next) :- follows(Next, Position, _, _), turn(Other, Position), other_side(Other, Side).
kingside_castle(Side, Next) :- follows(Next, Position, From, To), kingside_castle(Side, Position), keeps(Side, 8, From, To).
queenside_castle(Side, Next) :- follows(Next, Position, From, To), queenside_castle(Side, Position), keeps(Side, 1, From, To).

% A side keeps its castling right until a move leaves or reaches the square of its king or of that rook.
keeps(Side, Corner, From, To) :-
    back_rank(Side, Rank),
    \+ (member(Square, [From, To]), square(Square, File, Rank), memberchk(File, [5, Corner])).

back_rank(white, 1).
back_rank(black, 8).
