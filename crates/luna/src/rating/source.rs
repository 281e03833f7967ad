//! A table in a file: CSV or tab-separated, plain or compressed.

use std::io::{BufRead as _, BufReader, Read, Result};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::tabs::Tabs;

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Opens a file as CSV; `-` is standard input. The content shows if it is compressed or
/// tab-separated, not the name.
pub(super) fn open(path: &Path) -> Result<Box<dyn Read>> {
    let file: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::fs::File::open(path)?)
    };
    let mut file = BufReader::new(file);
    let packed = file.fill_buf()?.starts_with(&GZIP);
    Ok(if packed {
        Box::new(Tabs::new(BufReader::new(MultiGzDecoder::new(file))))
    } else {
        Box::new(Tabs::new(file))
    })
}
