//! Names endgames by their pieces: `KQKR` is king and queen against king and rook, White first.

use shakmaty::{Board, Color, Role};

use crate::errors::CoreError;

/// The most pieces, kings included, that a table may have.
pub const MOST_PIECES: usize = 4;

/// The pieces of both sides besides their kings, each side's most valuable first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Material {
    pub white: Vec<Role>,
    pub black: Vec<Role>,
}

impl Material {
    /// Read a signature such as `KQKR`.
    pub fn parse(signature: &str) -> Result<Material, CoreError> {
        let bad = |why: &str| CoreError::BadArgument { why: format!("no endgame is called {signature:?}: {why}") };
        let roles: Option<Vec<Role>> = signature.chars().map(Role::from_char).collect();
        let roles = roles.ok_or_else(|| bad("write the pieces of White and then of Black, as in KQKR"))?;
        let Some(second_king) = roles.iter().skip(1).position(|&role| role == Role::King) else {
            return Err(bad("each side needs its king"));
        };
        let (white, black) = roles.split_at(second_king + 1);
        let (&[white_king, ref white @ ..], &[_, ref black @ ..]) = (white, black) else {
            return Err(bad("each side needs its king"));
        };
        if white_king != Role::King || black.contains(&Role::King) {
            return Err(bad("each side needs exactly one king, named first"));
        }
        if roles.len() > MOST_PIECES {
            return Err(bad("it has more than four pieces"));
        }
        Ok(Material { white: white.to_vec(), black: black.to_vec() }.sorted())
    }

    /// The material on a board.
    pub fn of(board: &Board) -> Material {
        let pieces = |color| {
            let squares = (board.by_color(color) & !board.kings()).into_iter();
            squares.map(|square| board.role_at(square).expect("the square is occupied")).collect()
        };
        Material { white: pieces(Color::White), black: pieces(Color::Black) }.sorted()
    }

    fn sorted(mut self) -> Material {
        self.white.sort_unstable_by(|a, b| b.cmp(a));
        self.black.sort_unstable_by(|a, b| b.cmp(a));
        self
    }

    /// The same endgame with the colours exchanged.
    pub fn swapped(&self) -> Material {
        Material { white: self.black.clone(), black: self.white.clone() }
    }

    /// The one of this and its swap that has a table: White has more pieces, or better ones.
    pub fn canonical(&self) -> Material {
        let swapped = self.swapped();
        let rank = |material: &Material| (material.white.len(), material.white.clone());
        if rank(&swapped) > rank(self) { swapped } else { self.clone() }
    }

    /// Whether there is a pawn, which makes up and down different.
    pub fn has_pawns(&self) -> bool {
        self.white.contains(&Role::Pawn) || self.black.contains(&Role::Pawn)
    }

    /// Every endgame that a single capture or promotion leads to, as tables are named.
    pub fn conversions(&self) -> Vec<Material> {
        let mut found = Vec::new();
        for side in Color::ALL {
            let (own, other) = if side.is_white() { (&self.white, &self.black) } else { (&self.black, &self.white) };
            let promoted = own.iter().position(|&role| role == Role::Pawn).into_iter().flat_map(|pawn| {
                [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(|role| {
                    let mut pieces = own.clone();
                    pieces[pawn] = role;
                    pieces
                })
            });
            let with_own = |own: &Vec<Role>, other: &Vec<Role>| match side {
                Color::White => Material { white: own.clone(), black: other.clone() },
                Color::Black => Material { white: other.clone(), black: own.clone() },
            };
            let mine: Vec<Vec<Role>> = promoted.collect();
            found.extend(mine.iter().map(|pieces| with_own(pieces, other)));
            for lost in 0..other.len() {
                let mut left = other.clone();
                left.remove(lost);
                found.push(with_own(own, &left));
                found.extend(mine.iter().map(|pieces| with_own(pieces, &left)));
            }
        }
        let mut named: Vec<Material> = found.into_iter().map(|material| material.sorted().canonical()).collect();
        named.sort_by_key(Material::to_string);
        named.dedup();
        named
    }
}

impl std::fmt::Display for Material {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pieces = |roles: &[Role]| roles.iter().map(|role| role.upper_char()).collect::<String>();
        write!(f, "K{}K{}", pieces(&self.white), pieces(&self.black))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_round_trip() {
        for signature in ["KK", "KQK", "KQKR", "KBNK", "KRKR", "KPK", "KPKP"] {
            assert_eq!(Material::parse(signature).unwrap().to_string(), signature);
        }
    }

    #[test]
    fn a_pawn_leads_to_every_promotion() {
        let names: Vec<String> =
            Material::parse("KRKP").unwrap().conversions().iter().map(Material::to_string).collect();
        for name in ["KQKR", "KRKR", "KRKB", "KRKN", "KRK", "KPK"] {
            assert!(names.contains(&name.to_string()), "{name} is not among {names:?}");
        }
    }

    #[test]
    fn the_stronger_side_is_white() {
        assert_eq!(Material::parse("KRKQ").unwrap().canonical().to_string(), "KQKR");
        assert_eq!(Material::parse("KKP").unwrap().canonical().to_string(), "KPK");
    }

    #[test]
    fn what_is_no_endgame_is_refused() {
        for (signature, why) in [
            ("KQ", "each side needs its king"),
            ("QKK", "exactly one king"),
            ("KQRKQR", "more than four pieces"),
            ("KXK", "write the pieces"),
        ] {
            assert!(Material::parse(signature).unwrap_err().to_string().contains(why), "{signature}");
        }
    }
}
