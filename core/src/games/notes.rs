//! Keeps notes on the moves of a game.

/// Room that most games fit into.
pub const USUAL_PLIES: usize = 128;

/// Notes on the moves: the number of moves played before the note, and the note. 0 is before the first move.
pub type Notes<T> = Vec<(u32, T)>;

/// The notes that follow this many moves.
pub fn at<T>(notes: &Notes<T>, ply: u32) -> impl Iterator<Item = &T> {
    let first = notes.partition_point(|(place, _)| *place < ply);
    notes[first..].iter().take_while(move |(place, _)| *place == ply).map(|(_, note)| note)
}
