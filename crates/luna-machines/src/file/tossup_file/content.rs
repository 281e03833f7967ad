//! The bytes of a file as text.

use std::borrow::Cow;
use std::io::Read as _;

use flate2::read::MultiGzDecoder;

use super::error::ReadError;

/// The bytes of an unpacked file, at most.
const MOST_BYTES: usize = 1_000_000_000;
const GZIP: &[u8] = &[0x1f, 0x8b];

/// Unpacks a file, and checks that it is text. Line ends become `\n`.
pub(super) fn text(bytes: &[u8]) -> Result<String, ReadError> {
    let bytes = if bytes.starts_with(GZIP) { unpack(bytes)? } else { Cow::Borrowed(bytes) };
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(ReadError::whole("the file is text in UTF-16; please save it as UTF-8"));
    }
    let line_of = |at: usize| {
        let before = bytes.get(..at).unwrap_or_default();
        before.split(|&byte| byte == b'\n').count()
    };
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let why = "there is a NUL character, which no text has";
        return Err(ReadError::line(line_of(at), why));
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let why = "there are bytes that are not UTF-8; please save the file as UTF-8";
        ReadError::line(line_of(error.valid_up_to()), why)
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ReadError> {
    let mut unpacked = Vec::new();
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    MultiGzDecoder::new(bytes).take(most).read_to_end(&mut unpacked).map_err(|error| {
        ReadError::whole(match error.kind() {
            std::io::ErrorKind::UnexpectedEof => "the compressed file is incomplete",
            _ => "the compressed file is damaged",
        })
    })?;
    if unpacked.len() > MOST_BYTES {
        let why = format!("unpacked, the file is larger than {} MB", MOST_BYTES / 1_000_000);
        return Err(ReadError::whole(why));
    }
    Ok(Cow::Owned(unpacked))
}
