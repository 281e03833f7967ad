//! A connection and what goes over it: heads, headers, bodies of known length
//! and in chunks.

use std::io::{self, BufRead, BufReader, Error, ErrorKind, Write};
use std::net::TcpStream;
use std::time::Duration;

pub(super) struct Connection {
    pub(super) reader: BufReader<TcpStream>,
    /// The line being read; kept to save an allocation for each.
    pub(super) line: Vec<u8>,
}

pub(super) struct Head {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) keep_alive: bool,
}

/// The delimitation of a body, with the number of bytes still to come.
#[derive(Clone, Copy)]
pub(super) enum Framing {
    Length(usize),
    Chunked { left_in_chunk: usize },
    UntilClose,
}

impl Connection {
    pub(super) fn open(address: &str, timeout: Duration) -> io::Result<Connection> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(timeout))?;
        stream.set_write_timeout(Some(timeout))?;
        Ok(Connection { reader: BufReader::new(stream), line: Vec::new() })
    }

    /// Returns whether the server has neither closed the connection nor sent unrequested bytes.
    pub(super) fn is_open(&self) -> bool {
        let stream = self.reader.get_ref();
        let quiet = stream.set_nonblocking(true).is_ok()
            && stream.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        quiet && stream.set_nonblocking(false).is_ok()
    }

    /// Sends a request and waits for the first bytes of its response.
    pub(super) fn ask(mut self, request: &[u8]) -> io::Result<Connection> {
        let sent = self.reader.get_mut().write_all(request);
        // A server may refuse a long request before it has read the whole. What
        // it then says matters more than that the rest could not be sent.
        match self.wait().and_then(|()| self.reader.fill_buf()).map(<[u8]>::is_empty) {
            Ok(false) => Ok(self),
            Ok(true) => Err(sent.err().unwrap_or_else(|| hang_up("before it answered"))),
            Err(error) => Err(sent.err().unwrap_or(error)),
        }
    }

    pub(super) fn read_head(&mut self) -> io::Result<Head> {
        loop {
            let (version, status) = parse_status(self.read_line()?)?;
            let mut keep_alive = version != "HTTP/1.0";
            let mut headers = Vec::with_capacity(12);
            while let Some((name, value)) = parse_header(self.read_line()?)? {
                if name.eq_ignore_ascii_case("connection") {
                    keep_alive = value.eq_ignore_ascii_case("keep-alive");
                }
                headers.push((name, value));
            }
            // What comes before 200 is only an announcement of the response.
            if status >= 200 {
                return Ok(Head { status, headers, keep_alive });
            }
        }
    }

    /// Appends what has arrived of the body; false once it is complete.
    pub(super) fn read_some(
        &mut self,
        framing: &mut Framing,
        body: &mut Vec<u8>,
    ) -> io::Result<bool> {
        match framing {
            Framing::Length(0) => return Ok(false),
            Framing::Chunked { left_in_chunk: 0 } => match parse_chunk_size(self.read_line()?)? {
                // The line end that closes the chunk before.
                None => {}
                Some(0) => {
                    while !self.read_line()?.is_empty() {}
                    *framing = Framing::Length(0);
                    return Ok(false);
                }
                Some(size) => *framing = Framing::Chunked { left_in_chunk: size },
            },
            Framing::Length(left) | Framing::Chunked { left_in_chunk: left } => {
                match self.take(*left, body)? {
                    0 => return Err(hang_up("in the middle of a body")),
                    taken => *left -= taken,
                }
            }
            Framing::UntilClose => {
                if self.take(usize::MAX, body)? == 0 {
                    *framing = Framing::Length(0);
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    pub(super) fn take(&mut self, most: usize, body: &mut Vec<u8>) -> io::Result<usize> {
        self.wait()?;
        let arrived = self.reader.fill_buf()?;
        let taken = arrived.get(..most).unwrap_or(arrived);
        body.extend_from_slice(taken);
        let count = taken.len();
        self.reader.consume(count);
        Ok(count)
    }

    /// Waits for bytes. A process that is stopped and continued goes on with it, which a socket
    /// with a timeout does not do by itself.
    fn wait(&mut self) -> io::Result<()> {
        loop {
            match self.reader.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(_) => return Ok(()),
            }
        }
    }

    /// A line without its end. One that a timeout cut short is continued by
    /// the next call.
    pub(super) fn read_line(&mut self) -> io::Result<&[u8]> {
        if self.line.ends_with(b"\n") {
            self.line.clear();
        }
        self.reader.read_until(b'\n', &mut self.line)?;
        if !self.line.ends_with(b"\n") {
            return Err(hang_up("in the middle of a line"));
        }
        Ok(without_line_end(&self.line))
    }
}

impl Framing {
    pub(super) fn of(
        method: &str,
        status: u16,
        headers: &[(String, String)],
    ) -> io::Result<Framing> {
        if method == "HEAD" || status == 204 || status == 304 {
            return Ok(Framing::Length(0));
        }
        if find(headers, "transfer-encoding").is_some_and(|value| value.ends_with("chunked")) {
            return Ok(Framing::Chunked { left_in_chunk: 0 });
        }
        match find(headers, "content-length").map(str::parse) {
            Some(Ok(length)) => Ok(Framing::Length(length)),
            Some(Err(_)) => Err(malformed("a Content-Length that is not a number")),
            None => Ok(Framing::UntilClose),
        }
    }

    /// The number of bytes to reserve for the body, within reason.
    pub(super) fn expected(self) -> usize {
        match self {
            Framing::Length(length) => length.min(1 << 20),
            Framing::Chunked { .. } | Framing::UntilClose => 0,
        }
    }
}

pub(super) fn write_head(
    out: &mut Vec<u8>,
    method: &str,
    path: &str,
    address: &str,
) -> io::Result<()> {
    if !path.starts_with('/') || path.bytes().any(|byte| byte <= b' ' || byte == 0x7f) {
        let text = "a path begins with a slash and has no spaces";
        return Err(Error::new(ErrorKind::InvalidInput, text));
    }
    write!(out, "{method} {path} HTTP/1.1\r\nhost: {address}\r\n")
}

pub(super) fn write_header(out: &mut Vec<u8>, name: &str, value: &str) -> io::Result<()> {
    if name.contains(['\r', '\n', ':']) || value.contains(['\r', '\n']) {
        return Err(Error::new(ErrorKind::InvalidInput, format!("{name}: a header is one line")));
    }
    write!(out, "{name}: {value}\r\n")
}

pub(super) fn parse_status(line: &[u8]) -> io::Result<(&str, u16)> {
    let parse = || {
        let (version, rest) = std::str::from_utf8(line).ok()?.split_once(' ')?;
        let status = rest.get(..3)?.parse().ok()?;
        version.starts_with("HTTP/1.").then_some((version, status))
    };
    parse().ok_or_else(|| malformed("a first line that is not HTTP/1"))
}

/// `None` at the empty line that ends the headers.
pub(super) fn parse_header(line: &[u8]) -> io::Result<Option<(String, String)>> {
    if line.is_empty() {
        return Ok(None);
    }
    match String::from_utf8_lossy(line).split_once(':') {
        Some((name, value)) => Ok(Some((name.to_owned(), value.trim().to_owned()))),
        None => Err(malformed("a header without a colon")),
    }
}

/// `None` where the line is empty.
pub(super) fn parse_chunk_size(line: &[u8]) -> io::Result<Option<usize>> {
    if line.is_empty() {
        return Ok(None);
    }
    let digits = line.split(|byte| *byte == b';').next().unwrap_or_default();
    let size = std::str::from_utf8(digits).ok().map(|text| usize::from_str_radix(text.trim(), 16));
    match size {
        Some(Ok(size)) => Ok(Some(size)),
        Some(Err(_)) | None => Err(malformed("a chunk whose size is not a number")),
    }
}

pub(super) fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

pub(super) fn find<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let header = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    Some(&header.1)
}

pub(super) fn malformed(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("the server sent {what}"))
}

pub(super) fn hang_up(when: &str) -> Error {
    let text = format!("the server closed the connection {when}");
    Error::new(ErrorKind::UnexpectedEof, text)
}

pub(super) fn is_hang_up(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
    )
}

/// A socket that waited in vain reports one or the other.
pub(super) fn is_timeout(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

pub(super) fn explained(error: &Error, method: &str, address: &str, path: &str) -> Error {
    let (kind, cause) = if is_timeout(error) {
        (ErrorKind::TimedOut, "no answer within the timeout".to_owned())
    } else {
        (error.kind(), error.to_string())
    };
    Error::new(kind, format!("{method} http://{address}{path}: {cause}"))
}
