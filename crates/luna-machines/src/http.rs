//! Requests to servers of others: only to addresses that the guard allows, without redirects, with
//! limits on time and size.

pub mod fetch;
pub mod ssrf_guard;

use std::error::Error;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use httpdate::parse_http_date;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Method, RequestBuilder, Response};
use rustls::crypto::ring::default_provider;
use rustls::{ClientConfig, RootCertStore};
use rustls_native_certs::load_native_certs;

use self::ssrf_guard::{Forbidden, Guard};
use crate::task::CallError;

/// The most that is read of an answer, and of a line of a program. The longest
/// texts that the rules allow fit in, also where each character is escaped.
pub const LONGEST_REPLY: usize = 512 * 1024;

/// Cheap to clone; clones share their connections.
#[derive(Clone)]
pub struct Http {
    client: Client,
    guard: Guard,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The header `retry-after`.
    pub(crate) retry_after: Option<Duration>,
    /// The body, or the reason why it cannot be read.
    pub(crate) body: Result<String, String>,
}

impl Http {
    /// Proxies that the environment names are not used: they would be what is
    /// connected to, whatever the guard says.
    pub fn new(guard: Guard, connect_timeout: Duration) -> Result<Http, String> {
        let client = builder(connect_timeout)?
            .dns_resolver(Arc::new(guard))
            .no_proxy()
            .build()
            .map_err(|error| unready(&error))?;
        Ok(Http { client, guard })
    }

    pub(crate) fn request(&self, method: Method, url: &str) -> Result<RequestBuilder, CallError> {
        let url = self.guard.url(url).map_err(CallError::Refused)?;
        Ok(self.client.request(method, url))
    }
}

/// The authorities whose certificates are trusted: those of Mozilla, which a container without
/// certificates lacks, and those of the system, where an institution adds its own.
static AUTHORITIES: LazyLock<Arc<RootCertStore>> = LazyLock::new(|| {
    let mut roots: RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
    // What cannot be read there is left out, as if the system did not have it.
    roots.add_parsable_certificates(load_native_certs().certs);
    Arc::new(roots)
});

/// A client that may call any address.
pub(crate) fn builder(connect_timeout: Duration) -> Result<ClientBuilder, String> {
    let tls = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| unready(&error))?
        .with_root_certificates(Arc::clone(&AUTHORITIES))
        .with_no_client_auth();
    Ok(Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(Policy::none())
        .connect_timeout(connect_timeout)
        .user_agent("Luna"))
}

fn unready(error: &dyn Error) -> String {
    format!("HTTP cannot be set up: {error}.")
}

/// Sends it; `timeout` is for the whole exchange.
pub(crate) async fn send(request: RequestBuilder, timeout: Duration) -> Result<Answer, CallError> {
    let failed = |error| failure(&error, timeout);
    let response = request.timeout(timeout).send().await.map_err(failed)?;
    let status = response.status().as_u16();
    if response.status().is_redirection() {
        return Err(CallError::Refused(format!(
            "The server answered {status}, a redirect, and those are not followed; \
             please give the URL it leads to."
        )));
    }
    let retry_after = retry_after(&response);
    let body = read(response, LONGEST_REPLY).await.map_err(|error| match stalled(&error) {
        true => CallError::Stalled(format!(
            "The server began to answer, and was not done after {} seconds.",
            timeout.as_secs_f64()
        )),
        false => failed(error),
    })?;
    Ok(Answer { status, retry_after, body })
}

/// The header `retry-after`: seconds, or a date, which is compared with the server's own clock.
pub(crate) fn retry_after(response: &Response) -> Option<Duration> {
    let header = |name: &str| response.headers().get(name)?.to_str().ok();
    let after = header("retry-after")?.trim();
    if let Ok(seconds) = after.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let (until, now) = (parse_http_date(after).ok()?, parse_http_date(header("date")?).ok()?);
    Some(until.duration_since(now).unwrap_or_default())
}

pub(crate) async fn read(
    mut response: Response,
    longest: usize,
) -> Result<Result<String, String>, reqwest::Error> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if bytes.len() + chunk.len() > longest {
            return Ok(Err(too_long(longest)));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(String::from_utf8(bytes).map_err(|_| "The reply is not UTF-8.".to_owned()))
}

pub(crate) fn too_long(longest: usize) -> String {
    format!("The reply is longer than {} KiB.", longest / 1024)
}

fn failure(error: &reqwest::Error, timeout: Duration) -> CallError {
    let deepest = deepest(error);
    if let Some(forbidden) = deepest.downcast_ref::<Forbidden>() {
        // A failed look-up may be temporary, and must look the same as a forbidden address.
        return CallError::Unreachable(forbidden.to_string());
    }
    if error.is_builder() {
        return CallError::Refused(format!("The request cannot be made: {deepest}."));
    }
    let sentence = failure_sentence(error, timeout);
    if stalled(error) { CallError::Stalled(sentence) } else { CallError::Unreachable(sentence) }
}

/// Returns true if the server received the request and did not answer in time.
fn stalled(error: &reqwest::Error) -> bool {
    error.is_timeout() && !error.is_connect()
}

fn deepest(error: &reqwest::Error) -> &(dyn Error + 'static) {
    let mut deepest: &(dyn Error + 'static) = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest
}

pub(crate) fn failure_sentence(error: &reqwest::Error, timeout: Duration) -> String {
    let deepest = deepest(error);
    if error.is_redirect() {
        "The server redirects too often.".to_owned()
    } else if stalled(error) {
        format!("The server did not answer within {} seconds.", timeout.as_secs_f64())
    } else if error.is_connect() {
        format!("The server cannot be reached: {deepest}.")
    } else {
        format!("The connection broke off: {deepest}.")
    }
}
