% motif tactics 1
% vocabulary: full
% decide: list
% games: rapid games of Lichess, all ratings
% reference: best move (Stockfish 15.1, depth=8)
% learned from: 67,529 positions
% measured on: 5,095 positions of other players
% seed: 0
%
% Give checkmate.
% motif: mate
% figures: positions=5095 suggestions=87 coverage=0.01158 precision=1 low=0.957712 high=1 recall=0.01158 f1=0.0228948 lift=29.0565 at_0=1 of_0=30 at_1300=1 of_1300=38 at_1600=1 of_1600=16 at_1900=1 of_1900=3 vote=2.69892
mate(Position, From, To) :-
    legal_move(From, To, Position),
    gives_mate(From, To, Position).
%
% Allow no mate in one.
% figures: positions=5095 suggestions=145304 coverage=0.992542 precision=0.0349612 low=0.034029 high=0.035918 recall=0.99156 f1=0.067541 lift=1.01585 at_0=0.0363462 of_0=33401 at_1300=0.0351772 of_1300=49407 at_1600=0.034536 of_1600=39495 at_1900=0.0332159 of_1900=23001 vote=4.80479
move_allows_no_mate(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position).
%
% Win at least a queen by captures.
% figures: positions=5095 suggestions=181 coverage=0.026104 precision=0.872928 low=0.816543 high=0.913813 recall=0.0255152 f1=0.0495812 lift=25.3643 at_0=0.913793 of_0=58 at_1300=0.857143 of_1300=70 at_1600=0.842105 of_1600=38 at_1900=0.866667 of_1900=15 vote=1.15085
move_settles_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 9, Position).
%
% Win at least a knight or bishop by captures.
% figures: positions=5095 suggestions=1074 coverage=0.143081 precision=0.604283 low=0.574716 high=0.633107 recall=0.121884 f1=0.202853 lift=17.5584 at_0=0.596774 of_0=310 at_1300=0.645161 of_1300=372 at_1600=0.562016 of_1600=258 at_1900=0.589552 of_1900=134 vote=0.979965
move_settles_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 3, Position).
%
% Move your queen to a safe square next to the enemy king.
% motif: check
% figures: positions=5095 suggestions=106 coverage=0.0155054 precision=0.575472 low=0.480361 high=0.665304 recall=0.00902846 f1=0.017778 lift=16.7212 at_0=0.6 of_0=35 at_1300=0.571429 of_1300=42 at_1600=0.7 of_1600=20 at_1900=0.222222 of_1900=9 vote=0.8964
check(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    kind(From, queen, Position),
    near_enemy_king(To, Position).
%
% Win at least a rook by captures.
% figures: positions=5095 suggestions=424 coverage=0.0612365 precision=0.726415 low=0.682091 high=0.766673 recall=0.0549558 f1=0.102181 lift=21.1071 at_0=0.748092 of_0=131 at_1300=0.765517 of_1300=145 at_1600=0.616162 of_1600=99 at_1900=0.77551 of_1900=49 vote=0.186426
move_settles_at_least_3(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Lose nothing after the best capture in reply.
% figures: positions=5095 suggestions=58535 coverage=0.91894 precision=0.0685402 low=0.0665215 high=0.0706155 recall=0.781943 f1=0.126033 lift=1.99154 at_0=0.0728751 of_0=12789 at_1300=0.0686684 of_1300=19849 at_1600=0.0675279 of_1600=16334 at_1900=0.0642058 of_1900=9563 vote=0.487828
move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position).
%
% Capture an undefended enemy piece, winning at least a knight or bishop in all.
% motif: hanging piece
% figures: positions=5095 suggestions=513 coverage=0.0812561 precision=0.68616 low=0.644745 high=0.724807 recall=0.0690873 f1=0.125535 lift=19.9374 at_0=0.659864 of_0=147 at_1300=0.692308 of_1300=182 at_1600=0.689655 of_1600=116 at_1900=0.720588 of_1900=68 vote=0.370017
hanging_piece(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 3, Position),
    undefended(To, Position).
%
% Threaten to win an enemy piece that has no safe square, leaving nothing hanging.
% figures: positions=5095 suggestions=258 coverage=0.0363101 precision=0.360465 low=0.30432 high=0.420704 recall=0.0180569 f1=0.0343911 lift=10.4739 at_0=0.37037 of_0=81 at_1300=0.369565 of_1300=92 at_1600=0.34 of_1600=50 at_1900=0.342857 of_1900=35 vote=0.685369
move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    threatens(To, X, Next),
    trapped(X, Next).
%
% Count the captures to the end and play what comes out best.
% figures: positions=5095 suggestions=43388 coverage=1 precision=0.0944501 low=0.091734 high=0.0972379 recall=0.799411 f1=0.16894 lift=2.74439 at_0=0.112766 of_0=8593 at_1300=0.0943929 of_1300=14874 at_1600=0.0893855 of_1600=12351 at_1900=0.0820343 of_1900=7570 vote=1.69982
count_the_captures(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position).
%
% Recapture, winning at least a pawn in all.
% motif: recapture
% figures: positions=5095 suggestions=644 coverage=0.0949951 precision=0.596273 low=0.557917 high=0.633488 recall=0.075368 f1=0.133821 lift=17.3256 at_0=0.520661 of_0=121 at_1300=0.583691 of_1300=233 at_1600=0.613402 of_1600=194 at_1900=0.6875 of_1900=96 vote=0.426522
recapture(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    settles_at_least(From, To, 1, Position).
%
% Recapture with a piece that does not hang there.
% motif: recapture
% figures: positions=5095 suggestions=579 coverage=0.0804711 precision=0.544041 low=0.503316 high=0.584187 recall=0.0618253 f1=0.111033 lift=15.808 at_0=0.474138 of_0=116 at_1300=0.511848 of_1300=211 at_1600=0.58011 of_1600=181 at_1900=0.661972 of_1900=71 vote=0.423701
recapture_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    recaptures(From, To, Position),
    secure(To, Next).
%
% Win at least a pawn by captures, allowing no fork in reply.
% figures: positions=5095 suggestions=3006 coverage=0.33366 precision=0.389554 low=0.372273 high=0.407117 recall=0.224338 f1=0.284714 lift=11.3191 at_0=0.392768 of_0=802 at_1300=0.400385 of_1300=1039 at_1600=0.374517 of_1600=777 at_1900=0.384021 of_1900=388 vote=-0.223065
move_settles_at_least_4(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 1, Position),
    allows_no_fork(From, To, Position).
%
% Capture an enemy piece with a trapped piece.
% figures: positions=5095 suggestions=49 coverage=0.0060844 precision=0.163265 low=0.085127 high=0.290363 recall=0.00157017 f1=0.00311042 lift=4.74392 at_0=0 of_0=11 at_1300=0.294118 of_1300=17 at_1600=0.0833333 of_1600=12 at_1900=0.222222 of_1900=9 vote=2.02233
capture_trapped(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    trapped(From, Position).
%
% Castle.
% motif: castling
% figures: positions=5095 suggestions=428 coverage=0.0683023 precision=0.126168 low=0.098001 high=0.160986 recall=0.0105986 f1=0.0195546 lift=3.66601 at_0=0.155039 of_0=129 at_1300=0.101911 of_1300=157 at_1600=0.14433 of_1600=97 at_1900=0.0888889 of_1900=45 vote=2.48938
castling(Position, From, To) :-
    legal_move(From, To, Position),
    castles(From, To, Position).
%
% Move a passed pawn that stands in the opponent's half to a safe square.
% figures: positions=5095 suggestions=186 coverage=0.0347399 precision=0.236559 low=0.181203 high=0.302576 recall=0.00863592 f1=0.0166635 lift=6.87359 at_0=0.138889 of_0=36 at_1300=0.257143 of_1300=70 at_1600=0.267857 of_1600=56 at_1900=0.25 of_1900=24 vote=0.679567
move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    enemy_half(From, Position),
    passed(From, Position).
%
% Capture an enemy piece, losing nothing after the best capture in reply.
% figures: positions=5095 suggestions=3050 coverage=0.422179 precision=0.388197 low=0.371052 high=0.405622 recall=0.231992 f1=0.290423 lift=11.2796 at_0=0.4 of_0=750 at_1300=0.377286 of_1300=1039 at_1600=0.39604 of_1600=808 at_1900=0.379691 of_1900=453 vote=1.35994
capture_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    nets_at_least(From, To, 0, Position).
%
% Move a piece to a square where it does not hang, giving check.
% motif: check
% figures: positions=5095 suggestions=1774 coverage=0.197056 precision=0.300451 low=0.279567 high=0.322197 recall=0.0991168 f1=0.14906 lift=8.73006 at_0=0.308108 of_0=555 at_1300=0.301738 of_1300=633 at_1600=0.28382 of_1600=377 at_1900=0.30622 of_1900=209 vote=0.285658
check_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    gives_check(From, To, Position),
    secure(To, Next).
%
% Bring a new attacker against an enemy piece that hangs, leaving nothing hanging.
% figures: positions=5095 suggestions=6365 coverage=0.522669 precision=0.156952 low=0.148223 high=0.166095 recall=0.194701 f1=0.1738 lift=4.56048 at_0=0.155226 of_0=1617 at_1300=0.163686 of_1300=2181 at_1600=0.154819 of_1600=1660 at_1900=0.14774 of_1900=907 vote=0.325617
move_leaves_nothing_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    hanging(X, Next),
    new_attack(To, X, Position, Next).
%
% Move an undeveloped piece, losing nothing after the best capture in reply.
% figures: positions=5095 suggestions=1475 coverage=0.115015 precision=0.118644 low=0.103124 high=0.136146 recall=0.0343474 f1=0.0532725 lift=3.44738 at_0=0.131356 of_0=472 at_1300=0.128755 of_1300=466 at_1600=0.097493 of_1600=359 at_1900=0.101124 of_1900=178 vote=1.12919
move_nets_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    undeveloped(From, Position).
%
% Move a piece to a safe square, now attacking a more valuable enemy piece.
% figures: positions=5095 suggestions=4930 coverage=0.526595 precision=0.194523 low=0.183714 high=0.205809 recall=0.182728 f1=0.188441 lift=5.65217 at_0=0.199095 of_0=1326 at_1300=0.201426 of_1300=1683 at_1600=0.182464 of_1600=1266 at_1900=0.19084 of_1900=655 vote=0.774568
move_safe_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    worth_more(X, From, Position),
    new_attack(To, X, Position, Next).
%
% Move a passed pawn to a safe square in the opponent's half.
% figures: positions=5095 suggestions=376 coverage=0.0657507 precision=0.180851 low=0.145237 high=0.22292 recall=0.0133464 f1=0.0248583 lift=5.2549 at_0=0.108434 of_0=83 at_1300=0.185714 of_1300=140 at_1600=0.214953 of_1600=107 at_1900=0.217391 of_1900=46 vote=1.06915
move_safe_3(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    enemy_half(To, Position),
    passed(From, Position).
%
% When an unattacked enemy piece checks your king, move your king.
% motif: escape
% figures: positions=5095 suggestions=921 coverage=0.0700687 precision=0.325733 low=0.296244 high=0.356669 recall=0.0588813 f1=0.099734 lift=9.46467 at_0=0.310734 of_0=354 at_1300=0.333333 of_1300=291 at_1600=0.338542 of_1600=192 at_1900=0.333333 of_1900=84 vote=-0.0261819
escape(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, king, Position),
    unattacked(X, Position),
    attacks(X, From, Position).
%
% Move a knight, leaving nothing hanging and reaching more squares than before.
% figures: positions=5095 suggestions=1576 coverage=0.194701 precision=0.163706 low=0.14626 high=0.182787 recall=0.0506379 f1=0.0773497 lift=4.75672 at_0=0.186104 of_0=403 at_1300=0.178782 of_1300=509 at_1600=0.138889 of_1600=432 at_1900=0.137931 of_1900=232 vote=0.720401
knight_move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    gains_scope(From, To, Position),
    kind(From, knight, Position).
%
% Move a knight to the centre, leaving nothing hanging.
% figures: positions=5095 suggestions=559 coverage=0.0946026 precision=0.162791 low=0.134506 high=0.195678 recall=0.0178606 f1=0.0321896 lift=4.73013 at_0=0.204918 of_0=122 at_1300=0.168539 of_1300=178 at_1600=0.142857 of_1600=168 at_1900=0.131868 of_1900=91 vote=0.299361
knight_move_leaves_nothing_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    kind(From, knight, Position),
    center(To, Position).
%
% Move a knight forward, leaving nothing hanging.
% figures: positions=5095 suggestions=2706 coverage=0.26634 precision=0.134516 low=0.122177 high=0.147891 recall=0.0714426 f1=0.0933214 lift=3.90856 at_0=0.16124 of_0=645 at_1300=0.146119 of_1300=876 at_1600=0.10686 of_1600=758 at_1900=0.119438 of_1900=427 vote=-0.0431609
knight_move_leaves_nothing_hanging_3(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    advances(From, To, Position),
    kind(From, knight, Position).
%
% Move an attacked piece, losing nothing after the best capture in reply.
% figures: positions=5095 suggestions=9707 coverage=0.650245 precision=0.163387 low=0.156166 high=0.170875 recall=0.311286 f1=0.214295 lift=4.74747 at_0=0.167481 of_0=2251 at_1300=0.150396 of_1300=3411 at_1600=0.172689 of_1600=2629 at_1900=0.170904 of_1900=1416 vote=0.599185
move_nets_at_least_3(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    attacked(From, Position).
%
% Threaten to win a defended enemy piece, losing nothing after the best capture in reply.
% figures: positions=5095 suggestions=2710 coverage=0.329931 precision=0.210332 low=0.195404 high=0.226081 recall=0.111482 f1=0.145725 lift=6.11152 at_0=0.213247 of_0=619 at_1300=0.205849 of_1300=889 at_1600=0.203562 of_1600=786 at_1900=0.228365 of_1900=416 vote=0.326411
move_nets_at_least_4(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 0, Position),
    threatens(To, X, Next),
    defended(X, Position).
%
% Move a piece to an unattacked square, now attacking an enemy piece that hangs.
% figures: positions=5095 suggestions=8004 coverage=0.623356 precision=0.106322 low=0.0997567 high=0.113265 recall=0.166241 f1=0.129695 lift=3.08934 at_0=0.105388 of_0=2116 at_1300=0.110835 of_1300=2815 at_1600=0.102335 of_1600=2013 at_1900=0.103774 of_1900=1060 vote=0.570572
move_unattacked(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    unattacked(To, Next),
    hanging(X, Next),
    new_attack(To, X, Position, Next).
%
% Attack an enemy rook, leaving nothing hanging.
% figures: positions=5095 suggestions=1573 coverage=0.189598 precision=0.151939 low=0.135049 high=0.170525 recall=0.0463199 f1=0.0709961 lift=4.41482 at_0=0.179331 of_0=329 at_1300=0.166976 of_1300=539 at_1600=0.145497 of_1600=433 at_1900=0.0992647 of_1900=272 vote=-0.253373
move_leaves_nothing_hanging_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    kind(X, rook, Position),
    attacks(To, X, Next).
%
% Move your king into the opponent's half.
% figures: positions=5095 suggestions=699 coverage=0.0455348 precision=0.134478 low=0.111174 high=0.161777 recall=0.0184495 f1=0.0324474 lift=3.90746 at_0=0.186047 of_0=129 at_1300=0.148472 of_1300=229 at_1600=0.111111 of_1600=225 at_1900=0.0948276 of_1900=116 vote=0.14376
king_move_enemy_half(Position, From, To) :-
    legal_move(From, To, Position),
    kind(From, king, Position),
    enemy_half(To, Position).
%
% Move your king to a square that only your passed pawn guards.
% figures: positions=5095 suggestions=55 coverage=0.00922473 precision=0.109091 low=0.0509673 high=0.218255 recall=0.00117763 f1=0.0023301 lift=3.1698 at_0=0 of_0=10 at_1300=0.157895 of_1300=19 at_1600=0.111111 of_1600=18 at_1900=0.125 of_1900=8 vote=0.654056
king_move_passed(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, king, Position),
    passed(X, Position),
    only_defender(X, To, Next).
%
% Attack an enemy piece that was not attacked before, leaving nothing hanging.
% figures: positions=5095 suggestions=13207 coverage=0.699706 precision=0.126827 low=0.12126 high=0.132611 recall=0.323258 f1=0.182178 lift=3.68514 at_0=0.135677 of_0=3044 at_1300=0.127507 of_1300=4588 at_1600=0.122219 of_1600=3641 at_1900=0.119959 of_1900=1934 vote=0.438833
move_leaves_nothing_hanging_4(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    unattacked(X, Position),
    attacks(To, X, Next).
%
% Move a piece forward to an open or half-open file, leaving nothing hanging.
% figures: positions=5095 suggestions=7264 coverage=0.528557 precision=0.109169 low=0.102203 high=0.116548 recall=0.154858 f1=0.12806 lift=3.17206 at_0=0.132362 of_0=1647 at_1300=0.108759 of_1300=2409 at_1600=0.100635 of_1600=2047 at_1900=0.0921619 of_1900=1161 vote=0.126719
move_leaves_nothing_hanging_5(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    advances(From, To, Position),
    half_open_file(To, Position).
% end of 271 lines
