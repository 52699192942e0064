% motif tactics 1
% vocabulary: full
% decide: list
% games: rapid games of Lichess, all ratings
% reference: best move (Stockfish 15.1, depth=8)
% learned from: 14,000 positions
% measured on: 5,200 positions of other players
% seed: 0
%
% Gain at least a queen in the end.
% figures: suggestions=92 coverage=0.0134615 precision=0.73913 low=0.641114 high=0.817978 recall=0.0130769 lift=23.6263 at_0=0.771429 of_0=35 at_1300=0.733333 of_1300=30 at_1600=0.736842 of_1600=19 at_1900=0.625 of_1900=8 vote=1.67963
move_settles_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 9, Position).
%
% Gain at least a rook in the end.
% figures: suggestions=272 coverage=0.0388462 precision=0.654412 low=0.596099 high=0.708423 recall=0.0342308 lift=20.9183 at_0=0.597938 of_0=97 at_1300=0.689655 of_1300=87 at_1600=0.677966 of_1600=59 at_1900=0.689655 of_1900=29 vote=0.304782
move_settles_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Gain at least a knight or bishop in the end.
% figures: suggestions=1048 coverage=0.129808 precision=0.555344 low=0.52511 high=0.585173 recall=0.111923 lift=17.7516 at_0=0.501493 of_0=335 at_1300=0.588235 of_1300=340 at_1600=0.581673 of_1600=251 at_1900=0.557377 of_1900=122 vote=1.25171
move_settles_at_least_3(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 3, Position).
%
% Gain at least a pawn in the end.
% figures: suggestions=3282 coverage=0.343654 precision=0.37081 low=0.354445 high=0.387478 recall=0.234038 lift=11.853 at_0=0.339583 of_0=960 at_1300=0.416168 of_1300=1002 at_1600=0.374419 of_1600=860 at_1900=0.330435 of_1900=460 vote=-0.303985
move_settles_at_least_4(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 1, Position).
%
% Castle, leaving nothing hanging.
% motif: castling
% figures: suggestions=143 coverage=0.0236538 precision=0.223776 low=0.163206 high=0.298799 recall=0.00615385 lift=7.15301 at_0=0.25 of_0=52 at_1300=0.265306 of_1300=49 at_1600=0.147059 of_1600=34 at_1900=0.125 of_1900=8 vote=0.956071
castling(Position, From, To) :-
    legal_move(From, To, Position),
    castles(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    half_open_file(From, Position).
%
% Count the captures to the end and play what comes out best.
% figures: suggestions=51888 coverage=1 precision=0.0819072 low=0.0795785 high=0.0842977 recall=0.817308 lift=2.61816 at_0=0.0918878 of_0=10589 at_1300=0.0825759 of_1300=18153 at_1600=0.0792958 of_1600=14654 at_1900=0.0725389 of_1900=8492 vote=1.76814
count_the_captures(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position).
%
% Move a piece to a safe square, attacking an enemy piece that is trapped.
% figures: suggestions=376 coverage=0.0525 precision=0.276596 low=0.233814 high=0.323896 recall=0.02 lift=8.84138 at_0=0.282353 of_0=170 at_1300=0.320388 of_1300=103 at_1600=0.260274 of_1600=73 at_1900=0.133333 of_1900=30 vote=1.14019
move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    trapped(X, Next),
    attacks(To, X, Next).
%
% Capture an enemy piece, losing nothing after the next capture.
% figures: suggestions=3447 coverage=0.452692 precision=0.381781 low=0.365703 high=0.398123 recall=0.253077 lift=12.2036 at_0=0.354098 of_0=915 at_1300=0.41871 of_1300=1101 at_1600=0.383696 of_1600=920 at_1900=0.348337 of_1900=511 vote=1.85457
capture_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    enemy(To, Position).
%
% Move a pawn, giving check and leaving nothing hanging.
% motif: check
% figures: suggestions=36 coverage=0.00634615 precision=0.333333 low=0.202146 high=0.49666 recall=0.00230769 lift=10.655 at_0=0.272727 of_0=11 at_1300=0.583333 of_1300=12 at_1600=0.111111 of_1600=9 at_1900=0.25 of_1900=4 vote=-0.0415003
check(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    kind(From, pawn, Position).
%
% Capture a hanging enemy piece, now attacking another, more valuable enemy piece.
% motif: winning capture
% figures: suggestions=404 coverage=0.0673077 precision=0.430693 low=0.383284 high=0.479408 recall=0.0334615 lift=13.7671 at_0=0.456522 of_0=138 at_1300=0.447154 of_1300=123 at_1600=0.424528 of_1600=106 at_1900=0.297297 of_1900=37 vote=-0.684078
winning_capture(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    hanging(To, Position),
    worth_more(X, From, Position),
    new_attack(To, X, Position, Next).
%
% Capture an enemy bishop with a knight, reaching more squares.
% figures: suggestions=82 coverage=0.0157692 precision=0.45122 low=0.348113 high=0.558692 recall=0.00711538 lift=14.4232 at_0=0.434783 of_0=23 at_1300=0.458333 of_1300=24 at_1600=0.48 of_1600=25 at_1900=0.4 of_1900=10 vote=0.844974
knight_capture_gains_scope(Position, From, To) :-
    legal_move(From, To, Position),
    gains_scope(From, To, Position),
    kind(From, knight, Position),
    kind(To, bishop, Position).
%
% Leave nothing hanging.
% figures: suggestions=64382 coverage=0.901923 precision=0.0554813 low=0.0537395 high=0.0572763 recall=0.686923 lift=1.77346 at_0=0.0566957 of_0=14569 at_1300=0.0562157 of_1300=22218 at_1600=0.0548247 of_1600=17711 at_1900=0.0532173 of_1900=9884 vote=0.677884
move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position).
%
% Move your king, threatening to win an enemy piece that was not attacked before.
% figures: suggestions=190 coverage=0.0273077 precision=0.215789 low=0.163238 high=0.279605 recall=0.00788462 lift=6.89771 at_0=0.233333 of_0=60 at_1300=0.20339 of_1300=59 at_1600=0.2 of_1600=60 at_1900=0.272727 of_1900=11 vote=1.00822
king_move_threatens(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, king, Position),
    threatens(To, X, Next),
    unattacked(X, Position).
%
% Capture an enemy knight in the centre.
% figures: suggestions=414 coverage=0.0609615 precision=0.256039 low=0.216374 high=0.300189 recall=0.0203846 lift=8.18428 at_0=0.180723 of_0=83 at_1300=0.274809 of_1300=131 at_1600=0.256 of_1600=125 at_1900=0.306667 of_1900=75 vote=0.669715
capture_center(Position, From, To) :-
    legal_move(From, To, Position),
    kind(To, knight, Position),
    center(To, Position).
%
% When your king attacks an enemy piece, capture the attacked piece.
% figures: suggestions=96 coverage=0.0151923 precision=0.447917 low=0.352358 high=0.547484 recall=0.00826923 lift=14.3177 at_0=0.444444 of_0=36 at_1300=0.473684 of_1300=19 at_1600=0.482759 of_1600=29 at_1900=0.333333 of_1900=12 vote=0.496687
move_attacks(Position, From, To) :-
    legal_move(From, To, Position),
    kind(X, king, Position),
    attacks(X, To, Position).
%
% Castle.
% motif: castling
% figures: suggestions=754 coverage=0.115577 precision=0.125995 low=0.104188 high=0.151593 recall=0.0182692 lift=4.02742 at_0=0.139423 of_0=208 at_1300=0.125926 of_1300=270 at_1600=0.115 of_1600=200 at_1900=0.118421 of_1900=76 vote=2.18939
castling_2(Position, From, To) :-
    legal_move(From, To, Position),
    castles(From, To, Position).
%
% Move a piece to a safe square, now attacking a more valuable enemy piece.
% figures: suggestions=4899 coverage=0.544423 precision=0.178608 low=0.168135 high=0.189584 recall=0.168269 lift=5.7092 at_0=0.188816 of_0=1377 at_1300=0.172414 of_1300=1653 at_1600=0.18038 of_1600=1264 at_1900=0.168595 of_1900=605 vote=1.35888
move_safe_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    worth_more(X, From, Position),
    new_attack(To, X, Position, Next).
%
% Move a knight to a safe square, reaching more squares.
% figures: suggestions=3806 coverage=0.412692 precision=0.0995796 low=0.0904665 high=0.1095 recall=0.0728846 lift=3.18306 at_0=0.0737864 of_0=1030 at_1300=0.103423 of_1300=1344 at_1600=0.117709 of_1600=943 at_1900=0.108384 of_1900=489 vote=0.581818
knight_move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    gains_scope(From, To, Position),
    kind(From, knight, Position).
%
% Capture an undefended enemy piece with a piece at the edge of the board.
% motif: winning capture
% figures: suggestions=497 coverage=0.0863462 precision=0.486922 low=0.443247 high=0.530796 recall=0.0465385 lift=15.5644 at_0=0.389937 of_0=159 at_1300=0.529412 of_1300=170 at_1600=0.509091 of_1600=110 at_1900=0.586207 of_1900=58 vote=0.167722
winning_capture_2(Position, From, To) :-
    legal_move(From, To, Position),
    undefended(To, Position),
    edge(From, Position).
%
% Move a piece, so that your pawn in the opponent's half defends the moved piece.
% figures: suggestions=587 coverage=0.0871154 precision=0.0408859 low=0.0276268 high=0.0601149 recall=0.00461538 lift=1.30692 at_0=0.0559441 of_0=143 at_1300=0.0322581 of_1300=186 at_1600=0.0331126 of_1600=151 at_1900=0.046729 of_1900=107 vote=0.671884
move_enemy_half(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(X, pawn, Position),
    enemy_half(X, Position),
    defends(X, To, Next).
%
% Move an undeveloped piece, leaving nothing hanging.
% figures: suggestions=2126 coverage=0.157115 precision=0.106303 low=0.0939037 high=0.120122 recall=0.0434615 lift=3.39797 at_0=0.0918519 of_0=675 at_1300=0.106936 of_1300=692 at_1600=0.120858 of_1600=513 at_1900=0.113821 of_1900=246 vote=1.27098
move_leaves_nothing_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    undeveloped(From, Position).
%
% Move a pawn to a safe square in the opponent's half.
% figures: suggestions=1973 coverage=0.293654 precision=0.11556 low=0.102194 high=0.13042 recall=0.0438462 lift=3.69388 at_0=0.0989247 of_0=465 at_1300=0.121581 of_1300=658 at_1600=0.112994 of_1600=531 at_1900=0.131661 of_1900=319 vote=0.547738
pawn_move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    kind(From, pawn, Position),
    enemy_half(To, Position).
%
% Move your king to a square in the opponent's half.
% figures: suggestions=244 coverage=0.0194231 precision=0.122951 low=0.0874967 high=0.170093 recall=0.00576923 lift=3.93012 at_0=0.103448 of_0=58 at_1300=0.114286 of_1300=105 at_1600=0.160714 of_1600=56 at_1900=0.12 of_1900=25 vote=0.21291
king_move_enemy_half(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, king, Position),
    enemy_half(To, Position).
%
% Move a piece to a safe square in the centre.
% figures: suggestions=5308 coverage=0.565192 precision=0.095893 low=0.0882616 high=0.104109 recall=0.0978846 lift=3.06522 at_0=0.0939394 of_0=1320 at_1300=0.0961434 of_1300=1841 at_1600=0.0939742 of_1600=1394 at_1900=0.102258 of_1900=753 vote=0.385019
move_safe_3(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    center(To, Position).
%
% Move an attacked piece.
% figures: suggestions=29660 coverage=0.864038 precision=0.0711059 low=0.0682363 high=0.0740866 recall=0.405577 lift=2.2729 at_0=0.0700027 of_0=7314 at_1300=0.0743924 of_1300=10122 at_1600=0.0697763 of_1600=7868 at_1900=0.0677227 of_1900=4356 vote=0.610761
move_attacked(Position, From, To) :-
    legal_move(From, To, Position),
    attacked(From, Position).
%
% Capture a less valuable enemy piece, defending another piece of yours next to your king.
% figures: suggestions=1978 coverage=0.305192 precision=0.0819009 low=0.0706115 high=0.0948111 recall=0.0311538 lift=2.61796 at_0=0.0890869 of_0=449 at_1300=0.081571 of_1300=662 at_1600=0.0905797 of_1600=552 at_1900=0.0571429 of_1900=315 vote=0.190916
move_worth_more(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    worth_more(From, To, Position),
    near_own_king(X, Position),
    defends(To, X, Next).
%
% Move a piece to a safe square, threatening to win at least a queen next.
% figures: suggestions=2212 coverage=0.139038 precision=0.079566 low=0.0690035 high=0.0915862 recall=0.0338462 lift=2.54333 at_0=0.0810373 of_0=617 at_1300=0.0881503 of_1300=692 at_1600=0.0776699 of_1600=618 at_1900=0.0596491 of_1900=285 vote=0.299612
move_safe_4(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    threatens_at_least(From, To, 9, Position).
%
% Move an attacked piece to a safe square, reaching more squares.
% figures: suggestions=4941 coverage=0.461154 precision=0.131148 low=0.122021 high=0.140847 recall=0.124615 lift=4.19213 at_0=0.128346 of_0=1270 at_1300=0.134973 of_1300=1667 at_1600=0.136193 of_1600=1329 at_1900=0.117037 of_1900=675 vote=0.140587
move_safe_5(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    gains_scope(From, To, Position),
    attacked(From, Position).
%
% Move your king, attacking an enemy piece that was not attacked before.
% figures: suggestions=317 coverage=0.0471154 precision=0.205047 low=0.16426 high=0.252897 recall=0.0125 lift=6.55434 at_0=0.21978 of_0=91 at_1300=0.201835 of_1300=109 at_1600=0.2 of_1600=90 at_1900=0.185185 of_1900=27 vote=0.267956
king_move_unattacked(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, king, Position),
    unattacked(X, Position),
    attacks(To, X, Next).
%
% Move a knight forward to a safe square.
% figures: suggestions=6325 coverage=0.539423 precision=0.0818972 low=0.0753906 high=0.0889114 recall=0.0996154 lift=2.61785 at_0=0.0710383 of_0=1647 at_1300=0.0864865 of_1300=2220 at_1600=0.0837004 of_1600=1589 at_1900=0.0874568 of_1900=869 vote=0.241617
knight_move_safe_2(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    advances(From, To, Position),
    kind(From, knight, Position).
%
% Capture an enemy piece in the centre with a piece in the centre.
% figures: suggestions=235 coverage=0.0417308 precision=0.246809 low=0.19605 high=0.305712 recall=0.0111538 lift=7.88923 at_0=0.257143 of_0=70 at_1300=0.208333 of_1300=72 at_1600=0.285714 of_1600=63 at_1900=0.233333 of_1900=30 vote=-0.348058
capture_center_2(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    center(From, Position),
    center(To, Position).
%
% Attack an enemy bishop, losing nothing after the next capture.
% figures: suggestions=2805 coverage=0.310385 precision=0.150802 low=0.138037 high=0.164522 recall=0.0813462 lift=4.82039 at_0=0.152422 of_0=702 at_1300=0.141942 of_1300=937 at_1600=0.152116 of_1600=756 at_1900=0.165854 of_1900=410 vote=0.667459
move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 0, Position),
    kind(X, bishop, Position),
    attacks(To, X, Next).
%
% Move an attacked piece forward to a square next to your king.
% figures: suggestions=576 coverage=0.0828846 precision=0.225694 low=0.193437 high=0.261586 recall=0.025 lift=7.21432 at_0=0.235294 of_0=187 at_1300=0.216346 of_1300=208 at_1600=0.24 of_1600=125 at_1900=0.196429 of_1900=56 vote=-0.122862
move_advances(Position, From, To) :-
    legal_move(From, To, Position),
    advances(From, To, Position),
    attacked(From, Position),
    near_own_king(To, Position).
% end of 260 lines
