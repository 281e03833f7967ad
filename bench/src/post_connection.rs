//! A minimal HTTP connection for one kind of request: a POST of JSON with a token.
//!
//! The driver shares the processors with the server that it measures, so it must be cheap.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

pub struct PostConnection {
    stream: TcpStream,
    host: String,
    outgoing: Vec<u8>,
    incoming: Vec<u8>,
}

/// The longest accepted response; a game of ordinary texts is 3 KB.
const MOST: usize = 64 * 1024;

impl PostConnection {
    pub fn open(address: &str) -> Result<PostConnection> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let host = address.to_owned();
        Ok(PostConnection { stream, host, outgoing: Vec::new(), incoming: vec![0; MOST] })
    }

    /// Returns the status and the body. Responses must have a `Content-Length`.
    pub fn post(&mut self, path: &str, token: &str, body: &str) -> Result<(u16, &[u8])> {
        self.outgoing.clear();
        write!(
            self.outgoing,
            "POST {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        )?;
        self.stream.write_all(&self.outgoing)?;
        let mut filled = 0;
        loop {
            let free = self.incoming.get_mut(filled..).unwrap_or_default();
            let more = self.stream.read(free).with_context(|| format!("{path} is not answered"))?;
            ensure!(more > 0, "{path} is answered with too much, or half");
            filled += more;
            let all = self.incoming.get(..filled).unwrap_or_default();
            if let Some((status, length)) = head(all)? {
                ensure!(filled <= length.end, "more came than was asked for");
                if filled == length.end {
                    return Ok((status, self.incoming.get(length).unwrap_or_default()));
                }
            }
        }
    }
}

/// The status and the range of the body, once the head is complete.
fn head(answer: &[u8]) -> Result<Option<(u16, std::ops::Range<usize>)>> {
    let Some(end) = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
        return Ok(None);
    };
    let text = std::str::from_utf8(answer.get(..end).unwrap_or_default())?;
    let mut lines = text.split("\r\n");
    let first = lines.next().and_then(|line| line.strip_prefix("HTTP/1.1 "));
    let status = first.and_then(|rest| rest.get(..3)).context("no answer of HTTP/1.1")?.parse()?;
    let length = lines
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let (_, length) = length.context("an answer without its length")?;
    let length: usize = length.trim().parse()?;
    Ok(Some((status, end + 4..end + 4 + length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_lies_behind_the_head() {
        let answer = b"HTTP/1.1 201 Created\r\nServer: x\r\nContent-Length: 2\r\n\r\n{}";
        assert_eq!(head(answer).unwrap(), Some((201, answer.len() - 2..answer.len())));
        assert_eq!(head(&answer[..40]).unwrap(), None);
        head(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n").unwrap_err();
        head(b"SSH-2.0\r\n\r\n").unwrap_err();
    }
}
