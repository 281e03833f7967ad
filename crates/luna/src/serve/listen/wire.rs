//! The stream under a connection, as hyper reads and writes it.
//!
//! To a head that it cannot read, hyper replies without an explanation. Such replies are dropped
//! here, and the connection's task sends one with a sentence instead.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::exchange::Exchange;
use super::line_ends::LineEnds;
use super::write_timeout::WriteTimeout;

pub(super) struct Wire {
    stream: WriteTimeout<TcpStream>,
    exchange: Exchange,
    line_ends: LineEnds,
}

impl Wire {
    pub(super) fn new(stream: TcpStream, exchange: Exchange) -> Wire {
        Wire { stream: WriteTimeout::new(stream), exchange, line_ends: LineEnds::new() }
    }

    pub(super) fn awaits_head(&self) -> bool {
        self.exchange.is_awaited()
    }

    /// Returns whether a head had a line that ends in LF alone.
    pub(super) fn has_bare_line_feed(&self) -> bool {
        self.line_ends.is_bare()
    }

    pub(super) fn into_stream(self) -> TcpStream {
        self.stream.into_inner()
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        let awaits_head = self.awaits_head();
        let read = buffer.filled_mut().get_mut(before..).unwrap_or_default();
        self.line_ends.read(read, awaits_head);
        polled
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.awaits_head() {
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.awaits_head() {
            return Poll::Ready(Ok(slices.iter().map(|slice| slice.len()).sum()));
        }
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if matches!(flushed, Poll::Ready(Ok(()))) {
            self.exchange.flushed();
        }
        flushed
    }

    /// Does nothing for HTTP, since the connection's task may have a refusal to send.
    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.exchange.is_upgraded() {
            return Pin::new(&mut self.stream).poll_shutdown(context);
        }
        Poll::Ready(Ok(()))
    }
}
