//! Fetching a file that somebody else offers, up to a size.

use std::time::Duration;

use reqwest::redirect::Policy;

use crate::http::{builder, failure_sentence};

/// For how long a server may say nothing.
const PATIENCE: Duration = Duration::from_secs(30);
const MOST_REDIRECTS: usize = 5;

/// Downloads a URL. `tell` is called with the number of bytes so far, and the total if the server
/// states it.
pub async fn fetch(
    url: &str,
    longest: usize,
    tell: impl Fn(usize, Option<usize>),
) -> Result<Vec<u8>, String> {
    let client = builder(PATIENCE)?
        .redirect(Policy::limited(MOST_REDIRECTS))
        .read_timeout(PATIENCE)
        .build()
        .map_err(|error| format!("HTTP cannot be set up: {error}."))?;
    let failed = |error: reqwest::Error| failure_sentence(&error, PATIENCE);
    let mut response = client.get(url).send().await.map_err(failed)?;
    if !response.status().is_success() {
        return Err(format!("The server answered {}.", response.status()));
    }
    let of = response.content_length().and_then(|length| usize::try_from(length).ok());
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if bytes.len() + chunk.len() > longest {
            return Err(format!("It is larger than {} MB.", longest / 1_000_000));
        }
        bytes.extend_from_slice(&chunk);
        tell(bytes.len(), of);
    }
    Ok(bytes)
}
