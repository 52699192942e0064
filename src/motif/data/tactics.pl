% motif tactics 1
% vocabulary: full
% games: rapid games of Lichess, both players rated 1500 to 1699
% reference: best move (Stockfish 15.1, depth=8)
% learned from: 9,851 positions
% measured on: 1,600 positions of other players
% votes: a rule's vote is its weight in the sum that decides when all rules speak together
%
% Give checkmate, coming out better than after any other move once all captures are over.
% motif: mate
% figures: coverage=0.00125 precision=1 low=1 high=1 recall=0.00125 lift=32.0675 divergence=957.5 regret=0 vote=0.329897
mate(Position, From, To) :-
    legal_move(From, To, Position),
    gives_mate(From, To, Position),
    settles_alone(From, To, Position).
%
% Move a piece forward, leaving nothing of yours to be won, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.00375 precision=0.833333 low=0.5 high=1 recall=0.003125 lift=26.7229 divergence=319.167 regret=0.333333 vote=0.0691578
move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    settles_at_least(From, To, 9, Position).
%
% Move a piece to a square on an open file, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.0025 precision=1 low=1 high=1 recall=0.0025 lift=32.0675 divergence=69.25 regret=0 vote=0.0884773
move_settles_alone(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    open_file(To, Position).
%
% Move a piece on a file without pawns of yours, giving check, coming out better than after any other move and gaining at least a queen once all captures are over.
% motif: check
% figures: coverage=0.00125 precision=1 low=1 high=1 recall=0.00125 lift=32.0675 divergence=693.5 regret=0 vote=0.213066
check(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    half_open_file(From, Position).
%
% Move a piece at the edge of the board, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.0025 precision=1 low=1 high=1 recall=0.0025 lift=32.0675 divergence=0 regret=0 vote=0.227942
move_settles_alone_2(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    edge(From, Position).
%
% Move a piece, attacking an enemy piece at the edge of the board, coming out better than after any other move and gaining at least a queen once all captures are over.
% motif: check
% figures: coverage=0.005 precision=0.75 low=0.4 high=1 recall=0.00375 lift=24.0506 divergence=412.75 regret=5.75 vote=0.27197
check_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    edge(X, Position),
    attacks(To, X, Next).
%
% Move a piece to a square on a file without pawns of yours in the opponent's half, coming out better than after any other move and gaining at least a queen once all captures are over.
% motif: check
% figures: coverage=0.00125 precision=1 low=1 high=1 recall=0.00125 lift=32.0675 divergence=0 regret=0 vote=0.0049587
check_3(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    half_open_file(To, Position),
    enemy_half(To, Position).
%
% Give checkmate, coming out better than after any other move once all captures are over, while some piece on your back rank is worth more than the piece you move.
% motif: mate
% figures: coverage=0.000625 precision=1 low=1 high=1 recall=0.000625 lift=32.0675 divergence=0 regret=0 vote=0.175058
mate_2(Position, From, To) :-
    legal_move(From, To, Position),
    gives_mate(From, To, Position),
    settles_alone(From, To, Position),
    first_rank(X, Position),
    worth_more(X, From, Position).
%
% Move a piece on a file without pawns of yours, coming out better than after any other move, gaining at least a queen once all captures are over and threatening to win at least a pawn next.
% figures: coverage=0.001875 precision=1 low=1 high=1 recall=0.001875 lift=32.0675 divergence=462.333 regret=0 vote=0.0757389
move_settles_alone_3(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    threatens_at_least(From, To, 1, Position),
    half_open_file(From, Position).
%
% Move a piece, now attacking a defended enemy piece, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.00625 precision=0.8 low=0.5 high=1 recall=0.005 lift=25.654 divergence=138.7 regret=4.6 vote=0.231145
move_settles_alone_4(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    defended(X, Position),
    new_attack(To, X, Position, Next).
%
% Give check, leaving you as well off in material as any move can, coming out better than after any other move and gaining at least a queen once all captures are over.
% motif: check
% figures: coverage=0.00125 precision=0.5 low=0 high=1 recall=0.000625 lift=16.0337 divergence=957.5 regret=22 vote=0.184275
check_4(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    nets_most(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position).
%
% Move a piece on a file without pawns of yours forward, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.00125 precision=1 low=1 high=1 recall=0.00125 lift=32.0675 divergence=693.5 regret=0 vote=-0.0775558
move_settles_alone_5(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    settles_at_least(From, To, 9, Position),
    half_open_file(From, Position).
%
% Move a piece on a file without pawns of yours to a square on a file without pawns of yours, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.000625 precision=1 low=1 high=1 recall=0.000625 lift=32.0675 divergence=0 regret=0 vote=0.0546058
move_settles_alone_6(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    half_open_file(From, Position),
    half_open_file(To, Position).
%
% Move a piece to a square on a file without pawns of yours, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.00375 precision=1 low=1 high=1 recall=0.00375 lift=32.0675 divergence=46.1667 regret=0 vote=0.0596785
move_settles_alone_7(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    half_open_file(To, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a queen, while some piece next to the enemy king is worth less than the piece you move.
% figures: coverage=0.0075 precision=0.916667 low=0.727273 high=1 recall=0.006875 lift=29.3952 divergence=298.25 regret=0.166667 vote=0.0673588
move_settles_alone_8(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    near_enemy_king(X, Position),
    worth_more(From, X, Position).
%
% Move a piece forward to a square on a file without pawns of yours, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.00125 precision=1 low=1 high=1 recall=0.00125 lift=32.0675 divergence=0 regret=0 vote=-0.0416985
move_settles_alone_9(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    settles_at_least(From, To, 9, Position),
    half_open_file(To, Position).
%
% When one of your pieces defends another piece of yours, move the defender, coming out better than after any other move and gaining at least a queen once all captures are over, so that the defended piece is defended.
% figures: coverage=0.00625 precision=0.9 low=0.666667 high=1 recall=0.005625 lift=28.8607 divergence=357.9 regret=0.2 vote=0.127277
move_settles_alone_10(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    defended(X, Next),
    defends(From, X, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a queen, while some piece on the opponent's back rank is worth more than the piece you move.
% figures: coverage=0.0075 precision=0.833333 low=0.599583 high=1 recall=0.00625 lift=26.7229 divergence=275.167 regret=3.83333 vote=0.220392
move_settles_alone_11(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    last_rank(X, Position),
    worth_more(X, From, Position).
%
% Give checkmate, leaving you as well off in material as any move can and coming out better than after any other move once all captures are over.
% motif: mate
% figures: coverage=0.000625 precision=1 low=1 high=1 recall=0.000625 lift=32.0675 divergence=1915 regret=0 vote=0.162187
mate_3(Position, From, To) :-
    legal_move(From, To, Position),
    gives_mate(From, To, Position),
    nets_most(From, To, Position),
    settles_alone(From, To, Position).
%
% When an enemy rook attacks one of your pieces, capture that enemy rook with the attacked piece, coming out better than after any other move once all captures are over and winning at least two pawns in the exchange.
% motif: hanging piece
% figures: coverage=0.00625 precision=0.9 low=0.666667 high=1 recall=0.005625 lift=28.8607 divergence=53.8 regret=4.8 vote=0.181827
hanging_piece(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    kind(To, rook, Position),
    attacks(To, From, Position).
%
% Move a piece, now attacking an enemy piece, coming out better than after any other move and gaining at least a queen once all captures are over.
% motif: check
% figures: coverage=0.006875 precision=0.818182 low=0.545455 high=1 recall=0.005625 lift=26.237 divergence=300.182 regret=4.18182 vote=0.260626
check_5(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    enemy(X, Position),
    new_attack(To, X, Position, Next).
%
% Play a move that leaves you as well off in material as any can after the opponent's best capture, leaving nothing of yours to be won, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.00625 precision=0.9 low=0.699808 high=1 recall=0.005625 lift=28.8607 divergence=219.2 regret=0.2 vote=0.117157
move_leaves_nothing_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    nets_most(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position).
%
% Move a piece forward to a square where it is defended, coming out better than after any other move and gaining at least a queen once all captures are over.
% motif: check
% figures: coverage=0.00125 precision=0.5 low=0 high=1 recall=0.000625 lift=16.0337 divergence=693.5 regret=1 vote=0.0812675
check_6(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    settles_at_least(From, To, 9, Position),
    defended(To, Next).
%
% Move a safe piece to a square on an open file, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.001875 precision=1 low=1 high=1 recall=0.001875 lift=32.0675 divergence=92.3333 regret=0 vote=0.132725
move_settles_alone_12(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    secure(From, Position),
    open_file(To, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a queen, while some piece on your back rank is worth more than the piece you move.
% figures: coverage=0.0075 precision=0.833333 low=0.6 high=1 recall=0.00625 lift=26.7229 divergence=138.667 regret=3.83333 vote=0.198608
move_settles_alone_13(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    first_rank(X, Position),
    worth_more(X, From, Position).
%
% Move a piece to a square where it is defended, leaving you as well off in material as any move can, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.00125 precision=0.5 low=0 high=1 recall=0.000625 lift=16.0337 divergence=0 regret=1 vote=0.193691
move_nets_most(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_most(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    defended(To, Next).
%
% Move an unattacked piece to a square on a file without pawns of yours, coming out better than after any other move and gaining at least a queen once all captures are over.
% motif: check
% figures: coverage=0.000625 precision=1 low=1 high=1 recall=0.000625 lift=32.0675 divergence=0 regret=0 vote=0.138913
check_7(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    unattacked(From, Position),
    half_open_file(To, Position).
%
% Move a piece forward, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.00625 precision=0.8 low=0.5 high=1 recall=0.005 lift=25.654 divergence=330.2 regret=4.6 vote=0.0606814
move_settles_alone_14(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    settles_at_least(From, To, 9, Position).
%
% Move a piece to a safe square in the opponent's half, coming out better than after any other move and gaining at least a queen once all captures are over.
% motif: check
% figures: coverage=0.003125 precision=1 low=1 high=1 recall=0.003125 lift=32.0675 divergence=383 regret=0 vote=-0.0629096
check_8(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    enemy_half(To, Position).
%
% When an enemy rook attacks one of your pieces, recapture that enemy rook with the attacked piece, coming out better than after any other move once all captures are over.
% motif: recapture
% figures: coverage=0.005 precision=1 low=1 high=1 recall=0.005 lift=32.0675 divergence=0 regret=0 vote=0.172355
recapture(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    kind(To, rook, Position),
    attacks(To, From, Position).
%
% When an enemy piece defends another enemy piece, capture the defender, leaving you better off in material than any other move would and gaining at least a queen once all captures are over, so that the defended piece is attacked.
% motif: winning capture
% figures: coverage=0.004375 precision=0.571429 low=0.142857 high=1 recall=0.0025 lift=18.3243 divergence=7.42857 regret=14 vote=0.0339962
winning_capture(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    attacked(X, Next),
    defends(To, X, Position).
%
% Move an attacked piece to a safe square, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% motif: hanging piece
% figures: coverage=0.01375 precision=0.909091 low=0.764706 high=1 recall=0.0125 lift=29.1523 divergence=37.0455 regret=2.27273 vote=0.0773325
hanging_piece_2(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    attacked(From, Position).
%
% Move a safe piece, leaving nothing of yours to be won, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.005 precision=0.875 low=0.6 high=1 recall=0.004375 lift=28.0591 divergence=274 regret=0.25 vote=0.198641
move_leaves_nothing_hanging_3(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    secure(From, Position).
%
% When an enemy piece attacks one of your pieces, capture the attacker with the attacked piece, leaving nothing of yours to be won, coming out better than after any other move once all captures are over and winning at least two pawns in the exchange.
% motif: hanging piece
% figures: coverage=0.01875 precision=0.933333 low=0.833152 high=1 recall=0.0175 lift=29.9297 divergence=25.7667 regret=0.4 vote=0.0482576
hanging_piece_3(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    attacks(To, From, Position).
%
% Move a piece to a square where it is not attacked, coming out better than after any other move and gaining at least a queen once all captures are over.
% figures: coverage=0.006875 precision=0.909091 low=0.714286 high=1 recall=0.00625 lift=29.1523 divergence=199.273 regret=0.181818 vote=0.0497137
move_settles_alone_15(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    unattacked(To, Next).
%
% When an enemy piece attacks one of your pieces, recapture the attacker with the attacked piece, coming out better than after any other move once all captures are over and winning at least a knight or bishop in the exchange.
% motif: recapture
% figures: coverage=0.018125 precision=0.931034 low=0.818182 high=1 recall=0.016875 lift=29.8559 divergence=9.89655 regret=0.413793 vote=-0.00292264
recapture_2(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    attacks(To, From, Position).
%
% Recapture, allowing no mate in reply, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% motif: recapture
% figures: coverage=0.015 precision=0.958333 low=0.863636 high=1 recall=0.014375 lift=30.7314 divergence=11.5417 regret=0.0833333 vote=0.0989903
recapture_3(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position).
%
% Move a piece to a safe square, coming out better than after any other move, gaining at least a queen once all captures are over and threatening to win at least a pawn next.
% figures: coverage=0.00375 precision=0.833333 low=0.5 high=1 recall=0.003125 lift=26.7229 divergence=0 regret=0.333333 vote=-0.158561
move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 9, Position),
    threatens_at_least(From, To, 1, Position).
%
% When an enemy piece attacks one of your pieces, safely capture the attacker with the attacked piece, coming out better than after any other move once all captures are over and winning at least two pawns in the exchange.
% motif: hanging piece
% figures: coverage=0.024375 precision=0.897436 low=0.785714 high=0.976744 recall=0.021875 lift=28.7785 divergence=33.6154 regret=2.79487 vote=-0.00819757
hanging_piece_4(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    attacks(To, From, Position).
%
% When an enemy piece attacks one of your pieces, capture the attacker with the attacked piece, after which it is not attacked, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: hanging piece
% figures: coverage=0.02 precision=0.9375 low=0.833333 high=1 recall=0.01875 lift=30.0633 divergence=24.1562 regret=0.375 vote=0.00932881
hanging_piece_5(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    unattacked(To, Next),
    attacks(To, From, Position).
%
% Move an attacked piece to a safe square, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.01375 precision=0.863636 low=0.699891 high=1 recall=0.011875 lift=27.6947 divergence=40.2727 regret=5.5 vote=-0.121227
move_safe_2(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    attacked(From, Position).
%
% Move an attacked piece to a safe square, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.026875 precision=0.906977 low=0.804865 high=0.979167 recall=0.024375 lift=29.0845 divergence=52.0233 regret=3.48837 vote=-0.0229499
winning_capture_2(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    attacked(From, Position).
%
% When one of your pieces is the only defender of another unattacked piece of yours, move the defender, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.02 precision=0.84375 low=0.703704 high=0.962963 recall=0.016875 lift=27.057 divergence=72.3125 regret=6.125 vote=0.315815
winning_capture_3(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    unattacked(X, Position),
    only_defender(From, X, Position).
%
% Move a piece at the edge of the board to a safe square, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.0075 precision=0.916667 low=0.727146 high=1 recall=0.006875 lift=29.3952 divergence=0 regret=18.5 vote=0.325226
move_safe_3(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    edge(From, Position).
%
% Move a piece to a safe square on an open file, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.010625 precision=0.882353 low=0.722024 high=1 recall=0.009375 lift=28.2949 divergence=47.9412 regret=15.8824 vote=0.167859
move_safe_4(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    open_file(To, Position).
%
% Recapture with an attacked piece, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.02 precision=0.90625 low=0.787863 high=1 recall=0.018125 lift=29.0612 divergence=8.96875 regret=3.1875 vote=-0.05866
recapture_4(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    attacked(From, Position).
%
% Move an attacked piece to a square where it is not attacked, coming out better than after any other move once all captures are over and winning at least two pawns in the exchange.
% motif: hanging piece
% figures: coverage=0.026875 precision=0.906977 low=0.804878 high=0.978723 recall=0.024375 lift=29.0845 divergence=17.9767 regret=3.51163 vote=-0.161308
hanging_piece_6(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    attacked(From, Position),
    unattacked(To, Next).
%
% When an enemy piece attacks one of your pieces, capture the attacker on a file without pawns of yours with the attacked piece, coming out better than after any other move once all captures are over and winning at least a knight or bishop in the exchange.
% motif: winning capture
% figures: coverage=0.01375 precision=0.954545 low=0.842105 high=1 recall=0.013125 lift=30.6099 divergence=37.0455 regret=2.18182 vote=0.144925
winning_capture_4(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    half_open_file(To, Position),
    attacks(To, From, Position).
%
% Move a hanging piece to a safe square, coming out better than after any other move once all captures are over and winning at least two pawns in the exchange.
% motif: winning capture
% figures: coverage=0.016875 precision=0.925926 low=0.8 high=1 recall=0.015625 lift=29.6921 divergence=52.2963 regret=5.14815 vote=0.0784178
winning_capture_5(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    hanging(From, Position).
%
% Move a piece to a safe square where it is defended, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.005 precision=0.5 low=0.141964 high=0.875 recall=0.0025 lift=16.0337 divergence=76.125 regret=42.875 vote=0.238921
move_safe_5(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    defended(To, Next).
%
% Recapture, allowing no mate in reply, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.03375 precision=0.907407 low=0.818135 high=0.979592 recall=0.030625 lift=29.0983 divergence=10.463 regret=3.7037 vote=0.0780406
recapture_5(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position).
%
% When an enemy piece attacks one of your pieces next to your king, recapture the attacker, coming out better than after any other move once all captures are over.
% motif: recapture
% figures: coverage=0.009375 precision=0.933333 low=0.777778 high=1 recall=0.00875 lift=29.9297 divergence=18.5333 regret=2 vote=0.245798
recapture_6(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    near_own_king(X, Position),
    attacks(To, X, Position).
%
% Move an attacked piece, coming out better than after any other move, gaining at least a rook once all captures are over and winning at least a rook in the exchange.
% motif: winning capture
% figures: coverage=0.015 precision=0.875 low=0.733333 high=1 recall=0.013125 lift=28.0591 divergence=33.9583 regret=3.91667 vote=-0.0726429
winning_capture_6(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    settles_at_least(From, To, 5, Position),
    attacked(From, Position).
%
% Play the one move after which you come out best once all captures are over, winning at least a rook in the exchange, while some undefended piece is worth less than the piece you move.
% motif: winning capture
% figures: coverage=0.016875 precision=0.888889 low=0.75 high=1 recall=0.015 lift=28.5044 divergence=31 regret=2.88889 vote=0.11346
winning_capture_7(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    undefended(X, Position),
    worth_more(From, X, Position).
%
% When you are in check, play the one move that leaves you best off in material after the opponent's best capture, reaching more squares than before and allowing no mate in reply.
% figures: coverage=0.01875 precision=0.766667 low=0.6 high=0.911765 recall=0.014375 lift=24.5851 divergence=24.3333 regret=15.1667 vote=0.214453
move_allows_no_mate(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    nets_alone(From, To, Position),
    gains_scope(From, To, Position),
    in_check(Position).
%
% Capture an undefended enemy piece, allowing no mate in reply, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% motif: hanging piece
% figures: coverage=0.016875 precision=0.962963 low=0.884615 high=1 recall=0.01625 lift=30.8798 divergence=10.2593 regret=0.0740741 vote=0.0954174
hanging_piece_7(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    undefended(To, Position).
%
% Move a piece to a square on a file without pawns of yours where it is safe, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.01 precision=0.875 low=0.692308 high=1 recall=0.00875 lift=28.0591 divergence=50.9375 regret=16.875 vote=-0.0100883
move_settles_alone_16(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    secure(To, Next),
    half_open_file(To, Position).
%
% Move a piece to a safe square, leaving you as well off in material as any move can, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.02 precision=0.875 low=0.75 high=0.975709 recall=0.0175 lift=28.0591 divergence=87.5312 regret=10.7188 vote=-0.0552846
move_safe_6(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    nets_most(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Capture an enemy piece that is worth more than some hanging piece, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% motif: winning capture
% figures: coverage=0.014375 precision=0.826087 low=0.666667 high=0.958333 recall=0.011875 lift=26.4905 divergence=36.3913 regret=5.30435 vote=0.0437119
winning_capture_8(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    hanging(X, Position),
    worth_more(To, X, Position).
%
% Move an attacked piece, allowing no mate in reply, coming out better than after any other move once all captures are over and winning at least a knight or bishop in the exchange.
% motif: winning capture
% figures: coverage=0.035 precision=0.892857 low=0.803558 high=0.966102 recall=0.03125 lift=28.6317 divergence=39.9464 regret=4.33929 vote=0.105109
winning_capture_9(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    attacked(From, Position).
%
% Capture an enemy piece that is worth more than some piece, coming out better than after any other move once all captures are over and winning at least a rook in the exchange, so that the less valuable piece can be won.
% motif: winning capture
% figures: coverage=0.01375 precision=0.818182 low=0.636364 high=0.956522 recall=0.01125 lift=26.237 divergence=25.4545 regret=5.54545 vote=-0.00873322
winning_capture_10(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    hanging(X, Next),
    worth_more(To, X, Position).
%
% Capture an enemy piece that is worth more than some undefended piece, coming out better than after any other move once all captures are over and gaining at least a rook whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.016875 precision=0.925926 low=0.814637 high=1 recall=0.015625 lift=29.6921 divergence=10.2593 regret=1.7037 vote=0.0758957
winning_capture_11(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    undefended(X, Position),
    worth_more(To, X, Position).
%
% Safely capture an enemy piece, coming out better than after any other move and gaining at least a rook once all captures are over.
% motif: winning capture
% figures: coverage=0.016875 precision=0.925926 low=0.815765 high=1 recall=0.015625 lift=29.6921 divergence=30.1852 regret=1.85185 vote=-0.207864
winning_capture_12(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Move a piece to a safe square on a file without pawns of yours, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% motif: hanging piece
% figures: coverage=0.0125 precision=0.95 low=0.833333 high=1 recall=0.011875 lift=30.4641 divergence=40.75 regret=2.4 vote=0.0274677
hanging_piece_8(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    half_open_file(To, Position).
%
% Capture an enemy piece, coming out better than after any other move once all captures are over and winning at least a rook in the exchange, while some piece on the opponent's back rank is worth more than the captured piece.
% motif: winning capture
% figures: coverage=0.014375 precision=0.869565 low=0.719857 high=1 recall=0.0125 lift=27.8848 divergence=24.3478 regret=3.3913 vote=0.0695371
winning_capture_13(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    last_rank(X, Position),
    worth_more(X, To, Position).
%
% Recapture with a piece that has no defender there, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.023125 precision=0.918919 low=0.820455 high=1 recall=0.02125 lift=29.4674 divergence=7.48649 regret=5.08108 vote=0.0899936
recapture_7(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    undefended(To, Next).
%
% Capture an enemy rook, allowing no mate in reply, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% motif: hanging piece
% figures: coverage=0.01125 precision=0.944444 low=0.8125 high=1 recall=0.010625 lift=30.286 divergence=29.8889 regret=2.66667 vote=0.166781
hanging_piece_9(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    kind(To, rook, Position).
%
% Safely capture an enemy piece that is worth more than some knight, coming out better than after any other move once all captures are over.
% motif: hanging piece
% figures: coverage=0.01 precision=0.875 low=0.687418 high=1 recall=0.00875 lift=28.0591 divergence=33.625 regret=3.125 vote=0.153867
hanging_piece_10(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    kind(X, knight, Position),
    worth_more(To, X, Position).
%
% Move an attacked piece forward, coming out better than after any other move once all captures are over and winning at least a knight or bishop in the exchange.
% motif: winning capture
% figures: coverage=0.0225 precision=0.833333 low=0.69697 high=0.945946 recall=0.01875 lift=26.7229 divergence=54.4444 regret=6.75 vote=0.317078
winning_capture_14(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    attacked(From, Position).
%
% Recapture, coming out better than after any other move once all captures are over, winning at least a knight or bishop in the exchange and threatening to win at least a pawn next.
% motif: recapture
% figures: coverage=0.0125 precision=0.9 low=0.733333 high=1 recall=0.01125 lift=28.8607 divergence=11 regret=1.45 vote=-0.0249265
recapture_8(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    threatens_at_least(From, To, 1, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a rook whatever the opponent captures next, while some piece next to the enemy king is worth less than the piece you move.
% motif: winning capture
% figures: coverage=0.01375 precision=0.954545 low=0.857011 high=1 recall=0.013125 lift=30.6099 divergence=12.5909 regret=0.0909091 vote=-0.0513749
winning_capture_15(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    near_enemy_king(X, Position),
    worth_more(From, X, Position).
%
% When an enemy piece attacks one of your pieces, capture the attacker, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% motif: winning capture
% figures: coverage=0.014375 precision=0.913043 low=0.772727 high=1 recall=0.013125 lift=29.279 divergence=13 regret=1.30435 vote=0.044482
winning_capture_16(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    own(X, Position),
    attacks(To, X, Position).
%
% When you are in check, move a piece on your back rank, leaving you better off in material than any other move would and winning at least two pawns in the exchange.
% motif: winning capture
% figures: coverage=0.006875 precision=0.818182 low=0.5 high=1 recall=0.005625 lift=26.237 divergence=14.0909 regret=14.0909 vote=0.0337299
winning_capture_17(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    in_check(Position),
    first_rank(From, Position).
%
% Move a piece to a square on a file without pawns of yours in the opponent's half, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.003125 precision=0.8 low=0.395 high=1 recall=0.0025 lift=25.654 divergence=107.6 regret=9.6 vote=-0.0269825
move_settles_alone_17(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    half_open_file(To, Position),
    enemy_half(To, Position).
%
% Move a piece to a safe square, allowing no mate in reply, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.045 precision=0.902778 low=0.828947 high=0.970149 recall=0.040625 lift=28.9498 divergence=38.8889 regret=3.47222 vote=0.0450751
move_allows_no_mate_2(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position).
%
% When an enemy piece attacks one of your pieces, capture the attacker with the attacked piece, reaching more squares than before, coming out better than after any other move once all captures are over and winning at least a knight or bishop in the exchange.
% motif: winning capture
% figures: coverage=0.01875 precision=0.833333 low=0.679964 high=0.960038 recall=0.015625 lift=26.7229 divergence=27.5 regret=5.1 vote=-0.0856964
winning_capture_18(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    gains_scope(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    attacks(To, From, Position).
%
% Move a piece, attacking an enemy piece at the edge of the board, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.010625 precision=0.647059 low=0.4 high=0.875 recall=0.006875 lift=20.7496 divergence=281.235 regret=24.4118 vote=0.26999
move_settles_alone_18(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    edge(X, Position),
    attacks(To, X, Next).
%
% Move an attacked piece to a safe square, coming out better than after any other move and gaining at least a knight or bishop once all captures are over.
% figures: coverage=0.030625 precision=0.877551 low=0.77551 high=0.957469 recall=0.026875 lift=28.1409 divergence=51.6327 regret=6.81633 vote=-0.146821
move_safe_7(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 3, Position),
    attacked(From, Position).
%
% Give check, leaving you as well off in material as any move can, coming out better than after any other move and gaining at least a rook once all captures are over.
% motif: check
% figures: coverage=0.003125 precision=0.4 low=0 high=1 recall=0.00125 lift=12.827 divergence=397.2 regret=67.4 vote=-0.0987693
check_9(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    nets_most(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% When an enemy piece attacks one of your pieces next to your king, capture the attacker, coming out better than after any other move once all captures are over and winning at least a knight or bishop in the exchange.
% motif: winning capture
% figures: coverage=0.01125 precision=0.944444 low=0.8125 high=1 recall=0.010625 lift=30.286 divergence=15.4444 regret=1.66667 vote=0.190438
winning_capture_19(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    near_own_king(X, Position),
    attacks(To, X, Position).
%
% Play the one move after which you come out best once all captures are over, winning at least a rook in the exchange, while some piece in the centre is worth less than the piece you move.
% motif: winning capture
% figures: coverage=0.01 precision=0.875 low=0.666667 high=1 recall=0.00875 lift=28.0591 divergence=1.375 regret=1.875 vote=-0.0444474
winning_capture_20(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    center(X, Position),
    worth_more(From, X, Position).
%
% When an enemy piece attacks one of your pieces, capture the attacker with the attacked piece, coming out better than after any other move, gaining at least a knight or bishop once all captures are over and losing nothing in the exchange.
% motif: winning capture
% figures: coverage=0.029375 precision=0.914894 low=0.829787 high=0.981132 recall=0.026875 lift=29.3384 divergence=45.7447 regret=2.21277 vote=-0.0225708
winning_capture_21(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 0, Position),
    settles_at_least(From, To, 3, Position),
    attacks(To, From, Position).
%
% When an enemy piece defends another enemy piece in the opponent's half, capture the defender, coming out better than after any other move once all captures are over and gaining at least a rook whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.01 precision=0.875 low=0.692308 high=1 recall=0.00875 lift=28.0591 divergence=0 regret=2.875 vote=-0.0361976
winning_capture_22(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    enemy_half(X, Position),
    defends(To, X, Position).
%
% Move a piece to a square on a file without pawns of yours where it is not attacked, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.011875 precision=0.947368 low=0.833333 high=1 recall=0.01125 lift=30.3797 divergence=14.5789 regret=11.6842 vote=0.107107
move_settles_alone_19(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    unattacked(To, Next),
    half_open_file(To, Position).
%
% When an undefended enemy piece attacks one of your pieces, capture the attacker, coming out better than after any other move once all captures are over, so that the attacked piece is not attacked.
% motif: hanging piece
% figures: coverage=0.025625 precision=0.853659 low=0.730729 high=0.96 recall=0.021875 lift=27.3747 divergence=16.2683 regret=19.3415 vote=0.088828
hanging_piece_11(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    undefended(To, Position),
    unattacked(X, Next),
    attacks(To, X, Position).
%
% Move an attacked piece, reaching more squares than before, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.018125 precision=0.862069 low=0.727273 high=0.968774 recall=0.015625 lift=27.6444 divergence=60.3793 regret=3.58621 vote=-0.106934
winning_capture_23(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    gains_scope(From, To, Position),
    nets_at_least(From, To, 3, Position),
    attacked(From, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a rook whatever the opponent captures next, while some piece on a file without pawns of yours is worth less than the piece you move.
% motif: winning capture
% figures: coverage=0.010625 precision=0.941176 low=0.8 high=1 recall=0.01 lift=30.1812 divergence=0 regret=0.117647 vote=0.0346281
winning_capture_24(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    half_open_file(X, Position),
    worth_more(From, X, Position).
%
% When one of your pieces is the only defender of another unattacked piece of yours, move the defender, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.01125 precision=0.944444 low=0.8 high=1 recall=0.010625 lift=30.286 divergence=288.333 regret=2.66667 vote=0.0164039
move_settles_alone_20(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    unattacked(X, Position),
    only_defender(From, X, Position).
%
% When an enemy piece attacks your safe piece, capture the attacker with another piece that is not attacked there, coming out better than after any other move once all captures are over.
% motif: hanging piece
% figures: coverage=0.01625 precision=0.769231 low=0.593721 high=0.925926 recall=0.0125 lift=24.6673 divergence=14.3462 regret=31.8462 vote=0.114155
hanging_piece_12(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    unattacked(To, Next),
    secure(X, Position),
    attacks(To, X, Position).
%
% Play a move that leaves you as well off in material as any can after the opponent's best capture, reaching more squares than before, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.01625 precision=0.846154 low=0.695569 high=0.965546 recall=0.01375 lift=27.134 divergence=113.654 regret=12.1538 vote=0.100058
move_nets_most_2(Position, From, To) :-
    legal_move(From, To, Position),
    nets_most(From, To, Position),
    settles_alone(From, To, Position),
    gains_scope(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% When one of your pieces defends another piece of yours, move the defender, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% motif: winning capture
% figures: coverage=0.016875 precision=0.888889 low=0.75 high=1 recall=0.015 lift=28.5044 divergence=31 regret=2.88889 vote=-0.0490445
winning_capture_25(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    own(X, Position),
    defends(From, X, Position).
%
% Recapture with a safe piece, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.02125 precision=0.911765 low=0.806452 high=1 recall=0.019375 lift=29.238 divergence=16.3235 regret=2.94118 vote=0.0454103
recapture_9(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    secure(From, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a rook, while some undefended piece is worth less than the piece you move.
% figures: coverage=0.02125 precision=0.823529 low=0.692143 high=0.947434 recall=0.0175 lift=26.4085 divergence=159.382 regret=14.9118 vote=0.313165
move_settles_alone_21(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    undefended(X, Position),
    worth_more(From, X, Position).
%
% Safely capture an enemy piece that is worth more than some bishop, coming out better than after any other move once all captures are over.
% motif: hanging piece
% figures: coverage=0.01375 precision=0.909091 low=0.769231 high=1 recall=0.0125 lift=29.1523 divergence=37.0455 regret=2.27273 vote=0.00609157
hanging_piece_13(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    kind(X, bishop, Position),
    worth_more(To, X, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a rook whatever the opponent captures next, while some piece on your back rank is worth more than the piece you move.
% figures: coverage=0.015 precision=0.916667 low=0.785714 high=1 recall=0.01375 lift=29.3952 divergence=11.5417 regret=1.91667 vote=0.145923
move_settles_alone_22(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    first_rank(X, Position),
    worth_more(X, From, Position).
%
% Capture an undefended enemy piece, allowing no mate in reply, coming out better than after any other move once all captures are over and winning at least two pawns in the exchange.
% motif: hanging piece
% figures: coverage=0.046875 precision=0.853333 low=0.764689 high=0.927711 recall=0.04 lift=27.3643 divergence=22.3067 regret=16.8 vote=0.285815
hanging_piece_14(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    undefended(To, Position).
%
% When an enemy piece attacks one of your pieces, capture the attacker with the attacked piece, moving forward, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.01375 precision=0.818182 low=0.636364 high=0.958375 recall=0.01125 lift=26.237 divergence=47 regret=4.72727 vote=0.057117
winning_capture_26(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    nets_at_least(From, To, 3, Position),
    attacks(To, From, Position).
%
% Move a piece forward to a safe square, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.010625 precision=0.823529 low=0.631579 high=1 recall=0.00875 lift=26.4085 divergence=148.471 regret=7.11765 vote=-0.0142674
move_safe_8(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Move a piece to a square on a file without pawns of yours where it is safe, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.018125 precision=0.896552 low=0.774194 high=1 recall=0.01625 lift=28.7502 divergence=37.6897 regret=3.51724 vote=-0.200461
winning_capture_27(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    secure(To, Next),
    half_open_file(To, Position).
%
% Recapture an enemy piece that is worth more than some piece in the centre, coming out better than after any other move once all captures are over.
% motif: recapture
% figures: coverage=0.029375 precision=0.851064 low=0.745075 high=0.947402 recall=0.025 lift=27.2915 divergence=11.7872 regret=7 vote=0.069151
recapture_10(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    center(X, Position),
    worth_more(To, X, Position).
%
% When an enemy piece attacks one of your pieces, recapture the attacker, coming out better than after any other move once all captures are over, so that the attacked piece is not attacked.
% motif: recapture
% figures: coverage=0.029375 precision=0.893617 low=0.799915 high=0.977778 recall=0.02625 lift=28.6561 divergence=12.0213 regret=1.21277 vote=0.126464
recapture_11(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    unattacked(X, Next),
    attacks(To, X, Position).
%
% Move an attacked piece, coming out better than after any other move once all captures are over, winning at least a knight or bishop in the exchange and threatening to win at least a pawn next.
% motif: winning capture
% figures: coverage=0.016875 precision=0.851852 low=0.714137 high=0.965517 recall=0.014375 lift=27.3168 divergence=54.2222 regret=5.2963 vote=0.12511
winning_capture_28(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    threatens_at_least(From, To, 1, Position),
    attacked(From, Position).
%
% Move a piece, defending another piece of yours that is not attacked, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% figures: coverage=0.013125 precision=1 low=1 high=1 recall=0.013125 lift=32.0675 divergence=13.1905 regret=0 vote=-0.0938188
move_settles_alone_23(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    unattacked(X, Next),
    defends(To, X, Next).
%
% When one of your pieces attacks an enemy piece, move the attacker, coming out better than after any other move and gaining at least a rook once all captures are over, so that the attacked piece is not attacked.
% figures: coverage=0.006875 precision=0.909091 low=0.714286 high=1 recall=0.00625 lift=29.1523 divergence=215.545 regret=12.3636 vote=0.249329
move_settles_alone_24(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    unattacked(X, Next),
    attacks(From, X, Position).
%
% Capture an enemy piece that is worth more than some piece in the centre, leaving nothing of yours to be won and coming out better than after any other move once all captures are over.
% motif: winning capture
% figures: coverage=0.026875 precision=0.860465 low=0.743571 high=0.95558 recall=0.023125 lift=27.593 divergence=24.6279 regret=4.69767 vote=-0.0453885
winning_capture_29(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    settles_alone(From, To, Position),
    center(X, Position),
    worth_more(To, X, Position).
%
% When an enemy piece attacks one of your pieces, capture the attacker with the attacked piece, after which it has no defender, coming out better than after any other move once all captures are over and winning at least a knight or bishop in the exchange.
% motif: winning capture
% figures: coverage=0.02 precision=0.9375 low=0.84 high=1 recall=0.01875 lift=30.0633 divergence=23.8438 regret=2.90625 vote=-0.118598
winning_capture_30(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    undefended(To, Next),
    attacks(To, From, Position).
%
% Capture an enemy piece that is worth more than some hanging piece, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.023125 precision=0.837838 low=0.71098 high=0.948718 recall=0.019375 lift=26.8674 divergence=30 regret=6.48649 vote=0.0321104
winning_capture_31(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    hanging(X, Position),
    worth_more(To, X, Position).
%
% Capture an enemy piece that is worth more than some piece in the centre, coming out better than after any other move once all captures are over and gaining at least a rook whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.009375 precision=0.866667 low=0.666667 high=1 recall=0.008125 lift=27.7918 divergence=0 regret=3.06667 vote=0.0621325
winning_capture_32(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    center(X, Position),
    worth_more(To, X, Position).
%
% Move a piece to a safe square in the opponent's half, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.0075 precision=0.833333 low=0.583333 high=1 recall=0.00625 lift=26.7229 divergence=210.333 regret=9.91667 vote=-0.0812898
move_safe_9(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    enemy_half(To, Position).
%
% Capture an undefended enemy piece, now attacking another enemy piece that is safe and gaining at least a queen once all captures are over.
% motif: hanging piece
% figures: coverage=0.00375 precision=1 low=1 high=1 recall=0.00375 lift=32.0675 divergence=0 regret=0 vote=0.117806
hanging_piece_15(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_at_least(From, To, 9, Position),
    undefended(To, Position),
    secure(X, Next),
    new_attack(To, X, Position, Next).
%
% When an enemy piece threatens to win your undefended piece, capture the attacker with the threatened piece, after which it has no defender, gaining at least a rook whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.00625 precision=0.9 low=0.666667 high=1 recall=0.005625 lift=28.8607 divergence=0 regret=4.4 vote=0.1352
winning_capture_33(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    threatens(To, From, Position),
    nets_at_least(From, To, 5, Position),
    undefended(From, Position),
    undefended(To, Next).
%
% Move a piece on a file without pawns of yours to a square on a file without pawns of yours, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.005 precision=0.875 low=0.6 high=1 recall=0.004375 lift=28.0591 divergence=67.25 regret=6 vote=-0.00699573
move_settles_alone_25(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    half_open_file(From, Position),
    half_open_file(To, Position).
%
% Move a piece on a file without pawns of yours to a square in the opponent's half, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.004375 precision=0.714286 low=0.333333 high=1 recall=0.003125 lift=22.9054 divergence=317.286 regret=17 vote=0.353447
move_settles_alone_26(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    half_open_file(From, Position),
    enemy_half(To, Position).
%
% Move a piece to a square where it is not attacked, allowing no mate in reply, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.01875 precision=0.9 low=0.783754 high=1 recall=0.016875 lift=28.8607 divergence=75.4333 regret=9.83333 vote=0.0497463
move_allows_no_mate_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    unattacked(To, Next).
%
% Play the one move that leaves you best off in material after the opponent's best capture, allowing no mate in reply, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.02 precision=0.9375 low=0.843624 high=1 recall=0.01875 lift=30.0633 divergence=15.6875 regret=1.4375 vote=-0.245448
move_allows_no_mate_4(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    nets_alone(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Move a defended piece, leaving you as well off in material as any move can, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.0125 precision=0.85 low=0.684211 high=1 recall=0.010625 lift=27.2574 divergence=147.75 regret=13.6 vote=-0.0602501
move_nets_most_3(Position, From, To) :-
    legal_move(From, To, Position),
    nets_most(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    defended(From, Position).
%
% Move an attacked piece to a square where it has no defender, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.02125 precision=0.941176 low=0.851852 high=1 recall=0.02 lift=30.1812 divergence=22.4412 regret=3.94118 vote=-0.0350611
winning_capture_34(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    attacked(From, Position),
    undefended(To, Next).
%
% Capture an undefended enemy piece with a piece that has no defender there, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: hanging piece
% figures: coverage=0.03125 precision=0.94 low=0.862017 high=1 recall=0.029375 lift=30.1434 divergence=20.96 regret=3.76 vote=0.170097
hanging_piece_16(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    undefended(To, Position),
    undefended(To, Next).
%
% Move a piece to a square where it is safe, leaving nothing of yours to be won, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.015625 precision=0.88 low=0.73913 high=1 recall=0.01375 lift=28.2194 divergence=90.52 regret=11.8 vote=-0.130376
move_leaves_nothing_hanging_4(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    secure(To, Next).
%
% Move a piece to a square on a file without pawns of yours, leaving you better off in material than any other move would, coming out better than after any other move and gaining at least a rook once all captures are over.
% motif: winning capture
% figures: coverage=0.011875 precision=1 low=1 high=1 recall=0.011875 lift=32.0675 divergence=14.5789 regret=0 vote=-0.0339786
winning_capture_35(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    half_open_file(To, Position).
%
% Move a piece on a file without pawns of yours, leaving you as well off in material as any move can, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.0075 precision=0.833333 low=0.571429 high=1 recall=0.00625 lift=26.7229 divergence=69.5 regret=9.91667 vote=-0.105637
move_nets_most_4(Position, From, To) :-
    legal_move(From, To, Position),
    nets_most(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    half_open_file(From, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a knight or bishop whatever the opponent captures next, so that some piece that is worth less than the piece you move can be won.
% motif: winning capture
% figures: coverage=0.014375 precision=0.913043 low=0.777778 high=1 recall=0.013125 lift=29.279 divergence=23.3913 regret=2.17391 vote=-0.118479
winning_capture_36(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    hanging(X, Next),
    worth_more(From, X, Position).
%
% When an undefended enemy piece attacks one of your pieces, recapture the attacker with the attacked piece, coming out better than after any other move once all captures are over.
% motif: recapture
% figures: coverage=0.02 precision=0.90625 low=0.791612 high=1 recall=0.018125 lift=29.0612 divergence=8.96875 regret=3.8125 vote=0.280145
recapture_12(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    undefended(To, Position),
    attacks(To, From, Position).
%
% Capture an enemy piece that is worth more than some hanging piece, leaving nothing of yours to be won and coming out better than after any other move once all captures are over.
% motif: winning capture
% figures: coverage=0.016875 precision=0.851852 low=0.7 high=0.966667 recall=0.014375 lift=27.3168 divergence=21.1852 regret=5.48148 vote=-0.078227
winning_capture_37(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    settles_alone(From, To, Position),
    hanging(X, Position),
    worth_more(To, X, Position).
%
% When an enemy piece attacks your safe piece, recapture the attacker, coming out better than after any other move once all captures are over.
% motif: recapture
% figures: coverage=0.01625 precision=0.769231 low=0.611111 high=0.923148 recall=0.0125 lift=24.6673 divergence=11.0769 regret=4.19231 vote=0.144326
recapture_13(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    secure(X, Position),
    attacks(To, X, Position).
%
% Capture an enemy piece that is worth more than some knight, coming out better than after any other move once all captures are over and gaining at least a rook whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.010625 precision=0.882353 low=0.705735 high=1 recall=0.009375 lift=28.2949 divergence=0 regret=2.70588 vote=0.017996
winning_capture_38(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    kind(X, knight, Position),
    worth_more(To, X, Position).
%
% Move an attacked piece to a square in the opponent's half, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.0075 precision=0.666667 low=0.375 high=0.923077 recall=0.005 lift=21.3783 divergence=132.75 regret=24.9167 vote=0.121795
move_settles_alone_27(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    attacked(From, Position),
    enemy_half(To, Position).
%
% When an enemy piece attacks one of your pieces, capture the attacker, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next, so that the attacked piece is not attacked.
% motif: winning capture
% figures: coverage=0.025625 precision=0.926829 low=0.833333 high=1 recall=0.02375 lift=29.7211 divergence=13.7805 regret=0.341463 vote=-0.232072
winning_capture_39(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    unattacked(X, Next),
    attacks(To, X, Position).
%
% Move a piece to a square on an open file, allowing no mate in reply, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.019375 precision=0.903226 low=0.791667 high=1 recall=0.0175 lift=28.9642 divergence=35.2581 regret=3.29032 vote=0.0193971
winning_capture_40(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    open_file(To, Position).
%
% Capture an undefended enemy piece that is worth more than some piece in the centre, coming out better than after any other move once all captures are over.
% motif: hanging piece
% figures: coverage=0.0325 precision=0.826923 low=0.716914 high=0.923077 recall=0.026875 lift=26.5174 divergence=19.8654 regret=21.0192 vote=0.157402
hanging_piece_17(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    undefended(To, Position),
    center(X, Position),
    worth_more(To, X, Position).
%
% Recapture an enemy piece on a file without pawns of yours, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.01875 precision=0.966667 low=0.892857 high=1 recall=0.018125 lift=30.9986 divergence=18.5 regret=1.73333 vote=-0.181114
recapture_14(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    half_open_file(To, Position).
%
% Capture an enemy piece that is worth more than some piece on a file without pawns of yours, coming out better than after any other move and gaining at least a rook once all captures are over.
% motif: winning capture
% figures: coverage=0.01625 precision=0.884615 low=0.73913 high=1 recall=0.014375 lift=28.3674 divergence=30.1923 regret=3 vote=-0.102741
winning_capture_41(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    half_open_file(X, Position),
    worth_more(To, X, Position).
%
% Recapture, reaching more squares than before, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.01875 precision=0.9 low=0.787879 high=1 recall=0.016875 lift=28.8607 divergence=18.8333 regret=2.13333 vote=-0.147555
recapture_15(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    gains_scope(From, To, Position),
    nets_at_least(From, To, 3, Position).
%
% When one of your pieces is the only defender of another piece of yours, move the defender, coming out better than after any other move once all captures are over and winning at least a knight or bishop in the exchange, so that the defended piece is not attacked.
% motif: winning capture
% figures: coverage=0.02125 precision=0.823529 low=0.682854 high=0.941218 recall=0.0175 lift=26.4085 divergence=51.5 regret=9.23529 vote=0.183276
winning_capture_42(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    unattacked(X, Next),
    only_defender(From, X, Position).
%
% Capture an enemy piece, coming out better than after any other move and gaining at least a rook once all captures are over, while some piece on the opponent's back rank is worth more than the captured piece.
% motif: winning capture
% figures: coverage=0.01625 precision=0.846154 low=0.695652 high=0.969697 recall=0.01375 lift=27.134 divergence=121.385 regret=8.23077 vote=-0.218177
winning_capture_43(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    last_rank(X, Position),
    worth_more(X, To, Position).
%
% Move an undefended piece to a safe square, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.008125 precision=0.923077 low=0.75 high=1 recall=0.0075 lift=29.6008 divergence=5.46154 regret=5.46154 vote=0.174762
move_safe_10(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    undefended(From, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a rook, while some piece on your back rank is worth more than the piece you move.
% figures: coverage=0.019375 precision=0.870968 low=0.75 high=0.972241 recall=0.016875 lift=27.9298 divergence=63.9355 regret=4.67742 vote=0.119907
move_settles_alone_28(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    first_rank(X, Position),
    worth_more(X, From, Position).
%
% Move an undefended piece, allowing no mate in reply, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.018125 precision=0.965517 low=0.888826 high=1 recall=0.0175 lift=30.9617 divergence=41.7586 regret=1.51724 vote=0.0329928
move_allows_no_mate_5(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    undefended(From, Position).
%
% Play the one move that leaves you best off in material after the opponent's best capture, leaving nothing of yours to be won, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% figures: coverage=0.015 precision=0.958333 low=0.863636 high=1 recall=0.014375 lift=30.7314 divergence=11.5417 regret=0.0833333 vote=-0.134568
move_leaves_nothing_hanging_5(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    nets_alone(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position).
%
% Capture an undefended enemy piece on an open file, allowing no mate in reply and coming out better than after any other move once all captures are over.
% motif: hanging piece
% figures: coverage=0.015 precision=0.875 low=0.730682 high=1 recall=0.013125 lift=28.0591 divergence=26.6667 regret=8.20833 vote=0.0485286
hanging_piece_18(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    undefended(To, Position),
    open_file(To, Position).
%
% Move a piece to a square where it is not attacked, coming out better than after any other move, gaining at least a rook once all captures are over and winning at least two pawns in the exchange.
% figures: coverage=0.01625 precision=0.961538 low=0.88 high=1 recall=0.015625 lift=30.8341 divergence=10.6538 regret=0.0769231 vote=-0.174832
move_settles_alone_29(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    settles_at_least(From, To, 5, Position),
    unattacked(To, Next).
%
% Play the one move after which you come out best once all captures are over, gaining at least a rook, while some passed pawn is worth less than the piece you move.
% figures: coverage=0.008125 precision=0.769231 low=0.5 high=1 recall=0.00625 lift=24.6673 divergence=184.538 regret=33 vote=0.0754913
move_settles_alone_30(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    passed(X, Position),
    worth_more(From, X, Position).
%
% Capture an enemy piece, reaching more squares than before, coming out better than after any other move and gaining at least a rook once all captures are over.
% motif: winning capture
% figures: coverage=0.014375 precision=0.869565 low=0.718638 high=1 recall=0.0125 lift=27.8848 divergence=82.087 regret=4.08696 vote=-0.0186177
winning_capture_44(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    settles_alone(From, To, Position),
    gains_scope(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Recapture a more valuable enemy piece, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.01375 precision=0.954545 low=0.857143 high=1 recall=0.013125 lift=30.6099 divergence=0 regret=0.0909091 vote=-0.0147286
recapture_16(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    worth_more(To, From, Position).
%
% Capture an undefended enemy piece, moving forward, coming out better than after any other move and gaining at least a rook once all captures are over.
% motif: hanging piece
% figures: coverage=0.0075 precision=0.916667 low=0.726948 high=1 recall=0.006875 lift=29.3952 divergence=0 regret=0.166667 vote=-0.117782
hanging_piece_19(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    settles_at_least(From, To, 5, Position),
    undefended(To, Position).
%
% Move a piece on your back rank to a square where it is safe, coming out better than after any other move once all captures are over and gaining at least two pawns whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.010625 precision=0.882353 low=0.6875 high=1 recall=0.009375 lift=28.2949 divergence=16.3529 regret=9.64706 vote=0.0487947
winning_capture_45(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 2, Position),
    secure(To, Next),
    first_rank(From, Position).
%
% When one of your pieces is the only defender of another, less valuable piece of yours, move the defender, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.015625 precision=0.92 low=0.8 high=1 recall=0.014375 lift=29.5021 divergence=71.04 regret=4 vote=-0.0699636
winning_capture_46(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    only_defender(From, X, Position),
    worth_more(From, X, Position).
%
% Capture an undefended enemy piece, now attacking another, less valuable enemy piece and coming out better than after any other move once all captures are over.
% motif: hanging piece
% figures: coverage=0.02 precision=0.8125 low=0.666667 high=0.939394 recall=0.01625 lift=26.0548 divergence=35.4375 regret=29.4375 vote=0.197438
hanging_piece_20(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    undefended(To, Position),
    worth_more(To, X, Position),
    new_attack(To, X, Position, Next).
%
% Move an attacked piece to a square on a file without pawns of yours, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.015 precision=0.958333 low=0.85 high=1 recall=0.014375 lift=30.7314 divergence=33.9583 regret=2 vote=-0.200272
winning_capture_47(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    attacked(From, Position),
    half_open_file(To, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a rook, while some knight is worth less than the piece you move.
% figures: coverage=0.00875 precision=0.785714 low=0.54528 high=1 recall=0.006875 lift=25.1959 divergence=245.5 regret=13.2857 vote=0.202131
move_settles_alone_31(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    kind(X, knight, Position),
    worth_more(From, X, Position).
%
% Move a piece forward to a square in the opponent's half, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.01 precision=0.6875 low=0.444444 high=0.90928 recall=0.006875 lift=22.0464 divergence=321.375 regret=20.4375 vote=0.187556
move_settles_alone_32(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    settles_at_least(From, To, 5, Position),
    enemy_half(To, Position).
%
% Move a piece to a square where it is not attacked, reaching more squares than before, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.013125 precision=0.904762 low=0.761905 high=1 recall=0.011875 lift=29.0135 divergence=104.381 regret=10.6667 vote=-0.116482
move_settles_alone_33(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    gains_scope(From, To, Position),
    settles_at_least(From, To, 5, Position),
    unattacked(To, Next).
%
% Recapture an enemy piece that is worth more than some hanging piece, coming out better than after any other move once all captures are over.
% motif: recapture
% figures: coverage=0.023125 precision=0.810811 low=0.673732 high=0.926829 recall=0.01875 lift=26.0007 divergence=14.0811 regret=5.54054 vote=-0.0624729
recapture_17(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    hanging(X, Position),
    worth_more(To, X, Position).
%
% When an enemy piece attacks one of your pieces at the edge of the board, capture the attacker with another piece that is safe there, coming out better than after any other move once all captures are over.
% motif: winning capture
% figures: coverage=0.01625 precision=0.961538 low=0.879875 high=1 recall=0.015625 lift=30.8341 divergence=35.3077 regret=0.0769231 vote=-0.0492176
winning_capture_48(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    secure(To, Next),
    edge(X, Position),
    attacks(To, X, Position).
%
% Move a piece to a safe square, giving check, coming out better than after any other move and gaining at least a rook once all captures are over.
% motif: check
% figures: coverage=0.003125 precision=0.6 low=0 high=1 recall=0.001875 lift=19.2405 divergence=397.2 regret=58.6 vote=0.029692
check_10(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    safe(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a rook, while some piece in the centre is worth less than the piece you move.
% figures: coverage=0.0125 precision=0.75 low=0.555556 high=0.9375 recall=0.009375 lift=24.0506 divergence=65.1 regret=22.95 vote=0.0582192
move_settles_alone_34(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    center(X, Position),
    worth_more(From, X, Position).
%
% Capture a more valuable enemy piece, leaving nothing of yours to be won, allowing no mate in reply and coming out better than after any other move once all captures are over.
% motif: winning capture
% figures: coverage=0.01375 precision=0.954545 low=0.85 high=1 recall=0.013125 lift=30.6099 divergence=0 regret=0.0909091 vote=0.158486
winning_capture_49(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    settles_alone(From, To, Position),
    worth_more(To, From, Position).
%
% Move a piece, attacking an enemy piece in the opponent's half, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.015625 precision=0.76 low=0.592551 high=0.90919 recall=0.011875 lift=24.3713 divergence=205.68 regret=21.96 vote=0.0559389
move_settles_alone_35(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    enemy_half(X, Position),
    attacks(To, X, Next).
%
% Recapture an enemy piece that is worth more than some piece, coming out better than after any other move once all captures are over, so that the less valuable piece has no defender.
% motif: recapture
% figures: coverage=0.039375 precision=0.857143 low=0.761194 high=0.939765 recall=0.03375 lift=27.4864 divergence=8.77778 regret=5.69841 vote=-0.167266
recapture_18(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    undefended(X, Next),
    worth_more(To, X, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a knight or bishop whatever the opponent captures next, while some piece on a file without pawns of yours is worth less than the piece you move.
% motif: winning capture
% figures: coverage=0.028125 precision=0.866667 low=0.769186 high=0.96 recall=0.024375 lift=27.7918 divergence=49.5111 regret=5.33333 vote=-0.012115
winning_capture_50(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    half_open_file(X, Position),
    worth_more(From, X, Position).
%
% Capture an undefended enemy piece, reaching more squares than before, coming out better than after any other move once all captures are over and winning at least a knight or bishop in the exchange.
% motif: hanging piece
% figures: coverage=0.02625 precision=0.857143 low=0.742786 high=0.953515 recall=0.0225 lift=27.4864 divergence=15.4762 regret=20.5238 vote=-0.227702
hanging_piece_21(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    gains_scope(From, To, Position),
    exchange_at_least(From, To, 3, Position),
    undefended(To, Position).
%
% Move an attacked piece forward, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.009375 precision=0.666667 low=0.428571 high=0.9 recall=0.00625 lift=21.3783 divergence=106.2 regret=20.0667 vote=-0.0457991
move_settles_alone_36(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    settles_at_least(From, To, 5, Position),
    attacked(From, Position).
%
% Move a piece, attacking an enemy piece, coming out better than after any other move once all captures are over and winning at least a rook in the exchange.
% figures: coverage=0.01125 precision=0.777778 low=0.571429 high=0.947368 recall=0.00875 lift=24.9414 divergence=31.1111 regret=6.77778 vote=-0.240726
move_settles_alone_37(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    enemy(X, Position),
    attacks(To, X, Next).
%
% When an undefended enemy piece attacks one of your pieces, capture the attacker, coming out better than after any other move once all captures are over, so that the attacked piece is defended.
% motif: winning capture
% figures: coverage=0.026875 precision=0.837209 low=0.714286 high=0.945946 recall=0.0225 lift=26.8472 divergence=22.1395 regret=19.6512 vote=-0.0971946
winning_capture_51(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    undefended(To, Position),
    defended(X, Next),
    attacks(To, X, Position).
%
% Move a piece to a square where it is safe, coming out better than after any other move once all captures are over, winning at least a rook in the exchange and gaining at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.01625 precision=0.923077 low=0.8 high=1 recall=0.015 lift=29.6008 divergence=31.3462 regret=1.92308 vote=-0.189254
move_settles_alone_38(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    nets_at_least(From, To, 3, Position),
    secure(To, Next).
%
% When one of your pieces defends another piece of yours, move the defender, coming out better than after any other move and gaining at least a rook once all captures are over, so that the defended piece is defended.
% figures: coverage=0.01625 precision=0.846154 low=0.7 high=0.966694 recall=0.01375 lift=27.134 divergence=176.346 regret=14.9231 vote=0.0168291
move_settles_alone_39(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    defended(X, Next),
    defends(From, X, Position).
%
% Capture an enemy piece that is worth more than some piece on a file without pawns of yours, leaving nothing of yours to be won and coming out better than after any other move once all captures are over.
% motif: winning capture
% figures: coverage=0.0275 precision=0.886364 low=0.777778 high=0.977285 recall=0.024375 lift=28.4235 divergence=32.0909 regret=4.36364 vote=-0.295976
winning_capture_52(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    settles_alone(From, To, Position),
    half_open_file(X, Position),
    worth_more(To, X, Position).
%
% When an enemy piece attacks your less valuable piece, capture the attacker with another piece that is not attacked there, coming out better than after any other move once all captures are over.
% motif: hanging piece
% figures: coverage=0.019375 precision=0.83871 low=0.696937 high=0.962963 recall=0.01625 lift=26.8953 divergence=21.2258 regret=26.2258 vote=-0.076832
hanging_piece_22(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    unattacked(To, Next),
    attacks(To, X, Position),
    worth_more(To, X, Position).
%
% Move a defended piece to a square in the opponent's half, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.005 precision=0.875 low=0.571429 high=1 recall=0.004375 lift=28.0591 divergence=508.125 regret=6 vote=0.270276
move_settles_alone_40(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    defended(From, Position),
    enemy_half(To, Position).
%
% Move a piece to a square on a file without pawns of yours, leaving you better off in material than any other move would, coming out better than after any other move and gaining at least a knight or bishop once all captures are over.
% motif: winning capture
% figures: coverage=0.025625 precision=0.95122 low=0.871795 high=1 recall=0.024375 lift=30.5032 divergence=33.6585 regret=0.707317 vote=0.0147512
winning_capture_53(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 3, Position),
    half_open_file(To, Position).
%
% Recapture, moving forward, coming out better than after any other move once all captures are over and winning at least a knight or bishop in the exchange.
% motif: recapture
% figures: coverage=0.02375 precision=0.868421 low=0.75 high=0.967742 recall=0.020625 lift=27.8481 divergence=13.3684 regret=4.84211 vote=-0.17947
recapture_19(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_alone(From, To, Position),
    advances(From, To, Position),
    exchange_at_least(From, To, 3, Position).
%
% Move a hanging piece, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.015 precision=0.916667 low=0.791667 high=1 recall=0.01375 lift=29.3952 divergence=58.8333 regret=5.58333 vote=-0.112931
winning_capture_54(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    hanging(From, Position).
%
% When an enemy piece attacks your safe piece, capture the attacker, coming out better than after any other move once all captures are over and gaining at least a knight or bishop whatever the opponent captures next.
% motif: winning capture
% figures: coverage=0.01625 precision=0.846154 low=0.7 high=0.966694 recall=0.01375 lift=27.134 divergence=11.0769 regret=2.53846 vote=0.0533476
winning_capture_55(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    secure(X, Position),
    attacks(To, X, Position).
%
% Capture an enemy piece, allowing no mate in reply, winning something in the exchange, coming out better than after any other move and gaining at least a knight or bishop once all captures are over.
% motif: winning capture
% figures: coverage=0.059375 precision=0.852632 low=0.777751 high=0.925 recall=0.050625 lift=27.3418 divergence=47.1895 regret=10.7789 vote=-0.0990977
winning_capture_56(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 3, Position).
%
% Move a piece on a file without pawns of yours to a square where it is safe, coming out better than after any other move and gaining at least a rook once all captures are over.
% figures: coverage=0.005625 precision=0.777778 low=0.5 high=1 recall=0.004375 lift=24.9414 divergence=67.6667 regret=13.2222 vote=-0.117757
move_settles_alone_41(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 5, Position),
    secure(To, Next),
    half_open_file(From, Position).
%
% Play the one move after which you come out best once all captures are over, gaining at least a knight or bishop whatever the opponent captures next, while some piece in the centre is worth less than the piece you move.
% motif: winning capture
% figures: coverage=0.025625 precision=0.853659 low=0.738064 high=0.955556 recall=0.021875 lift=27.3747 divergence=25.8293 regret=4.92683 vote=-0.0657839
winning_capture_57(Position, From, To) :-
    legal_move(From, To, Position),
    settles_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    center(X, Position),
    worth_more(From, X, Position).
%
% Move a defended piece, allowing no mate in reply, coming out better than after any other move once all captures are over and winning at least two pawns in the exchange.
% motif: winning capture
% figures: coverage=0.04375 precision=0.785714 low=0.684169 high=0.875 recall=0.034375 lift=25.1959 divergence=46.8714 regret=18.7143 vote=0.113365
winning_capture_58(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    defended(From, Position).
%
% Safely capture an enemy piece with a piece that has no defender there, coming out no worse than after any other move and gaining at least a knight or bishop once all captures are over.
% motif: hanging piece
% figures: coverage=0.040625 precision=0.865672 low=0.779323 high=0.938462 recall=0.03625 lift=27.7599 divergence=34.8385 regret=8.57692 vote=0.234443
hanging_piece_23(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    settles_most(From, To, Position),
    settles_at_least(From, To, 3, Position),
    captures(From, To, Position),
    undefended(To, Next).
%
% Play the one move after which you come out best once all captures are over, gaining at least a knight or bishop and allowing no mate in reply.
% figures: coverage=0.07875 precision=0.801587 low=0.734811 high=0.867138 recall=0.063125 lift=25.7049 divergence=96.4444 regret=17.119 vote=0.448525
move_allows_no_mate_6(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    settles_at_least(From, To, 3, Position).
%
% When you are in check, play the one move after which you come out best once all captures are over, allowing no mate in reply.
% figures: coverage=0.036875 precision=0.847458 low=0.749901 high=0.9375 recall=0.03125 lift=27.1758 divergence=17.2542 regret=15.9322 vote=-0.333562
move_allows_no_mate_7(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    in_check(Position).
%
% Capture an enemy bishop, allowing no mate in reply and coming out better than after any other move once all captures are over.
% figures: coverage=0.028125 precision=0.755556 low=0.622222 high=0.875064 recall=0.02125 lift=24.2288 divergence=52.2667 regret=16.7111 vote=-0.0540562
capture_allows_no_mate(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    settles_alone(From, To, Position),
    kind(To, bishop, Position).
%
% Play the one move that leaves you best off in material after the opponent's best capture, allowing no mate in reply and coming out better than after any other move once all captures are over.
% figures: coverage=0.1525 precision=0.704918 low=0.650851 high=0.759186 recall=0.1075 lift=22.605 divergence=49.5697 regret=38.082 vote=0.359158
move_allows_no_mate_8(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    nets_alone(From, To, Position),
    settles_alone(From, To, Position).
%
% Play the one move that leaves you best off in material after the opponent's best capture, threatening to win at least a pawn next.
% figures: coverage=0.108125 precision=0.589595 low=0.514596 high=0.666667 recall=0.06375 lift=18.9068 divergence=76.1561 regret=70.6994 vote=-0.659426
move_nets_alone(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    threatens_at_least(From, To, 1, Position).
%
% Move a piece back, gaining at least a knight or bishop once all captures are over.
% figures: coverage=0.016875 precision=0.5 low=0.333065 high=0.703704 recall=0.009375 lift=16.0337 divergence=112.815 regret=55.2963 vote=0.395387
move_retreats(Position, From, To) :-
    legal_move(From, To, Position),
    retreats(From, To, Position),
    settles_at_least(From, To, 3, Position).
%
% Move a bishop, gaining at least two pawns once all captures are over.
% figures: coverage=0.03625 precision=0.571429 low=0.447728 high=0.7 recall=0.0225 lift=18.3243 divergence=91.5086 regret=56.6466 vote=0.555717
bishop_move_settles_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 2, Position),
    kind(From, bishop, Position).
%
% When an enemy piece threatens to win your more valuable piece, capture the attacker.
% figures: coverage=0.035 precision=0.492063 low=0.354822 high=0.625 recall=0.019375 lift=15.7792 divergence=98.506 regret=79.756 vote=0.567932
move_threatens(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(To, X, Position),
    worth_more(X, From, Position).
%
% Move a piece, pinning an enemy piece that is worth more than some piece that is worth less than the piece you move to the king, now attacking the more valuable piece and gaining at least a knight or bishop once all captures are over.
% motif: pin
% figures: coverage=0.0025 precision=0.25 low=0 high=1 recall=0.000625 lift=8.01687 divergence=341.25 regret=129.75 vote=0.318288
pin(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_at_least(From, To, 3, Position),
    pins(To, X, Next),
    new_attack(To, X, Position, Next),
    worth_more(From, Y, Position),
    worth_more(X, Y, Position).
%
% Recapture with a safe piece.
% motif: recapture
% figures: coverage=0.11 precision=0.406926 low=0.350622 high=0.467441 recall=0.05875 lift=13.0491 divergence=132.207 regret=147.501 vote=0.852692
recapture_20(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    secure(From, Position).
%
% Capture an enemy piece, uncovering an attack by another piece of yours that is worth more than the captured piece on another, more valuable enemy piece and coming out no worse than after any other move once all captures are over, so that the second enemy piece has no defender.
% motif: discovered attack
% figures: coverage=0.00625 precision=0.3 low=0 high=0.625 recall=0.001875 lift=9.62025 divergence=74.2 regret=114.8 vote=0.392466
discovered_attack(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_most(From, To, Position),
    worth_more(X, To, Position),
    discovers(X, Y, Position, Next),
    worth_more(Y, From, Position),
    undefended(Y, Next).
%
% Move a piece to a safe square, now attacking two more valuable enemy pieces.
% motif: fork
% figures: coverage=0.0175 precision=0.413793 low=0.227273 high=0.6 recall=0.0075 lift=13.2693 divergence=149.554 regret=135.839 vote=0.488234
fork(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    new_attack(To, X, Position, Next),
    worth_more(X, From, Position),
    new_attack(To, Y, Position, Next),
    worth_more(Y, From, Position).
%
% When an enemy piece looks through one of your pieces at some defended piece, capture that enemy piece with the piece in front.
% figures: coverage=0.045625 precision=0.441558 low=0.337658 high=0.5493 recall=0.02125 lift=14.1597 divergence=128.205 regret=133.781 vote=0.293137
move_defended(Position, From, To) :-
    legal_move(From, To, Position),
    defended(X, Position),
    behind(To, From, X, Position).
%
% When an enemy piece attacks one of your pieces on a file without pawns of yours, capture the attacker.
% figures: coverage=0.045625 precision=0.411111 low=0.315778 high=0.512203 recall=0.023125 lift=13.1833 divergence=147.151 regret=139.767 vote=0.25381
move_half_open_file(Position, From, To) :-
    legal_move(From, To, Position),
    half_open_file(X, Position),
    attacks(To, X, Position).
%
% Capture an enemy piece, losing nothing once all captures are over.
% figures: coverage=0.45 precision=0.344684 low=0.323579 high=0.367939 recall=0.259375 lift=11.0532 divergence=102.879 regret=108.654 vote=0.931836
capture_settles_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 0, Position),
    enemy(To, Position).
%
% Capture an enemy piece at the edge of the board, winning something in the exchange.
% motif: winning capture
% figures: coverage=0.070625 precision=0.277778 low=0.210843 high=0.351731 recall=0.025 lift=8.90764 divergence=178.106 regret=224.189 vote=0.191852
winning_capture_59(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(From, To, Position),
    edge(To, Position).
%
% Move a piece, skewering a more valuable enemy piece against a less valuable enemy rook and coming out no worse than after any other move once all captures are over.
% motif: check
% figures: coverage=0.00125 precision=0.5 low=0 high=1 recall=0.000625 lift=16.0337 divergence=166.5 regret=166.5 vote=-0.0519609
check_11(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_most(From, To, Position),
    worth_more(X, From, Position),
    skewers(To, X, Y, Next),
    worth_more(From, Y, Position),
    kind(Y, rook, Position).
%
% When an enemy piece threatens to win your more valuable piece, capture the attacker.
% figures: coverage=0.05 precision=0.362745 low=0.268892 high=0.460533 recall=0.023125 lift=11.6323 divergence=148.704 regret=169.767 vote=0.595246
move_threatens_2(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(To, X, Position),
    worth_more(X, To, Position).
%
% Capture an enemy piece that is worth more than another enemy piece.
% figures: coverage=0.4425 precision=0.266341 low=0.24205 high=0.290489 recall=0.170625 lift=8.5409 divergence=217.577 regret=245.001 vote=0.910381
move_worth_more(Position, From, To) :-
    legal_move(From, To, Position),
    enemy(X, Position),
    worth_more(To, X, Position).
%
% Give check, losing nothing once all captures are over.
% motif: check
% figures: coverage=0.175625 precision=0.246231 low=0.204478 high=0.287758 recall=0.06125 lift=7.89602 divergence=125.01 regret=130.253 vote=1.42404
check_12(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    settles_at_least(From, To, 0, Position).
%
% Capture an enemy piece, defending another, less valuable piece of yours.
% figures: coverage=0.259375 precision=0.239686 low=0.2064 high=0.274032 recall=0.07625 lift=7.68612 divergence=262.373 regret=290.117 vote=0.057235
move_defends(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    defends(To, X, Next),
    worth_more(To, X, Position).
%
% Play a move that leaves you as well off in material as any can after the opponent's best capture, threatening to win at least a rook next.
% figures: coverage=0.206875 precision=0.198347 low=0.162435 high=0.236245 recall=0.06 lift=6.3605 divergence=94.0814 regret=113.739 vote=-0.701581
move_nets_most_5(Position, From, To) :-
    legal_move(From, To, Position),
    nets_most(From, To, Position),
    threatens_at_least(From, To, 5, Position).
%
% Play a move after which you come out as well as you can once all captures are over, threatening to win at least a pawn next.
% figures: coverage=0.738125 precision=0.189279 low=0.175183 high=0.20463 recall=0.3575 lift=6.06969 divergence=101.334 regret=107.913 vote=0.480171
move_settles_most(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position),
    threatens_at_least(From, To, 1, Position).
%
% Capture a more valuable enemy piece, so that another enemy piece threatens to win the capturing piece.
% figures: coverage=0.215625 precision=0.190698 low=0.155607 high=0.229386 recall=0.05125 lift=6.1152 divergence=233.889 regret=267.259 vote=0.759649
move_threatens_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    threatens(X, To, Next),
    worth_more(To, X, Position).
%
% When an enemy piece defends another enemy piece, capture the defender, so that the defended piece is attacked.
% figures: coverage=0.35625 precision=0.182631 low=0.157446 high=0.211141 recall=0.089375 lift=5.85652 divergence=305.666 regret=347.162 vote=0.194153
move_attacked(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    attacked(X, Next),
    defends(To, X, Position).
%
% Move a piece to a square in the centre, leaving you as well off in material as any move can.
% figures: coverage=0.385 precision=0.185775 low=0.162157 high=0.21168 recall=0.109375 lift=5.95734 divergence=97.7979 regret=119.577 vote=0.0756726
move_nets_most_6(Position, From, To) :-
    legal_move(From, To, Position),
    nets_most(From, To, Position),
    center(To, Position).
%
% Move a piece to a square in the opponent's half, leaving you as well off in material as any move can.
% figures: coverage=0.656875 precision=0.159061 low=0.145303 high=0.174618 recall=0.224375 lift=5.10068 divergence=107.044 regret=131.553 vote=-0.130439
move_nets_most_7(Position, From, To) :-
    legal_move(From, To, Position),
    nets_most(From, To, Position),
    enemy_half(To, Position).
%
% Capture a defended enemy piece with an attacked piece.
% figures: coverage=0.38625 precision=0.187885 low=0.166667 high=0.212683 recall=0.114375 lift=6.025 divergence=236.083 regret=270.893 vote=0.118027
move_attacked_2(Position, From, To) :-
    legal_move(From, To, Position),
    attacked(From, Position),
    defended(To, Position).
%
% Capture an enemy piece with a piece that is defended there.
% figures: coverage=0.29 precision=0.165675 low=0.14668 high=0.185268 recall=0.104375 lift=5.31277 divergence=266.533 regret=304.379 vote=0.165846
capture_defended(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    captures(From, To, Position),
    defended(To, Next).
%
% Move an attacked piece, losing nothing whatever the opponent captures next.
% figures: coverage=0.72625 precision=0.15716 low=0.147246 high=0.167905 recall=0.330625 lift=5.03972 divergence=127.409 regret=150.627 vote=0.0718606
move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    attacked(From, Position).
%
% Move a piece to a square where it is attacked, coming out no worse than after any other move once all captures are over.
% figures: coverage=0.71 precision=0.130849 low=0.120494 high=0.141766 recall=0.291875 lift=4.196 divergence=109.214 regret=121.566 vote=0.0343687
move_settles_most_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_most(From, To, Position),
    attacked(To, Next).
%
% Move an attacked piece, giving check.
% motif: check
% figures: coverage=0.13875 precision=0.128492 low=0.0974142 high=0.16388 recall=0.02875 lift=4.12041 divergence=304.592 regret=354.571 vote=-0.268399
check_13(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    attacked(From, Position).
%
% Move a piece to a square on a file without pawns of yours, coming out no worse than after any other move once all captures are over.
% figures: coverage=0.685 precision=0.116207 low=0.107338 high=0.125472 recall=0.305625 lift=3.72648 divergence=94.8055 regret=106.9 vote=0.112014
move_settles_most_3(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position),
    half_open_file(To, Position).
%
% Move a piece back, giving check.
% motif: check
% figures: coverage=0.043125 precision=0.0967742 low=0.0374884 high=0.164712 recall=0.005625 lift=3.10331 divergence=341.822 regret=413.837 vote=0.619194
check_14(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    retreats(From, To, Position).
%
% Move a piece to a square where it has no defender, coming out no worse than after any other move once all captures are over.
% figures: coverage=0.759375 precision=0.114171 low=0.104649 high=0.125326 recall=0.285 lift=3.66119 divergence=104.621 regret=117.254 vote=0.00396361
move_settles_most_4(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    settles_most(From, To, Position),
    undefended(To, Next).
%
% Move a piece, now attacking an enemy piece that is trapped.
% figures: coverage=0.115 precision=0.115702 low=0.0775862 high=0.152559 recall=0.0175 lift=3.71029 divergence=379.77 regret=435.446 vote=0.439937
move_trapped(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    trapped(X, Next),
    new_attack(To, X, Position, Next).
%
% Capture an enemy piece with an undefended piece.
% figures: coverage=0.404375 precision=0.106985 low=0.0902229 high=0.124302 recall=0.075625 lift=3.43074 divergence=340.676 regret=387.056 vote=0.106238
capture_undefended(Position, From, To) :-
    legal_move(From, To, Position),
    enemy(To, Position),
    undefended(From, Position).
%
% Play a move after which you come out as well as you can once all captures are over, reaching more squares than before.
% figures: coverage=0.788125 precision=0.101956 low=0.0946113 high=0.109694 recall=0.3975 lift=3.26947 divergence=98.7774 regret=110.87 vote=0.28616
move_settles_most_5(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position),
    gains_scope(From, To, Position).
%
% Move a knight, coming out no worse than after any other move once all captures are over.
% figures: coverage=0.434375 precision=0.116425 low=0.103293 high=0.131188 recall=0.150625 lift=3.73346 divergence=95.654 regret=114.209 vote=0.522656
knight_move_settles_most(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position),
    kind(From, knight, Position).
%
% Castle, allowing no mate in reply.
% motif: castling
% figures: coverage=0.120625 precision=0.116183 low=0.0769153 high=0.159642 recall=0.0175 lift=3.72568 divergence=221.01 regret=256.389 vote=2.3999
castling(Position, From, To) :-
    legal_move(From, To, Position),
    castles(From, To, Position),
    allows_no_mate(From, To, Position).
%
% Move a piece, losing nothing whatever the opponent captures next and threatening to win at least two pawns next.
% figures: coverage=0.528125 precision=0.116262 low=0.102437 high=0.132171 recall=0.20375 lift=3.72825 divergence=140.062 regret=161.154 vote=-0.345874
move_nets_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    threatens_at_least(From, To, 2, Position).
%
% Move a bishop, coming out no worse than after any other move once all captures are over.
% figures: coverage=0.466875 precision=0.0868421 low=0.0761691 high=0.0978168 recall=0.12375 lift=2.78481 divergence=100.64 regret=124.559 vote=0.627617
bishop_move_settles_most(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position),
    kind(From, bishop, Position).
%
% Move an undefended piece, coming out no worse than after any other move once all captures are over.
% figures: coverage=0.6125 precision=0.0861887 low=0.0776453 high=0.0949856 recall=0.204375 lift=2.76386 divergence=95.9704 regret=116.317 vote=0.0619089
move_settles_most_6(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position),
    undefended(From, Position).
%
% Move an attacked piece to a square where it is not attacked.
% figures: coverage=0.693125 precision=0.0957278 low=0.088027 high=0.104109 recall=0.226875 lift=3.06975 divergence=214.626 regret=253.197 vote=0.627321
move_attacked_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    attacked(From, Position),
    unattacked(To, Next).
%
% Move a piece in the opponent's half, leaving nothing of yours to be won.
% figures: coverage=0.28375 precision=0.0831928 low=0.0721646 high=0.0946522 recall=0.0925 lift=2.66779 divergence=141.034 regret=177.283 vote=0.239408
move_leaves_nothing_hanging_6(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    enemy_half(From, Position).
%
% Move your king, coming out no worse than after any other move once all captures are over.
% figures: coverage=0.478125 precision=0.0783099 low=0.0674916 high=0.0905555 recall=0.086875 lift=2.5112 divergence=109.719 regret=138.7 vote=0.511349
king_move_settles_most(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position),
    kind(From, king, Position).
%
% Move a pawn to a square in the opponent's half.
% figures: coverage=0.47 precision=0.0839223 low=0.0677955 high=0.100088 recall=0.059375 lift=2.69118 divergence=210.022 regret=251.086 vote=0.777889
pawn_move_enemy_half(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, pawn, Position),
    enemy_half(To, Position).
%
% Move a hanging pawn.
% figures: coverage=0.17375 precision=0.10559 low=0.0796138 high=0.129711 recall=0.031875 lift=3.38601 divergence=213.878 regret=253.573 vote=-0.716021
pawn_move_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, pawn, Position),
    hanging(From, Position).
%
% Move a queen, coming out no worse than after any other move once all captures are over.
% figures: coverage=0.484375 precision=0.0779695 low=0.0693938 high=0.0878434 recall=0.146875 lift=2.50029 divergence=102.534 regret=124.059 vote=0.408591
queen_move_settles_most(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position),
    kind(From, queen, Position).
%
% Move an attacked piece, reaching more squares than before.
% figures: coverage=0.571875 precision=0.093879 low=0.0849844 high=0.103524 recall=0.170625 lift=3.01046 divergence=287.47 regret=334.681 vote=0.0459838
move_gains_scope(Position, From, To) :-
    legal_move(From, To, Position),
    gains_scope(From, To, Position),
    attacked(From, Position).
%
% When an enemy pawn attacks one of your pieces, move the attacked piece.
% figures: coverage=0.15125 precision=0.0906077 low=0.0769231 high=0.105013 recall=0.05125 lift=2.90556 divergence=232.915 regret=274.175 vote=0.7219
move_attacks(Position, From, To) :-
    legal_move(From, To, Position),
    kind(X, pawn, Position),
    attacks(X, From, Position).
%
% Move an attacked piece to a square on a file without pawns of yours.
% figures: coverage=0.446875 precision=0.0995458 low=0.0892787 high=0.110231 recall=0.164375 lift=3.19218 divergence=274.77 regret=323.454 vote=-0.00893377
move_attacked_4(Position, From, To) :-
    legal_move(From, To, Position),
    attacked(From, Position),
    half_open_file(To, Position).
%
% Move a piece, losing nothing in the exchange and threatening to win at least a rook next.
% figures: coverage=0.348125 precision=0.0892405 low=0.073954 high=0.108096 recall=0.088125 lift=2.86172 divergence=199.885 regret=231.443 vote=0.37737
move_exchange_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    exchange_at_least(From, To, 0, Position),
    threatens_at_least(From, To, 5, Position).
%
% Play a move that leaves you as well off in material as any can after the opponent's best capture, allowing no mate in reply.
% figures: coverage=0.9975 precision=0.0720444 low=0.0686673 high=0.0757727 recall=0.778125 lift=2.31029 divergence=90.7737 regret=109.419 vote=1.15405
move_allows_no_mate_9(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    nets_most(From, To, Position).
%
% Move a piece, threatening to win a more valuable enemy piece.
% figures: coverage=0.685625 precision=0.0822343 low=0.0722733 high=0.0930864 recall=0.1325 lift=2.63705 divergence=282.811 regret=331.018 vote=0.676575
move_threatens_4(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    threatens(To, X, Next),
    worth_more(X, From, Position).
%
% Move a piece, leaving nothing of yours to be won and threatening to win at least a pawn next.
% figures: coverage=0.675625 precision=0.0728819 low=0.0659233 high=0.0797852 recall=0.273125 lift=2.33714 divergence=138.716 regret=165.159 vote=0.390609
move_leaves_nothing_hanging_7(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    threatens_at_least(From, To, 1, Position).
%
% Move a knight at the edge of the board.
% figures: coverage=0.181875 precision=0.0778061 low=0.0606274 high=0.0947948 recall=0.038125 lift=2.49505 divergence=241.954 regret=284.047 vote=0.652049
knight_move_edge(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, knight, Position),
    edge(From, Position).
%
% Move a hanging piece forward.
% figures: coverage=0.358125 precision=0.0848765 low=0.0735881 high=0.095438 recall=0.103125 lift=2.72178 divergence=289.798 regret=336.011 vote=-0.339026
move_advances(Position, From, To) :-
    legal_move(From, To, Position),
    advances(From, To, Position),
    hanging(From, Position).
%
% Move a hanging piece, allowing no mate in reply.
% figures: coverage=0.37375 precision=0.086944 low=0.0807553 high=0.09341 recall=0.189375 lift=2.78808 divergence=247.694 regret=290.508 vote=1.15979
move_allows_no_mate_10(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    hanging(From, Position).
%
% Move a pawn, coming out no worse than after any other move once all captures are over.
% figures: coverage=0.581875 precision=0.0695693 low=0.0628516 high=0.0770348 recall=0.18375 lift=2.23091 divergence=93.5279 regret=117.621 vote=0.584038
pawn_move_settles_most(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position),
    kind(From, pawn, Position).
%
% Move your king on a file without pawns of yours.
% figures: coverage=0.18125 precision=0.0751503 low=0.0621175 high=0.0906334 recall=0.046875 lift=2.40988 divergence=232.294 regret=278.386 vote=0.358356
king_move_half_open_file(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, king, Position),
    half_open_file(From, Position).
%
% Move a piece, now attacking a pinned enemy piece.
% figures: coverage=0.06375 precision=0.064257 low=0.0352941 high=0.0950462 recall=0.01 lift=2.06056 divergence=348.427 regret=393.927 vote=0.347402
move_pinned(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    pinned(X, Position),
    new_attack(To, X, Position, Next).
%
% When an enemy piece is the only defender of another enemy piece, capture the defended piece, so that the defender threatens to win the capturing piece.
% figures: coverage=0.55875 precision=0.0841189 low=0.069433 high=0.0981782 recall=0.0725 lift=2.69748 divergence=373.969 regret=422.305 vote=0.553356
move_threatens_5(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    threatens(X, To, Next),
    only_defender(X, To, Position).
%
% Move a piece, threatening to win an enemy piece that is pinned to the king.
% figures: coverage=0.09625 precision=0.0877193 low=0.0524184 high=0.125024 recall=0.0125 lift=2.81294 divergence=432.078 regret=474.688 vote=0.615393
move_threatens_6(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    threatens(To, X, Next),
    pinned(X, Next).
%
% Move an attacked piece, threatening to win at least two pawns next.
% figures: coverage=0.5275 precision=0.0704125 low=0.0615419 high=0.0791814 recall=0.12375 lift=2.25795 divergence=303.757 regret=353.305 vote=-0.169349
move_threatens_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    threatens_at_least(From, To, 2, Position),
    attacked(From, Position).
%
% Move a safe passed pawn.
% figures: coverage=0.105625 precision=0.082397 low=0.0509771 high=0.116279 recall=0.01375 lift=2.64227 divergence=303.497 regret=350.847 vote=0.793195
move_secure(Position, From, To) :-
    legal_move(From, To, Position),
    secure(From, Position),
    passed(From, Position).
%
% Move a piece, threatening to win an enemy piece next to the enemy king.
% figures: coverage=0.229375 precision=0.0643777 low=0.0460887 high=0.0828136 recall=0.028125 lift=2.06443 divergence=373.894 regret=427.093 vote=0.130725
move_threatens_7(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    threatens(To, X, Next),
    near_enemy_king(X, Position).
%
% Capture a defended enemy piece, giving check.
% motif: check
% figures: coverage=0.265 precision=0.0665362 low=0.0474159 high=0.0888452 recall=0.02125 lift=2.13365 divergence=421.492 regret=481.293 vote=-0.528627
check_15(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    defended(To, Position).
%
% Capture an enemy pawn, threatening to win at least a pawn next.
% figures: coverage=0.54 precision=0.063185 low=0.0524193 high=0.0754503 recall=0.06125 lift=2.02619 divergence=416.973 regret=477.141 vote=-0.0744169
capture_threatens_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    threatens_at_least(From, To, 1, Position),
    kind(To, pawn, Position).
%
% Move a piece at the edge of the board, leaving you as well off in material as any move can.
% figures: coverage=0.680625 precision=0.0569362 low=0.0527383 high=0.0613506 recall=0.305 lift=1.8258 divergence=101.167 regret=126.288 vote=0.0326191
move_nets_most_8(Position, From, To) :-
    legal_move(From, To, Position),
    nets_most(From, To, Position),
    edge(From, Position).
%
% Move a piece to a safe square where it is attacked.
% figures: coverage=0.886875 precision=0.0568573 low=0.0518169 high=0.0622969 recall=0.20625 lift=1.82327 divergence=225.434 regret=265.738 vote=0.366816
move_safe_11(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    attacked(To, Next).
%
% Capture an enemy piece, pinning an enemy bishop to another, more valuable enemy piece.
% motif: relative pin
% figures: coverage=0.01875 precision=0.0645161 low=0 high=0.162275 recall=0.00125 lift=2.06887 divergence=226.017 regret=285.083 vote=-0.104391
relative_pin(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(X, bishop, Position),
    pins_to(To, X, Y, Next),
    worth_more(Y, From, Position),
    worth_more(Y, To, Position).
%
% Move a piece forward to a square next to your king.
% figures: coverage=0.6475 precision=0.0428994 low=0.0345504 high=0.0515522 recall=0.054375 lift=1.37568 divergence=243.406 regret=289.785 vote=0.154647
move_advances_2(Position, From, To) :-
    legal_move(From, To, Position),
    advances(From, To, Position),
    near_own_king(To, Position).
%
% Move a piece to a safe square, threatening to win at least a knight or bishop next.
% figures: coverage=0.573125 precision=0.0574877 low=0.0501431 high=0.0652532 recall=0.175625 lift=1.84349 divergence=235.794 regret=270.769 vote=0.489602
move_safe_12(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    threatens_at_least(From, To, 3, Position).
%
% Move a defended undeveloped piece.
% figures: coverage=0.25625 precision=0.0526316 low=0.0436696 high=0.0625051 recall=0.050625 lift=1.68776 divergence=235.659 regret=278.582 vote=0.89371
move_defended_2(Position, From, To) :-
    legal_move(From, To, Position),
    defended(From, Position),
    undeveloped(From, Position).
%
% Move a knight to a square in the centre.
% figures: coverage=0.444375 precision=0.0529915 low=0.0402954 high=0.0654766 recall=0.03875 lift=1.6993 divergence=313.082 regret=368.736 vote=0.433483
knight_move_center(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, knight, Position),
    center(To, Position).
%
% Move a piece, defending another piece of yours that could be won before.
% figures: coverage=0.37625 precision=0.0503378 low=0.0435195 high=0.0573301 recall=0.093125 lift=1.61421 divergence=332.477 regret=380.509 vote=0.408601
move_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    hanging(X, Position),
    defends(To, X, Next).
%
% Move a piece, now attacking an enemy bishop.
% figures: coverage=0.6275 precision=0.0453164 low=0.0391611 high=0.0516404 recall=0.1025 lift=1.45318 divergence=384.538 regret=442.71 vote=0.265361
move_new_attack(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(X, bishop, Position),
    new_attack(To, X, Position, Next).
%
% Move a piece, now attacking an enemy piece that was safe before.
% figures: coverage=0.960625 precision=0.0422508 low=0.0403816 high=0.0440712 recall=0.5425 lift=1.35488 divergence=335.248 regret=386.306 vote=0.409759
move_secure_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    secure(X, Position),
    new_attack(To, X, Position, Next).
%
% Move a piece to a square where it is safe, threatening mate.
% figures: coverage=0.031875 precision=0.122449 low=0.0573712 high=0.206423 recall=0.0075 lift=3.92663 divergence=249.844 regret=298.349 vote=0.750791
move_threatens_mate(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    threatens_mate(From, To, Position),
    secure(To, Next).
%
% Move a piece to where it reaches more squares than before, threatening to win at least a queen next.
% figures: coverage=0.176875 precision=0.0616438 low=0.0460698 high=0.079887 recall=0.028125 lift=1.97676 divergence=447.303 regret=493.354 vote=0.146873
move_gains_scope_2(Position, From, To) :-
    legal_move(From, To, Position),
    gains_scope(From, To, Position),
    threatens_at_least(From, To, 9, Position).
%
% When your undeveloped piece defends another piece of yours, move the defended piece.
% figures: coverage=0.221875 precision=0.0340667 low=0.0260329 high=0.0424443 recall=0.03 lift=1.09243 divergence=274.964 regret=321.327 vote=0.685763
move_undeveloped(Position, From, To) :-
    legal_move(From, To, Position),
    undeveloped(X, Position),
    defends(X, From, Position).
%
% Move a rook to a square on a file without pawns of yours.
% figures: coverage=0.688125 precision=0.0383081 low=0.033627 high=0.0428901 recall=0.12 lift=1.22844 divergence=281.322 regret=329.123 vote=0.943883
rook_move_half_open_file(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, rook, Position),
    half_open_file(To, Position).
%
% Move a piece, defending another piece of yours in the opponent's half.
% figures: coverage=0.468125 precision=0.0327151 low=0.02794 high=0.0381954 recall=0.079375 lift=1.04909 divergence=315.403 regret=373.494 vote=0.299784
move_enemy_half(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    enemy_half(X, Position),
    defends(To, X, Next).
%
% Move an unattacked knight.
% figures: coverage=0.50375 precision=0.0360519 low=0.0311334 high=0.0408807 recall=0.1025 lift=1.15609 divergence=271.391 regret=320.371 vote=0.409791
knight_move_unattacked(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, knight, Position),
    unattacked(From, Position).
%
% Move a piece on your back rank, threatening to win at least a pawn next.
% figures: coverage=0.635 precision=0.0335309 low=0.0291877 high=0.0382502 recall=0.12375 lift=1.07525 divergence=335.984 regret=382.095 vote=0.207523
move_threatens_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    threatens_at_least(From, To, 1, Position),
    first_rank(From, Position).
%
% Move a bishop to a square on a file without pawns of yours.
% figures: coverage=0.509375 precision=0.0316885 low=0.0248226 high=0.0388918 recall=0.04375 lift=1.01617 divergence=293.19 regret=350.851 vote=-0.222587
bishop_move_half_open_file(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, bishop, Position),
    half_open_file(To, Position).
%
% Move a piece, defending another piece of yours in the centre.
% figures: coverage=0.588125 precision=0.0302142 low=0.0263507 high=0.0343651 recall=0.103125 lift=0.968895 divergence=315.179 regret=364.081 vote=0.109182
move_center(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    center(X, Position),
    defends(To, X, Next).
%
% Move a piece, being the only defender of your knight.
% figures: coverage=0.24875 precision=0.0284464 low=0.0206514 high=0.0369836 recall=0.024375 lift=0.912205 divergence=284.172 regret=339.199 vote=0.0818597
move_only_defender(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(X, knight, Position),
    only_defender(To, X, Next).
%
% When your pawn is the only defender of one of your pieces, move the defended piece.
% figures: coverage=0.56875 precision=0.0295248 low=0.0252638 high=0.0337149 recall=0.09125 lift=0.946786 divergence=295.511 regret=348.249 vote=-0.209408
move_only_defender_2(Position, From, To) :-
    legal_move(From, To, Position),
    kind(X, pawn, Position),
    only_defender(X, From, Position).
%
% Move a rook on a file without pawns of yours.
% figures: coverage=0.386875 precision=0.0262457 low=0.0228273 high=0.0297165 recall=0.08625 lift=0.841635 divergence=309.005 regret=362.729 vote=-0.589598
rook_move_half_open_file_2(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, rook, Position),
    half_open_file(From, Position).
%
% Move a safe piece, threatening mate.
% figures: coverage=0.055625 precision=0.0615385 low=0.0287081 high=0.101067 recall=0.0075 lift=1.97338 divergence=389.869 regret=465.684 vote=0.425059
move_threatens_mate_2(Position, From, To) :-
    legal_move(From, To, Position),
    threatens_mate(From, To, Position),
    secure(From, Position).
%
% Move a piece, so that another piece of yours that has no defender defends the moved piece.
% figures: coverage=0.9175 precision=0.0303237 low=0.0271444 high=0.0336445 recall=0.166875 lift=0.972405 divergence=256.796 regret=305.514 vote=-0.122883
move_undefended(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    undefended(X, Next),
    defends(X, To, Next).
%
% Move a piece to a square on an open file where it is attacked.
% figures: coverage=0.48625 precision=0.0336943 low=0.0285182 high=0.0390101 recall=0.07 lift=1.08049 divergence=454.812 regret=521.245 vote=-0.218478
move_attacked_5(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    attacked(To, Next),
    open_file(To, Position).
%
% Move an undefended piece to a square at the edge of the board.
% figures: coverage=0.733125 precision=0.0214004 low=0.0177616 high=0.0247922 recall=0.07125 lift=0.686258 divergence=281.699 regret=334.417 vote=-0.0442816
move_undefended_2(Position, From, To) :-
    legal_move(From, To, Position),
    undefended(From, Position),
    edge(To, Position).
%
% When an enemy piece attacks one of your pieces, move the attacked piece, so that the attacker attacks the moved piece.
% figures: coverage=0.52125 precision=0.0294651 low=0.0229978 high=0.0364336 recall=0.040625 lift=0.944872 divergence=338.867 regret=395.484 vote=0.102118
move_attacks_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    attacks(X, From, Position),
    attacks(X, To, Next).
%
% Move a piece, so that your knight is the only defender of the moved piece.
% figures: coverage=0.55875 precision=0.0328889 low=0.0257769 high=0.039453 recall=0.04625 lift=1.05466 divergence=282.439 regret=332.909 vote=-0.0560493
move_only_defender_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(X, knight, Position),
    only_defender(X, To, Next).
%
% Move a knight back.
% figures: coverage=0.570625 precision=0.0244836 low=0.0191935 high=0.0300368 recall=0.04 lift=0.785126 divergence=272.962 regret=326.705 vote=-0.340727
knight_move_retreats(Position, From, To) :-
    legal_move(From, To, Position),
    retreats(From, To, Position),
    kind(From, knight, Position).
%
% Move a piece, so that an undefended enemy piece now attacks the moved piece.
% figures: coverage=0.76125 precision=0.0290728 low=0.0252528 high=0.0333392 recall=0.105625 lift=0.932291 divergence=416.652 regret=476.625 vote=-0.199155
move_undefended_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    undefended(X, Position),
    new_attack(X, To, Position, Next).
%
% Move a pawn at the edge of the board.
% figures: coverage=0.884375 precision=0.0263225 low=0.0217798 high=0.0308891 recall=0.064375 lift=0.844097 divergence=224.403 regret=269.434 vote=-0.0624041
pawn_move_edge(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, pawn, Position),
    edge(From, Position).
%
% Move a piece on a file without pawns of yours to a square on your back rank.
% figures: coverage=0.649375 precision=0.0239521 low=0.0189406 high=0.0293275 recall=0.05 lift=0.768084 divergence=250.668 regret=296.813 vote=-0.0817221
move_first_rank(Position, From, To) :-
    legal_move(From, To, Position),
    first_rank(To, Position),
    half_open_file(From, Position).
%
% Move a piece back to a square at the edge of the board.
% figures: coverage=0.85625 precision=0.0199368 low=0.0157512 high=0.0240427 recall=0.05125 lift=0.639323 divergence=254.471 regret=307.673 vote=-0.368631
move_retreats_2(Position, From, To) :-
    legal_move(From, To, Position),
    retreats(From, To, Position),
    edge(To, Position).
%
% Move a bishop to a square at the edge of the board.
% figures: coverage=0.635 precision=0.0188976 low=0.0137358 high=0.0239421 recall=0.03 lift=0.606 divergence=315.853 regret=377.547 vote=-0.0762022
bishop_move_edge(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, bishop, Position),
    edge(To, Position).
%
% Move a piece, so that an enemy queen threatens to win the moved piece.
% figures: coverage=0.618125 precision=0.0146757 low=0.0108254 high=0.0187543 recall=0.03125 lift=0.470612 divergence=480.134 regret=546.941 vote=-0.524456
move_threatens_8(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    threatens(X, To, Next),
    kind(X, queen, Position).
%
% When one of your pieces defends another piece of yours, move the defender, so that the defended piece can be won.
% figures: coverage=0.62375 precision=0.014384 low=0.0114372 high=0.0177076 recall=0.043125 lift=0.461259 divergence=375.528 regret=440.431 vote=-0.178644
move_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    hanging(X, Next),
    defends(From, X, Position).
%
% When one of your pieces defends another piece of yours, move the defended piece, so that the defender can be won.
% figures: coverage=0.325 precision=0.0122888 low=0.0085486 high=0.0161468 recall=0.02 lift=0.394071 divergence=473.149 regret=536.956 vote=-0.488967
move_hanging_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    hanging(X, Next),
    defends(X, From, Position).
%
% Move a piece, so that a less valuable enemy piece attacks the moved piece.
% figures: coverage=0.898125 precision=0.0112664 low=0.00926827 high=0.0133776 recall=0.065 lift=0.361285 divergence=499.943 regret=565.027 vote=-0.856599
move_attacks_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    attacks(X, To, Next),
    worth_more(From, X, Position).
%
% Move an unattacked piece to a square where it can be won.
% figures: coverage=0.9225 precision=0.00737628 low=0.00585947 high=0.00896348 recall=0.05375 lift=0.236539 divergence=471.342 regret=535.324 vote=-0.465453
move_unattacked(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    unattacked(From, Position),
    hanging(To, Next).
% end of 2581 lines
