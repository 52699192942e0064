% Derive the relations of the full vocabulary from the pieces and the ground facts in facts.pl.
% input: ground facts of the relations that depend on exchanges, pins and mates, such as attacks, defends, threatens,
% pins, hanging, pinned, trapped, safe and gives_check. All other relations are derived here.

% Different variables of a tactic are different squares.
all_different([]).
all_different([Square | Squares]) :- \+ memberchk(Square, Squares), all_different(Squares).

own(Square, Position) :- turn(Side, Position), man(Position, Square, Side, _).
enemy(Square, Position) :- turn(Side, Position), other_side(Side, Other), man(Position, Square, Other, _).
kind(Square, Piece, Position) :- man(Position, Square, _, Piece).

attacked(Square, Position) :- a_square(Square), once(attacks(_, Square, Position)).
unattacked(Square, Position) :- man(Position, Square, _, _), \+ attacks(_, Square, Position).
defended(Square, Position) :- a_square(Square), once(defends(_, Square, Position)).
undefended(Square, Position) :-
    man(Position, Square, _, Piece), Piece \== king, \+ defends(_, Square, Position).

only_defender(Man, Other, Position) :-
    defends(Man, Other, Position),
    \+ (defends(Second, Other, Position), Second \== Man).

% The only defender of two or more attacked pieces.
overloaded(Man, Position) :-
    man(Position, Man, _, _),
    setof(Other, (only_defender(Man, Other, Position), attacked(Other, Position)), [_, _ | _]).

a_square(Square) :- square(Square, _, _).

% A knight and a bishop are worth the same, a king more than all others.
worth(pawn, 1).
worth(knight, 2).
worth(bishop, 2).
worth(rook, 3).
worth(queen, 4).
worth(king, 5).

worth_on(Position, Square, Worth) :- man(Position, Square, _, Piece), worth(Piece, Worth).

worth_more(More, Less, Position) :-
    worth_on(Position, More, High),
    worth_on(Position, Less, Low),
    High > Low.

% The slider attacks the first piece, and another piece of that side is behind it.
through(Slider, Front, Back, Position) :-
    behind(Slider, Front, Back, Position),
    attacks(Slider, Front, Position),
    man(Position, Front, Side, _),
    man(Position, Back, Side, _).

pins_to(Slider, Front, Back, Position) :-
    through(Slider, Front, Back, Position),
    worth_on(Position, Front, Low),
    worth_on(Position, Back, High),
    High > Low,
    High < 5.

skewers(Slider, Front, Back, Position) :-
    through(Slider, Front, Back, Position),
    worth_on(Position, Front, High),
    worth_on(Position, Back, Low),
    Low =< High.

% The first piece attacks the second after the move, but did not when both were on their old squares.
new_attack(Man, Other, Position, Next) :-
    follows(Next, Position, From, To),
    attacks(Man, Other, Next),
    stood(Man, Position, From, To, Origin),
    stood(Other, Position, From, To, Target),
    \+ attacks(Origin, Target, Position).

stood(To, _, From, To, From) :- !.
stood(Passed, Position, From, To, Corner) :- rook_step(Position, From, To, Corner, Passed), !.
stood(Square, _, _, _, Square).

discovers(Man, Other, Position, Next) :-
    follows(Next, Position, From, To),
    new_attack(Man, Other, Position, Next),
    Man \== To,
    stood(Man, Position, From, To, Man),
    turn(Side, Position),
    man(Next, Man, Side, _),
    lies_between(Man, Other, From).

% The third square is on the line between the first two.
lies_between(One, Other, Square) :-
    square(One, X1, Y1),
    square(Other, X2, Y2),
    square(Square, X, Y),
    DX is X2 - X1,
    DY is Y2 - Y1,
    ( DX =:= 0 ; DY =:= 0 ; abs(DX) =:= abs(DY) ),
    !,
    Steps is max(abs(DX), abs(DY)),
    Length is max(abs(X - X1), abs(Y - Y1)),
    Length > 0,
    Length < Steps,
    X =:= X1 + sign(DX) * Length,
    Y =:= Y1 + sign(DY) * Length.

captures(From, To, Position) :-
    legal_move(From, To, Position),
    (   man(Position, To, _, _)
    ->  true
    ;   taken_in_passing(Position, From, To, _)
    ).
castles(From, To, Position) :- legal_move(From, To, Position), once(rook_step(Position, From, To, _, _)).
promotes(From, To, Position) :-
    legal_move(From, To, Position), man(Position, From, _, pawn), square(To, _, Rank), memberchk(Rank, [1, 8]).
only_legal(From, To, Position) :- findall(A-B, legal_move(A, B, Position), [From-To]).
advances(From, To, Position) :- legal_move(From, To, Position), forward(From, To, Position, Steps), Steps > 0.
retreats(From, To, Position) :- legal_move(From, To, Position), forward(From, To, Position, Steps), Steps < 0.
gains_scope(From, To, Position) :-
    make_move(From, To, Position, Next), scope(From, Position, Before), scope(To, Next, After), After > Before.

% How many squares a piece controls, not counting those with pieces of its side.
scope(Square, Position, Count) :-
    man(Position, Square, Side, Piece),
    findall(To, (controls(Piece, Side, Position, Square, To), \+ man(Position, To, Side, _)), All),
    length(All, Count).

controls(Piece, _, Position, From, To) :-
    sliding_piece(Piece), !, direction(Piece, File, Rank), on_line(Position, From, File, Rank, To).
controls(Piece, Side, Position, From, To) :- reaches(Piece, Side, Position, From, To).

% The squares of a line up to and including the first piece on it.
on_line(Position, From, File, Rank, To) :-
    beside(From, File, Rank, Next),
    (   To = Next
    ;   \+ man(Position, Next, _, _), on_line(Position, Next, File, Rank, To)
    ).

forward(From, To, Position, Steps) :-
    square(From, _, Start),
    square(To, _, End),
    turn(Side, Position),
    ( Side == white -> Steps is End - Start ; Steps is Start - End ).

last_rank(Square, Position) :- turn(Side, Position), other_side(Side, Other), home_rank(Other, Rank), square(Square, _, Rank).
first_rank(Square, Position) :- turn(Side, Position), home_rank(Side, Rank), square(Square, _, Rank).
home_rank(white, 1).
home_rank(black, 8).

center(Square, _) :- member(Square, [d4, e4, d5, e5]).
open_file(Square, Position) :-
    square(Square, File, _), \+ (man(Position, Pawn, _, pawn), square(Pawn, File, _)).
half_open_file(Square, Position) :-
    turn(Side, Position), square(Square, File, _), \+ (man(Position, Pawn, Side, pawn), square(Pawn, File, _)).
enemy_half(Square, Position) :-
    turn(Side, Position), square(Square, _, Rank), ( Side == white -> Rank > 4 ; Rank < 5 ).
edge(Square, _) :- square(Square, File, Rank), once(( member(File, [1, 8]) ; member(Rank, [1, 8]) )).

near_own_king(Square, Position) :- turn(Side, Position), near_king(Side, Square, Position).
near_enemy_king(Square, Position) :- turn(Side, Position), other_side(Side, Other), near_king(Other, Square, Position).
near_king(Side, Square, Position) :-
    man(Position, King, Side, king), direction(queen, File, Rank), beside(King, File, Rank, Square).

undeveloped(Square, Position) :-
    man(Position, Square, Side, Piece),
    memberchk(Piece, [knight, bishop]),
    home_rank(Side, Rank),
    square(Square, File, Rank),
    memberchk(Piece-File, [knight-2, knight-7, bishop-3, bishop-6]).

passed(Square, Position) :-
    man(Position, Square, Side, pawn),
    other_side(Side, Other),
    square(Square, File, Rank),
    \+ (
        man(Position, Rival, Other, pawn),
        square(Rival, RivalFile, RivalRank),
        abs(RivalFile - File) =< 1,
        ( Side == white -> RivalRank > Rank ; RivalRank < Rank )
    ).
