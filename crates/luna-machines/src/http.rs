//! Calling the servers of others: only where the guard allows, never on to
//! where a redirect points, never longer and never more than a limit.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response};
use rustls::crypto::ring::default_provider;
use rustls::{ClientConfig, RootCertStore};

use crate::address::{Forbidden, Guard};
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
    /// What the header `retry-after` says, where it says seconds.
    pub(crate) retry_after: Option<Duration>,
    /// What is wrong with it where it cannot be read.
    pub(crate) body: Result<String, String>,
}

impl Http {
    /// Proxies that the environment names are not used: they would be what is
    /// connected to, whatever the guard says.
    pub fn new(guard: Guard, connect_timeout: Duration) -> Result<Http, String> {
        let wrong = |error: &dyn Error| format!("HTTP cannot be set up: {error}.");
        let roots: RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
        let tls = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| wrong(&error))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let client = Client::builder()
            .tls_backend_preconfigured(tls)
            .dns_resolver(Arc::new(guard))
            .redirect(Policy::none())
            .no_proxy()
            .connect_timeout(connect_timeout)
            .user_agent("Luna")
            .build()
            .map_err(|error| wrong(&error))?;
        Ok(Http { client, guard })
    }

    pub(crate) fn request(&self, method: Method, url: &str) -> Result<RequestBuilder, CallError> {
        let url = self.guard.url(url).map_err(CallError::Refused)?;
        Ok(self.client.request(method, url))
    }
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
    let seconds = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
    let retry_after = seconds.and_then(|text| text.trim().parse().ok()).map(Duration::from_secs);
    let body = read(response).await.map_err(failed)?;
    Ok(Answer { status, retry_after, body })
}

async fn read(mut response: Response) -> Result<Result<String, String>, reqwest::Error> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if bytes.len() + chunk.len() > LONGEST_REPLY {
            return Ok(Err(too_long()));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(String::from_utf8(bytes).map_err(|_| "The reply is not UTF-8.".to_owned()))
}

pub(crate) fn too_long() -> String {
    format!("The reply is longer than {} KiB.", LONGEST_REPLY / 1024)
}

fn failure(error: &reqwest::Error, timeout: Duration) -> CallError {
    let mut deepest: &dyn Error = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    if let Some(forbidden) = deepest.downcast_ref::<Forbidden>() {
        return CallError::Refused(forbidden.to_string());
    }
    if error.is_builder() {
        return CallError::Refused(format!("The request cannot be made: {deepest}."));
    }
    CallError::Unreachable(if error.is_timeout() && !error.is_connect() {
        format!("The server did not answer within {} seconds.", timeout.as_secs_f64())
    } else if error.is_connect() {
        format!("The server cannot be reached: {deepest}.")
    } else {
        format!("The connection broke off: {deepest}.")
    })
}
