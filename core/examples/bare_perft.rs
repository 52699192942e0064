//! Bare shakmaty, the peer of `benchmarks/perft.py`: `bare_perft REPEATS DEPTH FEN` prints nodes and seconds.

use std::{env, hint::black_box, time::Instant};

use shakmaty::{CastlingMode, Chess, fen::Fen, perft};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [repeats, depth, fen] = arguments.as_slice() else { panic!("usage: bare_perft REPEATS DEPTH FEN") };
    let (repeats, depth): (u32, u32) = (repeats.parse().expect("a count"), depth.parse().expect("a depth"));
    let position: Chess =
        fen.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("a legal position");
    let begin = Instant::now();
    let nodes: u64 = (0..repeats).map(|_| perft(black_box(&position), depth)).sum();
    println!("{nodes} {}", begin.elapsed().as_secs_f64());
}
