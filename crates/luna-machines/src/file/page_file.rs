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
use self::wikitext::{is_disambiguation, plain};
pub use crate::file::tossup_file::ReadError;

/// The bytes of a page, at most.
const MOST_BYTES: u64 = 64_000_000;
const GZIP: &[u8] = &[0x1f, 0x8b];
const BZIP2: &[u8] = b"BZh";

/// What a file has about a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    Page(Page),
    /// A title that leads to the page of another one.
    Redirect {
        title: String,
        target: String,
    },
    /// A page about no subject, such as a discussion.
    Other,
}

/// A page as its file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    pub title: String,
    source: String,
    is_wikitext: bool,
}

impl Page {
    /// The beginning of the page without markup, of at most so many characters and cut between words.
    /// None of an empty page, or of a list of pages that have a title in common.
    pub fn text(&self, most_chars: usize) -> Option<String> {
        if self.is_wikitext && is_disambiguation(&self.source) {
            return None;
        }
        let bare;
        let text = match self.is_wikitext {
            true => {
                bare = plain(&self.source, most_chars);
                bare.as_str()
            }
            false => self.source.as_str(),
        };
        let text = words(text);
        let end = text.char_indices().nth(most_chars);
        let kept = end
            .and_then(|(end, _)| text.get(..end))
            .map(|kept| kept.rsplit_once(' ').map_or(kept, |(kept, _)| kept).to_owned());
        Some(kept.unwrap_or(text)).filter(|text| !text.is_empty())
    }
}

/// The words of a text with one space between two, and without control characters.
fn words(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().filter(|c| !c.is_control()).collect()
}

/// A file while it is read.
pub struct Records<'a>(Format<'a>);

enum Format<'a> {
    MediaWiki(mediawiki::Dump<Source<'a>>),
    Json(json_lines::Lines<Source<'a>>),
    Text(plain_text::Pages<Source<'a>>),
}

type Source<'a> = Box<dyn BufRead + 'a>;

impl<'a> Records<'a> {
    /// Begins to read a file. Its first byte that is no space tells its format.
    pub fn open(file: impl Read + 'a) -> Result<Records<'a>, ReadError> {
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
        Ok(Records(format))
    }

    /// The next record; none at the end of the file.
    #[expect(clippy::should_implement_trait, reason = "an iterator could go on after an error")]
    pub fn next(&mut self) -> Result<Option<Record>, ReadError> {
        match &mut self.0 {
            Format::MediaWiki(dump) => dump.next(),
            Format::Json(lines) => lines.next(),
            Format::Text(pages) => pages.next(),
        }
    }

    /// The name of the format.
    pub fn format(&self) -> &'static str {
        match &self.0 {
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
