//! Reads and keeps comments: commands in brackets, `[%eval 0.17]`, `[%clk 0:03:00]`, `[%cal Ge2e4]`, and text.

use shakmaty::Color;

use super::tags::decode;

/// Room that most games fit into.
pub const USUAL_PLIES: usize = 128;

/// Notes on the moves: the number of moves played before the note, and the note. 0 is before the first move.
pub type Notes<T> = Vec<(u32, T)>;

/// The notes that follow this many moves.
pub fn at<T>(notes: &Notes<T>, ply: u32) -> impl Iterator<Item = &T> {
    let first = notes.partition_point(|(place, _)| *place < ply);
    notes[first..].iter().take_while(move |(place, _)| *place == ply).map(|(_, note)| note)
}

/// An engine's judgement, from White's side as Lichess writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eval {
    Centipawns(i32),
    /// Mate in this many moves; 0 is mate on the board.
    Mate(i32),
}

impl Eval {
    /// Centipawns for White; mate in n moves counts as `mate` - n. On the board it is the side to move that is mated.
    pub fn centipawns(self, mate: i32, turn: Color) -> f64 {
        f64::from(match self {
            Eval::Centipawns(value) => value,
            Eval::Mate(0) => turn.fold_wb(-mate, mate),
            Eval::Mate(moves) => moves.signum() * mate - moves,
        })
    }
}

/// The notes of a game while it is read.
#[derive(Debug, Default)]
pub struct Remarks {
    pub evals: Notes<Eval>,
    pub clocks: Notes<u32>,
    pub comments: Notes<String>,
    pub arrows: Notes<String>,
}

impl Remarks {
    /// Take in a comment that follows this many moves. Of two evals or clocks of one move the first counts.
    pub fn add(&mut self, ply: u32, comment: &[u8]) {
        let mut rest = comment;
        while let Some((text, command, behind)) = next_command(rest) {
            self.add_text(ply, text);
            self.obey(ply, command);
            rest = behind;
        }
        self.add_text(ply, rest);
    }

    fn add_text(&mut self, ply: u32, text: &[u8]) {
        let text = text.trim_ascii();
        if text.is_empty() {
            return;
        }
        if self.comments.last().is_none_or(|(last, _)| *last < ply) {
            self.comments.push((ply, String::new()));
        }
        let (_, comment) = self.comments.last_mut().expect("there is one now");
        for word in decode(text).split_ascii_whitespace() {
            if !comment.is_empty() {
                comment.push(' ');
            }
            // A bracket that was never closed must not become a command of the text behind it.
            comment.push_str(&word.replace("[%", "[ %"));
        }
    }

    fn obey(&mut self, ply: u32, command: &[u8]) {
        let Some(space) = command.iter().position(u8::is_ascii_whitespace) else { return };
        let value = command[space + 1..].trim_ascii();
        match &command[..space] {
            b"eval" => add_first(&mut self.evals, ply, parse_eval(value)),
            b"clk" => add_first(&mut self.clocks, ply, parse_clock(value)),
            b"cal" | b"csl" => {
                let arrows = value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
                self.arrows.extend(arrows.filter(|arrow| is_arrow(arrow)).map(|arrow| (ply, decode(arrow).into())));
            }
            _ => (),
        }
    }
}

fn add_first<T>(notes: &mut Notes<T>, ply: u32, note: Option<T>) {
    if let Some(note) = note
        && notes.last().is_none_or(|(last, _)| *last < ply)
    {
        if notes.is_empty() {
            // Where one move has an eval or a clock, the others have one too.
            notes.reserve(USUAL_PLIES);
        }
        notes.push((ply, note));
    }
}

/// The text before a command, the command, and what follows it.
fn next_command(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    // Commands are short and stand first, so that a plain loop finds them sooner than memchr would.
    let start = text.windows(2).position(|pair| pair == b"[%")?;
    let end = start + text[start..].iter().position(|byte| *byte == b']')?;
    Some((&text[..start], &text[start + 2..end], &text[end + 1..]))
}

fn parse_eval(value: &[u8]) -> Option<Eval> {
    // Some programs add the depth: [%eval 0.17,22].
    let value = value.split(|byte| *byte == b',').next()?;
    let (value, is_mate) = value.strip_prefix(b"#").map_or((value, false), |moves| (moves, true));
    let (sign, value) = match value {
        [b'-', number @ ..] => (-1, number),
        [b'+', number @ ..] => (1, number),
        number => (1, number),
    };
    if is_mate {
        let moves = i32::try_from(whole_number(value)?).ok()?;
        return Some(Eval::Mate(sign * moves));
    }
    let centipawns = i32::try_from(fixed_point(value, 2)?).ok()?;
    Some(Eval::Centipawns(sign * centipawns))
}

/// `H:MM:SS`, perhaps with a fraction, in milliseconds.
fn parse_clock(value: &[u8]) -> Option<u32> {
    let mut parts = value.splitn(3, |byte| *byte == b':');
    let (hours, minutes) = (whole_number(parts.next()?)?, whole_number(parts.next()?)?);
    let before = hours.checked_mul(60)?.checked_add(minutes)?.checked_mul(60_000)?;
    before.checked_add(fixed_point(parts.next()?, 3)?)
}

/// A number such as `12`, `0.5` or `.25` times ten for each of the places; further digits are dropped.
fn fixed_point(text: &[u8], places: usize) -> Option<u32> {
    let dot = text.iter().position(|byte| *byte == b'.').unwrap_or(text.len());
    let (whole, fraction) = (&text[..dot], text.get(dot + 1..).unwrap_or(b""));
    if whole.is_empty() && fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digits = fraction.iter().chain(std::iter::repeat(&b'0')).take(places);
    whole.iter().chain(digits).try_fold(0, append_digit)
}

fn whole_number(text: &[u8]) -> Option<u32> {
    if text.is_empty() { None } else { text.iter().try_fold(0, append_digit) }
}

fn append_digit(number: u32, digit: &u8) -> Option<u32> {
    digit.is_ascii_digit().then(|| number.checked_mul(10)?.checked_add(u32::from(digit - b'0')))?
}

fn is_arrow(text: &[u8]) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    match text {
        [b'R' | b'G' | b'Y' | b'B', squares @ ..] => matches!(squares.len(), 2 | 4) && squares.chunks(2).all(is_square),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remarks(comment: &str) -> Remarks {
        let mut remarks = Remarks::default();
        remarks.add(1, comment.as_bytes());
        remarks
    }

    #[test]
    fn commands_and_text_are_separated() {
        let found = remarks(" [%eval 0.17] [%clk 0:03:00] A sound\n move.  [%cal Ge2e4,Rd7d5][%csl Be5] ");
        assert_eq!(found.evals, [(1, Eval::Centipawns(17))]);
        assert_eq!(found.clocks, [(1, 180_000)]);
        assert_eq!(found.comments, [(1, "A sound move.".to_string())]);
        assert_eq!(found.arrows.iter().map(|(_, arrow)| arrow.as_str()).collect::<Vec<_>>(), ["Ge2e4", "Rd7d5", "Be5"]);
    }

    #[test]
    fn evals_are_pawns_or_mates() {
        assert_eq!(parse_eval(b"-1.5"), Some(Eval::Centipawns(-150)));
        assert_eq!(parse_eval(b"+0.29,22"), Some(Eval::Centipawns(29)));
        assert_eq!(parse_eval(b"#-3"), Some(Eval::Mate(-3)));
        assert_eq!(parse_eval(b"1.239"), Some(Eval::Centipawns(123)));
        assert_eq!(parse_eval(b".5"), Some(Eval::Centipawns(50)));
        assert_eq!(parse_eval(b"7."), Some(Eval::Centipawns(700)));
        assert_eq!(parse_eval(b"inf"), None);
        assert_eq!(parse_eval(b"1.2x"), None);
        assert_eq!(parse_eval(b"."), None);
        assert_eq!(parse_eval(b"#"), None);
        assert_eq!(parse_eval(b""), None);
    }

    #[test]
    fn clocks_may_have_fractions() {
        assert_eq!(parse_clock(b"1:02:03"), Some(3_723_000));
        assert_eq!(parse_clock(b"0:00:05.3"), Some(5_300));
        assert_eq!(parse_clock(b"0:00:05.12345"), Some(5_123));
        assert_eq!(parse_clock(b"3:00"), None);
        assert_eq!(parse_clock(b"0:00:0x"), None);
        assert_eq!(parse_clock(b"99999999999:0:0"), None);
    }

    #[test]
    fn what_is_no_command_stays_text() {
        assert_eq!(remarks("[%eval 0.1").comments, [(1, "[ %eval 0.1".to_string())]);
        assert_eq!(remarks("[see chapter 3]").comments, [(1, "[see chapter 3]".to_string())]);
        assert!(remarks("[%cal Xe2e4,Ge9]").arrows.is_empty());
    }
}
