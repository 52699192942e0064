% motif tactics 1
% vocabulary: full
% games: rapid games of Lichess, both players rated 1500 to 1699
% reference: best move (Stockfish 15.1, depth=8)
% learned from: 9,851 positions
% measured on: 1,600 positions of other players
%
% Move a piece forward, leaving you better off in material than any other move would and staying ahead by at least a queen whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.00375 precision=0.666667 low=0.2 high=1 recall=0.0025 lift=21.3783 divergence=8.66667 regret=9
hanging_piece(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    advances(From, To, Position),
    nets_at_least(From, To, 9, Position).
%
% Recapture an enemy piece, leaving you better off in material than any other move would and staying ahead by at least a queen whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.005625 precision=0.777778 low=0.5 high=1 recall=0.004375 lift=24.9414 divergence=36.5556 regret=6
recapture(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 9, Position).
%
% Play the one move that leaves you best off in material after the opponent's best capture, staying ahead by at least a queen whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.00625 precision=0.8 low=0.5 high=1 recall=0.005 lift=25.654 divergence=32.9 regret=5.4
hanging_piece_2(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 9, Position).
%
% Recapture an enemy piece, leaving you better off in material than any other move would and winning at least a queen in the exchange.
% motif: recapture
% figures: coverage=0.00625 precision=0.8 low=0.5 high=1 recall=0.005 lift=25.654 divergence=32.9 regret=5.4
recapture_2(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 9, Position).
%
% Capture a more valuable enemy piece, leaving you better off in material than any other move would and staying ahead by at least a queen whatever the opponent captures next.
% motif: winning_capture
% figures: coverage=0.004375 precision=0.714286 low=0.333333 high=1 recall=0.003125 lift=22.9054 divergence=7.42857 regret=7.71429
winning_capture(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 9, Position),
    worth_more(To, From, Position).
%
% When you are in check, play the one move that leaves you best off in material after the opponent's best capture, winning at least two pawns in the exchange.
% figures: coverage=0.01375 precision=0.818182 low=0.636364 high=0.956567 recall=0.01125 lift=26.237 divergence=22 regret=9.5
move_nets_alone(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    in_check(Position).
%
% When an enemy piece threatens to win one of your pieces, capture that enemy piece with that piece, leaving you better off in material than any other move would and staying ahead by at least a rook whatever the opponent captures next.
% figures: coverage=0.006875 precision=0.818182 low=0.555556 high=1 recall=0.005625 lift=26.237 divergence=4.72727 regret=8.72727
move_threatens(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(To, From, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 5, Position).
%
% Recapture an enemy piece, after which your piece has no defender, staying ahead by at least a rook whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.00875 precision=1 low=1 high=1 recall=0.00875 lift=32.0675 divergence=19.7857 regret=0
recapture_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    recaptures(From, To, Position),
    nets_at_least(From, To, 5, Position),
    undefended(To, Next).
%
% When you are in check, play the one move that leaves you best off in material after the opponent's best capture, staying ahead by at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.013125 precision=0.809524 low=0.625 high=0.956567 recall=0.010625 lift=25.9594 divergence=23.0476 regret=9.95238
recapture_4(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    in_check(Position).
%
% Recapture an enemy piece, leaving you better off in material than any other move would and staying ahead by at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.04125 precision=0.818182 low=0.71666 high=0.900049 recall=0.03375 lift=26.237 divergence=35.1818 regret=25.3636
recapture_5(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 3, Position).
%
% Move an attacked piece to a square where it has no defender, staying ahead by at least a queen whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.00375 precision=1 low=1 high=1 recall=0.00375 lift=32.0675 divergence=46.1667 regret=0
hanging_piece_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 9, Position),
    attacked(From, Position),
    undefended(To, Next).
%
% Move an attacked piece, leaving you better off in material than any other move would and staying ahead by at least a rook whatever the opponent captures next.
% figures: coverage=0.015625 precision=0.84 low=0.689655 high=0.966667 recall=0.013125 lift=26.9367 divergence=18.96 regret=9.72
move_nets_alone_2(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    attacked(From, Position).
%
% Recapture an enemy piece, after which your piece has no defender, staying ahead by at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.02625 precision=0.880952 low=0.775 high=0.972222 recall=0.023125 lift=28.2499 divergence=25.1429 regret=23.0238
recapture_6(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    recaptures(From, To, Position),
    nets_at_least(From, To, 3, Position),
    undefended(To, Next).
%
% Play the one move that leaves you best off in material after the opponent's best capture, winning at least a queen in the exchange and staying ahead by at least a rook whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.0075 precision=0.833333 low=0.6 high=1 recall=0.00625 lift=26.7229 divergence=27.4167 regret=4.5
hanging_piece_4(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 9, Position),
    nets_at_least(From, To, 5, Position).
%
% When you are in check, play the one move that leaves you best off in material after the opponent's best capture, winning at least a rook in the exchange.
% motif: recapture
% figures: coverage=0.00875 precision=0.785714 low=0.545455 high=1 recall=0.006875 lift=25.1959 divergence=33.8571 regret=14.2143
recapture_7(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    in_check(Position).
%
% When you are in check, recapture an enemy piece, leaving you better off in material than any other move would.
% motif: recapture
% figures: coverage=0.015625 precision=0.8 low=0.629514 high=0.952381 recall=0.0125 lift=25.654 divergence=19.36 regret=8.36
recapture_8(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    in_check(Position).
%
% Recapture an enemy piece, leaving you better off in material than any other move would and staying ahead by at least a rook whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.014375 precision=0.869565 low=0.722024 high=1 recall=0.0125 lift=27.8848 divergence=20.6087 regret=8.65217
recapture_9(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 5, Position).
%
% When an enemy piece attacks your king, capture that enemy piece, leaving you better off in material than any other move would.
% figures: coverage=0.015 precision=0.875 low=0.733333 high=1 recall=0.013125 lift=28.0591 divergence=13.7083 regret=2.25
move_nets_alone_3(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    kind(X, king, Position),
    attacks(To, X, Position).
%
% Recapture an enemy piece, leaving you better off in material than any other move would and winning at least a rook in the exchange.
% motif: recapture
% figures: coverage=0.016875 precision=0.851852 low=0.708125 high=0.966667 recall=0.014375 lift=27.3168 divergence=39.4815 regret=29.2963
recapture_10(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position).
%
% When an enemy piece threatens to win one of your pieces, capture that enemy piece with that piece, leaving you better off in material than any other move would and staying ahead by at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.0125 precision=0.9 low=0.75 high=1 recall=0.01125 lift=28.8607 divergence=50.9 regret=4.8
move_threatens_2(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(To, From, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 3, Position).
%
% Move a rook, leaving you better off in material than any other move would and staying ahead by at least a rook whatever the opponent captures next.
% figures: coverage=0.005 precision=0.875 low=0.6 high=1 recall=0.004375 lift=28.0591 divergence=0 regret=0.25
rook_move_nets_alone(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    kind(From, rook, Position).
%
% Recapture an enemy piece, after which your piece has no defender, winning at least a rook in the exchange.
% motif: recapture
% figures: coverage=0.01125 precision=0.888889 low=0.722222 high=1 recall=0.01 lift=28.5044 divergence=117.056 regret=106.667
recapture_11(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    recaptures(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    undefended(To, Next).
%
% Move a hanging piece to a square where it has no defender, staying ahead by at least a rook whatever the opponent captures next.
% figures: coverage=0.008125 precision=0.857143 low=0.666667 high=1 recall=0.0075 lift=27.4864 divergence=3.30769 regret=6.69231
move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 5, Position),
    undefended(To, Next),
    hanging(From, Position).
%
% Move an attacked piece to a square where it has no defender, staying ahead by at least a rook whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.01125 precision=0.894737 low=0.749728 high=1 recall=0.010625 lift=28.692 divergence=17.7778 regret=4.83333
hanging_piece_5(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 5, Position),
    attacked(From, Position),
    undefended(To, Next).
%
% When you are in check, play the one move that leaves you best off in material after the opponent's best capture, winning at least a pawn in the exchange.
% figures: coverage=0.015 precision=0.833333 low=0.666667 high=0.961574 recall=0.0125 lift=26.7229 divergence=20.1667 regret=8.70833
move_nets_alone_4(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 1, Position),
    in_check(Position).
%
% Recapture an enemy piece, leaving you better off in material than any other move would and winning at least two pawns in the exchange.
% motif: recapture
% figures: coverage=0.05 precision=0.7625 low=0.662634 high=0.851879 recall=0.038125 lift=24.4515 divergence=42.2125 regret=37.9125
recapture_12(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position).
%
% When you are in check, move a piece to a square on an open file, leaving you better off in material than any other move would.
% figures: coverage=0.013125 precision=0.809524 low=0.615217 high=0.961538 recall=0.010625 lift=25.9594 divergence=20.0952 regret=11
move_nets_alone_5(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    in_check(Position),
    open_file(To, Position).
%
% Capture an enemy rook with a rook, leaving nothing of yours to be won.
% figures: coverage=0.003125 precision=1 low=1 high=1 recall=0.003125 lift=32.0675 divergence=0 regret=0
rook_capture_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    kind(From, rook, Position),
    kind(To, rook, Position).
%
% Move an attacked piece, leaving you better off in material than any other move would and staying ahead by at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.035 precision=0.857143 low=0.763101 high=0.941198 recall=0.03 lift=27.4864 divergence=54.3929 regret=16.9286
move_nets_alone_6(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    attacked(From, Position).
%
% When an enemy piece threatens to win one of your pieces, capture that enemy piece with that piece, leaving you better off in material than any other move would and winning at least a rook in the exchange.
% figures: coverage=0.008125 precision=0.846154 low=0.615278 high=1 recall=0.006875 lift=27.134 divergence=4 regret=7.38462
move_threatens_3(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(To, From, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position).
%
% When an enemy piece attacks one of your pieces, capture that enemy piece with that piece, leaving you better off in material than any other move would and staying ahead by at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.028125 precision=0.866667 low=0.761746 high=0.954545 recall=0.024375 lift=27.7918 divergence=46.8222 regret=18.7778
move_nets_alone_7(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    attacks(To, From, Position).
%
% Move an attacked piece, leaving you better off in material than any other move would and winning at least a rook in the exchange.
% figures: coverage=0.0175 precision=0.821429 low=0.666667 high=0.958333 recall=0.014375 lift=26.3412 divergence=38.0714 regret=29.8214
move_nets_alone_8(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    attacked(From, Position).
%
% Move a hanging piece, leaving you better off in material than any other move would and staying ahead by at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.0175 precision=0.821429 low=0.666667 high=0.954545 recall=0.014375 lift=26.3412 divergence=91.0357 regret=28.25
move_nets_alone_9(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    hanging(From, Position).
%
% When an enemy piece attacks your more valuable piece, capture that enemy piece, leaving you better off in material than any other move would.
% figures: coverage=0.02875 precision=0.847826 low=0.736842 high=0.941205 recall=0.024375 lift=27.1877 divergence=62.6522 regret=7.86957
move_nets_alone_10(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    attacks(To, X, Position),
    worth_more(X, From, Position).
%
% When you are in check, move a piece to a square where it has no defender, staying ahead by at least a pawn whatever the opponent captures next.
% figures: coverage=0.00625 precision=1 low=1 high=1 recall=0.00625 lift=32.0675 divergence=27.7 regret=0
move_nets_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 1, Position),
    in_check(Position),
    undefended(To, Next).
%
% When you are in check, move a safe piece, leaving you better off in material than any other move would.
% figures: coverage=0.0125 precision=0.85 low=0.666667 high=1 recall=0.010625 lift=27.2574 divergence=13.85 regret=0.1
move_nets_alone_11(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    in_check(Position),
    secure(From, Position).
%
% When you are in check, move a rook, winning at least a rook in the exchange.
% motif: recapture
% figures: coverage=0.005625 precision=0.888889 low=0.6 high=1 recall=0.005 lift=28.5044 divergence=0 regret=0.222222
recapture_13(Position, From, To) :-
    legal_move(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    in_check(Position),
    kind(From, rook, Position).
%
% Capture an undefended enemy piece, after which your piece has no defender, staying ahead by at least a rook whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.013125 precision=0.909091 low=0.782609 high=1 recall=0.0125 lift=29.1523 divergence=15.2381 regret=4.80952
hanging_piece_6(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 5, Position),
    undefended(To, Position),
    undefended(To, Next).
%
% Capture an enemy piece, leaving you better off in material than any other move would and staying ahead by at least a rook whatever the opponent captures next.
% figures: coverage=0.02 precision=0.84375 low=0.714192 high=0.96 recall=0.016875 lift=27.057 divergence=14.8125 regret=9.40625
capture_nets_alone(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 5, Position).
%
% Move a piece to a square where it has no defender, giving check and winning at least a rook in the exchange.
% motif: hanging_piece
% figures: coverage=0.000625 precision=0 low=0 high=0 recall=0 lift=0 divergence=0 regret=44
hanging_piece_7(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    gives_check(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    undefended(To, Next).
%
% Move a defended piece, leaving you better off in material than any other move would and staying ahead by at least a queen whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.004375 precision=0.857143 low=0.5 high=1 recall=0.00375 lift=27.4864 divergence=39.5714 regret=0.285714
hanging_piece_8(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 9, Position),
    defended(From, Position).
%
% When you are in check, move a rook, staying ahead by at least two pawns whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.006875 precision=0.818182 low=0.545455 high=1 recall=0.005625 lift=26.237 divergence=20.8182 regret=21
recapture_14(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 2, Position),
    in_check(Position),
    kind(From, rook, Position).
%
% Play the one move that leaves you best off in material after the opponent's best capture, leaving nothing of yours to be won and winning at least two pawns in the exchange.
% figures: coverage=0.05 precision=0.8125 low=0.727246 high=0.891304 recall=0.040625 lift=26.0548 divergence=44.25 regret=14.875
move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 2, Position).
%
% Move an attacked piece, giving check and winning at least a rook in the exchange.
% figures: coverage=0.00125 precision=0 low=0 high=0 recall=0 lift=0 divergence=0 regret=40
move_gives_check(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    attacked(From, Position).
%
% Move an undefended piece, leaving you better off in material than any other move would and winning at least a queen in the exchange.
% figures: coverage=0.0025 precision=0.75 low=0 high=1 recall=0.001875 lift=24.0506 divergence=13 regret=13
move_nets_alone_12(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 9, Position),
    undefended(From, Position).
%
% When you are in check, play the one move that leaves you best off in material after the opponent's best capture, allowing no mate in reply.
% figures: coverage=0.036875 precision=0.847458 low=0.753836 high=0.93617 recall=0.03125 lift=27.1758 divergence=12.3729 regret=9.27119
move_allows_no_mate(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    nets_alone(From, To, Position),
    in_check(Position).
%
% Capture a more valuable enemy piece, after which your piece has no defender, leaving nothing of yours to be won.
% motif: winning_capture
% figures: coverage=0.011875 precision=0.9 low=0.764706 high=1 recall=0.01125 lift=28.8607 divergence=12.1053 regret=12.1053
winning_capture_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    undefended(To, Next),
    worth_more(To, From, Position).
%
% Move a rook, giving checkmate and leaving you as well off in material as any move can.
% figures: coverage=0.000625 precision=1 low=1 high=1 recall=0.000625 lift=32.0675 divergence=1915 regret=0
rook_move_gives_mate(Position, From, To) :-
    legal_move(From, To, Position),
    gives_mate(From, To, Position),
    nets_most(From, To, Position),
    kind(From, rook, Position).
%
% Move a piece to a square next to your king, leaving you better off in material than any other move would and winning at least a rook in the exchange.
% motif: recapture
% figures: coverage=0.004375 precision=0.857143 low=0.5 high=1 recall=0.00375 lift=27.4864 divergence=20.7143 regret=20.7143
recapture_15(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    near_own_king(To, Position).
%
% Move a safe piece, leaving you better off in material than any other move would and staying ahead by at least a queen whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.00375 precision=0.833333 low=0.5 high=1 recall=0.003125 lift=26.7229 divergence=46.1667 regret=0.333333
hanging_piece_9(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 9, Position),
    secure(From, Position).
%
% Capture an undefended enemy piece, leaving you better off in material than any other move would and staying ahead by at least a knight or bishop whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.045 precision=0.819444 low=0.730769 high=0.901239 recall=0.036875 lift=26.2775 divergence=22.4583 regret=10.4444
hanging_piece_10(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    undefended(To, Position).
%
% Move a piece back, leaving you better off in material than any other move would and staying ahead by at least a knight or bishop whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.00625 precision=0.9 low=0.699167 high=1 recall=0.005625 lift=28.8607 divergence=1.3 regret=1.3
hanging_piece_11(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    retreats(From, To, Position),
    nets_at_least(From, To, 3, Position).
%
% When an enemy piece threatens to win one of your pieces, capture that enemy piece on an open file with that piece, leaving you better off in material than any other move would.
% figures: coverage=0.006875 precision=0.909091 low=0.7 high=1 recall=0.00625 lift=29.1523 divergence=0.363636 regret=5.54545
move_threatens_4(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(To, From, Position),
    nets_alone(From, To, Position),
    open_file(To, Position).
%
% Move an attacked piece to a square where it has no defender, staying ahead by at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.024375 precision=0.875 low=0.777778 high=0.972222 recall=0.021875 lift=28.0591 divergence=37.8462 regret=20.0513
move_nets_at_least_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 3, Position),
    attacked(From, Position),
    undefended(To, Next).
%
% Recapture an enemy knight, leaving you better off in material than any other move would.
% motif: recapture
% figures: coverage=0.01625 precision=0.653846 low=0.478261 high=0.833333 recall=0.010625 lift=20.9672 divergence=30.6923 regret=36.7692
recapture_16(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    kind(To, knight, Position).
%
% When an enemy piece attacks one of your pieces, capture that enemy piece with that piece, after which your piece has no defender, staying ahead by at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.02 precision=0.9375 low=0.851852 high=1 recall=0.01875 lift=30.0633 divergence=44.375 regret=19.875
move_nets_at_least_4(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 3, Position),
    undefended(To, Next),
    attacks(To, From, Position).
%
% When you are in check, move a queen, leaving you better off in material than any other move would.
% figures: coverage=0.006875 precision=0.818182 low=0.5 high=1 recall=0.005625 lift=26.237 divergence=25.1818 regret=7.81818
queen_move_nets_alone(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    in_check(Position),
    kind(From, queen, Position).
%
% When you are in check, capture an undefended enemy piece, leaving you better off in material than any other move would.
% motif: recapture
% figures: coverage=0.011875 precision=0.789474 low=0.576786 high=0.952484 recall=0.009375 lift=25.3164 divergence=25.4737 regret=11
recapture_17(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    in_check(Position),
    undefended(To, Position).
%
% Move a piece, now attacking an enemy piece and staying ahead by at least a queen whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.003125 precision=0.8 low=0.333333 high=1 recall=0.0025 lift=25.654 divergence=0 regret=0.4
hanging_piece_12(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 9, Position),
    enemy(X, Position),
    new_attack(To, X, Position, Next).
%
% Capture an enemy knight, leaving nothing of yours to be won and leaving you better off in material than any other move would.
% figures: coverage=0.02 precision=0.75 low=0.593721 high=0.892857 recall=0.015 lift=24.0506 divergence=64.5625 regret=26.6562
capture_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    nets_alone(From, To, Position),
    kind(To, knight, Position).
%
% Move a hanging piece, leaving you better off in material than any other move would and winning at least a rook in the exchange.
% figures: coverage=0.01 precision=0.8125 low=0.6 high=1 recall=0.008125 lift=26.0548 divergence=40.25 regret=43
move_nets_alone_13(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    hanging(From, Position).
%
% Move an undefended piece to a square where it has no defender, staying ahead by at least a rook whatever the opponent captures next.
% figures: coverage=0.01 precision=0.823529 low=0.624851 high=1 recall=0.00875 lift=26.4085 divergence=2.6875 regret=9.0625
move_nets_at_least_5(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 5, Position),
    undefended(From, Position),
    undefended(To, Next).
%
% Recapture an enemy piece on an open file, leaving you better off in material than any other move would.
% motif: recapture
% figures: coverage=0.021875 precision=0.8 low=0.666667 high=0.920026 recall=0.0175 lift=25.654 divergence=48.5429 regret=40.3714
recapture_18(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    open_file(To, Position).
%
% Move a piece to a square where it has no defender, leaving nothing of yours to be won and winning at least two pawns in the exchange.
% motif: hanging_piece
% figures: coverage=0.034375 precision=0.842105 low=0.754086 high=0.933361 recall=0.03 lift=27.0042 divergence=26.1364 regret=10.3909
hanging_piece_13(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    exchange_at_least(From, To, 2, Position),
    undefended(To, Next).
%
% When you are in check, capture an enemy rook, leaving you better off in material than any other move would.
% figures: coverage=0.005 precision=0.875 low=0.6 high=1 recall=0.004375 lift=28.0591 divergence=18.125 regret=18.125
capture_nets_alone_2(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    in_check(Position),
    kind(To, rook, Position).
%
% Move a hanging piece to a square where it has no defender, staying ahead by at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.01375 precision=0.782609 low=0.625 high=0.941258 recall=0.01125 lift=25.0963 divergence=51.5455 regret=35.5455
move_nets_at_least_6(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 3, Position),
    undefended(To, Next),
    hanging(From, Position).
%
% Capture a more valuable enemy piece, leaving nothing of yours to be won and leaving you better off in material than any other move would.
% motif: winning_capture
% figures: coverage=0.01625 precision=0.846154 low=0.695569 high=0.965517 recall=0.01375 lift=27.134 divergence=29.1154 regret=10.7308
winning_capture_3(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    nets_alone(From, To, Position),
    worth_more(To, From, Position).
%
% Move a piece to a square next to your king, leaving you better off in material than any other move would and staying ahead by at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.008125 precision=0.692308 low=0.416667 high=0.923077 recall=0.005625 lift=22.2006 divergence=37.8462 regret=16.4615
move_nets_alone_14(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 3, Position),
    near_own_king(To, Position).
%
% When an enemy piece attacks one of your pieces, recapture that enemy piece with that piece, leaving you better off in material than any other move would.
% motif: recapture
% figures: coverage=0.030625 precision=0.816327 low=0.697674 high=0.918434 recall=0.025 lift=26.1776 divergence=67.2449 regret=43.2857
recapture_19(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    attacks(To, From, Position).
%
% Recapture an undefended enemy piece, leaving you better off in material than any other move would.
% motif: recapture
% figures: coverage=0.0475 precision=0.763158 low=0.666667 high=0.855465 recall=0.03625 lift=24.4726 divergence=20.3026 regret=21.9474
recapture_20(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    undefended(To, Position).
%
% When you are in check, play the one move that leaves you best off in material after the opponent's best capture, staying ahead by at least a rook whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.008125 precision=0.769231 low=0.5 high=1 recall=0.00625 lift=24.6673 divergence=36.4615 regret=15.3077
recapture_21(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    in_check(Position).
%
% Recapture an enemy piece, after which your piece has no defender, leaving you better off in material than any other move would.
% motif: recapture
% figures: coverage=0.04 precision=0.78125 low=0.680556 high=0.870979 recall=0.03125 lift=25.0527 divergence=44.5781 regret=46.8906
recapture_22(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    recaptures(From, To, Position),
    nets_alone(From, To, Position),
    undefended(To, Next).
%
% When you are in check, move a piece to a square where it has no defender, leaving you better off in material than any other move would.
% figures: coverage=0.01 precision=0.9375 low=0.785714 high=1 recall=0.009375 lift=30.0633 divergence=17.3125 regret=0
move_nets_alone_15(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_alone(From, To, Position),
    in_check(Position),
    undefended(To, Next).
%
% Capture an enemy rook with a rook, staying ahead by at least a knight or bishop whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.005625 precision=0.888889 low=0.6 high=1 recall=0.005 lift=28.5044 divergence=59.7778 regret=5.33333
hanging_piece_14(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 3, Position),
    kind(From, rook, Position),
    kind(To, rook, Position).
%
% Move a piece on your back rank, leaving you better off in material than any other move would and staying ahead by at least a rook whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.005625 precision=0.888889 low=0.63608 high=1 recall=0.005 lift=28.5044 divergence=16.1111 regret=16.1111
hanging_piece_15(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 5, Position),
    first_rank(From, Position).
%
% Capture an enemy queen, after which your piece has no defender, staying ahead by at least a rook whatever the opponent captures next.
% motif: hanging_piece
% figures: coverage=0.0075 precision=0.916667 low=0.714286 high=1 recall=0.006875 lift=29.3952 divergence=23.0833 regret=3.66667
hanging_piece_16(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 5, Position),
    kind(To, queen, Position),
    undefended(To, Next).
%
% Move a piece forward, leaving you better off in material than any other move would and winning at least a queen in the exchange.
% motif: hanging_piece
% figures: coverage=0.005 precision=0.75 low=0.444048 high=1 recall=0.00375 lift=24.0506 divergence=6.5 regret=6.75
hanging_piece_17(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    advances(From, To, Position),
    exchange_at_least(From, To, 9, Position).
%
% When an enemy piece threatens to win your queen, capture that enemy piece with your queen, leaving you better off in material than any other move would.
% figures: coverage=0.008125 precision=0.923077 low=0.75 high=1 recall=0.0075 lift=29.6008 divergence=73.2308 regret=4.69231
queen_move_threatens(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(To, From, Position),
    nets_alone(From, To, Position),
    kind(From, queen, Position).
%
% Capture a less valuable enemy piece, leaving you better off in material than any other move would and winning at least a rook in the exchange.
% motif: hanging_piece
% figures: coverage=0.00625 precision=0.7 low=0.375 high=1 recall=0.004375 lift=22.4472 divergence=14.5 regret=76.1
hanging_piece_18(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    worth_more(From, To, Position).
%
% Capture an enemy bishop, after which your piece is safe, leaving you better off in material than any other move would.
% figures: coverage=0.014375 precision=0.956522 low=0.85 high=1 recall=0.01375 lift=30.6733 divergence=57.7826 regret=2
capture_nets_alone_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_alone(From, To, Position),
    kind(To, bishop, Position),
    secure(To, Next).
%
% When an enemy piece threatens to win your more valuable piece, capture that enemy piece, leaving you better off in material than any other move would.
% figures: coverage=0.0125 precision=0.8 low=0.590842 high=0.952381 recall=0.01 lift=25.654 divergence=98.75 regret=15.4
move_nets_alone_16(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    threatens(To, X, Position),
    worth_more(X, From, Position).
%
% Move a piece, threatening to win an unattacked enemy piece and staying ahead by at least a rook whatever the opponent captures next.
% figures: coverage=0.005625 precision=0.777778 low=0.5 high=1 recall=0.004375 lift=24.9414 divergence=0 regret=5.11111
move_nets_at_least_7(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 5, Position),
    threatens(To, X, Next),
    unattacked(X, Position).
%
% Move a piece to a square where it has no defender, winning at least a knight or bishop in the exchange and winning at least what the opponent's best capture takes back.
% figures: coverage=0.0575 precision=0.68 low=0.581622 high=0.772739 recall=0.0425 lift=21.8059 divergence=75.2989 regret=82.538
move_exchange_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    exchange_at_least(From, To, 3, Position),
    nets_at_least(From, To, 0, Position),
    undefended(To, Next).
%
% Capture an enemy knight with a piece on your back rank, leaving you better off in material than any other move would.
% figures: coverage=0.003125 precision=0.4 low=0 high=1 recall=0.00125 lift=12.827 divergence=109.8 regret=131.2
capture_nets_alone_4(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    kind(To, knight, Position),
    first_rank(From, Position).
%
% Capture an enemy bishop, leaving you better off in material than any other move would and winning at least what the opponent's best capture takes back.
% figures: coverage=0.026875 precision=0.767442 low=0.638298 high=0.888889 recall=0.020625 lift=24.6099 divergence=78.6977 regret=38.7674
capture_nets_alone_5(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    nets_at_least(From, To, 0, Position),
    kind(To, bishop, Position).
%
% When an enemy piece threatens to win one of your pieces on your back rank, capture that enemy piece with that piece, staying ahead by at least a pawn whatever the opponent captures next.
% figures: coverage=0.0075 precision=0.916667 low=0.714286 high=1 recall=0.006875 lift=29.3952 divergence=10.5 regret=40
move_threatens_5(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(To, From, Position),
    nets_at_least(From, To, 1, Position),
    first_rank(From, Position).
%
% When an enemy piece attacks one of your pieces, capture that enemy piece with that piece, after which your piece has no defender, leaving you better off in material than any other move would.
% figures: coverage=0.043125 precision=0.797101 low=0.696884 high=0.887363 recall=0.034375 lift=25.5611 divergence=71.029 regret=42.2464
move_nets_alone_17(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_alone(From, To, Position),
    undefended(To, Next),
    attacks(To, From, Position).
%
% Move a hanging piece on your back rank, leaving you better off in material than any other move would.
% figures: coverage=0.008125 precision=0.692308 low=0.411471 high=0.916667 recall=0.005625 lift=22.2006 divergence=41.4615 regret=17
move_nets_alone_18(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    hanging(From, Position),
    first_rank(From, Position).
%
% Recapture an enemy piece, after which your piece has no defender, leaving you as well off in material as any move can.
% motif: recapture
% figures: coverage=0.05125 precision=0.707317 low=0.610374 high=0.802876 recall=0.03625 lift=22.6819 divergence=64 regret=71.2073
recapture_23(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    recaptures(From, To, Position),
    nets_most(From, To, Position),
    undefended(To, Next).
%
% When an enemy piece attacks one of your pieces and that enemy piece attacks your king, capture that enemy piece with that piece.
% figures: coverage=0.011875 precision=0.857143 low=0.722222 high=1 recall=0.01125 lift=27.4864 divergence=16 regret=1.42105
move_attacks(Position, From, To) :-
    legal_move(From, To, Position),
    attacks(To, From, Position),
    kind(X, king, Position),
    attacks(To, X, Position).
%
% Move a piece, giving checkmate and now attacking a defended enemy piece.
% motif: checkmate
% figures: coverage=0.000625 precision=1 low=1 high=1 recall=0.000625 lift=32.0675 divergence=0 regret=0
checkmate(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    gives_mate(From, To, Position),
    defended(X, Position),
    new_attack(To, X, Position, Next).
%
% Capture an undefended enemy piece, giving check and leaving you better off in material than any other move would.
% motif: hanging_piece
% figures: coverage=0.004375 precision=0.714286 low=0.333333 high=1 recall=0.003125 lift=22.9054 divergence=33.2857 regret=18.7143
hanging_piece_19(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    nets_alone(From, To, Position),
    undefended(To, Position).
%
% Move your king, leaving you better off in material than any other move would and allowing no mate in reply.
% figures: coverage=0.02375 precision=0.763158 low=0.619013 high=0.893645 recall=0.018125 lift=24.4726 divergence=34.5526 regret=14.6579
king_move_allows_no_mate(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    nets_alone(From, To, Position),
    kind(From, king, Position).
%
% Move a bishop forward, staying ahead by at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.013125 precision=0.714286 low=0.5 high=0.9 recall=0.009375 lift=22.9054 divergence=43.2381 regret=39.0476
bishop_move_advances(Position, From, To) :-
    legal_move(From, To, Position),
    advances(From, To, Position),
    nets_at_least(From, To, 3, Position),
    kind(From, bishop, Position).
%
% Capture a more valuable enemy piece, after which your piece has no defender, leaving you better off in material than any other move would.
% motif: winning_capture
% figures: coverage=0.02875 precision=0.76087 low=0.622616 high=0.882387 recall=0.021875 lift=24.3992 divergence=62.8261 regret=50.8696
winning_capture_4(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_alone(From, To, Position),
    undefended(To, Next),
    worth_more(To, From, Position).
%
% When you are in check, move a piece on your back rank, staying ahead by at least two pawns whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.01 precision=0.736842 low=0.566667 high=0.909091 recall=0.00875 lift=23.6287 divergence=28.5312 regret=28.5312
recapture_24(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 2, Position),
    in_check(Position),
    first_rank(From, Position).
%
% Capture an enemy knight with a knight, leaving you better off in material than any other move would.
% figures: coverage=0.00625 precision=0.9 low=0.666667 high=1 recall=0.005625 lift=28.8607 divergence=58.6 regret=13.8
knight_capture_nets_alone(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    kind(From, knight, Position),
    kind(To, knight, Position).
%
% Move an undefended piece, winning at least a rook in the exchange and staying ahead by at least a pawn whatever the opponent captures next.
% figures: coverage=0.013125 precision=0.727273 low=0.538393 high=0.909091 recall=0.01 lift=23.3218 divergence=5.57143 regret=37.2857
move_exchange_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    exchange_at_least(From, To, 5, Position),
    nets_at_least(From, To, 1, Position),
    undefended(From, Position).
%
% When an enemy piece attacks your king, capture that enemy piece, so that your king is the only defender of one of your pieces.
% figures: coverage=0.005 precision=0.875 low=0.6 high=1 recall=0.004375 lift=28.0591 divergence=79.625 regret=82.125
move_attacks_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(X, king, Position),
    attacks(To, X, Position),
    only_defender(X, To, Next).
%
% Recapture an enemy piece with a hanging rook.
% motif: recapture
% figures: coverage=0.004375 precision=1 low=1 high=1 recall=0.004375 lift=32.0675 divergence=0 regret=0
recapture_25(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    kind(From, rook, Position),
    hanging(From, Position).
%
% Capture a less valuable enemy piece with a queen, staying ahead by at least a knight or bishop whatever the opponent captures next.
% figures: coverage=0.018125 precision=0.551724 low=0.379113 high=0.740794 recall=0.01 lift=17.6924 divergence=103.276 regret=47.931
queen_move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 3, Position),
    kind(From, queen, Position),
    worth_more(From, To, Position).
%
% Capture a trapped enemy piece, leaving nothing of yours to be won.
% figures: coverage=0.00125 precision=0.666667 low=0.5 high=1 recall=0.00125 lift=21.3783 divergence=482.75 regret=482.75
move_leaves_nothing_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    advances(From, To, Position),
    trapped(To, Position).
%
% Recapture an enemy piece with a safe piece, staying ahead by at least a knight or bishop whatever the opponent captures next.
% motif: recapture
% figures: coverage=0.043125 precision=0.651163 low=0.567886 high=0.741594 recall=0.035 lift=20.8812 divergence=39.3333 regret=35.9565
recapture_26(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_at_least(From, To, 3, Position),
    secure(From, Position).
%
% Move a hanging piece to a square where it is not attacked, leaving you better off in material than any other move would.
% figures: coverage=0.039375 precision=0.571429 low=0.440646 high=0.698732 recall=0.0225 lift=18.3243 divergence=35.7619 regret=58.9206
move_nets_alone_19(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_alone(From, To, Position),
    unattacked(To, Next),
    hanging(From, Position).
%
% Capture an undefended enemy piece with a defended piece, leaving you better off in material than any other move would.
% motif: hanging_piece
% figures: coverage=0.06625 precision=0.669811 low=0.58136 high=0.752296 recall=0.044375 lift=21.4792 divergence=71.1981 regret=63.4528
hanging_piece_20(Position, From, To) :-
    legal_move(From, To, Position),
    nets_alone(From, To, Position),
    defended(From, Position),
    undefended(To, Position).
%
% Capture an enemy queen with an undefended piece.
% figures: coverage=0.001875 precision=0.666667 low=0 high=1 recall=0.00125 lift=21.3783 divergence=205.667 regret=53.3333
capture_retreats(Position, From, To) :-
    legal_move(From, To, Position),
    retreats(From, To, Position),
    kind(To, queen, Position),
    undefended(From, Position).
%
% Play the one move that leaves you best off in material after the opponent's best capture, leaving nothing of yours to be won and allowing no mate in reply.
% figures: coverage=0.1675 precision=0.574627 low=0.522042 high=0.63142 recall=0.09625 lift=18.4268 divergence=60.2799 regret=59.2649
move_allows_no_mate_2(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    nets_alone(From, To, Position).
%
% Move a piece forward, leaving nothing of yours to be won and leaving you better off in material than any other move would.
% figures: coverage=0.115625 precision=0.572973 low=0.504992 high=0.646418 recall=0.06625 lift=18.3738 divergence=60.2703 regret=58.7243
move_leaves_nothing_hanging_3(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    nets_alone(From, To, Position),
    advances(From, To, Position).
%
% Move a piece, leaving you better off in material than any other move would and now attacking an enemy piece.
% figures: coverage=0.138125 precision=0.565611 low=0.504713 high=0.635081 recall=0.078125 lift=18.1377 divergence=75.1765 regret=64.2081
move_nets_alone_20(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_alone(From, To, Position),
    enemy(X, Position),
    new_attack(To, X, Position, Next).
%
% When an enemy piece attacks one of your pieces, capture that enemy piece, staying ahead by at least a pawn whatever the opponent captures next, so that this piece is not attacked.
% figures: coverage=0.08625 precision=0.534392 low=0.47339 high=0.598866 recall=0.063125 lift=17.1366 divergence=82.3406 regret=51.8406
move_nets_at_least_8(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 1, Position),
    unattacked(X, Next),
    attacks(To, X, Position).
%
% Move a piece, leaving you better off in material than any other move would and threatening to win an enemy piece.
% figures: coverage=0.066875 precision=0.560748 low=0.472466 high=0.656272 recall=0.0375 lift=17.9818 divergence=84.4766 regret=74.3832
move_nets_alone_21(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_alone(From, To, Position),
    threatens(To, X, Next),
    enemy(X, Position).
%
% When an enemy piece threatens to win your pinned piece, capture that enemy piece, losing nothing in exchanges there.
% figures: coverage=0.000625 precision=0 low=0 high=0 recall=0 lift=0 divergence=34 regret=34
move_exchange_at_least_3(Position, From, To) :-
    legal_move(From, To, Position),
    exchange_at_least(From, To, 0, Position),
    threatens(To, X, Position),
    pinned(X, Position).
%
% Play a move that leaves you as well off in material as any can after the opponent's best capture, allowing no mate in reply and staying ahead by at least a pawn whatever the opponent captures next.
% figures: coverage=0.224375 precision=0.487234 low=0.449414 high=0.528815 recall=0.143125 lift=15.6244 divergence=62.7709 regret=59.6223
move_allows_no_mate_3(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    nets_most(From, To, Position),
    nets_at_least(From, To, 1, Position).
%
% Capture an enemy piece with an attacked piece, winning at least what the opponent's best capture takes back.
% figures: coverage=0.3 precision=0.427379 low=0.393885 high=0.465618 recall=0.16 lift=13.705 divergence=96.588 regret=98.097
capture_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    enemy(To, Position),
    attacked(From, Position).
%
% Capture an enemy piece with a defended piece, winning at least what the opponent's best capture takes back.
% figures: coverage=0.336875 precision=0.381208 low=0.350121 high=0.412011 recall=0.1775 lift=12.2244 divergence=109.163 regret=114.847
capture_nets_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    enemy(To, Position),
    defended(From, Position).
%
% When you are in check, play a move that leaves you as well off in material as any can after the opponent's best capture, threatening mate.
% figures: coverage=0.000625 precision=0.25 low=0.25 high=0.25 recall=0.000625 lift=8.01687 divergence=103.75 regret=146.25
move_threatens_mate(Position, From, To) :-
    legal_move(From, To, Position),
    threatens_mate(From, To, Position),
    nets_most(From, To, Position),
    in_check(Position).
%
% Move a piece, leaving you as well off in material as any move can and now attacking a more valuable enemy piece.
% figures: coverage=0.381875 precision=0.250567 low=0.220319 high=0.278574 recall=0.138125 lift=8.03505 divergence=86.9974 regret=95.4384
move_nets_most(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_most(From, To, Position),
    worth_more(X, From, Position),
    new_attack(To, X, Position, Next).
%
% Move a piece to a safe square, threatening to win a safe enemy piece.
% figures: coverage=0.763125 precision=0.112899 low=0.104441 high=0.121459 recall=0.24125 lift=3.62037 divergence=182.484 regret=213.971
move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    threatens(To, X, Next),
    secure(X, Position).
%
% Move an attacked piece, allowing no mate in reply and losing nothing in exchanges there.
% figures: coverage=0.829375 precision=0.108438 low=0.102772 high=0.115021 recall=0.383125 lift=3.47734 divergence=179.759 regret=216.26
move_allows_no_mate_4(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position),
    exchange_at_least(From, To, 0, Position),
    attacked(From, Position).
%
% Move a piece to a square where it is not attacked, attacking an enemy piece that can be won.
% figures: coverage=0.673125 precision=0.0836425 low=0.0752861 high=0.0929049 recall=0.155 lift=2.68221 divergence=215.46 regret=252.477
move_unattacked(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    unattacked(To, Next),
    hanging(X, Next),
    attacks(To, X, Next).
%
% Play a move that leaves you as well off in material as any can after the opponent's best capture.
% figures: coverage=1 precision=0.0719271 low=0.0685798 high=0.0756821 recall=0.779375 lift=2.30652 divergence=97.4377 regret=116.218
move_nets_most_2(Position, From, To) :-
    legal_move(From, To, Position),
    nets_most(From, To, Position).
%
% Move an undefended piece forward, losing nothing in exchanges there.
% figures: coverage=0.739375 precision=0.0569858 low=0.0497441 high=0.0650262 recall=0.123125 lift=1.82739 divergence=213.851 regret=258.334
move_advances(Position, From, To) :-
    legal_move(From, To, Position),
    advances(From, To, Position),
    exchange_at_least(From, To, 0, Position),
    undefended(From, Position).
%
% Move a piece forward to a square next to your king.
% figures: coverage=0.6475 precision=0.0428994 low=0.0345504 high=0.0515522 recall=0.054375 lift=1.37568 divergence=243.406 regret=289.785
move_advances_2(Position, From, To) :-
    legal_move(From, To, Position),
    advances(From, To, Position),
    near_own_king(To, Position).
% end of 1070 lines
