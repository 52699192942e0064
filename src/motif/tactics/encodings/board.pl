% Derive the board before and after a move from the pieces in facts.pl.
% input: contents(Position, Square, Side, Piece), turn(Side, Position), legal_move(From, To, Position).
% A position has its name in facts.pl (p17), or after a move that name with the move appended (p17_e2_e4).

:- use_module(library(lists)).
:- dynamic square/3, follows/4, laid_out/1, placed/4, listed/2, pair/4, triple/5, found/4.

% square(Name, File, Rank), both counted from 1.
:- forall(
       (nth1(File, [a, b, c, d, e, f, g, h], Letter), between(1, 8, Rank)),
       (atom_concat(Letter, Rank, Name), assertz(square(Name, File, Rank)))
   ).

other_side(white, black).
other_side(black, white).

% The position after a legal move.
make_move(From, To, Position, Next) :-
    legal_move(From, To, Position),
    next_position(Position, From, To, Next).

next_position(Position, From, To, Next) :- follows(Next, Position, From, To), !.
next_position(Position, From, To, Next) :-
    atomic_list_concat([Position, From, To], '_', Next),
    assertz(follows(Next, Position, From, To)).

% man(Position, Square, Side, Piece): a piece of this side and kind is on the square.
man(Position, Square, Side, Piece) :-
    (   follows(Position, _, _, _)
    ->  lay_out(Position), placed(Position, Square, Side, Piece)
    ;   contents(Position, Square, Side, Piece)
    ).

lay_out(Next) :- laid_out(Next), !.
lay_out(Next) :-
    assertz(laid_out(Next)),
    follows(Next, Position, From, To),
    man(Position, From, Side, Piece),
    becomes(Piece, To, New),
    assertz(placed(Next, To, Side, New)),
    forall(rook_step(Position, From, To, _, Passed), assertz(placed(Next, Passed, Side, rook))),
    forall(
        (man(Position, Square, Owner, Kind), stays(Square, Position, From, To)),
        assertz(placed(Next, Square, Owner, Kind))
    ).

% A pawn that reaches the last rank becomes a queen.
becomes(pawn, To, queen) :- square(To, _, Rank), memberchk(Rank, [1, 8]), !.
becomes(Piece, _, Piece).

stays(Square, Position, From, To) :-
    Square \== From,
    Square \== To,
    \+ rook_step(Position, From, To, Square, _),
    \+ taken_in_passing(Position, From, To, Square).

% A king that moves two files castles: its rook moves from the corner to the square that the king has passed.
rook_step(Position, From, To, Corner, Passed) :-
    man(Position, From, _, king),
    square(From, File, Rank),
    square(To, Target, Rank),
    2 is abs(Target - File),
    ( Target > File -> Home = 8 ; Home = 1 ),
    Middle is (File + Target) // 2,
    square(Corner, Home, Rank),
    square(Passed, Middle, Rank).

% A pawn that moves diagonally to an empty square captures en passant the pawn next to its old square.
taken_in_passing(Position, From, To, Square) :-
    man(Position, From, _, pawn),
    \+ man(Position, To, _, _),
    square(From, File, Rank),
    square(To, Other, _),
    File =\= Other,
    square(Square, Other, Rank).

% reaches(Piece, Side, Position, From, To): a piece of this kind on From controls To.
reaches(pawn, Side, _, From, To) :-
    ( Side == white -> Up = 1 ; Up = -1 ),
    member(Aside, [-1, 1]),
    beside(From, Aside, Up, To).
reaches(knight, _, _, From, To) :-
    member(File-Rank, [1-2, 2-1, 2-(-1), 1-(-2), -1-(-2), -2-(-1), -2-1, -1-2]),
    beside(From, File, Rank, To).
reaches(king, _, _, From, To) :-
    direction(queen, File, Rank),
    beside(From, File, Rank, To).
reaches(Piece, _, Position, From, To) :-
    sliding_piece(Piece),
    direction(Piece, File, Rank),
    first_man(Position, From, File, Rank, To).

sliding_piece(bishop).
sliding_piece(rook).
sliding_piece(queen).

direction(rook, File, Rank) :- member(File-Rank, [1-0, -1-0, 0-1, 0-(-1)]).
direction(bishop, File, Rank) :- member(File-Rank, [1-1, 1-(-1), -1-1, -1-(-1)]).
direction(queen, File, Rank) :- direction(rook, File, Rank).
direction(queen, File, Rank) :- direction(bishop, File, Rank).

beside(From, File, Rank, To) :-
    square(From, X, Y),
    X1 is X + File,
    Y1 is Y + Rank,
    square(To, X1, Y1).

% The first piece on a line from a square.
first_man(Position, From, File, Rank, Man) :-
    beside(From, File, Rank, Next),
    (   man(Position, Next, _, _)
    ->  Man = Next
    ;   first_man(Position, Next, File, Rank, Man)
    ).

% All pairs and triples of a relation in one position are found once and stored.
remembered(Relation, Position) :- listed(Relation, Position), !.
remembered(Relation, Position) :-
    assertz(listed(Relation, Position)),
    forall(found(Relation, Position, A, B), assertz(pair(Relation, Position, A, B))),
    forall(found(Relation, Position, A, B, C), assertz(triple(Relation, Position, A, B, C))).

% A slider, the first piece on one of its lines, and the next one behind it.
found(behind, Position, Front, Middle, Back) :-
    man(Position, Front, _, Piece),
    sliding_piece(Piece),
    direction(Piece, File, Rank),
    first_man(Position, Front, File, Rank, Middle),
    first_man(Position, Middle, File, Rank, Back).

behind(Front, Middle, Back, Position) :-
    remembered(behind, Position),
    triple(behind, Position, Front, Middle, Back).
