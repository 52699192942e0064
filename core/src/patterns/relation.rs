//! The relations by name: ten types between pieces and squares of a board, and the marks of a single one.
//!
//! The first twelve words are the ten types of the paper (a pawn moves to some squares and covers others). The others
//! say where a square lies for the side that moves, and what a player sees of a piece at a glance: `marks` and
//! `move_marks` define them.

use std::sync::LazyLock;

use shakmaty::Square;

/// A relation, by its place among all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation(u8);

/// The words without a number or a square in them, and how many pieces and squares each relates.
macro_rules! words {
    ($($word:ident $name:literal $arity:literal;)*) => {
        const WORDS: &[(&str, usize)] = &[$(($name, $arity)),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place {
            $($word),*
        }

        impl Relation {
            $(pub const $word: Relation = Relation(Place::$word as u8);)*
        }
    };
}

words! {
    MOVES "moves" 2; COVERS "covers" 2; REACHES "reaches" 2; HITS "hits" 2;
    HITS_FROM "hits_from" 3; THROUGH "through" 3; THROUGH_FROM "through_from" 4; BLOCKS "blocks" 4;
    SHELTERS "shelters" 4; THROUGH_TWO "through_two" 4; BLOCKS_FIRST "blocks_first" 5; BLOCKS_SECOND "blocks_second" 5;
    LOSES "loses" 2; WINS "wins" 2; GUARDS_ALONE "guards_alone" 2; NEAR "near" 2;
    LOOSE "loose" 1; HANGS "hangs" 1; PASSED "passed" 1;
    OPEN_FILE "open_file" 1; HALF_OPEN "half_open" 1; ENEMY_HALF_OPEN "enemy_half_open" 1;
    OUTPOST "outpost" 1; ENEMY_OUTPOST "enemy_outpost" 1;
    IN_OPENING "in_opening" 1; IN_ENDGAME "in_endgame" 1; IN_CHECK "in_check" 1;
    LEAVES "leaves" 3; THREATENS "threatens" 3; FREER "freer" 2; TIGHTER "tighter" 2;
    FORKS "forks" 3;
}

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

    /// How many pieces and squares it relates.
    #[inline]
    pub fn arity(self) -> usize {
        if self.0 < FIRST_RANK { WORDS[self.place()].1 } else { 1 }
    }

    /// Whether it says where a piece or square is to be found on the board.
    #[inline]
    pub fn is_place(self) -> bool {
        self.0 >= FIRST_RANK
    }
}

/// One relation between the pieces and squares of a board, in the order of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub relation: Relation,
    places: [u8; 5],
}

impl Edge {
    pub(super) fn new<const N: usize>(relation: Relation, squares: [Square; N]) -> Edge {
        debug_assert_eq!(relation.arity(), N);
        let mut places = [0; 5];
        for (place, square) in places.iter_mut().zip(squares) {
            *place = square.into();
        }
        Edge { relation, places }
    }

    /// The squares of its pieces and empty squares.
    #[inline]
    pub fn squares(&self) -> &[u8] {
        &self.places[..self.relation.arity()]
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
        assert_eq!(Relation::named("skewers"), None);
    }
}
