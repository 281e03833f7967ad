//! Files of an encyclopedia's pages: dumps of MediaWiki, lines of JSON, and plain text.
//!
//! A file of any size is read page by page in bounded memory, compressed with gzip or not.

mod bounded;
mod json_lines;
mod mediawiki;
mod plain_text;
mod wikitext;

use std::io::{BufRead, BufReader, Read, Write};

use flate2::bufread::MultiGzDecoder;

use self::bounded::Bounded;
pub use crate::tossup_file::ReadError;

/// The bytes of a page, at most.
const MOST_BYTES: u64 = 64_000_000;
const GZIP: &[u8] = &[0x1f, 0x8b];
const BZIP2: &[u8] = b"BZh";

/// What a file has about a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// The beginning of a page, without markup.
    Page { title: String, text: String },
    /// A title that leads to the page of another one.
    Redirect { title: String, target: String },
    /// A list of pages that have a title in common, a page about no subject, or an empty one.
    Other,
}

/// A file while it is read.
pub struct Records<'a> {
    format: Format<'a>,
    most_chars: usize,
}

enum Format<'a> {
    MediaWiki(mediawiki::Dump<Source<'a>>),
    Json(json_lines::Lines<Source<'a>>),
    Text(plain_text::Pages<Source<'a>>),
}

type Source<'a> = Box<dyn BufRead + 'a>;

impl<'a> Records<'a> {
    /// Begins to read a file. Its first byte that is no space tells its format. A page has its first
    /// `most_chars` characters.
    pub fn open(file: impl Read + 'a, most_chars: usize) -> Result<Records<'a>, ReadError> {
        let mut file: Box<dyn BufRead + 'a> = Box::new(BufReader::new(file));
        let begins = |file: &mut dyn BufRead, with: &[u8]| {
            file.fill_buf().map(|bytes| bytes.starts_with(with)).map_err(|why| unreadable(&why))
        };
        if begins(&mut *file, BZIP2)? {
            return Err(ReadError::whole(
                "the file is compressed with bzip2; please unpack it on the way: \
                 bunzip2 -c FILE | luna quiz pages -",
            ));
        }
        if begins(&mut *file, GZIP)? {
            file = Box::new(BufReader::new(MultiGzDecoder::new(file)));
        }
        let mut file = Bounded::new(file, MOST_BYTES);
        let format = match first(&mut file)? {
            Some(b'<') => Format::MediaWiki(mediawiki::Dump::new(file)),
            Some(b'{') => Format::Json(json_lines::Lines::new(file)),
            Some(b'#') => Format::Text(plain_text::Pages::new(file)),
            Some(_) => {
                return Err(ReadError::whole(
                    "the format is unknown; expected a dump of MediaWiki, a JSON object with title \
                     and text on each line, or text where a line such as # Rome begins a page",
                ));
            }
            None => return Err(ReadError::whole("the file is empty")),
        };
        Ok(Records { format, most_chars })
    }

    /// The next record; none at the end of the file.
    #[expect(clippy::should_implement_trait, reason = "an iterator could go on after an error")]
    pub fn next(&mut self) -> Result<Option<Record>, ReadError> {
        let most = self.most_chars;
        match &mut self.format {
            Format::MediaWiki(dump) => dump.next(most),
            Format::Json(lines) => lines.next(most),
            Format::Text(pages) => pages.next(most),
        }
    }

    /// The name of the format.
    pub fn format(&self) -> &'static str {
        match &self.format {
            Format::MediaWiki(_) => "mediawiki",
            Format::Json(_) => "pages as json",
            Format::Text(_) => "pages as text",
        }
    }
}

/// The first byte that is no space and no mark of the order of bytes.
fn first(file: &mut impl BufRead) -> Result<Option<u8>, ReadError> {
    loop {
        let bytes = file.fill_buf().map_err(|why| unreadable(&why))?;
        let Some(&byte) = bytes.first() else { return Ok(None) };
        if !byte.is_ascii_whitespace() && !b"\xef\xbb\xbf".contains(&byte) {
            return Ok(Some(byte));
        }
        file.consume(1);
    }
}

fn unreadable(why: &std::io::Error) -> ReadError {
    match why.kind() {
        std::io::ErrorKind::UnexpectedEof => {
            ReadError::whole("the compressed file ends in its middle")
        }
        std::io::ErrorKind::FileTooLarge => ReadError::whole(format!(
            "a page is larger than {} MB; expected current pages without their history",
            MOST_BYTES / 1_000_000
        )),
        std::io::ErrorKind::InvalidInput | std::io::ErrorKind::InvalidData => {
            ReadError::whole("the compressed file is damaged")
        }
        _ => ReadError::whole(format!("cannot read it: {why}")),
    }
}

/// A page with text that is not longer than `most` characters, cut between words.
fn page(title: &str, text: &str, most: usize) -> Record {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (title, text) = (words(title), words(text));
    if title.is_empty() || text.is_empty() {
        return Record::Other;
    }
    let text = match text.char_indices().nth(most) {
        None => text,
        Some((end, _)) => {
            let kept = text.get(..end).unwrap_or_default();
            kept.rsplit_once(' ').map_or(kept, |(kept, _)| kept).to_owned()
        }
    };
    Record::Page { title, text }
}

/// Writes what is read through it into a sink as well, such as a checksum.
pub struct Tee<R, W> {
    pub from: R,
    pub into: W,
}

impl<R: Read, W: Write> Read for Tee<R, W> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let count = self.from.read(bytes)?;
        self.into.write_all(bytes.get(..count).unwrap_or_default())?;
        Ok(count)
    }
}

#[cfg(test)]
mod tests;
