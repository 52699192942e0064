//! The small board against shakmaty, and code against what it was made from.

use shakmaty::{CastlingSide, Chess, Position, Role};

use super::{
    board::Board,
    code::{Code, Token},
    games::{Turn, starts},
    player::{Player, Program, Workspace},
    view::View,
};
use crate::{
    chess::{moves::MoveCode, positions::parse_fen},
    random::Random,
};

/// Positions along random games.
fn walk(start: &Chess, seed: u64, plies: usize) -> Vec<Chess> {
    let mut random = Random::new(seed, 0);
    let mut position = start.clone();
    let mut found = vec![position.clone()];
    for _ in 0..plies {
        let mut moves = position.legal_moves();
        moves.retain(|m| m.castling_side() != Some(CastlingSide::KingSide));
        moves.retain(|m| m.castling_side() != Some(CastlingSide::QueenSide));
        if moves.is_empty() {
            break;
        }
        moves.sort_unstable_by_key(|&m| MoveCode::of(m));
        position.play_unchecked(*random.choose(&moves));
        found.push(position.clone());
    }
    found
}

fn many_positions() -> Vec<Chess> {
    let mut found: Vec<Chess> = (0..20).flat_map(|seed| walk(&Chess::default(), seed, 150)).collect();
    for signature in ["KRKR", "KQRKQR", "KPPKPP", "KBNKP", "KQPKRN"] {
        for (number, start) in starts(signature, 10, 3, Turn::Random).unwrap().iter().enumerate() {
            found.extend(walk(start, number as u64, 60));
        }
    }
    found
}

#[test]
fn moves_are_those_of_shakmaty_without_castling() {
    for position in many_positions() {
        let board = Board::of(&position);
        let mut ours = Vec::new();
        board.moves_into(&mut ours);
        ours.sort_unstable();
        let legal = position.legal_moves();
        let mut theirs: Vec<MoveCode> =
            legal.iter().filter(|m| m.castling_side().is_none()).map(|&m| MoveCode::of(m)).collect();
        theirs.sort_unstable();
        assert_eq!(ours, theirs);
        assert_eq!(board.can_move(), !theirs.is_empty());
        assert_eq!(board.is_mate(), position.is_checkmate());
        assert_eq!(board.is_insufficient(), position.is_insufficient_material());
    }
}

#[test]
fn a_move_leads_to_the_board_of_the_next_position() {
    for position in many_positions() {
        let board = Board::of(&position);
        for m in position.legal_moves().into_iter().filter(|m| m.castling_side().is_none()) {
            let mut after = position.clone();
            after.play_unchecked(m);
            assert_eq!(board.play(MoveCode::of(m)), Board::of(&after));
            if !m.is_capture() && m.role() != Role::Pawn {
                let mut quietly = Board::of(&Chess::default());
                board.play_quietly(MoveCode::of(m), &mut quietly);
                assert_eq!(quietly, Board::of(&after));
            }
        }
    }
}

#[test]
fn a_mate_in_one_is_found_where_a_move_mates() {
    for position in many_positions() {
        let mates = |m| {
            let mut after = position.clone();
            after.play_unchecked(m);
            after.is_checkmate()
        };
        let mut legal = position.legal_moves().into_iter().filter(|m| m.castling_side().is_none());
        assert_eq!(Board::of(&position).can_mate(), legal.any(mates));
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let token = |word: &str| word.parse().map_or_else(|_| Token::Name(word.into()), Token::Number);
    text.split_whitespace().map(token).collect()
}

#[test]
fn nested_comparisons_keep_their_numbers_apart() {
    // Smaller(If3(Smaller(If3(IsMate 1 2) 3) 4 5), If3(IsMate 6 7)): 2 < 3, so 4 < 7.
    let text = "If3 Smaller If3 Smaller If3 IsMate 1 2 3 4 5 If3 IsMate 6 7 10 20";
    let code = Code::compile(&tokens(text), "even").unwrap();
    let mut view = View::default();
    view.registers.resize(code.registers, 0.0);
    assert_eq!(code.run(&mut view), 10.0);
    let turned = text.replace("6 7", "6 3");
    assert_eq!(Code::compile(&tokens(&turned), "even").unwrap().run(&mut view), 20.0);
}

#[test]
fn a_player_takes_what_hangs() {
    let tree = tokens("EvaluateMaterial");
    let player = Player { program: Program::new([&tree, &tree, &tree]).unwrap(), plies: 1, material: 0.0 };
    let board = Board::of(&parse_fen("4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1").unwrap());
    let choice = player.choose(&board, &mut Workspace::default(), &mut Random::new(1, 0));
    assert_eq!(choice.unwrap().to_string(), "d1d5");
}
