//! Draws positions from games at random: the ones with the smallest hash of the seed and of their own game.
//!
//! The sample is uniform. It depends neither on the order of the games nor on how they are spread over files, a game
//! that comes twice counts once, and memory holds only what is drawn.

use std::{collections::BTreeMap, sync::Arc};

use shakmaty::{Color, Outcome};

use super::{Game, at};
use crate::{
    chess::{moves::MoveCode, positions::Packed},
    random::Random,
};

/// A mate on the board, in centipawns.
const MATE: i32 = 10_000;

/// How many positions to draw, and from where.
pub struct Wanted {
    /// From each game; games with fewer give all that they have.
    pub per_game: usize,
    /// From this move number on.
    pub from_move: u32,
    /// From all games together.
    pub most: usize,
    /// The player to move has one of these texts in the name, in upper or lower case; empty for everyone.
    pub players: Vec<String>,
    pub seed: u64,
}

/// What a drawn position needs to know about its game.
#[derive(Debug)]
pub struct Origin {
    /// Counted from 0 in the order of reading.
    number: u64,
    pub players: [String; 2],
    pub result: Outcome,
}

/// A drawn position.
#[derive(Debug)]
pub struct Drawn {
    /// The smallest hashes of all games are drawn, so samples of parts of the games can be merged.
    pub hash: u64,
    pub origin: Arc<Origin>,
    pub position: Packed,
    pub ply: u32,
    /// The move that was played there.
    pub code: MoveCode,
    /// Where the move before captured.
    pub captured_on: Option<i8>,
    /// The rating of the player to move.
    pub rating: Option<u32>,
    /// The evaluation in the game file, for White.
    pub centipawns: Option<f64>,
}

/// Draws from games as they come.
pub struct Sampler {
    wanted: Wanted,
    /// By hash; the smallest are kept.
    drawn: BTreeMap<u64, Drawn>,
    games: u64,
}

impl Sampler {
    /// Draw nothing yet.
    pub fn new(mut wanted: Wanted) -> Sampler {
        wanted.players.iter_mut().for_each(|name| *name = name.to_lowercase());
        Sampler { wanted, drawn: BTreeMap::new(), games: 0 }
    }

    /// Draw from one more game.
    pub fn add(&mut self, game: &Game) {
        let number = self.games;
        self.games += 1;
        let plies = self.plies_of(game);
        let Some(last) = plies.iter().map(|(_, ply)| *ply).max() else { return };
        let positions = game.positions(last);
        let players = [Color::White, Color::Black].map(|side| game.player(side).to_string());
        let origin = Arc::new(Origin { number, players, result: game.result });
        for (hash, ply) in plies {
            self.drawn.entry(hash).or_insert_with(|| Drawn {
                hash,
                origin: origin.clone(),
                position: positions[ply],
                ply: ply as u32,
                code: game.moves[ply],
                captured_on: capture_before(game, &positions, ply),
                rating: game.rating(game.turn(ply)),
                centipawns: at(&game.evals, ply as u32).next().map(|eval| eval.centipawns(MATE, game.turn(ply))),
            });
        }
        while self.drawn.len() > self.wanted.most {
            self.drawn.pop_last();
        }
    }

    /// What was drawn, in the order of the games and their plies.
    pub fn finish(self) -> Vec<Drawn> {
        let mut drawn: Vec<Drawn> = self.drawn.into_values().collect();
        drawn.sort_unstable_by_key(|each| (each.origin.number, each.ply));
        drawn
    }

    /// The plies of a game that are drawn unless later games have smaller hashes, each with its hash.
    fn plies_of(&self, game: &Game) -> Vec<(u64, usize)> {
        let Wanted { per_game, from_move, most, seed, .. } = self.wanted;
        let hash = content_hash(game, seed);
        let is_wanted = [Color::Black, Color::White].map(|side| self.is_wanted(game.player(side)));
        let mut plies: Vec<(u64, usize)> = (game.first_ply_of_move(from_move)..game.moves.len())
            .filter(|ply| is_wanted[game.turn(*ply) as usize])
            .map(|ply| (mixed(hash, ply as u64), ply))
            .collect();
        // The plies are in random order now, and each place in that order gets a new hash: with the smallest
        // hash of all its plies, a long game would be drawn more often than a short one.
        plies.sort_unstable();
        plies.truncate(per_game);
        for (place, (order, _)) in plies.iter_mut().enumerate() {
            *order = mixed(!hash, place as u64);
        }
        if let Some((largest, _)) = self.drawn.last_key_value().filter(|_| self.drawn.len() >= most) {
            plies.retain(|(order, _)| order < largest);
        }
        plies
    }

    fn is_wanted(&self, player: &str) -> bool {
        let player = player.to_lowercase();
        self.wanted.players.is_empty() || self.wanted.players.iter().any(|name| player.contains(name.as_str()))
    }
}

/// The hash of the players, the start and the moves of a game.
fn content_hash(game: &Game, seed: u64) -> u64 {
    let names = [Color::White, Color::Black].into_iter().flat_map(|side| game.player(side).bytes().chain([0]));
    let start = Packed::pack(&game.start).0;
    let words = names.map(u64::from).chain(start).chain(game.moves.iter().map(|code| u64::from(code.0)));
    words.fold(seed, mixed)
}

fn mixed(hash: u64, word: u64) -> u64 {
    Random::new(hash, word).next()
}

/// The square on which the move before this ply captured.
fn capture_before(game: &Game, positions: &[Packed], ply: usize) -> Option<i8> {
    let pieces = |ply: usize| (positions[ply].0[0] | positions[ply].0[1] | positions[ply].0[2]).count_ones();
    let before = ply.checked_sub(1)?;
    (pieces(before) > pieces(ply)).then(|| u8::from(game.moves[before].to()) as i8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<Game> {
        let text = |number: usize| {
            let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(1 + number % 7);
            format!("[White \"{number}\"]\n[WhiteElo \"1500\"]\n\n1. e4 d5 2. exd5 Qxd5 {moves} *").parse().unwrap()
        };
        (0..200).map(text).collect()
    }

    fn draw<'a>(games: impl IntoIterator<Item = &'a Game>, per_game: usize, most: usize) -> Vec<(String, u32)> {
        let wanted = Wanted { per_game, from_move: 3, most, players: Vec::new(), seed: 1 };
        let mut sampler = Sampler::new(wanted);
        games.into_iter().for_each(|game| sampler.add(game));
        let mut drawn: Vec<_> =
            sampler.finish().into_iter().map(|each| (each.origin.players[0].clone(), each.ply)).collect();
        drawn.sort();
        drawn
    }

    #[test]
    fn neither_the_order_of_games_nor_their_copies_matter() {
        let games = games();
        let drawn = draw(&games, 2, 50);
        assert_eq!(drawn.len(), 50);
        assert_eq!(draw(games.iter().rev().chain(&games), 2, 50), drawn);
    }

    #[test]
    fn the_best_of_two_halves_are_the_best_of_all() {
        let games = games();
        let (one, two) = games.split_at(90);
        let halves = [draw(one, 99, 30), draw(two, 99, 30)].concat();
        assert!(draw(&games, 99, 30).iter().all(|each| halves.contains(each)));
    }

    #[test]
    fn long_games_have_no_advantage() {
        let short = |drawn: &[(String, u32)]| {
            drawn.iter().filter(|(name, _)| name.parse::<u32>().unwrap().is_multiple_of(7)).count()
        };
        // A seventh of the games have four plies to draw from, of sixteen on average.
        let (by_game, by_ply) = (draw(&games(), 1, 100), draw(&games(), 99, 100));
        assert!((8..=22).contains(&short(&by_game)), "{}", short(&by_game));
        assert!(short(&by_ply) <= 9, "{}", short(&by_ply));
    }

    #[test]
    fn a_position_knows_the_capture_before_it() {
        let game: Game = "1. e4 d5 2. exd5 Qxd5 *".parse().unwrap();
        let positions = game.positions(4);
        let squares: Vec<_> = (0..=4).map(|ply| capture_before(&game, &positions, ply)).collect();
        assert_eq!(squares, [None, None, None, Some(35), Some(35)]);
    }
}
