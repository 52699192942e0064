//! Patterns from the text that Python writes: a line an edge, one for the move, blank lines between patterns.
//!
//! ```text
//! hits_from 1 2 3
//! 1N -(+0.43)-> 2. with 3k
//! ```

use super::{
    graph::Relation,
    pattern::{CASTLING, Mask, Pattern, PatternEdge, Special},
};
use crate::errors::CoreError;

const LETTERS: &str = ".PNBRQKpnbrqk";

/// The patterns of a text and the weights of their moves; replies belong to another reader and are passed over.
pub fn parse(text: &str) -> Result<(Vec<Pattern>, Vec<f64>), CoreError> {
    let (mut patterns, mut weights) = (Vec::new(), Vec::new());
    let mut edges = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let bad = |why: String| CoreError::BadArgument { why: format!("line {}: {why}", number + 1) };
        if line.is_empty() {
            continue;
        }
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            let (pattern, weight) = move_line(line, std::mem::take(&mut edges)).map_err(bad)?;
            patterns.push(pattern);
            weights.push(weight);
        } else {
            edges.push(edge_line(line).map_err(bad)?);
        }
    }
    if edges.is_empty() {
        Ok((patterns, weights))
    } else {
        Err(CoreError::BadArgument { why: "the last pattern has edges, but no move".into() })
    }
}

/// The relation of this name.
pub fn relation(name: &str) -> Result<Relation, String> {
    let found = Relation::ALL.into_iter().find(|relation| relation.name() == name);
    found.ok_or_else(|| format!("there is no relation called {name:?}"))
}

fn edge_line(line: &str) -> Result<PatternEdge, String> {
    let mut words = line.split_whitespace();
    let relation = relation(words.next().unwrap_or_default())?;
    let vertex = |word: &str| {
        let number = word.parse::<u8>().ok().filter(|&number| number > 0);
        number.map(|number| number - 1).ok_or_else(|| format!("cannot read the vertex {word:?}"))
    };
    Ok(PatternEdge { relation, vertices: words.map(vertex).collect::<Result<_, String>>()? })
}

fn move_line(line: &str, edges: Vec<PatternEdge>) -> Result<(Pattern, f64), String> {
    let unreadable = || format!("cannot read the move {line:?}");
    let line_without_replies = line.split(" => ").next().unwrap_or_default();
    let (source, rest) = line_without_replies.split_once(" -(").ok_or_else(unreadable)?;
    let (weight, rest) = rest.split_once(")-> ").ok_or_else(unreadable)?;
    let mut words = rest.split_whitespace();
    let mut masks = Vec::new();
    let mut special: Special = 0;
    add_vertex(source, &mut masks)?;
    add_vertex(words.next().ok_or_else(unreadable)?, &mut masks)?;
    for word in words {
        match word {
            "with" => {}
            "castles" => special = CASTLING,
            "=N" => special = 2,
            "=B" => special = 3,
            "=R" => special = 4,
            "=Q" => special = 5,
            vertex => add_vertex(vertex, &mut masks)?,
        }
    }
    let pattern = Pattern { masks, edges, special }.checked().map_err(|error| error.to_string())?;
    Ok((pattern, weight.parse().map_err(|_| unreadable())?))
}

fn add_vertex(word: &str, masks: &mut Vec<Mask>) -> Result<(), String> {
    let unreadable = || format!("cannot read the vertex {word:?}");
    let letters = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let number: usize = word[..word.len() - letters.len()].parse().map_err(|_| unreadable())?;
    if number != masks.len() + 1 {
        return Err(format!("vertex {number} comes where vertex {} should", masks.len() + 1));
    }
    let mut mask = 0;
    for letter in letters.chars() {
        mask |= 1 << LETTERS.find(letter).ok_or_else(unreadable)?;
    }
    if mask == 0 {
        return Err(unreadable());
    }
    masks.push(mask);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fork_reads_as_a_fork() {
        let (patterns, weights) = parse("hits_from 1 2 3\nhits_from 1 2 4\n1N -(+0.5)-> 2. with 3k 4rq\n").unwrap();
        assert_eq!(weights, [0.5]);
        assert_eq!(patterns[0].edges.len(), 2);
        assert_eq!(patterns[0].masks, [1 << 2, 1, 1 << 12, 1 << 10 | 1 << 11]);
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        let why = |text: &str| parse(text).unwrap_err().to_string();
        assert!(why("forks 1 2\n1N -(+1)-> 2.").contains("line 1: there is no relation called \"forks\""));
        assert!(why("hits 1 2\n1N -> 2p").contains("line 2: cannot read the move"));
        assert!(why("hits 1 9\n1N -(+1)-> 2p").contains("names vertex 8, but there are only 2"));
        assert!(why("1N -(+1)-> 3p").contains("vertex 3 comes where vertex 2 should"));
        assert!(why("1x -(+1)-> 2p").contains("cannot read the vertex \"1x\""));
        assert!(why("hits 1 2").contains("edges, but no move"));
    }
}
