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
% figures: positions=5095 suggestions=87 coverage=0.01158 precision=1 low=0.957712 high=1 recall=0.01158 lift=29.0565 at_0=1 of_0=30 at_1300=1 of_1300=38 at_1600=1 of_1600=16 at_1900=1 of_1900=3 vote=2.74895
mate(Position, From, To) :-
    legal_move(From, To, Position),
    gives_mate(From, To, Position).
%
% Allow no mate in one.
% figures: positions=5095 suggestions=145304 coverage=0.992542 precision=0.0349612 low=0.034029 high=0.035918 recall=0.99156 lift=1.01585 at_0=0.0363462 of_0=33401 at_1300=0.0351772 of_1300=49407 at_1600=0.034536 of_1600=39495 at_1900=0.0332159 of_1900=23001 vote=4.82539
move_allows_no_mate(Position, From, To) :-
    legal_move(From, To, Position),
    allows_no_mate(From, To, Position).
%
% Win at least a rook by captures.
% figures: positions=5095 suggestions=424 coverage=0.0612365 precision=0.726415 low=0.682091 high=0.766673 recall=0.0549558 lift=21.1071 at_0=0.748092 of_0=131 at_1300=0.765517 of_1300=145 at_1600=0.616162 of_1600=99 at_1900=0.77551 of_1900=49 vote=0.193678
move_settles_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 5, Position).
%
% Win at least a pawn by captures, losing nothing after the best capture in reply.
% figures: positions=5095 suggestions=2755 coverage=0.329931 precision=0.43049 low=0.41211 high=0.449063 recall=0.227282 lift=12.5085 at_0=0.426166 of_0=772 at_1300=0.435924 of_1300=952 at_1600=0.426883 of_1600=677 at_1900=0.432203 of_1900=354 vote=-0.795955
move_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    settles_at_least(From, To, 1, Position).
%
% Win at least a queen by captures.
% skipped with: count_the_captures
% figures: positions=5095 suggestions=181 coverage=0.026104 precision=0.872928 low=0.816543 high=0.913813 recall=0.0255152 lift=25.3643 at_0=0.913793 of_0=58 at_1300=0.857143 of_1300=70 at_1600=0.842105 of_1600=38 at_1900=0.866667 of_1900=15 vote=1.18418
move_settles_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 9, Position).
%
% Count the captures to the end and play what comes out best.
% figures: positions=5095 suggestions=43388 coverage=1 precision=0.0944501 low=0.091734 high=0.0972379 recall=0.799411 lift=2.74439 at_0=0.112766 of_0=8593 at_1300=0.0943929 of_1300=14874 at_1600=0.0893855 of_1600=12351 at_1900=0.0820343 of_1900=7570 vote=1.8948
count_the_captures(Position, From, To) :-
    legal_move(From, To, Position),
    settles_most(From, To, Position).
%
% Capture a hanging enemy piece, winning at least a knight or bishop by captures.
% motif: winning capture
% figures: positions=5095 suggestions=681 coverage=0.103631 precision=0.675477 low=0.639414 high=0.709572 recall=0.0898921 lift=19.627 at_0=0.657754 of_0=187 at_1300=0.692982 of_1300=228 at_1600=0.653409 of_1600=176 at_1900=0.711111 of_1900=90 vote=0.41113
winning_capture(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 3, Position),
    hanging(To, Position).
%
% Move your queen to a safe square next to the enemy king.
% motif: check
% figures: positions=5095 suggestions=106 coverage=0.0155054 precision=0.575472 low=0.480361 high=0.665304 recall=0.00902846 lift=16.7212 at_0=0.6 of_0=35 at_1300=0.571429 of_1300=42 at_1600=0.7 of_1600=20 at_1900=0.222222 of_1900=9 vote=0.797304
check(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    kind(From, queen, Position),
    near_enemy_king(To, Position).
%
% Win at least a knight or bishop by captures.
% skipped with: count_the_captures
% figures: positions=5095 suggestions=1074 coverage=0.143081 precision=0.604283 low=0.574716 high=0.633107 recall=0.121884 lift=17.5584 at_0=0.596774 of_0=310 at_1300=0.645161 of_1300=372 at_1600=0.562016 of_1600=258 at_1900=0.589552 of_1900=134 vote=1.00142
move_settles_at_least_3(Position, From, To) :-
    legal_move(From, To, Position),
    settles_at_least(From, To, 3, Position).
%
% Move a passed pawn that stands in the opponent's half, losing nothing after the best capture in reply.
% figures: positions=5095 suggestions=119 coverage=0.0219823 precision=0.302521 low=0.227232 high=0.390161 recall=0.00706575 lift=8.79021 at_0=0.210526 of_0=19 at_1300=0.307692 of_1300=39 at_1600=0.333333 of_1600=45 at_1900=0.3125 of_1900=16 vote=0.516707
move_nets_at_least_2(Position, From, To) :-
    legal_move(From, To, Position),
    nets_at_least(From, To, 0, Position),
    enemy_half(From, Position),
    passed(From, Position).
%
% Recapture, losing nothing after the best capture in reply.
% motif: recapture
% figures: positions=5095 suggestions=738 coverage=0.108342 precision=0.560976 low=0.524947 high=0.596373 recall=0.0812561 lift=16.3 at_0=0.503497 of_0=143 at_1300=0.546468 of_1300=269 at_1600=0.574074 of_1600=216 at_1900=0.645455 of_1900=110 vote=0.726836
recapture(Position, From, To) :-
    legal_move(From, To, Position),
    recaptures(From, To, Position),
    nets_at_least(From, To, 0, Position).
%
% Move a piece to a safe square, attacking an enemy piece that has no safe square.
% figures: positions=5095 suggestions=393 coverage=0.0518155 precision=0.279898 low=0.237807 high=0.326251 recall=0.0213935 lift=8.13287 at_0=0.274809 of_0=131 at_1300=0.27972 of_1300=143 at_1600=0.279412 of_1600=68 at_1900=0.294118 of_1900=51 vote=0.86305
move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    trapped(X, Next),
    attacks(To, X, Next).
%
% Castle, leaving nothing hanging.
% motif: castling
% figures: positions=5095 suggestions=220 coverage=0.035525 precision=0.177273 low=0.132476 high=0.233146 recall=0.00765456 lift=5.15093 at_0=0.229508 of_0=61 at_1300=0.119048 of_1300=84 at_1600=0.211538 of_1600=52 at_1900=0.173913 of_1900=23 vote=2.4266
castling(Position, From, To) :-
    legal_move(From, To, Position),
    castles(From, To, Position),
    leaves_nothing_hanging(From, To, Position).
%
% Capture an enemy piece, losing nothing after the best capture in reply.
% figures: positions=5095 suggestions=3050 coverage=0.422179 precision=0.388197 low=0.371052 high=0.405622 recall=0.231992 lift=11.2796 at_0=0.4 of_0=750 at_1300=0.377286 of_1300=1039 at_1600=0.39604 of_1600=808 at_1900=0.379691 of_1900=453 vote=1.90072
capture_nets_at_least(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    nets_at_least(From, To, 0, Position).
%
% Leave nothing hanging, allowing no fork in reply.
% figures: positions=5095 suggestions=54318 coverage=0.873209 precision=0.0624471 low=0.060443 high=0.064513 recall=0.660255 lift=1.81449 at_0=0.0657201 of_0=11762 at_1300=0.0629654 of_1300=18534 at_1600=0.0620457 of_1600=15134 at_1900=0.0577183 of_1900=8888 vote=0.379907
move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    allows_no_fork(From, To, Position).
%
% Capture an enemy piece with a trapped piece.
% figures: positions=5095 suggestions=49 coverage=0.0060844 precision=0.163265 low=0.085127 high=0.290363 recall=0.00157017 lift=4.74392 at_0=0 of_0=11 at_1300=0.294118 of_1300=17 at_1600=0.0833333 of_1600=12 at_1900=0.222222 of_1900=9 vote=1.63154
capture_trapped(Position, From, To) :-
    legal_move(From, To, Position),
    captures(From, To, Position),
    trapped(From, Position).
%
% Give check, leaving nothing hanging.
% motif: check
% figures: positions=5095 suggestions=1602 coverage=0.186261 precision=0.3196 low=0.29722 high=0.342844 recall=0.0949951 lift=9.28648 at_0=0.328032 of_0=503 at_1300=0.322751 of_1300=567 at_1600=0.291785 of_1600=353 at_1900=0.340782 of_1900=179 vote=0.528861
check_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    kind(X, king, Position),
    attacks(To, X, Next).
%
% Make a new attack on an enemy piece that hangs, leaving nothing hanging.
% figures: positions=5095 suggestions=6365 coverage=0.522669 precision=0.156952 low=0.148223 high=0.166095 recall=0.194701 lift=4.56048 at_0=0.155226 of_0=1617 at_1300=0.163686 of_1300=2181 at_1600=0.154819 of_1600=1660 at_1900=0.14774 of_1900=907 vote=0.69789
move_leaves_nothing_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    hanging(X, Next),
    new_attack(To, X, Position, Next).
%
% Move a knight that stands at the edge of the board, leaving nothing hanging.
% figures: positions=5095 suggestions=781 coverage=0.0789009 precision=0.169014 low=0.144365 high=0.196903 recall=0.0259078 lift=4.91096 at_0=0.175 of_0=240 at_1300=0.182836 of_1300=268 at_1600=0.142105 of_1600=190 at_1900=0.168675 of_1900=83 vote=0.846075
knight_move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    kind(From, knight, Position),
    edge(From, Position).
%
% Move a bishop that stands on your back rank, leaving nothing hanging.
% figures: positions=5095 suggestions=1145 coverage=0.0918548 precision=0.0917031 low=0.0763238 high=0.109813 recall=0.0206084 lift=2.66457 at_0=0.104938 of_0=324 at_1300=0.0983146 of_1300=356 at_1600=0.0883392 of_1600=283 at_1900=0.0604396 of_1900=182 vote=1.01054
bishop_move_leaves_nothing_hanging(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    kind(From, bishop, Position),
    first_rank(From, Position).
%
% When your king threatens to win an enemy piece, capture the threatened piece.
% motif: winning capture
% figures: positions=5095 suggestions=45 coverage=0.00686948 precision=0.444444 low=0.309389 high=0.588239 recall=0.00392542 lift=12.914 at_0=0.363636 of_0=11 at_1300=0.411765 of_1300=17 at_1600=0.461538 of_1600=13 at_1900=0.75 of_1900=4 vote=0.514303
winning_capture_2(Position, From, To) :-
    legal_move(From, To, Position),
    threatens(X, To, Position),
    kind(X, king, Position).
%
% Move a knight to the centre, leaving nothing hanging.
% figures: positions=5095 suggestions=559 coverage=0.0946026 precision=0.162791 low=0.134506 high=0.195678 recall=0.0178606 lift=4.73013 at_0=0.204918 of_0=122 at_1300=0.168539 of_1300=178 at_1600=0.142857 of_1600=168 at_1900=0.131868 of_1900=91 vote=0.207565
knight_move_leaves_nothing_hanging_2(Position, From, To) :-
    legal_move(From, To, Position),
    leaves_nothing_hanging(From, To, Position),
    kind(From, knight, Position),
    center(To, Position).
%
% Move a passed pawn to a safe square in the opponent's half.
% figures: positions=5095 suggestions=376 coverage=0.0657507 precision=0.180851 low=0.145237 high=0.22292 recall=0.0133464 lift=5.2549 at_0=0.108434 of_0=83 at_1300=0.185714 of_1300=140 at_1600=0.214953 of_1600=107 at_1900=0.217391 of_1900=46 vote=1.25158
move_safe_2(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    enemy_half(To, Position),
    passed(From, Position).
%
% Move a piece to a safe square, attacking a more valuable enemy piece.
% figures: positions=5095 suggestions=5052 coverage=0.530913 precision=0.189826 low=0.179249 high=0.200874 recall=0.182728 lift=5.51568 at_0=0.193833 of_0=1362 at_1300=0.19675 of_1300=1723 at_1600=0.180047 of_1600=1283 at_1900=0.182749 of_1900=684 vote=0.673987
move_safe_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    safe(From, To, Position),
    attacks(To, X, Next),
    worth_more(X, From, Position).
%
% Move your king, defending one of your pieces in the opponent's half.
% figures: positions=5095 suggestions=256 coverage=0.0290481 precision=0.160156 low=0.120305 high=0.210055 recall=0.00804711 lift=4.65358 at_0=0.14 of_0=50 at_1300=0.149425 of_1300=87 at_1600=0.1875 of_1600=80 at_1900=0.153846 of_1900=39 vote=0.232037
king_move_enemy_half(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, king, Position),
    enemy_half(X, Position),
    defends(To, X, Next).
%
% Move a knight to a safe square, reaching more squares than before.
% figures: positions=5095 suggestions=2927 coverage=0.337586 precision=0.115818 low=0.104725 high=0.127918 recall=0.0665358 lift=3.36528 at_0=0.131682 of_0=767 at_1300=0.117464 of_1300=962 at_1600=0.106547 of_1600=779 at_1900=0.100239 of_1900=419 vote=0.656979
knight_move_safe(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    gains_scope(From, To, Position),
    kind(From, knight, Position).
%
% Move a hanging piece to a safe square in the centre.
% figures: positions=5095 suggestions=460 coverage=0.0767419 precision=0.167391 low=0.13606 high=0.204232 recall=0.0151129 lift=4.86381 at_0=0.147287 of_0=129 at_1300=0.169811 of_1300=159 at_1600=0.225 of_1600=120 at_1900=0.0769231 of_1900=52 vote=0.282688
move_safe_4(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    hanging(From, Position),
    center(To, Position).
%
% Move a knight forward to an unattacked square.
% figures: positions=5095 suggestions=3410 coverage=0.365456 precision=0.0938416 low=0.084506 high=0.104091 recall=0.0628067 lift=2.72671 at_0=0.10289 of_0=865 at_1300=0.0999131 of_1300=1151 at_1600=0.0816777 of_1600=906 at_1900=0.0860656 of_1900=488 vote=0.202226
knight_move_advances(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    advances(From, To, Position),
    kind(From, knight, Position),
    unattacked(To, Next).
%
% Move an attacked piece, allowing no fork in reply.
% figures: positions=5095 suggestions=24096 coverage=0.803337 precision=0.0805528 low=0.0771831 high=0.0840562 recall=0.380962 lift=2.34058 at_0=0.084127 of_0=5670 at_1300=0.0747079 of_1300=8473 at_1600=0.0843317 of_1600=6427 at_1900=0.0819626 of_1900=3526 vote=0.663056
move_attacked(Position, From, To) :-
    legal_move(From, To, Position),
    attacked(From, Position),
    allows_no_fork(From, To, Position).
%
% Move your king, attacking an enemy piece that was not attacked before.
% figures: positions=5095 suggestions=459 coverage=0.0708538 precision=0.220044 low=0.184554 high=0.26018 recall=0.0198234 lift=6.3937 at_0=0.293233 of_0=133 at_1300=0.181818 of_1300=165 at_1600=0.174312 of_1600=109 at_1900=0.25 of_1900=52 vote=0.496605
king_move_unattacked(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, king, Position),
    unattacked(X, Position),
    attacks(To, X, Next).
%
% Threaten to win a defended enemy piece, losing nothing after the best capture in reply.
% figures: positions=5095 suggestions=2710 coverage=0.329931 precision=0.210332 low=0.195404 high=0.226081 recall=0.111482 lift=6.11152 at_0=0.213247 of_0=619 at_1300=0.205849 of_1300=889 at_1600=0.203562 of_1600=786 at_1900=0.228365 of_1900=416 vote=0.336748
move_nets_at_least_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    nets_at_least(From, To, 0, Position),
    threatens(To, X, Next),
    defended(X, Position).
%
% Move a piece forward to a safe square on an open or half-open file.
% figures: positions=5095 suggestions=12527 coverage=0.756624 precision=0.0794284 low=0.0748211 high=0.0842936 recall=0.194504 lift=2.30791 at_0=0.0928005 of_0=3028 at_1300=0.0776583 of_1300=4185 at_1600=0.0752624 of_1600=3335 at_1900=0.0697322 of_1900=1979 vote=0.168827
move_safe_5(Position, From, To) :-
    legal_move(From, To, Position),
    safe(From, To, Position),
    advances(From, To, Position),
    half_open_file(To, Position).
%
% Attack an enemy piece that was not attacked before, leaving nothing hanging.
% figures: positions=5095 suggestions=13207 coverage=0.699706 precision=0.126827 low=0.12126 high=0.132611 recall=0.323258 lift=3.68514 at_0=0.135677 of_0=3044 at_1300=0.127507 of_1300=4588 at_1600=0.122219 of_1600=3641 at_1900=0.119959 of_1900=1934 vote=0.409106
move_leaves_nothing_hanging_3(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    leaves_nothing_hanging(From, To, Position),
    unattacked(X, Position),
    attacks(To, X, Next).
%
% Move your king, defending an undefended piece of yours.
% figures: positions=5095 suggestions=2819 coverage=0.322277 precision=0.0755587 low=0.0663696 high=0.085903 recall=0.0418057 lift=2.19547 at_0=0.0902965 of_0=742 at_1300=0.0691434 of_1300=969 at_1600=0.0761905 of_1600=735 at_1900=0.0616622 of_1900=373 vote=0.328625
king_move_undefended(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, king, Position),
    undefended(X, Position),
    defends(To, X, Next).
% end of 277 lines
