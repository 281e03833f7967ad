//! A small blocking HTTP/1.1 client, with which the benchmarks load a Luna and
//! the tests visit one. It keeps one connection and the cookies of one host,
//! and follows no redirect by itself.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Error, ErrorKind, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long to wait for the next bytes of a response, unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(30);

/// A visitor of one server, `host:port`.
pub struct Client {
    address: String,
    cookies: Vec<(String, String)>,
    connection: Option<Connection>,
    timeout: Duration,
    /// The request being sent; kept to save an allocation for each.
    outgoing: Vec<u8>,
}

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// A response that goes on: server-sent events, line by line.
pub struct EventStream {
    connection: Connection,
    framing: Framing,
    unread: Vec<u8>,
}

impl Client {
    pub fn new(address: impl Into<String>) -> Client {
        Client {
            address: address.into(),
            cookies: Vec::new(),
            connection: None,
            timeout: PATIENCE,
            outgoing: Vec::new(),
        }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// How long to wait for the next bytes of a response, from the next
    /// request on, which opens a new connection.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
        self.connection = None;
    }

    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn set_cookie(&mut self, name: &str, value: &str) {
        match self.cookies.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.cookies.push((name.to_owned(), value.to_owned())),
        }
    }

    /// All cookies as one `Cookie` header; empty where there are none.
    pub fn cookie_header(&self) -> String {
        let pairs: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }

    pub fn get(&mut self, path: &str) -> io::Result<Response> {
        self.request("GET", path, &[], b"")
    }

    pub fn delete(&mut self, path: &str) -> io::Result<Response> {
        self.request("DELETE", path, &[], b"")
    }

    pub fn post_form(&mut self, path: &str, fields: &[(&str, &str)]) -> io::Result<Response> {
        let mut body = Vec::new();
        for (name, value) in fields {
            if !body.is_empty() {
                body.push(b'&');
            }
            percent_encode(name, &mut body);
            body.push(b'=');
            percent_encode(value, &mut body);
        }
        let form = ("content-type", "application/x-www-form-urlencoded");
        self.request("POST", path, &[form], &body)
    }

    pub fn post_json(&mut self, path: &str, body: &str) -> io::Result<Response> {
        self.request("POST", path, &[("content-type", "application/json")], body.as_bytes())
    }

    /// One request and its response, whatever the status. A GET is sent a
    /// second time if the connection kept from before turns out to be closed;
    /// nothing else is, since the server may have acted on it.
    pub fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Response> {
        let response = self
            .write_request(method, path, headers, body)
            .and_then(|()| self.exchange(method))
            .map_err(|error| explained(&error, method, &self.address, path))?;
        for (name, value) in &response.headers {
            if name.eq_ignore_ascii_case("set-cookie") {
                keep_cookie(&mut self.cookies, value);
            }
        }
        Ok(response)
    }

    fn write_request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<()> {
        let out = &mut self.outgoing;
        out.clear();
        write_head(out, method, path, &self.address)?;
        for (at, (name, value)) in self.cookies.iter().enumerate() {
            write!(out, "{}{name}={value}", if at == 0 { "cookie: " } else { "; " })?;
        }
        if !self.cookies.is_empty() {
            out.extend_from_slice(b"\r\n");
        }
        for (name, value) in headers {
            write_header(out, name, value)?;
        }
        if method != "GET" || !body.is_empty() {
            write!(out, "content-length: {}\r\n", body.len())?;
        }
        out.extend_from_slice(b"\r\n");
        out.extend_from_slice(body);
        Ok(())
    }

    fn exchange(&mut self, method: &str) -> io::Result<Response> {
        let repeatable = method == "GET";
        let kept = self.connection.take().filter(|kept| repeatable || kept.is_open());
        let mut connection = match kept.map(|kept| kept.ask(&self.outgoing)) {
            Some(Ok(connection)) => connection,
            Some(Err(error)) if !repeatable || !is_hang_up(&error) => return Err(error),
            Some(Err(_)) | None => {
                Connection::open(&self.address, self.timeout)?.ask(&self.outgoing)?
            }
        };
        let Head { status, headers, keep_alive } = connection.read_head()?;
        let mut framing = Framing::of(method, status, &headers)?;
        let keep = keep_alive && !matches!(framing, Framing::UntilClose);
        let mut body = Vec::with_capacity(framing.expected());
        while connection.read_some(&mut framing, &mut body)? {}
        if keep && connection.reader.buffer().is_empty() {
            self.connection = Some(connection);
        }
        Ok(Response { status, headers, body })
    }
}

impl Response {
    /// The first header of that name, in whatever case it was sent.
    pub fn header(&self, name: &str) -> Option<&str> {
        find(&self.headers, name)
    }

    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }
}

/// Opens a stream of server-sent events. An empty `cookie_header` sends none.
pub fn open_stream(address: &str, path: &str, cookie_header: &str) -> io::Result<EventStream> {
    let open = || {
        let mut request = Vec::new();
        write_head(&mut request, "GET", path, address)?;
        write_header(&mut request, "accept", "text/event-stream")?;
        if !cookie_header.is_empty() {
            write_header(&mut request, "cookie", cookie_header)?;
        }
        request.extend_from_slice(b"\r\n");
        let mut connection = Connection::open(address, PATIENCE)?.ask(&request)?;
        let Head { status, headers, keep_alive: _ } = connection.read_head()?;
        let kind = find(&headers, "content-type").unwrap_or("of no type");
        if status != 200 || !kind.starts_with("text/event-stream") {
            return Err(malformed(&format!("no stream of events but {status}, {kind}")));
        }
        let framing = Framing::of("GET", status, &headers)?;
        Ok(EventStream { connection, framing, unread: Vec::new() })
    };
    open().map_err(|error| explained(&error, "GET", address, path))
}

impl EventStream {
    pub fn set_timeout(&mut self, timeout: Duration) -> io::Result<()> {
        self.connection.reader.get_ref().set_read_timeout(Some(timeout))
    }

    /// The next line without its end, empty between two events; `None` when
    /// the stream is over. After [`ErrorKind::TimedOut`] it can be asked again,
    /// and nothing is lost.
    pub fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut searched = 0;
        loop {
            let fresh = self.unread.iter().skip(searched).position(|byte| *byte == b'\n');
            if let Some(end) = fresh {
                let line: Vec<u8> = self.unread.drain(..=searched + end).collect();
                return Ok(Some(String::from_utf8_lossy(without_line_end(&line)).into_owned()));
            }
            searched = self.unread.len();
            match self.connection.read_some(&mut self.framing, &mut self.unread) {
                Ok(true) => {}
                Ok(false) if self.unread.is_empty() => return Ok(None),
                Ok(false) => {
                    let rest = std::mem::take(&mut self.unread);
                    return Ok(Some(String::from_utf8_lossy(&rest).into_owned()));
                }
                Err(error) if is_timeout(&error) => {
                    return Err(Error::new(ErrorKind::TimedOut, "no event within the timeout"));
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// The value of the first `<input>` of that name, which is how a form's hidden
/// token is read.
pub fn field(html: &str, name: &str) -> Option<String> {
    html.split("<input").skip(1).find_map(|mut rest| {
        let (mut named, mut value) = (false, None);
        while let Some((attribute, text)) = next_attribute(&mut rest) {
            match attribute {
                "name" => named = decoded(text) == name,
                "value" => value = Some(text),
                _ => {}
            }
        }
        value.filter(|_| named).map(decoded)
    })
}

struct Connection {
    reader: BufReader<TcpStream>,
    /// The line being read; kept to save an allocation for each.
    line: Vec<u8>,
}

struct Head {
    status: u16,
    headers: Vec<(String, String)>,
    keep_alive: bool,
}

/// Where the body ends, and how much of it is still to come.
#[derive(Clone, Copy)]
enum Framing {
    Length(usize),
    Chunked { left_in_chunk: usize },
    UntilClose,
}

impl Connection {
    fn open(address: &str, timeout: Duration) -> io::Result<Connection> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(timeout))?;
        stream.set_write_timeout(Some(timeout))?;
        Ok(Connection { reader: BufReader::new(stream), line: Vec::new() })
    }

    /// Whether the server has neither closed the connection nor said anything
    /// that nobody asked for.
    fn is_open(&self) -> bool {
        let stream = self.reader.get_ref();
        let quiet = stream.set_nonblocking(true).is_ok()
            && stream.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        quiet && stream.set_nonblocking(false).is_ok()
    }

    /// Sends a request and waits for the first bytes of its response.
    fn ask(mut self, request: &[u8]) -> io::Result<Connection> {
        let sent = self.reader.get_mut().write_all(request);
        // A server may refuse a long request before it has read the whole. What
        // it then says matters more than that the rest could not be sent.
        match self.reader.fill_buf().map(<[u8]>::is_empty) {
            Ok(false) => Ok(self),
            Ok(true) => Err(sent.err().unwrap_or_else(|| hang_up("before it answered"))),
            Err(error) => Err(sent.err().unwrap_or(error)),
        }
    }

    fn read_head(&mut self) -> io::Result<Head> {
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
    fn read_some(&mut self, framing: &mut Framing, body: &mut Vec<u8>) -> io::Result<bool> {
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

    fn take(&mut self, most: usize, body: &mut Vec<u8>) -> io::Result<usize> {
        let arrived = self.reader.fill_buf()?;
        let taken = arrived.get(..most).unwrap_or(arrived);
        body.extend_from_slice(taken);
        let count = taken.len();
        self.reader.consume(count);
        Ok(count)
    }

    /// A line without its end. One that a timeout cut short is continued by
    /// the next call.
    fn read_line(&mut self) -> io::Result<&[u8]> {
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
    fn of(method: &str, status: u16, headers: &[(String, String)]) -> io::Result<Framing> {
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

    /// What to reserve for the body, within reason.
    fn expected(self) -> usize {
        match self {
            Framing::Length(length) => length.min(1 << 20),
            Framing::Chunked { .. } | Framing::UntilClose => 0,
        }
    }
}

fn write_head(out: &mut Vec<u8>, method: &str, path: &str, address: &str) -> io::Result<()> {
    if !path.starts_with('/') || path.bytes().any(|byte| byte <= b' ' || byte == 0x7f) {
        let text = "a path begins with a slash and has no spaces";
        return Err(Error::new(ErrorKind::InvalidInput, text));
    }
    write!(out, "{method} {path} HTTP/1.1\r\nhost: {address}\r\n")
}

fn write_header(out: &mut Vec<u8>, name: &str, value: &str) -> io::Result<()> {
    if name.contains(['\r', '\n', ':']) || value.contains(['\r', '\n']) {
        return Err(Error::new(ErrorKind::InvalidInput, format!("{name}: a header is one line")));
    }
    write!(out, "{name}: {value}\r\n")
}

fn percent_encode(text: &str, out: &mut Vec<u8>) {
    const HEX: [u8; 16] = *b"0123456789ABCDEF";
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'*' | b'-' | b'.' | b'_' => out.push(byte),
            b' ' => out.push(b'+'),
            _ => out.extend([b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]),
        }
    }
}

fn keep_cookie(cookies: &mut Vec<(String, String)>, header: &str) {
    let mut parts = header.split(';').map(str::trim);
    let Some((name, value)) = parts.next().and_then(|pair| pair.split_once('=')) else { return };
    cookies.retain(|(known, _)| known != name);
    let expired = parts.filter_map(|part| part.split_once('=')).any(|(attribute, seconds)| {
        attribute.eq_ignore_ascii_case("max-age") && seconds.parse::<i64>().is_ok_and(|s| s <= 0)
    });
    if !expired {
        cookies.push((name.to_owned(), value.to_owned()));
    }
}

fn parse_status(line: &[u8]) -> io::Result<(&str, u16)> {
    let parse = || {
        let (version, rest) = std::str::from_utf8(line).ok()?.split_once(' ')?;
        let status = rest.get(..3)?.parse().ok()?;
        version.starts_with("HTTP/1.").then_some((version, status))
    };
    parse().ok_or_else(|| malformed("a first line that is not HTTP/1"))
}

/// `None` at the empty line that ends the headers.
fn parse_header(line: &[u8]) -> io::Result<Option<(String, String)>> {
    if line.is_empty() {
        return Ok(None);
    }
    match String::from_utf8_lossy(line).split_once(':') {
        Some((name, value)) => Ok(Some((name.to_owned(), value.trim().to_owned()))),
        None => Err(malformed("a header without a colon")),
    }
}

/// `None` where the line is empty.
fn parse_chunk_size(line: &[u8]) -> io::Result<Option<usize>> {
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

fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn find<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let header = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    Some(&header.1)
}

/// Takes the next attribute off what follows `<input`; `None` at its end.
fn next_attribute<'a>(rest: &mut &'a str) -> Option<(&'a str, &'a str)> {
    let text = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
    if text.is_empty() || text.starts_with('>') {
        return None;
    }
    let ends_name = |c: char| c.is_ascii_whitespace() || matches!(c, '=' | '/' | '>');
    let (name, after) = text.split_at(text.find(ends_name).unwrap_or(text.len()));
    let Some(value) = after.trim_start().strip_prefix('=') else {
        *rest = after;
        return Some((name, ""));
    };
    let value = value.trim_start();
    let (value, after) = if let Some(quote @ ('"' | '\'')) = value.chars().next() {
        let inside = value.get(1..).unwrap_or_default();
        inside.split_once(quote).unwrap_or((inside, ""))
    } else {
        let ends_value = |c: char| c.is_ascii_whitespace() || c == '>';
        value.split_at(value.find(ends_value).unwrap_or(value.len()))
    };
    *rest = after;
    Some((name, value))
}

fn decoded(text: &str) -> String {
    const ENTITIES: [(&str, char); 5] =
        [("amp;", '&'), ("lt;", '<'), ("gt;", '>'), ("quot;", '"'), ("#39;", '\'')];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let known = ENTITIES
            .iter()
            .find_map(|(entity, character)| Some((*character, after.strip_prefix(entity)?)));
        let (character, after) = known.unwrap_or(('&', after));
        out.push(character);
        rest = after;
    }
    out.push_str(rest);
    out
}

fn malformed(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("the server sent {what}"))
}

fn hang_up(when: &str) -> Error {
    let text = format!("the server closed the connection {when}");
    Error::new(ErrorKind::UnexpectedEof, text)
}

fn is_hang_up(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
    )
}

/// A socket that waited in vain reports one or the other.
fn is_timeout(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

fn explained(error: &Error, method: &str, address: &str, path: &str) -> Error {
    let (kind, cause) = if is_timeout(error) {
        (ErrorKind::TimedOut, "no answer within the timeout".to_owned())
    } else {
        (error.kind(), error.to_string())
    };
    Error::new(kind, format!("{method} http://{address}{path}: {cause}"))
}

#[cfg(test)]
mod tests;
