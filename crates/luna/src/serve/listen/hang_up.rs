//! The end of a connection, such that the last response arrives.

use std::io;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::refusal::Refusal;

/// The maximum bytes to read after the last response. Closing a socket with unread bytes resets
/// the connection, and the response is lost.
const MOST_DISCARDED: usize = 4 * 1024 * 1024;

/// Writes the refusal, if there is one, and closes when the client has closed, or soon after.
pub(super) async fn hang_up(mut stream: TcpStream, refusal: Option<Refusal>, linger: Duration) {
    let last = async {
        if let Some(refusal) = refusal {
            stream.write_all(refusal.message().as_bytes()).await?;
        }
        stream.shutdown().await?;
        let mut left = MOST_DISCARDED;
        while left > 0 {
            stream.readable().await?;
            match discard(&stream) {
                Ok(0) => break,
                Ok(count) => left = left.saturating_sub(count),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    };
    match timeout(linger, last).await {
        Ok(Ok(())) | Err(_) => {}
        Ok(Err(error)) => tracing::debug!(%error, "a connection was not closed in order"),
    }
}

fn discard(stream: &TcpStream) -> io::Result<usize> {
    stream.try_read(&mut [0; 8 * 1024])
}
