//! A small blocking HTTP/1.1 client, with which the benchmarks load a Luna and
//! the tests visit one. It keeps one connection and the cookies of one host,
//! and follows no redirect by itself.

mod wire;

use std::borrow::Cow;
use std::io::{self, Error, ErrorKind, Write};
use std::time::Duration;

use self::wire::{
    Connection, Framing, Head, explained, find, is_hang_up, is_timeout, malformed,
    without_line_end, write_head, write_header,
};

/// The default time to wait for the next bytes of a response.
const PATIENCE: Duration = Duration::from_secs(30);

/// An HTTP client of one server, `host:port`.
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

    /// Sets the time to wait for the next bytes of a response. The next request opens a new
    /// connection.
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

/// Opens a stream of events of a kind, such as `text/event-stream`. A header
/// without a value is not sent.
pub fn open_stream(
    address: &str,
    path: &str,
    kind: &str,
    header: (&str, &str),
) -> io::Result<EventStream> {
    let open = || {
        let mut request = Vec::new();
        write_head(&mut request, "GET", path, address)?;
        write_header(&mut request, "accept", kind)?;
        if !header.1.is_empty() {
            write_header(&mut request, header.0, header.1)?;
        }
        request.extend_from_slice(b"\r\n");
        let mut connection = Connection::open(address, PATIENCE)?.ask(&request)?;
        let Head { status, headers, keep_alive: _ } = connection.read_head()?;
        let found = find(&headers, "content-type").unwrap_or("of no type");
        if status != 200 || !found.starts_with(kind) {
            return Err(malformed(&format!("no stream of events but {status}, {found}")));
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

#[cfg(test)]
mod tests;
