% motif tactics 1
% vocabulary: full
% decide: list
% games: rapid games of Lichess, all ratings
% reference: best move (Stockfish 15.1, depth=8)
% learned from: 22,529 positions
% measured on: 6,000 positions of other players
% seed: 0
%
% Give checkmate.
% motif: mate
% figures: positions=6000 suggestions=88 coverage=0.0106667 precision=0.727273 low=0.626188 high=0.809345 recall=0.0106667 lift=21.4619 at_0=0.857143 of_0=21 at_1300=0.6 of_1300=35 at_1600=0.8 of_1600=20 at_1900=0.75 of_1900=12 vote=2.59577
mate(Position, From, To) :-
    legal_move(From, To, Position),
    gives_mate(From, To, Position).
%
% Gain at least a knight or bishop in the end.
% skipped with: count_the_captures
% figures: positions=6000 suggestions=1374 coverage=0.144 precision=0.548035 low=0.521622 high=0.57418 recall=0.1255 lift=16.1726 at_0=0.564644 of_0=379 at_1300=0.544828 of_1300=435 at_1600=0.567335 of_1600=349 at_1900=0.492891 of_1900=211 vote=1.27686
move_settles_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 3, Position).
%
% Count the captures to the end and play what comes out best.
% figures: positions=6000 suggestions=52815 coverage=1 precision=0.0913945 low=0.0889665 high=0.0938819 recall=0.8045 lift=2.69707 at_0=0.10791 of_0=10379 at_1300=0.0914386 of_1300=17170 at_1600=0.0864013 of_1600=16053 at_1900=0.0814067 of_1900=9213 vote=1.81904
count_the_captures(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position).
%
% Gain at least a rook in the end.
% skipped with: count_the_captures
% figures: positions=6000 suggestions=510 coverage=0.0576667 precision=0.619608 low=0.576727 high=0.6607 recall=0.0526667 lift=18.2847 at_0=0.613095 of_0=168 at_1300=0.608974 of_1300=156 at_1600=0.669492 of_1600=118 at_1900=0.573529 of_1900=68 vote=0.39148
move_settles_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Capture an enemy piece, losing nothing after the next capture.
% figures: positions=6000 suggestions=3780 coverage=0.433833 precision=0.376984 low=0.361667 high=0.392551 recall=0.2375 lift=11.1249 at_0=0.395324 of_0=941 at_1300=0.367987 of_1300=1212 at_1600=0.397059 of_1600=1020 at_1900=0.332784 of_1900=607 vote=1.788
capture_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    nets_at_least(From, To, 0, Position).
%
% Leave nothing hanging.
% figures: positions=6000 suggestions=67139 coverage=0.886333 precision=0.0598311 low=0.0580621 high=0.0616504 recall=0.6695 lift=1.76563 at_0=0.0623739 of_0=15359 at_1300=0.0602966 of_1300=21444 at_1600=0.057953 of_1600=19326 at_1900=0.0586739 of_1900=11010 vote=0.75154
move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position).
%
% Castle.
% motif: castling
% figures: positions=6000 suggestions=549 coverage=0.0748333 precision=0.127505 low=0.10217 high=0.158016 recall=0.0116667 lift=3.76268 at_0=0.126761 of_0=142 at_1300=0.123077 of_1300=195 at_1600=0.100719 of_1600=139 at_1900=0.191781 of_1900=73 vote=2.3935
castling(Position, From, To) :-
    legal_move(From, To, Position),
    castles(From, To, Position).
%
% Move a passed pawn in the opponent's half, losing nothing after the next capture.
% figures: positions=6000 suggestions=201 coverage=0.0306667 precision=0.363184 low=0.299842 high=0.431658 recall=0.0121667 lift=10.7176 at_0=0.431373 of_0=51 at_1300=0.441176 of_1300=68 at_1600=0.25 of_1600=60 at_1900=0.272727 of_1900=22 vote=1.366
move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    enemy_half(From, Position),
    passed(From, Position).
%
% Move a piece to a safe square, now attacking a more valuable enemy piece.
% figures: positions=6000 suggestions=5837 coverage=0.531 precision=0.184341 low=0.174602 high=0.194495 recall=0.179333 lift=5.43994 at_0=0.197937 of_0=1551 at_1300=0.18374 of_1300=1845 at_1600=0.174312 of_1600=1526 at_1900=0.179235 of_1900=915 vote=1.35544
move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    worth_more(X, From, Position),
    new_attack(To, X, Position, Next).
%
% Move a piece, now attacking an enemy piece that is trapped.
% figures: positions=6000 suggestions=1042 coverage=0.118167 precision=0.129559 low=0.110521 high=0.151317 recall=0.0225 lift=3.82329 at_0=0.158576 of_0=309 at_1300=0.12069 of_1300=348 at_1600=0.115538 of_1600=251 at_1900=0.11194 of_1900=134 vote=0.858597
move_trapped(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    trapped(X, Next),
    new_attack(To, X, Position, Next).
%
% Move your king, attacking an enemy piece that was not attacked before.
% figures: positions=6000 suggestions=499 coverage=0.0651667 precision=0.228457 low=0.193777 high=0.267286 recall=0.019 lift=6.7418 at_0=0.234483 of_0=145 at_1300=0.238806 of_1300=134 at_1600=0.25 of_1600=144 at_1900=0.157895 of_1900=76 vote=0.884075
king_move_unattacked(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, king, Position),
    unattacked(X, Position),
    attacks(To, X, Next).
%
% When you are in check, move a queen, losing nothing after the next capture.
% figures: positions=6000 suggestions=67 coverage=0.0103333 precision=0.597015 low=0.477413 high=0.706095 recall=0.00666667 lift=17.618 at_0=0.714286 of_0=14 at_1300=0.782609 of_1300=23 at_1600=0.45 of_1600=20 at_1900=0.3 of_1900=10 vote=0.59732
queen_move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    in_check(Position),
    kind(From, queen, Position).
%
% Move a knight to a safe square, reaching more squares.
% figures: positions=6000 suggestions=3392 coverage=0.329167 precision=0.102889 low=0.0931101 high=0.113567 recall=0.0581667 lift=3.03628 at_0=0.111356 of_0=907 at_1300=0.102059 of_1300=1117 at_1600=0.0997653 of_1600=852 at_1900=0.0949612 of_1900=516 vote=0.973273
knight_move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    gains_scope(From, To, Position),
    kind(From, knight, Position).
%
% When your pawn defends one of your pieces in the opponent's half, move your pawn.
% figures: positions=6000 suggestions=668 coverage=0.101667 precision=0.0733533 low=0.0559281 high=0.0956574 recall=0.00816667 lift=2.16467 at_0=0.0757576 of_0=132 at_1300=0.0679612 of_1300=206 at_1600=0.0857143 of_1600=210 at_1900=0.0583333 of_1900=120 vote=0.753894
pawn_move_enemy_half(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, pawn, Position),
    enemy_half(X, Position),
    defends(From, X, Position).
%
% Gain at least a pawn in the end.
% skipped with: count_the_captures
% figures: positions=6000 suggestions=4027 coverage=0.350333 precision=0.365284 low=0.350547 high=0.380278 recall=0.245167 lift=10.7796 at_0=0.357822 of_0=1157 at_1300=0.3751 of_1300=1253 at_1600=0.371869 of_1600=1038 at_1900=0.34715 of_1900=579 vote=-0.42522
move_settles_at_least_3(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 1, Position).
%
% Leave nothing hanging, attacking an enemy bishop.
% figures: positions=6000 suggestions=2466 coverage=0.222667 precision=0.131792 low=0.119012 high=0.145718 recall=0.0541667 lift=3.88921 at_0=0.107843 of_0=612 at_1300=0.134565 of_1300=758 at_1600=0.138441 of_1600=744 at_1900=0.153409 of_1900=352 vote=0.749467
move_leaves_nothing_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    kind(X, bishop, Position),
    attacks(To, X, Next).
%
% Move a rook, now attacking an enemy piece at the edge of the board.
% figures: positions=6000 suggestions=3964 coverage=0.327833 precision=0.0663471 low=0.0590114 high=0.0745225 recall=0.0438333 lift=1.95791 at_0=0.0707965 of_0=904 at_1300=0.0641593 of_1300=1356 at_1600=0.0697051 of_1600=1119 at_1900=0.0581197 of_1900=585 vote=0.370986
rook_move_edge(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, rook, Position),
    edge(X, Position),
    new_attack(To, X, Position, Next).
%
% Move an attacked piece.
% figures: positions=6000 suggestions=33608 coverage=0.827333 precision=0.0697751 low=0.0671002 high=0.0725483 recall=0.390833 lift=2.05907 at_0=0.0728012 of_0=8118 at_1300=0.0687943 of_1300=10873 at_1600=0.0711159 of_1600=9365 at_1900=0.0647372 of_1900=5252 vote=0.634389
move_attacked(Position, From, To) :-
    legal_move(From, To, Position),
    attacked(From, Position).
%
% Move a piece on an open file forward.
% figures: positions=6000 suggestions=14903 coverage=0.431167 precision=0.0461652 low=0.0429115 high=0.0496528 recall=0.114667 lift=1.36234 at_0=0.0537838 of_0=3700 at_1300=0.044773 of_1300=4802 at_1600=0.0451694 of_1600=3985 at_1900=0.0389073 of_1900=2416 vote=0.180066
move_advances(Position, From, To) :-
    legal_move(From, To, Position),
    advances(From, To, Position),
    open_file(From, Position).
%
% Move a knight forward to a safe square.
% figures: positions=6000 suggestions=5609 coverage=0.437333 precision=0.0886076 low=0.0814494 high=0.0963289 recall=0.0828333 lift=2.61482 at_0=0.0942335 of_0=1422 at_1300=0.0872971 of_1300=1787 at_1600=0.0848244 of_1600=1509 at_1900=0.0886644 of_1900=891 vote=0.179561
knight_move_safe_2(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    advances(From, To, Position),
    kind(From, knight, Position).
% end of 158 lines
