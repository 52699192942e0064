//! Walks the words of a main line, which should be its moves. pgn-reader skips words that it cannot read; walking the
//! words in parallel finds them, so that no game is shortened silently.

use memchr::memchr;

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
