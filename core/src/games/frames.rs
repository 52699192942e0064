//! Cuts PGN text into games without reading them, so that each can be read on its own core.
//!
//! A game ends at a blank line after its moves, or where the tags of the next begin, both outside of comments.
//! A comment that was never closed does not swallow the games behind it: a line that looks like a tag pair ends it.

use memchr::{memchr, memchr2};

use super::tags;

/// Where a game ends in a text that starts with it, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    pub end: usize,
    pub ending: Ending,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// At a blank line or at the tags of the next game.
    Complete,
    /// With the text.
    EndOfText,
    /// Inside a comment.
    OpenComment,
}

/// How many bytes of whole lines lie before the next game: blank lines, `%` lines, `;` comments, a byte order mark.
pub fn skip_blank(text: &[u8], at_end: bool) -> usize {
    let mut position = 0;
    while let Some(line) = line_at(text, position, at_end) {
        let mark = if line.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        if !is_blank(&line[mark..]) && !matches!(line[mark], b'%' | b';') {
            return position + mark;
        }
        position += line.len();
    }
    position
}

/// The first game of a text that starts with one; None when the text ends before the game does and more may come.
pub fn next_frame(text: &[u8], at_end: bool) -> Option<Frame> {
    let mut position = 0;
    let mut in_moves = false;
    let mut in_comment = false;
    let mut after_gap = false;
    while let Some(line) = line_at(text, position, at_end) {
        if in_comment {
            if tags::is_pair(line) {
                return Some(Frame { end: position, ending: Ending::OpenComment });
            }
            in_comment = leaves_comment_open(line, true);
        } else if is_blank(line) {
            if in_moves {
                return Some(Frame { end: position, ending: Ending::Complete });
            }
            after_gap = true;
        } else if line[0] == b'[' {
            // A blank line may stand among the tags, but a second Event after it belongs to a second game.
            if in_moves || after_gap && position > 0 && line.starts_with(b"[Event ") {
                return Some(Frame { end: position, ending: Ending::Complete });
            }
            after_gap = false;
            let moves = tags::after_pairs(line);
            in_moves = !is_blank(moves);
            in_comment = leaves_comment_open(moves, false);
        } else if !matches!(line[0], b'%' | b';') {
            in_moves = true;
            in_comment = leaves_comment_open(line, false);
        }
        position += line.len();
    }
    let ending = if in_comment { Ending::OpenComment } else { Ending::EndOfText };
    (at_end && position > 0).then_some(Frame { end: position, ending })
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The line that starts here, with its line break; None when it has none and more text may come.
fn line_at(text: &[u8], start: usize, at_end: bool) -> Option<&[u8]> {
    let rest = &text[start..];
    match memchr(b'\n', rest) {
        Some(length) => Some(&rest[..=length]),
        None => (at_end && !rest.is_empty()).then_some(rest),
    }
}

/// Old files end with the byte 1a, as DOS did.
fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0x1a)
}

fn leaves_comment_open(line: &[u8], mut open: bool) -> bool {
    let mut rest = line;
    loop {
        let next = if open { memchr(b'}', rest) } else { memchr2(b'{', b';', rest) };
        match next {
            Some(at) if rest[at] != b';' => {
                rest = &rest[at + 1..];
                open = !open;
            }
            _ => return open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(&str, Ending)> {
        let mut games = Vec::new();
        let mut rest = text;
        loop {
            rest = &rest[skip_blank(rest.as_bytes(), true)..];
            let Some(frame) = next_frame(rest.as_bytes(), true) else { return games };
            games.push((rest[..frame.end].trim_end(), frame.ending));
            rest = &rest[frame.end..];
        }
    }

    #[test]
    fn games_end_at_a_blank_line_or_at_the_next_tags() {
        let text = "[Event \"A\"]\n\n1. e4 1-0\n[Event \"B\"]\n\n1. d4 0-1\n\n1. c4 *\n";
        let games = cut(text);
        assert_eq!(games[0], ("[Event \"A\"]\n\n1. e4 1-0", Ending::Complete));
        assert_eq!(games[1], ("[Event \"B\"]\n\n1. d4 0-1", Ending::Complete));
        assert_eq!(games[2], ("1. c4 *", Ending::EndOfText));
        assert_eq!(games.len(), 3);
    }

    #[test]
    fn comments_hide_blank_lines_and_braces() {
        assert_eq!(cut("1. e4 { first\n\n[%clk 0:01:00]\n } e5 ; not { this\n2. d4 *\n\n").len(), 1);
    }

    #[test]
    fn an_open_comment_ends_at_the_next_tags() {
        let games = cut("1. e4 { oh 1-0\n\n[Event \"B\"]\n\n1. d4 *\n");
        assert_eq!(games[0].1, Ending::OpenComment);
        assert!(games[1].0.starts_with("[Event \"B\"]"));
        assert_eq!(cut("1. e4 { oh 1-0")[0].1, Ending::OpenComment);
    }

    #[test]
    fn what_lies_between_games_is_passed_over() {
        assert_eq!(cut("\u{feff}% exported\n; by hand\n\r\n1. e4 *\r\n\r\n\x1a"), [("1. e4 *", Ending::Complete)]);
        assert_eq!(cut(" \n\t\n"), []);
    }

    #[test]
    fn escape_lines_are_no_moves() {
        assert_eq!(cut("[Event \"A\"]\n% [Event \"no\"]\n; {\n[White \"B\"]\n\n1. e4\n%[\n e5 *\n").len(), 1);
    }

    #[test]
    fn tags_without_moves_are_a_game_of_their_own() {
        assert_eq!(cut("[Event \"A\"]\n\n[Event \"B\"]\n\n1. e4 *").len(), 2);
        assert_eq!(cut("[Event \"A\"]\n\n[Site \"a gap among the tags\"]\n\n1. e4 *").len(), 1);
    }

    #[test]
    fn tags_and_moves_may_share_a_line() {
        assert_eq!(cut("[White \"A\"][Black \"B\"] 1. e4 *\n\n[White \"C\"] 1. d4 *").len(), 2);
    }

    #[test]
    fn an_unfinished_game_waits_for_more_text() {
        assert_eq!(next_frame(b"1. e4 e5\n", false), None);
        assert_eq!(next_frame(b"1. e4 e5\n\n", false).map(|frame| frame.end), Some(9));
        assert_eq!(skip_blank(b"\n\n%", false), 2);
    }
}
