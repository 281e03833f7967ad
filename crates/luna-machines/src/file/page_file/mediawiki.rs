//! Dumps of MediaWiki: XML with a `page` for each title.

use std::io::BufRead;

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::bounded::Bounded;
use super::{Page, ReadError, Record, unreadable, words};

pub(super) struct Dump<R> {
    reader: Reader<Bounded<R>>,
    buffer: Vec<u8>,
    /// The elements that are open.
    open: Vec<String>,
    /// The title read last.
    last: String,
}

/// What is read of a page.
#[derive(Default)]
struct Draft {
    title: String,
    namespace: String,
    text: String,
    redirect: Option<String>,
}

impl Draft {
    /// Where the text of an element goes, if it is wanted.
    fn field(&mut self, element: &str) -> Option<&mut String> {
        match element {
            "title" => Some(&mut self.title),
            "ns" => Some(&mut self.namespace),
            "text" => Some(&mut self.text),
            _ => None,
        }
    }

    fn record(self) -> Record {
        if !matches!(self.namespace.trim(), "" | "0") {
            return Record::Other;
        }
        match self.redirect {
            Some(target) => Record::Redirect { title: self.title, target },
            None => Record::Page(Page {
                title: words(&self.title),
                source: self.text,
                is_wikitext: true,
            }),
        }
    }
}

impl<R: BufRead> Dump<R> {
    pub(super) fn new(file: Bounded<R>) -> Dump<R> {
        Dump {
            reader: Reader::from_reader(file),
            buffer: Vec::new(),
            open: Vec::new(),
            last: String::new(),
        }
    }

    pub(super) fn next(&mut self) -> Result<Option<Record>, ReadError> {
        self.reader.get_mut().restart();
        let mut draft = Draft::default();
        loop {
            self.buffer.clear();
            let event = match self.reader.read_event_into(&mut self.buffer) {
                Ok(event) => event,
                Err(quick_xml::Error::Io(why)) => return Err(unreadable(&why)),
                Err(quick_xml::Error::Encoding(_)) => {
                    return Err(self.wrong("there are bytes that are not UTF-8"));
                }
                Err(_) => return Err(self.wrong("the XML is damaged")),
            };
            let within = self.open.last().map(String::as_str).unwrap_or_default();
            match event {
                Event::Start(start) => {
                    let name = start.local_name().as_ref().to_owned();
                    if self.open.is_empty() && name != "mediawiki" {
                        return Err(ReadError::whole(
                            "this XML is no dump of MediaWiki, which begins with the element mediawiki",
                        ));
                    }
                    // Of several revisions the last one counts.
                    if name == "text" {
                        draft.text.clear();
                    }
                    self.open.push(name);
                }
                Event::Empty(empty) if empty.local_name().as_ref() == "redirect" => {
                    draft.redirect = target(&empty);
                }
                Event::Text(text) => {
                    if let Some(field) = draft.field(within) {
                        field.push_str(&text);
                    }
                }
                Event::CData(data) => {
                    if let Some(field) = draft.field(within) {
                        field.push_str(&data);
                    }
                }
                Event::GeneralRef(reference) => {
                    if let Some(field) = draft.field(within) {
                        match character(&reference) {
                            Some(character) => field.push_str(&character),
                            None => return Err(self.wrong("there is an entity that XML has not")),
                        }
                    }
                }
                Event::End(_) => {
                    let ended = self.open.pop().unwrap_or_default();
                    if ended == "page" {
                        self.last.clone_from(&draft.title);
                        return Ok(Some(draft.record()));
                    }
                }
                Event::DocType(_) => {
                    return Err(ReadError::whole("a dump of MediaWiki has no DOCTYPE"));
                }
                Event::Eof if self.open.is_empty() => return Ok(None),
                Event::Eof => return Err(self.wrong("the dump ends in its middle")),
                _ => {}
            }
        }
    }

    fn wrong(&self, why: &str) -> ReadError {
        match self.last.as_str() {
            "" => ReadError::at("at the first page", why),
            last => ReadError::at(format!("after the page {last}"), why),
        }
    }
}

/// The title that a redirect names.
fn target(empty: &BytesStart<'_>) -> Option<String> {
    let title = empty.try_get_attribute("title").ok()??;
    let value = title.normalized_value(quick_xml::XmlVersion::Explicit1_0).ok()?;
    Some(value.into_owned()).filter(|title| !title.is_empty())
}

/// The text that a reference stands for: entities that a file defines itself are none.
fn character(reference: &BytesRef<'_>) -> Option<String> {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return Some(character.to_string());
    }
    resolve_predefined_entity(&reference.xml10_content()).map(str::to_owned)
}
