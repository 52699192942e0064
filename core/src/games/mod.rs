//! Games, read at speed: a stream of PGN text is cut into games, and each is replayed on its own core.
//!
//! ```
//! use motif_core::games::Game;
//!
//! let game: Game = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? { Oh! } 4. Qxf7# 1-0".parse().unwrap();
//! assert_eq!(game.moves.len(), 7);
//! assert_eq!(game.comments, [(6, "Oh!".to_string())]);
//! ```
//!
//! The path of a game: [`source`] decompresses, [`frames`] cuts, [`tags`] and [`filter`] decide whether it is
//! wanted, [`movetext`] replays it, [`parse`] puts that together for one game and [`reader`] for batches of them.
//! [`sample`] draws positions from games, and [`text`] writes a game back.

pub mod comments;
pub mod filter;
pub mod frames;
mod game;
pub mod movetext;
pub mod parse;
pub mod reader;
pub mod sample;
pub mod source;
pub mod tags;
pub mod text;

pub use comments::{Notes, at};
pub use game::{Game, replayed};
