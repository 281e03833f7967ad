//! The line ends of request heads. Each is CR LF: a proxy in front may read a bare LF as something
//! else than Luna does, and so see other requests.
//!
//! hyper takes both. This finds the heads in what a connection reads, and spoils a bare LF, so that
//! hyper refuses the head that it is in.

use std::mem;

/// The bytes of a line that are looked at: names of fields with their values, as far as they
/// matter.
const LOOKED_AT: usize = 64;
/// A byte that no head may contain.
const SPOILED: u8 = 0;

/// The place in what a connection reads.
#[derive(Debug)]
enum Place {
    Head,
    /// The bytes of a body that are left.
    Body(u64),
    /// Chunks, or another protocol, until the next head is awaited.
    Opaque,
}

#[derive(Debug)]
pub(super) struct LineEnds {
    place: Place,
    /// The beginning of the line that is read, and the last byte of it.
    line: Vec<u8>,
    last: u8,
    /// What the lines of this head say about the body.
    body: Place,
    is_bare: bool,
}

impl LineEnds {
    pub(super) fn new() -> LineEnds {
        let (place, body) = (Place::Head, Place::Body(0));
        LineEnds { place, line: Vec::new(), last: 0, body, is_bare: false }
    }

    /// Returns whether a bare LF was found.
    pub(super) fn is_bare(&self) -> bool {
        self.is_bare
    }

    /// Reads on. `awaits_head` says that the response to what came before has been sent.
    pub(super) fn read(&mut self, mut bytes: &mut [u8], awaits_head: bool) {
        if awaits_head && matches!(self.place, Place::Opaque) {
            self.place = Place::Head;
        }
        while !bytes.is_empty() && !self.is_bare {
            let passed = match self.place {
                Place::Head => self.head(bytes),
                Place::Body(left) => {
                    let here = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                    let left = left - u64::try_from(here).unwrap_or_default();
                    self.place = if left == 0 { Place::Head } else { Place::Body(left) };
                    here
                }
                Place::Opaque => bytes.len(),
            };
            bytes = bytes.get_mut(passed..).unwrap_or_default();
        }
    }

    /// Reads a head up to its end; returns the number of its bytes.
    fn head(&mut self, bytes: &mut [u8]) -> usize {
        for (at, byte) in bytes.iter_mut().enumerate() {
            match (*byte, self.last) {
                (b'\n', b'\r') if self.end_line() => return at + 1,
                (b'\n', b'\r') => {}
                (b'\n', _) => {
                    (*byte, self.is_bare) = (SPOILED, true);
                    return at + 1;
                }
                (byte, _) if self.line.len() < LOOKED_AT => self.line.push(byte),
                _ => {}
            }
            self.last = *byte;
        }
        bytes.len()
    }

    /// Takes a line; returns true if it is the empty one behind a head. Empty lines before a head
    /// are none of it.
    fn end_line(&mut self) -> bool {
        let line = mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
        let text = text.trim_end();
        self.last = 0;
        if text.is_empty() {
            self.place = mem::replace(&mut self.body, Place::Body(0));
            if matches!(self.place, Place::Body(0)) {
                self.place = Place::Head;
            }
            return true;
        }
        match text.split_once(':') {
            Some(("content-length", length)) if matches!(self.body, Place::Body(_)) => {
                self.body = Place::Body(length.trim().parse().unwrap_or(0));
            }
            Some(("transfer-encoding" | "upgrade", _)) => self.body = Place::Opaque,
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says if a bare LF is found, with the bytes in one piece and one by one.
    fn is_bare(text: &str) -> bool {
        let mut whole = LineEnds::new();
        whole.read(&mut text.as_bytes().to_vec(), false);
        let mut pieces = LineEnds::new();
        text.bytes().for_each(|byte| pieces.read(&mut [byte], false));
        assert_eq!(whole.is_bare(), pieces.is_bare(), "{text:?}");
        whole.is_bare()
    }

    #[test]
    fn heads_are_told_from_bodies() {
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\na\nb\n";
        for text in [
            "GET / HTTP/1.1\r\nhost: a\r\n\r\n".to_owned(),
            post.to_owned(),
            format!("{post}{post}"),
            format!("\r\n{post}"),
            "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n1\r\n\n\r\n0\r\n\r\n".to_owned(),
            "GET / HTTP/1.1\r\nupgrade: websocket\r\n\r\n\n\n".to_owned(),
        ] {
            assert!(!is_bare(&text), "{text:?}");
        }
        for text in [
            "GET / HTTP/1.1\nhost: a\n\n".to_owned(),
            "GET / HTTP/1.1\r\nhost: a\nx: b\r\n\r\n".to_owned(),
            "GET / HTTP/1.1\r\nhost: a\r\n\n".to_owned(),
            "\nGET / HTTP/1.1\r\nhost: a\r\n\r\n".to_owned(),
            format!("{post}GET / HTTP/1.1\n\n"),
        ] {
            assert!(is_bare(&text), "{text:?}");
        }
    }

    #[test]
    fn a_head_behind_chunks_is_read_when_it_is_awaited() {
        let mut ends = LineEnds::new();
        // The first read has all of it.
        ends.read(
            &mut b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n".to_vec(),
            false,
        );
        ends.read(&mut b"GET / HTTP/1.1\n".to_vec(), true);
        assert!(ends.is_bare());
    }

    #[test]
    fn a_bare_line_feed_is_spoiled() {
        let mut bytes = b"GET / HTTP/1.1\nhost: a\n\n".to_vec();
        LineEnds::new().read(&mut bytes, false);
        assert_eq!(bytes, b"GET / HTTP/1.1\0host: a\n\n");
    }
}
