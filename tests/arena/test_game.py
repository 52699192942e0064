"""Test how games end, and that a player who breaks the rules loses only that game."""

from __future__ import annotations

import chess
import pytest

from arena.partners import ONE_NODE, Crashing, Mater, Scripted, Untidy
from goldens import Golden
from motif.advice import Player
from motif.arena.game import Conditions, EndReason, Entrant, GameRecord, PairRecord, PairTask, play_pair
from motif.arena.start_positions import StartPosition
from motif.board.tags import GameResult
from motif.engines.limits import Limit
from motif.errors import BadArgument, UnknownName
from motif.players.sparring import RandomPlayer

INITIAL = StartPosition("nothing yet")


def pair(
    first: Player, second: Player, start: StartPosition = INITIAL, conditions: Conditions | None = None
) -> PairRecord:
    entrants = Entrant("ada", lambda: first, ONE_NODE), Entrant("bob", lambda: second, ONE_NODE)
    return play_pair(PairTask(1, *entrants, start, seed=1, conditions=conditions or Conditions()))


def first_game(white: Player, black: Player, start: StartPosition = INITIAL) -> GameRecord:
    return pair(white, black, start).games[0]


def test_scholars_mate() -> None:
    game = first_game(Scripted("e2e4", "d1h5", "f1c4", "h5f7"), Scripted("e7e5", "b8c6", "g8f6"))
    assert (game.result, game.ending.termination) == (GameResult.WHITE_WINS, EndReason.CHECKMATE)
    assert game.moves == ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7")


def test_the_pair_swaps_colours_and_counts_for_the_first_player() -> None:
    start = StartPosition("mate in one for White", (), "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")
    played = pair(Mater(), Mater(), start)
    assert [(game.white, game.black, game.round) for game in played.games] == [
        ("ada", "bob", "1.1"),
        ("bob", "ada", "1.2"),
    ]
    assert [game.result for game in played.games] == [GameResult.WHITE_WINS, GameResult.WHITE_WINS]
    assert played.points == (1.0, 0.0)
    assert played.half_points == 2


def test_stalemate() -> None:
    start = StartPosition("queen and king", (), "7k/5K2/8/8/8/8/8/6Q1 w - - 0 1")
    game = first_game(Scripted("g1g6"), Scripted("h8g8"), start)
    assert (game.result, game.ending.termination) == (GameResult.DRAW, EndReason.STALEMATE)


def test_knights_that_go_out_and_back_draw_by_threefold_repetition() -> None:
    game = first_game(Scripted("g1f3", "f3g1"), Scripted("g8f6", "f6g8"))
    assert game.ending.termination is EndReason.REPETITION
    assert len(game.moves) == 8


def test_a_repetition_counts_from_the_moves_of_the_start() -> None:
    start = StartPosition.from_san("knights out and home", "Nf3 Nf6 Ng1 Ng8")
    assert len(first_game(Scripted("g1f3", "f3g1"), Scripted("g8f6", "f6g8"), start).moves) == 4


def test_fifty_moves() -> None:
    start = StartPosition("rook ending", (), "4k3/8/8/8/8/8/8/R3K3 w - - 98 90")
    game = first_game(Scripted("a1a2"), Scripted("e8d8"), start)
    assert game.ending.termination is EndReason.FIFTY_MOVES
    assert game.moves == ("a1a2", "e8d8")


def test_mate_on_the_last_of_the_fifty_moves_is_mate() -> None:
    start = StartPosition("in time", (), "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 99 90")
    assert first_game(Mater(), Mater(), start).ending.termination is EndReason.CHECKMATE


def test_the_last_pawn_falls() -> None:
    start = StartPosition("pawn ending", (), "8/8/8/8/8/4k3/4P3/7K b - - 0 1")
    game = first_game(Scripted("h1g1"), Scripted("e3e2"), start)
    assert game.ending.termination is EndReason.INSUFFICIENT_MATERIAL


def test_the_move_cap_counts_the_moves_of_each_side_after_the_start() -> None:
    start = StartPosition.from_san("French Defence", "e4 e6")
    game = pair(RandomPlayer(), RandomPlayer(), start, Conditions(maximum_moves=3)).games[0]
    assert (game.result, game.ending.termination) == (GameResult.DRAW, EndReason.MOVE_CAP)
    assert len(game.moves) == 6


def test_no_game_has_fewer_than_one_move(golden: Golden) -> None:
    with golden.raises(BadArgument):
        Conditions(maximum_moves=0)


def test_an_illegal_move_forfeits_the_game_and_is_named() -> None:
    game = first_game(Scripted("e2e5"), RandomPlayer())
    assert (game.result, game.ending.termination) == (GameResult.BLACK_WINS, EndReason.ILLEGAL_MOVE)
    assert game.ending.explanation == f"e2e5 is illegal in {chess.STARTING_FEN}"
    assert game.moves == ()


def test_passing_is_illegal() -> None:
    assert first_game(Scripted("0000"), RandomPlayer()).ending.termination is EndReason.ILLEGAL_MOVE


def test_a_player_that_dies_forfeits_both_games_and_its_opponent_plays_on(golden: Golden) -> None:
    played = pair(Crashing(), RandomPlayer())
    assert [game.result for game in played.games] == [GameResult.BLACK_WINS, GameResult.WHITE_WINS]
    assert {str(game.ending.termination) for game in played.games} == {"forfeit by a player that failed"}
    golden(played.games[0].ending.explanation)
    assert [len(game.moves) for game in played.games] == [0, 1]


def test_after_a_failure_the_next_game_has_a_new_player() -> None:
    built = []

    def make() -> Player:
        built.append(Crashing())
        return built[-1]

    crashing, steady = Entrant("ada", make, ONE_NODE), Entrant("bob", RandomPlayer, ONE_NODE)
    play_pair(PairTask(1, crashing, steady, INITIAL, 1, Conditions()))
    assert len(built) == 2


def test_a_player_that_cannot_be_built_stops_the_match() -> None:
    def make() -> Player:
        raise UnknownName("no engine is called fritz")

    with pytest.raises(UnknownName, match="fritz"):
        play_pair(
            PairTask(1, Entrant("fritz", make, ONE_NODE), Entrant("bob", make, ONE_NODE), INITIAL, 1, Conditions())
        )


def test_a_mistake_in_a_players_code_is_not_hidden_as_a_forfeit() -> None:
    class Mistaken(RandomPlayer):
        def new_game(self, seed: int) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        pair(Mistaken(), RandomPlayer())


def test_an_untidy_player_plays_the_same_game_as_a_tidy_one() -> None:
    conditions = Conditions(maximum_moves=20)
    tidy, untidy = (pair(player, RandomPlayer(), INITIAL, conditions) for player in (RandomPlayer(), Untidy()))
    assert tidy == untidy


def test_each_game_and_side_has_its_own_seed() -> None:
    ada, bob = Scripted("a1a8"), Scripted("a1a8")
    pair(ada, bob)
    seeds = ada.seeds + bob.seeds
    assert len(set(seeds)) == 4
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_seeds_stay_what_they_were_so_that_old_checkpoints_go_on_alike() -> None:
    ada = Scripted("a1a8")
    pair(ada, RandomPlayer())
    assert ada.seeds[0] == 1158082674526743066


def test_each_player_thinks_under_its_own_limit() -> None:
    ada, bob = Scripted("e2e4"), Scripted("e7e5")
    entrants = Entrant("ada", lambda: ada, Limit(depth=3)), Entrant("bob", lambda: bob, Limit(nodes=500))
    play_pair(PairTask(1, *entrants, INITIAL, 1, Conditions()))
    assert set(ada.limits) == {Limit(depth=3)}
    assert set(bob.limits) == {Limit(nodes=500)}


def test_notes_are_kept_when_asked_for() -> None:
    scripts = Scripted("e2e4"), Scripted("e7e5")
    assert pair(*scripts).games[0].notes == ()
    game = pair(*scripts, conditions=Conditions(notes=True)).games[0]
    assert [str(note) for note in game.notes] == ["+12 move 1 of the script", "+12 move 1 of the script"]
    assert game.ending.termination is EndReason.ILLEGAL_MOVE
