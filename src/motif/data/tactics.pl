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
% figures: positions=6000 suggestions=88 coverage=0.0106667 precision=1 low=0.958173 high=1 recall=0.0106667 lift=29.5102 at_0=1 of_0=21 at_1300=1 of_1300=35 at_1600=1 of_1600=20 at_1900=1 of_1900=12 vote=2.59577
mate(Position, From, To) :-
    legal_move(From, To, Position),
    gives_mate(From, To, Position).
%
% Gain at least a knight or bishop in the end.
% skipped with: count_the_captures
% figures: positions=6000 suggestions=1374 coverage=0.144 precision=0.565502 low=0.539146 high=0.591494 recall=0.1255 lift=16.6881 at_0=0.572559 of_0=379 at_1300=0.577011 of_1300=435 at_1600=0.578797 of_1600=349 at_1900=0.507109 of_1900=211 vote=1.27686
move_settles_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 3, Position).
%
% Count the captures to the end and play what comes out best.
% figures: positions=6000 suggestions=52815 coverage=1 precision=0.091811 low=0.089378 high=0.0943035 recall=0.8045 lift=2.70936 at_0=0.108199 of_0=10379 at_1300=0.0922539 of_1300=17170 at_1600=0.0865882 of_1600=16053 at_1900=0.0816238 of_1900=9213 vote=1.81904
count_the_captures(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position).
%
% Gain at least a rook in the end.
% skipped with: count_the_captures
% figures: positions=6000 suggestions=510 coverage=0.0576667 precision=0.666667 low=0.624642 high=0.706199 recall=0.0526667 lift=19.6734 at_0=0.630952 of_0=168 at_1300=0.698718 of_1300=156 at_1600=0.70339 of_1600=118 at_1900=0.617647 of_1900=68 vote=0.39148
move_settles_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Capture an enemy piece, losing nothing after the next capture.
% figures: positions=6000 suggestions=3780 coverage=0.433833 precision=0.377249 low=0.361929 high=0.392818 recall=0.2375 lift=11.1327 at_0=0.396387 of_0=941 at_1300=0.367987 of_1300=1212 at_1600=0.397059 of_1600=1020 at_1900=0.332784 of_1900=607 vote=1.788
capture_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    nets_at_least(From, To, 0, Position).
%
% Leave nothing hanging.
% figures: positions=6000 suggestions=67139 coverage=0.886333 precision=0.0601886 low=0.0584146 high=0.0620129 recall=0.6695 lift=1.77617 at_0=0.0625692 of_0=15359 at_1300=0.0609494 of_1300=21444 at_1600=0.05816 of_1600=19326 at_1900=0.0589464 of_1900=11010 vote=0.75154
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
% figures: positions=6000 suggestions=5837 coverage=0.531 precision=0.188453 low=0.178627 high=0.198689 recall=0.179333 lift=5.56128 at_0=0.199871 of_0=1551 at_1300=0.191328 of_1300=1845 at_1600=0.176933 of_1600=1526 at_1900=0.182514 of_1900=915 vote=1.35544
move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    worth_more(X, From, Position),
    new_attack(To, X, Position, Next).
%
% Move a piece, now attacking an enemy piece that is trapped.
% figures: positions=6000 suggestions=1042 coverage=0.118167 precision=0.130518 low=0.111414 high=0.152337 recall=0.0225 lift=3.85161 at_0=0.158576 of_0=309 at_1300=0.12069 of_1300=348 at_1600=0.115538 of_1600=251 at_1900=0.119403 of_1900=134 vote=0.858597
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
% figures: positions=6000 suggestions=4027 coverage=0.350333 precision=0.371244 low=0.356451 high=0.386282 recall=0.245167 lift=10.9555 at_0=0.360415 of_0=1157 at_1300=0.386273 of_1300=1253 at_1600=0.375723 of_1600=1038 at_1900=0.352332 of_1900=579 vote=-0.42522
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
% figures: positions=6000 suggestions=3964 coverage=0.327833 precision=0.0665994 low=0.0592498 high=0.0747882 recall=0.0438333 lift=1.96536 at_0=0.0707965 of_0=904 at_1300=0.0648968 of_1300=1356 at_1600=0.0697051 of_1600=1119 at_1900=0.0581197 of_1900=585 vote=0.370986
rook_move_edge(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, rook, Position),
    edge(X, Position),
    new_attack(To, X, Position, Next).
%
% Move an attacked piece.
% figures: positions=6000 suggestions=33608 coverage=0.827333 precision=0.0698643 low=0.0671878 high=0.0726391 recall=0.390833 lift=2.06171 at_0=0.0728012 of_0=8118 at_1300=0.0688862 of_1300=10873 at_1600=0.0712226 of_1600=9365 at_1900=0.0649276 of_1900=5252 vote=0.634389
move_attacked(Position, From, To) :-
    legal_move(From, To, Position),
    attacked(From, Position).
%
% Move a piece on an open file forward.
% figures: positions=6000 suggestions=14903 coverage=0.431167 precision=0.0464336 low=0.0431706 high=0.0499304 recall=0.114667 lift=1.37026 at_0=0.0540541 of_0=3700 at_1300=0.0451895 of_1300=4802 at_1600=0.0454203 of_1600=3985 at_1900=0.0389073 of_1900=2416 vote=0.180066
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
