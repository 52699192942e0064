//! The tag pairs of a game, `[White "Reti, Richard"]`, in the order of the file.

use std::borrow::Cow;

use memchr::memchr_iter;
use pgn_reader::RawTag;

/// Names and values; of a name that is there twice the last value counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    /// All names and values one after another: one allocation instead of thirty.
    text: String,
    /// Where each name and each value ends.
    ends: Vec<(u32, u32)>,
}

impl Tags {
    /// The tags at the start of a game's text, and the movetext behind them.
    pub fn parse(text: &[u8]) -> Result<(Tags, &[u8]), String> {
        let mut tags = Tags::default();
        let mut rest = text;
        loop {
            rest = rest.trim_ascii_start();
            match rest.first() {
                Some(b'[') => {
                    let Some(pair) = first_pair(rest) else {
                        return Err(format!("cannot read the tag {}", excerpt(line(rest).trim_ascii_end())));
                    };
                    tags.push(&decode(pair.name), &decode(&RawTag(pair.value).decode()));
                    rest = pair.rest;
                }
                Some(b'%' | b';') if starts_line(text, rest) => rest = &rest[line(rest).len()..],
                _ => return Ok((tags, rest)),
            }
        }
    }

    fn push(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        let end_of_name = self.text.len() as u32;
        self.text.push_str(value);
        self.ends.push((end_of_name, self.text.len() as u32));
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().filter(|(known, _)| *known == name).last().map(|(_, value)| value)
    }

    /// Names and values in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |(end_of_name, end)| {
            let name_start = std::mem::replace(&mut start, *end as usize);
            let middle = *end_of_name as usize;
            (&self.text[name_start..middle], &self.text[middle..start])
        })
    }

    /// Whether there is no tag at all.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Whether a line starts with a tag pair.
pub fn is_pair(line: &[u8]) -> bool {
    line.starts_with(b"[") && first_pair(line).is_some()
}

/// What follows the tag pairs of a line: usually nothing, sometimes the moves.
pub fn after_pairs(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii_end();
    if line.ends_with(b"]") {
        return b"";
    }
    let mut rest = line;
    while rest.starts_with(b"[") {
        // A malformed tag takes the whole line; the reader names it.
        let Some(pair) = first_pair(rest) else { return b"" };
        rest = pair.rest.trim_ascii_start();
    }
    rest
}

/// Text of any origin: UTF-8, or else Latin-1, which most old files are.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// A piece of the file for an error message: short, printable, in quotes.
pub fn excerpt(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = decode(&bytes[..bytes.len().min(LONGEST)]);
    let printable: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    format!("'{printable}{}'", if bytes.len() > LONGEST { "…" } else { "" })
}

struct Pair<'a> {
    name: &'a [u8],
    value: &'a [u8],
    rest: &'a [u8],
}

fn first_pair(text: &[u8]) -> Option<Pair<'_>> {
    let line = line(text);
    let opening = memchr::memchr(b'"', line)?;
    let name = line[1..opening].trim_ascii();
    if name.is_empty() || !name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte)) {
        return None;
    }
    let start = opening + 1;
    let (closing, end) = closing_quote(line, start)?;
    Some(Pair { name, value: &line[start..closing], rest: &text[end..] })
}

/// The quote that closes a value, and the end of its bracket. People forget to escape quotes and backslashes, so
/// a quote closes only before a bracket, and an escaped one closes when there is no other.
fn closing_quote(line: &[u8], start: usize) -> Option<(usize, usize)> {
    let mut escaped_fallback = None;
    for quote in memchr_iter(b'"', &line[start..]).map(|at| start + at) {
        let behind = &line[quote + 1..];
        let spaces = behind.len() - behind.trim_ascii_start().len();
        if behind.get(spaces) == Some(&b']') {
            let found = (quote, quote + 1 + spaces + 1);
            let backslashes = line[start..quote].iter().rev().take_while(|byte| **byte == b'\\').count();
            if backslashes.is_multiple_of(2) {
                return Some(found);
            }
            escaped_fallback = Some(found);
        }
    }
    escaped_fallback
}

fn line(text: &[u8]) -> &[u8] {
    &text[..memchr::memchr(b'\n', text).map_or(text.len(), |end| end + 1)]
}

fn starts_line(text: &[u8], rest: &[u8]) -> bool {
    let at = text.len() - rest.len();
    at == 0 || text[at - 1] == b'\n'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(line: &[u8]) -> String {
        Tags::parse(line).unwrap().0.iter().next().unwrap().1.to_string()
    }

    #[test]
    fn tags_come_before_the_moves() {
        let (tags, moves) = Tags::parse(b"[White \"Reti\"] [Black \"Tartakower\"]\n;\n%\n[X \"\"]\n\n1. e4").unwrap();
        let pairs: Vec<_> = tags.iter().collect();
        assert_eq!(pairs, [("White", "Reti"), ("Black", "Tartakower"), ("X", "")]);
        assert_eq!(moves, b"1. e4");
        assert_eq!(tags.get("Black"), Some("Tartakower"));
        assert_eq!(tags.get("Result"), None);
    }

    #[test]
    fn quotes_are_forgiven() {
        assert_eq!(value(br#"[White "The \"Magician\" Tal"]"#), r#"The "Magician" Tal"#);
        assert_eq!(value(br#"[White "The "Magician" Tal"]"#), r#"The "Magician" Tal"#);
        assert_eq!(value(br#"[Site "C:\"]"#), r"C:\");
        assert_eq!(value(br#"[Site "C:\\"]"#), r"C:\");
    }

    #[test]
    fn latin_1_is_read_as_such() {
        assert_eq!(value(b"[White \"M\xfcller\"]"), "Müller");
        assert_eq!(value("[White \"Müller\"]".as_bytes()), "Müller");
    }

    #[test]
    fn a_broken_tag_is_named() {
        assert_eq!(Tags::parse(b"[White \"Reti]\n\n1. e4").unwrap_err(), "cannot read the tag '[White \"Reti]'");
    }

    #[test]
    fn a_command_in_a_comment_is_no_tag() {
        assert!(is_pair(b"[Event \"x\"]"));
        assert!(!is_pair(b"[%clk 0:01:00] \"a quote\"]"));
        assert!(!is_pair(b"[see \"the book\"] and so on".strip_prefix(b"[").unwrap()));
    }
}
