//! Reads a stream of games in batches: a batch is as much text as fits a buffer, its games are read on all cores
//! and come back in the order of the file. Memory does not grow with the file.

use std::{collections::BTreeMap, io::Read};

use memchr::memmem;
use rayon::prelude::*;

use super::{
    filter::Filter,
    frames::{Ending, Frame, next_frame, skip_blank},
    game::Game,
    parse::{Verdict, read},
    source::{Source, describe},
};
use crate::errors::CoreError;

/// As much text as one batch holds: large enough to keep all cores busy, small enough for a quick first game.
const BATCH_BYTES: usize = 1 << 20;
/// The longest game. A longer text is not a game, and must not fill the memory.
const LONGEST_GAME: usize = 16 << 20;

/// A value with its place in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed<T> {
    /// Counted from 1; 0 for the file as a whole.
    pub number: u64,
    /// Where the game starts in the decompressed text, in bytes.
    pub offset: u64,
    pub value: T,
}

/// What one batch of text held.
#[derive(Debug, Default)]
pub struct Batch {
    pub games: Vec<Placed<Game>>,
    /// What is wrong with the games that could not be read.
    pub bad: Vec<Placed<String>>,
    /// How many games of each variant were passed over.
    pub variants: BTreeMap<String, u64>,
    /// How many games did not pass the filter.
    pub unwanted: u64,
}

/// Reads the games of one file.
pub struct GameReader {
    path: String,
    source: Source,
    filter: Filter,
    buffer: Vec<u8>,
    /// Where the buffer starts in the decompressed text.
    offset: u64,
    /// How many games were cut off so far.
    number: u64,
    /// Whether any game was well-formed, wanted or not.
    found_any: bool,
    /// Whether everything up to the next Event tag is to be passed over.
    lost: bool,
    end: End,
}

#[derive(Debug, PartialEq)]
enum End {
    NotYet,
    Reached,
    /// The file broke off, for this reason.
    Broken(String),
    /// The end was reported.
    Reported,
}

impl GameReader {
    /// Open a file, or standard input when the path is `-`.
    pub fn open(path: &str, filter: Filter) -> Result<GameReader, CoreError> {
        Ok(GameReader::new(path, Source::open(path)?, filter))
    }

    /// Read from a stream; the path is only its name.
    pub fn new(path: &str, source: Source, filter: Filter) -> GameReader {
        GameReader {
            path: path.into(),
            source,
            filter,
            buffer: Vec::new(),
            offset: 0,
            number: 0,
            found_any: false,
            lost: false,
            end: End::NotYet,
        }
    }

    /// Where the games come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The next games, or None after the last. A batch may hold no game at all.
    pub fn next_batch(&mut self) -> Result<Option<Batch>, CoreError> {
        if self.end == End::Reported {
            return Ok(None);
        }
        let mut batch = Batch::default();
        let frames = self.fill(&mut batch)?;
        let (buffer, filter) = (&self.buffer, &self.filter);
        let verdicts: Vec<Verdict> = frames
            .par_iter()
            .map(|(start, frame)| read(&buffer[*start..start + frame.end], frame.ending, filter))
            .collect();
        let mut last_is_unfinished = false;
        for ((start, frame), verdict) in frames.iter().zip(verdicts) {
            self.number += 1;
            let (number, offset) = (self.number, self.offset + *start as u64);
            self.found_any |= !matches!(verdict, Verdict::Bad(_) | Verdict::Nothing);
            last_is_unfinished = frame.ending != Ending::Complete && matches!(verdict, Verdict::Bad(_));
            match verdict {
                Verdict::Game(value) => batch.games.push(Placed { number, offset, value: *value }),
                Verdict::Bad(value) => batch.bad.push(Placed { number, offset, value }),
                Verdict::Variant(name) => *batch.variants.entry(name).or_default() += 1,
                Verdict::Unwanted => batch.unwanted += 1,
                Verdict::Nothing => self.number -= 1,
            }
        }
        let consumed = frames.last().map_or(0, |(start, frame)| start + frame.end);
        self.consume(consumed);
        if self.end != End::NotYet {
            self.report_end(&mut batch, last_is_unfinished);
        }
        Ok(Some(batch))
    }

    /// Read on until the buffer holds a whole game, or the file ends. Gives the games with their starts.
    fn fill(&mut self, batch: &mut Batch) -> Result<Vec<(usize, Frame)>, CoreError> {
        let mut wanted = BATCH_BYTES;
        loop {
            self.read_up_to(wanted)?;
            if self.lost {
                self.find_next_event();
            }
            let at_end = self.end != End::NotYet;
            self.consume(skip_blank(&self.buffer, at_end));
            let frames = cut(&self.buffer, at_end);
            if at_end || !frames.is_empty() {
                return Ok(frames);
            }
            if self.buffer.len() >= LONGEST_GAME {
                self.number += 1;
                let problem = format!("it is longer than {} MiB; is this a game?", LONGEST_GAME >> 20);
                batch.bad.push(Placed { number: self.number, offset: self.offset, value: problem });
                self.lost = true;
            }
            // Doubling keeps the text of a long game from being looked through again and again.
            wanted = if self.lost { BATCH_BYTES } else { 2 * self.buffer.len().max(BATCH_BYTES) };
        }
    }

    fn read_up_to(&mut self, wanted: usize) -> Result<(), CoreError> {
        while self.end == End::NotYet && self.buffer.len() < wanted {
            let missing = (wanted - self.buffer.len()) as u64;
            match self.source.by_ref().take(missing).read_to_end(&mut self.buffer) {
                Ok(0) => self.end = End::Reached,
                Ok(_) => (),
                Err(error) if self.offset == 0 && self.buffer.is_empty() => {
                    return Err(CoreError::BadGameFile { path: self.path.clone(), why: describe(&error) });
                }
                Err(error) => self.end = End::Broken(describe(&error)),
            }
        }
        Ok(())
    }

    fn find_next_event(&mut self) {
        const EVENT: &[u8] = b"\n[Event ";
        match memmem::find(&self.buffer, EVENT) {
            Some(line_break) => {
                self.consume(line_break + 1);
                self.lost = false;
            }
            None if self.end != End::NotYet => self.consume(self.buffer.len()),
            // The start of the tag may be here already.
            None => self.consume(self.buffer.len().saturating_sub(EVENT.len() - 1)),
        }
    }

    fn consume(&mut self, count: usize) {
        self.buffer.drain(..count);
        self.offset += count as u64;
    }

    fn report_end(&mut self, batch: &mut Batch, last_is_unfinished: bool) {
        if let End::Broken(why) = std::mem::replace(&mut self.end, End::Reported) {
            match batch.bad.last_mut().filter(|_| last_is_unfinished) {
                Some(bad) => bad.value = format!("the file breaks off in this game: {why}"),
                None => batch.bad.push(Placed {
                    number: self.number + 1,
                    offset: self.offset,
                    value: format!("the file breaks off here: {why}"),
                }),
            }
        } else if !self.found_any {
            let problem = "no game in it could be read; is this a PGN file?".into();
            batch.bad.push(Placed { number: 0, offset: 0, value: problem });
        }
    }
}

fn cut(text: &[u8], at_end: bool) -> Vec<(usize, Frame)> {
    let mut frames = Vec::new();
    let mut start = 0;
    while let Some(frame) = next_frame(&text[start..], at_end) {
        frames.push((start, frame));
        start += frame.end;
        start += skip_blank(&text[start..], at_end);
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, Cursor};

    fn read_all(source: impl Read + Send + Sync + 'static) -> Batch {
        let mut reader = GameReader::new("test.pgn", Source::new(source, None).unwrap(), Filter::default());
        let mut all = Batch::default();
        while let Some(batch) = reader.next_batch().unwrap() {
            all.games.extend(batch.games);
            all.bad.extend(batch.bad);
            all.variants.extend(batch.variants);
        }
        all
    }

    fn problems(batch: &Batch) -> Vec<(u64, &str)> {
        batch.bad.iter().map(|bad| (bad.number, bad.value.as_str())).collect()
    }

    #[test]
    fn numbers_and_offsets_are_those_of_the_file() {
        let text = "1. e4 *\n\n\n1. d4 Qxd4 *\n\n1. c4 *\n";
        let found = read_all(text.as_bytes());
        assert_eq!(found.games.iter().map(|game| (game.number, game.offset)).collect::<Vec<_>>(), [(1, 0), (3, 24)]);
        assert_eq!(found.bad[0].offset, 10);
        assert_eq!(problems(&found), [(2, "move 1, Black: illegal move 'Qxd4'")]);
    }

    #[test]
    fn batches_do_not_show() {
        let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 { a long afternoon } *\n\n".repeat(60_000);
        let found = read_all(Cursor::new(text.clone()));
        assert_eq!(found.games.len(), 60_000);
        let length = text.len() as u64 / 60_000;
        assert!(found.games.iter().all(|game| game.offset == (game.number - 1) * length));
        assert!(found.bad.is_empty());
    }

    #[test]
    fn what_is_too_long_for_a_game_is_passed_over() {
        let noise = "e4 ".repeat(LONGEST_GAME / 2);
        let found = read_all(Cursor::new(format!("1. {noise}\n\n[Event \"x\"]\n\n1. d4 *\n")));
        assert_eq!(problems(&found), [(1, "it is longer than 16 MiB; is this a game?")]);
        assert_eq!(found.games.len(), 1);
        assert_eq!(found.games[0].number, 2);
        let found = read_all(Cursor::new("1. ".to_string() + &noise));
        assert_eq!(found.bad.len(), 2);
        assert_eq!(found.bad[1].value, "no game in it could be read; is this a PGN file?");
    }

    #[test]
    fn an_empty_file_holds_no_games() {
        assert_eq!(problems(&read_all(io::empty())), [(0, "no game in it could be read; is this a PGN file?")]);
    }

    #[test]
    fn a_file_that_breaks_off_keeps_what_came_before() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::UnexpectedEof.into())
            }
        }
        let found = read_all("1. e4 *\n\n1. d4 N".as_bytes().chain(Broken));
        assert_eq!(found.games.len(), 1);
        assert_eq!(problems(&found), [(2, "the file breaks off in this game: the compressed data ends too early")]);
        let found = read_all("1. e4 *\n\n".as_bytes().chain(Broken));
        assert_eq!(problems(&found), [(2, "the file breaks off here: the compressed data ends too early")]);
    }
}
