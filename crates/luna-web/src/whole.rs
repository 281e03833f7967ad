//! All of what a visitor sends, if it is not too much and does not take too long.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use futures_util::TryStreamExt as _;
use tokio::time::timeout;

/// How long it may take: nobody holds a connection by never ending.
const PATIENCE: Duration = Duration::from_secs(60);
/// So much of what is too much is taken and thrown away, for so long. While it comes in,
/// many clients do not look for an answer, and a connection that is closed with something
/// unread in it loses the answer.
const THROWN_AWAY: usize = 4 * 1024 * 1024;
const THROWN_AWAY_FOR: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    TooLarge,
    /// It ended early, or did not end in time.
    Cut,
}

pub(crate) async fn whole(body: Body, most: usize) -> Result<Vec<u8>, Unread> {
    let read = async {
        let (mut pieces, mut bytes) = (body.into_data_stream(), Vec::new());
        while let Some(piece) = pieces.try_next().await.map_err(|_| Unread::Cut)? {
            if bytes.len() + piece.len() > most {
                let rest = throw_away(&mut pieces, THROWN_AWAY);
                timeout(THROWN_AWAY_FOR, rest).await.ok();
                return Err(Unread::TooLarge);
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    };
    timeout(PATIENCE, read).await.unwrap_or(Err(Unread::Cut))
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

    fn pieces(pieces: impl IntoIterator<Item = Result<&'static str, &'static str>>) -> Body {
        let pieces: Vec<_> = pieces.into_iter().collect();
        Body::from_stream(stream::iter(pieces))
    }

    #[tokio::test]
    async fn all_of_it_and_no_more() {
        assert_eq!(whole(pieces([Ok("four"), Ok(" more")]), 9).await.unwrap(), b"four more");
        assert_eq!(whole(pieces([Ok("four"), Ok(" more")]), 8).await, Err(Unread::TooLarge));
        assert_eq!(whole(pieces([Ok("four"), Err("gone")]), 8).await, Err(Unread::Cut));
    }

    #[tokio::test(start_paused = true)]
    async fn what_does_not_end_is_not_waited_for() {
        let endless = stream::pending::<Result<&str, &str>>();
        assert_eq!(whole(Body::from_stream(endless), 8).await, Err(Unread::Cut));
        // Too much of it is known to be too much, however it goes on.
        let long = stream::once(async { Ok("more than that") });
        let endless = long.chain(stream::pending::<Result<&str, &str>>());
        assert_eq!(whole(Body::from_stream(endless), 8).await, Err(Unread::TooLarge));
        let fast = stream::repeat_with(|| Ok::<_, &str>("so much at a time"));
        assert_eq!(whole(Body::from_stream(fast), 8).await, Err(Unread::TooLarge));
    }
}
