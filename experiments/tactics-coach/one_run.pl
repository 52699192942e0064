% motif tactics 1
% vocabulary: full
% decide: list
% games: rapid games of Lichess, all ratings
% reference: best move (Stockfish 15.1, depth=8)
% learned from: 22,529 positions
% measured on: 9,000 positions of other players
% seed: 0
%
% Gain at least a rook in the end.
% figures: positions=9000 suggestions=856 coverage=0.0632222 precision=0.634346 low=0.601549 high=0.665942 recall=0.0571111 lift=19.1823 at_0=0.624204 of_0=314 at_1300=0.608696 of_1300=322 at_1600=0.654088 of_1600=159 at_1900=0.770492 of_1900=61 vote=0.239572
move_settles_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Gain at least a queen in the end.
% figures: positions=9000 suggestions=345 coverage=0.0281111 precision=0.788406 low=0.742251 high=0.828208 recall=0.027 lift=23.841 at_0=0.804348 of_0=138 at_1300=0.780303 of_1300=132 at_1600=0.737705 of_1600=61 at_1900=0.928571 of_1900=14 vote=1.66115
move_settles_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 9, Position).
%
% Gain at least a knight or bishop in the end.
% figures: positions=9000 suggestions=2208 coverage=0.155111 precision=0.55163 low=0.530815 high=0.572267 recall=0.132111 lift=16.681 at_0=0.528226 of_0=744 at_1300=0.562914 of_1300=755 at_1600=0.550515 of_1600=485 at_1900=0.59375 of_1900=224 vote=1.20287
move_settles_at_least_3(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 3, Position).
%
% Move a queen to a safe square next to the enemy king.
% motif: check
% figures: positions=9000 suggestions=189 coverage=0.0166667 precision=0.513228 low=0.442419 high=0.583509 recall=0.00955556 lift=15.5197 at_0=0.5125 of_0=80 at_1300=0.558824 of_1300=68 at_1600=0.363636 of_1600=33 at_1900=0.75 of_1900=8 vote=0.65902
check(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    kind(From, queen, Position),
    near_enemy_king(To, Position).
%
% Leave nothing hanging, now attacking an enemy piece that is trapped.
% figures: positions=9000 suggestions=412 coverage=0.036 precision=0.398058 low=0.351943 high=0.446057 recall=0.0182222 lift=12.0371 at_0=0.341085 of_0=129 at_1300=0.410959 of_1300=146 at_1600=0.447917 of_1600=96 at_1900=0.414634 of_1900=41 vote=0.634613
move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    trapped(X, Next),
    new_attack(To, X, Position, Next).
%
% Count the captures to the end and play what comes out best.
% figures: positions=9000 suggestions=78896 coverage=1 precision=0.0914368 low=0.0894455 high=0.093468 recall=0.799 lift=2.765 at_0=0.10626 of_0=15782 at_1300=0.0941533 of_1300=27041 at_1600=0.0848812 of_1600=23150 at_1900=0.0793933 of_1900=12923 vote=1.84762
count_the_captures(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position).
%
% Capture an enemy piece, losing nothing after the next capture.
% figures: positions=9000 suggestions=5776 coverage=0.443111 precision=0.382791 low=0.370337 high=0.3954 recall=0.245667 lift=11.5754 at_0=0.373471 of_0=1553 at_1300=0.393601 of_1300=1969 at_1600=0.383609 of_1600=1452 at_1900=0.372818 of_1900=802 vote=1.54794
capture_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    nets_at_least(From, To, 0, Position).
%
% Leave nothing hanging.
% figures: positions=9000 suggestions=105856 coverage=0.896111 precision=0.0583056 low=0.05691 high=0.0597333 recall=0.682556 lift=1.76313 at_0=0.059707 of_0=24436 at_1300=0.0596597 of_1300=36088 at_1600=0.0572093 of_1600=29663 at_1900=0.0550769 of_1900=15669 vote=0.227048
move_leaves_nothing_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position).
%
% Gain at least a pawn in the end.
% skipped with: count_the_captures
% figures: positions=9000 suggestions=6450 coverage=0.372889 precision=0.36093 low=0.349295 high=0.372731 recall=0.255444 lift=10.9143 at_0=0.355601 of_0=1946 at_1300=0.369545 of_1300=2154 at_1600=0.363107 of_1600=1545 at_1900=0.346584 of_1900=805 vote=-0.421015
move_settles_at_least_4(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 1, Position).
%
% Move a passed pawn to a square in the opponent's half, leaving nothing hanging.
% figures: positions=9000 suggestions=466 coverage=0.0472222 precision=0.229614 low=0.19373 high=0.269919 recall=0.0118889 lift=6.94339 at_0=0.17757 of_0=107 at_1300=0.25 of_1300=164 at_1600=0.261538 of_1600=130 at_1900=0.2 of_1900=65 vote=0.93087
move_leaves_nothing_hanging_3(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    enemy_half(To, Position),
    passed(From, Position).
%
% Castle, leaving nothing hanging.
% motif: castling
% figures: positions=9000 suggestions=467 coverage=0.044 precision=0.188437 low=0.155565 high=0.226393 recall=0.00977778 lift=5.69823 at_0=0.128788 of_0=132 at_1300=0.242038 of_1300=157 at_1600=0.210526 of_1600=133 at_1900=0.111111 of_1900=45 vote=2.70898
castling(Position, From, To) :-
    legal_move(From, To, Position),
    castles(From, To, Position),
    leaves_nothing_hanging(From, To, Position).
%
% Give check, leaving nothing hanging.
% motif: check
% figures: positions=9000 suggestions=3249 coverage=0.201111 precision=0.27393 low=0.258869 high=0.289526 recall=0.0956667 lift=8.2835 at_0=0.27677 of_0=1102 at_1300=0.279889 of_1300=1079 at_1600=0.257143 of_1600=770 at_1900=0.285235 of_1900=298 vote=0.310239
check_2(Position, From, To) :-
    legal_move(From, To, Position),
    gives_check(From, To, Position),
    leaves_nothing_hanging(From, To, Position).
%
% Leave nothing hanging, threatening to win an enemy piece that was safe before.
% figures: positions=9000 suggestions=10685 coverage=0.519333 precision=0.163968 low=0.157069 high=0.171109 recall=0.194 lift=4.95831 at_0=0.149556 of_0=2815 at_1300=0.165724 of_1300=3711 at_1600=0.167925 of_1600=2781 at_1900=0.180697 of_1900=1378 vote=0.701519
move_leaves_nothing_hanging_4(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    threatens(To, X, Next),
    secure(X, Position).
%
% Recapture with a piece that is safe there.
% motif: recapture
% figures: positions=9000 suggestions=1135 coverage=0.0888889 precision=0.540088 low=0.511007 high=0.568899 recall=0.0681111 lift=16.332 at_0=0.583673 of_0=245 at_1300=0.521951 of_1300=410 at_1600=0.5209 of_1600=311 at_1900=0.556213 of_1900=169 vote=0.751011
recapture(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    recaptures(From, To, Position),
    secure(To, Next).
%
% Move a piece to a safe square, now attacking a more valuable enemy piece.
% figures: positions=9000 suggestions=9073 coverage=0.541111 precision=0.184503 low=0.176656 high=0.192618 recall=0.183222 lift=5.57928 at_0=0.194036 of_0=2515 at_1300=0.17952 of_1300=3125 at_1600=0.179249 of_1600=2371 at_1900=0.188324 of_1900=1062 vote=0.824768
move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    worth_more(X, From, Position),
    new_attack(To, X, Position, Next).
%
% Move a knight on your back rank, losing nothing after the next capture.
% figures: positions=9000 suggestions=860 coverage=0.0492222 precision=0.143023 low=0.12121 high=0.168011 recall=0.0136667 lift=4.32494 at_0=0.135714 of_0=280 at_1300=0.141844 of_1300=282 at_1600=0.145078 of_1600=193 at_1900=0.161905 of_1900=105 vote=1.60252
knight_move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    kind(From, knight, Position),
    first_rank(From, Position).
%
% Move a passed pawn in the opponent's half.
% figures: positions=9000 suggestions=587 coverage=0.0601111 precision=0.178876 low=0.149991 high=0.211936 recall=0.0116667 lift=5.4091 at_0=0.15894 of_0=151 at_1300=0.19797 of_1300=197 at_1600=0.187097 of_1600=155 at_1900=0.154762 of_1900=84 vote=0.70047
move_enemy_half(Position, From, To) :-
    legal_move(From, To, Position),
    enemy_half(From, Position),
    passed(From, Position).
%
% Leave nothing hanging, now attacking an enemy piece on an open file.
% figures: positions=9000 suggestions=4216 coverage=0.219889 precision=0.152277 low=0.141749 high=0.163439 recall=0.0705556 lift=4.60477 at_0=0.163993 of_0=1122 at_1300=0.147292 of_1300=1385 at_1600=0.142245 of_1600=1167 at_1900=0.162362 of_1900=542 vote=0.0425071
move_leaves_nothing_hanging_5(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    open_file(X, Position),
    new_attack(To, X, Position, Next).
%
% Move an attacked piece.
% figures: positions=9000 suggestions=50182 coverage=0.825778 precision=0.0701646 low=0.0679626 high=0.0724324 recall=0.390556 lift=2.12174 at_0=0.0695868 of_0=12100 at_1300=0.0720746 of_1300=17912 at_1600=0.070659 of_1600=13459 at_1900=0.065117 of_1900=6711 vote=0.674735
move_attacked(Position, From, To) :-
    legal_move(From, To, Position),
    attacked(From, Position).
%
% Move a piece to a square where it is safe, now attacking an enemy bishop.
% figures: positions=9000 suggestions=5481 coverage=0.318222 precision=0.113118 low=0.105002 high=0.121776 recall=0.0688889 lift=3.42063 at_0=0.0977389 of_0=1371 at_1300=0.113528 of_1300=1885 at_1600=0.124601 of_1600=1565 at_1900=0.116667 of_1900=660 vote=0.585195
move_secure(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    secure(To, Next),
    kind(X, bishop, Position),
    new_attack(To, X, Position, Next).
%
% Leave nothing hanging, attacking an enemy piece that was not attacked before.
% figures: positions=9000 suggestions=24551 coverage=0.718222 precision=0.12085 low=0.116832 high=0.124987 recall=0.326667 lift=3.65445 at_0=0.128461 of_0=6103 at_1300=0.124661 of_1300=8479 at_1600=0.117002 of_1600=6658 at_1900=0.104802 of_1900=3311 vote=0.327309
move_leaves_nothing_hanging_6(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    unattacked(X, Position),
    attacks(To, X, Next).
%
% Safely capture an enemy piece with a piece at the edge of the board.
% motif: winning capture
% figures: positions=9000 suggestions=1078 coverage=0.106556 precision=0.42115 low=0.392007 high=0.450853 recall=0.0504444 lift=12.7354 at_0=0.443709 of_0=302 at_1300=0.398964 of_1300=386 at_1600=0.417266 of_1600=278 at_1900=0.446429 of_1900=112 vote=-0.0440432
winning_capture(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    safe(From, To, Position),
    edge(From, Position).
%
% Move your king, defending your undefended piece.
% figures: positions=9000 suggestions=5260 coverage=0.334667 precision=0.0640684 low=0.0577638 high=0.0710094 recall=0.0374444 lift=1.93739 at_0=0.0541638 of_0=1477 at_1300=0.0744264 of_1300=1787 at_1600=0.0662782 of_1600=1373 at_1900=0.0529695 of_1900=623 vote=0.387687
king_move_undefended(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, king, Position),
    undefended(X, Position),
    defends(To, X, Next).
%
% Capture an enemy piece with a pawn.
% figures: positions=9000 suggestions=1534 coverage=0.152889 precision=0.325945 low=0.302949 high=0.349811 recall=0.0555556 lift=9.8564 at_0=0.321526 of_0=367 at_1300=0.337278 of_1300=507 at_1600=0.337292 of_1600=421 at_1900=0.288703 of_1900=239 vote=-0.141594
pawn_capture(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, pawn, Position),
    enemy(To, Position).
%
% Move your king, leaving nothing hanging.
% figures: positions=9000 suggestions=13148 coverage=0.566222 precision=0.0669303 low=0.062784 high=0.0713296 recall=0.0977778 lift=2.02394 at_0=0.0693864 of_0=3113 at_1300=0.0708644 of_1300=4431 at_1600=0.062635 of_1600=3704 at_1900=0.0621053 of_1900=1900 vote=-0.166287
king_move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    kind(From, king, Position).
%
% Move a piece to where it reaches more squares, losing nothing after the next capture.
% figures: positions=9000 suggestions=37379 coverage=0.775222 precision=0.0893817 low=0.0865316 high=0.0923163 recall=0.369444 lift=2.70285 at_0=0.0954047 of_0=8574 at_1300=0.0891343 of_1300=12857 at_1600=0.0868582 of_1600=10615 at_1900=0.0853178 of_1900=5333 vote=0.461573
move_gains_scope(Position, From, To) :-
    legal_move(From, To, Position),
    gains_scope(From, To, Position),
    nets_at_least(From, To, 0, Position).
%
% Move a piece forward, losing nothing after the next capture.
% figures: positions=9000 suggestions=55142 coverage=0.857778 precision=0.0812629 low=0.0790114 high=0.0835728 recall=0.496667 lift=2.45735 at_0=0.0820025 of_0=13024 at_1300=0.0819074 of_1300=18643 at_1600=0.0802329 of_1600=15455 at_1900=0.0805486 of_1900=8020 vote=0.157625
move_advances(Position, From, To) :-
    legal_move(From, To, Position),
    advances(From, To, Position),
    nets_at_least(From, To, 0, Position).
%
% Move an attacked piece, defending another piece of yours that could be won before.
% figures: positions=9000 suggestions=2975 coverage=0.131778 precision=0.0978151 low=0.0876534 high=0.109014 recall=0.0322222 lift=2.95788 at_0=0.105409 of_0=721 at_1300=0.1 of_1300=1050 at_1600=0.0904762 of_1600=840 at_1900=0.0934066 of_1900=364 vote=0.317579
move_attacked_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    attacked(From, Position),
    hanging(X, Position),
    defends(To, X, Next).
% end of 223 lines
