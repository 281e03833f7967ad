//! Lines of JSON, each an object with a title and a text.

use std::io::BufRead;

use serde::Deserialize;

use super::bounded::Bounded;
use super::{Page, ReadError, Record, unreadable, words};

pub(super) struct Lines<R> {
    file: Bounded<R>,
    line: usize,
}

#[derive(Deserialize)]
struct Object {
    title: String,
    text: String,
    /// The page that the title leads to.
    redirect: Option<String>,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(file: Bounded<R>) -> Lines<R> {
        Lines { file, line: 0 }
    }

    pub(super) fn next(&mut self) -> Result<Option<Record>, ReadError> {
        loop {
            let mut line = Vec::new();
            self.file.restart();
            if self.file.read_until(b'\n', &mut line).map_err(|why| unreadable(&why))? == 0 {
                return Ok(None);
            }
            self.line += 1;
            if line.trim_ascii().is_empty() {
                continue;
            }
            let object: Object = serde_json::from_slice(&line).map_err(|_| {
                let why = "this is no JSON object with the texts title and text";
                ReadError::line(self.line, why)
            })?;
            return Ok(Some(match object.redirect {
                Some(target) => Record::Redirect { title: object.title, target },
                None => Record::Page(Page {
                    title: words(&object.title),
                    source: object.text,
                    is_wikitext: false,
                }),
            }));
        }
    }
}
