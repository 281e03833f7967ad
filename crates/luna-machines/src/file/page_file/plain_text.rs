//! Plain text in which a line such as `# Rome` begins a page.

use std::io::BufRead;

use super::bounded::Bounded;
use super::{Page, ReadError, Record, unreadable, words};

pub(super) struct Pages<R> {
    file: Bounded<R>,
    line: usize,
    /// The title of the page whose text comes next.
    title: Option<String>,
}

impl<R: BufRead> Pages<R> {
    pub(super) fn new(file: Bounded<R>) -> Pages<R> {
        Pages { file, line: 0, title: None }
    }

    pub(super) fn next(&mut self) -> Result<Option<Record>, ReadError> {
        self.file.restart();
        let mut text = String::new();
        while let Some(line) = self.line()? {
            let Some(title) = line.strip_prefix("# ") else {
                text.push_str(&line);
                continue;
            };
            if let Some(before) = self.title.replace(title.to_owned()) {
                return Ok(Some(page(&before, text)));
            }
            text.clear();
        }
        Ok(self.title.take().map(|title| page(&title, text)))
    }

    fn line(&mut self) -> Result<Option<String>, ReadError> {
        let mut line = Vec::new();
        if self.file.read_until(b'\n', &mut line).map_err(|why| unreadable(&why))? == 0 {
            return Ok(None);
        }
        self.line += 1;
        String::from_utf8(line).map(Some).map_err(|_| {
            let why = "there are bytes that are not UTF-8; please save the file as UTF-8";
            ReadError::line(self.line, why)
        })
    }
}

fn page(title: &str, source: String) -> Record {
    Record::Page(Page { title: words(title), source, is_wikitext: false })
}
