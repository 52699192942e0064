//! Counts the moves that games play in each position, and writes them as a book sorted by position.
//!
//! Memory does not grow with the games: when the counts no longer fit, they are sorted and written to the disk as a run.
//! Several builders, perhaps on several machines, may count parts of the games; merging all their runs makes the book. A
//! book has records of [`RECORD_BYTES`], sorted by key and move; behind them are the positions that they belong to, in
//! the same order, each of [`POSITION_BYTES`]. All numbers are little-endian.

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    fs::{self, File},
    io::{self, BufReader, BufWriter, ErrorKind, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use rayon::prelude::*;
use shakmaty::{Chess, Color, EnPassantMode, KnownOutcome, Outcome, Position};

use crate::{
    chess::{
        moves::MoveCode,
        positions::{self, Packed},
    },
    errors::CoreError,
    games::{Game, reader::Batch, replayed, tags::Tags},
};

/// A record: key, move, last year, games, White's wins, draws, games with a rating, sum of their ratings.
pub const RECORD_BYTES: usize = 8 + 2 + 2 + 4 + 4 + 4 + 4 + 8;
/// A position: the five words of [`Packed`], with the counters of a new game.
pub const POSITION_BYTES: usize = 40;
/// The space for a heading at the start of a book.
pub const HEADING_BYTES: usize = 1024;

/// How many moves are held in memory before they are written to a run: 40 MB.
const MOST_IN_MEMORY: usize = 1 << 19;
/// This many runs of one size are merged into a longer one; it bounds the number of open files.
const MOST_RUNS: usize = 64;

/// What games played in a position, and how those games ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Played {
    key: u64,
    code: u16,
    last_year: u16,
    games: u32,
    white_wins: u32,
    draws: u32,
    rated: u32,
    ratings: u64,
    position: Packed,
}

const RUN_BYTES: usize = RECORD_BYTES + POSITION_BYTES;

impl Played {
    fn place(&self) -> (u64, u16) {
        (self.key, self.code)
    }

    fn add(&mut self, other: &Played) {
        self.last_year = self.last_year.max(other.last_year);
        self.games = self.games.saturating_add(other.games);
        self.white_wins = self.white_wins.saturating_add(other.white_wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.rated = self.rated.saturating_add(other.rated);
        self.ratings += other.ratings;
    }

    fn record(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        bytes[0..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.code.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.last_year.to_le_bytes());
        let counts = [self.games, self.white_wins, self.draws, self.rated];
        for (place, count) in bytes[12..28].chunks_exact_mut(4).zip(counts) {
            place.copy_from_slice(&count.to_le_bytes());
        }
        bytes[28..].copy_from_slice(&self.ratings.to_le_bytes());
        bytes
    }

    fn position(&self) -> [u8; POSITION_BYTES] {
        let mut bytes = [0; POSITION_BYTES];
        for (place, word) in bytes.chunks_exact_mut(8).zip(self.position.0) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn read(bytes: &[u8; RUN_BYTES]) -> Played {
        let number = |start: usize, length: usize| {
            bytes[start..start + length].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
        };
        Played {
            key: number(0, 8),
            code: number(8, 2) as u16,
            last_year: number(10, 2) as u16,
            games: number(12, 4) as u32,
            white_wins: number(16, 4) as u32,
            draws: number(20, 4) as u32,
            rated: number(24, 4) as u32,
            ratings: number(28, 8),
            position: Packed([0, 1, 2, 3, 4].map(|word| number(RECORD_BYTES + 8 * word, 8))),
        }
    }
}

/// Counts games, and writes the counts as runs.
pub struct BookBuilder {
    half_moves: usize,
    folder: PathBuf,
    held: Vec<Played>,
    /// The runs by how often they were merged.
    runs: Vec<Vec<PathBuf>>,
    runs_written: usize,
    games: u64,
}

impl BookBuilder {
    /// Count this many half-moves of each game; runs go to a folder that the caller removes.
    pub fn new(folder: &Path, half_moves: usize) -> BookBuilder {
        BookBuilder { half_moves, folder: folder.into(), held: Vec::new(), runs: Vec::new(), runs_written: 0, games: 0 }
    }

    /// How many games were counted: those with a result that began from the start position.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Count the games of a batch.
    pub fn add(&mut self, batch: &Batch) -> Result<(), CoreError> {
        let half_moves = self.half_moves;
        let played: Vec<Vec<Played>> =
            batch.games.par_iter().map(|placed| moves_of(&placed.value, half_moves)).collect();
        for moves in played {
            self.games += u64::from(!moves.is_empty());
            self.held.extend(moves);
        }
        if self.held.len() >= MOST_IN_MEMORY {
            combine(&mut self.held);
            // Early moves are the same in most games, so that much may have become free.
            if self.held.len() >= MOST_IN_MEMORY / 2 {
                self.write_run()?;
            }
        }
        Ok(())
    }

    /// Write what is still in memory, and return all runs.
    pub fn finish(&mut self) -> Result<Vec<PathBuf>, CoreError> {
        combine(&mut self.held);
        self.write_run()?;
        Ok(std::mem::take(&mut self.runs).into_iter().flatten().collect())
    }

    fn write_run(&mut self) -> Result<(), CoreError> {
        let run = self.new_run();
        let mut file = BufWriter::new(File::create(&run)?);
        for played in self.held.drain(..) {
            write_to_run(&mut file, &played)?;
        }
        file.flush()?;
        let mut finished = run;
        for level in 0.. {
            if level == self.runs.len() {
                self.runs.push(Vec::new());
            }
            self.runs[level].push(finished);
            if self.runs[level].len() < MOST_RUNS {
                break;
            }
            let shorter = std::mem::take(&mut self.runs[level]);
            finished = self.new_run();
            merge_to_run(&shorter, &finished, &AtomicBool::new(false))?;
            for run in shorter {
                fs::remove_file(run)?;
            }
        }
        Ok(())
    }

    fn new_run(&mut self) -> PathBuf {
        self.runs_written += 1;
        self.folder.join(format!("run{}", self.runs_written))
    }
}

/// The moves of a game, each with the position before it; none without a result or from another start.
fn moves_of(game: &Game, half_moves: usize) -> Vec<Played> {
    let Outcome::Known(outcome) = game.result else { return Vec::new() };
    let mut position = Chess::default();
    if game.start != position {
        return Vec::new();
    }
    let ratings: Vec<u64> = ["WhiteElo", "BlackElo"].iter().filter_map(|name| number(&game.tags, name)).collect();
    let rating = ratings.iter().sum::<u64>() / ratings.len().max(1) as u64;
    let last_year = ["UTCDate", "Date"].iter().find_map(|name| number(&game.tags, name)).unwrap_or(0) as u16;
    let played = |(position, code): (Chess, MoveCode)| Played {
        key: positions::hash(&position),
        code: code.0,
        last_year,
        games: 1,
        white_wins: u32::from(outcome == KnownOutcome::Decisive { winner: Color::White }),
        draws: u32::from(outcome == KnownOutcome::Draw),
        rated: u32::from(!ratings.is_empty()),
        ratings: rating,
        position: packed(&position),
    };
    let codes = game.moves.iter().take(half_moves);
    let steps = codes.map(|&code| {
        let before = position.clone();
        position.play_unchecked(replayed(code, &before));
        (before, code)
    });
    steps.map(played).collect()
}

/// The number at the start of a tag's value: a rating, or the year of a date. Five digits are neither.
fn number(tags: &Tags, name: &str) -> Option<u64> {
    let value = tags.get(name)?.trim();
    let digits = value.len() - value.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    value[..digits].parse().ok().filter(|number| (1..10_000).contains(number))
}

/// The position as its key knows it, with the counters of a new game.
fn packed(position: &Chess) -> Packed {
    let Packed([low, middle, high, white, rest]) = Packed::pack(position);
    let en_passant = position.ep_square(EnPassantMode::PseudoLegal).map_or(0, |square| u64::from(square) + 1);
    Packed([low, middle, high, white, rest & 0xff | en_passant << 8 | 1 << 32])
}

/// Sorts moves, and joins those of the same position.
fn combine(held: &mut Vec<Played>) {
    held.par_sort_unstable_by_key(Played::place);
    held.dedup_by(|next, kept| {
        let is_same = next.place() == kept.place();
        if is_same {
            kept.add(next);
        }
        is_same
    });
}

fn write_to_run(file: &mut impl Write, played: &Played) -> io::Result<()> {
    file.write_all(&played.record())?;
    file.write_all(&played.position())
}

/// Merge runs into a book of the moves of at least this many games; returns the numbers of records and of positions.
///
/// Longer runs are made in the folder if there are too many to open at once; the caller removes it.
pub fn write_book(
    path: &Path,
    folder: &Path,
    mut runs: Vec<PathBuf>,
    at_least: u32,
    interrupted: &AtomicBool,
) -> Result<(u64, u64), CoreError> {
    for longer in 0.. {
        if runs.len() <= MOST_RUNS {
            break;
        }
        let shorter: Vec<PathBuf> = runs.drain(..MOST_RUNS).collect();
        runs.push(folder.join(format!("longer{longer}")));
        merge_to_run(&shorter, &runs[runs.len() - 1], interrupted)?;
    }
    let aside = folder.join("positions");
    let mut records = BufWriter::new(File::create(path)?);
    let mut positions = BufWriter::new(File::create(&aside)?);
    records.write_all(&[0; HEADING_BYTES])?;
    let (mut record_count, mut position_count, mut last) = (0, 0, None);
    merge(&runs, interrupted, |played| {
        if played.games < at_least {
            return Ok(());
        }
        record_count += 1;
        records.write_all(&played.record())?;
        if last.replace(played.key) != Some(played.key) {
            position_count += 1;
            positions.write_all(&played.position())?;
        }
        Ok(())
    })?;
    positions.flush()?;
    let mut positions = File::open(&aside)?;
    io::copy(&mut positions, &mut records)?;
    records.flush()?;
    Ok((record_count, position_count))
}

fn merge_to_run(shorter: &[PathBuf], longer: &Path, interrupted: &AtomicBool) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(longer)?);
    merge(shorter, interrupted, |played| write_to_run(&mut file, played))?;
    file.flush()
}

/// Reads sorted runs together and gives every move once, in order.
fn merge(
    runs: &[PathBuf],
    interrupted: &AtomicBool,
    mut give: impl FnMut(&Played) -> io::Result<()>,
) -> io::Result<()> {
    let mut files = Vec::with_capacity(runs.len());
    let mut next = BinaryHeap::with_capacity(runs.len());
    let mut heads = Vec::with_capacity(runs.len());
    for (number, run) in runs.iter().enumerate() {
        let mut file = BufReader::with_capacity(1 << 16, File::open(run)?);
        let head = read_from_run(&mut file)?;
        next.extend(head.map(|head| Reverse((head.place(), number))));
        files.push(file);
        heads.push(head);
    }
    let mut current: Option<Played> = None;
    while let Some(Reverse((_, number))) = next.pop() {
        if interrupted.load(Ordering::Relaxed) {
            return Err(ErrorKind::Interrupted.into());
        }
        let played = heads[number].take().expect("a run in the heap has a head");
        heads[number] = read_from_run(&mut files[number])?;
        next.extend(heads[number].map(|head| Reverse((head.place(), number))));
        match &mut current {
            Some(same) if same.place() == played.place() => same.add(&played),
            _ => {
                if let Some(whole) = current.replace(played) {
                    give(&whole)?;
                }
            }
        }
    }
    current.map_or(Ok(()), |whole| give(&whole))
}

fn read_from_run(file: &mut impl Read) -> io::Result<Option<Played>> {
    let mut bytes = [0; RUN_BYTES];
    match file.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(Played::read(&bytes))),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Played> {
        moves_of(&text.parse().unwrap(), 4)
    }

    #[test]
    fn a_move_is_read_from_a_run_as_it_was_written() {
        let played = moves("[WhiteElo \"1800\"]\n[BlackElo \"1900\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5 1-0");
        assert_eq!((played[1].rated, played[1].ratings, played[1].last_year, played[1].white_wins), (1, 1850, 2024, 1));
        let mut run = Vec::new();
        played.iter().for_each(|each| write_to_run(&mut run, each).unwrap());
        let mut rest = run.as_slice();
        assert_eq!(read_from_run(&mut rest).unwrap(), Some(played[0]));
        assert_eq!(read_from_run(&mut rest).unwrap(), Some(played[1]));
        assert_eq!(read_from_run(&mut rest).unwrap(), None);
    }

    #[test]
    fn games_without_a_result_or_from_another_start_are_not_counted() {
        assert_eq!(moves("1. e4 e5 *"), []);
        assert_eq!(moves("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0"), []);
        assert_eq!(moves("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2").len(), 4);
    }

    #[test]
    fn transpositions_are_one_position() {
        let (one, other) = (moves("1. d4 Nf6 2. c4 e6 1-0"), moves("1. c4 Nf6 2. d4 e6 0-1"));
        let mut held = [one.clone(), other].concat();
        combine(&mut held);
        let joined = held.iter().find(|played| played.key == one[3].key).unwrap();
        assert_eq!((held.len(), joined.games, joined.white_wins, joined.draws), (7, 2, 1, 0));
    }
}
