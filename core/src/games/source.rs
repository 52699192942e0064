//! Opens the source of games: a plain, zstd or gzip file, or standard input, distinguished by their first bytes.

use std::{
    fs::File,
    io::{self, Chain, Cursor, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use flate2::read::MultiGzDecoder;

use crate::errors::CoreError;

/// The name that means standard input.
pub const STANDARD_INPUT: &str = "-";

const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A stream of PGN text, decompressed on the way.
pub struct Source {
    reader: Box<dyn Read + Send + Sync>,
    raw_bytes: Arc<AtomicU64>,
    /// The size of the file on disk; None when it is unknown.
    pub size: Option<u64>,
}

impl Source {
    /// Open a file, or standard input when the path is `-`.
    pub fn open(path: &str) -> Result<Source, CoreError> {
        let refuse = |error: io::Error| CoreError::BadGameFile { path: path.into(), why: describe(&error) };
        if path == STANDARD_INPUT {
            return Source::new(io::stdin(), None).map_err(refuse);
        }
        let file = File::open(path).map_err(refuse)?;
        let metadata = file.metadata().map_err(refuse)?;
        if metadata.is_dir() {
            let why = "it is a folder; name the files in it".into();
            return Err(CoreError::BadGameFile { path: path.into(), why });
        }
        Source::new(file, metadata.is_file().then_some(metadata.len())).map_err(refuse)
    }

    /// Decompress any stream of bytes.
    pub fn new(raw: impl Read + Send + Sync + 'static, size: Option<u64>) -> io::Result<Source> {
        let raw_bytes = Arc::new(AtomicU64::new(0));
        let mut raw = Counted { inner: raw, bytes: raw_bytes.clone() };
        let mut start = Vec::new();
        raw.by_ref().take(ZSTD.len() as u64).read_to_end(&mut start)?;
        let whole: Chain<Cursor<Vec<u8>>, _> = Cursor::new(start.clone()).chain(raw);
        let reader: Box<dyn Read + Send + Sync> = if start.starts_with(&ZSTD) {
            Box::new(zstd::Decoder::new(whole)?)
        } else if start.starts_with(&GZIP) {
            Box::new(MultiGzDecoder::new(whole))
        } else {
            Box::new(whole)
        };
        Ok(Source { reader, raw_bytes, size })
    }

    /// How many bytes were read from the file so far, before decompression.
    pub fn raw_bytes(&self) -> u64 {
        self.raw_bytes.load(Ordering::Relaxed)
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

struct Counted<R> {
    inner: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.bytes.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// What went wrong with a file, for people.
pub fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "reading it is not permitted".into(),
        io::ErrorKind::UnexpectedEof => "the compressed data ends too early".into(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"1. e4 e5 *\n\n";

    fn read(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Source::new(Cursor::new(bytes), None)?.read_to_end(&mut text)?;
        Ok(text)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        flate2::read::GzEncoder::new(text, flate2::Compression::fast()).read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn the_first_bytes_tell_the_compression() {
        assert_eq!(read(TEXT.to_vec()).unwrap(), TEXT);
        assert_eq!(read(gzip(TEXT)).unwrap(), TEXT);
        assert_eq!(read(zstd::encode_all(TEXT, 1).unwrap()).unwrap(), TEXT);
        assert_eq!(read(b"*".to_vec()).unwrap(), b"*");
    }

    #[test]
    fn archives_may_come_in_several_pieces() {
        assert_eq!(read([gzip(TEXT), gzip(TEXT)].concat()).unwrap(), TEXT.repeat(2));
        let frame = zstd::encode_all(TEXT, 1).unwrap();
        assert_eq!(read(frame.repeat(2)).unwrap(), TEXT.repeat(2));
    }

    #[test]
    fn an_archive_cut_short_says_so() {
        let whole = zstd::encode_all(TEXT, 1).unwrap();
        let error = read(whole[..whole.len() - 3].to_vec()).unwrap_err();
        assert_eq!(describe(&error), "the compressed data ends too early");
    }

    #[test]
    fn a_missing_file_and_a_folder_give_different_errors() {
        let why = |path| Source::open(path).err().unwrap().to_string();
        assert_eq!(why("no/such.pgn"), "cannot read no/such.pgn: there is no such file");
        assert_eq!(why("src"), "cannot read src: it is a folder; name the files in it");
    }
}
