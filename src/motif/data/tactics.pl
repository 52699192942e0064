% motif tactics 1
% vocabulary: full
% decide: list
% games: rapid games of Lichess, all ratings
% reference: best move (Stockfish 15.1, depth=8)
% learned from: 22,529 positions
% measured on: 5,849 positions of other players
% seed: 0
%
% Give checkmate.
% motif: mate
% figures: positions=5849 suggestions=91 coverage=0.0126517 precision=0.813187 low=0.721041 high=0.879962 recall=0.0126517 lift=24.0585 at_0=0.84375 of_0=32 at_1300=0.83871 of_1300=31 at_1600=0.727273 of_1600=22 at_1900=0.833333 of_1900=6 vote=2.59577
mate(Position, From, To) :-
    legal_move(From, To, Position),
    gives_mate(From, To, Position).
%
% Gain at least a knight or bishop in the end.
% skipped with: count_the_captures
% figures: positions=5849 suggestions=1372 coverage=0.147547 precision=0.547376 low=0.520942 high=0.573545 recall=0.128398 lift=16.1943 at_0=0.517162 of_0=437 at_1300=0.569231 of_1300=455 at_1600=0.531915 of_1600=329 at_1900=0.602649 of_1900=151 vote=1.27686
move_settles_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 3, Position).
%
% Count the captures to the end and play what comes out best.
% figures: positions=5849 suggestions=50536 coverage=1 precision=0.0935373 low=0.0910294 high=0.096107 recall=0.808172 lift=2.76734 at_0=0.107333 of_0=10323 at_1300=0.0923937 of_1300=18064 at_1600=0.0889623 of_1600=14523 at_1900=0.0862838 of_1900=7626 vote=1.81904
count_the_captures(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position).
%
% Gain at least a rook in the end.
% skipped with: count_the_captures
% figures: positions=5849 suggestions=582 coverage=0.0687297 precision=0.627148 low=0.587148 high=0.66548 recall=0.0624038 lift=18.5544 at_0=0.585492 of_0=193 at_1300=0.655 of_1300=200 at_1600=0.602837 of_1600=141 at_1900=0.75 of_1900=48 vote=0.39148
move_settles_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Capture an enemy piece, losing nothing after the next capture.
% figures: positions=5849 suggestions=3678 coverage=0.433407 precision=0.381729 low=0.36616 high=0.397545 recall=0.240041 lift=11.2936 at_0=0.385021 of_0=948 at_1300=0.395817 of_1300=1243 at_1600=0.369542 of_1600=939 at_1900=0.364964 of_1900=548 vote=1.788
capture_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    nets_at_least(From, To, 0, Position).
%
% Leave nothing hanging.
% figures: positions=5849 suggestions=65716 coverage=0.884938 precision=0.0599397 low=0.0581505 high=0.0617805 recall=0.673448 lift=1.77334 at_0=0.0620207 of_0=14866 at_1300=0.0607303 of_1300=23168 at_1600=0.0595251 of_1600=17942 at_1900=0.0556468 of_1900=9740 vote=0.75154
move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position).
%
% Castle.
% motif: castling
% figures: positions=5849 suggestions=533 coverage=0.0738588 precision=0.133208 low=0.106969 high=0.164697 recall=0.0121388 lift=3.94102 at_0=0.0838323 of_0=167 at_1300=0.136612 of_1300=183 at_1600=0.201613 of_1600=124 at_1900=0.118644 of_1900=59 vote=2.3935
castling(Position, From, To) :-
    legal_move(From, To, Position),
    castles(From, To, Position).
%
% Move a passed pawn in the opponent's half, losing nothing after the next capture.
% figures: positions=5849 suggestions=165 coverage=0.0261583 precision=0.375758 low=0.305476 high=0.451692 recall=0.0106001 lift=11.1169 at_0=0.277778 of_0=36 at_1300=0.366667 of_1300=60 at_1600=0.425532 of_1600=47 at_1900=0.454545 of_1900=22 vote=1.366
move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    enemy_half(From, Position),
    passed(From, Position).
%
% Move a piece to a safe square, now attacking a more valuable enemy piece.
% figures: positions=5849 suggestions=5775 coverage=0.531886 precision=0.186494 low=0.176657 high=0.196747 recall=0.184134 lift=5.51748 at_0=0.18012 of_0=1660 at_1300=0.185828 of_1300=2018 at_1600=0.188047 of_1600=1372 at_1900=0.2 of_1900=725 vote=1.35544
move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    worth_more(X, From, Position),
    new_attack(To, X, Position, Next).
%
% Move a piece, now attacking an enemy piece that is trapped.
% figures: positions=5849 suggestions=1021 coverage=0.120191 precision=0.132223 low=0.112818 high=0.154386 recall=0.0230809 lift=3.91188 at_0=0.133956 of_0=321 at_1300=0.134557 of_1300=327 at_1600=0.126582 of_1600=237 at_1900=0.132353 of_1900=136 vote=0.858597
move_trapped(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    trapped(X, Next),
    new_attack(To, X, Position, Next).
%
% Move your king, attacking an enemy piece that was not attacked before.
% figures: positions=5849 suggestions=463 coverage=0.0647974 precision=0.24622 low=0.209173 high=0.287444 recall=0.0194905 lift=7.28453 at_0=0.289256 of_0=121 at_1300=0.237805 of_1300=164 at_1600=0.258929 of_1600=112 at_1900=0.166667 of_1900=66 vote=0.884075
king_move_unattacked(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, king, Position),
    unattacked(X, Position),
    attacks(To, X, Next).
%
% When you are in check, move a queen, losing nothing after the next capture.
% figures: positions=5849 suggestions=56 coverage=0.00889041 precision=0.535714 low=0.407042 high=0.659801 recall=0.00512908 lift=15.8493 at_0=0.705882 of_0=17 at_1300=0.533333 of_1300=15 at_1600=0.333333 of_1600=18 at_1900=0.666667 of_1900=6 vote=0.59732
queen_move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    in_check(Position),
    kind(From, queen, Position).
%
% Move a knight to a safe square, reaching more squares.
% figures: positions=5849 suggestions=3365 coverage=0.333219 precision=0.0989599 low=0.0893234 high=0.109511 recall=0.0569328 lift=2.92777 at_0=0.0915948 of_0=928 at_1300=0.0952805 of_1300=1123 at_1600=0.113532 of_1600=872 at_1900=0.0950226 of_1900=442 vote=0.973273
knight_move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    gains_scope(From, To, Position),
    kind(From, knight, Position).
%
% When your pawn defends one of your pieces in the opponent's half, move your pawn.
% figures: positions=5849 suggestions=649 coverage=0.0998461 precision=0.0862866 low=0.0670451 high=0.110397 recall=0.00957429 lift=2.55282 at_0=0.0683761 of_0=117 at_1300=0.0941704 of_1300=223 at_1600=0.101942 of_1600=206 at_1900=0.0582524 of_1900=103 vote=0.753894
pawn_move_enemy_half(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, pawn, Position),
    enemy_half(X, Position),
    defends(From, X, Position).
%
% Gain at least a pawn in the end.
% skipped with: count_the_captures
% figures: positions=5849 suggestions=3954 coverage=0.357839 precision=0.367982 low=0.353085 high=0.383135 recall=0.24876 lift=10.8869 at_0=0.34235 of_0=1183 at_1300=0.383861 of_1300=1326 at_1600=0.381779 of_1600=922 at_1900=0.361377 of_1900=523 vote=-0.42522
move_settles_at_least_3(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 1, Position).
%
% Leave nothing hanging, attacking an enemy bishop.
% figures: positions=5849 suggestions=2494 coverage=0.229441 precision=0.139134 low=0.126105 high=0.153272 recall=0.0593264 lift=4.11633 at_0=0.120543 of_0=589 at_1300=0.146512 of_1300=860 at_1600=0.14956 of_1600=682 at_1900=0.132231 of_1900=363 vote=0.749467
move_leaves_nothing_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    kind(X, bishop, Position),
    attacks(To, X, Next).
%
% Move a rook, now attacking an enemy piece at the edge of the board.
% figures: positions=5849 suggestions=3914 coverage=0.328774 precision=0.0636178 low=0.0563911 high=0.0717002 recall=0.0425714 lift=1.88216 at_0=0.0647482 of_0=973 at_1300=0.062103 of_1300=1417 at_1600=0.0665362 of_1600=1022 at_1900=0.059761 of_1900=502 vote=0.370986
rook_move_edge(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, rook, Position),
    edge(X, Position),
    new_attack(To, X, Position, Next).
%
% Move an attacked piece.
% figures: positions=5849 suggestions=32269 coverage=0.827492 precision=0.0720506 low=0.06928 high=0.074923 recall=0.397504 lift=2.13165 at_0=0.0715895 of_0=7990 at_1300=0.07415 of_1300=10735 at_1600=0.0712297 of_1600=8620 at_1900=0.0696588 of_1900=4924 vote=0.634389
move_attacked(Position, From, To) :-
    legal_move(From, To, Position),
    attacked(From, Position).
%
% Move a piece on an open file forward.
% figures: positions=5849 suggestions=14932 coverage=0.436998 precision=0.0440664 low=0.0408901 high=0.0474773 recall=0.112498 lift=1.30372 at_0=0.0423535 of_0=3943 at_1300=0.0483708 of_1300=4941 at_1600=0.0445143 of_1600=3819 at_1900=0.0367878 of_1900=2229 vote=0.180066
move_advances(Position, From, To) :-
    legal_move(From, To, Position),
    advances(From, To, Position),
    open_file(From, Position).
%
% Move a knight forward to a safe square.
% figures: positions=5849 suggestions=5449 coverage=0.434091 precision=0.0831345 low=0.0760944 high=0.090762 recall=0.0774491 lift=2.45957 at_0=0.0791667 of_0=1440 at_1300=0.0809313 of_1300=1804 at_1600=0.0920502 of_1600=1434 at_1900=0.079118 of_1900=771 vote=0.179561
knight_move_safe_2(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    advances(From, To, Position),
    kind(From, knight, Position).
% end of 158 lines
