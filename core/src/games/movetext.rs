//! Replays the moves of a game. The words come from pgn-reader, the rules from shakmaty.

use std::ops::ControlFlow;

use memchr::memchr;
use pgn_reader::{Nag, RawComment, Reader, SanPlus, Skip, Visitor};
use shakmaty::{
    Chess, Move, Outcome, Position,
    san::{San, SanError},
};

use super::{
    comments::{Notes, Remarks, USUAL_PLIES, at},
    tags::excerpt,
};
use crate::chess::moves::MoveCode;

/// What a movetext says.
#[derive(Debug, Default)]
pub struct Record {
    pub moves: Vec<MoveCode>,
    pub nags: Notes<u8>,
    pub remarks: Remarks,
    /// The marker at the end of the moves.
    pub outcome: Option<Outcome>,
}

/// Replay a movetext from a position; an error names the first move that cannot be read or played.
///
/// Some writers leave out the = of a promotion (g8Q+), as python-chess forgives; pgn-reader passes over such a word.
pub fn replay(movetext: &[u8], start: Chess) -> Result<Record, String> {
    replay_as_written(movetext, start.clone()).or_else(|problem| match with_promotions_spelled_out(movetext) {
        Some(text) => replay_as_written(&text, start),
        None => Err(problem),
    })
}

fn replay_as_written(movetext: &[u8], start: Chess) -> Result<Record, String> {
    // The buffers keep their default size, and long comments are joined here: pgn-reader moves the rest of its
    // buffer with every token near the end, so that larger buffers make it slower, not faster.
    let mut replay = Replay {
        words: Words::new(movetext),
        position: start,
        record: Record { moves: Vec::with_capacity(USUAL_PLIES), ..Record::default() },
        partial_comment: Vec::new(),
    };
    match Reader::new(movetext).read_game(&mut replay) {
        Ok(Some(outcome)) => outcome?,
        Ok(None) => (),
        Err(error) => return Err(error.to_string()),
    }
    if let Some(word) = replay.words.next() {
        return Err(replay.unreadable(word));
    }
    if replay.words.depth > 0 {
        return Err("a variation is opened and never closed".into());
    }
    Ok(replay.record)
}

struct Replay<'a> {
    words: Words<'a>,
    position: Chess,
    record: Record,
    partial_comment: Vec<u8>,
}

impl Replay<'_> {
    fn play(&mut self, san_plus: SanPlus) -> Result<(), String> {
        let word = self.words.next().unwrap_or_default();
        if !says(word, san_plus) {
            return Err(self.unreadable(word));
        }
        if let Some(outcome) = self.record.outcome {
            return Err(format!("{}: {} comes after the result {outcome}", self.place(), excerpt(word)));
        }
        let played = find(san_plus.san, &self.position).map_err(|error| {
            let kind = if error == SanError::AmbiguousSan { "ambiguous" } else { "illegal" };
            format!("{}: {kind} move {}", self.place(), excerpt(word))
        })?;
        self.record.moves.push(MoveCode::of(played));
        self.position.play_unchecked(played);
        Ok(())
    }

    fn unreadable(&self, word: &[u8]) -> String {
        format!("{}: cannot read {}", self.place(), excerpt(word))
    }

    fn place(&self) -> String {
        format!("move {}, {:?}", self.position.fullmoves(), self.position.turn())
    }

    fn ply(&self) -> u32 {
        self.record.moves.len() as u32
    }
}

impl Visitor for Replay<'_> {
    type Tags = ();
    type Movetext = ();
    type Output = Result<(), String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, _tags: ()) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, _movetext: &mut (), san_plus: SanPlus) -> ControlFlow<Self::Output> {
        match self.play(san_plus) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => ControlFlow::Break(Err(problem)),
        }
    }

    fn nag(&mut self, _movetext: &mut (), Nag(nag): Nag) -> ControlFlow<Self::Output> {
        let ply = self.ply();
        if !at(&self.record.nags, ply).any(|known| *known == nag) {
            self.record.nags.push((ply, nag));
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, _movetext: &mut (), comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        self.partial_comment.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, _movetext: &mut (), comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let ply = self.ply();
        if self.partial_comment.is_empty() {
            self.record.remarks.add(ply, comment.as_bytes());
        } else {
            self.partial_comment.extend_from_slice(comment.as_bytes());
            self.record.remarks.add(ply, &std::mem::take(&mut self.partial_comment));
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _movetext: &mut ()) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(&mut self, _movetext: &mut (), outcome: Outcome) -> ControlFlow<Self::Output> {
        self.record.outcome.get_or_insert(outcome);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _movetext: ()) -> Self::Output {
        Ok(())
    }
}

/// The movetext with a = in every promotion that has none; None where there is no such promotion.
fn with_promotions_spelled_out(movetext: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    let mut copied = 0;
    for word in Words::new(movetext) {
        if let Some(place) = missing_sign(word) {
            // A word is a part of the movetext.
            let end = word.as_ptr() as usize - movetext.as_ptr() as usize + place;
            text.extend_from_slice(&movetext[copied..end]);
            text.push(b'=');
            copied = end;
        }
    }
    text.extend_from_slice(&movetext[copied..]);
    (copied > 0).then_some(text)
}

/// Where the sign is missing in g8Q, gxh8N+ or fe1R.
fn missing_sign(word: &[u8]) -> Option<usize> {
    let is_file = |byte: u8| matches!(byte, b'a'..=b'h');
    let ends = |part: &[u8]| {
        is_file(part[0]) && matches!(part[1], b'1' | b'8') && matches!(part[2], b'Q' | b'R' | b'B' | b'N')
    };
    if !word.first().copied().is_some_and(is_file) {
        return None;
    }
    word.windows(3).position(ends).map(|place| place + 2)
}

/// Whether a word says this move and nothing else.
fn says(word: &[u8], san_plus: SanPlus) -> bool {
    let zeros = matches!(san_plus.san, San::Castle(_)) && word.starts_with(b"0-0");
    zeros || SanPlus::from_ascii(word).is_ok_and(|read| read == san_plus)
}

/// The move that a word means. Some writers leave out the x of a capture, as python-chess forgives.
fn find(san: San, position: &Chess) -> Result<Move, SanError> {
    san.to_move(position).or_else(|error| match san {
        San::Normal { role, file, rank, capture, to, promotion } if error == SanError::IllegalSan => {
            San::Normal { role, file, rank, capture: !capture, to, promotion }.to_move(position)
        }
        _ => Err(error),
    })
}

/// An iterator over the words in the places of moves, outside of comments and variations.
#[derive(Debug, Clone)]
pub struct Words<'a> {
    rest: &'a [u8],
    /// How many variations are open.
    pub depth: usize,
}

impl<'a> Words<'a> {
    /// The words of a movetext.
    pub fn new(movetext: &'a [u8]) -> Words<'a> {
        Words { rest: movetext, depth: 0 }
    }

    fn skip(&mut self, count: usize) {
        self.rest = &self.rest[count.min(self.rest.len())..];
    }

    fn skip_to(&mut self, byte: u8) {
        self.skip(memchr(byte, self.rest).unwrap_or(self.rest.len()));
    }

    fn take_word(&mut self) -> &'a [u8] {
        let end = self.rest.iter().position(|byte| ends_word(*byte)).unwrap_or(self.rest.len());
        // A lone closing brace ends a word and is one.
        let word = &self.rest[..end.max(1)];
        self.skip(word.len());
        word
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            match *self.rest.first()? {
                b'{' => {
                    self.skip_to(b'}');
                    self.skip(1);
                }
                b';' => self.skip_to(b'\n'),
                b'\n' if self.rest.get(1) == Some(&b'%') => {
                    self.skip(1);
                    self.skip_to(b'\n');
                }
                b'(' => {
                    self.depth += 1;
                    self.skip(1);
                }
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.skip(1);
                }
                b'$' => {
                    self.skip(1);
                    if !self.rest.first().copied().is_none_or(ends_word) {
                        self.take_word();
                    }
                }
                b' ' | b'\t' | b'\r' | b'\n' | b'!' | b'?' | b'.' | b'*' => self.skip(1),
                _ => {
                    let word = self.take_word();
                    if self.depth > 0 || is_result(word) {
                        continue;
                    }
                    let word = without_number(word);
                    if !word.is_empty() {
                        return Some(word);
                    }
                }
            }
        }
    }
}

/// The move number that a movetext begins with.
pub fn first_number(movetext: &[u8]) -> Option<u32> {
    let digits = movetext.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_number = movetext.get(digits) == Some(&b'.');
    is_number.then(|| str::from_utf8(&movetext[..digits]).ok()?.parse().ok()).flatten()
}

/// The bytes that end a word for pgn-reader.
fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'.' | b'*')
}

fn without_number(word: &[u8]) -> &[u8] {
    if word.starts_with(b"0-0") {
        return word;
    }
    &word[word.iter().take_while(|byte| byte.is_ascii_digit()).count()..]
}

fn is_result(word: &[u8]) -> bool {
    // Almost every word starts with a letter.
    if word[0].is_ascii_alphabetic() {
        return false;
    }
    const RESULTS: [&str; 7] = ["1-0", "0-1", "1/2-1/2", "1–0", "0–1", "½-½", "½–½"];
    RESULTS.iter().any(|result| result.as_bytes() == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::comments::Eval;

    fn read(text: &str) -> Record {
        replay(text.as_bytes(), Chess::default()).unwrap()
    }

    fn why(text: &str) -> String {
        replay(text.as_bytes(), Chess::default()).unwrap_err()
    }

    #[test]
    fn notes_belong_to_the_move_they_follow() {
        let record = read("{ Rome } 1. e4! $14 { [%eval 0.3] } (1. d4 { no } ) { yes } e5 { [%clk 0:01:00] } *");
        assert_eq!(record.nags, [(1, 1), (1, 14)]);
        assert_eq!(record.remarks.evals, [(1, Eval::Centipawns(30))]);
        assert_eq!(record.remarks.clocks, [(2, 60_000)]);
        assert_eq!(record.remarks.comments, [(0, "Rome".to_string()), (1, "yes".to_string())]);
        assert_eq!(record.outcome, Some(Outcome::Unknown));
    }

    #[test]
    fn a_long_comment_is_one_comment() {
        let long = "Zugzwang ".repeat(10_000);
        let record = read(&format!("1. e4 {{{long}}} e5 *"));
        assert_eq!(record.remarks.comments, [(1, long.trim().to_string())]);
        assert_eq!(record.moves.len(), 2);
    }

    #[test]
    fn castling_with_zeros_and_captures_without_a_cross() {
        assert_eq!(read("1. e4 d5 2. ed5 Nf6 3. Nf3 Nd5 4. Be2 e6 5. 0-0 1/2-1/2").moves.len(), 9);
    }

    #[test]
    fn a_promotion_without_its_sign() {
        let moves = "1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Rg8 5. ";
        for promotion in ["h8Q", "hxg8N", "hg8B", "h8R!?"] {
            let with = promotion.replace('8', "8=");
            assert_eq!(read(&format!("{moves}{promotion} *")).moves, read(&format!("{moves}{with} *")).moves);
        }
        assert_eq!(why(&format!("{moves}h8K *")), "move 5, White: cannot read 'h8K'");
        assert_eq!(why(&format!("{moves}h8Q Nf9 *")), "move 5, Black: cannot read 'Nf9'");
        assert_eq!(why("1. e4 e5 2. Bc8Q *"), "move 2, White: cannot read 'Bc8Q'");
    }

    #[test]
    fn the_first_bad_move_is_named() {
        assert_eq!(why("1. e4 e5 2. Nf c6 *"), "move 2, White: cannot read 'Nf'");
        assert_eq!(why("1. e4 e5 2. Nf3 Qxf9 *"), "move 2, Black: cannot read 'Qxf9'");
        assert_eq!(why("1. e4 e5 2. Ke3 *"), "move 2, White: illegal move 'Ke3'");
        assert_eq!(why("1. Nf3 d6 2. Nc3 e6 3. d3 g6 4. Nd2 a6 5. Nb1 *"), "move 5, White: ambiguous move 'Nb1'");
        assert_eq!(why("1. e4 -- 2. d4 *"), "move 1, Black: illegal move '--'");
        assert_eq!(why("1. a3Nf3 e5 *"), "move 1, White: cannot read 'a3Nf3'");
        assert_eq!(why("1. e4 e5 } 2. Nf3 *"), "move 2, White: cannot read '}'");
    }

    #[test]
    fn nothing_follows_the_result() {
        assert_eq!(why("1. e4 1-0 1. d4 0-1"), "move 1, Black: 'd4' comes after the result 1-0");
    }

    #[test]
    fn an_open_variation_hides_no_moves() {
        assert_eq!(why("1. e4 (1. d4 d5 1... e5 1-0"), "a variation is opened and never closed");
    }
}

#[cfg(test)]
mod words_tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        Words::new(text.as_bytes()).map(|word| str::from_utf8(word).unwrap()).collect()
    }

    #[test]
    fn only_the_main_line_counts() {
        let text = "1.e4 {d4} e5!? (1... c5 {)} (1... e6) 2. Nf3) 2.Nf3 $14 ;d4\n%c4\nNc6 0-0 1/2-1/2";
        assert_eq!(words(text), ["e4", "e5", "Nf3", "Nc6", "0-0"]);
    }

    #[test]
    fn what_is_no_move_is_still_a_word() {
        assert_eq!(words("1. e4 Nf3Nf6 1- } * 1-0"), ["e4", "Nf3Nf6", "-", "}"]);
    }

    #[test]
    fn an_open_variation_is_noticed() {
        let mut words = Words::new(b"1. e4 (1. d4 d5 1-0");
        assert_eq!(words.by_ref().count(), 1);
        assert_eq!(words.depth, 1);
    }

    #[test]
    fn the_first_number_needs_a_dot() {
        assert_eq!(first_number(b"12. e4"), Some(12));
        assert_eq!(first_number(b"1-0"), None);
        assert_eq!(first_number(b"e4"), None);
    }
}
