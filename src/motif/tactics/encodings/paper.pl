% The vocabulary of the paper with its stated meaning. Krishnan and Martens 2022, appendix.

% The man on From attacks the opposing man on To.
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
