//! Patterns from the text that Python writes: a line an edge, one for the move, blank lines between patterns.
//!
//! ```text
//! hits_from 1 2 3
//! 1N -(+0.43)-> 2. with 3k
//! ```

use super::{
    pattern::{CASTLING, MOST_VERTICES, Mask, Pattern, PatternEdge, Special},
    relation::Relation,
};
use crate::errors::{CoreError, refuse};

const LETTERS: &[u8; 13] = b".PNBRQKpnbrqk";

/// The mask of each letter.
const MASKS: [Mask; 256] = {
    let mut masks = [0; 256];
    let mut label = 0;
    while label < LETTERS.len() {
        masks[LETTERS[label] as usize] = 1 << label;
        label += 1;
    }
    masks
};

/// The patterns of a text and the weights of their moves; replies belong to another reader and are passed over.
pub fn parse(text: &str) -> Result<(Vec<Pattern>, Vec<f64>), CoreError> {
    let (mut patterns, mut weights) = (Vec::new(), Vec::new());
    let mut edges = Vec::with_capacity(8);
    for (number, line) in lines(text).enumerate() {
        let bad = |why: String| CoreError::BadArgument { why: format!("line {}: {why}", number + 1) };
        let Some(first) = line.bytes().next() else { continue };
        if first.is_ascii_digit() {
            let (pattern, weight) = move_line(line, &edges).map_err(bad)?;
            patterns.push(pattern);
            weights.push(weight);
            edges.clear();
        } else {
            edges.push(edge_line(line).map_err(bad)?);
        }
    }
    if edges.is_empty() { Ok((patterns, weights)) } else { refuse("the last pattern has edges, but no move") }
}

/// The lines without the blanks around them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut begin = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    ends.map(move |end| {
        let line = &text[begin..end];
        begin = end + 1;
        line.trim_ascii()
    })
}

/// The words of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_ascii_whitespace()
}

/// The relation of this name.
pub fn relation(name: &str) -> Result<Relation, String> {
    Relation::named(name).ok_or_else(|| format!("there is no relation called {name:?}"))
}

fn edge_line(line: &str) -> Result<PatternEdge, String> {
    let mut words = words(line);
    let relation = relation(words.next().unwrap_or_default())?;
    let (mut vertices, mut count) = ([0; 8], 0);
    for item in words {
        let (number, rest) = number(item);
        let vertex = number.filter(|&number| number > 0 && number < 256 && rest.is_empty());
        let vertex = vertex.ok_or_else(|| format!("cannot read the vertex {item:?}"))?;
        vertices[count] = (vertex - 1) as u8;
        count = (count + 1).min(7);
    }
    PatternEdge::new(relation, &vertices[..count]).map_err(|error| error.to_string())
}

fn move_line(line: &str, edges: &[PatternEdge]) -> Result<(Pattern, f64), String> {
    let unreadable = || format!("cannot read the move {line:?}");
    let (source, rest) = cut(line, b'(').ok_or_else(unreadable)?;
    let (weight, rest) = cut(rest, b')').ok_or_else(unreadable)?;
    let source = source.strip_suffix(" -").ok_or_else(unreadable)?;
    let rest = rest.strip_prefix("-> ").ok_or_else(unreadable)?;
    let mut words = words(rest);
    let mut masks = Masks { masks: [0; MOST_VERTICES], count: 0 };
    let mut special: Special = 0;
    masks.add(source)?;
    masks.add(words.next().ok_or_else(unreadable)?)?;
    for item in words {
        match item {
            "with" => {}
            "=>" => break,
            "castles" => special = CASTLING,
            "=N" => special = 2,
            "=B" => special = 3,
            "=R" => special = 4,
            "=Q" => special = 5,
            vertex => masks.add(vertex)?,
        }
    }
    let masks = masks.masks[..masks.count].to_vec();
    let pattern = Pattern { masks, edges: edges.to_vec(), special }.checked().map_err(|error| error.to_string())?;
    Ok((pattern, weight.parse().map_err(|_| unreadable())?))
}

/// What comes before and after the first of a sign; lines are so short that nothing beats looking at each byte.
fn cut(line: &str, sign: u8) -> Option<(&str, &str)> {
    let place = line.bytes().position(|byte| byte == sign)?;
    Some((&line[..place], &line[place + 1..]))
}

/// The number at the beginning of a word, and what comes after it.
fn number(word: &str) -> (Option<usize>, &str) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let value = |number: usize, digit: u8| number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    let (digits, rest) = word.split_at(digits);
    ((!digits.is_empty()).then(|| digits.bytes().fold(0, value)), rest)
}

/// What may stand on the vertices read so far.
struct Masks {
    masks: [Mask; MOST_VERTICES],
    count: usize,
}

impl Masks {
    fn add(&mut self, word: &str) -> Result<(), String> {
        let unreadable = || format!("cannot read the vertex {word:?}");
        let (number, letters) = number(word);
        if number.ok_or_else(unreadable)? != self.count + 1 {
            let number = number.unwrap_or_default();
            return Err(format!("vertex {number} comes where vertex {} should", self.count + 1));
        }
        let mut mask = 0;
        for letter in letters.bytes() {
            if MASKS[usize::from(letter)] == 0 {
                return Err(unreadable());
            }
            mask |= MASKS[usize::from(letter)];
        }
        if mask == 0 {
            return Err(unreadable());
        }
        let place = self.masks.get_mut(self.count);
        *place.ok_or_else(|| format!("a pattern has 2 to {MOST_VERTICES} vertices, not more"))? = mask;
        self.count += 1;
        Ok(())
    }
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
        assert!(why("skewers 1 2\n1N -(+1)-> 2.").contains("line 1: there is no relation called \"skewers\""));
        assert!(why("hits 1 2\n1N -> 2p").contains("line 2: cannot read the move"));
        assert!(why("hits 1 9\n1N -(+1)-> 2p").contains("names vertex 8, but there are only 2"));
        assert!(why("1N -(+1)-> 3p").contains("vertex 3 comes where vertex 2 should"));
        assert!(why("1x -(+1)-> 2p").contains("cannot read the vertex \"1x\""));
        assert!(why("hits 1 2").contains("edges, but no move"));
    }
}
