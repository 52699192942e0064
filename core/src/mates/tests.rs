use super::*;
use crate::on_any_board;

fn solved(text: &str, stipulation: &str) -> Solution {
    let stipulation = Stipulation::parse(stipulation).unwrap();
    on_any_board!(AnyPosition::parse(text).unwrap(), position => solve(&position, stipulation, u64::MAX).unwrap())
}

fn keys(solution: &Solution) -> Vec<&str> {
    solution.keys.iter().map(|key| key.line.san.as_str()).collect()
}

#[test]
fn the_four_by_four_optimum_is_sound() {
    let solution = solved("1K2/1P2/kpp1/rqr1 w", "#2");
    assert_eq!(keys(&solution), ["Ka4"]);
    assert!(solution.is_sound());
    let defence = &solution.keys[0].line.replies[0];
    assert_eq!((defence.san.as_str(), defence.replies[0].san.as_str()), ("Rd1", "b4=N#"));
    assert_eq!(solution.keys[0].threats[0].san, "b4=N#");
}

#[test]
fn alekhines_queen_waits_on_b1() {
    let solution = solved("7K/8/7k/1Q1b4/3r1R2/6R1/8/8 w - - 0 1", "#2");
    assert_eq!(keys(&solution), ["Qb1"]);
    assert!(solution.is_sound());
}

#[test]
fn a_mate_in_one_makes_a_mate_in_two_unsound() {
    let solution = solved("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "#2");
    assert_eq!(solution.length, Some(1));
    assert!(!solution.is_sound());
}

#[test]
fn castling_mates_too() {
    assert!(keys(&solved("4R1Q1/8/8/8/8/5k2/8/4K2R w K - 0 1", "#1")).contains(&"O-O#"));
    assert!(!keys(&solved("4R1Q1/8/8/8/8/5k2/8/4K2R w - - 0 1", "#1")).contains(&"O-O#"));
}

#[test]
fn en_passant_mates_too() {
    assert_eq!(keys(&solved("8/8/7k/5KpP/8/2B1N3/7R/8 w - g6 0 1", "#1")), ["hxg6#"]);
    assert!(solved("8/8/7k/5KpP/8/2B1N3/7R/8 w - - 0 1", "#1").keys.is_empty());
}

#[test]
fn in_a_helpmate_black_walks_into_it() {
    let solution = solved("5k2/5ppp/8/8/8/8/8/K2R4 b - - 0 1", "h#1");
    assert_eq!(keys(&solution), ["Kg8"]);
    assert_eq!(solution.keys[0].line.replies[0].san, "Rd8#");
    assert!(solution.is_sound());
}

#[test]
fn in_a_selfmate_black_is_made_to_mate() {
    let solution = solved("1N6/8/8/3N4/3B4/1kr5/6Qr/KN6 w - - 0 1", "s#1");
    assert_eq!(keys(&solution), ["Qa2+"]);
    assert!(solution.keys[0].line.replies.iter().all(|reply| reply.is_mate));
}

#[test]
fn a_budget_ends_the_search() {
    let AnyPosition::Full(start) =
        AnyPosition::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap()
    else {
        panic!("a full board")
    };
    let stipulation = Stipulation::parse("#4").unwrap();
    assert_eq!(solve(&start, stipulation, 1000), Err(OutOfNodes));
}

#[test]
fn stipulations_are_read_as_they_are_written() {
    for text in ["#1", "#8", "s#3", "h#2"] {
        assert_eq!(Stipulation::parse(text).unwrap().to_string(), text);
    }
    assert!(Stipulation::parse("#0").unwrap_err().to_string().contains("between 1 and 8"));
    assert!(Stipulation::parse("h#4").unwrap_err().to_string().contains("between 1 and 3"));
    assert!(Stipulation::parse("mate").unwrap_err().to_string().contains("write #2"));
}
