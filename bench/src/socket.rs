//! A small blocking client of a WebSocket (RFC 6455) without TLS: text messages both ways, by two
//! halves for two threads.

use std::io::{Error, ErrorKind, Read as _, Result, Write as _};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Sends text messages.
pub struct SocketWriter(Outgoing);

/// Reads text messages, and answers pings: a server takes a page that does not for gone.
pub struct SocketReader {
    stream: TcpStream,
    outgoing: Outgoing,
    /// What has come and is no whole frame yet.
    unread: Vec<u8>,
}

/// The way to the server, for the frames of both halves.
#[derive(Clone)]
struct Outgoing(Arc<Mutex<TcpStream>>);

/// The key of every handshake: servers only repeat its hash.
const KEY: &str = "THVuYSBvbiBhIHNvY2tldA==";
/// Any mask serves where no proxy in between can be confused.
const MASK: [u8; 4] = [0x4c, 0x75, 0x6e, 0x61];
const FINAL: u8 = 0x80;
const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
/// A length of two bytes or of eight follows.
const TWO_BYTES: u8 = 126;
const EIGHT_BYTES: u8 = 127;
const LONGEST_HEAD: usize = 16 * 1024;

/// Opens the socket at an address, as a page of the same site does.
pub fn open_socket(
    address: &str,
    path: &str,
    cookies: &str,
) -> Result<(SocketWriter, SocketReader)> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\ncookie: {cookies}\r\n\
         connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: {KEY}\r\n\r\n"
    );
    stream.write_all(request.as_bytes())?;
    let outgoing = Outgoing(Arc::new(Mutex::new(stream.try_clone()?)));
    let mut reader = SocketReader { stream, outgoing: outgoing.clone(), unread: Vec::new() };
    let head = reader.head()?;
    match head.starts_with("HTTP/1.1 101 ") {
        true => Ok((SocketWriter(outgoing), reader)),
        false => Err(malformed(&format!("no WebSocket but {head}"))),
    }
}

impl SocketWriter {
    pub fn send(&mut self, text: &str) -> Result<()> {
        self.0.send(TEXT, text.as_bytes())
    }
}

impl SocketReader {
    pub fn set_timeout(&mut self, timeout: Duration) -> Result<()> {
        self.stream.set_read_timeout(Some(timeout))
    }

    /// The next text message; none at the end. After a timeout it can be asked for again.
    pub fn next_text(&mut self) -> Result<Option<String>> {
        loop {
            match self.frame() {
                Some((TEXT, text)) => {
                    let text = String::from_utf8(text);
                    return Ok(Some(text.map_err(|_| malformed("no UTF-8"))?));
                }
                Some((PING, content)) => self.outgoing.send(PONG, &content)?,
                Some((CLOSE, _)) => return Ok(None),
                None if self.fill()? == 0 => return Ok(None),
                Some(_) | None => {}
            }
        }
    }

    fn fill(&mut self) -> Result<usize> {
        let mut bytes = [0; 8 * 1024];
        let count = self.stream.read(&mut bytes)?;
        self.unread.extend(bytes.iter().take(count));
        Ok(count)
    }

    /// The kind and the content of the next frame, once it is whole.
    fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let (first, length) = (*self.unread.first()?, *self.unread.get(1)?);
        let extended = match length {
            TWO_BYTES => 2,
            EIGHT_BYTES => 8,
            _ => 0,
        };
        let begin = 2 + extended;
        let bytes = self.unread.get(2..begin)?;
        let length = match extended {
            0 => usize::from(length),
            _ => bytes.iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte)),
        };
        let content = self.unread.get(begin..begin + length)?.to_vec();
        self.unread.drain(..begin + length);
        Some((first & !FINAL, content))
    }

    fn head(&mut self) -> Result<String> {
        loop {
            let end = self.unread.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            if let Some(end) = end {
                let head = self.unread.drain(..end + 4).collect();
                return String::from_utf8(head).map_err(|_| malformed("no UTF-8"));
            }
            if self.unread.len() > LONGEST_HEAD || self.fill()? == 0 {
                return Err(malformed("the handshake has no end"));
            }
        }
    }
}

impl Outgoing {
    fn send(&self, kind: u8, content: &[u8]) -> Result<()> {
        let length = content.len();
        let short = u8::try_from(length).ok().filter(|&length| length < TWO_BYTES);
        let mut frame = vec![FINAL | kind];
        match (short, u16::try_from(length)) {
            (Some(length), _) => frame.push(FINAL | length),
            (None, Ok(length)) => {
                frame.push(FINAL | TWO_BYTES);
                frame.extend(length.to_be_bytes());
            }
            (None, Err(_)) => return Err(malformed("the message is too long")),
        }
        frame.extend(MASK);
        frame.extend(content.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write_all(&frame)
    }
}

fn malformed(why: &str) -> Error {
    Error::new(ErrorKind::InvalidData, why.to_owned())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_ping_is_answered_with_what_it_holds() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                head.extend(byte);
            }
            stream.write_all(b"HTTP/1.1 101 Switching Protocols\r\n\r\n").unwrap();
            stream.write_all(&[FINAL | PING, 2, b'h', b'i', FINAL | TEXT, 2, b'o', b'k']).unwrap();
            let mut pong = [0; 8];
            stream.read_exact(&mut pong).unwrap();
            pong
        });
        let (_writer, mut reader) = open_socket(&address, "/", "").unwrap();
        assert_eq!(reader.next_text().unwrap().as_deref(), Some("ok"));
        let [kind, length, mask @ .., first, second] = server.join().unwrap();
        assert_eq!((kind, length, mask), (FINAL | PONG, FINAL | 2, MASK));
        assert_eq!([first ^ MASK[0], second ^ MASK[1]], *b"hi");
    }
}
