//! The relations by name: ten types between men and squares of a board, and the marks of a single one.
//!
//! The first twelve words are the ten types of the paper (a pawn moves to some squares and covers others). The others say
//! where a square lies for the side that moves, and what a player sees of a man at a glance: `marks` and `ventures` define them.

use std::sync::LazyLock;

/// A relation, by its place among all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation(u8);

/// The words without a number or a square in them, and how many men and squares each relates.
const WORDS: [(&str, usize); 31] = [
    ("moves", 2),
    ("covers", 2),
    ("reaches", 2),
    ("hits", 2),
    ("hits_from", 3),
    ("through", 3),
    ("through_from", 4),
    ("blocks", 4),
    ("shelters", 4),
    ("through_two", 4),
    ("blocks_first", 5),
    ("blocks_second", 5),
    ("loses", 2),
    ("wins", 2),
    ("guards_alone", 2),
    ("near", 2),
    ("loose", 1),
    ("hangs", 1),
    ("passed", 1),
    ("open_file", 1),
    ("half_open", 1),
    ("enemy_half_open", 1),
    ("outpost", 1),
    ("enemy_outpost", 1),
    ("in_opening", 1),
    ("in_endgame", 1),
    ("in_check", 1),
    ("leaves", 3),
    ("threatens", 3),
    ("freer", 2),
    ("tighter", 2),
];

const FIRST_RANK: u8 = WORDS.len() as u8;
const FIRST_FILE: u8 = FIRST_RANK + 8;
const FIRST_SQUARE: u8 = FIRST_FILE + 8;

/// How many relations there are.
pub const RELATIONS: usize = FIRST_SQUARE as usize + 64;

/// How many of them, the first, are types of the paper.
pub const TYPES: usize = 12;

static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let words = WORDS.iter().map(|(word, _)| (*word).to_owned());
    let ranks = (1..=8).map(|rank| format!("rank_{rank}"));
    let files = ('a'..='h').map(|file| format!("file_{file}"));
    let squares = (0..64u8).map(|square| format!("on_{}{}", char::from(b'a' + square % 8), square / 8 + 1));
    words.chain(ranks).chain(files).chain(squares).collect()
});

impl Relation {
    pub const MOVES: Relation = Relation(0);
    pub const COVERS: Relation = Relation(1);
    pub const REACHES: Relation = Relation(2);
    pub const HITS: Relation = Relation(3);
    pub const HITS_FROM: Relation = Relation(4);
    pub const THROUGH: Relation = Relation(5);
    pub const THROUGH_FROM: Relation = Relation(6);
    pub const BLOCKS: Relation = Relation(7);
    pub const SHELTERS: Relation = Relation(8);
    pub const THROUGH_TWO: Relation = Relation(9);
    pub const BLOCKS_FIRST: Relation = Relation(10);
    pub const BLOCKS_SECOND: Relation = Relation(11);
    pub const LOSES: Relation = Relation(12);
    pub const WINS: Relation = Relation(13);
    pub const GUARDS_ALONE: Relation = Relation(14);
    pub const NEAR: Relation = Relation(15);
    pub const LOOSE: Relation = Relation(16);
    pub const HANGS: Relation = Relation(17);
    pub const PASSED: Relation = Relation(18);
    pub const OPEN_FILE: Relation = Relation(19);
    pub const HALF_OPEN: Relation = Relation(20);
    pub const ENEMY_HALF_OPEN: Relation = Relation(21);
    pub const OUTPOST: Relation = Relation(22);
    pub const ENEMY_OUTPOST: Relation = Relation(23);
    pub const IN_OPENING: Relation = Relation(24);
    pub const IN_ENDGAME: Relation = Relation(25);
    pub const IN_CHECK: Relation = Relation(26);
    pub const LEAVES: Relation = Relation(27);
    pub const THREATENS: Relation = Relation(28);
    pub const FREER: Relation = Relation(29);
    pub const TIGHTER: Relation = Relation(30);

    /// All of them.
    pub fn all() -> impl Iterator<Item = Relation> {
        (0..RELATIONS as u8).map(Relation)
    }

    /// The one at a place among all.
    pub fn at(place: usize) -> Relation {
        assert!(place < RELATIONS);
        Relation(place as u8)
    }

    /// To stand on a rank, counted from 0.
    pub fn rank(rank: u8) -> Relation {
        Relation(FIRST_RANK + rank)
    }

    /// To stand on a file, counted from 0.
    pub fn file(file: u8) -> Relation {
        Relation(FIRST_FILE + file)
    }

    /// To stand on a square.
    pub fn square(square: u8) -> Relation {
        Relation(FIRST_SQUARE + square)
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Relation> {
        if let Some(&[file @ b'a'..=b'h', rank @ b'1'..=b'8']) = name.strip_prefix("on_").map(str::as_bytes) {
            return Some(Relation::square((rank - b'1') * 8 + file - b'a'));
        }
        let place = NAMES[..usize::from(FIRST_SQUARE)].iter().position(|known| known == name);
        place.map(Relation::at)
    }

    /// The word for it in pattern files.
    pub fn name(self) -> &'static str {
        &NAMES[self.place()]
    }

    /// Its place among all.
    #[inline]
    pub fn place(self) -> usize {
        usize::from(self.0)
    }

    /// How many men and squares it relates.
    #[inline]
    pub fn arity(self) -> usize {
        if self.0 < FIRST_RANK { WORDS[self.place()].1 } else { 1 }
    }

    /// Whether it says where a man or square is to be found on the board.
    #[inline]
    pub fn is_place(self) -> bool {
        self.0 >= FIRST_RANK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_relation_is_found_by_its_name() {
        assert!(Relation::all().all(|relation| Relation::named(relation.name()) == Some(relation)));
        assert_eq!(Relation::TIGHTER.name(), "tighter");
        assert_eq!(Relation::square(28).name(), "on_e4");
        assert_eq!(Relation::named("on_e9"), None);
        assert_eq!(Relation::named("forks"), None);
    }
}
