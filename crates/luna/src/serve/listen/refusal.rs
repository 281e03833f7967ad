//! Refusals of requests that no handler sees, each with a status and a sentence. The connection is
//! closed after it.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version, header};
use axum::response::{IntoResponse as _, Response};
use hyper::Request;

/// The longest path and query.
const LONGEST_TARGET: usize = 8 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Malformed,
    /// A line of the head ends in LF alone.
    LineEnds,
    /// There is not exactly one valid Host header.
    Host,
    Late,
    LongTarget,
    LongHead,
    UnknownMethod,
    Version,
    /// One address has too many connections.
    Crowd,
    /// The server has too many.
    Full,
    /// One address leaves too many responses unread.
    Unread,
    /// All addresses together do.
    Busy,
}

/// The methods that HTTP defines. Handlers reply 405 to those they do not take.
const KNOWN: [&str; 10] =
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY"];

impl Refusal {
    /// The refusal of a request by its head, if no handler takes it.
    pub(super) fn of_request<B>(request: &Request<B>) -> Option<Refusal> {
        let method = request.method().as_str();
        let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
        if !KNOWN.contains(&method) {
            Some(Refusal::UnknownMethod)
        } else if target > LONGEST_TARGET {
            Some(Refusal::LongTarget)
        } else if !has_one_host(request) {
            Some(Refusal::Host)
        } else {
            None
        }
    }

    /// The refusal of an invalid head, from hyper's error and the unread bytes.
    pub(super) fn of_head(error: &hyper::Error, unread: &[u8]) -> Option<Refusal> {
        let line = unread.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if error.is_timeout() {
            // A client that has sent nothing is only idle.
            (!unread.is_empty()).then_some(Refusal::Late)
        } else if error.is_parse_too_large() {
            Some(match line {
                line if line.len() < unread.len() => Refusal::LongHead,
                line if line.contains(&b' ') => Refusal::LongTarget,
                _ => Refusal::UnknownMethod,
            })
        } else if error.is_parse() {
            Some(if is_of_another_version(line) { Refusal::Version } else { Refusal::Malformed })
        } else {
            None
        }
    }

    fn status(self) -> StatusCode {
        match self {
            Refusal::Malformed | Refusal::LineEnds | Refusal::Host => StatusCode::BAD_REQUEST,
            Refusal::Late => StatusCode::REQUEST_TIMEOUT,
            Refusal::LongTarget => StatusCode::URI_TOO_LONG,
            Refusal::LongHead => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Refusal::UnknownMethod => StatusCode::NOT_IMPLEMENTED,
            Refusal::Version => StatusCode::HTTP_VERSION_NOT_SUPPORTED,
            Refusal::Crowd | Refusal::Unread => StatusCode::TOO_MANY_REQUESTS,
            Refusal::Full | Refusal::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Refusal::Malformed => "This request is not valid HTTP/1.1.",
            Refusal::LineEnds => {
                "Each line of a request's head ends in CR LF; one ends in LF alone."
            }
            Refusal::Host => "A request needs one Host header with the name of this server.",
            Refusal::Late => "The request did not arrive in time. Please send it again.",
            Refusal::LongTarget => "The address is too long: the limit is 8 KiB.",
            Refusal::LongHead => {
                "The headers are too large: the limits are 16 KiB and 100 headers."
            }
            Refusal::UnknownMethod => "This method is unknown. Pages take GET and POST.",
            Refusal::Version => "This server supports HTTP/1.0 and HTTP/1.1 only.",
            Refusal::Crowd => {
                "Too many connections are open from your address. Please close some and try again."
            }
            Refusal::Full => "Too many connections are open. Please try again in ten seconds.",
            Refusal::Unread => {
                "Too many responses to your address are unread. Please read them and try again."
            }
            Refusal::Busy => "The server is busy. Please try again in ten seconds.",
        }
    }

    fn headers(self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::CACHE_CONTROL, "no-store"),
            (header::CONNECTION, "close"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        match self {
            Refusal::Crowd | Refusal::Full | Refusal::Unread | Refusal::Busy => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("10"));
            }
            Refusal::Malformed
            | Refusal::LineEnds
            | Refusal::Host
            | Refusal::Late
            | Refusal::LongTarget
            | Refusal::LongHead
            | Refusal::UnknownMethod
            | Refusal::Version => {}
        }
        headers
    }

    pub(super) fn response(self) -> Response {
        (self.status(), self.headers(), format!("{}\n", self.sentence())).into_response()
    }

    /// The response as bytes, for a connection without a request.
    pub(super) fn message(self) -> String {
        let body = format!("{}\n", self.sentence());
        let mut message = format!("HTTP/1.1 {}\r\n", self.status());
        for (name, value) in &self.headers() {
            message.push_str(&format!("{name}: {}\r\n", value.to_str().unwrap_or_default()));
        }
        message.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        message
    }
}

/// Returns whether a request names its host as RFC 9112 requires, section 3.2: once, though HTTP/1.0
/// may leave it out.
fn has_one_host<B>(request: &Request<B>) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => is_host(host),
        (Some(_), Some(_)) => false,
        (None, _) => request.version() < Version::HTTP_11,
    }
}

/// It is empty where the target of the request has no authority.
fn is_host(value: &HeaderValue) -> bool {
    let value = value.as_bytes();
    value.is_empty() || !value.contains(&b'@') && Authority::try_from(value).is_ok()
}

/// Returns whether a request line ends with a version of HTTP that is not spoken here.
fn is_of_another_version(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let version = line.rsplit(|&byte| byte == b' ').next().unwrap_or_default();
    version.starts_with(b"HTTP/") && version != b"HTTP/1.0" && version != b"HTTP/1.1"
}
