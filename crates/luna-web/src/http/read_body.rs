//! Reading of request bodies, with limits on size and time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use futures_util::TryStreamExt as _;
use tokio::time::timeout;

/// The bytes of each body that need no share of the common room; most forms are shorter.
const SHORT: usize = 16 * 1024;
/// The maximum that all bodies in transit hold beyond that in this process.
const MOST_HELD: usize = 32 * 1024 * 1024;
static HELD: AtomicUsize = AtomicUsize::new(0);
/// The bytes of an oversized body that are read and discarded, for a limited time. Many clients do
/// not read a response while they send, and a connection that is closed with unread input loses
/// the response.
const THROWN_AWAY: usize = 4 * 1024 * 1024;
const THROWN_AWAY_FOR: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyError {
    TooLarge,
    /// It ended early.
    Cut,
    /// It did not end in time.
    Late,
    /// Other long bodies have taken all the room.
    Crowded,
}

pub(crate) async fn read_body(
    body: Body,
    most: usize,
    patience: Duration,
) -> Result<Vec<u8>, BodyError> {
    let read = async {
        let mut share = Share(0);
        let (mut pieces, mut bytes) = (body.into_data_stream(), Vec::new());
        while let Some(piece) = pieces.try_next().await.map_err(|_| BodyError::Cut)? {
            if bytes.len() + piece.len() > most {
                let rest = throw_away(&mut pieces, THROWN_AWAY);
                timeout(THROWN_AWAY_FOR, rest).await.ok();
                return Err(BodyError::TooLarge);
            }
            let needed = bytes.len() + piece.len();
            if needed > bytes.capacity() {
                let capacity = needed.max(2 * bytes.capacity()).min(most);
                share.grow(capacity)?;
                bytes.reserve_exact(capacity - bytes.len());
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    };
    timeout(patience, read).await.unwrap_or(Err(BodyError::Late))
}

/// A body's share of the room for all.
struct Share(usize);

impl Share {
    fn grow(&mut self, capacity: usize) -> Result<(), BodyError> {
        let more = capacity.saturating_sub(SHORT).saturating_sub(self.0);
        let held = HELD.fetch_add(more, Ordering::Relaxed) + more;
        self.0 += more;
        if more > 0 && held > MOST_HELD { Err(BodyError::Crowded) } else { Ok(()) }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        HELD.fetch_sub(self.0, Ordering::Relaxed);
    }
}

async fn throw_away(pieces: &mut BodyDataStream, mut most: usize) {
    while let Ok(Some(piece)) = pieces.try_next().await {
        let Some(left) = most.checked_sub(piece.len()) else { return };
        most = left;
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt as _, stream};

    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn pieces(pieces: impl IntoIterator<Item = Result<&'static str, &'static str>>) -> Body {
        let pieces: Vec<_> = pieces.into_iter().collect();
        Body::from_stream(stream::iter(pieces))
    }

    #[tokio::test]
    async fn all_of_it_and_no_more() {
        let read = async |body, most| read_body(body, most, MINUTE).await;
        assert_eq!(read(pieces([Ok("four"), Ok(" more")]), 9).await.unwrap(), b"four more");
        assert_eq!(read(pieces([Ok("four"), Ok(" more")]), 8).await, Err(BodyError::TooLarge));
        assert_eq!(read(pieces([Ok("four"), Err("gone")]), 8).await, Err(BodyError::Cut));
    }

    #[tokio::test(start_paused = true)]
    async fn what_does_not_end_is_not_waited_for() {
        let read = async |body| read_body(body, 8, MINUTE).await;
        let endless = stream::pending::<Result<&str, &str>>();
        assert_eq!(read(Body::from_stream(endless)).await, Err(BodyError::Late));
        // Too much of it is known to be too much, however it goes on.
        let long = stream::once(async { Ok("more than that") });
        let endless = long.chain(stream::pending::<Result<&str, &str>>());
        assert_eq!(read(Body::from_stream(endless)).await, Err(BodyError::TooLarge));
        let fast = stream::repeat_with(|| Ok::<_, &str>("so much at a time"));
        assert_eq!(read(Body::from_stream(fast)).await, Err(BodyError::TooLarge));
    }
}
